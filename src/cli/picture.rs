//! `actiondeck picture`: the deck for a shop's page, cards as they are cut, proofs.

use std::path::PathBuf;

use crate::diagnostic::{Problem, Problems};
use crate::face::Faces;
use crate::render::png::Dpi;
use crate::render::{SCREEN_WIDTH, Screen, ScreenPicture, only};
use clap::{Args, ValueEnum};

use super::deck_file::read_deck;
use super::folder::OutputArgs;
use super::progress::ProgressArgs;
use super::theme_choice::{ThemeArgs, sized};
use super::{Exit, Failure};

/// The arguments of `actiondeck picture`.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// Deck to show (.json or .csv)
    deck: PathBuf,
    #[command(flatten)]
    theme: ThemeArgs,
    /// Card size: poker, bridge, tarot ..., or width x height in mm; by default the theme's
    #[arg(long)]
    size: Option<String>,
    /// What to draw
    #[arg(long, value_enum, value_delimiter = ',', default_value = "grid,fan")]
    of: Vec<PictureSubject>,
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
enum PictureSubject {
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
pub fn run(args: PictureArgs) -> Result<Exit, Failure> {
    let deck = read_deck(&args.deck)?;
    let mut problems = Problems::new();
    let cards = match &args.only {
        Some(list) => {
            only(list, deck.numbers()).map_err(|found| problems.extend(found)).unwrap_or_default()
        }
        None => deck.numbers().iter().collect(),
    };
    if !SCREEN_WIDTH.contains(&args.width) {
        let message = format!("no picture is made {} pixels wide", args.width);
        let accepted = format!("{} to {}", SCREEN_WIDTH.start(), SCREEN_WIDTH.end());
        problems.push(Problem::coded("argument.range", message).accepts(accepted));
    }
    let Some(dpi) = Dpi::new(args.dpi) else {
        let message = format!("{} dpi is not a resolution for cards", args.dpi);
        problems.push(Problem::coded("argument.dpi", message).accepts("36 to 2400"));
        return Err(problems.into());
    };
    problems.into_result(())?;
    let mut pictures = Vec::new();
    for of in args.of {
        let picture = match of {
            PictureSubject::Grid => ScreenPicture::Grid,
            PictureSubject::Fan => ScreenPicture::Fan,
            PictureSubject::Cut => ScreenPicture::Cut,
            PictureSubject::Proof => ScreenPicture::Proof,
        };
        if !pictures.contains(&picture) {
            pictures.push(picture);
        }
    }
    let theme = sized(args.theme.read(&deck, Some(&args.deck)), args.size.as_deref())?;
    let folder = args.output.prepare("picture", &[args.deck.as_path()])?;
    let screen = Screen { cards, width: args.width, dpi };
    let faces = Faces::fitting_on(&theme, &deck, &screen.cards)?;
    let files = screen.files(&faces, &pictures)?;
    folder.add(&files)?;
    if !args.progress.quiet {
        args.output.written(files.len());
    }
    Ok(Exit::Holds)
}
