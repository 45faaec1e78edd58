//! Values as they stand in a file (PDF Reference 1.4, 3.2).

use crate::pdf_value::{Dictionary, Object, StringFormat};

/// Writes a value.
pub(super) fn value(object: &Object, bytes: &mut Vec<u8>) {
    match object {
        Object::Null => bytes.extend(b"null"),
        Object::Boolean(value) => bytes.extend(value.to_string().as_bytes()),
        Object::Integer(number) => bytes.extend(number.to_string().as_bytes()),
        // Never with an exponent, which PDF does not have.
        Object::Real(number) => bytes.extend(number.to_string().as_bytes()),
        Object::Name(own) => name(own, bytes),
        Object::String(text, StringFormat::Literal) => literal(text, bytes),
        Object::String(text, StringFormat::Hexadecimal) => {
            bytes.push(b'<');
            text.iter().for_each(|byte| bytes.extend(format!("{byte:02X}").as_bytes()));
            bytes.push(b'>');
        }
        Object::Array(items) => {
            bytes.push(b'[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    part(item, bytes);
                }
                value(item, bytes);
            }
            bytes.push(b']');
        }
        Object::Dictionary(entries) => dictionary(entries, bytes),
        Object::Stream(stream) => {
            dictionary(&stream.dict, bytes);
            bytes.extend(b"stream\n");
            bytes.extend(&stream.content);
            bytes.extend(b"\nendstream");
        }
        Object::Reference((number, generation)) => {
            bytes.extend(format!("{number} {generation} R").as_bytes());
        }
    }
}

/// A space before a value that begins with no delimiter.
fn part(object: &Object, bytes: &mut Vec<u8>) {
    if matches!(
        object,
        Object::Null
            | Object::Boolean(_)
            | Object::Integer(_)
            | Object::Real(_)
            | Object::Reference(_)
    ) {
        bytes.push(b' ');
    }
}

/// Writes a dictionary.
pub(super) fn dictionary(entries: &Dictionary, bytes: &mut Vec<u8>) {
    bytes.extend(b"<<");
    for (key, entry) in entries.iter() {
        name(key, bytes);
        part(entry, bytes);
        value(entry, bytes);
    }
    bytes.extend(b">>");
}

/// A name: white space, delimiters and what is not ASCII by their codes (3.2.4).
fn name(own: &[u8], bytes: &mut Vec<u8>) {
    bytes.push(b'/');
    for &byte in own {
        match byte {
            b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%' | b'#' => {
                bytes.extend(format!("#{byte:02X}").as_bytes());
            }
            b'!'..=b'~' => bytes.push(byte),
            _ => bytes.extend(format!("#{byte:02X}").as_bytes()),
        }
    }
}

/// A string between parentheses. Those in it stand as they are where they come in pairs (3.2.3).
fn literal(text: &[u8], bytes: &mut Vec<u8>) {
    let mut open = Vec::new();
    let mut single = vec![false; text.len()];
    for (place, byte) in text.iter().enumerate() {
        match byte {
            b'(' => open.push(place),
            b')' => single[place] = open.pop().is_none(),
            _ => {}
        }
    }
    open.into_iter().for_each(|place| single[place] = true);
    bytes.push(b'(');
    for (&byte, single) in text.iter().zip(single) {
        match byte {
            // A bare one would be read as the end of a line.
            b'\r' => bytes.extend(b"\\r"),
            b'\\' => bytes.extend(b"\\\\"),
            _ if single => bytes.extend([b'\\', byte]),
            _ => bytes.push(byte),
        }
    }
    bytes.push(b')');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf_value::{Stream, dictionary};

    fn written(object: impl Into<Object>) -> String {
        let mut bytes = Vec::new();
        value(&object.into(), &mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn values_stand_as_the_reference_writes_them() {
        let items = vec![Object::Null, true.into(), (-3).into(), 0.5.into(), (7, 0).into()];
        assert_eq!("[null true -3 0.5 7 0 R]", written(items));
        assert_eq!(
            "[/A(b)<9A>[]]",
            written(vec![
                "A".into(),
                Object::literal("b"),
                Object::String(vec![0x9A], StringFormat::Hexadecimal),
                Vec::new().into(),
            ])
        );
        let entries = dictionary! { "Type" => "Page", "Count" => 2, "Kids" => vec![(3, 0).into()] };
        assert_eq!("<</Type/Page/Count 2/Kids[3 0 R]>>", written(entries));
        let stream = Stream::new(Dictionary::new(), b"q Q".to_vec());
        assert_eq!("<</Length 3>>stream\nq Q\nendstream", written(stream));
        assert_eq!("0.0000001", written(1e-7));
    }

    #[test]
    fn names_and_strings_hold_any_byte() {
        assert_eq!("/Lime#20Green#2F#23#C3#A9", written("Lime Green/#é"));
        assert_eq!("(a (b) c)", written(Object::literal("a (b) c")));
        assert_eq!(r"(\) \\ \r \()", written(Object::literal(") \\ \r (")));
    }
}
