//! The result of an attack and its text.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::ClockHour;
use crate::table::lookup::{Answer, DealtDamage, Decider, Offer, TargetNumber};

use crate::wording::{counted, part_of};

use super::super::{
    BodyPart, Damage, DamageAnswer, FailureAnswer, LocationAnswer, PenetrationAnswer, Scatter,
    TestedAttempt, UnintendedAnswer,
};
use super::Landing;

/// Bumps spent on the location, and the resulting hit.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BumpOffer {
    /// The number of bumps: entries up; negative for down.
    pub bumps: i8,
    /// The location.
    pub location: String,
    /// Whether the cover is hit there.
    pub hits_cover: bool,
    /// The number of hits; 0 if a prone target does not expose the location.
    pub hits: u16,
    /// The wounds of each hit.
    pub wounds: u32,
    /// The CT of each hit.
    pub concussion: u32,
}

impl BumpOffer {
    /// The hit that a number of bumps would give.
    pub(super) fn new(bumps: i8, landing: Landing) -> Self {
        let damage = landing.damage.map(|damage| damage.damage).unwrap_or_default();
        Self {
            bumps,
            location: landing.location.location,
            hits_cover: landing.location.hits_cover,
            hits: landing.hits,
            wounds: damage.wounds,
            concussion: damage.concussion,
        }
    }

    /// `vitals, 3 wounds and 2 CT`
    fn buys(&self) -> String {
        let harm = match (self.hits, self.wounds, self.concussion) {
            (0, ..) => "a miss".to_owned(),
            (_, 0, 0) => "nothing".to_owned(),
            (_, wounds, 0) => counted(wounds as usize, "wound"),
            (_, 0, ct) => format!("{ct} CT"),
            (_, wounds, ct) => format!("{} and {ct} CT", counted(wounds as usize, "wound")),
        };
        let cover = if self.hits_cover { " behind cover" } else { "" };
        format!("{}{cover}, {harm}", self.location)
    }

    /// `1 up: vitals, 3 wounds and 2 CT`
    fn describe(&self) -> String {
        let way = if self.bumps > 0 { "up" } else { "down" };
        format!("{} {way}: {}", self.bumps.unsigned_abs(), self.buys())
    }
}

/// The result of an attack.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct AttackAnswer {
    /// The check.
    pub test: TestedAttempt,
    /// The number of shots of a burst; none for a single attack.
    pub burst: Option<u16>,
    /// The number of shots that hit; 0 on a miss.
    pub hits: u16,
    /// The hit location; none on a miss.
    pub location: Option<LocationAnswer>,
    /// The called place that replaces the stack.
    pub called: Option<String>,
    /// Whether the target's being prone does not count, because the attacker is within 2 metres.
    pub prone_ignored: bool,
    /// The result of the cover; none without cover in the way.
    pub penetration: Option<PenetrationAnswer>,
    /// The damage of each hit; none if the target takes no damage.
    pub damage: Option<DamageAnswer>,
    /// Whether the reduced damage counts, but the weapon does not have one.
    pub reduced_damage_unknown: bool,
    /// The target number of the target's stun check.
    pub stun: Option<TargetNumber>,
    /// The additional wounds that the CT of a painful weapon counts as in that number.
    pub pain: u32,
    /// What the bumps of the check would buy; empty if some are spent, or the place was called.
    pub bumps_buy: Vec<BumpOffer>,
    /// The direction in which a dodging target leaps after a miss; none if it stays.
    pub leap: Option<ClockHour>,
    /// Whether the target stays because the leap would be towards the attacker.
    pub dodger_stays: bool,
    /// The scatter of a thrown weapon that missed.
    pub scatter: Option<Scatter>,
    /// Whether the weapon failed.
    pub failure: Option<FailureAnswer>,
    /// Whether another target was hit.
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

    fn offers(&self) -> Vec<Offer> {
        let offers = self.bumps_buy.iter();
        offers.map(|offer| Offer { spent: offer.bumps, buys: offer.buys() }).collect()
    }

    fn deals(&self) -> Vec<DealtDamage> {
        let (Some(location), Some(answer)) = (&self.location, &self.damage) else {
            return Vec::new();
        };
        let Damage { wounds, concussion } = answer.damage;
        let place = location.location.clone();
        let hit = DealtDamage { target: None, place, wounds, concussion };
        vec![hit; usize::from(self.hits)]
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.explanation();
        lines.extend(self.location.iter().flat_map(Answer::explanation));
        if self.prone_ignored {
            lines.push("being prone does not help within 2 metres".to_owned());
        }
        if let Some(shots) = self.burst {
            lines.push(format!("{} hit", part_of(self.hits.into(), shots.into(), "shot")));
        }
        lines.extend(self.penetration.iter().flat_map(Answer::explanation));
        lines.extend(self.damage.iter().flat_map(Answer::explanation));
        if self.reduced_damage_unknown {
            lines.push("the reduced damage (RD) of the weapon counts, and is not known".to_owned());
        } else if self.hits > 0 && self.damage.is_none() {
            lines.push("nothing reaches the target".to_owned());
        }
        if let Some(stun) = self.stun {
            let pain = match self.pain {
                0 => String::new(),
                pain => format!(", its CT counting as {} more", counted(pain as usize, "wound")),
            };
            lines
                .push(format!("the target checks Fortitude against TN {stun} or is stunned{pain}"));
        }
        if !self.bumps_buy.is_empty() {
            let offers: Vec<String> = self.bumps_buy.iter().map(BumpOffer::describe).collect();
            lines.push(format!("bumps would buy: {}", offers.join("; ")));
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
