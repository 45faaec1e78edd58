//! `actiondeck schema`: the JSON Schema of a deck spec, or its reference for people.

use crate::spec;
use clap::Args;

use super::files::OutputArgs;
use super::{Failure, Verdict};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Write the reference of all keys in Markdown instead
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// Writes the schema.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let output = typed.output.prepare()?;
    let text = if typed.markdown { spec::reference() } else { spec::schema() };
    output.commit(text.as_bytes())?;
    Ok(Verdict::Holds)
}
