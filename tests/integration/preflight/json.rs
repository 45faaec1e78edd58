//! The findings of preflight in JSON.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::docs::json_format;
use crate::program::actiondeck;

fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                found.insert(key.clone());
                keys(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => {}
    }
}

#[test]
fn every_key_and_every_verdict_of_the_findings_is_documented() {
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
    let found: Value = serde_json::from_slice(&said).unwrap();
    assert_eq!("actiondeck-preflight/1", found["format"]);
    let mut named = BTreeSet::new();
    keys(&found, &mut named);
    let rules = found["files"].as_array().unwrap().iter().flat_map(|file| {
        named.insert(file["kind"].as_str().unwrap().to_owned());
        file["rules"].as_array().unwrap()
    });
    let verdicts: BTreeSet<String> =
        rules.map(|rule| rule["verdict"].as_str().unwrap().to_owned()).collect();
    assert_eq!(
        ["fail", "pass", "remark", "skip"].map(str::to_owned),
        *Vec::from_iter(verdicts.clone())
    );
    named.extend(verdicts);
    let page = json_format("Findings of preflight");
    let missing: Vec<&String> =
        named.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
