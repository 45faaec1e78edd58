//! `lookup d6 check 34,10 7D+1`.

use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
use crate::lookup::Answer;
use crate::rules::d6::{DieCode, roll};

/// The cards of a roll.
#[derive(Debug, Args, Serialize)]
pub struct CardsArgs {
    /// The card drawn; with more dice than one carries, all of them: 34,10
    #[arg(value_name = "CARD,…", allow_hyphen_values = true)]
    cards: Parsed<Together>,
}

impl CardsArgs {
    /// The cards.
    pub fn resolve(&mut self, at: &mut Context<'_, '_>) -> Result<Vec<CardNumber>, Problems> {
        let mut typed = self.cards.get()?;
        let cards = at.together(&mut typed.0)?;
        self.cards.set(typed);
        Ok(cards)
    }

    /// The answer with these cards, and with those that its dice then want.
    pub fn complete<A: Answer, E: Into<Problem>>(
        &mut self,
        at: &mut Context<'_, '_>,
        mut cards: Vec<CardNumber>,
        ask: impl FnMut(&[CardNumber]) -> Result<A, E>,
    ) -> Result<A, Problems> {
        let answer = at.complete(&mut cards, ask)?;
        self.cards.set(Together(cards.into_iter().map(CardRef::Number).collect()));
        Ok(answer)
    }
}

/// The arguments of every question in which a die code is rolled.
#[derive(Debug, Args, Serialize)]
pub struct CodeArgs {
    #[command(flatten)]
    #[serde(flatten)]
    pub cards: CardsArgs,
    /// The die code, such as 4D+2
    #[arg(value_name = "CODE", allow_hyphen_values = true)]
    code: Parsed<DieCode>,
}

impl CodeArgs {
    /// The cards and the code.
    pub fn resolve(
        &mut self,
        at: &mut Context<'_, '_>,
    ) -> Result<(Vec<CardNumber>, DieCode), Problems> {
        all((self.cards.resolve(at), self.code.get()))
    }
}

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    code: CodeArgs,
}

/// The sum.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (cards, code) = self.code.resolve(at)?;
        let deck = &at.setting.deck;
        let rolled = self.code.cards.complete(at, cards, |cards| roll(deck, code, cards))?;
        Ok(Box::new(rolled))
    }
}
