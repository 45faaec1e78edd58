//! Keeping aim under fire (Conflict, "Tactical Aiming", "Aim and Cover").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, Decider, LookupError, TargetNumber};

use super::{Attempt, CheckResult, Options, TestedAttempt, TnAccount};

/// Attacks on an aiming character since the aim or the last action began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Threat {
    /// No attack: no check.
    None,
    /// Shots at the character.
    Ranged {
        /// The number of shots, 1 or more: each after the first makes the check 1 harder.
        shots: u8,
        /// The number of hits: each makes the check 2 harder.
        hits: u8,
    },
    /// A hand-to-hand attack.
    Melee {
        /// Whether a blow landed; the aim is then lost without a check.
        hit: bool,
    },
}

/// A Bravery check before the shot, with a card of its own.
#[derive(Clone, Debug)]
pub struct AimUnderFire<'d> {
    /// Bravery, and the cards drawn; needed only if there is a check.
    pub attempt: Option<Attempt<'d>>,
    /// The attacks on the character.
    pub threat: Threat,
    /// The lowest armour value of the cover used during the whole turn; 0 in the open.
    pub cover: u8,
}

/// Result of aiming under fire.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct AimAnswer {
    /// The check, if there was one.
    pub test: Option<TestedAttempt>,
    /// Whether the earlier aim is kept and the character may aim.
    pub kept: bool,
}

impl AimUnderFire<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Attempt::test`]. A check that is due without an attempt counts as failed.
    pub fn answer(&self, options: &Options) -> Result<AimAnswer, LookupError> {
        let account = match self.threat {
            Threat::None => return Ok(AimAnswer { test: None, kept: true }),
            Threat::Melee { hit: true } => return Ok(AimAnswer { test: None, kept: false }),
            Threat::Melee { hit: false } => {
                TnAccount::new(TargetNumber::DIFFICULT, "attacked hand to hand")
            }
            Threat::Ranged { shots, hits } => TnAccount::new(TargetNumber::STANDARD, "under fire")
                .with("for shots after the first", i32::from(shots.saturating_sub(1)))
                .with("for hits", 2 * i32::from(hits)),
        };
        let account = account.with("armour of the cover", -i32::from(self.cover));
        let test =
            self.attempt.as_ref().map(|attempt| attempt.test(account, options)).transpose()?;
        let kept = test.as_ref().is_some_and(CheckResult::success);
        Ok(AimAnswer { test, kept })
    }
}

impl Answer for AimAnswer {
    const KIND: &'static str = "aim";

    fn decided_by(&self) -> Decider<'_> {
        self.test.as_ref().map(|test| test as &dyn crate::table::lookup::AnyAnswer)
    }

    fn verdict(&self) -> Option<String> {
        Some(if self.kept { "the aim is kept" } else { "the aim is lost" }.to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.as_ref().map(TestedAttempt::explanation).unwrap_or_default();
        lines.push(match (&self.test, self.kept) {
            (None, true) => "no attack: aims as usual".to_owned(),
            (None, false) => "hit hand to hand: all aim is lost".to_owned(),
            (Some(_), true) => "the aim is kept".to_owned(),
            (Some(_), false) => "the aim is lost and the action used".to_owned(),
        });
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::Pool;
    use crate::table::lookup::samples::{deck, draw};

    fn ask(threat: Threat, cover: u8) -> AimAnswer {
        let deck = deck();
        let pool = Pool::new(&deck, "1d10".parse().unwrap()).unwrap();
        // Card 34 shows 7.
        let attempt = Some(Attempt::new(pool, draw(34, &[])));
        AimUnderFire { attempt, threat, cover }.answer(&Options::default()).unwrap()
    }

    #[test]
    fn shots_hits_and_cover_move_the_target_number() {
        let tn = |answer: AimAnswer| answer.test.unwrap().account.tn().get();
        assert_eq!(5, tn(ask(Threat::Ranged { shots: 1, hits: 0 }, 0)));
        assert_eq!(9, tn(ask(Threat::Ranged { shots: 3, hits: 1 }, 0)));
        assert_eq!(7, tn(ask(Threat::Ranged { shots: 3, hits: 1 }, 2)));
        assert_eq!(9, tn(ask(Threat::Melee { hit: false }, 0)));
        assert!(ask(Threat::Ranged { shots: 3, hits: 1 }, 2).kept);
        assert!(!ask(Threat::Ranged { shots: 3, hits: 1 }, 0).kept);
    }

    #[test]
    fn a_blow_that_lands_ends_the_aim_and_peace_keeps_it() {
        assert!(!ask(Threat::Melee { hit: true }, 4).kept);
        let peace = ask(Threat::None, 0);
        assert!(peace.kept && peace.test.is_none());
    }
}
