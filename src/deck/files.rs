//! The two files a deck is kept in, and the digest that tells one deck from another.

use std::path::Path;

use crate::diagnostic::{Problem, Problems, Source};

use super::{CardNumber, Deck, Digest, Edition, UNNAMED, check_text, csv, json};

/// The texts of the two files a deck is kept in, known to be readable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckFiles {
    /// `deck.json`.
    pub json: String,
    /// `deck.csv`.
    pub csv: String,
}

impl Deck {
    /// Reads a deck from the text of a `.json` or `.csv` file. The format is told by the file name;
    /// a CSV deck takes its name from it, for the file itself holds none. A file name that no card
    /// may carry, such as one with a blank first, names the deck `deck`.
    ///
    /// # Errors
    /// Every fault of the file, each with line and column.
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

    /// The text of `deck.json` (format `actiondeck/1`): one card a line, ends in a newline.
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// The text of `deck.csv`: a head line, then one card a line, ends in a newline. A text that a
    /// spreadsheet would run as a formula has an apostrophe before it, which the reader takes away.
    pub fn to_csv(&self) -> String {
        csv::write(self)
    }

    /// The texts of `deck.json` and `deck.csv`, each read again and found to hold this deck.
    ///
    /// # Errors
    /// What the readers find, or that they read another deck: then no file should be written.
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

    /// One card with the keys it has in `deck.json`, for files that hand values to scripts.
    pub fn card_json(&self, number: CardNumber) -> serde_json::Value {
        json::card_value(&self.layout, self.card(number))
    }

    /// Digest of the cards' canonical content, which is the text of `deck.csv` with every text as it
    /// is printed. So it is the same whether the deck came from JSON, CSV or the generator, and
    /// `sha256sum deck.csv` shows it unless a text in it is guarded from spreadsheets.
    pub fn digest(&self) -> Digest {
        *self.digest.0.get_or_init(|| Digest::from_bytes(csv::content(self).as_bytes()))
    }

    /// The short code printed on every card, made from the digest.
    pub fn edition(&self) -> Edition {
        self.digest().edition()
    }
}
