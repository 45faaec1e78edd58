//! `lookup d6 reckon block unarmed bladed --stopped`.

use crate::cli::lookup::prelude::*;
use crate::rules::d6::{Block, Blow, Guard};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// What strikes
    #[arg(value_name = "BLOW")]
    blow: BlowArg,
    /// What is held against it
    #[arg(value_name = "GUARD")]
    guard: GuardArg,
    /// The blow was stopped
    #[arg(long)]
    stopped: bool,
    /// Armour or a special ability covers the body held against a blade
    #[arg(long)]
    covered: bool,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum BlowArg {
    /// Fist or foot
    Unarmed,
    /// A weapon without edge or energy
    Blunt,
    /// A bladed or energized weapon
    Bladed,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum GuardArg {
    /// A part of the body
    Body,
    /// A thing without edge or energy
    Blunt,
    /// A sharp or energized weapon
    Bladed,
}

/// Who is hurt.
impl Question for Typed {
    fn answer(&mut self, _: &mut Context<'_, '_>) -> Answered {
        let blow = match self.blow {
            BlowArg::Unarmed => Blow::Unarmed,
            BlowArg::Blunt => Blow::Blunt,
            BlowArg::Bladed => Blow::Bladed,
        };
        let guard = match self.guard {
            GuardArg::Body => Guard::Body,
            GuardArg::Blunt => Guard::Blunt,
            GuardArg::Bladed => Guard::Bladed,
        };
        let block = Block { blow, guard, stopped: self.stopped, covered: self.covered };
        Ok(Box::new(block.answer()))
    }
}
