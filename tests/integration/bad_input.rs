//! Bad input: exit codes, messages, and that nothing is written.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;

use crate::kept;

const DECK: &str = include_str!("../data/deck.csv");
const SPEC: &str = include_str!("../data/every_part.toml");

struct Workspace {
    folder: tempfile::TempDir,
}

impl Workspace {
    /// A folder with a valid deck and a valid spec.
    fn new() -> Self {
        let workspace = Self { folder: tempfile::tempdir().unwrap() };
        workspace.put("deck.csv", DECK);
        workspace.put("spec.toml", SPEC);
        workspace
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), content).unwrap();
    }

    /// Runs a command line that must fail with this exit code, print no data and change no file, and
    /// returns stderr.
    fn fails(&self, code: i32, line: &str) -> String {
        let before = self.names();
        let output = Command::new(cargo_bin("actiondeck"))
            .current_dir(self.path())
            .args(line.split(' '))
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(Some(code), output.status.code(), "{line}: {said}");
        assert_eq!("", String::from_utf8(output.stdout).unwrap(), "{line}");
        assert!(!said.contains("panicked"), "{said}");
        assert_eq!(before, self.names(), "{line} left something behind");
        said
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

fn assert_says(said: &str, pieces: &[&str]) {
    for piece in pieces {
        assert!(said.contains(piece), "{piece:?} is not in {said}");
    }
}

#[test]
fn missing_files_exit_with_3_and_are_named() {
    let workspace = Workspace::new();
    for line in [
        "generate missing.toml -o new.json",
        "build missing.toml",
        "validate missing.json",
        "validate deck.csv --spec missing.toml",
        "render missing.csv -o prints",
        "lookup card 34 --deck missing.csv",
        "lookup card 34 --deck deck.csv --rules missing.toml",
    ] {
        assert_says(&workspace.fails(3, line), &["cannot read missing."]);
    }
}

#[test]
fn unknown_names_exit_with_2_and_list_the_known_ones() {
    let workspace = Workspace::new();
    let presets = "future-imperfect, west-that-wasnt, true-dice, open-d6, fudge";
    assert_says(&workspace.fails(2, "generate nonesuch"), &["\"nonesuch\"", presets]);
    assert_says(&workspace.fails(2, "build nonesuch"), &["\"nonesuch\"", presets]);
    let said = workspace.fails(2, "render deck.csv --theme nonesuch --sheet a5 --dpi 7 -o prints");
    assert_says(
        &said,
        &[
            "theme \"nonesuch\"",
            "future-imperfect",
            "sheet \"a5\"",
            "a4-3x3",
            "7 dpi",
            "36 to 2400",
        ],
    );
    let said = workspace.fails(2, "render deck.csv --only 3,54,9-7,x -o prints");
    assert_says(
        &said,
        &["card \"54\" does not exist", "\"9-7\" runs backward", "\"x\" is not a card"],
    );
    assert_says(&workspace.fails(2, "render deck.csv --format gif"), &["'gif'", "svg, png, pdf"]);
    assert_says(
        &workspace.fails(2, "generate --effort heroic"),
        &["'heroic'", "quick, normal, thorough"],
    );
    assert_says(&workspace.fails(2, "generate --seed -1"), &["-1"]);
}

#[test]
fn every_fault_of_a_spec_is_reported_at_once_with_its_line() {
    let workspace = Workspace::new();
    let broken = SPEC
        .replacen("seed = ", "sead = ", 1)
        .replacen("rows = 5", "rows = 99", 1)
        .replacen("[effect]", "[efect]", 1);
    workspace.put("spec.toml", &broken);
    let line_of = |piece: &str| broken.lines().position(|line| line.contains(piece)).unwrap() + 1;
    let said = workspace.fails(2, "build spec.toml");
    for piece in ["sead", "rows = 99", "efect"] {
        let place = format!("spec.toml:{}:", line_of(piece));
        assert_says(&said, &[&place, piece]);
    }
}

#[test]
fn bad_toml_and_missing_pins_are_reported_with_their_place() {
    let workspace = Workspace::new();
    workspace.put("spec.toml", "format = \"actiondeck-spec/1\"\nname = ");
    assert_says(&workspace.fails(2, "generate spec.toml"), &["spec.toml:2:"]);
    let with_pins = SPEC.replacen("\n[cause]", "\npins = \"nowhere.csv\"\n\n[cause]", 1);
    workspace.put("spec.toml", with_pins);
    assert_says(&workspace.fails(2, "generate spec.toml"), &["spec.toml:", "nowhere.csv"]);
}

#[test]
fn every_fault_of_a_deck_is_reported_at_once_with_its_line() {
    let workspace = Workspace::new();
    let mut lines: Vec<String> = DECK.lines().map(str::to_owned).collect();
    lines[4] = lines[4].replacen("3,1,", "3,77,", 1);
    let cells: Vec<&str> = lines[9].split(',').collect();
    let rest = cells[1..].join(",");
    lines[9] = format!("eight,{rest}");
    lines.truncate(54);
    workspace.put("deck.csv", lines.join("\n"));
    for line in ["validate deck.csv", "render deck.csv -o prints", "lookup card 3 --deck deck.csv"]
    {
        let said = workspace.fails(2, line);
        assert_says(
            &said,
            &[
                "deck.csv:5:3",
                "\"77\"",
                "deck.csv:10:1",
                "\"eight\"",
                "0 to 53",
                "missing from the deck",
            ],
        );
    }
}

#[test]
fn binary_files_and_unknown_kinds_are_refused() {
    let workspace = Workspace::new();
    workspace.put("latin.csv", b"number,rank\n0,\xe4\n");
    assert_says(&workspace.fails(2, "validate latin.csv"), &["latin.csv is not text", "UTF-8"]);
    workspace.put("deck.xml", DECK);
    assert_says(&workspace.fails(2, "validate deck.xml"), &["deck.xml", ".json or .csv"]);
    workspace.put("empty.csv", "");
    assert_says(&workspace.fails(2, "validate empty.csv"), &["empty"]);
    workspace.put("empty.json", "");
    assert_says(&workspace.fails(2, "validate empty.json"), &["empty.json"]);
    workspace.put("cards.json", "[1, 2");
    assert_says(&workspace.fails(2, "validate cards.json"), &["cards.json:1:"]);
}

#[test]
fn a_deck_changed_by_hand_no_longer_has_its_digest() {
    let workspace = Workspace::new();
    let deck = actiondeck::deck::Deck::read("deck.csv", DECK).unwrap().to_json();
    let toggled = deck.replacen("\"toggle\":\"yes\"", "\"toggle\":\"no\"", 1);
    assert_ne!(deck, toggled);
    workspace.put("deck.json", toggled);
    assert_says(&workspace.fails(2, "validate deck.json"), &["deck.json:", "digest"]);
}

#[test]
fn unwritable_outputs_exit_with_3_and_foreign_ones_with_2() {
    let workspace = Workspace::new();
    assert_says(
        &workspace.fails(3, "generate -o deck.csv/deck.json"),
        &["cannot write deck.csv/deck.json"],
    );
    assert_says(&workspace.fails(3, "render deck.csv -o deck.csv"), &["cannot write to deck.csv"]);
    workspace.put("notes.txt", "my own words");
    assert_says(&workspace.fails(2, "generate -o notes.txt"), &["notes.txt", "--force"]);
    assert_eq!("my own words", fs::read_to_string(workspace.path().join("notes.txt")).unwrap());
}

#[test]
fn every_help_text_is_the_reviewed_one() {
    for words in [
        "",
        "build",
        "new",
        "generate",
        "validate",
        "render",
        "export",
        "calibrate",
        "explain",
        "leaf",
        "preflight",
        "odds",
        "play",
        "schema",
        "lookup",
        "lookup card",
        "lookup check",
        "lookup effect",
        "completions",
        "man",
    ] {
        let output = Command::new(cargo_bin("actiondeck"))
            .args(words.split(' ').filter(|word| !word.is_empty()))
            .arg("--help")
            .env_remove("COLUMNS")
            .output()
            .unwrap();
        assert_eq!(Some(0), output.status.code());
        let name = format!("help {words}").trim().replace(' ', "_");
        kept::snapshot(&format!("{name}.txt"), &String::from_utf8(output.stdout).unwrap());
    }
}
