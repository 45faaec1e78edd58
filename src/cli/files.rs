//! Reading input files, and writing output files whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use crate::diagnostic::Problem;
use crate::whole_file::WholeFile;
use clap::Args;

use super::{Failure, console};

/// The text of the file at `path`.
///
/// # Errors
/// [`Failure::File`] naming the path when it cannot be read, [`Failure::Input`] when it is not
/// UTF-8.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(Failure::file(format!("cannot read {}", path.display())))?;
    as_text(path, bytes)
}

/// The content of the file at `path` as text.
///
/// # Errors
/// [`Failure::Input`] when it is not UTF-8.
pub fn as_text(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("{} is not text: byte {at} is not UTF-8", path.display());
        Problem::new(message).accepts("a text file in UTF-8").into()
    })
}

/// Where a command writes its one output file.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// File to write; - is stdout
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Overwrite FILE even if another program wrote it
    #[arg(long)]
    force: bool,
}

impl OutputArgs {
    /// Whether the file to write is a CSV file by its name.
    pub fn is_csv(&self) -> bool {
        self.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
    }

    /// Makes sure that the file can be written, before any long work.
    ///
    /// # Errors
    /// As [`OutputFile::prepare`].
    pub fn prepare(&self) -> Result<OutputFile, Failure> {
        OutputFile::prepare(&self.output, self.force)
    }
}

/// A place that can be written to: nothing is changed there before [`OutputFile::commit`].
#[derive(Debug)]
pub enum OutputFile {
    /// Standard output.
    Stdout,
    /// A file that is moved into place when it is complete.
    File {
        /// The file to write.
        path: PathBuf,
        /// Holds its place until then.
        file: WholeFile,
    },
}

impl OutputFile {
    /// Checks that `path` may and can be written. `-` is stdout.
    ///
    /// # Errors
    /// [`Failure::Input`] when a file of another program is there and `force` is not given,
    /// [`Failure::File`] when the folder is missing or cannot be written.
    pub fn prepare(path: &Path, force: bool) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Ok(Self::Stdout);
        }
        if path.exists() && !force && !is_ours(path)? {
            let message = format!("{} exists and was not written by actiondeck", path.display());
            return Err(Problem::new(message).accepts("another name, or --force").into());
        }
        let file = WholeFile::prepare(path)
            .map_err(Failure::file(format!("cannot write {}", path.display())))?;
        Ok(Self::File { path: path.to_owned(), file })
    }

    /// Writes the content and moves it into place.
    ///
    /// # Errors
    /// [`Failure::File`]; whatever stood at the path before still stands there then.
    pub fn commit(self, content: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Stdout => console::write(content),
            Self::File { path, file } => file
                .commit(content)
                .map_err(Failure::file(format!("cannot write {}", path.display()))),
        }
    }
}

/// Whether this program wrote the file: all its outputs name it, but for CSV, which is known by its
/// head line.
fn is_ours(path: &Path) -> Result<bool, Failure> {
    let content =
        fs::read(path).map_err(Failure::file(format!("cannot read {}", path.display())))?;
    let name = b"actiondeck";
    Ok(content.is_empty()
        || content.starts_with(b"number,rank,suit,toggle,")
        || content.starts_with(b"figure,unit,achieved,")
        || content.windows(name.len()).any(|window| window == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foreign_file_is_left_alone_without_force() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        fs::write(&path, "my own words").unwrap();
        assert!(matches!(OutputFile::prepare(&path, false), Err(Failure::Input(_))));
        OutputFile::prepare(&path, true).unwrap().commit(b"new").unwrap();
        assert_eq!("new", fs::read_to_string(&path).unwrap());
    }

    #[test]
    fn a_file_of_this_program_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deck.json");
        fs::write(&path, "{\"format\": \"actiondeck/1\"}").unwrap();
        OutputFile::prepare(&path, false).unwrap().commit(b"actiondeck, new").unwrap();
        assert_eq!("actiondeck, new", fs::read_to_string(&path).unwrap());
    }

    #[test]
    fn a_missing_folder_is_told_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("nowhere/deck.json");
        assert!(matches!(OutputFile::prepare(&path, false), Err(Failure::File { .. })));
    }

    #[test]
    fn nothing_is_left_behind_when_the_work_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        drop(OutputFile::prepare(&folder.path().join("deck.json"), false).unwrap());
        assert_eq!(0, fs::read_dir(folder.path()).unwrap().count());
    }
}
