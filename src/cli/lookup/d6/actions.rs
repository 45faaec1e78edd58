//! `lookup d6 actions 4 5D+1 3D --used 1`.

use crate::diagnostic::Problems;
use crate::rules::d6::{ActionPlan, ActionsAnswer, DieCode};
use clap::Args;

use crate::cli::lookup::meaning::Meaning;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// All actions of the round, waiting among them
    #[arg(value_name = "ACTIONS", allow_hyphen_values = true)]
    actions: String,
    /// Skills and attributes to be rolled
    #[arg(value_name = "CODE")]
    codes: Vec<String>,
    /// Actions that a special ability leaves without penalty
    #[arg(long, value_name = "ACTIONS", default_value = "1", allow_hyphen_values = true)]
    free: String,
    /// Actions taken so far
    #[arg(long, value_name = "ACTIONS", default_value = "0", allow_hyphen_values = true)]
    used: String,
}

impl Typed {
    /// What the actions cost.
    pub fn answer(&self) -> Result<ActionsAnswer, Problems> {
        let mut meaning = Meaning::default();
        let declared = meaning.number(&self.actions, "number of actions", 1..=99);
        let codes = meaning.all::<DieCode>(&self.codes);
        let free = meaning.number(&self.free, "number of free actions", 1..=99);
        let used = meaning.number(&self.used, "number of actions", 0..=99);
        let answer = declared.zip(codes).zip(free.zip(used)).and_then(
            |((declared, codes), (free, used))| {
                meaning.keep(ActionPlan { declared, free, used, codes }.answer())
            },
        );
        meaning.settled(answer)
    }
}

/// How many actions somebody means to take.
#[derive(Debug, Args)]
pub struct ActionsArgs {
    /// All actions of the round; more than one make each harder
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    actions: String,
}

impl ActionsArgs {
    /// The number.
    pub fn meant(&self, meaning: &mut Meaning) -> Option<u8> {
        meaning.number(&self.actions, "number of actions", 1..=99)
    }
}
