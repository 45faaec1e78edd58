//! Throwing, and the scatter of a missed throw (Conflict, "Throwing Things", "Scatter").

use std::num::NonZeroU16;

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, ClockHour};
use crate::dice::Die;
use crate::table::lookup::{Answer, Decider, DeckView, TargetNumber};

use super::{
    Attempt, CheckResult, Options, RulesError, TestedAttempt, ThrowingIncrement, ThrowingMaximum,
    TnAccount,
};

/// A throw.
#[derive(Clone, Debug)]
pub struct Throw<'d> {
    /// The throwing skill, and the cards drawn.
    pub attempt: Attempt<'d>,
    /// The die of the thrower's Strength.
    pub strength: Die,
    /// The distance to the target, in metres.
    pub distance_m: u16,
}

/// Where the thrown object lands.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ThrowAnswer {
    /// The check.
    pub test: TestedAttempt,
    /// The maximum distance of the thrower, in metres.
    pub maximum_m: u16,
    /// The scatter of a miss; none on a hit.
    pub scatter: Option<Scatter>,
}

/// The scatter of a missed throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Scatter {
    /// The card read.
    pub card: CardNumber,
    /// The direction on the clock: 12 is away from the thrower, 6 towards the thrower.
    pub direction: ClockHour,
    /// The distance in metres: the card's rank plus the missing points, at most half the throw.
    pub distance_m: u32,
    /// Whether it is measured from the thrower, after a critical failure, instead of from the
    /// target.
    pub from_thrower: bool,
}

/// The step of a Strength die: d4 1, d6 2, d8 3, d10 4, d12 5.
fn step(strength: Die) -> u16 {
    (strength.sides() / 2).saturating_sub(1)
}

/// The range increment of thrown objects, in metres.
pub fn throwing_increment_m(strength: Die, options: &Options) -> NonZeroU16 {
    let metres = match options.throwing_increment {
        ThrowingIncrement::StrengthStep => step(strength) + 2,
        ThrowingIncrement::Fixed => 5,
    };
    NonZeroU16::new(metres).unwrap_or(NonZeroU16::MIN)
}

/// The maximum distance of an object of one or two pounds, in metres.
pub fn throwing_maximum_m(strength: Die, options: &Options) -> u16 {
    5 * match options.throwing_maximum {
        ThrowingMaximum::Step => step(strength),
        ThrowingMaximum::Sides => strength.sides(),
    }
}

/// The maximum distance of this Strength in metres, if the target is within it.
///
/// # Errors
/// [`RulesError::TooFar`] if it is not.
pub(super) fn within_reach(
    strength: Die,
    distance_m: u16,
    options: &Options,
) -> Result<u16, RulesError> {
    let maximum_m = throwing_maximum_m(strength, options);
    if distance_m > maximum_m {
        return Err(RulesError::TooFar { distance_m, maximum_m });
    }
    Ok(maximum_m)
}

/// The target number of a throw: each full increment counts. The source's example for throwing
/// (10 m at 5 m an increment is TN 7) differs here from its example for firearms.
pub fn throwing_account(strength: Die, distance_m: u16, options: &Options) -> TnAccount {
    let increment = throwing_increment_m(strength, options);
    TnAccount::new(TargetNumber::STANDARD, "standard").with(
        format!("range ({distance_m} m at increment {increment})"),
        i32::from(distance_m / increment),
    )
}

impl Throw<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// [`RulesError::TooFar`] beyond the thrower's reach; otherwise as [`Attempt::test`].
    pub fn answer(&self, options: &Options) -> Result<ThrowAnswer, RulesError> {
        let maximum_m = within_reach(self.strength, self.distance_m, options)?;
        let account = throwing_account(self.strength, self.distance_m, options);
        let test = self.attempt.test(account, options)?;
        let deck = self.attempt.pool.deck();
        let card = self.attempt.draw.card();
        let missed = !test.success();
        let scatter = missed.then(|| Scatter::for_miss(deck, card, &test, self.distance_m));
        Ok(ThrowAnswer { test, maximum_m, scatter })
    }
}

impl Scatter {
    /// The scatter of a missed throw over `distance_m`. If no points are missing, as when a prone
    /// target was missed by location, only the rank counts.
    pub(super) fn for_miss(
        deck: DeckView<'_>,
        card: CardNumber,
        test: &TestedAttempt,
        distance_m: u16,
    ) -> Self {
        let face = deck.card(card);
        let lacking = i64::from(test.account.tn().get()) - i64::from(test.total());
        let longest = i64::from(distance_m / 2);
        // If the missing points reach the longest distance, the rank is not read.
        let distance_m = match lacking.max(0) {
            lacking if lacking >= longest => longest,
            lacking => longest.min(lacking + i64::from(face.rank().get())),
        };
        let distance_m = distance_m as u32;
        let from_thrower = test.check.critical_failure;
        Self { card, direction: face.scatter(), distance_m, from_thrower }
    }

    /// `lands 4 m to 3 o'clock from the target`
    pub(in crate::table::rules) fn line(&self) -> String {
        let from = if self.from_thrower { "thrower" } else { "target" };
        format!("lands {} m to {} o'clock from the {from}", self.distance_m, self.direction)
    }
}

impl Answer for ThrowAnswer {
    const KIND: &'static str = "throw";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.test)
    }

    fn verdict(&self) -> Option<String> {
        Some(match &self.scatter {
            None => "on target".to_owned(),
            Some(scatter) => format!("off target: {}", scatter.line()),
        })
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.explanation();
        lines.push(match &self.scatter {
            None => "on target".to_owned(),
            Some(scatter) => scatter.line(),
        });
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Part;
    use crate::table::lookup::samples::{deck, draw};
    use crate::table::lookup::{PartsRead, Pool};

    fn die(sides: u16) -> Die {
        Die::new(sides).unwrap()
    }

    fn throw(dice: &str, card: u8, strength: u16, distance_m: u16) -> ThrowAnswer {
        let deck = deck();
        let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
        let attempt = Attempt::new(pool, draw(card, &[]));
        let options = Options { throwing_maximum: ThrowingMaximum::Sides, ..Options::default() };
        Throw { attempt, strength: die(strength), distance_m }.answer(&options).unwrap()
    }

    #[test]
    fn a_miss_scatters_by_rank_and_missing_points_up_to_half() {
        // Card 42: rank 11, d10 row 1 shows 2. At 40 m and increment 5: TN 13, lacking 11.
        let answer = throw("1d10", 42, 8, 40);
        let scatter = answer.scatter.unwrap();
        assert_eq!((13, 20), (answer.test.account.tn().get(), scatter.distance_m));
        assert!(!scatter.from_thrower);
        let near = throw("1d10", 42, 8, 10).scatter.unwrap();
        assert_eq!(5, near.distance_m);
    }

    #[test]
    fn the_rank_is_read_only_below_the_longest_scatter() {
        let (deck, reads) = (deck(), PartsRead::default());
        let view = DeckView::recording(&deck, &reads);
        let pool = Pool::new(view, "1d10".parse().unwrap()).unwrap();
        let options = Options { throwing_maximum: ThrowingMaximum::Sides, ..Options::default() };
        let throw = |distance_m| {
            let attempt = Attempt::new(pool, draw(42, &[]));
            let throw = Throw { attempt, strength: die(8), distance_m };
            throw.answer(&options).unwrap().scatter.unwrap()
        };
        // Card 42 shows 2: 5 points are missing at TN 7, which is half of 10 m, and 11 at TN 13,
        // less than half of 40 m.
        for (distance_m, reads_rank) in [(10, false), (40, true)] {
            reads.clear();
            let scatter = throw(distance_m);
            assert_eq!(u32::from(distance_m / 2), scatter.distance_m);
            assert_eq!((true, reads_rank), (reads.has(Part::Scatter), reads.has(Part::Rank)));
        }
    }

    #[test]
    fn a_critical_failure_scatters_from_the_thrower() {
        let scatter = throw("4d10", 10, 8, 30).scatter.unwrap();
        assert!(scatter.from_thrower);
        // Card 10 has rank 3; TN 11, and a CF counts 0.
        assert_eq!(14, scatter.distance_m);
    }

    #[test]
    fn a_throw_beyond_reach_is_refused() {
        let deck = deck();
        let pool = Pool::new(&deck, "1d10".parse().unwrap()).unwrap();
        let attempt = Attempt::new(pool, draw(34, &[]));
        let throw = Throw { attempt, strength: die(8), distance_m: 16 };
        let error = throw.answer(&Options::default()).unwrap_err();
        assert_eq!(RulesError::TooFar { distance_m: 16, maximum_m: 15 }, error);
    }

    #[test]
    fn steps_run_from_d4_to_d12() {
        assert_eq!([1, 2, 3, 4, 5], [4, 6, 8, 10, 12].map(|sides| step(die(sides))));
        assert_eq!(0, step(die(2)));
    }
}
