//! Faults planted into a page of a press file.

use actiondeck::deck::CardNumbers;
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, only};
use std::sync::OnceLock;

use super::{Plant, checked, deck, is_found, passing, reported_as_passing, theme};
use crate::pdf_file::{
    self, Content, Dictionary, Document, Object, ObjectId, Operation, Stream, dictionary,
};

/// The card without its back.
fn sound() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let (deck, theme) = (deck(), theme());
        let mut job = Job::new(&deck, &theme).with_sheets(vec![Sheet::built_in("single").unwrap()]);
        (job.svg, job.png, job.backs) = (false, None, false);
        job.cards = only(super::CARD, CardNumbers::POKER).unwrap();
        job.run(|_| ()).unwrap().remove(0).bytes
    })
}

/// The page of the card's front.
fn front(file: &Document) -> u32 {
    let pages = file.get_pages();
    let words = |id| file.get_object(form(file, id)).unwrap().as_stream().unwrap().content.len();
    *pages.iter().max_by_key(|(_, id)| words(**id)).unwrap().0
}

fn form(file: &Document, page: ObjectId) -> ObjectId {
    let resources = file.get_dictionary(page).unwrap().get(b"Resources").unwrap();
    let forms = resources.as_dict().unwrap().get(b"XObject").unwrap().as_dict().unwrap();
    forms.iter().next().unwrap().1.as_reference().unwrap()
}

fn saved(file: Document) -> Vec<u8> {
    pdf_file::bytes(&file)
}

/// The file with changed operators in the form of the front.
fn with_operators(change: impl FnOnce(&mut Vec<Operation>)) -> Vec<u8> {
    let mut file = Document::load_mem(sound()).unwrap();
    let id = form(&file, file.get_pages()[&front(&file)]);
    let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
    let mut content = Content::decode(&stream.get_plain_content().unwrap()).unwrap();
    change(&mut content.operations);
    stream.set_plain_content(content.encode().unwrap());
    saved(file)
}

/// The file with text before and after the operators of the front's page.
fn round_page(before: &str, after: &str) -> Vec<u8> {
    let mut file = Document::load_mem(sound()).unwrap();
    let page = file.get_pages()[&front(&file)];
    let contents = file.get_dictionary(page).unwrap().get(b"Contents").unwrap();
    let id = contents.as_reference().unwrap();
    let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
    let plain = stream.get_plain_content().unwrap();
    stream.set_plain_content([before.as_bytes(), b"\n", &plain, b"\n", after.as_bytes()].concat());
    saved(file)
}

fn with_page(change: impl FnOnce(&mut Dictionary)) -> Vec<u8> {
    let mut file = Document::load_mem(sound()).unwrap();
    let id = file.get_pages()[&front(&file)];
    change(file.get_dictionary_mut(id).unwrap());
    saved(file)
}

fn operation(operator: &str, operands: &[f32]) -> Operation {
    Operation::new(operator, operands.iter().map(|number| Object::Real(*number)).collect())
}

fn number(object: &Object) -> f32 {
    object.as_float().unwrap()
}

/// A text in the form.
#[derive(Clone, Copy)]
struct Text {
    /// Its operators from BT to ET.
    from: usize,
    to: usize,
    /// Its start in points, and its size.
    at: [f32; 2],
    size: f32,
}

fn operators() -> &'static [Operation] {
    static OPERATORS: OnceLock<Vec<Operation>> = OnceLock::new();
    OPERATORS.get_or_init(|| {
        let mut all = Vec::new();
        with_operators(|operations| all = operations.clone());
        all
    })
}

/// Black texts of several letters, from all parts of the card.
fn texts() -> Vec<Text> {
    let (mut texts, mut from, mut size, mut at) = (Vec::new(), 0, 0.0, [0.0; 2]);
    let mut is_black = false;
    for (index, own) in operators().iter().enumerate() {
        match own.operator.as_str() {
            "BT" => from = index,
            "k" => is_black = number(&own.operands[3]) == 1.0 && number(&own.operands[0]) == 0.0,
            "Tf" => size = number(&own.operands[1]),
            "Tm" => at = [number(&own.operands[4]), number(&own.operands[5])],
            "ET" if is_black => texts.push(Text { from, to: index, at, size }),
            _ => {}
        }
    }
    let step = (texts.len() / 6).max(1);
    texts.into_iter().step_by(step).take(6).collect()
}

/// The operators with a fault in a text.
type Change = fn(&mut Vec<Operation>, Text);

fn turned(operations: &mut [Operation], text: Text, by: [f32; 4]) {
    let place = operations[text.from..text.to].iter_mut().find(|own| own.operator == "Tm");
    if let Some(place) = place {
        for (part, by) in place.operands.iter_mut().zip(by) {
            *part = Object::Real(by);
        }
    }
}

/// Paints white over an area after a text, then sets black again.
fn cover(operations: &mut Vec<Operation>, text: Text, area: [f32; 4]) {
    let white = [
        operation("k", &[0.0; 4]),
        operation("re", &area),
        operation("f", &[]),
        operation("k", &[0.0, 0.0, 0.0, 1.0]),
    ];
    operations.splice(text.to + 1..text.to + 1, white);
}

const TEXT_FAULTS: &[(&str, Change)] = &[
    ("neither filled nor stroked", |all, text| {
        all.insert(text.to, operation("Tr", &[0.0]));
        all.insert(text.from + 1, operation("Tr", &[3.0]));
    }),
    ("only cut out of what follows", |all, text| {
        all.insert(text.to, operation("Tr", &[0.0]));
        all.insert(text.from + 1, operation("Tr", &[3.0]));
        all.insert(text.from, operation("q", &[]));
        all.insert(text.to + 3, operation("Q", &[]));
    }),
    ("in white", |all, text| {
        all.insert(text.to + 1, operation("k", &[0.0, 0.0, 0.0, 1.0]));
        all.insert(text.from, operation("k", &[0.0; 4]));
    }),
    ("with a white line round it", |all, text| {
        all.insert(text.to, operation("Tr", &[0.0]));
        all.insert(text.from + 1, operation("Tr", &[2.0]));
        all.insert(text.from, operation("w", &[2.0]));
        all.insert(text.from, operation("K", &[0.0; 4]));
    }),
    ("covered by white", |all, text| {
        let [x, y] = text.at;
        cover(all, text, [x - 1.0, y - 0.3 * text.size, 3.0 * text.size, 1.3 * text.size]);
    }),
    ("half covered", |all, text| {
        let [x, y] = text.at;
        cover(all, text, [x, y, 0.27 * text.size, text.size]);
    }),
    ("squeezed", |all, text| {
        all.insert(text.to, operation("Tz", &[100.0]));
        all.insert(text.from + 1, operation("Tz", &[40.0]));
    }),
    ("drawn wide", |all, text| {
        all.insert(text.to, operation("Tz", &[100.0]));
        all.insert(text.from + 1, operation("Tz", &[150.0]));
    }),
    ("mirrored", |all, text| turned(all, text, [-1.0, 0.0, 0.0, 1.0])),
    ("on its head", |all, text| turned(all, text, [1.0, 0.0, 0.0, -1.0])),
    ("lying on its side", |all, text| turned(all, text, [0.0, 1.0, -1.0, 0.0])),
    ("slanted", |all, text| turned(all, text, [1.0, 0.0, 1.0, 1.0])),
    ("outside its window", |all, text| {
        all.insert(text.to + 1, operation("Q", &[]));
        let window = [operation("q", &[]), operation("re", &[0.0, 0.0, 1.0, 1.0])];
        let window = window.into_iter().chain([operation("W", &[]), operation("n", &[])]);
        all.splice(text.from..text.from, window);
    }),
    ("raised", |all, text| {
        all.insert(text.to, operation("Ts", &[0.0]));
        all.insert(text.from + 1, operation("Ts", &[3.0]));
    }),
    ("taken out", |all, text| {
        all.drain(text.from + 1..text.to);
    }),
];

/// Up to eight visible shapes of the form, as their first and painting operator.
fn shapes() -> Vec<(usize, usize)> {
    let (mut shapes, mut from) = (Vec::new(), 0);
    let mut bounds = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
    for (index, own) in operators().iter().enumerate() {
        match own.operator.as_str() {
            "m" | "l" => {
                if bounds[0].is_infinite() {
                    from = index;
                }
                let [x, y] = [0, 1].map(|axis| number(&own.operands[axis]));
                bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x), bounds[3].max(y)];
            }
            "f" | "f*" | "B" | "S" => {
                let (wide, high) = (bounds[2] - bounds[0], bounds[3] - bounds[1]);
                let filled = own.operator != "S";
                // Only shapes within the trim, because the bleed may be incomplete.
                let inside = bounds[0] > 10.0 && bounds[2] < 188.0 && bounds[1] > 10.0;
                if filled && inside && wide.min(high) > 2.5 && wide.max(high) < 160.0 {
                    shapes.push((from, index));
                }
                bounds = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
            }
            "n" => bounds = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY],
            _ => {}
        }
    }
    let step = (shapes.len() / 8).max(1);
    shapes.into_iter().step_by(step).take(8).collect()
}

type ShapeChange = fn(&mut Vec<Operation>, (usize, usize));

const SHAPE_FAULTS: &[(&str, ShapeChange)] = &[
    ("not painted", |all, (_, paint)| all[paint] = operation("n", &[])),
    ("moved by two millimetres", |all, (from, paint)| {
        all.insert(paint + 1, operation("Q", &[]));
        all.insert(from, operation("cm", &[1.0, 0.0, 0.0, 1.0, 5.7, 0.0]));
        all.insert(from, operation("q", &[]));
    }),
];

/// Faults made by operators around those of a page of 198 by 270 points.
const PAGE_FAULTS: &[(&str, &str, &str)] = &[
    ("the card mirrored", "q -1 0 0 1 198 0 cm", "Q"),
    ("the card upside down in a mirror", "q 1 0 0 -1 0 270 cm", "Q"),
    ("the card on its head", "q -1 0 0 -1 198 270 cm", "Q"),
    ("the card lying", "q 0 1 -1 0 234 36 cm", "Q"),
    ("the card shifted by 2 mm", "q 1 0 0 1 5.7 0 cm", "Q"),
    ("the card a millimetre up", "q 1 0 0 1 0 2.9 cm", "Q"),
    ("the card at ninety-five hundredths", "q 0.95 0 0 0.95 4.95 6.75 cm", "Q"),
    ("the card squeezed", "q 0.9 0 0 1 9.9 0 cm", "Q"),
    ("the card askew", "q 0.9998 0.02 -0.02 0.9998 2.7 -2 cm", "Q"),
    ("white over all", "", "q 0 0 0 0 k 0 0 198 270 re f Q"),
    ("white over the upper half", "", "q 0 0 0 0 k 0 135 198 135 re f Q"),
    ("black over all", "", "q 0 0 0 1 k 0 0 198 270 re f Q"),
    ("white on the left of the bleed", "", "q 0 0 0 0 k 0 0 9 270 re f Q"),
    ("white on the right of the bleed", "", "q 0 0 0 0 k 189 0 9 270 re f Q"),
    ("white at the head of the bleed", "", "q 0 0 0 0 k 0 261 198 9 re f Q"),
    ("white at the foot of the bleed", "", "q 0 0 0 0 k 0 0 198 9 re f Q"),
    ("half the bleed white", "", "q 0 0 0 0 k 0 0 4.5 270 re f Q"),
    ("cut to the trim", "9 9 180 252 re W n", ""),
    ("cut to a third", "0 0 66 270 re W n", ""),
    ("a grey veil over all", "", "q 0 0 0 0.3 k 90 90 60 60 re f Q"),
    ("a black bar through the cells", "", "q 0 0 0 1 k 20 180 150 3 re f Q"),
    ("a white line through the figures", "", "q 0 0 0 0 K 2 w 20 185 m 180 185 l S Q"),
    ("another figure drawn as a shape", "", "q 0 0 0 1 k 60 190 2 7 re f 64 190 2 7 re f Q"),
    ("a frame that is none of the theme's", "", "q 0 0 0 1 K 1 w 60 180 16 14 re S Q"),
];

/// All planted faults, made once.
pub fn plants() -> &'static [Plant] {
    static PLANTS: OnceLock<Vec<Plant>> = OnceLock::new();
    PLANTS.get_or_init(planted)
}

fn planted() -> Vec<Plant> {
    let mut plants: Vec<Plant> = Vec::new();
    for (what, change) in TEXT_FAULTS {
        for (place, text) in texts().into_iter().enumerate() {
            let bytes = with_operators(|all| change(all, text));
            plants.push((format!("text {} {what}", place + 1), bytes));
        }
    }
    for (what, change) in SHAPE_FAULTS {
        for (place, shape) in shapes().into_iter().enumerate() {
            let bytes = with_operators(|all| change(all, shape));
            plants.push((format!("shape {} {what}", place + 1), bytes));
        }
    }
    for (what, before, after) in PAGE_FAULTS {
        plants.push(((*what).to_owned(), round_page(before, after)));
    }
    for turn in [90, 180, 270] {
        plants.push((format!("Rotate {turn}"), with_page(|page| page.set("Rotate", turn))));
    }
    plants.push(("UserUnit 2".to_owned(), with_page(|page| page.set("UserUnit", 2))));
    for (what, trim) in [
        ("a trim box shifted by 1 mm", [11.83, 9.0, 191.83, 261.0]),
        ("a trim box 1 mm narrower", [10.42, 9.0, 187.58, 261.0]),
        ("a trim box 0.5 mm lower", [9.0, 7.58, 189.0, 259.58]),
    ] {
        let trim = trim.map(Object::Real).to_vec();
        plants.push((what.to_owned(), with_page(|page| page.set("TrimBox", trim))));
    }
    plants.push((
        "no picture".to_owned(),
        with_page(|page| {
            page.get_mut(b"Resources").unwrap().as_dict_mut().unwrap().remove(b"XObject");
        }),
    ));
    plants.push(("a picture that breaks off".to_owned(), {
        let mut file = Document::load_mem(sound()).unwrap();
        let id = form(&file, file.get_pages()[&front(&file)]);
        let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
        let half = stream.content.len() / 2;
        stream.content.truncate(half);
        saved(file)
    }));
    for place in 0..2 {
        plants.push((format!("white text {} overprinting", place + 1), overprinting(place)));
    }
    plants.push(("a layer that is off".to_owned(), hidden_layer()));
    plants.push(("an annotation over the figures".to_owned(), annotated()));
    for (what, map) in [("one glyph for all", 7), ("no glyphs", 0)] {
        plants.push((format!("fonts that show {what}"), with_glyphs(map)));
    }
    plants
}

/// A white text that overprints, which a press does not print.
fn overprinting(place: usize) -> Vec<u8> {
    let (mut white, mut is_white) = (Vec::new(), false);
    for (index, own) in operators().iter().enumerate() {
        match own.operator.as_str() {
            "k" => is_white = own.operands.iter().all(|ink| number(ink) == 0.0),
            "BT" if is_white => white.push(index),
            _ => {}
        }
    }
    let from = white[place];
    let bytes = with_operators(|all| {
        let to = from + all[from..].iter().position(|own| own.operator == "ET").unwrap();
        all.insert(to + 1, operation("Q", &[]));
        let name = Object::Name(b"Planted".to_vec());
        all.insert(from, Operation::new("gs", vec![name]));
        all.insert(from, operation("q", &[]));
    });
    let mut file = Document::load_mem(&bytes).unwrap();
    let id = form(&file, file.get_pages()[&front(&file)]);
    let dictionary = &mut file.get_object_mut(id).unwrap().as_stream_mut().unwrap().dict;
    let resources = dictionary.get_mut(b"Resources").unwrap().as_dict_mut().unwrap();
    let over = dictionary! { "OP" => true, "op" => true, "OPM" => 1 };
    resources.set("ExtGState", dictionary! { "Planted" => over });
    saved(file)
}

/// The front in a hidden layer.
fn hidden_layer() -> Vec<u8> {
    let mut file = Document::load_mem(sound()).unwrap();
    let layer = file.add_object(dictionary! {
        "Type" => "OCG", "Name" => Object::string_literal("front"),
    });
    let off = dictionary! {
        "OCGs" => vec![layer.into()],
        "D" => dictionary! { "OFF" => vec![layer.into()] },
    };
    file.catalog_mut().unwrap().set("OCProperties", off);
    let page = file.get_pages()[&front(&file)];
    let form = form(&file, page);
    file.get_object_mut(form).unwrap().as_stream_mut().unwrap().dict.set("OC", layer);
    saved(file)
}

/// A white square over the page.
fn annotated() -> Vec<u8> {
    let mut file = Document::load_mem(sound()).unwrap();
    let area = [0, 0, 50, 50].map(|side: i64| Object::Integer(side)).to_vec();
    let look = dictionary! { "Type" => "XObject", "Subtype" => "Form", "BBox" => area };
    let look = file.add_object(Stream::new(look, b"0 0 0 0 k 0 0 50 50 re f".to_vec()));
    let place = [60, 150, 110, 200].map(|side: i64| Object::Integer(side)).to_vec();
    let square = file.add_object(dictionary! {
        "Type" => "Annot", "Subtype" => "Stamp", "Rect" => place, "F" => 4,
        "AP" => dictionary! { "N" => look },
    });
    let page = file.get_pages()[&front(&file)];
    file.get_dictionary_mut(page).unwrap().set("Annots", vec![square.into()]);
    saved(file)
}

/// Sets the map of every font within an object.
fn plant(object: &mut Object, map: ObjectId) {
    match object {
        Object::Dictionary(own) => {
            if own
                .get(b"Subtype")
                .and_then(Object::as_name)
                .is_ok_and(|kind| kind == b"CIDFontType2")
            {
                own.set("CIDToGIDMap", map);
            }
            own.iter_mut().for_each(|(_, value)| plant(value, map));
        }
        Object::Array(all) => all.iter_mut().for_each(|value| plant(value, map)),
        _ => {}
    }
}

/// Maps every code of every font to this glyph.
fn with_glyphs(glyph: u8) -> Vec<u8> {
    let mut file = Document::load_mem(sound()).unwrap();
    let map = file.add_object(Stream::new(dictionary! {}, [0, glyph].repeat(400)));
    for object in file.objects.values_mut() {
        // Fonts are direct objects where they are used.
        plant(object, map);
    }
    saved(file)
}

#[test]
fn the_sound_file_passes_and_its_faces_are_seen() {
    let checked = checked("pdf", sound());
    assert!(!is_found(&checked), "{checked:?}");
    assert_eq!(1, checked.seen.unwrap().faces);
}

#[test]
fn faults_planted_in_a_pdf_are_found_except_known_ones() {
    assert_eq!(reported_as_passing("PDF"), passing("pdf", plants()));
}

/// A star is half black and half paper, and on this sheet the edge between them is on a pixel boundary.
#[test]
fn antialiasing_of_an_edge_is_not_a_difference() {
    use actiondeck::face::{Extra, Theme};
    use actiondeck::preflight::{Expectation, PrintedDeck, check_against};
    use actiondeck::render::ExtraFront;

    let theme = Theme::built_in("high-contrast").unwrap().sized("bridge".parse().unwrap()).unwrap();
    let (deck, sheet) = (deck(), Sheet::built_in("silhouette-a4").unwrap());
    let job = Job::new(&deck, &theme)
        .with_sheets(vec![sheet])
        .with_svg(false)
        .with_png(None)
        .with_cards(only("9,34", CardNumbers::POKER).unwrap())
        .with_extras(vec![ExtraFront::Theme(Extra::Title)]);
    let file = job.run(|_| ()).unwrap().remove(0);
    let printed = PrintedDeck::new(&deck, &theme).unwrap();
    let expectation = Expectation::default().with_drawing();
    let seen = check_against(&file.path, &file.bytes, &expectation, &printed).seen.unwrap();
    assert!(seen.agrees() && seen.faces == 6, "{seen}: {:?}", seen.differences);
}
