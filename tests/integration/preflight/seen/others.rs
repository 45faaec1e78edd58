//! Files saved by other programs, our interpreter compared with poppler, and checks without a deck.

use actiondeck::deck::CardNumbers;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use actiondeck::face::{Extra, Faces};
use actiondeck::preflight::{
    Checked, Expectation, PrintedDeck, check, check_against, page_picture,
};
use actiondeck::render::png::Dpi;
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{ExtraFront, Job, NamedFile, only};

use super::{CARD, checked, deck, is_seen, theme};
use crate::foreign;
use crate::pdf_file::{self, Document, ObjectId};
use crate::program::actiondeck;

/// The card and its back: alone, on a sheet, and as SVG.
fn files() -> Vec<NamedFile> {
    let (deck, theme) = (deck(), theme());
    let sheets = ["single", "a4-3x3"].map(|name| Sheet::built_in(name).unwrap());
    let mut job = Job::new(&deck, &theme).with_sheets(sheets.to_vec());
    (job.png, job.cards) = (None, only(CARD, CardNumbers::POKER).unwrap());
    job.run(|_| ()).unwrap()
}

fn file(path: &str) -> Vec<u8> {
    files().into_iter().find(|file| file.path == path).unwrap().bytes
}

/// Checks that all faces of a file look as expected, and their number.
fn assert_seen(what: &str, ending: &str, bytes: &[u8], faces: usize) {
    let Checked { seen, .. } = checked(ending, bytes);
    let seen = seen.unwrap_or_else(|| panic!("{what} is not drawn"));
    assert!(seen.agrees() && seen.faces == faces, "{what}: {seen:?}");
}

#[test]
fn files_that_other_programs_saved_again_look_as_they_should() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    for sheet in ["single", "a4-3x3"] {
        let own = at(&format!("{sheet}.pdf"));
        fs::write(&own, file(&format!("sheets/{sheet}.pdf"))).unwrap();
        let saved = at("saved.pdf");
        let leave = "-dColorConversionStrategy=/LeaveColorUnchanged";
        let out = format!("-o{saved}");
        let programs: [(&str, Vec<&str>); 3] = [
            ("qpdf", vec!["--object-streams=generate", "--linearize", &own, &saved]),
            ("mutool", vec!["clean", "-gggz", &own, &saved]),
            ("gs", vec!["-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", leave, &out, &own]),
        ];
        for (program, arguments) in programs {
            if foreign::stdout(program, arguments).is_some() {
                let bytes = fs::read(&saved).unwrap();
                assert_seen(&format!("{sheet} by {program}"), "pdf", &bytes, 2);
            }
        }
    }
    let (own, saved) = (at("card.svg"), at("saved.svg"));
    fs::write(&own, file(&format!("cards/svg/card-{CARD}.svg"))).unwrap();
    let export = format!("--export-filename={saved}");
    if foreign::stdout("inkscape", ["--export-plain-svg", &export, &own]).is_some() {
        assert_seen("SVG by Inkscape", "svg", &fs::read(&saved).unwrap(), 1);
    }
}

#[test]
fn extra_cards_and_backs_of_every_size_are_reported_apart() {
    for size in ["tarot", "bridge"] {
        let (deck, theme) = (deck(), theme().sized(size.parse().unwrap()).unwrap());
        let sheets = ["single", "a4-3x3"].map(|name| Sheet::built_in(name).unwrap());
        let mut job = Job::new(&deck, &theme)
            .with_sheets(sheets.to_vec())
            .with_extras(Extra::USUAL.map(ExtraFront::Theme).to_vec());
        (job.svg, job.png, job.cards) = (false, None, only(CARD, CardNumbers::POKER).unwrap());
        let faces = Faces::new(&theme, &deck).unwrap();
        let printed = PrintedDeck::from_cards(&faces, &job.cards).unwrap();
        let expectation = Expectation::default().with_drawing();
        for file in job.run(|_| ()).unwrap() {
            let seen = check_against(&file.path, &file.bytes, &expectation, &printed).seen.unwrap();
            assert!(seen.agrees() && seen.faces == 6, "{size}, {}: {seen:?}", file.path);
        }
    }
}

/// The brightness of every pixel of a PNG.
fn brightness(bytes: &[u8]) -> (u32, Vec<f64>) {
    let mut decoder = ::png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(::png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let channels = info.color_type.samples();
    let mean = |pixel: &[u8]| pixel.iter().map(|part| f64::from(*part)).sum::<f64>() / 3.0;
    (info.width, pixels.chunks_exact(channels).map(|pixel| mean(&pixel[..3])).collect())
}

/// The correlation of the brightness of two pictures.
fn alike(one: &[f64], other: &[f64]) -> f64 {
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let (a, b) = (mean(one), mean(other));
    let sum = |of: &dyn Fn(f64, f64) -> f64| {
        one.iter().zip(other).map(|(x, y)| of(x - a, y - b)).sum::<f64>()
    };
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

#[test]
fn the_interpreter_and_poppler_draw_the_same_pages() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("single.pdf");
    let bytes = file("sheets/single.pdf");
    fs::write(&path, &bytes).unwrap();
    let own =
        [1, 2].map(|page| brightness(&page_picture(&bytes, page, Dpi::new(100).unwrap()).unwrap()));
    let stem = folder.path().join("page");
    let arguments = ["-r", "100", "-png"].map(Path::new);
    if foreign::stdout("pdftoppm", [&arguments[..], &[&path, &stem]].concat()).is_none() {
        return;
    }
    let theirs = [1, 2]
        .map(|page| brightness(&fs::read(folder.path().join(format!("page-{page}.png"))).unwrap()));
    for page in 0..2 {
        assert_eq!(theirs[page].0, own[page].0, "the width of page {}", page + 1);
        let same = alike(&own[page].1, &theirs[page].1);
        let other = alike(&own[page].1, &theirs[1 - page].1);
        assert!(same > 0.97 && other < 0.8, "page {}: {same}, {other}", page + 1);
    }
}

#[test]
fn blank_and_undrawable_pages_are_reported_without_a_deck() {
    let drawn = Expectation::default().with_drawing();
    let failing = |name: &str, bytes: &[u8]| -> Vec<&'static str> {
        check(name, bytes, &drawn).failures().map(|(result, _)| result.rule).collect()
    };
    let white = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"9mm\" \
                 viewBox=\"0 0 20 9\"><path d=\"M2 2h4v4h-4z\" fill=\"#ffffff\"/></svg>";
    assert_eq!(["svg.seen"], *failing("a.svg", white.as_bytes()));
    let black = white.replace("ffffff", "000000");
    assert!(failing("a.svg", black.as_bytes()).is_empty());
    let page = |operators: &str, resources: &str| {
        let mut bytes = b"%PDF-1.4\n".to_vec();
        let mut places = Vec::new();
        let stream = format!("<</Length {}>>stream\n{operators}\nendstream", operators.len());
        let page = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<{resources}>>>>"
        );
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            &page,
            &stream,
        ];
        for (index, object) in objects.into_iter().enumerate() {
            places.push(bytes.len());
            bytes.extend(format!("{} 0 obj\n{object}\nendobj\n", index + 1).bytes());
        }
        let start = bytes.len();
        bytes.extend(b"xref\n0 5\n0000000000 65535 f \n");
        places.iter().for_each(|at| bytes.extend(format!("{at:010} 00000 n \n").bytes()));
        bytes.extend(format!("trailer<</Size 5/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n").bytes());
        bytes
    };
    let seen = |bytes: &[u8]| failing("a.pdf", bytes).contains(&"pdf.seen");
    assert!(!seen(&page("0 0 0 1 k 9 9 40 40 re f", "")));
    assert!(seen(&page("0 0 0 0 k 9 9 40 40 re f", "")));
    assert!(seen(&page("0 0 0 1 k 200 9 40 40 re f", "")));
    let font = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>";
    assert!(seen(&page("BT /F 9 Tf 9 9 Td (34) Tj ET", font)), "a font that is not there");
}

#[test]
fn differences_are_reported_with_card_place_and_picture() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("Sample.csv"), include_str!("../../../data/deck.csv")).unwrap();
    let svg = String::from_utf8(file(&format!("cards/svg/card-{CARD}.svg"))).unwrap();
    let start = svg.find("data-field=\"cause.d10.2\"").unwrap();
    let start = svg[..start].rfind('<').unwrap() + 2;
    let planted = format!("{} opacity=\"0\" {}", &svg[..start], &svg[start..]);
    fs::write(at("card-34.svg"), planted).unwrap();
    let run = |arguments: &[&str]| {
        let arguments = ["preflight", "--deck", "Sample.csv"].iter().chain(arguments);
        let done = actiondeck().current_dir(&folder).args(arguments).output().unwrap();
        String::from_utf8(done.stdout).unwrap()
    };
    let output = run(&["card-34.svg", "--pictures", "seen"]);
    assert!(output.contains("card 34: cause.d10.2 is not seen"), "{output}");
    let pictures: Vec<_> = fs::read_dir(at("seen")).unwrap().flatten().collect();
    let pictures = pictures.iter().filter(|entry| entry.path().extension().is_some());
    assert_eq!(1, pictures.count());
    // Its letters are outlines, so it can only be compared as a picture.
    let quick = run(&["card-34.svg", "--quick"]);
    assert!(quick.contains("card 34: cause.d10.2 is not seen"), "{quick}");
    let text = actiondeck()
        .current_dir(&folder)
        .args(["render", "Sample.csv", "--only", "34", "--format", "pdf", "-o", "text"])
        .assert();
    text.code(0);
    let quick = run(&["text", "--quick"]);
    assert!(quick.contains("all equal") && !quick.contains("seen:"), "{quick}");
    let data: serde_json::Value = serde_json::from_str(&run(&["card-34.svg", "--json"])).unwrap();
    let difference = &data["files"][0]["seen"]["differences"][0];
    assert_eq!(
        ["card 34", "cause.d10.2"],
        [&difference["face"], &difference["place"]].map(|v| v.as_str().unwrap())
    );
    assert!(is_seen(&checked("svg", &fs::read(at("card-34.svg")).unwrap())));
}

/// Two cards with their backs; only one of the cards is in the printed deck.
fn two_cards() -> Document {
    let (deck, theme) = (deck(), theme());
    let mut job = Job::new(&deck, &theme).with_sheets(vec![Sheet::built_in("single").unwrap()]);
    (job.svg, job.png, job.cards) =
        (false, None, only(&format!("33,{CARD}"), CardNumbers::POKER).unwrap());
    Document::load_mem(&job.run(|_| ()).unwrap().remove(0).bytes).unwrap()
}

/// Checks a file with white painted after the operators of a stream.
fn with_white_in(mut file: Document, stream: ObjectId) -> Checked {
    let stream = file.get_object_mut(stream).unwrap().as_stream_mut().unwrap();
    let plain = stream.get_plain_content().unwrap();
    let white = b"\nq 0 0 0 0 k 60 90 50 60 re f Q\n";
    stream.set_plain_content([plain.as_slice(), white].concat());
    let bytes = pdf_file::bytes(&file);
    checked("pdf", &bytes)
}

#[test]
fn a_fault_in_a_shared_stream_is_reported_per_page() {
    let file = two_cards();
    let pages = file.get_pages();
    let of = |page: u32, key: &[u8]| file.get_dictionary(pages[&page]).unwrap().get(key).unwrap();
    let forms = of(2, b"Resources").as_dict().unwrap().get(b"XObject").unwrap().as_dict().unwrap();
    let shared = forms.iter().next().unwrap().1.as_reference().unwrap();
    let seen = with_white_in(file.clone(), shared).seen.unwrap();
    let pages: Vec<(Option<u32>, bool)> =
        seen.differences.iter().map(|found| (found.page, found.picture.is_some())).collect();
    assert_eq!([(Some(2), true), (Some(4), false)], *pages, "{seen:?}");
    assert_eq!(Some(1), seen.not_compared[0].page);
    let alone = of(4, b"Contents").as_reference().unwrap();
    let seen = with_white_in(file.clone(), alone).seen.unwrap();
    let pages: Vec<Option<u32>> = seen.differences.iter().map(|found| found.page).collect();
    assert_eq!([Some(4)], *pages, "{seen:?}");
}
