//! Overprinting black: the paths that overprint, the inks on the plates, and the unchanged look.

use std::path::Path;

use super::plates::{largest_sum, plate, separated};
use super::*;
use crate::foreign;
use crate::pdf_file::{self, Document, Object};

const THEMES: [&str; 5] = ["future-imperfect", "west", "ink-saver", "high-contrast", "large-print"];
const HOUSES: [&str; 2] = ["drivethrucards", "press-x4"];

/// Script that counts the paths of a file in black and in other colours, by whether they overprint.
///
/// It reads the graphics state with pikepdf: lines, fills, then other colours that overprint.
const COUNT: &str = include_str!("overprint.py");

/// The output of [`COUNT`] for a file.
fn counted(file: &Path) -> Option<[usize; 7]> {
    if !foreign::has_python_module("pikepdf") {
        return None;
    }
    let arguments = ["-c".into(), COUNT.into(), file.as_os_str().to_owned()];
    let output = foreign::stdout("python3", arguments)?;
    let counts: Vec<usize> =
        output.split_whitespace().map(|count| count.parse().unwrap()).collect();
    Some(counts.try_into().unwrap())
}

#[test]
fn only_black_lines_within_the_ink_limit_overprint() {
    let folder = tempfile::tempdir().unwrap();
    for theme in THEMES {
        for name in HOUSES {
            let file = upload(&house(name), theme).remove(0);
            let pdf = folder.path().join("deck.pdf");
            std::fs::write(&pdf, &file.bytes).unwrap();
            let Some(counts) = counted(&pdf) else { return };
            let [line_over, line_out, fill_over, fill_out, text_over, text_out, colour_over] =
                counts;
            let context = format!("{theme} for {name}: {counts:?}");
            assert_eq!((0, 0), (text_out, colour_over), "{context}");
            assert!(line_over > 10 && fill_over > 0 && text_over > 50, "{context}");
            // Dice are on heads of rust, indigo and barn red, where overprinting black would exceed any limit.
            let has_dark_heads = ["future-imperfect", "west", "large-print"].contains(&theme);
            assert!(!has_dark_heads || line_out > 0, "{context}");
            // Beside the card is a colour bar, which is not part of a form.
            let is_all_over = line_out == 0 && (fill_out == 0 || name == "press-x4");
            assert!(theme != "ink-saver" || is_all_over, "{context}");
        }
    }
}

/// The same file without overprinting, except of texts.
fn cut_out(file: &NamedFile) -> NamedFile {
    let mut document = Document::load_mem(&file.bytes).unwrap();
    fn end(object: &mut Object) {
        let dictionary = match object {
            Object::Stream(stream) => &mut stream.dict,
            Object::Dictionary(dictionary) => dictionary,
            _ => return,
        };
        if dictionary.get(b"OP").and_then(Object::as_bool).is_ok_and(|over| over) {
            dictionary.set("OP", false);
            dictionary.set("op", false);
        }
        dictionary.iter_mut().for_each(|(_, value)| end(value));
    }
    document.objects.values_mut().for_each(end);
    let bytes = pdf_file::bytes(&document);
    NamedFile { path: file.path.clone(), bytes }
}

#[test]
fn overprinting_black_keeps_the_ink_limit_in_every_theme() {
    for theme in THEMES {
        for (name, outside) in [("drivethrucards", 0), ("press-x4", 36)] {
            let file = upload(&house(name), theme).remove(0);
            let [over, out] = [&file, &cut_out(&file)].map(|file| separated(file, 4, 144));
            let (Some(over), Some(out)) = (over, out) else { return };
            let most =
                (1..=4).map(|page| largest_sum(over.path(), page, outside)).fold(0.0, f64::max);
            assert!(most <= 240.5, "{theme} for {name}: {most:.1} %");
            if theme == "ink-saver" {
                continue;
            }
            // Black with another ink under it.
            let under = |folder: &Path| -> usize {
                let pixels = (1..=4).map(|page| {
                    let [black, yellow] = ["Black", "Yellow"].map(|ink| {
                        plate(&std::fs::read(folder.join(format!("p{page}({ink}).tif"))).unwrap())
                    });
                    let both = black.pixels.iter().zip(&yellow.pixels);
                    both.filter(|(black, yellow)| **black < 5 && **yellow < 130).count()
                });
                pixels.sum()
            };
            let [with, without] = [over.path(), out.path()].map(under);
            assert!(with > without + 100, "{theme} for {name}: {with} pixels, {without} cut out");
        }
    }
}

/// A page as RGB, rendered by Ghostscript with simulated overprinting.
fn shown(file: &NamedFile, folder: &Path) -> Option<Vec<u8>> {
    let (pdf, png) = (folder.join("shown.pdf"), folder.join("shown.png"));
    std::fs::write(&pdf, &file.bytes).unwrap();
    let out = format!("-sOutputFile={}", png.display());
    let arguments = [
        "-q",
        "-dNOPAUSE",
        "-dBATCH",
        "-dSAFER",
        "-dFirstPage=1",
        "-dLastPage=1",
        "-sDEVICE=png16m",
        "-dOverprint=/simulate",
        "-r200",
        "-dGraphicsAlphaBits=1",
        "-dTextAlphaBits=1",
        &out,
    ];
    let arguments = arguments.into_iter().map(std::ffi::OsString::from).chain([pdf.into()]);
    foreign::stdout("gs", arguments)?;
    let mut reader =
        png::Decoder::new(std::io::Cursor::new(std::fs::read(&png).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    Some(pixels)
}

#[test]
fn overprinting_changes_a_proof_only_in_its_blacks() {
    let folder = tempfile::tempdir().unwrap();
    for theme in THEMES {
        let file = upload(&house("press-x4"), theme).remove(0);
        let (Some(over), Some(out)) =
            (shown(&file, folder.path()), shown(&cut_out(&file), folder.path()))
        else {
            return;
        };
        let mut deeper = 0;
        for (over, out) in over.chunks_exact(3).zip(out.chunks_exact(3)) {
            let differs = over.iter().zip(out).any(|(a, b)| a.abs_diff(*b) > 12);
            deeper += usize::from(differs);
            // Ghostscript shows black alone as 35, 31, 32.
            let is_black = |pixel: &[u8]| pixel.iter().all(|part| *part <= 40);
            assert!(!differs || is_black(over) && is_black(out), "{theme}: {over:?} for {out:?}");
        }
        let share = deeper as f64 / (over.len() / 3) as f64;
        assert!(share < 0.03, "{theme}: {:.1} % of the page", share * 100.0);
    }
}
