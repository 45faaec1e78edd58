//! `actiondeck odds`: exact chances, against simulated draws and on the command line.

use actiondeck::deck::CardNumber;
use actiondeck::lookup::{Check, Draw, Pool, Target, TargetNumber};
use actiondeck::odds::{CheckOdds, Pile};
use assert_cmd::Command;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::lookup::Said;
use crate::seed_002::deck;

fn odds(arguments: &[&str]) -> assert_cmd::assert::Assert {
    let deck = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deck.csv");
    Command::cargo_bin("actiondeck")
        .unwrap()
        .arg("odds")
        .args(arguments)
        .args(["--deck", deck])
        .assert()
}

#[test]
fn a_million_simulated_draws_agree_with_the_exact_chance() {
    let deck = deck();
    let draws = 1_000_000_u32;
    let mut rng = ChaCha8Rng::seed_from_u64(54);
    for (dice, tn) in [("3d10", 7), ("5d4", 9), ("2d6", 11)] {
        let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
        let tn = TargetNumber::clamped(tn);
        let exact = &CheckOdds::new(pool, &Pile::whole(), &[tn], None).lines[0];
        let target = Some(Target::new(tn));
        let mut successes = 0_u32;
        for _ in 0..draws / 3 {
            let mut pile: Vec<CardNumber> = CardNumber::all().collect();
            let mut draw = |pile: &mut Vec<CardNumber>| {
                let place = rng.random_range(0..pile.len());
                pile.swap_remove(place)
            };
            let first = draw(&mut pile);
            let mut then = Vec::new();
            loop {
                let answer = Check { pool, target }
                    .answer(&Draw::new(first, then.clone()).unwrap())
                    .unwrap();
                if answer.success() == Some(true) {
                    successes += 1;
                    break;
                }
                let drawn = then.len() + 1;
                if !answer.choices.iter().any(|c| c.open && c.cells.len() == drawn) {
                    break;
                }
                then.push(draw(&mut pile));
            }
        }
        // In hundredths of a percent. Five standard deviations of a third of a million draws are
        // below 0.44 percent.
        let simulated = u64::from(successes) * 10_000 / u64::from(draws / 3);
        let exact: String =
            exact.with_follow_ups.to_string().chars().filter(char::is_ascii_digit).collect();
        let exact: u64 = exact.parse().unwrap();
        assert!(simulated.abs_diff(exact) <= 44, "{dice}: {simulated} simulated, {exact} exact");
    }
}

#[test]
fn the_command_prints_a_line_for_each_target() {
    odds(&["3d10", "--tn", "7,9"]).success().says("with follow-ups").says("   9 ");
    let output = odds(&["2d6", "--json"]).success().get_output().stdout.clone();
    let json: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(json["kind"], "odds");
    assert_eq!(json["answer"]["lines"].as_array().unwrap().len(), 11);
    assert_eq!(json["answer"]["cards"], 54);
}

#[test]
fn discarded_cards_and_combined_events_count() {
    odds(&["3d10", "--tn", "7", "--discarded", "3,17"]).success().says("52 cards");
    odds(&["3d10", "--tn", "7", "--effect", "(3)6", "--at-least", "12", "--location", "belly"])
        .success()
        .says("(3)6 at least 12 and location belly");
}

#[test]
fn bad_questions_are_refused_with_what_would_be_accepted() {
    odds(&["3d7", "--tn", "x", "--discarded", "3,3,99"])
        .code(2)
        .complains("3d7 needs a column d7")
        .complains("target number \"x\"")
        .complains("card \"99\"");
    odds(&["3d6", "--discarded", "3,3"]).code(2).complains("card 3 was drawn twice");
    odds(&["3d6", "--location", "tail"]).code(2).complains("left arm");
    odds(&["3d6", "--effect", "(3)6"]).code(2);
}
