//! `lookup d6 attack 34 5D+1 --aim 1 --active 17 --range 5`.

use crate::diagnostic::Problems;
use crate::rules::d6::{Attack, AttackAnswer};
use clap::Args;

use super::actions::ActionsArgs;
use super::difficulty::DifficultyArgs;
use super::roll::CodeArgs;
use crate::cli::lookup::setting::Setting;

/// What was typed. The code is the combat skill.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    code: CodeArgs,
    /// Whole rounds of aiming just before: +1D each, +3D at most
    #[arg(long, value_name = "ROUNDS", default_value = "0", allow_hyphen_values = true)]
    aim: String,
    #[command(flatten)]
    actions: ActionsArgs,
    #[command(flatten)]
    difficulty: DifficultyArgs,
}

impl Typed {
    /// Whether it hits, and the damage bonus.
    pub fn answer(&self, setting: &Setting) -> Result<AttackAnswer, Problems> {
        let mut meaning = setting.meaning();
        let code = self.code.meant(&mut meaning);
        let aim_rounds = meaning.number(&self.aim, "rounds of aiming", 0..=99);
        let actions = self.actions.meant(&mut meaning);
        let difficulty = self.difficulty.meant(setting, &mut meaning);
        let answer = code.zip(aim_rounds).zip(actions.zip(difficulty)).and_then(
            |(((cards, skill), aim_rounds), (actions, difficulty))| {
                let deck = &setting.deck;
                let attack = Attack { deck, skill, aim_rounds, actions, difficulty, cards };
                meaning.keep(attack.answer())
            },
        );
        meaning.settled(answer)
    }
}
