//! Which deck a command reads.

use std::path::{Path, PathBuf};

use crate::deck::{CardNumber, Deck, Edition, EditionError};
use crate::diagnostic::{Problem, quoted};
use crate::input::limits::DECK_FILE;
use clap::Args;

use super::Failure;
use super::read::{read_stdin, read_text};

/// The options of every command that plays with a deck.
#[derive(Debug, Args)]
pub struct DeckArgs {
    /// Deck to read (.json or .csv, - is stdin); otherwise deck.json here, then output/deck.json, then the
    /// deck built into the program
    #[arg(long, value_name = "FILE", global = true)]
    deck: Option<PathBuf>,
    /// Refuse any deck whose edition is not this code, printed small on every card; a lookup takes
    /// an earlier code on cards that have not changed since
    #[arg(long, value_name = "CODE", global = true)]
    edition: Option<String>,
}

impl DeckArgs {
    /// The file that was named.
    pub fn file(&self) -> Option<&Path> {
        self.deck.as_deref()
    }

    /// The file that is read because it lies in a usual place, and nobody named one.
    pub fn picked_up(&self) -> Option<&'static Path> {
        match self.deck {
            Some(_) => None,
            None => USUAL_PLACES.iter().map(Path::new).find(|path| path.is_file()),
        }
    }

    /// The file that is read; none for the built-in deck.
    pub fn found(&self) -> Option<&Path> {
        self.file().or_else(|| self.picked_up())
    }

    /// Finds and reads the deck.
    ///
    /// # Errors
    /// [`Failure::File`] when the named file cannot be read; [`Failure::Input`] when it holds no
    /// deck, or one of another edition.
    pub fn read(&self) -> Result<Deck, Failure> {
        let (deck, outdated) = self.read_for_cards()?;
        match &self.edition {
            Some(code) if !outdated.is_empty() => Err(another(&deck, code).into()),
            _ => Ok(deck),
        }
    }

    /// Finds and reads the deck for questions about single cards, which may bear the code of an
    /// earlier edition. Gives the cards that must not bear the code that was typed, too.
    ///
    /// # Errors
    /// As [`read`](Self::read), but an edition of which cards are still good is taken.
    pub fn read_for_cards(&self) -> Result<(Deck, Vec<CardNumber>), Failure> {
        let deck = match self.found() {
            Some(path) => read_deck(path)?,
            None => Deck::built_in(),
        };
        let Some(code) = &self.edition else { return Ok((deck, Vec::new())) };
        let edition: Edition = code.parse().map_err(|error: EditionError| Problem::from(error))?;
        match deck.outdated(edition) {
            Some(outdated) => Ok((deck, outdated)),
            None => Err(another(&deck, code).into()),
        }
    }
}

/// Reads a deck file, or what another program writes to `-`. A CSV file holds neither a name nor the dice of its effects; a JSON file of the
/// same stem beside it tells them, as `build` writes both.
///
/// # Errors
/// [`Failure::File`] when the file cannot be read, [`Failure::Input`] when it holds no deck.
pub fn read_deck(path: &Path) -> Result<Deck, Failure> {
    if path == Path::new("-") {
        let text = read_stdin(DECK_FILE)?;
        let name = if text.trim_start().starts_with('{') { "stdin.json" } else { "stdin.csv" };
        return Ok(Deck::read(name, &text)?);
    }
    let deck = Deck::read(&path.display().to_string(), &read_text(path, DECK_FILE)?)?;
    let csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let beside = path.with_extension("json");
    if !csv || !beside.is_file() {
        return Ok(deck);
    }
    // What is beside it need not be a deck at all.
    let twin =
        read_text(&beside, DECK_FILE).ok().and_then(|text| Deck::read("deck.json", &text).ok());
    Ok(match twin {
        Some(twin) if twin.digest() == deck.digest() => twin,
        Some(twin) => deck.told_by(&twin).map_err(Problem::from)?,
        None => deck,
    })
}

/// Where a deck is looked for when none is named, in this order.
const USUAL_PLACES: [&str; 2] = ["deck.json", "output/deck.json"];

/// Cards of another edition would be answered wrongly.
fn another(deck: &Deck, code: &str) -> Problem {
    let found = deck.edition();
    let message = format!("the deck {} is edition {found}, not {code}", quoted(deck.name()));
    Problem::coded("deck.another-edition", message)
        .accepts(format!("--edition {found}, or the deck file the cards were printed from"))
}
