//! What the studio needs of the disk.

use std::io;

use crate::deck::Deck;
use crate::diagnostic::Problems;
use crate::face::Theme;
use crate::render::sheet::Sheet;
use crate::spec::Spec;

/// The files of the project that is open: one spec, the pin tables it names, its theme and sheets.
pub trait Workspace: Send + Sync {
    /// The text of the spec.
    ///
    /// # Errors
    /// A phrase such as "no such file".
    fn spec(&self) -> Result<String, String>;

    /// The text of a pin table that the spec names.
    ///
    /// # Errors
    /// A phrase such as "no such file".
    fn pin_table(&self, name: &str) -> Result<String, String>;

    /// The deck, knowing which files it was made from.
    fn known(&self, spec: &Spec, deck: Deck) -> Deck;

    /// The theme that a spec names, in its words.
    ///
    /// # Errors
    /// That it is not there, or its faults.
    fn theme(&self, spec: &Spec) -> Result<Theme, Problems>;

    /// The sheets that a spec names.
    ///
    /// # Errors
    /// That one is not there, or its faults.
    fn sheets(&self, spec: &Spec) -> Result<Vec<Sheet>, Problems>;

    /// Writes the changed files, each whole; the spec last, which names the others.
    ///
    /// # Errors
    /// [`SaveError::Changed`] before anything is written, if one of the files is not what was read.
    fn save(&self, files: &[ChangedFile<'_>]) -> Result<(), SaveError>;
}

/// A file of the project that was edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedFile<'a> {
    /// The pin table's name; `None` is the spec itself.
    pub pin_table: Option<&'a str>,
    /// What was read or last saved; `None` if there was no such file.
    pub before: Option<&'a str>,
    /// What it says now.
    pub now: &'a str,
}

/// Why nothing was saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// Somebody else changed a file.
    #[error("{0} was changed by another program since it was opened here")]
    Changed(String),
    /// The system refused.
    #[error("{0} cannot be written: {1}")]
    System(String, #[source] io::Error),
}
