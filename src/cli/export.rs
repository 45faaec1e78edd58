//! `actiondeck export`: the deck for virtual tables and other programs.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Problem, Problems};
use crate::export::{Export, Grid, GridError, Target};
use crate::face::Theme;
use crate::geometry::Mm;
use crate::project::read_sheet;
use crate::render::sheet::{Packing, Sheet};
use clap::Args;
use clap::builder::PossibleValuesParser;

use super::deck_file::read_deck;
use super::folder::OutputArgs;
use super::progress::ProgressArgs;
use super::theme_choice::{ThemeArgs, sized};
use super::{Exit, Failure};

/// The arguments of `actiondeck export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// What to export for; each gets a folder of its name
    #[arg(
        value_name = "TARGETS",
        value_delimiter = ',',
        required = true,
        value_parser = PossibleValuesParser::new(Target::ALL.map(Target::name))
    )]
    targets: Vec<String>,
    /// Deck to export (.json or .csv)
    deck: PathBuf,
    #[command(flatten)]
    theme: ThemeArgs,
    /// Card size: poker, euro-poker, bridge, tarot, us-tarot, jumbo, a6 or WxH in mm; by default
    /// the theme's
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Width of a card's picture in pixels, 50 to 2000
    #[arg(long, value_name = "PIXELS", default_value = "700")]
    width: u32,
    /// Cards on a sheet of pictures for tts: columns x rows; 1x1 keeps each card in a file of its own
    #[arg(long, value_name = "GRID", default_value = "5x4")]
    grid: String,
    /// For tts: address below which you will put the pictures; without it, they go into the
    /// program's own folder
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// For dxf and svg-cut: sheets to cut, built-in ones or TOML files; by default silhouette-a4 and
    /// silhouette-letter
    #[arg(long, value_name = "SHEETS", value_delimiter = ',')]
    sheet: Vec<String>,
    /// For dxf and svg-cut: radius of the cards' corners in mm
    #[arg(long, value_name = "MM", default_value = "3")]
    corner_radius: f64,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// The accepted widths of pictures in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 50..=2000;

/// Writes the files of each target, and removes those of an earlier export of the same targets.
pub fn run(args: ExportArgs) -> Result<Exit, Failure> {
    let deck = read_deck(&args.deck)?;
    let mut problems = Problems::new();
    let theme = args.theme.read(&deck, Some(&args.deck));
    let theme: Option<Theme> =
        sized(theme, args.size.as_deref()).map_err(|found| problems.extend(found)).ok();
    let grid: Option<Grid> =
        args.grid.parse().map_err(|error: GridError| problems.push(error.into())).ok();
    if !WIDTHS.contains(&args.width) {
        let message = format!("{} pixels is not a width for a card's picture", args.width);
        let accepted = format!("{} to {}", WIDTHS.start(), WIDTHS.end());
        problems.push(Problem::coded("export.width", message).accepts(accepted));
    }
    let sheets = sheets(&args.sheet, theme.as_ref()).map_err(|found| problems.extend(found)).ok();
    let targets: Vec<Target> = args.targets.iter().filter_map(|name| name.parse().ok()).collect();
    let (Some(theme), Some(grid), Some(sheets), true) = (theme, grid, sheets, problems.is_empty())
    else {
        return Err(problems.into());
    };
    let inputs = args.sheet.iter().map(Path::new).chain([args.deck.as_path()]);
    let folder = args.output.prepare("export", &inputs.collect::<Vec<_>>())?;
    let files = Export::new(&deck, &theme)
        .with_card_width_px(args.width)
        .with_grid(grid)
        .with_base_url(args.base_url)
        .with_sheets(sheets)
        .with_corner_radius(Mm(args.corner_radius))
        .files(&targets)?;
    let folders: Vec<&str> = targets.iter().map(|target| target.name()).collect();
    folder.replace_below(&folders, &files)?;
    if !args.progress.quiet {
        args.output.written(files.len());
    }
    Ok(Exit::Holds)
}

/// The given sheets; else those of [`USUAL_SHEETS`] that hold the cards, or all of them if none does, so that
/// their faults are reported.
fn sheets(names: &[String], theme: Option<&Theme>) -> Result<Vec<Sheet>, Problems> {
    if !names.is_empty() {
        return names.iter().map(|name| read_sheet(name)).collect();
    }
    let usual: Result<Vec<Sheet>, Problems> =
        USUAL_SHEETS.into_iter().map(Sheet::built_in).collect();
    let usual = usual?;
    let fits =
        |sheet: &&Sheet| theme.is_some_and(|theme| Packing::new(sheet, theme.format()).is_ok());
    let fitting: Vec<Sheet> = usual.iter().filter(fits).cloned().collect();
    Ok(if fitting.is_empty() { usual } else { fitting })
}

/// The sheets that are cut if none are given.
const USUAL_SHEETS: [&str; 2] = ["silhouette-a4", "silhouette-letter"];
