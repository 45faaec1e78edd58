//! The worked examples of the older dice edition (seed 000), from the first card drawn to the last
//! wound. Where the text throws dice, the test prints their numbers on the cells that stand for them.

use std::num::NonZeroU16;

use actiondeck::deck::{CardNumber, Deck};
use actiondeck::lookup::TargetNumber;
use actiondeck::rules::fi3::{
    AimValue, Arm, Attack, AttackAnswer, Barrier, Blow, Chip, Closeness, DamageQuestion, Fighting,
    Fire, Gait, Growth, Hazard, HazardQuestion, Initiative, Landing, Load, Move, Opposed, Pickup,
    Preparation, Reach, Roll, Shooting, Stakes, Stun, Sum, Surprise, Throw, area_dice, condition,
    save, unarmed,
};
use actiondeck::rules::{BodyPart, Hands, Harm, Hit, Options, Size, TnAccount, Winner};

use crate::seed_002::card;

fn options() -> Options {
    Options::dice_edition()
}

/// The sample deck with other numbers printed on some cells: card, column of `deck.csv`, number.
fn printed(cells: &[(u8, &str, u32)]) -> Deck {
    let text = include_str!("../data/deck.csv");
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    for (number, column, value) in cells {
        let place = lines[0].iter().position(|name| name == column).expect("a column");
        lines[usize::from(*number) + 1][place] = value.to_string();
    }
    let lines: Vec<String> = lines.iter().map(|cells| cells.join(",") + "\n").collect();
    Deck::read("deck.csv", &lines.concat()).unwrap()
}

fn roll<'d>(deck: &'d Deck, dice: &str, number: u8) -> Roll<'d> {
    Roll::new(deck, dice.parse().unwrap(), card(number))
}

fn cards(numbers: &[u8]) -> Vec<CardNumber> {
    numbers.iter().copied().map(card).collect()
}

fn metres(metres: u16) -> NonZeroU16 {
    NonZeroU16::new(metres).unwrap()
}

/// A shot of (3)6 at a human, read from its task number on.
fn shot<'d>(roll: Roll<'d>, account: TnAccount, fire: Fire) -> Attack<'d> {
    Attack { fire, ..Attack::plain(roll, account, Arm::Shot("(3)6".parse().unwrap())) }
}

fn wounds(answer: &AttackAnswer) -> Vec<(BodyPart, u32)> {
    answer
        .read
        .iter()
        .map(|hit| (hit.location.part, hit.damage.as_ref().map_or(0, |damage| damage.wounds)))
        .collect()
}

fn fight(defender_skill: u8, defender: u8, attacker: u8, closeness: Closeness) -> TnAccount {
    let reach = |bonus| Reach { bonus, size: Size::HUMAN };
    let fighting = Fighting {
        defender_skill,
        defender: reach(defender),
        attacker: reach(attacker),
        closeness,
        hands: Hands::Proper,
        called: 0,
        defence: None,
        penalty: 0,
    };
    fighting.account(&options())
}

#[test]
fn surprise_is_5_for_who_expects_danger_and_11_for_who_does_not() {
    let deck = printed(&[(34, "cause_d10_1", 7)]);
    let surprised = |expecting| {
        let surprise = Surprise { roll: roll(&deck, "1d10", 34), expecting };
        surprise.answer(&options()).unwrap().surprised
    };
    assert_eq!((false, true), (surprised(true), surprised(false)));
}

#[test]
fn chuk_meets_the_klackon_warrior_from_the_reflex_roll_to_the_last_wound() {
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
        roll: roll(&deck, "1d10", 50),
        weapon_penalty: 0,
        reserve: None,
        // Jack, 10 and 7 of clubs: he lets the 10 go.
        hand: cards(&[37, 33, 21]),
        keep: cards(&[37, 21]),
    };
    let answer = initiative.answer(&options()).unwrap();
    assert_eq!((Some(8), 3), (answer.trial.roll.total, answer.cards));
    let kept: Vec<&str> = answer.kept.iter().map(|card| card.playing_card.as_str()).collect();
    assert_eq!(kept, ["J of clubs", "7 of clubs"]);
    assert_eq!(answer.discarded, [card(33)]);
    // The harness gives the gun a Speed of 2: the jack is laid aside, the 7 fires it.
    let speed = |laid| Preparation { speed: 2, laid, black_jokers: 0 }.answer();
    assert!(!speed(0).next_resolves && speed(1).next_resolves);
    // The text stops at the countdown. A burst at arm's length, 10 against 5: two shots hit.
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
fn rissh_ktoah_runs_16_metres_a_round_and_picks_up_the_pace_for_a_point_of_wind() {
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
    let tara = [17, 18, 36, 60].map(|kilograms| Load::of(kilograms, 6, 0));
    assert_eq!(tara, [Load::None, Load::Light, Load::Medium, Load::Heavy]);
    assert_eq!(Load::Light, Load::of(5 * 8, 8, 2));
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
    // The text names no dice. Against a lesser die 7 is a success with a raise, against one more
    // than 2 greater with 3 levels it is seen through.
    assert_eq!((3, true, 1), ask("2d6"));
    assert_eq!((10, false, 0), ask("3d12"));
}

#[test]
fn kayla_unloads_a_shotgun_at_just_under_20_metres() {
    // AE 4: 4 bonus dice up to 10 metres, 3 up to 20; what is missing there helps to hit.
    let at = |distance| {
        let dice = area_dice(4, distance);
        (dice.damage, dice.shooting)
    };
    assert_eq!([(4, 0), (3, 1)], [10, 19].map(at));
    let deck = printed(&[
        (34, "cause_d8_1", 2),
        (34, "cause_d8_2", 3),
        (34, "cause_d8_3", 6),
        (34, "hit_step", 12),
        (34, "effect_d6_5", 25),
    ]);
    // 2d8 and the bonus die against 5 and an increment; 2 dice of damage and 3.
    let account = Shooting::plain(19, metres(10)).account(&options());
    let mut barrel =
        shot(roll(&deck, "3d8", 34), account, Fire::Single { markers: 0, called: None });
    barrel.arm = Arm::Shot("(2)6".parse().unwrap());
    barrel.area_dice = area_dice(4, 19).damage;
    let answer = barrel.answer(&options()).unwrap();
    assert_eq!((6, Some(6)), (answer.trial.account.tn().get(), answer.trial.roll.total));
    assert_eq!(wounds(&answer), [(BodyPart::RightArm, 4)]);
}

#[test]
fn violet_hits_the_pirates_with_two_shots() {
    // 12 against 6: a success and a raise.
    let deck = printed(&[
        (34, "cause_d12_1", 4),
        (34, "cause_d12_2", 12),
        (34, "hit_step", 3),
        (34, "effect_d6_3", 14),
        (11, "hit_step", 20),
        (11, "effect_d6_5", 31),
    ]);
    let account = TnAccount::new(TargetNumber::clamped(6), "as given");
    let fire = Fire::Automatic { shots: 10, extra_targets: 0 };
    let mut burst = shot(roll(&deck, "2d12", 34), account, fire);
    burst.hit_cards = vec![cards(&[34]), cards(&[11])];
    let answer = burst.answer(&options()).unwrap();
    assert_eq!((Some(12), 1), (answer.trial.roll.total, answer.trial.raises));
    assert_eq!((2, 8), (answer.hits, answer.missed));
    // Each has its own location and damage; a head adds two dice.
    assert_eq!(wounds(&answer), [(BodyPart::LeftLeg, 2), (BodyPart::Head, 5)]);
    let hits = ["left leg:2", "head:5"].map(|hit| hit.parse::<Hit>().unwrap());
    assert!(condition(10, &hits, 0, &options()).tally.dead);
}

#[test]
fn antares_loses_1_without_aim_and_harry_3() {
    let unaimed = |aim: &str| aim.parse::<AimValue>().unwrap().penalty_with(0);
    assert_eq!((1, 3), (unaimed("1/-1"), unaimed("2/-3")));
}

#[test]
fn harry_aims_two_steps_for_nothing_and_four_for_2() {
    let rifle: AimValue = "2/-3".parse().unwrap();
    assert_eq!([3, 0, 0, -2], [1, 2, 3, 4].map(|markers| rifle.penalty_with(markers)));
}

#[test]
fn harry_shoots_the_bug_before_it_gets_down_the_corridor() {
    let deck = printed(&[
        (34, "cause_d8_1", 3),
        (34, "cause_d8_2", 5),
        (34, "cause_d8_3", 7),
        (34, "hit_step", 19),
        (34, "effect_d8_3", 17),
        (42, "cause_d10_1", 9),
        (20, "cause_d8_1", 1),
        (20, "cause_d8_2", 4),
        (20, "cause_d8_3", 8),
        (21, "cause_d8_3", 3),
    ]);
    // Three markers of the two that one aim takes: no penalty. The range is close: TN 5.
    let shooting = Shooting {
        aim: Some("2/-3".parse().unwrap()),
        fire: Fire::Single { markers: 3, called: None },
        ..Shooting::plain(5, metres(20))
    };
    let account = shooting.account(&options());
    assert_eq!(5, account.tn().get());
    let mut rifle = shot(roll(&deck, "3d8", 34), account, shooting.fire);
    rifle.arm = Arm::Shot("(3)8".parse().unwrap());
    let hit = rifle.answer(&options()).unwrap();
    let shown: Vec<u16> = hit.trial.roll.readings.iter().map(|cell| cell.value.value()).collect();
    assert_eq!((shown, true), (vec![3, 5, 7], hit.trial.success));
    // Reflex against Reflex. The text gives Harry 2d8 but throws three: 1, 4 and 8 with 3 added.
    // With its three dice the contest is its own; with two the bug would be gone.
    let contest = |dice, then: &[u8]| {
        let active = Roll { then: cards(then), ..roll(&deck, dice, 20) };
        Opposed { active, opponent: roll(&deck, "1d10", 42) }.answer(&options()).unwrap()
    };
    let won = contest("3d8", &[21]);
    assert_eq!((Some(11), Some(9)), (won.active.total, won.opponent.total));
    assert_eq!(Winner::Active, won.winner);
    assert_eq!(Winner::Opponent, contest("2d8", &[]).winner);
    assert_eq!(wounds(&hit), [(BodyPart::Torso, 2)]);
}

#[test]
fn kayla_heaves_a_plasma_grenade_30_metres_against_11() {
    let deck = printed(&[
        (34, "cause_d10_1", 6),
        (20, "cause_d6_1", 2),
        (20, "cause_d6_2", 5),
        (20, "cause_d6_3", 1),
        (20, "scatter", 9),
        (11, "effect_d6_3", 13),
        (12, "hit_step", 2),
        (13, "hit_step", 14),
    ]);
    let throw = |distance_m, scatter: &[u8]| {
        let throw = Throw {
            roll: roll(&deck, "1d10", 34),
            strength: "d6".parse().unwrap(),
            distance_m,
            penalty: 0,
            scatter: cards(scatter),
            scatter_then: Vec::new(),
        };
        throw.answer(&options())
    };
    let far = throw(30, &[]).unwrap();
    assert_eq!((30, 11), (far.maximum_m, far.trial.account.tn().get()));
    assert!(throw(31, &[]).is_err());
    assert_eq!(7, throw(10, &[]).unwrap().trial.account.tn().get());
    // A throw of 6 lacks 5: three d6, the highest of which is 5.
    let missed = throw(30, &[20]).unwrap();
    let scatter = missed.scatter.unwrap();
    assert_eq!((3, 5, 9), (missed.scatter_dice, scatter.distance_m, scatter.direction.get()));
    // It goes off 5 metres from its target: all dice, and a place for each wound.
    let blast = HazardQuestion {
        deck: &deck,
        hazard: Hazard::Blast { dice: "(3)6".parse().unwrap(), distance_m: 5 },
        size: Size::HUMAN,
        locations: cards(&[12, 13]),
    };
    let answer = blast.answer(&cards(&[11]), &options()).unwrap();
    let places: Vec<BodyPart> = answer.locations.iter().map(|place| place.part).collect();
    assert_eq!((2, places), (answer.wounds, vec![BodyPart::RightLeg, BodyPart::RightArm]));
}

#[test]
fn antares_punches_the_drunkard_in_the_nose() {
    let account = fight(2, 0, 0, Closeness::Open);
    assert_eq!(7, account.tn().get());
    let deck = printed(&[
        (34, "cause_d10_1", 9),
        (34, "hit_step", 18),
        // Strength d8 strikes with half the die.
        (34, "cause_d4_1", 2),
        (34, "cause_d4_2", 2),
        // Two dice more for the head.
        (34, "cause_d4_3", 1),
        (34, "cause_d4_4", 3),
    ]);
    let mut punch =
        shot(roll(&deck, "1d10", 34), account, Fire::Single { markers: 0, called: None });
    punch.arm = Arm::Unarmed("2d8".parse().unwrap());
    punch.harm = Harm::Brawling;
    // Hand to hand is 2 up: 18 becomes 20, the head.
    punch.modifiers.fighting = true;
    let answer = punch.answer(&options()).unwrap();
    assert_eq!((Some(9), BodyPart::Head), (answer.trial.roll.total, answer.read[0].location.part));
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
    // The text calls Hrulfgarr by another name halfway; it is one fight.
    let deck = printed(&[(34, "cause_d6_1", 5), (11, "cause_d8_1", 7), (11, "cause_d8_2", 8)]);
    let attempt = |dice, number, account| {
        let trial = roll(&deck, dice, number).against(account, &options()).unwrap();
        (trial.account.tn().get(), trial.roll.total, trial.success)
    };
    // The constable's blow: 5 and brawling 3; a 5 misses.
    let constable = fight(3, 0, 1, Closeness::Open);
    assert_eq!((8, Some(5), false), attempt("1d6", 34, constable));
    // The Close manoeuvre: 5, fighting 2 and the truncheon's 1; an 8 closes the distance.
    let close = fight(2, 1, 0, Closeness::Open);
    assert_eq!((8, Some(8), true), attempt("2d8", 11, close));
    // Then 7 for him and 9 for the constable, whose Strength counts no more.
    assert_eq!(7, fight(2, 1, 0, Closeness::Inside).tn().get());
    assert_eq!(9, fight(3, 0, 1, Closeness::Beset).tn().get());
}

#[test]
fn armour_takes_die_steps_and_stops_what_falls_below_d4() {
    let behind = |dice: &str, armour, penetration| {
        let barrier = Barrier { armour, penetration };
        let passes = barrier.stops(dice.parse().unwrap(), &options()).unwrap().passes;
        passes.map_or_else(|| "nothing".to_owned(), |dice| dice.to_string())
    };
    // Dynamite behind one and two levels; a pistol of penetration 2 behind Armour 1 and 2. By the
    // rule of the paragraph before, its penetration would take Armour 1 off altogether; the
    // examples are followed, the other reading is an option.
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
        deck: &deck,
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

#[test]
fn a_light_and_a_heavy_wound_in_one_arm_are_serious_and_in_two_places_are_not() {
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
    let stun = Stun { roll: roll(&deck, "1d8", 34), dealt: 2, earlier: 0, worst: 2 };
    let answer = stun.answer(&options()).unwrap();
    assert_eq!((7, Some(4)), (answer.trial.account.tn().get(), answer.trial.roll.total));
    assert!(!answer.trial.success);
    let wind = Sum::new(&deck, "(2)6".parse().unwrap()).unwrap().read(&cards(&[11])).unwrap();
    assert_eq!(9, wind.total);
    // 9 of 12 wind: still on his feet.
    let state = condition(12, &["belly:2+9".parse().unwrap()], 0, &options()).tally;
    assert_eq!((3, false), (state.ct, state.concussed));
}

#[test]
fn a_stick_of_dynamite_has_3_dice_to_10_metres_2_to_20_and_1_to_30() {
    let deck = printed(&[]);
    let at = |distance_m| {
        let hazard = Hazard::Blast { dice: "(3)20".parse().unwrap(), distance_m };
        HazardQuestion { deck: &deck, hazard, size: Size::HUMAN, locations: Vec::new() }
            .dice()
            .map_or(0, |dice| dice.row)
    };
    // 10 metres stand in two bands of the text; the nearer counts.
    assert_eq!([3, 2, 2, 1, 1, 0], [10, 11, 20, 21, 30, 31].map(at));
}

#[test]
fn ronans_bottle_does_15_for_6_wind_and_a_wound() {
    // The text tells the sum alone: 8 of the bottle and 7 of Strength, which counts in full.
    let deck = printed(&[(34, "effect_d4_2", 8), (34, "cause_d12_1", 7)]);
    let bottle = DamageQuestion {
        deck: &deck,
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
fn nobody_falls_harder_than_20d6_and_100() {
    let deck = printed(&[]);
    let fall = |metres| HazardQuestion {
        deck: &deck,
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
