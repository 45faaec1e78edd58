//! Read-back of figures from SVG text and PNG notes.
//!
//! Swapped, changed, missing and moved figures are reported with card and place.

use std::fs;
use std::sync::OnceLock;

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::face::{Lettering, Theme};
use actiondeck::preflight::Kind;
use actiondeck::preflight::{PrintedDeck, ReadBack, WantedCards, printed_sets, read_back};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, NamedFile, only};

use crate::lookup::OutputAssert;
use crate::program::actiondeck;

const DECK: &str = include_str!("../../data/deck.csv");

fn deck() -> Deck {
    Deck::read("Sample.csv", DECK).unwrap()
}

fn printed() -> &'static PrintedDeck {
    static PRINTED: OnceLock<PrintedDeck> = OnceLock::new();
    PRINTED.get_or_init(|| {
        PrintedDeck::new(&deck(), &Theme::built_in("future-imperfect").unwrap()).unwrap()
    })
}

fn files(cards: Option<&str>, lettering: Lettering, sheets: &[&str]) -> Vec<NamedFile> {
    let (deck, theme) = (deck(), Theme::built_in("future-imperfect").unwrap());
    let sheets = sheets.iter().map(|name| Sheet::built_in(name).unwrap()).collect();
    let mut job = Job::new(&deck, &theme).with_sheets(sheets);
    (job.png, job.pdf, job.lettering) = (None, false, lettering);
    job.cards = only(cards.unwrap_or("0-53"), CardNumbers::POKER).unwrap();
    job.run(|_| ()).unwrap()
}

/// Card 34 with live text.
fn card_34() -> String {
    let file = files(Some("34"), Lettering::Live, &[]).swap_remove(0);
    assert_eq!("cards/svg/card-34.svg", file.path);
    String::from_utf8(file.bytes).unwrap()
}

fn read(svg: &str) -> ReadBack {
    read_back(svg.as_bytes(), printed()).unwrap()
}

fn reasons(svg: &str) -> Vec<String> {
    read(svg).differences.into_iter().map(|fault| fault.reason).collect()
}

/// The element of a field, from its start tag to its end.
fn field<'s>(svg: &'s str, name: &str) -> &'s str {
    let at = svg.find(&format!("data-field=\"{name}\"")).unwrap();
    let start = svg[..at].rfind('<').unwrap();
    let end =
        ["</g>", "</text>"].map(|end| svg[at..].find(end).map(|place| at + place + end.len()));
    &svg[start..end.into_iter().flatten().min().unwrap()]
}

/// The content of an element.
fn inside(element: &str) -> &str {
    let start = element.find('>').unwrap() + 1;
    &element[start..element.rfind("</").unwrap()]
}

fn showing(svg: &str, name: &str, other: &str) -> String {
    let old = field(svg, name);
    let (head, inner) = old.split_at(old.find('>').unwrap());
    svg.replacen(old, &format!("{head}{}", inner.replacen(inside(old), other, 1)), 1)
}

#[test]
fn a_card_reads_back_from_its_text() {
    let read = read(&card_34());
    assert!(read.agrees() && read.cards == 1 && read.texts > 70, "{read}");
    assert_eq!(vec!["34"], read.numbers.iter().map(ToString::to_string).collect::<Vec<_>>());
}

#[test]
fn swapped_figures_are_reported_with_place_and_both_values() {
    let svg = card_34();
    let (three, two) = (inside(field(&svg, "cause.d4.1")), inside(field(&svg, "cause.d4.2")));
    let exchanged = showing(&showing(&svg, "cause.d4.1", two), "cause.d4.2", three);
    let expected = [
        "card 34: cause.d4.1: \"2\" is printed, the deck says \"3\"",
        "card 34: cause.d4.2: \"3\" is printed, the deck says \"2\"",
    ];
    assert_eq!(expected, *reasons(&exchanged));
}

#[test]
fn a_changed_a_lost_and_a_moved_figure_are_reported() {
    let svg = card_34();
    let one = inside(field(&svg, "cause.d4.3"));
    let changed = showing(&svg, "cause.d4.1", one);
    let reason = "card 34: cause.d4.1: \"1\" is printed, the deck says \"3\"";
    assert_eq!([reason], *reasons(&changed));

    let lost = svg.replacen(field(&svg, "cause.d4.1"), "", 1);
    assert_eq!(["card 34: cause.d4.1: \"3\" is missing"], *reasons(&lost));

    let place = field(&svg, "cause.d4.1");
    assert!(place.contains("25.1"), "{place}");
    let moved = svg.replacen(place, &place.replacen("25.1", "30.36", 1), 1);
    let [missing, stray] = reasons(&moved).try_into().unwrap();
    assert_eq!("card 34: cause.d4.1: \"3\" is missing", missing);
    let expected = "card 34: \"3\" at ";
    assert!(stray.starts_with(expected) && stray.contains("near cause.d4.2"), "{stray}");
}

#[test]
fn a_card_of_another_theme_is_reported_by_place_and_size() {
    let (deck, west) = (deck(), Theme::built_in("west").unwrap());
    let mut job = Job::new(&deck, &west);
    (job.png, job.pdf, job.cards) = (None, false, only("34", CardNumbers::POKER).unwrap());
    job.lettering = Lettering::Live;
    let svg = job.run(|_| ()).unwrap().swap_remove(0).bytes;
    let differences = read_back(&svg, printed()).unwrap().differences;
    let says = |text: &str| differences.iter().any(|fault| fault.reason.ends_with(text));
    assert!(
        says("\"CAUSE\" does not have the place or size it has in this theme"),
        "{differences:?}"
    );
    // The figures have the same places in all themes.
    let of_figure = |text: &str| text.contains("cause.") || text.contains("effect.");
    assert!(!differences.iter().any(|fault| of_figure(&fault.reason)), "{differences:?}");
}

#[test]
fn sheets_of_several_cards_read_back_as_one_deck() {
    for sheet in ["a4-3x3", "gutterfold-a4"] {
        let files = files(None, Lettering::Live, &[sheet]);
        let pages = files.iter().filter(|file| file.path.starts_with("sheets"));
        let read: Vec<(&str, ReadBack)> = pages
            .map(|file| (file.path.as_str(), read_back(&file.bytes, printed()).unwrap()))
            .collect();
        let all: Vec<_> = actiondeck::deck::CardNumbers::POKER.iter().collect();
        let wanted = WantedCards { cards: &all, extras: &[], copies: 1 };
        let [set] = printed_sets(read.iter().map(|(name, read)| (*name, Kind::Svg, read)), wanted)
            .try_into()
            .unwrap();
        assert!(set.holds() && set.cards == 54 && set.texts > 4_000, "{set}");
        let two = read.iter().find(|(_, read)| read.cards > 1).unwrap();
        assert!(two.1.numbers.windows(2).all(|pair| pair[0] < pair[1]), "{}", two.0);
    }
}

#[test]
fn a_folder_of_pictures_reads_back_as_one_deck() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("Sample.csv"), DECK).unwrap();
    fs::create_dir(path("svg")).unwrap();
    for file in files(None, Lettering::Outlined, &[]) {
        fs::write(path("svg").join(file.path.rsplit('/').next().unwrap()), file.bytes).unwrap();
    }
    let preflight = |more: &[&str]| {
        let mut command = actiondeck();
        command.current_dir(folder.path()).args(["preflight", "--deck", "Sample.csv"]).args(more);
        command.assert()
    };
    let whole = preflight(&["svg"]).code(0);
    whole.says("55 pictures: all checks passed").says("svg/card-*.svg: 54 cards").says("all equal");
    let one = preflight(&["svg/card-34.svg"]).code(0);
    one.says("card 34, 0 texts, all equal").says("1 face, all as they should look");
    fs::copy(path("svg/card-08.svg"), path("svg/card-07.svg")).unwrap();
    preflight(&["svg"]).code(1).says("missing: 7; too often: 8");
    let json = preflight(&["svg", "--json"]).code(1);
    let found: serde_json::Value = serde_json::from_slice(&json.get_output().stdout).unwrap();
    assert_eq!(serde_json::json!([7]), found["decks"][0]["missing"]);
    assert_eq!(serde_json::json!([8]), found["decks"][0]["doubled"]);
    assert_eq!(55, found["files"].as_array().unwrap().len());
    fs::create_dir(path("empty")).unwrap();
    preflight(&["empty"]).code(2).complains("holds no PDF, SVG or PNG");
}
