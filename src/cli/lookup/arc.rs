//! `lookup arc --range 10 --moved 6 [--handgun] [--edge N]`.

use crate::diagnostic::Problems;
use crate::rules::{ArcAnswer, ArcQuestion, Decision, FieldOfFire};
use clap::Args;

use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Distance to the target when the aim began, in paces
    #[arg(long, value_name = "PACES", allow_hyphen_values = true)]
    range: String,
    /// How far the target moved square to the line of fire, in paces
    #[arg(long, value_name = "PACES", allow_hyphen_values = true)]
    moved: String,
    /// The weapon is a handgun: 120 degrees instead of 60
    #[arg(long)]
    handgun: bool,
    /// Card drawn to decide when the target stands exactly on the edge; yes means that it got out
    #[arg(long, value_name = "CARD", allow_hyphen_values = true)]
    edge: Option<String>,
}

impl Typed {
    /// Whether the aim still holds.
    pub fn answer(&self, setting: &Setting) -> Result<ArcAnswer, Problems> {
        let mut meaning = setting.meaning();
        let range_paces = meaning.number(&self.range, "range", 0..=9999);
        let moved_paces = meaning.number(&self.moved, "distance moved", 0..=9999);
        let edge = meaning.of_option(self.edge.as_deref());
        let ((range_paces, moved_paces), edge) =
            meaning.settled(range_paces.zip(moved_paces).zip(edge))?;
        let arc = if self.handgun { FieldOfFire::Handgun } else { FieldOfFire::Long };
        let edge = edge.map(|card| Decision::new(&setting.deck, card));
        Ok(ArcQuestion { arc, range_paces, moved_paces }.answer(edge))
    }
}
