//! `actiondeck completions SHELL`: completion scripts.

use crate::output::Comment;
use clap::Args;
use clap_complete::Shell;

use super::output_file::{Kind, OutputArgs};
use super::{Exit, Failure};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Shell to write completions for
    shell: Shell,
    #[command(flatten)]
    output: OutputArgs,
}

/// Writes the script.
pub fn run(typed: Typed) -> Result<Exit, Failure> {
    let mut command = super::whole_command();
    let mut script = Vec::new();
    clap_complete::generate(typed.shell, &mut command, "actiondeck", &mut script);
    typed.output.write(Kind::Sealed(Comment::Hash, "completions"), &script)?;
    Ok(Exit::Holds)
}
