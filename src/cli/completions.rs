//! `actiondeck completions SHELL`: completion scripts.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::files::OutputArgs;
use super::{Failure, Verdict};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Shell to write completions for
    shell: Shell,
    #[command(flatten)]
    output: OutputArgs,
}

/// Writes the script.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let output = typed.output.prepare()?;
    let mut command = super::Typed::command();
    let mut script = Vec::new();
    clap_complete::generate(typed.shell, &mut command, "actiondeck", &mut script);
    output.commit(&script)?;
    Ok(Verdict::Holds)
}
