//! Wound tables and the wounds of one character (Conflict, "Applying Wounds and Concussion",
//! "Wounds", "Optional Bleeding Rules").

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::lookup::{DealtDamage, TargetNumber};
use crate::wording::counted;

use super::WoundTable;

/// The six places where wounds are counted. Chest, belly and vitals are the torso.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum BodyPart {
    /// `head`
    Head,
    /// `chest`, `belly`, `vitals`
    Torso,
    /// `right arm`
    RightArm,
    /// `left arm`
    LeftArm,
    /// `right leg`
    RightLeg,
    /// `left leg`
    LeftLeg,
}

impl BodyPart {
    /// All six parts.
    pub const ALL: [Self; 6] =
        [Self::Head, Self::Torso, Self::RightArm, Self::LeftArm, Self::RightLeg, Self::LeftLeg];

    /// The part that contains a location of the hit stack, or `torso`; `None` for a location of a
    /// ladder that is not human.
    pub fn from_location(location: &str) -> Option<Self> {
        match location {
            "head" => Some(Self::Head),
            "chest" | "belly" | "vitals" | "torso" => Some(Self::Torso),
            "right arm" => Some(Self::RightArm),
            "left arm" => Some(Self::LeftArm),
            "right leg" => Some(Self::RightLeg),
            "left leg" => Some(Self::LeftLeg),
            _ => None,
        }
    }

    /// Whether all hits are on a human ladder. On others the players keep track of wounds.
    pub(crate) fn counts_all(hits: &[DealtDamage]) -> bool {
        hits.iter().all(|dealt| Self::from_location(&dealt.place).is_some())
    }

    /// The name in lower case: `left arm`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Torso => "torso",
            Self::RightArm => "right arm",
            Self::LeftArm => "left arm",
            Self::RightLeg => "right leg",
            Self::LeftLeg => "left leg",
        }
    }

    /// Whether a disabling wound there kills. A limb is only lost.
    pub const fn is_vital(self) -> bool {
        matches!(self, Self::Head | Self::Torso)
    }
}

/// One line of a wound table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct WoundLevel {
    /// The wounds in one place, 1 to 5.
    pub wounds: u8,
    /// Its name.
    pub name: &'static str,
    /// The penalty to all checks while it is the worst wound.
    pub penalty: u8,
    /// The target number of stun and recovery checks.
    pub stun: TargetNumber,
}

/// The number of wounds that disables a place.
pub const DISABLING: u8 = 5;

impl WoundTable {
    /// The line for a number of wounds in one place; `None` for 0. Beyond the table its last line.
    ///
    /// ```
    /// use actiondeck::table::rules::WoundTable;
    ///
    /// let serious = WoundTable::A.level(4).unwrap();
    /// assert_eq!((serious.name, serious.penalty, serious.stun.get()), ("serious", 4, 9));
    /// assert!(WoundTable::A.level(0).is_none());
    /// ```
    pub fn level(self, wounds: u8) -> Option<WoundLevel> {
        let lines: &[(&str, u8, i64)] = match self {
            Self::A => &[
                ("scratched", 1, 3),
                ("light", 2, 5),
                ("heavy", 3, 7),
                ("serious", 4, 9),
                ("critical", 5, 11),
            ],
            Self::B => {
                &[("scratched", 1, 3), ("light", 1, 5), ("serious", 2, 7), ("critical", 3, 9)]
            }
            Self::Dice => &[
                ("light", 1, 5),
                ("heavy", 2, 7),
                ("serious", 3, 9),
                ("critical", 4, 11),
                ("maimed", 5, 13),
            ],
        };
        let place = usize::from(wounds.checked_sub(1)?).min(lines.len() - 1);
        let (name, penalty, stun) = lines[place];
        let wounds = wounds.min(DISABLING);
        Some(WoundLevel { wounds, name, penalty, stun: TargetNumber::clamped(stun) })
    }

    /// CT lost each round to bleeding, by the wounds in one place (Conflict, "Optional Bleeding
    /// Rules"; dice edition, "Bleeding"): 1 with a heavy wound, 2 with a serious one, 3 with a critical
    /// limb, by the names of this table. In the dice edition each is one level later. Head and
    /// torso never bleed more than 2: a critical wound there kills, or counts as serious with the
    /// rule of risk.
    pub fn bleeding(self, part: BodyPart, wounds: u8) -> u8 {
        let most = if part.is_vital() { 2 } else { 3 };
        let lost = match (self, wounds) {
            (Self::A | Self::Dice, wounds) => wounds.saturating_sub(2),
            // Table B does not have a heavy wound.
            (Self::B, ..3) => 0,
            (Self::B, 3) => 2,
            (Self::B, 4..) => 3,
        };
        lost.min(most)
    }

    /// The number of wounds of a serious wound, one less than critical.
    pub(super) fn serious(self) -> u8 {
        match self {
            Self::A => 4,
            Self::B | Self::Dice => 3,
        }
    }

    /// The penalty of the worst wound; 0 without one.
    pub fn penalty(self, worst: u8) -> i32 {
        self.level(worst).map_or(0, |level| i32::from(level.penalty))
    }

    /// The target number of the stun check after this number of wounds was dealt. Concussion alone
    /// counts as the lightest wound; the dice edition has a line for it, "wind".
    pub fn stun(self, dealt: u8) -> TargetNumber {
        if self == Self::Dice && dealt == 0 {
            return TargetNumber::EASY;
        }
        self.level(dealt.max(1)).map_or(TargetNumber::EASY, |level| level.stun)
    }
}

/// Damage to a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Damage {
    /// Wounds.
    pub wounds: u32,
    /// Concussion, in CT.
    pub concussion: u32,
}

/// `1 wound, 2 CT`
impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} CT", counted(self.wounds as usize, "wound"), self.concussion)
    }
}

/// The wounds and concussion of one character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WoundTrack {
    /// Wounds by place, in the order of [`BodyPart::ALL`], each at most 5.
    wounds: [u8; 6],
    /// CT at full health.
    starting_ct: u16,
    /// Current CT; below 0 the character risks death.
    ct: i64,
    /// Whether bleeding has reduced CT to minus the starting CT.
    bled_to_death: bool,
}

impl WoundTrack {
    /// A character without wounds.
    pub fn new(starting_ct: u16) -> Self {
        Self { wounds: [0; 6], starting_ct, ct: i64::from(starting_ct), bled_to_death: false }
    }

    /// Adds damage to one place. Wounds beyond the fifth have no effect; concussion always counts.
    pub fn take(&mut self, part: BodyPart, damage: Damage) {
        let place = &mut self.wounds[part as usize];
        let added = u32::from(*place).saturating_add(damage.wounds).min(u32::from(DISABLING));
        *place = added as u8;
        self.ct = self.ct.saturating_sub(i64::from(damage.concussion));
    }

    /// The wounds of one place, 0 to 5.
    pub fn wounds(&self, part: BodyPart) -> u8 {
        self.wounds[part as usize]
    }

    /// The highest number of wounds in one place: the wound level.
    pub fn worst(&self) -> u8 {
        self.wounds.iter().copied().max().unwrap_or(0)
    }

    /// Current CT.
    pub fn ct(&self) -> i64 {
        self.ct
    }

    /// Whether the place is disabled.
    pub fn is_disabled(&self, part: BodyPart) -> bool {
        self.wounds(part) >= DISABLING
    }

    /// Whether a fifth wound in head or torso, or bleeding to minus the starting CT, has killed the
    /// character. Other losses of CT are only a risk of death.
    pub fn is_dead(&self) -> bool {
        let mortal = BodyPart::ALL.iter().any(|&part| part.is_vital() && self.is_disabled(part));
        mortal || self.bled_to_death
    }

    /// Whether bleeding has reduced CT to minus the starting CT.
    pub fn is_bled_to_death(&self) -> bool {
        self.bled_to_death
    }

    /// Whether CT is below 0, so that the Judge may let the character die.
    pub fn risks_death(&self) -> bool {
        self.ct < 0 && !self.is_dead()
    }

    /// Whether CT is used up, so that the character takes no further part.
    pub fn is_concussed(&self) -> bool {
        self.ct <= 0
    }

    /// CT lost each round to bleeding (optional rule), by the worst place: see
    /// [`WoundTable::bleeding`].
    pub fn bleeding_per_round(&self, table: WoundTable) -> u8 {
        let bleeds = |part: BodyPart| table.bleeding(part, self.wounds(part));
        BodyPart::ALL.into_iter().map(bleeds).max().unwrap_or(0)
    }

    /// Applies some rounds of bleeding with `per_round` CT each.
    pub fn bleed(&mut self, rounds: u16, per_round: u8) {
        let lost = i64::from(rounds) * i64::from(per_round);
        self.ct = self.ct.saturating_sub(lost);
        let least = -i64::from(self.starting_ct);
        self.bled_to_death |= lost > 0 && self.starting_ct > 0 && self.ct <= least;
    }

    /// Whether a limb is lost permanently: healing does not restore it (Conflict, "Applying Wounds
    /// and Concussion"; dice edition, "Healing"). After a fifth wound in head or torso the rule of risk
    /// may apply.
    pub fn is_lost(&self, part: BodyPart) -> bool {
        !part.is_vital() && self.is_disabled(part)
    }

    /// Removes one wound from a place after a healing check. A lost limb stays lost.
    pub fn heal(&mut self, part: BodyPart) {
        if !self.is_lost(part) {
            let place = &mut self.wounds[part as usize];
            *place = place.saturating_sub(1);
        }
    }

    /// Restores all CT.
    pub fn rest(&mut self) {
        self.ct = i64::from(self.starting_ct);
        self.bled_to_death = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wounds(wounds: u32) -> Damage {
        Damage { wounds, concussion: 0 }
    }

    fn bleed(track: &mut WoundTrack, rounds: u16) {
        track.bleed(rounds, track.bleeding_per_round(WoundTable::A));
    }

    #[test]
    fn every_table_bleeds_by_the_names_of_its_wounds() {
        let by_name = |table: WoundTable, part: BodyPart, wounds: u8| {
            let most = if part.is_vital() { 2 } else { 3 };
            let names = match table {
                WoundTable::Dice => ["serious", "critical", "maimed"],
                _ => ["heavy", "serious", "critical"],
            };
            let name = table.level(wounds).map(|level| level.name);
            let place = names.iter().position(|own| Some(*own) == name);
            place.map_or(0, |place| (place as u8 + 1).min(most))
        };
        for table in [WoundTable::A, WoundTable::B, WoundTable::Dice] {
            for part in BodyPart::ALL {
                for wounds in 0..=5 {
                    let bleeds = table.bleeding(part, wounds);
                    assert_eq!(by_name(table, part, wounds), bleeds, "{table:?} {part:?} {wounds}");
                }
            }
        }
    }

    #[test]
    fn wounds_add_up_in_one_place_only() {
        let mut track = WoundTrack::new(12);
        track.take(BodyPart::RightArm, wounds(2));
        track.take(BodyPart::RightArm, wounds(2));
        track.take(BodyPart::Head, wounds(2));
        assert_eq!("serious", WoundTable::A.level(track.wounds(BodyPart::RightArm)).unwrap().name);
        assert_eq!((4, 2), (track.worst(), track.wounds(BodyPart::Head)));
    }

    #[test]
    fn the_worst_place_sets_the_wound_level() {
        let mut track = WoundTrack::new(12);
        track.take(BodyPart::Head, wounds(2));
        track.take(BodyPart::LeftLeg, wounds(3));
        assert_eq!("heavy", WoundTable::A.level(track.worst()).unwrap().name);
    }

    #[test]
    fn a_lost_limb_takes_no_more_wounds_but_still_concussion() {
        let mut track = WoundTrack::new(12);
        track.take(BodyPart::LeftArm, wounds(7));
        track.take(BodyPart::LeftArm, Damage { wounds: 3, concussion: 5 });
        assert_eq!((5, 7), (track.wounds(BodyPart::LeftArm), track.ct()));
        assert!(track.is_disabled(BodyPart::LeftArm) && !track.is_dead());
    }

    #[test]
    fn a_fifth_wound_in_head_or_torso_kills() {
        for part in BodyPart::ALL {
            let mut track = WoundTrack::new(12);
            track.take(part, wounds(5));
            assert_eq!(part.is_vital(), track.is_dead(), "{part:?}");
        }
    }

    #[test]
    fn healing_takes_one_wound_off_and_leaves_a_lost_limb_lost() {
        for part in BodyPart::ALL {
            let mut track = WoundTrack::new(12);
            track.take(part, wounds(4));
            track.heal(part);
            assert_eq!(3, track.wounds(part));
            track.take(part, wounds(2));
            track.heal(part);
            let left = if part.is_vital() { 4 } else { 5 };
            assert_eq!(left, track.wounds(part), "{part:?}");
        }
    }

    #[test]
    fn bleeding_kills_at_minus_the_starting_ct() {
        let mut track = WoundTrack::new(10);
        track.take(BodyPart::RightLeg, wounds(4));
        assert_eq!(2, track.bleeding_per_round(WoundTable::A));
        bleed(&mut track, 5);
        assert!(track.is_concussed() && !track.is_dead());
        bleed(&mut track, 5);
        assert!(track.is_dead());
    }

    #[test]
    fn concussion_alone_never_kills_and_is_said_to_be_a_risk() {
        let mut track = WoundTrack::new(12);
        track.take(BodyPart::LeftArm, Damage { wounds: 1, concussion: 30 });
        bleed(&mut track, 9);
        assert!(!track.is_dead() && track.is_concussed() && track.risks_death());
        // A heavy wound bleeds, and the first round of that is one too many.
        track.take(BodyPart::LeftArm, wounds(2));
        bleed(&mut track, 1);
        assert!(track.is_dead() && !track.risks_death());
    }

    #[test]
    fn concussion_alone_asks_for_the_lightest_stun_check() {
        assert_eq!(3, WoundTable::A.stun(0).get());
        assert_eq!([3, 5, 7, 9, 11], [1, 2, 3, 4, 5].map(|dealt| WoundTable::A.stun(dealt).get()));
        assert_eq!([3, 5, 7, 9, 9], [1, 2, 3, 4, 5].map(|dealt| WoundTable::B.stun(dealt).get()));
        assert_eq!([1, 1, 2, 3], [1, 2, 3, 4].map(|worst| WoundTable::B.penalty(worst)));
        let dice = [0, 1, 2, 3, 4, 5].map(|dealt| WoundTable::Dice.stun(dealt).get());
        assert_eq!([3, 5, 7, 9, 11, 13], dice);
    }

    #[test]
    fn numbers_beyond_any_range_neither_overflow_nor_panic() {
        let mut track = WoundTrack::new(u16::MAX);
        for _ in 0..10 {
            track.take(BodyPart::Torso, Damage { wounds: u32::MAX, concussion: u32::MAX });
            bleed(&mut track, u16::MAX);
        }
        // A place has at most five wounds; the torso bleeds 2 a round.
        let lost = 10 * (i64::from(u32::MAX) + 2 * i64::from(u16::MAX));
        assert_eq!(i64::from(u16::MAX) - lost, track.ct());
        assert_eq!((5, 5), (track.wounds(BodyPart::Torso), track.worst()));
        assert_eq!(2, track.bleeding_per_round(WoundTable::A));
        assert!(track.is_dead());
        assert_eq!(5, WoundTable::A.level(u8::MAX).unwrap().wounds);
    }
}
