//! The command line: one file per command, each in four steps.
//!
//! 1. *parse*: clap reads the arguments, each into its type or a fault (`argument`);
//! 2. *resolve*: look up names and cards, and collect all faults;
//! 3. *call*: one call into the library;
//! 4. *print*: the answer to stdout, messages to stderr.
//!
//! A new command is a file with `Cli` and `run`, and a line in `Command` and in `run`. A new
//! question of `lookup` is a file with `Cli`, and a row in a table (`lookup::question`).

mod build;
mod calibrate;
mod clock;
mod companion;
mod completions;
mod console;
mod deck_file;
mod diff;
mod explain;
mod export;
mod failure;
mod fields;
mod folder;
mod generate;
mod guides;
mod leaf;
mod lookup;
mod man;
mod new;
mod odds;
mod other_looks;
mod output_file;
mod paper;
mod picture;
mod play;
mod preflight;
mod preflight_args;
mod preflight_pictures;
mod preflight_process;
mod preflight_worker;
mod print_args;
mod printed_edition;
mod printer;
mod prints;
mod process_limits;
mod progress;
mod question_help;
mod read;
mod render;
mod schema;
mod session_file;
mod setting_args;
mod signals;
mod spec_file;
mod studio;
mod template;
mod theme_choice;
mod themes;
mod tuck_box;
mod validate;
mod watch;
mod words_choice;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::{Exit, Failure};

/// The text below the options in every `--help` and in the manual.
const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  a check failed, or a deck was written that misses a limit of its spec
  2  bad usage or bad input
  3  could not read or write a file";

/// Generate, prove, print and play card decks that replace dice.
#[derive(Debug, Parser)]
#[command(name = "actiondeck", version, about, after_help = EXIT_CODES, max_term_width = 100)]
struct Cli {
    /// The command.
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a deck and everything to print it
    Build(build::BuildArgs),
    /// Create a folder to design a deck in
    New(new::NewArgs),
    /// Edit a deck spec in the browser with live odds and card previews
    Studio(studio::StudioArgs),
    /// Keep a picture of one card up to date while spec, tables and theme are edited
    Watch(watch::WatchArgs),
    /// Make a deck from a spec
    Generate(generate::GenerateArgs),
    /// Compare a deck with true dice
    Validate(validate::ValidateArgs),
    /// Print a deck
    Render(render::RenderArgs),
    /// Export a deck for virtual tables and other programs
    Export(export::ExportArgs),
    /// Write a page for phones that shows the cards and answers questions
    Companion(companion::CompanionArgs),
    /// Print the folded leaf for the box: how a card is read, and the odds at a glance
    Leaf(leaf::LeafArgs),
    /// Print the tuck box: the net with the theme's art, for a home printer and for a press
    #[command(name = "box")]
    TuckBox(tuck_box::TuckBoxArgs),
    /// Draw pictures of the deck for a shop page, trimmed cards, and proofs
    Picture(picture::PictureArgs),
    /// Measure how far a printer misplaces backs, for a profile that corrects it
    Calibrate(calibrate::CalibrateArgs),
    /// Check finished print files
    Preflight(preflight::PreflightArgs),
    /// Draw a card with each of its parts explained
    Explain(explain::ExplainArgs),
    /// Compare two decks, and print only the changed cards
    Diff(diff::DiffArgs),
    /// List the themes, or draw them all in one picture
    Themes(themes::ThemesArgs),
    /// Check the templates of a theme
    Template(template::TemplateArgs),
    /// Read drawn cards: checks, damage, hit locations and more
    #[command(disable_help_flag = true)]
    Lookup(Box<lookup::LookupArgs>),
    /// Play at a table: draw, resolve and undo, line by line
    Play(Box<play::PlayArgs>),
    /// Compute the exact odds of the next draw
    Odds(Box<odds::OddsArgs>),
    /// Write the JSON Schema of deck specs, for completion in editors, or of a JSON format
    Schema(schema::SchemaArgs),
    /// Write a completion script for a shell
    Completions(completions::CompletionsArgs),
    /// Write the manual page
    Man(man::ManArgs),
}

impl Command {
    /// Whether `--json` was given to a command with one answer; `play` answers each line.
    fn answers_in_json(&self) -> bool {
        match self {
            Self::Lookup(args) => args.json(),
            Self::Odds(args) => args.json(),
            Self::Validate(args) => args.json,
            Self::Diff(args) => args.json,
            Self::Preflight(args) => args.json,
            Self::Template(args) => args.json(),
            _ => false,
        }
    }
}

/// The whole command line with the questions of `lookup`, for completions and manual pages.
fn whole_command() -> clap::Command {
    <Cli as clap::CommandFactory>::command().mut_subcommand("lookup", question_help::tree)
}

/// Runs the program: executes a command, prints its failure, and returns the exit code. `limit_memory` limits
/// the memory of this process, in bytes, where the system does not.
pub fn main(limit_memory: fn(usize)) -> ExitCode {
    let args = match Cli::try_parse() {
        Ok(args) => args,
        Err(error) if error.use_stderr() => {
            let failure = Failure::from(error);
            // The arguments are invalid, but `--json` may be among them.
            if std::env::args_os().any(|word| word == "--json") {
                let _ = console::answer_json(&failure.json());
            }
            console::complain(&failure);
            return failure.exit_code();
        }
        Err(help) => return console::shown(&help),
    };
    let json = args.command.answers_in_json();
    match run(args, limit_memory) {
        Ok(verdict) => verdict.exit_code(),
        Err(failure) => {
            if json {
                // If stdout itself is closed, nothing can be reported.
                let _ = console::answer_json(&failure.json());
            }
            console::complain(&failure);
            failure.exit_code()
        }
    }
}

/// Runs a command.
///
/// # Errors
/// [`Failure`] if the input is bad or a file cannot be read or written. A check that ran and failed is
/// [`Exit::Fails`].
fn run(args: Cli, limit_memory: fn(usize)) -> Result<Exit, Failure> {
    match args.command {
        Command::Build(args) => build::run(args),
        Command::Validate(args) => validate::run(args),
        Command::Render(args) => render::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Export(args) => export::run(args),
        Command::Companion(args) => companion::run(args),
        Command::Leaf(args) => leaf::run(args),
        Command::TuckBox(args) => tuck_box::run(args),
        Command::Picture(args) => picture::run(args),
        Command::Calibrate(args) => calibrate::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Preflight(args) => preflight::run(&args, limit_memory),
        Command::Explain(args) => explain::run(args),
        Command::Themes(args) => themes::run(args),
        Command::Template(args) => template::run(args),
        Command::Lookup(args) => lookup::run(*args),
        Command::Play(args) => play::run(*args),
        Command::Odds(args) => odds::run(*args),
        Command::New(args) => new::run(args),
        Command::Studio(args) => studio::run(args),
        Command::Watch(args) => watch::run(args),
        Command::Schema(args) => schema::run(args),
        Command::Completions(args) => completions::run(args, whole_command()),
        Command::Man(args) => man::run(args, whole_command()),
    }
}
