//! The target number of a shot (Conflict, "Ranged Attacks", "Special Maneuvers").

use std::num::NonZeroU16;

use serde::Serialize;

use crate::table::lookup::TargetNumber;

use super::{Options, RangeBands, Size, TnAccount};

/// The firer's movement during the same phase, before or after the shot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Movement {
    /// Not at all.
    #[default]
    Still,
    /// Up to the speed value: 1 harder.
    Walking,
    /// Faster: 4 harder.
    Running,
}

/// The aim actions before the shot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// None: the weapon's snap-shot penalty counts.
    #[default]
    Snap,
    /// One aim action: the Accurate bonus counts once.
    Once,
    /// Two aim actions in a row: the bonus counts twice.
    Twice,
}

/// The part of the target of a called shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CalledShot {
    /// 2 harder.
    Torso,
    /// Arms and legs: 4 harder.
    Limb,
    /// Head, hands and feet: 6 harder.
    Extremity,
    /// Eyeball or heart: 10 harder.
    Pinpoint,
}

impl CalledShot {
    /// The penalty (Conflict, "Called Shots").
    pub fn penalty(self) -> i32 {
        match self {
            Self::Torso => 2,
            Self::Limb => 4,
            Self::Extremity => 6,
            Self::Pinpoint => 10,
        }
    }
}

/// The weapons in both hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hands {
    /// One weapon, held normally.
    #[default]
    Proper,
    /// The main hand of two weapons.
    MainOfTwo,
    /// The off hand of two weapons.
    OffOfTwo,
}

/// The dodge of a target that dodges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Dodging {
    /// The target's dodge score.
    pub score: u8,
    /// Whether the target does not move apart from dodging: 1 harder.
    pub stands: bool,
}

impl Dodging {
    pub(super) fn penalty(self) -> i32 {
        i32::from(self.score) + i32::from(self.stands)
    }
}

/// The situation of a shot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangedSituation {
    /// The distance to the target, in metres (paces).
    pub distance_m: u16,
    /// The weapon's range increment, in metres.
    pub increment_m: NonZeroU16,
    /// Whether the weapon is thrown: then each full increment counts, regardless of the option for
    /// firearms.
    pub thrown: bool,
    /// The firer's movement.
    pub movement: Movement,
    /// Whether the firer rides: at least 2 harder.
    pub mounted: bool,
    /// The target's Size.
    pub size: Size,
    /// The speed of firer and target towards or past each other, in metres: 1 harder for each
    /// full 5.
    pub relative_speed_m: u16,
    /// The aim actions before the shot.
    pub aim: Aim,
    /// The number of rounds after the first in which the aim was held; each adds the Accurate bonus
    /// once more.
    pub held_rounds: u8,
    /// The weapon's snap-shot penalty.
    pub snap_penalty: u8,
    /// The bonus of the weapon's Accurate attribute; 0 without.
    pub accurate: u8,
    /// Whether the target is behind cover and cannot be seen: 4 harder.
    pub unseen_behind_cover: bool,
    /// The part of a called shot.
    pub called: Option<CalledShot>,
    /// The weapons in both hands.
    pub hands: Hands,
    /// Whether a two-handed weapon is fired with one hand: 2 harder.
    pub one_handed: bool,
    /// The dodge of the target, if any.
    pub dodging: Option<Dodging>,
    /// The penalty of the firer's worst wound.
    pub wound_penalty: i32,
    /// Other penalties.
    pub penalty: i32,
}

impl RangedSituation {
    /// A shot without aim or penalties at a standing, motionless human by a standing firer.
    pub fn plain(distance_m: u16, increment_m: NonZeroU16) -> Self {
        Self {
            distance_m,
            increment_m,
            thrown: false,
            movement: Movement::Still,
            mounted: false,
            size: Size::HUMAN,
            relative_speed_m: 0,
            aim: Aim::Snap,
            held_rounds: 0,
            snap_penalty: 0,
            accurate: 0,
            unseen_behind_cover: false,
            called: None,
            hands: Hands::Proper,
            one_handed: false,
            dodging: None,
            wound_penalty: 0,
            penalty: 0,
        }
    }

    /// The number of range increments that count.
    pub fn increments(&self, options: &Options) -> u16 {
        let thrown = Options { range_bands: RangeBands::FullIncrements, ..options.clone() };
        let options = if self.thrown { &thrown } else { options };
        range_increments(self.distance_m, self.increment_m, options)
    }

    /// The target number: 5, plus one for each range increment, plus all modifiers.
    pub fn account(&self, options: &Options) -> TnAccount {
        let increments = self.increments(options);
        let movement = match self.movement {
            Movement::Still => ("standing", 0),
            Movement::Walking => ("walking", 1),
            Movement::Running => ("running", 4),
        };
        // Riding counts only if it is worse than the movement.
        let movement = if self.mounted && movement.1 < 2 { ("mounted", 2) } else { movement };
        let (aim, aim_penalty) = match self.aim {
            Aim::Snap => ("snap shot", i32::from(self.snap_penalty)),
            Aim::Once => ("aimed", -i32::from(self.accurate)),
            Aim::Twice => ("aimed twice", -2 * i32::from(self.accurate)),
        };
        let held = match self.aim {
            Aim::Snap => 0,
            Aim::Once | Aim::Twice => -i32::from(self.accurate) * i32::from(self.held_rounds),
        };
        let two = i32::from(options.two_weapons_penalty);
        let hands = match self.hands {
            Hands::Proper => ("", 0),
            Hands::MainOfTwo => ("for two weapons", two),
            Hands::OffOfTwo => ("off hand", two + i32::from(options.off_hand_penalty)),
        };
        TnAccount::new(TargetNumber::STANDARD, "standard")
            .with(
                format!("range ({} m at increment {})", self.distance_m, self.increment_m),
                i32::from(increments),
            )
            .with(movement.0, movement.1)
            .with(format!("size {}", self.size), self.size.to_hit_penalty())
            .with("relative speed", i32::from(self.relative_speed_m / 5))
            .with(aim, aim_penalty)
            .with("aim held", held)
            .with("unseen behind cover", 4 * i32::from(self.unseen_behind_cover))
            .with("called shot", self.called.map_or(0, CalledShot::penalty))
            .with(hands.0, hands.1)
            .with("one hand on a two-handed weapon", 2 * i32::from(self.one_handed))
            .with("dodging", self.dodging.map_or(0, Dodging::penalty))
            .with("for wounds", self.wound_penalty)
            .with("for other penalties", self.penalty)
    }
}

/// The distance in metres within which being prone does not help (Conflict, "Prone Targets").
pub const CLOSE_M: u16 = 2;

/// The number of range increments that count.
pub fn range_increments(distance_m: u16, increment_m: NonZeroU16, options: &Options) -> u16 {
    match options.range_bands {
        RangeBands::Inclusive => distance_m.saturating_sub(1) / increment_m,
        RangeBands::FullIncrements => distance_m / increment_m,
    }
}

/// The relative speed of two movers along one line in the same direction, in metres.
pub fn speed_same_way(one_m: u16, other_m: u16) -> u16 {
    one_m.abs_diff(other_m)
}

/// The relative speed of two movers along one line in opposite directions, in metres.
pub fn speed_opposite_ways(one_m: u16, other_m: u16) -> u16 {
    one_m.saturating_add(other_m)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tn(change: impl Fn(&mut RangedSituation)) -> i32 {
        let mut situation = RangedSituation::plain(8, NonZeroU16::new(8).unwrap());
        change(&mut situation);
        situation.account(&Options::default()).tn().get()
    }

    #[test]
    fn each_modifier_of_the_rules_moves_the_target_number() {
        assert_eq!(5, tn(|_| ()));
        assert_eq!(6, tn(|shot| shot.movement = Movement::Walking));
        assert_eq!(9, tn(|shot| shot.movement = Movement::Running));
        assert_eq!(11, tn(|shot| shot.size = "0.125".parse().unwrap()));
        assert_eq!(9, tn(|shot| shot.unseen_behind_cover = true));
        assert_eq!(7, tn(|shot| shot.one_handed = true));
        assert_eq!(6, tn(|shot| shot.hands = Hands::MainOfTwo));
        assert_eq!(9, tn(|shot| shot.hands = Hands::OffOfTwo));
        assert_eq!(8, tn(|shot| shot.dodging = Some(Dodging { score: 2, stands: true })));
        let called = |part| tn(move |shot| shot.called = Some(part));
        assert_eq!(
            [7, 9, 11, 15],
            [CalledShot::Torso, CalledShot::Limb, CalledShot::Extremity, CalledShot::Pinpoint]
                .map(called),
        );
    }

    #[test]
    fn the_saddle_counts_only_where_it_is_worse_than_the_movement() {
        let mounted = |movement| {
            tn(move |shot| {
                shot.mounted = true;
                shot.movement = movement;
            })
        };
        assert_eq!([7, 7, 9], [Movement::Still, Movement::Walking, Movement::Running].map(mounted));
    }

    #[test]
    fn aim_counts_at_most_twice_and_no_aim_costs_the_snap_penalty() {
        let aimed = |aim| {
            tn(move |shot| {
                (shot.aim, shot.snap_penalty, shot.accurate) = (aim, 2, 1);
            })
        };
        assert_eq!([7, 4, 3], [Aim::Snap, Aim::Once, Aim::Twice].map(aimed));
    }

    #[test]
    fn bands_end_inclusive_or_at_full_increments() {
        let increment = NonZeroU16::new(8).unwrap();
        let bands = |range_bands| {
            let options = Options { range_bands, ..Options::default() };
            [0, 1, 8, 9, 16, 17].map(|distance| range_increments(distance, increment, &options))
        };
        assert_eq!([0, 0, 0, 1, 1, 2], bands(RangeBands::Inclusive));
        assert_eq!([0, 0, 1, 1, 2, 2], bands(RangeBands::FullIncrements));
    }

    #[test]
    fn the_extremes_do_not_overflow() {
        let far = tn(|shot| {
            shot.distance_m = u16::MAX;
            shot.increment_m = NonZeroU16::MIN;
            shot.relative_speed_m = speed_opposite_ways(u16::MAX, u16::MAX);
            shot.penalty = i32::MAX;
        });
        assert_eq!(9999, far);
    }
}
