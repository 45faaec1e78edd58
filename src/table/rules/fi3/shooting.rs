//! The task number of a shot (dice edition, "Shooting", "Special Maneuvers", "Cover", "Darkness").

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::table::lookup::TargetNumber;

use super::super::{CalledShot, Hands, Size, TnAccount, range_increments};
use super::Options;

/// A weapon's Aim, written `2/-3`: the steps of one aim, which is also the bonus of each aim after
/// the first, and the penalty of an unaimed shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AimValue {
    /// Steps of the countdown.
    pub steps: std::num::NonZeroU8,
    /// The penalty of an unaimed shot, also to the Reflex roll.
    pub penalty: u8,
}

/// The error of a text that is not an Aim value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AimValueError {
    original: String,
}

impl Fault for AimValueError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded(
            "fi3.aim-value",
            format!("{} cannot be read as an Aim value", quoted(original)),
        )
        .accepts("STEPS/-PENALTY such as 2/-3")
    }
}

fault!(AimValueError);

impl AimValue {
    /// The number of aims completed with this many markers, three at most.
    pub fn aims(self, markers: u8) -> u8 {
        (markers / self.steps).min(3)
    }

    /// The aim modifier: the penalty without aim, 0 for one aim, a bonus (negative) for each
    /// further one.
    pub fn penalty_with(self, markers: u8) -> i32 {
        match self.aims(markers).checked_sub(1) {
            None => self.penalty.into(),
            Some(further) => -i32::from(further) * i32::from(self.steps.get()),
        }
    }
}

impl fmt::Display for AimValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/-{}", self.steps, self.penalty)
    }
}

impl FromStr for AimValue {
    type Err = AimValueError;

    fn from_str(text: &str) -> Result<Self, AimValueError> {
        let parse = || {
            let (steps, penalty) = text.split_once('/')?;
            let penalty = penalty.strip_prefix(['-', '−']).unwrap_or(penalty);
            let small = |text: &str| text.parse().ok().filter(|&number: &u8| number <= 99);
            let steps = std::num::NonZeroU8::new(small(steps)?)?;
            Some(Self { steps, penalty: small(penalty)? })
        };
        parse().ok_or_else(|| AimValueError { original: text.to_owned() })
    }
}

impl Serialize for AimValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How the weapon is fired. Automatic fire can be neither aimed nor called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fire {
    /// One shot.
    Single {
        /// Aim markers on the initiative card.
        markers: u8,
        /// The place of a called shot.
        called: Option<CalledShot>,
    },
    /// A burst.
    Automatic {
        /// The number of shots at this target.
        shots: u16,
        /// The number of other targets: each makes all dice 1 worse.
        extra_targets: u8,
    },
}

/// The situation of a shot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shooting {
    /// Metres to the target.
    pub distance_m: u16,
    /// The weapon's range increment in metres.
    pub increment_m: NonZeroU16,
    /// How the weapon is fired.
    pub fire: Fire,
    /// The weapon's Aim, if it has one.
    pub aim: Option<AimValue>,
    /// Whether firer, mount or vehicle runs.
    pub running: bool,
    /// Whether the firer rides.
    pub mounted: bool,
    /// The target's Size.
    pub size: Size,
    /// The Rate of firer and target relative to each other, in metres a round.
    pub relative_rate_m: u16,
    /// Whether the target is completely hidden and only its direction is known.
    pub concealed: bool,
    /// The penalty for darkness, which counts beyond 10 metres.
    pub darkness: u8,
    /// The weapons in both hands.
    pub hands: Hands,
    /// Whether a two-handed weapon is fired with one hand.
    pub one_handed: bool,
    /// The target's dodge roll, if there is one.
    pub defence: Option<i64>,
    /// Other penalties of the situation.
    pub penalty: i32,
}

impl Shooting {
    /// A single shot without aim at a standing human in the open.
    pub fn plain(distance_m: u16, increment_m: NonZeroU16) -> Self {
        Self {
            distance_m,
            increment_m,
            fire: Fire::Single { markers: 0, called: None },
            aim: None,
            running: false,
            mounted: false,
            size: Size::HUMAN,
            relative_rate_m: 0,
            concealed: false,
            darkness: 0,
            hands: Hands::Proper,
            one_handed: false,
            defence: None,
            penalty: 0,
        }
    }

    /// The task number: Fair (5) plus one for each full range increment, or the active defence if
    /// that is greater, plus all modifiers.
    ///
    /// The text subtracts the modifiers from the shooting roll, so they are added to either number.
    /// Riding counts only if it is worse than the movement, as in the later rules.
    pub fn account(&self, options: &Options) -> TnAccount {
        let increments = range_increments(self.distance_m, self.increment_m, &options.shared);
        let range = format!("range ({} m at increment {})", self.distance_m, self.increment_m);
        let (markers, called, extra_targets) = match self.fire {
            Fire::Single { markers, called } => (markers, called, 0),
            Fire::Automatic { extra_targets, .. } => (0, None, extra_targets),
        };
        let movement = match (self.running, self.mounted) {
            (true, _) => ("running", 4),
            (false, true) => ("mounted", 2),
            (false, false) => ("standing", 0),
        };
        let aim = self.aim.map_or(0, |aim| aim.penalty_with(markers));
        let unlit = if self.distance_m > 10 { i32::from(self.darkness) } else { 0 };
        let account = TnAccount::new(TargetNumber::STANDARD, "fair")
            .with(range, increments.into())
            .at_least(self.defence)
            .with(movement.0, movement.1)
            .with("target size", self.size.to_hit_penalty())
            .with("fast target", if self.relative_rate_m > 20 { 4 } else { 0 })
            .with(if aim > 0 { "not aimed" } else { "aimed" }, aim)
            .with("called shot", called.map_or(0, CalledShot::penalty))
            .with("for further targets", extra_targets.into())
            .with("concealed target", if self.concealed { 4 } else { 0 })
            .with("darkness", unlit);
        in_hand(account, self.hands, self.one_handed, options).with("situation", self.penalty)
    }
}

/// The penalties for two weapons, and for a two-handed weapon in one hand.
pub(super) fn in_hand(
    account: TnAccount,
    hands: Hands,
    one_handed: bool,
    options: &Options,
) -> TnAccount {
    let two = i32::from(options.shared.two_weapons_penalty);
    let off = i32::from(options.shared.off_hand_penalty);
    account
        .with("for two weapons", if hands == Hands::Proper { 0 } else { two })
        .with("off hand", if hands == Hands::OffOfTwo { off } else { 0 })
        .with("in one hand", if one_handed { 2 } else { 0 })
}

/// The dice lost over distance (dice edition, "Area Effect Weapons", "Boom!"): none up to 10 metres,
/// one up to 20, and so on. A distance that the text lists in two bands belongs to the nearer one.
///
/// ```
/// use actiondeck::table::rules::fi3::dice_lost;
///
/// assert_eq!([0, 10, 11, 20, 21].map(dice_lost), [0, 0, 1, 1, 2]);
/// ```
pub fn dice_lost(distance_m: u16) -> u16 {
    distance_m.saturating_sub(1) / 10
}

/// The dice of an area effect weapon at a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AreaDice {
    /// Bonus dice for damage.
    pub damage: u8,
    /// Bonus dice for the shooting roll.
    pub shooting: u8,
}

/// The bonus dice of a weapon with this AE: all of them to damage within 10 metres, one less for
/// each further 10; the difference is added to the shooting roll.
///
/// ```
/// use actiondeck::table::rules::fi3::area_dice;
///
/// let kayla = area_dice(4, 19);
/// assert_eq!((kayla.damage, kayla.shooting), (3, 1));
/// ```
pub fn area_dice(ae: u8, distance_m: u16) -> AreaDice {
    let lost = u8::try_from(dice_lost(distance_m)).unwrap_or(u8::MAX);
    let damage = ae.saturating_sub(lost);
    AreaDice { damage, shooting: ae - damage }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tn(change: impl Fn(&mut Shooting)) -> i32 {
        let mut shooting = Shooting::plain(10, NonZeroU16::new(10).unwrap());
        change(&mut shooting);
        shooting.account(&Options::default()).tn().get()
    }

    #[test]
    fn each_full_increment_makes_a_shot_harder() {
        let at = |distance| tn(move |shot| shot.distance_m = distance);
        assert_eq!([5, 5, 6, 7, 11], [0, 9, 10, 29, 60].map(at));
    }

    #[test]
    fn the_table_of_modifiers_is_followed() {
        let base = tn(|_| ());
        let more = |change: &dyn Fn(&mut Shooting)| tn(change) - base;
        assert_eq!(4, more(&|shot| shot.running = true));
        assert_eq!(2, more(&|shot| shot.mounted = true));
        assert_eq!(1, more(&|shot| shot.size = "3".parse().unwrap()));
        assert_eq!(-2, more(&|shot| shot.size = "18".parse().unwrap()));
        assert_eq!([0, 4], [20, 21].map(|rate| more(&|shot| shot.relative_rate_m = rate)));
        assert_eq!(4, more(&|shot| shot.concealed = true));
        assert_eq!(2, more(&|shot| shot.hands = Hands::MainOfTwo));
        assert_eq!(6, more(&|shot| shot.hands = Hands::OffOfTwo));
        assert_eq!(2, more(&|shot| shot.one_handed = true));
        let called = Some(CalledShot::Pinpoint);
        assert_eq!(10, more(&|shot| shot.fire = Fire::Single { markers: 0, called }));
        let burst = Fire::Automatic { shots: 6, extra_targets: 2 };
        assert_eq!(2, more(&|shot| shot.fire = burst));
        assert_eq!(3, more(&|shot| shot.defence = Some(9)));
        assert_eq!(0, more(&|shot| shot.defence = Some(3)));
    }

    #[test]
    fn an_active_defence_replaces_the_number_before_modifiers() {
        // 10 metres at increment 10 are TN 6.
        let with = |defence, change: &dyn Fn(&mut Shooting)| {
            tn(|shot| {
                shot.defence = Some(defence);
                change(shot);
            })
        };
        assert_eq!(9 + 4, with(9, &|shot| shot.running = true));
        assert_eq!(6 + 4, with(5, &|shot| shot.running = true));
        assert_eq!(9 - 1, with(9, &|shot| shot.size = "12".parse().unwrap()));
        assert_eq!(6 - 1, with(6, &|shot| shot.size = "12".parse().unwrap()));
        assert_eq!(
            9 - 2,
            with(9, &|shot| {
                shot.aim = Some("2/-3".parse().unwrap());
                shot.fire = Fire::Single { markers: 4, called: None };
            })
        );
        assert_eq!(
            9 + 10,
            with(9, &|shot| {
                shot.fire = Fire::Single { markers: 0, called: Some(CalledShot::Pinpoint) };
            })
        );
        assert_eq!(9 + 6, with(9, &|shot| shot.hands = Hands::OffOfTwo));
        assert_eq!(9 + 3, with(9, &|shot| shot.penalty = 3));
        // Modifiers that are part of the number are not added to the defence.
        assert_eq!(9, with(9, &|shot| shot.distance_m = 30));
        assert_eq!(11, with(9, &|shot| shot.distance_m = 60));
    }

    #[test]
    fn darkness_counts_beyond_10_metres_only() {
        let dark = |distance| tn(move |shot| (shot.distance_m, shot.darkness) = (distance, 4));
        assert_eq!([6, 10], [10, 11].map(dark));
    }

    #[test]
    fn one_aim_cancels_the_penalty_and_two_more_give_the_bonus() {
        let rifle: AimValue = "2/-3".parse().unwrap();
        let penalties = [0, 1, 2, 3, 4, 6, 8, 99].map(|markers| rifle.penalty_with(markers));
        assert_eq!(penalties, [3, 3, 0, 0, -2, -4, -4, -4]);
        assert_eq!("2/-3", rifle.to_string());
        assert_eq!(Ok(rifle), "2/3".parse());
        for text in ["", "2", "0/-1", "2/--3", "x/-3", "100/-1"] {
            assert!(text.parse::<AimValue>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn bursts_are_neither_aimed_nor_called() {
        let automatic = |shot: &mut Shooting| {
            shot.fire = Fire::Automatic { shots: 3, extra_targets: 0 };
            shot.aim = Some("2/-3".parse().unwrap());
        };
        assert_eq!(6 + 3, tn(automatic));
    }

    #[test]
    fn a_spreading_weapon_trades_damage_for_shooting_dice() {
        let at = |distance| {
            let dice = area_dice(4, distance);
            (dice.damage, dice.shooting)
        };
        assert_eq!([(4, 0), (3, 1), (1, 3), (0, 4)], [10, 11, 40, 999].map(at));
        assert_eq!((0, 0), (area_dice(0, u16::MAX).damage, area_dice(0, u16::MAX).shooting));
    }
}
