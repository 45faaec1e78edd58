//! `actiondeck new`: a folder to design a deck in.

use std::fs;
use std::path::PathBuf;

use crate::diagnostic::Problem;
use crate::project;
use crate::spec::{PRESETS, preset};
use clap::Args;

use super::files::OutputFile;
use super::progress::ProgressArgs;
use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Folder to start the project in
    dir: PathBuf,
    /// Preset to start from
    #[arg(long, value_name = "NAME", default_value = "future-imperfect")]
    preset: String,
    /// Write into a folder that is not empty, over files of the same names
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Writes the project's files.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let Some(preset) = preset(&typed.preset) else {
        let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        let message = format!("there is no preset {:?}", typed.preset);
        return Err(Problem::new(message).accepts(names.join(", ")).into());
    };
    let shown = typed.dir.display();
    if fs::read_dir(&typed.dir).is_ok_and(|mut entries| entries.next().is_some()) && !typed.force {
        let message = format!("{shown} is not empty");
        return Err(Problem::new(message).accepts("a new or empty folder, or --force").into());
    }
    let files = project::files(preset);
    for file in &files {
        let path = typed.dir.join(&file.path);
        let folder = path.parent().unwrap_or(&typed.dir);
        let attempt = format!("cannot write to {}", folder.display());
        fs::create_dir_all(folder).map_err(Failure::file(attempt))?;
        OutputFile::prepare(&path, true)?.commit(&file.bytes)?;
    }
    if !typed.progress.quiet {
        console::written(files.len(), &typed.dir);
        console::note(&format!("start with {}", typed.dir.join("deck.toml").display()));
    }
    Ok(Verdict::Holds)
}
