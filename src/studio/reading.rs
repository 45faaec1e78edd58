//! Reads the texts of a project as a command would.

use std::sync::Arc;

use crate::diagnostic::{Problem, Problems};
use crate::input::file;
use crate::input::limits::{TABLE_FILE, TOML_FILE};
use crate::spec::Spec;

use super::Workspace;
use super::texts::Texts;

/// The texts of a revision, to be read. Reading may be slow, so it does not borrow the project.
#[derive(Debug)]
pub(super) struct UnreadRevision {
    pub revision: u64,
    pub name: String,
    pub texts: Texts,
}

/// The result of reading the texts of a revision.
#[derive(Debug)]
pub(super) struct Reading {
    pub revision: u64,
    pub spec: Result<Arc<Spec>, Problems>,
    /// The pin table, if it was read from the workspace.
    pub pins: Option<(String, Arc<str>)>,
    /// The names of the tables of texts, read or not.
    pub tables: Vec<String>,
}

impl UnreadRevision {
    /// Reads the spec as a command would, its tables from the workspace. The pin table is edited here, so it is
    /// read only once.
    pub fn read(self, workspace: &dyn Workspace) -> Reading {
        let Self { revision, name, texts } = self;
        let pin_table = texts.pin_table_name();
        let (mut pins, mut tables) = (None, Vec::new());
        let mut table = |name: &str| {
            let own = pin_table.as_deref().filter(|own| *own == name);
            if own.is_none() {
                tables.push(name.to_owned());
            }
            let text = match own.and_then(|own| texts.pins.get(own)) {
                Some(text) => Arc::clone(text),
                None => {
                    let text: Arc<str> = workspace.table(name)?.into();
                    if own.is_some() {
                        pins = Some((name.to_owned(), Arc::clone(&text)));
                    }
                    text
                }
            };
            match TABLE_FILE.is_passed_by(text.len()) {
                true => {
                    Err(format!("it has {}, more than {TABLE_FILE}", TABLE_FILE.amount(text.len())))
                }
                false => Ok(text.to_string()),
            }
        };
        let spec = match file::check_size(name.as_ref(), &texts.spec, TOML_FILE) {
            Ok(()) => Spec::read(&name, &texts.spec, &mut table).map(Arc::new),
            Err(error) => Err(Problem::from(error).into()),
        };
        Reading { revision, spec, pins, tables }
    }
}
