//! `actiondeck completions SHELL`: completion scripts.

use std::any::TypeId;

use crate::face::{CardSize, Theme, Words};
use crate::publish::Comment;
use crate::render::sheet::Sheet;
use crate::render::vendor::Vendor;
use crate::spec::PRESETS;
use crate::table::rules::Game;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::Shell;

use super::output_file::{Kind, OutputArgs};
use super::{Exit, Failure};

/// The arguments of `actiondeck completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// Shell to write completions for
    shell: Shell,
    #[command(flatten)]
    output: OutputArgs,
}

/// Writes the script.
pub fn run(args: CompletionsArgs, command: Command) -> Result<Exit, Failure> {
    let mut command = with_names(command);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "actiondeck", &mut script);
    args.output.write(Kind::Sealed(Comment::Hash, "completions"), &script)?;
    Ok(Exit::Holds)
}

/// The command with the names of built-in files as possible values of its options: names without spaces, at
/// which the scripts of some shells would split them.
fn with_names(command: Command) -> Command {
    with_flat_help(command).mut_args(with_own_names).mut_subcommands(with_names)
}

/// The command with a `help` that takes one command name. The one of clap repeats the whole command tree,
/// which makes the scripts half as large again.
fn with_flat_help(command: Command) -> Command {
    let names: Vec<String> =
        command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    if names.is_empty() || command.is_disable_help_subcommand_set() {
        return command;
    }
    let name = Arg::new("command").value_parser(PossibleValuesParser::new(names));
    let help = Command::new("help").about("Print help of a command").arg(name);
    command.disable_help_subcommand(true).subcommand(help)
}

fn with_own_names(option: Arg) -> Arg {
    let names: Vec<&'static str> = match option.get_long() {
        Some("game") => Game::ALL.map(Game::name).into(),
        Some("theme") => Theme::built_in_names().collect(),
        Some("sheet") => Sheet::built_in_names().collect(),
        Some("language") => Words::built_in_names().collect(),
        Some("vendor") => Vendor::built_in_names().collect(),
        Some("preset") => PRESETS.iter().map(|preset| preset.name).collect(),
        // The size of cards, not that of a target, which is a number.
        Some("size") if option.get_value_parser().type_id() == TypeId::of::<String>() => {
            CardSize::named().map(|(name, _)| name).collect()
        }
        _ => return option,
    };
    option.value_parser(PossibleValuesParser::new(names))
}
