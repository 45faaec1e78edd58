//! The README's pictures and the figures quoted beside them are those of the built-in deck.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --release front_page` updates the pictures.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use actiondeck::deck::{Card, CauseCell, Deck, Edition};
use serde_json::Value;

use crate::companion::page::written;
use crate::foreign;
use crate::kept;
use crate::program::actiondeck;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const README: &str = include_str!("../../README.md");
const COMPANION: &str = include_str!("../../docs/companion.md");
const DECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/decks/future-imperfect.json");
const PICTURE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/companion/picture.cjs");

/// The alternative text of a picture on a page.
fn alternative_text(page: &'static str, picture: &str) -> &'static str {
    let (_, rest) = page.split_once(&format!("images/{picture}\"")).unwrap();
    rest.split_once("alt=\"").unwrap().1.split_once('"').unwrap().0
}

/// The card number in an alternative text.
fn card_number(text: &str) -> usize {
    let (_, rest) = text.split_once("ard ").unwrap();
    rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

/// The README as one line, to find sentences across line breaks.
fn readme_in_one_line() -> String {
    README.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn holds(sentence: &str) {
    assert!(readme_in_one_line().contains(sentence), "README does not say: {sentence}");
}

/// The pictures that the program draws have the same bytes on every machine.
#[test]
fn drawn_pictures_are_those_of_the_built_in_deck() {
    let folder = tempfile::tempdir().unwrap();
    let edition = Deck::built_in().edition().to_string();
    for (name, arguments) in [
        ("explained.png", ["explain", "--deck", DECK, "-o"].as_slice()),
        ("themes.png", &["themes", "--contact"]),
    ] {
        let path = folder.path().join(name);
        actiondeck().current_dir(&folder).args(arguments).arg(&path).assert().success();
        kept::picture(&format!("docs/images/{name}"), &fs::read(path).unwrap());
        let text = alternative_text(README, name);
        assert!(text.contains(&format!("edition {edition}")), "{name}: {text}");
    }
    // The card that `explain` selects, and the one on the contact sheet of `themes`.
    let explain = |card: &[&str]| {
        let output = actiondeck().args(["explain", "--deck", DECK]).args(card).output().unwrap();
        output.stdout
    };
    let card = card_number(alternative_text(README, "explained.png")).to_string();
    assert!(explain(&[]) == explain(&[&card]), "explain draws another card than {card}");
    assert_eq!(34, card_number(alternative_text(README, "themes.png")));
}

#[test]
fn figures_quoted_with_the_first_picture_are_on_its_card() {
    let deck = Deck::built_in();
    let number = card_number(alternative_text(README, "explained.png"));
    let card: &Card = &deck.cards()[number];
    let columns = &deck.layout().cause.columns;
    let place = |sides: u16| columns.iter().position(|die| die.sides() == sides).unwrap();

    let read: Vec<u16> =
        card.cause.column(place(10))[..3].iter().map(|cell| cell.value()).collect();
    let [first, second, third] = read[..] else { panic!("{read:?}") };
    let best = *read.iter().max().unwrap();
    assert!((7..10).contains(&best), "the example succeeds and draws no second card: {best}");
    holds(&format!("rows 1 to 3: on card {number} they show {first}, {second}, {third}. "));
    holds(&format!("The best counts: {best} is at least 7, so the check succeeds."));

    let exceptional = card.cause.get(place(6), 1).unwrap();
    assert!(exceptional.is_highest(6));
    holds(&format!("such as the {exceptional} in row 1 of column 6, is *exceptional*"));
    assert_eq!(Some(CauseCell::CriticalFailure), card.cause.get(place(8), 1));
    holds("is a critical failure, as in row 1 of column 8 when you roll one die");

    let effect = deck.layout().effect.columns.iter().position(|die| die.sides() == 8).unwrap();
    let sum = card.effect.get(effect, 2).unwrap();
    holds(&format!("(2)8, two eight-sided dice, is row 2 of column 8 and shows {sum}."));
}

#[test]
fn statistics_quoted_in_prose_are_those_of_the_built_in_deck() {
    let output = actiondeck().args(["validate", DECK, "--json"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let figure = |id: &str| {
        let figures = report["figures"].as_array().unwrap();
        figures.iter().find(|figure| figure["id"] == id).unwrap()
    };
    let achieved = |id: &str| figure(id)["achieved"]["value"].as_f64().unwrap();
    let least = |id: &str, kind: &str| {
        let floors = figure(id)["floors"].as_array().unwrap();
        let floor = floors.iter().find(|floor| floor["kind"] == kind).unwrap();
        floor["least"]["value"].as_f64().unwrap()
    };

    assert!(achieved("threshold_error") <= 0.5 && achieved("effect_error") <= 0.5);
    holds("Every threshold of every check and sum is within half a card of the dice");
    let largest = achieved("worst_r").abs().max(achieved("increment_r").abs());
    holds(&format!("the largest correlation of two of them is {largest:.2}."));

    let whole = |id: &str| least(id, "whole-cards");
    let page = fs::read_to_string(Path::new(ROOT).join("docs/statistics.md")).unwrap();
    for row in [
        format!("| rms r | {:.4} | {:.4} |", achieved("rms_r"), whole("rms_r")),
        format!("| worst \\|r\\| | {:.3} | {:.3} |", achieved("worst_r"), whole("worst_r")),
        format!(
            "| joint rms, cards | {:.3} | {:.3} | {:.3} |",
            achieved("joint_rms"),
            whole("joint_rms"),
            least("joint_rms", "kept-grids")
        ),
        format!(
            "| joint worst, cards | {:.2} | {:.2} |",
            achieved("joint_worst"),
            whole("joint_worst")
        ),
    ] {
        assert!(page.contains(&row), "docs/statistics.md lacks the row {row}");
    }
}

/// The example of an answer in JSON is the program's answer.
#[test]
fn json_example_is_the_answer_of_the_built_in_deck() {
    let page = include_str!("../../docs/json.md");
    let (_, block) = page.split_once("```json\n").unwrap();
    let shown: Value = serde_json::from_str(block.split_once("```").unwrap().0).unwrap();
    let asked = ["lookup", "read", "34", "effect", "(2)6", "--json", "--deck", DECK];
    let output = actiondeck().args(asked).output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap(), shown);
}

#[test]
fn every_edition_in_the_documents_is_that_of_the_built_in_deck() {
    let edition = Deck::built_in().edition();
    let docs = fs::read_dir(Path::new(ROOT).join("docs")).unwrap();
    let pages = docs.map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let readmes = ["README.md", "templates/README.md", "output/README.md"];
    let mut named = 0;
    for page in pages.chain(readmes.map(|name| Path::new(ROOT).join(name))) {
        let text = fs::read_to_string(&page).unwrap();
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
            if let Ok(found) = word.parse::<Edition>() {
                assert_eq!(edition, found, "{}", page.display());
                named += 1;
            }
        }
    }
    assert!(named > 5, "{named}");
}

/// A browser's picture depends on the installed fonts, so the file has a note of its content.
#[test]
fn companion_picture_shows_the_built_in_deck() {
    let text = alternative_text(COMPANION, "companion.png");
    let card = card_number(text);
    let shown = format!("{}, card {card}", page_heading());
    assert!(
        text.contains(&format!("edition {}: card {card}", Deck::built_in().edition())),
        "{text}"
    );

    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        take_companion_picture(card, &shown);
    }
    let file = fs::read(Path::new(ROOT).join("docs/images/companion.png")).unwrap();
    let reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let texts = &reader.info().uncompressed_latin1_text;
    let described = texts.iter().find(|text| text.keyword == "Description");
    assert_eq!(Some(&shown), described.map(|described| &described.text), "of another deck");
}

/// Returns the head of the companion page of the built-in deck.
fn page_heading() -> String {
    let deck = Deck::built_in();
    format!("{}, edition {}", deck.name(), deck.edition())
}

/// Takes the picture and adds the head of the page as a note.
fn take_companion_picture(card: usize, shown: &str) {
    let folder = tempfile::tempdir().unwrap();
    let page = written(folder.path(), &[]);
    let arguments = [PICTURE, page.to_str().unwrap(), "/usr/bin/chromium", &card.to_string()];
    let Some(seen) = foreign::node(&["puppeteer-core"], &arguments) else { return };
    let seen: Value = serde_json::from_str(&seen).unwrap();
    let header: Vec<&str> = seen["header"].as_str().unwrap().split('\n').collect();
    let heading = page_heading();
    let (name, edition) = heading.split_once(", ").unwrap();
    assert!(header.contains(&name) && header.contains(&edition), "{header:?}");
    assert!(seen["main"].as_str().unwrap().contains(&format!("Values of card {card}")));

    let bytes = base64::Engine::decode(
        &base64::engine::general_purpose::STANDARD,
        seen["picture"].as_str().unwrap(),
    );
    let mut reader = png::Decoder::new(Cursor::new(bytes.unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    let file = fs::File::create(Path::new(ROOT).join("docs/images/companion.png")).unwrap();
    let mut encoder = png::Encoder::new(file, frame.width, frame.height);
    encoder.set_color(frame.color_type);
    encoder.set_depth(frame.bit_depth);
    encoder.set_compression(png::Compression::High);
    encoder.add_text_chunk("Description".to_owned(), shown.to_owned()).unwrap();
    encoder.write_header().unwrap().write_image_data(&pixels[..frame.buffer_size()]).unwrap();
}

/// The README offers downloads only if Cargo.toml has a `repository`.
#[test]
fn readme_offers_a_download_only_when_there_is_one() {
    let manifest = fs::read_to_string(Path::new(ROOT).join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    match manifest["package"].get("repository").and_then(toml::Value::as_str) {
        Some(repository) => {
            holds(&format!("({repository}/releases"));
            assert!(!README.contains("No release is published yet"));
        }
        None => holds("No release is published yet"),
    }
}
