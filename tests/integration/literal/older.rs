//! Literal reading of shots and blows of the dice edition ("Shooting", "Melee Weapons").

use std::num::NonZeroU16;

use actiondeck::table::rules::fi3::{
    Arm, Attack, Closeness, Fighting, Fire, LocationModifiers, Reach, Shooting, TraitDice,
};
use actiondeck::table::rules::{
    CalledShot, Contest, Decks, Entanglement, Hands, Harm, RangeBands, Winner,
};

use super::hits::{HitTarget, hold, roll, with_cards};
use super::page::{Page, Random, SIZES, check_dice, effect_dice, size, sum};

/// Two sides, each with its own deck unless the house rules say otherwise.
pub fn contest(page: &Page, random: &mut Random) {
    let options = random.house().fi3;
    let (active, opponent) = (roll(page, random, &options), roll(page, random, &options));
    let contest = Contest { active: active.roll, opponent: opponent.roll };
    let answer = contest.answer(&options);
    let caught = Entanglement { contest: contest.clone(), snare: None }.answer(&options);
    let shared = active.cards.iter().any(|card| opponent.cards.contains(card));
    if shared && options.shared.decks == Decks::Shared {
        assert!(answer.is_err() && caught.is_err(), "{:?} and {:?}", active.cards, opponent.cards);
        return;
    }
    let answer = answer.unwrap();
    let winner = match (active.total, opponent.total) {
        (Some(mine), Some(theirs)) if mine > theirs => Winner::Active,
        (Some(mine), Some(theirs)) if mine < theirs => Winner::Opponent,
        (Some(_), None) => Winner::Active,
        (None, Some(_)) => Winner::Opponent,
        _ => Winner::Nobody,
    };
    assert_eq!(winner, answer.winner, "{:?} against {:?}", active.total, opponent.total);
    // The winner with a whip or a net catches the other side; a tie catches neither.
    assert_eq!(winner == Winner::Active, caught.unwrap().caught);
    // One success for winning and one for each full raise; a bust roll counts 0.
    let over = active.total.unwrap_or(0) - opponent.total.unwrap_or(0);
    let raises = over.max(0) / i64::from(options.shared.bump_divisor.get());
    let successes = if winner == Winner::Active { 1 + raises } else { 0 };
    assert_eq!(Some(successes), answer.successes.map(i64::from));
}

pub fn shoot(page: &Page, random: &mut Random) {
    let options = random.house().fi3;
    let rolled = roll(page, random, &options);
    let (distance, increment) = (random.between(0, 60), random.between(1, 20));
    let (name, eighths, by_size) = random.one(&SIZES);
    let automatic = random.once_in(3);
    let shots = if automatic { random.between(1, 10) } else { 1 };
    let targets = if automatic { random.between(0, 2) } else { 0 };
    let (markers, called) = (random.between(0, 9), random.maybe(&[(CalledShot::Limb, 4)]));
    let aim = random.maybe(&[("2/-3", 2, 3), ("1/-1", 1, 1)]);
    let (running, mounted) = (random.once_in(3), random.once_in(3));
    let rate = random.between(0, 40);
    let (concealed, darkness) = (random.once_in(4), random.between(0, 4));
    let hands = random.one(&[Hands::Proper, Hands::Proper, Hands::MainOfTwo, Hands::OffOfTwo]);
    let one_handed = random.once_in(4);
    let defence = random.maybe(&[3, 9, 14]);
    let penalty = random.between(-3, 3);
    let inclusive = options.shared.range_bands == RangeBands::Inclusive;
    let bands = if inclusive { (distance - 1).max(0) / increment } else { distance / increment };
    let aims = aim.map_or(0, |(_, steps, _)| if automatic { 0 } else { (markers / steps).min(3) });
    let aimed =
        aim.map_or(0, |(_, steps, unaimed)| if aims == 0 { unaimed } else { -(aims - 1) * steps });
    // "The greater of either his normal TN or your dodge roll"; the modifiers apply to the roll, so
    // they are added after it.
    let normal = 5 + bands;
    let to_beat = defence.unwrap_or(normal).max(normal);
    let tn = sum(&[
        (true, to_beat + by_size + aimed + targets + penalty),
        (running, 4),
        (mounted && !running, 2),
        (rate > 20, 4),
        (!automatic && called.is_some(), 4),
        (concealed, 4),
        (distance > 10, darkness),
        (hands != Hands::Proper, options.shared.two_weapons_penalty.into()),
        (hands == Hands::OffOfTwo, options.shared.off_hand_penalty.into()),
        (one_handed, 2),
    ]);
    let fire = match automatic {
        true => Fire::Automatic { shots: shots as u16, extra_targets: targets as u8 },
        false => Fire::Single { markers: markers as u8, called: called.map(|(called, _)| called) },
    };
    let shooting = Shooting {
        fire,
        aim: aim.map(|(text, ..)| text.parse().unwrap()),
        running,
        mounted,
        size: size(name),
        relative_rate_m: rate as u16,
        concealed,
        darkness: darkness as u8,
        hands,
        one_handed,
        defence,
        penalty: penalty as i32,
        ..Shooting::plain(distance as u16, NonZeroU16::new(increment as u16).unwrap())
    };
    let account = shooting.account(&options);
    assert_eq!(tn, i64::from(account.tn().get()), "{shooting:?}");
    let mut hit_target = HitTarget::new(random, distance <= 2, eighths, Harm::Deadly);
    let (point_blank, below) = random.one(&[(false, false), (true, false), (false, true)]);
    hit_target.steps = sum(&[(point_blank, 2), (below, -2)]);
    // Bonus dice for damage within 10 metres, one less for each further 10.
    hit_target.area = (random.between(0, 4) - (distance - 1).max(0) / 10).max(0);
    let arm = Arm::Shot(effect_dice(random.dice()));
    let (rolled, hit_target, attack) = with_cards(random, rolled, hit_target, account, arm);
    let attack = Attack {
        fire,
        size: size(name),
        modifiers: LocationModifiers {
            point_blank,
            point_blank_below: below,
            raises: hit_target.raises as i8,
            ..LocationModifiers::default()
        },
        ..attack
    };
    let hit = rolled.cards[0];
    hold(
        page,
        &hit_target,
        arm,
        (rolled.total, tn, shots, !automatic),
        hit,
        &options,
        attack.answer(&options),
    );
}

pub fn fight(page: &Page, random: &mut Random) {
    let options = random.house().fi3;
    let rolled = roll(page, random, &options);
    let skill = random.between(0, 4);
    let sizes: Vec<(&str, i64, i64)> =
        SIZES.iter().filter(|(_, eighths, _)| eighths % 8 == 0).copied().collect();
    let ((name, eighths, _), (own_name, own_eighths, _)) = (random.one(&sizes), random.one(&sizes));
    let (reach, own_reach) = (random.between(0, 3), random.between(0, 3));
    let closeness = random.one(&[Closeness::Open, Closeness::Inside, Closeness::Beset]);
    let hands = random.one(&[Hands::Proper, Hands::MainOfTwo, Hands::OffOfTwo]);
    let defence = random.maybe(&[3, 9, 14]);
    let penalty = random.between(-4, 3);
    let usual_arm = random.between(0, 2);
    let own =
        TraitDice { dice: check_dice(random.dice()), bonus: if random.once_in(3) { 2 } else { 0 } };
    let arm = match usual_arm {
        0 => Arm::Shot(effect_dice(random.dice())),
        1 => Arm::Weapon(effect_dice(random.dice()), own),
        _ => Arm::Unarmed(own),
    };
    let usual = if usual_arm == 2 { Harm::Brawling } else { Harm::Deadly };
    let mut hit_target = HitTarget::new(random, true, eighths, usual);
    let height = random.once_in(3);
    hit_target.steps = sum(&[(true, 2), (height, 2)]);
    let called = hit_target.called.map_or(0, |(_, cost, ..)| cost);
    // The larger fighter has more reach by the difference in Size; the rest counts.
    let larger = (eighths - own_eighths) / 8;
    let left = (reach + larger.max(0)) - (own_reach + (-larger).max(0));
    // The Defensive Bonus belongs to the TN; of a weapon too long it "becomes a penalty".
    let normal = sum(&[(true, 5 + skill), (closeness == Closeness::Open, left.max(0))]);
    let to_beat = defence.unwrap_or(normal).max(normal);
    let tn = sum(&[
        (true, to_beat + called + penalty),
        (closeness == Closeness::Beset, own_reach),
        (hands != Hands::Proper, options.shared.two_weapons_penalty.into()),
        (hands == Hands::OffOfTwo, options.shared.off_hand_penalty.into()),
    ]);
    let fighting = Fighting {
        defender_skill: skill as u8,
        defender: Reach { bonus: reach as u8, size: size(name) },
        attacker: Reach { bonus: own_reach as u8, size: size(own_name) },
        closeness,
        hands,
        called: called as i32,
        defence,
        penalty: penalty as i32,
    };
    let account = fighting.account(&options);
    assert_eq!(tn, i64::from(account.tn().get()), "{fighting:?}");
    let (rolled, hit_target, attack) = with_cards(random, rolled, hit_target, account, arm);
    let attack = Attack {
        size: size(name),
        modifiers: LocationModifiers {
            fighting: true,
            height,
            raises: hit_target.raises as i8,
            ..LocationModifiers::default()
        },
        ..attack
    };
    let hit = rolled.cards[0];
    hold(
        page,
        &hit_target,
        arm,
        (rolled.total, tn, 1, true),
        hit,
        &options,
        attack.answer(&options),
    );
}
