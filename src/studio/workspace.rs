//! The studio's access to the disk.

use std::io;

use crate::deck::Deck;
use crate::diagnostic::Problems;
use crate::face::Theme;
use crate::render::sheet::Sheet;
use crate::spec::Spec;

/// The files of the open project: one spec, the tables it names, its theme and sheets.
pub trait Workspace: Send + Sync {
    /// The text of the spec.
    ///
    /// # Errors
    /// A phrase such as "no such file".
    fn spec(&self) -> Result<String, String>;

    /// The text of a table that the spec names.
    ///
    /// # Errors
    /// A phrase such as "no such file".
    fn table(&self, name: &str) -> Result<String, String>;

    /// The deck with the names of the files it was made from.
    fn known(&self, spec: &Spec, deck: Deck) -> Deck;

    /// The theme that a spec names, in its words.
    ///
    /// # Errors
    /// That it cannot be found, or its faults.
    fn theme(&self, spec: &Spec) -> Result<Theme, Problems>;

    /// The sheets that a spec names.
    ///
    /// # Errors
    /// That one cannot be found, or its faults.
    fn sheets(&self, spec: &Spec) -> Result<Vec<Sheet>, Problems>;

    /// Writes the changed files, each atomically; the spec last, since it names the others.
    ///
    /// # Errors
    /// [`SaveError::Changed`] before anything is written, if one of the files has changed since it was read.
    fn save(&self, files: &[ChangedFile<'_>]) -> Result<(), SaveError>;
}

/// A file of the project with unsaved edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedFile<'a> {
    /// The pin table's name; `None` for the spec.
    pub pin_table: Option<&'a str>,
    /// The text as read or last saved; `None` if the file did not exist.
    pub before: Option<&'a str>,
    /// The present text.
    pub now: &'a str,
}

/// Why the files were not saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// Another program changed a file.
    #[error("{0} was changed by another program since it was opened here")]
    Changed(String),
    /// The system returned an error.
    #[error("{0} cannot be written: {1}")]
    System(String, #[source] io::Error),
}
