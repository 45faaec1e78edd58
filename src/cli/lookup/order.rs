//! `lookup order Miranda=34:3d10 Jonah=37+11:2d8:1`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{PhaseAnswer, PhaseEntrant, phases};
use clap::Args;

use super::contest::side;
use super::meaning::Meaning;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Everybody who acts: name, cards and dice, such as Miranda=34:3d10 or Jonah=37+11:2d8; a
    /// penalty may follow, as in Hank=40:2d6:1
    #[arg(value_name = "NAME=CARDS:DICE", required = true)]
    entrants: Vec<String>,
}

impl Typed {
    /// Phase and count of everybody.
    pub fn answer(&self, setting: &Setting) -> Result<PhaseAnswer, Problems> {
        let mut meaning = setting.meaning();
        let entrants = meaning.each(&self.entrants, |meaning, text| meaning.entrant(setting, text));
        phases(&meaning.settled(entrants)?).map_err(|error| Problem::from(error).into())
    }
}

impl Meaning {
    /// `Miranda=34:3d10:1`
    fn entrant<'d>(&mut self, setting: &'d Setting, text: &str) -> Option<PhaseEntrant<'d>> {
        let parts = text.split_once('=').and_then(|(name, rest)| {
            let mut parts = rest.split(':');
            let (cards, dice, penalty) = (parts.next()?, parts.next()?, parts.next());
            let whole = parts.next().is_none() && !name.trim().is_empty();
            whole.then(|| (name.trim().to_owned(), cards, dice, penalty.unwrap_or("0")))
        });
        let Some((name, cards, dice, penalty)) = parts else {
            return self.refuse(
                &format!("{text:?} is nobody who acts"),
                "NAME=CARDS:DICE such as Miranda=34:3d10",
            );
        };
        let attempt = side(setting, self, cards, dice);
        let penalty = self.number(penalty, "penalty", -99..=99);
        Some(PhaseEntrant { name, attempt: attempt?, penalty: penalty? })
    }
}
