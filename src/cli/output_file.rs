//! Writes single output files atomically, and does not overwrite foreign files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::deck::Deck;
use crate::diagnostic::{Problem, cut};
use crate::publish::{Comment, Seal, owner_of, read_seal, seal, whole_file};
use clap::Args;

use super::signals::{Shield, remove_empty_at_end};
use super::{Failure, console};

/// The options of a command with one output file.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// File to write; - is stdout
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace FILE even if this command did not write it, or it was changed since
    #[arg(long)]
    force: bool,
}

impl OutputArgs {
    /// Whether the name of the output file ends in `.csv`.
    pub fn is_csv(&self) -> bool {
        self.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
    }

    /// Checks that the file can be written, before any long computation.
    ///
    /// # Errors
    /// As [`OutputFile::prepare`].
    pub fn prepare(&self, kind: Kind, inputs: &[&Path]) -> Result<OutputFile, Failure> {
        OutputFile::prepare(&self.output, Rule { kind, force: self.force, inputs }, None)
    }

    /// Writes content that is already there.
    ///
    /// # Errors
    /// As [`OutputFile::prepare`] and [`OutputFile::commit`].
    pub fn write(&self, kind: Kind, content: &[u8]) -> Result<(), Failure> {
        let rule = Rule { kind, force: self.force, inputs: &[] };
        OutputFile::prepare(&self.output, rule, Some(content))?.commit(content)
    }
}

/// How a command recognizes a file that it wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A JSON deck, by its format and digest: its name may differ.
    Deck,
    /// A text whose last line is a comment with the command and the digest.
    Sealed(Comment, &'static str),
    /// Not recognized: a table may have been edited, and a picture bears no mark. It is replaced only by the
    /// same content.
    Unmarked,
}

impl Kind {
    /// Why a file with this content is not replaced; `None` if the command wrote it and it is unchanged.
    fn objection(&self, content: &[u8]) -> Option<String> {
        let foreign = || Some("was not written by actiondeck".to_owned());
        match self {
            Self::Deck => {
                let Ok(text) = std::str::from_utf8(content) else { return foreign() };
                match Deck::read("deck.json", text) {
                    Ok(deck) if deck.to_json() == text => None,
                    Err(_) if !text.contains(DECK_FORMAT) => foreign(),
                    _ => Some("is a deck that was changed since actiondeck wrote it".to_owned()),
                }
            }
            Self::Sealed(comment, own) => match read_seal(content, *comment) {
                None => foreign(),
                Some(Seal { command, is_unchanged: false }) => {
                    Some(format!("was changed since actiondeck {} wrote it", cut(&command)))
                }
                Some(Seal { command, .. }) if command == *own => None,
                Some(Seal { command, .. }) => {
                    Some(format!("was written by actiondeck {}", cut(&command)))
                }
            },
            Self::Unmarked => Some("exists and may have been edited".to_owned()),
        }
    }

    /// The content as it is written to a file, with its mark.
    pub fn marked(&self, content: &[u8]) -> Vec<u8> {
        match self {
            Self::Sealed(comment, command) => seal(content.to_vec(), *comment, command),
            Self::Deck | Self::Unmarked => content.to_vec(),
        }
    }
}

/// What a command may replace.
#[derive(Clone, Debug)]
pub struct Rule<'a> {
    /// The kind of its output.
    pub kind: Kind,
    /// Whether `--force` was given.
    pub force: bool,
    /// Its input files, which are never replaced.
    pub inputs: &'a [&'a Path],
}

/// A path that was checked. Nothing is changed there before [`OutputFile::commit`].
#[derive(Debug)]
pub enum OutputFile {
    /// Standard output.
    Stdout,
    /// A file that is moved into place when it is complete.
    File {
        /// The file to write.
        path: PathBuf,
        /// What it will be.
        kind: Kind,
        /// Why an existing file is replaced, if that is reported.
        replaces: Option<Problem>,
    },
}

impl OutputFile {
    /// Checks that `path` may be written, and makes its folder. `-` is stdout. A file that already holds
    /// `content` may be replaced.
    ///
    /// # Errors
    /// [`Failure::Input`] if the command did not write the existing file, or it was changed since, and
    /// `--force` is not given, or if it is an input of the run; [`Failure::File`] if the folder cannot be
    /// made or written.
    pub fn prepare(path: &Path, rule: Rule<'_>, content: Option<&[u8]>) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Ok(Self::Stdout);
        }
        let attempt = format!("cannot write {}", path.display());
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let is_new = !folder.exists();
            fs::create_dir_all(folder).map_err(Failure::file(&attempt))?;
            if is_new {
                remove_empty_at_end(folder.to_owned());
            }
        }
        let replaces = obstacle(path, &rule, content)?;
        if let Some(obstacle) = replaces.as_ref().filter(|_| !rule.force) {
            return Err(obstacle.clone().into());
        }
        let _shield = Shield::hold();
        whole_file::sweep(path);
        whole_file::probe(path).map_err(Failure::file(attempt))?;
        Ok(Self::File { path: path.to_owned(), kind: rule.kind, replaces })
    }

    /// Writes the content and moves it into place.
    ///
    /// # Errors
    /// [`Failure::File`]; the existing file is unchanged then.
    pub fn commit(self, content: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Stdout => console::write(content),
            Self::File { path, kind, replaces } => {
                if let Some(obstacle) = replaces {
                    console::note(&format!("replaced: {}", obstacle.message()));
                }
                let _shield = Shield::hold();
                whole_file::write(&path, &kind.marked(content))
                    .map_err(Failure::file(format!("cannot write {}", path.display())))
            }
        }
    }
}

/// The obstacle at a path that `--force` overrules; any other is an error.
fn obstacle(
    path: &Path,
    rule: &Rule<'_>,
    content: Option<&[u8]>,
) -> Result<Option<Problem>, Failure> {
    let shown = path.display();
    let overrulable = |message: String| {
        Ok(Some(Problem::coded("output.in-the-way", message).accepts("another name, or --force")))
    };
    let Ok(found) = fs::symlink_metadata(path) else { return Ok(None) };
    if path.is_dir() {
        let message = format!("{shown} is a folder");
        return Err(Problem::coded("output.folder", message)
            .accepts("the name of a file in it")
            .into());
    }
    let real = |path: &Path| fs::canonicalize(path).ok();
    if rule.inputs.iter().any(|input| real(input).is_some() && real(input) == real(path)) {
        let message = format!("{shown} is read by this command and cannot be written by it");
        return Err(Problem::coded("output.read-as-well", message).accepts("another name").into());
    }
    if found.is_symlink() {
        return overrulable(format!("{shown} is a link"));
    }
    if !found.is_file() {
        let message = format!("{shown} is not a file");
        return Err(Problem::coded("output.not-a-file", message)
            .accepts("a file, or - for stdout")
            .into());
    }
    let unread = Failure::file(format!("cannot read {shown}"));
    let there = fs::read(path).map_err(unread)?;
    if content.is_some_and(|content| rule.kind.marked(content) == there) {
        return Ok(None);
    }
    if let Some(owner) = owner_of(path) {
        let owner = owner.as_str();
        return overrulable(format!("{shown} was written by actiondeck {owner} with other files"));
    }
    match rule.kind.objection(&there) {
        None => Ok(None),
        Some(objection) => overrulable(format!("{shown} {objection}")),
    }
}

/// The beginning of the format in every deck file.
const DECK_FORMAT: &str = "\"actiondeck/";
