//! The process that reads files of other people for `preflight`: it limits itself, does one task that its parent
//! writes to its stdin, and answers on stdout, a message a line.
//!
//! Nothing else that is written to stdout or stderr, by a library or by a panic, reaches the user. When stdin
//! closes, the parent is gone, and this process ends.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::other_looks::{CheckedDeck, all_differ};
use super::preflight_args::{PreflightArgs, Reference};
use super::print_files::coded;
use super::process_limits::{limit_process, limit_processor_time};
use super::{Exit, Failure};
use crate::deck::Deck;
use crate::diagnostic::Problem;
use crate::input::file;
use crate::preflight::{Finding, FindingMessage, Kind, LARGEST_FILE, check_each, kind, page_count};

/// The environment variable that makes a process of `preflight` the worker of another.
const VARIABLE: &str = "ACTIONDECK_PREFLIGHT_WORKER";

/// Whether this process is a worker.
pub fn is_worker() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// A program with the arguments of this one, as a worker with so many threads.
///
/// # Errors
/// That the system does not say where the program is.
pub fn command(threads: usize) -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(std::env::args_os().skip(1)).env(VARIABLE, "1");
    command.env("RAYON_NUM_THREADS", threads.to_string());
    // Of what it writes to stderr the end is kept, which says why it ended.
    command.env("RUST_BACKTRACE", "0");
    Ok(command)
}

/// What a worker is asked for.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request {
    /// The text of the deck, as JSON, if there is one.
    pub deck: Option<String>,
    pub task: Task,
}

/// What is to be done with files.
#[derive(Debug, Serialize, Deserialize)]
pub enum Task {
    /// Each is checked.
    Check(Vec<NamedPath>),
    /// It is found out in which other theme, language or size they show the deck.
    OtherLook(Vec<(NamedPath, FindingMessage)>),
}

/// A file by its place in the list of the parent.
#[derive(Debug, Serialize, Deserialize)]
pub struct NamedPath {
    pub place: usize,
    pub path: OsString,
}

/// What a worker answers.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The deck cannot be drawn; the parent finds out why.
    Unready,
    /// A file was begun, or more time was allowed for it.
    Started {
        place: usize,
        kind: Kind,
        /// Processor time that it may take.
        seconds: u64,
    },
    /// What was found in a file.
    Checked { place: usize, finding: Box<FindingMessage> },
    /// The fault of files that show the deck otherwise.
    OtherLook { code: String, message: String, accepted: Option<String> },
}

/// Does the task.
///
/// # Errors
/// None that anyone sees: what the parent should know is a [`Reply`].
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
    /// Seconds of processor time for each file that is begun and not checked.
    allowed: Mutex<BTreeMap<usize, u64>>,
}

impl Worker<'_> {
    /// Checks each file.
    fn check(&self, files: &[NamedPath], reference: &Reference) {
        let Ok(printed) = reference.printed() else { return self.send(&Reply::Unready) };
        let has_pictures = self.args.pictures.is_some();
        check_each(files, printed.as_ref(), NamedPath::path, |file| {
            let name = file.path().display().to_string();
            // One byte too many is what preflight itself refuses.
            let finding = match file::up_to(file.path(), LARGEST_FILE) {
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

    /// Allows the time for a file with its pages, which are counted in the time for one.
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

    /// Sets what a file may take, or that it is done. The system limits the process as a whole: to the time of all
    /// files that are begun, from now on.
    fn allow(&self, place: usize, seconds: Option<u64>) {
        let mut allowed = self.allowed.lock().unwrap_or_else(PoisonError::into_inner);
        match seconds {
            Some(seconds) => allowed.insert(place, seconds),
            None => allowed.remove(&place),
        };
        let sum = allowed.values().fold(0, |sum: u64, own| sum.saturating_add(*own));
        // Without a file there is time to write what was found.
        limit_processor_time(if allowed.is_empty() { self.args.time_limit } else { sum });
    }

    /// Finds out in which theme, language or size files show the deck, if not in that of the reference.
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

    /// Writes a message on a line of its own, whatever a library wrote before.
    fn send(&self, reply: &Reply) {
        let text =
            serde_json::to_string(reply).expect("a reply holds nothing that JSON cannot say");
        let mut stdout = self.stdout.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(stdout, "\n{text}").and_then(|()| stdout.flush()).is_err() {
            // The parent is gone.
            process::exit(1);
        }
    }
}

/// Looks that are tried for one file at most.
const OTHER_LOOKS: u64 = 10;

impl NamedPath {
    pub fn path(&self) -> &Path {
        Path::new(&self.path)
    }
}
