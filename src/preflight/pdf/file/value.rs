//! Reading values leniently: a wrong type is an absent value, and the rule that needs it says so.

use super::document::Document;
use crate::pdf_value::{Dictionary, Object};

/// The value of a key, references followed.
pub(in crate::preflight::pdf) fn get<'a>(
    file: &'a Document,
    dictionary: &'a Dictionary,
    key: &str,
) -> Option<&'a Object> {
    let value = dictionary.get(key.as_bytes())?;
    file.dereference(value).map(|(_, value)| value).filter(|value| !value.is_null())
}

/// The value of a key that is a dictionary or the dictionary of a stream.
pub(in crate::preflight::pdf) fn dictionary<'a>(
    file: &'a Document,
    parent: &'a Dictionary,
    key: &str,
) -> Option<&'a Dictionary> {
    as_dictionary(get(file, parent, key)?)
}

/// A dictionary, or that of a stream.
pub(in crate::preflight::pdf) fn as_dictionary(object: &Object) -> Option<&Dictionary> {
    match object {
        Object::Dictionary(dictionary) => Some(dictionary),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    }
}

/// The value of a key that is a name.
pub(in crate::preflight::pdf) fn name<'a>(
    file: &'a Document,
    parent: &'a Dictionary,
    key: &str,
) -> Option<&'a str> {
    std::str::from_utf8(get(file, parent, key)?.as_name()?).ok()
}

/// The value of a key that is a text string, decoded.
pub(in crate::preflight::pdf) fn text(
    file: &Document,
    parent: &Dictionary,
    key: &str,
) -> Option<String> {
    let bytes = get(file, parent, key)?.as_string()?;
    Some(match bytes.strip_prefix(b"\xFE\xFF") {
        Some(utf16) => {
            let units: Vec<u16> =
                utf16.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
            String::from_utf16_lossy(&units)
        }
        None => bytes.iter().map(|&byte| char::from(byte)).collect(),
    })
}

/// A number, whole or not.
pub(in crate::preflight::pdf) fn number(object: &Object) -> Option<f64> {
    object.as_float().map(f64::from)
}

/// The value of a key that is an array of just so many numbers, references followed.
pub(in crate::preflight::pdf) fn fixed<const N: usize>(
    file: &Document,
    parent: &Dictionary,
    key: &str,
) -> Option<[f64; N]> {
    let items = get(file, parent, key)?.as_array()?;
    let mut values = [0.0; N];
    if items.len() != N {
        return None;
    }
    for (value, item) in values.iter_mut().zip(items) {
        *value = number(file.dereference(item)?.1)?;
    }
    Some(values)
}

/// A name as a fault shows it: foreign names may be of any length.
pub(in crate::preflight::pdf) fn shown(name: &[u8]) -> String {
    const LONGEST: usize = 100;
    String::from_utf8_lossy(name.get(..LONGEST).unwrap_or(name)).into_owned()
}

/// The items of a key that is an array, references followed.
pub(in crate::preflight::pdf) fn array<'a>(
    file: &'a Document,
    parent: &'a Dictionary,
    key: &str,
) -> Option<Vec<&'a Object>> {
    let items = get(file, parent, key)?.as_array()?;
    items.iter().map(|item| file.dereference(item).map(|(_, item)| item)).collect()
}
