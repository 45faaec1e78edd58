//! Guides to cut by, as other programs draw them.

use crate::drawn_lines::{PIXELS_PER_MM, crossings};
use crate::foreign;
use crate::lookup::Said;
use crate::program::actiondeck;

/// A page of a PDF in grey, as poppler draws it: its width and its pixels.
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
fn guides_of_two_colours_are_seen_on_dark_and_light_ground_where_the_cuts_are() {
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
    // The sheet is 297 mm wide: four poker cards with gaps of 6 mm stand in its middle.
    let first_cut = (297.0 - 4.0 * 63.5 - 3.0 * 6.0) / 2.0;
    let top_cut = (210.0 - 2.0 * 88.9 - 6.0) / 2.0;
    for look in ["dark", "light"] {
        let pdf = folder.path().join(look).join("sheets/a4-bleed.pdf");
        let Some((width, pixels)) = drawn(&pdf) else { return };
        let usual = folder.path().join("usual/sheets/a4-bleed.pdf");
        let (_, plain) = drawn(&usual).unwrap();
        assert_eq!(plain.len(), pixels.len());
        // Down the first cut, within the first arm: black and white take turns each millimetre.
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
    none.complains("none of these sheets has crop marks");
    here(&["--guides", "corner", "--vendor", "home", "-o", "none"]).code(2);
}
