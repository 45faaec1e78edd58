//! Files on which a decoder exhausts memory, hangs or crashes.
//!
//! Each gets a report of one sentence, and the other files of the call get their full reports.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use super::bombs::{packed, page, plain, repeated_entries};
use crate::program::actiondeck;

const OUT_OF_MEMORY: &str = "checking it takes more than 2 GB of memory";
const OUT_OF_TIME: &str =
    "checking it takes more than 2 s of processor time; accepted with a higher --time-limit";

/// A picture of 10 by 10 pixels with these filter parameters.
fn picture(filter: &str, parameters: &str, more: &str, content: &[u8]) -> Vec<u8> {
    let entries = format!(
        "/Type/XObject/Subtype/Image/Width 10/Height 10/BitsPerComponent 1/Filter/{filter}\
        /DecodeParms<<{parameters}>>{more}"
    );
    plain(&entries, content)
}

const GREY: &str = "/ColorSpace/DeviceGray";

/// Rows of 2^31 pixels, according to the decoder parameters.
fn wide(kind: i32) -> Vec<u8> {
    let parameters = format!("/K {kind}/Columns 2147483647");
    picture("CCITTFaxDecode", &parameters, GREY, &[0xff; 100])
}

/// 30,000 rows of a million pixels.
fn long(kind: i32) -> Vec<u8> {
    let parameters = format!("/K {kind}/Columns 1000000/Rows 30000");
    let entries = format!(
        "/Type/XObject/Subtype/Image/Width 10/Height 30000/BitsPerComponent 1\
        /Filter/CCITTFaxDecode/DecodeParms<<{parameters}>>{GREY}"
    );
    plain(&entries, &[0; 100_000])
}

/// A JBIG2 picture whose stream claims a page of 65,535 by 65,535 pixels.
fn bilevel(parameters: &str) -> Vec<u8> {
    let mut page = vec![0, 0, 0, 0, 48, 0, 1, 0, 0, 0, 19];
    page.extend([0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    page.extend([0; 11]);
    picture("JBIG2Decode", parameters, GREY, &page)
}

/// A page that shows object 5 as a picture.
fn shown(objects: &[Vec<u8>]) -> Vec<u8> {
    page("/XObject<</I 5 0 R>>", plain("", b"q 99 0 0 99 0 0 cm /I Do Q"), objects)
}

/// Small files that need tens of gigabytes, by name.
fn memory_bombs() -> Vec<(&'static str, Vec<u8>)> {
    let form = plain(
        "/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</J 6 0 R>>>>",
        b"/J Do",
    );
    let masked = "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8\
        /ColorSpace/DeviceGray/SMask 6 0 R";
    let group = "/Type/XObject/Subtype/Form/BBox[0 0 99 99]/Group<</S/Transparency/CS/DeviceGray>>\
        /Resources<</XObject<</J 6 0 R>>>>";
    let tile = "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 20 20]/XStep 20\
        /YStep 20/Resources<</XObject<</J 6 0 R>>>>";
    let font = "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97\
        /LastChar 97/Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a 6 0 R>>\
        /Resources<</XObject<</J 7 0 R>>>>>>";
    let columns = "/K -1/Columns 2147483647";
    let stencil = picture("CCITTFaxDecode", columns, "/ImageMask true", &[0xff; 100]);
    let mut inline =
        b"q 99 0 0 99 0 0 cm BI /W 10 /H 10 /BPC 1 /CS /G /F /CCF /DP <</K -1/Columns 2147483647>> ID "
            .to_vec();
    inline.extend([0xff; 100]);
    inline.extend(b" EI Q");
    let bomb = || wide(-1);
    vec![
        ("entries", repeated_entries()),
        ("group-4", shown(&[bomb()])),
        ("group-3", shown(&[wide(0)])),
        ("group-3-2d", shown(&[wide(4)])),
        ("rows-group-4", shown(&[long(-1)])),
        ("rows-group-3", shown(&[long(0)])),
        ("rows-group-3-2d", shown(&[long(4)])),
        ("bilevel", shown(&[bilevel("")])),
        ("bilevel-globals", shown(&[bilevel("/JBIG2Globals 6 0 R"), plain("", b"")])),
        ("inline", page("", plain("", &inline), &[])),
        ("stencil", shown(std::slice::from_ref(&stencil))),
        ("form", shown(&[form, bomb()])),
        ("soft-mask", shown(&[plain(masked, &[0, 128, 255, 16]), bomb()])),
        (
            "group-mask",
            page(
                "/ExtGState<</G<</SMask<</S/Luminosity/G 5 0 R>>>>>>",
                plain("", b"/G gs 0 0 50 50 re f"),
                &[plain(group, b"99 0 0 99 0 0 cm /J Do"), bomb()],
            ),
        ),
        (
            "pattern",
            page(
                "/Pattern<</P 5 0 R>>",
                plain("", b"/Pattern cs /P scn 0 0 90 90 re f"),
                &[plain(tile, b"20 0 0 20 0 0 cm /J Do"), bomb()],
            ),
        ),
        (
            "glyph",
            page(
                "/Font<</F 5 0 R>>",
                plain("", b"BT /F 40 Tf 10 10 Td (a) Tj ET"),
                &[font.into(), plain("", b"1 0 d0 /J Do"), stencil],
            ),
        ),
    ]
}

/// A page that draws a picture of 81 million pixels 20,000 times.
fn many_draws() -> Vec<u8> {
    let entries = "/Type/XObject/Subtype/Image/Width 9000/Height 9000/BitsPerComponent 8\
        /ColorSpace/DeviceGray";
    let contents = packed("", b"q 99 0 0 99 0 0 cm /I Do Q ".repeat(20_000), 1);
    page("/XObject<</I 5 0 R>>", contents, &[packed(entries, vec![0; 81_000_000], 1)])
}

/// A page with thousands of lines of very short dashes.
fn dashes() -> Vec<u8> {
    let line = |y: usize| format!("0 {} m 100 {} l S ", y % 99, y * 7 % 99).into_bytes();
    let mut contents = b"[0.001] 0 d 0.1 w ".to_vec();
    contents.extend((0..10_000).flat_map(line));
    page("", packed("", contents, 1), &[])
}

fn good() -> Vec<u8> {
    page("", plain("", b"0 0 m 9 9 l S"), &[])
}

/// Runs `preflight` on all files of a folder, in the order of their names. Files may fail.
fn preflight(folder: &Path, more: &[&str]) -> Output {
    let mut program = actiondeck();
    let program = program.current_dir(folder).args(["preflight", "."]).args(more);
    let output = program.output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    output
}

/// The reports by file name.
fn reports(folder: &Path, more: &[&str]) -> Vec<(String, Value)> {
    let output = preflight(folder, &[&["--json"], more].concat());
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!("", String::from_utf8_lossy(&output.stderr));
    let files = all["files"].as_array().unwrap().clone();
    files.into_iter().map(|file| (file["file"].as_str().unwrap().to_owned(), file)).collect()
}

fn put(folder: &Path, name: &str, bytes: &[u8]) {
    fs::write(folder.join(name), bytes).unwrap();
}

/// The only sentence on a file.
fn sentence(report: &Value) -> &str {
    let rules = report["rules"].as_array().unwrap();
    assert_eq!(1, rules.len(), "{report}");
    assert_eq!("readable", rules[0]["rule"]);
    rules[0]["faults"][0]["reason"].as_str().unwrap()
}

/// The report on a valid file, checked alone.
fn report_on_good_file(name: &str) -> Value {
    let alone = tempfile::tempdir().unwrap();
    put(alone.path(), name, &good());
    reports(alone.path(), &[]).remove(0).1
}

#[test]
#[cfg(target_os = "linux")]
fn a_decoder_out_of_memory_fails_its_own_file_only() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "a.pdf", &good());
    put(folder.path(), "z.pdf", &good());
    let bombs = memory_bombs();
    for (name, bytes) in &bombs {
        assert!(bytes.len() < 102_000, "{name}");
        put(folder.path(), &format!("m-{name}.pdf"), bytes);
    }
    let reports = reports(folder.path(), &[]);
    assert_eq!(bombs.len() + 2, reports.len());
    for (file, report) in &reports {
        match &**file {
            "./a.pdf" | "./z.pdf" => {
                assert_eq!(report_on_good_file(file.trim_start_matches("./")), *report);
            }
            _ => {
                assert_eq!(OUT_OF_MEMORY, sentence(report), "{file}");
                assert_eq!("pdf", report["kind"]);
            }
        }
    }
    let names: Vec<&str> = reports.iter().map(|(file, _)| &**file).collect();
    assert!(names.is_sorted(), "{names:?}");
}

#[test]
#[cfg(unix)]
fn a_page_that_takes_too_long_fails_its_own_file_only() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "a.pdf", &good());
    put(folder.path(), "b.pdf", &many_draws());
    put(folder.path(), "c.pdf", &dashes());
    put(folder.path(), "d.pdf", &good());
    let reports = reports(folder.path(), &["--time-limit", "1"]);
    let files: Vec<(&str, &Value)> =
        reports.iter().map(|(file, report)| (&**file, report)).collect();
    let [("./a.pdf", first), ("./b.pdf", draws), ("./c.pdf", lines), ("./d.pdf", last)] = files[..]
    else {
        panic!("{files:?}")
    };
    assert_eq!((&report_on_good_file("a.pdf"), &report_on_good_file("d.pdf")), (first, last));
    assert_eq!([OUT_OF_TIME, OUT_OF_TIME], [sentence(draws), sentence(lines)]);
}

#[test]
#[cfg(unix)]
fn a_higher_time_limit_lets_a_slow_file_be_checked() {
    let folder = tempfile::tempdir().unwrap();
    let mut contents = b"[0.01] 0 d 0.1 w ".to_vec();
    contents.extend(b"0 0 m 99 99 l S ".repeat(15_000));
    put(folder.path(), "a.pdf", &page("", packed("", contents, 1), &[]));
    let text = |limit: &str| {
        let output = preflight(folder.path(), &["--time-limit", limit]);
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(text("1").contains("more than 2 s of processor time"), "{}", text("1"));
    assert!(!text("600").contains("processor time"), "{}", text("600"));
    actiondeck().args(["preflight", "a.pdf", "--time-limit", "0"]).assert().code(2);
}

#[test]
fn files_of_every_kind_are_checked_beside_one_that_crashes() {
    let folder = tempfile::tempdir().unwrap();
    let families: Vec<String> = (0..12_000).map(|number| format!("f{number}")).collect();
    let places = "1 ".repeat(4_900);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9mm\" height=\"9mm\" viewBox=\"0 0 9 9\">\
         <text x=\"{places}\" font-family=\"{}\">{}</text></svg>",
        families.join(","),
        "a".repeat(4_900)
    );
    put(folder.path(), "b.svg", svg.as_bytes());
    put(folder.path(), "a.png", include_bytes!("../../../fuzz/seeds/pictures/colour.png"));
    put(folder.path(), "c.svg", include_bytes!("../../../fuzz/seeds/svg/paths.svg"));
    let with_bomb = reports(folder.path(), &[]);
    assert_eq!("readable", with_bomb[1].1["rules"].as_array().unwrap()[0]["rule"]);
    assert_eq!("fail", with_bomb[1].1["rules"].as_array().unwrap()[0]["verdict"]);
    fs::remove_file(folder.path().join("b.svg")).unwrap();
    let without = reports(folder.path(), &[]);
    assert_eq!(without, [with_bomb[0].clone(), with_bomb[2].clone()]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_deck_is_read_back_beside_a_file_that_crashes() {
    let folder = tempfile::tempdir().unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    let deck = format!("{root}/templates/decks/future-imperfect.json");
    let render =
        ["render", &deck, "--only", "3,4", "--format", "png", "--dpi", "72", "-q", "-o", "out"];
    actiondeck().current_dir(folder.path()).args(render).assert().success();
    let cards = folder.path().join("out/cards/png");
    put(&cards, "aa.pdf", &shown(&[wide(-1)]));
    let mut program = actiondeck();
    program.current_dir(folder.path()).args(["preflight", "out", "--deck", &deck, "--only", "3,4"]);
    let output = program.assert().code(1).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(OUT_OF_MEMORY), "{text}");
    for card in ["card 3, ", "card 4, "] {
        assert!(text.contains(&format!("read back: {card}")), "{text}");
    }
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The child processes of a process.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<u32> {
    let path = format!("/proc/{process}/task/{process}/children");
    let text = fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn the_checking_process_ends_with_the_program_that_is_killed() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "slow.pdf", &many_draws());
    let mut program = Command::new(assert_cmd::cargo::cargo_bin("actiondeck"))
        .args(["preflight", "slow.pdf"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut polls = 0..1000;
    let mut wait = |what: &str| {
        assert!(polls.next().is_some(), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    };
    let worker = loop {
        if let [worker] = children(program.id())[..] {
            break worker;
        }
        wait("no process was started");
    };
    let is_there = || {
        let status = fs::read_to_string(format!("/proc/{worker}/cmdline")).unwrap_or_default();
        status.contains("preflight")
    };
    assert!(is_there());
    program.kill().unwrap();
    program.wait().unwrap();
    while is_there() {
        wait("the process goes on");
    }
}

#[test]
fn a_large_good_file_is_within_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    // A picture of A3 at 300 dots per inch in four inks, drawn over the area of three pages.
    let [width, height] = [3_508_usize, 4_960];
    let entries = format!(
        "/Type/XObject/Subtype/Image/Width {width}/Height {height}/BitsPerComponent 8\
        /ColorSpace/DeviceCMYK"
    );
    let pixels: Vec<u8> = (0..width * height * 4).map(|at| (at / 4_099 % 60) as u8).collect();
    let contents = plain("", &b"q 99 0 0 99 0 0 cm /I Do Q ".repeat(3));
    let bytes = page("/XObject<</I 5 0 R>>", contents, &[packed(&entries, pixels, 1)]);
    put(folder.path(), "a3.pdf", &bytes);
    let (_, report) = reports(folder.path(), &[]).remove(0);
    let rules = report["rules"].as_array().unwrap();
    let seen = rules.iter().find(|rule| rule["rule"] == "pdf.seen").unwrap();
    assert_eq!("pass", seen["verdict"], "{report}");
}
