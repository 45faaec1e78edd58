//! Catching somebody with a whip, a net or a lariat, and getting free again (seed 004,
//! "Entanglement").

use serde::Serialize;

use crate::table::lookup::{Answer, Decider, LookupError, TargetNumber};

use super::{Attempt, Contest, ContestAnswer, EscapeNumber, Options, Tested, TnAccount, Winner};

/// What the weapon is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Snare {
    /// Hold the target.
    #[default]
    Entangle,
    /// Bring it down.
    Trip,
    /// Both.
    EntangleAndTrip,
}

/// A weapon's skill against the target's Dexterity, instead of damage.
#[derive(Clone, Debug)]
pub struct Entanglement<'d> {
    /// The attacker's fighting skill is active, the target's Dexterity resists.
    pub contest: Contest<'d>,
    /// What the weapon is to do.
    pub snare: Snare,
}

/// Whether the target is caught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EntanglementAnswer {
    /// The contest.
    pub contest: ContestAnswer,
    /// What the weapon was to do.
    pub snare: Snare,
    /// Whether it did; a tie does not.
    pub caught: bool,
    /// Whether a dodge of the target ends with it (seed 004, "Dodge").
    pub dodge_ends: bool,
}

impl Entanglement<'_> {
    /// Reads both cards.
    ///
    /// # Errors
    /// As [`Contest::answer`].
    pub fn answer(&self, options: &Options) -> Result<EntanglementAnswer, LookupError> {
        let contest = self.contest.answer(options)?;
        let caught = contest.winner == Winner::Active;
        let dodge_ends = caught && self.snare != Snare::Trip;
        Ok(EntanglementAnswer { contest, snare: self.snare, caught, dodge_ends })
    }
}

impl Answer for EntanglementAnswer {
    const KIND: &'static str = "entangle";

    fn verdict(&self) -> Option<String> {
        Some(
            match (self.caught, self.snare) {
                (false, _) => "the target slips away",
                (true, Snare::Entangle) => "the target is entangled; a dodge ends",
                (true, Snare::Trip) => "the target is tripped",
                (true, Snare::EntangleAndTrip) => {
                    "the target is entangled and tripped; a dodge ends"
                }
            }
            .to_owned(),
        )
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.contest.explanation();
        lines.extend(self.verdict());
        lines
    }
}

/// How an entangled character tries to get free.
#[derive(Clone, Debug)]
pub enum Escape<'d> {
    /// By Strength.
    Break {
        /// Strength, and the cards drawn.
        attempt: Attempt<'d>,
        /// The number of the weapon table.
        tn: TargetNumber,
        /// Whether the weapon is fragile, so that it breaks.
        fragile: bool,
        /// The penalty of the worst wound.
        wound_penalty: i32,
        /// Other penalties.
        penalty: i32,
    },
    /// By wriggling: Dexterity is active, the attacker's skill with the weapon resists.
    Wriggle(Contest<'d>),
}

/// Whether the character is free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EscapeAnswer {
    /// The Strength check.
    pub test: Option<Tested>,
    /// The contest of wriggling.
    pub contest: Option<ContestAnswer>,
    /// Whether the character is free.
    pub free: bool,
    /// Whether the weapon is broken.
    pub broken: bool,
}

impl Escape<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Attempt::test`] and [`Contest::answer`].
    pub fn answer(&self, options: &Options) -> Result<EscapeAnswer, LookupError> {
        match self {
            Self::Break { attempt, tn, fragile, wound_penalty, penalty } => {
                let more = i32::from(options.escape == EscapeNumber::Exceed);
                let account = TnAccount::new(*tn, "to break free")
                    .with("to exceed it", more)
                    .with("for wounds", *wound_penalty)
                    .with("for other penalties", *penalty);
                let test = attempt.test(account, options.bump_divisor)?;
                let free = test.success();
                let broken = free && *fragile;
                Ok(EscapeAnswer { test: Some(test), contest: None, free, broken })
            }
            Self::Wriggle(contest) => {
                let contest = contest.answer(options)?;
                let free = contest.winner == Winner::Active;
                Ok(EscapeAnswer { test: None, contest: Some(contest), free, broken: false })
            }
        }
    }
}

impl Answer for EscapeAnswer {
    const KIND: &'static str = "escape";

    fn decided_by(&self) -> Decider<'_> {
        match (&self.test, &self.contest) {
            (Some(test), _) => Some(test),
            (None, Some(contest)) => Some(contest),
            (None, None) => None,
        }
    }

    fn verdict(&self) -> Option<String> {
        Some(freedom(self.free, self.broken).to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.as_ref().map(Tested::explanation).unwrap_or_default();
        lines.extend(self.contest.iter().flat_map(Answer::explanation));
        lines.push(freedom(self.free, self.broken).to_owned());
        lines
    }
}

/// How an attempt to get loose ended, in words.
pub(super) fn freedom(free: bool, broken: bool) -> &'static str {
    match (free, broken) {
        (true, true) => "free, and the weapon is broken",
        (true, false) => "free",
        (false, _) => "still entangled",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::Pool;
    use crate::table::lookup::samples::{deck, draw};

    fn attempt<'d>(deck: &'d Deck, dice: &str, card: u8) -> Attempt<'d> {
        let pool = Pool::new(deck, dice.parse().unwrap()).unwrap();
        Attempt { pool, draw: draw(card, &[]) }
    }

    /// Card 34 shows 7 in row 1 of d10, card 37 shows 9, card 50 shows 8.
    fn contest(deck: &Deck, active: u8, opponent: u8) -> Contest<'_> {
        Contest {
            active: attempt(deck, "1d10", active),
            opponent: attempt(deck, "1d10", opponent),
            active_penalty: 0,
            opponent_penalty: 0,
        }
    }

    #[test]
    fn the_better_result_catches_and_ends_a_dodge() {
        let deck = deck();
        let snare = |snare, active, opponent| {
            let question = Entanglement { contest: contest(&deck, active, opponent), snare };
            let answer = question.answer(&Options::default()).unwrap();
            (answer.caught, answer.dodge_ends)
        };
        assert_eq!((true, true), snare(Snare::Entangle, 37, 34));
        assert_eq!((true, false), snare(Snare::Trip, 37, 34));
        assert_eq!((true, true), snare(Snare::EntangleAndTrip, 37, 34));
        assert_eq!((false, false), snare(Snare::Entangle, 34, 37));
    }

    #[test]
    fn strength_breaks_a_fragile_weapon_and_wriggling_none() {
        let deck = deck();
        let by_strength = |fragile, tn, penalty, escape| {
            let attempt = attempt(&deck, "1d10", 34);
            let tn = TargetNumber::clamped(tn);
            let way = Escape::Break { attempt, tn, fragile, wound_penalty: 0, penalty };
            let options = Options { escape, ..Options::default() };
            let answer = way.answer(&options).unwrap();
            (answer.free, answer.broken)
        };
        let exceed = EscapeNumber::Exceed;
        assert_eq!((true, true), by_strength(true, 6, 0, exceed));
        assert_eq!((true, false), by_strength(false, 6, 0, exceed));
        assert_eq!((false, false), by_strength(true, 6, 1, exceed));
        // Card 34 shows 7: as much as the number is enough only where the table plays it so.
        assert_eq!((false, false), by_strength(true, 7, 0, exceed));
        assert_eq!((true, true), by_strength(true, 7, 0, EscapeNumber::Reach));
        let wriggle = Escape::Wriggle(contest(&deck, 37, 50));
        let answer = wriggle.answer(&Options::default()).unwrap();
        assert_eq!((true, false), (answer.free, answer.broken));
        assert_eq!(Some(1), answer.contest.unwrap().margin);
    }
}
