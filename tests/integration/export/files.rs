//! Properties of all exports: file names, determinism, decks of any layout, and refused requests.

use std::fs;

use actiondeck::deck::Field;
use actiondeck::export::Target;
use actiondeck::{Deck, Digest, Theme};

use super::{Files, all, deck, export, made, tables};
use crate::program::{actiondeck, files};

const DECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/decks/future-imperfect.json");

#[test]
fn every_target_has_a_folder_and_every_picture_a_digest() {
    for target in tables() {
        let own = format!("{}/", target.name());
        assert!(all().keys().any(|path| path.starts_with(&own)), "{target}");
    }
    let pictures = all().iter().filter(|(path, _)| path.ends_with(".png"));
    let mut checked = 0;
    // Two names are prescribed by the programs.
    let is_prescribed =
        |path: &str| path.contains("Saved Objects") || path.ends_with("/CardBack.png");
    for (path, png) in pictures.filter(|(path, _)| !is_prescribed(path)) {
        let digest = Digest::from_bytes(png).to_string();
        let stated = path.strip_suffix(".png").unwrap().rsplit('-').next().unwrap();
        assert!(digest.starts_with(&format!("sha256:{stated}")), "{path} {digest}");
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn the_same_deck_gives_the_same_bytes_on_one_thread_and_on_many() {
    let (deck, theme) = (deck(), Theme::built_in("future-imperfect").unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let again: Files = pool.install(|| made(&export(&deck, &theme), &tables()));
    assert!(all().keys().eq(again.keys()));
    for (path, bytes) in all() {
        assert!(*bytes == again[path], "{path} differs");
    }
}

/// A deck with other columns and rows, without bursts, with a custom element.
fn other_deck() -> Deck {
    let csv = include_str!("../../data/deck.csv");
    let mut lines = csv.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let dropped = ["cause_d4", "cause_d6", "effect_d8", "effect_d12", "burst", "hit_4"];
    let is_dropped = |name: &str| {
        dropped.iter().any(|start| name.starts_with(start))
            || (name.starts_with("cause") && name.ends_with("_5"))
    };
    let kept: Vec<usize> = (0..head.len()).filter(|&place| !is_dropped(head[place])).collect();
    let line = |cells: Vec<&str>, mood: &str| {
        let cells: Vec<&str> = kept.iter().map(|&place| cells[place]).collect();
        format!("{},{mood}\n", cells.join(","))
    };
    let mut other = line(head, "mood");
    for (number, card) in lines.enumerate() {
        other += &line(card.split(',').collect(), &format!("a <b> & '{number}'"));
    }
    Deck::read("Ash & Oak.csv", &other).unwrap()
}

/// A theme that shows every value of a deck in columns.
fn plain_theme(deck: &Deck) -> Theme {
    let mut texts = String::new();
    let fields = deck.layout().fields();
    // The ladder step is not printed.
    let printed = fields.iter().filter(|field| **field != Field::HitStep);
    for (place, field) in printed.enumerate() {
        let name = field.to_string();
        let name = match name.split_once('_') {
            Some((grid @ ("cause" | "effect" | "hit"), cell)) => {
                format!("{grid}.{}", cell.replace('_', "."))
            }
            _ => name,
        };
        let (x, y) = (4 + 10 * (place / 20), 6 + 4 * (place % 20));
        texts += &format!("<text x=\"{x}\" y=\"{y}\">{{{{{name}}}}}</text>");
    }
    let svg = |body: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"69.85mm\" height=\"95.25mm\" \
             viewBox=\"-3.175 -3.175 69.85 95.25\" font-family=\"IBM Plex Sans Condensed\" \
             font-weight=\"500\" font-size=\"1.6\">{body}</svg>"
        )
    };
    let toml = "name = \"plain\"\ntitle = \"Plain\"\n\
        [swatches.paper]\nrgb = \"#ffffff\"\ncmyk = [0, 0, 0, 0]\n\
        [swatches.black]\nrgb = \"#000000\"\ncmyk = [0, 0, 0, 100]\n";
    let back = svg("<text x=\"9\" y=\"9\">{{deck}} {{edition}}</text>");
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("theme.toml", toml), ("card.svg", &svg(&texts)), ("back.svg", &back)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    Theme::read(folder.path()).unwrap()
}

#[test]
fn a_deck_of_any_layout_is_exported_for_every_target() {
    let deck = other_deck();
    let theme = plain_theme(&deck);
    let files = made(&export(&deck, &theme), &tables());
    let kinds = |files: &Files| -> Vec<usize> {
        let count = |target: &Target| {
            let folder = format!("{}/", target.name());
            files.keys().filter(|path| path.starts_with(&folder)).count()
        };
        tables().iter().map(count).collect()
    };
    assert_eq!(kinds(all()), kinds(&files));
    let table = std::str::from_utf8(&files["images/cards.csv"]).unwrap();
    let mut records = csv::Reader::from_reader(table.as_bytes());
    let fields: Vec<String> = deck.layout().fields().iter().map(ToString::to_string).collect();
    let head: Vec<&str> = records.headers().unwrap().iter().skip(4).collect();
    assert_eq!(fields, head);
    for (card, record) in deck.cards().iter().zip(records.records().map(Result::unwrap)) {
        let expected: Vec<String> =
            deck.layout().fields().iter().map(|field| field.text(deck.layout(), card)).collect();
        assert_eq!(expected, record.iter().skip(4).collect::<Vec<_>>());
        assert!(files.contains_key(&format!("images/{}", &record[1])));
        assert!(files.contains_key(&format!("images/{}", &record[2])));
        assert!(record[3].contains(&format!("mood: a <b> & '{}'", card.number)), "{}", &record[3]);
    }
}

#[test]
fn an_export_removes_only_its_own_old_files() {
    let workspace = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let all = ["--width", "50", "-q", "-o", "out"];
        actiondeck().current_dir(workspace.path()).arg("export").args(arguments).args(all).assert()
    };
    run(&["images,pcio", DECK]).success();
    let first = files(&workspace.path().join("out"));
    run(&["images", DECK, "--theme", "west"]).success();
    let second = files(&workspace.path().join("out"));
    let cards = |files: &Files, start: &str| -> Vec<String> {
        files.keys().filter(|path| path.starts_with(start)).cloned().collect()
    };
    assert_eq!(56, cards(&second, "images/").len(), "the older pictures are gone");
    assert_ne!(cards(&first, "images/card-34"), cards(&second, "images/card-34"));
    assert_eq!(first["pcio/future-imperfect.pcio"], second["pcio/future-imperfect.pcio"]);
    fs::write(workspace.path().join("out/pcio/future-imperfect.pcio"), "a room with a game in it")
        .unwrap();
    let refused = run(&["pcio", DECK]).code(2);
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains("future-imperfect.pcio") && said.contains("--force"), "{said}");
    let third = files(&workspace.path().join("out"));
    assert_eq!(b"a room with a game in it", &third["pcio/future-imperfect.pcio"][..]);
}

#[test]
fn bad_export_requests_report_every_fault_at_once() {
    let said = |arguments: &[&str]| {
        let workspace = tempfile::tempdir().unwrap();
        let mut command = actiondeck();
        let assert =
            command.current_dir(workspace.path()).arg("export").args(arguments).assert().code(2);
        assert_eq!(0, fs::read_dir(workspace.path()).unwrap().count(), "nothing is written");
        String::from_utf8(assert.get_output().stderr.clone()).unwrap()
    };
    let workspace = tempfile::tempdir().unwrap();
    fs::write(workspace.path().join("notes"), "mine").unwrap();
    let mut below_a_file = actiondeck();
    let arguments = ["export", "dxf", DECK, "-o", "notes/room"];
    let refused = below_a_file.current_dir(workspace.path()).args(arguments).assert().code(3);
    let stderr = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(stderr.contains("cannot write"), "{stderr}");
    assert_eq!(1, fs::read_dir(workspace.path()).unwrap().count());
    assert_eq!("mine", fs::read_to_string(workspace.path().join("notes")).unwrap());
    let unknown = said(&["roll20", DECK]);
    assert!(unknown.contains("roll20") && unknown.contains("images, tts"), "{unknown}");
    let many = said(&["tts", DECK, "--theme", "wst", "--grid", "11x1", "--width", "1"]);
    for expected in ["wst", "1x1 to 10x7", "50 to 2000"] {
        assert!(many.contains(expected), "{expected}: {many}");
    }
}
