//! Making ids unique, so that several pictures can stand in one SVG.

use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, Writer};

use crate::diagnostic::{Problem, Problems};

/// The root element's attributes that place the picture; a nested picture gets its own.
const PLACING: [&str; 5] = ["x", "y", "width", "height", "viewBox"];

/// The picture as an element for another SVG: `prefix` before every id and every reference to one,
/// and `attributes` on the root instead of its own place and size.
///
/// # Errors
/// If the text is not well-formed XML.
pub(super) fn nested(
    svg: &str,
    prefix: &str,
    attributes: &[(&str, String)],
) -> Result<String, Problems> {
    rewrite(svg, prefix, attributes)
        .map_err(|error| Problem::new(format!("a picture is not readable XML: {error}")).into())
}

fn rewrite(
    svg: &str,
    prefix: &str,
    attributes: &[(&str, String)],
) -> Result<String, Box<dyn std::error::Error>> {
    let mut reader = Reader::from_str(svg);
    let mut writer = Writer::new(Vec::new());
    let mut root = true;
    loop {
        let event = match reader.read_event()? {
            Event::Eof => break,
            // They belong at the head of a file.
            Event::Decl(_) | Event::DocType(_) => continue,
            Event::Start(start) => {
                Event::Start(element(&start, prefix, std::mem::take(&mut root), attributes)?)
            }
            Event::Empty(start) => {
                Event::Empty(element(&start, prefix, std::mem::take(&mut root), attributes)?)
            }
            other => other,
        };
        writer.write_event(event)?;
    }
    Ok(String::from_utf8(writer.into_inner())?.trim().to_owned())
}

fn element<'a>(
    start: &BytesStart<'a>,
    prefix: &str,
    root: bool,
    placed: &[(&str, String)],
) -> Result<BytesStart<'a>, Box<dyn std::error::Error>> {
    let mut element = BytesStart::new(start.name().as_ref().to_owned());
    for attribute in start.attributes() {
        let attribute = attribute?;
        let key = attribute.key.as_ref();
        if root && PLACING.contains(&key) {
            continue;
        }
        // The value stays escaped as it was: ids and references hold nothing that is.
        let value = attribute.value.as_ref();
        let value = match key {
            "id" => format!("{prefix}{value}"),
            "href" | "xlink:href" => match value.strip_prefix('#') {
                Some(id) => format!("#{prefix}{id}"),
                None => value.to_owned(),
            },
            _ => value.replace("url(#", &format!("url(#{prefix}")),
        };
        element.push_attribute(Attribute { key: attribute.key, value: value.into() });
    }
    if root {
        for (key, value) in placed {
            element.push_attribute((*key, value.as_str()));
        }
    }
    Ok(element)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_all_references_to_them_get_the_prefix() {
        let svg = r##"<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" width="5mm" viewBox="0 0 5 5"><defs><path id="die"/></defs>
<use href="#die" fill="url(#g)" style="clip-path:url(#c)"/><a href="https://x#y">&amp;</a></svg>"##;
        let expected = r##"<svg xmlns="http://www.w3.org/2000/svg" x="3"><defs><path id="p-die"/></defs>
<use href="#p-die" fill="url(#p-g)" style="clip-path:url(#p-c)"/><a href="https://x#y">&amp;</a></svg>"##;
        assert_eq!(expected, nested(svg, "p-", &[("x", "3".to_owned())]).unwrap());
    }

    #[test]
    fn escapes_in_values_stay_as_they_were() {
        let svg = r#"<svg label="a &lt; &quot;b&quot;"/>"#;
        assert_eq!(svg, nested(svg, "p-", &[]).unwrap());
    }

    #[test]
    fn broken_xml_is_refused() {
        assert!(nested("<svg><g></svg>", "", &[]).is_err());
    }
}
