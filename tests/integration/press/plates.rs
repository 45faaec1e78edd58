//! The ink on the plates: calculated from a file, and rendered by Ghostscript.

use super::*;
use crate::foreign;

/// A plate rendered by Ghostscript: one byte per pixel, 255 for no ink.
pub(super) struct Plate {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
}

/// Reads an uncompressed grey TIFF.
pub(super) fn plate(bytes: &[u8]) -> Plate {
    let big = &bytes[..2] == b"MM";
    let number = |at: usize, length: usize| {
        let field = &bytes[at..at + length];
        let shift = |sum: usize, byte: &u8| sum << 8 | usize::from(*byte);
        if big { field.iter().fold(0, shift) } else { field.iter().rev().fold(0, shift) }
    };
    let directory = number(4, 4);
    let entry = |tag: usize| {
        let mut entries = (0..number(directory, 2)).map(|place| directory + 2 + place * 12);
        let at = entries.find(|&at| number(at, 2) == tag).unwrap();
        let length = if number(at + 2, 2) == 3 { 2 } else { 4 };
        (at, length, number(at + 4, 4))
    };
    let values = |tag: usize| -> Vec<usize> {
        let (at, length, count) = entry(tag);
        let start = if length * count <= 4 { at + 8 } else { number(at + 8, 4) };
        (0..count).map(|place| number(start + place * length, length)).collect()
    };
    assert_eq!((vec![1], vec![8]), (values(259), values(258)), "compressed, or not of 8 bits");
    let strips = values(273).into_iter().zip(values(279));
    let pixels = strips.flat_map(|(at, length)| bytes[at..at + length].to_vec()).collect();
    Plate { width: values(256)[0], height: values(257)[0], pixels }
}

/// The largest sum of the four inks on any pixel of a page within its bleed, in percent.
pub(super) fn largest_sum(folder: &std::path::Path, page: usize, outside: usize) -> f64 {
    let plates = ["Cyan", "Magenta", "Yellow", "Black"]
        .map(|ink| plate(&std::fs::read(folder.join(format!("p{page}({ink}).tif"))).unwrap()));
    let [Plate { width, height, .. }, ..] = plates;
    let inside = (outside..height - outside)
        .flat_map(|y| (outside..width - outside).map(move |x| y * width + x));
    let sum =
        |pixel: usize| -> u32 { plates.iter().map(|p| u32::from(255 - p.pixels[pixel])).sum() };
    f64::from(inside.map(sum).max().unwrap()) / 255.0 * 100.0
}

/// The largest sum calculated from the colours of the file, as reported for a limit of 1 %.
pub(super) fn calculated(file: &NamedFile) -> f64 {
    let strict = Expectation::default().with_ink_limit(1.0);
    let report = check(&file.path, &file.bytes, &strict);
    let (_, faults) = report.failures().find(|(result, _)| result.rule == "pdf.ink").unwrap();
    let sums = faults.iter().map(|fault| {
        let words: Vec<&str> = fault.reason.split(' ').collect();
        let place = words.iter().position(|word| *word == "%").unwrap();
        words[place - 1].parse::<f64>().unwrap()
    });
    sums.fold(0.0, f64::max)
}

/// The plates of the first pages of a file, `p1(Cyan).tif` and so on; `None` without Ghostscript.
pub(super) fn separated(file: &NamedFile, pages: usize, dpi: u32) -> Option<tempfile::TempDir> {
    let folder = tempfile::tempdir().unwrap();
    let pdf = folder.path().join("deck.pdf");
    std::fs::write(&pdf, &file.bytes).unwrap();
    let options = [
        "-q".to_owned(),
        "-dNOPAUSE".to_owned(),
        "-dBATCH".to_owned(),
        "-dSAFER".to_owned(),
        format!("-dLastPage={pages}"),
        "-sDEVICE=tiffsep".to_owned(),
        "-sCompression=none".to_owned(),
        format!("-r{dpi}"),
        "-dTextAlphaBits=1".to_owned(),
        "-dGraphicsAlphaBits=1".to_owned(),
        format!("-sOutputFile={}", folder.path().join("p%d.tif").display()),
    ];
    let arguments = options.into_iter().map(std::ffi::OsString::from).chain([pdf.into()]);
    foreign::stdout("gs", arguments)?;
    Some(folder)
}

/// Counts the strokes of letters on yellow in the plates of a page.
///
/// Returns those with yellow under them, and those that knock it out.
fn strokes_on_yellow(folder: &std::path::Path, page: usize) -> [usize; 2] {
    let [yellow, black] = ["Yellow", "Black"]
        .map(|ink| plate(&std::fs::read(folder.join(format!("p{page}({ink}).tif"))).unwrap()));
    // Rust and other colours have more or less yellow.
    let is_yellow = |at: usize| (170..225).contains(&(255 - yellow.pixels[at]));
    let is_black = |at: usize| black.pixels[at] < 10;
    let mut strokes = [0, 0];
    for row in 0..black.height {
        let line: Vec<usize> = (row * black.width..(row + 1) * black.width).collect();
        for stroke in line.chunk_by(|&one, &next| is_black(one) == is_black(next)) {
            let (first, last) = (stroke[0], stroke[stroke.len() - 1]);
            let edges = [first.checked_sub(1), Some(last + 1)]
                .map(|at| at.is_some_and(|at| at / black.width == row && is_yellow(at)));
            // Longer runs are the line under a 6 or 9.
            if is_black(first) && stroke.len() <= 12 && edges == [true, true] {
                strokes[usize::from(!stroke.iter().all(|&at| is_yellow(at)))] += 1;
            }
        }
    }
    strokes
}

#[test]
fn black_letters_overprint_the_yellow_of_their_frames() {
    for name in ["drivethrucards", "press-x4"] {
        let file = upload(&house(name), "future-imperfect").remove(0);
        let Some(folder) = separated(&file, 6, 300) else { return };
        let [over, out] = (1..=6)
            .map(|page| strokes_on_yellow(folder.path(), page))
            .fold([0, 0], |[over, out], page| [over + page[0], out + page[1]]);
        assert!(over > 100, "{name}: {over} strokes over yellow");
        assert_eq!(0, out, "{name}: strokes that leave paper");
    }
}

#[test]
fn plates_have_the_calculated_ink_and_at_most_240_percent() {
    for theme in ["future-imperfect", "west", "ink-saver"] {
        // In pixels, two per point. The marks outside the bleed are on every plate.
        for (name, outside) in [("drivethrucards", 0), ("press-x4", 36)] {
            let file = upload(&house(name), theme).remove(0);
            let Some(folder) = separated(&file, 4, 144) else { return };
            let measured =
                (1..=4).map(|page| largest_sum(folder.path(), page, outside)).fold(0.0, f64::max);
            let calculated = calculated(&file);
            assert!(calculated <= 240.0, "{theme} for {name}: {calculated} % by calculation");
            assert!(
                (measured - calculated).abs() <= 2.0,
                "{theme} for {name}: {measured:.1} % on the plates, {calculated:.1} % calculated"
            );
        }
    }
}
