//! `lookup d6 …`: D6 combat, sums of six-sided dice. One file a question.

mod actions;
mod attack;
mod block;
mod damage;
mod defense;
mod difficulty;
mod initiative;
mod roll;

pub use actions::ActionsArgs;

use super::every_game::{CARD, ELEMENT, TOGGLE};
use super::question::Row;
use super::turns;

/// One row a question.
pub const ROWS: &[Row] = &[
    CARD,
    TOGGLE,
    ELEMENT,
    Row::new::<roll::Typed>("check", "Add up a die code, such as 4D+2", ["34 4D+2", "34,10 7D+1"])
        .once(&["roll"]),
    Row::new::<defense::Typed>(
        "check for defense",
        "Resolve a dodge, block or parry",
        ["34 4D+1 actions 2", "34 4D+1 full"],
    )
    .also(&["defence"]),
    Row::new::<attack::Typed>(
        "attack",
        "Resolve an attack, with aim and damage bonus",
        ["34 5D+1 aim 1 active 17", "34 5D+1 range -5"],
    ),
    Row::new::<initiative::Typed>(
        "initiative",
        "Resolve an initiative roll with its bonus",
        ["34 3D+1", "34 3D+1 search 5D points 11,12"],
    ),
    Row::new::<turns::Plain>(
        "initiative order",
        "Put everybody in order of initiative",
        ["ann:14 ben:9", "ann:14 thugs:9 ben:9"],
    ),
    Row::new::<damage::Typed>(
        "hurt damage",
        "Resolve damage against resistance",
        ["34 4D resist 3D@11", "34 +2D strength 3D+2 bonus 1"],
    ),
    Row::new::<difficulty::Typed>(
        "reckon difficulty",
        "Work out the difficulty of an attack",
        ["active 17 range 5", "range -5 cover 2D@12"],
    ),
    Row::new::<actions::Typed>(
        "reckon actions",
        "Work out what several actions in a round cost",
        ["3 5D+1", "4 5D+1 3D used 1"],
    ),
    Row::new::<block::Typed>(
        "reckon block",
        "Say who is hurt by a block or parry",
        ["unarmed bladed", "unarmed bladed stopped"],
    ),
];
