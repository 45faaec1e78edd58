//! The child process of `preflight` that reads foreign files. It limits itself, does one task that its parent
//! writes to its stdin, and answers on stdout, one message per line.
//!
//! Other output, by a library or a panic, does not reach the user. When stdin closes, the parent has ended,
//! and this process ends too.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::other_looks::{CheckedDeck, all_differ};
use super::preflight_args::{PreflightArgs, Reference};
use super::process_limits::{limit_process, limit_processor_time};
use super::theme_choice::coded;
use super::{Exit, Failure};
use crate::deck::Deck;
use crate::diagnostic::Problem;
use crate::input::disk;
use crate::preflight::{Finding, FindingMessage, Kind, LARGEST_FILE, check_each, kind, page_count};

/// The environment variable that makes a process of `preflight` the worker of another.
const VARIABLE: &str = "ACTIONDECK_PREFLIGHT_WORKER";

/// Whether this process is a worker.
pub fn is_worker() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// A command that runs this program with the same arguments as a worker with `threads` threads.
///
/// # Errors
/// That the system does not return the path of the program.
pub fn command(threads: usize) -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(std::env::args_os().skip(1)).env(VARIABLE, "1");
    command.env("RAYON_NUM_THREADS", threads.to_string());
    // The end of its stderr says why it ended.
    command.env("RUST_BACKTRACE", "0");
    Ok(command)
}

/// The task of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request {
    /// The deck as JSON, if there is one.
    pub deck: Option<String>,
    pub task: Task,
}

/// What to do with files.
#[derive(Debug, Serialize, Deserialize)]
pub enum Task {
    /// Check each.
    Check(Vec<NamedPath>),
    /// Find out in which other theme, language or size they match the deck.
    OtherLook(Vec<(NamedPath, FindingMessage)>),
}

/// A file, by its index in the list of the parent.
#[derive(Debug, Serialize, Deserialize)]
pub struct NamedPath {
    pub place: usize,
    pub path: OsString,
}

/// A reply of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The deck cannot be drawn; the parent reports why.
    Unready,
    /// A file was started, or its time limit was raised.
    Started {
        place: usize,
        kind: Kind,
        /// Its limit of processor time.
        seconds: u64,
    },
    /// The finding on a file.
    Checked { place: usize, finding: Box<FindingMessage> },
    /// The fault of files that match the deck in another theme, language or size.
    OtherLook { code: String, message: String, accepted: Option<String> },
}

/// Runs the task.
///
/// # Errors
/// Errors are not shown to the user; what the parent needs is a [`Reply`].
pub fn run(args: &PreflightArgs, limit_memory: fn(usize)) -> Result<Exit, Failure> {
    limit_process(limit_memory);
    let mut stdin = BufReader::new(io::stdin());
    let mut request = String::new();
    stdin.read_line(&mut request).map_err(Failure::file("cannot read stdin"))?;
    let end_with_parent = move || {
        let _ = io::copy(&mut stdin.by_ref(), &mut io::sink());
        process::exit(1);
    };
    std::thread::Builder::new()
        .spawn(end_with_parent)
        .map_err(Failure::file("cannot start a thread"))?;
    let request: Request = serde_json::from_str(&request)
        .map_err(|error| Problem::new(format!("the request cannot be read: {error}")))?;
    let worker = Worker { args, stdout: Mutex::new(io::stdout()), allowed: Mutex::default() };
    let deck = request.deck.map(|text| Deck::read("deck.json", &text)).transpose()?;
    let Ok(reference) = args.reference(deck) else {
        worker.send(&Reply::Unready);
        return Ok(Exit::Fails);
    };
    match request.task {
        Task::Check(files) => worker.check(&files, &reference),
        Task::OtherLook(files) => worker.find_other_look(files, &reference),
    }
    Ok(Exit::Holds)
}

struct Worker<'a> {
    args: &'a PreflightArgs,
    stdout: Mutex<io::Stdout>,
    /// Seconds of processor time for each file in progress.
    allowed: Mutex<BTreeMap<usize, u64>>,
}

impl Worker<'_> {
    /// Checks each file.
    fn check(&self, files: &[NamedPath], reference: &Reference) {
        let Ok(printed) = reference.printed() else { return self.send(&Reply::Unready) };
        let has_pictures = self.args.pictures.is_some();
        check_each(files, printed.as_ref(), NamedPath::path, |file| {
            let name = file.path().display().to_string();
            // One byte more than the limit, so that preflight itself reports the excess.
            let finding = match disk::up_to(file.path(), LARGEST_FILE) {
                Ok(bytes) => {
                    self.allow_pages(file.place, &bytes);
                    Finding::check(&name, &bytes, &reference.expectation, printed.as_ref())
                }
                Err(error) => Finding::unread(&name, &format!("cannot be read: {error}")),
            };
            self.allow(file.place, None);
            let finding = Box::new(FindingMessage::new(finding, has_pictures));
            self.send(&Reply::Checked { place: file.place, finding });
        });
    }

    /// Adds the time for the pages of a file. Counting them is part of its own time.
    fn allow_pages(&self, place: usize, bytes: &[u8]) {
        let kind = kind(bytes);
        let allow = |pages: u64| {
            let seconds = self.args.time_limit.saturating_add(pages);
            self.allow(place, Some(seconds));
            self.send(&Reply::Started { place, kind, seconds });
        };
        allow(1);
        if let pages @ 2.. = page_count(bytes) {
            allow(pages as u64);
        }
    }

    /// Sets the limit of a file, or that it is done. The system limits the whole process: to the sum for all
    /// files in progress, from now on.
    fn allow(&self, place: usize, seconds: Option<u64>) {
        let mut allowed = self.allowed.lock().unwrap_or_else(PoisonError::into_inner);
        match seconds {
            Some(seconds) => allowed.insert(place, seconds),
            None => allowed.remove(&place),
        };
        let sum = allowed.values().fold(0, |sum: u64, own| sum.saturating_add(*own));
        // Without a file, the limit leaves time to write the findings.
        limit_processor_time(if allowed.is_empty() { self.args.time_limit } else { sum });
    }

    /// Finds out in which other theme, language or size files match the deck.
    fn find_other_look(&self, files: Vec<(NamedPath, FindingMessage)>, reference: &Reference) {
        let Reference { deck: Some(deck), theme, unsized_theme, .. } = reference else { return };
        limit_processor_time(self.args.time_limit.saturating_mul(OTHER_LOOKS));
        let (file, chosen) = (self.args.deck.as_deref(), &self.args.theme);
        let held = CheckedDeck { deck, file, chosen, theme };
        let (paths, findings): (Vec<PathBuf>, Vec<Finding>) = files
            .into_iter()
            .map(|(file, finding)| (PathBuf::from(file.path), finding.into_finding()))
            .unzip();
        let cut = |theme| self.args.cut_as(reference, theme);
        let other_theme_or_size = || {
            if !all_differ(&findings) {
                return None;
            }
            held.printed_otherwise(&findings, &paths, &cut).or_else(|| {
                let drawn = coded(Ok(unsized_theme.clone()?), self.args.code.as_deref()).ok()?;
                held.cut_otherwise(&findings, &paths, &drawn)
            })
        };
        let problem = held.coded_otherwise(&findings, &paths).or_else(other_theme_or_size);
        if let Some(problem) = problem {
            let accepted = problem.accepted().map(str::to_owned);
            let (code, message) = (problem.code().to_owned(), problem.message().to_owned());
            self.send(&Reply::OtherLook { code, message, accepted });
        }
    }

    /// Writes a message on a line of its own, even after other output of a library.
    fn send(&self, reply: &Reply) {
        let text =
            serde_json::to_string(reply).expect("a reply holds nothing that JSON cannot say");
        let mut stdout = self.stdout.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(stdout, "\n{text}").and_then(|()| stdout.flush()).is_err() {
            // The parent has ended.
            process::exit(1);
        }
    }
}

/// The largest number of looks that are tried for one file.
const OTHER_LOOKS: u64 = 10;

impl NamedPath {
    pub fn path(&self) -> &Path {
        Path::new(&self.path)
    }
}
