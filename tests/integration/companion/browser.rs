//! The companion page in a headless browser.
//!
//! A fight is played by clicks on a narrow phone, by keyboard, in light, dark and grey, and from the code of
//! a card; axe-core must report nothing, and `play` must give the same answers to the same lines.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::page::written;
use crate::foreign;
use crate::program::actiondeck;

const FIGHT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/companion/fight.cjs");
const WORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/companion/words.cjs");

/// The steps of a session file: each typed line with its answer.
fn steps(session: &str) -> Vec<(String, Vec<String>)> {
    session
        .lines()
        .skip(1)
        .map(|line| {
            let step: Value = serde_json::from_str(line).unwrap();
            let answers = step["explanation"].as_array().cloned().unwrap_or_default();
            let answers = answers.iter().map(|text| text.as_str().unwrap().to_owned());
            // `play` reports lines without effect.
            let answers = answers.filter(|text| !text.contains("no difference here"));
            (step["line"].as_str().unwrap().to_owned(), answers.collect())
        })
        .collect()
}

#[test]
fn the_page_plays_a_fight_with_the_answers_of_play() {
    let folder = tempfile::tempdir().unwrap();
    let page = written(folder.path(), &[]);
    let arguments = [FIGHT, page.to_str().unwrap(), "/usr/bin/chromium"];
    let Some(said) = foreign::node(&["puppeteer-core", "axe-core"], &arguments) else { return };
    let found: Value = serde_json::from_str(&said).unwrap();

    let list = |key: &str| found[key].as_array().unwrap().clone();
    assert!(list("messages").is_empty(), "{}", found["messages"]);
    assert!(list("axe").is_empty(), "{:#}", found["axe"]);
    assert!(list("widths").iter().all(|beyond| *beyond == 0), "{}", found["widths"]);
    assert_eq!("shut", found["network"]);
    // Text of double size, and the card field of the longest form on a phone.
    assert!(found["large"]["header"].as_f64().unwrap() < 0.3, "{}", found["large"]);
    assert_eq!(true, found["large"]["tabs"]);
    assert!(found["card_field"].as_f64().unwrap() < 1.0, "{}", found["card_field"]);
    let grey = list("grey");
    assert_eq!(4, grey.len());
    for seen in grey {
        assert!(seen[1].as_f64().unwrap() > 0.05, "shown by colour alone: {seen}");
    }
    assert!(found["wrong"].as_str().unwrap().contains("99 is not a card"), "{}", found["wrong"]);
    let scanned = list("scanned");
    assert!(scanned[0].as_str().unwrap().starts_with("Card 7,"), "{}", scanned[0]);
    assert!(scanned[1].as_str().unwrap().starts_with("Card 34,"), "{}", scanned[1]);
    let outside = |url: &Value| {
        let url = url.as_str().unwrap();
        !url.starts_with("file://") && !url.starts_with("data:image/svg+xml,")
    };
    assert!(!list("requests").iter().any(outside));
    assert!(found["before"].as_str().unwrap().starts_with("TN 8 = 5 standard + 1 range"));
    let held = list("held");
    assert_eq!(2, held.len(), "{held:?}");
    for (card, shown) in [(6, &held[0]), (5, &held[1])] {
        let named = format!("Use card {card} of the hand: ");
        assert!(shown.as_str().unwrap().starts_with(&named), "{held:?}");
    }
    assert!(held[1].as_str().unwrap().ends_with(found["used"][0].as_str().unwrap()), "{found}");
    let keyboard: Vec<Value> = list("keyboard");
    assert!(keyboard.iter().any(|line| line.as_str().unwrap().starts_with("card 34, 3d8")));
    assert_eq!(found["log"], found["kept"], "the session outlives the page");
    let [before, after, who] = &list("reloaded")[..] else { panic!("{}", found["reloaded"]) };
    assert_eq!(before[0], after[0], "the open step survives a reload");
    assert_eq!("example brute", who);

    let session = found["session"].as_str().unwrap();
    let played = steps(session);
    assert!(played.len() >= 15, "{session}");
    assert!(session.contains("contest 12 3d10 37 2d8"), "{session}");
    let lines: String = played.iter().map(|(line, _)| format!("{line}\n")).collect();
    let again = folder.path().join("again.json");
    let mut play = actiondeck();
    play.args(["play", "--physical", "--session"]).arg(&again).write_stdin(lines);
    play.assert().success();
    assert_eq!(played, steps(&fs::read_to_string(&again).unwrap()));

    // `play` resumes the file that the page saved.
    let own = folder.path().join("own.json");
    fs::write(&own, session).unwrap();
    let mut play = actiondeck();
    play.args(["play", "--session"]).arg(&own).write_stdin("undo 2\ntable\n").assert().success();
    assert!(Path::new(&own).is_file());
}

#[test]
fn a_page_opens_on_the_first_question_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let page = |preset: &str| {
        let (deck, page) = (folder.path().join(preset), format!("{preset}.html"));
        let deck = deck.with_extension("json");
        let mut generate = actiondeck();
        generate.args(["generate", preset, "--effort", "quick", "-q", "-o"]).arg(&deck);
        generate.assert().success();
        let page = folder.path().join(page);
        actiondeck().arg("companion").arg(&deck).arg("-o").arg(&page).assert().success();
        page
    };
    let pages = ["oracle", "d20"].map(page);
    let pages = pages.iter().map(|page| page.to_str().unwrap());
    let arguments: Vec<&str> = [WORDS, "/usr/bin/chromium"].into_iter().chain(pages).collect();
    let Some(said) = foreign::node(&["puppeteer-core"], &arguments) else { return };
    let found: Value = serde_json::from_str(&said).unwrap();
    let (oracle, d20) = (&found[0]["opens"], &found[1]["opens"]);
    assert_eq!("read", oracle["chosen"][0], "{oracle}");
    assert_eq!("Answer", oracle["list"], "{oracle}");
    assert_eq!("check", d20["chosen"][0], "{d20}");
    let before = d20["before"].as_str().unwrap();
    assert!(before.starts_with("TN 11") && before.contains("50.00 %"), "{d20}");
    for page in found.as_array().unwrap() {
        assert_eq!(0, page["messages"].as_array().unwrap().len(), "{}", page["messages"]);
        let texts = page["texts"].to_string().to_lowercase();
        for word in ["west", "shot", "gunfighter", "revolver", "wound", "weapon", "bump"] {
            assert!(!texts.contains(word), "{word}: {texts}");
        }
    }
}

#[test]
fn a_page_in_another_language_has_no_english_text() {
    let folder = tempfile::tempdir().unwrap();
    let page = |language: &str| {
        let folder = folder.path().join(language);
        fs::create_dir(&folder).unwrap();
        written(&folder, &["--language", language])
    };
    let pages = ["en", "de", "fr", "es"].map(page);
    let pages = pages.iter().map(|page| page.to_str().unwrap());
    let arguments: Vec<&str> = [WORDS, "/usr/bin/chromium"].into_iter().chain(pages).collect();
    let Some(said) = foreign::node(&["puppeteer-core"], &arguments) else { return };
    let found: Value = serde_json::from_str(&said).unwrap();
    let texts = |at: usize| {
        let texts = found[at]["texts"].as_array().unwrap().iter();
        texts.map(|text| text.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // Names of weapons and characters come from tables and are the same in both languages.
    let own = |text: &str| {
        let same = ["Initiative", "Name", "Question", "Surprise", "Table", "Session", "torso"];
        let weapons = ["fist", "boot"];
        text.starts_with("example ")
            || text == "Future Imperfect"
            || same.contains(&text)
            || weapons.contains(&text)
    };
    let is_word =
        |text: &str| text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 3);
    let english: Vec<String> =
        texts(0).into_iter().filter(|text| is_word(text) && !own(text)).collect();
    assert!(english.len() > 120, "{english:?}");
    for (at, language) in ["en", "de", "fr", "es"].into_iter().enumerate() {
        assert_eq!(language, found[at]["language"]);
        assert_eq!(0, found[at]["messages"].as_array().unwrap().len(), "{}", found[at]["messages"]);
        let said = texts(at);
        assert!(!said.iter().any(|text| text.contains(['{', '}'])), "{language}: {said:?}");
        let same: Vec<&String> = english.iter().filter(|text| said.contains(text)).collect();
        assert!(at == 0 || same.is_empty(), "{language}: {same:?}");
        let answers = said.len().abs_diff(texts(0).len());
        assert!(answers < 12, "{language}: {} texts, {} in English", said.len(), texts(0).len());
    }
    let german = texts(1);
    for word in ["Karten", "Spiel", "Schuss", "W10", "Werte der Karte 34", "Ja oder nein"] {
        assert!(german.iter().any(|text| text.contains(word)), "{word}: {german:?}");
    }
}
