//! Pictures: ink is measured in every encoding, and wrong or unmeasurable data do not pass.

use super::*;
use crate::lookup::OutputAssert;
use crate::program::actiondeck;

/// A JPEG of 8 × 8 pixels with these stored values.
///
/// `adobe` adds an Adobe segment with this transform.
fn jpeg(values: &[u8], adobe: Option<u8>) -> Vec<u8> {
    let mut file = vec![0xFF, 0xD8];
    let mut segment = |marker: u8, body: &[u8]| {
        file.extend([0xFF, marker]);
        file.extend(u16::try_from(body.len() + 2).unwrap().to_be_bytes());
        file.extend(body);
    };
    if let Some(transform) = adobe {
        segment(0xEE, &[&b"Adobe\0\x64\0\0\0\0"[..], &[transform]].concat());
    }
    // Quantization by 1.
    segment(0xDB, &[&[0][..], &[1; 64]].concat());
    let count = u8::try_from(values.len()).unwrap();
    let of_each = |own: [u8; 2]| (1..=count).flat_map(move |id| [&[id][..], &own].concat());
    let frame = [8, 0, 8, 0, 8, count].into_iter();
    segment(0xC0, &frame.chain(of_each([0x11, 0])).collect::<Vec<u8>>());
    // Huffman codes: four bits for each length of a difference, up to 11, and one bit for the end of a block.
    let lengths = |length: usize, codes: u8| {
        let mut lengths = [0; 16];
        lengths[length - 1] = codes;
        lengths
    };
    segment(0xC4, &[&[0x00][..], &lengths(4, 12), &(0..12).collect::<Vec<u8>>()].concat());
    segment(0xC4, &[&[0x10][..], &lengths(1, 1), &[0]].concat());
    let scan: Vec<u8> = (1..=count).flat_map(|id| [id, 0]).collect();
    segment(0xDA, &[&[count][..], &scan, &[0, 63, 0]].concat());
    let mut bits = String::new();
    for value in values {
        let difference = 8 * (i32::from(*value) - 128);
        let length = 32 - difference.unsigned_abs().leading_zeros();
        bits += &format!("{length:04b}");
        if length > 0 {
            let own = if difference < 0 { difference + (1 << length) - 1 } else { difference };
            bits += &format!("{own:0width$b}", width = length as usize);
        }
        bits.push('0');
    }
    while !bits.len().is_multiple_of(8) {
        bits.push('1');
    }
    for byte in bits.as_bytes().chunks(8) {
        let byte = u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap();
        file.push(byte);
        if byte == 0xFF {
            file.push(0);
        }
    }
    file.extend([0xFF, 0xD9]);
    file
}

/// Adds a picture of 8 × 8 pixels with these dictionary entries to page 2.
fn shows(file: &mut Document, extra: Vec<(&str, Object)>, content: &[u8]) {
    let mut own = dictionary! {
        "Type" => "XObject", "Subtype" => "Image", "Width" => 8, "Height" => 8,
        "BitsPerComponent" => 8, "ColorSpace" => "DeviceCMYK",
    };
    for (key, value) in extra {
        own.set(key, value);
    }
    let image = file.add_object(Stream::new(own, content.to_vec()));
    provide(file, "XObject", "Im", image.into());
    let place = [4.0, 0.0, 0.0, 4.0, 90.0, 90.0].map(Object::Real).to_vec();
    let (saved, back) = (operation("q", vec![]), operation("Q", vec![]));
    paint(file, vec![saved, operation("cm", place), operation("Do", vec![name("Im")]), back]);
}

fn numbers(numbers: &[f32]) -> Object {
    Object::Array(numbers.iter().copied().map(Object::Real).collect())
}

/// The broken rules and the report of the valid file with such a picture.
fn describe(extra: Vec<(&str, Object)>, content: &[u8]) -> (Vec<&'static str>, String) {
    let report = judge(&changed(|file| shows(file, extra, content)), Standard::X1a2003);
    (broken(&report), report.to_string())
}

fn inverted() -> (&'static str, Object) {
    ("Decode", numbers(&[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]))
}

fn dct() -> (&'static str, Object) {
    ("Filter", name("DCTDecode"))
}

/// A DeviceN space of two inks whose full tints are 200 and 150 % of process inks.
fn mixture(file: &mut Document) -> Object {
    let tint = dictionary! {
        "FunctionType" => 4, "Domain" => numbers(&[0.0, 1.0, 0.0, 1.0]),
        "Range" => numbers(&[0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0]),
    };
    let program = Stream::new(tint, b"{ 2 copy 0.5 mul 3 1 roll dup }".to_vec());
    let program = file.add_object(program).into();
    let inks = vec![name("Rust"), name("Sand")].into();
    vec![name("DeviceN"), inks, name("DeviceCMYK"), program].into()
}

#[test]
fn the_ink_of_a_picture_is_measured_however_it_is_packed() {
    let gold = |full: [f32; 4]| ("ColorSpace", spot("DeviceCMYK", full));
    let bits = |bits: i64| ("BitsPerComponent", Object::Integer(bits));
    let all = [1.0; 4];
    let places = |table: [u8; 8]| {
        let table = Object::String(table.to_vec(), StringFormat::Hexadecimal);
        let table: Object = vec![name("Indexed"), name("DeviceCMYK"), 1.into(), table].into();
        ("ColorSpace", table)
    };
    let full_last = [0, 0, 0, 0, 255, 255, 255, 255];
    let ccitt = dictionary! { "K" => -1, "Columns" => 8 };
    // Eight white rows, each encoded as one bit.
    let fax =
        || vec![("Filter", name("CCITTFaxDecode")), ("DecodeParms", ccitt.clone().into()), bits(1)];
    let with = |mut own: Vec<(&'static str, Object)>, more: (&'static str, Object)| {
        own.push(more);
        own
    };
    for (what, extra, content) in [
        ("plain", vec![], vec![255; 256]),
        ("16 bits", vec![bits(16)], vec![255; 512]),
        ("4 bits", vec![bits(4)], vec![255; 128]),
        ("one bit", vec![bits(1)], vec![255; 32]),
        ("inverted", vec![inverted()], vec![0; 256]),
        ("in runs", vec![("Filter", name("RunLengthDecode"))], vec![129, 255, 129, 255, 128]),
        ("in digits", vec![("Filter", name("ASCIIHexDecode"))], vec![b'F'; 512]),
        ("a JPEG", vec![dct()], jpeg(&[255; 4], Some(0))),
        ("a JPEG without Adobe's segment", vec![dct()], jpeg(&[255; 4], None)),
        ("an inverted JPEG", vec![dct(), inverted()], jpeg(&[0; 4], Some(0))),
        ("light and differences", vec![dct()], jpeg(&[0, 128, 128, 255], Some(2))),
        ("these inverted", vec![dct(), inverted()], jpeg(&[255, 128, 128, 0], Some(2))),
        (
            "light and differences, said by the PDF",
            vec![dct(), ("DecodeParms", dictionary! { "ColorTransform" => 1 }.into())],
            jpeg(&[0, 128, 128, 255], None),
        ),
        ("a JPEG in one ink", vec![dct(), gold(all)], jpeg(&[255], None)),
        ("a table", vec![places(full_last), bits(1)], [vec![0; 7], vec![1]].concat()),
        (
            "a table backwards",
            vec![places(full_last), bits(1), ("Decode", numbers(&[1.0, 0.0]))],
            [vec![255; 7], vec![254]].concat(),
        ),
        ("an ink of 2 bits", vec![gold(all), bits(2)], [vec![0; 15], vec![3]].concat()),
        // Here 1 is white, and the full tint.
        ("a fax in one ink", with(fax(), gold(all)), vec![0xFF]),
        ("an inverted ink", vec![gold(all), ("Decode", numbers(&[1.0, 0.0]))], vec![0; 64]),
    ] {
        let (broken, report) = describe(extra, &content);
        assert_eq!(["pdf.ink"], *broken, "{what}: {report}");
        assert!(
            report.contains("page 2: a picture with a colour of 400.0 % ink"),
            "{what}: {report}"
        );
    }
    let mixed = |content: &[u8]| {
        let bytes = changed(|file| {
            let space = mixture(file);
            shows(file, vec![("ColorSpace", space)], content);
        });
        judge(&bytes, Standard::X1a2003)
    };
    let much = mixed(&[255; 128]);
    assert!(much.to_string().contains("of 350.0 % ink"), "{much}");
    let little = mixed(&[100; 128]);
    assert!(little.passes(), "{little}");
    for (what, extra, content) in [
        ("plain", vec![], vec![100; 256]),
        ("inverted", vec![inverted()], vec![255; 256]),
        ("a JPEG", vec![dct()], jpeg(&[0; 4], Some(0))),
        ("an inverted JPEG", vec![dct(), inverted()], jpeg(&[255; 4], Some(0))),
        ("light and differences", vec![dct()], jpeg(&[255, 128, 128, 0], Some(2))),
        ("a grey JPEG", vec![dct(), ("ColorSpace", name("DeviceGray"))], jpeg(&[0], None)),
        ("a table of which the first place is used", vec![places(full_last), bits(1)], vec![0; 8]),
        ("half a range", vec![gold(all), ("Decode", numbers(&[0.0, 0.5]))], vec![255; 64]),
        (
            "an inverted fax in one ink",
            with(with(fax(), gold(all)), ("Decode", numbers(&[1.0, 0.0]))),
            vec![0xFF],
        ),
        (
            "a stencil",
            vec![("ImageMask", true.into()), bits(1), ("Decode", numbers(&[1.0, 0.0]))],
            vec![0; 8],
        ),
    ] {
        let report = judge(&changed(|file| shows(file, extra, &content)), Standard::X1a2003);
        assert!(report.passes(), "{what}: {report}");
    }
}

#[test]
fn data_that_are_not_what_the_picture_says_are_a_fault() {
    let space = |space: &str| ("ColorSpace", name(space));
    let decode = |count: usize| ("Decode", numbers(&vec![0.0; count]));
    let colours = jpeg(&[200, 128, 128], None);
    let cut = |mut file: Vec<u8>| {
        file.truncate(file.len() - 5);
        file
    };
    for (what, extra, content, reason) in [
        (
            "colours for inks",
            vec![dct()],
            colours.clone(),
            "have 3 values per pixel, but its colour space has 4",
        ),
        (
            "inks for grey",
            vec![dct(), space("DeviceGray")],
            jpeg(&[9; 4], Some(0)),
            "have 4 values per pixel",
        ),
        (
            "another size",
            vec![dct(), ("Width", 9.into())],
            jpeg(&[9; 4], Some(0)),
            "of 8 × 8 pixels, but it declares 9 × 8",
        ),
        (
            "a JPEG that breaks off",
            vec![dct()],
            cut(jpeg(&[9; 4], Some(0))),
            "cannot be read to their end",
        ),
        ("no JPEG", vec![dct()], b"GIF89a".to_vec(), "cannot be read to their end"),
        (
            "a JPEG of 4 bits",
            vec![dct(), ("BitsPerComponent", 4.into())],
            jpeg(&[9; 4], Some(0)),
            "8 bits per value, but it declares 4",
        ),
        ("too short", vec![], vec![0; 255], "of fewer pixels than it says"),
        ("grey for inks", vec![space("DeviceGray")], vec![0; 256], "of more pixels than it says"),
        (
            "8 bits for 4",
            vec![("BitsPerComponent", 4.into())],
            vec![0; 256],
            "of more pixels than it says",
        ),
        ("3 bits", vec![("BitsPerComponent", 3.into())], vec![0; 256], "of 3 bits per value"),
        (
            "a Decode for grey",
            vec![decode(2)],
            vec![0; 256],
            "with a Decode that is not of 8 values",
        ),
        (
            "no colour space",
            vec![("ColorSpace", Object::Null)],
            vec![0; 256],
            "without a colour space",
        ),
        (
            "a stencil too short",
            vec![("ImageMask", true.into())],
            vec![0; 7],
            "of fewer pixels than it says",
        ),
        (
            "runs that break off",
            vec![("Filter", name("RunLengthDecode"))],
            vec![9, 1],
            "of fewer pixels than it says",
        ),
    ] {
        let (broken, report) = describe(extra, &content);
        assert_eq!(["pdf.content"], *broken, "{what}: {report}");
        assert!(report.contains(reason), "{what}, {reason}: {report}");
    }
    // The same in RGB, and in the mask of a picture, which PDF/X-4 permits.
    let with_mask = changed(|file| {
        let own = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => 8, "Height" => 8,
            "BitsPerComponent" => 8, "ColorSpace" => "DeviceGray",
        };
        let mask = file.add_object(Stream::new(own, vec![0; 9]));
        shows(file, vec![("SMask", mask.into())], &[0; 256]);
    });
    let report = judge(&with_mask, Standard::X1a2003);
    assert_eq!(["pdf.transparency", "pdf.content"], *broken(&report), "{report}");
}

#[test]
fn ink_that_cannot_be_measured_is_not_checked_and_fails() {
    /// An ink whose tint transform has a sine.
    fn gold(file: &mut Document) -> Object {
        let sine = dictionary! {
            "FunctionType" => 4, "Domain" => numbers(&[0.0, 1.0]), "Range" => numbers(&[0.0, 1.0]),
        };
        let sine = file.add_object(Stream::new(sine, b"{ 90 mul sin }".to_vec())).into();
        vec![name("Separation"), name("Gold"), name("DeviceGray"), sine].into()
    }
    type Change = fn(&mut Document);
    let cases: [(&str, Change); 3] = [
        ("a picture in a mixture of inks that cannot be calculated", |file| {
            let space = gold(file);
            shows(file, vec![("ColorSpace", space)], &[9; 64]);
        }),
        ("a colour in a mixture of inks that cannot be calculated", |file| {
            let space = gold(file);
            provide(file, "ColorSpace", "Gold", space);
            paint(file, vec![operation("cs", vec![name("Gold")])]);
        }),
        ("a colour in a mesh of colours", |file| {
            let mesh = dictionary! { "ShadingType" => 4, "ColorSpace" => "DeviceCMYK" };
            provide(file, "Shading", "Mesh", mesh.into());
            paint(file, vec![operation("sh", vec![name("Mesh")])]);
        }),
    ];
    for (reason, change) in cases {
        let report = judge(&changed(change), Standard::X1a2003);
        assert!(broken(&report).is_empty() && !report.passes(), "{report}");
        let printed = report.to_string();
        assert!(printed.contains(" checks passed, 1 not checked: pdf.ink\n"), "{printed}");
        assert!(printed.contains(&format!("pdf.ink, page 2: not checked: {reason}")), "{printed}");
    }
    // With the limit of a house: in text, in JSON and in the exit code.
    let folder = tempfile::tempdir().unwrap();
    let limited = changed(cases[2].1);
    std::fs::write(folder.path().join("deck.pdf"), limited).unwrap();
    let run = |more: &[&str]| {
        let mut command = actiondeck();
        command.current_dir(folder.path()).args([
            "preflight",
            "--vendor",
            "drivethrucards",
            "deck.pdf",
        ]);
        command.args(more).assert().code(1)
    };
    run(&[]).says(" not checked: pdf.ink");
    run(&["--json"]).says("\"verdict\": \"unchecked\"");
}

#[test]
fn jpeg_2000_is_measured_and_no_part_of_x_1a() {
    let file = include_bytes!("../../../data/white.jp2");
    let as_picture = |space: Object| {
        let filter = ("Filter", name("JPXDecode"));
        let bytes = changed(|pdf| shows(pdf, vec![filter, ("ColorSpace", space)], file));
        judge(&bytes, Standard::X1a2003)
    };
    let grey = as_picture(name("DeviceGray"));
    assert_eq!(["pdf.filters"], *broken(&grey), "{grey}");
    let gold = as_picture(spot("DeviceCMYK", [1.0; 4]));
    assert_eq!(["pdf.filters", "pdf.ink"], *broken(&gold), "{gold}");
    assert!(gold.to_string().contains("a picture with a colour of 400.0 % ink"), "{gold}");
    let inks = as_picture(name("DeviceCMYK"));
    assert_eq!(["pdf.filters", "pdf.content"], *broken(&inks), "{inks}");
}

#[test]
fn colours_are_measured_in_whatever_space_they_are_set() {
    let ramp = dictionary! {
        "FunctionType" => 2, "Domain" => numbers(&[0.0, 1.0]), "N" => 1,
        "C0" => numbers(&[0.0; 4]), "C1" => numbers(&[1.0; 4]),
    };
    let sampled = dictionary! {
        "FunctionType" => 0, "Domain" => numbers(&[0.0, 1.0]), "Size" => vec![Object::Integer(2)],
        "BitsPerSample" => 8, "Range" => numbers(&[0.0, 1.0].repeat(4)),
    };
    let sampled = Stream::new(sampled, vec![0, 0, 0, 0, 255, 255, 255, 255]);
    let four = ["Cyan", "Magenta", "Yellow", "Black"].map(name).to_vec();
    let four: Object = vec![name("DeviceN"), four.into(), name("DeviceCMYK"), ramp.into()].into();
    for (what, operators) in [
        ("by name", "/DeviceCMYK cs 1 1 1 1 sc"),
        ("of lines", "/DeviceCMYK CS 1 1 1 1 SCN"),
        ("the four as a mixture", "/Four cs 1 1 1 1 scn"),
        ("a gradient by samples", "/Shade sh"),
    ] {
        let bytes = changed(|file| {
            provide(file, "ColorSpace", "Four", four.clone());
            let function = file.add_object(sampled.clone());
            let shading = dictionary! {
                "ShadingType" => 2, "ColorSpace" => "DeviceCMYK", "Function" => function,
                "Coords" => numbers(&[0.0, 0.0, 9.0, 0.0]),
            };
            provide(file, "Shading", "Shade", shading.into());
            paint(file, Content::decode(operators.as_bytes()).unwrap().operations);
        });
        let report = judge(&bytes, Standard::X1a2003);
        assert_eq!(["pdf.ink"], *broken(&report), "{what}: {report}");
        assert!(report.to_string().contains("a colour of 400.0 % ink"), "{what}: {report}");
    }
    let half = changed(|file| {
        paint(file, Content::decode(b"/DeviceCMYK cs .5 .5 .5 .5 sc").unwrap().operations);
    });
    assert!(judge(&half, Standard::X1a2003).passes());
}
