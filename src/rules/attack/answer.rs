//! What came of an attack, and how its lines read.

use serde::Serialize;

use crate::deck::ClockHour;
use crate::lookup::{Answer, Dealt, Decider, TargetNumber};

use super::super::{
    BodyPart, Damage, DamageAnswer, FailureAnswer, LocationAnswer, PenetrationAnswer, Scatter,
    Tested, UnintendedAnswer,
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
    /// The called place that counts instead of the stack.
    pub called: Option<String>,
    /// Whether the target lies in vain, because the attacker is within 2 metres.
    pub prone_ignored: bool,
    /// How the cover fared; none without cover in the way.
    pub penetration: Option<PenetrationAnswer>,
    /// The damage of each hit; none if nothing reached the target.
    pub damage: Option<DamageAnswer>,
    /// Whether the cover let only the reduced damage through, and none is known of the weapon.
    pub reduced_damage_unknown: bool,
    /// The target number of the target's stun check.
    pub stun: Option<TargetNumber>,
    /// Where a dodging target leaps after a miss; none if it stays.
    pub leap: Option<ClockHour>,
    /// Whether it stays because the leap would be towards the attacker.
    pub dodger_stays: bool,
    /// Where a thrown weapon that missed comes down.
    pub scatter: Option<Scatter>,
    /// Whether the weapon failed.
    pub failure: Option<FailureAnswer>,
    /// Whether somebody else was hit.
    pub unintended: Option<UnintendedAnswer>,
}

impl AttackAnswer {
    /// The place where wounds are counted.
    pub fn part(&self) -> Option<BodyPart> {
        self.location.as_ref()?.part
    }
}

impl Answer for AttackAnswer {
    const KIND: &'static str = "attack";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.test)
    }

    /// `hit: left leg, 3 wounds, 2 CT`, or `miss`.
    fn verdict(&self) -> Option<String> {
        let Some(place) = self.location.as_ref().filter(|_| self.hits > 0) else {
            let critical = if self.test.check.critical_failure { ", critical failure" } else { "" };
            return Some(format!("miss{critical}"));
        };
        let place = self.called.as_ref().unwrap_or(&place.location);
        let dealt = match &self.damage {
            Some(answer) => answer.damage.to_string(),
            None if self.reduced_damage_unknown => "reduced damage, not known".to_owned(),
            None => "nothing reaches the target".to_owned(),
        };
        Some(match self.hits {
            1 => format!("hit: {place}, {dealt}"),
            hits => format!("{hits} hits: {place}, {dealt} each"),
        })
    }

    fn bumps(&self) -> u32 {
        if self.hits > 0 { self.test.check.bumps() } else { 0 }
    }

    fn deals(&self) -> Vec<Dealt> {
        let (Some(location), Some(answer)) = (&self.location, &self.damage) else {
            return Vec::new();
        };
        let Damage { wounds, concussion } = answer.damage;
        let place = location.location.clone();
        let hit = Dealt { target: None, place, wounds, concussion };
        vec![hit; usize::from(self.hits)]
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.explanation();
        lines.extend(self.location.iter().flat_map(Answer::explanation));
        if self.prone_ignored {
            lines.push("lying does not help within 2 metres".to_owned());
        }
        if self.hits > 1 {
            lines.push(format!("{} shots of the burst hit", self.hits));
        }
        lines.extend(self.penetration.iter().flat_map(Answer::explanation));
        lines.extend(self.damage.iter().flat_map(Answer::explanation));
        if self.reduced_damage_unknown {
            lines.push("the reduced damage (RD) of the weapon counts, and is not known".to_owned());
        } else if self.hits > 0 && self.damage.is_none() {
            lines.push("nothing reaches the target".to_owned());
        }
        if let Some(stun) = self.stun {
            lines.push(format!("the target checks Fortitude against TN {stun} or is stunned"));
        }
        if let Some(direction) = self.leap {
            lines.push(format!("the dodging target leaps one pace to {direction} o'clock"));
        }
        if self.dodger_stays {
            lines.push("6 o'clock is towards the attacker: the dodging target stays".to_owned());
        }
        lines.extend(self.scatter.iter().map(Scatter::line));
        lines.extend(self.failure.iter().flat_map(Answer::explanation));
        lines.extend(self.unintended.iter().flat_map(Answer::explanation));
        lines
    }
}
