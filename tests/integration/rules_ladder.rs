//! The duel of wound-level combat: Bob and Adam, through all their rounds.
//!
//! The text omits the penalty for two actions twice, and adds 3 and 3 to 5. Each step starts from the
//! state in the text; where the rule gives another number, both are shown and the program follows the
//! rule. The last test plays the same dice by the rule alone.

use actiondeck::deck::{CardNumber, Deck};
use actiondeck::table::rules::ladder::{
    Attack, AttackAnswer, Check, EndureCheck, FireMode, LadderError, Options, Pace, Purpose,
    Weapon, Wounds, fire,
};
use actiondeck::table::rules::turn_order;

use crate::rules_cards::card;

/// Professional, in Melee, Ranged Combat and Physique alike.
const PROFESSIONAL: i8 = 3;

/// A deck with a ladder die: cards 0 to 8 show −4 to +4, 9 to 17 again, and so on.
pub fn deck() -> Deck {
    let csv: String = crate::rules_cards::deck()
        .to_csv()
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            0 => format!("{text},4dF\n"),
            line => format!("{text},{}\n", (line as i64 - 1) % 9 - 4),
        })
        .collect();
    Deck::read("duel.csv", &csv).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A card with this value; `hand` distinguishes the cards of one exchange.
fn showing(value: i8, hand: u8) -> CardNumber {
    card((value + 4) as u8 + 9 * hand)
}

fn check(deck: &Deck, value: i8, hand: u8, actions: u8, hurt: u16) -> Check<'_> {
    Check {
        deck: deck.into(),
        card: showing(value, hand),
        skill: PROFESSIONAL,
        purpose: Purpose::Action,
        actions,
        wounds: Wounds::new(hurt),
        modifier: 0,
    }
}

/// An attack on a target with one point of armour, which both characters wear.
fn strike<'d>(
    attack: Check<'d>,
    defense: Option<Check<'d>>,
    weapon: Weapon,
    target_hurt: u16,
) -> AttackAnswer {
    let attack = Attack {
        attack,
        defense,
        weapon,
        physique: PROFESSIONAL,
        armour: 1,
        damage_modifier: 0,
        target_wounds: Wounds::new(target_hurt),
    };
    attack.answer(&Options::default()).unwrap()
}

/// Outcome, damage dealt and the name of the wound.
fn describe(answer: &AttackAnswer) -> (i32, u16, &'static str) {
    let damage = answer.damage.as_ref().unwrap();
    (answer.outcome, damage.dealt, damage.level.name)
}

#[test]
fn one_point_of_armour_takes_one_of_two_levels() {
    let deck = deck();
    let mut attack = check(&deck, -1, 0, 1, 0);
    attack.skill = 3;
    // Unarmed and of ordinary Physique: an outcome of 2 is 2 levels, and the armour leaves 1.
    let attack = Attack {
        attack,
        defense: None,
        weapon: Weapon::Unarmed,
        physique: 2,
        armour: 1,
        damage_modifier: 0,
        target_wounds: Wounds::default(),
    };
    assert_eq!((2, 1, "negligible"), describe(&attack.answer(&Options::default()).unwrap()));
}

#[test]
fn round_1_bob_declares_first_and_adam_acts_first() {
    let entrants = ["Bob:4", "Adam:6"].map(|text| text.parse().unwrap());
    let order = turn_order(&entrants, true);
    assert_eq!(["Adam", "Bob"], [0, 1].map(|place| order.turns[place].names[0].as_str()));
    assert!(order.slowest_declares_first);
}

#[test]
fn round_1_adam_stabs_and_bob_is_moderately_wounded() {
    let deck = deck();
    // Bob dodges once and fires once: two actions, −2.
    let answer = strike(check(&deck, 2, 0, 1, 0), Some(check(&deck, 3, 1, 2, 0)), Weapon::Melee, 0);
    assert_eq!((5, 4), (answer.attack.total, answer.defense.as_ref().unwrap().total));
    assert_eq!((1, 3, "moderate"), describe(&answer));
    let bob = answer.damage.unwrap().level;
    assert_eq!((2, 1), (bob.move_penalty, bob.penalty));
}

#[test]
fn round_1_bob_empties_his_pistol_at_point_blank() {
    let deck = deck();
    let ammunition = fire(FireMode::FullAuto, 15, true).unwrap();
    assert_eq!((0, 2), (ammunition.left, ammunition.modifier));
    let shot = |actions| {
        let mut attack = check(&deck, -1, 0, actions, 3);
        attack.modifier = ammunition.modifier;
        strike(attack, None, Weapon::Ranged, 0)
    };
    // The text: −1 + 3 + 2 − 1 = 3, five levels, critical. It leaves out the penalty for Bob's two
    // actions, which it took off his dodge.
    assert_eq!((3, 5, "critical"), describe(&shot(1)));
    // The rule: −1 + 3 + 2 − 1 − 2 = 1, three levels.
    assert_eq!((1, 3, "moderate"), describe(&shot(2)));
}

#[test]
fn round_2_wounds_slow_initiative_down() {
    let deck = deck();
    let initiative = |value, hurt| {
        let check = Check { purpose: Purpose::Initiative, ..check(&deck, value, 0, 1, hurt) };
        check.answer().unwrap().total
    };
    // 4 for Bob with his −1, 1 for Adam with his −3.
    let totals = [initiative(2, 3), initiative(1, 5)];
    assert_eq!([4, 1], totals);
    let entrants = [format!("Bob:{}", totals[0]), format!("Adam:{}", totals[1])];
    let order = turn_order(&entrants.map(|text| text.parse().unwrap()), true);
    assert_eq!("Bob", order.turns[0].names[0]);
}

#[test]
fn round_2_adam_slashes_and_bob_almost_dodges() {
    let deck = deck();
    let slash = |bobs_actions| {
        let dodge = check(&deck, -1, 1, bobs_actions, 3);
        strike(check(&deck, 2, 0, 1, 5), Some(dodge), Weapon::Melee, 3)
    };
    // The text: 2 against 1, three levels. It leaves out that Bob dodges and scurries: two actions.
    // And it counts 3 and 3 as 5, critical; added up they are 6, terminal.
    let text = slash(1);
    assert_eq!((2, 1), (text.attack.total, text.defense.as_ref().unwrap().total));
    assert_eq!((1, 3, "terminal"), describe(&text));
    // The rule: 2 against −1, five levels, mortal.
    assert_eq!((3, 5, "mortal"), describe(&slash(2)));
}

#[test]
fn round_2_bob_scurries_out_of_reach_on_hands_and_knees() {
    let deck = deck();
    let scurry =
        |pace, hurt| Check { purpose: Purpose::Move(pace), ..check(&deck, 2, 0, 2, hurt) }.answer();
    // Critical, as the text has him: he cannot walk, but he can crawl, at −3 and −2 for two actions.
    assert_eq!(0, scurry(Pace::Crawl, 5).unwrap().total);
    assert!(matches!(scurry(Pace::Walk, 5), Err(LadderError::CannotMove { .. })));
    // Terminal, as the rule has him: no action is possible.
    assert!(matches!(scurry(Pace::Crawl, 6), Err(LadderError::CannotAct { .. })));
}

#[test]
fn round_3_a_critical_success_wins_initiative() {
    let deck = deck();
    let check = Check { purpose: Purpose::Initiative, skill: 0, ..check(&deck, 4, 0, 1, 5) };
    let adam = check.answer().unwrap();
    assert_eq!(1, adam.total);
    let critical = if adam.roll.extreme.is_some() { "!" } else { "" };
    let entrants = ["Bob:3".to_owned(), format!("Adam:{}{critical}", adam.total)];
    let order = turn_order(&entrants.map(|text| text.parse().unwrap()), true);
    assert_eq!("Adam", order.turns[0].names[0]);
}

#[test]
fn round_3_bob_botches_his_dodge_and_the_thrown_knife_kills() {
    let deck = deck();
    let dodge = check(&deck, -4, 1, 1, 5);
    let answer = strike(check(&deck, 2, 0, 1, 5), Some(dodge), Weapon::Melee, 5);
    assert_eq!((2, 4, "mortal"), describe(&answer));
    let bob = answer.damage.unwrap();
    assert_eq!((9, true), (bob.wounds.get(), bob.level.dies));
}

#[test]
fn afterwards_adam_crawls_and_may_still_die() {
    let deck = deck();
    let adam = Wounds::new(5).level();
    assert!(adam.allows(Some(Pace::Crawl)).is_ok() && adam.allows(Some(Pace::Walk)).is_err());
    let hour = |value| {
        let check = EndureCheck {
            deck: (&deck).into(),
            card: showing(value, 0),
            physique: PROFESSIONAL,
            difficulty: 2,
            wounds: Wounds::new(5),
            modifier: 0,
        };
        check.answer().unwrap().level.name
    };
    assert_eq!(["critical", "terminal"], [2, 1].map(hour));
}

#[test]
fn by_the_rule_alone_the_same_dice_end_the_duel_in_round_2() {
    let deck = deck();
    // Round 1: Bob is stabbed, then fires as the second of two actions.
    let stab = strike(check(&deck, 2, 0, 1, 0), Some(check(&deck, 3, 1, 2, 0)), Weapon::Melee, 0);
    let bob = stab.damage.unwrap().wounds.get();
    let mut shot = check(&deck, -1, 0, 2, bob);
    shot.modifier = fire(FireMode::FullAuto, 15, true).unwrap().modifier;
    let adam = strike(shot, None, Weapon::Ranged, 0).damage.unwrap().wounds.get();
    assert_eq!((3, 3), (bob, adam));
    // Round 2: Adam is less hurt than the text has him, and Bob takes two actions.
    let dodge = check(&deck, -1, 1, 2, bob);
    let slash = strike(check(&deck, 2, 0, 1, adam), Some(dodge), Weapon::Melee, bob);
    assert_eq!((5, 7, "mortal"), describe(&slash));
    assert!(slash.damage.unwrap().level.dies);
}
