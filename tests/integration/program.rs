//! Helpers that run the program, alone and with the sample deck.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use actiondeck::json_formats::JsonFormat;
use assert_cmd::Command;

use crate::json_formats::valid;

/// The program without arguments.
pub fn actiondeck() -> Command {
    Command::cargo_bin("actiondeck").unwrap()
}

/// Runs the program in a folder, and returns what it prints.
pub fn run_in(folder: &Path, line: &[&str]) -> String {
    let assert = actiondeck().current_dir(folder).args(line).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// Runs the program in a folder with a line that it refuses, and returns the errors.
pub fn refused_in(folder: &Path, line: &[&str]) -> String {
    let assert = actiondeck().current_dir(folder).args(line).assert().code(2);
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

/// Runs a question about the sample deck.
pub fn with_sample_deck(command: &[&str], question: &[&str]) -> assert_cmd::assert::Assert {
    let deck = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deck.csv");
    actiondeck().args(command).args(question).args(["--deck", deck]).assert()
}

/// Returns the answer to a question in JSON, after comparing it with the text.
///
/// The text has the verdict first, then the explanation without the verdict.
pub fn same_in_text_and_json(
    kind: &str,
    ask: impl Fn(&[&str]) -> assert_cmd::assert::Assert,
) -> serde_json::Value {
    let said = |more: &[&str]| ask(more).success().get_output().stdout.clone();
    let text = String::from_utf8(said(&[])).unwrap();
    let json = valid(JsonFormat::Answer, &said(&["--json"]));
    assert_eq!(json["kind"], kind, "{text}");
    let explanation = json["explanation"].as_array().unwrap();
    let mut lines: Vec<&str> = explanation.iter().map(|line| line.as_str().unwrap()).collect();
    if let Some(verdict) = json["verdict"].as_str() {
        lines.retain(|line| *line != verdict);
        lines.insert(0, verdict);
    }
    assert!(!lines.is_empty(), "{kind}");
    assert_eq!(text, lines.join("\n") + "\n", "{kind}");
    json
}

/// All files below a folder by name with forward slashes, without the program's `.actiondeck` folder.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with(".actiondeck") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}
