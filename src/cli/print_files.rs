//! Reads themes, sheets and vendors by name: built-in ones or files.

use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source};
use crate::face::{CardSize, CardSizeError, CompanionAddress, CompanionAddressError, Theme};
use crate::input::file;
use crate::input::limits::TOML_FILE;
use crate::publish::RelativeName;
use crate::render::sheet::Sheet;
use crate::render::vendor::Vendor;

use super::folder::bad_name;

/// A built-in theme, or one in a folder.
pub fn read_theme(name: &str) -> Result<Theme, Problems> {
    let folder = Path::new(name);
    if folder.is_dir() { Theme::read(folder) } else { Theme::built_in(name) }
}

/// A theme in the given size; the faults of both.
pub fn sized(theme: Result<Theme, Problems>, size: Option<&str>) -> Result<Theme, Problems> {
    let Some(args) = size else { return theme };
    let size: Result<CardSize, CardSizeError> = args.parse();
    match (theme, size) {
        (Ok(theme), Ok(size)) => theme.sized(size),
        (Err(problems), Ok(_)) => Err(problems),
        (theme, Err(error)) => {
            let mut problems = theme.err().unwrap_or_default();
            problems.push(error.into());
            Err(problems)
        }
    }
}

/// A theme with codes for the given address on its cards; the faults of both.
pub fn coded(theme: Result<Theme, Problems>, address: Option<&str>) -> Result<Theme, Problems> {
    let Some(args) = address else { return theme };
    let address: Result<CompanionAddress, CompanionAddressError> = args.parse();
    match (theme, address) {
        (Ok(theme), Ok(address)) => Ok(theme.with_companion_address(address)),
        (Err(problems), Ok(_)) => Err(problems),
        (theme, Err(error)) => {
            let mut problems = theme.err().unwrap_or_default();
            problems.push(Problem::from(error).for_argument("code"));
            Err(problems)
        }
    }
}

/// A built-in sheet, or one in a file.
pub fn read_sheet(name: &str) -> Result<Sheet, Problems> {
    named_or_file(name, Sheet::built_in, Sheet::read_in)
}

/// A built-in vendor, or one in a file.
pub fn read_vendor(name: &str) -> Result<Vendor, Problems> {
    named_or_file(name, Vendor::built_in, Vendor::read_in)
}

/// Something built in, or what a file of that path holds, under the file's name.
fn named_or_file<T>(
    args: &str,
    built_in: impl Fn(&str) -> Result<T, Problems>,
    read: impl Fn(&str, &Arc<Source>, &Path) -> Result<T, Problems>,
) -> Result<T, Problems> {
    let path = Path::new(args);
    if !path.is_file() {
        return built_in(args);
    }
    let text = file::text(path, TOML_FILE).map_err(Problem::from)?;
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(args);
    // The name is used for files and folders.
    RelativeName::single(name).map_err(|error| bad_name(&error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read(name, &Source::new(args, text), folder)
}
