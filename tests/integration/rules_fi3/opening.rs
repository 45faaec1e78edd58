//! Before the first blow: surprise, cards, movement, loads, talk; and one burst to the last wound.

use actiondeck::table::rules::fi3::{
    Fire, Gait, Load, Move, Pickup, Preparation, Shooting, Stakes, condition,
};
use actiondeck::table::rules::{BodyPart, Hit, Initiative, Surprise};

use super::{cards, metres, options, printed, roll, shot, wounds};
use crate::rules_cards::card;

#[test]
fn surprise_is_5_if_danger_is_expected_and_11_if_not() {
    let deck = printed(&[(34, "cause_d10_1", 7)]);
    let surprised = |expecting_danger| {
        let surprise = Surprise { check: roll(&deck, "1d10", 34), expecting_danger };
        surprise.answer(&options()).unwrap().surprised
    };
    assert_eq!((false, true), (surprised(true), surprised(false)));
}

#[test]
fn chuk_meets_the_klackon_warrior() {
    // 8 on Reflex is a success and a raise: three cards, of which he keeps a jack and a 7.
    let deck = printed(&[
        (50, "cause_d10_1", 8),
        (20, "cause_d12_1", 10),
        (20, "hit_step", 16),
        (20, "effect_d6_3", 13),
        (11, "hit_step", 17),
        (11, "effect_d6_3", 19),
        (2, "cause_d8_1", 6),
    ]);
    let initiative = Initiative {
        check: roll(&deck, "1d10", 50),
        weapon_penalty: 0,
        reserve: None,
        // Jack, 10 and 7 of clubs; he discards the 10.
        hand: cards(&[37, 33, 21]),
        keep: cards(&[37, 21]),
    };
    let answer = initiative.answer(&options()).unwrap();
    assert_eq!((Some(8), 3), (answer.test.roll.total, answer.cards));
    let kept: Vec<&str> = answer.kept.iter().map(|card| card.playing_card.as_str()).collect();
    assert_eq!(kept, ["J of clubs", "7 of clubs"]);
    assert_eq!(answer.discarded, [card(33)]);
    // The harness gives the gun a Speed of 2: the jack is set down, the 7 fires it.
    let speed = |laid| Preparation { speed: 2, laid, black_jokers: 0 }.answer();
    assert!(!speed(0).next_resolves && speed(1).next_resolves);
    // The text ends at the countdown. A burst at point blank, 10 against 5: two shots hit.
    let close = Shooting {
        fire: Fire::Automatic { shots: 5, extra_targets: 0 },
        ..Shooting::plain(2, metres(10))
    };
    let mut burst = shot(roll(&deck, "1d12", 20), close.account(&options()), close.fire);
    let first = burst.answer(&options()).unwrap();
    assert_eq!((2, 3, 1), (first.hits, first.missed, first.undrawn));
    burst.hit_cards = vec![cards(&[20]), cards(&[11])];
    let both = burst.answer(&options()).unwrap();
    assert_eq!(wounds(&both), [(BodyPart::Torso, 2), (BodyPart::Torso, 3)]);
    // Two and three wounds in the same place maim it.
    let hits = ["chest:2", "chest:3"].map(|hit| hit.parse::<Hit>().unwrap());
    let state = condition(12, &hits, 0, &options()).tally;
    assert_eq!(("maimed", true), (state.places[0].level.name, state.dead));
}

#[test]
fn frost_has_laid_5_of_6_cards_and_waits_with_the_last() {
    assert!(Preparation { speed: 6, laid: 5, black_jokers: 0 }.answer().next_resolves);
    assert_eq!(2, Preparation { speed: 6, laid: 5, black_jokers: 1 }.answer().left);
}

#[test]
fn rissh_ktoah_runs_16_metres_and_more_for_a_point_of_wind() {
    let deck = printed(&[(34, "cause_d4_1", 3)]);
    let pickup = Some(Pickup { card: card(34), die: None, gifted: false, tireless: false });
    let run = Move { gait: Gait::Foot, base: 8, load: Load::None, pickup };
    let answer = run.answer(&deck).unwrap();
    // A Rate of 8, all of it in each of the two actions of a round.
    assert_eq!(Some(16), answer.run_m.map(|metres| 2 * metres));
    assert_eq!((8 + 3, 1), (answer.action_m, answer.fatigue));
}

#[test]
fn tara_7_carries_18_36_and_60_kilograms_and_an_ursoid_more() {
    let tara = [17, 18, 36, 60].map(|kilograms| Load::new(kilograms, 6, 0));
    assert_eq!(tara, [Load::None, Load::Light, Load::Medium, Load::Heavy]);
    assert_eq!(Load::Light, Load::new(5 * 8, 8, 2));
    assert_eq!(2, Load::Heavy.reduces(8));
}

#[test]
fn antares_keeps_the_sergeant_talking_and_a_raise_hides_harry() {
    let deck = printed(&[(34, "cause_d8_1", 7), (34, "cause_d8_2", 7), (34, "cause_d8_3", 7)]);
    let ask = |opposing: &str| {
        let stakes = Stakes { roll: roll(&deck, "3d8", 34), opposing: opposing.parse().unwrap() };
        let trial = stakes.answer(&options()).unwrap();
        (trial.account.tn().get(), trial.success, trial.raises)
    };
    // The text gives no dice. Against a lesser die 7 is a success with a raise; against a die more
    // than 2 greater with 3 levels it fails.
    assert_eq!((3, true, 1), ask("2d6"));
    assert_eq!((10, false, 0), ask("3d12"));
}
