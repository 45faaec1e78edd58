//! Literal reading of blows (Conflict, "Melee Combat").

use actiondeck::table::lookup::EffectCell;
use actiondeck::table::rules::{Armament, Attack, AttackWeapon, Dodging, MeleeSituation};

use super::page::{Page, Random, SIZES, effect_dice, sum, wound_line};
use super::shots::HitTarget;

pub fn melee(page: &Page, random: &mut Random) {
    let options = random.house().west;
    let skill = random.between(0, 7);
    let armaments: [(Armament, bool, i64); 4] = [
        (Armament::Unarmed, false, -1),
        (Armament::Weapon { defend: None }, true, -1),
        (Armament::Weapon { defend: Some(1) }, true, 1),
        (Armament::Weapon { defend: Some(3) }, true, 3),
    ];
    let (own, other) = (random.one(&armaments), random.one(&armaments));
    let dodge = random.maybe(&[0, 2]);
    let stands = random.once_in(2);
    let worst = random.between(0, 5);
    let penalty = random.between(-4, 3);
    let wound_penalty = wound_line(options.wound_table, worst as u32).0;
    let (name, eighths, _) = random.one(&SIZES);
    let hit_target = HitTarget::new(random, true, eighths, false);
    let called = hit_target.called.map_or(0, |(_, cost, ..)| cost);
    // The bonuses for a weapon against bare hands and for a better Defend weapon are not added up.
    let advantage = (own.1 && !other.1) || own.2 > other.2;
    let tn = sum(&[
        (true, 3),
        (skill > 2, (skill - 1) / 2),
        (advantage, 1),
        (true, dodge.unwrap_or(0)),
        (dodge.is_some() && stands, 1),
        (true, wound_penalty + penalty + called),
    ]);
    let situation = MeleeSituation {
        defender_skill: skill as u8,
        defender: own.0,
        attacker: other.0,
        dodging: dodge.map(|score| Dodging { score: score as u8, stands }),
        wound_penalty: wound_penalty as i32,
        penalty: penalty as i32,
    };
    let account = situation.account().with("called blow", called as i32);
    assert_eq!(tn, i64::from(account.tn().get()), "{situation:?}");
    let dice = random.dice();
    let (card, then) = page.drawn(random, dice);
    let literal = page.check(dice, card, &then);
    let cell = EffectCell::new(page.deck, effect_dice((1, 6))).unwrap();
    let attempt = page.attempt(dice, card, &then);
    let plain = Attack::plain(attempt, account, AttackWeapon::plain(cell));
    let answer = hit_target.fill(page, plain, name).answer(&options);
    if hit_target.overspent(&literal, tn, &options) {
        assert!(answer.is_err(), "card {card}");
        return;
    }
    hit_target.hold(page, card, &literal, tn, &options, &answer.unwrap());
}
