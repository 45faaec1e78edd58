//! Reading values leniently: a wrong type is an absent value, and the rule that needs it says so.

use lopdf::{Dictionary, Document, Object};

/// The value of a key, references followed.
pub(super) fn get<'a>(
    file: &'a Document,
    dictionary: &'a Dictionary,
    key: &str,
) -> Option<&'a Object> {
    let value = dictionary.get(key.as_bytes()).ok()?;
    file.dereference(value).ok().map(|(_, value)| value).filter(|value| !value.is_null())
}

/// The value of a key that is a dictionary or the dictionary of a stream.
pub(super) fn dictionary<'a>(
    file: &'a Document,
    parent: &'a Dictionary,
    key: &str,
) -> Option<&'a Dictionary> {
    as_dictionary(get(file, parent, key)?)
}

/// A dictionary, or that of a stream.
pub(super) fn as_dictionary(object: &Object) -> Option<&Dictionary> {
    match object {
        Object::Dictionary(dictionary) => Some(dictionary),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    }
}

/// The value of a key that is a name.
pub(super) fn name<'a>(file: &'a Document, parent: &'a Dictionary, key: &str) -> Option<&'a str> {
    std::str::from_utf8(get(file, parent, key)?.as_name().ok()?).ok()
}

/// The value of a key that is a text string, decoded.
pub(super) fn text(file: &Document, parent: &Dictionary, key: &str) -> Option<String> {
    let bytes = get(file, parent, key)?.as_str().ok()?;
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
pub(super) fn number(object: &Object) -> Option<f64> {
    object.as_float().ok().map(f64::from)
}

/// Those of some values that are numbers.
pub(super) fn numbers<'a>(objects: impl IntoIterator<Item = &'a Object>) -> Vec<f64> {
    objects.into_iter().filter_map(number).collect()
}

/// The items of a key that is an array, references followed.
pub(super) fn array<'a>(
    file: &'a Document,
    parent: &'a Dictionary,
    key: &str,
) -> Option<Vec<&'a Object>> {
    let items = get(file, parent, key)?.as_array().ok()?;
    items.iter().map(|item| file.dereference(item).ok().map(|(_, item)| item)).collect()
}
