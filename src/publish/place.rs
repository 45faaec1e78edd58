//! Obstacles to writing: what is at a path below a folder, and whether it may be replaced.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use super::{Owner, RelativeName};
use crate::deck::Digest;

/// What is at a path. Links are not followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// Nothing, or its folder is missing.
    Nothing,
    /// A file with this digest.
    File(Digest),
    /// Not a file, or not inside a folder.
    Other(Hindrance),
}

/// Returns what is at a path.
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

/// Why a file must not be replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// A file is there that is not on record.
    Foreign,
    /// The command's own file was changed after it was written.
    Changed,
    /// Another command wrote the existing file.
    Owned(Owner),
    /// A link is there.
    Link,
    /// A folder, pipe or device is there.
    NoFile,
    /// A parent folder is a link.
    BehindLink(String),
    /// A parent folder is not a folder.
    BehindFile(String),
    /// The command reads the file in the same run.
    Input,
}

impl Hindrance {
    /// Whether the user can force the replacement.
    pub fn can_be_forced(&self) -> bool {
        matches!(self, Self::Foreign | Self::Changed | Self::Owned(_) | Self::Link)
    }
}

/// A file that cannot be written, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The name of the file to write.
    pub name: RelativeName,
    /// The reason.
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
