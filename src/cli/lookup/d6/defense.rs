//! `lookup d6 defense 34 4D+1 --actions 2`.

use crate::diagnostic::Problems;
use crate::rules::d6::{Defense, DefenseAnswer};
use clap::Args;

use super::actions::ActionsArgs;
use super::roll::CodeArgs;
use crate::cli::lookup::setting::Setting;

/// What was typed. The code is dodge, brawling or melee combat.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    code: CodeArgs,
    /// A full defense: all the character does this round, and 10 more
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    actions: ActionsArgs,
}

impl Typed {
    /// What an attacker has to reach.
    pub fn answer(&self, setting: &Setting) -> Result<DefenseAnswer, Problems> {
        let mut meaning = setting.meaning();
        let code = self.code.meant(&mut meaning);
        let actions = self.actions.meant(&mut meaning);
        let answer = code.zip(actions).and_then(|((cards, skill), actions)| {
            let deck = &setting.deck;
            meaning.keep(Defense { deck, skill, actions, full: self.full, cards }.answer())
        });
        meaning.settled(answer)
    }
}
