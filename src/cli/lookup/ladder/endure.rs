//! `lookup ladder hurt endure 12 3 --difficulty 2 --hurt 5`.

use super::check::{Levels, Trait};
use crate::cli::lookup::prelude::*;
use crate::rules::ladder::{EndureCheck, Wounds};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// Physique, -9 to 9
    #[arg(value_name = "TRAIT", allow_hyphen_values = true)]
    physique: Trait,
    /// What has to be reached; the text leaves it to the gamemaster
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    difficulty: Number<i16, -99, 99>,
    /// Levels of damage: 5 is critical, 6 terminal
    #[arg(long, value_name = "LEVELS", allow_hyphen_values = true)]
    hurt: Levels,
    /// Other modifiers
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    modifier: Number<i16, -99, 99>,
}

/// Whether it gets worse.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (card, physique, difficulty, levels, modifier) = all((
            at.card(&mut self.card, CardUse::Drawn),
            self.physique.get(),
            self.difficulty.get(),
            self.hurt.get(),
            self.modifier.get(),
        ))?;
        let (deck, wounds) = (&at.setting.deck, Wounds::new(levels));
        said(EndureCheck { deck, card, physique, difficulty, wounds, modifier }.answer())
    }
}
