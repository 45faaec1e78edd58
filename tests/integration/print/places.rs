//! Places on a sheet: the same in SVG and PDF, and corrected for a printer.

use actiondeck::deck::CardNumbers;
use actiondeck::face::{Lettering, parse_svg};
use actiondeck::geometry::{Mm, Size, point};
use actiondeck::render::sheet::{Flip, Sheet};
use actiondeck::render::{Job, Printer, only};

use super::{deck, sheets, theme, words};
use crate::pdf_file::Document;

#[test]
fn a_sheet_has_its_texts_at_the_same_places_as_svg_and_as_pdf() {
    // Outlined pictures have no texts; live text has the same places.
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme).with_sheets(sheets());
    (job.png, job.pdf, job.lettering) = (None, false, Lettering::Live);
    let live = job.run(|_| ()).unwrap();
    for (sheet, page, side) in
        [("a4-3x3", 1, "01-front"), ("letter-3x3", 11, "06-front"), ("a4-3x3", 4, "02-back")]
    {
        let Some(words) = words(&format!("sheets/{sheet}.pdf"), page) else { return };
        let path = format!("sheets/svg/{sheet}-{side}.svg");
        let svg = &live.iter().find(|file| file.path == path).unwrap().bytes;
        let tree = parse_svg(std::str::from_utf8(svg).unwrap()).unwrap();
        let mut texts = Vec::new();
        collect_texts(tree.root(), &mut texts);
        assert!(texts.len() >= 9, "{}", texts.len());
        for (text, left, baseline) in texts {
            // Words are compared, because lines differ.
            let Some(word) = text.split_whitespace().next() else { continue };
            let on_line = words.iter().filter(|found| {
                found.text.starts_with(word) && found.top < baseline && baseline < found.bottom
            });
            let error =
                on_line.map(|found| (found.left - left).abs()).fold(f64::INFINITY, f64::min);
            assert!(error < 0.05, "{sheet} page {page}: {word:?} is {error:.3} pt off");
        }
    }
}

/// Upright texts and the start of their baseline, in points.
fn collect_texts(group: &usvg::Group, texts: &mut Vec<(String, f64, f64)>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect_texts(group, texts),
            usvg::Node::Text(text) => {
                for span in text.layouted() {
                    let Some(first) = span.positioned_glyphs.first() else { continue };
                    let place = text.abs_transform().pre_concat(first.transform());
                    if place.kx.abs() > 1e-4 || place.sx < 0.0 {
                        continue;
                    }
                    let content = span.positioned_glyphs.iter().map(|glyph| glyph.text.as_str());
                    let points = [place.tx, place.ty].map(|pixels| f64::from(pixels) * 0.75);
                    texts.push((content.collect(), points[0], points[1]));
                }
            }
            _ => {}
        }
    }
}

/// The matrices of the pictures of a page.
fn matrices(pdf: &[u8], page: u32) -> Vec<[f64; 6]> {
    let file = Document::load_mem(pdf).unwrap();
    let content = file.get_and_decode_page_content(file.get_pages()[&page]).unwrap();
    let mut stack = vec![[1.0, 0.0, 0.0, 1.0, 0.0, 0.0]];
    let mut found = Vec::new();
    for operation in &content.operations {
        let current = *stack.last().unwrap();
        match operation.operator.as_str() {
            "q" => stack.push(current),
            "Q" => drop(stack.pop()),
            "cm" => {
                let numbers = operation.operands.iter().map(|n| f64::from(n.as_float().unwrap()));
                let [a, b, c, d, e, f] = *numbers.collect::<Vec<f64>>() else { panic!() };
                let [p, q, r, s, t, u] = current;
                *stack.last_mut().unwrap() = [
                    a * p + b * r,
                    a * q + b * s,
                    c * p + d * r,
                    c * q + d * s,
                    e * p + f * r + t,
                    e * q + f * s + u,
                ];
            }
            "Do" => found.push(current),
            _ => {}
        }
    }
    found
}

#[test]
fn corrected_backs_land_where_an_exact_printer_puts_them() {
    let (deck, theme) = (deck(), theme());
    let printer = Printer {
        name: "crooked".to_owned(),
        offset: [Mm(0.7), Mm(-0.4)],
        rotation_deg: 0.3,
        scale: [1.003, 0.998],
    };
    for flip in [Flip::LongEdge, Flip::ShortEdge] {
        let mut job = Job::new(&deck, &theme).with_sheets(vec![Sheet::built_in("a4-3x3").unwrap()]);
        job.cards = only("3,10,34", CardNumbers::POKER).unwrap();
        (job.png, job.svg, job.arrangement) = (None, false, flip.into());
        let plain = &job.run(|_| ()).unwrap()[0].bytes;
        job.printer = Some(printer.clone());
        let corrected = &job.run(|_| ()).unwrap()[0].bytes;
        assert_eq!(matrices(plain, 1), matrices(corrected, 1), "fronts stay");
        let (plain, corrected) = (matrices(plain, 2), matrices(corrected, 2));
        assert_eq!(3, plain.len());
        let paper = Size { width: Mm(210.0), height: Mm(297.0) };
        let error = printer.error(paper);
        // The corners of a card's picture: from PDF points with y up to millimetres with y down.
        let corners = |[a, b, c, d, e, f]: [f64; 6]| {
            [[0.0, 0.0], [180.0, 0.0], [0.0, 252.0], [180.0, 252.0]].map(|[x, y]| {
                let (x, y) = (a * x + c * y + e, b * x + d * y + f);
                point(Mm::from_points(x), paper.height - Mm::from_points(y))
            })
        };
        for (plain, corrected) in plain.into_iter().zip(corrected) {
            assert_ne!(plain, corrected);
            for (plain, sent) in corners(plain).into_iter().zip(corners(corrected)) {
                let off = error * sent - plain;
                let off = off.x.abs().max(off.y.abs());
                // Numbers in the file have limited precision.
                assert!(off < 1e-3, "{flip:?}: {off} mm");
            }
        }
    }
}
