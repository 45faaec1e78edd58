//! A session remembers where its deck lies.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// A folder with the deck of the tests, without a name, and a session of it in another.
fn begun() -> tempfile::TempDir {
    let desk = tempfile::tempdir().unwrap();
    for folder in ["decks", "evenings"] {
        fs::create_dir(desk.path().join(folder)).unwrap();
    }
    fs::copy("tests/data/deck.csv", desk.path().join("decks/ours.csv")).unwrap();
    run(
        desk.path(),
        "play --deck decks/ours.csv --session evenings/first.json --physical",
        "draw 3",
    )
    .unwrap();
    desk
}

/// What the program says in a folder, if it succeeds; else what it complains of.
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
    let desk = begun();
    let elsewhere = desk.path().join("evenings");
    for (folder, session) in [
        (desk.path(), "evenings/first.json"),
        (&elsewhere, "first.json"),
        (&elsewhere, "./first.json"),
    ] {
        let said = run(folder, &format!("play --session {session}"), "log").unwrap();
        assert!(said.contains("draw 3"), "{said}");
        let odds = run(folder, &format!("odds 1d6 --tn 3 --session {session}"), "").unwrap();
        assert!(odds.contains("53 cards in the pile"), "{odds}");
    }
    // The two folders may move together, but no path of this machine is in the file.
    let text = fs::read_to_string(elsewhere.join("first.json")).unwrap();
    assert!(text.contains("\"file\":\"../decks/ours.csv\""), "{text}");
    let moved = desk.path().join("moved");
    fs::create_dir(&moved).unwrap();
    for folder in ["decks", "evenings"] {
        fs::rename(desk.path().join(folder), moved.join(folder)).unwrap();
    }
    run(&moved, "play --session evenings/first.json", "draw 4").unwrap();
}

#[test]
fn a_named_deck_wins_over_the_deck_of_the_session() {
    let desk = begun();
    let ours = desk.path().join("decks/ours.csv");
    let kept = desk.path().join("kept.csv");
    fs::rename(&ours, &kept).unwrap();
    let lost = run(desk.path(), "play --session evenings/first.json", "draw 4").unwrap_err();
    assert!(lost.contains("--deck with the file its cards were printed from"), "{lost}");
    run(desk.path(), "play --session evenings/first.json --deck kept.csv", "draw 4").unwrap();
    // Another deck in its place is not played with.
    let other = fs::read_to_string(&kept).unwrap().replacen(",yes,", ",no,", 1);
    fs::write(&ours, other).unwrap();
    let changed = run(desk.path(), "play --session evenings/first.json", "draw 5").unwrap_err();
    assert!(changed.contains("belongs to the deck"), "{changed}");
}

#[test]
fn the_built_in_deck_needs_no_place() {
    let desk = tempfile::tempdir().unwrap();
    run(desk.path(), "play --session evening.json", "draw").unwrap();
    let text = fs::read_to_string(desk.path().join("evening.json")).unwrap();
    assert!(!text.contains("\"file\""), "{text}");
    run(desk.path(), "play --session evening.json", "draw").unwrap();
}
