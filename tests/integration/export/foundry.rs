//! The module for Foundry: its scripts in node and in a browser with a stand-in for Foundry, and their types.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use actiondeck::deck::{Deck, ShufflePolicy, ShuffleTime, ShuffleTrigger};
use actiondeck::export::Target;
use actiondeck::face::{Theme, Words};
use serde_json::{Value, json};

use super::{export, made, text};
use crate::foreign;

const ID: &str = "actiondeck-future-imperfect";

/// The files of these tests: the stand-in, the scene, unit tests, and types of the module's data.
fn here(file: &str) -> String {
    format!("{}/tests/integration/export/foundry/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// A folder with the module of the built-in deck.
fn module(language: &str) -> tempfile::TempDir {
    module_of(&Deck::built_in(), language)
}

fn module_of(deck: &Deck, language: &str) -> tempfile::TempDir {
    let theme = Theme::built_in("ink-saver").unwrap();
    let theme = theme.in_words(Words::built_in(language).unwrap());
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in made(&export(deck, &theme), &[Target::Foundry]) {
        let path = folder.path().join(path.strip_prefix("foundry/").unwrap());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// Compares a message with the answer of `lookup` to the same question of these cards.
fn is_the_programs(message: &Value, cards: &str) {
    let mut program = assert_cmd::Command::cargo_bin("actiondeck").unwrap();
    let question = ["lookup", "check", cards, "3d10", "tn", "8"];
    let expected = String::from_utf8(program.args(question).output().unwrap().stdout).unwrap();
    let lines = message["lines"].as_array().unwrap().iter().map(text);
    let found: Vec<&str> = lines.filter(|line| *line != "TN 8").collect();
    assert_eq!(expected.lines().collect::<Vec<_>>(), found);
}

#[test]
fn players_draw_ask_and_continue_with_the_game_masters_client() {
    let folder = module("en");
    let Some(scene) = scene(folder.path()) else { return };
    assert_eq!(
        json!(["error: No game master is connected, so no card can be drawn."]),
        scene["withoutMaster"]
    );
    assert!(text(&scene["withoutDeck"][0]).contains("has no deck of this module"), "{scene}");
    assert_eq!(json!(true), scene["leftToFoundry"], "another command");
    assert!(text(&scene["created"][0]).starts_with("info: Future Imperfect was created"));
    let images = scene["images"].as_array().unwrap();
    let uploaded = scene["uploaded"].as_array().unwrap();
    assert_eq!([108, 55], [images.len(), uploaded.len()]);
    assert!(images.iter().all(|image| text(image).starts_with(&format!("worlds/dust/{ID}/"))));
    assert!(text(&scene["invalid"][0]).contains("did you mean check?"), "{scene}");

    let message = &scene["answered"][0];
    assert_eq!(json!([0]), message["cards"], "an invalid question drew a card");
    is_the_programs(message, "0");
    assert!(text(&message["alt"][0]).starts_with("card 0, rank 0"), "{message}");
    assert_eq!(json!(["Follow-up card"]), message["buttons"]);

    assert_eq!(json!([51, 52, 53]), scene["together"], "each card once");
    assert_eq!(json!(true), scene["kept"]);
    let after = &scene["afterReload"];
    assert_eq!(json!([]), after["notes"]);
    assert_eq!(json!([0, 50]), after["seen"]["cards"]);
    is_the_programs(&after["seen"], "0+50");
    let form = &scene["form"];
    assert_eq!(form[0]["cards"], form[1]["cards"], "the last card is read again");
    assert_eq!(form[0]["lines"], form[1]["lines"]);
    assert_eq!(
        json!(["error: The game master draws the cards of this deck."]),
        scene["restricted"]
    );
    assert_eq!(json!(true), scene["otherCommand"], "the command has another name");
    assert_eq!(
        json!({ "notes": ["info: The cards were shuffled."], "pile": 1 }),
        scene["shuffled"]
    );
    assert_eq!(scene["withoutMaster"], scene["masterLeft"]);
    assert_eq!(json!(true), scene["withoutModule"], "the world has its own pictures");
}

#[test]
fn answers_and_buttons_are_in_the_language_of_the_cards() {
    let folder = module("de");
    let Some(scene) = scene(folder.path()) else { return };
    assert!(text(&scene["withoutMaster"][0]).contains("Keine Spielleitung"), "{scene}");
    let message = &scene["answered"][0];
    assert!(text(&message["lines"][0]).starts_with("Erfolg"), "{message}");
    assert_eq!(json!(["Folgekarte"]), message["buttons"]);
    assert!(text(&message["alt"][0]).starts_with("Karte 0, Rang 0"), "{message}");
}

/// What happens in the scene; `None` without node or a browser.
fn scene(folder: &Path) -> Option<Value> {
    foreign::run("/usr/bin/chromium", ["--version"])?;
    let folder = folder.to_str().unwrap();
    let scene =
        foreign::node(&["puppeteer-core"], &[&here("play.cjs"), folder, "/usr/bin/chromium"])?;
    Some(serde_json::from_str(&scene).unwrap())
}

#[test]
fn the_scripts_answer_in_node() {
    let folder = module("en");
    let module = folder.path().join(ID);
    let _ran = foreign::node(&[], &[&here("units.mjs"), module.to_str().unwrap()]);
}

#[test]
fn the_stacks_keep_the_policy_of_the_deck() {
    let rounds = |trigger, time, count: &str| -> Option<Vec<Value>> {
        let deck = Deck::built_in();
        let mut layout = deck.layout().clone();
        layout.shuffle = Some(ShufflePolicy { trigger, time });
        let deck = Deck::new(deck.name(), None, layout, deck.cards().to_vec()).unwrap();
        let folder = module_of(&deck, "en");
        let module = folder.path().join(ID);
        let arguments = [&here("policy.mjs"), module.to_str().unwrap(), count];
        Some(serde_json::from_str(&foreign::node(&[], &arguments)?).unwrap())
    };
    let round = |notes: &[&str], left: u8, shuffles: u8| json!({ "notes": notes, "left": left, "shuffles": shuffles });
    let (shuffled, at_end) =
        ("The cards were shuffled.", "The deck is shuffled when the round ends.");
    let left = ShuffleTrigger::CardsLeft(50);
    // The first draw shuffles a new deck. Four cards are drawn, then one, and the round ends twice.
    let Some(found) = rounds(left, ShuffleTime::AtOnce, "4") else { return };
    let [before, four, one, end, again] = &found[..] else { panic!("{found:?}") };
    assert_eq!([&round(&[], 54, 0), &round(&[], 50, 1)], [before, four]);
    assert_eq!(
        [&round(&[shuffled], 53, 2), &round(&[], 53, 2), &round(&[], 53, 2)],
        [one, end, again]
    );
    let found = rounds(left, ShuffleTime::EndOfRound, "4").unwrap();
    let expected = [
        round(&[], 54, 0),
        round(&[at_end], 50, 1),
        round(&[at_end], 49, 1),
        round(&[shuffled], 54, 2),
        round(&[], 54, 2),
    ];
    assert_eq!(expected, found[..]);
    let found = rounds(ShuffleTrigger::EmptyPile, ShuffleTime::AtOnce, "54").unwrap();
    assert_eq!([round(&[], 0, 1), round(&[shuffled], 53, 2)], found[1..3]);
}

#[test]
fn scripts_and_manifest_have_the_published_types() {
    let tools = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
    let tools = tools.join(".cache/actiondeck-tools/foundry/node_modules");
    if !tools.join("fvtt-types").is_dir() {
        return foreign::skip("fvtt-types");
    }
    let folder = module("en");
    for file in ["foundry.d.ts", "manifest.ts", "tsconfig.json"] {
        fs::copy(here(file), folder.path().join(file)).unwrap();
    }
    std::os::unix::fs::symlink(&tools, folder.path().join("node_modules")).unwrap();
    let check = || {
        let output = Command::new(tools.join(".bin/tsc")).current_dir(folder.path()).output();
        let output = output.unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (is_valid, faults) = check();
    assert!(is_valid, "{faults}");
    // A call that Foundry does not have is found.
    let script = folder.path().join(ID).join("stacks.mjs");
    let wrong = fs::read_to_string(&script).unwrap().replace("deck.shuffle(", "deck.mix(");
    fs::write(&script, wrong).unwrap();
    let (is_valid, faults) = check();
    assert!(!is_valid && faults.contains("'mix' does not exist"), "{faults}");
}
