//! `lookup fi3 read location N --fighting --raises -1 --prone`.

use super::hit::ShelterArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::{LocationModifiers, location};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// The attack is hand to hand: 2 steps up
    #[arg(long)]
    fighting: bool,
    /// The attacker fights from higher up: 2 steps up
    #[arg(long, requires = "fighting")]
    height: bool,
    /// The gun could touch the target: 2 steps up
    #[arg(long, conflicts_with = "fighting")]
    point_blank: bool,
    /// The same from below, as under a table: 2 steps down
    #[arg(long, conflicts_with_all = ["point_blank", "fighting"])]
    from_below: bool,
    /// Raises spent: steps up, or down when negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    raises: Number<i8, -99, 99>,
    #[command(flatten)]
    #[serde(flatten)]
    shelter: ShelterArgs,
}

/// Where the hit lands.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&mut self.card, CardUse::Drawn);
        let (card, raises, mut shelter) = all((card, self.raises.get(), self.shelter.shelter()))?;
        // A blow comes from near by, where lying does not help.
        shelter.prone &= !self.fighting;
        let modifiers = LocationModifiers {
            fighting: self.fighting,
            height: self.height,
            point_blank: self.point_blank,
            point_blank_below: self.from_below,
            raises,
        };
        let (deck, options) = (&at.setting.deck, &at.setting.rules.fi3);
        Ok(Box::new(location(deck, card, modifiers, &shelter, options)))
    }
}
