//! Writes files and streams of operators.

use super::{Content, Document, Object, Stream, StringFormat, dictionary};

impl Document {
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = format!("%PDF-{}\n%\u{e9}\u{e9}\n", self.version).into_bytes();
        let last = self.objects.last_key_value().map_or(0, |((number, _), _)| *number);
        let mut places = vec![None; last as usize + 1];
        for (&(number, generation), object) in &self.objects {
            places[number as usize] = Some(bytes.len());
            bytes.extend(format!("{number} {generation} obj\n").as_bytes());
            write(object, &mut bytes);
            bytes.extend(b"\nendobj\n");
        }
        let start = bytes.len();
        let mut trailer = self.trailer.clone();
        trailer.set("Size", i64::from(last) + 1);
        if self.cross_reference_stream {
            trailer.set("Size", i64::from(last) + 2);
            trailer.set("Type", "XRef");
            trailer.set("W", vec![1.into(), 4.into(), 1.into()]);
            let places = places.into_iter().chain([Some(start)]);
            let rows = places.flat_map(|place| {
                let at = u32::try_from(place.unwrap_or(0)).unwrap().to_be_bytes();
                [u8::from(place.is_some()), at[0], at[1], at[2], at[3], 0]
            });
            bytes.extend(format!("{} 0 obj\n", last + 1).as_bytes());
            write(&Stream::new(trailer, rows.collect()).into(), &mut bytes);
            bytes.extend(b"\nendobj\n");
        } else {
            bytes.extend(format!("xref\n0 {}\n", places.len()).as_bytes());
            for place in places {
                let line = match place {
                    Some(place) => format!("{place:010} 00000 n \n"),
                    None => "0000000000 65535 f \n".to_owned(),
                };
                bytes.extend(line.as_bytes());
            }
            bytes.extend(b"trailer\n");
            write(&trailer.into(), &mut bytes);
        }
        bytes.extend(format!("\nstartxref\n{start}\n%%EOF").as_bytes());
        bytes
    }
}

impl Content {
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for operation in &self.operations {
            for operand in &operation.operands {
                write(operand, &mut bytes);
                bytes.push(b' ');
            }
            bytes.extend(operation.operator.as_bytes());
            bytes.push(b'\n');
        }
        bytes
    }
}

fn write(object: &Object, bytes: &mut Vec<u8>) {
    match object {
        Object::Null => bytes.extend(b"null"),
        Object::Name(name) => {
            bytes.push(b'/');
            for &byte in name {
                match byte {
                    byte if byte.is_ascii_alphanumeric() || b"+-_.".contains(&byte) => {
                        bytes.push(byte);
                    }
                    byte => bytes.extend(format!("#{byte:02X}").as_bytes()),
                }
            }
        }
        Object::String(text, StringFormat::Literal) => {
            bytes.push(b'(');
            for &byte in text {
                if b"()\\".contains(&byte) {
                    bytes.push(b'\\');
                }
                bytes.push(byte);
            }
            bytes.push(b')');
        }
        Object::Array(items) => {
            bytes.push(b'[');
            for item in items {
                write(item, bytes);
                bytes.push(b' ');
            }
            bytes.push(b']');
        }
        Object::Dictionary(entries) => {
            bytes.extend(b"<<");
            for (name, value) in entries.iter() {
                write(&Object::Name(name.to_vec()), bytes);
                bytes.push(b' ');
                write(value, bytes);
            }
            bytes.extend(b">>");
        }
        Object::Stream(stream) => {
            write(&stream.dict.clone().into(), bytes);
            bytes.extend(b"stream\n");
            bytes.extend(&stream.content);
            bytes.extend(b"\nendstream");
        }
        // Numbers, truth values, references and digits read as they are written.
        other => bytes.extend(format!("{other:?}").as_bytes()),
    }
}

#[test]
fn what_is_written_reads_back() {
    let text = Object::String(vec![0x1f, 0xa0], StringFormat::Hexadecimal);
    let own = dictionary! {
        "Name" => "Lime Green/#", "List" => vec![1.into(), (-0.5).into(), true.into(), Object::Null],
        "Text" => Object::string_literal("a (b) \\ c"), "Digits" => text, "Other" => (1, 0),
    };
    let catalog = dictionary! { "Own" => own, "Empty" => dictionary! {} };
    let stream = Stream::new(dictionary! { "Kind" => 1 }, b"q\nQ".to_vec());
    let objects = [((1, 0), catalog.into()), ((3, 0), stream.into())].into();
    let trailer = dictionary! { "Root" => (1, 0) };
    let mut file =
        Document { version: "1.4".into(), objects, trailer, cross_reference_stream: false };
    let read = Document::load_mem(&file.bytes()).unwrap();
    assert_eq!(file.objects, read.objects);
    assert_eq!((4, 0), file.new_object_id());
    let operators = b"q 1 0 0 1 5.5 -2 cm [(a) -20 <0f>] TJ T* /Im Do\nQ";
    let content = Content::decode(operators).unwrap();
    assert_eq!(
        ["q", "cm", "TJ", "T*", "Do", "Q"],
        *content.operations.iter().map(|one| one.operator.as_str()).collect::<Vec<_>>()
    );
    assert_eq!(Content::decode(&content.encode()).unwrap().encode(), content.encode());
}
