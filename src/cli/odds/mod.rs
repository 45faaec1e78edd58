//! `actiondeck odds …`: exact odds of the next draw. One file a kind of question.

mod answer;
mod ask;
mod attack;
mod check;
mod contest;
mod elements;
mod manner;
mod table;

use std::path::{Path, PathBuf};

use crate::deck::{CardNumber, CardRange};
use crate::diagnostic::{Problem, Problems};
use crate::lookup::{left_out, to_json};
use crate::odds::fit::FitAnswer;
use crate::odds::{OddsTables, Pile, Plot};
use crate::output::Comment;
use clap::{Args, Subcommand};

use answer::Odds;

use super::argument::{Get, Parsed, all, refuse, told};
use super::lookup::setting::{Setting, SettingArgs};
use super::output_file::{Kind, OutputFile, Rule};
use super::session_file::SessionArgs;
use super::{Exit, Failure, console};

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

impl Typed {
    /// Whether the answer is wanted in JSON.
    pub fn json(&self) -> bool {
        self.shared.json
    }
}

/// What all questions share.
#[derive(Debug, Args)]
#[command(next_help_heading = "For every question")]
struct Shared {
    #[command(flatten)]
    setting: SettingArgs,
    #[command(flatten)]
    session: SessionArgs,
    /// Cards that are no longer in the pile, such as 3,10,34-36
    #[arg(
        long,
        value_name = "CARD,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        global = true
    )]
    discarded: Vec<Parsed<CardRange>>,
    /// Print every chance as a fraction too; a check with --tn does so in any case
    #[arg(long, global = true)]
    fractions: bool,
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

#[derive(Debug, Subcommand)]
enum Of {
    /// Checks over target number, level and die, beside true dice
    Table(table::Typed),
    /// The chance that an effect cell reaches each magnitude, beside sums of true dice
    Effect(elements::Effect),
    /// An element that the designer added, beside its dice
    Element(elements::Element),
    /// A shot as a whole: whether it hits, where, with how many wounds, and when the target is down
    #[command(mut_arg("distance", attack::need_not_be_typed))]
    Attack(Box<attack::Shot>),
    /// A blow as a whole
    Melee(Box<attack::Blow>),
    /// Each hit location, as drawn and with bumps
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
    /// How close the whole deck comes to the dice of the games in the rule texts
    Fit,
}

/// Counts, draws and prints.
///
/// # Errors
/// [`Failure::Input`] when the deck cannot answer, [`Failure::File`] when the plot cannot be
/// written; nothing is printed then.
pub fn run(typed: Typed) -> Result<Exit, Failure> {
    let mut setting = typed.shared.setting.read_whole(typed.shared.session.file())?;
    typed.shared.session.tell(&mut setting)?;
    let odds = typed.answer(&setting)?;
    typed.draw(&odds)?;
    if typed.shared.plot.as_deref().is_some_and(|path| path.as_os_str() == "-") {
        return Ok(Exit::Holds);
    }
    match typed.shared.json {
        true => console::answer_json(&to_json(&setting.deck, odds.answer()))?,
        false => {
            typed.shared.setting.tell_deck(&setting.deck, typed.shared.session.file());
            console::answer(&typed.text(&odds))?;
        }
    }
    typed.shuffle_note(&setting).into_iter().for_each(console::note);
    Ok(Exit::Holds)
}

impl Typed {
    /// The odds with the cards that the setting leaves to be drawn.
    ///
    /// # Errors
    /// [`Failure::Input`] with everything that is wrong with what was typed.
    pub fn answer(&self, setting: &Setting) -> Result<Odds, Failure> {
        // A fit has several readings, and leaves out those of what the cards do not show by itself.
        if matches!(self.of, Some(Of::Fit)) {
            return self.answer_of(setting);
        }
        let with = |deck| setting.with_deck(deck);
        left_out::answer(
            &setting.deck,
            |deck| self.answer_of(&with(deck)),
            |odds, deck| {
                let again = self.answer_of(&with(deck));
                again.is_ok_and(|again| again.answer().value() == odds.answer().value())
            },
        )
    }

    fn answer_of(&self, setting: &Setting) -> Result<Odds, Failure> {
        let pile = self.pile(setting).and_then(|pile| self.after_shuffle(pile));
        let Some(of) = &self.of else {
            return Ok(self.check.answer(setting, pile)?);
        };
        let pile = all((pile, self.check.refuse_beside_another())).map(|(pile, ())| pile);
        Ok(Odds::Tables(match of {
            Of::Table(table) => table.answer(setting, pile)?,
            Of::Effect(effect) => effect.answer(setting, pile)?,
            Of::Element(element) => element.answer(setting, pile)?,
            Of::Attack(shot) => shot.answer(setting, pile)?,
            Of::Melee(blow) => blow.answer(setting, pile)?,
            Of::Location(location) => location.answer(setting, pile)?,
            Of::Penetration(penetration) => penetration.answer(setting, pile)?,
            Of::Burst(burst) => burst.answer(setting, pile)?,
            Of::Failure => elements::failure(setting, pile?),
            Of::Unintended => elements::unintended(setting, pile?),
            Of::Scatter => elements::scatter(setting, pile?),
            Of::Toggle => elements::toggle(setting, pile?),
            Of::Fit => {
                all((pile, self.refuse_part_of_deck()))?;
                return Ok(Odds::Fit(FitAnswer::new(&setting.deck)));
            }
        }))
    }

    fn pile(&self, setting: &Setting) -> Result<Pile, Problems> {
        match &self.shared.discarded[..] {
            [] => told(Pile::without(&setting.out_of_reach)),
            _ => {
                let ranges = self.shared.discarded.get()?.into_iter();
                let cards: Vec<CardNumber> = ranges.flat_map(CardRange::cards).collect();
                told(Pile::without(&cards))
            }
        }
    }

    /// The pile of the next draw: where every card was discarded they are shuffled first, as `play` does.
    fn after_shuffle(&self, pile: Pile) -> Result<Pile, Problems> {
        match (pile.is_empty(), self.shared.discarded.is_empty()) {
            (false, _) => Ok(pile),
            (true, false) => Ok(Pile::whole()),
            (true, true) => refuse(
                "no card is left to draw: every card is held in a hand or open on the table",
                "a table with cards in the pile or discarded",
            ),
        }
    }

    /// What is said of a pile that is shuffled before the draw.
    fn shuffle_note(&self, setting: &Setting) -> Option<&'static str> {
        let is_empty = self.pile(setting).is_ok_and(Pile::is_empty);
        is_empty.then_some("every card is discarded: these are the odds after they are shuffled")
    }

    fn refuse_part_of_deck(&self) -> Result<(), Problems> {
        match self.shared.discarded.is_empty() {
            true => Ok(()),
            false => refuse("a fit is one of the whole deck", "odds fit without --discarded"),
        }
    }

    /// What a person reads: the odds, with their fractions where those are asked for.
    pub fn text(&self, odds: &Odds) -> String {
        let wanted = self.shared.fractions || self.check.names_targets();
        let fractions = match odds {
            Odds::Check(odds) if wanted => odds.fractions(),
            Odds::Tables(tables) if self.shared.fractions => tables.fractions(),
            _ => Vec::new(),
        };
        let text = odds.answer().text();
        fractions.iter().fold(text, |text, line| text + line + "\n")
    }

    /// Writes the plot, if one is asked for.
    ///
    /// # Errors
    /// [`Failure::Input`] when the odds do not fit one plot, [`Failure::File`] when it cannot be
    /// written.
    pub fn draw(&self, odds: &Odds) -> Result<(), Failure> {
        let Some(path) = &self.shared.plot else { return Ok(()) };
        let plot = match odds {
            Odds::Check(odds) => Plot::of_check(odds),
            Odds::Tables(tables) => only_table(tables)?,
            Odds::Fit(_) => {
                return Err(Problem::coded("odds.plot", "a fit has no plot")
                    .accepts("odds fit without --plot")
                    .into());
            }
        };
        let files = self.shared.setting.files().chain(self.shared.session.file());
        let inputs: Vec<&Path> = files.collect();
        let kind = Kind::Sealed(Comment::Markup, "odds");
        let rule = Rule { kind, force: self.shared.force, inputs: &inputs };
        let svg = plot.svg();
        OutputFile::prepare(path, rule, Some(svg.as_bytes()))?.commit(svg.as_bytes())
    }
}

/// The plot of tables, of which there can be only one.
fn only_table(tables: &OddsTables) -> Result<Plot, Problem> {
    match &tables.tables[..] {
        [table] => Ok(Plot::of_table(table, tables.cards)),
        several => Err(Problem::coded(
            "odds.plot",
            format!("{} tables do not fit one plot", several.len()),
        )
        .accepts("a single one: --die, --level or --tn with one value, --only with one table")),
    }
}
