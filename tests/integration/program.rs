//! The program as it is called: by itself, and about the sample deck.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// The program, without arguments yet.
pub fn actiondeck() -> Command {
    Command::cargo_bin("actiondeck").unwrap()
}

/// What a command says to a question about the sample deck.
pub fn with_sample_deck(command: &[&str], question: &[&str]) -> assert_cmd::assert::Assert {
    let deck = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deck.csv");
    actiondeck().args(command).args(question).args(["--deck", deck]).assert()
}

/// Every file below a folder by its name with forward slashes, but for the program's own record.
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
