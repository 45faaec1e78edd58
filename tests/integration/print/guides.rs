//! Cut guides, as external programs draw them.

use crate::drawn_lines::{PIXELS_PER_MM, crossings};
use crate::foreign;
use crate::lookup::OutputAssert;
use crate::program::actiondeck;

/// A page of a PDF in grey, drawn by poppler: its width and its pixels.
fn drawn(pdf: &std::path::Path) -> Option<(usize, Vec<u8>)> {
    let picture = pdf.with_extension("");
    let options = ["-r", "254", "-f", "1", "-l", "1", "-singlefile", "-gray"].map(str::to_owned);
    let files = [pdf, &picture].map(|path| path.display().to_string());
    foreign::stdout("pdftoppm", options.into_iter().chain(files))?;
    let file = std::fs::read(picture.with_extension("pgm")).unwrap();
    let head: Vec<&[u8]> = file.splitn(4, |byte| byte.is_ascii_whitespace()).collect();
    let width: usize = std::str::from_utf8(head[1]).unwrap().parse().unwrap();
    let height: usize = std::str::from_utf8(head[2]).unwrap().parse().unwrap();
    Some((width, file[file.len() - width * height..].to_vec()))
}

#[test]
fn two_colour_guides_are_visible_on_dark_and_light_cards() {
    let folder = tempfile::tempdir().unwrap();
    let deck = include_str!("../../data/deck.csv");
    std::fs::write(folder.path().join("deck.csv"), deck).unwrap();
    let here = |arguments: &[&str]| {
        let usual = ["render", "deck.csv", "--format", "pdf", "--only", "0-3"];
        actiondeck().current_dir(folder.path()).args(usual).args(arguments).assert()
    };
    let cross = ["--guides", "cross", "--guide-colours", "two"];
    here(&[&cross[..], &["--sheet", "a4-bleed", "-o", "dark"]].concat()).code(0);
    let light = ["--theme", "ink-saver", "--sheet", "a4-bleed", "-o", "light"];
    here(&[&cross[..], &light].concat()).code(0);
    here(&["--sheet", "a4-bleed", "-o", "usual"]).code(0);
    // The sheet is 297 mm wide, with four poker cards and gaps of 6 mm in the middle.
    let first_cut = (297.0 - 4.0 * 63.5 - 3.0 * 6.0) / 2.0;
    let top_cut = (210.0 - 2.0 * 88.9 - 6.0) / 2.0;
    for look in ["dark", "light"] {
        let pdf = folder.path().join(look).join("sheets/a4-bleed.pdf");
        let Some((width, pixels)) = drawn(&pdf) else { return };
        let usual = folder.path().join("usual/sheets/a4-bleed.pdf");
        let (_, plain) = drawn(&usual).unwrap();
        assert_eq!(plain.len(), pixels.len());
        // Down the first cut, within the first arm: black and white alternate every millimetre.
        let column = (first_cut * PIXELS_PER_MM).round() as usize;
        let row = |mm: f64| ((top_cut + mm) * PIXELS_PER_MM).round() as usize * width + column;
        let [black, white] = [0.5, 1.5].map(|mm| pixels[row(mm)]);
        assert!(black < 90 && white > 200, "{look}: {black}, {white}");
        // Across it, 2.5 mm below the corner, a black dash is a fifth of a millimetre wide.
        let line = row(2.5) - 10..row(2.5) + 10;
        if look == "light" {
            let found = crossings(pixels[line].iter().map(|&grey| grey < 128));
            assert!(found.iter().any(|at| (at - 1.0).abs() <= 0.1), "{found:?}");
        }
    }
    let none = here(&["--guides", "corner", "--sheet", "single-x4", "-o", "none"]).code(2);
    none.complains(
        "on a press a mark is on all plates, and nothing but the card is within its bleed",
    );
    let none = here(&["--guides", "full", "--sheet", "single", "-o", "none"]).code(2);
    none.complains("none of these sheets has crop marks");
}

/// The dark fractions along lines of a drawn page, from its edge to the cards' bleed.
fn dark(pixels: &[u8]) -> f64 {
    pixels.iter().filter(|&&grey| grey < 230).count() as f64 / pixels.len() as f64
}

#[test]
fn a_press_has_full_marks_and_refuses_marks_on_cards() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("deck.csv"), include_str!("../../data/deck.csv")).unwrap();
    let here = |arguments: &[&str]| {
        let usual = ["render", "deck.csv", "--only", "0"];
        actiondeck().current_dir(folder.path()).args(usual).args(arguments).assert()
    };
    here(&["--vendor", "press-x4", "-o", "usual"]).code(0);
    here(&["--vendor", "press-x4", "--guides", "full", "-o", "full"]).code(0);
    here(&["--format", "pdf", "--sheet", "single-x4", "--guides", "full", "-o", "sheet"]).code(0);
    here(&["--vendor", "home", "--guides", "cross", "-o", "home"]).code(0);
    let pdf = |out: &str, file: &str| folder.path().join(out).join(file);
    for file in [pdf("full", "press-x4/deck.pdf"), pdf("sheet", "sheets/single-x4.pdf")] {
        let path = file.display().to_string();
        foreign::stdout("qpdf", ["--check", &path]);
        foreign::stdout("mutool", ["draw", "-q", "-o", "/dev/null", &path]);
    }
    // The page is the card, 3.175 mm of bleed and 6.35 mm of paper: across the paper on the left,
    // along the upper cut, the mark reaches the edge or ends a little before.
    let lengths = ["usual", "full"].map(|out| {
        let (width, pixels) = drawn(&pdf(out, "press-x4/deck.pdf"))?;
        let row = ((6.35 + 3.175) * PIXELS_PER_MM).round() as usize;
        let paper = (6.35 * PIXELS_PER_MM) as usize;
        let rows = [row - 1, row, row + 1].map(|row| dark(&pixels[row * width..][..paper]));
        Some(rows.into_iter().fold(0.0, f64::max))
    });
    if let [Some(usual), Some(full)] = lengths {
        assert!(usual < 0.75 && full > 0.85, "{usual:.2} {full:.2}");
    }
    for refused in [["--guides", "cross"], ["--guides", "corner"], ["--guide-colours", "two"]] {
        let refused =
            here(&[&refused[..], &["--vendor", "press-x4", "-o", "none"]].concat()).code(2);
        refused.complains("on a press a mark is on all plates");
    }
    let refused = here(&["--vendor", "drivethrucards", "--guides", "full", "-o", "none"]).code(2);
    refused
        .complains("the files of this vendor bear no cut marks; accepted: vendors whose files do");
}
