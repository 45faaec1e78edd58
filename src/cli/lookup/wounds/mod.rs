//! `lookup wounds …`: without a subcommand the tally of seeds 002 and 004; with one, wound-level
//! combat on a ladder. One file a question.

mod ammunition;
mod attack;
mod check;
mod endure;
mod initiative;
mod level;
mod tally;
mod withdraw;

pub use tally::TallyArgs;

use super::question::{Group, Row};
use super::turns;

/// The questions of wound-level combat.
pub struct Ladder;

impl Group for Ladder {
    const ROWS: &'static [Row] = &[
        Row::new::<check::Typed>("check", "Resolve a trait with the ladder die, -4 to +4"),
        Row::new::<initiative::Typed>("initiative", "Resolve an initiative roll"),
        Row::new::<turns::Declared>(
            "order",
            "Put everybody in order of initiative and of declaring",
        ),
        Row::new::<attack::Typed>("attack", "Resolve an attack, from the rolls to the wound"),
        Row::new::<level::Typed>("level", "Add up levels of damage and read what they mean"),
        Row::new::<withdraw::Typed>("withdraw", "Resolve moving, such as out of somebody's reach"),
        Row::new::<endure::Typed>(
            "endure",
            "Resolve the Physique check of a critical or terminal wound",
        ),
        Row::new::<ammunition::Typed>("ammunition", "Count the shots fired and left"),
    ];
}
