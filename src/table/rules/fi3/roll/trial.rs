//! The result of a roll against a task number: success, raises, missing points.

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, TargetNumber};
use crate::wording::counted;

use super::super::super::{CheckResult, Game, TnAccount};
use super::super::{Fi3Error, Options};
use super::{Roll, RollAnswer};

/// A roll against a task number.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Trial {
    /// The task number with its reasons.
    pub account: TnAccount,
    /// The roll.
    pub roll: RollAnswer,
    /// Whether the total reaches the number.
    pub success: bool,
    /// One for each full 4 above it (3 by option); 0 without success.
    pub raises: u32,
}

impl Roll<'_> {
    /// Reads the cards and compares them with a task number.
    ///
    /// # Errors
    /// As [`Roll::read`].
    pub fn against(&self, account: TnAccount, options: &Options) -> Result<Trial, Fi3Error> {
        let roll = self.read(options)?;
        let margin = roll.total.map(|total| total - i64::from(account.tn().get()));
        let margin = margin.and_then(|margin| u32::try_from(margin).ok());
        let raises = margin.map_or(0, |margin| margin / options.shared.bump_divisor.get());
        Ok(Trial { account, roll, success: margin.is_some(), raises })
    }

    /// [`Roll::against`] a number without further reasons.
    ///
    /// # Errors
    /// As [`Roll::read`].
    pub fn against_tn(
        &self,
        tn: TargetNumber,
        reason: &str,
        options: &Options,
    ) -> Result<Trial, Fi3Error> {
        self.against(TnAccount::new(tn, reason), options)
    }
}

impl CheckResult for Trial {
    const GAME: Game = Game::Fi3;

    fn success(&self) -> bool {
        self.success
    }

    fn critical_failure(&self) -> bool {
        self.roll.bust
    }

    fn successes(&self) -> u32 {
        if self.success { 1 + self.raises } else { 0 }
    }
}

impl Trial {
    /// The missing points to the task number; a bust roll has a total of 0.
    pub fn lacking(&self) -> u32 {
        let lack = i64::from(self.account.tn().get()) - self.roll.total.unwrap_or(0);
        if self.success { 0 } else { u32::try_from(lack).unwrap_or(0) }
    }
}

impl Answer for Trial {
    const KIND: &'static str = "fi3-check";

    fn verdict(&self) -> Option<String> {
        let raises = self.raises as usize;
        Some(match (self.success, raises) {
            (false, _) if self.roll.bust => "bust".to_owned(),
            (false, _) => "failure".to_owned(),
            (true, 0) => "success".to_owned(),
            (true, raises) => format!("success, {}", counted(raises, "raise")),
        })
    }

    fn is_open(&self) -> bool {
        Answer::is_open(&self.roll)
    }

    fn account(&self) -> Option<String> {
        Some(self.account.to_string())
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = vec![self.account.to_string()];
        lines.extend(self.roll.explanation());
        let Some(total) = self.roll.total else { return lines };
        let verdict = match (self.success, self.raises) {
            (false, _) => "failure".to_owned(),
            (true, 0) => "success".to_owned(),
            (true, 1) => "success, 1 raise".to_owned(),
            (true, raises) => format!("success, {raises} raises"),
        };
        lines.push(format!("{total} against TN {}: {verdict}", self.account.tn()));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::deck;
    use crate::table::rules::fi3::samples::{options, roll};

    #[test]
    fn successes_count_the_success_and_each_raise() {
        // Card 34 shows 7.
        let deck = deck();
        let ask = |tn| {
            let roll = roll(&deck, "1d10", 34);
            let tn = TargetNumber::clamped(tn);
            let trial = roll.against_tn(tn, "test", &options()).unwrap();
            (trial.successes(), trial.lacking())
        };
        assert_eq!([(2, 0), (1, 0), (1, 0), (0, 2)], [3, 4, 7, 9].map(ask));
    }
}
