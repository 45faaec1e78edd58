//! The worked examples of Conflict, and those of the dice edition that use its rules, from the cards
//! drawn to the result.

use std::num::NonZeroU16;

use actiondeck::deck::{CardNumber, CardNumbers, Deck};
use actiondeck::dice::Die;
use actiondeck::table::lookup::{Draw, EffectCell, Pool, TargetNumber, VictoryTarget};
use actiondeck::table::rules::{
    ArcQuestion, Armament, Attack, AttackAnswer, AttackWeapon, Attempt, BodyPart, CheckResult,
    ComplexCheck, Damage, DamageQuestion, Decision, DrawSpeed, Extra, FanFire, FastDraw,
    FieldOfFire, Hand, Harm, Initiative, MeleeSituation, Options, RangedSituation, Size,
    StrayShots, Surprise, Throw, ThrowingIncrement, ThrowingMaximum, TnAccount, WoundTable,
    WoundTrack, hurt, speed_opposite_ways, speed_same_way, throwing_account, throwing_maximum_m,
    unintended_target,
};

use crate::rules_cards::{card, card_showing, deck};

fn attempt<'d>(deck: &'d Deck, dice: &str, card: CardNumber) -> Attempt<'d> {
    let pool = Pool::new(deck, dice.parse().unwrap()).unwrap();
    Attempt::new(pool, Draw::single(card))
}

fn metres(metres: u16) -> NonZeroU16 {
    NonZeroU16::new(metres).unwrap()
}

fn shot(distance_m: u16, change: impl Fn(&mut RangedSituation)) -> TnAccount {
    let mut situation = RangedSituation::plain(distance_m, metres(8));
    change(&mut situation);
    situation.account(&Options::default())
}

/// A shot or blow against this target number by a weapon with the cell (3)6.
fn hits(deck: &Deck, dice: &str, number: u8, account: TnAccount) -> AttackAnswer {
    let cell = EffectCell::new(deck, "(3)6".parse().unwrap()).unwrap();
    let attempt = attempt(deck, dice, card(number));
    let attack = Attack::plain(attempt, account, AttackWeapon::plain(cell));
    attack.answer(&Options::default()).unwrap()
}

#[test]
fn miranda_checks_against_5_hank_and_jonah_against_9() {
    let deck = deck();
    let tn = |expecting_danger| {
        // Card 34 shows 7 in row 1 of d10: enough for Miranda, not for the others.
        let question = Surprise { check: attempt(&deck, "1d10", card(34)), expecting_danger };
        let answer = question.answer(&Options::default()).unwrap();
        (answer.test.account.tn().get(), answer.surprised)
    };
    assert_eq!((5, false), tn(true));
    assert_eq!((9, true), tn(false));
}

#[test]
fn jonahs_peacemaker_needs_5_up_to_8_metres_and_6_up_to_16() {
    let tn = |distance| shot(distance, |_| ()).tn().get();
    assert_eq!([5, 5, 6, 6, 7], [1, 8, 9, 16, 17].map(tn));
    // Card 34 shows 7 in row 1 of d10: enough up to 24 metres.
    let deck = deck();
    let hit = |distance| hits(&deck, "1d10", 34, shot(distance, |_| ())).hits;
    assert_eq!([1, 1, 1, 0], [8, 16, 24, 25].map(hit));
}

#[test]
fn miranda_chases_a_bandit_without_penalty_until_both_run() {
    let penalty = |speed| shot(8, |shot| shot.relative_speed_m = speed).penalty();
    assert_eq!(0, penalty(speed_same_way(12, 8)));
    assert_eq!(1, penalty(speed_same_way(24, 16)));
    // Card 34 shows 7 in row 1 of d10: at three increments only the chase at a walk succeeds.
    let deck = deck();
    let hit = |speed| hits(&deck, "1d10", 34, shot(24, |shot| shot.relative_speed_m = speed)).hits;
    assert_eq!([1, 0], [speed_same_way(12, 8), speed_same_way(24, 16)].map(hit));
}

#[test]
fn jonah_shoots_at_a_relative_speed_of_26_for_minus_5() {
    let speed = speed_opposite_ways(18, 8);
    assert_eq!(26, speed);
    let account = shot(8, |shot| shot.relative_speed_m = speed);
    assert_eq!(5, account.penalty());
    // 2d10 on card 34 shows 10, which is just enough; on card 37 it shows 9.
    let deck = deck();
    let hit = |number| hits(&deck, "2d10", number, account.clone()).hits;
    assert_eq!([1, 0], [34, 37].map(hit));
}

#[test]
fn a_strength_of_2d8_throws_10_metres_against_7() {
    let account = throwing_account(Die::new(8).unwrap(), 10, &Options::default());
    assert_eq!(7, account.tn().get());
    // 1d10 shows 7 on card 34 and 2 on card 42, a queen: 11 and 5 lacking, at most half the throw.
    let deck = deck();
    let throw = |number| {
        let attempt = attempt(&deck, "1d10", card(number));
        let strength = Die::new(8).unwrap();
        let throw = Throw { attempt, strength, distance_m: 10 };
        throw.answer(&Options::default()).unwrap().scatter
    };
    assert_eq!(None, throw(34));
    let scatter = throw(42).unwrap();
    assert_eq!((5, false), (scatter.distance_m, scatter.from_thrower));
    assert_eq!(deck.card(card(42)).scatter, scatter.direction);
}

#[test]
fn kayla_heaves_a_grenade_30_metres_against_11() {
    let options = Options {
        throwing_increment: ThrowingIncrement::Fixed,
        throwing_maximum: ThrowingMaximum::Sides,
        ..Options::default()
    };
    let strength = Die::new(6).unwrap();
    assert_eq!(30, throwing_maximum_m(strength, &options));
    assert_eq!(11, throwing_account(strength, 30, &options).tn().get());
    // Card 34 shows 10 for 2d10, card 10 adds 9: thrown as far as she can, and on target.
    let deck = deck();
    let pool = Pool::new(&deck, "2d10".parse().unwrap()).unwrap();
    let draw = Draw::new(card(34), vec![card(10)]).unwrap();
    let throw = Throw { attempt: Attempt::new(pool, draw), strength, distance_m: 30 };
    let answer = throw.answer(&options).unwrap();
    assert_eq!((19, None), (answer.test.total(), answer.scatter));
}

#[test]
fn miranda_leaves_the_arc_with_6_metres_and_angus_with_12() {
    let out = |arc, moved_paces| ArcQuestion { arc, range_paces: 10, moved_paces }.answer(None).out;
    assert!(out(FieldOfFire::Long, 6));
    assert!(!out(FieldOfFire::Handgun, 6));
    assert!(out(FieldOfFire::Long, 12) && out(FieldOfFire::Handgun, 12));
}

#[test]
fn a_toggle_draw_settles_the_edge_of_the_arc() {
    let deck = deck();
    let edge = ArcQuestion { arc: FieldOfFire::Handgun, range_paces: 10, moved_paces: 10 };
    assert!(edge.answer(None).on_the_edge);
    assert!(edge.answer(Some(Decision::new(&deck, card(34)))).out);
    assert!(!edge.answer(Some(Decision::new(&deck, card(37)))).out);
}

fn fan<'d>(deck: &'d Deck, targets: &[&str]) -> FanFire<'d> {
    FanFire {
        pool: Pool::new(deck, "3d10".parse().unwrap()).unwrap(),
        base: TnAccount::new(TargetNumber::STANDARD, "standard"),
        snap_penalty: 2,
        targets: targets.iter().map(|&name| name.to_owned()).collect(),
        attack: None,
        apart: Vec::new(),
    }
}

#[test]
fn miranda_fans_four_shots_at_minus_3_4_6_and_8() {
    let deck = deck();
    let accounts = fan(&deck, &["Angus", "Angus", "crony 1", "crony 2"]).accounts();
    let penalties: Vec<i32> = accounts.iter().map(TnAccount::penalty).collect();
    assert_eq!(penalties, [3, 4, 6, 8]);
    // With 2d10 the cards 34, 37, 10 and 50 show 10, 9, 11 and 8 against 8, 9, 11 and 13.
    // Each hit reads location and damage on its own card.
    let pool = Pool::new(&deck, "2d10".parse().unwrap()).unwrap();
    let cell = EffectCell::new(&deck, "(3)6".parse().unwrap()).unwrap();
    let account = TnAccount::new(TargetNumber::STANDARD, "standard");
    let attack =
        Attack::plain(attempt(&deck, "2d10", card(34)), account, AttackWeapon::plain(cell));
    let targets = ["Angus", "Angus", "crony 1", "crony 2"];
    let fan = FanFire { pool, attack: Some(attack), ..fan(&deck, &targets) };
    let draws = [34, 37, 10, 50].map(|number| Draw::single(card(number)));
    let answer = fan.answer(&draws, &Options::default()).unwrap();
    let hits: Vec<bool> = answer.shots.iter().map(|shot| shot.test.success()).collect();
    assert_eq!((3, vec![true, true, true, false]), (answer.hits, hits));
    for (shot, draw) in answer.shots.iter().zip(&draws) {
        let damage = shot.attack.as_ref().unwrap().damage.as_ref();
        assert_eq!(shot.test.success(), damage.is_some());
        assert!(damage.is_none_or(|damage| damage.card == draw.card()));
    }
}

#[test]
fn jonah_fans_at_two_brothers_and_hits_the_first() {
    let deck = deck();
    let first = card_showing(&deck, "3d10", &[Some(10), Some(1), Some(11)]);
    let pool = Pool::new(&deck, "3d10".parse().unwrap()).unwrap();
    // The second card's picture has no number: its results top out at 8.
    let second = CardNumbers::POKER
        .iter()
        .find(|&card| {
            let cells = pool.cells(card);
            cells[2].number().is_some() && cells.iter().map(|cell| cell.value()).max() == Some(8)
        })
        .expect("some card tops out at 8");
    let fan = fan(&deck, &["first brother", "second brother"]);
    let answer =
        fan.answer(&[Draw::single(first), Draw::single(second)], &Options::default()).unwrap();
    let tns: Vec<i32> = answer.shots.iter().map(|shot| shot.test.account.tn().get()).collect();
    assert_eq!(tns, [8, 10]);
    let hits: Vec<bool> = answer.shots.iter().map(|shot| shot.test.success()).collect();
    assert_eq!(hits, [true, false]);
}

#[test]
fn reuben_with_clubs_3_and_a_shovel_has_defense_5() {
    // 3, one for the two levels after the first, and one for the shovel against bare hands. The
    // text does not explain the last point.
    let situation = MeleeSituation {
        defender_skill: 3,
        defender: Armament::Weapon { defend: None },
        attacker: Armament::Unarmed,
        dodging: None,
        wound_penalty: 0,
        penalty: 0,
    };
    assert_eq!(5, situation.account().tn().get());
    // 1d10 shows 7 on card 34 and 2 on card 42.
    let deck = deck();
    let hit = |number| hits(&deck, "1d10", number, situation.account()).hits;
    assert_eq!([1, 0], [34, 42].map(hit));
}

#[test]
fn miranda_draws_and_cocks_her_short_peacemaker_with_card_37() {
    let deck = deck();
    let question = FastDraw {
        attempt: attempt(&deck, "2d10", card(37)),
        short: true,
        needs_cocking: true,
        snap_penalty: 2,
        hand: Hand::Single,
    };
    let answer = question.answer(&Options::default()).unwrap();
    assert_eq!(4, answer.test.account.tn().get());
    let shown: Vec<u16> = answer.test.check.readings.iter().map(|r| r.value.value()).collect();
    assert_eq!(shown, [9, 1]);
    assert_eq!((1, DrawSpeed::Free), (answer.test.check.bumps(), answer.speed));
    assert_eq!(answer.extras, [Extra::Cocked]);
}

#[test]
fn reubens_shotgun_endangers_jonah_on_1_and_2_or_1_to_4() {
    let deck = deck();
    let endangered = |missed| -> Vec<u8> {
        let shots = StrayShots { missed, scatter_increments: Some(0), in_contact: true };
        let mut figures: Vec<u8> = CardNumbers::POKER
            .iter()
            .map(|card| unintended_target(&deck, card, shots))
            .filter(|answer| answer.hit)
            .map(|answer| answer.figure)
            .collect();
        figures.sort_unstable();
        figures.dedup();
        figures
    };
    assert_eq!(endangered(0), [1, 2]);
    assert_eq!(endangered(1), [1, 2, 3, 4]);
    // The same from the card of the shot: its result for Angus decides about Jonah.
    let cell = EffectCell::new(&deck, "(3)6".parse().unwrap()).unwrap();
    for number in 0..54 {
        let account = TnAccount::new(TargetNumber::STANDARD, "standard");
        let attempt = attempt(&deck, "2d8", card(number));
        let shot = Attack {
            scatter_increments: Some(0),
            in_contact: true,
            ..Attack::plain(attempt, account, AttackWeapon::plain(cell))
        };
        let answer = shot.answer(&Options::default()).unwrap();
        let jonah = answer.unintended.unwrap();
        let limit = if answer.hits == 1 { 2 } else { 4 };
        assert_eq!((limit, jonah.figure <= limit as u8), (jonah.stray, jonah.hit));
    }
}

#[test]
fn brawling_15_against_size_6_deals_6_ct_and_a_wound() {
    let damage = hurt(15, Size::HUMAN, Harm::Brawling, &Options::default());
    assert_eq!(Damage { wounds: 1, concussion: 6 }, damage);
    // The same read from cards: every cell of d6 that shows 15.
    let deck = deck();
    let mut found = 0;
    for row in 1..=5 {
        let cell = EffectCell::new(&deck, format!("({row})6").parse().unwrap()).unwrap();
        for card in CardNumbers::POKER.iter().filter(|&card| cell.magnitude(card) == 15) {
            let question =
                DamageQuestion { cell, bumps: 0, size: Size::HUMAN, harm: Harm::Brawling };
            assert_eq!(damage, question.answer(card, &Options::default()).damage);
            found += 1;
        }
    }
    assert!(found > 0, "some card shows 15");
}

/// Dice of a check that does not fail critically on this card.
fn sure_check(deck: &Deck, card: CardNumber) -> &'static str {
    let succeeds = |dice: &&str| {
        let pool = Pool::new(deck, dice.parse().unwrap()).unwrap();
        pool.cells(card)[0].number().is_some()
    };
    ["1d4", "1d6", "1d8", "1d10", "1d12"].into_iter().find(succeeds).expect("not all are CF")
}

#[test]
fn a_second_light_wound_in_the_same_arm_makes_it_serious() {
    // Two shots at the arm, each with a card whose cell (3)6 makes a light wound.
    let deck = deck();
    let cell = EffectCell::new(&deck, "(3)6".parse().unwrap()).unwrap();
    let mut track = WoundTrack::new(12);
    let light = |card: &CardNumber| (12..18).contains(&cell.magnitude(*card));
    for card in CardNumbers::POKER.iter().filter(light).take(2) {
        let account = TnAccount::new(TargetNumber::clamped(-99), "certain");
        let attempt = attempt(&deck, sure_check(&deck, card), card);
        let shot = Attack {
            called: Some("right arm".parse().unwrap()),
            ..Attack::plain(attempt, account, AttackWeapon::plain(cell))
        };
        let answer = shot.answer(&Options::default()).unwrap();
        track.take(answer.part().unwrap(), answer.damage.unwrap().damage);
    }
    assert_eq!("serious", WoundTable::A.level(track.wounds(BodyPart::RightArm)).unwrap().name);
}

#[test]
fn a_light_head_wound_and_a_heavy_leg_wound_are_not_added() {
    let mut track = WoundTrack::new(12);
    track.take(BodyPart::Head, Damage { wounds: 2, concussion: 0 });
    track.take(BodyPart::LeftLeg, Damage { wounds: 3, concussion: 0 });
    assert_eq!("heavy", WoundTable::A.level(track.worst()).unwrap().name);
}

#[test]
fn a_light_and_a_serious_wound_cost_the_serious_ones_penalty() {
    // The text says 3 under its first table, which lists 4 for serious, and 2 under its second,
    // which lists 2: each table is followed as printed.
    let penalty = |table: WoundTable, serious| table.penalty(serious);
    assert_eq!((4, 2), (penalty(WoundTable::A, 4), penalty(WoundTable::B, 3)));
}

#[test]
fn kayla_is_not_done_with_two_of_five_victories() {
    let deck = deck();
    let wanted = [1, 7, 7, 2];
    let pool = Pool::new(&deck, "4d8".parse().unwrap()).unwrap();
    let cell = EffectCell::new(&deck, "(3)10".parse().unwrap()).unwrap();
    let kayla = CardNumbers::POKER
        .iter()
        .find(|&card| {
            let cells: Vec<u16> = pool.cells(card).iter().map(|cell| cell.value()).collect();
            cells == wanted && cell.magnitude(card) == 17
        })
        .unwrap();
    let check = ComplexCheck {
        pool,
        cell,
        tn: TargetNumber::clamped(7),
        wounds: 0,
        penalty: 0,
        needed: Some(5),
    };
    let answer = check.answer(&[Draw::single(kayla)], &Options::default()).unwrap();
    assert_eq!((2, Some(false)), (answer.victories, answer.done));
    // With one more point it would be three.
    assert_eq!(3, (17 + 1) / VictoryTarget::default().get());
}

#[test]
fn chuk_draws_three_cards_for_a_reflex_result_of_8() {
    // The dice edition: 8 against 3 is a success and a raise; he keeps a jack and a 7.
    let deck = deck();
    let question = Initiative {
        check: attempt(&deck, "1d10", card(50)),
        weapon_penalty: 0,
        reserve: None,
        // Jack of clubs, 7 of clubs, 3 of clubs.
        hand: [37, 21, 5].map(card).to_vec(),
        keep: Vec::new(),
    };
    let answer = question.answer(&Options::default()).unwrap();
    assert_eq!((8, 3), (answer.test.total(), answer.cards));
    let kept: Vec<&str> = answer.kept.iter().map(|card| card.playing_card.as_str()).collect();
    assert_eq!(kept, ["J of clubs", "7 of clubs"]);
}

#[test]
fn a_peacemaker_reads_cell_3_6_of_the_card_that_hit() {
    let deck = deck();
    let cell = EffectCell::new(&deck, "(3)6".parse().unwrap()).unwrap();
    let account = TnAccount::new(TargetNumber::STANDARD, "standard");
    let attack =
        Attack::plain(attempt(&deck, "2d10", card(34)), account, AttackWeapon::plain(cell));
    let damage = attack.answer(&Options::default()).unwrap().damage.unwrap();
    assert_eq!(cell.magnitude(card(34)), damage.effect);
    assert_eq!(damage.effect, damage.damage.wounds * 6 + damage.damage.concussion);
}

#[cfg(test)]
mod table {
    //! Compares the table of examples in the documentation with the tests.

    #[test]
    fn every_worked_example_is_documented_and_no_other() {
        let page = include_str!("../../docs/worked-examples.md");
        let documented: Vec<String> = page
            .lines()
            .filter_map(|line| line.strip_suffix("` |")?.rsplit_once('`'))
            .map(|(_, name)| name.to_owned())
            .collect();
        let sources = [
            ("rules_cards", include_str!("rules_cards.rs")),
            ("rules_west", include_str!("rules_west.rs")),
            ("rules_d6", include_str!("rules_d6.rs")),
            ("rules_ladder", include_str!("rules_ladder.rs")),
            ("rules_fi3::opening", include_str!("rules_fi3/opening.rs")),
            ("rules_fi3::shots", include_str!("rules_fi3/shots.rs")),
            ("rules_fi3::blows", include_str!("rules_fi3/blows.rs")),
            ("rules_fi3::wounds", include_str!("rules_fi3/wounds.rs")),
        ];
        let tests: Vec<String> = sources
            .iter()
            .flat_map(|(module, source)| {
                source
                    .split("\n#[test]\nfn ")
                    .skip(1)
                    .map(move |test| format!("{module}::{}", test.split('(').next().unwrap()))
            })
            .collect();
        assert_eq!(tests, documented);
    }
}
