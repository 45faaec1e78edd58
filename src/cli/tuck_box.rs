//! `actiondeck box`: the tuck box for a deck.

use std::path::PathBuf;

use crate::diagnostic::{Problem, Problems};
use crate::face::Faces;
use crate::render::{BOX_CARDS, CARD_STOCK_UM, SMALLEST_BOX_PAPER, TuckBox};
use crate::wording::counted;
use clap::Args;

use super::deck_file::read_deck;
use super::folder::OutputArgs;
use super::paper;
use super::print_args::source_date;
use super::print_files::sized;
use super::progress::ProgressArgs;
use super::theme_choice::ThemeArgs;
use super::{Exit, Failure};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Deck that goes into the box (.json or .csv)
    deck: PathBuf,
    #[command(flatten)]
    theme: ThemeArgs,
    /// Card size: poker, bridge, tarot ..., or width x height in mm; by default the theme's
    #[arg(long)]
    size: Option<String>,
    /// How many cards go in, 54 to 60
    #[arg(long, default_value = "54")]
    cards: u8,
    /// Thickness of a card in micrometres (0.31 mm: a common playing-card board)
    #[arg(long, value_name = "MICROMETRES", default_value = "310")]
    stock: u16,
    #[arg(long, value_name = "PAPER", default_value = "a4", help = paper::HELP)]
    paper: String,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Writes the box.
pub fn run(typed: Typed) -> Result<Exit, Failure> {
    let mut problems = Problems::new();
    let paper = paper::read(&typed.paper, SMALLEST_BOX_PAPER);
    let paper = paper.map_err(|found| problems.extend(found)).ok();
    if !BOX_CARDS.contains(&typed.cards) {
        let message = format!("a box for {} is not made", counted(typed.cards.into(), "card"));
        let accepted = format!("{} to {}", BOX_CARDS.start(), BOX_CARDS.end());
        problems.push(Problem::coded("argument.range", message).accepts(accepted));
    }
    if !CARD_STOCK_UM.contains(&typed.stock) {
        let message = format!("{} µm is not the thickness of a card", typed.stock);
        let accepted = format!("{} to {}", CARD_STOCK_UM.start(), CARD_STOCK_UM.end());
        problems.push(Problem::coded("argument.range", message).accepts(accepted));
    }
    let date = source_date().map_err(|problem| problems.push(problem)).ok();
    let (Some(paper), Some(date), true) = (paper, date, problems.is_empty()) else {
        return Err(problems.into());
    };
    let tuck_box = TuckBox { cards: typed.cards, stock_um: typed.stock, paper, date };
    let deck = read_deck(&typed.deck)?;
    let theme = sized(typed.theme.read(&deck, Some(&typed.deck)), typed.size.as_deref())?;
    let folder = typed.output.prepare("box", &[typed.deck.as_path()])?;
    let files = tuck_box.files(&Faces::fitting_on(&theme, &deck, &[])?)?;
    folder.add(&files)?;
    if !typed.progress.quiet {
        typed.output.written(files.len());
    }
    Ok(Exit::Holds)
}
