//! `actiondeck picture`: the deck for a shop's page, cards as they are cut, proofs.

use std::path::PathBuf;

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::face::Faces;
use crate::render::png::Dpi;
use crate::render::{SCREEN_WIDTH, Screen, ScreenPicture, only};
use clap::{Args, ValueEnum};

use super::deck_file::read_deck;
use super::folder::OutputArgs;
use super::print_files::sized;
use super::progress::ProgressArgs;
use super::theme_choice::ThemeArgs;
use super::{Exit, Failure};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Deck to show (.json or .csv)
    deck: PathBuf,
    #[command(flatten)]
    theme: ThemeArgs,
    /// Card size: poker, bridge, tarot ..., or width x height in mm; by default the theme's
    #[arg(long)]
    size: Option<String>,
    /// What to draw
    #[arg(long, value_enum, value_delimiter = ',', default_value = "grid,fan")]
    of: Vec<Of>,
    /// Show only these cards, such as 3,10,34-36
    #[arg(long, value_name = "CARDS")]
    only: Option<String>,
    /// Width of grid and fan in pixels
    #[arg(long, value_name = "PIXELS", default_value = "2400")]
    width: u32,
    /// Resolution of cut cards and proofs in dots per inch
    #[arg(long, default_value = "300")]
    dpi: u16,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Of {
    /// All cards and the back in rows
    Grid,
    /// The back and eight cards in a fan
    Fan,
    /// Each card as it is cut, its corners round and clear
    Cut,
    /// Each card with its bleed, the cut and the safe zone over it
    Proof,
}

/// Draws the pictures.
pub fn run(typed: Typed) -> Result<Exit, Failure> {
    let mut problems = Problems::new();
    let cards = match &typed.only {
        Some(list) => only(list).map_err(|found| problems.extend(found)).unwrap_or_default(),
        None => CardNumber::all().collect(),
    };
    if !SCREEN_WIDTH.contains(&typed.width) {
        let message = format!("no picture is made {} pixels wide", typed.width);
        let accepted = format!("{} to {}", SCREEN_WIDTH.start(), SCREEN_WIDTH.end());
        problems.push(Problem::coded("argument.range", message).accepts(accepted));
    }
    let Some(dpi) = Dpi::new(typed.dpi) else {
        let message = format!("{} dpi is not a resolution for cards", typed.dpi);
        problems.push(Problem::coded("argument.dpi", message).accepts("36 to 2400"));
        return Err(problems.into());
    };
    problems.into_result(())?;
    let mut pictures = Vec::new();
    for of in typed.of {
        let picture = match of {
            Of::Grid => ScreenPicture::Grid,
            Of::Fan => ScreenPicture::Fan,
            Of::Cut => ScreenPicture::Cut,
            Of::Proof => ScreenPicture::Proof,
        };
        if !pictures.contains(&picture) {
            pictures.push(picture);
        }
    }
    let deck = read_deck(&typed.deck)?;
    let theme = sized(typed.theme.read(&deck, Some(&typed.deck)), typed.size.as_deref())?;
    let folder = typed.output.prepare("picture", &[typed.deck.as_path()])?;
    let screen = Screen { cards, width: typed.width, dpi };
    let faces = Faces::fitting_on(&theme, &deck, &screen.cards)?;
    let files = screen.files(&faces, &pictures)?;
    folder.add(&files)?;
    if !typed.progress.quiet {
        typed.output.written(files.len());
    }
    Ok(Exit::Holds)
}
