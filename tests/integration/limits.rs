//! Files that exceed limits, and files with an error in every line.
//!
//! All faults must be reported at once, in a text of limited length. Nothing is timed.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use actiondeck::deck::Deck;
use actiondeck::diagnostic::{Problems, Source};
use actiondeck::face::Theme;
use actiondeck::render::Printer;
use actiondeck::render::sheet::Sheet;
use actiondeck::render::vendor::Vendor;
use actiondeck::spec::Spec;
use actiondeck::table::rules::{Character, HouseRules, Weapon};
use proptest::prelude::*;

use crate::program::actiondeck;

const DECK: &str = include_str!("../data/deck.csv");
const SPEC: &str = include_str!("../data/every_part.toml");
const WEAPONS: &str = include_str!("../../templates/tables/weapons.csv");
const THEME: &str = include_str!("../../templates/themes/ink-saver/theme.toml");
const SHEET: &str = include_str!("../../templates/sheets/a4-3x3.toml");
const VENDOR: &str = include_str!("../../templates/vendors/drivethrucards.toml");
const PRINTER: &str = "[office]\nback_offset_mm = [0.4, -0.2]\nback_rotation_deg = 0.3\n";
const RULES: &str = "bump-divisor = 3\nwound-table = \"B\"\n";

/// The maximum length of a report on a bad file, in bytes.
const MOST_SAID: usize = 200_000;

const SHOT: [&str; 8] = ["lookup", "attack", "34", "3d10", "--weapon", "Colt", "--distance", "10"];

struct Workspace(tempfile::TempDir);

impl Workspace {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.0.path().join(name), content).unwrap();
    }

    fn run(&self, line: &[&str]) -> Output {
        actiondeck().current_dir(self.0.path()).args(line).output().unwrap()
    }

    /// Runs a command that must fail with exit code 2, and returns stderr.
    fn refused(&self, line: &[&str]) -> String {
        let output = self.run(line);
        let said = String::from_utf8(output.stderr).unwrap();
        let start: String = said.chars().take(2000).collect();
        assert_eq!(Some(2), output.status.code(), "{line:?}: {start}");
        assert!(output.stdout.is_empty(), "{line:?}");
        assert!(said.len() < MOST_SAID, "{line:?} said {} bytes", said.len());
        said
    }
}

fn head() -> &'static str {
    DECK.lines().next().unwrap()
}

fn repeated(line: impl Fn(usize) -> String, count: usize) -> String {
    (0..count).fold(String::new(), |mut text, place| {
        let _ = write!(text, "{}", line(place));
        text
    })
}

#[test]
fn a_deck_of_too_many_cards_is_reported_by_their_count() {
    let workspace = Workspace::new();
    for count in [241, 1_000, 1_000_000] {
        workspace.put("deck.csv", format!("{}\n{}", head(), "x\n".repeat(count)));
        let said = workspace.refused(&["validate", "deck.csv"]);
        let digits = said.chars().filter(char::is_ascii_digit).collect::<String>();
        assert!(digits.contains(&count.to_string()), "{said}");
        assert!(said.contains("accepted: 20 to 120 cards"), "{said}");
        assert_eq!(1, said.matches("error").count(), "{said}");
        let cards = "{},".repeat(count);
        let text = format!("{{\"cards\": [{}]}}", cards.trim_end_matches(','));
        workspace.put("deck.json", text);
        let said = workspace.refused(&["validate", "deck.json"]);
        assert!(said.contains("accepted: 20 to 120 cards"), "{said}");
    }
}

#[test]
fn a_hundred_faults_of_a_deck_are_reported_the_rest_counted() {
    let workspace = Workspace::new();
    let card = "x,".repeat(head().split(',').count());
    workspace.put("deck.csv", format!("{}\n{}", head(), format!("{card}\n").repeat(100)));
    let said = workspace.refused(&["validate", "deck.csv"]);
    assert_eq!(100, said.matches("error").count(), "{said}");
    let rest = said.lines().last().unwrap();
    assert!(rest.starts_with("and ") && rest.ends_with(" more faults"), "{rest}");
}

#[test]
fn a_hundred_thousand_wrong_keys_give_a_short_report() {
    let workspace = Workspace::new();
    let keys = repeated(|place| format!("k{place} = 1\n"), 100_000);
    workspace.put("spec.toml", format!("{keys}{SPEC}"));
    // Just over a megabyte.
    let said = workspace.refused(&["generate", "spec.toml", "--quiet"]);
    assert!(said.contains("spec.toml has 1.0 MB; accepted: at most 1 MB"), "{said}");
    let keys = repeated(|place| format!("k{place} = 1\n"), 50_000);
    workspace.put("spec.toml", format!("{keys}{SPEC}"));
    let said = workspace.refused(&["generate", "spec.toml", "--quiet"]);
    assert!(said.contains("accepted: at most 10,000 values"), "{said}");
    let keys = repeated(|place| format!("k{place} = 1\n"), 9_000);
    workspace.put("spec.toml", format!("{keys}{SPEC}"));
    let said = workspace.refused(&["generate", "spec.toml", "--quiet"]);
    assert!(said.ends_with("and 8,900 more faults\n"), "{said}");
    let keys = repeated(|place| format!("\"k{place}\": 1,"), 100_000);
    workspace.put("deck.json", format!("{{{keys} \"name\": 1}}"));
    let said = workspace.refused(&["validate", "deck.json"]);
    assert!(said.contains(" more faults"), "{said}");
    let line = format!("{{\"cards\": [{{{keys} \"number\": 0}}]}}");
    workspace.put("deck.json", line);
    let said = workspace.refused(&["validate", "deck.json"]);
    assert!(said.contains("the card has 100,001 values"), "{said}");
}

#[test]
fn an_endless_cell_is_reported_by_length_and_not_quoted() {
    let workspace = Workspace::new();
    let long = "y".repeat(1_000_000);
    workspace.put("deck.csv", format!("{}\n{long}\n", head()));
    let said = workspace.refused(&["validate", "deck.csv"]);
    assert!(said.contains("the field has 1,000,000 characters"), "{said}");
    assert!(said.len() < 3000, "{}", said.len());
    for text in [
        SPEC.replacen("name = \"", &format!("name = \"{long}"), 1),
        SPEC.replacen("seed = ", &format!("{long} = "), 1),
        SPEC.replacen("seed = ", &format!("seed = \"{long}\" # "), 1),
    ] {
        workspace.put("spec.toml", text.get(..999_999).unwrap_or(&text));
        let said = workspace.refused(&["generate", "spec.toml", "--quiet"]);
        assert!(said.len() < 10_000, "{}", said.len());
    }
    workspace
        .put("spec.toml", SPEC.replacen("theme = \"", &format!("theme = \"{}", &long[..1000]), 1));
    let said = workspace.refused(&["build", "spec.toml", "--quiet"]);
    assert!(
        said.contains("theme has 1016 characters") && !said.contains(&"y".repeat(500)),
        "{said}"
    );
}

#[test]
fn tables_past_their_lines_and_columns_are_refused() {
    let workspace = Workspace::new();
    let ask = [&SHOT[..], &["--weapons", "w.csv"]].concat();
    let ask = &ask[..];
    let head = WEAPONS.lines().next().unwrap();
    workspace.put("w.csv", format!("{head}\n{}", "x\n".repeat(1_000_000)));
    let said = workspace.refused(ask);
    assert!(said.contains("the file has 1,000,000 lines below its first line"), "{said}");
    workspace.put("w.csv", format!("{}\nx\n", repeated(|place| format!("c{place},"), 100_000)));
    let said = workspace.refused(ask);
    assert!(said.contains("the line has 100,000 columns"), "{said}");
    workspace.put("w.csv", "x".repeat(5_000_000));
    assert!(workspace.refused(ask).contains("w.csv has 5 MB; accepted: at most 4 MB"));
}

#[test]
fn grids_elements_and_bursts_past_what_a_card_holds_are_refused() {
    let columns = repeated(|sides| format!("\"d{}\",", sides + 2), 13);
    let elements =
        repeated(|place| format!("\n[[element]]\nid = \"e{place}\"\ntexts = [\"a\", \"b\"]\n"), 21);
    let bursts = repeated(|shots| format!("{} = {{ 1 = 54 }}\n", shots + 1), 13);
    let wide = SPEC.replacen(
        "columns = [\"d4\", \"d6\", \"d8\", \"d10\", \"d12\"]",
        &format!("columns = [{columns}]"),
        1,
    );
    for (text, expected) in [
        (wide, "the grid has 13 columns; accepted: at most 12 columns"),
        (format!("{SPEC}{elements}"), "elements; accepted: at most 20 elements"),
        (
            format!("{}\n[burst]\n{bursts}", without_bursts(SPEC)),
            "the deck has 13 bursts; accepted: at most 12 bursts",
        ),
    ] {
        let said = Spec::read("s.toml", &text, &mut |_| Err(String::new())).unwrap_err();
        assert!(said.to_string().contains(expected), "{said}");
    }
    // Decks have the same limits.
    let more = repeated(|place| format!(",e{place}"), 30);
    let problems = Deck::read("d.csv", &format!("{}{more}\n", head())).unwrap_err().to_string();
    assert!(problems.contains("elements; accepted: at most 20 elements"), "{problems}");
}

/// A spec without its table of bursts.
fn without_bursts(spec: &str) -> String {
    let start = spec.find("[burst]").unwrap();
    let end = start + 1 + spec[start + 1..].find("\n[").unwrap();
    format!("{}{}", &spec[..start], &spec[end..])
}

#[test]
fn thousands_of_pins_on_one_cell_give_a_short_report() {
    let pins = repeated(|value| format!("*a{value},effect,1,d4,{}\n", value + 1), 20_000);
    let pins = pins.replace("\n", ",\n");
    let text = SPEC.replacen("seed = ", "pins = \"p.csv\"\nseed = ", 1);
    let table = format!("card,grid,row,column,value,note\n{pins}");
    let problems = Spec::read("s.toml", &text, &mut |_| Ok(table.clone())).unwrap_err();
    assert!(problems.len() > 19_000 && problems.iter().count() == 100, "{}", problems.len());
}

#[test]
fn a_spec_can_only_name_pins_in_its_folder() {
    let workspace = Workspace::new();
    for pins in ["/etc/passwd", "../p.csv", "sub/../../p.csv"] {
        workspace.put("s.toml", SPEC.replacen("seed = ", &format!("pins = {pins:?}\nseed = "), 1));
        let said = workspace.refused(&["generate", "s.toml", "--quiet"]);
        assert!(said.contains("it leads out of the folder"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn every_command_refuses_pipes_and_devices() {
    let workspace = Workspace::new();
    let pipe = |name: &str| {
        let made = std::process::Command::new("mkfifo").arg(workspace.0.path().join(name)).status();
        made.is_ok_and(|status| status.success())
    };
    if !pipe("d.json") || !pipe("s.toml") || !pipe("w.csv") {
        assert!(std::env::var_os("CI").is_none(), "mkfifo is not installed");
        #[expect(clippy::print_stderr, reason = "the note a skipped test leaves")]
        {
            eprintln!("skipped: mkfifo not installed");
        }
        return;
    }
    let shot = [&SHOT[..], &["--weapons", "w.csv"]].concat();
    let lines: [&[&str]; 8] = [
        &["validate", "d.json"],
        &["render", "d.json"],
        &["lookup", "card", "1", "--deck", "d.json"],
        &["generate", "s.toml"],
        &["lookup", "card", "1", "--session", "d.json"],
        &["play", "--session", "d.json"],
        &shot,
        &["lookup", "check", "1", "3d10", "--rules", "s.toml"],
    ];
    for line in lines {
        let said = workspace.refused(line);
        assert!(said.contains(" is a pipe; accepted: a file"), "{line:?}: {said}");
    }
    let said = workspace.refused(&["lookup", "card", "1", "--session", "/dev/zero"]);
    assert!(said.contains("/dev/zero is a device; accepted: a file"), "{said}");
}

#[test]
fn an_endless_line_ends_play() {
    let workspace = Workspace::new();
    let output = actiondeck()
        .current_dir(workspace.0.path())
        .arg("play")
        .write_stdin("x".repeat(1_000_000))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(Some(2), output.status.code(), "{said}");
    assert!(said.contains("a line of stdin has more than 100 KB"), "{said}");
}

/// A kind of TOML file: its name, a valid text, its reader.
type Kind = (&'static str, &'static str, fn(&Arc<Source>) -> Result<(), Problems>);

const KINDS: [Kind; 6] = [
    ("spec.toml", SPEC, |source| {
        Spec::read(source.name(), source.text(), &mut |_| Err("no such file".to_owned())).map(drop)
    }),
    ("theme.toml", THEME, |source| {
        let plain = |name| Source::new(name, "<svg/>");
        Theme::from_sources([Arc::clone(source), plain("card.svg"), plain("back.svg")]).map(drop)
    }),
    ("sheet.toml", SHEET, |source| Sheet::read("mine", source).map(drop)),
    ("vendor.toml", VENDOR, |source| Vendor::read("mine", source).map(drop)),
    ("printers.toml", PRINTER, |source| Printer::read_all(source).map(drop)),
    ("rules.toml", RULES, |source| HouseRules::read(source.name(), source.text()).map(drop)),
];

fn faults(kind: &Kind, text: &str) -> Problems {
    (kind.2)(&Source::new(kind.0, text)).expect_err(kind.0)
}

#[test]
fn every_kind_of_file_reports_all_faults_at_once() {
    for (kind, planted, expected) in [
        (
            0,
            SPEC.replace("seed =", "sead =").replacen("rows = 5", "rows = \"many\"", 1),
            [
                "unknown key \"sead\" in the file; did you mean \"seed\"?",
                "the file has no key \"seed\"",
                "rows = \"many\" is not what belongs here; accepted: a whole number of 1 to 8",
            ],
        ),
        (
            1,
            THEME.replacen("title =", "titel =", 1).replacen("rgb = \"", "rgb = \"x", 1),
            [
                "unknown key \"titel\" in the file; did you mean \"title\"?",
                "the file has no key \"title\"",
                "is not what belongs here; accepted: \"#rrggbb\"",
            ],
        ),
        (
            2,
            SHEET.replacen("sides =", "side =", 1).replacen("bleed_mm =", "bleed_mm = 99 #", 1),
            [
                "unknown key \"side\" in the file; did you mean \"sides\"?",
                "the file has no key \"sides\"; accepted: \"duplex\" or \"fold\"",
                "bleed_mm = 99 is not what belongs here; accepted: 0 to 20",
            ],
        ),
        (
            3,
            VENDOR.replacen("title =", "titel =", 1).replacen("safe_mm", "save_mm", 1),
            [
                "unknown key \"titel\" in the file; did you mean \"title\"?",
                "unknown key \"save_mm\" in [pdf]; did you mean \"safe_mm\"?",
                "[pdf] has no key \"safe_mm\"",
            ],
        ),
        (
            4,
            PRINTER.replace("offset", "offsett").replace("0.3", "\"much\"")
                + "[den]\nback_scale = 1",
            [
                "unknown key \"back_offsett_mm\" in [office]; did you mean \"back_offset_mm\"?",
                "back_rotation_deg = \"much\" is not what belongs here; accepted: -0.3 to 0.3",
                "back_scale = 1 is not what belongs here; accepted: 2 numbers, 0.98 to 1.02",
            ],
        ),
        (
            5,
            "bump-divisors = 3\nwound-table = \"C\"\nfailure = 1\n".to_owned(),
            [
                "unknown key \"bump-divisors\" in the file; did you mean \"bump-divisor\"?",
                "wound-table = \"C\" is not a choice of that rule; accepted: \"A\" or \"B\"",
                "failure = 1 is not a choice of that rule",
            ],
        ),
    ] {
        let kind = &KINDS[kind];
        let problems = faults(kind, &planted);
        let message = problems.to_string();
        for piece in expected {
            assert!(message.contains(piece), "{}: {piece}\n{message}", kind.0);
        }
        for problem in &problems {
            assert!(problem.line_column().is_some(), "{problem}");
            assert!(problem.accepted().is_some(), "{problem}");
        }
        let places: Vec<_> =
            problems.iter().map(|problem| problem.place().unwrap().1.start).collect();
        assert!(places.is_sorted(), "{message}");
    }
}

#[test]
fn every_kind_of_file_reports_broken_syntax_alone() {
    for kind in &KINDS {
        (kind.2)(&Source::new(kind.0, kind.1)).unwrap_or_else(|problems| panic!("{problems}"));
        let message = faults(kind, &format!("{}\nx = = 1\n", kind.1)).to_string();
        let line = kind.1.lines().count() + 2;
        assert!(
            message.lines().all(|fault| fault.starts_with(&format!("{}:{line}:", kind.0))),
            "{message}"
        );
    }
}

fn damaged(text: &'static str) -> impl Strategy<Value = String> {
    let wound = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_u8..4);
    prop::collection::vec(wound, 1..6).prop_map(move |wounds| {
        let mut text: Vec<char> = text.chars().collect();
        for (place, other, kind) in wounds {
            let (place, other) = (place.index(text.len()), other.index(text.len()));
            match kind {
                0 => text[place] = text[other],
                1 => text.insert(place, text[other]),
                2 if text.len() > 1 => drop(text.remove(place)),
                _ => text.truncate(place.max(1)),
            }
        }
        text.into_iter().collect()
    })
}

/// Runs every reader on a text and checks that its report is short.
fn read_as_everything(text: &str) {
    let mut said = Vec::new();
    for (name, _, read) in &KINDS {
        said.extend(read(&Source::new(*name, text)).err());
    }
    said.extend(Deck::read("d.json", text).err());
    said.extend(Deck::read("d.csv", text).err());
    said.extend(Weapon::read_table("w.csv", text).err());
    said.extend(Character::read_table("c.csv", text).err());
    said.extend(
        Spec::read("s.toml", &format!("pins = \"p.csv\"\n{SPEC}"), &mut |_| Ok(text.to_owned()))
            .err(),
    );
    for problems in said {
        assert!(problems.to_string().len() < MOST_SAID && !problems.is_empty());
    }
}

proptest! {
    #[test]
    fn random_text_is_read_as_any_kind_of_file(text in "[\\PC\n]{0,200}") {
        read_as_everything(&text);
    }

    #[test]
    fn damaged_specs_are_read_as_any_kind_of_file(text in damaged(SPEC)) {
        read_as_everything(&text);
    }

    #[test]
    fn damaged_themes_are_read_as_any_kind_of_file(text in damaged(THEME)) {
        read_as_everything(&text);
    }

    #[test]
    fn damaged_sheets_are_read_as_any_kind_of_file(text in damaged(SHEET)) {
        read_as_everything(&text);
    }

    #[test]
    fn damaged_vendors_are_read_as_any_kind_of_file(text in damaged(VENDOR)) {
        read_as_everything(&text);
    }
}

#[test]
fn the_page_of_limits_is_in_the_index_of_docs() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/README.md");
    assert!(std::fs::read_to_string(docs).unwrap().contains("(limits.md)"));
}
