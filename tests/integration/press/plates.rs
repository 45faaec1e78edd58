//! The ink on the plates: what is calculated from a file, and what a raster image processor makes.

use super::*;
use crate::foreign;

/// A plate as Ghostscript writes it uncompressed: width, height, one byte a pixel, 255 for no ink.
pub(super) struct Plate {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
}

/// Reads a grey TIFF without compression.
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
fn largest_sum(folder: &std::path::Path, page: usize, outside: usize) -> f64 {
    let plates = ["Cyan", "Magenta", "Yellow", "Black"]
        .map(|ink| plate(&std::fs::read(folder.join(format!("p{page}({ink}).tif"))).unwrap()));
    let [Plate { width, height, .. }, ..] = plates;
    let inside = (outside..height - outside)
        .flat_map(|y| (outside..width - outside).map(move |x| y * width + x));
    let sum =
        |pixel: usize| -> u32 { plates.iter().map(|p| u32::from(255 - p.pixels[pixel])).sum() };
    f64::from(inside.map(sum).max().unwrap()) / 255.0 * 100.0
}

/// The largest sum as calculated from the colours of the file: what a limit of 1 % complains of.
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

#[test]
fn plates_carry_the_ink_that_was_calculated_and_no_more_than_240_percent() {
    for theme in ["future-imperfect", "west", "ink-saver"] {
        // In pixels, two to the point: the marks outside the bleed are on every plate by intent.
        for (name, outside) in [("drivethrucards", 0), ("press-x4", 36)] {
            let file = upload(&house(name), theme).remove(0);
            let folder = tempfile::tempdir().unwrap();
            let pdf = folder.path().join("deck.pdf");
            std::fs::write(&pdf, &file.bytes).unwrap();
            let out = format!("-sOutputFile={}", folder.path().join("p%d.tif").display());
            let options = [
                "-q",
                "-dNOPAUSE",
                "-dBATCH",
                "-dSAFER",
                "-dLastPage=4",
                "-sDEVICE=tiffsep",
                "-sCompression=none",
                "-r144",
                "-dTextAlphaBits=1",
                "-dGraphicsAlphaBits=1",
                &out,
            ];
            let arguments = options.iter().map(std::ffi::OsString::from).chain([pdf.into()]);
            let Some(_) = foreign::stdout("gs", arguments) else { return };
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
