//! `actiondeck odds …`: exact odds of the next draw. One file a kind of question.

mod check;
mod elements;
mod table;

use std::path::PathBuf;

use actiondeck::diagnostic::Problem;
use actiondeck::lookup::{Answer, to_json};
use actiondeck::odds::{OddsTables, Pile, Plot};
use clap::{Args, Subcommand};

use super::files::OutputFile;
use super::lookup::meaning::Meaning;
use super::lookup::setting::{Setting, SettingArgs};
use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
#[command(subcommand_negates_reqs = true)]
pub struct Typed {
    #[command(flatten)]
    check: check::Typed,
    #[command(flatten)]
    shared: Shared,
    #[command(subcommand)]
    of: Option<Of>,
}

/// What all questions share.
#[derive(Debug, Args)]
struct Shared {
    #[command(flatten)]
    setting: SettingArgs,
    /// Cards that are no longer in the pile
    #[arg(
        long,
        value_name = "CARD,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        global = true
    )]
    discarded: Vec<String>,
    /// Print every chance as a fraction too; a check with --tn does so in any case
    #[arg(long, global = true)]
    fractions: bool,
    /// Answer in JSON
    #[arg(long, global = true)]
    json: bool,
    /// Draw the odds into an SVG file
    #[arg(long, value_name = "FILE", global = true)]
    plot: Option<PathBuf>,
    /// Overwrite the plot's FILE even if another program wrote it
    #[arg(long, global = true, requires = "plot")]
    force: bool,
}

#[derive(Debug, Subcommand)]
enum Of {
    /// Checks over target number, level and die, beside true dice
    Table(table::Typed),
    /// An effect cell at least so high, beside sums of true dice
    Effect(elements::Effect),
    /// Each hit location, as it falls and with bumps
    Location(elements::Location),
    /// What a card prints for penetration, or P, A and D against armour
    Penetration(elements::Penetration),
    /// How many shots of a burst hit
    Burst(elements::Burst),
    /// Whether equipment fails, for each reliability
    Failure,
    /// Whether stray shots hit somebody else
    Unintended,
    /// Each direction of the scatter clock
    Scatter,
    /// Yes and no
    Toggle,
}

/// Counts, draws and prints.
///
/// # Errors
/// [`Failure::Input`] when the deck cannot answer, [`Failure::File`] when the plot cannot be
/// written; nothing is printed then.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let shared = &typed.shared;
    let setting = &shared.setting.read()?;
    let mut meaning = Meaning::default();
    let discarded = meaning.cards(&shared.discarded);
    let pile = discarded.and_then(|cards| meaning.keep(Pile::without(&cards)));
    let Some(of) = typed.of else {
        let odds = typed.check.answer(setting, pile, meaning)?;
        let fractions = shared.fractions || typed.check.names_targets();
        let fractions = if fractions { odds.fractions() } else { Vec::new() };
        return shared.print(setting, &odds, &fractions, || Ok(Plot::of_check(&odds)));
    };
    typed.check.refuse_beside_another(&mut meaning);
    let tables = match of {
        Of::Table(table) => table.answer(setting, pile, meaning)?,
        Of::Effect(effect) => effect.answer(setting, pile, meaning)?,
        Of::Location(location) => location.answer(setting, pile, meaning)?,
        Of::Penetration(penetration) => penetration.answer(setting, pile, meaning)?,
        Of::Burst(burst) => burst.answer(setting, pile, meaning)?,
        Of::Failure => elements::failure(setting, meaning.settled(pile)?),
        Of::Unintended => elements::unintended(setting, meaning.settled(pile)?),
        Of::Scatter => elements::scatter(setting, meaning.settled(pile)?),
        Of::Toggle => elements::toggle(setting, meaning.settled(pile)?),
    };
    let fractions = if shared.fractions { tables.fractions() } else { Vec::new() };
    shared.print(setting, &tables, &fractions, || only_table(&tables))
}

/// The plot of tables, of which there can be only one.
fn only_table(tables: &OddsTables) -> Result<Plot, Problem> {
    match &tables.tables[..] {
        [table] => Ok(Plot::of_table(table, tables.cards)),
        several => Err(Problem::new(format!("{} tables do not fit one plot", several.len()))
            .accepts("--die, --level or --tn with a single value")),
    }
}

impl Shared {
    /// Writes the plot, if one is asked for, then prints.
    fn print<A: Answer>(
        &self,
        setting: &Setting,
        answer: &A,
        fractions: &[String],
        plot: impl FnOnce() -> Result<Plot, Problem>,
    ) -> Result<Verdict, Failure> {
        if let Some(path) = &self.plot {
            let plot = plot()?;
            OutputFile::prepare(path, self.force)?.commit(plot.svg().as_bytes())?;
            if path.as_os_str() == "-" {
                return Ok(Verdict::Holds);
            }
        }
        let text = if self.json {
            to_json(&setting.deck, answer)
        } else {
            fractions.iter().fold(answer.text(), |text, line| text + line + "\n")
        };
        console::answer(text.as_bytes())?;
        Ok(Verdict::Holds)
    }
}
