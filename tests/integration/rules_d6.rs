//! The worked examples of D6 combat, and a round of it from initiative to damage.

use actiondeck::deck::{CardNumber, Deck};
use actiondeck::table::rules::d6::{
    ActionPlan, Attack, Band, Damage, Defense, DieCode, Initiative, Modifier, Options, Resistance,
    Standing, difficulty, multi_action_penalty, roll, seconds, within_reach,
};
use actiondeck::table::rules::turn_order;

use crate::rules_cards::{card, deck};

fn code(text: &str) -> DieCode {
    text.parse().unwrap()
}

/// The sum of `dice` dice on a card: the Wild Die in effect cell (1)6, and rows of d6 in the cause grid.
fn printed(deck: &Deck, number: u8, dice: u8) -> i64 {
    let columns = &deck.layout().effect.columns;
    let column = columns.iter().position(|die| die.sides() == 6).unwrap();
    let wild = i64::from(deck.card(card(number)).effect.get(column, 1).unwrap());
    wild + rows(deck, number, dice - 1)
}

/// The sum of the first `dice` rows of d6 in the cause grid, read as ordinary dice.
fn rows(deck: &Deck, number: u8, dice: u8) -> i64 {
    let columns = &deck.layout().cause.columns;
    let column = columns.iter().position(|die| die.sides() == 6).unwrap();
    let cells = &deck.card(card(number)).cause.column(column)[..usize::from(dice)];
    cells.iter().map(|cell| i64::from(cell.value()).clamp(1, 6)).sum()
}

#[test]
fn a_character_who_waits_and_then_dodges_loses_a_die() {
    let deck = deck();
    // Waiting is her first action; the dodge is her second and has one die less.
    let plan = ActionPlan { declared: 2, free: 1, used: 1, codes: vec![code("4D+1")] };
    let plan = plan.answer().unwrap();
    assert_eq!((1, "3D+1"), (plan.penalty_dice, &*plan.codes[0].reduced.to_string()));
    assert_eq!(1, plan.left);
    let skill = code("4D+1");
    let dodge =
        Defense { deck: (&deck).into(), skill, actions: 2, full: false, cards: vec![card(34)] };
    let dodge = dodge.answer().unwrap();
    assert_eq!(printed(&deck, 34, 3) + 1, dodge.value);
    // The thug attacks after her turn and has to reach the dodge.
    let thug = difficulty(&deck, Standing::Active(dodge.value), &[]).unwrap();
    assert_eq!(dodge.value, i64::from(thug.tn().get()));
}

#[test]
fn four_actions_in_a_round_cost_three_dice() {
    assert_eq!(3, multi_action_penalty(4, 1));
}

#[test]
fn a_support_beam_reaches_point_blank_and_short_range() {
    let beam_cm = 250;
    assert!(within_reach(Band::PointBlank, beam_cm).is_ok());
    assert!(within_reach(Band::Short, beam_cm).is_ok());
    assert!(within_reach(Band::Medium, beam_cm).is_err());
    assert!(within_reach(Band::Short, 0).is_err());
}

#[test]
fn a_character_point_adds_one_more_die_to_initiative() {
    let deck = deck();
    let points: Vec<CardNumber> = vec![card(11)];
    let cards = vec![card(34)];
    let perception = code("3D");
    let question =
        Initiative { deck: (&deck).into(), perception, cards, search: None, agility: None, points };
    let answer = question.answer(&Options::default()).unwrap();
    assert_eq!(printed(&deck, 34, 3) + printed(&deck, 11, 1), answer.total);
}

#[test]
fn a_round_is_played_from_initiative_to_damage() {
    let deck = deck();
    let options = Options::default();
    // Step 1. Ann's search is 4D over her Perception and her Agility 4D: 3 points more.
    let ann = Initiative {
        deck: (&deck).into(),
        perception: code("3D"),
        cards: vec![card(34)],
        search: Some(code("7D")),
        agility: Some(code("4D")),
        points: Vec::new(),
    };
    let ann = ann.answer(&options).unwrap();
    assert_eq!(printed(&deck, 34, 3) + 3, ann.total);
    let thug = roll(&deck, code("2D"), &[card(10)]).unwrap();
    let entrants = [format!("Ann:{}", ann.total), format!("thug:{}", thug.total)];
    let entrants = entrants.map(|text| text.parse().unwrap());
    let order = turn_order(&entrants, false);
    let first = if ann.total > thug.total { "Ann" } else { "thug" };
    assert_eq!(first, order.turns[0].names[0]);
    // Step 2. She has aimed for two rounds; the thug stands still behind a table at some
    // range: 10 + 5 + the two dice of the table.
    let table = Modifier::Rolled { easier: false, code: code("2D"), cards: vec![card(37)] };
    let account =
        difficulty(&deck, Standing::Passive, &[("range", Modifier::Fixed(5)), ("cover", table)]);
    let account = account.unwrap();
    let tn = 15 + printed(&deck, 37, 2);
    assert_eq!(tn, i64::from(account.tn().get()));
    let attack = Attack {
        deck: (&deck).into(),
        skill: code("5D+2"),
        aim_rounds: 2,
        actions: 1,
        difficulty: account,
        cards: vec![card(42), card(43)],
    };
    let attack = attack.answer().unwrap();
    let total = printed(&deck, 42, 4) + rows(&deck, 43, 3) + 2;
    assert_eq!((total, Some(total >= tn)), (attack.roll.total, attack.hit));
    assert_eq!(
        (total >= tn).then(|| u64::try_from((total - tn + 4) / 5).unwrap()),
        attack.damage_bonus
    );
    // Step 3. A blade of +1D+2 in the hand of Strength 3D+1: 2D of Strength Damage, 3D+2 in all.
    let bonus = attack.damage_bonus.unwrap_or(0) as u16;
    let damage = Damage {
        deck: (&deck).into(),
        weapon: "+1D+2".parse().unwrap(),
        strength: Some(code("3D+1")),
        bonus,
        modifier: 0,
        cards: vec![card(50)],
        resistance: Some(Resistance { code: code("2D"), cards: vec![card(4)] }),
    };
    let damage = damage.answer(&Options::default()).unwrap();
    assert_eq!("3D+2", damage.roll.code.to_string());
    let expected = printed(&deck, 50, 3) + 2 + i64::from(bonus);
    assert_eq!((expected, Some(expected - printed(&deck, 4, 2))), (damage.total, damage.margin));
    // Step 4. The next round starts five seconds later.
    assert_eq!(5, seconds(1));
}
