//! `lookup d6 initiative 34 3D+1 --search 5D --agility 4D --points 11,12`.

use super::roll::CodeArgs;
use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
use crate::rules::d6::{DieCode, Initiative};

/// What was typed. The code is Perception.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    code: CodeArgs,
    /// Search skill: +1 for every 2D over Perception
    #[arg(long, value_name = "CODE")]
    search: Option<Parsed<DieCode>>,
    /// Agility: +1 for every 4D
    #[arg(long, value_name = "CODE")]
    agility: Option<Parsed<DieCode>>,
    /// A card for each Character Point spent
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    points: Vec<Parsed<Together>>,
}

/// The initiative total.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let code = self.code.resolve(at);
        let points = at.cards(&mut self.points, CardUse::Drawn);
        let ((cards, perception), search, agility, points) =
            all((code, self.search.get(), self.agility.get(), points))?;
        let (deck, options) = (&at.setting.deck, &at.setting.rules.d6);
        let ask = |cards: &[CardNumber]| {
            let (cards, points) = (cards.to_vec(), points.clone());
            Initiative { deck, perception, cards, search, agility, points }.answer(options)
        };
        Ok(Box::new(self.code.cards.complete(at, cards, ask)?))
    }
}
