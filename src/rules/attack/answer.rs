//! What came of an attack, and how its lines read.

use serde::Serialize;

use crate::deck::ClockHour;
use crate::lookup::{Answer, TargetNumber};

use super::super::{
    BodyPart, DamageAnswer, FailureAnswer, LocationAnswer, PenetrationAnswer, Tested,
    UnintendedAnswer,
};

/// What came of the attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttackAnswer {
    /// The check.
    pub test: Tested,
    /// How many of the shots hit; 0 on a miss.
    pub hits: u16,
    /// Where; none on a miss.
    pub location: Option<LocationAnswer>,
    /// The called location that counts instead of the stack.
    pub called: Option<String>,
    /// How the cover fared; none without cover in the way.
    pub penetration: Option<PenetrationAnswer>,
    /// The damage of each hit; none if nothing reached the target.
    pub damage: Option<DamageAnswer>,
    /// The target number of the target's stun check.
    pub stun: Option<TargetNumber>,
    /// Where a dodging target leaps after a miss; none if it stays.
    pub leap: Option<ClockHour>,
    /// Whether the weapon failed.
    pub failure: Option<FailureAnswer>,
    /// Whether somebody else was hit.
    pub unintended: Option<UnintendedAnswer>,
}

impl AttackAnswer {
    /// The place where wounds are counted.
    pub fn part(&self) -> Option<BodyPart> {
        match &self.called {
            Some(called) => BodyPart::of(called),
            None => self.location.as_ref()?.part,
        }
    }
}

impl Answer for AttackAnswer {
    const KIND: &'static str = "attack";

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.explanation();
        match (&self.called, &self.location) {
            (Some(called), _) => lines.push(format!("called location: {called}")),
            (None, Some(location)) => lines.extend(location.explanation()),
            (None, None) => {}
        }
        if self.hits > 1 {
            lines.push(format!("{} shots of the burst hit", self.hits));
        }
        lines.extend(self.penetration.iter().flat_map(Answer::explanation));
        lines.extend(self.damage.iter().flat_map(Answer::explanation));
        if self.hits > 0 && self.damage.is_none() {
            lines.push("nothing reaches the target".to_owned());
        }
        if let Some(stun) = self.stun {
            lines.push(format!("the target checks Fortitude against TN {stun} or is stunned"));
        }
        if let Some(direction) = self.leap {
            lines.push(format!("the dodging target leaps one pace to {direction} o'clock"));
        }
        lines.extend(self.failure.iter().flat_map(Answer::explanation));
        lines.extend(self.unintended.iter().flat_map(Answer::explanation));
        lines
    }
}
