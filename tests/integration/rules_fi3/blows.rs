//! Fighting hand to hand, and what armour takes off.

use actiondeck::table::rules::fi3::{
    Arm, Barrier, Blow, Closeness, DamageQuestion, Fighting, Fire, Reach, unarmed,
};
use actiondeck::table::rules::{BodyPart, Hands, Harm, Size};

use super::{cards, fight, options, printed, roll, shot};

#[test]
fn antares_punches_the_drunkard_in_the_nose() {
    let account = fight(2, 0, 0, Closeness::Open);
    assert_eq!(7, account.tn().get());
    let deck = printed(&[
        (34, "cause_d10_1", 9),
        (34, "hit_step", 18),
        // Strength 2d8, without armour.
        (34, "cause_d8_1", 2),
        (34, "cause_d8_2", 2),
        // Two dice more for the head.
        (34, "cause_d8_3", 1),
        (34, "cause_d8_4", 3),
    ]);
    let mut punch =
        shot(roll(&deck, "1d10", 34), account, Fire::Single { markers: 0, called: None });
    punch.arm = Arm::Unarmed("2d8".parse().unwrap());
    punch.harm = Harm::Brawling;
    // Hand to hand is 2 up: 18 becomes 20, the head.
    punch.modifiers.fighting = true;
    let answer = punch.answer(&options()).unwrap();
    assert_eq!(
        (Some(9), Some(BodyPart::Head)),
        (answer.trial.roll.total, answer.read[0].location.part)
    );
    let damage = answer.read[0].damage.as_ref().unwrap();
    assert_eq!((3, 0, 1), (damage.total, damage.wounds, damage.wind_dice));
}

#[test]
fn a_human_with_a_sword_has_no_reach_before_an_ursoid() {
    let human = Reach { bonus: 1, size: Size::HUMAN };
    let ursoid = Reach { bonus: 0, size: "7".parse().unwrap() };
    let attack = Fighting {
        defender_skill: 0,
        defender: human,
        attacker: ursoid,
        closeness: Closeness::Open,
        hands: Hands::Proper,
        called: 0,
        defence: None,
        penalty: 0,
    };
    assert_eq!(5, attack.account(&options()).tn().get());
}

#[test]
fn hrulfgarr_closes_in_on_the_constables_truncheon() {
    // The text changes Hrulfgarr's name halfway through the fight.
    let deck = printed(&[(34, "cause_d6_1", 5), (11, "cause_d8_1", 7), (11, "cause_d8_2", 8)]);
    let attempt = |dice, number, account| {
        let trial = roll(&deck, dice, number).against(account, &options()).unwrap();
        (trial.account.tn().get(), trial.roll.total, trial.success)
    };
    // The constable's blow against 5 plus brawling 3: a 5 misses.
    let constable = fight(3, 0, 1, Closeness::Open);
    assert_eq!((8, Some(5), false), attempt("1d6", 34, constable));
    // The Close manoeuvre against 5 plus fighting 2 plus the truncheon's 1: an 8 closes the distance.
    let close = fight(2, 1, 0, Closeness::Open);
    assert_eq!((8, Some(8), true), attempt("2d8", 11, close));
    // Then 7 for him and 9 for the constable, whose Strength no longer counts.
    assert_eq!(7, fight(2, 1, 0, Closeness::Inside).tn().get());
    assert_eq!(9, fight(3, 0, 1, Closeness::Beset).tn().get());
}

#[test]
fn armour_takes_die_steps_and_stops_what_falls_below_d4() {
    let behind = |dice: &str, armour, penetration| {
        let barrier = Barrier { armour, behind: 0, penetration };
        let passes = barrier.stops(dice.parse().unwrap(), &options()).unwrap().passes;
        passes.map_or_else(|| "nothing".to_owned(), |dice| dice.to_string())
    };
    // Dynamite against one and two levels; a pistol of penetration 2 against Armour 1 and 2. By the
    // rule of the paragraph before, its penetration would remove Armour 1 completely. The
    // examples are followed; the other reading is an option.
    assert_eq!(["(3)12", "(3)10"], [1, 2].map(|armour| behind("(3)20", armour, None)));
    assert_eq!(["(3)4", "nothing"], [1, 2].map(|armour| behind("(3)6", armour, Some(2))));
    assert_eq!("(3)6", behind("(3)8", 1, None));
    assert_eq!("1d8", unarmed("1d12+6".parse().unwrap()).to_string());
}

#[test]
fn hrulfgarrs_knife_does_8_though_his_strength_shows_7() {
    let deck = printed(&[
        (34, "cause_d8_1", 4),
        (34, "cause_d8_2", 7),
        (34, "effect_d6_1", 2),
        (34, "effect_d6_2", 4),
    ]);
    let knife = DamageQuestion {
        deck: (&deck).into(),
        blow: Blow::Weapon { dice: "(2)6".parse().unwrap(), strength: roll(&deck, "2d8", 34) },
        extra_dice: 0,
        barrier: None,
        size: Size::HUMAN,
        harm: Harm::Deadly,
    };
    let damage = knife.read(&cards(&[34]), &options()).unwrap();
    let strength = damage.strength.as_ref().unwrap();
    assert_eq!((Some(7), 4), (strength.roll.total, strength.counted));
    assert_eq!((8, 1, 1), (damage.total, damage.wounds, damage.wind_dice));
}
