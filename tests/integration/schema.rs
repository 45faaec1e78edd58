//! The schema of deck specs, checked with python-jsonschema.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::foreign;

const SCRIPT: &str = include_str!("schema.py");

#[test]
fn presets_and_examples_match_the_schema_and_errors_do_not() {
    if !foreign::has_python_module("jsonschema") {
        return;
    }
    let mut python = Command::new("python3")
        .args(["-c", SCRIPT])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 just ran");
    let mut input = python.stdin.take().expect("it is piped");
    input.write_all(actiondeck::spec::schema().as_bytes()).expect("python reads it all");
    drop(input);
    let output = python.wait_with_output().expect("python ends");
    assert!(output.status.success(), "the script fails");
    let text = String::from_utf8(output.stdout).expect("the script writes UTF-8");
    let of = |kind: &str| -> Vec<&str> {
        text.lines().filter(|line| line.split(' ').nth(1) == Some(kind)).collect()
    };
    let [presets, slips, examples] = ["preset", "slip", "example"].map(of);
    assert!(presets.len() >= 5 && slips.len() == 7 && examples.len() > 60, "{text}");
    for line in [presets, examples].concat() {
        assert!(line.starts_with("keeps "), "{line}");
    }
    for line in slips {
        assert!(line.starts_with("breaks "), "{line}");
    }
}
