//! The worked examples of the dice edition, from the first card drawn to the last wound. Where the text
//! throws dice, the test prints their numbers on the cells that are read for them.

mod blows;
mod opening;
mod shots;
mod wounds;

use std::num::NonZeroU16;

use actiondeck::deck::{CardNumber, Deck};
use actiondeck::table::rules::fi3::{
    Arm, Attack, AttackAnswer, Closeness, Fighting, Fire, Options, Reach, Roll,
};
use actiondeck::table::rules::{BodyPart, Hands, Size, TnAccount};

use crate::rules_cards::card;

fn options() -> Options {
    Options::default()
}

/// The sample deck with changed cells: card, column of `deck.csv`, number.
fn printed(cells: &[(u8, &str, u32)]) -> Deck {
    let text = include_str!("../../data/deck.csv");
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

/// A shot of (3)6 at a human with a given task number.
fn shot<'d>(roll: Roll<'d>, account: TnAccount, fire: Fire) -> Attack<'d> {
    Attack { fire, ..Attack::plain(roll, account, Arm::Shot("(3)6".parse().unwrap())) }
}

fn wounds(answer: &AttackAnswer) -> Vec<(BodyPart, u32)> {
    answer
        .read
        .iter()
        .filter_map(|hit| {
            Some((hit.location.part?, hit.damage.as_ref().map_or(0, |damage| damage.wounds)))
        })
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
