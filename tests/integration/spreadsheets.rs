//! Files as spreadsheets, editors and other dice programs save them, read on the command line.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;

const DECK: &str = include_str!("../data/deck.csv");
const SPEC: &str = include_str!("../../templates/decks/true-dice.toml");

struct Workspace(tempfile::TempDir);

impl Workspace {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.path().join(name), content).unwrap();
    }

    /// Runs a command line and returns exit code, stdout and stderr.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = Command::new(cargo_bin("actiondeck"))
            .current_dir(self.0.path())
            .env_remove("COLUMNS")
            .args(arguments)
            .output()
            .unwrap();
        let [out, said] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code().unwrap(), out, said)
    }

    /// Runs a command line that must succeed and returns stdout.
    fn answer(&self, arguments: &[&str]) -> String {
        let (code, out, said) = self.run(arguments);
        assert_eq!(0, code, "{arguments:?}: {said}");
        out
    }
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
}

fn built_in(name: &str) -> String {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(home.join("templates").join(name)).unwrap()
}

#[test]
fn decks_and_specs_are_read_in_every_encoding_that_says_so() {
    let workspace = Workspace::new();
    let json = built_in("decks/future-imperfect.json");
    workspace.put("deck.json", &json);
    let card = workspace.answer(&["lookup", "card", "34", "--deck", "deck.json"]);
    for bytes in [
        format!("\u{feff}{json}").into_bytes(),
        json.replace('\n', "\r\n").into_bytes(),
        utf16(&json, u16::to_le_bytes),
        utf16(&json, u16::to_be_bytes),
    ] {
        workspace.put("other.json", bytes);
        assert_eq!(card, workspace.answer(&["lookup", "card", "34", "--deck", "other.json"]));
    }
    workspace.put("deck.csv", DECK);
    workspace.put("spec.toml", SPEC);
    let plain = workspace.run(&["validate", "deck.csv", "--spec", "spec.toml"]);
    for bytes in [format!("\u{feff}{SPEC}").into_bytes(), utf16(SPEC, u16::to_le_bytes)] {
        workspace.put("spec.toml", bytes);
        assert_eq!(plain, workspace.run(&["validate", "deck.csv", "--spec", "spec.toml"]));
    }
    workspace.put("deck.csv", utf16(&DECK.replace(',', "\t"), u16::to_le_bytes));
    workspace.put("spec.toml", SPEC);
    assert_eq!(plain, workspace.run(&["validate", "deck.csv", "--spec", "spec.toml"]));
    workspace.put("book.csv", b"PK\x03\x04\x14\0\x06\0");
    let (code, _, said) = workspace.run(&["validate", "book.csv"]);
    assert_eq!(2, code);
    assert!(said.contains("it is a ZIP file, as spreadsheets are"), "{said}");
}

#[test]
fn weapons_and_characters_are_read_as_spreadsheets_save_them() {
    let workspace = Workspace::new();
    let (weapons, characters) = (built_in("tables/weapons.csv"), built_in("tables/characters.csv"));
    let shot = [
        "lookup",
        "attack",
        "34",
        "shooting",
        "--as",
        "example gunfighter",
        "--weapon",
        "example revolver",
        "--distance",
        "8",
        "--weapons",
        "weapons.csv",
        "--characters",
        "characters.csv",
    ];
    workspace.put("weapons.csv", &weapons);
    workspace.put("characters.csv", &characters);
    let answer = workspace.answer(&shot);
    // Cells with semicolons are quoted if semicolons separate the fields.
    let quoted = |table: &str| {
        let rows = table.lines().map(|row| {
            let cells = row.split(',').map(|cell| format!("\"{cell}\""));
            cells.collect::<Vec<_>>().join(";") + ";;\r\n"
        });
        format!("\u{feff}{};;;\r\n", rows.collect::<String>())
    };
    workspace.put("weapons.csv", quoted(&weapons).replace("\"8\"", "\"8,0\""));
    workspace.put("characters.csv", quoted(&characters).replace("3d10", "3W10"));
    assert_eq!(answer, workspace.answer(&shot));
}

#[test]
fn pins_are_read_as_spreadsheets_save_them() {
    let workspace = Workspace::new();
    let spec = SPEC.replacen("seed = 54", "seed = 54\npins = \"pins.csv\"", 1);
    assert!(spec.contains("pins.csv"));
    workspace.put("spec.toml", spec);
    let generate = ["generate", "spec.toml", "--effort", "quick", "-q"];
    let pins = "card,grid,row,column,value,note\n34,cause,1,d10,7,first\n3,penetration,,,-2,\n";
    workspace.put("pins.csv", pins);
    let (_, deck, said) = workspace.run(&generate);
    assert!(deck.starts_with('{'), "{said}");
    let changed = "\u{feff}sep=;\r\nCard list;;;;;\r\ncard;grid;row;column;value;note;;\r\n34,0;cause;1;W10;7;\
                   first;;\r\n;;;;;;;\r\n'3;penetration;;;\u{2212}2;;;\r\n;;;;;;;\r\n";
    workspace.put("pins.csv", changed);
    assert_eq!(deck, workspace.run(&generate).1);
    workspace.put("pins.csv", pins.replace("34,cause", "Jan 2,cause"));
    let (code, _, said) = workspace.run(&generate);
    assert_eq!(2, code);
    assert!(said.contains("a spreadsheet made a date of this cell: \"Jan 2\""), "{said}");
}

#[test]
fn cards_are_listed_by_ranges_wherever_they_are_listed() {
    let workspace = Workspace::new();
    let odds = |cards: &str| workspace.answer(&["odds", "3d10", "--tn", "7", "--discarded", cards]);
    assert_eq!(odds("0,1,2,3,7"), odds("0-3,7"));
    assert_eq!(odds("0,1,2,3,7"), odds("0–3,7"));
    let failure = |cards: &str| {
        workspace.answer(&["lookup", "read", "34", "failure", "--rel", "1", "--discarded", cards])
    };
    assert_eq!(failure("3,10,11,12"), failure("3,10-12"));
    let (code, _, said) = workspace.run(&["odds", "3d10", "--discarded", "7-3"]);
    assert_eq!(2, code);
    assert!(said.contains("\"7-3\" runs backward; accepted: card numbers and ranges"), "{said}");
}

#[test]
fn a_limit_below_its_floor_is_refused_before_the_search() {
    let workspace = Workspace::new();
    workspace.put("spec.toml", SPEC.replace("joint_worst = 5", "joint_worst = 0.1"));
    workspace.put("deck.csv", DECK);
    for line in [
        &["generate", "spec.toml", "-o", "trial.json"][..],
        &["build", "spec.toml"],
        &["validate", "deck.csv", "--spec", "spec.toml"],
    ] {
        let (code, _, said) = workspace.run(line);
        assert_eq!(2, code, "{said}");
        assert!(said.contains("limit joint_worst = 0.1 cannot be kept"), "{said}");
        assert!(said.contains("0.5 or more, which is how near whole cards come"), "{said}");
    }
}

#[test]
fn generate_prints_one_line_and_replaces_the_deck_of_its_spec() {
    let workspace = Workspace::new();
    workspace.put("spec.toml", SPEC);
    let generate = ["generate", "spec.toml", "-o", "trial.json"];
    let (code, _, said) = workspace.run(&generate);
    assert_eq!((0, "The deck keeps every rule and every limit.\n"), (code, &*said));
    let line = SPEC.lines().find(|line| line.starts_with("name = ")).unwrap();
    workspace.put("spec.toml", SPEC.replace(line, "name = \"Another\""));
    let (code, _, said) = workspace.run(&generate);
    assert_eq!(0, code, "{said}");
    let deck = fs::read_to_string(workspace.0.path().join("trial.json")).unwrap();
    assert!(deck.contains("\"name\": \"Another\""));
}

#[test]
fn validate_prints_no_line_wider_than_the_terminal() {
    let workspace = Workspace::new();
    workspace.put("deck.csv", DECK);
    for width in ["60", "80"] {
        let output = Command::new(cargo_bin("actiondeck"))
            .current_dir(workspace.0.path())
            .env("COLUMNS", width)
            .args(["validate", "deck.csv"])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().count() > 30, "{text}");
        for line in text.lines() {
            assert!(line.chars().count() <= width.parse().unwrap(), "{line}");
        }
    }
}
