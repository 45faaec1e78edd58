//! JSON outputs and session files match their schemas, which describe every key.

use std::sync::LazyLock;

use actiondeck::json_formats::{JsonFormat, reference, schema};
use jsonschema::Validator;
use serde_json::Value;

use crate::program::actiondeck;

/// The validators of all formats. They refuse keys that a schema does not describe.
static VALIDATORS: LazyLock<Vec<(JsonFormat, Validator)>> = LazyLock::new(|| {
    let validators = JsonFormat::ALL.map(|format| {
        let mut schema: Value = serde_json::from_str(&schema(format)).unwrap();
        jsonschema::meta::validate(&schema).unwrap();
        deny_unknown_keys(&mut schema, false);
        (format, jsonschema::draft202012::new(&schema).unwrap())
    });
    validators.into()
});

/// `is_form`: one of several forms of an object that has further keys.
fn deny_unknown_keys(schema: &mut Value, is_form: bool) {
    let Value::Object(keywords) = schema else { return };
    let has_keys = keywords.contains_key("properties");
    for (keyword, value) in keywords.iter_mut() {
        let is_form = matches!(keyword.as_str(), "oneOf" | "anyOf") && (is_form || has_keys);
        match (keyword.as_str(), value) {
            ("properties" | "$defs", Value::Object(schemas)) => {
                schemas.values_mut().for_each(|schema| deny_unknown_keys(schema, false));
            }
            ("oneOf" | "anyOf" | "prefixItems", Value::Array(schemas)) => {
                schemas.iter_mut().for_each(|schema| deny_unknown_keys(schema, is_form));
            }
            ("items" | "additionalProperties", value) => deny_unknown_keys(value, false),
            _ => {}
        }
    }
    if has_keys && !is_form {
        keywords.insert("unevaluatedProperties".into(), false.into());
    }
}

/// An output, after checking that it matches the schema of its format.
pub fn valid(format: JsonFormat, output: &[u8]) -> Value {
    let value = serde_json::from_slice(output)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(output)));
    let (_, validator) = VALIDATORS.iter().find(|(known, _)| *known == format).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{format}: {}", errors.join("\n"));
    value
}

#[test]
fn the_committed_reference_is_up_to_date() {
    crate::kept::file("docs/json.md", &reference());
}

#[test]
fn undocumented_keys_are_refused() {
    let valid = |text: &str| {
        let (_, validator) = &VALIDATORS[6];
        validator.is_valid(&serde_json::from_str(text).unwrap())
    };
    assert!(valid(r#"{ "format": "actiondeck-faults/1", "faults": [], "more": 0 }"#));
    assert!(!valid(r#"{ "format": "actiondeck-faults/1", "faults": [], "more": 0, "less": 1 }"#));
    assert!(!valid(r#"{ "format": "actiondeck-faults/1", "faults": [] }"#));
}

/// A session with many commands, one of them misspelt.
const LINES: &str = "\
wound sid ct 12 left arm 2+3
wound sid right leg 1+0
heal sid right leg
bleed sid 1
rest sid
hand sid 3d10
hands
act sid
drop sid
set sid weapon fist prone
sid check 3d10 tn 7
sid
odds 3d10 tn 7
round
draw 3
shuffle
game fi3
check 3d10 tn 5
undo 2
redo 1
table
log
dance
help
";

#[test]
fn replies_and_the_session_log_match_their_schemas() {
    let folder = tempfile::tempdir().unwrap();
    let mut play = actiondeck();
    play.current_dir(folder.path()).args(["play", "--json", "--seed", "1", "--session", "s.json"]);
    let output = play.write_stdin(LINES).output().unwrap();
    let replies: Vec<&[u8]> = output.stdout.trim_ascii_end().split(|byte| *byte == b'\n').collect();
    assert_eq!(LINES.lines().count(), replies.len());
    let refused =
        replies.iter().filter(|reply| valid(JsonFormat::Play, reply).get("errors").is_some());
    assert_eq!(1, refused.count());
    let log = std::fs::read_to_string(folder.path().join("s.json")).unwrap();
    assert!(log.lines().count() > 10, "{log}");
    log.lines().for_each(|line| drop(valid(JsonFormat::Session, line.as_bytes())));
}
