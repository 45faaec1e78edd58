//! `actiondeck box`: the tuck box for a deck.

use std::path::PathBuf;

use crate::diagnostic::{Problem, Problems};
use crate::face::Faces;
use crate::render::{CARD_STOCK_UM, SMALLEST_BOX_PAPER, TuckBox};
use crate::wording::counted;
use clap::Args;

use super::deck_file::read_deck;
use super::folder::OutputArgs;
use super::paper;
use super::print_args::source_date;
use super::progress::ProgressArgs;
use super::theme_choice::{ThemeArgs, sized};
use super::{Exit, Failure};

/// The arguments of `actiondeck box`.
#[derive(Debug, Args)]
pub struct TuckBoxArgs {
    /// Deck that goes into the box (.json or .csv)
    deck: PathBuf,
    #[command(flatten)]
    theme: ThemeArgs,
    /// Card size: poker, bridge, tarot ..., or width x height in mm; by default the theme's
    #[arg(long)]
    size: Option<String>,
    /// How many cards go in: those of the deck and its extra cards, or up to 6 more [default: those of the deck
    /// and its extra cards]
    #[arg(long)]
    cards: Option<u8>,
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
pub fn run(args: TuckBoxArgs) -> Result<Exit, Failure> {
    let mut problems = Problems::new();
    let paper = paper::read(&args.paper, SMALLEST_BOX_PAPER);
    let paper = paper.map_err(|found| problems.extend(found)).ok();
    let deck = read_deck(&args.deck)?;
    let in_box = TuckBox::accepted_cards(&deck);
    let cards = args.cards.unwrap_or(*in_box.start());
    if !in_box.contains(&cards) {
        let message =
            format!("a box of this deck for {} is not made", counted(cards.into(), "card"));
        let accepted = format!("{} to {}", in_box.start(), in_box.end());
        problems.push(Problem::coded("argument.range", message).accepts(accepted));
    }
    if !CARD_STOCK_UM.contains(&args.stock) {
        let message = format!("{} µm is not the thickness of a card", args.stock);
        let accepted = format!("{} to {}", CARD_STOCK_UM.start(), CARD_STOCK_UM.end());
        problems.push(Problem::coded("argument.range", message).accepts(accepted));
    }
    let date = source_date().map_err(|problem| problems.push(problem)).ok();
    let (Some(paper), Some(date), true) = (paper, date, problems.is_empty()) else {
        return Err(problems.into());
    };
    let tuck_box = TuckBox { cards, stock_um: args.stock, paper, date };
    let theme = sized(args.theme.read(&deck, Some(&args.deck)), args.size.as_deref())?;
    let folder = args.output.prepare("box", &[args.deck.as_path()])?;
    let files = tuck_box.files(&Faces::fitting_on(&theme, &deck, &[])?)?;
    folder.add(&files)?;
    if !args.progress.quiet {
        args.output.written(files.len());
    }
    Ok(Exit::Holds)
}
