//! `actiondeck play`: rules, sessions, scripts and failures.

mod accidents;
mod rules;
mod scripts;
mod sessions;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use actiondeck::deck::Deck;
use actiondeck::table::session::Session;
use assert_cmd::cargo::cargo_bin;

const DECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deck.csv");

fn play(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("actiondeck"));
    command.args(["play", "--deck", DECK]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a program with these lines on stdin.
fn fed(mut command: Command, lines: &str) -> Output {
    let mut child = command.spawn().unwrap();
    // A program that stops early closes stdin; the test checks its output.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

/// Exit code, stdout and stderr.
fn said(arguments: &[&str], lines: &str) -> (Option<i32>, String, String) {
    let output = fed(play(arguments), lines);
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn session(path: &Path) -> Session {
    let deck = Deck::read("deck.csv", &fs::read_to_string(DECK).unwrap()).unwrap();
    Session::read("evening.json", &fs::read(path).unwrap(), &deck).unwrap().session
}

struct Workspace {
    folder: tempfile::TempDir,
}

impl Workspace {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("evening.json")
    }

    fn name(&self) -> String {
        self.file().display().to_string()
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}
