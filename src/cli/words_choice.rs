//! The words on the cards: from the command line, else those of the spec or the deck.

use std::path::Path;

use crate::asset_path;
use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems, quoted};
use crate::face::Words;
use crate::project::{SpecFile, built_in_words, read_words};
use clap::Args;

use super::console;

/// The default words.
pub const USUAL_WORDS: &str = "en";

/// The option of every command that draws the cards of a deck.
#[derive(Debug, Args)]
pub struct LanguageArgs {
    #[arg(long, value_name = "LANGUAGE", value_delimiter = ',', help = help())]
    language: Vec<String>,
}

fn help() -> String {
    format!(
        "Words on the cards: {}, or a file of words; by default the deck's own",
        built_in_words()
    )
}

impl LanguageArgs {
    /// The language from the command line, if there is exactly one.
    pub fn given(&self) -> Option<&str> {
        match self.language.as_slice() {
            [given] => Some(given),
            _ => None,
        }
    }

    /// Reads the words for a deck. `file` is `None` for the built-in deck.
    ///
    /// # Errors
    /// The faults of the words, that the deck's own cannot be found, or more than one language.
    pub fn one(&self, deck: &Deck, file: Option<&Path>) -> Result<Words, Problems> {
        match self.language.as_slice() {
            [] => own_words(deck, file),
            [given] => {
                tell_other(given, deck);
                read_words(given)
            }
            _ => {
                let problem =
                    Problem::coded("argument.usage", "one language can be read at a time");
                Err(problem.for_argument("language").accepts("one of them").into())
            }
        }
    }

    /// All languages to print, at least one: from the command line, else those of the spec or the deck; and
    /// the name of the first in the deck file.
    pub fn all(
        &self,
        spec: Option<&SpecFile>,
        deck: Option<(&Deck, &Path)>,
    ) -> (Result<Vec<Words>, Problems>, Option<String>) {
        let Some(first) = self.language.first() else {
            return match (spec, deck) {
                (Some(file), _) => (file.words().map(|words| vec![words]), file.words_name()),
                (None, Some((deck, file))) => {
                    let words = self.one(deck, Some(file));
                    (words.map(|words| vec![words]), deck.words().map(str::to_owned))
                }
                (None, None) => (Ok(vec![Words::usual()]), None),
            };
        };
        if let (Some(given), Some((deck, _))) = (self.given(), deck) {
            tell_other(given, deck);
        }
        let name = asset_path::name_of(Path::new(first));
        let mut problems = Problems::new();
        let mut read: Vec<Words> = Vec::new();
        for given in &self.language {
            match read_words(given) {
                Ok(words) if read.iter().any(|other| other.language() == words.language()) => {
                    let message = format!("language {} is typed twice", quoted(words.language()));
                    let problem = Problem::coded("argument.usage", message);
                    problems.push(problem.for_argument("language").accepts("each language once"));
                }
                Ok(words) => read.push(words),
                Err(found) => problems.extend(found),
            }
        }
        (problems.into_result(read), name)
    }
}

/// Reports that cards are in other words than the deck's own, unless several languages were requested.
fn tell_other(given: &str, deck: &Deck) {
    let own = deck.words().unwrap_or(USUAL_WORDS);
    let name = asset_path::name_of(Path::new(given));
    if given != own && name.as_deref() != Some(own) {
        console::note(&format!("in the words {given}; the deck's own are {own}"));
    }
}

/// The words that a deck names, or English.
///
/// # Errors
/// That they cannot be found, or their faults.
pub fn own_words(deck: &Deck, file: Option<&Path>) -> Result<Words, Problems> {
    let Some(name) = deck.words() else { return Ok(Words::usual()) };
    let folder = file.and_then(Path::parent);
    match folder.and_then(|folder| asset_path::upward(folder, name, Path::is_file)) {
        Some(path) => read_words(&path.display().to_string()),
        None => Words::built_in(name).map_err(|_| {
            let message = format!(
                "the cards are printed in the words {}, which are neither beside the deck's file nor \
                 above",
                quoted(name)
            );
            let accepted = format!("--language with their file, or one of {}", built_in_words());
            Problem::coded("words.not-there", message).accepts(accepted).into()
        }),
    }
}
