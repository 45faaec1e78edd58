//! What lies at a place below a folder, and what of it stands in a writer's way.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use super::{Owner, RelativeName};
use crate::deck::Digest;

/// What lies at a place. Links are seen, not followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// Nothing, or not even the folder.
    Nothing,
    /// A file.
    File(Digest),
    /// What is not a file, or not in a folder.
    Other(Hindrance),
}

/// Looks at a place.
pub(super) fn look(folder: &Path, name: &RelativeName) -> io::Result<EntryKind> {
    for above in name.folders() {
        match fs::symlink_metadata(folder.join(above)) {
            Ok(found) if found.is_dir() => {}
            Ok(found) if found.is_symlink() => {
                return Ok(EntryKind::Other(Hindrance::BehindLink(above.to_owned())));
            }
            Ok(_) => return Ok(EntryKind::Other(Hindrance::BehindFile(above.to_owned()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(EntryKind::Nothing),
            Err(error) => return Err(error),
        }
    }
    let path = name.below(folder);
    Ok(match fs::symlink_metadata(&path) {
        Ok(found) if found.is_symlink() => EntryKind::Other(Hindrance::Link),
        Ok(found) if found.is_file() => EntryKind::File(Digest::from_bytes(&fs::read(&path)?)),
        Ok(_) => EntryKind::Other(Hindrance::NoFile),
        Err(error) if error.kind() == io::ErrorKind::NotFound => EntryKind::Nothing,
        Err(error) => return Err(error),
    })
}

/// Why a file must not be written as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// A file is there that no command is on record for.
    Foreign,
    /// The command's own file was changed since it was written.
    Changed,
    /// Another command wrote the file that is there.
    Owned(Owner),
    /// A link is there.
    Link,
    /// A folder, pipe or device is there.
    NoFile,
    /// A folder on the way is a link.
    BehindLink(String),
    /// What should be a folder on the way is none.
    BehindFile(String),
    /// The command reads the file in the same run.
    Input,
}

impl Hindrance {
    /// Whether a person may say that it shall be replaced all the same.
    pub fn can_be_forced(&self) -> bool {
        matches!(self, Self::Foreign | Self::Changed | Self::Owned(_) | Self::Link)
    }
}

/// A file that stands in the way, or whose place cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// What was to be written.
    pub name: RelativeName,
    /// Why it cannot.
    pub hindrance: Hindrance,
}

impl fmt::Display for Obstacle {
    /// `deck.csv was not written by actiondeck`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.hindrance {
            Hindrance::Foreign => write!(f, "{name} was not written by actiondeck"),
            Hindrance::Changed => write!(f, "{name} was changed since it was written"),
            Hindrance::Owned(owner) => {
                write!(f, "{name} was written by actiondeck {}", owner.as_str())
            }
            Hindrance::Link => write!(f, "{name} is a link"),
            Hindrance::NoFile => write!(f, "{name} is there and is not a file"),
            Hindrance::BehindLink(folder) => {
                write!(f, "{name} cannot be written: its folder {folder} is a link")
            }
            Hindrance::BehindFile(folder) => {
                write!(f, "{name} cannot be written: {folder} is not a folder")
            }
            Hindrance::Input => write!(f, "{name} is read by this command and cannot be written"),
        }
    }
}
