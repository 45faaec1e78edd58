//! `lookup fi3 read stray 34 11 --missed 2 --bystanders 3 --spray`.

use crate::cli::lookup::prelude::*;
use crate::cli::lookup::written::one;
use crate::rules::fi3::Bystanders;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// A card for each bystander that each shot passes, in order
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    cards: Vec<Parsed<Together>>,
    /// Shots that missed
    #[arg(long, value_name = "SHOTS", default_value = "1", allow_hyphen_values = true)]
    missed: Number<u16, 0, 9999>,
    /// People within a metre of the path (2 with Suppression), the nearest to the shooter first
    #[arg(long, value_name = "PEOPLE", default_value = "1", allow_hyphen_values = true)]
    bystanders: Number<u8, 0, 99>,
    /// The shots come from automatic or area fire, which hits on 1 and 2
    #[arg(long)]
    spray: bool,
}

/// Who is hit.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let passes = |known: Result<u16, Problems>| known.is_ok_and(|number| number > 0);
        if passes(self.missed.get()) && passes(self.bystanders.get().map(u16::from)) {
            at.make_room(&mut self.cards, at.told().max(1));
        }
        let cards = at.cards(&mut self.cards, CardUse::Drawn);
        let (cards, missed, bystanders) = all((cards, self.missed.get(), self.bystanders.get()))?;
        let (deck, spray, mut cards) = (&at.setting.deck, self.spray, cards);
        let answer = at.complete(&mut cards, |cards| {
            Bystanders { bystanders, missed, spray, cards: cards.to_vec() }.answer(deck)
        })?;
        self.cards = cards.into_iter().map(one).collect();
        Ok(Box::new(answer))
    }
}
