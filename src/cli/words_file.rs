//! The words of cards that a deck names.

use std::path::Path;

use crate::asset_path;
use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems, quoted};
use crate::face::Words;
use crate::project::read_words;

/// The default words.
pub const USUAL_WORDS: &str = "en";

pub fn names() -> String {
    Words::built_in_names().collect::<Vec<_>>().join(", ")
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
