//! Themes, sheets, vendors and words by name: built-in ones or files.

use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::face::{Theme, Words};
use crate::input::limits::TOML_FILE;
use crate::input::{disk, file};
use crate::publish::{NameError, RelativeName};
use crate::render::sheet::Sheet;
use crate::render::vendor::Vendor;

/// A built-in theme, or one in a folder.
pub(crate) fn read_theme(name: &str) -> Result<Theme, Problems> {
    let folder = Path::new(name);
    if disk::is_folder(folder) { Theme::read(folder) } else { Theme::built_in(name) }
}

/// A built-in sheet, or one in a file.
pub(crate) fn read_sheet(name: &str) -> Result<Sheet, Problems> {
    named_or_file(name, Sheet::built_in, Sheet::read_in)
}

/// A built-in vendor, or one in a file.
pub(crate) fn read_vendor(name: &str) -> Result<Vendor, Problems> {
    named_or_file(name, Vendor::built_in, Vendor::read_in)
}

/// Something built in, or what a file of that path holds, under the file's name.
fn named_or_file<T>(
    given: &str,
    built_in: impl Fn(&str) -> Result<T, Problems>,
    read: impl Fn(&str, &Arc<Source>, &Path) -> Result<T, Problems>,
) -> Result<T, Problems> {
    let path = Path::new(given);
    if !disk::is_file(path) {
        return built_in(given);
    }
    let text = file::text(path, TOML_FILE).map_err(Problem::from)?;
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(given);
    // The name is used for files and folders.
    RelativeName::single(name).map_err(|error| bad_name(&error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read(name, &Source::new(given, text), folder)
}

/// Reads built-in words, or those in a file.
pub(crate) fn read_words(name: &str) -> Result<Words, Problems> {
    let path = Path::new(name);
    if !is_file_name(name) {
        return Words::built_in(name).map_err(|_| unknown(name).into());
    }
    let text = file::text(path, TOML_FILE).map_err(Problem::from)?;
    Words::read(&Source::new(name, text))
}

/// The names of the built-in words, for messages.
pub(crate) fn built_in_words() -> String {
    Words::built_in_names().collect::<Vec<_>>().join(", ")
}

/// Whether a name can only be that of a file.
fn is_file_name(name: &str) -> bool {
    Path::new(name).extension().is_some() || disk::is_file(Path::new(name))
}

fn unknown(name: &str) -> Problem {
    let message = format!("unknown words {}", quoted(name));
    let accepted = format!("{}, or a TOML file of words", built_in_words());
    Problem::coded("words.unknown", message).accepts(accepted)
}

/// The problem of a name that cannot be written, such as one taken from an input file.
pub(crate) fn bad_name(error: &NameError) -> Problem {
    Problem::coded("output.name", error.to_string()).accepts(RelativeName::ACCEPTED)
}
