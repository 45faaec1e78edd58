//! `lookup ladder …`: combat by wound levels on a ladder. One file a question.

mod ammunition;
mod attack;
mod check;
mod endure;
mod initiative;
mod level;
mod withdraw;

use super::every_game::{CARD, ELEMENT, TOGGLE};
use super::question::Row;
use super::turns;

/// The questions of wound-level combat, one row each.
pub const ROWS: &[Row] = &[
    CARD,
    TOGGLE,
    ELEMENT,
    Row::new::<check::Typed>(
        "check",
        "Resolve a trait with the ladder die, -4 to +4",
        ["12 3", "12 3 actions 2 hurt 3"],
    ),
    Row::new::<withdraw::Typed>(
        "check for withdraw",
        "Resolve moving, such as out of somebody's reach",
        ["12 3 difficulty 3", "12 3 pace crawl hurt 5"],
    ),
    Row::new::<attack::Typed>(
        "attack",
        "Resolve an attack, from the rolls to the wound",
        ["12 3 weapon melee physique 3", "12 3 weapon ranged armour 1 dodge 20:3"],
    ),
    Row::new::<initiative::Typed>(
        "initiative",
        "Resolve an initiative roll",
        ["12 3", "8 3 hurt 3"],
    ),
    Row::new::<turns::Declared>(
        "initiative order",
        "Put everybody in order of initiative and of declaring",
        ["ann:4 ben:1", "ann:4 ben:1!"],
    ),
    Row::new::<level::Typed>(
        "hurt tally",
        "Add up levels of damage and read what they mean",
        ["3", "3 2"],
    )
    .once(&["level"]),
    Row::new::<endure::Typed>(
        "hurt endure",
        "Resolve the Physique check of a critical or terminal wound",
        ["12 3 difficulty 2 hurt 5", "12 3 difficulty 1 hurt 6 modifier 1"],
    ),
    Row::new::<ammunition::Typed>(
        "reckon ammunition",
        "Count the shots fired and left",
        ["burst clip 15", "full-auto clip 15 point-blank"],
    ),
];
