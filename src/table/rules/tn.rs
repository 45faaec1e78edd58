//! A target number with its reasons.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, TargetNumber};

/// A target number as a sum of reasons. A penalty for the acting character raises it, a bonus
/// lowers it: comparing a result minus a penalty with a number is the same as comparing the result
/// with the number plus the penalty.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct TnAccount {
    /// The number to begin with.
    base: TnEntry,
    /// What is added to it.
    entries: Vec<TnEntry>,
    /// The sum.
    tn: TargetNumber,
}

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct TnEntry {
    /// The text, such as `running`.
    pub reason: String,
    /// The amount added to the target number; negative for a bonus.
    pub penalty: i32,
}

impl TnEntry {
    /// `- 3 for wounds`, for a penalty subtracted from a total.
    pub(super) fn taken_off(&self) -> String {
        let sign = if self.penalty < 0 { '+' } else { '-' };
        format!("{sign} {} {}", self.penalty.unsigned_abs(), self.reason)
    }
}

/// The penalty of the worst wound and all other penalties. Entries of 0 are omitted.
pub(super) fn penalties(wounds: i32, other: i32) -> Vec<TnEntry> {
    [("for wounds", wounds), ("for other penalties", other)]
        .into_iter()
        .filter(|&(_, penalty)| penalty != 0)
        .map(|(reason, penalty)| TnEntry { reason: reason.to_owned(), penalty })
        .collect()
}

impl TnAccount {
    /// A target number with its base and the reason for it.
    pub fn new(base: TargetNumber, reason: impl Into<String>) -> Self {
        let base_entry = TnEntry { reason: reason.into(), penalty: base.get() };
        Self { base: base_entry, entries: Vec::new(), tn: base }
    }

    /// Adds a reason; an amount of 0 is omitted.
    #[must_use]
    pub fn with(mut self, reason: impl Into<String>, penalty: i32) -> Self {
        if penalty != 0 {
            self.entries.push(TnEntry { reason: reason.into(), penalty });
            self.tn = self.tn.harder(penalty);
        }
        self
    }

    /// Raises the sum to the result of an active defence, if that is greater.
    #[must_use]
    pub fn at_least(self, defence: Option<i64>) -> Self {
        let over = defence.map_or(0, |result| result - i64::from(self.tn.get()));
        self.with("active defence", i32::try_from(over.max(0)).unwrap_or(i32::MAX))
    }

    /// The target number: the sum.
    pub fn tn(&self) -> TargetNumber {
        self.tn
    }

    /// The reasons after the base, in the order added.
    pub fn entries(&self) -> &[TnEntry] {
        &self.entries
    }

    /// The sum of the reasons after the base: the penalty of the attempt.
    pub fn penalty(&self) -> i32 {
        self.entries.iter().fold(0_i32, |sum, entry| sum.saturating_add(entry.penalty))
    }
}

/// `TN 8 = 5 standard + 2 snap shot + 1 first shot`
impl fmt::Display for TnAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TN {} = {} {}", self.tn, self.base.penalty, self.base.reason)?;
        for entry in &self.entries {
            let sign = if entry.penalty < 0 { '-' } else { '+' };
            write!(f, " {sign} {} {}", entry.penalty.unsigned_abs(), entry.reason)?;
        }
        Ok(())
    }
}

impl Answer for TnAccount {
    const KIND: &'static str = "target-number";

    fn explanation(&self) -> Vec<String> {
        vec![self.to_string()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_tells_every_reason_that_counts() {
        let account = TnAccount::new(TargetNumber::STANDARD, "standard")
            .with("snap shot", 2)
            .with("nothing", 0)
            .with("large target", -1);
        assert_eq!("TN 6 = 5 standard + 2 snap shot - 1 large target", account.to_string());
        assert_eq!((6, 1), (account.tn().get(), account.penalty()));
    }

    #[test]
    fn absurd_penalties_neither_overflow_nor_panic() {
        let account = TnAccount::new(TargetNumber::STANDARD, "standard")
            .with("a", i32::MAX)
            .with("b", i32::MAX);
        assert_eq!((9999, i32::MAX), (account.tn().get(), account.penalty()));
    }
}
