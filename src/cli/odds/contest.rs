//! `odds 3d10 --against 2d8`: a contest of two checks.

use clap::Args;

use crate::cli::argument::{Get, Parsed, all, refuse};
use crate::cli::lookup::dice::Dice;
use crate::cli::lookup::setting::Setting;
use crate::diagnostic::Problems;
use crate::dice::CheckDice;
use crate::lookup::Pool;
use crate::odds::{ContestPiles, OddsTables, Pile, contest_odds};
use crate::rules::Decks;
use crate::wording::{counted, plural_form};

/// What was typed.
#[derive(Debug, Args)]
pub struct ContestArgs {
    /// The opponent's dice: the odds of the contest, with follow-up cards as far as they go
    #[arg(long, value_name = "DICE")]
    against: Option<Parsed<Dice<CheckDice>>>,
    /// The opponent draws from a deck of its own, which is whole
    #[arg(long, requires = "against")]
    two_decks: bool,
}

impl ContestArgs {
    /// Whether there is an opponent.
    pub fn is_asked(&self) -> bool {
        self.against.is_some()
    }

    /// The odds of the contest.
    pub fn answer(
        &self,
        setting: &Setting,
        active: Result<Pool<'_>, Problems>,
        pile: Result<Pile, Problems>,
        modifiers: Result<Vec<i32>, Problems>,
    ) -> Result<OddsTables, Problems> {
        let dice = self.against.get();
        let opponent = dice.and_then(|dice| match dice {
            Some(dice) => setting.pool(&dice),
            None => refuse("no opponent", "--against and dice"),
        });
        let (active, opponent, pile, modifiers) = all((active, opponent, pile, modifiers))?;
        let (piles, needed) = match self.two_decks || setting.rules.west.decks == Decks::Own {
            true => (ContestPiles::Own(pile, Pile::whole()), 1),
            false => (ContestPiles::Shared(pile), 2),
        };
        if pile.len() < needed {
            let cards = pile.len() as usize;
            let (are, cards) = (plural_form(cards, "is", "are"), counted(cards, "card"));
            let message = format!("{cards} in the pile {are} too few for a contest");
            return refuse(message, format!("{needed} or more"));
        }
        Ok(contest_odds(active, opponent, piles, &modifiers))
    }
}
