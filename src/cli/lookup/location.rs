//! `lookup read location N --point-blank --bumps -1 --prone`.

use super::hit::ForcedArgs;
use super::name::PlaceName;
use crate::cli::lookup::prelude::*;
use crate::rules::LocationQuestion;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    #[command(flatten)]
    #[serde(flatten)]
    forced: ForcedArgs,
    /// Bumps spent: entries up, or down when negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    bumps: Number<i8, -99, 99>,
    /// The target is prone and the attacker is more than 2 metres away
    #[arg(long)]
    prone: bool,
    /// Places behind cover, such as torso,"left leg" or legs
    #[arg(long, value_name = "LOCATION,…", value_delimiter = ',')]
    covered: Vec<PlaceName>,
}

/// Where the hit lands.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&mut self.card, CardUse::ReadOn);
        let covered = at.setting.covered(&self.covered);
        let moves = self.forced.moves(None);
        let (card, chosen, forced, covered) = all((card, self.bumps.get(), moves, covered))?;
        let question = LocationQuestion {
            deck: &at.setting.deck,
            card,
            forced,
            chosen,
            called: None,
            prone: self.prone,
            covered,
        };
        Ok(Box::new(question.answer()))
    }
}
