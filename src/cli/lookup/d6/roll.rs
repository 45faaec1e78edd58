//! `lookup d6 roll 34,10 7D+1`.

use crate::deck::CardNumber;
use crate::diagnostic::Problems;
use crate::rules::d6::{DieCode, Rolled, roll};
use clap::Args;

use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// The cards of a roll.
#[derive(Debug, Args)]
pub struct CardsArgs {
    /// The card drawn; with more dice than one carries, all of them: 34,10
    #[arg(value_name = "CARD,…", allow_hyphen_values = true)]
    cards: String,
}

impl CardsArgs {
    /// The cards.
    pub fn meant(&self, meaning: &mut Meaning) -> Option<Vec<CardNumber>> {
        let cards: Vec<String> = self.cards.split(',').map(str::to_owned).collect();
        meaning.cards(&cards)
    }
}

/// The arguments of every question in which a die code is rolled.
#[derive(Debug, Args)]
pub struct CodeArgs {
    #[command(flatten)]
    cards: CardsArgs,
    /// The die code, such as 4D+2
    #[arg(value_name = "CODE", allow_hyphen_values = true)]
    code: String,
}

impl CodeArgs {
    /// The cards and the code.
    pub fn meant(&self, meaning: &mut Meaning) -> Option<(Vec<CardNumber>, DieCode)> {
        let cards = self.cards.meant(meaning);
        let code = meaning.of(&self.code);
        cards.zip(code)
    }
}

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    code: CodeArgs,
}

impl Typed {
    /// The sum.
    pub fn answer(&self, setting: &Setting) -> Result<Rolled, Problems> {
        let mut meaning = setting.meaning();
        let rolled = self.code.meant(&mut meaning);
        let rolled =
            rolled.and_then(|(cards, code)| meaning.keep(roll(&setting.deck, code, &cards)));
        meaning.settled(rolled)
    }
}
