//! Contests of two checks (seed 004, "Entanglement", "Procedure" of aiming: the better result
//! wins). The sources do not settle ties; here nobody wins one, and the Judge decides what stays.

use serde::Serialize;

use crate::table::lookup::{Answer, Check, CheckAnswer, LookupError};

use super::{Attempt, Decks, Options};

/// Two characters at odds, each with a card.
#[derive(Clone, Debug)]
pub struct Contest<'d> {
    /// The one who acts.
    pub active: Attempt<'d>,
    /// The one who resists.
    pub opponent: Attempt<'d>,
    /// Penalty to the active character's result.
    pub active_penalty: u16,
    /// Penalty to the opponent's result.
    pub opponent_penalty: u16,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The one who acts.
    Active,
    /// The one who resists.
    Opponent,
    /// Equal results, or two critical failures.
    Nobody,
}

impl Winner {
    /// Compares two results; none is a critical failure, which loses against any result.
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

/// How the contest came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ContestAnswer {
    /// The acting character's check.
    pub active: CheckAnswer,
    /// Its best total less the penalty; none on a critical failure.
    pub active_result: Option<i64>,
    /// That penalty.
    pub active_penalty: u16,
    /// The resisting character's check.
    pub opponent: CheckAnswer,
    /// Its best total less the penalty; none on a critical failure.
    pub opponent_result: Option<i64>,
    /// That penalty.
    pub opponent_penalty: u16,
    /// Who won.
    pub winner: Winner,
    /// By how much; none when a critical failure decided.
    pub margin: Option<u64>,
}

impl Contest<'_> {
    /// Reads both cards.
    ///
    /// # Errors
    /// [`LookupError::DrawnTwice`] if both sides show the same card of one deck; else as
    /// [`Check::answer`].
    pub fn answer(&self, options: &Options) -> Result<ContestAnswer, LookupError> {
        if options.decks == Decks::Shared {
            self.active.draw.apart_from(&self.opponent.draw)?;
        }
        let read =
            |attempt: &Attempt| Check { pool: attempt.pool, target: None }.answer(&attempt.draw);
        let (active, opponent) = (read(&self.active)?, read(&self.opponent)?);
        let result = |check: &CheckAnswer, penalty: u16| {
            check.best().map(|choice| i64::from(choice.total) - i64::from(penalty))
        };
        let active_result = result(&active, self.active_penalty);
        let opponent_result = result(&opponent, self.opponent_penalty);
        let winner = Winner::between(active_result, opponent_result);
        let margin = active_result.zip(opponent_result).map(|(a, o)| a.abs_diff(o));
        Ok(ContestAnswer {
            active,
            active_result,
            active_penalty: self.active_penalty,
            opponent,
            opponent_result,
            opponent_penalty: self.opponent_penalty,
            winner,
            margin,
        })
    }
}

impl Answer for ContestAnswer {
    const KIND: &'static str = "contest";

    fn verdict(&self) -> Option<String> {
        Some(self.winner.says().to_owned())
    }

    fn is_open(&self) -> bool {
        self.active.is_open() || self.opponent.is_open()
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let sides = [
            ("active", &self.active, self.active_result, self.active_penalty),
            ("opponent", &self.opponent, self.opponent_result, self.opponent_penalty),
        ];
        for (name, check, result, penalty) in sides {
            lines.extend(check.explanation().into_iter().map(|line| format!("{name}: {line}")));
            if let Some(result) = result.filter(|_| penalty > 0) {
                lines.push(format!("{name}: {penalty} off for penalties: {result}"));
            }
        }
        let shown = |result: Option<i64>| result.map_or_else(|| "CF".to_owned(), |r| r.to_string());
        let winner = self.winner.says();
        let (active, opponent) = (shown(self.active_result), shown(self.opponent_result));
        lines.push(format!("{active} against {opponent}: {winner}"));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::Pool;
    use crate::table::lookup::samples::{deck, draw};

    fn attempt<'d>(deck: &'d Deck, dice: &str, card: u8) -> Attempt<'d> {
        Attempt { pool: Pool::new(deck, dice.parse().unwrap()).unwrap(), draw: draw(card, &[]) }
    }

    fn contest(a: (&str, u8), b: (&str, u8), penalty: u16) -> Result<ContestAnswer, LookupError> {
        let deck = deck();
        let (active, opponent) = (attempt(&deck, a.0, a.1), attempt(&deck, b.0, b.1));
        Contest { active, opponent, active_penalty: penalty, opponent_penalty: 0 }
            .answer(&Options::default())
    }

    #[test]
    fn the_better_result_wins_and_equal_ones_win_nothing() {
        let answer = contest(("1d10", 34), ("3d6", 34), 0);
        assert!(matches!(answer, Err(LookupError::DrawnTwice(_))));
        let answer = contest(("2d10", 34), ("1d10", 37), 0).unwrap();
        assert_eq!((Winner::Active, Some(1)), (answer.winner, answer.margin));
        assert_eq!(Winner::Nobody, contest(("2d10", 34), ("1d10", 37), 1).unwrap().winner);
        assert_eq!(Winner::Opponent, contest(("2d10", 34), ("1d10", 37), 2).unwrap().winner);
    }

    #[test]
    fn each_side_may_draw_from_a_deck_of_its_own() {
        let deck = deck();
        let (active, opponent) = (attempt(&deck, "1d10", 34), attempt(&deck, "3d6", 34));
        let contest = Contest { active, opponent, active_penalty: 0, opponent_penalty: 0 };
        let own = Options { decks: Decks::Own, ..Options::default() };
        assert!(contest.answer(&own).is_ok() && contest.answer(&Options::default()).is_err());
    }

    #[test]
    fn a_critical_failure_loses_against_any_result() {
        let answer = contest(("4d10", 10), ("1d10", 42), 0).unwrap();
        assert_eq!((Winner::Opponent, None), (answer.winner, answer.margin));
    }
}
