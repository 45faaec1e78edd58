//! `lookup reckon arc --range 10 --moved 6 [--handgun] [--edge N]`.

use crate::cli::lookup::prelude::*;
use crate::rules::{ArcQuestion, Decision, FieldOfFire};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// Distance to the target when the aim began, in paces
    #[arg(long, value_name = "u16", allow_hyphen_values = true)]
    range: Number<u16, 0, 9999>,
    /// How far the target moved square to the line of fire, in paces
    #[arg(long, value_name = "u16", allow_hyphen_values = true)]
    moved: Number<u16, 0, 9999>,
    /// The weapon is a handgun: 120 degrees instead of 60
    #[arg(long)]
    handgun: bool,
    /// Card drawn to decide when the target stands exactly on the edge; yes means that it got out
    #[arg(long, value_name = "CARD", allow_hyphen_values = true)]
    edge: Option<Parsed<CardRef>>,
}

/// Whether the aim still holds.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let edge = at.card_if(&mut self.edge, CardUse::Drawn);
        let (range_paces, moved_paces, edge) = all((self.range.get(), self.moved.get(), edge))?;
        let arc = if self.handgun { FieldOfFire::Handgun } else { FieldOfFire::Long };
        let edge = edge.map(|card| Decision::new(&at.setting.deck, card));
        Ok(Box::new(ArcQuestion { arc, range_paces, moved_paces }.answer(edge)))
    }
}
