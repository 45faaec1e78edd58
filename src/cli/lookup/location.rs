//! `lookup location N --point-blank --bumps -1 --prone`.

use crate::diagnostic::Problems;
use crate::rules::{LocationAnswer, LocationQuestion};
use clap::Args;

use super::hit::ForcedArgs;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    #[command(flatten)]
    forced: ForcedArgs,
    /// Bumps spent: entries up, or down when negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    bumps: String,
    /// The target lies and the attacker is more than 2 metres off
    #[arg(long)]
    prone: bool,
    /// Locations behind cover, such as belly,"left leg"
    #[arg(long, value_name = "LOCATION,…", value_delimiter = ',')]
    covered: Vec<String>,
}

impl Typed {
    /// Where the hit lands.
    pub fn answer(&self, setting: &Setting) -> Result<LocationAnswer, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        let chosen = meaning.number(&self.bumps, "number of bumps", -99..=99);
        let (card, chosen) = meaning.settled(card.zip(chosen))?;
        let question = LocationQuestion {
            deck: &setting.deck,
            card,
            forced: self.forced.meant(None),
            chosen,
            prone: self.prone,
            covered: self.covered.iter().map(|name| name.trim().to_owned()).collect(),
        };
        Ok(question.answer())
    }
}
