//! The printer for which a command prints.

use std::path::PathBuf;

use crate::diagnostic::{Problem, Problems, Source};
use crate::input::file::{self, ReadError};
use crate::input::limits::TOML_FILE;
use crate::render::Printer;
use crate::render::sheet::Flip;
use clap::{Args, ValueEnum};

/// The duplex mode of the printer, and the offset of its backs.
#[derive(Debug, Args)]
pub struct PrinterArgs {
    /// Edge on which the duplex printer flips the paper
    #[arg(long, value_enum, default_value = "long")]
    flip: FlipArg,
    /// Printer profile from `calibrate` that corrects misplaced backs
    #[arg(long, value_name = "NAME")]
    printer: Option<String>,
    /// File with printer profiles
    #[arg(long, value_name = "FILE", default_value = "printers.toml", requires = "printer")]
    printers: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FlipArg {
    Long,
    Short,
}

impl PrinterArgs {
    /// The edge on which the printer flips.
    pub fn flip(&self) -> Flip {
        match self.flip {
            FlipArg::Long => Flip::LongEdge,
            FlipArg::Short => Flip::ShortEdge,
        }
    }

    /// The profile, if one was named.
    ///
    /// # Errors
    /// If the file cannot be read, every fault in it, or that it has no such printer.
    pub fn profile(&self) -> Result<Option<Printer>, Problems> {
        let Some(name) = &self.printer else { return Ok(None) };
        let path = self.printers.display().to_string();
        let text = file::text(&self.printers, TOML_FILE).map_err(|error| match error {
            ReadError::System { cause, .. } => Problem::coded(
                "file.system",
                format!("cannot read the printers' profiles in {path}: {cause}"),
            )
            .accepts("a file that `actiondeck calibrate --readings` began"),
            refused => refused.into(),
        })?;
        Printer::read(name, &Source::new(path, text)).map(Some)
    }
}
