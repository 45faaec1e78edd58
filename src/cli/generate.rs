//! `actiondeck generate`: from a spec to a deck file.

use actiondeck::generate::{Effort, generate, total_moves};
use clap::{Args, ValueEnum};

use super::files::{OutputArgs, OutputFile};
use super::progress::ProgressArgs;
use super::spec_file::read_spec;
use super::{Failure, Verdict};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Preset name or TOML file
    #[arg(default_value = "future-imperfect")]
    spec: String,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// The options of every command that generates.
#[derive(Clone, Copy, Debug, Args)]
pub struct SearchArgs {
    /// Seed of the search; otherwise the spec's own
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How long to search, in moves
    #[arg(long, value_enum, default_value = "normal")]
    pub effort: EffortArg,
}

/// [`Effort`] as it is typed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum EffortArg {
    /// An eighth of normal
    Quick,
    /// What the published figures are reached with
    Normal,
    /// Ten times normal
    Thorough,
}

impl From<EffortArg> for Effort {
    fn from(typed: EffortArg) -> Self {
        match typed {
            EffortArg::Quick => Self::Quick,
            EffortArg::Normal => Self::Normal,
            EffortArg::Thorough => Self::Thorough,
        }
    }
}

/// Generates and writes the deck: CSV if the file name says so, JSON otherwise.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let spec = read_spec(&typed.spec)?;
    let csv = typed.output.is_csv();
    let output: OutputFile = typed.output.prepare()?;
    let deck = search(&spec, typed.search, typed.progress)?;
    let text = if csv { deck.to_csv() } else { deck.to_json() };
    output.commit(text.as_bytes())?;
    Ok(Verdict::Holds)
}

/// Generates with a progress bar.
///
/// # Errors
/// [`Failure::Input`] when the spec's pins leave no room.
pub fn search(
    spec: &actiondeck::spec::Spec,
    search: SearchArgs,
    progress: ProgressArgs,
) -> Result<actiondeck::deck::Deck, Failure> {
    let effort = Effort::from(search.effort);
    let bar = progress.bar("generate", total_moves(spec, effort));
    let seed = search.seed.unwrap_or(spec.seed);
    let deck = generate(spec, seed, effort, &|moves| bar.inc(moves));
    bar.finish_and_clear();
    deck.map_err(|error| actiondeck::diagnostic::Problem::new(error.to_string()).into())
}
