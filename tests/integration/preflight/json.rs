//! The findings of preflight in JSON.

use std::collections::BTreeSet;
use std::fs;

use actiondeck::json_formats::JsonFormat;

use crate::json_formats::valid;
use crate::program::actiondeck;

#[test]
fn findings_match_their_schema() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Sample.csv"), include_str!("../../data/deck.csv")).unwrap();
    let run = |arguments: &str| {
        let arguments = arguments.split(' ');
        let done = actiondeck().current_dir(folder.path()).args(arguments).output().unwrap();
        done.stdout
    };
    run(
        "render Sample.csv --only 3,34 --format svg,png,pdf --sheet single --svg-text live -o made",
    );
    // A duplicate card, a picture that shows no card, and a file that is not a PDF.
    fs::copy(
        folder.path().join("made/cards/svg/card-34.svg"),
        folder.path().join("made/cards/svg/card-35.svg"),
    )
    .unwrap();
    fs::write(folder.path().join("made/sheets/broken.pdf"), "no PDF").unwrap();
    let said = run("preflight --json --deck Sample.csv made/cards/svg made/cards/png made/sheets");
    let found = valid(JsonFormat::Preflight, &said);
    let rules = found["files"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|file| file["rules"].as_array().unwrap());
    let verdicts: BTreeSet<&str> = rules.map(|rule| rule["verdict"].as_str().unwrap()).collect();
    assert_eq!(["fail", "pass", "remark", "skip"], *Vec::from_iter(verdicts));
}
