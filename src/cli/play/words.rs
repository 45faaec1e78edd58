//! From a line to the words of a command in full: short forms, abbreviated names and options
//! without dashes are written out.
//!
//! `34 3d10 tn 7` becomes `check 34 3d10 --tn 7`.

use clap::{Arg, Command};

use crate::dice::one_die;

use super::card_word::is_card_word;
use super::line::shared;
use crate::cli::lookup::games;
use crate::cli::lookup::named::{self, Begun, Written, named_option, written_out};
use crate::cli::lookup::question::{self, Row};
use crate::cli::lookup::setting::AtHand;
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
    /// The cards that stood before its name.
    pub cards: Vec<String>,
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
    /// Whether a word names a skill that somebody has.
    pub is_skill: &'k dyn Fn(&str) -> bool,
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
    let count =
        words.iter().take_while(|word| begins_with_digit(word) && is_card_word(word)).count();
    let mut cards: Vec<String> = words.drain(..count).collect();
    if words.is_empty() {
        // A card alone is shown.
        words.append(&mut cards);
    }
    if let Some(first) = words.first_mut().filter(|first| matches!(&***first, "?" | "h" | "H")) {
        "help".clone_into(first);
    }
    if let Some(name) = short_form(&words, !cards.is_empty(), known) {
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
            Ok(Worded { words, names, command, question, cards })
        }
        First::Command(command) => {
            command.get_name().clone_into(&mut words[0]);
            // Dice stand in the place of a command in `odds 3d10`.
            let deeper = words.get(1).and_then(|word| command.find_subcommand(word));
            let (names, command) = deeper.map_or((1, command), |deeper| (2, deeper));
            let typed = words.split_off(names);
            words.extend(written_out(typed, command, known.root));
            let command = command.clone();
            let mut worded = Worded { words, names, command, question: None, cards };
            worded.read_target_number(known.root);
            Ok(worded)
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

fn begins_with_digit(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

/// The question that a line means which names none: it begins with cards, dice or a cell.
fn short_form(words: &[String], after_cards: bool, known: Known<'_>) -> Option<&'static str> {
    let cell = || {
        let cells = ["effect", "sum"];
        cells.into_iter().find(|what| games::rows(known.game).iter().any(|row| row.is_for(what)))
    };
    let found = first(words, known);
    let is_question = matches!(found, Ok(First::Question(_)));
    match words.first()?.as_str() {
        word if word.starts_with('(') => cell(),
        word if known.at_hand.elements.iter().any(|element| element == word) => {
            Some(question::READ)
        }
        word if begins_with_digit(word) && is_card_word(word) => Some("card"),
        word if begins_with_digit(word) => Some("check"),
        // d6 is a game as well, whose questions have names.
        "d6" | "D6" if words.get(1).is_some_and(|next| !begins_with_digit(next)) => None,
        word if is_one_die(word) => Some("check"),
        skill if !after_cards => {
            let is_nothing_else = found.is_err() && (known.is_skill)(skill);
            is_nothing_else.then_some("check")
        }
        word if (known.is_skill)(word) && !is_named_in_full(words, known) => Some("check"),
        _ if is_question => None,
        _ => Some("check"),
    }
}

fn is_named_in_full(words: &[String], known: Known<'_>) -> bool {
    matches!(named::begun(words, known.game), Ok(Some((_, Written::InFull))))
}

/// Whether a word is a die without a level, such as `d10`.
fn is_one_die(word: &str) -> bool {
    one_die(word).is_some()
}

impl Worded {
    /// The long names of the options typed.
    pub fn options(&self) -> Vec<String> {
        let arguments = self.words[self.names..].iter().take_while(|word| *word != "--");
        let long = arguments.filter_map(|word| word.strip_prefix("--"));
        long.map(|name| name.split('=').next().unwrap_or(name).to_owned()).collect()
    }

    /// What was typed for an option; an empty text for one without a value.
    pub fn typed(&self, long: &str) -> Option<String> {
        let mut arguments = self.words[self.names..].iter().take_while(|word| *word != "--");
        let (joined, alone) = (format!("--{long}="), format!("--{long}"));
        let word = arguments.find(|word| **word == alone || word.starts_with(&joined))?;
        match word.strip_prefix(&joined) {
            Some(value) => Some(value.to_owned()),
            None => Some(arguments.next().cloned().unwrap_or_default()),
        }
    }

    /// Takes an option with its value out of the line; the last one counts.
    pub fn take_option(&mut self, long: &str, root: &Command) -> Option<String> {
        let (joined, alone) = (format!("--{long}="), format!("--{long}"));
        let mut found = None;
        let typed = self.words.split_off(self.names);
        let roles = roles(&typed, &self.command, root);
        let mut typed = typed.into_iter().zip(roles);
        while let Some((word, role)) = typed.next() {
            match (role, word.strip_prefix(&joined)) {
                (Role::Name(_), Some(value)) => found = Some(value.to_owned()),
                (Role::Name(_), None) if word == alone => {
                    found = typed.next().map(|(value, _)| value).or(found);
                }
                _ => self.words.push(word),
            }
        }
        found
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::line::root;
    use crate::rules::Weapon;

    fn worded(line: &str) -> Result<Worded, Problem> {
        let root = root();
        let weapon = |name: &str| Weapon::examples().into_iter().find(|it| it.name == name);
        let at_hand = AtHand { weapon: &weapon, elements: &[] };
        let is_skill = &|word: &str| word == "shooting";
        in_full(split(line).unwrap(), Known { root: &root, game: Game::West, at_hand, is_skill })
    }

    fn full(line: &str) -> String {
        let worded = worded(line).unwrap();
        [worded.cards, worded.words].concat().join(" ")
    }

    #[test]
    fn a_line_may_begin_with_a_card_or_with_dice() {
        assert_eq!("34 west check 3d10 --tn 7", full("34 3d10 tn 7"));
        assert_eq!("west check 3d10 --tn 7", full("3d10 tn 7"));
        assert_eq!("west check d10 --tn 7", full("d10 tn 7"));
        assert_eq!("west check d6 7", full("d6 7"));
        assert_eq!("34 west check 310 7", full("34 310 7"));
        assert_eq!("34 west read effect (3)8", full("34 (3)8"));
        assert_eq!("west read effect (3)8", full("(3)8"));
        assert_eq!("west card 34", full("34"));
        assert_eq!("34+11 west check 3d10", full("34+11 3d10"));
        assert_eq!("34 west check shooting --tn 8", full("34 shooting tn 8"));
        assert_eq!("5 west attack shooting", full("5 att shooting"));
        assert_eq!("west check shooting 7", full("shooting 7"));
        assert_eq!("7 west hurt stun 2d8 --dealt 1", full("7 stun 2d8 dealt 1"));
    }

    #[test]
    fn an_element_of_the_deck_is_read_by_its_name() {
        let (root, elements) = (root(), ["omen".to_owned()]);
        let at_hand = AtHand { weapon: &|_| None, elements: &elements };
        let known = Known { root: &root, game: Game::West, at_hand, is_skill: &|_| false };
        for line in ["34 omen", "read 34 omen", "omen 34", "34 read omen"] {
            let full = in_full(split(line).unwrap(), known).unwrap();
            assert!(full.question.is_some_and(|(_, row)| row.is_for("element")), "{line}");
        }
    }

    #[test]
    fn case_spelling_and_short_forms_do_not_matter() {
        assert_eq!("undo", full("Undo"));
        for line in ["?", "h", "HELP"] {
            assert_eq!("help", full(line));
        }
        assert_eq!("34 west check 3d10 --tn 7", full("34 3d10 TN 7"));
        assert_eq!("34 west check 3d10 --tn=7", full("34 3d10 tn7"));
        assert_eq!("west read penetration 34 --armour 2", full("penetration 34 Armor 2"));
        assert_eq!("west attack 3d10 --distance=12", full("attack 3d10 distance12"));
    }

    #[test]
    fn names_may_be_cut_short_while_they_are_clear() {
        assert_eq!("west read penetration 34 --pen 3 --armour 2", full("pene 34 pen 3 armour 2"));
        assert_eq!("odds 3d10", full("od 3d10"));
        assert_eq!("odds 310 --tn=7 --lowest", full("odds 310 7 lowest"));
        assert_eq!("odds attack 310 --tn=7", full("odds attack 310 7"));
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
