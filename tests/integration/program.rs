//! The program as it is called: by itself, and about the sample deck.

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
