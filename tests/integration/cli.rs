//! The command line: exit codes, default decks, output files.

use std::fs;

use crate::lookup::OutputAssert;
use crate::pdf_file::{Document, ObjectId};
use crate::program::actiondeck;

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
fn nothing_is_coloured_unless_the_output_is_a_terminal() {
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
fn bad_templates_exit_with_1_and_good_ones_print_nothing() {
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
    let doubled = card.replacen("{{location}}", "{{hit.1}}", 1);
    let bad = doubled.replacen("#e3f0f6", "#e3f0f7", 1);
    fs::write(&path, bad.replacen("{{WORD.CAUSE}}", "龍", 1)).unwrap();
    check(false).code(1).says("fill \"#e3f0f7\"");
    fs::write(&path, doubled.replacen("{{WORD.CAUSE}}", "龍", 1)).unwrap();
    let found = check(false).code(1).get_output().stdout.clone();
    let found = String::from_utf8(found).unwrap();
    for finding in
        ["hit.1 is shown twice", "hit.2 of the deck is shown nowhere", "glyph for \"龍\""]
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
    // The extra cards follow the card, each with its back.
    let single = folder.path().join("out/sheets/single.pdf");
    assert_eq!(6, Document::load(single).unwrap().get_pages().len());
    render("rules")
        .code(2)
        .complains("has no card \"rules\"; accepted: instruction, title, a file");
}

#[test]
fn cards_of_other_sizes_are_printed_and_small_ones_noted() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deck.csv"), DECK).unwrap();
    let render = |size: &str, sheet: &str| {
        let mut command = actiondeck();
        command.current_dir(folder.path()).args(["render", "deck.csv", "--size", size]);
        command.args(["--sheet", sheet, "--only", "0-4", "--format", "pdf", "-o", "out"]).assert()
    };
    let pages = |sheet: &str| {
        let file = folder.path().join(format!("out/sheets/{sheet}.pdf"));
        Document::load(file).unwrap().get_pages().len()
    };
    render("tarot", "a4-3x3,a4-bleed").code(0);
    assert_eq!(4, pages("a4-3x3"), "four a sheet");
    // The other sheet has four tarot cards, whose figures are read back too.
    let mut preflight = actiondeck();
    preflight.current_dir(folder.path()).args(["preflight", "out/sheets/a4-bleed.pdf", "--deck"]);
    preflight
        .args(["deck.csv", "--size", "tarot", "--only", "0-4"])
        .assert()
        .code(0)
        .says("5 cards");
    render("63x88", "a4-bleed,single").code(0);
    assert_eq!((2, 10), (pages("a4-bleed"), pages("single")));
    render("bridge", "a4-3x3").code(0);
    render("a6", "a4-3x3").code(0);
    assert_eq!(6, pages("a4-3x3"), "two a sheet, lying");
    render("44x63", "a4-3x3").code(1).complains("FAILS  size of text");
    assert_eq!(2, pages("a4-3x3"), "printed all the same");
    let refused = |size: &str, sheet: &str, why: &str| {
        let _ = render(size, sheet).code(2).complains(why);
    };
    refused("giant", "a4-3x3", "\"giant\" is not a card size; accepted: poker, euro-poker");
    refused("90x90", "a4-3x3", "would leave");
    refused("a6", "gutterfold-a4", "do not fit sheet gutterfold-a4");
}

#[test]
fn cards_and_pages_are_put_in_the_order_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deck.csv"), DECK).unwrap();
    let render = |options: &[&str]| {
        let mut command = actiondeck();
        command.current_dir(folder.path()).args(["render", "deck.csv", "--sheet", "a4-3x3"]);
        command.args(["--format", "pdf", "-o", "out"]).args(options).assert().code(0);
        let file = folder.path().join("out/sheets/a4-3x3.pdf");
        let file = Document::load(file).unwrap();
        // The number of pictures of a page, and of different ones: all backs are one picture.
        let shown = |page: ObjectId| {
            let content = file.get_and_decode_page_content(page).unwrap();
            let painted = content.operations.iter().filter(|operation| operation.operator == "Do");
            let mut names: Vec<&[u8]> =
                painted.map(|operation| operation.operands[0].as_name().unwrap()).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            (all, names.len())
        };
        file.get_pages().into_values().map(shown).collect::<Vec<_>>()
    };
    let all = ["--only", "0-19"];
    assert_eq!([(9, 9), (9, 1), (9, 9), (9, 1), (2, 2), (2, 1)], *render(&all));
    let split = [&all[..], &["--pages", "fronts"]].concat();
    assert_eq!([(9, 9), (9, 9), (2, 2), (9, 1), (9, 1), (2, 1)], *render(&split));
    // Twenty cards in piles of three: the last pile has two.
    let stacked = [&all[..], &["--order", "stack"]].concat();
    assert_eq!([(7, 7), (7, 1), (7, 7), (7, 1), (6, 6), (6, 1)], *render(&stacked));
}

#[test]
fn a_printer_is_calibrated_and_its_profile_is_used() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deck.csv"), DECK).unwrap();
    let run = |line: &str| actiondeck().current_dir(folder.path()).args(line.split(' ')).assert();
    run("calibrate").code(0).complains("3 files written to output");
    let sheet = folder.path().join("output/calibration.pdf");
    assert_eq!(2, Document::load(sheet).unwrap().get_pages().len());
    let readings = "calibrate --readings 0.3,-0.1,0.3,0,0.3,-0.1,0.3,-0.2 --name den";
    let profile = run(readings).code(0).get_output().stdout.clone();
    let profile = String::from_utf8(profile).unwrap();
    assert!(profile.starts_with("[den]\nback_offset_mm = [0.3, -0.1]"), "{profile}");
    run("render deck.csv --printer den").code(2).complains("cannot read the printers' profiles");
    fs::write(folder.path().join("printers.toml"), profile).unwrap();
    run("calibrate --printer den --paper letter --flip short").code(0);
    run("render deck.csv --printer den --only 3 --format pdf --sheet a4-3x3").code(0);
    run("render deck.csv --printer office").code(2).complains("accepted: den");
    run("calibrate --readings 0.3,1").code(2).complains("2 readings were given");
    run("calibrate --readings 0,0,0,2,0,0,0,-2")
        .code(2)
        .complains("accepted: -0.3 to 0.3: beyond that, the paper is skewed in the tray");
    run("calibrate --readings a,1").code(2).complains("\"a\" is not a reading");
    run("calibrate --paper a6").code(2).complains("\"a6\" is not a paper size");
}
