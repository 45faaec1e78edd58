//! Reads the words of cards: built-in ones or a file.

use std::path::Path;

use crate::asset_path;
use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::face::Words;
use crate::input::file;
use crate::input::limits::TOML_FILE;

/// The default words.
pub const USUAL_WORDS: &str = "en";

pub fn names() -> String {
    Words::built_in_names().collect::<Vec<_>>().join(", ")
}

/// Reads built-in words, or those in a file.
pub fn read_words(name: &str) -> Result<Words, Problems> {
    let path = Path::new(name);
    if !is_file_name(name) {
        return Words::built_in(name).map_err(|_| unknown(name).into());
    }
    let text = file::text(path, TOML_FILE).map_err(Problem::from)?;
    Words::read(&Source::new(name, text))
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
            let accepted = format!("--language with their file, or one of {}", names());
            Problem::coded("words.not-there", message).accepts(accepted).into()
        }),
    }
}

/// Whether a name can only be that of a file.
pub fn is_file_name(name: &str) -> bool {
    Path::new(name).extension().is_some() || Path::new(name).is_file()
}

fn unknown(name: &str) -> Problem {
    let message = format!("unknown words {}", quoted(name));
    let accepted = format!("{}, or a TOML file of words", names());
    Problem::coded("words.unknown", message).accepts(accepted)
}
