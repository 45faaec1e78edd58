//! Single files beside the folders that keep a record.

use std::fs;
use std::path::Path;

use super::folder::read_record;
use super::{Owner, RelativeName};

/// The command that has the file at `path` on record, if a folder above it keeps one: such a file
/// belongs to a set of files and is not to be replaced alone.
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
