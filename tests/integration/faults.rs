//! Faults as data: every code is documented and used, and `--json` agrees with the text.

use std::collections::BTreeSet;
use std::path::Path;

use actiondeck::diagnostic::{Fault, FaultRecord, Problem};
use actiondeck::dice::Die;
use actiondeck::json_formats::JsonFormat;
use serde_json::Value;

use crate::json_formats::valid;
use crate::program::actiondeck;

/// The codes in the sources below a folder: first arguments of calls that construct a fault.
fn codes_below(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            codes_below(&path, codes);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for maker in ["coded(", "note("] {
            for piece in text.split(maker).skip(1) {
                let quoted = piece.trim_start().strip_prefix('"').and_then(|p| p.split_once('"'));
                codes.extend(quoted.map(|(code, _)| code.to_owned()).filter(|code| is_code(code)));
            }
        }
    }
}

fn is_code(text: &str) -> bool {
    text == "fault"
        || text.contains('.')
            && text
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-".contains(c))
}

#[test]
fn every_code_is_documented_and_no_other() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut used = BTreeSet::new();
    codes_below(&home.join("src"), &mut used);
    let page = std::fs::read_to_string(home.join("docs/faults.md")).unwrap();
    let listed: Vec<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(code, _)| code.to_owned())
        .collect();
    assert!(listed.is_sorted(), "the list is in the order of the alphabet");
    assert!(used.len() > 90, "{used:?}");
    assert_eq!(used, listed.into_iter().collect());
}

#[test]
fn library_errors_keep_their_parts_as_problems() {
    let error = "d1; accepted: x".parse::<Die>().unwrap_err();
    let text = "\"d1; accepted: x\" is not a die; accepted: d2 to d1000, such as d6";
    assert_eq!(text, error.to_string());
    assert_eq!("\"d1; accepted: x\" is not a die", error.message());
    let problem = Problem::from(error);
    assert_eq!((text, "dice.die"), (problem.to_string().as_str(), problem.code()));
    let record = FaultRecord::from(&problem);
    assert_eq!(Some("d2 to d1000, such as d6".to_owned()), record.accepted);
}

fn faults(line: &[&str], code: i32) -> Value {
    let output = actiondeck().args(line).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(Some(code), output.status.code(), "{said}");
    let object = valid(JsonFormat::Faults, &output.stdout);
    for fault in object["faults"].as_array().unwrap() {
        assert!(said.contains(fault["message"].as_str().unwrap()), "{said}\n{fault}");
    }
    object
}

#[test]
fn refusals_in_json_keep_the_exit_code() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deck.csv");
    let ask = ["lookup", "check", "34", "9d10", "--deck", sample, "--json"];
    let object = faults(&ask, 2);
    let [fault] = &object["faults"].as_array().unwrap()[..] else { panic!("{object}") };
    assert_eq!("lookup.level", fault["code"]);
    assert!(fault["accepted"].as_str().unwrap().starts_with("levels 1 to "), "{fault}");
    assert_eq!((&Value::Null, 0), (&fault["line"], object["more"].as_u64().unwrap()));
    let two = faults(&["lookup", "check", "99", "3x10", "--deck", sample, "--json"], 2);
    let codes: Vec<&str> =
        two["faults"].as_array().unwrap().iter().map(|f| f["code"].as_str().unwrap()).collect();
    assert_eq!(["deck.value", "dice.notation"], *codes);
    let lost = faults(&["validate", "nowhere.json", "--json"], 3);
    assert_eq!("file.system", lost["faults"][0]["code"]);
}

#[test]
fn faults_have_places_and_past_a_hundred_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.csv");
    let head = include_str!("../data/deck.csv").lines().next().unwrap();
    let row = vec!["x"; head.split(',').count()].join(",");
    std::fs::write(&path, format!("{head}\n{}", format!("{row}\n").repeat(60))).unwrap();
    let name = path.to_str().unwrap();
    let object = faults(&["validate", name, "--json"], 2);
    let list = object["faults"].as_array().unwrap();
    assert_eq!(100, list.len());
    assert!(object["more"].as_u64().unwrap() > 1000, "{}", object["more"]);
    assert_eq!((Some(name), Some(2)), (list[0]["file"].as_str(), list[0]["line"].as_u64()));
}
