//! `lookup read failure N --rel 3`.

use crate::cli::lookup::prelude::*;
use crate::rules::{Reliability, equipment_failure};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// The equipment's reliability, 1 to 13
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    rel: Parsed<Reliability>,
    /// A revolver is fanned: one less reliable
    #[arg(long)]
    fanned: bool,
    /// The discard pile, for reliability 1
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    discarded: Vec<Parsed<Together>>,
}

/// Whether it fails.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&mut self.card, CardUse::ReadOn);
        let discarded = at.discard_pile(&mut self.discarded);
        let (card, rel, discarded) = all((card, self.rel.get(), discarded))?;
        let rel = if self.fanned { rel.worse() } else { rel };
        let (deck, options) = (&at.setting.deck, &at.setting.rules.west);
        Ok(Box::new(equipment_failure(deck, card, rel, &discarded, options)))
    }
}
