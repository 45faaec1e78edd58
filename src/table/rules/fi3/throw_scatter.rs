//! Throwing, and the scatter of a missed throw (dice edition, "Throwing Things").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::Die;
use crate::table::lookup::{Answer, Decider, LookupError};

use super::super::throwing::within_reach;
use super::super::{Scatter, throwing_account};
use super::roll::{Spread, spread};
use super::{Fi3Error, Options, Roll, ScatterLimit, Trial};

/// A throw.
#[derive(Clone, Debug)]
pub struct Throw<'d> {
    /// The throwing skill, and the cards drawn.
    pub roll: Roll<'d>,
    /// The die of the thrower's Strength.
    pub strength: Die,
    /// Metres to the target.
    pub distance_m: u16,
    /// Other penalties of the situation.
    pub penalty: i32,
    /// The cards drawn after a miss: the clock of the first is the direction, their d6 cells the
    /// distance. Empty if not drawn yet.
    pub scatter: Vec<CardNumber>,
    /// Follow-up cards while a d6 is exceptional.
    pub scatter_then: Vec<CardNumber>,
}

/// Where the thrown object lands.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ThrowAnswer {
    /// The roll.
    pub trial: Trial,
    /// The maximum distance of the thrower, in metres.
    pub maximum_m: u16,
    /// The number of d6 for the distance of a miss: one for each 2 missing points, or part of 2.
    /// The highest counts, open-ended.
    pub scatter_dice: u32,
    /// The scatter of a miss, if cards were drawn for it.
    pub scatter: Option<Scatter>,
    /// Whether the highest of those dice is exceptional, so that a follow-up card may be drawn.
    pub scatter_open: bool,
    /// The number of cards still needed for the scatter.
    #[serde(skip)]
    pub scatter_wanted: usize,
}

impl Throw<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// [`Fi3Error::Rules`] beyond the thrower's reach, and for too many scatter cards; otherwise as
    /// [`Roll::read`].
    pub fn answer(&self, options: &Options) -> Result<ThrowAnswer, Fi3Error> {
        let maximum_m = within_reach(self.strength, self.distance_m, &options.shared)?;
        let account = throwing_account(self.strength, self.distance_m, &options.shared)
            .with("situation", self.penalty);
        let trial = self.roll.against(account, options)?;
        let scatter_dice = trial.lacking().div_ceil(2);
        let scatter = match self.scatter.first() {
            None => None,
            Some(_) if trial.success => {
                let given = self.scatter.len();
                return Err(LookupError::card_count("a throw on target", 0, given).into());
            }
            Some(&card) => Some(self.scattered(card, scatter_dice, trial.roll.bust, options)?),
        };
        let scatter_open = scatter.is_some_and(|(_, open)| open);
        let scatter = scatter.map(|(scatter, _)| scatter);
        let rows = usize::from(self.roll.deck.layout().cause.rows.max(1));
        let scatter_wanted = match scatter.is_none() && !trial.success {
            true => (scatter_dice.max(1) as usize).div_ceil(rows),
            false => 0,
        };
        Ok(ThrowAnswer { trial, maximum_m, scatter_dice, scatter, scatter_open, scatter_wanted })
    }

    fn scattered(
        &self,
        card: CardNumber,
        dice: u32,
        bust: bool,
        options: &Options,
    ) -> Result<(Scatter, bool), Fi3Error> {
        let deck = self.roll.deck;
        crate::table::lookup::each_once(
            self.roll.all_cards().chain(&self.scatter).chain(&self.scatter_then),
        )?;
        let d6 = Die::new(6).unwrap_or(self.strength);
        // The highest of zero dice is 0, so a miss by 0 (a bust below TN 1) scatters by 0.
        let Spread { choices, best, .. } =
            spread(deck, d6, dice.max(1) as usize, &self.scatter, &self.scatter_then)?;
        let best = best.map(|best| &choices[best].choice);
        let highest = best.map_or(0, |best| best.total);
        let limit = match options.scatter_limit {
            ScatterLimit::Throw => self.distance_m.into(),
            ScatterLimit::HalfThrow => u32::from(self.distance_m / 2),
            ScatterLimit::Unlimited => u32::MAX,
        };
        let scatter = Scatter {
            card,
            direction: deck.card(card).scatter(),
            distance_m: highest.min(limit),
            from_thrower: bust,
        };
        Ok((scatter, best.is_some_and(|best| best.open)))
    }
}

impl Answer for ThrowAnswer {
    const KIND: &'static str = "fi3-throw";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.trial)
    }

    fn verdict(&self) -> Option<String> {
        Some(match (&self.scatter, self.trial.success) {
            (_, true) => "on target".to_owned(),
            (None, _) => "off target".to_owned(),
            (Some(scatter), _) => format!("off target: {}", scatter.line()),
        })
    }

    fn is_open(&self) -> bool {
        Answer::is_open(&self.trial) || self.scatter_open
    }

    fn wanted(&self) -> usize {
        self.scatter_wanted
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.trial.explanation();
        lines.push(match (&self.scatter, self.trial.success) {
            (_, true) => "on target".to_owned(),
            (None, _) => format!(
                "off target: draw for {}d6, the highest counts, and the clock",
                self.scatter_dice.max(1)
            ),
            (Some(scatter), _) => format!("card {}: {}", scatter.card, scatter.line()),
        });
        if self.scatter_open {
            lines.push("the highest d6 may go on: draw another card".to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};
    use crate::table::rules::RulesError;
    use crate::table::rules::fi3::samples::{options, roll};

    fn throw(scatter: &[u8], options: &Options) -> Result<ThrowAnswer, Fi3Error> {
        let deck = deck();
        // Card 42 shows 2 in row 1 of d10; 30 m is TN 11: 9 points are missing, 5 dice.
        let throw = Throw {
            roll: roll(&deck, "1d10", 42),
            strength: Die::new(6).unwrap(),
            distance_m: 30,
            penalty: 0,
            scatter: scatter.iter().copied().map(card).collect(),
            scatter_then: Vec::new(),
        };
        throw.answer(options)
    }

    #[test]
    fn a_miss_scatters_by_the_highest_of_a_d6_for_each_2_that_lack() {
        let deck = deck();
        let options = options();
        assert_eq!(5, throw(&[], &options).unwrap().scatter_dice);
        let scatter = throw(&[34], &options).unwrap().scatter.unwrap();
        let column = deck.layout().cause.column("d6".parse().unwrap()).unwrap();
        let cells = deck.card(card(34)).cause.column(column);
        let highest = cells.iter().map(|cell| u32::from(cell.value())).max().unwrap();
        assert_eq!((highest, false), (scatter.distance_m, scatter.from_thrower));
        assert_eq!(deck.card(card(34)).scatter, scatter.direction);
        assert!(matches!(
            throw(&[34, 11], &options),
            Err(Fi3Error::Rules(RulesError::Lookup(LookupError::CardCount { .. })))
        ));
        assert!(matches!(
            throw(&[42], &options),
            Err(Fi3Error::Rules(RulesError::Lookup(LookupError::DrawnTwice(_))))
        ));
    }

    #[test]
    fn no_throw_goes_beyond_five_times_the_die() {
        let deck = deck();
        let throw = Throw {
            roll: roll(&deck, "1d10", 42),
            strength: Die::new(6).unwrap(),
            distance_m: 31,
            penalty: 0,
            scatter: Vec::new(),
            scatter_then: Vec::new(),
        };
        let error = throw.answer(&options()).unwrap_err();
        assert_eq!(Fi3Error::from(RulesError::TooFar { distance_m: 31, maximum_m: 30 }), error);
    }
}
