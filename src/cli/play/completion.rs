//! What the line editor completes with: what a table knows when a line begins.

use crate::table::grammar::{Vocabulary, complete};
use crate::table::play::{Game, commands};
use crate::table::questions::setting::Setting;
use crate::table::rules::Game as Rules;

/// What a table knows when a line begins.
#[derive(Clone, Debug)]
pub struct Completion {
    rules: Rules,
    setting: Setting,
    people: Vec<String>,
    skills: Vec<String>,
}

impl Completion {
    /// What this table knows.
    pub fn new(game: &Game) -> Self {
        game.with_vocabulary(|vocabulary| Self {
            rules: vocabulary.game,
            setting: game.setting.clone(),
            people: vocabulary.people.to_vec(),
            skills: vocabulary.skills.to_vec(),
        })
    }

    /// Where the word before the cursor begins, and what it could become.
    pub fn complete(&self, before: &str) -> (usize, Vec<String>) {
        let commands: Vec<&'static str> = commands::names().collect();
        let vocabulary = Vocabulary {
            game: self.rules,
            setting: &self.setting,
            commands: &commands,
            people: &self.people,
            skills: &self.skills,
            in_hand: &|_| None,
        };
        complete(before, &vocabulary, &|name| {
            commands::command(name).map(commands::CommandSpec::fields).unwrap_or_default()
        })
    }
}
