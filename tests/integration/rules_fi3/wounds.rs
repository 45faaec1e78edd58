//! Wounds, shock, blasts, falls, and fate chips against them.

use actiondeck::table::rules::fi3::{
    Blow, Chip, DamageQuestion, Growth, Hazard, HazardQuestion, Landing, Roll, Sum, condition, save,
};
use actiondeck::table::rules::{CheckResult, Harm, Size, StunCheck};

use super::{cards, options, printed, roll};

#[test]
fn a_light_and_a_heavy_wound_in_one_arm_are_serious() {
    let state =
        |hits: [&str; 2]| condition(12, &hits.map(|hit| hit.parse().unwrap()), 0, &options()).tally;
    let arm = state(["right arm:1", "right arm:2"]);
    assert_eq!(("serious", 1), (arm.level.unwrap().name, arm.bleeding_per_round));
    assert_eq!("heavy", state(["head:1", "left leg:2"]).level.unwrap().name);
}

#[test]
fn a_light_and_a_serious_wound_cost_3() {
    let hits = ["head:1", "left leg:3"].map(|hit| hit.parse().unwrap());
    let state = condition(12, &hits, 0, &options()).tally;
    assert_eq!(3, state.level.unwrap().penalty);
    let deck = printed(&[(34, "cause_d10_1", 9)]);
    let hurt = Roll { wounds: 3, ..roll(&deck, "1d10", 34) };
    assert_eq!(Some(6), hurt.read(&options()).unwrap().total);
}

#[test]
fn wounds_bring_a_stun_roll_and_a_die_of_wind_each() {
    let deck = printed(&[(34, "cause_d8_1", 6), (11, "effect_d6_2", 9)]);
    // Two wounds are heavy, TN 7, and take 2 off the Vigor roll: 4 is not enough.
    let stun = StunCheck { check: roll(&deck, "1d8", 34), dealt: 2, earlier: 0, worst: 2 };
    let answer = stun.answer(&options()).unwrap();
    assert_eq!((7, Some(4)), (answer.test.account.tn().get(), answer.test.roll.total));
    assert!(!answer.test.success());
    let wind = Sum::new(&deck, "(2)6".parse().unwrap()).unwrap().read(&cards(&[11])).unwrap();
    assert_eq!(9, wind.total);
    // 9 of 12 wind are lost, so he is still conscious.
    let state = condition(12, &["belly:2+9".parse().unwrap()], 0, &options()).tally;
    assert_eq!((3, false), (state.ct, state.concussed));
}

#[test]
fn dynamite_has_3_dice_to_10_metres_2_to_20_and_1_to_30() {
    let deck = printed(&[]);
    let at = |distance_m| {
        let hazard = Hazard::Blast { dice: "(3)20".parse().unwrap(), distance_m };
        HazardQuestion { deck: (&deck).into(), hazard, size: Size::HUMAN, locations: Vec::new() }
            .dice()
            .map_or(0, |dice| dice.row)
    };
    // 10 metres are in two bands of the text; the nearer one counts.
    assert_eq!([3, 2, 2, 1, 1, 0], [10, 11, 20, 21, 30, 31].map(at));
}

#[test]
fn ronans_bottle_does_15_for_6_wind_and_a_wound() {
    // The text gives only the sum: 8 for the bottle and 7 for Strength, which counts in full.
    let deck = printed(&[(34, "effect_d4_2", 8), (34, "cause_d12_1", 7)]);
    let bottle = DamageQuestion {
        deck: (&deck).into(),
        blow: Blow::Weapon { dice: "(2)4".parse().unwrap(), strength: roll(&deck, "1d12", 34) },
        extra_dice: 0,
        barrier: None,
        size: Size::HUMAN,
        harm: Harm::Brawling,
    };
    let damage = bottle.read(&cards(&[34]), &options()).unwrap();
    assert_eq!((15, 6, 1), (damage.total, damage.wind, damage.wounds));
    let deadly = DamageQuestion { harm: Harm::Deadly, ..bottle };
    assert_eq!(2, deadly.read(&cards(&[34]), &options()).unwrap().wounds);
}

#[test]
fn a_fall_does_at_most_20d6_and_100() {
    let deck = printed(&[]);
    let fall = |metres| HazardQuestion {
        deck: (&deck).into(),
        hazard: Hazard::Fall { metres, landing: Landing::Hard },
        size: Size::HUMAN,
        locations: Vec::new(),
    };
    let canyon = fall(1800).answer(&cards(&[1, 2, 3, 4]), &options()).unwrap();
    assert_eq!((20, 100), (canyon.sum.unwrap().dice.row, canyon.added));
    assert_eq!(None, fall(4).dice());
}

#[test]
fn chips_cancel_wounds_before_wind_and_buy_levels() {
    assert_eq!(1, save(6, 0, &[Chip::Blue, Chip::Red]).wounds_left);
    assert_eq!(5, save(0, 20, &[Chip::Blue]).wind_left);
    let die = "d6".parse().unwrap();
    let prices = [Growth::Aptitude(4), Growth::Coordination(5), Growth::Trait(die)]
        .map(|growth| growth.price().points);
    assert_eq!(prices, [4, 10, 18]);
}
