//! Files that need more memory or work than any print file.
//!
//! Each is refused with the limit it exceeds, and the other files of the call are checked.

use std::fs;
use std::io::Write as _;

use actiondeck::deck::Deck;
use actiondeck::face::Theme;
use actiondeck::preflight::{
    Checked, Expectation, Kind, PrintedDeck, Report, check, check_against,
};
use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::lookup::OutputAssert;
use crate::program::actiondeck;

/// A PDF of these objects, numbered from 1; the first is the catalog.
fn pdf(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(objects) {
        places.push(bytes.len());
        bytes.extend(format!("{number} 0 obj\n").bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    table(bytes, &places)
}

/// A PDF whose cross-reference table names one list of 20,000 numbers 2,000 times.
pub(super) fn repeated_entries() -> Vec<u8> {
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>";
    let list = format!("[{}]", "0 ".repeat(20_000));
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip([CATALOG, PAGES, page, &list]) {
        places.push(bytes.len());
        bytes.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
    }
    places.extend(vec![places[3]; 2_000]);
    table(bytes, &places)
}

/// Appends the cross-reference table.
fn table(mut bytes: Vec<u8>, places: &[usize]) -> Vec<u8> {
    let start = bytes.len();
    let count = places.len() + 1;
    bytes.extend(format!("xref\n0 {count}\n0000000000 65535 f \n").bytes());
    bytes.extend(places.iter().flat_map(|at| format!("{at:010} 00000 n \n").into_bytes()));
    let trailer = format!("trailer\n<</Size {count}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
    bytes.extend(trailer.bytes());
    bytes
}

const CATALOG: &str = "<</Type/Catalog/Pages 2 0 R>>";
const PAGES: &str = "<</Type/Pages/Kids[3 0 R]/Count 1>>";

/// A PDF of one page with these resources and contents, and further objects from number 5 on.
pub(super) fn page(resources: &str, contents: Vec<u8>, further: &[Vec<u8>]) -> Vec<u8> {
    let page = format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<<{resources}>>>>"
    );
    let mut objects = vec![CATALOG.into(), PAGES.into(), page.into_bytes(), contents];
    objects.extend_from_slice(further);
    pdf(&objects)
}

pub(super) fn plain(entries: &str, content: &[u8]) -> Vec<u8> {
    let mut stream = format!("<<{entries}/Length {}>>stream\n", content.len()).into_bytes();
    stream.extend(content);
    stream.extend(b"\nendstream");
    stream
}

/// A stream packed with Flate a number of times.
pub(super) fn packed(entries: &str, content: Vec<u8>, times: usize) -> Vec<u8> {
    let mut content = content;
    for _ in 0..times {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&content).unwrap();
        content = encoder.finish().unwrap();
    }
    plain(&format!("{entries}/Filter[{}]", "/FlateDecode ".repeat(times)), &content)
}

fn judge(bytes: &[u8]) -> Report {
    let expectation = Expectation::default().with_ink_limit(240.0);
    check("bomb", bytes, &expectation)
}

/// Returns the reason why a file cannot be read.
fn refused(bytes: &[u8]) -> String {
    let report = judge(bytes);
    assert_eq!("readable", report.rules[0].rule, "{report}");
    let (_, faults) = report.failures().next().unwrap();
    faults[0].reason.clone()
}

#[track_caller]
fn assert_past(limit: &str, bytes: &[u8]) {
    assert_eq!(format!("more than {limit}, the most that is read"), refused(bytes));
}

/// A PDF whose only cross-reference table is a stream with these entries.
fn cross_reference_stream(entries: &str) -> Vec<u8> {
    let rows = b"\x01\x00\x09\x00";
    let mut bytes = b"%PDF-1.5\n".to_vec();
    let start = bytes.len();
    let stream = format!("<</Type/XRef/Root 1 0 R {entries}/Length {}>>stream\n", rows.len());
    bytes.extend(format!("1 0 obj\n{stream}").bytes());
    bytes.extend(rows);
    bytes.extend(format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n").bytes());
    bytes
}

#[test]
fn cross_reference_streams_with_bad_widths_are_refused() {
    for widths in ["1 9223372036854775807 1", "0 0 0", "1 9 1", "1 2", "1 -2 1", "1 1000000 1"] {
        let bytes = cross_reference_stream(&format!("/Size 2000000000/W[{widths}]"));
        let reason = refused(&bytes);
        assert_eq!("the PDF is broken: invalid cross reference table", reason, "{widths}");
    }
}

#[test]
fn a_cross_reference_stream_lists_no_more_than_is_read() {
    for index in ["/Index[0 2000000000]", "/Index[5 1 0 9223372036854775807]", ""] {
        let bytes = cross_reference_stream(&format!("/Size 2000000000{index}/W[1 2 1]"));
        assert_eq!("the PDF is broken: invalid cross reference table", refused(&bytes));
    }
}

#[test]
fn streams_packed_repeatedly_are_unpacked_up_to_a_limit() {
    for times in [1, 3] {
        let contents = packed("", vec![b' '; 100_000_001], times);
        assert_past(
            "100,000,000 bytes in one stream of the PDF when unpacked",
            &page("", contents, &[]),
        );
    }
}

#[test]
fn streams_are_unpacked_up_to_a_limit_in_all() {
    let kids = format!("<</Type/Pages/Kids[{}]/Count 12>>", "3 0 R ".repeat(12));
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>";
    let contents = packed("", vec![b'%'; 90_000_000], 1);
    let mut objects = vec![CATALOG.into(), kids.into_bytes(), page.into(), contents];
    // A tree has at most as many pages as there are objects.
    objects.extend(vec![b"null".to_vec(); 12]);
    let limit = "1,000,000,000 bytes in the streams of the PDF when unpacked";
    assert_past(limit, &pdf(&objects));
}

#[test]
fn the_streams_of_a_page_share_the_limit_of_one_stream() {
    let part = packed("", vec![b'%'; 60_000_000], 1);
    assert_past(
        "100,000,000 bytes in one stream of the PDF when unpacked",
        &page("", b"[5 0 R 5 0 R]".to_vec(), &[part]),
    );
}

#[test]
fn strings_without_an_end_are_scanned_once() {
    // Each bracket could cause a scan to the end of the stream.
    let report = judge(&page("", packed("", b"(".repeat(3_000_000), 1), &[]));
    assert_eq!("readable", report.rules[0].rule);
}

#[test]
fn operators_are_counted() {
    let contents = packed("", b"0 0 m\n".repeat(4_000_001), 1);
    let limit = "4,000,000 operators on all pages, forms counted at every call";
    assert_past(limit, &page("", contents, &[]));
}

#[test]
fn forms_that_call_forms_are_counted_at_every_call() {
    let forms: Vec<Vec<u8>> = (6..18)
        .map(|next| {
            let entries = format!(
                "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F {next} 0 R>>>>"
            );
            plain(&entries, b"/F Do ".repeat(10).as_slice())
        })
        .collect();
    let contents = plain("", b"/F Do ".repeat(10).as_slice());
    let limit = "4,000,000 operators on all pages, forms counted at every call";
    assert_past(limit, &page("/XObject<</F 5 0 R>>", contents, &forms));
}

#[test]
fn metadata_and_object_streams_are_unpacked_up_to_a_limit() {
    let catalog = "<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>";
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>";
    let metadata = packed("/Type/Metadata/Subtype/XML", vec![b' '; 4_000_001], 1);
    let objects = [catalog.into(), PAGES.into(), page.into(), plain("", b""), metadata];
    assert_past("4,000,000 bytes in metadata or a character map of the PDF", &pdf(&objects));
    let stream = packed("/Type/ObjStm/N 1/First 4", vec![b' '; 100_000_001], 1);
    let objects = [CATALOG.into(), PAGES.into(), page.into(), plain("", b""), stream];
    assert_past("100,000,000 bytes in one stream of the PDF when unpacked", &pdf(&objects));
}

#[test]
fn the_ink_of_a_picture_too_large_to_unpack_is_not_checked() {
    let entries = "/Type/XObject/Subtype/Image/Width 50000/Height 50000/BitsPerComponent 8\
        /ColorSpace/DeviceGray";
    let image = packed(entries, vec![0; 100_000_001], 1);
    let contents = plain("", b"q 100 0 0 100 0 0 cm /Im Do Q");
    let report = judge(&page("/XObject<</Im 5 0 R>>", contents, &[image]));
    let ink = report.rules.iter().find(|result| result.rule == "pdf.ink").unwrap();
    let verdict = format!("{:?}", ink.verdict);
    assert!(
        verdict.starts_with("Unchecked")
            && verdict.contains("a picture with more than 100,000,000 bytes"),
        "{verdict}"
    );
}

#[test]
fn values_and_what_they_hold_are_counted() {
    let page_of = |further: String| page("", plain("", b""), &[further.into_bytes()]);
    let list = format!("[{}]", "0 ".repeat(1_000_001));
    assert_past("1,000,000 values in the PDF's objects", &page_of(list));
    let deep = format!("{}{}", "[".repeat(3_000_000), "]".repeat(3_000_000));
    assert_past("100 values inside each other", &page_of(deep));
}

#[test]
fn operands_nest_up_to_a_limit() {
    let of = |contents: Vec<u8>| page("", packed("", contents, 1), &[]);
    let deep = format!("{}{} d", "[".repeat(200), "]".repeat(200));
    assert_past("100 values inside each other", &of(deep.into_bytes()));
    // None of these operators can be read.
    for content in [b"0 ".repeat(100_001), b"[".repeat(3_000_000)] {
        let report = judge(&of(content));
        assert_eq!("pdf.content", report.failures().next().unwrap().0.rule, "{report}");
    }
}

#[test]
fn pages_are_counted() {
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>";
    let kids = format!("<</Type/Pages/Kids[{}]/Count 1>>", "3 0 R ".repeat(5_001));
    let mut objects = vec![CATALOG.into(), kids.into_bytes(), page.into()];
    // A tree has at most as many pages as there are objects.
    objects.extend(vec![b"null".to_vec(); 5_001]);
    assert_past("5,000 pages", &pdf(&objects));
}

/// Returns the reason why a file cannot be compared with a deck.
fn uncompared(bytes: &[u8]) -> String {
    let deck = Deck::read("Sample.csv", include_str!("../../data/deck.csv")).unwrap();
    let printed = PrintedDeck::new(&deck, &Theme::built_in("future-imperfect").unwrap()).unwrap();
    let Checked { report, read_back: read, .. } =
        check_against("bomb", bytes, &Expectation::default(), &printed);
    assert_eq!(Kind::Pdf, report.kind);
    match read {
        Some(read) => read.differences[0].reason.clone(),
        None => report.failures().next().unwrap().1[0].reason.clone(),
    }
}

#[test]
fn letters_are_counted_before_they_are_compared() {
    let show = |letters: usize| {
        let contents = format!("BT /F 1 Tf ({}) Tj ET", "x".repeat(letters));
        let font = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>";
        page(font, plain("", contents.as_bytes()), &[])
    };
    let past = "more than 500,000 letters on the pages, the most that is read";
    assert_eq!(past, uncompared(&show(500_001)));
    let past = "more than 50,000 letters on one page to compare with a deck, the most that is read";
    assert_eq!(past, uncompared(&show(50_001)));
}

#[test]
fn codes_of_fonts_are_counted() {
    let widths = "0 65535 500 ".repeat(8);
    let font = format!(
        "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</W[{widths}]>>]>>"
    );
    let contents = plain("", b"BT /F 9 Tf (xx) Tj ET");
    let bytes = page("/Font<</F 5 0 R>>", contents, &[font.into_bytes()]);
    let past = "more than 500,000 codes listed in the fonts of the PDF, the most that is read";
    assert_eq!(past, uncompared(&bytes));
}

#[test]
fn a_rule_lists_a_hundred_faults_and_counts_the_others() {
    let colours: String = (0..250).map(|n| format!("0.{n:03} w 0 0 m 9 9 l S\n")).collect();
    let report = judge(&page("", plain("", colours.as_bytes()), &[]));
    let (_, faults) = report.failures().find(|(rule, _)| rule.rule == "pdf.hairlines").unwrap();
    assert_eq!(101, faults.len());
    assert_eq!("and 145 more", faults[100].reason);
}

#[test]
fn long_names_are_shortened_in_the_report() {
    let contents = format!("/{} cs", "x".repeat(100_000));
    let report = judge(&page("", plain("", contents.as_bytes()), &[]));
    assert!(!report.passes(), "{report}");
    let longest = report.to_string().lines().map(|line| line.chars().count()).max();
    assert!(longest.unwrap() < 600, "{longest:?}");
}

#[test]
fn a_bad_file_does_not_affect_the_others_of_a_call() {
    let folder = tempfile::tempdir().unwrap();
    let good = page("", plain("", b""), &[]);
    fs::write(folder.path().join("a.pdf"), &good).unwrap();
    fs::write(folder.path().join("b.pdf"), cross_reference_stream("/Size 9/W[0 0 0]")).unwrap();
    fs::write(folder.path().join("c.pdf"), &good).unwrap();
    let assert = actiondeck().arg("preflight").arg(folder.path()).assert().code(1);
    for expected in ["a.pdf: ", "c.pdf: ", "b.pdf: 0 of 1 checks passed", "invalid cross reference"]
    {
        let assert = assert.get_output();
        let text = String::from_utf8_lossy(&assert.stdout);
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
#[cfg(unix)]
fn a_pipe_or_a_device_is_refused_before_it_is_read() {
    let expected = "/dev/zero is a device; accepted: a file";
    actiondeck().args(["preflight", "/dev/zero"]).assert().code(2).complains(expected);
}

#[test]
fn an_inline_image_without_colours_is_reported() {
    let contents = plain("", b"BI /W 1 /H 1 /BPC 8 ID x EI\n0.1 w 0 0 m 9 9 l S");
    let report = judge(&page("", contents, &[]));
    let broken: Vec<&str> = report.failures().map(|(result, _)| result.rule).collect();
    assert_eq!(["pdf.content", "pdf.hairlines"], *broken, "{report}");
}

#[test]
fn packed_objects_and_wrong_lengths_are_read() {
    let object = "<</Type/Page/Parent 2 0 R/Contents 4 0 R>> ";
    let heads = format!("3 0 5 {} ", object.len());
    let (first, inner) = (heads.len(), format!("{heads}{object}<</Any 1>>"));
    let mut bytes = b"%PDF-1.5\n".to_vec();
    let mut places = Vec::new();
    let contents = b"<</Length 3>>stream\n0.1 w 0 0 m 9 9 l S\nendstream".to_vec();
    let packed = plain(&format!("/Type/ObjStm/N 2/First {first}"), inner.as_bytes());
    for (number, object) in [(1, CATALOG.into()), (2, PAGES.into()), (4, contents), (6, packed)] {
        places.push((number, bytes.len()));
        bytes.extend(format!("{number} 0 obj\n").bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let start = bytes.len();
    let mut rows = Vec::new();
    for number in 0..8_u8 {
        let at = places.iter().find(|(own, _)| *own == number).map(|(_, at)| *at);
        let row = match (at, number) {
            (Some(at), _) => (1, u16::try_from(at).unwrap()),
            (None, 3 | 5) => (2, 6),
            (None, 7) => (1, u16::try_from(start).unwrap()),
            _ => (0, 0),
        };
        rows.push(row.0);
        rows.extend(row.1.to_be_bytes());
    }
    bytes.extend(b"7 0 obj\n");
    bytes.extend(plain("/Type/XRef/Size 8/W[1 2 0]/Root 1 0 R", &rows));
    bytes.extend(format!("\nendobj\nstartxref\n{start}\n%%EOF\n").bytes());
    let report = judge(&bytes);
    let broken: Vec<&str> = report.failures().map(|(result, _)| result.rule).collect();
    // The page has no media box; its line is in a stream that is longer than its Length.
    assert_eq!(["pdf.boxes", "pdf.hairlines"], *broken, "{report}");
}
