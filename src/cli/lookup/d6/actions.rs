//! `lookup d6 reckon actions 4 5D+1 3D --used 1`.

use crate::cli::lookup::prelude::*;
use crate::rules::d6::{ActionPlan, DieCode};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// All actions of the round, waiting among them
    #[arg(value_name = "ACTIONS", allow_hyphen_values = true)]
    actions: Number<u8, 1, 99>,
    /// Skills and attributes to be rolled
    #[arg(value_name = "CODE")]
    codes: Vec<Parsed<DieCode>>,
    /// Actions that a special ability leaves without penalty
    #[arg(long, value_name = "ACTIONS", default_value = "1", allow_hyphen_values = true)]
    free: Number<u8, 1, 99>,
    /// Actions taken so far
    #[arg(long, value_name = "ACTIONS", default_value = "0", allow_hyphen_values = true)]
    used: Number<u8, 0, 99>,
}

/// What the actions cost.
impl Question for Typed {
    fn answer(&mut self, _: &mut Context<'_, '_>) -> Answered {
        let (declared, codes, free, used) =
            all((self.actions.get(), self.codes.get(), self.free.get(), self.used.get()))?;
        said(ActionPlan { declared, free, used, codes }.answer())
    }
}

/// How many actions somebody means to take.
#[derive(Debug, Args, Serialize)]
pub struct ActionsArgs {
    /// All actions of the round; more than one make each harder
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    actions: Number<u8, 1, 99>,
}

impl ActionsArgs {
    /// The number.
    pub fn get(&self) -> Result<u8, Problems> {
        self.actions.get()
    }
}
