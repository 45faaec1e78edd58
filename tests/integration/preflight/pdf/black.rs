//! Black lines and texts that knock out a tint, and groups that blend in RGB, beside valid lookalikes.

use super::defects::draw;
use super::*;
use actiondeck::preflight::RuleVerdict;

/// Adds a graphics state that overprints.
fn over(file: &mut Document) {
    let over = dictionary! { "OP" => true, "op" => true, "OPM" => 1 };
    provide(file, "ExtGState", "Over", over.into());
}

/// The remarks on the valid file with only these operators on page 2.
fn noted(operators: &str, standard: Standard) -> Vec<String> {
    let bytes = changed(|file| {
        over(file);
        let content = page(file, 2).get(b"Contents").unwrap().as_reference().unwrap();
        let stream = file.get_object_mut(content).unwrap().as_stream_mut().unwrap();
        stream.set_plain_content(operators.as_bytes().to_vec());
    });
    let report = judge(&bytes, standard);
    let broken = broken(&report);
    assert!(standard == Standard::X4 || broken.is_empty(), "{operators}: {report}");
    let rule = report.rules.iter().find(|result| result.rule == "pdf.knockout").unwrap();
    match &rule.verdict {
        RuleVerdict::Remark { remarks } => {
            // Pages may share their content.
            let mut reasons: Vec<String> = remarks.iter().map(|own| own.reason.clone()).collect();
            reasons.dedup();
            reasons
        }
        RuleVerdict::Pass => Vec::new(),
        other => panic!("{other:?}"),
    }
}

const TINT: &str = "0 .1 .6 0 k 60 60 80 60 re f";

#[test]
fn black_that_is_cut_out_of_a_tint_is_noted() {
    let suffix = "is cut out of the tint below it instead of overprinting";
    for (what, operators) in [
        ("black text", "BT /None 9 Tf 70 80 Td 0 0 0 1 k (W) Tj ET"),
        ("black text", "BT /None 9 Tf 70 80 Td 0 g (W) Tj ET"),
        // In grey, overprinting changes nothing.
        ("black text", "/Over gs BT /None 9 Tf 70 80 Td 0 g (W) Tj ET"),
        ("a black line", "0 0 0 1 K .5 w 70 80 m 120 80 l S"),
        ("a black line", "0 0 0 1 K 1 w 70 70 40 30 re S"),
        ("a thin black shape", "0 0 0 1 k 70 80 50 .8 re f"),
        ("a thin black shape", "0 0 0 1 k 70 70 40 30 re 71 71 38 28 re f*"),
    ] {
        let found = noted(&format!("q {TINT} {operators} Q"), Standard::X1a2003);
        assert_eq!([format!("{what} {suffix}")], *found, "{operators}");
    }
}

#[test]
fn black_on_paper_on_much_ink_or_overprinting_is_not_noted() {
    let text = "BT /None 9 Tf 70 80 Td 0 0 0 1 k (W) Tj ET";
    let dark = "1 .9 .1 0 k 60 60 80 60 re f";
    for harmless in [
        format!("{TINT} /Over gs {text}"),
        format!("{TINT} /Over gs 0 0 0 1 K .5 w 70 80 m 120 80 l S"),
        text.to_owned(),
        format!("{TINT} 0 0 0 0 k 60 60 80 60 re f {text}"),
        // The sum of inks exceeds the limit of a press.
        format!("{dark} {text}"),
        format!("{dark} 0 0 0 1 K .5 w 70 80 m 120 80 l S"),
        // An area, a grey, and an invisible text.
        format!("{TINT} 0 0 0 1 k 70 70 40 30 re f"),
        format!("{TINT} BT /None 9 Tf 70 80 Td 0 0 0 .5 k (W) Tj ET"),
        format!("{TINT} BT 3 Tr /None 9 Tf 70 80 Td 0 0 0 1 k (W) Tj ET"),
    ] {
        let found = noted(&format!("q {harmless} Q"), Standard::X1a2003);
        assert!(found.is_empty(), "{harmless}: {found:?}");
    }
}

#[test]
fn thick_lines_and_areas_may_have_colours_in_their_black() {
    for harmless in [
        "q .3 .3 .3 1 K 2.5 w 60 60 m 120 60 l S Q",
        "q .3 .3 .3 1 k 60 60 60 40 re f Q",
        "q .3 .3 .3 1 k 60 60 2 2 re f Q",
        "q .3 .3 .3 .5 K .5 w 60 60 m 120 60 l S Q",
        "q 0 0 0 1 K .5 w 60 60 m 120 60 l S Q",
    ] {
        let report = judge(&changed(|file| draw(file, harmless)), Standard::X1a2003);
        assert!(report.passes(), "{harmless}: {report}");
    }
}

/// The broken rules of a file judged as PDF/X-4, except those that every PDF/X-1a file breaks.
fn broken_as_x_4(change: impl FnOnce(&mut Document)) -> Vec<&'static str> {
    let lacks = ["pdf.version", "pdf.claim", "pdf.output-condition"];
    let report = judge(&changed(change), Standard::X4);
    broken(&report).into_iter().filter(|rule| !lacks.contains(rule)).collect()
}

fn group(space: Object) -> Object {
    dictionary! { "Type" => "Group", "S" => "Transparency", "CS" => space }.into()
}

#[test]
fn groups_that_blend_in_rgb_are_a_fault_on_pages_and_in_forms() {
    let white = dictionary! { "WhitePoint" => vec![1.into(), 1.into(), 1.into()] };
    let profile = |file: &mut Document, parts: i64| -> Object {
        let own = dictionary! { "N" => parts };
        let profile = file.add_object(Stream::new(own, vec![0; 128]));
        vec![name("ICCBased"), profile.into()].into()
    };
    let in_form = |file: &mut Document, space: Object| {
        let form = dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "BBox" => reals([0.0, 0.0, 9.0, 9.0]),
            "Group" => group(space),
        };
        let form = file.add_object(Stream::new(form, Vec::new()));
        provide(file, "XObject", "Own", form.into());
        paint(file, vec![operation("Do", vec![name("Own")])]);
    };
    for calibrated in [name("DeviceRGB"), vec![name("CalRGB"), white.into()].into()] {
        let on_page = broken_as_x_4(|file| page(file, 1).set("Group", group(calibrated.clone())));
        assert_eq!(["pdf.colour"], *on_page);
        assert_eq!(["pdf.colour"], *broken_as_x_4(|file| in_form(file, calibrated)));
    }
    let with_profile = broken_as_x_4(|file| {
        let space = profile(file, 3);
        page(file, 1).set("Group", group(space));
    });
    assert_eq!(["pdf.colour"], *with_profile);
    for inks in [name("DeviceCMYK"), name("DeviceGray")] {
        assert!(broken_as_x_4(|file| page(file, 1).set("Group", group(inks.clone()))).is_empty());
        assert!(broken_as_x_4(|file| in_form(file, inks)).is_empty());
    }
    let of_four = broken_as_x_4(|file| {
        let space = profile(file, 4);
        page(file, 1).set("Group", group(space));
    });
    assert!(of_four.is_empty());
    // Home sheets, as drawing programs save them.
    let home = changed(|file| {
        info(file).remove(b"GTS_PDFXVersion");
        page(file, 1).set("Group", group(name("DeviceRGB")));
    });
    assert!(check("home.pdf", &home, &Expectation::default()).passes());
}

#[test]
fn data_after_the_end_is_reported_unless_padding() {
    let with = |rest: &[u8]| judge(&[sound(), rest].concat(), Standard::X1a2003);
    for filling in [&b"\n\n"[..], &[0; 5_000], b"\r\n \0\0"] {
        let report = with(filling);
        assert!(report.passes(), "{report}");
    }
    let page = b"\n<!DOCTYPE html><p>503</p>\n".repeat(200);
    let report = with(&page);
    assert_eq!(["pdf.end"], *broken(&report), "{report}");
    assert!(report.to_string().contains("5398 bytes after the end"), "{report}");
}

#[test]
fn a_wrong_header_is_reported_with_the_claim_it_is_judged_by() {
    let describe =
        |bytes: &[u8], expectation: &Expectation| check("a.pdf", bytes, expectation).to_string();
    let later = changed(|file| file.version = "1.6".to_owned());
    let own = describe(&later, &Expectation::default());
    let judged = "the header says 1.6; the file is judged as PDF/X-1a:2003, which its Info claims";
    assert!(own.contains(judged), "{own}");
    let asked = describe(sound(), &Expectation::default().with_standard(Standard::X4));
    assert!(asked.contains("is judged as PDF/X-4, which was requested"), "{asked}");
    let house = actiondeck::render::vendor::Vendor::built_in("press-x4").unwrap();
    let house = describe(sound(), &Expectation::for_vendor(&house));
    assert!(house.contains("is judged as PDF/X-4, which "), "{house}");
    assert!(house.contains(" requires"), "{house}");
    let by_metadata = changed(|file| {
        info(file).remove(b"GTS_PDFXVersion");
        let id = catalog(file).get(b"Metadata").unwrap().as_reference().unwrap();
        let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
        let text = String::from_utf8(stream.get_plain_content().unwrap())
            .unwrap()
            .replace("PDF/X-1a:2003", "PDF/X-4");
        stream.set_plain_content(text.into_bytes());
    });
    let by_metadata = describe(&by_metadata, &Expectation::default());
    assert!(
        by_metadata.contains("is judged as PDF/X-4, which its metadata claims"),
        "{by_metadata}"
    );
}
