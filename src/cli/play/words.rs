//! From a line to the words of a command in full: short forms, abbreviated names and options
//! without dashes are written out.
//!
//! `34 3d10 tn 7` becomes `check 34 3d10 --tn 7`.

use std::any::TypeId;

use clap::{Arg, Command};

use super::line::shared;
use crate::cli::argument::Parsed;
use crate::cli::lookup::cards::{CardRef, Chain, Together};
use crate::diagnostic::Problem;

/// A command in full.
#[derive(Clone, Debug)]
pub struct Worded<'c> {
    /// The names of the command and then its arguments.
    pub words: Vec<String>,
    /// How many of the words name the command.
    pub names: usize,
    /// The command that is named.
    pub command: &'c Command,
}

/// What a word is to its command.
#[derive(Clone, Copy, Debug)]
pub enum Role<'c> {
    /// An argument that is known by its place.
    Positional,
    /// The name of an option.
    Name(&'c Arg),
    /// The value of an option.
    Value,
    /// `--`, after which nothing is an option.
    End,
}

/// The words of a line as a shell would split it: quotes hold a word together, `#` begins a comment.
///
/// # Errors
/// A problem when a quote is not closed.
pub fn split(line: &str) -> Result<Vec<String>, Problem> {
    shlex::split(line).ok_or_else(|| {
        Problem::new("a quote or a backslash has no end")
            .accepts("quotes in pairs, as in \"left arm\"")
    })
}

/// Writes a command out in full.
///
/// # Errors
/// A problem when no command is called so.
pub fn in_full(mut words: Vec<String>, root: &Command) -> Result<Worded<'_>, Problem> {
    if let Some(name) = words.first().and_then(|first| short_form(first, words.get(1))) {
        words.insert(0, name.to_owned());
    }
    let mut command = root;
    let mut names = 0;
    while command.has_subcommands() {
        let Some(word) = words.get_mut(names) else { break };
        command = match named(word, command) {
            Ok(command) => command,
            // Dice stand in the place of a command in `odds 3d10`.
            Err(_) if !command.is_subcommand_required_set() => break,
            Err(problem) => return Err(problem),
        };
        *word = command.get_name().to_owned();
        names += 1;
    }
    let mut full = Worded { words, names, command };
    full.write_out_options(root);
    Ok(full)
}

/// The command that a line means which begins with a card or with dice.
fn short_form(first: &str, second: Option<&String>) -> Option<&'static str> {
    let begins = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    let is_cell = |text: &str| text.starts_with('(');
    if is_cell(first) {
        return Some("effect");
    }
    if !begins(first) {
        return None;
    }
    match second {
        None if first.bytes().all(|byte| byte.is_ascii_digit()) => Some("card"),
        Some(second) if is_cell(second) => Some("effect"),
        _ => Some("check"),
    }
}

/// The command of this name, or the only one that begins so.
fn named<'c>(word: &str, parent: &'c Command) -> Result<&'c Command, Problem> {
    if let Some(command) = parent.find_subcommand(word) {
        return Ok(command);
    }
    let similar: Vec<&Command> =
        parent.get_subcommands().filter(|command| command.get_name().starts_with(word)).collect();
    match similar[..] {
        [command] if !word.is_empty() => Ok(command),
        [] => Err(Problem::new(format!("no command is called {word:?}"))
            .accepts("a question such as 3d10 tn 7, or a command; help lists them")),
        _ => {
            let names: Vec<&str> = similar.iter().map(|command| command.get_name()).collect();
            Err(Problem::new(format!("{word:?} could be several commands"))
                .accepts(names.join(", ")))
        }
    }
}

impl<'c> Worded<'c> {
    /// Puts dashes before the options that are named without.
    fn write_out_options(&mut self, root: &'c Command) {
        let mut place = self.names;
        while place < self.words.len() {
            let word = &self.words[place];
            if word == "--" {
                return;
            }
            let bare = !word.starts_with('-');
            let Some(option) = option(word.trim_start_matches("--"), self.command, root) else {
                place += 1;
                continue;
            };
            if bare {
                self.words[place] = format!("--{word}");
            }
            let joined = self.words[place].contains('=');
            place += if takes_value(option) && !joined { 2 } else { 1 };
        }
    }

    /// Puts an empty word in the places of cards that were left out: all of them, or none. Which
    /// places are for cards is told by the types of the arguments.
    pub fn leave_out_cards(&mut self, root: &Command) {
        let places: Vec<&Arg> = self.command.get_positionals().collect();
        let required = places.iter().filter(|place| place.is_required_set()).count();
        let cards = places.iter().filter(|place| is_card(place)).count();
        let roles = self.roles(root);
        let typed = roles.iter().filter(|role| matches!(role, Role::Positional)).count();
        if cards == 0 || typed + cards != required {
            return;
        }
        let typed = self.words.split_off(self.names);
        let mut typed = typed.into_iter().zip(roles).peekable();
        for place in &places {
            // Options stay where they are: before, between or after.
            while let Some((word, _)) = typed.next_if(|(_, role)| !matches!(role, Role::Positional))
            {
                self.words.push(word);
            }
            match is_card(place) {
                true => self.words.push(String::new()),
                false => self.words.extend(typed.next().map(|(word, _)| word)),
            }
        }
        self.words.extend(typed.map(|(word, _)| word));
    }

    /// What each argument is; the words that name the command are left out.
    pub fn roles(&self, root: &'c Command) -> Vec<Role<'c>> {
        let mut roles = Vec::new();
        let mut awaited: Option<&Arg> = None;
        let mut ended = false;
        for word in &self.words[self.names..] {
            let role = match (awaited.take(), word.strip_prefix("--")) {
                (Some(_), _) => Role::Value,
                (None, Some("")) if !ended => {
                    ended = true;
                    Role::End
                }
                (None, Some(name)) if !ended => match option(name, self.command, root) {
                    Some(option) => {
                        awaited =
                            Some(option).filter(|_| takes_value(option) && !name.contains('='));
                        Role::Name(option)
                    }
                    // clap says that there is no such option.
                    None => Role::End,
                },
                _ => Role::Positional,
            };
            roles.push(role);
        }
        roles
    }
}

/// The option of this name, with or without `=` and a value.
fn option<'c>(name: &str, command: &'c Command, root: &'c Command) -> Option<&'c Arg> {
    let name = name.split('=').next().unwrap_or(name);
    command.get_arguments().chain(shared(root)).find(|option| option.get_long() == Some(name))
}

/// Whether an argument is a place for cards and nothing else: its type says so.
fn is_card(argument: &Arg) -> bool {
    is_one_of(
        argument,
        &[
            TypeId::of::<Parsed<CardRef>>(),
            TypeId::of::<Parsed<Chain>>(),
            TypeId::of::<Parsed<Together>>(),
        ],
    )
}

/// Whether the values of an argument are of one of these types.
pub fn is_one_of(argument: &Arg, types: &[TypeId]) -> bool {
    let own = argument.get_value_parser().type_id();
    types.iter().any(|wanted| own == *wanted)
}

fn takes_value(option: &Arg) -> bool {
    option.get_action().takes_values()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::line::root;

    fn full(line: &str) -> String {
        in_full(split(line).unwrap(), &root()).unwrap().words.join(" ")
    }

    #[test]
    fn a_line_may_begin_with_a_card_or_with_dice() {
        assert_eq!("check 34 3d10 --tn 7", full("34 3d10 tn 7"));
        assert_eq!("check 3d10 --tn 7", full("3d10 tn 7"));
        assert_eq!("effect 34 (3)8", full("34 (3)8"));
        assert_eq!("effect (3)8", full("(3)8"));
        assert_eq!("card 34", full("34"));
        assert_eq!("check 34+11 3d10", full("34+11 3d10"));
    }

    #[test]
    fn cards_may_be_left_out_all_or_none() {
        let left_out = |line: &str| {
            let root = root();
            let mut full = in_full(split(line).unwrap(), &root).unwrap();
            full.leave_out_cards(&root);
            full.words.join(" ")
        };
        assert_eq!("check  3d10 --tn 7", left_out("3d10 tn 7"));
        assert_eq!("check --tn 7  3d10", left_out("check tn 7 3d10"));
        assert_eq!("contest  3d10  2d8", left_out("contest 3d10 2d8"));
        assert_eq!("contest 34 3d10 2d8", left_out("contest 34 3d10 2d8"));
        assert_eq!("complex 4d8 (3)10 --tn 7 ", left_out("complex 4d8 (3)10 tn 7"));
        assert_eq!("d6 roll  4D+2", left_out("d6 roll 4D+2"));
        assert_eq!("order a=34:3d10", left_out("order a=34:3d10"));
    }

    #[test]
    fn names_may_be_cut_short_while_they_are_clear() {
        assert_eq!("penetration 34 --pen 3 --armour 2", full("pene 34 pen 3 armour 2"));
        assert_eq!("odds 3d10", full("od 3d10"));
        let error = in_full(vec!["he".into()], &root()).unwrap_err();
        assert_eq!("\"he\" could be several commands", error.message());
        assert!(in_full(vec!["dance".into()], &root()).is_err());
    }

    #[test]
    fn options_need_no_dashes_and_values_are_left_alone() {
        assert_eq!("location 34 --punch --bumps -1", full("location 34 punch bumps -1"));
        assert_eq!("check 3d10 --as tn --tn 7", full("check 3d10 as tn tn 7"));
        assert_eq!("check 3d10 --tn=7", full("check 3d10 tn=7"));
        assert_eq!("act -- tn", full("act -- tn"));
    }

    #[test]
    fn quotes_hold_words_together_and_a_lone_one_is_told() {
        assert_eq!(split("hand 'left arm' # note").unwrap(), ["hand", "left arm"]);
        assert!(split("wound \"sid").is_err());
        assert!(split("  # nothing").unwrap().is_empty());
    }
}
