//! Opposed rolls (seed 000, "Waiting", "Procedure" of aiming, "Psychological Contests",
//! "Entanglement", "Defense"): the higher total wins. Ties are not ruled; nobody wins one.

use serde::Serialize;

use crate::table::lookup::{Answer, Decider, TargetNumber, each_once};

use super::super::entanglement::freedom;
use super::super::{Decks, TnAccount, Winner};
use super::{Fi3Error, Options, Roll, RollAnswer, Trial};

/// Two characters at odds.
#[derive(Clone, Debug)]
pub struct Opposed<'d> {
    /// The one who acts.
    pub active: Roll<'d>,
    /// The one who resists.
    pub opponent: Roll<'d>,
}

/// Who won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpposedAnswer {
    /// The acting character's roll.
    pub active: RollAnswer,
    /// The resisting character's roll.
    pub opponent: RollAnswer,
    /// Who won.
    pub winner: Winner,
    /// The acting character's successes: one for winning and one for each full 4 above the
    /// opponent's total, which is 0 when bust.
    pub successes: u32,
}

impl Opposed<'_> {
    /// Reads both hands of cards.
    ///
    /// # Errors
    /// [`Fi3Error::Rules`] if both sides show the same card of one deck; else as
    /// [`Roll::read`].
    pub fn answer(&self, options: &Options) -> Result<OpposedAnswer, Fi3Error> {
        // Each roll looks after its own cards.
        if options.shared.decks == Decks::Shared {
            each_once(self.active.all_cards().chain(self.opponent.all_cards()))?;
        }
        let (active, opponent) = (self.active.read(options)?, self.opponent.read(options)?);
        let winner = Winner::between(active.total, opponent.total);
        let margin = active.total.unwrap_or(0) - opponent.total.unwrap_or(0);
        let margin = u32::try_from(margin).unwrap_or(0);
        let raises = margin / options.shared.bump_divisor.get();
        let successes = if winner == Winner::Active { 1 + raises } else { 0 };
        Ok(OpposedAnswer { active, opponent, winner, successes })
    }
}

impl OpposedAnswer {
    /// `the active character wins with 2 successes`
    fn end(&self) -> String {
        let successes = match self.successes {
            0 => String::new(),
            1 => " with 1 success".to_owned(),
            successes => format!(" with {successes} successes"),
        };
        format!("{}{successes}", self.winner.says())
    }
}

impl Answer for OpposedAnswer {
    const KIND: &'static str = "fi3-contest";

    fn verdict(&self) -> Option<String> {
        Some(self.end())
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, roll) in [("active", &self.active), ("opponent", &self.opponent)] {
            lines.extend(roll.explanation().into_iter().map(|line| format!("{name}: {line}")));
        }
        let shown =
            |roll: &RollAnswer| roll.total.map_or_else(|| "bust".to_owned(), |t| t.to_string());
        let (active, opponent) = (shown(&self.active), shown(&self.opponent));
        lines.push(format!("{active} against {opponent}: {}", self.end()));
        lines
    }
}

/// Catching or tripping somebody instead of hurting (seed 000, "Entanglement"): the fighting skill
/// against the opponent's Dexterity.
#[derive(Clone, Debug)]
pub struct Entangling<'d>(pub Opposed<'d>);

/// Whether somebody is caught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EntanglingAnswer {
    /// The contest.
    pub contest: OpposedAnswer,
    /// Whether the attacker has won it; a tie does not catch.
    pub caught: bool,
}

impl Entangling<'_> {
    /// Reads both hands of cards.
    ///
    /// # Errors
    /// As [`Opposed::answer`].
    pub fn answer(&self, options: &Options) -> Result<EntanglingAnswer, Fi3Error> {
        let contest = self.0.answer(options)?;
        let caught = contest.winner == Winner::Active;
        Ok(EntanglingAnswer { contest, caught })
    }
}

impl Answer for EntanglingAnswer {
    const KIND: &'static str = "fi3-entangle";

    fn verdict(&self) -> Option<String> {
        Some(if self.caught { "entangled or tripped" } else { "the attempt fails" }.to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.contest.explanation();
        lines.extend(self.verdict());
        lines
    }
}

/// Getting loose from a net or a lasso: against the number of the weapon table, or against the
/// skill of whoever holds it.
#[derive(Clone, Debug)]
pub enum BreakFree<'d> {
    /// Tearing it, against the weapon's number.
    Tear {
        /// The entangled character's roll.
        roll: Roll<'d>,
        /// The weapon's number.
        tn: TargetNumber,
        /// Whether the weapon is fragile and breaks by it.
        fragile: bool,
    },
    /// Wriggling out, Dexterity against the attacker's skill.
    Wriggle(Opposed<'d>),
}

/// Whether the character is free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BreakFreeAnswer {
    /// The roll against the weapon's number.
    pub trial: Option<Trial>,
    /// The contest with the attacker.
    pub contest: Option<OpposedAnswer>,
    /// Whether the character is free.
    pub free: bool,
    /// Whether the weapon is broken.
    pub broken: bool,
}

impl BreakFree<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Roll::read`] and [`Opposed::answer`].
    pub fn answer(&self, options: &Options) -> Result<BreakFreeAnswer, Fi3Error> {
        match self {
            Self::Tear { roll, tn, fragile } => {
                let trial = roll.against(TnAccount::new(*tn, "the weapon's"), options)?;
                let free = trial.success;
                let broken = free && *fragile;
                Ok(BreakFreeAnswer { trial: Some(trial), contest: None, free, broken })
            }
            Self::Wriggle(contest) => {
                let contest = contest.answer(options)?;
                let free = contest.winner == Winner::Active;
                Ok(BreakFreeAnswer { trial: None, contest: Some(contest), free, broken: false })
            }
        }
    }
}

impl Answer for BreakFreeAnswer {
    const KIND: &'static str = "fi3-break-free";

    fn decided_by(&self) -> Decider<'_> {
        match (&self.trial, &self.contest) {
            (Some(test), _) => Some(test),
            (None, Some(contest)) => Some(contest),
            (None, None) => None,
        }
    }

    fn verdict(&self) -> Option<String> {
        Some(freedom(self.free, self.broken).to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.trial.iter().flat_map(Answer::explanation).collect();
        lines.extend(self.contest.iter().flat_map(Answer::explanation));
        lines.push(freedom(self.free, self.broken).to_owned());
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::deck;
    use crate::table::rules::fi3::samples::{options, roll};

    fn contest(active: (&str, u8), opponent: (&str, u8)) -> Result<OpposedAnswer, Fi3Error> {
        let deck = deck();
        let roll = |(dice, number): (&str, u8)| roll(&deck, dice, number);
        let contest = Opposed { active: roll(active), opponent: roll(opponent) };
        contest.answer(&options())
    }

    // d10 of the sample deck: card 34 shows 7, 10; card 37 shows 9; card 42 shows 2.

    #[test]
    fn an_entangling_weapon_catches_whoever_loses_and_nobody_in_a_tie() {
        let deck = deck();
        let caught = |active: (&str, u8), opponent: (&str, u8)| {
            let roll = |(dice, number): (&str, u8)| roll(&deck, dice, number);
            let contest = Opposed { active: roll(active), opponent: roll(opponent) };
            Entangling(contest).answer(&options()).unwrap().caught
        };
        assert!(caught(("1d10", 34), ("1d10", 42)) && !caught(("1d10", 42), ("1d10", 34)));
        assert!(!caught(("1d10", 34), ("1d10", 34)));
    }

    #[test]
    fn the_higher_total_wins_and_every_full_4_is_a_success_more() {
        let ask = |active, opponent| {
            let answer = contest(active, opponent).unwrap();
            (answer.winner, answer.successes)
        };
        assert_eq!((Winner::Active, 2), ask(("1d10", 34), ("1d10", 42)));
        assert_eq!((Winner::Active, 1), ask(("2d10", 34), ("1d10", 37)));
        assert_eq!((Winner::Opponent, 0), ask(("1d10", 34), ("1d10", 37)));
        assert_eq!((Winner::Opponent, 0), ask(("4d10", 10), ("1d10", 42)));
        assert_eq!((Winner::Active, 1), ask(("1d10", 42), ("4d10", 10)));
        // Each side has a deck of its own, as the Master has.
        assert!(contest(("1d10", 34), ("1d8", 34)).is_ok());
    }

    #[test]
    fn a_fragile_net_breaks_when_torn_and_not_when_wriggled_out_of() {
        let deck = deck();
        let active = || roll(&deck, "1d10", 34);
        let tear = BreakFree::Tear { roll: active(), tn: TargetNumber::STANDARD, fragile: true };
        let torn = tear.answer(&options()).unwrap();
        assert!(torn.free && torn.broken);
        let opponent = roll(&deck, "1d10", 42);
        let out = BreakFree::Wriggle(Opposed { active: active(), opponent });
        let out = out.answer(&options()).unwrap();
        assert!(out.free && !out.broken);
    }
}
