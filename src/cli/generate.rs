//! `actiondeck generate`: from a spec to a deck file.

use std::path::PathBuf;

use crate::deck::{CardNumber, DECK_SIZE, Deck};
use crate::diagnostic::Problem;
use crate::generate::{Effort, REUSE_STEPS, Reused, generate, generate_from, total_moves};
use crate::spec::Spec;
use crate::validate::{self, validate};
use clap::{Args, ValueEnum};

use super::deck_file::read_deck;
use super::files::{OutputArgs, OutputFile};
use super::progress::ProgressArgs;
use super::spec_file::read_spec;
use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Preset name or TOML file
    #[arg(default_value = "future-imperfect")]
    spec: String,
    /// Keep as many cards of this deck as the spec allows
    #[arg(long, value_name = "OLD")]
    from: Option<PathBuf>,
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
    let deck = match &typed.from {
        Some(path) => {
            let old = read_deck(path)?;
            reuse(&spec, &old, typed.search, typed.progress)?
        }
        None => search(&spec, typed.search, typed.progress)?,
    };
    let files = deck.to_files()?;
    let text = if csv { files.csv } else { files.json };
    output.commit(text.as_bytes())?;
    // Quick decks are first looks, and mostly fall short in something.
    if !typed.progress.quiet && Effort::from(typed.search.effort) != Effort::Quick {
        warn(&deck, &spec);
    }
    Ok(Verdict::Holds)
}

/// Says on stderr which of the spec's limits the deck does not keep, and what may help.
fn warn(deck: &Deck, spec: &Spec) {
    let validation = validate(deck, Some(spec));
    let short = validation.figures.iter().filter(|f| f.verdict == validate::Verdict::FallsShort);
    let short: Vec<String> = short
        .map(|figure| {
            let shown = |amount: &validate::Amount| amount.rounded(figure.unit.places());
            let limit = figure.limit.as_ref().map(shown).unwrap_or_default();
            format!("{} {} (limit {limit})", figure.title, shown(&figure.achieved))
        })
        .collect();
    if !short.is_empty() {
        console::note(&format!("the deck falls short of its spec: {}", short.join("; ")));
        console::note("more effort, another seed, fewer pins or wider [limits] may help");
    }
}

/// Generates from an old deck and says on stderr what changed.
fn reuse(
    spec: &Spec,
    old: &Deck,
    search: SearchArgs,
    progress: ProgressArgs,
) -> Result<Deck, Failure> {
    let seed = search.seed.unwrap_or(spec.seed);
    let bar = progress.bar("generate", REUSE_STEPS);
    let reused = generate_from(spec, old, seed, search.effort.into(), &|steps| bar.inc(steps));
    bar.finish_and_clear();
    let reused = reused.map_err(|error| Problem::new(error.to_string()))?;
    if !progress.quiet {
        console::note(&changed(&reused));
    }
    Ok(reused.deck)
}

/// How many cards and cells changed, and which cards if they are not all.
fn changed(reused: &Reused) -> String {
    let (cards, cells) = (reused.changed_cards.len(), reused.changed_cells);
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let mut text =
        format!("{cards} card{} and {cells} cell{} changed", plural(cards), plural(cells));
    if cards > 0 && cards < DECK_SIZE {
        let numbers: Vec<String> = reused.changed_cards.iter().map(CardNumber::to_string).collect();
        text.push_str(&format!(": {}", numbers.join(", ")));
    }
    text
}

/// Generates with a progress bar.
///
/// # Errors
/// [`Failure::Input`] when the spec's pins leave no room.
pub fn search(
    spec: &crate::spec::Spec,
    search: SearchArgs,
    progress: ProgressArgs,
) -> Result<crate::deck::Deck, Failure> {
    let effort = Effort::from(search.effort);
    let bar = progress.bar("generate", total_moves(spec, effort));
    let seed = search.seed.unwrap_or(spec.seed);
    let deck = generate(spec, seed, effort, &|moves| bar.inc(moves));
    bar.finish_and_clear();
    deck.map_err(|error| crate::diagnostic::Problem::new(error.to_string()).into())
}
