//! Stun and recovery (dice edition and Conflict, "Wound Modifiers", "Recovery").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Aftermath, Answer, Decider};

use super::{CardCheck, CheckResult, Game, StunPenalty, TnAccount};

/// The Fortitude check, or Vigor roll, after each wound of a character who is not stunned yet.
#[derive(Clone, Debug)]
pub struct StunCheck<C> {
    /// The skill, and the cards drawn. The wound penalty is set from the fields below.
    pub check: C,
    /// The wounds dealt by this attack; 0 for concussion or wind alone.
    pub dealt: u8,
    /// The worst wound before it.
    pub earlier: u8,
    /// The worst wound after it, in any place.
    pub worst: u8,
}

/// The check that ends a stun; it takes an action.
#[derive(Clone, Debug)]
pub struct RecoveryCheck<C> {
    /// The skill, and the cards drawn. The wound penalty is that of the worst wound.
    pub check: C,
    /// The worst wound, which also sets the target number.
    pub worst: u8,
}

/// The state of a wounded character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Footing {
    /// Acts as before.
    Steady,
    /// Can only limp a few metres until a recovery check succeeds.
    Stunned,
    /// Unconscious for 1d6 hours, or until a medicine check at TN 5.
    Unconscious,
}

/// The result of a stun or recovery check.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct StunAnswer<T> {
    /// The check.
    pub test: T,
    /// The state of the character.
    pub footing: Footing,
    /// Whether the character was stunned before: a recovery check.
    pub recovering: bool,
}

impl<C: CardCheck> StunCheck<C> {
    /// Reads the cards. A critical failure makes unconscious in the dice edition only.
    ///
    /// # Errors
    /// As [`CardCheck::measure`].
    pub fn answer(&self, options: &C::Options) -> Result<StunAnswer<C::Result>, C::Error> {
        let wounds = match C::shared(options).stun_penalty {
            StunPenalty::WithNew => self.worst,
            StunPenalty::Earlier => self.earlier,
        };
        shock(self.check.clone().with_wounds(wounds), self.dealt, false, options)
    }
}

impl<C: CardCheck> RecoveryCheck<C> {
    /// Reads the cards. A critical failure makes unconscious.
    ///
    /// # Errors
    /// As [`CardCheck::measure`].
    pub fn answer(&self, options: &C::Options) -> Result<StunAnswer<C::Result>, C::Error> {
        shock(self.check.clone().with_wounds(self.worst), self.worst, true, options)
    }
}

/// A check against the stun number of this wound.
fn shock<C: CardCheck>(
    check: C,
    level: u8,
    recovering: bool,
    options: &C::Options,
) -> Result<StunAnswer<C::Result>, C::Error> {
    let table = C::shared(options).wound_table;
    let reason = table.level(level).map_or("no wound", |level| level.name);
    let test = check.measure(TnAccount::new(table.stun(level), reason), options)?;
    let knocks_out = recovering || C::GAME == Game::Fi3;
    let footing = match (test.critical_failure() && knocks_out, test.success()) {
        (true, _) => Footing::Unconscious,
        (_, true) => Footing::Steady,
        _ => Footing::Stunned,
    };
    Ok(StunAnswer { test, footing, recovering })
}

impl<T: CheckResult> Answer for StunAnswer<T> {
    const KIND: &'static str = "stun";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.test)
    }

    fn verdict(&self) -> Option<String> {
        Some(
            match (self.footing, self.recovering) {
                (Footing::Steady, false) => "not stunned",
                (Footing::Steady, true) => "recovered",
                (Footing::Stunned, false) => "stunned",
                (Footing::Stunned, true) => "still stunned",
                (Footing::Unconscious, _) => "unconscious",
            }
            .to_owned(),
        )
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.explanation();
        lines.push(
            match (self.footing, self.recovering) {
                (Footing::Steady, false) => "not stunned",
                (Footing::Steady, true) => "recovered",
                (Footing::Stunned, false) => "stunned until a recovery check",
                (Footing::Stunned, true) => "still stunned",
                (Footing::Unconscious, _) => {
                    "unconscious for 1d6 hours, or until a medicine check at TN 5"
                }
            }
            .to_owned(),
        );
        lines
    }

    fn aftermath(&self) -> Option<Aftermath> {
        Some(match self.footing {
            Footing::Steady => Aftermath::Steady,
            Footing::Stunned => Aftermath::Stunned,
            Footing::Unconscious => Aftermath::Unconscious,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::Pool;
    use crate::table::lookup::samples::{deck, draw};
    use crate::table::rules::fi3::{self, Roll};
    use crate::table::rules::{Attempt, Options};

    fn attempt<'d>(deck: &'d Deck, dice: &str, card: u8) -> Attempt<'d> {
        Attempt::new(Pool::new(deck, dice.parse().unwrap()).unwrap(), draw(card, &[]))
    }

    fn roll<'d>(deck: &'d Deck, dice: &str, card: &str) -> Roll<'d> {
        Roll::new(deck, dice.parse().unwrap(), card.parse().unwrap())
    }

    // Card 34 shows 7 in row 1 of d10, card 42 shows 2, card 10 CF in row 4.

    #[test]
    fn a_stun_check_counts_earlier_wounds_but_not_the_new_one() {
        let deck = deck();
        let ask = |dealt, earlier| {
            let check = StunCheck { check: attempt(&deck, "1d10", 34), dealt, earlier, worst: 5 };
            let answer = check.answer(&Options::default()).unwrap();
            (answer.test.account.tn().get(), answer.footing)
        };
        assert_eq!((5, Footing::Steady), ask(2, 0));
        assert_eq!((8, Footing::Stunned), ask(2, 3));
        assert_eq!((3, Footing::Steady), ask(0, 0));
    }

    #[test]
    fn the_new_wound_counts_by_default_in_the_dice_edition() {
        let deck = deck();
        let ask = |dealt, worst, stun_penalty| {
            let mut options = fi3::Options::default();
            options.shared.stun_penalty = stun_penalty;
            let stun = StunCheck { check: roll(&deck, "1d10", "34"), dealt, earlier: 0, worst };
            let answer = stun.answer(&options).unwrap();
            (answer.test.account.tn().get(), answer.test.roll.total, answer.footing)
        };
        let with_new = fi3::Options::default().shared.stun_penalty;
        assert_eq!((3, Some(7), Footing::Steady), ask(0, 0, with_new));
        assert_eq!((7, Some(5), Footing::Stunned), ask(2, 2, with_new));
        assert_eq!((7, Some(7), Footing::Steady), ask(2, 2, StunPenalty::Earlier));
    }

    #[test]
    fn a_critical_failure_while_recovering_makes_unconscious() {
        let deck = deck();
        let recover = |dice, card| {
            let check = RecoveryCheck { check: attempt(&deck, dice, card), worst: 2 };
            check.answer(&Options::default()).unwrap()
        };
        assert_eq!(Footing::Unconscious, recover("4d10", 10).footing);
        // Light is TN 5; its penalty of 2 counts now.
        let recovered = recover("1d10", 34);
        assert_eq!((7, Footing::Steady), (recovered.test.account.tn().get(), recovered.footing));
        assert_eq!(Footing::Stunned, recover("1d10", 42).footing);
        let stun = StunCheck { check: attempt(&deck, "4d10", 10), dealt: 1, earlier: 0, worst: 1 };
        assert_eq!(Footing::Stunned, stun.answer(&Options::default()).unwrap().footing);

        let options = fi3::Options::default();
        let roll = || roll(&deck, "4d10", "10");
        let stun = StunCheck { check: roll(), dealt: 1, earlier: 0, worst: 1 };
        assert_eq!(Footing::Unconscious, stun.answer(&options).unwrap().footing);
        let recovery = RecoveryCheck { check: roll(), worst: 1 };
        assert_eq!(Footing::Unconscious, recovery.answer(&options).unwrap().footing);
    }
}
