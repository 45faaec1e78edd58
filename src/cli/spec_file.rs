//! Which spec a command works from: a preset by name or a TOML file.

use std::path::{Path, PathBuf};

use crate::beside::{self, Astray};
use crate::diagnostic::{Problem, Problems, quoted};
use crate::face::Theme;
use crate::input::limits::{TABLE_FILE, TOML_FILE};
use crate::render::sheet::Sheet;
use crate::spec::{FileName, PRESETS, Spec, preset};

use super::Failure;
use super::print_files::{read_sheet, read_theme};
use super::read::read_text;

/// A spec and the folder from which it names files.
#[derive(Debug)]
pub struct SpecFile {
    /// The spec.
    pub spec: Spec,
    /// The spec file's folder; `None` for a preset, which names nothing but what is built in.
    folder: Option<PathBuf>,
}

impl SpecFile {
    /// Reads the spec that was typed: a preset's name, or the path of a file. Pin tables are looked
    /// for in the file's folder.
    ///
    /// # Errors
    /// [`Failure::Input`] with every fault of the spec and its pins, or if the text is neither a
    /// preset nor a file; [`Failure::File`] when the file cannot be read.
    pub fn read(typed: &str) -> Result<Self, Failure> {
        let path = Path::new(typed);
        if let Some(preset) = preset(typed)
            && !path.is_file()
        {
            return Ok(Self { spec: preset.spec()?, folder: None });
        }
        if !path.exists() && path.extension().is_none() {
            return Err(unknown(typed).into());
        }
        let text = read_text(path, TOML_FILE)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let spec = Spec::read(typed, &text, &mut |name| pin_table(folder, name))?;
        Ok(Self { spec, folder: Some(folder.to_owned()) })
    }

    /// The theme the spec names.
    ///
    /// # Errors
    /// The place of the name if there is no such theme, or the faults of the theme's files.
    pub fn theme(&self) -> Result<Theme, Problems> {
        let name = &self.spec.theme;
        match self.beside(name)?.filter(|path| path.is_dir()) {
            Some(path) => read_theme(&path.display().to_string()),
            None => Theme::built_in(&name.name).map_err(|_| {
                let known: Vec<&str> = Theme::built_in_names().collect();
                let message =
                    format!("{} is neither a folder here nor a built-in theme", quoted(&name.name));
                let accepted = format!("a folder with theme.toml, or {}", known.join(", "));
                located(Problem::coded("theme.unknown", message).accepts(accepted), name)
            }),
        }
    }

    /// The sheets the spec names.
    pub fn sheets(&self) -> Vec<Result<Sheet, Problems>> {
        let sheet = |name: &FileName| match self.beside(name)?.filter(|path| path.is_file()) {
            Some(path) => read_sheet(&path.display().to_string()),
            None => Sheet::built_in(&name.name).map_err(|_| {
                let known: Vec<&str> = Sheet::built_in_names().collect();
                let message =
                    format!("{} is neither a file here nor a built-in sheet", quoted(&name.name));
                let accepted = format!("a TOML file, or {}", known.join(", "));
                located(Problem::coded("sheet.unknown", message).accepts(accepted), name)
            }),
        };
        self.spec.sheets.iter().map(sheet).collect()
    }

    /// The place a name of the spec means in its folder; `None` if nothing is there.
    fn beside(&self, name: &FileName) -> Result<Option<PathBuf>, Problems> {
        let Some(folder) = &self.folder else { return Ok(None) };
        match beside::find(folder, &name.name) {
            Ok(_) => Ok(Some(folder.join(&name.name))),
            Err(Astray::Outside | Astray::LinkedOutside) => {
                let message = format!("{:?} leads out of the spec's folder", name.name);
                let problem = Problem::coded("file.outside", message);
                Err(located(problem.accepts("a name of something in this folder or below"), name))
            }
            Err(Astray::Unreadable(_) | Astray::NoFile | Astray::Large(_)) => Ok(None),
        }
    }
}

/// The text of a pin table, which lies in the spec's folder or below: a spec may come from anybody,
/// and what it names is quoted where it has faults.
fn pin_table(folder: &Path, name: &str) -> Result<String, String> {
    let bytes = beside::read(folder, name, TABLE_FILE.most).map_err(|astray| match astray {
        Astray::Unreadable(error) => error.to_string(),
        astray => format!("it {astray}"),
    })?;
    String::from_utf8(bytes).map_err(|_| "it is not text in UTF-8".to_owned())
}

/// The spec that was typed, where the files it names do not matter.
///
/// # Errors
/// As [`SpecFile::read`].
pub fn read_spec(typed: &str) -> Result<Spec, Failure> {
    Ok(SpecFile::read(typed)?.spec)
}

fn located(problem: Problem, name: &FileName) -> Problems {
    match &name.place {
        Some((source, span)) => problem.at(source, span.clone()).into(),
        None => problem.into(),
    }
}

fn unknown(typed: &str) -> Problems {
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let message = format!("{typed:?} is neither a preset nor a file");
    Problem::coded("spec.unknown", message)
        .accepts(format!("{}, or a TOML file", names.join(", ")))
        .into()
}
