//! Contests of two checks: the better result wins (Conflict, "Entanglement", "Procedure" of aiming;
//! dice edition, "Waiting", "Psychological Contests", "Defense"). The sources do not settle ties; here
//! a tie has no winner, and the Judge decides what follows.

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, each_once};

use super::{CardCheck, CheckReading, Decks, Game, RulesError};

/// Two opposed checks.
#[derive(Clone, Debug)]
pub struct Contest<C> {
    /// The check of the acting character.
    pub active: C,
    /// The check of the resisting character.
    pub opponent: C,
}

/// The winner of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The acting character.
    Active,
    /// The resisting character.
    Opponent,
    /// A tie: equal results, or two critical failures.
    Nobody,
}

impl Winner {
    /// Compares two results. `None` is a critical failure, which loses to any result.
    pub fn between(active: Option<i64>, opponent: Option<i64>) -> Self {
        match (active, opponent) {
            (Some(active), Some(opponent)) if active > opponent => Self::Active,
            (Some(active), Some(opponent)) if active < opponent => Self::Opponent,
            (Some(_), None) => Self::Active,
            (None, Some(_)) => Self::Opponent,
            _ => Self::Nobody,
        }
    }

    /// `the opponent wins`
    pub(super) fn says(self) -> &'static str {
        match self {
            Self::Active => "the active character wins",
            Self::Opponent => "the opponent wins",
            Self::Nobody => "nobody wins",
        }
    }
}

/// The result of a contest.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ContestAnswer<R> {
    /// The acting character's check.
    pub active: R,
    /// The resisting character's check.
    pub opponent: R,
    /// The winner.
    pub winner: Winner,
    /// The difference of the totals; none if a critical failure decided.
    pub margin: Option<u64>,
    /// The acting character's successes, in the dice edition only: one for winning and one for each
    /// full 4 above the opponent's total. A bust total is 0. None in the West.
    pub successes: Option<u32>,
}

impl<C: CardCheck> Contest<C> {
    /// Reads the cards of both checks.
    ///
    /// # Errors
    /// [`RulesError::Lookup`] if both sides use the same card of one deck; otherwise as
    /// [`CardCheck::read`].
    pub fn answer(&self, options: &C::Options) -> Result<ContestAnswer<C::Reading>, C::Error> {
        let shared = C::shared(options);
        // Each check validates its own cards.
        if shared.decks == Decks::Shared {
            each_once(self.active.cards().chain(self.opponent.cards()))
                .map_err(RulesError::from)?;
        }
        let (active, opponent) = (self.active.read(options)?, self.opponent.read(options)?);
        let winner = Winner::between(active.total(), opponent.total());
        let margin = active.total().zip(opponent.total()).map(|(a, o)| a.abs_diff(o));
        let successes = (C::GAME == Game::Fi3).then(|| match winner {
            Winner::Active => {
                let above = active.total().unwrap_or(0) - opponent.total().unwrap_or(0);
                1 + u32::try_from(above).unwrap_or(0) / shared.bump_divisor.get()
            }
            Winner::Opponent | Winner::Nobody => 0,
        });
        Ok(ContestAnswer { active, opponent, winner, margin, successes })
    }
}

impl<R: CheckReading> ContestAnswer<R> {
    /// `the active character wins with 2 successes`
    fn end(&self) -> String {
        let successes = match self.successes {
            None | Some(0) => String::new(),
            Some(1) => " with 1 success".to_owned(),
            Some(successes) => format!(" with {successes} successes"),
        };
        format!("{}{successes}", self.winner.says())
    }
}

impl<R: CheckReading> Answer for ContestAnswer<R> {
    const KIND: &'static str = "contest";

    fn verdict(&self) -> Option<String> {
        Some(self.end())
    }

    fn is_open(&self) -> bool {
        self.active.is_open() || self.opponent.is_open()
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, check) in [("active", &self.active), ("opponent", &self.opponent)] {
            lines.extend(check.explanation().into_iter().map(|line| format!("{name}: {line}")));
        }
        let shown = |check: &R| match check.total() {
            Some(total) => total.to_string(),
            None => R::CRITICAL_FAILURE.to_owned(),
        };
        let (active, opponent) = (shown(&self.active), shown(&self.opponent));
        lines.push(format!("{active} against {opponent}: {}", self.end()));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::samples::{deck, draw};
    use crate::table::lookup::{LookupError, Pool};
    use crate::table::rules::fi3::{self, Roll};
    use crate::table::rules::{Attempt, AttemptAnswer, Options};

    fn attempt<'d>(deck: &'d Deck, dice: &str, card: u8) -> Attempt<'d> {
        Attempt::new(Pool::new(deck, dice.parse().unwrap()).unwrap(), draw(card, &[]))
    }

    fn contest(
        a: (&str, u8),
        b: (&str, u8),
        penalty: i32,
    ) -> Result<ContestAnswer<AttemptAnswer>, RulesError> {
        let deck = deck();
        let (active, opponent) = (attempt(&deck, a.0, a.1), attempt(&deck, b.0, b.1));
        let active = Attempt { penalty, ..active };
        Contest { active, opponent }.answer(&Options::default())
    }

    #[test]
    fn the_better_result_wins_and_equal_ones_win_nothing() {
        let answer = contest(("1d10", 34), ("3d6", 34), 0);
        assert!(matches!(answer, Err(RulesError::Lookup(LookupError::DrawnTwice(_)))));
        let answer = contest(("2d10", 34), ("1d10", 37), 0).unwrap();
        assert_eq!((Winner::Active, Some(1)), (answer.winner, answer.margin));
        assert_eq!(Winner::Nobody, contest(("2d10", 34), ("1d10", 37), 1).unwrap().winner);
        assert_eq!(Winner::Opponent, contest(("2d10", 34), ("1d10", 37), 2).unwrap().winner);
    }

    #[test]
    fn each_side_may_draw_from_a_deck_of_its_own() {
        let deck = deck();
        let (active, opponent) = (attempt(&deck, "1d10", 34), attempt(&deck, "3d6", 34));
        let contest = Contest { active, opponent };
        let own = Options { decks: Decks::Own, ..Options::default() };
        assert!(contest.answer(&own).is_ok() && contest.answer(&Options::default()).is_err());
    }

    #[test]
    fn a_critical_failure_loses_against_any_result() {
        let answer = contest(("4d10", 10), ("1d10", 42), 0).unwrap();
        assert_eq!((Winner::Opponent, None), (answer.winner, answer.margin));
    }

    #[test]
    fn in_the_dice_edition_every_full_4_is_a_success_more() {
        let deck = deck();
        let roll = |(dice, card): (&str, u8)| {
            Roll::new(&deck, dice.parse().unwrap(), card.to_string().parse().unwrap())
        };
        let ask = |active, opponent| {
            let contest = Contest { active: roll(active), opponent: roll(opponent) };
            let answer = contest.answer(&fi3::Options::default()).unwrap();
            (answer.winner, answer.successes.unwrap())
        };
        // d10 of the sample deck: card 34 shows 7, 10; card 37 shows 9; card 42 shows 2.
        assert_eq!((Winner::Active, 2), ask(("1d10", 34), ("1d10", 42)));
        assert_eq!((Winner::Active, 1), ask(("2d10", 34), ("1d10", 37)));
        assert_eq!((Winner::Opponent, 0), ask(("1d10", 34), ("1d10", 37)));
        assert_eq!((Winner::Opponent, 0), ask(("4d10", 10), ("1d10", 42)));
        assert_eq!((Winner::Active, 1), ask(("1d10", 42), ("4d10", 10)));
        // Each side has its own deck.
        assert_eq!((Winner::Nobody, 0), ask(("1d10", 34), ("1d10", 34)));
    }
}
