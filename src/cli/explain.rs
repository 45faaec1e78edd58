//! `actiondeck explain`: a card with each of its parts explained.

use std::path::PathBuf;

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::face::Faces;
use crate::publish::Comment;
use crate::render::{explained, explained_png, telling_card};
use clap::Args;

use super::deck_file::DeckArgs;
use super::output_file::{Kind, OutputFile, Rule};
use super::theme_choice::ThemeArgs;
use super::{Exit, Failure};

/// The arguments of `actiondeck explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Card to explain; by default one on which every part has something to show
    #[arg(value_name = "CARD")]
    card: Option<CardNumber>,
    #[command(flatten)]
    theme: ThemeArgs,
    #[command(flatten)]
    deck: DeckArgs,
    /// Picture to write, .svg or .png; - is stdout, as SVG
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Replace FILE whatever it holds
    #[arg(long)]
    force: bool,
}

/// Draws the picture.
pub fn run(args: ExplainArgs) -> Result<Exit, Failure> {
    let ending = args.output.extension().map(|ending| ending.to_ascii_lowercase());
    let is_png = match ending.as_ref().map(|ending| ending.to_string_lossy()).as_deref() {
        Some("png") => true,
        Some("svg") => false,
        None if args.output.as_os_str() == "-" => false,
        _ => {
            let message = format!("no picture can be written to {}", args.output.display());
            return Err(Problem::coded("argument.value", message).accepts(".svg, .png, -").into());
        }
    };
    let deck = args.deck.read()?;
    let theme = args.theme.read(&deck, args.deck.found())?;
    let faces = Faces::new(&theme, &deck)?;
    let card = args.card.unwrap_or_else(|| telling_card(&faces));
    let svg: Result<String, Problems> = explained(&faces, card);
    let (picture, kind) = match is_png {
        true => (explained_png(&svg?)?, Kind::Unmarked),
        false => (svg?.into_bytes(), Kind::Sealed(Comment::Markup, "explain")),
    };
    let inputs: Vec<_> = args.deck.file().into_iter().collect();
    let rule = Rule { kind, force: args.force, inputs: &inputs };
    OutputFile::prepare(&args.output, rule, Some(&picture))?.commit(&picture)?;
    Ok(Exit::Holds)
}
