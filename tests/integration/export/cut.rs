//! Cut lines and the marks of cutting machines, compared with the printed page.

use actiondeck::deck::CardNumbers;
use actiondeck::geometry::Mm;
use actiondeck::render::sheet::{MarkPattern, Sheet};
use actiondeck::render::{Job, only};
use actiondeck::{Deck, Theme};

use super::{all, deck, made};
use crate::foreign;
use crate::pdf_file::Document;
use actiondeck::export::{Export, Target};

/// The sheets with marks, and their paper in millimetres.
const SHEETS: [(&str, [f64; 2]); 4] = [
    ("silhouette-a4", [297.0, 210.0]),
    ("silhouette-letter", [279.4, 215.9]),
    ("silhouette4-a4", [297.0, 210.0]),
    ("silhouette4-letter", [279.4, 215.9]),
];

/// A closed polyline of a DXF file: points in millimetres from the page's lower left corner.
type Polyline = Vec<[f64; 2]>;

/// Reads the closed polylines of a DXF file, pair by pair of group code and value.
fn polylines(dxf: &str) -> Vec<Polyline> {
    let lines: Vec<&str> = dxf.lines().collect();
    let pairs: Vec<(u16, &str)> =
        lines.chunks(2).map(|pair| (pair[0].parse().unwrap(), pair[1])).collect();
    assert_eq!(Some(&(0, "EOF")), pairs.last());
    let at = pairs.iter().position(|pair| *pair == (9, "$INSUNITS")).unwrap();
    assert_eq!((70, "4"), pairs[at + 1], "millimetres");
    let mut found: Vec<Polyline> = Vec::new();
    let mut entity = "";
    for (code, value) in pairs {
        match (code, entity) {
            (0, _) => {
                entity = value;
                match value {
                    "POLYLINE" => found.push(Vec::new()),
                    "VERTEX" => found.last_mut().unwrap().push([f64::NAN; 2]),
                    _ => {}
                }
            }
            (8, "POLYLINE" | "VERTEX") => assert_eq!("CUT", value),
            (70, "POLYLINE") => assert_eq!("1", value, "closed"),
            (10 | 20, "VERTEX") => {
                let place = usize::from(code / 10 - 1);
                found.last_mut().unwrap().last_mut().unwrap()[place] = value.parse().unwrap();
            }
            _ => {}
        }
    }
    found
}

/// Left, lower, right and upper edge of a polyline.
fn edges(line: &Polyline) -> [f64; 4] {
    let along = |place: usize| line.iter().map(move |point| point[place]);
    let (least, most) = (f64::INFINITY, f64::NEG_INFINITY);
    [
        along(0).fold(least, f64::min),
        along(1).fold(least, f64::min),
        along(0).fold(most, f64::max),
        along(1).fold(most, f64::max),
    ]
}

/// The PDF of nine cards: one full page, and one with a single card.
fn printed(deck: &Deck, theme: &Theme, sheet: &str) -> Vec<u8> {
    let job = Job::new(deck, theme)
        .with_sheets(vec![Sheet::built_in(sheet).unwrap()])
        .with_cards(only("0-8", CardNumbers::POKER).unwrap())
        .with_svg(false)
        .with_png(None);
    job.run(|_| ()).unwrap().remove(0).bytes
}

/// The lower left corner of each card's printed area on a page, in millimetres.
fn corners(pdf: &[u8], page: u32) -> Vec<[f64; 2]> {
    let file = Document::load_mem(pdf).unwrap();
    let content = file.get_and_decode_page_content(file.get_pages()[&page]).unwrap();
    let (mut stack, mut found) = (vec![[0.0; 2]], Vec::new());
    for operation in &content.operations {
        match operation.operator.as_str() {
            "q" => stack.push(*stack.last().unwrap()),
            "Q" => drop(stack.pop()),
            "cm" => {
                let numbers = operation.operands.iter().map(|n| f64::from(n.as_float().unwrap()));
                let [1.0, 0.0, 0.0, 1.0, x, y] = *numbers.collect::<Vec<f64>>() else {
                    panic!("cards stand upright")
                };
                let [left, lower] = stack.last_mut().unwrap();
                (*left, *lower) = (*left + x, *lower + y);
            }
            "Do" => found.push(*stack.last().unwrap()),
            _ => {}
        }
    }
    found.into_iter().map(|corner| corner.map(|points| Mm::from_points(points).0)).collect()
}

fn theme() -> Theme {
    Theme::built_in("ink-saver").unwrap()
}

#[test]
fn cut_lines_match_printed_cards_to_a_hundredth_of_a_millimetre() {
    let (deck, theme) = (deck(), theme());
    for (name, [_, paper_height]) in SHEETS {
        let sheet = Sheet::built_in(name).unwrap();
        let bleed = sheet.bleed.0;
        let export = Export::new(&deck, &theme).with_sheets(vec![sheet]);
        let files = made(&export, &[Target::Dxf, Target::SvgCut]);
        let lines = polylines(std::str::from_utf8(&files[&format!("dxf/{name}.dxf")]).unwrap());
        assert_eq!(8, lines.len(), "{name}");
        let pdf = printed(&deck, &theme, name);
        // The page of fronts. Tests of the sheets check the position of the backs.
        let printed = corners(&pdf, 1);
        assert_eq!(8, printed.len(), "{name}");
        for (line, [left, lower]) in lines.iter().zip(&printed) {
            let trim = [left + bleed, lower + bleed, left + bleed + 63.5, lower + bleed + 88.9];
            for (cut, trim) in edges(line).iter().zip(trim) {
                assert!((cut - trim).abs() < 0.01, "{name}: cut at {cut}, printed at {trim}");
            }
        }
        let last = corners(&pdf, 3);
        assert!(
            (last[0][0] - printed[0][0]).abs() < 0.01,
            "{name}: a last page begins like the others"
        );
        let svg = std::str::from_utf8(&files[&format!("svg-cut/{name}.svg")]).unwrap();
        let rects: Vec<&str> = svg.split("<rect ").skip(1).collect();
        assert_eq!(8, rects.len());
        for (rect, line) in rects.iter().zip(&lines) {
            let value = |key: &str| -> f64 {
                let value = rect.split_once(&format!(" {key}=\""));
                let value = value.or_else(|| rect.split_once(&format!("{key}=\""))).unwrap().1;
                value.split_once('"').unwrap().0.parse().unwrap()
            };
            let [x, y, width, height] = ["x", "y", "width", "height"].map(value);
            let upward = [x, paper_height - y - height, x + width, paper_height - y];
            for (drawn, cut) in upward.iter().zip(edges(line)) {
                assert!((drawn - cut).abs() < 0.01, "{name}: {drawn} {cut}");
            }
            assert_eq!([3.0, 3.0], ["rx", "ry"].map(value));
        }
    }
}

/// A page as grey pixels, ten to the millimetre.
struct Page {
    width: usize,
    grey: Vec<u8>,
}

impl Page {
    fn rendered(pdf: &[u8]) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        std::fs::write(path("page.pdf"), pdf).unwrap();
        let arguments = ["-r", "254", "-gray", "-aa", "no", "-f", "1", "-l", "1", "-singlefile"];
        let arguments = arguments.map(str::to_owned).into_iter();
        foreign::stdout("pdftoppm", arguments.chain([path("page.pdf"), path("page")]))?;
        let pgm = std::fs::read(path("page.pgm")).unwrap();
        let head: Vec<&[u8]> = pgm.splitn(4, |byte| byte.is_ascii_whitespace()).collect();
        let width = std::str::from_utf8(head[1]).unwrap().parse().unwrap();
        let height: usize = std::str::from_utf8(head[2]).unwrap().parse().unwrap();
        let grey = pgm[pgm.len() - width * height..].to_vec();
        Some(Self { width, grey })
    }

    /// Whether the page is black at a point, in millimetres from the upper left corner.
    fn is_black(&self, x: f64, y: f64) -> bool {
        self.grey[(y * 10.0) as usize * self.width + (x * 10.0) as usize] < 64
    }

    /// The black rectangle around a point: left, upper, right and lower edge in millimetres.
    fn black_round(&self, x: f64, y: f64) -> [f64; 4] {
        assert!(self.is_black(x, y), "{x} {y}");
        let reach = |dx: f64, dy: f64| {
            let steps = (1..400).take_while(|&step| {
                let away = f64::from(step) * 0.1;
                self.is_black(x + dx * away, y + dy * away)
            });
            steps.count() as f64 * 0.1
        };
        [x - reach(-1.0, 0.0), y - reach(0.0, -1.0), x + reach(1.0, 0.0), y + reach(0.0, 1.0)]
    }
}

#[test]
fn registration_marks_are_at_their_places_with_clearance() {
    let (deck, theme) = (deck(), theme());
    let near = |a: f64, b: f64| assert!((a - b).abs() < 0.16, "{a} is not {b}");
    for (name, [width, height]) in SHEETS {
        let sheet = Sheet::built_in(name).unwrap();
        let Some(page) = Page::rendered(&printed(&deck, &theme, name)) else { return };
        let pattern = sheet.cutter_marks.unwrap().pattern;
        let angle = |corner: [f64; 2], towards: [f64; 2]| {
            let [x, y] = corner;
            // A line 1 mm wide, centred on the inset of 10 mm, that ends 5 mm from it.
            let along = page.black_round(x + 2.0 * towards[0], y);
            near(along[1], y - 0.5);
            near(along[3], y + 0.5);
            let ends = if towards[0] > 0.0 { [along[0], along[2]] } else { [along[2], along[0]] };
            near(ends[0], x - 0.5 * towards[0]);
            near(ends[1], x + 5.0 * towards[0]);
            let down = page.black_round(x, y + 2.0 * towards[1]);
            let ends = if towards[1] > 0.0 { [down[1], down[3]] } else { [down[3], down[1]] };
            near(ends[0], y - 0.5 * towards[1]);
            near(ends[1], y + 5.0 * towards[1]);
        };
        angle([width - 10.0, 10.0], [-1.0, 1.0]);
        angle([10.0, height - 10.0], [1.0, -1.0]);
        let is_inside_a_mark = |x: f64, y: f64| match pattern {
            MarkPattern::Three if x < width / 2.0 && y < height / 2.0 => x < 15.6 && y < 15.6,
            MarkPattern::Three if x > width / 2.0 && y > height / 2.0 => false,
            _ => {
                let [x, y] = [x.min(width - x), y.min(height - y)];
                (y < 10.6 || x < 10.6) && x < 15.1 && y < 15.1
            }
        };
        match pattern {
            MarkPattern::Four => {
                angle([10.0, 10.0], [1.0, 1.0]);
                angle([width - 10.0, height - 10.0], [-1.0, -1.0]);
            }
            MarkPattern::Three => {
                let square = page.black_round(12.5, 12.5);
                for (edge, expected) in square.iter().zip([9.5, 9.5, 15.5, 15.5]) {
                    near(*edge, expected);
                }
                assert!(!page.is_black(width - 10.0, height - 10.0), "three corners have marks");
            }
        }
        // Each corner is empty as far as the marks and their clearance.
        for row in 0..169 {
            for column in 0..169 {
                let [x, y] = [column, row].map(|pixel| f64::from(pixel) * 0.1 + 0.05);
                for (x, y) in [(x, y), (width - x, y), (x, height - y), (width - x, height - y)] {
                    let ok = !page.is_black(x, y) || is_inside_a_mark(x, y);
                    assert!(ok, "{name}: something is printed at {x:.2}, {y:.2}");
                }
            }
        }
    }
}

#[test]
fn settings_of_the_machine_are_printed_on_fronts_only() {
    let (deck, theme) = (deck(), theme());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.pdf");
    std::fs::write(&file, printed(&deck, &theme, "silhouette-a4")).unwrap();
    let page = |number: &str| {
        let arguments = ["-f", number, "-l", number].map(str::to_owned).into_iter();
        foreign::stdout("pdftotext", arguments.chain([file.display().to_string(), "-".to_owned()]))
    };
    let Some(front) = page("1") else { return };
    let numbers = "Silhouette: 3 registration marks · inset 10 mm · length 5 mm · thickness 1 mm";
    assert!(front.contains(numbers), "{front}");
    assert!(!page("2").unwrap().contains("Silhouette"));
}

#[test]
fn sheets_no_machine_can_cut_are_refused_with_alternatives() {
    let (deck, theme) = (deck(), theme());
    let describe = |name: &str| {
        let export = Export::new(&deck, &theme).with_sheets(vec![Sheet::built_in(name).unwrap()]);
        export.files(&[Target::Dxf]).unwrap_err().to_string()
    };
    for name in ["single", "gutterfold-a4"] {
        let message = describe(name);
        assert!(message.contains(name) && message.contains("silhouette-a4"), "{message}");
    }
    let export = Export::new(&deck, &theme)
        .with_sheets(vec![Sheet::built_in("a4-3x3").unwrap()])
        .with_corner_radius(Mm(32.0));
    let message = export.files(&[Target::Dxf]).unwrap_err().to_string();
    assert!(message.contains("0 to 31.75 mm"), "{message}");
    assert!(all().keys().any(|path| path == "dxf/silhouette-a4.dxf"));
}
