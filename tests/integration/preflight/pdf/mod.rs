//! Preflight of PDF files with one defect each: exactly this defect is reported.

mod black;
mod defects;
mod encrypted;
mod pictures;
mod plants;
mod reversed;

use std::sync::OnceLock;

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::face::Theme;
use actiondeck::preflight::{Expectation, PrintedDeck, Report, Standard, check, read_back};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, only};

use defects::DEFECTS;
use plants::PLANTS;

use crate::pdf_file::{
    self, Content, Dictionary, Document, Object, ObjectId, Operation, Stream, StringFormat,
    dictionary,
};

/// A valid press file of two cards and their backs.
fn sound() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let deck = Deck::read("Sample.csv", include_str!("../../../data/deck.csv")).unwrap();
        let theme = Theme::built_in("future-imperfect").unwrap();
        let mut job = Job::new(&deck, &theme).with_sheets(vec![Sheet::built_in("single").unwrap()]);
        (job.svg, job.png, job.cards) = (false, None, only("10,34", CardNumbers::POKER).unwrap());
        job.run(|_| ()).unwrap().remove(0).bytes
    })
}

fn judge(bytes: &[u8], standard: Standard) -> Report {
    let expectation = Expectation::default().with_standard(standard).with_ink_limit(240.0);
    check("press.pdf", bytes, &expectation)
}

fn broken(report: &Report) -> Vec<&'static str> {
    report.failures().map(|(result, _)| result.rule).collect()
}

/// The valid file after a change.
fn changed(change: impl FnOnce(&mut Document)) -> Vec<u8> {
    let mut file = Document::load_mem(sound()).unwrap();
    change(&mut file);
    pdf_file::bytes(&file)
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
    let mut content = stream.get_plain_content().unwrap();
    content.push(b'\n');
    content.extend(Content { operations }.encode().unwrap());
    stream.set_plain_content(content);
}

/// Adds operators inside the form of page 2, which is found only by recursion into forms.
fn paint_in_form(file: &mut Document, operations: Vec<Operation>) {
    change_form(file, 2, |content| content.operations.extend(operations));
}

/// Changes the operators of the form of a page.
fn change_form(file: &mut Document, number: u32, change: impl FnOnce(&mut Content)) {
    let resources = resources(file, number);
    let forms = resources.get(b"XObject").unwrap().as_dict().unwrap();
    let id = forms.iter().next().unwrap().1.as_reference().unwrap();
    let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
    let mut content = Content::decode(&stream.get_plain_content().unwrap()).unwrap();
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
        dictionary.is_ok_and(|d| d.has_type(b"FontDescriptor"))
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

#[test]
fn the_sound_file_passes() {
    let report = judge(sound(), Standard::X1a2003);
    assert!(report.passes(), "{report}");
    let resaved = judge(&changed(|_| ()), Standard::X1a2003);
    assert!(resaved.passes(), "{resaved}");
}

#[test]
fn every_defect_is_named_and_nothing_else() {
    assert!(DEFECTS.len() >= 40);
    let mut wrong = Vec::new();
    for (what, rule, change) in DEFECTS.iter().chain(PLANTS) {
        let report = judge(&changed(change), Standard::X1a2003);
        if broken(&report) != [*rule] {
            wrong.push(format!("{what}, for {rule}: {report}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bytes_before_the_header_are_reported() {
    let bytes = [b"garbage\n", sound()].concat();
    assert_eq!(["pdf.version"], *broken(&judge(&bytes, Standard::X1a2003)));
}

#[test]
fn defects_on_a_page_name_the_page() {
    let bytes = changed(|file| drop(page(file, 3).remove(b"TrimBox")));
    let report = judge(&bytes, Standard::X1a2003);
    let (_, faults) = report.failures().next().unwrap();
    assert_eq!(vec![Some(3)], faults.iter().map(|fault| fault.page).collect::<Vec<_>>());
}

#[test]
fn cross_reference_streams_are_reported_from_tables() {
    let bytes = changed(|file| {
        file.reference_table.cross_reference_type = lopdf::xref::XrefType::CrossReferenceStream;
    });
    // lopdf also raises the version in the header.
    assert_eq!(["pdf.version", "pdf.structure"], *broken(&judge(&bytes, Standard::X1a2003)));
}

#[test]
fn an_x_1a_file_is_not_an_x_4_file() {
    let report = judge(sound(), Standard::X4);
    assert_eq!(["pdf.version", "pdf.claim", "pdf.output-condition"], *broken(&report), "{report}");
}

#[test]
fn without_a_standard_the_claim_of_the_file_counts() {
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
fn every_text_reads_back_from_every_kind_of_sheet() {
    let deck = Deck::read("Sample.csv", include_str!("../../../data/deck.csv")).unwrap();
    let theme = Theme::built_in("future-imperfect").unwrap();
    let sheets = ["single", "a4-3x3", "gutterfold-a4"].map(|name| Sheet::built_in(name).unwrap());
    let mut job = Job::new(&deck, &theme).with_sheets(sheets.into());
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
    let text = include_str!("../../../data/deck.csv");
    let deck = Deck::read("Sample.csv", text).unwrap();
    let theme = Theme::built_in("future-imperfect").unwrap();
    // One cell of the deck differs from the printed one.
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
                operation("Tj", vec![Object::String(vec![0, 1], StringFormat::Hexadecimal)]),
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
