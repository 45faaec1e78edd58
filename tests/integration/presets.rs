//! The presets for other games: dealt, validated, drawn in every theme, looked up, with odds.

use actiondeck::companion::{Companion, Engine, MOST_BYTES, Texts};
use actiondeck::deck::{CardNumber, Deck};
use actiondeck::export::{Export, Target};
use actiondeck::face::{Faces, Theme};
use actiondeck::generate::{Effort, generate};
use actiondeck::geometry::{Mm, Size};
use actiondeck::render::Leaf;
use actiondeck::render::pdf::Timestamp;
use actiondeck::render::sheet::{Flip, Sheet};
use actiondeck::spec::preset;
use actiondeck::table::rules::Options;
use actiondeck::validate::validate;
use serde_json::{Value, json};

use crate::program::actiondeck;

/// Questions for a preset: command lines, and the expected parts of their answers.
struct Preset {
    name: &'static str,
    answered: &'static [(&'static str, &'static str)],
    /// A line that its cards cannot answer.
    refused: &'static str,
}

const PRESETS: [Preset; 7] = [
    Preset {
        name: "d20",
        answered: &[
            ("odds 1d20 --advantage --tn 15", "2d20, 54 cards"),
            ("odds 1d20 --disadvantage --tn 15", "lowest of 2d20"),
            ("odds effect (2)6", "closed dice"),
        ],
        refused: "odds location",
    },
    Preset {
        name: "pbta",
        answered: &[
            ("odds element 2d6 --bands 7,10", "7 to 9"),
            ("lookup read 34 element 2d6", "2d6"),
        ],
        refused: "odds effect (2)6",
    },
    Preset {
        name: "percentile",
        answered: &[
            ("odds 1d100 --under 45", "45"),
            ("lookup check 34 1d100", "1d100"),
            ("odds location", "abdomen"),
        ],
        refused: "odds scatter",
    },
    Preset {
        name: "year-zero",
        answered: &[("odds 5d6 --count 6", "successes"), ("odds 8d6 --count 6", "successes")],
        refused: "odds burst 3",
    },
    Preset {
        name: "oracle",
        answered: &[
            ("odds element answer", "yes, but"),
            ("lookup read 34 element weather", "weather"),
            ("lookup card 34", "word"),
        ],
        refused: "lookup read 34 toggle",
    },
    Preset {
        name: "sixty",
        answered: &[
            ("odds 1d20 --tn 15", "30.00 %"),
            ("odds 1d10 --tn 8", "1d10, 60 cards"),
            ("odds effect (2)6", "effect (2)6, 60 cards"),
            ("lookup check 59 3d10", "3d10"),
        ],
        refused: "odds location",
    },
    Preset {
        name: "hundred",
        answered: &[
            ("odds 1d100 --under 45", "45.00 %"),
            ("lookup check 100 1d100", "1d100"),
            ("odds effect (2)6", "closed dice, 100 cards"),
        ],
        refused: "odds burst 3",
    },
];

#[test]
fn every_preset_is_dealt_judged_drawn_and_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    for known in PRESETS {
        let spec = preset(known.name).unwrap().spec().unwrap();
        let deck = generate(&spec, spec.seed, Effort::Quick, &|_| ()).unwrap();
        let validation = validate(&deck, Some(&spec));
        assert!(validation.holds(), "{}: {:?}", known.name, validation.figures);
        drawn_in_every_theme(&deck);
        let file = folder.path().join(format!("{}.json", known.name));
        std::fs::write(&file, deck.to_files().unwrap().json).unwrap();
        let ask = |line: &str| {
            let mut command = actiondeck();
            command.args(line.split(' ')).arg("--deck").arg(&file);
            command.assert()
        };
        for (line, lines) in [("lookup help", ""), ("play", "help\nhelp odds\nhelp set\n")] {
            let mut command = actiondeck();
            command.args(line.split(' ')).arg("--deck").arg(&file).write_stdin(lines);
            let help = command.assert().success();
            let help = String::from_utf8_lossy(&help.get_output().stdout).into_owned();
            let of_the_west =
                ["West", "example ", "gunfighter"].iter().find(|word| help.contains(**word));
            assert_eq!(None, of_the_west, "{}: {help}", known.name);
            assert!(help.contains("Show everything on a card"), "{}: {help}", known.name);
        }
        for (line, held) in known.answered {
            let assert = ask(line).success();
            let stdout = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
            assert!(stdout.contains(held), "{}: {line}: {stdout}", known.name);
        }
        let assert = ask(known.refused).code(2);
        let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(stderr.contains("do not show"), "{}: {stderr}", known.name);
    }
}

/// Decks with all parts and with few, with and without custom elements: all presets in optimised builds.
///
/// Each is drawn a hundred times, which is slow.
const TAKEN: &[&str] = match cfg!(debug_assertions) {
    true => &["oracle"],
    false => &["d20", "pbta", "percentile", "year-zero", "oracle", "fudge", "sixty", "hundred"],
};

#[test]
fn the_page_and_every_export_take_a_deck_of_any_layout() {
    for name in TAKEN {
        let spec = preset(name).unwrap().spec().unwrap();
        let deck = generate(&spec, spec.seed, Effort::Quick, &|_| ()).unwrap();
        taken_to_every_table(&deck, name);
    }
}

/// Runs the companion page and all exports, and reads every card with the page's engine.
fn taken_to_every_table(deck: &Deck, name: &str) {
    let theme = Theme::built_in("west").unwrap();
    let faces = Faces::new(&theme, deck).unwrap();
    let page = Companion::new(&faces).html().unwrap();
    assert!(page.len() < MOST_BYTES, "{name}: {} bytes", page.len());
    let texts = Texts { deck: deck.to_json(), ..Texts::default() };
    let mut engine = Engine::new(&texts).unwrap();
    let mut ask = |question: Value| -> Value {
        let request = json!({ "do": "look", "asked": question }).to_string();
        serde_json::from_str(&engine.call(&request)).unwrap()
    };
    let (die, level) = deck.layout().cause.cells().next().unwrap();
    for card in deck.cards() {
        let number = card.number.get();
        let shown = ask(json!({ "question": "west card", "card": number }));
        assert_eq!(Value::Null, shown["errors"], "{name}: {shown}");
        let dice = format!("{level}{die}");
        let check = ask(json!({ "question": "west check", "card": number, "dice": dice, "tn": 3 }));
        assert!(check["explanation"].is_array() || check["errors"].is_array(), "{name}: {check}");
    }
    let sheets = vec![Sheet::built_in("silhouette-a4").unwrap()];
    let export = Export::new(deck, &theme).with_card_width_px(60).with_sheets(sheets);
    let files = export.files(&Target::ALL).unwrap();
    for target in Target::ALL {
        let folder = format!("{}/", target.name());
        assert!(files.iter().any(|file| file.path.starts_with(&folder)), "{name}: {target}");
    }
}

/// Measures all cards for overfull cells, and draws one of them.
fn drawn_in_every_theme(deck: &Deck) {
    let card = "34".parse::<CardNumber>().unwrap();
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        let faces = Faces::fitting_on(&theme, deck, &[card]);
        let message = faces.err().map(|problems| problems.to_string());
        assert_eq!(None, message, "{} in {name}", deck.name());
    }
    let theme = Theme::built_in("future-imperfect").unwrap();
    let faces = Faces::new(&theme, deck).unwrap();
    let paper = Size { width: Mm(210.0), height: Mm(297.0) };
    let (flip, date) = (Flip::default(), Timestamp::FIXED);
    let leaf = Leaf { paper, flip, printer: None, date };
    let message =
        leaf.files(&faces, &Options::default()).err().map(|problems| problems.to_string());
    assert_eq!(None, message, "the leaf of {}", deck.name());
}
