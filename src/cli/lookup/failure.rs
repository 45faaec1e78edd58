//! `lookup failure N --rel 3`.

use crate::diagnostic::Problems;
use crate::rules::{FailureAnswer, Reliability, equipment_failure};
use clap::Args;

use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// The equipment's reliability, 1 to 13
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    rel: String,
    /// A revolver is fanned: one less reliable
    #[arg(long)]
    fanned: bool,
    /// The discard pile, for reliability 1
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    discarded: Vec<String>,
}

impl Typed {
    /// Whether it fails.
    pub fn answer(&self, setting: &Setting) -> Result<FailureAnswer, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        let rel: Option<Reliability> = meaning.of(&self.rel);
        let discarded = meaning.discard_pile(setting, &self.discarded);
        let ((card, rel), discarded) = meaning.settled(card.zip(rel).zip(discarded))?;
        let rel = if self.fanned { rel.worse() } else { rel };
        Ok(equipment_failure(&setting.deck, card, rel, &discarded, &setting.options))
    }
}
