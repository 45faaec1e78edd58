//! Psychological contests, fear and terror (dice edition, "Psychological Contests", "Fear and Terror").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, Suit};
use crate::table::lookup::{Answer, Decider, TargetNumber};

use super::super::{CheckResult, Contest, ContestAnswer, TnAccount, Winner};
use super::{DieGap, Fi3Error, Options, Roll, RollAnswer, TraitDice, Trial};

/// A state of mind, from mild to severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Nerve {
    /// No effect.
    Steady,
    /// 4 off the next action, including passive defence.
    Unnerved,
    /// Unnerved, and the highest action card is lost, a card in reserve first.
    Distracted,
    /// Distracted, and the cause of it draws a fate chip.
    Broken,
    /// Draws a single card in the next draw phase, and when it is called runs as far as possible.
    Terrified,
    /// No cards, no action and no defence in the next draw phase; terrified in the one after.
    Catatonic,
}

impl Nerve {
    /// The name.
    fn name(self) -> &'static str {
        match self {
            Self::Steady => "no effect",
            Self::Unnerved => "unnerved",
            Self::Distracted => "distracted",
            Self::Broken => "broken",
            Self::Terrified => "terrified",
            Self::Catatonic => "catatonic",
        }
    }

    /// The effect in words; `breaker` draws the chip if the character is broken.
    fn says(self, breaker: &str) -> String {
        match self {
            Self::Steady => "no effect".to_owned(),
            Self::Unnerved => "unnerved: 4 off the next action".to_owned(),
            Self::Distracted => {
                "distracted: 4 off the next action, and the reserve or highest card is lost"
                    .to_owned()
            }
            Self::Broken => format!(
                "broken: 4 off the next action, and the reserve or highest card is lost; {breaker} \
                 draws a fate chip"
            ),
            Self::Terrified => {
                "terrified: a single card next round, and runs when it comes up".to_owned()
            }
            Self::Catatonic => {
                "catatonic: cowers for a round without cards, then terrified".to_owned()
            }
        }
    }
}

/// Bluff against Scrutinize, Overawe against Guts, Ridicule against Ridicule.
#[derive(Clone, Debug)]
pub struct PsychologicalContest<'d> {
    /// The contest; its initiator is active.
    pub contest: Contest<Roll<'d>>,
}

/// The result of a psychological contest.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct PsychologicalAnswer {
    /// The contest.
    pub contest: ContestAnswer<RollAnswer>,
    /// The opponent's state.
    pub nerve: Nerve,
    /// The winner who broke the opponent and draws a fate chip, if any.
    pub fate_chip: Option<Winner>,
}

impl PsychologicalContest<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Contest::answer`].
    pub fn answer(&self, options: &Options) -> Result<PsychologicalAnswer, Fi3Error> {
        let contest = self.contest.answer(options)?;
        let nerve = match contest.successes {
            None | Some(0) => Nerve::Steady,
            Some(1) => Nerve::Unnerved,
            Some(2) => Nerve::Distracted,
            _ => Nerve::Broken,
        };
        let fate_chip = (nerve == Nerve::Broken).then_some(contest.winner);
        Ok(PsychologicalAnswer { contest, nerve, fate_chip })
    }
}

impl Answer for PsychologicalAnswer {
    const KIND: &'static str = "fi3-psych";

    /// `the opponent is unnerved`, or why it has no effect.
    fn verdict(&self) -> Option<String> {
        Some(match self.nerve {
            Nerve::Steady => format!("no effect: {}", self.contest.winner.says()),
            nerve => format!("the opponent is {}", nerve.name()),
        })
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.contest.explanation();
        if self.contest.winner == Winner::Active {
            lines.push(format!("the opponent is {}", self.nerve.says("the active character")));
        }
        lines
    }
}

/// A simple psychological contest with stakes set beforehand.
#[derive(Clone, Debug)]
pub struct Stakes<'d> {
    /// The initiator's skill, and the cards drawn.
    pub roll: Roll<'d>,
    /// The opponent's dice in the skill that resists; 3 levels or more make it 1 harder.
    pub opposing: TraitDice,
}

impl Stakes<'_> {
    /// The task number by the opponent's die: lower 3, equal 5, greater 7, more than 2 greater 9.
    pub fn account(&self, options: &Options) -> TnAccount {
        let size = |dice: TraitDice| i32::from(dice.dice.die.sides()) + i32::from(dice.bonus);
        let gap = size(self.opposing) - size(self.roll.dice);
        let much = match options.die_gap {
            DieGap::Sides => gap > 2,
            DieGap::Steps => gap > 4,
        };
        let (tn, reason) = match gap {
            ..0 => (3, "lesser die opposing"),
            0 => (5, "equal die opposing"),
            _ if much => (9, "much greater die opposing"),
            _ => (7, "greater die opposing"),
        };
        let skilled = i32::from(self.opposing.dice.level >= 3);
        TnAccount::new(TargetNumber::clamped(tn), reason).with("for 3 levels or more", skilled)
    }

    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Roll::read`].
    pub fn answer(&self, options: &Options) -> Result<Trial, Fi3Error> {
        self.roll.against(self.account(options), options)
    }
}

/// A Guts roll against fear.
#[derive(Clone, Debug)]
pub struct Fear<'d> {
    /// Guts, and the cards drawn.
    pub roll: Roll<'d>,
    /// The number to reach.
    pub tn: TargetNumber,
    /// Whether it is Terror, in which no chips may be spent.
    pub terror: bool,
}

/// The result of a Guts roll against fear.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct FearAnswer {
    /// The roll.
    pub trial: Trial,
    /// The character's state.
    pub nerve: Nerve,
}

impl Fear<'_> {
    /// Reads the cards. The black joker counts if it is a card of the roll itself.
    ///
    /// # Errors
    /// [`Fi3Error::ChipInTerror`] if chips are spent in Terror; otherwise as [`Roll::read`].
    pub fn answer(&self, options: &Options) -> Result<FearAnswer, Fi3Error> {
        if self.terror && (self.roll.white > 0 || self.roll.bonus.is_some()) {
            return Err(Fi3Error::ChipInTerror);
        }
        let trial = self.roll.against_tn(self.tn, "fear", options)?;
        let numbers = self.roll.deck.numbers();
        let black_joker = |card: &CardNumber| numbers.is_joker(*card, Suit::BlackJoker);
        let joker = self.terror && self.roll.all_cards().any(black_joker);
        let nerve = match (trial.roll.bust || joker, self.terror) {
            (true, true) => Nerve::Catatonic,
            (true, false) => Nerve::Terrified,
            _ => match trial.successes() {
                0 => Nerve::Broken,
                1 => Nerve::Distracted,
                2 => Nerve::Unnerved,
                _ => Nerve::Steady,
            },
        };
        Ok(FearAnswer { trial, nerve })
    }
}

impl Answer for FearAnswer {
    const KIND: &'static str = "fi3-fear";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.trial)
    }

    fn verdict(&self) -> Option<String> {
        Some(self.nerve.name().to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.trial.explanation();
        lines.push(self.nerve.says("the cause of the fear"));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::deck;
    use crate::table::rules::fi3::samples::{options, roll};

    #[test]
    fn a_broken_opponent_gives_a_fate_chip() {
        let deck = deck();
        // Two exceptional results add up to 30 on card 34; card 42 shows 2.
        let mut active = roll(&deck, "4d10", 34);
        active.then = ["11", "10"].map(|card| card.parse().unwrap()).into();
        let contest = Contest { active, opponent: roll(&deck, "1d10", 42) };
        let answer = PsychologicalContest { contest }.answer(&options()).unwrap();
        assert_eq!((Nerve::Broken, Some(Winner::Active)), (answer.nerve, answer.fate_chip));
        let reported = answer.explanation().pop().unwrap();
        assert!(reported.ends_with("the active character draws a fate chip"), "{reported}");
    }

    #[test]
    fn fear_takes_less_the_better_the_roll_and_most_when_bust() {
        let deck = deck();
        let ask = |dice: &str, number, tn, terror| {
            let roll = roll(&deck, dice, number);
            Fear { roll, tn: TargetNumber::clamped(tn), terror }.answer(&options()).unwrap().nerve
        };
        // Card 34 shows 7 in row 1 of d10; row 4 of card 10 is CF.
        assert_eq!(
            [Nerve::Broken, Nerve::Distracted, Nerve::Unnerved, Nerve::Steady],
            [9, 7, 3, -1].map(|tn| ask("1d10", 34, tn, false)),
        );
        assert_eq!(Nerve::Terrified, ask("4d10", 10, 3, false));
        assert_eq!(Nerve::Catatonic, ask("4d10", 10, 3, true));
        let joker = |terror| ask("1d4", 53, -99, terror);
        assert_eq!(Nerve::Catatonic, joker(true));
        assert_ne!(Nerve::Catatonic, joker(false));
    }

    #[test]
    fn no_chip_is_spent_in_terror() {
        let deck = deck();
        let mut roll = roll(&deck, "1d10", 34);
        roll.white = 1;
        let fear = Fear { roll, tn: TargetNumber::EASY, terror: true };
        assert_eq!(Fi3Error::ChipInTerror, fear.answer(&options()).unwrap_err());
    }

    #[test]
    fn the_opposing_die_sets_the_number_of_a_simple_contest() {
        let deck = deck();
        let tn = |opposing: &str, die_gap| {
            let roll = roll(&deck, "2d6", 34);
            let stakes = Stakes { roll, opposing: opposing.parse().unwrap() };
            stakes.account(&Options { die_gap, ..options() }).tn().get()
        };
        let by_sides = ["1d4", "2d6", "1d8", "1d10", "3d10"].map(|dice| tn(dice, DieGap::Sides));
        assert_eq!(by_sides, [3, 5, 7, 9, 10]);
        let by_steps = ["1d8", "1d10", "1d12"].map(|dice| tn(dice, DieGap::Steps));
        assert_eq!(by_steps, [7, 7, 9]);
    }
}
