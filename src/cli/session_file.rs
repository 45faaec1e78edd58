//! Reading a session that is played elsewhere, or is over.

use std::path::Path;

use actiondeck::deck::Deck;
use actiondeck::session::Session;

use super::Failure;
use super::files::read_text;

/// The session at `path`. It is written whole at every step, so it can be read while it is played.
///
/// # Errors
/// [`Failure::File`] when the file cannot be read, [`Failure::Input`] when it holds no session of
/// this deck.
pub fn read(path: &Path, deck: &Deck) -> Result<Session, Failure> {
    Ok(Session::read(&path.display().to_string(), &read_text(path)?, deck)?)
}
