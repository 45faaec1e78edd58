//! `actiondeck schema`: the JSON Schema of a deck spec or of a JSON format, or their reference for people.

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::output_file::{Kind, OutputArgs};
use super::{Exit, Failure};
use crate::json_formats::{self, JsonFormat};
use crate::spec;

/// The arguments of `actiondeck schema`.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The format: a deck spec, or a JSON output or file
    #[arg(value_name = "FORMAT", default_value = SPEC, value_parser = formats())]
    format: String,
    /// Write the reference of all keys in Markdown instead: that of specs, or of all JSON formats
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// The name of a deck spec among the formats.
const SPEC: &str = "spec";

fn formats() -> PossibleValuesParser {
    PossibleValuesParser::new([SPEC].into_iter().chain(JsonFormat::ALL.map(JsonFormat::name)))
}

/// Writes the schema.
pub fn run(args: SchemaArgs) -> Result<Exit, Failure> {
    let format = JsonFormat::ALL.into_iter().find(|format| format.name() == args.format);
    let text = match (format, args.markdown) {
        (None, false) => spec::schema(),
        (None, true) => spec::reference(),
        (Some(format), false) => json_formats::schema(format),
        (Some(_), true) => json_formats::reference(),
    };
    args.output.write(Kind::Unmarked, text.as_bytes())?;
    Ok(Exit::Holds)
}
