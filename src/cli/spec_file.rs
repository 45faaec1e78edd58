//! Finds the spec of a command: a preset by name or a TOML file.

use std::path::{Path, PathBuf};

use crate::asset_path;
use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems};
use crate::input::limits::TOML_FILE;
use crate::project::{SpecFile, read_table};
use crate::spec::{PRESETS, Spec, preset};

use super::read::read_text;
use super::{Failure, console};

/// The default preset, where no spec is given and the folder is not a project.
const USUAL_SPEC: &str = "future-imperfect";

/// The spec file of a project made by `new`.
pub const PROJECT_SPEC: &str = "deck.toml";

/// The default spec: that of the project in this folder, which is reported on stderr, else the default
/// preset.
pub fn usual(is_quiet: bool) -> String {
    if !Path::new(PROJECT_SPEC).is_file() {
        return USUAL_SPEC.to_owned();
    }
    if !is_quiet {
        console::note(&format!("from {PROJECT_SPEC} in this folder"));
    }
    PROJECT_SPEC.to_owned()
}

/// Reads a spec by a preset's name or the path of a file. Tables are read from the file's folder.
///
/// # Errors
/// [`Failure::Input`] with every fault of the spec and its tables, or if the text is neither a preset nor a
/// file; [`Failure::File`] if the file cannot be read.
pub fn read_spec_file(given: &str) -> Result<SpecFile, Failure> {
    read_noting(given, &mut Vec::new())
}

/// As [`read_spec_file`]; also notes the files it looked for, found or not.
///
/// # Errors
/// As [`read_spec_file`].
pub fn read_noting(given: &str, files: &mut Vec<PathBuf>) -> Result<SpecFile, Failure> {
    let path = Path::new(given);
    if let Some(preset) = preset(given)
        && !path.is_file()
    {
        return Ok(SpecFile::from_preset(preset.spec()?));
    }
    if !path.exists() && path.extension().is_none() {
        return Err(unknown(given).into());
    }
    files.push(path.to_owned());
    let text = read_text(path, TOML_FILE)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let spec = Spec::read(given, &text, &mut |name| {
        files.extend(asset_path::below(name).map(|name| folder.join(name)));
        read_table(folder, name)
    })?;
    Ok(SpecFile::at(spec, path.to_owned()))
}

/// The spec that a deck was made from, if it is unchanged: a preset, or the file that the deck file
/// names. Reports a file that has changed since.
pub fn find_spec_file(deck: &Deck, deck_file: &Path) -> Option<SpecFile> {
    let origin = deck.origin()?;
    let is_it = |spec: &Spec| spec.digest == origin.spec_digest;
    let Some(name) = &origin.spec_file else {
        let spec = PRESETS.iter().filter_map(|preset| preset.spec().ok()).find(is_it)?;
        return Some(SpecFile::from_preset(spec));
    };
    let folder = deck_file.parent().unwrap_or(Path::new(""));
    let path = asset_path::upward(folder, name, Path::is_file)?;
    let found = read_spec_file(&path.display().to_string()).ok().filter(|found| is_it(&found.spec));
    if found.is_none() {
        console::note(&format!(
            "{} is no longer the spec that this deck was made from",
            path.display()
        ));
    }
    found
}

/// Reads the spec without the files it names.
///
/// # Errors
/// As [`read_spec_file`].
pub fn read_spec(given: &str) -> Result<Spec, Failure> {
    Ok(read_spec_file(given)?.spec)
}

fn unknown(given: &str) -> Problems {
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let message = format!("{given:?} is neither a preset nor a file");
    Problem::coded("spec.unknown", message)
        .accepts(format!("{}, or a TOML file", names.join(", ")))
        .into()
}
