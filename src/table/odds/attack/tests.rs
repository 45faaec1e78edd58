//! Whole attacks compared with brute force: every order of a small pile, every roll of the dice.

use proptest::prelude::*;

use super::*;
use crate::deck::CardNumbers;
use crate::deck::Part;
use crate::dice::DiceKind;
use crate::table::lookup::samples::deck;
use crate::table::lookup::{DeckView, Draw, EffectCell, PartsRead, Pool};
use crate::table::odds::deals::each_order;
use crate::table::rules::{
    AttackWeapon, Attempt, CheckResult, Cover, Forced, Harm, Reliability, TnAccount,
};

/// The reference: draws an order of the pile while rows are open, and reads the attack with as many
/// of its bumps as the check gave.
fn by_drawing(
    attack: &Attack<'_>,
    order: &[CardNumber],
    options: &Options,
) -> (u16, String, u32, bool) {
    let mut drawn = 1;
    loop {
        let draw = Draw::new(order[0], order[1..drawn].to_vec()).unwrap();
        let attempt = Attempt::new(attack.attempt.pool, draw);
        let test = attempt.test(attack.account.clone(), options).unwrap();
        let open =
            |choice: &crate::table::lookup::Choice| choice.open && choice.cells.len() == drawn;
        if test.check.choices.iter().any(open) && drawn < order.len() {
            drawn += 1;
            continue;
        }
        let earned = i8::try_from(test.check.bumps()).unwrap_or(i8::MAX);
        let wanted = attack.location_bumps;
        let spent = wanted.signum() * wanted.abs().min(earned);
        let location_bumps = if test.success() { spent } else { 0 };
        let answer = Attack { attempt, location_bumps, ..attack.clone() }.answer(options).unwrap();
        let place = answer.location.as_ref().filter(|_| answer.hits > 0);
        let place = place.map_or(String::new(), |place| place.location.clone());
        let each = answer.damage.as_ref().map_or(0, |damage| damage.damage.wounds);
        let stray = answer.unintended.is_some_and(|it| it.hit);
        return (answer.hits, place, each * u32::from(answer.hits), stray);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn whole_attacks_agree_with_every_order_of_a_small_pile(
        start in 0_usize..54,
        step in prop::sample::select(vec![1_usize, 5, 7, 11]),
        size in 1_usize..7,
        dice in prop::sample::select(vec!["3d4", "5d4", "2d6", "3d10"]),
        tn in -2_i64..14,
        shots in prop::sample::select(vec![1_u16, 1, 3, 10]),
        location_bumps in -2_i8..3,
        place in prop::sample::select(vec!["", "head", "legs", "torso"]),
        cover in prop::option::of(0_i16..5),
        flags in (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()),
        harm in prop::sample::select(vec![Harm::Deadly, Harm::Brawling, Harm::Impact]),
    ) {
        let deck = deck();
        let options = Options::default();
        let all: Vec<CardNumber> = CardNumbers::POKER.iter().collect();
        let mut kept: Vec<CardNumber> =
            (0..size).map(|at| all[(start + at * step) % 54]).collect();
        let pile = Pile::from_fn(CardNumbers::POKER, |card| kept.contains(&card));
        let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
        let cell = |text: &str| EffectCell::new(&deck, text.parse().unwrap()).unwrap();
        let (prone, near, punch, rd) = flags;
        let weapon = AttackWeapon {
            rd: rd.then(|| cell("(1)6")),
            harm,
            pen: 2,
            damage_bumps_unarmoured: 1,
            reliability: Reliability::new(5),
            ..AttackWeapon::plain(cell("(3)6"))
        };
        let attempt = Attempt::new(pool, Draw::single(kept[0]));
        let account = TnAccount::new(TargetNumber::clamped(tn), "given");
        let attack = Attack {
            shots,
            forced: Forced { punch, ..Forced::default() },
            location_bumps,
            called: (!place.is_empty()).then(|| place.parse().unwrap()),
            prone,
            near,
            cover: cover.map(|armour| Cover {
                armour,
                locations: vec!["torso".parse().unwrap(), "head".parse().unwrap()],
            }),
            ..Attack::plain(attempt, account, weapon)
        };
        let mut dealt = Vec::new();
        each_order(&mut kept, 0, &mut |order| dealt.push(by_drawing(&attack, order, &options)));
        type DealtDamage = (u16, String, u32, bool);
        let share = |holds: &dyn Fn(&DealtDamage) -> bool| {
            let held = dealt.iter().filter(|it| holds(it)).count();
            Some(Chance::new(Probability::new(held.into(), dealt.len().into())))
        };
        let question = AttackQuestion { attack: &attack, pile, rounds: 1, ct: None, hurt: &[] };
        let odds = question.answer(&AttackTable::ALL, &options).unwrap();
        let [outcome, places, wounds, down] = &odds.tables[..] else { panic!() };
        let named = |table: &OddsTable, label: &str, column: usize| {
            table.rows.iter().find(|row| row.label == label).unwrap().chances[column].clone()
        };
        prop_assert_eq!(share(&|it| it.0 > 0), named(outcome, "hit", 1));
        prop_assert_eq!(share(&|it| it.0 == 0), named(outcome, "miss", 1));
        prop_assert_eq!(share(&|it| it.3), named(outcome, "other targets hit", 1));
        for row in &places.rows {
            prop_assert_eq!(share(&|it| it.1 == row.label), row.chances[1].clone());
        }
        for row in &wounds.rows {
            let number: u32 = row.label.parse().unwrap();
            prop_assert_eq!(share(&|it| it.2 == number), row.chances[0].clone());
            prop_assert_eq!(share(&|it| it.2 >= number), row.chances[2].clone());
        }
        let mortal = ["head", "chest", "belly", "vitals"];
        let killed = share(&|it| it.2 >= 5 && mortal.contains(&&*it.1));
        prop_assert_eq!(killed.clone(), named(down, "1", 1));
        let over = question.over_targets(&[TargetNumber::clamped(tn)], &options).unwrap();
        let row = &over.tables[0].rows[0].chances;
        prop_assert_eq!(&share(&|it| it.0 > 0), &row[0]);
        prop_assert_eq!(&share(&|it| it.2 >= 2), &row[4]);
        prop_assert_eq!(&killed, &row[12]);
    }
}

#[test]
fn dice_beside_an_attack_agree_with_every_throw_of_closed_dice() {
    // Closed dice can be rolled one by one: a d20 for the location and three d6 for damage.
    let deck = deck().with_effect_dice(Some(DiceKind::Closed));
    let options = Options::default();
    let pool = Pool::new(&deck, "2d10".parse().unwrap()).unwrap();
    let cell = EffectCell::new(&deck, "(3)6".parse().unwrap()).unwrap();
    let tn = TargetNumber::clamped(6);
    let account = TnAccount::new(tn, "given");
    let attempt = Attempt::new(pool, Draw::single("0".parse().unwrap()));
    let attack =
        Attack { prone: true, ..Attack::plain(attempt, account, AttackWeapon::plain(cell)) };
    let dice = Dice::new(&attack, &options);
    let hit = ratio(75, 100);
    assert_eq!(Some(&hit * ratio(10, 20)), dice.hits(tn));
    assert_eq!(Some(&hit * ratio(1, 20)), dice.place(tn, "head"));
    assert_eq!(Some(Probability::zero()), dice.place(tn, "belly"));
    // The head adds two dice, arms and chest none: 9 faces for those, 1 for the head.
    let sums = |count: u32, least: u32| {
        let faces = 6_u32.pow(count);
        let sum = |throw: u32| (0..count).map(|at| throw / 6_u32.pow(at) % 6 + 1).sum::<u32>();
        ratio((0..faces).filter(|&throw| sum(throw) >= least).count() as u32, faces)
    };
    for wounds in 1..=5 {
        let least = 6 * wounds;
        let expected = (sums(3, least) * ratio(9, 1) + sums(5, least)) / ratio(20, 1);
        assert_eq!(Some(&hit * expected), dice.wounds(tn, wounds));
    }
    let killed = &hit * sums(5, 30) / ratio(20, 1);
    for ct in [None, Some(30)] {
        let attacks = dice.attack(tn, ct.map(u32::from)).unwrap();
        let all: Probability = attacks.iter().map(|(_, chance)| chance.clone()).sum();
        assert!(all.is_one());
        let down = Target::new(ct, &[]).down_by_dice(&attacks, 1);
        assert_eq!(vec![killed.clone()], down);
    }
}

#[test]
fn the_outcome_reads_a_location_only_if_the_target_is_prone() {
    let (deck, reads) = (deck(), PartsRead::default());
    let view = DeckView::recording(&deck, &reads);
    let options = Options::default();
    let cell = EffectCell::new(view, "(3)6".parse().unwrap()).unwrap();
    let pool = Pool::new(view, "2d10".parse().unwrap()).unwrap();
    let account = TnAccount::new(TargetNumber::clamped(6), "given");
    let attempt = Attempt::new(pool, Draw::single("0".parse().unwrap()));
    let plain = Attack::plain(attempt, account, AttackWeapon::plain(cell));
    let lying = Attack { prone: true, ..plain.clone() };
    for (attack, table, reads_location) in [
        (&plain, AttackTable::Outcome, false),
        (&lying, AttackTable::Outcome, true),
        (&plain, AttackTable::Places, true),
        (&plain, AttackTable::Wounds, true),
        (&plain, AttackTable::Down, true),
    ] {
        reads.clear();
        let question = AttackQuestion {
            attack,
            pile: Pile::whole(CardNumbers::POKER),
            rounds: 1,
            ct: None,
            hurt: &[],
        };
        question.answer(&[table], &options).unwrap();
        assert_eq!(reads_location, reads.has(Part::Hit), "{table:?}");
    }
}
