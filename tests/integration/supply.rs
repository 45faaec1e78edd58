//! Registries and licences of all crates, checked against `deny.toml`.
//!
//! Advisories need a database from the network: `cargo deny check advisories`.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Runs a program in the project and returns stdout.
fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).current_dir(ROOT).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The `cargo metadata` of every crate for this machine, including tests and benchmarks.
fn crates() -> Vec<Value> {
    let version = said("rustc", &["-vV"]);
    let machine = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let arguments = ["metadata", "--format-version=1", "--locked", "--filter-platform", machine];
    let mut about: Value = serde_json::from_str(&said(env!("CARGO"), &arguments)).unwrap();
    let Value::Array(all) = about["packages"].take() else { panic!("no packages") };
    all.into_iter().filter(|each| !each["source"].is_null()).collect()
}

/// A list of `deny.toml`.
fn list(table: &str, key: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(ROOT).join("deny.toml")).unwrap();
    let deny: toml::Table = text.parse().unwrap();
    let values = deny[table][key].as_array().unwrap();
    values.iter().map(|value| value.as_str().unwrap().to_owned()).collect()
}

/// Whether an SPDX expression can be satisfied with the allowed licences.
///
/// `/` is an old form of OR; AND binds tighter.
fn kept_with(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (kept, rest) = any_of(&words, allowed);
    assert!(rest.is_empty(), "{expression:?} is not an expression");
    kept
}

fn any_of<'w>(words: &'w [&'w str], allowed: &[String]) -> (bool, &'w [&'w str]) {
    let (mut kept, mut rest) = all_of(words, allowed);
    while let ["OR", more @ ..] = rest {
        let (other, left) = all_of(more, allowed);
        (kept, rest) = (kept || other, left);
    }
    (kept, rest)
}

fn all_of<'w>(words: &'w [&'w str], allowed: &[String]) -> (bool, &'w [&'w str]) {
    let (mut kept, mut rest) = one(words, allowed);
    while let ["AND", more @ ..] = rest {
        let (other, left) = one(more, allowed);
        (kept, rest) = (kept && other, left);
    }
    (kept, rest)
}

fn one<'w>(words: &'w [&'w str], allowed: &[String]) -> (bool, &'w [&'w str]) {
    match words {
        ["(", inside @ ..] => match any_of(inside, allowed) {
            (kept, [")", rest @ ..]) => (kept, rest),
            _ => (false, words),
        },
        [licence, "WITH", exception, rest @ ..] => {
            (allowed.contains(&format!("{licence} WITH {exception}")), rest)
        }
        [licence, rest @ ..] => (allowed.iter().any(|each| each == licence), rest),
        [] => (false, words),
    }
}

#[test]
fn licence_expressions_are_evaluated_as_spdx_defines() {
    let allowed = ["MIT", "Zlib"].map(str::to_owned);
    for (expression, kept) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("GPL-3.0 OR MIT AND Zlib", true),
        ("(GPL-3.0 OR MIT) AND GPL-3.0", false),
        ("(GPL-3.0 OR MIT) AND Zlib", true),
        ("MIT WITH some-exception", false),
    ] {
        assert_eq!(kept, kept_with(expression, &allowed), "{expression}");
    }
}

#[test]
fn every_crate_is_under_a_licence_that_deny_toml_allows() {
    let allowed = list("licenses", "allow");
    let all = crates();
    assert!(!all.is_empty());
    for each in all {
        let licence = each["license"].as_str().unwrap_or("none");
        assert!(kept_with(licence, &allowed), "{}: {licence}", each["name"]);
    }
}

#[test]
fn every_crate_comes_from_a_registry_that_deny_toml_allows() {
    let registries = list("sources", "allow-registry");
    for each in crates() {
        let source = each["source"].as_str().unwrap();
        let known = registries.iter().any(|one| source == format!("registry+{one}"));
        assert!(known, "{}: {source}", each["name"]);
    }
}
