//! `lookup d6 block unarmed bladed --stopped`.

use crate::rules::d6::{Block, BlockAnswer, Blow, Guard};
use clap::{Args, ValueEnum};

/// What was typed.
#[derive(Debug, Args)]
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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum BlowArg {
    /// Fist or foot
    Unarmed,
    /// A weapon without edge or energy
    Blunt,
    /// A bladed or energized weapon
    Bladed,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum GuardArg {
    /// A part of the body
    Body,
    /// A thing without edge or energy
    Blunt,
    /// A sharp or energized weapon
    Bladed,
}

impl Typed {
    /// Who is hurt.
    pub fn answer(&self) -> BlockAnswer {
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
        Block { blow, guard, stopped: self.stopped, covered: self.covered }.answer()
    }
}
