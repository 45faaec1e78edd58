//! Tests of shots and blows on chosen cards.

use super::*;
use crate::deck::CardNumbers;
use crate::deck::Deck;
use crate::table::lookup::samples::{deck, draw};
use crate::table::lookup::{Answer, Pool, TargetNumber};
use crate::table::rules::BodyPart;

/// A .45 at a human: card 34 shows 7 in row 1 of d10, belly, penetration +0, (3)6 = 12.
fn attack(deck: &Deck) -> Attack<'_> {
    let pool = Pool::new(deck, "1d10".parse().unwrap()).unwrap();
    let cell = |text: &str| EffectCell::new(deck, text.parse().unwrap()).unwrap();
    let attempt = Attempt::new(pool, draw(34, &[]));
    let account = TnAccount::new(TargetNumber::STANDARD, "standard");
    let weapon =
        AttackWeapon { rd: Some(cell("(2)6")), pen: 4, ..AttackWeapon::plain(cell("(3)6")) };
    Attack::plain(attempt, account, weapon)
}

fn answer(change: impl Fn(&mut Attack)) -> AttackAnswer {
    let deck = deck();
    let mut attack = attack(&deck);
    change(&mut attack);
    attack.answer(&Options::default()).unwrap()
}

#[test]
fn a_hit_goes_from_location_to_damage_to_stun() {
    let hit = answer(|_| ());
    assert_eq!((1, Some(BodyPart::Torso)), (hit.hits, hit.part()));
    assert_eq!(
        (2, 0),
        hit.damage.as_ref().map(|d| (d.damage.wounds, d.damage.concussion)).unwrap()
    );
    assert_eq!(5, hit.stun.unwrap().get());
    assert_eq!(0, hit.unintended.unwrap().stray);
}

#[test]
fn cover_penetrates_ablates_or_deflects() {
    let behind = |armour| {
        answer(move |attack| {
            attack.cover = Some(Cover { armour, locations: vec!["belly".parse().unwrap()] });
        })
    };
    let effect = |answer: &AttackAnswer| answer.damage.as_ref().map(|damage| damage.effect);
    assert_eq!(
        [Some(12), Some(8), Some(8), None],
        [2, 3, 4, 5].map(|armour| effect(&behind(armour))),
    );
    assert!(behind(5).stun.is_none());
    let elsewhere = answer(|attack| {
        attack.cover = Some(Cover { armour: 99, locations: vec!["head".parse().unwrap()] });
    });
    assert!(elsewhere.penetration.is_none());
}

#[test]
fn bumps_against_the_unarmoured_do_not_count_through_cover() {
    let cell = |armour: Option<i16>| {
        let hit = answer(|attack| {
            attack.weapon.damage_bumps_unarmoured = 1;
            attack.cover =
                armour.map(|armour| Cover { armour, locations: vec!["belly".parse().unwrap()] });
        });
        hit.damage.unwrap().cell.to_string()
    };
    assert_eq!(["(4)6", "(3)6"], [cell(None), cell(Some(2))]);
}

#[test]
fn a_miss_lets_the_dodger_leap_and_the_shot_stray() {
    let miss = answer(|attack| {
        attack.account = TnAccount::new(TargetNumber::DIFFICULT, "difficult");
        attack.dodging = true;
    });
    assert_eq!((0, None), (miss.hits, miss.damage.as_ref()));
    assert!(miss.leap.is_some());
    assert_eq!(1, miss.unintended.unwrap().stray);
}

#[test]
fn the_bumps_of_a_hit_tell_what_they_would_buy() {
    // 7 against 3 is one bump: the stack of card 34 from its standard entry, the belly.
    let hit = answer(|attack| attack.account = TnAccount::new(TargetNumber::EASY, "easy"));
    let place = hit.location.as_ref().unwrap();
    let bought = |bumps| {
        let offer = hit.bumps_buy.iter().find(|offer| offer.bumps == bumps);
        offer.map(|offer| offer.location.as_str())
    };
    assert_eq!(Some(place.stack[place.entry - 1].as_str()), bought(1));
    assert_eq!(Some(place.stack[place.entry + 1].as_str()), bought(-1));
    assert_eq!(2, hit.bumps_buy.len());
    for offer in &hit.bumps_buy {
        let spent = answer(|attack| {
            attack.account = TnAccount::new(TargetNumber::EASY, "easy");
            attack.location_bumps = offer.bumps;
        });
        let harm = spent.damage.as_ref().unwrap().damage;
        assert_eq!((harm.wounds, harm.concussion), (offer.wounds, offer.concussion));
        assert!(spent.bumps_buy.is_empty());
    }
    assert!(answer(|_| ()).bumps_buy.is_empty());
}

#[test]
fn the_ct_of_a_painful_weapon_counts_double_for_the_stun_number() {
    let stun = |pain| {
        answer(|attack| {
            attack.weapon.pain = pain;
            attack.weapon.harm = Harm::Brawling;
        })
    };
    // (3)6 shows 12: a wound and 6 CT; twice the CT is two more Sizes.
    let (plain, painful) = (stun(false), stun(true));
    assert_eq!((3, 7), (plain.stun.unwrap().get(), painful.stun.unwrap().get()));
    assert_eq!((plain.damage, 2), (painful.damage, painful.pain));
}

#[test]
fn a_called_head_shot_gives_two_damage_bumps() {
    let hit = answer(|attack| attack.called = Some("head".parse().unwrap()));
    assert_eq!(Some(BodyPart::Head), hit.part());
    assert_eq!("(5)6", hit.damage.unwrap().cell.to_string());
}

#[test]
fn a_lying_target_that_does_not_show_the_location_is_missed() {
    let miss = answer(|attack| attack.prone = true);
    assert!(miss.location.as_ref().unwrap().missed_prone);
    assert_eq!((0, None), (miss.hits, miss.part().filter(|_| miss.hits > 0)));
    assert_eq!(1, miss.unintended.unwrap().stray);
}

#[test]
fn a_shot_called_at_a_hidden_place_of_a_prone_target_misses() {
    let called = |place: &str, near| {
        answer(|attack| {
            attack.prone = true;
            attack.near = near;
            attack.called = Some(place.parse().unwrap());
        })
    };
    assert_eq!(
        [0, 1, 1],
        [called("belly", false), called("head", false), called("belly", true)].map(|hit| hit.hits)
    );
    assert!(called("belly", true).prone_ignored && !called("head", false).prone_ignored);
}

#[test]
fn the_answer_names_the_place_that_a_called_shot_hit() {
    let hit = answer(|attack| {
        attack.called = Some("left hand".parse().unwrap());
        attack.cover = Some(Cover { armour: 2, locations: vec!["arms".parse().unwrap()] });
    });
    let place = hit.location.unwrap();
    assert_eq!(("left arm", Some("left hand")), (&*place.location, hit.called.as_deref()));
    assert_eq!(
        (Some(BodyPart::LeftArm), 0, true),
        (place.part, place.damage_bumps, place.hits_cover)
    );
    assert!(hit.penetration.is_some());
}

#[test]
fn an_unknown_reduced_damage_is_reported() {
    let hit = answer(|attack| {
        attack.weapon.rd = None;
        attack.cover = Some(Cover { armour: 3, locations: vec!["belly".parse().unwrap()] });
    });
    assert!(hit.reduced_damage_unknown && hit.damage.is_none());
    let reported = hit.explanation().join("\n");
    assert!(
        reported.contains("reduced damage") && !reported.contains("nothing reaches"),
        "{reported}"
    );
}

#[test]
fn what_is_thrown_and_misses_scatters() {
    let miss = answer(|attack| {
        attack.account = TnAccount::new(TargetNumber::DIFFICULT, "difficult");
        attack.thrown_m = Some(8);
    });
    // Card 34 lacks 2, and the scatter is limited to half of 8 metres.
    assert_eq!(Some(4), miss.scatter.map(|scatter| scatter.distance_m));
    assert!(answer(|attack| attack.thrown_m = Some(8)).scatter.is_none());
}

#[test]
fn a_dodger_who_would_leap_at_the_attacker_stays_and_is_said_to() {
    let deck = deck();
    let six = CardNumbers::POKER.iter().filter(|&card| deck.card(card).scatter.get() == 6);
    for card in six {
        let mut missed = attack(&deck);
        missed.attempt.draw = draw(card.get(), &[]);
        missed.account = TnAccount::new(TargetNumber::clamped(99), "absurd");
        missed.dodging = true;
        let miss = missed.answer(&Options::default()).unwrap();
        assert_eq!((None, true), (miss.leap, miss.dodger_stays));
        assert!(miss.explanation().iter().any(|line| line.contains("stays")));
    }
}

#[test]
fn a_burst_hits_as_often_as_the_card_says() {
    let burst = answer(|attack| attack.shots = 10);
    assert_eq!((4, 6), (burst.hits, burst.unintended.unwrap().stray));
    let deck = deck();
    let odd = Attack { shots: 4, ..attack(&deck) };
    let error = odd.answer(&Options::default()).unwrap_err();
    assert_eq!("no burst of 4 shots is on the cards; accepted: 3, 5, 10", error.to_string());
}

#[test]
fn bumps_have_to_be_earned() {
    let deck = deck();
    let spent = Attack { location_bumps: -1, ..attack(&deck) };
    let error = spent.answer(&Options::default()).unwrap_err();
    assert_eq!(RulesError::TooManyBumps { spent: 1, earned: 0 }, error);
}
