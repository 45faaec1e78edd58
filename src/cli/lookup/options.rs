//! No option is ignored: added to a question that has an answer, it changes the answer, is refused, or
//! is told to make no difference.

use serde_json::Value;

use super::{SETTING, all_questions};
use crate::cli::Failure;
use crate::cli::lookup::cards::{AsTyped, Context};
use crate::cli::lookup::unused::unused;
use crate::rules::Game;

/// Values that some option takes.
const VALUES: &[&str] = &[
    "1",
    "2",
    "3",
    "5",
    "7",
    "-1",
    "10",
    "11",
    "37",
    "2d8",
    "d8",
    "3d10",
    "d12",
    "(3)6",
    "(1)4",
    "3d6",
    "legs",
    "head",
    "right arm",
    "xenes",
    "a,b",
    "11:2d8",
    "20:3",
    "2D@12",
    "3D",
    "4D",
    "F/-2",
    "1/-2",
    "example revolver",
    "example bowie knife",
    "0",
    "40",
    "13",
];

/// What a question is answered, and which options are told to make no difference if that is wanted;
/// nothing if it is refused.
fn answered(words: &[String], game: Game, all: bool) -> Option<(Value, Vec<String>)> {
    SETTING.with(|setting| {
        let mut asked = match crate::cli::lookup::ask(words, game, setting) {
            Ok(asked) => asked,
            Err(Failure::Usage(_) | Failure::Input(_)) => return None,
            Err(failure) => panic!("{words:?}: {failure:?}"),
        };
        let answer = asked.answer(&mut Context::new(setting, &mut AsTyped)).ok()?;
        let told = if all { unused(&asked, &*answer, setting) } else { Vec::new() };
        Some((serde_json::json!([answer.value(), answer.explanation()]), told))
    })
}

/// An option with every value that it may take here, but for its usual one.
fn as_typed(option: &clap::Arg, long: &str) -> Vec<String> {
    if !option.get_action().takes_values() {
        return vec![format!("--{long}")];
    }
    let possible = option.get_possible_values();
    let values: Vec<&str> = match possible.is_empty() {
        true => VALUES.to_vec(),
        false => possible.iter().map(|value| value.get_name()).collect(),
    };
    let is_usual = |value: &&str| option.get_default_values().iter().any(|usual| usual == *value);
    let values = values.into_iter().filter(|value| !is_usual(value));
    values.map(|value| format!("--{long}={value}")).collect()
}

#[test]
fn an_option_changes_the_answer_or_is_refused_or_is_told_to_make_no_difference() {
    let (mut changed, mut refused, mut told, mut ignored) = (0, 0, 0, Vec::new());
    for (game, row) in all_questions() {
        let command = row.command();
        for line in row.examples() {
            let words = shlex::split(&line).expect("an example");
            let Some((before, useless)) = answered(&words, game, true) else {
                assert!(row.is_for("element"), "{line}: the sample deck has no element of its own");
                continue;
            };
            assert!(useless.is_empty(), "{line}: {useless:?}");
            for option in command.get_arguments().filter(|option| option.get_id() != "help") {
                let Some(long) = option.get_long() else { continue };
                if words.iter().any(|word| word == long) {
                    continue;
                }
                for typed in as_typed(option, long) {
                    let line = [&words[..], std::slice::from_ref(&typed)].concat();
                    match answered(&line, game, false) {
                        None => refused += 1,
                        Some((answer, _)) if answer != before => changed += 1,
                        // A card that comes up may make the difference: a miss needs no cover.
                        Some(_) if matters_on_another_card(&words, &typed, game) => changed += 1,
                        Some(_) if is_told(&line, long, game) => told += 1,
                        Some(_) => ignored.push(format!("{game} {}", line.join(" "))),
                    }
                }
            }
        }
    }
    assert!(ignored.is_empty(), "ignored without a word:\n{}", ignored.join("\n"));
    assert!(changed > 300 && refused > 300 && told > 30, "{changed} {refused} {told}");
}

/// Whether the option makes a difference when other cards come up, by asking with each.
fn matters_on_another_card(words: &[String], typed: &str, game: Game) -> bool {
    let card = words.iter().position(|word| word.parse::<u8>().is_ok());
    let Some(place) = card else { return false };
    (0..54).any(|card| {
        let mut words = words.to_vec();
        words[place] = card.to_string();
        let with = [&words[..], &[typed.to_owned()]].concat();
        let answer = |words: &[String]| answered(words, game, false).map(|(answer, _)| answer);
        answer(&words) != answer(&with)
    })
}

/// Whether the answer says that the option makes no difference.
fn is_told(line: &[String], long: &str, game: Game) -> bool {
    answered(line, game, true).is_some_and(|(_, names)| names.iter().any(|name| name == long))
}
