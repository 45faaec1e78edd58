//! `lookup wounds endure 12 3 --difficulty 2 --hurt 5`.

use crate::diagnostic::Problems;
use crate::rules::ladder::{EndureAnswer, EndureCheck};
use clap::Args;

use super::check::{ladder_trait, levels};
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// Physique, -9 to 9
    #[arg(value_name = "TRAIT", allow_hyphen_values = true)]
    physique: String,
    /// What has to be reached; the text leaves it to the gamemaster
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    difficulty: String,
    /// Levels of damage: 5 is critical, 6 terminal
    #[arg(long, value_name = "LEVELS", allow_hyphen_values = true)]
    hurt: String,
    /// Other modifiers
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    modifier: String,
}

impl Typed {
    /// Whether it gets worse.
    pub fn answer(&self, setting: &Setting) -> Result<EndureAnswer, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        let physique = ladder_trait(&mut meaning, &self.physique);
        let difficulty = meaning.number(&self.difficulty, "difficulty", -99..=99);
        let wounds = levels(&mut meaning, &self.hurt);
        let modifier = meaning.number(&self.modifier, "modifier", -99..=99);
        let answer = card.zip(physique).zip(difficulty.zip(wounds)).zip(modifier).and_then(
            |(((card, physique), (difficulty, wounds)), modifier)| {
                let deck = &setting.deck;
                let question = EndureCheck { deck, card, physique, difficulty, wounds, modifier };
                meaning.keep(question.answer())
            },
        );
        meaning.settled(answer)
    }
}
