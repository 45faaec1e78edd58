//! An output folder: all files of a command are written or none, next to those of other commands.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::diagnostic::{Problem, Problems};
use crate::project::bad_name;
use crate::publish::{
    EarlierFiles, Folder, FolderError, NameError, NewFile, Obstacle, Owner, PendingFile,
    RelativeName,
};
use crate::render::NamedFile;
use crate::wording::{counted, plural_form};
use clap::Args;

use super::signals::{Shield, remove_empty_at_end};
use super::{Failure, console};

/// The options of a command that writes a folder.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Folder to write to
    #[arg(short, long, value_name = "DIR", default_value = "output")]
    output: PathBuf,
    /// Replace files that this command did not write, or that were changed since, and say which
    #[arg(long)]
    force: bool,
}

impl OutputArgs {
    /// Prepares the folder before any long computation.
    ///
    /// # Errors
    /// As [`OutputFolder::prepare`].
    pub fn prepare(&self, command: &str, inputs: &[&Path]) -> Result<OutputFolder, Failure> {
        OutputFolder::prepare(&self.output, Some(command), self.force, inputs)
    }

    /// The path from the command line.
    pub fn path(&self) -> &Path {
        &self.output
    }

    /// Reports on stderr how many files were written.
    pub fn written(&self, count: usize) {
        console::written(count, &self.output);
    }
}

/// A folder that can be written to.
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
    folder: Folder,
    force: bool,
    /// The input files of the run.
    inputs: Vec<PathBuf>,
    /// Held as soon as a file is pending, so that a run that is stopped leaves no file behind. Dropped last.
    shield: OnceLock<Shield>,
}

impl OutputFolder {
    /// Makes the folder if necessary, completes what an interrupted run left in it, and checks that it is
    /// writable, before any long computation. Without a command, nothing is recorded.
    ///
    /// # Errors
    /// [`Failure::File`] if it is not writable, or another run is writing there.
    pub fn prepare(
        path: &Path,
        command: Option<&str>,
        force: bool,
        inputs: &[&Path],
    ) -> Result<Self, Failure> {
        let _shield = Shield::hold();
        let is_new = !path.exists();
        let opened = Folder::open(path, command.and_then(Owner::new)).map_err(failure)?;
        if is_new {
            remove_empty_at_end(path.to_owned());
        }
        if opened.was_unfinished {
            console::note(&format!("finished what an interrupted run wrote to {}", path.display()));
        }
        let inputs = inputs.iter().map(|path| path.to_path_buf()).collect();
        let (path, shield) = (path.to_owned(), OnceLock::new());
        Ok(Self { path, folder: opened.folder, force, inputs, shield })
    }

    /// Refuses existing files at the paths that will be written, before any is made.
    ///
    /// # Errors
    /// [`Failure::Input`] naming each, unless they may be replaced or `--force` is given.
    pub fn expect(&self, paths: &[String]) -> Result<(), Failure> {
        let mut problems = Problems::new();
        let mut names = Vec::new();
        for path in paths {
            match RelativeName::new(path) {
                Ok(name) => names.push(name),
                Err(error) => problems.push(bad_name(&error)),
            }
        }
        problems.into_result(())?;
        self.refuse(&self.folder.obstacles(&names, &self.inputs).map_err(failure)?)
    }

    /// Writes a finished file to the disk, hidden until [`replace_by`](Self::replace_by).
    ///
    /// # Errors
    /// A bad name, an error of the system, or [`FolderError::Stopped`] if a signal asked to stop.
    pub fn write_pending(&self, file: &NamedFile) -> Result<PendingFile, FolderError> {
        let shield = self.shield.get_or_init(Shield::hold);
        if shield.is_asked_to_stop() {
            return Err(FolderError::Stopped);
        }
        self.folder.write_pending(RelativeName::new(&file.path)?, &file.bytes)
    }

    /// Whether a signal asked to stop since a file was pending: the remaining files are not needed.
    pub fn is_given_up(&self) -> bool {
        self.shield.get().is_some_and(Shield::is_asked_to_stop)
    }

    /// Moves the pending files into place, and removes other files of the same command.
    ///
    /// # Errors
    /// As [`replace`](Self::replace).
    pub fn replace_by(self, pending: &[PendingFile]) -> Result<(), Failure> {
        self.write(pending.iter().map(NewFile::from).collect(), EarlierFiles::Go)
    }

    /// Writes the files, and removes other files of the same command.
    ///
    /// # Errors
    /// [`Failure::Input`], with nothing written, if foreign or changed files are in the way and `--force` is
    /// not given; [`Failure::File`] for an error of the system.
    pub fn replace(self, files: &[NamedFile]) -> Result<(), Failure> {
        self.write(in_hand(files)?, EarlierFiles::Go)
    }

    /// Writes the files, and keeps those of earlier runs.
    ///
    /// # Errors
    /// As [`replace`](Self::replace).
    pub fn add(self, files: &[NamedFile]) -> Result<(), Failure> {
        self.write(in_hand(files)?, EarlierFiles::Stay)
    }

    /// Writes the files, and removes other files of the same command below these folders.
    ///
    /// # Errors
    /// As [`replace`](Self::replace).
    pub fn replace_below(self, folders: &[&str], files: &[NamedFile]) -> Result<(), Failure> {
        self.write(in_hand(files)?, EarlierFiles::GoBelow(folders))
    }

    fn write(self, files: Vec<NewFile<'_>>, earlier: EarlierFiles<'_>) -> Result<(), Failure> {
        let plan = self.folder.plan(files, earlier, &self.inputs).map_err(failure)?;
        self.refuse(&plan.obstacles)?;
        for obstacle in plan.obstacles.iter().take(MANY) {
            console::note(&format!("replaced: {}", self.shown(obstacle)));
        }
        if let Some(more) = plan.obstacles.len().checked_sub(MANY).filter(|more| *more > 0) {
            console::note(&format!("replaced: {}", counted(more, "more such file")));
        }
        let shield = Shield::hold();
        self.folder.commit(&plan, &|| shield.is_asked_to_stop()).map_err(failure)
    }

    /// Refuses obstacles that were not reported as replaced.
    fn refuse(&self, obstacles: &[Obstacle]) -> Result<(), Failure> {
        let stands = |obstacle: &&Obstacle| !self.force || !obstacle.hindrance.can_be_forced();
        let standing: Vec<&Obstacle> = obstacles.iter().filter(stands).collect();
        let mut problems = Problems::new();
        for obstacle in standing.iter().take(MANY) {
            let accepted = match obstacle.hindrance.can_be_forced() {
                true => "another folder, or --force",
                false => "another folder",
            };
            problems
                .push(Problem::coded("output.in-the-way", self.shown(obstacle)).accepts(accepted));
        }
        if let Some(more) = standing.len().checked_sub(MANY).filter(|more| *more > 0) {
            problems.push(Problem::coded(
                "output.in-the-way",
                format!(
                    "{} {} in the way",
                    counted(more, "more file"),
                    plural_form(more, "is", "are")
                ),
            ));
        }
        problems.into_result(()).map_err(Failure::from)
    }

    /// The obstacle with the path of its file.
    fn shown(&self, obstacle: &Obstacle) -> String {
        self.path.join(obstacle.to_string()).display().to_string()
    }
}

/// Files whose content is in memory.
fn in_hand(files: &[NamedFile]) -> Result<Vec<NewFile<'_>>, Failure> {
    let new = files.iter().map(|NamedFile { path, bytes }| {
        RelativeName::new(path).map(|name| NewFile::new(name, bytes))
    });
    new.collect::<Result<_, NameError>>().map_err(|error| bad_name(&error).into())
}

/// The number of files in the way that are listed by name.
const MANY: usize = 10;

/// Converts an error of an output folder.
pub fn failure(error: FolderError) -> Failure {
    let message = error.to_string();
    let (attempt, cause) = match error {
        FolderError::Name(error) => return bad_name(&error).into(),
        FolderError::Twice(_) => return Problem::coded("output.twice", message).into(),
        FolderError::System { folder, cause } => {
            (format!("cannot write to {}", folder.display()), cause)
        }
        FolderError::InUse(folder) => {
            let reason = "another actiondeck is writing there; wait until it is done";
            (format!("cannot write to {}", folder.display()), std::io::Error::other(reason))
        }
        FolderError::NoRecord(path) => {
            let reason = "it is not what actiondeck keeps there; move it away";
            (format!("cannot use {}", path.display()), std::io::Error::other(reason))
        }
        FolderError::Stopped => ("nothing was written".to_owned(), std::io::Error::other(message)),
        FolderError::Unfinished { folder, cause } => {
            let attempt = format!(
                "cannot finish writing to {} (the next run that writes there puts the rest in place)",
                folder.display()
            );
            (attempt, cause)
        }
    };
    Failure::File { attempt, cause }
}
