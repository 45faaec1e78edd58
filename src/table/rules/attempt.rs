//! Somebody tries something: a skill's pool, the cards drawn for it, and a target number.

use serde::Serialize;

use crate::table::lookup::{
    Answer, BumpDivisor, Check, CheckAnswer, Decider, Draw, LookupError, Pool, Target,
};

use super::TnAccount;

/// A pool and the cards drawn for it.
#[derive(Clone, Debug)]
pub struct Attempt<'d> {
    /// The cells read.
    pub pool: Pool<'d>,
    /// The resolution card and its follow-ups.
    pub draw: Draw,
}

/// An attempt measured against a target number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tested {
    /// The target number and how it came about.
    pub account: TnAccount,
    /// The check.
    pub check: CheckAnswer,
}

impl Attempt<'_> {
    /// Measures the cards.
    ///
    /// # Errors
    /// As [`Check::answer`].
    pub fn test(
        &self,
        account: TnAccount,
        bump_divisor: BumpDivisor,
    ) -> Result<Tested, LookupError> {
        let target = Some(Target { tn: account.tn(), bump_divisor });
        let check = Check { pool: self.pool, target }.answer(&self.draw)?;
        Ok(Tested { account, check })
    }
}

impl Tested {
    /// Whether the best total reaches the target number.
    pub fn success(&self) -> bool {
        self.check.success() == Some(true)
    }

    /// The best total; 0 on a critical failure.
    pub fn total(&self) -> u32 {
        self.check.best().map_or(0, |choice| choice.total)
    }
}

impl Answer for Tested {
    const KIND: &'static str = "test";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.check)
    }

    fn verdict(&self) -> Option<String> {
        self.check.verdict()
    }

    fn account(&self) -> Option<String> {
        Some(self.account.to_string())
    }

    /// The account, then what the cards say to it.
    fn explanation(&self) -> Vec<String> {
        let mut lines = vec![self.account.to_string()];
        lines.extend(self.check.explanation());
        lines
    }
}
