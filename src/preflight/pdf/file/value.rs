//! Lenient access to values: a value of the wrong type counts as absent, and the rule that needs it reports that.

use lopdf::{Dictionary, Document, Object};

/// Follows references to the value.
pub(in crate::preflight::pdf) fn resolve<'a>(
    file: &'a Document,
    value: &'a Object,
) -> Option<&'a Object> {
    Some(file.dereference(value).ok()?.1)
}

/// The value of a key, with references followed.
pub(in crate::preflight::pdf) fn get<'a>(
    file: &'a Document,
    dictionary: &'a Dictionary,
    key: &str,
) -> Option<&'a Object> {
    dictionary.get_deref(key.as_bytes(), file).ok().filter(|value| !value.is_null())
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
    std::str::from_utf8(get(file, parent, key)?.as_name().ok()?).ok()
}

/// The value of a key that is a text string, decoded.
pub(in crate::preflight::pdf) fn text(
    file: &Document,
    parent: &Dictionary,
    key: &str,
) -> Option<String> {
    lopdf::decode_text_string(get(file, parent, key)?).ok()
}

/// An integer or real number.
pub(in crate::preflight::pdf) fn number(object: &Object) -> Option<f64> {
    object.as_float().ok().map(f64::from)
}

/// The value of a key that is an array of exactly `N` numbers, with references followed.
pub(in crate::preflight::pdf) fn fixed<const N: usize>(
    file: &Document,
    parent: &Dictionary,
    key: &str,
) -> Option<[f64; N]> {
    let items = get(file, parent, key)?.as_array().ok()?;
    let mut values = [0.0; N];
    if items.len() != N {
        return None;
    }
    for (value, item) in values.iter_mut().zip(items) {
        *value = number(resolve(file, item)?)?;
    }
    Some(values)
}

/// A name as shown in messages, shortened because foreign names may be long.
pub(in crate::preflight::pdf) fn shown(name: &[u8]) -> String {
    const LONGEST: usize = 100;
    String::from_utf8_lossy(name.get(..LONGEST).unwrap_or(name)).into_owned()
}

/// The items of a key that is an array, with references followed.
pub(in crate::preflight::pdf) fn array<'a>(
    file: &'a Document,
    parent: &'a Dictionary,
    key: &str,
) -> Option<Vec<&'a Object>> {
    let items = get(file, parent, key)?.as_array().ok()?;
    items.iter().map(|item| resolve(file, item)).collect()
}
