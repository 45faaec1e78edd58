//! Entangling a target with a whip, a net or a lariat, and breaking free (dice edition and Conflict,
//! "Entanglement").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, Decider, TargetNumber};

use super::{
    CardCheck, CheckReading, CheckResult, Contest, ContestAnswer, EscapeNumber, Game, TnAccount,
    Winner,
};

/// The intended effect of the weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Snare {
    /// Hold the target.
    #[default]
    Entangle,
    /// Trip the target.
    Trip,
    /// Both.
    EntangleAndTrip,
}

/// A weapon's skill against the target's Dexterity, instead of damage.
#[derive(Clone, Debug)]
pub struct Entanglement<C> {
    /// The attacker's fighting skill is active, the target's Dexterity resists.
    pub contest: Contest<C>,
    /// The intended effect; none in the dice edition, which does not distinguish it.
    pub snare: Option<Snare>,
}

/// Whether the target is caught.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct EntanglementAnswer<R> {
    /// The contest.
    pub contest: ContestAnswer<R>,
    /// The intended effect.
    pub snare: Option<Snare>,
    /// Whether the attack succeeds; a tie does not.
    pub caught: bool,
    /// Whether the target's dodge ends (Conflict, "Dodge").
    pub dodge_ends: bool,
}

impl<C: CardCheck> Entanglement<C> {
    /// Reads the cards of both checks.
    ///
    /// # Errors
    /// As [`Contest::answer`].
    pub fn answer(&self, options: &C::Options) -> Result<EntanglementAnswer<C::Reading>, C::Error> {
        let contest = self.contest.answer(options)?;
        let caught = contest.winner == Winner::Active;
        let holds = matches!(self.snare, Some(Snare::Entangle | Snare::EntangleAndTrip));
        Ok(EntanglementAnswer { contest, snare: self.snare, caught, dodge_ends: caught && holds })
    }
}

impl<R: CheckReading> Answer for EntanglementAnswer<R> {
    const KIND: &'static str = "entangle";

    fn verdict(&self) -> Option<String> {
        Some(
            match (self.caught, self.snare) {
                (false, _) => "the target slips away",
                (true, None) => "the target is entangled or tripped",
                (true, Some(Snare::Entangle)) => "the target is entangled; a dodge ends",
                (true, Some(Snare::Trip)) => "the target is tripped",
                (true, Some(Snare::EntangleAndTrip)) => {
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

/// The attempt of an entangled character to break free.
#[derive(Clone, Debug)]
pub enum Escape<C> {
    /// By Strength.
    Break {
        /// Strength, and the cards drawn.
        check: C,
        /// The number of the weapon table.
        tn: TargetNumber,
        /// Whether the weapon is fragile and breaks.
        fragile: bool,
    },
    /// By wriggling: Dexterity is active, the attacker's skill with the weapon resists.
    Wriggle(Contest<C>),
}

/// Whether the character breaks free.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct EscapeAnswer<T, R> {
    /// The Strength check.
    pub test: Option<T>,
    /// The contest, for wriggling.
    pub contest: Option<ContestAnswer<R>>,
    /// Whether the character is free.
    pub free: bool,
    /// Whether the weapon is broken.
    pub broken: bool,
}

impl<C: CardCheck> Escape<C> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`CardCheck::measure`] and [`Contest::answer`].
    pub fn answer(
        &self,
        options: &C::Options,
    ) -> Result<EscapeAnswer<C::Result, C::Reading>, C::Error> {
        match self {
            Self::Break { check, tn, fragile } => {
                let exceed = C::shared(options).escape == EscapeNumber::Exceed;
                let more = i32::from(C::GAME == Game::West && exceed);
                let account = TnAccount::new(*tn, "to break free").with("to exceed it", more);
                let test = check.measure(account, options)?;
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

impl<T: CheckResult, R: CheckReading> Answer for EscapeAnswer<T, R> {
    const KIND: &'static str = "escape";

    fn decided_by(&self) -> Decider<'_> {
        match (&self.test, &self.contest) {
            (Some(test), _) => Some(test),
            (None, Some(contest)) => Some(contest),
            (None, None) => None,
        }
    }

    fn verdict(&self) -> Option<String> {
        Some(
            match (self.free, self.broken) {
                (true, true) => "free, and the weapon is broken",
                (true, false) => "free",
                (false, _) => "still entangled",
            }
            .to_owned(),
        )
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.test.iter().flat_map(Answer::explanation).collect();
        lines.extend(self.contest.iter().flat_map(Answer::explanation));
        lines.extend(self.verdict());
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::Pool;
    use crate::table::lookup::samples::{deck, draw};
    use crate::table::rules::fi3::{self, Roll};
    use crate::table::rules::{Attempt, Options};

    fn attempt<'d>(deck: &'d Deck, dice: &str, card: u8) -> Attempt<'d> {
        let pool = Pool::new(deck, dice.parse().unwrap()).unwrap();
        Attempt::new(pool, draw(card, &[]))
    }

    /// Card 34 shows 7 in row 1 of d10, card 37 shows 9, card 50 shows 8.
    fn contest(deck: &Deck, active: u8, opponent: u8) -> Contest<Attempt<'_>> {
        Contest { active: attempt(deck, "1d10", active), opponent: attempt(deck, "1d10", opponent) }
    }

    #[test]
    fn the_better_result_catches_and_ends_a_dodge() {
        let deck = deck();
        let snare = |snare, active, opponent| {
            let contest = contest(&deck, active, opponent);
            let question = Entanglement { contest, snare: Some(snare) };
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
            let check = Attempt { penalty, ..attempt(&deck, "1d10", 34) };
            let way = Escape::Break { check, tn: TargetNumber::clamped(tn), fragile };
            let options = Options { escape, ..Options::default() };
            let answer = way.answer(&options).unwrap();
            (answer.free, answer.broken)
        };
        let exceed = EscapeNumber::Exceed;
        assert_eq!((true, true), by_strength(true, 6, 0, exceed));
        assert_eq!((true, false), by_strength(false, 6, 0, exceed));
        assert_eq!((false, false), by_strength(true, 6, 1, exceed));
        // Card 34 shows 7: reaching the number is enough only with the option `reach`.
        assert_eq!((false, false), by_strength(true, 7, 0, exceed));
        assert_eq!((true, true), by_strength(true, 7, 0, EscapeNumber::Reach));
        let wriggle = Escape::Wriggle(contest(&deck, 37, 50));
        let answer = wriggle.answer(&Options::default()).unwrap();
        assert_eq!((true, false), (answer.free, answer.broken));
        assert_eq!(Some(1), answer.contest.unwrap().margin);
    }

    #[test]
    fn breaking_free_in_the_dice_edition_needs_the_number_itself() {
        let deck = deck();
        let options = fi3::Options::default();
        let roll = |card: &str| Roll::new(&deck, "1d10".parse().unwrap(), card.parse().unwrap());
        let caught = |active, opponent| {
            let contest = Contest { active: roll(active), opponent: roll(opponent) };
            Entanglement { contest, snare: None }.answer(&options).unwrap().caught
        };
        assert!(caught("34", "42") && !caught("42", "34") && !caught("34", "34"));
        let torn = Escape::Break { check: roll("34"), tn: TargetNumber::clamped(7), fragile: true };
        let torn = torn.answer(&options).unwrap();
        assert!(torn.free && torn.broken);
        let contest = Contest { active: roll("34"), opponent: roll("42") };
        let out = Escape::Wriggle(contest).answer(&options).unwrap();
        assert!(out.free && !out.broken);
    }
}
