//! What `help` prints at a table: the questions of the game and the commands in one line each, or one with its
//! fields and examples.

use crate::cli::{fields, question_help};
use crate::table::grammar::{AS, AT, Topic};
use crate::table::play::commands::{COMMANDS, command};
use crate::table::questions::field::Field;
use crate::table::rules::Game as Rules;

/// What stands above the list of commands.
const OPENING: &str = "\
Type a question, and the cards are drawn for it. A few that are asked often:
  3d10 tn 7          a check with skill 3 and a d10 against target number 7
  34 3d10 tn 7       the same where the players draw: card 34 came up
  then               one more card for an exceptional result
  (3)8               an effect cell
  location           where the last card hits
  undo               take it back
In the place of a card stands its number, draw or last; options need no dashes, and the first word may be
cut short where it is clear. Words in quotes belong together, and # begins a comment. look before a question
asks about any card without drawing one.
";

/// Help about a topic, or about everything.
pub fn text(topic: Option<Topic>, rules: Rules) -> String {
    let before = |game: Rules| if game == rules { String::new() } else { format!("{game} ") };
    let shared: [&'static Field; 2] = [&AS, &AT];
    let shared = fields::command("line", "", &shared);
    match topic {
        None => overview(rules),
        Some(Topic::Question(game, spec)) => {
            question_help::question(game, spec, &before(game), shared)
        }
        Some(Topic::Word(game, word)) => question_help::word(game, word, &before(game)),
        Some(Topic::Command(name)) => command(name).map_or_else(String::new, |command| {
            let about = fields::command(command.name, command.help, &command.fields());
            let mut text = about.args(shared.get_arguments().cloned()).render_help().to_string();
            if !command.examples.is_empty() {
                text.push_str("\nExamples:\n");
                text.extend(command.examples.iter().map(|line| format!("  {line}\n")));
            }
            text
        }),
    }
}

fn overview(rules: Rules) -> String {
    let mut text = format!("{OPENING}\nQuestions of {rules} ({}):\n", rules.title());
    text.push_str(&question_help::overview(rules));
    text.push_str("\nCommands:\n");
    for command in COMMANDS.iter().filter(|command| !command.examples.is_empty()) {
        text.push_str(&format!("  {:<12} {}\n", command.name, command.help));
    }
    text.push_str("help and a word tells more, with examples.\n");
    text
}
