//! Finds and reads the deck of a command.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::deck::{CardNumber, Deck, Edition, EditionError};
use crate::diagnostic::{Problem, quoted};
use crate::input::limits::DECK_FILE;
use crate::project::SpecFile;
use crate::table::session::deck_file;
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
    /// The deck file of a session.
    #[arg(skip)]
    of_session: Option<PathBuf>,
}

impl DeckArgs {
    /// The same options, with the deck of the session as the default.
    #[must_use]
    pub fn with_session_default(&self, session: Option<&Path>) -> Self {
        let of_session = session.filter(|_| self.deck.is_none()).and_then(session_deck);
        Self { deck: self.deck.clone(), edition: self.edition.clone(), of_session }
    }

    /// The deck file from the command line.
    pub fn file(&self) -> Option<&Path> {
        self.deck.as_deref()
    }

    /// The deck file in a default place, if none is given.
    pub fn picked_up(&self) -> Option<&'static Path> {
        match self.deck {
            Some(_) => None,
            None => USUAL_PLACES.iter().map(Path::new).find(|path| path.is_file()),
        }
    }

    /// The deck file that is read; `None` for the built-in deck.
    pub fn found(&self) -> Option<&Path> {
        self.file().or(self.of_session.as_deref()).or_else(|| self.picked_up())
    }

    /// Finds and reads the deck.
    ///
    /// # Errors
    /// [`Failure::File`] if the file cannot be read; [`Failure::Input`] if it does not hold a deck, or one of
    /// another edition.
    pub fn read(&self) -> Result<Deck, Failure> {
        let (deck, outdated) = self.read_for_cards()?;
        match &self.edition {
            Some(code) if !outdated.is_empty() => Err(another(&deck, code).into()),
            _ => Ok(deck),
        }
    }

    /// Finds and reads the deck for questions about single cards, which may bear the code of an earlier
    /// edition. Also returns the cards that must not bear the given code.
    ///
    /// # Errors
    /// As [`read`](Self::read), but an edition of which some cards are still valid is accepted.
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

/// Reads a deck file, or stdin for `-`. A CSV file holds neither a name nor the dice of its effects; they are
/// taken from the JSON file of the same stem next to it, which `build` writes.
///
/// # Errors
/// [`Failure::File`] if the file cannot be read, [`Failure::Input`] if it does not hold a deck.
pub fn read_deck(path: &Path) -> Result<Deck, Failure> {
    if path == Path::new("-") {
        let text = read_stdin(DECK_FILE)?;
        let name = if text.trim_start().starts_with('{') { "stdin.json" } else { "stdin.csv" };
        return Ok(SpecFile::restored(Deck::read(name, &text)?));
    }
    let deck = Deck::read(&path.display().to_string(), &read_text(path, DECK_FILE)?)?;
    let deck = SpecFile::restored(deck);
    let csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let beside = path.with_extension("json");
    if !csv || !beside.is_file() {
        return Ok(deck);
    }
    // The JSON file of that name may be something else.
    let twin =
        read_text(&beside, DECK_FILE).ok().and_then(|text| Deck::read("deck.json", &text).ok());
    let twin = twin.map(SpecFile::restored);
    Ok(match twin {
        Some(twin) if twin.digest() == deck.digest() => twin,
        Some(twin) => deck.reported_by(&twin).map_err(Problem::from)?,
        None => deck,
    })
}

/// The deck file in the first line of a session, if it still exists.
fn session_deck(session: &Path) -> Option<PathBuf> {
    // Opening a pipe would block until it has a writer.
    let file = session.is_file().then(|| File::open(session).ok()).flatten()?;
    let mut head = Vec::new();
    BufReader::new(file).take(LONGEST_HEAD).read_until(b'\n', &mut head).ok()?;
    let named = deck_file(&session.display().to_string(), &head)?;
    let path = session.parent()?.join(named);
    path.is_file().then_some(path)
}

/// The head holds the names of a deck and its file; the steps after it may be millions of bytes.
const LONGEST_HEAD: u64 = 1 << 16;

/// The relative path from a folder to a file, with slashes; the whole path if they have no common root.
pub fn path_from(folder: &Path, to: &Path) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (folder, to) = (folder.canonicalize().ok()?, to.canonicalize().ok()?);
    let common = folder.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if common == 0 {
        return Some(to.to_str()?.to_owned());
    }
    let up = folder.components().skip(common).map(|_| Some(".."));
    let down = to.components().skip(common).map(|part| part.as_os_str().to_str());
    Some(up.chain(down).collect::<Option<Vec<_>>>()?.join("/"))
}

/// Where a deck is looked for if none is given, in this order.
const USUAL_PLACES: [&str; 2] = ["deck.json", "output/deck.json"];

/// The problem of a deck with another edition: answers for printed cards would be wrong.
fn another(deck: &Deck, code: &str) -> Problem {
    let found = deck.edition();
    let message = format!("the deck {} is edition {found}, not {code}", quoted(deck.name()));
    Problem::coded("deck.another-edition", message)
        .accepts(format!("--edition {found}, or the deck file the cards were printed from"))
}
