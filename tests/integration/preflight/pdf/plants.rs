//! Planted faults: unreadable content, rotated or cropped pages, exchanged colours and pictures.

use super::*;
use crate::pdf_file::{Document, Stream, dictionary};

type Change = fn(&mut Document);

/// The content stream of a page.
fn content(file: &mut Document, number: u32) -> &mut Stream {
    let id = page(file, number).get(b"Contents").unwrap().as_reference().unwrap();
    file.get_object_mut(id).unwrap().as_stream_mut().unwrap()
}

/// The form of a page.
fn form(file: &mut Document, number: u32) -> &mut Stream {
    let forms = resources(file, number).get(b"XObject").unwrap().as_dict().unwrap();
    let id = forms.iter().next().unwrap().1.as_reference().unwrap();
    file.get_object_mut(id).unwrap().as_stream_mut().unwrap()
}

/// Packs a stream with Flate.
fn packed(stream: &mut Stream) {
    let plain = stream.get_plain_content().unwrap();
    stream.set_plain_content(plain);
    stream.compress().unwrap();
    assert!(stream.dict.has(b"Filter"), "too short to be packed");
}

/// Adds text before and after the operators of a page.
fn around(file: &mut Document, number: u32, before: &str, after: &str) {
    let stream = content(file, number);
    let plain = stream.get_plain_content().unwrap();
    stream.set_plain_content([before.as_bytes(), b"\n", &plain, b"\n", after.as_bytes()].concat());
}

/// Paints a white strip along one side of a page of 198 × 270 points.
fn strip(file: &mut Document, place: &str) {
    around(file, 1, "", &format!("q 0 0 0 0 k {place} re f Q"));
}

fn metadata(file: &mut Document, from: &str, to: &str) {
    let id = catalog(file).get(b"Metadata").unwrap().as_reference().unwrap();
    let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
    let text = stream.get_plain_content().unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(from), "{text}");
    stream.set_plain_content(text.replace(from, to).into_bytes());
}

/// Adds a default colour space for device colours.
fn default_space(file: &mut Document, name_of_space: &str, parts: i64) {
    let profile = Stream::new(dictionary! { "N" => parts }, vec![0; 128]);
    let profile = file.add_object(profile);
    provide(file, "ColorSpace", name_of_space, vec![name("ICCBased"), profile.into()].into());
    paint(file, vec![]);
}

/// Planted faults and the rules that must report them.
pub const PLANTS: &[(&str, &str, Change)] = &[
    ("a page turned by a quarter", "pdf.rotation", |f| page(f, 2).set("Rotate", 90)),
    ("a page on its head", "pdf.rotation", |f| page(f, 1).set("Rotate", 180)),
    ("a page turned backwards", "pdf.rotation", |f| page(f, 1).set("Rotate", -90)),
    ("all pages turned by their tree", "pdf.rotation", |f| {
        let pages = catalog(f).get(b"Pages").unwrap().as_reference().unwrap();
        f.get_dictionary_mut(pages).unwrap().set("Rotate", 270);
    }),
    ("a page twice as large", "pdf.rotation", |f| page(f, 3).set("UserUnit", 2)),
    ("a content that breaks off", "pdf.content", |f| {
        let stream = form(f, 1);
        packed(stream);
        stream.content.truncate(stream.content.len() / 2);
    }),
    ("a content with a changed byte", "pdf.content", |f| {
        let stream = form(f, 1);
        packed(stream);
        let middle = stream.content.len() - 3;
        stream.content[middle] ^= 0x55;
    }),
    ("a content packed in a way there is none", "pdf.content", |f| {
        around(f, 1, "", "");
        content(f, 1).dict.set("Filter", name("Squeezed"));
    }),
    ("a page that is blank", "pdf.content", |f| content(f, 2).set_plain_content(Vec::new())),
    ("a page that only sets a colour", "pdf.content", |f| {
        content(f, 2).set_plain_content(b"q 0 0 0 1 k Q".to_vec());
    }),
    ("an operator that there is not", "pdf.content", |f| around(f, 2, "", "1 2 print")),
    ("a bracket that closes nothing", "pdf.content", |f| around(f, 2, "", "] 0 g")),
    ("a text that does not end", "pdf.content", |f| around(f, 2, "", "BT")),
    ("a state that is not taken back", "pdf.content", |f| around(f, 2, "", "q 0 g")),
    ("an inline picture that does not end", "pdf.content", |f| {
        around(f, 2, "", "BI /W 4 /H 4 /BPC 8 /CS /G ID 123");
    }),
    ("forms in a circle", "pdf.content", |f| {
        let own = f.new_object_id();
        let form = dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "BBox" => reals([0.0, 0.0, 9.0, 9.0]),
            "Resources" => dictionary! { "XObject" => dictionary! { "Own" => own } },
        };
        f.objects.insert(own, Stream::new(form, b"/Own Do".to_vec()).into());
        provide(f, "XObject", "Own", own.into());
        paint(f, vec![operation("Do", vec![name("Own")])]);
    }),
    ("a picture of fewer pixels than it says", "pdf.content", |f| {
        show_image(f, &[("Height", 90.into())]);
    }),
    ("a font program that breaks off", "pdf.fonts", |f| {
        let program = first_font_descriptor(f).get(b"FontFile2").unwrap().as_reference().unwrap();
        let stream = f.get_object_mut(program).unwrap().as_stream_mut().unwrap();
        packed(stream);
        stream.content.truncate(stream.content.len() / 2);
    }),
    ("white over the bleed on the left", "pdf.bleed", |f| strip(f, "0 0 9 270")),
    ("white over the bleed on the right", "pdf.bleed", |f| strip(f, "189 0 9 270")),
    ("white over the bleed at the head", "pdf.bleed", |f| strip(f, "0 261 198 9")),
    ("white over the bleed at the foot", "pdf.bleed", |f| strip(f, "0 0 198 9")),
    ("white over half the bleed", "pdf.bleed", |f| strip(f, "0 0 4.5 270")),
    ("white in grey over the bleed", "pdf.bleed", |f| {
        around(f, 1, "", "q 1 g 0 0 9 270 re f Q");
    }),
    ("white as a line over the bleed", "pdf.bleed", |f| {
        around(f, 1, "", "q 0 0 0 0 K 9 w 4.5 0 m 4.5 270 l S Q");
    }),
    ("a page clipped to the trim", "pdf.bleed", |f| around(f, 2, "9 9 180 252 re W n", "")),
    ("a page clipped by an odd rule", "pdf.bleed", |f| around(f, 2, "9 9 180 252 re W* n", "")),
    ("a form whose window is the trim", "pdf.bleed", |f| {
        form(f, 1).dict.set("BBox", reals([9.0, 9.0, 189.0, 261.0]));
    }),
    ("a page drawn a little smaller", "pdf.bleed", |f| {
        around(f, 2, "q 0.95 0 0 0.95 4.95 6.75 cm", "Q");
    }),
    ("a profile in the place of the inks", "pdf.colour", |f| default_space(f, "DefaultCMYK", 4)),
    ("a profile in the place of grey", "pdf.colour", |f| default_space(f, "DefaultGray", 1)),
    ("a halftone phase", "pdf.postscript", |f| {
        state(f, dictionary! { "HTP" => vec![3.into(), 5.into()] });
    }),
    ("a transfer curve in a halftone", "pdf.postscript", |f| {
        let halftone = dictionary! {
            "Type" => "Halftone", "HalftoneType" => 1, "Frequency" => 60, "Angle" => 45,
            "SpotFunction" => "Round", "TransferFunction" => Dictionary::new(),
        };
        state(f, dictionary! { "HT" => halftone });
    }),
    ("a picture with another for printing", "pdf.substitutes", |f| {
        let other = image(f, &[]);
        let alternate = dictionary! { "Image" => other, "DefaultForPrinting" => true };
        show_image(f, &[("Alternates", vec![alternate.into()].into())]);
    }),
    ("a form that stands for a page elsewhere", "pdf.substitutes", |f| {
        let reference = dictionary! { "F" => text("other.pdf"), "Page" => 0 };
        form(f, 1).dict.set("Ref", reference);
    }),
    ("another title in the metadata", "pdf.metadata", |f| {
        metadata(
            f,
            "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">",
            "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">Not ",
        );
    }),
    ("another date in the metadata", "pdf.metadata", |f| {
        metadata(f, "<xmp:ModifyDate>2000", "<xmp:ModifyDate>2001");
    }),
    ("trapped by the metadata alone", "pdf.metadata", |f| {
        metadata(f, "<pdf:Trapped>False", "<pdf:Trapped>True");
    }),
    ("metadata that is not XML", "pdf.metadata", |f| metadata(f, "</rdf:RDF>", "</rdf:RDX>")),
    ("the claim of another standard in the metadata", "pdf.claim", |f| {
        metadata(f, "PDF/X-1a:2003", "PDF/X-3:2003");
    }),
    ("a hairline as a filled bar", "pdf.hairlines", |f| {
        around(f, 2, "", "0 0 0 1 k 90 90 40 0.1 re f");
    }),
    ("a slanting hairline as a filled bar", "pdf.hairlines", |f| {
        around(
            f,
            2,
            "",
            "q 0.8 0.6 -0.6 0.8 90 90 cm 0 0 0 1 k 0 0 m 40 0 l 40 0.1 l 0 0.1 l h f Q",
        );
    }),
    ("a bar made thin one way", "pdf.hairlines", |f| {
        around(f, 2, "", "q 1 0 0 0.01 90 90 cm 0 0 0 1 k 0 0 40 9 re f Q");
    }),
];

#[test]
fn lookalikes_of_planted_faults_pass() {
    let harmless: [(&str, Change); 8] = [
        ("a page turned all the way round", |f| page(f, 1).set("Rotate", 360)),
        ("a unit of one", |f| page(f, 1).set("UserUnit", 1)),
        ("a halftone of its own", |f| {
            let halftone = dictionary! {
                "Type" => "Halftone", "HalftoneType" => 1, "Frequency" => 60, "Angle" => 45,
                "SpotFunction" => "Round", "TransferFunction" => "Identity",
            };
            state(f, dictionary! { "HT" => halftone });
        }),
        ("operators of a newer PDF between marks for that", |f| {
            around(f, 2, "", "BX 1 2 newer EX");
        }),
        ("a white star in the bleed", |f| {
            around(f, 2, "", "q 0 0 0 0 k 0 90 9 12 re f Q");
        }),
        ("a thin triangle", |f| around(f, 2, "", "0 0 0 1 k 90 90 m 99 90 l 99 90.3 l h f")),
        ("a spot ink without a print house in mind", |f| {
            provide(f, "ColorSpace", "Gold", spot("DeviceCMYK", [0.0, 0.2, 0.6, 0.1]));
            paint(f, vec![operation("cs", vec![name("Gold")])]);
        }),
        ("a content packed by another program", |f| packed(form(f, 1))),
    ];
    for (what, change) in harmless {
        let report = judge(&changed(change), Standard::X1a2003);
        assert!(report.passes(), "{what}: {report}");
    }
}
