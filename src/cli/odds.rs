//! `actiondeck odds …`: exact odds of the next draw.

use std::path::{Path, PathBuf};

use clap::error::{Error, ErrorKind};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::fields;
use super::output_file::{Kind, OutputFile, Rule};
use super::session_file::SessionArgs;
use super::setting_args::SettingArgs;
use super::{Exit, Failure, console};
use crate::diagnostic::{Problem, Problems};
use crate::publish::Comment;
use crate::table::lookup::AnswerRecord;
use crate::table::odds::{OddsTables, Plot};
use crate::table::questions::odds::{self, ODDS, Odds, OddsReply, OddsSpec, SHARED};
use crate::table::questions::problems::refuse;
use crate::table::questions::setting::Setting;
use crate::table::questions::values::Values;

/// A command line of `odds`.
#[derive(Debug)]
pub struct OddsArgs {
    spec: &'static OddsSpec,
    values: Values,
    /// Values of a check before the name of another question.
    misplaced: Values,
    inputs: Inputs,
    output: OutputArgs,
}

/// The sources of cards and rules.
#[derive(Debug, Args)]
struct Inputs {
    #[command(flatten)]
    setting: SettingArgs,
    #[command(flatten)]
    session: SessionArgs,
}

/// The output options.
#[derive(Debug, Args)]
struct OutputArgs {
    /// Answer in JSON
    #[arg(long, global = true)]
    json: bool,
    /// Draw the odds into an SVG file
    #[arg(long, value_name = "FILE", global = true)]
    plot: Option<PathBuf>,
    /// Replace the plot's FILE even if this command did not write it, or it was changed since
    #[arg(long, global = true, requires = "plot")]
    force: bool,
}

impl Args for OddsArgs {
    fn augment_args(command: Command) -> Command {
        let [check, others @ ..] = ODDS else { return command };
        let command = command.args(check.fields().into_iter().map(fields::argument));
        let command = Inputs::augment_args(command.next_help_heading("For every question"));
        let shared = SHARED.iter().map(|field| fields::argument(field).global(true));
        let command = OutputArgs::augment_args(command.args(shared));
        command.subcommand_negates_reqs(true).subcommands(
            others.iter().map(|spec| fields::command(spec.name, spec.help, &spec.fields())),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for OddsArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let [check, others @ ..] = ODDS else { return Err(Error::new(ErrorKind::UnknownArgument)) };
        let named = matches
            .subcommand()
            .and_then(|(name, below)| Some((others.iter().find(|spec| spec.name == name)?, below)));
        let (spec, of_question) = named.unwrap_or((check, matches));
        let misplaced = match named {
            Some(_) => fields::values(matches, &check.fields()),
            None => Values::default(),
        };
        Ok(Self {
            spec,
            values: fields::values(of_question, &spec.all_fields()),
            misplaced,
            inputs: Inputs::from_arg_matches(matches)?,
            output: OutputArgs::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Computes, draws and prints.
///
/// # Errors
/// [`Failure::Input`] if the deck cannot answer, [`Failure::File`] if the plot cannot be written. Nothing is
/// printed then.
pub fn run(args: OddsArgs) -> Result<Exit, Failure> {
    let Inputs { setting, session } = &args.inputs;
    let mut read = setting.read_whole(session.file())?;
    session.update(&mut read)?;
    setting.set_actor(&mut read)?;
    let reply = args.answer(&read)?;
    args.draw(&reply.odds)?;
    if args.output.plot.as_deref().is_some_and(|path| path.as_os_str() == "-") {
        return Ok(Exit::Holds);
    }
    match args.output.json {
        true => {
            console::answer_json(&AnswerRecord::new(&read.deck, reply.odds.answer()).to_json())?
        }
        false => {
            setting.note_deck(&read.deck, session.file());
            console::answer(&reply.text())?;
        }
    }
    if reply.is_shuffled {
        console::note(odds::SHUFFLED);
    }
    Ok(Exit::Holds)
}

impl OddsArgs {
    /// Whether the answer is JSON.
    pub fn json(&self) -> bool {
        self.output.json
    }

    /// The odds over the cards that are left in the setting's draw pile.
    ///
    /// # Errors
    /// Every problem with the values, or why the deck or the rules cannot answer.
    pub fn answer(&self, setting: &Setting) -> Result<OddsReply, Problems> {
        if let Some(value) = self.misplaced.iter().next() {
            let text = match value.field.positional {
                true => format!("{:?}", value.texts.concat()),
                false => format!("--{}", value.field.hyphenated()),
            };
            return refuse(
                format!("{text} is before another question"),
                "DICE, or one of the commands, not both",
            );
        }
        odds::answer(self.spec, &self.values, setting)
    }

    /// Writes the plot, if requested.
    ///
    /// # Errors
    /// [`Failure::Input`] if the odds do not fit one plot, [`Failure::File`] if it cannot be written.
    pub fn draw(&self, odds: &Odds) -> Result<(), Failure> {
        let Some(path) = &self.output.plot else { return Ok(()) };
        let plot = match odds {
            Odds::Check(odds) => Plot::from_check(odds),
            Odds::Tables(tables) => only_table(tables)?,
            Odds::Fit(_) => {
                return Err(Problem::coded("odds.plot", "a fit has no plot")
                    .accepts("odds fit without --plot")
                    .into());
            }
        };
        let Inputs { setting, session } = &self.inputs;
        let inputs: Vec<&Path> = setting.files().chain(session.file()).collect();
        let kind = Kind::Sealed(Comment::Markup, "odds");
        let rule = Rule { kind, force: self.output.force, inputs: &inputs };
        let svg = plot.svg();
        OutputFile::prepare(path, rule, Some(svg.as_bytes()))?.commit(svg.as_bytes())
    }
}

/// The plot of a single table.
fn only_table(tables: &OddsTables) -> Result<Plot, Problem> {
    match &tables.tables[..] {
        [table] => Ok(Plot::from_table(table, tables.cards)),
        several => Err(Problem::coded(
            "odds.plot",
            format!("{} tables do not fit one plot", several.len()),
        )
        .accepts("a single one: --die, --level or --tn with one value, --only with one table")),
    }
}
