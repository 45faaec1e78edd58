//! The deck built into the program.

use std::fs;

use crate::program::actiondeck;

const DECK: &str = include_str!("../../templates/decks/future-imperfect.json");

#[test]
fn the_built_in_deck_is_what_the_default_preset_gives() {
    let folder = tempfile::tempdir().unwrap();
    actiondeck()
        .current_dir(folder.path())
        .args(["generate", "-o", "deck.json", "--quiet"])
        .assert()
        .success();
    let made = fs::read_to_string(folder.path().join("deck.json")).unwrap();
    assert!(
        made == DECK,
        "the generator or the preset has changed; make the deck anew with\n\
         cargo run --release -- generate -o templates/decks/future-imperfect.json",
    );
}

#[test]
fn lookup_answers_from_the_built_in_deck_where_no_deck_lies() {
    let folder = tempfile::tempdir().unwrap();
    let output = actiondeck()
        .current_dir(folder.path())
        .args(["lookup", "check", "34", "2d10", "--tn", "11", "--then", "10", "--json"])
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    let json: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert_eq!("Future Imperfect", json["deck"]["name"]);
    // The worked example of the rules: its cells are pinned in every edition of this deck.
    let choices = json["answer"]["choices"].as_array().unwrap();
    let best = choices.iter().max_by_key(|choice| choice["total"].as_u64()).unwrap();
    assert_eq!(19, best["total"]);
    assert_eq!(2, best["judgement"]["bumps"]);
}
