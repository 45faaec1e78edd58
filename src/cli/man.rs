//! `actiondeck man`: the manual page, in roff.

use crate::output::Comment;
use clap::Args;

use super::output_file::{Kind, OutputArgs};
use super::{Exit, Failure};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Command to describe, such as: lookup check; without one, the whole program
    command: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Writes the page.
pub fn run(typed: Typed, mut root: clap::Command) -> Result<Exit, Failure> {
    root.build();
    let mut described = &root;
    for name in &typed.command {
        described = described.find_subcommand(name).ok_or_else(|| {
            let names: Vec<&str> =
                described.get_subcommands().map(clap::Command::get_name).collect();
            let message = format!("{} has no command {name:?}", described.get_name());
            crate::diagnostic::Problem::coded("argument.command", message).accepts(names.join(", "))
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(described.clone())
        .render(&mut page)
        .map_err(Failure::file("cannot write the manual page"))?;
    typed.output.write(Kind::Sealed(Comment::Roff, "man"), &page)?;
    Ok(Exit::Holds)
}
