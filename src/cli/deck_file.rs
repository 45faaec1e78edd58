//! Which deck a command reads.

use std::path::{Path, PathBuf};

use actiondeck::deck::{Deck, Edition};
use actiondeck::diagnostic::{Problem, Problems};
use clap::Args;

use super::Failure;
use super::files::read_text;

/// The options of every command that plays with a deck.
#[derive(Debug, Args)]
pub struct DeckArgs {
    /// Deck to read (.json or .csv); otherwise deck.json here, then output/deck.json, then the
    /// deck built into the program
    #[arg(long, value_name = "FILE", global = true)]
    deck: Option<PathBuf>,
    /// Refuse any deck whose edition is not this code, printed small on every card
    #[arg(long, value_name = "CODE", global = true)]
    edition: Option<String>,
}

/// Where a deck is looked for when none is named, in this order.
const USUAL_PLACES: [&str; 2] = ["deck.json", "output/deck.json"];

impl DeckArgs {
    /// Finds and reads the deck.
    ///
    /// # Errors
    /// [`Failure::File`] when the named file cannot be read; [`Failure::Input`] when it holds no
    /// deck, or one of another edition.
    pub fn read(&self) -> Result<Deck, Failure> {
        let usual = || USUAL_PLACES.iter().map(Path::new).find(|path| path.is_file());
        let deck = match self.deck.as_deref().or_else(usual) {
            Some(path) => Deck::read(&path.display().to_string(), &read_text(path)?)?,
            None => built_in()?,
        };
        if let Some(code) = &self.edition {
            confirm_edition(&deck, code)?;
        }
        Ok(deck)
    }
}

/// The deck that the program carries: what `generate` makes of the default preset, so that a player
/// needs no file. After a change to the generator or the preset a test asks for it to be made anew by
/// `cargo run --release -- generate -o templates/decks/future-imperfect.json`.
const BUILT_IN: &str = include_str!("../../templates/decks/future-imperfect.json");

fn built_in() -> Result<Deck, Problems> {
    Deck::read("future-imperfect.json", BUILT_IN)
}

/// Cards of another edition would be answered wrongly.
fn confirm_edition(deck: &Deck, code: &str) -> Result<(), Problem> {
    let expected: Edition = code.parse().map_err(|error| Problem::new(format!("{error}")))?;
    let found = deck.edition();
    if found == expected {
        return Ok(());
    }
    let message = format!("the deck {:?} is edition {found}, not {expected}", deck.name());
    Err(Problem::new(message)
        .accepts(format!("--edition {found}, or the deck file the cards were printed from")))
}
