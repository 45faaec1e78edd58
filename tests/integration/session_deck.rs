//! A session stores the path of its deck.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// A folder with an unnamed deck in one subfolder and a session of it in another.
fn begun() -> tempfile::TempDir {
    let workspace = tempfile::tempdir().unwrap();
    for folder in ["decks", "evenings"] {
        fs::create_dir(workspace.path().join(folder)).unwrap();
    }
    fs::copy("tests/data/deck.csv", workspace.path().join("decks/ours.csv")).unwrap();
    run(
        workspace.path(),
        "play --deck decks/ours.csv --session evenings/first.json --physical",
        "draw 3",
    )
    .unwrap();
    workspace
}

/// Runs the program in a folder and returns stdout, or stderr if it fails.
fn run(folder: &Path, arguments: &str, lines: &str) -> Result<String, String> {
    let output = Command::cargo_bin("actiondeck")
        .unwrap()
        .current_dir(folder)
        .args(arguments.split(' '))
        .write_stdin(lines.to_owned())
        .output()
        .unwrap();
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout).unwrap()),
        false => Err(String::from_utf8(output.stderr).unwrap()),
    }
}

#[test]
fn a_session_continues_with_its_deck_from_any_folder() {
    let workspace = begun();
    let elsewhere = workspace.path().join("evenings");
    for (folder, session) in [
        (workspace.path(), "evenings/first.json"),
        (&elsewhere, "first.json"),
        (&elsewhere, "./first.json"),
    ] {
        let said = run(folder, &format!("play --session {session}"), "log").unwrap();
        assert!(said.contains("draw 3"), "{said}");
        let odds = run(folder, &format!("odds 1d6 --tn 3 --session {session}"), "").unwrap();
        assert!(odds.contains("53 cards in the pile"), "{odds}");
    }
    // Both folders may be moved together; the session file has no absolute path.
    let text = fs::read_to_string(elsewhere.join("first.json")).unwrap();
    assert!(text.contains("\"file\":\"../decks/ours.csv\""), "{text}");
    let moved = workspace.path().join("moved");
    fs::create_dir(&moved).unwrap();
    for folder in ["decks", "evenings"] {
        fs::rename(workspace.path().join(folder), moved.join(folder)).unwrap();
    }
    run(&moved, "play --session evenings/first.json", "draw 4").unwrap();
}

#[test]
fn a_named_deck_wins_over_the_deck_of_the_session() {
    let workspace = begun();
    let ours = workspace.path().join("decks/ours.csv");
    let kept = workspace.path().join("kept.csv");
    fs::rename(&ours, &kept).unwrap();
    let lost = run(workspace.path(), "play --session evenings/first.json", "draw 4").unwrap_err();
    assert!(lost.contains("--deck with the file its cards were printed from"), "{lost}");
    run(workspace.path(), "play --session evenings/first.json --deck kept.csv", "draw 4").unwrap();
    // A different deck at this path is refused.
    let other = fs::read_to_string(&kept).unwrap().replacen(",yes,", ",no,", 1);
    fs::write(&ours, other).unwrap();
    let changed =
        run(workspace.path(), "play --session evenings/first.json", "draw 5").unwrap_err();
    assert!(changed.contains("belongs to the deck"), "{changed}");
}

#[test]
fn the_built_in_deck_needs_no_place() {
    let workspace = tempfile::tempdir().unwrap();
    run(workspace.path(), "play --session evening.json", "draw").unwrap();
    let text = fs::read_to_string(workspace.path().join("evening.json")).unwrap();
    assert!(!text.contains("\"file\""), "{text}");
    run(workspace.path(), "play --session evening.json", "draw").unwrap();
}
