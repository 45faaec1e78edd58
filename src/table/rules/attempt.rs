//! An attempt: a skill's pool, the cards drawn for it, and a target number.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::CheckDice;
use crate::table::lookup::{
    Answer, Check, CheckAnswer, Decider, DeckView, Draw, LookupError, Pool, Target,
};

use super::tn::penalties;
use super::{CardCheck, CheckReading, CheckResult, Game, Options, RulesError, TnAccount, TnEntry};

/// A pool and the cards drawn for it.
#[derive(Clone, Debug)]
pub struct Attempt<'d> {
    /// The cells that are read.
    pub pool: Pool<'d>,
    /// The resolution card and its follow-ups.
    pub draw: Draw,
    /// The character's worst wound, 0 to 5; its penalty counts.
    pub wounds: u8,
    /// Other penalties; a bonus is negative.
    pub penalty: i32,
}

/// The result of an attempt without a target number.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct AttemptAnswer {
    /// The check.
    #[serde(flatten)]
    pub check: CheckAnswer,
    /// The penalties subtracted from its total.
    pub penalties: Vec<TnEntry>,
    /// The best total minus penalties; none on a critical failure.
    pub total: Option<i64>,
}

/// The result of an attempt against a target number.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct TestedAttempt {
    /// The target number with its reasons.
    pub account: TnAccount,
    /// The check.
    pub check: CheckAnswer,
}

impl<'d> Attempt<'d> {
    /// An attempt of a character without penalties.
    pub fn new(pool: Pool<'d>, draw: Draw) -> Self {
        Self { pool, draw, wounds: 0, penalty: 0 }
    }

    /// Compares the cards with the target number. Penalties raise the number.
    ///
    /// # Errors
    /// As [`Check::answer`].
    pub fn test(
        &self,
        account: TnAccount,
        options: &Options,
    ) -> Result<TestedAttempt, LookupError> {
        let penalties = self.penalties(options);
        let account =
            penalties.iter().fold(account, |sum, entry| sum.with(&*entry.reason, entry.penalty));
        let target = Target { tn: account.tn(), bump_divisor: options.bump_divisor };
        let check = Check { pool: self.pool, target: Some(target) }.answer(&self.draw)?;
        Ok(TestedAttempt { account, check })
    }

    fn penalties(&self, options: &Options) -> Vec<TnEntry> {
        penalties(options.wound_table.penalty(self.wounds), self.penalty)
    }
}

impl CardCheck for Attempt<'_> {
    const GAME: Game = Game::West;
    type Options = Options;
    type Reading = AttemptAnswer;
    type Result = TestedAttempt;
    type Error = RulesError;

    fn deck(&self) -> DeckView<'_> {
        self.pool.deck()
    }

    fn cards(&self) -> impl Iterator<Item = &CardNumber> {
        self.draw.cards()
    }

    fn dice(&self) -> CheckDice {
        self.pool.dice()
    }

    fn with_wounds(self, worst: u8) -> Self {
        Self { wounds: worst, ..self }
    }

    fn shared(options: &Options) -> &Options {
        options
    }

    fn read(&self, options: &Options) -> Result<AttemptAnswer, RulesError> {
        let check = Check { pool: self.pool, target: None }.answer(&self.draw)?;
        let penalties = self.penalties(options);
        let off: i64 = penalties.iter().map(|entry| i64::from(entry.penalty)).sum();
        let total = check.best().map(|choice| i64::from(choice.total) - off);
        Ok(AttemptAnswer { check, penalties, total })
    }

    fn measure(&self, account: TnAccount, options: &Options) -> Result<TestedAttempt, RulesError> {
        Ok(self.test(account, options)?)
    }
}

impl CheckReading for AttemptAnswer {
    const CRITICAL_FAILURE: &'static str = "CF";

    fn total(&self) -> Option<i64> {
        self.total
    }
}

impl Answer for AttemptAnswer {
    const KIND: &'static str = "attempt";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.check)
    }

    fn verdict(&self) -> Option<String> {
        self.check.verdict()
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.check.explanation();
        if let (false, Some(total)) = (self.penalties.is_empty(), self.total) {
            let taken_off: Vec<String> = self.penalties.iter().map(TnEntry::taken_off).collect();
            lines.push(format!("{}: {total}", taken_off.join(", ")));
        }
        lines
    }
}

impl CheckResult for TestedAttempt {
    const GAME: Game = Game::West;

    fn success(&self) -> bool {
        self.check.success() == Some(true)
    }

    fn critical_failure(&self) -> bool {
        self.check.critical_failure
    }

    fn successes(&self) -> u32 {
        if self.success() { 1 + self.check.bumps() } else { 0 }
    }
}

impl TestedAttempt {
    /// The best total; 0 on a critical failure.
    pub fn total(&self) -> u32 {
        self.check.best().map_or(0, |choice| choice.total)
    }
}

impl Answer for TestedAttempt {
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

    /// The target number with its reasons, then the result of the check.
    fn explanation(&self) -> Vec<String> {
        let mut lines = vec![self.account.to_string()];
        lines.extend(self.check.explanation());
        lines
    }
}
