//! Other requirements of print houses: page orders, file names, copies, and texts on press sheets.

use actiondeck::deck::CardNumbers;
use std::path::Path;

use super::*;
use crate::foreign;
use crate::pdf_file::Document;

/// Runs the program in a folder and returns the exit code and the output.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = actiondeck().current_dir(folder).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

/// Writes a custom house: a built-in one with changes to its text.
fn house_of_own(folder: &Path, of: &str, changes: &[(&str, &str)]) {
    let file = format!("{of}.toml");
    let mut text = Vendor::built_in_files().find(|(name, _)| *name == file).unwrap().1.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    std::fs::write(folder.join("mine.toml"), text).unwrap();
}

fn pages(path: &Path) -> Option<usize> {
    let output = foreign::stdout("pdfinfo", [path])?;
    let line = output.lines().find(|line| line.starts_with("Pages:")).unwrap();
    Some(line.split_whitespace().nth(1).unwrap().parse().unwrap())
}

#[test]
fn one_last_back_and_separate_files_are_written_and_checked() {
    let folder = folder_with_deck();
    let own = "\"{deck}.pdf\"";
    let render = ["render", "deck.csv", "--vendor", "mine.toml", "--only", "3,10,34", "-q"];
    let check = ["preflight", "--quick", "--vendor", "mine.toml", "--deck", "deck.csv", "--only"];

    house_of_own(
        folder.path(),
        "drivethrucards",
        &[("\"deck.pdf\"", own), ("back-first", "back-last")],
    );
    assert_eq!((Some(0), String::new()), run(folder.path(), &render));
    let file = folder.path().join("output/mine/deck.pdf");
    assert!(pages(&file).is_none_or(|count| count == 4), "{:?} pages", pages(&file));
    let result = run(folder.path(), &[&check[..], &["3,10,34", "output/mine"]].concat());
    assert_eq!(Some(0), result.0, "{}", result.1);

    // A house that requires a back after every front refuses this file.
    house_of_own(
        folder.path(),
        "drivethrucards",
        &[("\"deck.pdf\"", own), ("back-first", "two-files")],
    );
    assert_eq!((Some(0), String::new()), run(folder.path(), &render));
    for name in ["deck-fronts.pdf", "deck-backs.pdf"] {
        let file = folder.path().join("output/mine").join(name);
        assert!(file.is_file(), "{name}");
        assert!(pages(&file).is_none_or(|count| count == 3), "{name}");
    }
    assert!(!folder.path().join("output/mine/deck.pdf").exists(), "left over");
    house_of_own(folder.path(), "drivethrucards", &[]);
    let (code, output) = run(
        folder.path(),
        &["preflight", "--quick", "--vendor", "mine.toml", "output/mine/deck-backs.pdf"],
    );
    assert_eq!(Some(1), code, "{output}");
    assert!(output.contains("pdf.upload-order"), "{output}");
}

#[test]
fn upload_orders_are_distinguished() {
    let folder = folder_with_deck();
    house_of_own(folder.path(), "drivethrucards", &[]);
    let render = ["render", "deck.csv", "--vendor", "mine.toml", "--only", "3,10,34", "-q"];
    assert_eq!(Some(0), run(folder.path(), &render).0);
    for (order, expected) in [("back-last", "a back for every front"), ("two-files", "in one file")]
    {
        house_of_own(folder.path(), "drivethrucards", &[("back-first", order)]);
        let check = ["preflight", "--quick", "--vendor", "mine.toml", "output/mine/deck.pdf"];
        let (code, said) = run(folder.path(), &check);
        assert_eq!(Some(1), code, "{said}");
        assert!(said.contains(expected), "{order}: {said}");
    }
}

#[test]
fn three_copies_lie_on_the_sheets_and_preflight_counts_them() {
    let folder = folder_with_deck();
    let only = ["--only", "3,10,34"];
    let render =
        ["render", "deck.csv", "--format", "pdf,svg", "--sheet", "a4-3x3", "--copies", "3", "-q"];
    let result = run(folder.path(), &[&render[..], &only].concat());
    assert_eq!((Some(0), String::new()), result);
    // Nine cards: one sheet, front and back.
    assert!(pages(&folder.path().join("output/sheets/a4-3x3.pdf")).is_none_or(|count| count == 2));
    let files = ["output/sheets", "output/cards"];
    let check = |copies: &str| {
        let check = ["preflight", "--quick", "--deck", "deck.csv", "--copies", copies];
        run(folder.path(), &[&check[..], &only, &files].concat())
    };
    assert_eq!(Some(0), check("3").0, "{}", check("3").1);
    let (code, output) = check("2");
    assert_eq!(Some(1), code);
    assert!(output.contains("too often: 3, 10, 34"), "{output}");
    let (code, output) = check("4");
    assert_eq!(Some(1), code);
    assert!(output.contains("missing: 3, 10, 34"), "{output}");
    let (code, output) = run(folder.path(), &["render", "deck.csv", "--copies", "0"]);
    assert_eq!(Some(2), code);
    assert!(output.contains("1 to 100") || output.contains("1..=100"), "{output}");
}

#[test]
fn press_pages_name_deck_and_face_outside_the_bleed() {
    let file = upload(&house("press-x4"), "west").remove(0);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deck.pdf");
    std::fs::write(&path, &file.bytes).unwrap();
    // A strip of 6 mm at the left edge of the paper; the first page is a front, the second its back.
    let strip = ["-x", "0", "-y", "0", "-W", "17", "-H", "400", "-raw"];
    for (page, face) in [("1", "card 10"), ("2", "back")] {
        let place = ["-f", page, "-l", page].map(str::to_owned);
        let arguments = strip.map(str::to_owned).into_iter().chain(place);
        let arguments = arguments.chain([path.display().to_string(), "-".to_owned()]);
        let Some(text) = foreign::stdout("pdftotext", arguments) else { return };
        let said: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("Sample · edition"), "{said}");
        assert!(said.contains(&format!("{face} · C M Y K")), "{said}");
    }
    let report = judge(&file, &house("press-x4"));
    assert!(report.passes(), "{report}");
}

#[test]
fn home_sheets_preset_scale_and_duplex_edge_for_printing() {
    let (deck, theme) = (deck(), Theme::built_in("ink-saver").unwrap());
    let sheet = |name: &str| actiondeck::render::sheet::Sheet::built_in(name).unwrap();
    for (flip, key) in [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")] {
        let flip = match flip {
            "long" => actiondeck::render::sheet::Flip::LongEdge,
            _ => actiondeck::render::sheet::Flip::ShortEdge,
        };
        let job = Job::new(&deck, &theme)
            .with_cards(only("3", CardNumbers::POKER).unwrap())
            .with_svg(false)
            .with_png(None)
            .with_arrangement(flip.into())
            .with_sheets(vec![sheet("a4-3x3"), sheet("gutterfold-a4"), sheet("single-x4")]);
        let files = job.run(|_| ()).unwrap();
        let preferences = |file: &NamedFile| {
            let pdf = Document::load_mem(&file.bytes).unwrap();
            let catalog = pdf.catalog().unwrap();
            let found = catalog.get_deref(b"ViewerPreferences", &pdf).ok()?;
            Some(format!("{:?}", found.as_dict().unwrap()))
        };
        let duplex = preferences(&files[0]).unwrap();
        assert!(duplex.contains(key) && duplex.contains("/PrintScaling /None"), "{duplex}");
        assert!(duplex.contains("/PickTrayByPDFSize true"), "{duplex}");
        assert!(preferences(&files[1]).unwrap().contains("/Simplex"));
        assert_eq!(None, preferences(&files[2]));
    }
}
