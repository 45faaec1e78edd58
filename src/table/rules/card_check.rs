//! A trait for checks, shared by the rules of the West and its dice edition.
//!
//! Contests, entanglement, surprise, stun, recovery and initiative are generic over [`CardCheck`].
//! Where the editions differ, they use [`CardCheck::GAME`] or an option.

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
    /// The rule options of the game.
    type Options;
    /// The result without a target number.
    type Reading: CheckReading;
    /// The result against a target number.
    type Result: CheckResult;
    /// The error of a check that cannot be answered.
    type Error: Fault + From<RulesError>;

    /// The deck of the cards.
    fn deck(&self) -> DeckView<'_>;

    /// All cards read for the check.
    fn cards(&self) -> impl Iterator<Item = &CardNumber>;

    /// The dice.
    fn dice(&self) -> CheckDice;

    /// The same check with another worst wound, 0 to 5.
    #[must_use]
    fn with_wounds(self, worst: u8) -> Self;

    /// The options that both editions share.
    fn shared(options: &Self::Options) -> &Options;

    /// Reads the cards. Penalties count.
    ///
    /// # Errors
    /// A column that the deck does not have, a card drawn twice, or a follow-up card after a result
    /// that is not exceptional.
    fn read(&self, options: &Self::Options) -> Result<Self::Reading, Self::Error>;

    /// Reads the cards and compares them with a target number. Penalties count.
    ///
    /// # Errors
    /// As [`CardCheck::read`].
    fn measure(
        &self,
        account: TnAccount,
        options: &Self::Options,
    ) -> Result<Self::Result, Self::Error>;
}

/// The result of a check without a target number.
pub trait CheckReading: Answer {
    /// The text for a critical failure.
    const CRITICAL_FAILURE: &'static str;

    /// The best total minus penalties; none on a critical failure.
    fn total(&self) -> Option<i64>;
}

/// The result of a check against a target number.
pub trait CheckResult: Answer {
    /// The game.
    const GAME: Game;

    /// Whether it succeeds.
    fn success(&self) -> bool;

    /// Whether it is a critical failure.
    fn critical_failure(&self) -> bool;

    /// The success and its bumps or raises; 0 on a failure.
    fn successes(&self) -> u32;
}
