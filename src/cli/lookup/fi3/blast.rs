//! `lookup fi3 hazard blast '(3)20' --distance 15 --cards 34+11 --places 3,7`.

use super::roll::DamageDice;
use crate::cli::lookup::prelude::*;
use crate::rules::Size;
use crate::rules::fi3::{Hazard, HazardQuestion};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// Its dice within 10 metres, such as '(3)20'
    #[arg(value_name = "DICE")]
    dice: Parsed<DamageDice>,
    /// Metres from it
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    distance: Number<u16, 0, 9999>,
    #[command(flatten)]
    #[serde(flatten)]
    victim: VictimArgs,
}

/// Whom a hazard meets, and the cards drawn.
#[derive(Debug, Args, Serialize)]
pub struct VictimArgs {
    /// The cards drawn for the dice, such as 34+11; none where nothing reaches the victim
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    cards: Option<Parsed<Chain>>,
    /// A card for the place of each wound
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    places: Vec<Parsed<Together>>,
    /// The victim's Size; a human has 6
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: Parsed<Size>,
}

impl VictimArgs {
    /// What the hazard does.
    pub fn answer<'d>(
        &mut self,
        at: &mut Context<'d, '_>,
        hazard: Result<Hazard<'d>, Problems>,
    ) -> Answered {
        let cards = self.cards.as_mut().map(|cards| at.chained(cards)).transpose();
        let locations = at.cards(&mut self.places, CardUse::Drawn);
        let (hazard, cards, locations, size) = all((hazard, cards, locations, self.size.get()))?;
        let question = HazardQuestion { deck: &at.setting.deck, hazard, size, locations };
        said(question.answer(&cards.unwrap_or_default(), &at.setting.rules.fi3))
    }
}

/// What it does.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let hazard = all((self.dice.get(), self.distance.get()))
            .map(|(dice, distance_m)| Hazard::Blast { dice, distance_m });
        self.victim.answer(at, hazard)
    }
}
