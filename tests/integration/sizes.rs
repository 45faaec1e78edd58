//! Decks of other sizes: generated, judged against a recomputation in Python, printed and played.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::pdf_file::Document;
use crate::program::{actiondeck, files, refused_in, run_in};

const SCRIPT: &str = include_str!("sizes.py");

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
        run_in(home.path(), &["new", "deck", "--preset", "true-dice", "--cards", &cards]);
        let folder = home.path().join("deck");
        run_in(&folder, &["generate", "deck.toml", "--effort", "quick", "-o", "deck.json"]);
        run_in(&folder, &["generate", "deck.toml", "--effort", "quick", "-o", "deck.csv"]);
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
fn a_scaled_preset_keeps_its_limits() {
    let home = tempfile::tempdir().unwrap();
    for (preset, cards) in [
        ("future-imperfect", "20"),
        ("future-imperfect", "52"),
        ("future-imperfect", "80"),
        ("future-imperfect", "100"),
        ("future-imperfect", "120"),
        ("fudge", "20"),
        ("oracle", "36"),
    ] {
        let name = format!("{preset}-{cards}");
        run_in(home.path(), &["new", &name, "--preset", preset, "--cards", cards]);
        let folder = home.path().join(&name);
        // Another exit code than 0 says that a limit is missed.
        run_in(&folder, &["generate", "deck.toml", "--effort", "quick", "-o", "deck.json"]);
    }
}

#[test]
fn sheets_box_and_play_follow_the_size() {
    let home = tempfile::tempdir().unwrap();
    run_in(home.path(), &["new", "deck", "--preset", "hundred"]);
    let folder = home.path().join("deck");
    run_in(&folder, &["generate", "deck.toml", "--effort", "quick", "-o", "deck.json"]);
    let render = ["render", "deck.json", "--format", "svg,pdf", "--sheet", "a4-3x3", "-o", "print"];
    run_in(&folder, &render);
    let names: Vec<String> = files(&folder.join("print")).into_keys().collect();
    assert!(names.iter().any(|name| name.contains("card-001")), "{names:?}");
    assert!(names.iter().any(|name| name.contains("card-100")), "{names:?}");
    let pdf = names.iter().find(|name| name.ends_with("a4-3x3.pdf")).unwrap();
    let pdf = std::fs::read(folder.join("print").join(pdf)).unwrap();
    // Eleven sheets of nine and one of one, with their backs.
    assert_eq!(24, Document::load_mem(&pdf).unwrap().get_pages().len());
    let said = run_in(&folder, &["lookup", "check", "100", "1d100", "--deck", "deck.json"]);
    assert!(said.contains("1d100"), "{said}");
    let said = refused_in(&folder, &["lookup", "check", "0", "1d100", "--deck", "deck.json"]);
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
        let said = refused_in(home.path(), &["generate", "deck.toml", "-o", "deck.json"]);
        assert!(said.contains(accepted), "{change}: {said}");
        assert!(said.contains("deck.toml:"), "{change}: {said}");
    }
}
