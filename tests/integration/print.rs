//! Print files: what foreign programs find in them, and that geometry is the same in all of them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use actiondeck::deck::Deck;
use actiondeck::face::{Lettering, Theme, picture};
use actiondeck::preflight::{self, Expectation, PngExpectation, Standard};
use actiondeck::render::length::{Mm, Point, Rect, Size};
use actiondeck::render::sheet::{Flip, Sheet};
use actiondeck::render::{Job, NamedFile, Printer, only, pdf, scene};

use crate::foreign;

fn deck() -> Deck {
    Deck::read("Sample.csv", include_str!("../data/deck.csv")).unwrap()
}

fn theme() -> Theme {
    Theme::built_in("future-imperfect").unwrap()
}

fn sheets() -> Vec<Sheet> {
    ["a4-3x3", "letter-3x3", "single", "single-x4"]
        .map(|name| Sheet::built_in(name).unwrap())
        .into()
}

/// Every file of the default job, made once.
fn files() -> &'static [NamedFile] {
    static FILES: OnceLock<Vec<NamedFile>> = OnceLock::new();
    FILES.get_or_init(|| Job::new(&deck(), &theme(), sheets()).run(|_| ()).unwrap())
}

fn pdfs() -> impl Iterator<Item = &'static NamedFile> {
    files().iter().filter(|file| file.path.ends_with(".pdf"))
}

/// The files on disk, for programs that want a path.
fn folder() -> &'static tempfile::TempDir {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        for file in files() {
            let path = folder.path().join(&file.path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &file.bytes).unwrap();
        }
        folder
    })
}

fn on_disk(path: &str) -> PathBuf {
    folder().path().join(path)
}

#[test]
fn a_job_gives_every_face_and_every_sheet_once() {
    let mut paths: Vec<&str> = files().iter().map(|file| file.path.as_str()).collect();
    let count = |prefix: &str| paths.iter().filter(|path| path.starts_with(prefix)).count();
    assert_eq!((55, 55), (count("cards/svg/"), count("cards/png/")));
    assert_eq!(12, count("sheets/svg/a4-3x3-"));
    assert_eq!(4, paths.iter().filter(|path| path.ends_with(".pdf")).count());
    let all = paths.len();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(all, paths.len());
}

#[test]
fn the_same_job_gives_the_same_bytes_again_and_on_any_number_of_threads() {
    let first = files();
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let again = pool.install(|| Job::new(&deck(), &theme(), sheets()).run(|_| ()).unwrap());
        for (first, again) in first.iter().zip(&again) {
            assert_eq!(first.path, again.path);
            assert!(first.bytes == again.bytes, "{} differs on {threads} threads", first.path);
        }
    }
}

#[test]
fn six_sheets_stay_small() {
    for pdf in pdfs() {
        assert!(pdf.bytes.len() <= 400_000, "{}: {} bytes", pdf.path, pdf.bytes.len());
    }
}

#[test]
fn our_own_preflight_passes_and_counts_the_cards_of_the_press_file_as_pdfx() {
    for pdf in pdfs() {
        let standard = match pdf.path.as_str() {
            "sheets/single.pdf" => Some(Standard::X1a2003),
            "sheets/single-x4.pdf" => Some(Standard::X4),
            _ => None,
        };
        let expectation =
            Expectation { standard, ink_limit_percent: Some(240.0), ..Expectation::default() };
        let report = preflight::check(&pdf.path, &pdf.bytes, &expectation);
        assert!(report.passes(), "{report}");
    }
    let png = Some(PngExpectation { width: 825, height: 1125, dpi: 300 });
    for png_file in files().iter().filter(|file| file.path.ends_with(".png")) {
        let expectation = Expectation { png, ..Expectation::default() };
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
fn poppler_reads_the_boxes_of_every_page_to_a_hundredth_of_a_point() {
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

/// A word in a PDF: its text, its left, upper and lower edge in points from the page's upper left.
struct Word {
    text: String,
    left: f64,
    top: f64,
    bottom: f64,
}

fn words(path: &str, page: usize) -> Option<Vec<Word>> {
    let page = page.to_string();
    let arguments = ["-bbox", "-f", page.as_str(), "-l", page.as_str()];
    let file = on_disk(path);
    let arguments = arguments.iter().map(|a| a.as_ref()).chain([file.as_os_str(), "-".as_ref()]);
    let said = foreign::stdout("pdftotext", arguments)?;
    let words = said.lines().filter(|line| line.trim_start().starts_with("<word ")).map(|line| {
        let value = |key: &str| -> f64 {
            line.split_once(&format!("{key}=\""))
                .unwrap()
                .1
                .split('"')
                .next()
                .unwrap()
                .parse()
                .unwrap()
        };
        let text = line.split_once('>').unwrap().1.trim_end_matches("</word>");
        Word {
            text: text.to_owned(),
            left: value("xMin"),
            top: value("yMin"),
            bottom: value("yMax"),
        }
    });
    Some(words.collect())
}

#[test]
fn poppler_reads_every_figure_of_every_card_in_the_press_file() {
    let deck = deck();
    for card in deck.cards() {
        let page = usize::from(card.number.get()) * 2 + 1;
        let Some(words) = words("sheets/single.pdf", page) else { return };
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        for word in &words {
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
fn a_sheet_has_its_texts_at_the_same_places_as_svg_and_as_pdf() {
    // Outlined pictures hold no texts; the live ones lie where those do.
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme, sheets());
    (job.png, job.pdf, job.lettering) = (None, false, Lettering::Live);
    let live = job.run(|_| ()).unwrap();
    for (sheet, page, side) in
        [("a4-3x3", 1, "01-front"), ("letter-3x3", 11, "06-front"), ("a4-3x3", 4, "02-back")]
    {
        let Some(words) = words(&format!("sheets/{sheet}.pdf"), page) else { return };
        let path = format!("sheets/svg/{sheet}-{side}.svg");
        let svg = &live.iter().find(|file| file.path == path).unwrap().bytes;
        let tree = picture(std::str::from_utf8(svg).unwrap()).unwrap();
        let mut texts = Vec::new();
        collect_texts(tree.root(), &mut texts);
        assert!(texts.len() >= 9, "{}", texts.len());
        for (text, left, baseline) in texts {
            // Words, not lines, are what can be found again.
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

/// Upright texts and where their baseline starts, in points.
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
        // Debian's build has no colour management; that is no fault of the file.
        let complaints = said.lines().filter(|line| !line.contains("icc support"));
        let complaints: Vec<&str> = complaints.filter(|line| !line.trim().is_empty()).collect();
        assert!(output.status.success() && complaints.is_empty(), "{}: {said}", pdf.path);
    }
}

#[test]
fn chosen_cards_are_packed_and_the_edge_is_a_choice() {
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme, vec![Sheet::built_in("a4-3x3").unwrap()]);
    job.cards = only("3,10,34").unwrap();
    job.png = None;
    job.arrangement = Flip::ShortEdge.into();
    let made = job.run(|_| ()).unwrap();
    let names: Vec<&str> = made.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        [
            "cards/svg/card-03.svg",
            "cards/svg/card-10.svg",
            "cards/svg/card-34.svg",
            "cards/svg/back.svg",
            "sheets/a4-3x3.pdf",
            "sheets/svg/a4-3x3-01-front.svg",
            "sheets/svg/a4-3x3-01-back.svg",
        ],
        *names
    );
    let back = String::from_utf8(made[6].bytes.clone()).unwrap();
    let turned = back.split("<svg ").filter(|before| {
        let group = before.trim_end().rsplit('<').next().unwrap_or_default();
        group.starts_with("g transform=\"rotate(180 ")
    });
    assert_eq!(3, turned.count());
    assert!(back.contains("turn on the short edge"));
}

/// Where the pictures of a page stand: the matrices under which each is painted.
fn matrices(pdf: &[u8], page: u32) -> Vec<[f64; 6]> {
    let file = lopdf::Document::load_mem(pdf).unwrap();
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
fn a_crooked_printer_puts_corrected_backs_where_a_true_one_puts_plain_backs() {
    let (deck, theme) = (deck(), theme());
    let printer = Printer {
        name: "crooked".to_owned(),
        offset: [Mm(0.7), Mm(-0.4)],
        rotation_deg: 0.5,
        scale: [1.003, 0.998],
    };
    for flip in [Flip::LongEdge, Flip::ShortEdge] {
        let mut job = Job::new(&deck, &theme, vec![Sheet::built_in("a4-3x3").unwrap()]);
        job.cards = only("3,10,34").unwrap();
        (job.png, job.svg, job.arrangement) = (None, false, flip.into());
        let plain = &job.run(|_| ()).unwrap()[0].bytes;
        job.printer = Some(printer.clone());
        let corrected = &job.run(|_| ()).unwrap()[0].bytes;
        assert_eq!(matrices(plain, 1), matrices(corrected, 1), "fronts stay");
        let (plain, corrected) = (matrices(plain, 2), matrices(corrected, 2));
        assert_eq!(3, plain.len());
        let paper = Size { width: Mm(210.0), height: Mm(297.0) };
        let error = printer.error(paper);
        // The corners of a card's picture, from a matrix of points upward to millimetres downward.
        let corners = |[a, b, c, d, e, f]: [f64; 6]| {
            [[0.0, 0.0], [180.0, 0.0], [0.0, 252.0], [180.0, 252.0]].map(|[x, y]| Point {
                x: Mm::from_points(a * x + c * y + e),
                y: paper.height - Mm::from_points(b * x + d * y + f),
            })
        };
        for (plain, corrected) in plain.into_iter().zip(corrected) {
            assert_ne!(plain, corrected);
            for (plain, sent) in corners(plain).into_iter().zip(corners(corrected)) {
                let printed = error.apply(sent);
                let off = (printed.x - plain.x).0.abs().max((printed.y - plain.y).0.abs());
                // Numbers in the file have single precision.
                assert!(off < 1e-3, "{flip:?}: {off} mm");
            }
        }
    }
}

#[test]
fn without_backs_no_page_waits_for_them() {
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme, sheets());
    (job.backs, job.png, job.svg) = (false, None, false);
    let made = job.run(|_| ()).unwrap();
    let single = made.iter().find(|file| file.path == "sheets/single.pdf").unwrap();
    let pages = lopdf::Document::load_mem(&single.bytes).unwrap().get_pages().len();
    assert_eq!(54, pages);
}

#[test]
fn progress_counts_every_step_to_the_end() {
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme, sheets());
    (job.png, job.svg) = (None, false);
    job.cards = only("0-3").unwrap();
    let seen = std::sync::Mutex::new(Vec::new());
    job.run(|progress| seen.lock().unwrap().push(progress)).unwrap();
    let mut done: Vec<usize> = seen.into_inner().unwrap().iter().map(|p| p.done).collect();
    done.sort_unstable();
    assert_eq!((1..=9).collect::<Vec<_>>(), done);
}

/// A card with one of everything: a fill, a stroke, dashes, a curve, upright and turned text.
const SMALL_CARD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="69.85mm" height="95.25mm"
    viewBox="-3.175 -3.175 69.85 95.25">
    <rect x="-3.175" y="-3.175" width="69.85" height="95.25" fill="#ffe14d"/>
    <circle cx="46" cy="8.4" r="4.2" fill="#ffffff" stroke="#000000" stroke-width=".35"/>
    <path d="M5 30H58" fill="none" stroke="#000000" stroke-width=".3" stroke-dasharray="2 1"/>
    <g font-family="IBM Plex Sans Condensed" fill="#000000">
        <text x="3.775" y="12" font-weight="700" font-size="8.82">34</text>
        <text x="10" y="40" font-weight="500" font-size="3.5">AVATAR</text>
        <text transform="translate(60 80) rotate(-90)" font-weight="500" font-size="3.5">CF</text>
    </g></svg>"##;

/// A press file as text: every stream as it is, fonts as their length.
#[test]
fn the_text_of_a_press_file_is_what_it_was() {
    let theme = theme();
    let scene = scene::import("card", &picture(SMALL_CARD).unwrap(), theme.palette()).unwrap();
    let whole = Rect::at_origin(scene.size);
    let document = pdf::Document {
        metadata: pdf::Metadata {
            title: "Sample & <co>".to_owned(),
            subject: "a small card".to_owned(),
            date: pdf::Timestamp::FIXED,
        },
        conformance: pdf::Conformance::X1a2003(pdf::OutputCondition::CGATS_TR_001),
        pictures: vec![pdf::Picture { scene: &scene, window: whole }],
        pages: vec![pdf::Page {
            size: scene.size,
            trim: whole.grown(Mm(-3.175)),
            bleed: whole,
            placements: vec![pdf::Placement {
                picture: 0,
                corner: Point { x: Mm::ZERO, y: Mm::ZERO },
                turned: false,
            }],
            furniture: None,
            correction: None,
        }],
    };
    let bytes = pdf::write_uncompressed(&document).unwrap();
    insta::assert_snapshot!("small_card_pdf", readable(&bytes));
}

/// A PDF as lines of text. Font programs, the version of this program and what depends on it are
/// named, not shown.
fn readable(bytes: &[u8]) -> String {
    let file = lopdf::Document::load_mem(bytes).unwrap();
    let mut text = format!("%PDF-{}\n", file.version);
    for (id, object) in &file.objects {
        text += &format!("\n{} {} obj\n", id.0, id.1);
        match object {
            lopdf::Object::Stream(stream) => {
                text += &format!("{:?}\nstream\n", stream.dict);
                let font = stream.dict.has(b"Length1");
                match std::str::from_utf8(&stream.content) {
                    Ok(content) if !font => text += content,
                    _ => text += &format!("({} bytes)", stream.content.len()),
                }
            }
            other => text += &format!("{other:?}"),
        }
        text += "\n";
    }
    let mut lines: Vec<String> = Vec::new();
    for line in text.replace(env!("CARGO_PKG_VERSION"), "VERSION").lines() {
        let line = match line.split_once("uuid:") {
            Some((before, _)) => format!("{before}uuid:…"),
            None => line.to_owned(),
        };
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}
