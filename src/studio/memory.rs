//! A project in memory, for a host without a disk.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::deck::Deck;
use crate::diagnostic::Problems;
use crate::face::Theme;
use crate::project::SpecFile;
use crate::render::sheet::Sheet;
use crate::spec::Spec;

use super::stored_project::SPEC;
use super::{ChangedFile, SaveError, Workspace};

/// The texts of a project by name: `deck.toml` and the tables that it names. Theme, words and sheets are built in.
#[derive(Debug)]
pub(super) struct MemoryWorkspace(Mutex<BTreeMap<String, String>>);

impl MemoryWorkspace {
    /// A project of these texts.
    pub fn new(files: BTreeMap<String, String>) -> Self {
        Self(Mutex::new(files))
    }

    fn files(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The spec as if it were read from the folder of its project.
pub(super) fn spec_file(spec: &Spec) -> SpecFile {
    SpecFile::at(spec.clone(), PathBuf::from(SPEC))
}

impl Workspace for MemoryWorkspace {
    fn spec(&self) -> Result<String, String> {
        self.table(SPEC)
    }

    fn table(&self, name: &str) -> Result<String, String> {
        self.files().get(name).cloned().ok_or_else(|| "no such file".to_owned())
    }

    fn known(&self, spec: &Spec, deck: Deck) -> Deck {
        spec_file(spec).known_to(deck)
    }

    fn theme(&self, spec: &Spec) -> Result<Theme, Problems> {
        spec_file(spec).dressed()
    }

    fn sheets(&self, spec: &Spec) -> Result<Vec<Sheet>, Problems> {
        let format = self.theme(spec)?.format();
        spec_file(spec).fitting_sheets(format)
    }

    fn save(&self, files: &[ChangedFile<'_>]) -> Result<(), SaveError> {
        let mut there = self.files();
        for file in files {
            there.insert(file.pin_table.unwrap_or(SPEC).to_owned(), file.now.to_owned());
        }
        Ok(())
    }
}
