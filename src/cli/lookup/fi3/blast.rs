//! `lookup fi3 hazard blast '(3)20' --distance 15 --cards 34+11 --places 3,7`.

use super::roll::DamageDice;
use crate::cli::lookup::prelude::*;
use crate::cli::lookup::written::one;
use crate::deck::CardNumber;
use crate::rules::Size;
use crate::rules::fi3::{Fi3Error, Hazard, HazardQuestion, Sum};

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
        let (hazard, size) = all((hazard, self.size.get()))?;
        let (deck, options) = (&at.setting.deck, &at.setting.rules.fi3);
        let mut question = HazardQuestion { deck, hazard, size, locations: Vec::new() };
        let sum = question.dice().map(|dice| Sum::new(deck, dice)).transpose();
        let sum = told(sum.map_err(Fi3Error::from))?;
        let count = sum.map_or(0, Sum::cards);
        let is_open = |cards: &[CardNumber]| sum.is_some_and(|sum| sum.is_open(cards));
        let place = match count {
            0 => self.cards.as_mut(),
            _ => at.place_of(&mut self.cards),
        };
        let cards = place.map(|place| at.chained_of(place, count, is_open)).transpose();
        let locations = at.cards(&mut self.places, CardUse::Drawn);
        let (cards, mut locations) = all((cards, locations))?;
        let cards = match (cards, &sum, &mut self.cards) {
            (Some(cards), Some(sum), Some(place)) => {
                at.and_needed(place, cards, |cards| Ok(sum.needs(cards).1))?
            }
            (cards, ..) => cards.unwrap_or_default(),
        };
        let answer = at.complete(&mut locations, |locations| {
            question.locations = locations.to_vec();
            question.answer(&cards, options)
        })?;
        self.places = locations.into_iter().map(one).collect();
        Ok(Box::new(answer))
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
