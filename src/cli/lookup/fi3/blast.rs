//! `lookup fi3 blast '(3)20' --distance 15 --cards 34+11 --places 3,7`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Hazard, HazardAnswer, HazardQuestion};
use clap::Args;

use super::told;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Its dice within 10 metres, such as '(3)20'
    #[arg(value_name = "DICE")]
    dice: String,
    /// Metres from it
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    distance: String,
    #[command(flatten)]
    victim: VictimArgs,
}

/// Whom a hazard meets, and the cards drawn.
#[derive(Debug, Args)]
pub struct VictimArgs {
    /// The cards drawn for the dice, such as 34+11; none where nothing reaches the victim
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    cards: Option<String>,
    /// A card for the place of each wound
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    places: Vec<String>,
    /// The victim's Size; a human has 6
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: String,
}

impl VictimArgs {
    /// What the hazard does.
    pub fn answer(
        &self,
        setting: &Setting,
        hazard: Option<Hazard<'_>>,
        mut meaning: Meaning,
    ) -> Result<HazardAnswer, Problems> {
        let cards = match &self.cards {
            None => Some(Vec::new()),
            Some(text) => meaning.card_list(text),
        };
        let locations = meaning.cards(&self.places);
        let size = meaning.of(&self.size);
        let ((hazard, cards), (locations, size)) =
            meaning.settled(hazard.zip(cards).zip(locations.zip(size)))?;
        let question = HazardQuestion { deck: &setting.deck, hazard, size, locations };
        told(question.answer(&cards, &setting.fi3_options))
    }
}

impl Typed {
    /// What it does.
    pub fn answer(&self, setting: &Setting) -> Result<HazardAnswer, Problems> {
        let mut meaning = setting.meaning();
        let dice = meaning.damage_dice(&self.dice);
        let distance_m = meaning.number(&self.distance, "distance", 0..=9999);
        let hazard = dice.zip(distance_m);
        let hazard = hazard.map(|(dice, distance_m)| Hazard::Blast { dice, distance_m });
        self.victim.answer(setting, hazard, meaning)
    }
}
