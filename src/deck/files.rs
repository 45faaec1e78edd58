//! Reads and writes the two deck files, and computes the digest of a deck.

use std::path::Path;

use crate::diagnostic::{Problem, Problems, Source};

use super::{CardNumber, Deck, Digest, Edition, UNNAMED, check_text, csv, json};

/// The contents of the two deck files, verified by reading them back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckFiles {
    /// `deck.json`.
    pub json: String,
    /// `deck.csv`.
    pub csv: String,
}

impl Deck {
    /// Reads a deck from the text of a `.json` or `.csv` file. The file name determines the format, and names
    /// a CSV deck, as the file itself holds no name. If a card may not carry that name, such as one with a
    /// leading blank, the deck is named `deck`.
    ///
    /// # Errors
    /// Every fault of the file, with line and column.
    pub fn read(file_name: &str, text: &str) -> Result<Self, Problems> {
        let source = Source::new(file_name, text);
        let path = Path::new(file_name);
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("json") => json::read(&source),
            Some("csv") => {
                let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
                csv::read(&source, if check_text(stem).is_ok() { stem } else { UNNAMED })
            }
            Some("toml") => Err(Problem::coded(
                "deck.file-name",
                format!("{file_name:?} is a TOML file and not a deck"),
            )
            .accepts("the .json or .csv that `generate` or `build` makes of a spec")
            .into()),
            _ => Err(Problem::coded(
                "deck.file-name",
                format!("deck file {file_name:?} is of unknown kind"),
            )
            .accepts("a name that ends in .json or .csv")
            .into()),
        }
    }

    /// The text of `deck.json` (format `actiondeck/1`): one card per line, with a final newline.
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// The text of `deck.csv`: a header, then one card per line, with a final newline. A text that a
    /// spreadsheet would run as a formula gets an apostrophe, which the reader removes.
    pub fn to_csv(&self) -> String {
        csv::write(self)
    }

    /// The texts of `deck.json` and `deck.csv`, each verified by reading it back.
    ///
    /// # Errors
    /// The faults found by a reader, or that it reads a different deck; then the files should not be written.
    pub fn to_files(&self) -> Result<DeckFiles, Problems> {
        let files = DeckFiles { json: self.to_json(), csv: self.to_csv() };
        let unlike = |file: &str| {
            let message = format!("the deck is not the same when it is read back from {file}");
            Err(Problem::coded("deck.not-the-same", message)
                .accepts("a deck whose files say what it holds")
                .into())
        };
        if Self::read("deck.json", &files.json)? != *self {
            return unlike("JSON");
        }
        let read = Self::read("deck.csv", &files.csv)?;
        if read.cards != self.cards || read.layout != self.layout {
            return unlike("CSV");
        }
        Ok(files)
    }

    /// One card with the keys of `deck.json`, as data for scripts.
    pub fn card_json(&self, number: CardNumber) -> serde_json::Value {
        json::card_value(&self.layout, self.card(number))
    }

    /// The digest of the cards' canonical content, which is the text of `deck.csv` without escaping. It does
    /// not depend on the source of the deck (JSON, CSV or the generator), and `sha256sum deck.csv` prints it
    /// unless a text in the file is escaped.
    pub fn digest(&self) -> Digest {
        *self.digest.0.get_or_init(|| Digest::from_bytes(csv::content(self).as_bytes()))
    }

    /// The short code printed on every card, made from the digest.
    pub fn edition(&self) -> Edition {
        self.digest().edition()
    }
}
