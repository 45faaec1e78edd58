//! `actiondeck schema`: the JSON Schema of a deck spec, or its reference for people.

use crate::spec;
use clap::Args;

use super::output_file::{Kind, OutputArgs};
use super::{Exit, Failure};

/// The arguments of `actiondeck schema`.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// Write the reference of all keys in Markdown instead
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// Writes the schema.
pub fn run(args: SchemaArgs) -> Result<Exit, Failure> {
    let text = if args.markdown { spec::reference() } else { spec::schema() };
    args.output.write(Kind::Unmarked, text.as_bytes())?;
    Ok(Exit::Holds)
}
