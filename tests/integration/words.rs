//! Cards in other languages: printed, read back, and the language in deck files.

use std::fs;
use std::path::Path;

use actiondeck::Deck;
use assert_cmd::assert::Assert;

use crate::lookup::OutputAssert;
use crate::program::actiondeck;

const DECK: &str = include_str!("../../templates/decks/future-imperfect.json");
const CARD: [&str; 9] =
    ["--only", "26", "--format", "svg,pdf", "--sheet", "single", "--svg-text", "live", "--force"];

fn run(folder: &Path, arguments: &[&str]) -> Assert {
    actiondeck().current_dir(folder).args(arguments).assert()
}

fn render(folder: &Path, more: &[&str]) -> Assert {
    run(folder, &[&["render", "deck.json"], &CARD[..], more].concat())
}

#[test]
fn each_language_has_a_folder_and_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("deck.json"), DECK).unwrap();
    render(folder, &["--language", "de,fr", "--extras", "instruction", "-o", "out"]).success();
    let text = |path: &str| fs::read_to_string(folder.join("out").join(path)).unwrap();
    let german = text("de/cards/svg/card-26.svg");
    let edition = format!(">Ausgabe {}<", Deck::built_in().edition());
    for word in [">WIRKUNG<", ">PROBE<", ">Bein rechts<", ">JA<", ">Durchschlag<", &edition] {
        assert!(german.contains(word), "{word}");
    }
    assert!(text("fr/cards/svg/card-26.svg").contains(">jambe dr.<"));
    assert!(text("de/cards/svg/instruction.svg").contains("SO LIEST MAN EINE KARTE"));
    let check = |language: &str| {
        let file = "out/de/sheets/single.pdf";
        let words = ["--deck", "deck.json", "--only", "26", "--language", language];
        run(folder, &[&["preflight", file, "--quick"], &words[..]].concat())
    };
    check("de").success();
    check("fr").code(2).complains("this looks like words de, not fr; accepted: --language de");
    let file = "out/de/sheets/single.pdf";
    let untold = ["preflight", file, "--quick", "--deck", "deck.json", "--only", "26"];
    run(folder, &untold)
        .code(2)
        .complains("this looks like words de, not the deck's own; accepted: --language de");
    let note = "in the words fr; the deck's own are en";
    let card = ["render", "deck.json", "--only", "3", "--format", "svg", "--sheet", "single"];
    run(folder, &[&card[..], &["--language", "fr", "-o", "fr"]].concat()).success().complains(note);
    render(folder, &["--language", "de,de", "-o", "twice"])
        .code(2)
        .complains("language \"de\" is typed twice");
    render(folder, &["--language", "xx", "-o", "none"])
        .code(2)
        .complains("unknown words \"xx\"; accepted: de, en, es, fr, or a TOML file of words");
}

#[test]
fn a_deck_remembers_its_words_and_its_publisher() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let head = "\"words\": \"ours.toml\",\n  \"credit\": \"Lantern Press\",\n  \"licence\": \
        \"CC BY 4.0\",\n  \"version\": \"2.1\",\n  \"digest\"";
    fs::create_dir(folder.join("output")).unwrap();
    fs::write(folder.join("output/deck.json"), DECK.replacen("\"digest\"", head, 1)).unwrap();
    let deck = &["render", "output/deck.json", "-o", "out"];
    run(folder, &[deck, &CARD[..]].concat())
        .code(2)
        .complains("the words \"ours.toml\", which are neither beside the deck's file nor above");
    let words = "language = \"de\"\nbase = \"de\"\n[words]\nyes = \"jawohl\"\n";
    fs::write(folder.join("ours.toml"), words).unwrap();
    run(folder, &[deck, &CARD[..]].concat()).success();
    let svg = fs::read_to_string(folder.join("out/cards/svg/card-26.svg")).unwrap();
    assert!(svg.contains(">JAWOHL<") && svg.contains(">Durchschlag<"), "{svg}");
    let pdf = fs::read(folder.join("out/sheets/single.pdf")).unwrap();
    let said = String::from_utf8_lossy(&pdf);
    let version = format!("version 2.1, edition {}", Deck::built_in().edition());
    for text in ["/Author(Lantern Press)", &version] {
        assert!(said.contains(text), "{text}");
    }
}

#[test]
fn a_project_in_another_language_is_printed_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, &["new", "mine", "--preset", "true-dice", "--language", "es,de", "-q"]).success();
    let spec = fs::read_to_string(folder.join("mine/deck.toml")).unwrap();
    assert!(spec.contains("\nwords = \"words/es.toml\"\n"), "{spec}");
    fs::write(folder.join("mine/words/es.toml"), "language = \"es\"\n[values]\nbelly = 3\n")
        .unwrap();
    run(&folder.join("mine"), &["build", "deck.toml", "-q"])
        .code(2)
        .complains("belly = 3 is not what belongs here");
    run(folder, &["new", "other", "--language", "xx"]).code(2).complains("xx");
}

#[test]
fn condensed_words_read_back_from_outlines() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("deck.json"), DECK).unwrap();
    fs::write(folder.join("ours.toml"), "language = \"en\"\n[words]\ncause = \"reasoning\"\n")
        .unwrap();
    let common = ["--only", "26", "--theme", "west", "--language", "ours.toml"];
    let render = ["render", "deck.json", "--format", "svg", "--sheet", "single", "-o", "out"];
    run(folder, &[&render[..], &common[..]].concat()).success();
    let card = fs::read_to_string(folder.join("out/cards/svg/card-26.svg")).unwrap();
    let word =
        card.lines().find_map(|line| line.split_once("role=\"img\" aria-label=\"REASONING\""));
    assert!(word.is_some_and(|(head, _)| head.contains(" scale(0.")), "{word:?}");
    let check = ["preflight", "out/cards/svg/card-26.svg", "--deck", "deck.json"];
    run(folder, &[&check[..], &common[..]].concat()).success().says("all equal");
}
