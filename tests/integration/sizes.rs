//! Decks of other sizes: generated, judged against a recomputation in Python, printed and played.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::pdf_file::Document;
use crate::program::{actiondeck, files};

const SCRIPT: &str = include_str!("sizes.py");

fn run(folder: &Path, line: &[&str]) -> String {
    let assert = actiondeck().current_dir(folder).args(line).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn refused(folder: &Path, line: &[&str]) -> String {
    let assert = actiondeck().current_dir(folder).args(line).assert().code(2);
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

/// The counts of the cards and those of true dice at every threshold, by name, as Python reads `deck.csv`.
#[allow(clippy::print_stderr, reason = "a skipped test says so")]
fn recomputed(csv: &Path) -> Option<Value> {
    let Ok(output) = Command::new("python3").args(["-c", SCRIPT]).arg(csv).output() else {
        assert!(std::env::var_os("CI").is_none(), "python3 is not installed");
        eprintln!("skipped: python3 not installed");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// Compares the report's counts at thresholds with the recomputed ones.
fn same_counts(name: &str, stairs: &Value, known: &Value) {
    let list = |value: &Value, key: &str| -> Vec<f64> {
        value[key].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
    };
    for key in ["cards", "dice"] {
        let (found, known) = (list(stairs, key), list(known, key));
        assert!(!found.is_empty() && found.len() <= known.len(), "{name}");
        for (found, known) in found.iter().zip(&known) {
            assert!((found - known).abs() < 1e-5, "{name}: {key} {found} against {known}");
        }
    }
}

#[test]
fn decks_of_any_size_agree_with_a_recomputation() {
    for size in [20_usize, 36, 52, 60, 72, 100, 120] {
        let home = tempfile::tempdir().unwrap();
        let cards = size.to_string();
        run(home.path(), &["new", "deck", "--preset", "true-dice", "--cards", &cards]);
        let folder = home.path().join("deck");
        run(&folder, &["generate", "deck.toml", "--effort", "quick", "-o", "deck.json"]);
        run(&folder, &["generate", "deck.toml", "--effort", "quick", "-o", "deck.csv"]);
        let csv = std::fs::read_to_string(folder.join("deck.csv")).unwrap();
        assert_eq!(size + 1, csv.lines().count());
        let line = ["validate", "deck.json", "--spec", "deck.toml", "--json"];
        let output = actiondeck().current_dir(&folder).args(line).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(0, report["faults"].as_array().unwrap().len(), "{size}: {}", report["faults"]);
        assert_eq!(size as u64, report["deck"]["cards"].as_u64().unwrap());
        let Some(known) = recomputed(&folder.join("deck.csv")) else { return };
        let mut exact = Vec::new();
        for check in report["checks"].as_array().unwrap() {
            let Some(level) = check["level"].as_u64() else { continue };
            let sides = check["sides"].as_u64().unwrap();
            let name = format!("{level}d{sides}");
            same_counts(&name, &check["stairs"], &known[&name]);
            if level == 1 && check["stairs"]["error"]["exact"] == "0" {
                exact.push(sides);
            }
        }
        for effect in report["effects"].as_array().unwrap() {
            let name = format!("({}){}", effect["row"], effect["sides"]);
            same_counts(&name, &effect["stairs"], &known[&name]);
        }
        let divides = |sides: &u64| (size as u64).is_multiple_of(*sides);
        let due: Vec<u64> = [4, 6, 8, 10, 12].into_iter().filter(divides).collect();
        assert_eq!(due, exact, "dice that divide {size} are exact");
    }
}

#[test]
fn sheets_box_and_play_follow_the_size() {
    let home = tempfile::tempdir().unwrap();
    run(home.path(), &["new", "deck", "--preset", "hundred"]);
    let folder = home.path().join("deck");
    run(&folder, &["generate", "deck.toml", "--effort", "quick", "-o", "deck.json"]);
    let render = ["render", "deck.json", "--format", "svg,pdf", "--sheet", "a4-3x3", "-o", "print"];
    run(&folder, &render);
    let names: Vec<String> = files(&folder.join("print")).into_keys().collect();
    assert!(names.iter().any(|name| name.contains("card-001")), "{names:?}");
    assert!(names.iter().any(|name| name.contains("card-100")), "{names:?}");
    let pdf = names.iter().find(|name| name.ends_with("a4-3x3.pdf")).unwrap();
    let pdf = std::fs::read(folder.join("print").join(pdf)).unwrap();
    // Eleven sheets of nine and one of one, with their backs.
    assert_eq!(24, Document::load_mem(&pdf).unwrap().get_pages().len());
    let said = run(&folder, &["lookup", "check", "100", "1d100", "--deck", "deck.json"]);
    assert!(said.contains("1d100"), "{said}");
    let said = refused(&folder, &["lookup", "check", "0", "1d100", "--deck", "deck.json"]);
    assert!(said.contains("accepted: 1 to 100"), "{said}");
    let play = actiondeck()
        .current_dir(&folder)
        .args(["play", "--deck", "deck.json", "--seed", "1"])
        .write_stdin("draw 3\ntable\n")
        .assert()
        .success();
    let said = String::from_utf8(play.get_output().stdout.clone()).unwrap();
    assert!(said.contains("97 cards to draw"), "{said}");
}

#[test]
fn impossible_sizes_say_what_would_fit() {
    let home = tempfile::tempdir().unwrap();
    let preset = include_str!("../../templates/decks/true-dice.toml");
    for (change, accepted) in [
        ("cards = 60\n", "suits = 4 and ranks = 15"),
        ("cards = 60\nsuits = 4\nranks = 16\n", "ranks = 15 or fewer, or more cards"),
        ("cards = 60\nsuits = 4\nranks = 15\n", "accepted: 60 cards in all, 6 more"),
        ("cards = 19\n", "a whole number of 20 to 120"),
        ("first_number = 2\n", "a whole number of 0 to 1"),
    ] {
        let spec = preset.replacen("\nseed = ", &format!("\n{change}seed = "), 1);
        std::fs::write(home.path().join("deck.toml"), &spec).unwrap();
        let said = refused(home.path(), &["generate", "deck.toml", "-o", "deck.json"]);
        assert!(said.contains(accepted), "{change}: {said}");
        assert!(said.contains("deck.toml:"), "{change}: {said}");
    }
}

/// The preset true-dice with a shuffle policy, dealt.
fn shuffled(folder: &Path, policy: &str) {
    let preset = include_str!("../../templates/decks/true-dice.toml");
    std::fs::write(folder.join("deck.toml"), format!("{preset}\n[shuffle]\n{policy}\n")).unwrap();
    let generate = ["generate", "deck.toml", "--effort", "quick", "--force", "-o", "deck.json"];
    run(folder, &generate);
}

#[test]
fn a_deck_is_shuffled_by_its_own_policy() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    let play = |lines: &str| {
        let mut command = actiondeck();
        command.current_dir(here).args(["play", "--deck", "deck.json", "--seed", "7"]);
        let assert = command.write_stdin(lines.to_owned()).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let draws = "draw\n".repeat(60);
    shuffled(here, "cards_left = 18");
    let said = play(&draws);
    assert!(
        said.contains("few cards were left: the deck is shuffled before the next draw"),
        "{said}"
    );
    assert!(said.contains("shuffled: few cards were left"), "{said}");
    let table = play(&("draw\n".repeat(37) + "table\n"));
    assert!(table.contains("53 cards to draw"), "{table}");
    shuffled(here, "cards = [53]\nat = \"end-of-round\"");
    let said = play(&(draws.clone() + "round\n"));
    assert!(said.contains("a shuffle sign came up: the deck is shuffled at the end of the round"));
    assert!(said.contains("shuffled: a shuffle sign came up"), "{said}");
    shuffled(here, "when = \"empty\"");
    let said = play(&(draws + "round\n"));
    assert!(said.contains("shuffled: the draw pile was empty"), "{said}");
    assert!(!said.contains("joker"), "{said}");
}

#[test]
fn shuffle_signs_are_dealt_printed_and_counted() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    shuffled(here, "signs = 3");
    let csv = run(here, &["generate", "deck.toml", "--effort", "quick", "-o", "deck.csv"]);
    assert!(csv.is_empty());
    let csv = std::fs::read_to_string(here.join("deck.csv")).unwrap();
    assert!(csv.lines().next().unwrap().ends_with("shuffle sign at-once"), "{csv}");
    assert_eq!(3, csv.lines().filter(|line| line.ends_with(",sign")).count());
    let diff = run(here, &["diff", "deck.csv", "deck.json"]);
    assert!(diff.contains("same cards") || diff.contains("identical"), "{diff}");
    for theme in ["future-imperfect", "west", "ink-saver", "high-contrast", "large-print"] {
        let line = ["render", "deck.json", "--theme", theme, "--format", "svg", "-o", theme];
        let extras = ["--extras", "instruction"];
        let output = actiondeck().current_dir(here).args(line).args(extras).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let with_sign = files(&here.join(theme)).into_iter().filter(|(name, bytes)| {
            name.contains("card-") && String::from_utf8_lossy(bytes).contains("shuffle sign")
        });
        assert_eq!(3, with_sign.count(), "{theme}");
    }
    // (t + 1) / (n + 1) of the draws are one of the three cards.
    let odds = run(here, &["odds", "1d6", "--tn", "4", "--long-run", "--deck", "deck.json"]);
    assert!(odds.contains("is drawn in 2.42 % of the draws, every other card in 1.82 %"), "{odds}");
}

#[test]
fn the_long_run_and_the_best_of_several_cards_are_exact() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    shuffled(here, "cards = [53]");
    let ask =
        |line: &str| run(here, &line.split(' ').chain(["--deck", "deck.json"]).collect::<Vec<_>>());
    // Card 53 has 2 of 55 draws, any other card 1 of 55.
    let toggle = ask("odds toggle --long-run");
    assert!(toggle.contains("card 53 is drawn in 3.64 % of the draws, every other card in 1.82 %"));
    let said =
        refused(here, &["odds", "1d6", "--against", "1d6", "--long-run", "--deck", "deck.json"]);
    assert!(said.contains("depend on several cards"), "{said}");
    // 27 of 54 cards show 4 or more: 1 − C(27, 2) / C(54, 2) = 40/53.
    let best = ask("odds 1d6 --tn 4 --cards 2 --best --fractions");
    assert!(
        best.contains("one card 1/2, best of 2 40/53, true dice 1/2, best of 2 throws 3/4"),
        "{best}"
    );
    let worst = ask("odds 1d6 --tn 4 --cards 2 --worst --fractions");
    assert!(worst.contains("worst of 2 13/53"), "{worst}");
    let said = refused(here, &["odds", "1d6", "--cards", "2", "--deck", "deck.json"]);
    assert!(said.contains("--best or --worst"), "{said}");
    let said =
        refused(here, &["odds", "location", "--cards", "2", "--best", "--deck", "deck.json"]);
    assert!(said.contains("accepted: "), "{said}");
    shuffled(here, "cards = [53]\nat = \"end-of-round\"");
    let said = refused(here, &["odds", "toggle", "--long-run", "--deck", "deck.json"]);
    assert!(said.contains("--draws-per-round"), "{said}");
    ask("odds toggle --long-run --draws-per-round 5");
}

#[test]
fn a_policy_that_says_two_things_is_refused_with_its_place() {
    let home = tempfile::tempdir().unwrap();
    let preset = include_str!("../../templates/decks/true-dice.toml");
    for (policy, accepted) in [
        ("cards_left = 18\nsigns = 3", "exactly one of them"),
        ("at = \"at-once\"", "exactly one of them"),
        ("cards = [54]", "0 to 53"),
        ("cards = [3, 3]", "each card once"),
        ("cards = []", "1 to 53 cards"),
        ("cards_left = 54", "1 to 53"),
        ("when = \"empty\"\nat = \"at-once\"", "no at"),
        ("when = \"often\"", "empty"),
        ("signs = 3\nat = \"soon\"", "at-once"),
    ] {
        let spec = format!("{preset}\n[shuffle]\n{policy}\n");
        std::fs::write(home.path().join("deck.toml"), spec).unwrap();
        let said = refused(home.path(), &["generate", "deck.toml", "-o", "deck.json"]);
        assert!(said.contains("deck.toml:") && said.contains(accepted), "{policy}: {said}");
        assert_eq!(1, said.matches("error: ").count(), "{policy}: {said}");
    }
}
