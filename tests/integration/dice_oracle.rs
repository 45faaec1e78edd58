//! The dice mathematics compared with icepool, an independent Python library.

use std::process::Command;

use actiondeck::dice::{
    CheckDice, Distribution, EffectDice, Expression, Probability, best_of_at_least,
};
use actiondeck::validate::{Amount, validate};

use crate::rules_cards::deck;

const SCRIPT: &str = include_str!("icepool.py");

/// Returns the odds of icepool, or `None` if it is not installed. CI requires it.
#[allow(clippy::print_stderr, reason = "a skipped test says so")]
fn icepool() -> Option<String> {
    let run = |script: &str| Command::new("python3").args(["-c", script]).output();
    let installed = run("import icepool").is_ok_and(|output| output.status.success());
    if !installed {
        assert!(std::env::var_os("CI").is_none(), "icepool is not installed: pip install icepool");
        eprintln!("skipped: icepool not installed");
        return None;
    }
    let output = run(SCRIPT).expect("python3 just ran");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("the script writes ASCII"))
}

#[test]
fn odds_agree_with_icepool() {
    let Some(lines) = icepool() else { return };
    let validation = validate(&deck(), None);
    let mut compared = [0; 4];
    for line in lines.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let [kind, what, value, hits, total] = fields[..] else { panic!("{line:?}") };
        let expected = Probability::new(hits.parse().unwrap(), total.parse().unwrap());
        let number: i64 = value.parse().unwrap();
        match kind {
            "pool" => {
                let dice: CheckDice = what.parse().unwrap();
                let found = best_of_at_least(dice.die, dice.level, number as u32);
                assert_eq!(expected, found, "{line}");
                compared[0] += 1;
            }
            "sum" => {
                let dice: EffectDice = what.parse().unwrap();
                let one = Distribution::open_ended(dice.die, 40);
                let sum = one.times(u32::from(dice.row), 40);
                assert_eq!(expected, sum.at_least(number), "{line}");
                compared[1] += 1;
            }
            "expression" => {
                let dice: Expression = what.parse().unwrap();
                assert_eq!(expected, dice.distribution().at_least(number), "{line}");
                compared[2] += 1;
            }
            "none" => {
                // No hit in some draws without replacement, for events on this number of cards.
                let cards: usize = what.parse().unwrap();
                let events = validation.events.iter().filter(|event| event.cards == cards);
                let droughts = events.flat_map(|event| &event.droughts);
                for run in droughts.filter(|run| run.draws == number as usize) {
                    assert_eq!(Amount::exact(expected.clone()), run.deck, "{line}");
                    compared[3] += 1;
                }
            }
            _ => panic!("{line:?}"),
        }
    }
    let [pools, sums, expressions, droughts] = compared;
    assert!(pools > 100 && sums > 100 && expressions > 40 && droughts >= 6, "{compared:?}");
}
