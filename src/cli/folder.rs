//! A folder of output files: written file by file, each whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use crate::deck::Digest;
use crate::diagnostic::{Problem, Problems};
use crate::render::NamedFile;
use clap::Args;

use super::files::OutputFile;
use super::{Failure, console};

/// The list of the files that were written, in the form of `sha256sum`, so that
/// `sha256sum --check SHA256SUMS` shows whether they are unchanged.
const LIST: &str = "SHA256SUMS";

/// Where a command writes.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Folder to write to
    #[arg(short, long, value_name = "DIR", default_value = "output")]
    output: PathBuf,
    /// Overwrite files that actiondeck did not write
    #[arg(long)]
    force: bool,
}

impl OutputArgs {
    /// The folder, made if need be, before any long work.
    ///
    /// # Errors
    /// As [`OutputFolder::prepare`].
    pub fn prepare(&self) -> Result<OutputFolder, Failure> {
        OutputFolder::prepare(&self.output, self.force)
    }

    /// Says on stderr how many files were written there.
    pub fn written(&self, count: usize) {
        console::written(count, &self.output);
    }
}

/// A folder that can be written to.
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
    force: bool,
    /// What the last run wrote: digest and name.
    listed: Vec<(String, String)>,
}

impl OutputFolder {
    /// Makes the folder if need be and finds out whether it can be written, before any long work.
    ///
    /// # Errors
    /// [`Failure::File`] when it cannot.
    pub fn prepare(path: &Path, force: bool) -> Result<Self, Failure> {
        let attempt = || format!("cannot write to {}", path.display());
        fs::create_dir_all(path).map_err(Failure::file(attempt()))?;
        tempfile::Builder::new()
            .prefix(".actiondeck-")
            .tempfile_in(path)
            .map_err(Failure::file(attempt()))?;
        let listed = fs::read_to_string(path.join(LIST)).unwrap_or_default();
        let listed = listed
            .lines()
            .filter_map(|line| line.split_once("  "))
            .map(|(digest, name)| (digest.to_owned(), name.to_owned()))
            .collect();
        Ok(Self { path: path.to_owned(), force, listed })
    }

    /// Writes the files and the list of them. Files of an earlier run that are not among them and
    /// are still as they were written are removed; other people's files stay.
    ///
    /// # Errors
    /// [`Failure::Input`], with nothing written, if files that were not written by this program, or
    /// were changed since, stand in the way and there is no `--force`; [`Failure::File`] when the
    /// system refuses.
    pub fn replace(&self, files: &[NamedFile]) -> Result<(), Failure> {
        self.refuse_foreign(files)?;
        for (digest, name) in &self.listed {
            let kept = files.iter().any(|file| file.path == *name);
            let path = self.path.join(name);
            if !kept && fs::read(&path).is_ok_and(|bytes| sum(&bytes) == *digest) {
                let attempt = format!("cannot remove {}", path.display());
                fs::remove_file(&path).map_err(Failure::file(attempt))?;
            }
        }
        self.write(files)?;
        let lines = files.iter().map(|file| (sum(&file.bytes), file.path.clone()));
        self.write_list(lines.collect())
    }

    /// Writes the files beside those of earlier runs.
    ///
    /// # Errors
    /// As [`replace`](Self::replace).
    pub fn add(&self, files: &[NamedFile]) -> Result<(), Failure> {
        self.refuse_foreign(files)?;
        self.write(files)?;
        let written = |name: &str| files.iter().any(|file| file.path == name);
        let mut lines: Vec<(String, String)> =
            self.listed.iter().filter(|(_, name)| !written(name)).cloned().collect();
        lines.extend(files.iter().map(|file| (sum(&file.bytes), file.path.clone())));
        self.write_list(lines)
    }

    fn write(&self, files: &[NamedFile]) -> Result<(), Failure> {
        for file in files {
            let path = self.path.join(&file.path);
            if let Some(folder) = path.parent() {
                let attempt = format!("cannot write to {}", folder.display());
                fs::create_dir_all(folder).map_err(Failure::file(attempt))?;
            }
            OutputFile::prepare(&path, true)?.commit(&file.bytes)?;
        }
        Ok(())
    }

    fn write_list(&self, mut lines: Vec<(String, String)>) -> Result<(), Failure> {
        lines.sort_by(|(_, one), (_, other)| one.cmp(other));
        let text: String =
            lines.iter().map(|(digest, name)| format!("{digest}  {name}\n")).collect();
        OutputFile::prepare(&self.path.join(LIST), true)?.commit(text.as_bytes())
    }

    fn refuse_foreign(&self, files: &[NamedFile]) -> Result<(), Failure> {
        if self.force {
            return Ok(());
        }
        let mut problems = Problems::new();
        for file in files {
            let path = self.path.join(&file.path);
            let Ok(bytes) = fs::read(&path) else { continue };
            let ours = self
                .listed
                .iter()
                .any(|(digest, name)| *name == file.path && *digest == sum(&bytes));
            if !ours && bytes != file.bytes {
                let message = format!(
                    "{} was not written by actiondeck, or was changed since",
                    path.display(),
                );
                problems.push(Problem::new(message).accepts("another folder, or --force"));
            }
        }
        problems.into_result(()).map_err(Failure::from)
    }
}

/// The digest as `sha256sum` prints it.
fn sum(bytes: &[u8]) -> String {
    Digest::of(bytes).to_string().trim_start_matches("sha256:").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> NamedFile {
        NamedFile { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    #[test]
    fn what_an_earlier_run_wrote_is_replaced_and_the_rest_of_it_removed() {
        let folder = tempfile::tempdir().unwrap();
        let write = |files: &[NamedFile]| {
            OutputFolder::prepare(folder.path(), false).unwrap().replace(files).unwrap();
        };
        write(&[file("a/one.txt", "1"), file("two.txt", "2")]);
        write(&[file("a/one.txt", "one")]);
        assert_eq!("one", fs::read_to_string(folder.path().join("a/one.txt")).unwrap());
        assert!(!folder.path().join("two.txt").exists());
    }

    #[test]
    fn foreign_and_changed_files_are_left_alone_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("two.txt"), "mine").unwrap();
        let files = [file("one.txt", "1"), file("two.txt", "2")];
        let output = OutputFolder::prepare(folder.path(), false).unwrap();
        assert!(matches!(output.replace(&files), Err(Failure::Input(_))));
        assert!(!folder.path().join("one.txt").exists());
        OutputFolder::prepare(folder.path(), true).unwrap().replace(&files).unwrap();
        assert_eq!("2", fs::read_to_string(folder.path().join("two.txt")).unwrap());
    }

    #[test]
    fn files_added_are_listed_beside_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let output = || OutputFolder::prepare(folder.path(), false).unwrap();
        output().add(&[file("b.txt", "b")]).unwrap();
        output().add(&[file("a.txt", "a")]).unwrap();
        let list = fs::read_to_string(folder.path().join(LIST)).unwrap();
        let names: Vec<&str> = list.lines().filter_map(|line| line.split("  ").nth(1)).collect();
        assert_eq!(["a.txt", "b.txt"], names[..]);
    }
}
