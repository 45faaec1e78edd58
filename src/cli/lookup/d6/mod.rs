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

use super::question::{Group, Row};
use super::turns;

/// The questions of the game.
pub struct Game;

impl Group for Game {
    const ROWS: &'static [Row] = &[
        Row::new::<roll::Typed>("roll", "Add up a die code, such as 4D+2"),
        Row::new::<initiative::Typed>("initiative", "Resolve an initiative roll with its bonus"),
        Row::new::<turns::Plain>("order", "Put everybody in order of initiative"),
        Row::new::<actions::Typed>("actions", "Work out what several actions in a round cost"),
        Row::new::<defense::Typed>("defense", "Resolve a dodge, block or parry"),
        Row::new::<block::Typed>("block", "Say who is hurt by a block or parry"),
        Row::new::<difficulty::Typed>("difficulty", "Work out the difficulty of an attack"),
        Row::new::<attack::Typed>("attack", "Resolve an attack, with aim and damage bonus"),
        Row::new::<damage::Typed>("damage", "Resolve damage against resistance"),
    ];
}
