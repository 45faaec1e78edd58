//! Files with one defect each against a rule of a print house: exactly this defect is reported.

use actiondeck::deck::CardNumbers;
use std::sync::OnceLock;

use actiondeck::diagnostic::Source;
use actiondeck::preflight::Standard;
use actiondeck::render::sheet::Sheet;

use super::*;
use crate::pdf_file::{
    self, Content, Dictionary, Document, Object, Operation, Stream, StringFormat, dictionary,
};

fn sound(house: &'static str) -> &'static [u8] {
    static FILES: [OnceLock<Vec<u8>>; 2] = [OnceLock::new(), OnceLock::new()];
    let place = usize::from(house == "press-x4");
    FILES[place].get_or_init(|| upload(&super::house(house), "future-imperfect").remove(0).bytes)
}

fn changed(house: &'static str, change: impl FnOnce(&mut Document)) -> NamedFile {
    let mut file = Document::load_mem(sound(house)).unwrap();
    change(&mut file);
    let bytes = pdf_file::bytes(&file);
    NamedFile { path: "deck.pdf".to_owned(), bytes }
}

fn page(file: &mut Document, number: u32) -> &mut Dictionary {
    let id = file.get_pages()[&number];
    file.get_dictionary_mut(id).unwrap()
}

fn reals(numbers: &[f32]) -> Vec<Object> {
    numbers.iter().copied().map(Object::Real).collect()
}

fn operation(operator: &str, operands: &[f32]) -> Operation {
    Operation::new(operator, reals(operands))
}

/// Adds operators at the end of page 2.
fn paint(file: &mut Document, operations: Vec<Operation>) {
    paint_on(file, 2, operations);
}

fn paint_on(file: &mut Document, number: u32, operations: Vec<Operation>) {
    let contents = page(file, number).get(b"Contents").unwrap().as_reference().unwrap();
    let stream = file.get_object_mut(contents).unwrap().as_stream_mut().unwrap();
    let mut content = stream.get_plain_content().unwrap();
    content.push(b'\n');
    content.extend(Content { operations }.encode().unwrap());
    stream.set_plain_content(content);
}

fn lines(file: &mut Document, path: Vec<Operation>) {
    let mut operations = vec![operation("w", &[0.5]), operation("K", &[0.0, 0.0, 0.0, 1.0])];
    operations.extend(path);
    operations.push(operation("S", &[]));
    paint(file, operations);
}

fn line(file: &mut Document, from: [f32; 2], to: [f32; 2]) {
    lines(file, vec![operation("m", &from), operation("l", &to)]);
}

fn provide(file: &mut Document, kind: &str, name: &str, object: Object) {
    provide_on(file, 2, kind, name, object);
}

fn provide_on(file: &mut Document, number: u32, kind: &str, name: &str, object: Object) {
    let resources = page(file, number).get_mut(b"Resources").unwrap().as_dict_mut().unwrap();
    if !resources.has(kind.as_bytes()) {
        resources.set(kind, Dictionary::new());
    }
    resources.get_mut(kind.as_bytes()).unwrap().as_dict_mut().unwrap().set(name, object);
}

/// Paints a line on all plates.
fn on_all_plates(file: &mut Document, number: u32, from: [f32; 2], to: [f32; 2]) {
    let tint = dictionary! {
        "FunctionType" => 2, "Domain" => reals(&[0.0, 1.0]), "N" => 1,
        "C0" => reals(&[0.0; 4]), "C1" => reals(&[1.0; 4]),
    };
    let name = |name: &str| Object::Name(name.into());
    let all = vec![name("Separation"), name("All"), name("DeviceCMYK"), tint.into()];
    provide_on(file, number, "ColorSpace", "Plates", all.into());
    let operations = vec![
        Operation::new("CS", vec![name("Plates")]),
        operation("SCN", &[1.0]),
        operation("w", &[0.5]),
        operation("m", &from),
        operation("l", &to),
        operation("S", &[]),
    ];
    paint_on(file, number, operations);
}

fn swap_pages(file: &mut Document) {
    let pages = file.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
    let kids = file.get_dictionary_mut(pages).unwrap().get_mut(b"Kids").unwrap();
    kids.as_array_mut().unwrap().chunks_mut(2).for_each(<[Object]>::reverse);
}

/// Moves the first text of a page's form to this place.
fn move_text(file: &mut Document, x: f32) {
    let resources = page(file, 2).get(b"Resources").unwrap().as_dict().unwrap();
    let forms = resources.get(b"XObject").unwrap().as_dict().unwrap();
    let id = forms.iter().next().unwrap().1.as_reference().unwrap();
    let stream = file.get_object_mut(id).unwrap().as_stream_mut().unwrap();
    let mut content = Content::decode(&stream.get_plain_content().unwrap()).unwrap();
    let place = content.operations.iter_mut().find(|found| found.operator == "Tm").unwrap();
    place.operands[4] = Object::Real(x);
    stream.set_plain_content(content.encode().unwrap());
}

/// Adds operators, given as text, at the end of a page.
fn raw(file: &mut Document, number: u32, operators: &str) {
    paint_on(file, number, vec![]);
    let contents = page(file, number).get(b"Contents").unwrap().as_reference().unwrap();
    let stream = file.get_object_mut(contents).unwrap().as_stream_mut().unwrap();
    stream.content.extend_from_slice(operators.as_bytes());
    let content = stream.content.clone();
    stream.set_plain_content(content);
}

/// Paints with a spot ink: flat, mixed with black, or as a picture.
fn spot_ink(file: &mut Document, number: u32, how: &[&str]) {
    let name = |name: &str| Object::Name(name.into());
    let inputs = if how[0] == "DeviceN" { 2 } else { 1 };
    let tint = dictionary! {
        "FunctionType" => 4, "Domain" => reals(&[0.0, 1.0].repeat(inputs)),
        "Range" => reals(&[0.0, 1.0].repeat(4)),
    };
    let program = if inputs == 2 { "{ exch pop 0 0 0 4 -1 roll }" } else { "{ 0 0 0 4 -1 roll }" };
    let tint = file.add_object(Stream::new(tint, program.as_bytes().to_vec()));
    let inks = match inputs {
        2 => vec![name("Black"), name("Gold")].into(),
        _ => name("Gold"),
    };
    let space: Object = vec![name(how[0]), inks, name("DeviceCMYK"), tint.into()].into();
    if how.len() == 1 {
        provide_on(file, number, "ColorSpace", "Spot", space);
        raw(file, number, "/Spot cs");
        return;
    }
    let image = dictionary! {
        "Type" => "XObject", "Subtype" => "Image", "Width" => 10, "Height" => 10,
        "BitsPerComponent" => 8, "ColorSpace" => space,
    };
    let image = file.add_object(Stream::new(image, vec![0; 100]));
    provide_on(file, number, "XObject", "Im", image.into());
    raw(file, number, "q 2 0 0 2 90 90 cm /Im Do Q");
}

type Change = fn(&mut Document);

/// Defects of a DriveThruCards file and the rules that must report them.
const DEFECTS: &[(&str, &str, Change)] = &[
    ("fronts before backs", "pdf.upload-order", swap_pages),
    ("a back forgotten", "pdf.upload-order", |f| f.delete_pages(&[3])),
    ("a front forgotten", "pdf.upload-order", |f| f.delete_pages(&[4])),
    ("a last front forgotten", "pdf.upload-order", |f| f.delete_pages(&[6])),
    ("a trim of another card", "pdf.upload-size", |f| {
        page(f, 2).set("TrimBox", reals(&[7.0, 7.0, 191.0, 263.0]));
    }),
    ("no bleed", "pdf.upload-size", |f| {
        page(f, 4).set("BleedBox", reals(&[9.0, 9.0, 189.0, 261.0]));
    }),
    ("paper round the bleed", "pdf.upload-size", |f| {
        page(f, 3).set("MediaBox", reals(&[-18.0, -18.0, 216.0, 288.0]));
    }),
    ("another printing condition", "pdf.upload-condition", |f| {
        let intents = f.catalog().unwrap().get(b"OutputIntents").unwrap().as_array().unwrap();
        let id = intents[0].as_reference().unwrap();
        let intent = f.get_dictionary_mut(id).unwrap();
        intent.set("OutputConditionIdentifier", Object::string_literal("FOGRA39"));
    }),
    ("a text at the cut", "pdf.safe-zone", |f| move_text(f, 11.0)),
    ("a text across the cut", "pdf.safe-zone", |f| move_text(f, 187.0)),
    ("a crop mark in the bleed", "pdf.upload-marks", |f| line(f, [9.0, 0.0], [9.0, 7.0])),
    ("a crop mark beside the card", "pdf.upload-marks", |f| {
        line(f, [190.0, 261.0], [197.0, 261.0])
    }),
    ("a die line round the card", "pdf.upload-marks", |f| {
        lines(f, vec![operation("re", &[9.0, 9.0, 180.0, 252.0])]);
    }),
    ("a die line along one side", "pdf.upload-marks", |f| line(f, [9.0, 9.0], [9.0, 261.0])),
    ("a drawn corner", "pdf.upload-marks", |f| {
        let curve = operation("c", &[9.0, 12.0, 12.0, 9.0, 18.0, 9.0]);
        lines(f, vec![operation("m", &[9.0, 18.0]), curve]);
    }),
    ("a coarse picture", "pdf.resolution", |f| {
        let image = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => 10, "Height" => 10,
            "BitsPerComponent" => 8, "ColorSpace" => "DeviceGray",
        };
        let image = f.add_object(Stream::new(image, vec![0; 100]));
        provide(f, "XObject", "Im", image.into());
        let show = Operation::new("Do", vec![Object::Name("Im".into())]);
        paint(f, vec![operation("cm", &[9.0, 0.0, 0.0, 9.0, 90.0, 90.0]), show]);
    }),
    ("a coarse picture among the operators", "pdf.resolution", |f| {
        raw(f, 2, "q 90 0 0 90 60 90 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q");
    }),
    ("a spot ink", "pdf.spot-inks", |f| spot_ink(f, 2, &["Separation"])),
    ("a mixture with a spot ink", "pdf.spot-inks", |f| spot_ink(f, 2, &["DeviceN"])),
    ("a spot ink in a picture", "pdf.spot-inks", |f| spot_ink(f, 2, &["Separation", "picture"])),
    ("too much ink", "pdf.ink", |f| paint(f, vec![operation("k", &[0.9, 0.8, 0.7, 0.1])])),
    ("too much ink in a picture", "pdf.ink", |f| {
        // One pixel in a hundred with 320 % ink, in an indexed space.
        let table: Vec<u8> = [[0, 0, 0, 0], [204, 204, 204, 204]].concat();
        let table = Object::String(table, StringFormat::Hexadecimal);
        let name = |name: &str| Object::Name(name.into());
        let space = vec![name("Indexed"), name("DeviceCMYK"), 1.into(), table];
        let image = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => 10, "Height" => 10,
            "BitsPerComponent" => 1, "ColorSpace" => space,
        };
        let mut rows = vec![0; 20];
        rows[9] = 0b0100_0000;
        let image = f.add_object(Stream::new(image, rows));
        provide(f, "XObject", "Im", image.into());
        let show = Operation::new("Do", vec![name("Im")]);
        paint(f, vec![operation("cm", &[2.0, 0.0, 0.0, 2.0, 90.0, 90.0]), show]);
    }),
    ("too much ink in a gradient", "pdf.ink", |f| {
        let ramp = dictionary! {
            "FunctionType" => 2, "Domain" => reals(&[0.0, 1.0]), "N" => 1,
            "C0" => reals(&[0.0; 4]), "C1" => reals(&[0.9, 0.8, 0.7, 0.1]),
        };
        let shading = dictionary! {
            "ShadingType" => 2, "ColorSpace" => "DeviceCMYK",
            "Coords" => reals(&[0.0, 0.0, 9.0, 0.0]), "Function" => ramp,
        };
        provide(f, "Shading", "Ramp", shading.into());
        paint(f, vec![Operation::new("sh", vec![Object::Name("Ramp".into())])]);
    }),
];

#[test]
fn every_defect_against_a_house_is_named_and_nothing_else() {
    let vendor = house("drivethrucards");
    let untouched = judge(&changed("drivethrucards", |_| ()), &vendor);
    assert!(untouched.passes(), "{untouched}");
    let mut wrong = Vec::new();
    for (what, rule, change) in DEFECTS {
        let report = judge(&changed("drivethrucards", change), &vendor);
        if broken(&report) != [*rule] {
            wrong.push(format!("{what}, for {rule}: {report}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pdf_x_4_takes_spot_inks_and_profiles_but_not_device_rgb() {
    let vendor = house("press-x4");
    let gold = judge(&changed("press-x4", |f| spot_ink(f, 1, &["Separation"])), &vendor);
    assert!(gold.passes(), "{gold}");
    let bare: [Change; 3] = [
        |f| raw(f, 1, "1 0 0 rg"),
        |f| raw(f, 1, "/DeviceRGB cs"),
        |f| raw(f, 1, "q 0.2 0 0 0.2 90 90 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI Q"),
    ];
    for change in bare {
        let report = judge(&changed("press-x4", change), &vendor);
        assert_eq!(["pdf.colour"], *broken(&report), "{report}");
    }
    let with_profile = |f: &mut Document| {
        let profile = f.add_object(Stream::new(dictionary! { "N" => 3 }, vec![0; 128]));
        let space = vec![Object::Name("ICCBased".into()), profile.into()];
        provide_on(f, 1, "ColorSpace", "Screen", space.into());
        raw(f, 1, "/Screen cs");
    };
    let report = judge(&changed("press-x4", with_profile), &vendor);
    assert!(report.passes(), "{report}");
}

#[test]
fn an_off_centre_trim_is_reported_as_position_not_size() {
    let off_centre = |f: &mut Document| {
        page(f, 2).set("TrimBox", reals(&[12.0, 9.0, 192.0, 261.0]));
    };
    let report =
        judge(&changed("drivethrucards", off_centre), &house("drivethrucards")).to_string();
    assert!(report.contains("not in the middle of the bleed: +1.06 mm across"), "{report}");
}

#[test]
fn text_near_the_cut_is_reported_with_its_words_and_distance() {
    let vendor = house("drivethrucards");
    let report = judge(&changed("drivethrucards", |file| move_text(file, 11.0)), &vendor);
    let message = report.to_string();
    assert!(
        message.contains("page 2: the text ") && message.contains(" mm from the cut"),
        "{message}"
    );
}

#[test]
fn the_marks_of_a_press_sheet_are_outside_its_cards() {
    let text = r#"
        title = "Press sheet"
        paper_mm = [320, 450]
        margin_mm = [20, 20]
        gap_mm = [6, 6]
        bleed_mm = 3
        sides = "duplex"

        [crop_marks]
        offset_mm = 0.5
        length_mm = 3

        [[registration_marks]]
        edge = "left"
        at = 0.5
        distance_mm = 6

        [press]
        standard = "PDF/X-1a:2003"
        condition = "CGATS TR 001"
    "#;
    let sheet = Sheet::read("press", &Source::new("press.toml", text)).unwrap();
    let (deck, theme) = (Deck::built_in(), Theme::built_in("future-imperfect").unwrap());
    let mut job = Job::new(&deck, &theme).with_sheets(vec![sheet]);
    // Two rows of cards.
    (job.svg, job.png, job.cards) =
        (false, None, only("3,10,34,35,36", CardNumbers::POKER).unwrap());
    let bytes = job.run(|_| ()).unwrap().remove(0).bytes;
    let report =
        check("press.pdf", &bytes, &Expectation::default().with_standard(Standard::X1a2003));
    assert!(report.passes(), "{report}");
    let file = Document::load_mem(&bytes).unwrap();
    let page = file.get_dictionary(file.get_pages()[&1]).unwrap();
    let sides = |key: &[u8]| -> Vec<f32> {
        let sides = page.get(key).unwrap().as_array().unwrap();
        sides.iter().map(|side| side.as_float().unwrap()).collect()
    };
    let (trim, bleed) = (sides(b"TrimBox"), sides(b"BleedBox"));
    let points = |mm: f32| mm * 72.0 / 25.4;
    assert!((trim[2] - trim[0] - points(4.0 * 63.5 + 18.0)).abs() < 0.01, "{trim:?}");
    assert!((trim[0] - bleed[0] - points(3.0)).abs() < 0.01, "{bleed:?}");
}

#[test]
fn marks_on_all_plates_belong_outside_the_bleed() {
    // A mark on one back would make it a different back. Page 1 is a front at one house, page 2 at the other.
    let vendor = house("press-x4");
    let outside = |file: &mut Document| on_all_plates(file, 1, [2.0, 90.0], [9.0, 90.0]);
    let report = judge(&changed("press-x4", outside), &vendor);
    assert!(report.passes(), "{report}");
    let inside = |file: &mut Document| on_all_plates(file, 1, [90.0, 90.0], [99.0, 90.0]);
    let report = judge(&changed("press-x4", inside), &vendor);
    assert_eq!(["pdf.registration"], *broken(&report), "{report}");
    // A house that forbids marks forbids them everywhere.
    let inside = |file: &mut Document| on_all_plates(file, 2, [90.0, 90.0], [99.0, 90.0]);
    let report = judge(&changed("drivethrucards", inside), &house("drivethrucards"));
    assert_eq!(["pdf.upload-marks", "pdf.registration"], *broken(&report), "{report}");
}

#[test]
fn an_x_4_file_without_its_profile_is_named() {
    let bare = |file: &mut Document| {
        let intents = file.catalog().unwrap().get(b"OutputIntents").unwrap().as_array().unwrap();
        let id = intents[0].as_reference().unwrap();
        file.get_dictionary_mut(id).unwrap().remove(b"DestOutputProfile");
    };
    let report = judge(&changed("press-x4", bare), &house("press-x4"));
    assert_eq!(["pdf.output-condition", "pdf.upload-condition"], *broken(&report), "{report}");
}

/// A picture of The Game Crafter's size with a block of ink on it.
fn picture(size: [u32; 2], block: [u32; 4], colour: png::ColorType, dpi: Option<u32>) -> NamedFile {
    let [left, top, width, height] = block;
    let mut pixels = Vec::new();
    for y in 0..size[1] {
        for x in 0..size[0] {
            let inside = (left..left + width).contains(&x) && (top..top + height).contains(&y);
            pixels.extend(vec![if inside { 0 } else { 255 }; colour.samples()]);
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size[0], size[1]);
    encoder.set_color(colour);
    let dots = |dpi: u32| (f64::from(dpi) / 0.0254).round() as u32;
    encoder.set_pixel_dims(dpi.map(dots).map(|dots| png::PixelDimensions {
        xppu: dots,
        yppu: dots,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    NamedFile { path: "card-34.png".to_owned(), bytes }
}

/// A change to the chunks of a picture.
#[derive(Clone, Copy)]
enum Chunked {
    Deep,
    Gamma,
    Profile,
    Behind,
}

/// The picture with changed chunks.
fn chunked(picture: &NamedFile, what: Chunked) -> NamedFile {
    let mut reader = png::Decoder::new(std::io::Cursor::new(&picture.bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let mut info = png::Info::with_size(reader.info().width, reader.info().height);
    (info.color_type, info.bit_depth) = (png::ColorType::Rgb, png::BitDepth::Eight);
    info.pixel_dims = reader.info().pixel_dims;
    match what {
        Chunked::Deep => {
            info.bit_depth = png::BitDepth::Sixteen;
            pixels = pixels.iter().flat_map(|&part| [part, part]).collect();
        }
        Chunked::Gamma => info.source_gamma = Some(png::ScaledFloat::new(1.0)),
        Chunked::Profile => info.icc_profile = Some(b"a profile of Adobe RGB (1998)"[..].into()),
        Chunked::Behind => {}
    }
    let mut bytes = Vec::new();
    let mut writer = png::Encoder::with_info(&mut bytes, info).unwrap().write_header().unwrap();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    if matches!(what, Chunked::Behind) {
        bytes.extend(b"and more");
    }
    NamedFile { path: picture.path.clone(), bytes }
}

#[test]
fn every_defect_of_a_picture_is_named_and_nothing_else() {
    use png::ColorType::{Grayscale, Rgb, Rgba};
    let vendor = house("thegamecrafter");
    let (size, safe) = ([825, 1125], [90, 90, 20, 30]);
    let sound = judge(&picture(size, safe, Rgb, Some(300)), &vendor);
    assert!(sound.passes(), "{sound}");
    for (rule, defect) in [
        ("png.size", picture([750, 1050], safe, Rgb, Some(300))),
        ("png.size", picture([1125, 825], safe, Rgb, Some(300))),
        ("png.resolution", picture(size, safe, Rgb, None)),
        ("png.resolution", picture(size, safe, Rgb, Some(72))),
        ("png.opaque", picture(size, safe, Rgba, Some(300))),
        ("png.colour", picture(size, safe, Grayscale, Some(300))),
        ("png.depth", chunked(&picture(size, safe, Rgb, Some(300)), Chunked::Deep)),
        ("png.profile", chunked(&picture(size, safe, Rgb, Some(300)), Chunked::Gamma)),
        ("png.profile", chunked(&picture(size, safe, Rgb, Some(300)), Chunked::Profile)),
        ("png.end", chunked(&picture(size, safe, Rgb, Some(300)), Chunked::Behind)),
        ("png.bleed", picture(size, [37, 37, 750, 1050], Rgb, Some(300))),
        ("png.bleed", picture(size, [37, 0, 788, 1125], Rgb, Some(300))),
        ("png.bleed", picture(size, [0, 0, 825, 1107], Rgb, Some(300))),
        ("png.live-matter", picture(size, [60, 90, 20, 30], Rgb, Some(300))),
        ("png.live-matter", picture(size, [400, 1060, 20, 30], Rgb, Some(300))),
    ] {
        let report = judge(&defect, &vendor);
        assert_eq!([rule], *broken(&report), "{report}");
    }
}

#[test]
fn a_file_of_the_wrong_kind_is_reported() {
    let pdf = NamedFile { path: "deck.pdf".to_owned(), bytes: sound("drivethrucards").to_vec() };
    assert_eq!(["upload.kind"], *broken(&judge(&pdf, &house("thegamecrafter"))));
}
