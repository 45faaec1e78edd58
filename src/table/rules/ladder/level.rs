//! The seven wound levels (wound-level combat, "Wound Levels").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::Answer;
use crate::wording::counted;

use super::{LadderError, Pace};

/// Levels of damage of a character; they add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize)]
pub struct Wounds(u16);

/// The interval of the Physique checks of a wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckInterval {
    /// Once an hour.
    Hour,
    /// Once a minute.
    Minute,
}

/// The effects of a wound level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Level {
    /// 1 to 7; 0 for no wound.
    pub wounds: u16,
    /// Its name in lower case.
    pub name: &'static str,
    /// The penalty to movement.
    pub move_penalty: u8,
    /// The penalty to all other rolls, including initiative.
    pub penalty: u8,
    /// The fastest pace; none from terminal on.
    pub fastest: Option<Pace>,
    /// Whether the character can act.
    pub can_act: bool,
    /// The interval of Physique checks that prevent the next level.
    pub check_every: Option<CheckInterval>,
    /// Whether the character dies at the end of the turn.
    pub dies: bool,
}

impl Wounds {
    /// The last level.
    pub const MORTAL: u16 = 7;

    /// Wounds of this number of levels.
    pub fn new(levels: u16) -> Self {
        Self(levels)
    }

    /// The number of levels; more than seven count as seven.
    pub fn get(self) -> u16 {
        self.0
    }

    /// The sum of these wounds and further levels.
    #[must_use]
    pub fn and(self, levels: u16) -> Self {
        Self(self.0.saturating_add(levels))
    }

    /// The wound level with its effects.
    ///
    /// ```
    /// use actiondeck::table::rules::ladder::Wounds;
    ///
    /// let moderate = Wounds::new(3).level();
    /// assert_eq!(("moderate", 2, 1), (moderate.name, moderate.move_penalty, moderate.penalty));
    /// ```
    pub fn level(self) -> Level {
        let (name, move_penalty, penalty) = match self.0 {
            0 => ("no", 0, 0),
            1 => ("negligible", 0, 0),
            2 => ("light", 1, 1),
            3 => ("moderate", 2, 1),
            4 => ("serious", 2, 2),
            5 => ("critical", 3, 3),
            6 => ("terminal", 3, 3),
            _ => ("mortal", 3, 3),
        };
        let fastest = match self.0 {
            0..=3 => Some(Pace::Run),
            4 => Some(Pace::Walk),
            5 => Some(Pace::Crawl),
            _ => None,
        };
        let check_every = match self.0 {
            5 => Some(CheckInterval::Hour),
            6 => Some(CheckInterval::Minute),
            _ => None,
        };
        Level {
            wounds: self.0.min(Self::MORTAL),
            name,
            move_penalty,
            penalty,
            fastest,
            can_act: self.0 < 6,
            check_every,
            dies: self.0 >= Self::MORTAL,
        }
    }
}

impl Level {
    /// Checks that the character can act, and move at `pace` if given.
    ///
    /// # Errors
    /// [`LadderError::CannotAct`], [`LadderError::CannotMove`].
    pub fn allows(&self, pace: Option<Pace>) -> Result<(), LadderError> {
        let fastest = self.fastest.filter(|_| self.can_act);
        match (fastest, pace) {
            (None, _) => Err(LadderError::CannotAct { level: self.name }),
            (Some(fastest), Some(pace)) if pace > fastest => {
                let accepted = if fastest == Pace::Walk { "walk or crawl" } else { "crawl" };
                Err(LadderError::CannotMove { level: self.name, pace, accepted })
            }
            _ => Ok(()),
        }
    }

    /// `moderate (3): -2 to move, -1 to all other rolls`
    pub(super) fn describe(&self) -> String {
        let mut parts = Vec::new();
        if self.can_act {
            match (self.move_penalty, self.penalty) {
                (0, 0) => parts.push("no penalty".to_owned()),
                (a, b) if a == b => parts.push(format!("-{a} to all rolls")),
                (a, b) => parts.push(format!("-{a} to move, -{b} to all other rolls")),
            }
        } else {
            parts.push("no actions".to_owned());
        }
        match self.fastest {
            Some(Pace::Walk) => parts.push("cannot run".to_owned()),
            Some(Pace::Crawl) => parts.push("cannot walk".to_owned()),
            _ => {}
        }
        match self.check_every {
            Some(CheckInterval::Hour) => parts.push("Physique check every hour".to_owned()),
            Some(CheckInterval::Minute) => parts.push("Physique check every minute".to_owned()),
            None => {}
        }
        if self.dies {
            parts.push("dies at the end of the turn".to_owned());
        }
        format!("{} wound ({}): {}", self.name, self.wounds, parts.join(", "))
    }
}

/// The sum of several hits.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LevelAnswer {
    /// The levels of each hit, in order.
    pub hits: Vec<u16>,
    /// The sum.
    pub total: Wounds,
    /// The wound level.
    pub level: Level,
}

impl LevelAnswer {
    /// Adds up hits.
    pub fn new(hits: &[u16]) -> Self {
        let total = hits.iter().fold(Wounds::default(), |total, &hit| total.and(hit));
        Self { hits: hits.to_vec(), total, level: total.level() }
    }
}

impl Answer for LevelAnswer {
    const KIND: &'static str = "wound-level";

    fn verdict(&self) -> Option<String> {
        Some(self.level.name.to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        vec![format!(
            "{} of damage: {}",
            counted(self.total.get().into(), "level"),
            self.level.describe()
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_the_penalties_of_the_list() {
        let penalties = |wounds| {
            let level = Wounds::new(wounds).level();
            (level.move_penalty, level.penalty, level.can_act)
        };
        let expected = [
            (0, 0, true),
            (0, 0, true),
            (1, 1, true),
            (2, 1, true),
            (2, 2, true),
            (3, 3, true),
            (3, 3, false),
            (3, 3, false),
        ];
        assert_eq!(expected, [0, 1, 2, 3, 4, 5, 6, 7].map(penalties));
        assert_eq!(Wounds::new(7).level(), Wounds::new(u16::MAX).level());
    }

    #[test]
    fn the_worse_the_wound_the_slower_its_bearer() {
        let may = |wounds, pace| Wounds::new(wounds).level().allows(pace).is_ok();
        assert!(may(3, Some(Pace::Run)) && !may(4, Some(Pace::Run)));
        assert!(may(4, Some(Pace::Walk)) && !may(5, Some(Pace::Walk)));
        assert!(may(5, Some(Pace::Crawl)) && may(5, None));
        assert!(!may(6, None) && !may(6, Some(Pace::Crawl)));
    }

    #[test]
    fn hits_add_up() {
        let answer = LevelAnswer::new(&[3, 3]);
        assert_eq!((6, "terminal"), (answer.total.get(), answer.level.name));
        assert_eq!(u16::MAX, LevelAnswer::new(&[u16::MAX, u16::MAX]).total.get());
    }
}
