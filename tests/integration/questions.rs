//! Parsing of lookup questions: game, words, help, and notes on options.

use std::path::Path;

use actiondeck::deck::{Deck, Game, Imprint};
use actiondeck::json_formats::JsonFormat;
use actiondeck::table::questions::field::{Field, FieldKind, Presence};
use actiondeck::table::questions::games;
use assert_cmd::Command;
use serde_json::Value;

use crate::json_formats::valid;
use crate::program::actiondeck;

const DECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deck.csv");

fn lookup(words: &[&str]) -> Command {
    let mut command = actiondeck();
    command.arg("lookup").args(words).args(["--deck", DECK]);
    command
}

/// The stdout and stderr of a lookup.
fn said(command: &mut Command, code: i32) -> (String, String) {
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(Some(code), output.status.code(), "{out}{err}");
    (out, err)
}

/// The only fault of a lookup in JSON.
fn fault(words: &[&str], code: i32) -> Value {
    let (out, err) = said(lookup(words).arg("--json"), code);
    let object: Value = serde_json::from_str(&out).unwrap();
    assert_eq!("actiondeck-faults/1", object["format"], "{err}");
    let [fault] = &object["faults"].as_array().unwrap()[..] else { panic!("{object}") };
    fault.clone()
}

#[test]
fn the_game_comes_from_option_session_house_rules_or_deck() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules.toml");
    std::fs::write(&rules, "game = \"fi3\"\n").unwrap();
    let session = folder.path().join("evening.json");
    let played = |lines: &str, more: &[&str]| {
        let mut play = actiondeck();
        play.args(["play", "--seed", "7", "--deck", DECK, "--session"]).arg(&session).args(more);
        said(play.write_stdin(lines), 0).0
    };
    let fall = ["hazard", "fall", "12", "--cards", "34"];
    let with = |more: &[&Path]| {
        let mut command = lookup(&fall);
        for (option, value) in ["--rules", "--session"].iter().zip(more) {
            if value.exists() {
                command.arg(option).arg(value);
            }
        }
        command
    };
    let nothing = folder.path().join("nothing");
    assert!(said(&mut with(&[]), 2).1.contains("west has no question \"hazard\""));
    let (by_rules, _) = said(&mut with(&[rules.as_path()]), 0);
    assert_eq!(by_rules, said(with(&[]).args(["--game", "FI3"]), 0).0);
    assert!(
        said(with(&[rules.as_path()]).args(["--game", "d6"]), 2).1.contains("d6 has no question")
    );
    // The session keeps its game, which has precedence over the house rules.
    assert!(played("game ladder\ncheck draw 3\n", &[]).contains("game ladder"));
    assert!(
        said(&mut with(&[rules.as_path(), session.as_path()]), 2)
            .1
            .contains("ladder has no question")
    );
    assert!(
        said(&mut with(&[nothing.as_path(), session.as_path()]), 2)
            .1
            .contains("ladder has no question")
    );
    assert!(played("game\n", &[]).starts_with("ladder: combat by wound levels"));
    assert!(played("undo 3\ngame\n", &["--game", "d6"]).contains("west: action cards"));
    // A new session starts with the game of the house rules.
    std::fs::remove_file(&session).unwrap();
    played("table\n", &["--rules", rules.to_str().unwrap()]);
    assert!(played("game\n", &[]).starts_with("fi3: the older dice edition"));
    // The game of the deck has the lowest precedence.
    let deck = folder.path().join("d6.json");
    let imprint = Imprint { game: Some(Game::D6), ..Imprint::default() };
    let made_for_d6 = Deck::built_in().with_imprint(imprint);
    std::fs::write(&deck, made_for_d6.to_files().unwrap().json).unwrap();
    let damage = |more: &[&str]| {
        let mut command = actiondeck();
        command.args(["lookup", "hurt", "damage", "34", "4D"]).args(more).arg("--deck").arg(&deck);
        command
    };
    said(&mut damage(&[]), 0);
    let rules = rules.to_str().unwrap();
    assert!(said(&mut damage(&["--rules", rules]), 2).1.contains("fi3 has no hurt for"));
    assert!(said(&mut damage(&["--game", "west"]), 2).1.contains("west has no hurt for"));
}

#[test]
fn help_lists_the_words_of_the_game_and_two_examples() {
    let help = |words: &[&str]| said(actiondeck().arg("lookup").args(words), 0).0;
    let all = help(&["--help"]);
    assert_eq!(all, help(&[]));
    assert_eq!(all, help(&["help"]));
    assert!(all.contains("\n  hurt ") && !all.contains("\n  hazard "), "{all}");
    assert!(help(&["--game", "fi3", "--help"]).contains("\n  hazard "));
    let one = help(&["help", "stun"]);
    assert!(one.starts_with("Resolve a stun check\n"), "{one}");
    assert!(one.contains("--dealt <WOUNDS>") && one.contains("--json"), "{one}");
    let examples = one.lines().skip_while(|line| *line != "Examples:").skip(1);
    let examples: Vec<&str> = examples.map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(2, examples.len(), "{one}");
    for example in examples {
        let words = shlex::split(example).unwrap();
        said(actiondeck().args(&words[1..]).args(["--deck", DECK]), 0);
    }
    assert!(help(&["hurt", "-h"]).contains("  tally "));
    let (_, output) = said(actiondeck().args(["lookup", "help", "dance"]), 2);
    assert!(output.contains("west has no question \"dance\""), "{output}");
}

#[test]
fn manual_pages_and_completions_describe_every_word() {
    let page = said(actiondeck().args(["man", "lookup", "check", "for", "stun"]), 2).1;
    assert!(page.contains("accepted: "), "{page}");
    let page = said(actiondeck().args(["man", "lookup", "check", "for", "surprise"]), 0).0;
    assert!(page.contains("expecting"), "{page}");
    let page = said(actiondeck().args(["man", "lookup", "fi3", "hazard", "fall"]), 0).0;
    assert!(page.contains("water"), "{page}");
    let script = said(actiondeck().args(["completions", "bash"]), 0).0;
    for name in
        ["hazard", "fan", "ladder", "large-print", "makeplayingcards", "us-tarot", "open-d6"]
    {
        assert!(script.contains(name), "{name}");
    }
}

#[test]
fn unused_options_are_noted_in_text_and_json() {
    let idle = ["hurt", "damage", "34", "4D", "--strength", "3D", "--game", "d6"];
    let (out, err) = said(&mut lookup(&idle), 0);
    assert_eq!("--strength makes no difference here\n", err, "{out}");
    let unused = |words: &[&str]| {
        let (out, _) = said(lookup(words).arg("--json"), 0);
        serde_json::from_str::<Value>(&out).unwrap()["unused"].clone()
    };
    assert_eq!(serde_json::json!(["strength"]), unused(&idle));
    let used = ["hurt", "damage", "34", "+2D", "--strength", "3D", "--game", "d6"];
    assert_eq!(serde_json::json!([]), unused(&used));
    // Cover matters for a hit, but not for a miss.
    let miss = ["attack", "34", "1d8", "--distance", "2", "--increment", "8", "--dmg", "(3)6"];
    let cover = ["--cover", "4", "--covered", "torso,legs,arms,head", "--pen", "2"];
    assert_eq!(serde_json::json!([]), unused(&[&miss[..], &cover].concat()));
    let play = actiondeck()
        .args(["play", "--physical", "--deck", DECK])
        .write_stdin("d6 hurt damage 34 4D strength 3D\n")
        .output()
        .unwrap();
    let said = String::from_utf8(play.stdout).unwrap();
    assert!(said.ends_with("--strength makes no difference here\n"), "{said}");
}

#[test]
fn only_a_deck_found_by_default_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("output")).unwrap();
    std::fs::copy(DECK, folder.path().join("deck.csv")).unwrap();
    let ask = |words: &[&str]| said(actiondeck().current_dir(folder.path()).args(words), 0).1;
    let card = ["lookup", "read", "34", "toggle"];
    assert_eq!("", ask(&card), "the deck built in");
    let deck = Deck::read("deck.csv", include_str!("../data/deck.csv")).unwrap();
    std::fs::write(folder.path().join("output/deck.json"), deck.to_json()).unwrap();
    let note = ask(&card);
    assert!(note.contains("deck.json: ") && note.contains(", edition "), "{note}");
    assert_eq!(note, ask(&["odds", "3d10", "--tn", "7"]));
    assert_eq!("", ask(&["lookup", "card", "34", "--deck", "deck.csv"]));
    assert_eq!("", ask(&["lookup", "card", "34", "--json"]), "JSON names the deck itself");
}

#[test]
fn lookup_errors_in_json_have_code_argument_and_accepted() {
    for (words, code, argument, accepted) in [
        (&["hurt", "stun", "34", "2d8", "--dealt", "x"][..], "argument.range", "dealt", "0 to 99"),
        (&["hurt", "stun", "34", "2d8", "--delt", "1"], "argument.usage", "delt", "dealt"),
        (
            &["hurt", "stun", "34", "2d8"],
            "argument.missing",
            "dealt",
            "; for example: hurt stun 34",
        ),
        (
            &["attack", "34", "3d10", "--distance", "9", "--increment", "8", "--aim", "long"],
            "argument.value",
            "aim",
            "snap, once, twice",
        ),
        (&["hazard", "fall", "3"], "lookup.question", "", "fi3 hazard"),
        (&["read", "34", "banana"], "lookup.question", "", "toggle, "),
        (&["hurt"], "lookup.question", "", "tally, stun"),
        (&["check", "99", "3d10"], "deck.value", "card", "0 to 53"),
        (
            &["check", "34", "3d10", "--game", "chess"],
            "rules.game",
            "game",
            "west, fi3, d6, ladder, cards",
        ),
        (&["check", "34", "3d10", "--as", "stranger"], "lookup.name", "as", "example gunfighter"),
        (
            &["attack", "34", "3d10", "--distance", "9", "--weapon", "spoon"],
            "lookup.name",
            "weapon",
            "fist",
        ),
        (
            &["compute", "range", "--distance", "9", "--increment", "8", "--called", "wing"],
            "rules.place",
            "called",
            "guts",
        ),
        (
            &["check", "34", "dance", "--as", "example gunfighter"],
            "lookup.name",
            "dice",
            "shooting",
        ),
    ] {
        let fault = fault(words, 2);
        assert_eq!(code, fault["code"], "{fault}");
        assert_eq!(argument, fault["argument"].as_str().unwrap_or_default(), "{fault}");
        assert!(fault["accepted"].as_str().unwrap_or_default().contains(accepted), "{fault}");
    }
    assert_eq!("file.system", fault(&["card", "34", "--rules", "nowhere.toml"], 3)["code"]);
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules.toml");
    std::fs::write(&rules, "game = \"chess\"\n").unwrap();
    let fault = fault(&["card", "34", "--rules", rules.to_str().unwrap()], 2);
    assert_eq!((Some(1), Some(8)), (fault["line"].as_u64(), fault["column"].as_u64()), "{fault}");
    assert!(fault["accepted"].as_str().unwrap().contains("\"west\" or \"fi3\""), "{fault}");
}

/// The words of a game with their descriptions, as help lists them.
fn listed(game: &str) -> Vec<String> {
    let (help, _) = said(&mut lookup(&["--game", game, "help"]), 0);
    let words = help.split("Words:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let mut listed = Vec::new();
    for line in words.lines() {
        match line.strip_prefix("               ") {
            None => listed.extend(line.split_whitespace().next().map(str::to_owned)),
            Some(whats) => {
                let whats =
                    whats.strip_prefix("for ").or(whats.strip_prefix("or ")).unwrap_or(whats);
                listed.extend(whats.split(", ").map(str::to_owned));
            }
        }
    }
    listed
}

#[test]
fn examples_of_questions_are_answered() {
    let mut kinds = std::collections::BTreeSet::new();
    for game in ["west", "fi3", "d6", "ladder"] {
        let listed = listed(game);
        assert!(listed.len() > 12, "{listed:?}");
        for name in &listed {
            let (help, _) = said(&mut lookup(&["--game", game, "help", name]), 0);
            let examples = help.split("Examples:\n").nth(1).unwrap();
            for line in examples.lines().take_while(|line| !line.is_empty()) {
                let line = line.trim().strip_prefix("actiondeck lookup ").unwrap();
                let words = shlex::split(line).unwrap();
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let output = lookup(&words).arg("--json").output().unwrap();
                let stderr = String::from_utf8(output.stderr).unwrap();
                // The sample deck has no custom element.
                if stderr.contains("has no element") {
                    continue;
                }
                assert!(output.status.success(), "{line}: {stderr}");
                let json = valid(JsonFormat::Answer, &output.stdout);
                let kind = json["kind"].as_str().unwrap();
                kinds.insert(kind.to_owned());
                let (text, _) = said(&mut lookup(&words), 0);
                for line in json["explanation"].as_array().unwrap() {
                    assert!(text.contains(line.as_str().unwrap()), "{words:?}: {line}");
                }
            }
        }
    }
    assert!(kinds.len() > 60, "{kinds:?}");
}

/// The page on the fields of every question, made from the tables of fields.
fn question_fields_page() -> String {
    let mut page = String::from(
        "# Fields of questions\n\n\
         Every question with its fields: the keys of the [session file](json.md#the-session-log), and with hyphens for underscores \
         the options of a line. `CARD` and the like stand by themselves on a line, in this order. A field with a *fact* is \
         filled in from what a session knows, unless it is given.\n",
    );
    for game in Game::ALL {
        page.push_str(&format!("\n## {game}\n"));
        for spec in games::questions(game) {
            page.push_str(&format!("\n### {game} {}\n\n{}.\n", spec.name, spec.help));
            if !spec.fields().is_empty() {
                page.push_str(
                    "\n| field | value | when left out | what it is |\n|---|---|---|---|\n",
                );
            }
            for field in spec.fields() {
                page.push_str(&field_row(field));
            }
        }
    }
    page
}

fn field_row(field: &Field) -> String {
    let value = match field.kind {
        FieldKind::Flag => "`true`".to_owned(),
        FieldKind::Number { low, high } => format!("{low} to {high}"),
        FieldKind::Choice(words) => {
            let words: Vec<String> = words.iter().map(|it| format!("`{}`", it.name)).collect();
            words.join(", ")
        }
        kind if kind.is_card() => format!("`{}`, {}", field.value_name(), field.card_use.name()),
        _ => format!("`{}`", field.value_name()),
    };
    let value = if field.many { format!("list: {value}") } else { value };
    let mut left_out = match field.presence {
        Presence::Required => "required".to_owned(),
        Presence::RequiredUnless(others) => format!("required without {}", quoted(others)),
        Presence::Optional => String::new(),
        Presence::Default(text) => format!("`{text}`"),
    };
    if let Some(fact) = field.fact {
        left_out = format!("fact {fact:?}; {left_out}").trim_end_matches("; ").to_owned();
    }
    let mut help = field.help.trim().replace('|', "\\|");
    if let Some(other) = field.needs {
        help.push_str(&format!("; with {}", quoted(&[other])));
    }
    if !field.excludes.is_empty() {
        help.push_str(&format!("; not with {}", quoted(field.excludes)));
    }
    format!("| `{}` | {value} | {left_out} | {help} |\n", field.name)
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_page_on_question_fields_is_what_the_tables_say() {
    crate::kept::file("docs/question-fields.md", &question_fields_page());
}
