//! The conformance ledger names existing rules and tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn ledger() -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(Path::new(ROOT).join("docs/dev/conformance.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let cells = rows.map(|row| row.split(" | ").map(str::to_owned).collect::<Vec<String>>());
    cells.filter(|cells| cells[0].parse::<u32>().is_ok()).collect()
}

/// The words between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The names of all test functions of the project.
fn tests() -> BTreeSet<String> {
    let mut folders = vec![PathBuf::from(ROOT).join("src"), PathBuf::from(ROOT).join("tests")];
    let mut names = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(path).unwrap();
                for test in text.split("#[test]\n").skip(1) {
                    let name = test.split_once("fn ").unwrap().1.split('(').next().unwrap();
                    names.insert(name.to_owned());
                }
            }
        }
    }
    names
}

#[test]
fn the_ledger_names_existing_rules_and_tests() {
    let rows = ledger();
    let numbers: Vec<String> = rows.iter().map(|row| row[0].clone()).collect();
    assert_eq!((1..=24).map(|n| n.to_string()).collect::<Vec<_>>(), numbers);
    let rules: BTreeSet<&str> = actiondeck::preflight::rules().collect();
    let tests = tests();
    for row in &rows {
        let [number, _, how, named_rules, named_tests] = &row[..] else { panic!("{row:?}") };
        assert!(!how.is_empty(), "row {number} does not say how");
        let named_rules = quoted(named_rules);
        assert!(!named_rules.is_empty(), "row {number} names no rule");
        for rule in named_rules {
            assert!(rules.contains(rule), "row {number}: rule {rule} does not exist");
        }
        let named_tests = quoted(named_tests);
        assert!(!named_tests.is_empty(), "row {number} names no test");
        for test in named_tests {
            assert!(tests.contains(test), "row {number}: test {test} does not exist");
        }
    }
}

#[test]
fn no_document_claims_a_certificate() {
    for page in ["README.md", "docs/dev/conformance.md", "docs/printing.md"] {
        let text = std::fs::read_to_string(Path::new(ROOT).join(page)).unwrap();
        for line in text.lines().filter(|line| line.to_lowercase().contains("certif")) {
            let line = line.to_lowercase();
            assert!(line.contains("not ") || line.contains("no "), "{page}: {line}");
        }
    }
}
