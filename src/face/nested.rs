//! Prefixes ids and references of a picture inside another one, so that ids are unique.

use std::borrow::Cow;

use crate::diagnostic::{Problems, Source};

use super::document::{Element, Node};

/// The value of an attribute in a picture whose ids begin with `prefix`.
pub(crate) fn prefixed<'v>(key: &str, value: &'v str, prefix: &str) -> Cow<'v, str> {
    match key {
        "id" => format!("{prefix}{value}").into(),
        "href" | "xlink:href" => match value.strip_prefix('#') {
            Some(id) => format!("#{prefix}{id}").into(),
            None => value.into(),
        },
        _ if value.contains("url(#") => value.replace("url(#", &format!("url(#{prefix}")).into(),
        _ => value.into(),
    }
}

/// Reads a picture with `prefix` before every id and every reference to one.
///
/// # Errors
/// The SVG is not well-formed.
pub(super) fn read(svg: &str, prefix: &str) -> Result<Element, Problems> {
    let mut root = Element::read(&Source::new("the picture", svg))?;
    put_prefix(&mut root, prefix);
    Ok(root)
}

fn put_prefix(element: &mut Element, prefix: &str) {
    for (key, value) in &mut element.attributes {
        if let Cow::Owned(new) = prefixed(key, value, prefix) {
            *value = new.into();
        }
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            put_prefix(child, prefix);
        }
    }
}
