//! Preflight against files with one defect each: every defect is named, and nothing else.

use std::sync::OnceLock;

use actiondeck::deck::Deck;
use actiondeck::face::Theme;
use actiondeck::preflight::{Expectation, PrintedDeck, Report, Standard, check, read_back};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, only};
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

/// A sound press file of two cards and their backs.
fn sound() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let deck = Deck::read("Sample.csv", include_str!("../data/deck.csv")).unwrap();
        let theme = Theme::built_in("future-imperfect").unwrap();
        let mut job = Job::new(&deck, &theme, vec![Sheet::built_in("single").unwrap()]);
        (job.svg, job.png, job.cards) = (false, None, only("10,34").unwrap());
        job.run(|_| ()).unwrap().remove(0).bytes
    })
}

fn judge(bytes: &[u8], standard: Standard) -> Report {
    let expectation = Expectation {
        standard: Some(standard),
        ink_limit_percent: Some(240.0),
        ..Expectation::default()
    };
    check("press.pdf", bytes, &expectation)
}

fn broken(report: &Report) -> Vec<&'static str> {
    report.failures().map(|(result, _)| result.rule).collect()
}

/// The sound file after a change.
fn changed(change: impl FnOnce(&mut Document)) -> Vec<u8> {
    let mut file = Document::load_mem(sound()).unwrap();
    change(&mut file);
    let mut bytes = Vec::new();
    file.save_to(&mut bytes).unwrap();
    bytes
}

fn info(file: &mut Document) -> &mut Dictionary {
    let id = file.trailer.get(b"Info").unwrap().as_reference().unwrap();
    file.get_dictionary_mut(id).unwrap()
}

fn intent(file: &mut Document) -> &mut Dictionary {
    let intents = file.catalog().unwrap().get(b"OutputIntents").unwrap().as_array().unwrap();
    let id = intents[0].as_reference().unwrap();
    file.get_dictionary_mut(id).unwrap()
}

fn page_id(file: &Document, number: u32) -> ObjectId {
    file.get_pages()[&number]
}

fn page(file: &mut Document, number: u32) -> &mut Dictionary {
    let id = page_id(file, number);
    file.get_dictionary_mut(id).unwrap()
}

fn catalog(file: &mut Document) -> &mut Dictionary {
    file.catalog_mut().unwrap()
}

fn text(text: &str) -> Object {
    Object::string_literal(text)
}

fn reals(numbers: [f32; 4]) -> Object {
    Object::Array(numbers.into_iter().map(Object::Real).collect())
}

/// Adds operators at the end of page 2.
fn paint(file: &mut Document, operations: Vec<Operation>) {
    let page = page_id(file, 2);
    let contents = file.get_dictionary(page).unwrap().get(b"Contents").unwrap();
    let stream = file.get_object_mut(contents.as_reference().unwrap()).unwrap();
    let stream = stream.as_stream_mut().unwrap();
    let mut content = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
    content.extend(Content { operations }.encode().unwrap());
    stream.set_plain_content(content);
}

/// Adds operators inside the picture that page 2 calls, where only a walk through forms sees them.
fn paint_in_form(file: &mut Document, operations: Vec<Operation>) {
    change_form(file, 2, |content| content.operations.extend(operations));
}

/// Changes the operators of the picture that a page calls.
fn change_form(file: &mut Document, number: u32, change: impl FnOnce(&mut Content)) {
    let resources = resources(file, number);
    let forms = resources.get(b"XObject").unwrap().as_dict().unwrap();
    let id = forms.iter().next().unwrap().1.as_reference().unwrap();
    let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
    let mut content = Content::decode(&stream.decompressed_content().unwrap()).unwrap();
    change(&mut content);
    stream.set_plain_content(content.encode().unwrap());
}

fn resources(file: &mut Document, number: u32) -> &mut Dictionary {
    page(file, number).get_mut(b"Resources").unwrap().as_dict_mut().unwrap()
}

/// Adds a named resource to page 2.
fn provide(file: &mut Document, kind: &str, name: &str, object: Object) {
    let resources = resources(file, 2);
    if !resources.has(kind.as_bytes()) {
        resources.set(kind, Dictionary::new());
    }
    let named = resources.get_mut(kind.as_bytes()).unwrap().as_dict_mut().unwrap();
    named.set(name, object);
}

fn operation(operator: &str, operands: Vec<Object>) -> Operation {
    Operation::new(operator, operands)
}

fn name(name: &str) -> Object {
    Object::Name(name.as_bytes().to_vec())
}

fn first_font_descriptor(file: &mut Document) -> &mut Dictionary {
    let is_descriptor = |object: &Object| {
        let dictionary = object.as_dict();
        dictionary
            .is_ok_and(|d| d.get(b"Type").and_then(Object::as_name).ok() == Some(b"FontDescriptor"))
    };
    let found = file.objects.values_mut().find(|object| is_descriptor(object));
    found.unwrap().as_dict_mut().unwrap()
}

fn state(file: &mut Document, state: Dictionary) {
    provide(file, "ExtGState", "Gs", state.into());
    paint(file, vec![operation("gs", vec![name("Gs")])]);
}

fn image(file: &mut Document, extra: &[(&str, Object)]) -> ObjectId {
    let mut dictionary = dictionary! {
        "Type" => "XObject", "Subtype" => "Image", "Width" => 1, "Height" => 1,
        "BitsPerComponent" => 8, "ColorSpace" => "DeviceGray",
    };
    for (key, value) in extra {
        dictionary.set(*key, value.clone());
    }
    file.add_object(Stream::new(dictionary, vec![0, 0, 0, 0]))
}

fn show_image(file: &mut Document, extra: &[(&str, Object)]) {
    let image = image(file, extra);
    provide(file, "XObject", "Im", image.into());
    paint(file, vec![operation("Do", vec![name("Im")])]);
}

fn spot(alternate: &str, full: [f32; 4]) -> Object {
    let tint = dictionary! {
        "FunctionType" => 2, "Domain" => vec![0.into(), 1.into()], "N" => 1,
        "C0" => reals([0.0; 4]), "C1" => reals(full),
    };
    vec![name("Separation"), name("Gold"), name(alternate), tint.into()].into()
}

type Change = fn(&mut Document);

/// A defect of a PDF/X-1a file and the rule that must name it.
const DEFECTS: &[(&str, &str, Change)] = &[
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
];

#[test]
fn the_sound_file_raises_nothing() {
    let report = judge(sound(), Standard::X1a2003);
    assert!(report.passes(), "{report}");
    let resaved = judge(&changed(|_| ()), Standard::X1a2003);
    assert!(resaved.passes(), "{resaved}");
}

#[test]
fn every_defect_is_named_and_nothing_else() {
    assert!(DEFECTS.len() >= 40);
    for (what, rule, change) in DEFECTS {
        let report = judge(&changed(change), Standard::X1a2003);
        assert_eq!(vec![*rule], broken(&report), "{what}: {report}");
    }
}

#[test]
fn defects_on_a_page_name_the_page() {
    let bytes = changed(|file| drop(page(file, 3).remove(b"TrimBox")));
    let report = judge(&bytes, Standard::X1a2003);
    let (_, faults) = report.failures().next().unwrap();
    assert_eq!(vec![Some(3)], faults.iter().map(|fault| fault.page).collect::<Vec<_>>());
}

#[test]
fn cross_reference_streams_are_told_from_tables() {
    let bytes = changed(|file| {
        file.reference_table.cross_reference_type = lopdf::xref::XrefType::CrossReferenceStream;
    });
    assert_eq!(["pdf.structure"], *broken(&judge(&bytes, Standard::X1a2003)));
}

#[test]
fn an_x_1a_file_is_no_x_4_file() {
    let report = judge(sound(), Standard::X4);
    assert_eq!(["pdf.version", "pdf.claim", "pdf.output-condition"], *broken(&report), "{report}");
}

#[test]
fn without_a_standard_in_mind_the_files_own_claim_counts() {
    let unclaimed = changed(|file| {
        info(file).remove(b"GTS_PDFXVersion");
        info(file).remove(b"Trapped");
    });
    let report = check("home.pdf", &unclaimed, &Expectation::default());
    assert!(report.passes(), "{report}");
    let claimed = changed(|file| drop(info(file).remove(b"Trapped")));
    let report = check("press.pdf", &claimed, &Expectation::default());
    assert_eq!(["pdf.trapped"], *broken(&report), "{report}");
}

#[test]
fn files_cut_short_anywhere_are_findings_not_crashes() {
    let bytes = sound();
    for part in 1..40 {
        let cut = &bytes[..bytes.len() * part / 40];
        let report = judge(cut, Standard::X1a2003);
        assert!(!report.passes(), "{part}/40 of the file passes");
    }
}

#[test]
fn forms_that_call_each_other_come_to_an_end() {
    let bytes = changed(|file| {
        let form = file.new_object_id();
        let resources = dictionary! { "XObject" => dictionary! { "Self" => form } };
        let dictionary = dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "BBox" => reals([0.0, 0.0, 9.0, 9.0]),
            "Resources" => resources,
        };
        let content = Content { operations: vec![operation("Do", vec![name("Self")])] };
        let stream = Stream::new(dictionary, content.encode().unwrap());
        file.objects.insert(form, stream.into());
        provide(file, "XObject", "Self", form.into());
        paint(file, vec![operation("Do", vec![name("Self")])]);
    });
    judge(&bytes, Standard::X1a2003);
}

#[test]
fn every_text_of_every_card_reads_back_from_every_kind_of_sheet() {
    let deck = Deck::read("Sample.csv", include_str!("../data/deck.csv")).unwrap();
    let theme = Theme::built_in("future-imperfect").unwrap();
    let sheets = ["single", "a4-3x3", "gutterfold-a4"].map(|name| Sheet::built_in(name).unwrap());
    let mut job = Job::new(&deck, &theme, sheets.into());
    (job.svg, job.png) = (false, None);
    let printed = PrintedDeck::new(&deck, &theme).unwrap();
    for file in job.run(|_| ()).unwrap() {
        let read = read_back(&file.bytes, &printed).unwrap();
        assert!(read.agrees(), "{}: {read}: {:?}", file.path, read.differences.first());
        assert!(read.texts > 4_000, "{}: {read}", file.path);
    }
}

#[test]
fn a_changed_figure_a_lost_one_and_a_stray_one_are_each_found() {
    let text = include_str!("../data/deck.csv");
    let deck = Deck::read("Sample.csv", text).unwrap();
    let theme = Theme::built_in("future-imperfect").unwrap();
    // The deck says something else in one cell than what was printed.
    let mut cards: Vec<_> = deck.cards().to_vec();
    cards[34].unintended = cards[34].unintended % 6 + 1;
    let other = Deck::new(deck.name(), None, deck.layout().clone(), cards).unwrap();
    let read = read_back(sound(), &PrintedDeck::new(&other, &theme).unwrap()).unwrap();
    let of_card_34 = read.differences.iter().filter(|fault| fault.reason.starts_with("card 34: "));
    assert!(of_card_34.clone().any(|fault| fault.reason.contains("the deck says")), "{read:?}");
    let printed = PrintedDeck::new(&deck, &theme).unwrap();
    let reasons = |bytes: &[u8]| -> Vec<String> {
        let read = read_back(bytes, &printed).unwrap();
        assert_eq!(2, read.cards, "{read}");
        read.differences.into_iter().map(|fault| fault.reason).collect()
    };
    assert_eq!(Vec::<String>::new(), reasons(sound()));
    let stray = changed(|file| {
        change_form(file, 1, |content| {
            content.operations.extend([
                operation("BT", vec![]),
                operation("Tm", [1.0, 0.0, 0.0, 1.0, 99.0, 99.0].map(Object::Real).to_vec()),
                operation("Tj", vec![Object::String(vec![0, 1], lopdf::StringFormat::Hexadecimal)]),
                operation("ET", vec![]),
            ]);
        });
    });
    let [reason] = reasons(&stray).try_into().unwrap();
    assert!(reason.starts_with("card 10: ") && reason.contains("is not the deck's"), "{reason}");
    let lost = changed(|file| {
        change_form(file, 1, |content| {
            let shows = |operation: &Operation| operation.operator == "TJ";
            let last = content.operations.iter().rposition(shows).unwrap();
            content.operations.remove(last);
        });
    });
    let [reason] = reasons(&lost).try_into().unwrap();
    assert!(reason.starts_with("card 10: ") && reason.contains("is missing"), "{reason}");
}
