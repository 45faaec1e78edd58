//! The deck built into the program. The README's build tests that the default preset makes it.

use crate::program::actiondeck;

#[test]
fn lookup_uses_the_built_in_deck_without_a_deck_file() {
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
    // The worked example of the rules, whose cells are pinned in every edition of this deck.
    let choices = json["answer"]["choices"].as_array().unwrap();
    let best = choices.iter().max_by_key(|choice| choice["total"].as_u64()).unwrap();
    assert_eq!(19, best["total"]);
    assert_eq!(2, best["judgement"]["bumps"]);
}
