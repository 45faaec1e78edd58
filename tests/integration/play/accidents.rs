//! Kills, full disks and read-only folders: no answered step is lost.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use actiondeck::random::Draws;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use super::{DECK, Workspace, fed, play, said, session};

/// The number of kills.
const KILLS: usize = 1000;
/// The number of steps after which a new session starts.
const LONG: usize = 60;

#[test]
fn a_thousand_kills_lose_no_answered_step() {
    let halves: Vec<_> =
        (0..2_u64).map(|half| std::thread::spawn(move || kills(half, KILLS / 2))).collect();
    let (answered, unfinished) = halves
        .into_iter()
        .map(|half| half.join().unwrap())
        .fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    // Some kills came before an answer, many after one.
    assert!(answered > KILLS, "{answered} answers");
    assert!(unfinished > 0, "every step was answered before the kill");
}

/// Kills `play` while it draws cards, and compares its session file with its answers.
///
/// Returns the number of answers, and of steps that were saved without an answer.
fn kills(seed: u64, times: usize) -> (usize, usize) {
    let mut chance = Draws::new(seed, "test/kills");
    let (mut answered, mut unfinished) = (0, 0);
    let mut workspace = Workspace::new();
    let mut known: Vec<u64> = Vec::new();
    for _ in 0..times {
        if known.len() > LONG {
            workspace = Workspace::new();
            known.clear();
        }
        let answers = until_killed(&workspace, &mut chance);
        answered += answers.len();
        known.extend(answers);
        if !workspace.file().exists() {
            assert!(known.is_empty(), "the file is gone");
            continue;
        }
        let kept = session(&workspace.file());
        let drawn: Vec<u64> = kept
            .log()
            .iter()
            .flat_map(|step| step.drawn().map(|card| u64::from(card.get())))
            .collect();
        assert!(drawn.starts_with(&known), "answered {known:?}, kept {drawn:?}");
        assert!(drawn.len() <= known.len() + 1, "more steps were saved than requested");
        unfinished += drawn.len() - known.len();
        known = drawn;
    }
    // The next process that opens the session removes temporary files of the killed one.
    if workspace.file().exists() {
        assert_eq!(Some(0), said(&["--session", &workspace.name()], "table\n").0);
        assert_eq!(["evening.json"], workspace.files()[..]);
    }
    (answered, unfinished)
}

/// Plays a few steps, kills the process at a random moment, and returns the answered cards.
fn until_killed(workspace: &Workspace, chance: &mut Draws) -> Vec<u64> {
    let mut child = play(&["--json", "--session", &workspace.name()]).spawn().unwrap();
    let mut lines = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut cards = Vec::new();
    for _ in 0..chance.below(4) {
        lines.write_all(b"draw\n").unwrap();
        cards.extend(card(&mut answers));
    }
    // The kill comes while one more card is drawn, written, renamed or answered.
    lines.write_all(b"draw\n").unwrap();
    std::thread::sleep(Duration::from_micros(chance.below(6000) as u64));
    kill(&mut child);
    cards.extend(card(&mut answers));
    cards
}

fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The card of an answer, if the line is complete.
fn card(answers: &mut impl BufRead) -> Option<u64> {
    let mut line = String::new();
    answers.read_line(&mut line).unwrap();
    let complete = line.strip_suffix('\n')?;
    let answer: Value = serde_json::from_str(complete).unwrap();
    Some(answer["drawn"][0].as_u64().unwrap())
}

#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let (code, out, err) = said(&["--session", "/proc/evening.json"], "draw\n");
    assert_eq!((Some(3), ""), (code, out.as_str()));
    assert!(err.starts_with("error: cannot write /proc/evening.json: "), "{err}");
    let workspace = Workspace::new();
    let nowhere = workspace.folder.path().join("nowhere/evening.json").display().to_string();
    assert_eq!(Some(3), said(&["--session", &nowhere], "draw\n").0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_may_only_be_read_keeps_its_session() {
    use std::os::unix::fs::PermissionsExt;

    let workspace = Workspace::new();
    let arguments = ["--session", &workspace.name()];
    said(&arguments, "draw\n");
    let before = fs::read(workspace.file()).unwrap();
    let allow = |mode| {
        fs::set_permissions(workspace.folder.path(), fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(0o555);
    let may_all = fs::write(workspace.folder.path().join("probe"), "").is_ok();
    let (code, _, err) = said(&arguments, "draw\n");
    allow(0o755);
    if may_all {
        // Root is not bound by permissions; the test of /proc covers this case.
        assert_eq!(Some(0), code);
        return;
    }
    assert_eq!(Some(3), code);
    assert!(err.contains("cannot write"), "{err}");
    assert_eq!(before, fs::read(workspace.file()).unwrap());
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_keeps_the_saved_steps() {
    let workspace = Workspace::new();
    // No file may grow beyond 8 blocks of 512 bytes; the signal is ignored, so that writing
    // fails as on a full disk.
    let mut command = Command::new("sh");
    command
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""])
        .arg(cargo_bin("actiondeck"))
        .args(["play", "--json", "--deck", DECK, "--session", &workspace.name()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = fed(command, &"draw\n".repeat(200));
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(Some(3), output.status.code(), "{err}");
    assert!(err.starts_with(&format!("error: cannot write {}: ", workspace.name())), "{err}");
    let answers = String::from_utf8(output.stdout).unwrap().lines().count();
    assert!((1..200).contains(&answers), "{answers} answers");
    assert_eq!(answers, session(&workspace.file()).log().len());
    assert_eq!(["evening.json"], workspace.files()[..]);
    assert_eq!(Some(0), said(&["--session", &workspace.name()], "draw\n").0);
}

#[cfg(target_os = "linux")]
#[test]
fn play_ends_when_answers_cannot_be_printed() {
    let mut command = play(&[]);
    command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    let output = fed(command, "draw\n");
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(Some(3), output.status.code(), "{err}");
    assert!(err.starts_with("error: cannot write to stdout"), "{err}");
}
