//! Print files as read by poppler, qpdf, Ghostscript, MuPDF, and our own preflight.

use std::collections::BTreeMap;
use std::path::PathBuf;

use actiondeck::preflight::{self, Expectation, PngExpectation, Standard};

use super::{deck, files, folder, on_disk, pdfs, words_of_pages};
use crate::foreign;

#[test]
fn preflight_passes_press_files_and_counts_their_cards() {
    for pdf in pdfs() {
        let standard = match pdf.path.as_str() {
            "sheets/single.pdf" => Some(Standard::X1a2003),
            "sheets/single-x4.pdf" => Some(Standard::X4),
            _ => None,
        };
        let mut expectation = Expectation::default().with_ink_limit(240.0);
        expectation.standard = standard;
        let report = preflight::check(&pdf.path, &pdf.bytes, &expectation);
        assert!(report.passes(), "{report}");
    }
    let png = PngExpectation { width: 825, height: 1125, dpi: 300 };
    for png_file in files().iter().filter(|file| file.path.ends_with(".png")) {
        let expectation = Expectation::default().with_png(png);
        let report = preflight::check(&png_file.path, &png_file.bytes, &expectation);
        assert!(report.passes(), "{report}");
    }
}

#[test]
fn qpdf_finds_no_fault_in_the_structure() {
    for pdf in pdfs() {
        let path = on_disk(&pdf.path);
        let Some(said) = foreign::stdout("qpdf", ["--check".as_ref(), path.as_os_str()]) else {
            return;
        };
        assert!(!said.to_lowercase().contains("warning"), "{}: {said}", pdf.path);
    }
}

#[test]
fn poppler_reads_the_boxes_of_every_page() {
    let arguments = |path: PathBuf| {
        ["-box", "-f", "1", "-l", "999"].map(Into::into).into_iter().chain([path.into_os_string()])
    };
    let boxes = |path: &str| -> Option<BTreeMap<String, Vec<String>>> {
        let said = foreign::stdout("pdfinfo", arguments(on_disk(path)))?;
        let mut boxes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in said.lines().filter(|line| line.starts_with("Page") && line.contains("Box:")) {
            let (name, corners) = line.split_once("Box:").unwrap();
            let name = name.split_whitespace().last().unwrap().to_owned();
            let corners = corners.split_whitespace().collect::<Vec<_>>().join(" ");
            boxes.entry(name).or_default().push(corners);
        }
        Some(boxes)
    };
    let (card, a4) = ("0.00 0.00 198.00 270.00", "0.00 0.00 595.28 841.89");
    let letter = "0.00 0.00 612.00 792.00";
    for (path, pages, media, bleed, trim) in [
        ("sheets/single.pdf", 108, card, card, "9.00 9.00 189.00 261.00"),
        (
            "sheets/single-x4.pdf",
            108,
            "0.00 0.00 234.00 306.00",
            "18.00 18.00 216.00 288.00",
            "27.00 27.00 207.00 279.00",
        ),
        ("sheets/a4-3x3.pdf", 12, a4, a4, a4),
        ("sheets/letter-3x3.pdf", 12, letter, letter, letter),
    ] {
        let Some(boxes) = boxes(path) else { return };
        for (name, corners) in [("Media", media), ("Bleed", bleed), ("Trim", trim)] {
            assert_eq!(vec![corners; pages], boxes[name], "{path} {name}");
        }
    }
}

#[test]
fn poppler_finds_every_font_embedded_cut_and_readable() {
    for pdf in pdfs() {
        let Some(said) = foreign::stdout("pdffonts", [on_disk(&pdf.path)]) else { return };
        let fonts: Vec<&str> = said.lines().skip(2).collect();
        assert!(!fonts.is_empty());
        for font in fonts {
            let columns: Vec<&str> = font.split_whitespace().collect();
            // … emb sub uni object generation
            let flags = &columns[columns.len() - 5..columns.len() - 2];
            assert_eq!(["yes", "yes", "yes"], *flags, "{}: {font}", pdf.path);
            assert!(columns[0].as_bytes()[6] == b'+', "{font}");
        }
    }
}

#[test]
fn poppler_reads_every_figure_of_every_card_in_the_press_file() {
    let deck = deck();
    let Some(pages) = words_of_pages("sheets/single.pdf", [1, 108]) else { return };
    assert_eq!(108, pages.len());
    for card in deck.cards() {
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        for word in &pages[usize::from(card.number.get()) * 2] {
            *found.entry(word.text.as_str()).or_default() += 1;
        }
        let mut expected: BTreeMap<String, usize> = BTreeMap::new();
        for column in 0..card.cause.columns() {
            let cause = card.cause.column(column).iter().map(ToString::to_string);
            let effect = card.effect.column(column).iter().map(ToString::to_string);
            for figure in cause.chain(effect) {
                *expected.entry(figure).or_default() += 1;
            }
        }
        for (figure, count) in expected {
            let seen = found.get(figure.as_str()).copied().unwrap_or(0);
            assert!(seen >= count, "card {}: {figure} {seen} times, not {count}", card.number);
        }
    }
}

#[test]
fn ghostscript_makes_plates_of_exactly_the_swatches_inks() {
    let plates = tempfile::tempdir().unwrap();
    let out = plates.path().join("p%d.tif");
    let arguments = [
        "-q".into(),
        "-dNOPAUSE".into(),
        "-dBATCH".into(),
        "-dSAFER".into(),
        "-dLastPage=1".into(),
        "-sDEVICE=tiffsep".into(),
        "-r72".into(),
        "-dTextAlphaBits=1".into(),
        "-dGraphicsAlphaBits=1".into(),
        std::ffi::OsString::from(format!("-sOutputFile={}", out.display())),
        on_disk("sheets/single.pdf").into_os_string(),
    ];
    let Some(_) = foreign::stdout("gs", arguments) else { return };
    let mut made: Vec<String> = std::fs::read_dir(plates.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    made.sort();
    assert_eq!(
        ["p1(Black).tif", "p1(Cyan).tif", "p1(Magenta).tif", "p1(Yellow).tif", "p1.tif"],
        *made
    );
}

#[test]
fn mupdf_draws_every_page_without_complaint() {
    for pdf in pdfs() {
        let out = folder().path().join("mutool-%d.png");
        let arguments = ["draw".into(), "-q".into(), "-r".into(), "20".into(), "-o".into()];
        let arguments =
            arguments.into_iter().chain([out.into_os_string(), on_disk(&pdf.path).into()]);
        let Some(output) = foreign::run("mutool", arguments) else { return };
        let said = String::from_utf8_lossy(&output.stderr).to_lowercase();
        // Debian's build lacks colour management, which is not a fault of the file.
        let complaints = said.lines().filter(|line| !line.contains("icc support"));
        let complaints: Vec<&str> = complaints.filter(|line| !line.trim().is_empty()).collect();
        assert!(output.status.success() && complaints.is_empty(), "{}: {said}", pdf.path);
    }
}
