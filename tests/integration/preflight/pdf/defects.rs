//! The table of defects: name, expected rule, and the change that makes it.

use super::*;
use crate::pdf_file::{Document, Object, Stream, dictionary};

/// A change that makes a valid file defective.
type Change = fn(&mut Document);

/// Draws on page 2.
pub fn draw(file: &mut Document, operators: &str) {
    paint(file, Content::decode(operators.as_bytes()).unwrap().operations);
}

/// Defects of a PDF/X-1a file and the rules that must report them.
pub const DEFECTS: &[(&str, &str, Change)] = &[
    ("a header of 1.6", "pdf.version", |f| f.version = "1.6".to_owned()),
    ("a catalog that says 1.7", "pdf.version", |f| catalog(f).set("Version", "1.7")),
    ("no claim", "pdf.claim", |f| drop(info(f).remove(b"GTS_PDFXVersion"))),
    ("the claim of another standard", "pdf.claim", |f| {
        info(f).set("GTS_PDFXVersion", text("PDF/X-3:2003"));
    }),
    ("no title", "pdf.info", |f| drop(info(f).remove(b"Title"))),
    ("an empty title", "pdf.info", |f| info(f).set("Title", text("  "))),
    ("no creation date", "pdf.info", |f| drop(info(f).remove(b"CreationDate"))),
    ("a modification date in words", "pdf.info", |f| info(f).set("ModDate", text("today"))),
    ("no Trapped", "pdf.trapped", |f| drop(info(f).remove(b"Trapped"))),
    ("Trapped Unknown", "pdf.trapped", |f| info(f).set("Trapped", name("Unknown"))),
    ("Trapped as a text", "pdf.trapped", |f| info(f).set("Trapped", text("False"))),
    ("Trapped as a truth value", "pdf.trapped", |f| info(f).set("Trapped", false)),
    ("no identifier", "pdf.id", |f| drop(f.trailer.remove(b"ID"))),
    ("half an identifier", "pdf.id", |f| f.trailer.set("ID", vec![text("x")])),
    ("no output intent", "pdf.output-intent", |f| drop(catalog(f).remove(b"OutputIntents"))),
    ("two output intents", "pdf.output-intent", |f| {
        let mut intents = catalog(f).get(b"OutputIntents").unwrap().as_array().unwrap().clone();
        intents.push(intents[0].clone());
        catalog(f).set("OutputIntents", intents);
    }),
    ("an output intent for archives", "pdf.output-intent", |f| intent(f).set("S", "GTS_PDFA1")),
    ("an output intent without identifier", "pdf.output-intent", |f| {
        intent(f).remove(b"OutputConditionIdentifier");
    }),
    ("no registry", "pdf.output-condition", |f| drop(intent(f).remove(b"RegistryName"))),
    ("another registry", "pdf.output-condition", |f| {
        intent(f).set("RegistryName", text("http://example.org"));
    }),
    ("a profile that is none", "pdf.output-condition", |f| {
        let profile = f.add_object(Stream::new(Dictionary::new(), b"rubbish".to_vec()));
        intent(f).set("DestOutputProfile", profile);
    }),
    ("a profile for screens", "pdf.output-condition", |f| {
        let mut profile = vec![0; 128];
        profile[12..16].copy_from_slice(b"mntr");
        profile[16..20].copy_from_slice(b"RGB ");
        profile[36..40].copy_from_slice(b"acsp");
        let profile = f.add_object(Stream::new(Dictionary::new(), profile));
        intent(f).set("DestOutputProfile", profile);
    }),
    ("no trim box", "pdf.trim-box", |f| drop(page(f, 3).remove(b"TrimBox"))),
    ("trim box and art box", "pdf.trim-box", |f| {
        page(f, 2).set("ArtBox", reals([9.0, 9.0, 189.0, 261.0]));
    }),
    ("a trim box of corner and size", "pdf.boxes", |f| {
        page(f, 2).set("TrimBox", reals([9.0, 9.0, 9.0, 252.0]));
    }),
    ("a trim box beyond the bleed", "pdf.boxes", |f| {
        page(f, 2).set("TrimBox", reals([-1.0, 9.0, 189.0, 261.0]));
    }),
    ("a bleed box beyond the media", "pdf.boxes", |f| {
        page(f, 2).set("BleedBox", reals([0.0, 0.0, 199.0, 270.0]));
    }),
    ("a trim box of three numbers", "pdf.boxes", |f| {
        page(f, 2).set("TrimBox", vec![Object::Integer(9), 9.into(), 189.into()]);
    }),
    ("a crop box inside the trim", "pdf.boxes", |f| {
        page(f, 2).set("CropBox", reals([20.0, 20.0, 180.0, 250.0]));
    }),
    ("a font that is not embedded", "pdf.fonts", |f| {
        first_font_descriptor(f).remove(b"FontFile2");
    }),
    ("one of the standard fonts", "pdf.fonts", |f| {
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
            "Encoding" => "WinAnsiEncoding",
        };
        provide(f, "Font", "Helv", font.into());
        paint(
            f,
            vec![
                operation("BT", vec![]),
                operation("Tf", vec![name("Helv"), 9.into()]),
                operation("ET", vec![]),
            ],
        );
    }),
    ("a font that is not embedded and has the name of one that is", "pdf.fonts", |f| {
        let embedded = f.objects.values().filter_map(|object| object.as_dict().ok());
        let mut named = embedded.filter(|font| font.has_type(b"Font") && font.has(b"ToUnicode"));
        let name_of_both = named.next().unwrap().get(b"BaseFont").unwrap().clone();
        let twin = dictionary! {
            "Type" => "Font", "Subtype" => "TrueType", "BaseFont" => name_of_both,
            "Encoding" => "WinAnsiEncoding",
        };
        let twin = f.add_object(twin);
        provide(f, "Font", "Twin", twin.into());
        paint(
            f,
            vec![
                operation("BT", vec![]),
                operation("Tf", vec![name("Twin"), 9.into()]),
                operation("ET", vec![]),
            ],
        );
    }),
    ("glyphs no one can read", "pdf.text", |f| {
        for object in f.objects.values_mut() {
            if let Ok(font) = object.as_dict_mut() {
                font.remove(b"ToUnicode");
            }
        }
    }),
    ("an RGB fill on the page", "pdf.colour", |f| {
        paint(f, vec![operation("rg", vec![1.into(), 0.into(), 0.into()])]);
    }),
    ("an RGB stroke inside a form", "pdf.colour", |f| {
        paint_in_form(f, vec![operation("RG", vec![1.into(), 0.into(), 0.into()])]);
    }),
    ("a device space by name", "pdf.colour", |f| {
        paint(f, vec![operation("cs", vec![name("DeviceRGB")])]);
    }),
    ("a calibrated space", "pdf.colour", |f| {
        let white = dictionary! { "WhitePoint" => vec![1.into(), 1.into(), 1.into()] };
        provide(f, "ColorSpace", "Cal", vec![name("CalRGB"), white.into()].into());
        paint(f, vec![operation("CS", vec![name("Cal")])]);
    }),
    ("a spot ink that falls back to RGB", "pdf.colour", |f| {
        provide(f, "ColorSpace", "Gold", spot("DeviceRGB", [0.5, 0.4, 0.0, 0.0]));
        paint(f, vec![operation("cs", vec![name("Gold")])]);
    }),
    ("an RGB image", "pdf.colour", |f| show_image(f, &[("ColorSpace", name("DeviceRGB"))])),
    ("an indexed RGB image", "pdf.colour", |f| {
        let indexed = vec![name("Indexed"), name("DeviceRGB"), 0.into(), text("abc")];
        show_image(f, &[("ColorSpace", indexed.into())]);
    }),
    ("a script", "pdf.actions", |f| {
        let script = dictionary! { "S" => "JavaScript", "JS" => text("app.alert(1)") };
        catalog(f).set("OpenAction", script);
    }),
    ("a page action", "pdf.actions", |f| {
        let action = dictionary! { "O" => dictionary! { "S" => "Named", "N" => "Print" } };
        page(f, 1).set("AA", action);
    }),
    ("a note on the card", "pdf.annotations", |f| {
        let note = dictionary! {
            "Type" => "Annot", "Subtype" => "Text", "Rect" => reals([20.0, 20.0, 40.0, 40.0]),
        };
        page(f, 4).set("Annots", vec![note.into()]);
    }),
    ("an LZW stream", "pdf.filters", |f| {
        show_image(f, &[("Filter", name("LZWDecode"))]);
    }),
    ("a JBIG2 image", "pdf.filters", |f| {
        show_image(f, &[("Filter", name("JBIG2Decode"))]);
    }),
    ("embedded PostScript", "pdf.postscript", |f| {
        let stream = dictionary! { "Type" => "XObject", "Subtype" => "PS" };
        f.add_object(Stream::new(stream, b"showpage".to_vec()));
    }),
    ("an OPI comment", "pdf.postscript", |f| {
        show_image(f, &[("OPI", dictionary! { "1.3" => Dictionary::new() }.into())]);
    }),
    ("a transfer curve", "pdf.postscript", |f| state(f, dictionary! { "TR" => Dictionary::new() })),
    ("layers", "pdf.layers", |f| catalog(f).set("OCProperties", Dictionary::new())),
    ("half opaque", "pdf.transparency", |f| state(f, dictionary! { "ca" => 0.5 })),
    ("a blend mode", "pdf.transparency", |f| state(f, dictionary! { "BM" => "Multiply" })),
    ("a soft mask", "pdf.transparency", |f| {
        state(f, dictionary! { "SMask" => dictionary! { "S" => "Alpha" } });
    }),
    ("an image with a soft mask", "pdf.transparency", |f| {
        let mask = image(f, &[]);
        show_image(f, &[("SMask", mask.into())]);
    }),
    ("a page that is a transparency group", "pdf.transparency", |f| {
        page(f, 1).set("Group", dictionary! { "S" => "Transparency" });
    }),
    ("too much ink", "pdf.ink", |f| {
        let inks = [0.9, 0.8, 0.7, 0.1].map(Object::Real).to_vec();
        paint(f, vec![operation("k", inks)]);
    }),
    ("too much ink in a spot's stead", "pdf.ink", |f| {
        provide(f, "ColorSpace", "Gold", spot("DeviceCMYK", [0.9, 0.8, 0.7, 0.1]));
        paint(f, vec![operation("CS", vec![name("Gold")])]);
    }),
    ("white that overprints", "pdf.overprint", |f| {
        let over = dictionary! { "OP" => true, "op" => true, "OPM" => 1 };
        provide(f, "ExtGState", "Over", over.into());
        let numbers = |numbers: &[f32]| numbers.iter().copied().map(Object::Real).collect();
        paint(
            f,
            vec![
                operation("gs", vec![name("Over")]),
                operation("k", numbers(&[0.0; 4])),
                operation("re", numbers(&[60.0, 60.0, 20.0, 20.0])),
                operation("f", vec![]),
            ],
        );
    }),
    ("a hairline", "pdf.hairlines", |f| {
        paint(
            f,
            vec![
                operation("w", vec![Object::Real(0.1)]),
                operation("m", vec![0.into(), 0.into()]),
                operation("l", vec![9.into(), 9.into()]),
                operation("S", vec![]),
            ],
        );
    }),
    ("a line made thin by its matrix", "pdf.hairlines", |f| {
        let shrunk = [0.1, 0.0, 0.0, 0.1, 0.0, 0.0].map(Object::Real).to_vec();
        paint(
            f,
            vec![
                operation("cm", shrunk),
                operation("w", vec![1.into()]),
                operation("m", vec![0.into(), 0.into()]),
                operation("l", vec![9.into(), 9.into()]),
                operation("S", vec![]),
            ],
        );
    }),
    ("white text of 6 points in four inks", "pdf.reversed-text", |f| {
        let numbers = |numbers: &[f32]| numbers.iter().copied().map(Object::Real).collect();
        let size = vec![name("None"), Object::Real(6.0)];
        paint(
            f,
            vec![
                operation("k", numbers(&[0.6, 0.5, 0.4, 0.6])),
                operation("re", numbers(&[60.0, 60.0, 80.0, 60.0])),
                operation("f", vec![]),
                operation("BT", vec![]),
                operation("Tf", size),
                operation("Td", numbers(&[70.0, 80.0])),
                operation("k", numbers(&[0.0; 4])),
                operation("Tj", vec![text("W")]),
                operation("ET", vec![]),
            ],
        );
    }),
    ("text in rich black", "pdf.black-text", |f| {
        let rich = [0.4, 0.3, 0.3, 1.0].map(Object::Real).to_vec();
        paint(
            f,
            vec![
                operation("BT", vec![]),
                operation("k", rich),
                operation("Tj", vec![text("")]),
                operation("ET", vec![]),
            ],
        );
    }),
    ("form fields drawn anew", "pdf.substitutes", |f| {
        catalog(f).set("AcroForm", dictionary! { "NeedAppearances" => true });
    }),
    ("a thin line in rich black", "pdf.black-lines", |f| {
        draw(f, ".3 .3 .3 1 K 0.3 w 60 60 m 120 60 l S");
    }),
    ("a frame in rich black, drawn as an area", "pdf.black-lines", |f| {
        draw(f, "/DeviceCMYK cs .3 .3 .3 1 sc 60 60 60 40 re 61 61 58 38 re f*");
    }),
    ("a bar in rich black", "pdf.black-lines", |f| {
        draw(f, "q .5 0 0 .5 0 0 cm 0 .1 0 .95 k 120 120 100 2 re f Q");
    }),
    ("the outlines of letters in rich black", "pdf.black-text", |f| {
        draw(f, "BT 1 Tr .3 .3 .3 1 K 0 0 0 1 k (W) Tj ET");
    }),
];
