//! Which spec a command works from: a preset by name or a TOML file.

use std::path::Path;

use actiondeck::diagnostic::{Problem, Problems};
use actiondeck::spec::{PRESETS, Spec, preset};

use super::Failure;
use super::files::read_text;

/// Reads the spec that was typed: a preset's name, or the path of a file. Pin tables are looked for
/// in the file's folder.
///
/// # Errors
/// [`Failure::Input`] with every fault of the spec and its pins, or if the text is neither a preset
/// nor a file; [`Failure::File`] when the file cannot be read.
pub fn read_spec(typed: &str) -> Result<Spec, Failure> {
    let path = Path::new(typed);
    if let Some(preset) = preset(typed)
        && !path.is_file()
    {
        return Ok(preset.spec()?);
    }
    if !path.exists() && path.extension().is_none() {
        return Err(unknown(typed).into());
    }
    let text = read_text(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let spec = Spec::read(typed, &text, &mut |name| {
        std::fs::read_to_string(folder.join(name)).map_err(|error| error.to_string())
    })?;
    Ok(spec)
}

fn unknown(typed: &str) -> Problems {
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let message = format!("{typed:?} is neither a preset nor a file");
    Problem::new(message).accepts(format!("{}, or a TOML file", names.join(", "))).into()
}
