//! The command line as a whole: exit codes, where decks are found, output files.

use std::fs;

use assert_cmd::Command;

use crate::lookup::Said;

fn actiondeck() -> Command {
    Command::cargo_bin("actiondeck").unwrap()
}

const DECK: &str = include_str!("../data/deck.csv");

#[test]
fn help_and_version_succeed_and_bad_usage_exits_with_2() {
    actiondeck().arg("--help").assert().code(0).says("Exit codes:");
    actiondeck().arg("--version").assert().code(0);
    actiondeck().assert().code(2);
    actiondeck().arg("shuffle").assert().code(2);
    actiondeck().args(["lookup", "card"]).assert().code(2);
}

#[test]
fn a_deck_file_that_cannot_be_read_exits_with_3_and_is_named() {
    let folder = tempfile::tempdir().unwrap();
    actiondeck()
        .current_dir(folder.path())
        .args(["lookup", "card", "34", "--deck", "missing.json"])
        .assert()
        .code(3)
        .complains("cannot read missing.json");
}

#[test]
fn a_broken_deck_file_is_shown_with_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let broken = DECK.replacen("\n0,0,0,", "\n0,77,0,", 1);
    assert_ne!(broken, DECK);
    fs::write(folder.path().join("deck.csv"), broken).unwrap();
    let assert = actiondeck()
        .current_dir(folder.path())
        .args(["lookup", "card", "34", "--deck", "deck.csv"])
        .assert()
        .code(2);
    let complaint = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    for piece in ["rank \"77\"", "deck.csv:2:3", "^^", "accepted: 0 to 14"] {
        assert!(complaint.contains(piece), "{complaint}");
    }
}

#[test]
fn decks_are_found_here_first_and_then_in_output() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let deck = actiondeck::deck::Deck::read("deck.csv", DECK).unwrap();
    fs::create_dir(here.join("output")).unwrap();
    fs::write(here.join("output/deck.json"), deck.to_json()).unwrap();
    let json = || {
        let output = actiondeck()
            .current_dir(here)
            .args(["lookup", "card", "34", "--json"])
            .assert()
            .success()
            .get_output()
            .stdout
            .clone();
        serde_json::from_slice::<serde_json::Value>(&output).unwrap()
    };
    assert_eq!("deck", json()["deck"]["name"]);
    fs::write(here.join("deck.json"), deck.to_json().replace("\"deck\"", "\"nearer\"")).unwrap();
    assert_eq!("nearer", json()["deck"]["name"]);
    assert_eq!(34, json()["answer"]["number"]);
}

#[test]
fn completions_and_man_write_files_but_not_over_foreign_ones() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("actiondeck.1");
    let man = |more: &[&str]| {
        actiondeck()
            .current_dir(folder.path())
            .args(["man", "-o", "actiondeck.1"])
            .args(more)
            .assert()
    };
    man(&[]).success();
    assert!(fs::read_to_string(&page).unwrap().starts_with(".ie"));
    man(&[]).success();
    fs::write(&page, "my own page").unwrap();
    man(&[]).code(2).complains("--force");
    assert_eq!("my own page", fs::read_to_string(&page).unwrap());
    man(&["--force"]).success();
    man(&["lookup", "check"]).success();
    assert!(fs::read_to_string(&page).unwrap().contains("bump"));
    man(&["lookup", "fly"]).code(2).complains("check");
    actiondeck().args(["completions", "bash"]).assert().success().says("lookup");
}

#[test]
fn nothing_is_coloured_when_the_output_is_no_terminal() {
    let assert = actiondeck().args(["lookup", "card", "99", "--deck", "nowhere.csv"]).assert();
    assert!(!assert.get_output().stderr.contains(&0x1b));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_success() {
    let program = assert_cmd::cargo::cargo_bin("actiondeck");
    let status = std::process::Command::new("bash")
        .args(["-c", "set -o pipefail; \"$0\" completions zsh | head -c 1 >/dev/null"])
        .arg(program)
        .status()
        .unwrap();
    assert!(status.success(), "{status}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_exits_with_3() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = std::process::Command::new(assert_cmd::cargo::cargo_bin("actiondeck"))
        .args(["completions", "zsh"])
        .stdout(full)
        .status()
        .unwrap();
    assert_eq!(Some(3), status.code());
}

#[test]
fn a_good_template_is_checked_in_silence_and_a_bad_one_exits_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("card.svg");
    let card = include_str!("../../templates/themes/future-imperfect/card.svg");
    fs::write(&path, card).unwrap();
    let check = |json: bool| {
        let mut command = actiondeck();
        command.args(["template", "check"]).arg(&path);
        command.args(json.then_some("--json"));
        command.assert()
    };
    check(false).code(0).says("nothing found");
    let bad = card.replace("{{hit.2}}", "{{hit.1}}").replacen("#e3f0f6", "#e3f0f7", 1);
    fs::write(&path, bad.replacen("CAUSE", "龍", 1)).unwrap();
    check(false).code(1).says("fill \"#e3f0f7\"");
    fs::write(&path, card.replace("{{hit.2}}", "{{hit.1}}").replacen("CAUSE", "龍", 1)).unwrap();
    let found = check(false).code(1).get_output().stdout.clone();
    let found = String::from_utf8(found).unwrap();
    for finding in ["hit.1 is shown twice", "hit.2 of the deck is shown nowhere", "glyph for '龍'"]
    {
        assert!(found.contains(finding), "{found}");
    }
    let json = check(true).code(1).get_output().stdout.clone();
    let list: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert!(list.as_array().unwrap().iter().any(|finding| finding["line"].as_u64() > Some(1)));
    actiondeck().args(["template", "check", "nonesuch"]).assert().code(2);
    actiondeck().args(["template", "check", "missing.svg"]).assert().code(3);
}

#[test]
fn extra_cards_are_printed_on_request() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deck.csv"), DECK).unwrap();
    let render = |extras: &str| {
        let mut command = actiondeck();
        command.current_dir(folder.path()).args(["render", "deck.csv", "--only", "3"]);
        command.args(["--sheet", "single,a4-3x3", "--extras", extras, "-o", "out"]).assert()
    };
    render("instruction,title").code(0);
    for file in [
        "cards/svg/instruction.svg",
        "cards/png/title.png",
        "sheets/single.pdf",
        "sheets/svg/a4-3x3-01-front.svg",
    ] {
        assert!(folder.path().join("out").join(file).is_file(), "{file}");
    }
    // They follow the card, each with its back.
    let single = folder.path().join("out/sheets/single.pdf");
    assert_eq!(6, lopdf::Document::load(single).unwrap().get_pages().len());
    render("rules").code(2).complains("\"rules\" is no extra card");
}
