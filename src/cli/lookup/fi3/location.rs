//! `lookup fi3 location N --fighting --raises -1 --prone`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{LocationAnswer, LocationModifiers, location};
use clap::Args;

use super::hit::ShelterArgs;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// The attack is hand to hand: 2 steps up
    #[arg(long)]
    fighting: bool,
    /// The attacker fights from higher up: 2 steps up
    #[arg(long)]
    height: bool,
    /// The gun could touch the target: 2 steps up
    #[arg(long)]
    point_blank: bool,
    /// The same from below, as under a table: 2 steps down
    #[arg(long, conflicts_with = "point_blank")]
    from_below: bool,
    /// Raises spent: steps up, or down when negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    raises: String,
    #[command(flatten)]
    shelter: ShelterArgs,
}

impl Typed {
    /// Where the hit lands.
    pub fn answer(&self, setting: &Setting) -> Result<LocationAnswer, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        let raises = meaning.number(&self.raises, "number of raises", -99..=99);
        let (card, raises) = meaning.settled(card.zip(raises))?;
        let modifiers = LocationModifiers {
            fighting: self.fighting,
            height: self.height,
            point_blank: self.point_blank,
            point_blank_below: self.from_below,
            raises,
        };
        let shelter = self.shelter.meant();
        Ok(location(&setting.deck, card, modifiers, &shelter, &setting.fi3_options))
    }
}
