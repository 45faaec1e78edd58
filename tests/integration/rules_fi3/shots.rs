//! Shooting and throwing: aim, range, spread, scatter.

use actiondeck::table::lookup::TargetNumber;
use actiondeck::table::rules::fi3::{
    AimValue, Arm, Fire, Hazard, HazardQuestion, Roll, Shooting, Throw, area_dice, condition,
};
use actiondeck::table::rules::{BodyPart, Contest, Hit, Size, TnAccount, Winner};

use super::{cards, metres, options, printed, roll, shot, wounds};

#[test]
fn kayla_unloads_a_shotgun_at_just_under_20_metres() {
    // AE 4: 4 bonus dice up to 10 metres, 3 up to 20; each lost die helps to hit.
    let at = |distance| {
        let dice = area_dice(4, distance);
        (dice.damage, dice.shooting)
    };
    assert_eq!([(4, 0), (3, 1)], [10, 19].map(at));
    let deck = printed(&[
        (34, "cause_d8_1", 2),
        (34, "cause_d8_2", 3),
        (34, "cause_d8_3", 6),
        (34, "hit_step", 12),
        (34, "effect_d6_5", 25),
    ]);
    // 2d8 and the bonus die against 5 and an increment; 2 dice of damage and 3.
    let account = Shooting::plain(19, metres(10)).account(&options());
    let mut barrel =
        shot(roll(&deck, "3d8", 34), account, Fire::Single { markers: 0, called: None });
    barrel.arm = Arm::Shot("(2)6".parse().unwrap());
    barrel.area_dice = area_dice(4, 19).damage;
    let answer = barrel.answer(&options()).unwrap();
    assert_eq!((6, Some(6)), (answer.trial.account.tn().get(), answer.trial.roll.total));
    assert_eq!(wounds(&answer), [(BodyPart::RightArm, 4)]);
}

#[test]
fn violet_hits_the_pirates_with_two_shots() {
    // 12 against 6: a success and a raise.
    let deck = printed(&[
        (34, "cause_d12_1", 4),
        (34, "cause_d12_2", 12),
        (34, "hit_step", 3),
        (34, "effect_d6_3", 14),
        (11, "hit_step", 20),
        (11, "effect_d6_5", 31),
    ]);
    let account = TnAccount::new(TargetNumber::clamped(6), "as given");
    let fire = Fire::Automatic { shots: 10, extra_targets: 0 };
    let mut burst = shot(roll(&deck, "2d12", 34), account, fire);
    burst.hit_cards = vec![cards(&[34]), cards(&[11])];
    let answer = burst.answer(&options()).unwrap();
    assert_eq!((Some(12), 1), (answer.trial.roll.total, answer.trial.raises));
    assert_eq!((2, 8), (answer.hits, answer.missed));
    // Each has its own location and damage; a head adds two dice.
    assert_eq!(wounds(&answer), [(BodyPart::LeftLeg, 2), (BodyPart::Head, 5)]);
    let hits = ["left leg:2", "head:5"].map(|hit| hit.parse::<Hit>().unwrap());
    assert!(condition(10, &hits, 0, &options()).tally.dead);
}

#[test]
fn antares_loses_1_without_aim_and_harry_3() {
    let unaimed = |aim: &str| aim.parse::<AimValue>().unwrap().penalty_with(0);
    assert_eq!((1, 3), (unaimed("1/-1"), unaimed("2/-3")));
}

#[test]
fn harry_aims_two_steps_for_nothing_and_four_for_2() {
    let rifle: AimValue = "2/-3".parse().unwrap();
    assert_eq!([3, 0, 0, -2], [1, 2, 3, 4].map(|markers| rifle.penalty_with(markers)));
}

#[test]
fn harry_shoots_the_bug_before_it_gets_down_the_corridor() {
    let deck = printed(&[
        (34, "cause_d8_1", 3),
        (34, "cause_d8_2", 5),
        (34, "cause_d8_3", 7),
        (34, "hit_step", 19),
        (34, "effect_d8_3", 17),
        (42, "cause_d10_1", 9),
        (20, "cause_d8_1", 1),
        (20, "cause_d8_2", 4),
        (20, "cause_d8_3", 8),
        (21, "cause_d8_3", 3),
    ]);
    // Three markers of the two that one aim takes: no penalty. The range is close: TN 5.
    let shooting = Shooting {
        aim: Some("2/-3".parse().unwrap()),
        fire: Fire::Single { markers: 3, called: None },
        ..Shooting::plain(5, metres(20))
    };
    let account = shooting.account(&options());
    assert_eq!(5, account.tn().get());
    let mut rifle = shot(roll(&deck, "3d8", 34), account, shooting.fire);
    rifle.arm = Arm::Shot("(3)8".parse().unwrap());
    let hit = rifle.answer(&options()).unwrap();
    let shown: Vec<u16> = hit.trial.roll.readings.iter().map(|cell| cell.value.value()).collect();
    assert_eq!((shown, true), (vec![3, 5, 7], hit.trial.success));
    // Reflex against Reflex. The text gives Harry 2d8 but throws three: 1, 4 and 8 with 3 added.
    // With three dice Harry wins the contest; with two the bug would escape.
    let contest = |dice, then: &[u8]| {
        let active = Roll { then: cards(then), ..roll(&deck, dice, 20) };
        Contest { active, opponent: roll(&deck, "1d10", 42) }.answer(&options()).unwrap()
    };
    let won = contest("3d8", &[21]);
    assert_eq!((Some(11), Some(9)), (won.active.total, won.opponent.total));
    assert_eq!(Winner::Active, won.winner);
    assert_eq!(Winner::Opponent, contest("2d8", &[]).winner);
    assert_eq!(wounds(&hit), [(BodyPart::Torso, 2)]);
}

#[test]
fn kayla_heaves_a_plasma_grenade_30_metres_against_11() {
    let deck = printed(&[
        (34, "cause_d10_1", 6),
        (20, "cause_d6_1", 2),
        (20, "cause_d6_2", 5),
        (20, "cause_d6_3", 1),
        (20, "scatter", 9),
        (11, "effect_d6_3", 13),
        (12, "hit_step", 2),
        (13, "hit_step", 14),
    ]);
    let throw = |distance_m, scatter: &[u8]| {
        let throw = Throw {
            roll: roll(&deck, "1d10", 34),
            strength: "d6".parse().unwrap(),
            distance_m,
            penalty: 0,
            scatter: cards(scatter),
            scatter_then: Vec::new(),
        };
        throw.answer(&options())
    };
    let far = throw(30, &[]).unwrap();
    assert_eq!((30, 11), (far.maximum_m, far.trial.account.tn().get()));
    assert!(throw(31, &[]).is_err());
    assert_eq!(7, throw(10, &[]).unwrap().trial.account.tn().get());
    // A throw of 6 lacks 5: three d6, the highest of which is 5.
    let missed = throw(30, &[20]).unwrap();
    let scatter = missed.scatter.unwrap();
    assert_eq!((3, 5, 9), (missed.scatter_dice, scatter.distance_m, scatter.direction.get()));
    // It goes off 5 metres from its target: all dice, and a place for each wound.
    let blast = HazardQuestion {
        deck: (&deck).into(),
        hazard: Hazard::Blast { dice: "(3)6".parse().unwrap(), distance_m: 5 },
        size: Size::HUMAN,
        locations: cards(&[12, 13]),
    };
    let answer = blast.answer(&cards(&[11]), &options()).unwrap();
    let places: Vec<BodyPart> = answer.locations.iter().filter_map(|place| place.part).collect();
    assert_eq!((2, places), (answer.wounds, vec![BodyPart::RightLeg, BodyPart::RightArm]));
}
