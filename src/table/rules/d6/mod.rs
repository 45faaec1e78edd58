//! D6 combat: pools of six-sided dice are summed and compared with a difficulty.
//!
//! One die of a code such as `4D+2` is the Wild Die: a designer element `wild`, as in the preset
//! `open-d6`, or else cell (1)6 of an effect grid of open-ended dice. The others are ordinary dice:
//! a cell of the d6 column in an effect grid of closed dice, or else rows of that column in the
//! cause grid. If a code has more dice than a card, further cards are read, see [`roll`].
//!
//! What the text refers to but does not include (wounds, armour, healing, the numbers of ranges and
//! covers) is not implemented; those numbers are arguments of the question.

mod actions;
mod attack;
mod band;
mod block;
mod code;
mod damage;
mod defense;
mod difficulty;
mod error;
mod initiative;
mod options;
mod reading;
mod roll;

pub use actions::{ActionPlan, ActionsAnswer, ReducedCode, multi_action_penalty};
pub use attack::{Attack, AttackAnswer, aim_bonus, damage_bonus, within_reach};
pub use band::Band;
pub use block::{Block, BlockAnswer, Blow, Guard, Injury};
pub use code::{DieCode, DieCodeError};
pub use damage::{Damage, DamageAnswer, DamageCode, Resistance};
pub use defense::{Defense, DefenseAnswer};
pub use difficulty::{LEAST_DIFFICULTY, Modifier, PASSIVE_DEFENSE, Standing, difficulty};
pub use error::D6Error;
pub use initiative::{Initiative, InitiativeAnswer, initiative_bonus};
pub use options::{InitiativeBonusRule, Options};
pub use reading::{WILD_DIE, WildDie};
pub use roll::{CodeRoll, Piece, cards_needed, roll, seconds};
