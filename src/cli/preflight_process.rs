//! Checks foreign files in a child process. If a decoder exhausts memory, hangs or crashes, only the file at
//! fault is not checked.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::clock::now;
use super::preflight_args::Reference;
use super::preflight_worker::{NamedPath, Reply, Request, Task};
use super::process_limits::{MEMORY_BYTES, THREADS};
use super::{Failure, preflight_worker};
use crate::diagnostic::Problem;
use crate::preflight::{Finding, FindingMessage, Kind};

/// Files that are checked in another process.
pub struct CheckProcess<'a> {
    pub reference: &'a Reference,
    pub paths: &'a [PathBuf],
    /// Seconds of processor time for a file, not counting those for its pages.
    pub time_limit: u64,
}

impl CheckProcess<'_> {
    /// Returns the findings, in the order of the files.
    ///
    /// # Errors
    /// That the deck cannot be drawn, or that a process cannot be started.
    pub fn check(&self) -> Result<Vec<Finding>, Failure> {
        let mut found: Vec<Option<Finding>> = self.paths.iter().map(|_| None).collect();
        // Files that a process was checking when it died. Checked alone, they show which is at fault.
        let mut suspects: Vec<usize> = Vec::new();
        loop {
            let batch: Vec<usize> = match suspects.pop() {
                Some(suspect) => vec![suspect],
                None => (0..found.len()).filter(|place| found[*place].is_none()).collect(),
            };
            if batch.is_empty() {
                break;
            }
            let death = self.check_batch(&batch, &mut found)?;
            let left: Vec<usize> =
                batch.iter().copied().filter(|place| found[*place].is_none()).collect();
            if left.len() < batch.len() || (batch.len() > 1 && !death.begun.is_empty()) {
                suspects.extend(death.begun.keys());
                continue;
            }
            for place in left {
                let begun = death.begun.get(&place);
                let kind = begun.map_or(Kind::Unknown, |begun| begun.kind);
                let name = self.paths[place].display().to_string();
                let reason = death.reason(begun.map(|begun| begun.seconds));
                found[place] = Some(Finding::unfinished(&name, kind, &reason));
            }
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// Runs one process on files until it ends, and returns how it ended.
    fn check_batch(
        &self,
        batch: &[usize],
        found: &mut [Option<Finding>],
    ) -> Result<ProcessEnd, Failure> {
        let files = batch.iter().map(|place| self.named(*place)).collect();
        let mut worker = Worker::start(&self.request(Task::Check(files)))?;
        let mut begun: BTreeMap<usize, StartedFile> = BTreeMap::new();
        let is_late = loop {
            let earliest = begun.values().map(|begun| begun.since + wait(begun.seconds)).min();
            let until = earliest.unwrap_or_else(|| now() + wait(self.time_limit));
            match worker.replies.recv_timeout(until.saturating_duration_since(now())) {
                Ok(Reply::Unready) => return Err(self.unready()),
                Ok(Reply::Started { place, kind, seconds }) => {
                    let since = begun.get(&place).map_or_else(now, |begun| begun.since);
                    begun.insert(place, StartedFile { kind, since, seconds });
                }
                Ok(Reply::Checked { place, finding }) => {
                    begun.remove(&place);
                    found[place] = Some(finding.into_finding());
                }
                Ok(Reply::OtherLook { .. }) => {}
                Err(RecvTimeoutError::Timeout) => break true,
                Err(RecvTimeoutError::Disconnected) => break false,
            }
        };
        if is_late {
            worker.kill();
        }
        let (status, noise) = worker.end()?;
        Ok(ProcessEnd { begun, is_late, status, noise, time_limit: self.time_limit })
    }

    /// The fault of files that differ from the deck throughout, if they match another theme, language or
    /// size.
    ///
    /// # Errors
    /// That a process cannot be started.
    pub fn other_look(&self, findings: &[Finding]) -> Result<Option<Problem>, Failure> {
        let message = |(place, finding): (usize, &Finding)| {
            (self.named(place), FindingMessage::new(finding.clone(), false))
        };
        let files = findings.iter().enumerate().map(message).collect();
        let worker = Worker::start(&self.request(Task::OtherLook(files)))?;
        let longest = wait(self.time_limit).saturating_mul(10);
        let Ok(Reply::OtherLook { code, message, accepted }) = worker.replies.recv_timeout(longest)
        else {
            return Ok(None);
        };
        let code = OTHER_LOOK_CODES.into_iter().find(|known| *known == code).unwrap_or("fault");
        let problem = Problem::coded(code, message);
        Ok(Some(accepted.into_iter().fold(problem, |problem, accepted| problem.accepts(accepted))))
    }

    fn request(&self, task: Task) -> Request {
        Request { deck: self.reference.deck.as_ref().map(|deck| deck.to_json()), task }
    }

    fn named(&self, place: usize) -> NamedPath {
        NamedPath { place, path: self.paths[place].clone().into_os_string() }
    }

    /// Why the deck cannot be drawn.
    fn unready(&self) -> Failure {
        match self.reference.printed() {
            Err(problems) => problems.into(),
            Ok(_) => Problem::new("the theme changed while the files were checked").into(),
        }
    }
}

const OTHER_LOOK_CODES: [&str; 3] =
    ["preflight.other-theme", "preflight.other-words", "preflight.other-size"];

/// The timeout of a file with this limit of processor time. Where the system limits processor time, it only
/// ends a process that waits without working.
fn wait(seconds: u64) -> Duration {
    let times = if cfg!(unix) { 20 } else { 1 };
    // At most a century.
    Duration::from_secs(seconds.saturating_mul(times).min(3_000_000_000))
}

/// A file that a process has started to check.
struct StartedFile {
    kind: Kind,
    since: Instant,
    /// Its limit of processor time.
    seconds: u64,
}

/// How a process ended, and at which files.
struct ProcessEnd {
    begun: BTreeMap<usize, StartedFile>,
    is_late: bool,
    status: ExitStatus,
    /// The end of its stderr.
    noise: String,
    time_limit: u64,
}

impl ProcessEnd {
    /// Why a file was not checked when the process ended; `seconds` is its limit of processor time.
    fn reason(&self, seconds: Option<u64>) -> String {
        if self.is_late || ended_by_time(self.status) {
            let seconds = seconds.unwrap_or(self.time_limit);
            return format!(
                "checking it takes more than {seconds} s of processor time; accepted with a higher --time-limit"
            );
        }
        // These are messages of Rust's standard library before it aborts.
        if self.noise.contains("memory allocation of ") {
            return format!("checking it takes more than {} GB of memory", MEMORY_BYTES / GIGABYTE);
        }
        if self.noise.contains("has overflowed its stack") {
            return "the program that checks it crashed: its stack overflowed".to_owned();
        }
        format!("the program that checks it crashed ({})", self.status)
    }
}

const GIGABYTE: usize = 1_000_000_000;

/// Whether the system ended a process at its limit of processor time.
#[cfg(unix)]
fn ended_by_time(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(signal_hook::consts::SIGXCPU)
}

#[cfg(not(unix))]
fn ended_by_time(_: ExitStatus) -> bool {
    false
}

/// A process that checks files. It is killed when this is dropped.
struct Worker {
    child: Child,
    replies: Receiver<Reply>,
    noise: Option<JoinHandle<String>>,
    /// The process ends when its stdin closes.
    _stdin: Option<ChildStdin>,
}

impl Worker {
    /// Starts a process with the arguments of this one.
    fn start(request: &Request) -> Result<Self, Failure> {
        let failed = || Failure::file("cannot start the process that checks the files");
        let command = preflight_worker::command(rayon::current_num_threads().min(THREADS));
        let mut child = command
            .map_err(failed())?
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed())?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, replies) = channel();
        let listen = move || {
            for line in BufReader::new(stdout?).split(b'\n') {
                // Other lines are output of a library.
                if let Ok(reply) = serde_json::from_slice(&line.ok()?) {
                    sender.send(reply).ok()?;
                }
            }
            Some(())
        };
        std::thread::spawn(listen);
        let noise = std::thread::spawn(move || stderr.map(end_of).unwrap_or_default());
        let mut worker = Self { child, replies, noise: Some(noise), _stdin: stdin };
        let mut text = serde_json::to_vec(request).map_err(io::Error::from).map_err(failed())?;
        text.push(b'\n');
        if let Some(stdin) = &mut worker._stdin {
            // If the process has ended already, its exit status says why.
            let _ = stdin.write_all(&text);
        }
        Ok(worker)
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
    }

    /// The exit status of the process, and the end of its stderr.
    fn end(mut self) -> Result<(ExitStatus, String), Failure> {
        let failed = Failure::file("cannot wait for the process that checks the files");
        let status = self.child.wait().map_err(failed)?;
        let noise = self.noise.take().and_then(|noise| noise.join().ok());
        Ok((status, noise.unwrap_or_default()))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

/// The last bytes of a stream.
fn end_of(mut source: impl Read) -> String {
    const MOST: usize = 4096;
    let (mut end, mut piece) = (Vec::new(), [0; MOST]);
    while let Ok(count @ 1..) = source.read(&mut piece) {
        end.extend_from_slice(&piece[..count]);
        end.drain(..end.len().saturating_sub(MOST));
    }
    String::from_utf8_lossy(&end).into_owned()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Uses a stack frame of a kilobyte for each step.
    fn deep(steps: usize) -> usize {
        let frame = std::hint::black_box([steps; 128]);
        if steps == 0 { 0 } else { 1 + deep(frame[0] - 1) }
    }

    #[test]
    #[ignore = "run by the test below, in a process of its own"]
    fn stack_overflow() {
        assert_eq!(0, deep(usize::MAX));
    }

    #[test]
    #[ignore = "run by the test below, in a process of its own"]
    fn allocation_failure() {
        let most = std::hint::black_box(isize::MAX as usize);
        assert_eq!(0, std::hint::black_box(Vec::<u8>::with_capacity(most)).len());
    }

    #[test]
    #[ignore = "run by the test below, in a process of its own"]
    fn abort() {
        std::process::abort();
    }

    /// The reason for a process that ran one of the tests above.
    fn reason(test: &str) -> String {
        let test = format!("{}::{test}", module_path!().split_once("::").unwrap().1);
        let mut program = Command::new(std::env::current_exe().unwrap());
        let output = program.args(["--ignored", "--exact", "--nocapture", &test]).output().unwrap();
        let (status, noise) = (output.status, end_of(&*output.stderr));
        ProcessEnd { begun: BTreeMap::new(), is_late: false, status, noise, time_limit: 20 }
            .reason(None)
    }

    #[test]
    fn the_reason_says_how_the_process_ended() {
        assert!(reason("stack_overflow").ends_with("crashed: its stack overflowed"));
        assert_eq!("checking it takes more than 2 GB of memory", reason("allocation_failure"));
        assert!(reason("abort").starts_with("the program that checks it crashed ("));
    }

    #[test]
    fn only_the_end_of_what_a_process_writes_is_kept() {
        let long = [vec![b'a'; 100_000], b"the end".to_vec()].concat();
        let end = end_of(&*long);
        assert!(end.ends_with("the end") && end.len() <= 4096, "{}", end.len());
    }
}
