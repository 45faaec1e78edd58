//! Ownership of single files in folders that keep a record.

use std::fs;
use std::path::Path;

use super::folder::read_record;
use super::{Owner, RelativeName};

/// The command that recorded the file at `path`, if a folder above it keeps a record. Such a file belongs to
/// a set and must not be replaced alone.
pub fn owner_of(path: &Path) -> Option<Owner> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    let mut name = path.file_name()?.to_str()?.to_owned();
    let mut above = Some(folder.as_path());
    while let Some(folder) = above {
        if let (Ok(wanted), Ok(record)) = (RelativeName::new(&name), read_record(folder))
            && let Some(entry) = record.files.get(&wanted)
        {
            return Some(entry.owner.clone());
        }
        name = format!("{}/{name}", folder.file_name()?.to_str()?);
        above = folder.parent();
    }
    None
}
