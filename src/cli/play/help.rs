//! What `help` says: the commands in one line each, or one with its arguments and examples.

use crate::diagnostic::Problem;
use clap::Command;

use super::words::in_full;

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

/// Lines to try, for every command: what is typed, what it means.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("card", &["card 34", "card"]),
    (
        "check",
        &["check 3d10 tn 7", "34 3d10 tn 7", "check shooting tn 7 as \"example gunfighter\""],
    ),
    ("effect", &["effect (3)8", "(3)8", "effect last (3)8"]),
    ("complex", &["complex 4d8 (3)10 tn 7 need 5", "complex 4d8 (3)10 draw draw tn 7"]),
    ("contest", &["contest 3d10 2d8", "contest 34 3d10 12+40 2d8"]),
    ("toggle", &["toggle"]),
    ("surprise", &["surprise 2d8 expecting"]),
    ("initiative", &["initiative 3d10"]),
    ("aim", &["aim 2d8 shots 3 hits 1"]),
    ("arc", &["arc range 10 moved 6 handgun"]),
    ("fast-draw", &["fast-draw 3d10 short"]),
    ("dodge", &["dodge"]),
    ("range", &["range distance 12 increment 8"]),
    ("defense", &["defense skill 3 armed"]),
    ("attack", &["attack 3d10 weapon \"example revolver\" distance 12"]),
    ("melee", &["melee 3d10 weapon fist skill 2"]),
    ("fan-fire", &["fan-fire 3d10 targets angus,crony distance 3 weapon \"example revolver\""]),
    ("throw", &["throw 2d8 strength d8 distance 10"]),
    ("burst", &["burst 10"]),
    ("location", &["location", "location bumps 1", "location punch"]),
    ("penetration", &["penetration pen 3 armour 2"]),
    ("damage", &["damage (3)6 size 6"]),
    ("failure", &["failure rel 1"]),
    ("unintended", &["unintended missed 1"]),
    ("stun", &["stun 2d8 dealt 2"]),
    ("recovery", &["recovery 2d8 worst 2"]),
    ("healing", &["healing 4d8 light"]),
    ("wounds", &["wounds \"left arm:2+3\" belly:1 ct 12"]),
    ("draw", &["draw", "draw 3"]),
    ("then", &["then", "then 11", "then of 34"]),
    ("hand", &["hand sid 3d10", "hand sid 4", "hand sid", "hand sid 3d10 check 34 cards 3,14,51"]),
    ("hands", &["hands"]),
    ("act", &["act sid", "act sid 39"]),
    ("drop", &["drop sid"]),
    ("wound", &["wound sid chest 3 ct 10", "wound sid left arm 2+3", "wound sid"]),
    ("heal", &["heal sid left arm"]),
    ("rest", &["rest sid"]),
    ("bleed", &["bleed sid", "bleed sid 3"]),
    ("round", &["round", "round hold sid"]),
    ("shuffle", &["shuffle"]),
    ("undo", &["undo", "undo 3"]),
    ("log", &["log", "log 50"]),
    ("table", &["table"]),
    ("odds", &["odds 3d10 tn 7"]),
    ("help", &["help", "help attack"]),
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

/// What `help` says about a command, or about all.
///
/// # Errors
/// A problem when no command is called so.
pub fn about(names: &[String], root: &Command) -> Result<String, Problem> {
    if names.is_empty() {
        return Ok(overview(root));
    }
    let full = in_full(names.to_vec(), root)?;
    let mut text = full.command.clone().render_help().to_string();
    let lines = examples(full.command.get_name());
    if !lines.is_empty() {
        text.push_str("\nExamples:\n");
        text.extend(lines.iter().map(|line| format!("  {line}\n")));
    }
    Ok(text)
}

fn overview(root: &Command) -> String {
    let mut text = format!("{OPENING}\nCommands:\n");
    for command in root.get_subcommands() {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        text.push_str(&format!("  {:<12} {about}\n", command.get_name()));
    }
    text.push_str("help and a command tells more, with examples.\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::line::{is_question, root};

    #[test]
    fn every_deed_has_examples_and_no_example_is_left_over() {
        let root = root();
        for name in root.get_subcommands().map(Command::get_name) {
            assert!(is_question(name) || !examples(name).is_empty(), "{name}");
        }
        for (name, _) in EXAMPLES {
            assert!(root.find_subcommand(name).is_some(), "{name}");
        }
    }

    #[test]
    fn help_lists_all_and_explains_one() {
        let root = root();
        let all = about(&[], &root).unwrap();
        let one = about(&["att".to_owned()], &root).unwrap();
        assert!(all.contains("\n  undo         Take steps back\n"), "{all}");
        assert!(one.contains("--distance") && one.contains("Examples:\n  attack 3d10"), "{one}");
        assert!(about(&["dance".to_owned()], &root).is_err());
    }
}
