//! Literal reading of D6 combat and combat on a ladder.

use actiondeck::deck::{Deck, ExtraValue};
use actiondeck::table::rules::d6::{
    Attack, Damage, DamageCode, Defense, DieCode, Modifier, Resistance, Standing, difficulty, roll,
};
use actiondeck::table::rules::ladder::{self, Pace, Purpose, Weapon, Wounds};
use actiondeck::table::rules::{Decks, d6};

use super::page::{Page, Random, number, numbers, sum};

/// A D6 pool: the Wild Die is the open cell (1)6 of the first card, the other dice are rows 1 to 3 of d6.
///
/// Three dice are on a card, CF counts as 1, more than 6 as 6; the pips are added.
fn rolled(page: &Page, dice: i64, pips: i64, cards: &[u8]) -> i64 {
    let places = cards.iter().flat_map(|&card| [1, 2, 3].map(|row| (card, row)));
    let ordinary = places.take(dice as usize - 1);
    let faces = ordinary.map(|(card, row)| page.cause(card, 6, row).map_or(1, |face| face.min(6)));
    page.effect(cards[0], 6, 1) + faces.sum::<i64>() + pips
}

fn hand(random: &mut Random, dice: i64) -> Vec<u8> {
    random.cards(((dice + 1) / 3).max(1) as usize)
}

pub fn d6(page: &Page, random: &mut Random) {
    let options = random.house().d6;
    let deck = page.deck;
    let (dice, pips) = (random.between(1, 9), random.between(0, 2));
    let code = DieCode::new(dice as u8, pips as u8);
    let cards = hand(random, dice);
    let total = rolled(page, dice, pips, &cards);
    assert_eq!(total, roll(deck, code, &numbers(&cards)).unwrap().total, "{code} on {cards:?}");
    // With one card less at most three dice are missing, and only these are reported.
    if let [known @ .., _] = &cards[..]
        && !known.is_empty()
    {
        let short = roll(deck, code, &numbers(known)).unwrap();
        let read = 1 + 3 * known.len() as i64;
        let total = rolled(page, read, pips, known);
        assert_eq!((total, dice - read), (short.total, short.dice_left.into()));
    }
    // Difficulty of an attack: 10, or an active defense in time, at least 3.
    let (active, late) = (random.between(0, 25), random.once_in(3));
    let modifiers: Vec<i64> = (0..random.between(0, 3)).map(|_| random.between(-8, 8)).collect();
    let standing = match (late, random.once_in(2)) {
        (true, _) => Standing::TooLate,
        (_, true) => Standing::Active(active),
        _ => Standing::Passive,
    };
    let base = if matches!(standing, Standing::Active(_)) { active } else { 10 };
    let wanted = (base + modifiers.iter().sum::<i64>()).max(3);
    let named: Vec<(&str, Modifier)> =
        modifiers.iter().map(|&value| ("other", Modifier::Fixed(value as i16))).collect();
    let account = difficulty(deck, standing, &named).unwrap();
    assert_eq!(wanted, i64::from(account.tn().get()), "{standing:?}, {modifiers:?}");
    // Each action after the first costs a die, each round of aiming adds one, three at most.
    let (actions, rounds) = (random.between(1, 4), random.between(0, 5));
    let left = dice + rounds.min(3) - (actions - 1);
    if dice > actions - 1 {
        let cards = hand(random, left);
        let attack = Attack {
            deck: deck.into(),
            skill: code,
            aim_rounds: rounds as u8,
            actions: actions as u8,
            difficulty: account,
            cards: numbers(&cards),
        };
        let answer = attack.answer().unwrap();
        let total = rolled(page, left, pips, &cards);
        assert_eq!(
            (total, Some(total >= wanted)),
            (answer.roll.total, answer.hit),
            "{code} on {cards:?}"
        );
        // One for each started 5 above the difficulty.
        let bonus = (total >= wanted).then(|| (total - wanted + 4) / 5);
        assert_eq!(bonus, answer.damage_bonus.map(|bonus| bonus as i64));
        let full = actions == 1 && random.once_in(2);
        let cards = hand(random, dice - (actions - 1));
        let cards = numbers(&cards);
        let defense =
            Defense { deck: deck.into(), skill: code, actions: actions as u8, full, cards };
        let answer = defense.answer().unwrap();
        assert_eq!(answer.roll.total + if full { 10 } else { 0 }, answer.value);
    }
    damage(page, random, &options);
}

fn damage(page: &Page, random: &mut Random, options: &d6::Options) {
    let (weapon, strength) = (random.between(1, 4), random.between(1, 6));
    let adds = random.once_in(2);
    // Strength Damage: half the dice rounded up, without pips.
    let dice = sum(&[(true, weapon), (adds, (strength + 1) / 2)]);
    let (bonus, modifier) = (random.between(0, 4), random.between(-3, 3));
    let (cards, resist) = (hand(random, dice), random.between(1, 5));
    let other = hand(random, resist);
    let damage = Damage {
        deck: page.deck.into(),
        weapon: DamageCode { adds_strength: adds, code: DieCode::new(weapon as u8, 0) },
        strength: Some(DieCode::new(strength as u8, random.between(0, 2) as u8)),
        bonus: bonus as u16,
        modifier: modifier as i16,
        cards: numbers(&cards),
        resistance: Some(Resistance {
            code: DieCode::new(resist as u8, 0),
            cards: numbers(&other),
        }),
    };
    let answer = damage.answer(options);
    if cards.iter().any(|card| other.contains(card)) && options.decks == Decks::Shared {
        assert!(answer.is_err(), "{cards:?} and {other:?}");
        return;
    }
    let answer = answer.unwrap();
    let total = rolled(page, dice, 0, &cards) + bonus + modifier;
    let against = rolled(page, resist, 0, &other);
    assert_eq!((total, Some(total - against)), (answer.total, answer.margin));
}

/// The ladder die of a card: the element, or four Fudge dice from rows 1, 2, 4 and 5 of d12.
///
/// 1 to 4 and CF count as minus, 5 to 8 as blank, 9 or more as plus.
fn shown(deck: &Deck, card: u8) -> i64 {
    let Some(place) = deck.layout().extras.iter().position(|id| id == "4dF") else {
        let page = Page::new(deck);
        let faces = [1, 2, 4, 5].map(|row| match page.cause(card, 12, row) {
            None | Some(1..=4) => -1,
            Some(9..) => 1,
            _ => 0,
        });
        return faces.into_iter().sum();
    };
    match deck.cards()[usize::from(card)].extras[place] {
        ExtraValue::Number(number) => number.into(),
        _ => panic!("card {card} shows no ladder die"),
    }
}

/// Withdrawal: the movement penalties of wounds, and the paces they rule out.
pub fn withdraw(deck: &Deck, random: &mut Random) {
    // No penalty, then light 1, moderate and serious 2, critical 3.
    const PENALTY: [i64; 6] = [0, 0, 1, 2, 2, 3];
    let card = random.between(0, 53) as u8;
    let (skill, actions) = (random.between(-1, 5), random.between(1, 3));
    let (hurt, modifier) = (random.between(0, 7), random.between(-2, 2));
    let (pace, slowest_refused) = random.one(&[(Pace::Crawl, 6), (Pace::Walk, 5), (Pace::Run, 4)]);
    let difficulty = random.maybe(&[-2, 0, 2, 4]);
    let check = ladder::Check {
        deck: deck.into(),
        card: number(card),
        skill: skill as i8,
        purpose: Purpose::Move(pace),
        actions: actions as u8,
        wounds: Wounds::new(hurt as u16),
        modifier: modifier as i16,
    };
    let answer = ladder::Withdrawal { check, difficulty }.answer();
    if hurt >= slowest_refused {
        assert!(answer.is_err(), "{pace} with {hurt}");
        return;
    }
    let answer = answer.unwrap();
    let total = shown(deck, card) + skill + modifier
        - PENALTY[hurt as usize]
        - if actions > 1 { actions } else { 0 };
    assert_eq!(total, i64::from(answer.check.total), "card {card}, {pace} with {hurt}");
    let away = match difficulty {
        _ if shown(deck, card) == -4 => Some(false),
        Some(difficulty) => Some(total >= i64::from(difficulty)),
        None => None,
    };
    assert_eq!(away, answer.withdrawn, "card {card}, {total} against {difficulty:?}");
}

pub fn ladder(deck: &Deck, random: &mut Random) {
    let options = random.house().ladder;
    // Penalties to every roll: light and moderate 1, serious 2, critical 3.
    const PENALTY: [i64; 6] = [0, 0, 1, 1, 2, 3];
    let mut side = || {
        let card = random.between(0, 53) as u8;
        let (skill, actions) = (random.between(-1, 5), random.between(1, 3));
        let (hurt, modifier) = (random.between(0, 5), random.between(-2, 2));
        let total = shown(deck, card) + skill + modifier
            - PENALTY[hurt as usize]
            - if actions > 1 { actions } else { 0 };
        let check = ladder::Check {
            deck: deck.into(),
            card: number(card),
            skill: skill as i8,
            purpose: Purpose::Action,
            actions: actions as u8,
            wounds: Wounds::new(hurt as u16),
            modifier: modifier as i16,
        };
        (check, card, total)
    };
    let (attack, card, total) = side();
    let (defense, other, hit_target) = side();
    let defends = random.once_in(2);
    let (weapon, own, strong) = random.one(&[
        (Weapon::Unarmed, 0, true),
        (Weapon::Impractical, 0, true),
        (Weapon::Weak, 1, true),
        (Weapon::Melee, 2, true),
        (Weapon::Ranged, 3, false),
        (Weapon::Heavy, 4, false),
    ]);
    let (physique, armour) = (random.between(-1, 6), random.between(0, 3));
    let (modifier, before) = (random.between(-2, 2), random.between(0, 5));
    let question = ladder::Attack {
        attack,
        defense: defends.then_some(defense),
        weapon,
        physique: physique as i8,
        armour: armour as u8,
        damage_modifier: modifier as i16,
        target_wounds: Wounds::new(before as u16),
    };
    let answer = question.answer(&options);
    if defends && card == other && options.decks == Decks::Shared {
        assert!(answer.is_err(), "card {card}");
        return;
    }
    let answer = answer.unwrap();
    // A botched dodge does not protect, and a botched attack misses.
    let hit_target = if defends && shown(deck, other) > -4 { hit_target } else { 0 };
    let outcome = total - hit_target;
    let enough = outcome > 0 || (outcome == 0 && options.tie == ladder::LadderTie::Attacker);
    let hit = enough && shown(deck, card) > -4;
    assert_eq!((outcome, hit), (i64::from(answer.outcome), answer.hit), "card {card}");
    let bonus = own + if strong { (physique - 2).max(0) } else { 0 };
    let dealt = hit.then(|| (outcome + bonus + modifier - armour).max(0));
    assert_eq!(dealt, answer.damage.map(|damage| damage.dealt.into()), "card {card}");
    let wounds = dealt.map(|dealt| before + dealt);
    assert_eq!(wounds, answer.damage.map(|damage| damage.wounds.get().into()));
}
