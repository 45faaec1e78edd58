//! Reads a session that is being played elsewhere, or is over.

use std::path::{Path, PathBuf};

use crate::input::file;
use crate::input::limits::SESSION_FILE;
use crate::table::session::Session;
use clap::Args;

use super::Failure;
use crate::table::questions::setting::Setting;

/// The option of commands that read a session without changing it.
#[derive(Debug, Args)]
pub struct SessionArgs {
    /// Session of `play` whose discard pile and hands are used
    #[arg(long, value_name = "FILE", global = true)]
    session: Option<PathBuf>,
}

impl SessionArgs {
    /// The session file from the command line.
    pub fn file(&self) -> Option<&Path> {
        self.session.as_deref()
    }

    /// Copies cards and wounds from the given session. Its file grows by whole lines, so it can be read while
    /// it is played.
    ///
    /// # Errors
    /// [`Failure::File`] if the file cannot be read, [`Failure::Input`] if it does not hold a session of this
    /// deck.
    pub fn update(&self, setting: &mut Setting) -> Result<(), Failure> {
        let Some(path) = &self.session else { return Ok(()) };
        let bytes = file::bytes(path, SESSION_FILE)?;
        let resumed = Session::read(&path.display().to_string(), &bytes, &setting.deck)?;
        let table = resumed.session.table();
        setting.game = table.game().unwrap_or(setting.game);
        setting.update(table);
        Ok(())
    }
}
