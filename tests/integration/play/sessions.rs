//! Session files: content, and protection of other files.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

use super::{Workspace, fed, play, said, session};

#[test]
fn a_session_resumes_and_undo_works_across_runs() {
    let workspace = Workspace::new();
    let arguments = ["--session", &workspace.name()];
    let (_, first, _) =
        said(&["--session", &workspace.name(), "--seed", "7"], "3d10\n(3)8\ndraw\n");
    assert_eq!(["evening.json"], workspace.files()[..]);
    let (code, ..) = said(&arguments, "undo 2\n");
    assert_eq!(Some(0), code);
    let (_, again, _) = said(&arguments, "undo\n3d10\n(3)8\ndraw\n");
    assert!(again.ends_with(&first), "{again}");
    let (code, _, err) = said(&arguments, "undo 4\n");
    assert_eq!(Some(2), code);
    assert!(err.contains("4 steps cannot be undone; accepted: up to 3"), "{err}");
}

#[test]
fn a_session_keeps_its_deck_its_mode_and_its_seed() {
    let workspace = Workspace::new();
    said(&["--session", &workspace.name(), "--seed", "7"], "draw\n");
    let before = fs::read(workspace.file()).unwrap();
    for other in [&["--physical"][..], &["--seed", "8"]] {
        let (code, _, err) = said(&[&["--session", &workspace.name()], other].concat(), "draw\n");
        assert_eq!(Some(2), code, "{err}");
        assert!(err.contains("the program draws with seed 7"), "{err}");
    }
    let output = fed(
        {
            let mut command = Command::new(cargo_bin("actiondeck"));
            command.current_dir(workspace.folder.path());
            let other =
                concat!(env!("CARGO_MANIFEST_DIR"), "/templates/decks/future-imperfect.json");
            command.args(["play", "--session", "evening.json", "--deck", other]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            command
        },
        "draw\n",
    );
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(Some(2), output.status.code(), "{err}");
    assert!(err.contains("belongs to the deck"), "{err}");
    assert_eq!(before, fs::read(workspace.file()).unwrap());
}

#[test]
fn files_of_other_kinds_are_not_overwritten() {
    let workspace = Workspace::new();
    for content in ["my own words", "{\"format\": \"actiondeck/1\"}", ""] {
        fs::write(workspace.file(), content).unwrap();
        let (code, out, err) = said(&["--session", &workspace.name()], "draw\n");
        assert_eq!((Some(2), ""), (code, out.as_str()), "{err}");
        assert_eq!(content, fs::read_to_string(workspace.file()).unwrap());
    }
}

#[test]
fn a_second_process_on_the_same_session_is_reported() {
    let workspace = Workspace::new();
    let mut first = play(&["--session", &workspace.name()]).spawn().unwrap();
    let mut answers = BufReader::new(first.stdout.take().unwrap());
    let mut lines = first.stdin.take().unwrap();
    lines.write_all(b"draw\n").unwrap();
    answers.read_line(&mut String::new()).unwrap();
    let (code, _, err) = said(&["--session", &workspace.name()], "draw\n");
    assert_eq!(Some(3), code);
    assert!(err.contains("it is being played in another window"), "{err}");
    drop(lines);
    assert!(first.wait().unwrap().success());
    assert_eq!(1, session(&workspace.file()).log().len());
    assert_eq!(Some(0), said(&["--session", &workspace.name()], "draw\n").0);
}
