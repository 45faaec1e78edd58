//! Decks with a shuffle policy of their own: dealt, printed, played, and their odds in the long run.

use std::path::Path;

use crate::program::{actiondeck, files, refused_in, run_in};

/// The preset true-dice with a shuffle policy, dealt.
fn shuffled(folder: &Path, policy: &str) {
    let preset = include_str!("../../templates/decks/true-dice.toml");
    std::fs::write(folder.join("deck.toml"), format!("{preset}\n[shuffle]\n{policy}\n")).unwrap();
    let generate = ["generate", "deck.toml", "--effort", "quick", "--force", "-o", "deck.json"];
    run_in(folder, &generate);
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
    let csv = run_in(here, &["generate", "deck.toml", "--effort", "quick", "-o", "deck.csv"]);
    assert!(csv.is_empty());
    let csv = std::fs::read_to_string(here.join("deck.csv")).unwrap();
    assert!(csv.lines().next().unwrap().ends_with("shuffle sign at-once"), "{csv}");
    assert_eq!(3, csv.lines().filter(|line| line.ends_with(",sign")).count());
    let diff = run_in(here, &["diff", "deck.csv", "deck.json"]);
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
    let odds = run_in(here, &["odds", "1d6", "--tn", "4", "--long-run", "--deck", "deck.json"]);
    assert!(odds.contains("is drawn in 2.42 % of the draws, every other card in 1.82 %"), "{odds}");
}

#[test]
fn the_long_run_and_the_best_of_several_cards_are_exact() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path();
    shuffled(here, "cards = [53]");
    let ask = |line: &str| {
        run_in(here, &line.split(' ').chain(["--deck", "deck.json"]).collect::<Vec<_>>())
    };
    // Card 53 has 2 of 55 draws, any other card 1 of 55.
    let toggle = ask("odds toggle --long-run");
    assert!(toggle.contains("card 53 is drawn in 3.64 % of the draws, every other card in 1.82 %"));
    let said =
        refused_in(here, &["odds", "1d6", "--against", "1d6", "--long-run", "--deck", "deck.json"]);
    assert!(said.contains("depend on several cards"), "{said}");
    // 27 of 54 cards show 4 or more: 1 − C(27, 2) / C(54, 2) = 40/53.
    let best = ask("odds 1d6 --tn 4 --cards 2 --best --fractions");
    assert!(
        best.contains("one card 1/2, best of 2 40/53, true dice 1/2, best of 2 throws 3/4"),
        "{best}"
    );
    let worst = ask("odds 1d6 --tn 4 --cards 2 --worst --fractions");
    assert!(worst.contains("worst of 2 13/53"), "{worst}");
    let said = refused_in(here, &["odds", "1d6", "--cards", "2", "--deck", "deck.json"]);
    assert!(said.contains("--best or --worst"), "{said}");
    let said =
        refused_in(here, &["odds", "location", "--cards", "2", "--best", "--deck", "deck.json"]);
    assert!(said.contains("accepted: "), "{said}");
    shuffled(here, "cards = [53]\nat = \"end-of-round\"");
    let said = refused_in(here, &["odds", "toggle", "--long-run", "--deck", "deck.json"]);
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
        let said = refused_in(home.path(), &["generate", "deck.toml", "-o", "deck.json"]);
        assert!(said.contains("deck.toml:") && said.contains(accepted), "{policy}: {said}");
        assert_eq!(1, said.matches("error: ").count(), "{policy}: {said}");
    }
}
