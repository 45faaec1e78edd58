//! Stun, recovery and healing checks (seed 004, "Wound Modifiers", "Recovery", "Healing").

use serde::Serialize;

use crate::table::lookup::{Aftermath, Answer, Decider, LookupError, TargetNumber};

use super::{Attempt, Options, Tested, TnAccount};

/// The Fortitude check after damage, unless the character is stunned already.
#[derive(Clone, Debug)]
pub struct StunCheck<'d> {
    /// Fortitude, and the cards drawn.
    pub attempt: Attempt<'d>,
    /// The wounds dealt just now; 0 for concussion alone.
    pub dealt: u8,
    /// The worst wound from before, whose penalty counts; the new one does not.
    pub earlier_worst: u8,
    /// Other penalties.
    pub penalty: i32,
}

/// Whether the character is stunned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StunAnswer {
    /// The check.
    pub test: Tested,
    /// Stunned until a recovery check succeeds.
    pub stunned: bool,
}

impl StunCheck<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Attempt::test`].
    pub fn answer(&self, options: &Options) -> Result<StunAnswer, LookupError> {
        let table = options.wound_table;
        let reason =
            if self.dealt == 0 { "for concussion alone".to_owned() } else { wounds(self.dealt) };
        let account = TnAccount::new(table.stun(self.dealt), reason)
            .with("for earlier wounds", table.penalty(self.earlier_worst))
            .with("for other penalties", self.penalty);
        let test = self.attempt.test(account, options.bump_divisor)?;
        let stunned = !test.success();
        Ok(StunAnswer { test, stunned })
    }
}

impl Answer for StunAnswer {
    const KIND: &'static str = "stun";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.test)
    }

    fn verdict(&self) -> Option<String> {
        Some(if self.stunned { "stunned" } else { "not stunned" }.to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.explanation();
        lines.push(
            if self.stunned { "stunned until a recovery check" } else { "not stunned" }.into(),
        );
        lines
    }

    fn aftermath(&self) -> Option<Aftermath> {
        Some(if self.stunned { Aftermath::Stunned } else { Aftermath::Steady })
    }
}

/// The check of a stunned character's action.
#[derive(Clone, Debug)]
pub struct RecoveryCheck<'d> {
    /// Fortitude, and the cards drawn.
    pub attempt: Attempt<'d>,
    /// The worst wound now: it sets the target number and its penalty counts.
    pub worst: u8,
    /// Other penalties.
    pub penalty: i32,
}

/// How the stunned character fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recovery {
    /// Shakes it off.
    Recovered,
    /// Stays stunned.
    Stunned,
    /// A critical failure: unconscious for 1d6 hours or until a medicine check at TN 5.
    Unconscious,
}

/// How the recovery came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecoveryAnswer {
    /// The check.
    pub test: Tested,
    /// How the character fares.
    pub recovery: Recovery,
}

impl RecoveryCheck<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Attempt::test`].
    pub fn answer(&self, options: &Options) -> Result<RecoveryAnswer, LookupError> {
        let table = options.wound_table;
        let reason = if self.worst == 0 { "for no wound".to_owned() } else { wounds(self.worst) };
        let account = TnAccount::new(table.stun(self.worst), reason)
            .with("for wounds", table.penalty(self.worst))
            .with("for other penalties", self.penalty);
        let test = self.attempt.test(account, options.bump_divisor)?;
        let recovery = match (test.check.critical_failure, test.success()) {
            (true, _) => Recovery::Unconscious,
            (_, true) => Recovery::Recovered,
            _ => Recovery::Stunned,
        };
        Ok(RecoveryAnswer { test, recovery })
    }
}

impl Answer for RecoveryAnswer {
    const KIND: &'static str = "recovery";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.test)
    }

    fn verdict(&self) -> Option<String> {
        Some(
            match self.recovery {
                Recovery::Recovered => "recovered",
                Recovery::Stunned => "still stunned",
                Recovery::Unconscious => "unconscious",
            }
            .to_owned(),
        )
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.explanation();
        lines.push(
            match self.recovery {
                Recovery::Recovered => "recovered",
                Recovery::Stunned => "still stunned",
                Recovery::Unconscious => {
                    "unconscious for 1d6 hours, or until a medicine check at TN 5"
                }
            }
            .to_owned(),
        );
        lines
    }

    fn aftermath(&self) -> Option<Aftermath> {
        Some(match self.recovery {
            Recovery::Recovered => Aftermath::Steady,
            Recovery::Stunned => Aftermath::Stunned,
            Recovery::Unconscious => Aftermath::Unconscious,
        })
    }
}

/// Somebody skilled in medicine treats one place within an hour of the wound, once.
#[derive(Clone, Debug)]
pub struct HealingCheck<'d> {
    /// Medicine, and the cards drawn.
    pub attempt: Attempt<'d>,
    /// What is treated.
    pub ailment: Ailment,
    /// The penalty of the healer's worst wound.
    pub wound_penalty: i32,
    /// Other penalties.
    pub penalty: i32,
}

/// What can be treated, with the target numbers of the healing table. It has no line for a scratch,
/// which is as easy as concussion, nor for a heavy wound, which is treated as a light one: only
/// wound table A has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ailment {
    /// Concussion: TN 3; all CT come back in two minutes.
    Wind,
    /// A scratch: TN 3.
    Scratched,
    /// A light wound: TN 5.
    Light,
    /// A heavy wound: TN 5.
    Heavy,
    /// A serious wound: TN 7.
    Serious,
    /// A critical wound: TN 9.
    Critical,
}

impl Ailment {
    /// The target number.
    pub fn tn(self) -> TargetNumber {
        TargetNumber::clamped(match self {
            Self::Wind | Self::Scratched => 3,
            Self::Light | Self::Heavy => 5,
            Self::Serious => 7,
            Self::Critical => 9,
        })
    }
}

/// Whether the treatment helped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HealingAnswer {
    /// The check.
    pub test: Tested,
    /// What was treated.
    pub ailment: Ailment,
    /// Whether it helped.
    pub healed: bool,
}

impl HealingCheck<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Attempt::test`].
    pub fn answer(&self, options: &Options) -> Result<HealingAnswer, LookupError> {
        let account = TnAccount::new(self.ailment.tn(), "healing")
            .with("for wounds", self.wound_penalty)
            .with("for other penalties", self.penalty);
        let test = self.attempt.test(account, options.bump_divisor)?;
        let healed = test.success();
        Ok(HealingAnswer { test, ailment: self.ailment, healed })
    }
}

impl Answer for HealingAnswer {
    const KIND: &'static str = "healing";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.test)
    }

    fn verdict(&self) -> Option<String> {
        Some(if self.healed { "healed" } else { "not healed" }.to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.explanation();
        lines.push(
            match (self.healed, self.ailment) {
                (true, Ailment::Wind) => "all CT come back in about two minutes",
                (true, _) => "one wound less in that place",
                (false, _) => "the treatment does not help",
            }
            .to_owned(),
        );
        lines
    }
}

fn wounds(wounds: u8) -> String {
    format!("for {}", crate::wording::counted(wounds.into(), "wound"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::Pool;
    use crate::table::lookup::samples::{deck, draw};

    #[test]
    fn a_stun_check_counts_earlier_wounds_but_not_the_new_one() {
        let deck = deck();
        let pool = Pool::new(&deck, "1d10".parse().unwrap()).unwrap();
        let ask = |dealt, earlier_worst| {
            let attempt = Attempt { pool, draw: draw(34, &[]) };
            let check = StunCheck { attempt, dealt, earlier_worst, penalty: 0 };
            check.answer(&Options::default()).unwrap()
        };
        // Card 34 shows 7.
        assert_eq!((5, false), (ask(2, 0).test.account.tn().get(), ask(2, 0).stunned));
        assert_eq!((8, true), (ask(2, 3).test.account.tn().get(), ask(2, 3).stunned));
        assert_eq!(3, ask(0, 0).test.account.tn().get());
    }

    #[test]
    fn a_critical_failure_while_recovering_knocks_out() {
        let deck = deck();
        let ask = |dice: &str, card| {
            let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
            let attempt = Attempt { pool, draw: draw(card, &[]) };
            RecoveryCheck { attempt, worst: 2, penalty: 0 }.answer(&Options::default()).unwrap()
        };
        assert_eq!(Recovery::Unconscious, ask("4d10", 10).recovery);
        // Light is TN 5, and its own penalty of 2 counts now.
        assert_eq!((7, Recovery::Recovered), {
            let answer = ask("1d10", 34);
            (answer.test.account.tn().get(), answer.recovery)
        });
        assert_eq!(Recovery::Stunned, ask("1d10", 42).recovery);
    }

    #[test]
    fn healing_gets_harder_with_the_wound() {
        let all = [Ailment::Wind, Ailment::Light, Ailment::Serious, Ailment::Critical];
        assert_eq!([3, 5, 7, 9], all.map(|ailment| ailment.tn().get()));
        // The healing table has other names than wound table A.
        assert_eq!([3, 5], [Ailment::Scratched, Ailment::Heavy].map(|it| it.tn().get()));
    }
}
