//! Random texts in specs, themes and file names: files that one command writes, every other reads.
//!
//! `docs/dev/reliability.md` has the commands for more cases.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use actiondeck::deck::{Card, CardNumber, CardNumbers, Deck, ExtraValue, Origin, check_text};
use actiondeck::diagnostic::{Source, visible};
use actiondeck::face::{self, Theme};
use actiondeck::preflight::{PrintedDeck, read_back};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, only};
use actiondeck::spec::Spec;
use actiondeck::table::lookup::{Answer, AnswerRecord, CardSheet};
use actiondeck::validate::validate;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::program::actiondeck;

const SPEC: &str = include_str!("../data/every_part.toml");

fn sample() -> &'static Deck {
    static SAMPLE: OnceLock<Deck> = OnceLock::new();
    SAMPLE.get_or_init(|| Deck::read("deck.csv", include_str!("../data/deck.csv")).unwrap())
}

/// Characters with a special meaning in terminals, CSV, SVG, TOML or read-back.
const TRAPS: [char; 32] = [
    '\0',
    '\t',
    '\n',
    '\r',
    '\u{1b}',
    '\u{7f}',
    '\u{85}',
    '\u{9b}',
    '\u{a0}',
    '\u{ad}',
    '\u{301}',
    '\u{200b}',
    '\u{200d}',
    '\u{200f}',
    '\u{2028}',
    '\u{2029}',
    '\u{202e}',
    '\u{2066}',
    '\u{feff}',
    '\u{fffd}',
    '\u{fffe}',
    '\u{e0041}',
    'ﬁ',
    '"',
    '\'',
    '\\',
    ',',
    ';',
    '<',
    '&',
    '{',
    '}',
];

/// A random text, valid or not.
fn text() -> BoxedStrategy<String> {
    prop_oneof![
        6 => "[A-Za-z]{1,5}",
        3 => "[À-ž]{1,4}",
        2 => "[A-Z][a-z]{1,3} [a-z]{1,3}",
        2 => "[=+@'-]{1,3}[0-9a-zA-Z(!]{0,4}",
        1 => "-?[0-9]{1,4}|CF|true|null|#a|\\{\\{deck\\}\\}|<b>&amp;|\\]\\]>|%n|\\$\\{x\\}",
        1 => "\\PC{0,5}",
        1 => ".{0,5}",
        1 => (199..203_usize).prop_map(|length| "x".repeat(length)),
        3 => ("[A-Za-z ]{0,3}", prop::sample::select(&TRAPS[..]), "[A-Za-z ]{0,3}")
            .prop_map(|(before, trap, after)| format!("{before}{trap}{after}")),
    ]
    .boxed()
}

/// A text that is mostly valid, so that specs with many texts are often valid.
fn mostly_good() -> BoxedStrategy<String> {
    let good = text().prop_filter("good", |text| check_text(text).is_ok());
    prop_oneof![9 => good, 1 => text()].boxed()
}

/// The texts of a spec.
#[derive(Clone, Debug)]
struct Texts {
    name: String,
    abbreviation: String,
    sides: [String; 2],
    locations: Vec<String>,
    /// Label and values of one element.
    element: Option<(String, Vec<String>)>,
    /// The title of the theme.
    title: String,
    /// The file name of the CSV deck.
    file: String,
}

fn texts() -> impl Strategy<Value = Texts> {
    let side =
        || prop_oneof![2 => Just(String::new()), 2 => Just("left".to_owned()), 1 => mostly_good()];
    let locations = prop::collection::vec(mostly_good(), 6);
    let element = prop::option::of((mostly_good(), prop::collection::vec(mostly_good(), 1..5)));
    let words = (mostly_good(), mostly_good(), [side(), side()], locations, element);
    (words, mostly_good(), text()).prop_map(|(words, title, file)| {
        let (name, abbreviation, sides, locations, element) = words;
        Texts { name, abbreviation, sides, locations, element, title, file }
    })
}

/// A text as TOML writes it.
fn toml(text: &str) -> String {
    let escaped = |letter: char| match letter {
        ' '..='~' if letter != '"' && letter != '\\' => letter.to_string(),
        _ => format!("\\U{:08X}", u32::from(letter)),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

fn list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| toml(text)).collect::<Vec<_>>().join(", "))
}

impl Texts {
    fn spec(&self) -> String {
        let mut spec = SPEC
            .replace("\"True Dice\"", &toml(&self.name))
            .replace("\"TD\"", &toml(&self.abbreviation))
            .replace("[\"left\", \"right\"]", &list(&self.sides));
        let known = ["leg", "belly", "vitals", "arm", "chest", "head"];
        for (known, text) in known.iter().zip(&self.locations) {
            let written = format!("location = {}", toml(text));
            spec = spec.replacen(&format!("location = \"{known}\""), &written, 1);
        }
        if let Some((label, texts)) = &self.element {
            let (label, texts) = (toml(label), list(texts));
            let element =
                format!("\n[[element]]\nid = \"omen\"\nlabel = {label}\ntexts = {texts}\n");
            spec.push_str(&element);
        }
        spec
    }

    /// A built-in theme with another title, if the title is valid.
    fn theme(&self, name: &str) -> Option<Theme> {
        let built_in = Theme::built_in(name).unwrap();
        let title = toml(built_in.title());
        let file = built_in.file().text().replacen(&title, &toml(&self.title), 1);
        let file = Source::new("theme.toml", file);
        let sources = [file, built_in.card().clone(), built_in.back().clone()];
        Theme::from_sources(sources).ok()
    }
}

/// The cells of the sample deck with the texts of a spec, which avoids a search.
fn dealt(spec: &Spec) -> Deck {
    let card = |card: &Card| {
        let place = usize::from(card.number.get());
        let extra = |values: &[(ExtraValue, u8)]| values[place % values.len()].0.clone();
        Card {
            hit: spec.hit.stack(card.hit_step),
            extras: spec.elements.iter().map(|element| extra(&element.values)).collect(),
            ..card.clone()
        }
    };
    let origin = Origin::new(spec.seed, spec.digest, "quick");
    let cards = sample().cards().iter().map(card).collect();
    Deck::new(spec.name.clone(), Some(origin), spec.layout(), cards).unwrap()
}

/// Checks that every command reads a deck.
fn is_taken_everywhere(texts: &Texts, deck: &Deck) -> Result<(), TestCaseError> {
    let fail = |error: String| TestCaseError::fail(error);
    let files = deck.to_files().map_err(|problems| fail(problems.to_string()))?;
    let named: String = texts.file.chars().filter(|letter| !['/', '\\'].contains(letter)).collect();
    // A file name needs a stem.
    let named = if named.is_empty() { "deck" } else { &named };
    let read = Deck::read(&format!("{named}.csv"), &files.csv);
    let read = read.map_err(|problems| fail(problems.to_string()))?;
    prop_assert_eq!(deck.cards(), read.cards());
    prop_assert_eq!(deck.edition(), read.edition());
    let sheet = CardSheet::new(deck, CardNumber::new(34).unwrap());
    let text = sheet.text();
    prop_assert_eq!(visible(&text), text.as_str());
    serde_json::from_str::<serde_json::Value>(&AnswerRecord::new(deck, &sheet).to_json()).unwrap();
    for line in files.csv.lines().skip(1) {
        let cells = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
        for cell in cells
            .into_records()
            .flatten()
            .flat_map(|record| record.iter().map(str::to_owned).collect::<Vec<_>>())
        {
            let is_formula = cell.len() > 1 && cell.starts_with(['=', '+', '-', '@']);
            prop_assert!(!is_formula || cell.parse::<i64>().is_ok(), "{cell:?}");
        }
    }
    Ok(())
}

/// Prints a card and reads it back; returns false if the deck does not fit the theme.
fn is_printed_as_it_reads(deck: &Deck, theme: &Theme) -> Result<bool, TestCaseError> {
    if !face::check(theme, deck).is_empty() {
        return Ok(false);
    }
    let printed = PrintedDeck::new(deck, theme).unwrap();
    let mut job = Job::new(deck, theme).with_sheets(vec![Sheet::built_in("single").unwrap()]);
    job.png = None;
    job.cards = only("3", CardNumbers::POKER).unwrap();
    for file in job.run(|_| ()).map_err(|problems| TestCaseError::fail(problems.to_string()))? {
        let read = read_back(&file.bytes, &printed);
        let read = read.map_err(|problems| TestCaseError::fail(problems.to_string()))?;
        let differences: Vec<_> = read.differences.iter().map(|fault| &fault.reason).collect();
        prop_assert!(differences.is_empty(), "{}: {differences:?}", file.path);
    }
    Ok(true)
}

#[test]
fn what_a_spec_or_a_theme_may_say_is_read_by_every_command() {
    let themes: Vec<&str> = Theme::built_in_names().collect();
    let (taken, refused, printed) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |counter: &Cell<u32>| counter.set(counter.get() + 1);
    let config = Config { failure_persistence: None, ..Config::default() };
    let cases = config.cases;
    // The same texts on every machine; a larger number of cases extends a smaller one.
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, random);
    let strategy = (texts(), 0..40_usize, 0..themes.len());
    let tried = runner.run(&strategy, |(texts, turn, theme)| {
        let spec = Spec::read("deck.toml", &texts.spec(), &mut |_| Err("none".to_owned()));
        let Ok(spec) = spec else {
            count(&refused);
            return Ok(());
        };
        count(&taken);
        let deck = dealt(&spec);
        is_taken_everywhere(&texts, &deck)?;
        // Slow checks run for some cases.
        if turn == 0 {
            let faults = validate(&deck, Some(&spec)).faults;
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            // The steps come from the ladder of the sample deck, their locations from the spec.
            let of_stack =
                |fault: &&String| fault.contains("hit_") && !fault.starts_with("hit_step:");
            let stack = faults.iter().find(of_stack);
            prop_assert!(stack.is_none(), "{stack:?}");
        }
        if turn < 2
            && let Some(theme) = texts.theme(themes[theme])
            && is_printed_as_it_reads(&deck, &theme)?
        {
            count(&printed);
        }
        Ok(())
    });
    let (taken, refused, printed) = (taken.get(), refused.get(), printed.get());
    #[expect(clippy::print_stdout, reason = "shown with --nocapture, for the record of a long run")]
    {
        println!("{cases} specs: {taken} taken, {printed} of these printed, {refused} refused");
    }
    tried.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(taken * 5 > cases && refused > 0 && printed > 0);
}

/// A folder with the sample deck under a name, as JSON and CSV.
fn folder_with(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let deck = sample().clone().named(name).unwrap();
    fs::write(folder.path().join("deck.json"), deck.to_json()).unwrap();
    fs::write(folder.path().join("deck.csv"), deck.to_csv()).unwrap();
    folder
}

/// Exit code and output of the program.
struct Answered {
    code: i32,
    stdout: String,
    stderr: String,
}

fn run(folder: &Path, arguments: &[&str]) -> Answered {
    let output = actiondeck().current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    Answered { code, stdout: text(output.stdout), stderr: text(output.stderr) }
}

#[test]
fn no_command_prints_a_deck_with_overfull_cells() {
    let folder = folder_with(&"W".repeat(52));
    let other = sample().clone().named("Other").unwrap().to_csv();
    fs::write(folder.path().join("other.csv"), other.replace(",belly,", ",thigh,")).unwrap();
    for arguments in [
        &["render", "deck.json", "--only", "3", "--format", "png", "-o", "out"][..],
        &["render", "deck.json", "--vendor", "drivethrucards", "-o", "out"],
        &["diff", "other.csv", "deck.json", "--render", "out", "--html", "diff.html"],
    ] {
        let said = run(folder.path(), arguments);
        assert_eq!(2, said.code, "{arguments:?}");
        assert!(said.stderr.contains("there is room for"), "{}", said.stderr);
        let written = fs::read_dir(folder.path().join("out")).map_or(0, Iterator::count);
        assert_eq!(0, written, "{arguments:?}");
        assert!(!folder.path().join("diff.html").exists());
    }
}

#[test]
fn a_deck_read_from_csv_keeps_its_name_in_print_and_checks() {
    let folder = folder_with("Überdeck");
    let render = ["--only", "3", "--format", "svg", "--sheet", "single", "-q"];
    for deck in ["deck.json", "deck.csv"] {
        let out = &deck.replace('.', "-");
        let said = run(folder.path(), &[&["render", deck, "-o", out][..], &render].concat());
        assert_eq!(0, said.code, "{}", said.stderr);
    }
    let card = |out: &str| {
        fs::read_to_string(folder.path().join(out).join("cards/svg/card-03.svg")).unwrap()
    };
    assert_eq!(card("deck-json"), card("deck-csv"));
    let card = "deck-csv/cards/svg/card-03.svg";
    let said = run(folder.path(), &["preflight", card, "--deck", "deck.csv"]);
    assert!(said.stdout.contains("read back: card 3"), "{}", said.stdout);
    assert!(!said.stdout.contains("differ"), "{}", said.stdout);
}

#[test]
fn every_command_reads_a_ladder_without_sides() {
    let folder = tempfile::tempdir().unwrap();
    let spec = SPEC.replace("[\"left\", \"right\"]", "[\"\", \"\"]");
    fs::write(folder.path().join("deck.toml"), spec).unwrap();
    let generate = ["generate", "deck.toml", "--effort", "quick", "-q", "-o"];
    for file in ["deck.json", "table.csv"] {
        assert_eq!(0, run(folder.path(), &[&generate[..], &[file]].concat()).code);
    }
    let text = fs::read_to_string(folder.path().join("deck.json")).unwrap();
    let deck = Deck::read("deck.json", &text).unwrap();
    assert!(deck.cards().iter().any(|card| card.hit.contains(&"leg".to_owned())));
    let validated = run(folder.path(), &["validate", "deck.json", "--spec", "deck.toml"]);
    assert!(!validated.stdout.contains("Broken rules"), "{}", validated.stdout);
    for arguments in [
        &["lookup", "card", "34", "--deck", "deck.json"][..],
        &["lookup", "location", "34", "--deck", "table.csv"],
        &["odds", "location", "--deck", "deck.json"],
        &["diff", "deck.json", "table.csv"],
        &["template", "check", "west", "--deck", "deck.json"],
        &["render", "table.csv", "--only", "3", "--format", "svg", "-q"],
    ] {
        let said = run(folder.path(), arguments);
        assert_eq!(0, said.code, "{arguments:?}: {}{}", said.stdout, said.stderr);
    }
}

#[test]
fn paths_in_a_spec_stay_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("project");
    fs::create_dir(&inside).unwrap();
    fs::write(folder.path().join("secret.csv"), "password hunter2\n").unwrap();
    fs::write(inside.join("notes.txt"), "password hunter2\n").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.csv", inside.join("link.csv")).unwrap();
    let absolute = folder.path().join("secret.csv").display().to_string();
    let named = |key: &str, value: &str| {
        let spec = SPEC.replacen("seed = 54", &format!("seed = 54\n{key} = {value:?}"), 1);
        let spec = if key == "theme" {
            spec.replacen("theme = \"future-imperfect\"\n", "", 1)
        } else {
            spec
        };
        fs::write(inside.join("deck.toml"), spec).unwrap();
        run(&inside, &["build", "deck.toml", "-o", "out"])
    };
    let mut pins = vec!["../secret.csv", &absolute, "notes.txt", "/dev/zero", "."];
    if cfg!(unix) {
        pins.push("link.csv");
    }
    for pins in pins {
        let said = named("pins", pins);
        assert_eq!(2, said.code, "{pins}");
        assert!(!said.stderr.contains("hunter2"), "{}", said.stderr);
        let expected = ["leads out of the folder", "is not a pin table", "is not a file"];
        assert!(expected.iter().any(|expected| said.stderr.contains(expected)), "{}", said.stderr);
    }
    let said = named("theme", "../theme");
    assert!(said.stderr.contains("leads out of the spec's folder"), "{}", said.stderr);
}

#[cfg(unix)]
#[test]
fn text_from_files_cannot_control_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let sly = "card\u{1b}]0;pwn\u{7}\u{202e}\u{9b}2J.svg";
    let card = Theme::built_in("west").unwrap().card().text().replacen(
        "inkscape:label=\"top left title cause\"",
        "inkscape:label=\"box \u{202e}\u{9b}31m\"",
        1,
    );
    fs::write(folder.path().join(sly), card).unwrap();
    let names = "name,size,ct,strength,dexterity,reflex,acuity,fortitude,essence,skills\n\
                 si\u{1b}[31md,6,10,2d6,,,,,,\n";
    fs::write(folder.path().join("people.csv"), names).unwrap();
    let deck = sample().to_json().replacen("\"name\": \"deck\"", "\"name\": \"a\\u001b[31m\"", 1);
    fs::write(folder.path().join("deck.json"), deck).unwrap();
    for arguments in [
        &["preflight", sly][..],
        &["preflight", sly, "--json"],
        &["template", "check", sly],
        &["template", "check", sly, "--json"],
        &["lookup", "check", "34", "strength", "--characters", "people.csv"],
        &["validate", "deck.json"],
    ] {
        let said = run(folder.path(), arguments);
        for text in [&said.stdout, &said.stderr] {
            let steers = |letter: char| letter.is_control() || letter == '\u{202e}';
            let found = text.chars().find(|letter| *letter != '\n' && steers(*letter));
            assert_eq!(None, found, "{arguments:?}: {text:?}");
        }
        let shown = [&said.stdout, &said.stderr].map(String::as_str).concat();
        let marks = ["␛", "\\u{1b}", "\\u001b", "U+001B"];
        assert!(marks.iter().any(|mark| shown.contains(mark)), "{arguments:?}: {shown}");
    }
}

#[test]
fn every_forbidden_text_is_reported_with_its_place() {
    let spec = SPEC
        .replace("\"True Dice\"", "\" True Dice\"")
        .replace("\"TD\"", "\"\"")
        .replace("\"belly\"", "\"bel\\tly\"")
        .replace("[\"left\", \"right\"]", "[\"left \", \"\"]")
        .replace("[limits]", "[[element]]\nid = \"omen\"\ntexts = [\"e\\u0301\", \"\"]\n[limits]");
    let problems = Spec::read("deck.toml", &spec, &mut |_| Err("none".to_owned())).unwrap_err();
    let messages: Vec<&str> = problems.iter().map(|problem| problem.message()).collect();
    let expected = [
        "name begins with a blank",
        "abbreviation is empty",
        "a side ends with a blank",
        "location holds the character U+0009, which is not seen",
        "a text holds an accent apart from its letter (U+0301); write both as one character, such as é",
    ];
    assert_eq!(expected, messages[..]);
    assert!(problems.iter().all(|problem| problem.line_column().is_some()));

    let deck = sample().to_json();
    let name = deck.replacen("\"name\": \"deck\"", "\"name\": \"gel\\u202e\"", 1);
    let read = Deck::read("deck.json", &name).unwrap_err().to_string();
    assert!(read.starts_with("deck.json:3:3: name holds the character U+202E"), "{read}");
    let read = Deck::read("deck.csv", &sample().to_csv().replacen(",belly,", ", belly,", 1));
    // Blanks around a cell come from spreadsheets.
    assert_eq!(sample().digest(), read.unwrap().digest());
}

#[test]
fn formulas_are_guarded_in_tables_and_change_no_edition() {
    let formula = "=cmd|' /C calc'!A0";
    let csv = sample().to_csv().replace(",belly,", &format!(",{formula},"));
    // A CSV without the guard is the same deck.
    let deck = Deck::read("deck.csv", &csv).unwrap();
    let guarded = deck.to_csv();
    assert!(
        guarded.contains(&format!(",'{formula},")) && !guarded.contains(&format!(",{formula},"))
    );
    assert!(guarded.contains(",-2,"), "penetration is a number");
    let read = Deck::read("deck.csv", &guarded).unwrap();
    assert_eq!(deck, read);
    assert_eq!(deck.edition(), read.edition());
    assert!(read.cards().iter().any(|card| card.hit.contains(&formula.to_owned())));
}
