//! The folded leaf: measured as drawn by poppler, read by external programs, printed for any deck.

use actiondeck::deck::Deck;
use actiondeck::face::{Faces, Theme, Words};
use actiondeck::geometry::{Mm, Size};
use actiondeck::preflight::{Expectation, check};
use actiondeck::render::pdf::Timestamp;
use actiondeck::render::sheet::Flip;
use actiondeck::render::{Leaf, NamedFile};
use actiondeck::table::rules::Options;

use super::{deck, theme};
use crate::drawn_lines::{PIXELS_PER_MM, crossings};
use crate::foreign;
use crate::program::actiondeck;

fn leaf(paper: [f64; 2], flip: Flip) -> Leaf {
    let paper = Size { width: Mm(paper[0]), height: Mm(paper[1]) };
    Leaf { paper, flip, printer: None, date: Timestamp::FIXED }
}

fn files(deck: &Deck, leaf: &Leaf) -> Vec<NamedFile> {
    let theme = theme();
    let faces = Faces::fitting(&theme, deck).unwrap();
    leaf.files(&faces, &Options::default()).unwrap()
}

const A4: [f64; 2] = [210.0, 297.0];
const LETTER: [f64; 2] = [215.9, 279.4];

/// A page of the leaf in grey at 254 dots per inch.
struct Drawn {
    width: usize,
    grey: Vec<u8>,
}

impl Drawn {
    fn page(pdf: &[u8], page: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let (file, picture) = (folder.path().join("leaf.pdf"), folder.path().join("page"));
        std::fs::write(&file, pdf).unwrap();
        let paths = [file.display().to_string(), picture.display().to_string()];
        let options = ["-gray", "-r", "254", "-singlefile", "-f", page, "-l", page];
        foreign::stdout("pdftoppm", options.map(str::to_owned).into_iter().chain(paths))?;
        let bytes = std::fs::read(picture.with_extension("pgm")).unwrap();
        // Three lines: P5, width and height, maximum; then one byte per pixel.
        let ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').take(3).collect();
        let size = std::str::from_utf8(&bytes[ends[0] + 1..ends[1]]).unwrap();
        let width = size.split(' ').next().unwrap().parse().unwrap();
        Some(Self { width, grey: bytes[ends[2] + 1..].to_vec() })
    }

    fn is_dark(&self, x: usize, y: usize) -> bool {
        self.grey[y * self.width + x] < 200
    }

    fn across(&self, y_mm: f64) -> Vec<f64> {
        let y = (y_mm * PIXELS_PER_MM) as usize;
        crossings((0..self.width).map(|x| self.is_dark(x, y)))
    }

    fn down(&self, x_mm: f64) -> Vec<f64> {
        let x = (x_mm * PIXELS_PER_MM) as usize;
        crossings((0..self.grey.len() / self.width).map(|y| self.is_dark(x, y)))
    }
}

fn assert_near(expected: &[f64], found: &[f64]) {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() < 0.1;
    let same = expected.len() == found.len() && expected.iter().zip(found).all(near);
    assert!(same, "expected {expected:?}, found {found:?}");
}

#[test]
fn a_leaf_folds_to_a_millimetre_less_than_a_card() {
    for [short, long] in [A4, LETTER] {
        let leaf = files(&deck(), &leaf([short, long], Flip::ShortEdge));
        let (panel, strip) = (62.5, 87.9);
        let [left, top] = [(long - 4.0 * panel) / 2.0, (short - 2.0 * strip) / 2.0];
        for page in ["1", "2"] {
            let Some(drawn) = Drawn::page(&leaf[0].bytes, page) else { return };
            // Half a millimetre into the marks, where the dashes start too.
            let folds: Vec<f64> = (0..=4).map(|fold| left + panel * f64::from(fold)).collect();
            assert_near(&folds, &drawn.across(top - 6.6));
            let cuts: Vec<f64> = (0..=2).map(|cut| top + strip * f64::from(cut)).collect();
            assert_near(&cuts, &drawn.down(left - 4.5));
        }
    }
}

#[test]
fn the_caption_of_a_leaf_touches_no_mark_in_any_language() {
    for language in ["en", "de", "es", "fr"] {
        let theme = theme().in_words(Words::built_in(language).unwrap());
        let deck = deck();
        let faces = Faces::fitting(&theme, &deck).unwrap();
        let files = leaf(A4, Flip::LongEdge).files(&faces, &Options::default()).unwrap();
        let Some(drawn) = Drawn::page(&files[0].bytes, "1") else { return };
        // Below the strips, between the cut mark and the first fold mark, no letter is within a millimetre
        // of either; beyond the fold there are only marks.
        let (left, foot) = ((297.0 - 250.0) / 2.0, (210.0 + 2.0 * 87.9) / 2.0);
        for step in 0..60 {
            let y = foot + 1.0 + f64::from(step) / 10.0;
            let is_mark =
                |x: &f64| ((x - left) / 62.5).fract().min(1.0 - ((x - left) / 62.5).fract()) < 0.01;
            let letters: Vec<f64> = drawn.across(y).into_iter().filter(|x| !is_mark(x)).collect();
            let is_clear = |x: &f64| (left + 1.0..left + 61.5).contains(x);
            assert!(letters.iter().all(is_clear), "{language}: {y}: {letters:?}");
        }
    }
}

#[test]
fn turned_on_the_long_edge_the_back_is_the_other_way_up() {
    let back = |flip| Drawn::page(&files(&deck(), &leaf(A4, flip))[0].bytes, "2");
    let [Some(upright), Some(turned)] = [Flip::ShortEdge, Flip::LongEdge].map(back) else { return };
    // Compared by square millimetres, because antialiased edges of letters differ by pixels.
    let tone = |drawn: &Drawn, x: usize, y: usize| -> usize {
        let square = (0..10).flat_map(|dy| (0..10).map(move |dx| (10 * x + dx, 10 * y + dy)));
        square.map(|(x, y)| usize::from(drawn.grey[y * drawn.width + x])).sum::<usize>() / 100
    };
    let [width, height] = [297, 210];
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let (mut same, mut inked) = (0, 0);
    for (x, y) in places {
        let [one, other] = [tone(&upright, x, y), tone(&turned, width - 1 - x, height - 1 - y)];
        inked += usize::from(one < 250);
        same += usize::from(one < 250 && one.abs_diff(other) < 30);
    }
    assert!(inked > 3_000 && same * 100 > inked * 98, "{same} of {inked}");
}

#[test]
fn other_programs_read_the_leaf_and_its_figures() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("leaf.pdf");
    std::fs::write(&file, &files(&deck(), &leaf(A4, Flip::ShortEdge))[0].bytes).unwrap();
    let path = file.display().to_string();
    foreign::stdout("qpdf", ["--check", path.as_str()]);
    foreign::stdout("mutool", ["draw", "-o", "/dev/null", path.as_str()]);
    let Some(text) = foreign::stdout("pdftotext", ["-layout", "-f", "2", &path, "-"]) else {
        return;
    };
    // 3d10 against TN 7 with follow-up cards, as in `odds 3d10 --tn 7`; two leaves on a sheet.
    let odds =
        actiondeck().args(["odds", "3d10", "--tn", "7", "--deck", "tests/data/deck.csv"]).output();
    let odds = String::from_utf8(odds.unwrap().stdout).unwrap();
    let line = odds.lines().find(|line| line.trim_start().starts_with("7 ")).unwrap();
    let percent: f64 = line.split_whitespace().nth(3).unwrap().parse().unwrap();
    let table = text.split("TN 7").nth(1).unwrap();
    let row = table.lines().find(|line| line.trim_start().starts_with("3 rows")).unwrap();
    let d10 = row.split_whitespace().nth(5).unwrap();
    assert_eq!(format!("{percent:.0}"), d10, "{row}");
}

#[test]
fn a_leaf_of_every_theme_passes_preflight() {
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        let deck = deck();
        let faces = Faces::fitting(&theme, &deck).unwrap();
        let files = leaf(LETTER, Flip::LongEdge).files(&faces, &Options::default()).unwrap();
        for file in &files {
            let report = check(&file.path, &file.bytes, &Expectation::default());
            assert!(report.passes(), "{name}: {report:?}");
        }
    }
}

#[test]
fn a_leaf_of_a_deck_with_narrow_columns_passes_preflight() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = actiondeck().current_dir(folder.path()).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    };
    run(&["new", "wide", "--columns", "d6,d8,d10,d12,d20,d100", "--rows", "2"]);
    // At quick effort a deck may miss limits of its spec, which sets the exit code.
    let generate = ["generate", "wide/deck.toml", "--effort", "quick", "-o", "wide/deck.json"];
    actiondeck().current_dir(folder.path()).args(generate).output().unwrap();
    run(&["leaf", "wide/deck.json", "-o", "leaf"]);
    run(&["preflight", "--deck", "wide/deck.json", "leaf"]);
}

#[test]
fn a_leaf_is_the_same_twice() {
    let [one, two] = [(); 2].map(|()| files(&deck(), &leaf(LETTER, Flip::LongEdge)));
    assert_eq!(one, two);
}

#[test]
fn a_leaf_too_large_for_the_sheet_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let deck = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deck.csv");
        let mut command = actiondeck();
        command.current_dir(folder.path()).args(["leaf", deck]).args(arguments);
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, message) = run(&["--paper", "a9"]);
    assert_eq!(Some(2), code, "{message}");
    assert!(message.contains("a4, letter"), "{message}");
    let (code, message) = run(&["--paper", "150x120"]);
    assert_eq!(Some(2), code, "{message}");
    assert!(message.contains("leaf.svg:") && message.contains("larger card or paper"), "{message}");
    assert!(!folder.path().join("output/leaf.pdf").exists());
    let (code, message) = run(&[]);
    assert_eq!(Some(0), code, "{message}");
    assert!(folder.path().join("output/leaf.pdf").is_file());
}
