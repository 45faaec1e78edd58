//! From a line to the words of a command in full: short forms, abbreviated names and options
//! without dashes are written out.
//!
//! `34 3d10 tn 7` becomes `check 34 3d10 --tn 7`.

use std::any::TypeId;

use clap::{Arg, Command};

use super::line::shared;
use crate::cli::argument::Parsed;
use crate::cli::lookup::cards::{CardRef, Chain, Together};
use crate::cli::lookup::games;
use crate::cli::lookup::named::{self, AtHand, Begun, Written, named_option, written_out};
use crate::cli::lookup::question::Row;
use crate::diagnostic::Problem;
use crate::rules::Game;

/// A command in full.
#[derive(Clone, Debug)]
pub struct Worded {
    /// The names of the command and then its arguments.
    pub words: Vec<String>,
    /// How many of the words name the command.
    pub names: usize,
    /// The command that is named.
    pub command: Command,
    /// The question and its game, if it is one.
    pub question: Option<(Game, &'static Row)>,
}

/// What lines are read by.
#[derive(Clone, Copy)]
pub struct Known<'k> {
    /// The commands that are no questions.
    pub root: &'k Command,
    /// The game whose questions are asked.
    pub game: Game,
    /// What else a line may name.
    pub at_hand: AtHand<'k>,
}

/// What a line begins with.
pub enum First<'k> {
    /// The name of a command.
    Command(&'k Command),
    /// The name of a question, or part of it.
    Question(Begun),
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
pub fn in_full(mut words: Vec<String>, known: Known<'_>) -> Result<Worded, Problem> {
    let short = words.first().and_then(|first| short_form(first, words.get(1), known.game));
    if let Some(name) = short {
        words.insert(0, name.to_owned());
    }
    match first(&words, known)? {
        First::Question(begun) => {
            let named = begun.question(known.at_hand, known.root)?;
            let name = format!("{} {}", named.game, named.row.name());
            let mut words: Vec<String> = name.split(' ').map(str::to_owned).collect();
            let names = words.len();
            words.extend(named.arguments);
            let command = named.row.command().args(shared(known.root).cloned());
            let question = Some((named.game, named.row));
            Ok(Worded { words, names, command, question })
        }
        First::Command(command) => {
            command.get_name().clone_into(&mut words[0]);
            // Dice stand in the place of a command in `odds 3d10`.
            let deeper = words.get(1).and_then(|word| command.find_subcommand(word));
            let (names, command) = deeper.map_or((1, command), |deeper| (2, deeper));
            let typed = words.split_off(names);
            words.extend(written_out(typed, command, known.root));
            Ok(Worded { words, names, command: command.clone(), question: None })
        }
    }
}

/// What the words begin with.
///
/// # Errors
/// A problem when nothing is called so, or several things are.
pub fn first<'k>(words: &[String], known: Known<'k>) -> Result<First<'k>, Problem> {
    let word = words.first().map(|word| word.to_lowercase()).unwrap_or_default();
    if let Some(command) = known.root.find_subcommand(&word) {
        return Ok(First::Command(command));
    }
    let begun = named::begun(words, known.game)?;
    if let Some((begun, Written::InFull)) = begun {
        return Ok(First::Question(begun));
    }
    let commands = known.root.get_subcommands();
    let similar: Vec<&Command> = commands
        .filter(|command| !word.is_empty() && command.get_name().starts_with(&word))
        .collect();
    let questions = named::starting(&word, known.game);
    match (&similar[..], begun) {
        ([command], _) if questions.is_empty() => Ok(First::Command(command)),
        ([], Some((begun, _))) => Ok(First::Question(begun)),
        _ if word.is_empty() || (similar.is_empty() && questions.is_empty()) => {
            let problem = named::unknown(&word, known.game);
            let accepted = problem.accepted().unwrap_or_default().to_owned();
            Err(problem.accepts(format!("{accepted}; or a command: help lists them")))
        }
        _ => {
            let names = questions.into_iter().chain(similar.iter().map(|it| it.get_name()));
            Err(Problem::coded("lookup.question", format!("{word:?} could be several commands"))
                .accepts(names.collect::<Vec<_>>().join(", ")))
        }
    }
}

/// The question that a line means which begins with a card or with dice.
fn short_form(first: &str, second: Option<&String>, game: Game) -> Option<&'static str> {
    let begins = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    let is_cell = |text: &str| text.starts_with('(');
    let cell = || {
        let cells = ["effect", "sum"];
        cells.into_iter().find(|what| games::rows(game).iter().any(|row| row.is_for(what)))
    };
    if is_cell(first) {
        return cell();
    }
    if !begins(first) {
        return None;
    }
    match second {
        None if first.bytes().all(|byte| byte.is_ascii_digit()) => Some("card"),
        Some(second) if is_cell(second) => cell(),
        _ => Some("check"),
    }
}

impl Worded {
    /// Puts an empty word in the places of cards that were left out: all of them, or none. Which
    /// places are for cards is told by the types of the arguments.
    pub fn leave_out_cards(&mut self, root: &Command) {
        let command = self.command.clone();
        let places: Vec<&Arg> = command.get_positionals().collect();
        let required = places.iter().filter(|place| place.is_required_set()).count();
        let cards = places.iter().filter(|place| is_card(place)).count();
        let roles = roles(&self.words[self.names..], &command, root);
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
}

/// What each argument of a command is.
pub fn roles<'c>(words: &[String], command: &'c Command, root: &'c Command) -> Vec<Role<'c>> {
    let mut roles = Vec::new();
    let mut awaited: Option<&Arg> = None;
    let mut ended = false;
    for word in words {
        let role = match (awaited.take(), word.strip_prefix("--")) {
            (Some(_), _) => Role::Value,
            (None, Some("")) if !ended => {
                ended = true;
                Role::End
            }
            (None, Some(name)) if !ended => {
                let mut options = command.get_arguments().chain(shared(root));
                match named_option(name, &mut options) {
                    Some(option) => {
                        let takes = option.get_action().takes_values() && !name.contains('=');
                        awaited = Some(option).filter(|_| takes);
                        Role::Name(option)
                    }
                    // clap says that there is no such option.
                    None => Role::End,
                }
            }
            _ => Role::Positional,
        };
        roles.push(role);
    }
    roles
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::line::root;
    use crate::rules::Weapon;

    fn worded(line: &str) -> Result<Worded, Problem> {
        let root = root();
        let weapon = |name: &str| Weapon::examples().into_iter().find(|it| it.name == name);
        let at_hand = AtHand { weapon: &weapon, elements: &[] };
        in_full(split(line).unwrap(), Known { root: &root, game: Game::West, at_hand })
    }

    fn full(line: &str) -> String {
        worded(line).unwrap().words.join(" ")
    }

    #[test]
    fn a_line_may_begin_with_a_card_or_with_dice() {
        assert_eq!("west check 34 3d10 --tn 7", full("34 3d10 tn 7"));
        assert_eq!("west check 3d10 --tn 7", full("3d10 tn 7"));
        assert_eq!("west read effect 34 (3)8", full("34 (3)8"));
        assert_eq!("west read effect (3)8", full("(3)8"));
        assert_eq!("west card 34", full("34"));
        assert_eq!("west check 34+11 3d10", full("34+11 3d10"));
    }

    #[test]
    fn cards_may_be_left_out_all_or_none() {
        let left_out = |line: &str| {
            let mut full = worded(line).unwrap();
            full.leave_out_cards(&root());
            full.words.join(" ")
        };
        assert_eq!("west check  3d10 --tn 7", left_out("3d10 tn 7"));
        assert_eq!("west check --tn 7  3d10", left_out("check tn 7 3d10"));
        assert_eq!("west contest  3d10  2d8", left_out("contest 3d10 2d8"));
        assert_eq!("west contest 34 3d10 2d8", left_out("contest 34 3d10 2d8"));
        assert_eq!("west check for complex 4d8 (3)10 --tn 7 ", left_out("complex 4d8 (3)10 tn 7"));
        assert_eq!("d6 check  4D+2", left_out("d6 roll 4D+2"));
        assert_eq!("west initiative order a=34:3d10", left_out("order a=34:3d10"));
    }

    #[test]
    fn names_may_be_cut_short_while_they_are_clear() {
        assert_eq!("west read penetration 34 --pen 3 --armour 2", full("pene 34 pen 3 armour 2"));
        assert_eq!("odds 3d10", full("od 3d10"));
        let error = worded("he").unwrap_err();
        assert_eq!("\"he\" could be several commands", error.message());
        assert!(worded("dance").is_err());
    }

    #[test]
    fn options_need_no_dashes_and_values_are_left_alone() {
        assert_eq!("west read location 34 --punch --bumps -1", full("location 34 punch bumps -1"));
        assert_eq!("west check 3d10 --as tn --tn 7", full("check 3d10 as tn tn 7"));
        assert_eq!("west check 3d10 --tn=7", full("check 3d10 tn=7"));
        assert_eq!("act -- tn", full("act -- tn"));
    }

    #[test]
    fn quotes_hold_words_together_and_a_lone_one_is_told() {
        assert_eq!(split("hand 'left arm' # note").unwrap(), ["hand", "left arm"]);
        assert!(split("wound \"sid").is_err());
        assert!(split("  # nothing").unwrap().is_empty());
    }
}
