//! `actiondeck generate`: from a spec to a deck file.

use std::path::{Path, PathBuf};

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::Problem;
use crate::generate::{Effort, REUSE_STEPS, ReusedDeck, generate, generate_from, total_moves};
use crate::spec::Spec;
use crate::validate::{Validation, validate};
use crate::wording::counted;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::deck_file::read_deck;
use super::output_file::{Kind, OutputArgs, OutputFile};
use super::progress::ProgressArgs;
use super::spec_file::{self, read_spec_file};
use super::{Exit, Failure, console};

/// The arguments of `actiondeck generate`.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// Preset name or TOML file [default: deck.toml in this folder, or the preset future-imperfect]
    spec: Option<String>,
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
    pub effort: Effort,
}

impl ValueEnum for Effort {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let moves = moves_beside_normal(*self);
        let about = match self {
            Self::Quick => format!("For a first look, with {moves}"),
            Self::Normal => "The effort behind the published figures".to_owned(),
            Self::Thorough => format!("For the last decimal, with {moves}"),
        };
        Some(PossibleValue::new(self.name()).help(about))
    }
}

/// Such as `1/16 of the moves` or `5 times the moves`.
fn moves_beside_normal(effort: Effort) -> String {
    let (moves, normal) = (effort.column_moves(), Effort::Normal.column_moves());
    if moves < normal {
        format!("1/{} of the moves of normal", normal / moves)
    } else {
        format!("{} times the moves of normal", moves / normal)
    }
}

/// Generates and writes the deck: CSV if the file name ends so, JSON otherwise. A deck that misses a limit of
/// its spec is written as well, with exit code 1.
pub fn run(args: GenerateArgs) -> Result<Exit, Failure> {
    let named = args.spec.unwrap_or_else(|| spec_file::usual(args.progress.quiet));
    let file = read_spec_file(&named)?;
    let spec = &file.spec;
    let csv = args.output.is_csv();
    let old = args.from.as_deref().map(read_deck).transpose()?;
    let inputs = [Some(Path::new(&named)), args.from.as_deref()];
    let inputs: Vec<&Path> = inputs.into_iter().flatten().collect();
    let kind = if csv { Kind::Unmarked } else { Kind::Deck };
    let output: OutputFile = args.output.prepare(kind, &inputs)?;
    let deck = match &old {
        Some(old) => reuse(spec, old, args.search, args.progress)?,
        None => search(spec, args.search, args.progress)?,
    };
    let deck = file.known_to(deck);
    let files = deck.to_files()?;
    let text = if csv { files.csv } else { files.json };
    output.commit(text.as_bytes())?;
    let validation = validate(&deck, Some(spec));
    if validation.holds() && !args.progress.quiet {
        console::note(&validation.sentence);
    }
    Ok(judged(&validation))
}

/// Reports on stderr which limits a new deck misses, in the words of its report, and what may help. This is a
/// warning, so it is printed under `--quiet` too.
pub fn judged(validation: &Validation) -> Exit {
    if validation.holds() {
        return Exit::Holds;
    }
    console::note(&validation.sentence);
    Exit::Fails
}

/// Generates from an old deck and reports on stderr what changed.
///
/// # Errors
/// [`Failure::Input`] if the pins of the spec cannot be satisfied.
pub fn reuse(
    spec: &Spec,
    old: &Deck,
    search: SearchArgs,
    progress: ProgressArgs,
) -> Result<Deck, Failure> {
    let seed = search.seed.unwrap_or(spec.seed);
    let bar = progress.bar("generate", Some(REUSE_STEPS));
    let reused = generate_from(spec, old, seed, search.effort, &|steps| bar.inc(steps));
    bar.finish_and_clear();
    let reused = reused.map_err(Problem::from)?;
    if !progress.quiet {
        console::note(&changed(&reused));
    }
    Ok(reused.deck)
}

/// The number of changed cards and cells, with the card numbers if not all changed.
fn changed(reused: &ReusedDeck) -> String {
    let cards = counted(reused.changed_cards.len(), "card");
    let cells = counted(reused.changed_cells, "cell");
    format!("{cards} and {cells} changed{}", listed(&reused.deck, &reused.changed_cards))
}

/// Card numbers after a count, such as `: 3, 10`; empty for none or all.
pub fn listed(deck: &Deck, cards: &[CardNumber]) -> String {
    if cards.is_empty() || cards.len() == deck.size() {
        return String::new();
    }
    let numbers: Vec<String> = cards.iter().map(CardNumber::to_string).collect();
    format!(": {}", numbers.join(", "))
}

/// Generates with a progress bar.
///
/// # Errors
/// [`Failure::Input`] if the pins of the spec cannot be satisfied.
pub fn search(
    spec: &crate::spec::Spec,
    search: SearchArgs,
    progress: ProgressArgs,
) -> Result<crate::deck::Deck, Failure> {
    let bar = progress.bar("generate", Some(total_moves(spec, search.effort)));
    let seed = search.seed.unwrap_or(spec.seed);
    let deck = generate(spec, seed, search.effort, &|moves| bar.inc(moves));
    bar.finish_and_clear();
    deck.map_err(|error| Problem::from(error).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::preset;

    #[test]
    fn the_help_names_the_moves_of_the_search() {
        let reported = Effort::ALL.map(|effort| {
            let value = effort.to_possible_value().expect("every effort can be typed");
            value.get_help().expect("every effort is explained").to_string()
        });
        assert!(reported[0].contains(" 1/16 of the moves"), "{}", reported[0]);
        assert!(reported[2].contains(" 5 times the moves"), "{}", reported[2]);
        // The elements add almost nothing, with the same moves in every round.
        let spec = preset("future-imperfect").unwrap().spec().unwrap();
        let [quick, normal, thorough] = Effort::ALL.map(|effort| total_moves(&spec, effort));
        assert_eq!([15, 16], [normal / quick, normal.div_ceil(quick)]);
        assert_eq!([4, 5], [thorough / normal, thorough.div_ceil(normal)]);
    }
}
