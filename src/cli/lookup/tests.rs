//! Every command line of `lookup` in one process: nothing panics, and text and JSON agree.

use clap::{Args, FromArgMatches};
use proptest::prelude::*;

use super::cards::Context;

use super::asked::Asked;
use super::games;
use super::question::Row;
use super::setting::{Setting, SettingArgs};
use super::source::AsTyped;
use crate::cli::Failure;
use crate::deck::Part;
use crate::diagnostic::Problems;
use crate::lookup::to_json;
use crate::rules::Game;
use crate::session;

/// An answer in both forms, and the question as a log keeps it.
struct Heard {
    text: String,
    json: serde_json::Value,
    record: session::Question,
}

/// The built-in deck and example tables. Tests run in the project's folder, which holds no deck.
fn setting() -> Setting {
    let command = SettingArgs::augment_args(clap::Command::new("setting"));
    let deck = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deck.csv");
    let matches = command.get_matches_from(["setting", "--deck", deck]);
    SettingArgs::from_arg_matches(&matches).expect("no arguments").read(None).expect("built in")
}

thread_local! {
    static SETTING: Setting = setting();
}

/// What becomes of a line: none if clap refuses it.
fn ask(words: &[String]) -> Option<Result<Heard, Problems>> {
    match SETTING.with(|setting| super::ask(words, Game::West, setting)) {
        Ok(asked) => Some(answer(asked)),
        Err(Failure::Usage(_)) => None,
        Err(Failure::Input(problems)) => Some(Err(problems)),
        Err(failure) => panic!("{words:?}: {failure:?}"),
    }
}

fn answer(mut asked: Asked) -> Result<Heard, Problems> {
    SETTING.with(|setting| {
        let answer = asked.answer(&mut Context::new(setting, &mut AsTyped))?;
        let json = serde_json::from_str(&to_json(&setting.deck, &*answer)).expect("JSON");
        Ok(Heard { text: answer.text(), json, record: asked.record(None) })
    })
}

/// That the question can be read from a log, and is the same question then.
fn survives_a_log(heard: &Heard, words: &[String]) {
    let text = serde_json::to_string(&heard.record).expect("JSON");
    let record: session::Question = serde_json::from_str(&text).expect("a question");
    let asked = Asked::of_record(&record).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    let again = answer(asked).unwrap_or_else(|problems| panic!("{words:?}: {problems}"));
    assert_eq!(heard.json, again.json, "{words:?}");
    assert_eq!(record, again.record, "{words:?}");
}

/// The words of a question: its game and its name in full.
fn name(game: Game, row: &Row) -> Vec<String> {
    let name = format!("{game} {}", row.name());
    name.split(' ').map(str::to_owned).collect()
}

/// The long options of a question: name, whether it takes a value, whether it is required.
fn options(row: &Row) -> Vec<(String, bool, bool)> {
    let command = row.command();
    let arguments = command.get_arguments().filter(|argument| argument.get_id() != "help");
    arguments
        .filter_map(|argument| {
            let values = argument.get_action().takes_values();
            let required = argument.is_required_set();
            argument.get_long().map(|long| (format!("--{long}"), values, required))
        })
        .collect()
}

/// The questions of all games.
fn all_questions() -> Vec<(Game, &'static Row)> {
    let of = |game| games::rows(game).iter().map(move |row| (game, row));
    Game::ALL.into_iter().flat_map(of).collect()
}

#[path = "lines.rs"]
mod lines;
#[path = "names.rs"]
mod names;
#[path = "options.rs"]
mod options;
#[path = "strangers.rs"]
mod strangers;
#[path = "verdicts.rs"]
mod verdicts;

#[path = "answers.rs"]
mod answers;

#[test]
fn the_documents_name_the_key_of_every_argument_without_a_name_of_its_own() {
    let page = include_str!("../../../docs/session-json.md");
    for (game, row) in all_questions() {
        for argument in row.command().get_positionals() {
            let key = argument.get_id();
            assert!(page.contains(&format!("`{key}`")), "{game} {row:?}: {key}");
        }
    }
}

/// What a deck without a part answers at all, it answers as the whole deck does.
#[test]
fn a_question_that_depends_on_a_part_is_refused_by_a_deck_without_it() {
    let whole = setting();
    let mut refused = std::collections::BTreeSet::new();
    for (game, row) in all_questions().into_iter().filter(|(_, row)| row.name() != "card") {
        for example in row.examples() {
            let words: Vec<String> =
                format!("{game} {example}").split_whitespace().map(str::to_owned).collect();
            let answer = |setting: &Setting| {
                let mut asked = super::ask(&words, game, setting).ok()?;
                Some(asked.answer(&mut Context::new(setting, &mut AsTyped)))
            };
            let Some(Ok(known)) = answer(&whole) else { continue };
            for part in Part::ALL {
                let deck = whole.deck.without(&[part]);
                match answer(&whole.with_deck(deck)) {
                    Some(Ok(answer)) => {
                        assert_eq!(known.value(), answer.value(), "{words:?} without {part}");
                    }
                    Some(Err(problems)) => {
                        let problem = problems.iter().next().unwrap();
                        assert_eq!("lookup.left-out", problem.code(), "{problems}");
                        refused.insert(part);
                    }
                    None => panic!("{words:?} without {part}"),
                }
            }
        }
    }
    assert_eq!(Part::ALL.to_vec(), refused.into_iter().collect::<Vec<_>>());
}

/// Words that mean something to some question, and some that mean nothing or too much.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (0..54_u8).prop_map(|card| card.to_string()),
        4 => (1..6_u8, prop::sample::select(vec![4, 6, 8, 10, 12]))
            .prop_map(|(level, sides)| format!("{level}d{sides}")),
        2 => (1..6_u8, prop::sample::select(vec![4, 6, 8, 10, 12]))
            .prop_map(|(row, sides)| format!("({row}){sides}")),
        1 => (0..54_u8, 0..54_u8).prop_map(|(card, then)| format!("{card}+{then}")),
        2 => prop::sample::select(vec![
            "head", "belly", "left arm", "legs", "Guts", "left hand", "eyeball", "fist", "boot", "example revolver", "example shotgun",
            "example throwing knife", "example bowie knife", "light", "deadly", "impact", "once",
            "run", "off", "a,b", "a=34:3d10", "b=37+11:2d8:1", "belly:2+3", "left arm:65535",
            "d12", "18+8", "12-8", "10", "trip", "penetration", "snap", "main",
        ])
        .prop_map(str::to_owned),
        1 => prop::sample::select(vec![
            "0", "-1", "1", "5", "6", "13", "14", "99", "-99", "255", "256", "9999", "-9999",
            "32767", "65535", "65536", "4294967295", "-2147483648", "9223372036854775807",
            "99999999999999999999999999", "0.001", "0.0001", "", " ", "-", "--", "NaN", "é",
        ])
        .prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ]
}

/// A subcommand with words after it, and options of its own among them.
fn line() -> impl Strategy<Value = Vec<String>> {
    prop::sample::select(all_questions()).prop_flat_map(|(game, row)| {
        let (words, own) = (name(game, row), options(row));
        let required: Vec<String> =
            own.iter().filter(|(.., required)| *required).map(|(name, ..)| name.clone()).collect();
        let own = if own.is_empty() { vec![("--none".to_owned(), false, false)] } else { own };
        let option = (prop::sample::select(own), word()).prop_map(|((name, values, _), value)| {
            if values { format!("{name}={value}") } else { name }
        });
        let positional = prop::collection::vec(word(), 0..5);
        let needed = prop::collection::vec(word(), required.len());
        let others = prop::collection::vec(option, 0..4);
        (positional, needed, others).prop_map(move |(positional, values, others)| {
            let needed: Vec<String> = required
                .iter()
                .zip(values)
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            [&words[..], &positional, &needed, &others].concat()
        })
    })
}

/// Every number in a value, those inside texts too.
fn numbers(value: &serde_json::Value, found: &mut Vec<u64>) {
    match value {
        serde_json::Value::Number(number) => {
            found.extend(number.as_i64().map(i64::unsigned_abs));
        }
        serde_json::Value::String(text) => found.extend(digits(text)),
        serde_json::Value::Array(values) => {
            found.push(values.len() as u64);
            values.iter().for_each(|value| numbers(value, found));
        }
        serde_json::Value::Object(object) => {
            object.values().for_each(|value| numbers(value, found));
        }
        _ => {}
    }
}

/// The runs of digits in a text.
fn digits(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|run| run.parse().ok()).collect()
}

/// The kinds whose lines say only what their answer holds; those of other games add up as they
/// speak, and the arc divides.
const PLAIN_KINDS: &[&str] = &[
    "check",
    "test",
    "effect",
    "complex",
    "contest",
    "toggle",
    "surprise",
    "initiative",
    "order",
    "aim",
    "fast-draw",
    "dodge",
    "target-number",
    "attack",
    "entangle",
    "escape",
    "fan-fire",
    "throw",
    "burst",
    "location",
    "penetration",
    "damage",
    "failure",
    "unintended",
    "stun",
    "recovery",
    "healing",
    "wounds",
];

/// That the text is the JSON's explanation, and that it says no number which the JSON's answer
/// does not hold, but those of the rules themselves.
fn agree(heard: &Heard, words: &[String]) {
    let explanation = heard.json["explanation"].as_array().expect("lines");
    let mut last = 0;
    for line in explanation {
        let line = line.as_str().expect("a text");
        let place = heard.text[last..].find(line).unwrap_or_else(|| panic!("{words:?}: {line:?}"));
        last += place;
    }
    let kind = heard.json["kind"].as_str().expect("a kind");
    if !PLAIN_KINDS.contains(&kind) {
        return;
    }
    let mut known = vec![0, 1, 2, 5, 6];
    numbers(&heard.json["answer"], &mut known);
    // Places in the stack are told by their distance.
    known.extend(2..=4);
    for line in explanation {
        for number in digits(line.as_str().expect("a text")) {
            assert!(known.contains(&number), "{words:?}: {number} of {line} is not in the answer");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn no_line_panics_and_text_and_json_agree(words in line()) {
        match ask(&words) {
            None => {}
            Some(Ok(heard)) => {
                agree(&heard, &words);
                survives_a_log(&heard, &words);
            }
            Some(Err(problems)) => {
                for problem in problems.iter() {
                    let told = problem.message();
                    let names_it = words.iter().any(|word| told.contains(word.trim_matches('-')));
                    prop_assert!(names_it || problem.accepted().is_some(), "{words:?}: {told}");
                }
            }
        }
    }
}

#[test]
fn good_lines_of_every_question_say_the_same_in_text_and_json() {
    let lines: &[&[&str]] = &[
        &["check", "34", "4d10", "--tn", "13", "--then", "11,10"],
        &["effect", "34", "(2)6"],
        &["complex", "2d10", "(2)6", "34+10", "37", "--tn", "7", "--need", "3"],
        &["contest", "34+10", "2d10", "37", "1d10"],
        &["surprise", "34", "1d10"],
        &["order", "Miranda=34:3d10", "Jonah=37:2d8:1"],
        &["aim", "34", "1d10", "--shots", "3", "--hits", "1", "--cover", "2"],
        &["fast-draw", "37", "2d10", "--short", "--snap", "2"],
        &["range", "--distance", "17", "--increment", "8", "--relative-speed", "18+8"],
        &["range", "--distance", "10", "--weapon", "example throwing knife", "--strength", "d8"],
        &["defense", "--skill", "3", "--armed", "--dodge", "2"],
        &["attack", "34", "2d10", "--distance", "5", "--weapon", "example revolver"],
        &[
            "melee",
            "34",
            "2d10",
            "--skill",
            "1",
            "--weapon",
            "example bowie knife",
            "--strength",
            "d12",
        ],
        &["entangle", "37", "1d10", "34", "1d10"],
        &["escape", "34", "1d10", "--tn", "7", "--fragile"],
        &[
            "fan-fire",
            "2d10",
            "34",
            "37",
            "--targets",
            "a,b",
            "--distance",
            "3",
            "--weapon",
            "example revolver",
            "--pushing",
        ],
        &["throw", "42", "1d10", "--strength", "2d8", "--distance", "10"],
        &["damage", "34", "(3)6", "--bumps", "2", "--harm", "brawling"],
        &["stun", "34", "1d10", "--dealt", "2", "--earlier", "3"],
        &["recovery", "34", "1d10", "--worst", "2"],
        &["healing", "34", "1d10", "light"],
        &["wounds", "--ct", "12", "belly:2+3", "head:1", "--bleed", "2"],
    ];
    for line in lines {
        let words: Vec<String> = line.iter().map(|&word| word.to_owned()).collect();
        let heard = ask(&words).unwrap_or_else(|| panic!("{words:?} is no line"));
        let heard = heard.unwrap_or_else(|problems| panic!("{words:?}: {problems}"));
        agree(&heard, &words);
        survives_a_log(&heard, &words);
    }
}
