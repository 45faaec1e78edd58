//! What a check is to the rules that the West and its dice edition share.
//!
//! Contests, entanglement, surprise, stun, recovery and initiative are written once, for any
//! [`CardCheck`]; where the editions differ, they ask for [`CardCheck::GAME`] or an option.

use crate::deck::CardNumber;
use crate::diagnostic::Fault;
use crate::dice::CheckDice;
use crate::table::lookup::{Answer, DeckView};

use super::{Game, Options, RulesError, TnAccount};

/// Dice and the cards drawn for them: [`Attempt`](super::Attempt) in the West,
/// [`fi3::Roll`](super::fi3::Roll) in the dice edition.
pub trait CardCheck: Clone {
    /// The game.
    const GAME: Game;
    /// Its open questions.
    type Options;
    /// What the cards show.
    type Reading: CheckReading;
    /// That, measured against a target number.
    type Result: CheckResult;
    /// Why a check has no answer.
    type Error: Fault + From<RulesError>;

    /// The deck of the cards.
    fn deck(&self) -> DeckView<'_>;

    /// All cards that lie on the table for it.
    fn cards(&self) -> impl Iterator<Item = &CardNumber>;

    /// The dice.
    fn dice(&self) -> CheckDice;

    /// The same check with this worst wound, 0 to 5.
    #[must_use]
    fn with_wounds(self, worst: u8) -> Self;

    /// The options that both editions have.
    fn shared(options: &Self::Options) -> &Options;

    /// Reads the cards. Penalties count.
    ///
    /// # Errors
    /// A column the deck lacks, a card drawn twice or with nothing to follow.
    fn read(&self, options: &Self::Options) -> Result<Self::Reading, Self::Error>;

    /// Reads the cards and measures them. Penalties count.
    ///
    /// # Errors
    /// As [`CardCheck::read`].
    fn measure(
        &self,
        account: TnAccount,
        options: &Self::Options,
    ) -> Result<Self::Result, Self::Error>;
}

/// A check that was read, without a target number.
pub trait CheckReading: Answer {
    /// How a critical failure is shown.
    const CRITICAL_FAILURE: &'static str;

    /// The best total less penalties; none on a critical failure.
    fn total(&self) -> Option<i64>;
}

/// A check that was measured.
pub trait CheckResult: Answer {
    /// The game.
    const GAME: Game;

    /// Whether it succeeds.
    fn success(&self) -> bool;

    /// Whether it is a critical failure.
    fn critical_failure(&self) -> bool;

    /// The success and its bumps or raises; 0 for a failure.
    fn successes(&self) -> u32;
}
