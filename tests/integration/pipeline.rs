//! From spec to print files: the output of `build` is read back and has the same bytes everywhere.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use actiondeck::deck::{Deck, Digest};
use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;

use crate::foreign;
use crate::kept;
use crate::lookup::OutputAssert;
use crate::pdf_file::Document;
use crate::program::files;

fn actiondeck(folder: &Path) -> Command {
    let mut command = Command::new(cargo_bin("actiondeck"));
    command.current_dir(folder).env_remove("SOURCE_DATE_EPOCH").env_remove("RAYON_NUM_THREADS");
    command
}

/// A build with all kinds of files, small enough to run several times.
fn small_build(folder: &Path) -> Command {
    let mut command = actiondeck(folder);
    command.args(["build", "--effort", "quick", "--dpi", "100", "--quiet"]);
    command
}

/// The files of one build, on two threads, shared by the tests.
fn built() -> &'static BTreeMap<String, Vec<u8>> {
    static BUILT: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        run(small_build(folder.path()).env("RAYON_NUM_THREADS", "2"));
        files(&folder.path().join("output"))
    })
}

/// Runs a build. Exit code 1 is accepted, because a quick search may miss a limit.
fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
}

fn assert_same(expected: &BTreeMap<String, Vec<u8>>, found: &BTreeMap<String, Vec<u8>>) {
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(expected), names(found));
    let differing: Vec<&String> = expected
        .iter()
        .filter(|(name, bytes)| found[*name] != **bytes)
        .map(|(name, _)| name)
        .collect();
    assert!(differing.is_empty(), "these files differ: {differing:?}");
}

#[test]
fn threads_folder_and_date_do_not_change_the_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = folder.path().join("far/away from here");
    fs::create_dir_all(&elsewhere).unwrap();
    let output = folder.path().join("prints");
    let build = || {
        let mut command = small_build(&elsewhere);
        command.arg("-o").arg(&output);
        command
    };
    // A smaller build over the existing files.
    run(build().args(["--format", "svg", "--sheet", "single"]));
    assert!(files(&output).len() < built().len());
    run(build().env("RAYON_NUM_THREADS", "1").env("TZ", "Asia/Tokyo"));
    assert_same(built(), &files(&output));
}

#[test]
fn the_list_of_digests_is_correct_and_complete() {
    let list = String::from_utf8(built()["SHA256SUMS"].clone()).unwrap();
    let mut names = Vec::new();
    for line in list.lines() {
        let (digest, name) = line.split_once("  ").unwrap();
        assert_eq!(
            format!("sha256:{digest}"),
            Digest::from_bytes(&built()[name]).to_string(),
            "{name}"
        );
        names.push(name);
    }
    let all: Vec<&str> =
        built().keys().map(String::as_str).filter(|n| *n != "SHA256SUMS").collect();
    assert_eq!(all, names);
}

#[test]
fn both_deck_files_hold_the_same_deck() {
    let text = |name: &str| String::from_utf8(built()[name].clone()).unwrap();
    let json = Deck::read("deck.json", &text("deck.json")).unwrap();
    let csv = Deck::read("deck.csv", &text("deck.csv")).unwrap();
    assert_eq!(json.cards(), csv.cards());
    assert_eq!("Future Imperfect", json.name());
    assert_eq!(54, json.origin().unwrap().seed);
}

#[test]
fn a_quick_deck_is_the_reviewed_one() {
    let text = |name: &str| String::from_utf8(built()[name].clone()).unwrap();
    kept::snapshot("quick_deck.json", &text("deck.json"));
    kept::snapshot("quick_deck.csv", &text("deck.csv"));
}

#[test]
fn the_report_has_the_same_figures_in_text_and_json() {
    let json: serde_json::Value =
        serde_json::from_slice(&built()["report/statistics.json"]).unwrap();
    let words = String::from_utf8(built()["report/statistics.txt"].clone()).unwrap();
    let figures = json["figures"].as_array().unwrap();
    assert!(figures.len() >= 8);
    for figure in figures {
        let title = figure["title"].as_str().unwrap();
        let line = words.lines().find(|line| line.trim_start().starts_with(title));
        let line = line.unwrap_or_else(|| panic!("{title} is not in the words"));
        let falls = figure["verdict"] == "falls-short";
        assert_eq!(falls, line.contains("FALLS SHORT"), "{line}");
    }
}

#[test]
fn pictures_have_the_size_of_the_card_and_say_so() {
    let pictures: Vec<&String> =
        built().keys().filter(|name| name.starts_with("cards/png/")).collect();
    assert_eq!(55, pictures.len());
    for name in pictures {
        let decoder = png::Decoder::new(std::io::Cursor::new(&built()[name]));
        let reader = decoder.read_info().unwrap();
        let info = reader.info();
        // 2.75 by 3.75 inches at 100 dots per inch, which is 3937 dots per metre.
        assert_eq!((275, 375), (info.width, info.height), "{name}");
        let dots = info.pixel_dims.unwrap();
        assert_eq!((3937, 3937, png::Unit::Meter), (dots.xppu, dots.yppu, dots.unit), "{name}");
    }
}

/// The output of a poppler program for the first page.
fn first_page(program: &str, options: &[&str], file: &Path) -> Option<String> {
    let mut arguments: Vec<&OsStr> = ["-f", "1", "-l", "1"].map(OsStr::new).to_vec();
    arguments.extend(options.iter().map(OsStr::new));
    arguments.push(file.as_os_str());
    // pdftotext writes to a file unless the output is "-".
    if program == "pdftotext" {
        arguments.push(OsStr::new("-"));
    }
    foreign::stdout(program, arguments)
}

#[test]
fn pdfs_are_valid_and_have_their_pages_boxes_and_fonts() {
    let folder = tempfile::tempdir().unwrap();
    for (name, pages) in [("a4-3x3", 12), ("letter-3x3", 12), ("single", 108), ("single-x4", 108)] {
        let path = folder.path().join(format!("{name}.pdf"));
        fs::write(&path, &built()[&format!("sheets/{name}.pdf")]).unwrap();
        let document = Document::load(&path).unwrap();
        assert_eq!(pages, document.get_pages().len(), "{name}");
        foreign::stdout("qpdf", ["--check".as_ref(), path.as_os_str()]);
        if let Some(info) = foreign::stdout("pdfinfo", [&path]) {
            assert!(info.contains(&format!("Pages:           {pages}\n")), "{info}");
        }
        if let Some(fonts) = foreign::stdout("pdffonts", [&path]) {
            for font in fonts.lines().skip(2) {
                let columns: Vec<&str> = font.split_whitespace().rev().collect();
                // Columns from the right: object id (2), uni, sub, emb.
                assert_eq!(["yes", "yes", "yes"], columns[2..5], "{name}: {font}");
            }
        }
    }
    let single = folder.path().join("single.pdf");
    if let Some(info) = first_page("pdfinfo", &["-box"], &single) {
        // 2.5 by 3.5 inches with 1/8 inch of bleed, in points.
        for (name, edges) in
            [("TrimBox", [9.0, 9.0, 189.0, 261.0]), ("BleedBox", [0.0, 0.0, 198.0, 270.0])]
        {
            let line = info.lines().find(|line| line.contains(name)).unwrap();
            let found: Vec<f64> =
                line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            // The page number may precede the box.
            assert_eq!(edges, found[found.len() - 4..], "{line}");
        }
    }
    if let Some(words) = first_page("pdftotext", &["-layout"], &single) {
        assert!(words.contains("CAUSE") && words.contains("EFFECT"), "{words}");
    }
}

#[test]
fn no_written_file_names_the_machine() {
    let home = std::env::var("HOME").unwrap_or_else(|_| "no home".to_owned());
    let folder = env!("CARGO_MANIFEST_DIR");
    for (name, bytes) in built() {
        for piece in [home.as_str(), folder] {
            let found =
                piece.len() > 1 && bytes.windows(piece.len()).any(|w| w == piece.as_bytes());
            assert!(!found, "{name} holds {piece}");
        }
    }
}

#[test]
fn unwritable_folders_are_reported_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("output"), "a file").unwrap();
    for (output, effort) in [("output", "thorough"), ("output/below", "thorough")] {
        actiondeck(folder.path())
            .args(["build", "--effort", effort, "-o", output])
            // A thorough search takes longer than this.
            .timeout(Duration::from_secs(20))
            .assert()
            .code(3)
            .complains(&format!("cannot write to {output}"));
    }
    assert_eq!("a file", fs::read_to_string(folder.path().join("output")).unwrap());
}

#[test]
fn foreign_files_stop_a_build_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("output");
    fs::create_dir(&output).unwrap();
    fs::write(output.join("deck.csv"), "my own table").unwrap();
    fs::write(output.join("notes.txt"), "my notes").unwrap();
    let build = || {
        let mut command = small_build(folder.path());
        command.args(["--format", "svg", "--sheet", "single"]);
        command
    };
    build().assert().code(2).complains("deck.csv was not written by actiondeck");
    assert_eq!(2, files(&output).len(), "nothing but the two foreign files");
    run(build().arg("--force"));
    let after = files(&output);
    assert!(after["deck.csv"].starts_with(b"number,rank"));
    assert_eq!(b"my notes", &after["notes.txt"][..]);
}

#[test]
fn only_the_chosen_cards_are_rendered_beside_the_others() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deck.json"), &built()["deck.json"]).unwrap();
    let render = |only: &str| {
        actiondeck(folder.path())
            .args(["render", "deck.json", "--only", only, "--format", "svg", "--sheet", "single"])
            .args(["--backs", "no", "-o", "prints"])
            .assert()
            .success();
    };
    render("3,10");
    render("34-35");
    let names: Vec<String> = files(&folder.path().join("prints")).into_keys().collect();
    let cards = ["03", "10", "34", "35"].map(|card| format!("cards/svg/card-{card}.svg"));
    assert_eq!(names[1..], cards);
    assert_eq!(
        built()["cards/svg/card-34.svg"],
        fs::read(folder.path().join("prints/cards/svg/card-34.svg")).unwrap(),
    );
}

#[test]
fn the_date_of_the_documents_follows_source_date_epoch() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deck.json"), &built()["deck.json"]).unwrap();
    let render = |date: &str| {
        let mut command = actiondeck(folder.path());
        command.env("SOURCE_DATE_EPOCH", date).args([
            "render",
            "deck.json",
            "--only",
            "3",
            "--format",
            "pdf",
            "--sheet",
            "single",
            "-q",
        ]);
        command.assert()
    };
    render("1700000000").success();
    let pdf = fs::read(folder.path().join("output/sheets/single.pdf")).unwrap();
    // 1700000000 seconds after 1970 is 14 November 2023, 22:13:20 UTC.
    assert!(pdf.windows(16).any(|piece| piece == b"D:20231114221320"));
    render("yesterday").code(2).complains("SOURCE_DATE_EPOCH \"yesterday\" is not a date");
}
