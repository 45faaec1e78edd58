//! `actiondeck themes`: lists and shows the themes.

use std::path::{Path, PathBuf};

use crate::deck::CardNumber;
use crate::diagnostic::Problems;
use crate::face::Theme;
use crate::render::contact_sheet;
use clap::Args;

use super::deck_file::DeckArgs;
use super::output_file::{Kind, OutputFile, Rule};
use super::{Exit, Failure, console};

/// The arguments of `actiondeck themes`.
#[derive(Debug, Args)]
pub struct ThemesArgs {
    /// Draw a card and the back of every theme into one PNG
    #[arg(long, value_name = "FILE")]
    contact: Option<PathBuf>,
    /// Card to draw
    #[arg(long, value_name = "CARD", default_value = "34")]
    card: CardNumber,
    #[command(flatten)]
    deck: DeckArgs,
    /// Replace FILE whatever it holds
    #[arg(long)]
    force: bool,
}

/// Lists the themes, or draws them.
pub fn run(args: ThemesArgs) -> Result<Exit, Failure> {
    let themes: Result<Vec<Theme>, Problems> =
        Theme::built_in_names().map(Theme::built_in).collect();
    let themes = themes?;
    let Some(path) = &args.contact else {
        console::answer(&themes.iter().map(line).collect::<String>())?;
        return Ok(Exit::Holds);
    };
    let deck = args.deck.read()?;
    let picture = contact_sheet(&themes, &deck, args.card)?;
    let inputs: Vec<&Path> = args.deck.file().into_iter().collect();
    let rule = Rule { kind: Kind::Unmarked, force: args.force, inputs: &inputs };
    OutputFile::prepare(path, rule, Some(&picture))?.commit(&picture)?;
    Ok(Exit::Holds)
}

/// A theme in a line: name, title, trim size.
fn line(theme: &Theme) -> String {
    let format = theme.format();
    let (width, height) = (format.trim_width_mm(), format.trim_height_mm());
    format!("{:<18} {:<18} {width} × {height} mm\n", theme.name(), theme.title())
}
