//! `actiondeck calibrate`: prints a test sheet for the offset of a printer's backs, and makes a profile from
//! its readings.

use crate::diagnostic::{Problem, Problems};
use crate::render::calibration::{Calibration, READINGS, SMALLEST_PAPER, profile};
use crate::wording::{counted, plural_form};
use clap::Args;

use super::folder::OutputArgs;
use super::paper;
use super::print_args::source_date;
use super::printer::PrinterArgs;
use super::progress::ProgressArgs;
use super::{Exit, Failure, console};

/// The arguments of `actiondeck calibrate`.
#[derive(Debug, Args)]
pub struct CalibrateArgs {
    #[arg(long, value_name = "PAPER", default_value = "a4", help = paper::HELP)]
    paper: String,
    #[command(flatten)]
    printer: PrinterArgs,
    /// The eight readings of the sheet in mm, such as 0.3,-0.1,0.3,0,0.2,-0.1,0.3,-0.2: prints the
    /// profile they give instead of the sheet
    #[arg(long, value_name = "READINGS", allow_hyphen_values = true)]
    readings: Option<String>,
    /// The printer's name in the profile
    #[arg(long, default_value = "office", requires = "readings")]
    name: String,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Writes the sheet, or prints a profile.
pub fn run(args: CalibrateArgs) -> Result<Exit, Failure> {
    let paper = paper::read(&args.paper, SMALLEST_PAPER)?;
    if let Some(list) = &args.readings {
        let readings = readings(list)?;
        let printer = profile(name(&args.name)?, paper, readings).checked()?;
        console::write(printer.to_toml().as_bytes())?;
        return Ok(Exit::Holds);
    }
    let calibration = Calibration {
        paper,
        flip: args.printer.flip(),
        printer: args.printer.profile()?,
        date: source_date().map_err(Problems::from)?,
    };
    let folder = args.output.prepare("calibrate", &[])?;
    let files = calibration.files()?;
    folder.add(&files)?;
    if !args.progress.quiet {
        args.output.written(files.len());
    }
    Ok(Exit::Holds)
}

fn readings(list: &str) -> Result<[f64; READINGS], Problems> {
    let mut problems = Problems::new();
    let mut found = Vec::new();
    for piece in list.split(',').map(str::trim) {
        // Accepts the minus sign that is printed on the sheet.
        match piece.replace('−', "-").parse::<f64>() {
            Ok(reading) if (-12.0..=12.0).contains(&reading) => found.push(reading),
            _ => problems.push(
                Problem::coded("calibrate.reading", format!("{piece:?} is not a reading"))
                    .accepts("millimetres, −12 to 12"),
            ),
        }
    }
    let count = found.len();
    let readings = found.try_into().unwrap_or([0.0; READINGS]);
    if problems.is_empty() && count != READINGS {
        let (readings, were) = (counted(count, "reading"), plural_form(count, "was", "were"));
        let message = format!("{readings} {were} given");
        problems.push(
            Problem::coded("calibrate.reading", message)
                .accepts("eight, in the order of the sheet's figures"),
        );
    }
    problems.into_result(readings)
}

/// A name that needs no quotes as a key in TOML.
fn name(name: &str) -> Result<&str, Problems> {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(is_bare) {
        return Ok(name);
    }
    Err(Problem::coded("printer.name", format!("{name:?} is not a name for a printer"))
        .accepts("letters, digits, - and _")
        .into())
}
