//! The first question to suggest for a deck: one of its own elements, or a check with a target
//! number.

use serde::Serialize;

use crate::deck::{CheckRule, Deck};
use crate::dice::{CheckDice, DiceKind, Die, Probability};
use crate::table::lookup::{Pool, TargetNumber};
use crate::table::odds::{CheckOdds, Goal, Pile, usual_targets};

/// Whether the deck's own elements are suggested before checks: its spec has `check = "figure"`, or
/// its cause grid is a single cell.
pub fn reads_elements_first(deck: &Deck) -> bool {
    let cause = &deck.layout().cause;
    let is_single_cell = cause.columns.len() == 1 && cause.rows == 1;
    !deck.layout().extras.is_empty()
        && (is_single_cell || deck.imprint().check == CheckRule::Figure)
}

/// A check that the deck has, with a target number that is neither easy nor hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UsualCheck {
    /// The dice.
    pub dice: CheckDice,
    /// The target number, reached with a probability between 1/4 and 3/4.
    pub tn: TargetNumber,
}

/// The sides of the most common die of the supported games.
const USUAL_SIDES: u16 = 10;

/// The level of a suggested check with open-ended dice.
const USUAL_LEVEL: u8 = 3;

/// The suggested check of a deck: its d10, or else its largest die; up to three dice, or one for an
/// ordinary die; against the number whose probability, follow-up cards included, is closest to 1/2.
/// Returns `None` if no number has a probability between 1/4 and 3/4.
pub fn usual_check(deck: &Deck) -> Option<UsualCheck> {
    let cause = &deck.layout().cause;
    let usual = cause.columns.iter().find(|die| die.sides() == USUAL_SIDES);
    let die: Die = *usual.or(cause.columns.last())?;
    let pool = Pool::new(deck, CheckDice { level: 1, die }).ok()?;
    let level = match pool.kind() {
        DiceKind::OpenEnded => USUAL_LEVEL.min(cause.rows),
        DiceKind::Closed => 1,
    };
    let dice = CheckDice { level, die };
    let pool = Pool::new(deck, dice).ok()?;
    let targets = usual_targets(deck, die, Goal::AtLeast).ok()?;
    let odds = CheckOdds::new(pool, &Pile::whole(deck.numbers()), &targets, None);
    let distance = |chance: &Probability| {
        let half = Probability::new(1.into(), 2.into());
        if *chance > half { chance - half } else { half - chance }
    };
    let quarter = Probability::new(1.into(), 4.into());
    let lines =
        odds.lines.iter().map(|line| (distance(line.with_follow_ups.probability()), line.tn));
    let (_, tn) = lines.filter(|(distance, _)| *distance <= quarter).min()?;
    Some(UsualCheck { dice, tn })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Effort, generate};
    use crate::spec::PRESETS;

    /// The deck of a preset after a short search.
    fn deck(name: &str) -> Deck {
        let preset = PRESETS.iter().find(|preset| preset.name == name).unwrap();
        let spec = preset.spec().unwrap();
        generate(&spec, spec.seed, Effort::Quick, &|_| ()).unwrap()
    }

    #[test]
    fn the_usual_check_of_every_preset_has_a_middling_chance() {
        for preset in PRESETS {
            let deck = deck(preset.name);
            let check = usual_check(&deck).unwrap();
            let pool = Pool::new(&deck, check.dice).unwrap();
            let odds = CheckOdds::new(pool, &Pile::whole(deck.numbers()), &[check.tn], None);
            let chance = odds.lines[0].with_follow_ups.basis_points();
            assert!((2_500..=7_500).contains(&chance), "{}: {check:?} {chance}", preset.name);
        }
        let d20 = serde_json::to_value(usual_check(&deck("d20"))).unwrap();
        assert_eq!(serde_json::json!({ "dice": "1d20", "tn": 11 }), d20);
    }

    #[test]
    fn decks_whose_figures_are_read_ask_for_their_elements_first() {
        let first: Vec<&str> = PRESETS
            .iter()
            .filter(|preset| reads_elements_first(&deck(preset.name)))
            .map(|preset| preset.name)
            .collect();
        assert_eq!(["pbta", "oracle"], first[..]);
    }
}
