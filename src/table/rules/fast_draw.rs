//! Fast draw (Conflict, "Fast Draw").
//!
//! The source's table of limits is lost; the order of its outcomes is known. The limit between
//! hesitating and drawing slowly is an option, 3 by default.

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, Decider, LookupError, TargetNumber};

use super::{Attempt, CheckResult, Options, TestedAttempt, TnAccount};

/// The hand that draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// One weapon, one hand.
    #[default]
    Single,
    /// The main hand when both hands draw at once: 1 harder.
    Main,
    /// The off hand when both hands draw at once: 2 harder.
    Off,
}

/// A fast draw with one hand.
#[derive(Clone, Debug)]
pub struct FastDraw<'d> {
    /// The skill, and the cards drawn.
    pub attempt: Attempt<'d>,
    /// Whether the weapon has the Short attribute: 1 easier.
    pub short: bool,
    /// Whether a bump is needed to cock the weapon.
    pub needs_cocking: bool,
    /// The weapon's snap-shot penalty, which further bumps reduce to 0.
    pub snap_penalty: u8,
    /// The hand that draws.
    pub hand: Hand,
}

/// The result of a fast draw, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawSpeed {
    /// A dramatic failure that the Judge describes.
    Calamity,
    /// The weapon is not drawn and the turn is spent.
    Hesitate,
    /// Drawn as a Slow action: the turn ends.
    Slow,
    /// Drawn as a Free action.
    Free,
}

/// An effect bought with a bump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extra {
    /// The weapon is cocked.
    Cocked,
    /// The snap-shot penalty is 1 lower.
    SteadierSnapShot,
}

/// The result of a fast draw.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct FastDrawAnswer {
    /// The check.
    pub test: TestedAttempt,
    /// The speed of the draw.
    pub speed: DrawSpeed,
    /// The effects of the bumps, in order.
    pub extras: Vec<Extra>,
    /// The remaining snap-shot penalty.
    pub snap_penalty_left: u8,
}

impl FastDraw<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Attempt::test`].
    pub fn answer(&self, options: &Options) -> Result<FastDrawAnswer, LookupError> {
        let hand = match self.hand {
            Hand::Single => 0,
            Hand::Main => 1,
            Hand::Off => 2,
        };
        let account = TnAccount::new(TargetNumber::STANDARD, "fast draw")
            .with("short weapon", -i32::from(self.short))
            .with("both hands at once", hand);
        let test = self.attempt.test(account, options)?;
        let hesitates = i64::from(test.total()) < i64::from(options.fast_draw_hesitate_below);
        let speed = match (test.check.critical_failure, test.success()) {
            (true, _) => DrawSpeed::Calamity,
            (_, true) => DrawSpeed::Free,
            _ if hesitates => DrawSpeed::Hesitate,
            _ => DrawSpeed::Slow,
        };
        let mut extras = Vec::new();
        let mut snap_penalty_left = self.snap_penalty;
        for _ in 0..test.check.bumps() {
            if self.needs_cocking && extras.is_empty() {
                extras.push(Extra::Cocked);
            } else if snap_penalty_left > 0 {
                snap_penalty_left -= 1;
                extras.push(Extra::SteadierSnapShot);
            } else {
                break;
            }
        }
        Ok(FastDrawAnswer { test, speed, extras, snap_penalty_left })
    }
}

/// A draw with both hands at once: each has its own check, and the slower result counts.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BothHands {
    /// The better hand.
    pub main: FastDrawAnswer,
    /// The other.
    pub off: FastDrawAnswer,
    /// The slower speed of the two.
    pub speed: DrawSpeed,
}

impl BothHands {
    /// Combines the draws of both hands.
    ///
    /// # Errors
    /// [`LookupError::DrawnTwice`] if both hands use the same card.
    pub fn new(main: FastDrawAnswer, off: FastDrawAnswer) -> Result<Self, LookupError> {
        main.test.check.draw.apart_from(&off.test.check.draw)?;
        let speed = main.speed.min(off.speed);
        Ok(Self { main, off, speed })
    }
}

impl Answer for BothHands {
    const KIND: &'static str = "fast-draw-both";

    fn verdict(&self) -> Option<String> {
        Some(self.speed.says().to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let hand = |name: &str, answer: &FastDrawAnswer| {
            let lines = answer.explanation().into_iter();
            lines.map(|line| format!("{name}: {line}")).collect::<Vec<String>>()
        };
        let mut lines = hand("main hand", &self.main);
        lines.extend(hand("off hand", &self.off));
        lines.push(format!("the slower counts: {}", self.speed.says()));
        lines
    }
}

impl DrawSpeed {
    fn says(self) -> &'static str {
        match self {
            Self::Calamity => "calamity: the Judge says what went wrong",
            Self::Hesitate => "hesitates: the turn is spent",
            Self::Slow => "draws as a Slow action: the turn ends",
            Self::Free => "draws as a Free action",
        }
    }
}

impl Answer for FastDrawAnswer {
    const KIND: &'static str = "fast-draw";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.test)
    }

    /// `draws as a Free action, cocked`
    fn verdict(&self) -> Option<String> {
        let mut result = self.speed.says().to_owned();
        if self.extras.contains(&Extra::Cocked) {
            result.push_str(", cocked");
        }
        if self.extras.contains(&Extra::SteadierSnapShot) {
            result.push_str(&format!(", snap-shot penalty now {}", self.snap_penalty_left));
        }
        Some(result)
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.explanation();
        lines.extend(self.verdict());
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::Pool;
    use crate::table::lookup::samples::{deck, draw};

    fn speed(dice: &str, card: u8, penalty: i32) -> DrawSpeed {
        let deck = deck();
        let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
        let attempt = Attempt { penalty, ..Attempt::new(pool, draw(card, &[])) };
        let fast_draw = FastDraw {
            attempt,
            short: false,
            needs_cocking: true,
            snap_penalty: 2,
            hand: Hand::Single,
        };
        fast_draw.answer(&Options::default()).unwrap().speed
    }

    #[test]
    fn the_outcomes_follow_each_other_from_calamity_to_free() {
        assert_eq!(DrawSpeed::Calamity, speed("4d10", 10, 0));
        assert_eq!(DrawSpeed::Hesitate, speed("1d10", 42, 0));
        assert_eq!(DrawSpeed::Slow, speed("1d10", 34, 3));
        assert_eq!(DrawSpeed::Free, speed("1d10", 34, 0));
        assert!(DrawSpeed::Calamity < DrawSpeed::Free);
    }

    #[test]
    fn bumps_cock_first_then_steady_the_shot_and_stop_at_no_penalty() {
        let deck = deck();
        let pool = Pool::new(&deck, "4d10".parse().unwrap()).unwrap();
        let attempt = Attempt::new(pool, draw(34, &[11, 10]));
        let fast_draw = FastDraw {
            attempt,
            short: true,
            needs_cocking: true,
            snap_penalty: 2,
            hand: Hand::Off,
        };
        // 30 against 6: six bumps, of which one cocks the weapon and two reduce the penalty.
        let answer = fast_draw.answer(&Options::default()).unwrap();
        assert_eq!(
            answer.extras,
            [Extra::Cocked, Extra::SteadierSnapShot, Extra::SteadierSnapShot]
        );
        assert_eq!(0, answer.snap_penalty_left);
    }
}
