//! Treating wounds (Conflict, "Healing").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, Decider, LookupError, TargetNumber};

use super::{Attempt, CheckResult, Options, TestedAttempt, TnAccount};

/// A medicine check: treats one place, once, within an hour of the wound.
#[derive(Clone, Debug)]
pub struct HealingCheck<'d> {
    /// The healer's medicine, and the cards drawn.
    pub attempt: Attempt<'d>,
    /// The treated wound or concussion.
    pub ailment: Ailment,
}

/// Wounds that can be treated, with the target numbers of the healing table. The table does not
/// list a scratch, which is treated like concussion, nor a heavy wound, which exists in wound table
/// A only and is treated like a light one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
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

/// The result of a treatment.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct HealingAnswer {
    /// The check.
    pub test: TestedAttempt,
    /// The treated wound or concussion.
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
        let account = TnAccount::new(self.ailment.tn(), "healing");
        let test = self.attempt.test(account, options)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn healing_gets_harder_with_the_wound() {
        let all = [Ailment::Wind, Ailment::Light, Ailment::Serious, Ailment::Critical];
        assert_eq!([3, 5, 7, 9], all.map(|ailment| ailment.tn().get()));
        // The healing table has other names than wound table A.
        assert_eq!([3, 5], [Ailment::Scratched, Ailment::Heavy].map(|it| it.tn().get()));
    }
}
