//! `lookup wounds check 12 3 --actions 2 --hurt 3`.

use crate::diagnostic::Problems;
use crate::rules::ladder::{Check, CheckAnswer, Purpose, Wounds};
use clap::Args;

use crate::cli::lookup::d6::ActionsArgs;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// The arguments of every question in which a trait is rolled.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// The trait on the ladder, -9 to 9: 3 is professional
    #[arg(value_name = "TRAIT", allow_hyphen_values = true)]
    skill: String,
    /// Levels of damage taken before
    #[arg(long, value_name = "LEVELS", default_value = "0", allow_hyphen_values = true)]
    hurt: String,
    /// Other modifiers
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    modifier: String,
}

impl CheckArgs {
    /// The check, for this purpose among so many actions.
    pub fn meant<'d>(
        &self,
        setting: &'d Setting,
        meaning: &mut Meaning,
        purpose: Purpose,
        actions: Option<u8>,
    ) -> Option<Check<'d>> {
        let card = meaning.of(&self.card);
        let skill = ladder_trait(meaning, &self.skill);
        let wounds = levels(meaning, &self.hurt);
        let modifier = meaning.number(&self.modifier, "modifier", -99..=99);
        card.zip(skill).zip(wounds.zip(modifier)).zip(actions).map(
            |(((card, skill), (wounds, modifier)), actions)| {
                let deck = &setting.deck;
                Check { deck, card, skill, purpose, actions, wounds, modifier }
            },
        )
    }
}

/// A trait or Physique.
pub fn ladder_trait(meaning: &mut Meaning, text: &str) -> Option<i8> {
    meaning.number(text, "trait", -9..=9)
}

/// Levels of damage from before.
pub fn levels(meaning: &mut Meaning, text: &str) -> Option<Wounds> {
    meaning.number(text, "number of levels", 0..=999).map(Wounds::new)
}

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    check: CheckArgs,
    #[command(flatten)]
    actions: ActionsArgs,
}

impl Typed {
    /// The result on the ladder.
    pub fn answer(&self, setting: &Setting) -> Result<CheckAnswer, Problems> {
        let mut meaning = setting.meaning();
        let actions = self.actions.meant(&mut meaning);
        let check = self.check.meant(setting, &mut meaning, Purpose::Action, actions);
        let answer = check.and_then(|check| meaning.keep(check.answer()));
        meaning.settled(answer)
    }
}
