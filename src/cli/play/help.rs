//! What `help` says: the questions of the game and the commands in one line each, or one with its
//! arguments and examples.

use crate::cli::lookup::games;
use crate::diagnostic::Problem;

use super::line::shared;
use super::words::{First, Known, first};

/// What stands above the list of commands.
const OPENING: &str = "\
Type a question, and the cards are drawn for it. A few that are asked often:
  3d10 tn 7          a check with skill 3 and a d10 against target number 7
  34 3d10 tn 7       the same where the players draw: card 34 came up
  then               one more card for an exceptional result
  (3)8               an effect cell
  location           where the last card hits
  undo               take it back
In the place of a card stands its number, draw or last; options need no dashes, and names may be
cut short. Words in quotes belong together, and # begins a comment. look before a question asks
about any card without drawing one.
";

/// Lines to try, for every command that is no question: those have theirs with them.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("draw", &["draw", "draw 3"]),
    ("then", &["then", "then 11", "then of 34"]),
    ("hand", &["hand sid 3d10", "hand sid 4", "hand sid", "hand sid 3d10 check 34 cards 3,14,51"]),
    ("hands", &["hands"]),
    ("act", &["act sid", "act sid 39"]),
    ("drop", &["drop sid"]),
    ("wound", &["wound sid chest 3 ct 10", "wound sid left arm 2+3", "wound sid"]),
    ("apply", &["apply", "apply sid"]),
    ("spend", &["spend", "spend 1", "spend -1"]),
    ("set", &["set sid distance 12 prone", "set sid weapon revolver ammo 6 skill shooting"]),
    ("unset", &["unset sid prone", "unset sid cover distance", "unset sid stunned", "unset sid"]),
    ("reload", &["reload sid"]),
    ("as", &["as sid", "as"]),
    ("heal", &["heal sid left arm"]),
    ("rest", &["rest sid"]),
    ("bleed", &["bleed sid", "bleed sid 3"]),
    ("round", &["round", "round hold sid"]),
    ("shuffle", &["shuffle"]),
    ("undo", &["undo", "undo 3"]),
    ("redo", &["redo", "redo 3"]),
    ("log", &["log", "log 50"]),
    ("table", &["table"]),
    ("game", &["game fi3", "game"]),
    (
        "odds",
        &[
            "odds 3d10 tn 7",
            "odds 3d10 against 2d8",
            "odds attack 3d10 weapon \"example revolver\" distance 12",
        ],
    ),
    ("help", &["help", "help attack", "help stun"]),
    ("quit", &["quit"]),
];

/// The examples of a command.
fn examples(name: &str) -> &'static [&'static str] {
    EXAMPLES.iter().find(|(command, _)| *command == name).map_or(&[], |(_, lines)| lines)
}

/// The examples of all commands.
#[cfg(test)]
pub fn all_examples() -> impl Iterator<Item = &'static str> {
    EXAMPLES.iter().flat_map(|(_, lines)| lines.iter().copied())
}

/// What `help` says about a question or a command, or about all.
///
/// # Errors
/// A problem when nothing is called so.
pub fn about(names: &[String], known: Known<'_>) -> Result<String, Problem> {
    if names.is_empty() {
        return Ok(overview(known));
    }
    let begun = match first(names, known)? {
        First::Command(command) => {
            let mut text = command.clone().render_help().to_string();
            let lines = examples(command.get_name());
            if !lines.is_empty() {
                text.push_str("\nExamples:\n");
                text.extend(lines.iter().map(|line| format!("  {line}\n")));
            }
            return Ok(text);
        }
        First::Question(begun) => begun,
    };
    let game = begun.game();
    let before = if game == known.game { String::new() } else { format!("{game} ") };
    Ok(match begun.subject() {
        Ok(row) => {
            let command = row.command().args(shared(known.root).cloned());
            command.after_help(games::more(game, row, &before)).render_help().to_string()
        }
        Err(word) => games::about_word(game, word, &before),
    })
}

fn overview(known: Known<'_>) -> String {
    let game = known.game;
    let mut text = format!("{OPENING}\nQuestions of {game} ({}):\n", game.title());
    text.push_str(&games::overview(game));
    text.push_str("\nCommands:\n");
    for command in known.root.get_subcommands() {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        text.push_str(&format!("  {:<12} {about}\n", command.get_name()));
    }
    text.push_str("help and a word tells more, with examples.\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::lookup::setting::AtHand;
    use crate::cli::play::line::root;
    use crate::rules::Game;

    fn said(words: &[&str], game: Game) -> Result<String, Problem> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let at_hand = AtHand { weapon: &|_| None, elements: &[] };
        about(&words, Known { root: &root(), game, at_hand, is_skill: &|_| false })
    }

    #[test]
    fn every_command_has_examples_and_no_example_is_left_over() {
        let root = root();
        for name in root.get_subcommands().map(clap::Command::get_name) {
            assert!(!examples(name).is_empty(), "{name}");
        }
        for (name, _) in EXAMPLES {
            assert!(root.find_subcommand(name).is_some(), "{name}");
        }
    }

    #[test]
    fn help_lists_what_the_game_has_and_explains_one() {
        let all = said(&[], Game::West).unwrap();
        assert!(all.contains("\n  undo         Take steps back\n"), "{all}");
        assert!(all.contains("tally, stun, recovery, healing") && !all.contains("hazard"), "{all}");
        assert!(said(&[], Game::Fi3).unwrap().contains("blast, fall, burn, breath"));
        let one = said(&["att"], Game::West).unwrap();
        assert!(one.contains("--distance") && one.contains("Examples:\n  attack 34 3d10"), "{one}");
        let one = said(&["check", "for", "stun"], Game::West).unwrap();
        assert_eq!(one, said(&["stun"], Game::West).unwrap());
        assert!(one.contains("--dealt") && one.contains("hurt stun 34 2d8 dealt 2"), "{one}");
        let word = said(&["hurt"], Game::Fi3).unwrap();
        assert!(word.contains("save") && !word.contains("--"), "{word}");
        assert!(said(&["dance"], Game::West).is_err());
    }
}
