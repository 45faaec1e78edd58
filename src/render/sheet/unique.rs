//! Makes ids unique, so that several pictures can be nested in one SVG.

use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesEnd, BytesStart, Event};
use quick_xml::{Reader, Writer};

use crate::diagnostic::{Problem, Problems};
use crate::face::prefixed;

use super::pictures::{KEPT, Pictures};

/// The root attributes for size and position; a nested picture gets its own.
const PLACING: [&str; 5] = ["x", "y", "width", "height", "viewBox"];

/// The picture as an element for another SVG: `prefix` before every id and reference, `attributes` on the
/// root instead of its own size and position, and embedded pixel pictures replaced by uses of those stored in
/// `pictures`.
///
/// # Errors
/// The text is not well-formed XML.
pub(super) fn nested(
    svg: &str,
    prefix: &str,
    attributes: &[(&str, String)],
    pictures: &mut Pictures,
) -> Result<String, Problems> {
    rewrite(svg, prefix, attributes, pictures).map_err(|error| {
        Problem::coded("template.ill-formed", format!("a picture is not readable XML: {error}"))
            .into()
    })
}

fn rewrite(
    svg: &str,
    prefix: &str,
    attributes: &[(&str, String)],
    pictures: &mut Pictures,
) -> Result<String, Box<dyn std::error::Error>> {
    let mut reader = Reader::from_str(svg);
    let mut writer = Writer::new(Vec::new());
    let mut root = true;
    // Whether the currently open picture, if any, became a use. Pictures are not nested.
    let mut in_use = false;
    loop {
        let event = match reader.read_event()? {
            Event::Eof => break,
            // Only valid at the start of a file.
            Event::Decl(_) | Event::DocType(_) => continue,
            Event::Start(start) => {
                let used = pictures.used(&start);
                in_use |= used.is_some();
                let start = used.unwrap_or(start);
                Event::Start(element(&start, prefix, std::mem::take(&mut root), attributes)?)
            }
            Event::End(end) if in_use && end.name().as_ref() == "image" => {
                in_use = false;
                Event::End(BytesEnd::new("use"))
            }
            Event::Empty(start) => {
                let start = pictures.used(&start).unwrap_or(start);
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
        // The value stays escaped: ids and references contain nothing that needs escapes.
        let value = attribute.value.as_ref();
        // Stored pictures are shared by all cards of the page.
        let is_shared =
            key.ends_with("href") && value.strip_prefix('#').is_some_and(|id| id.starts_with(KEPT));
        let value = match is_shared {
            true => value.to_owned(),
            false => prefixed(key, value, prefix).into_owned(),
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

    fn unique_svg(svg: &str, attributes: &[(&str, String)]) -> Result<String, Problems> {
        nested(svg, "p-", attributes, &mut Pictures::default())
    }

    #[test]
    fn an_embedded_picture_becomes_a_use_of_the_stored_one() {
        let svg = r#"<svg><image id="a" width="9" href="data:x"><title>Wood</title></image></svg>"#;
        let expected =
            r##"<svg><use id="p-a" href="#shared-picture-0"><title>Wood</title></use></svg>"##;
        assert_eq!(expected, unique_svg(svg, &[]).unwrap());
    }

    #[test]
    fn ids_and_all_references_to_them_get_the_prefix() {
        let svg = r##"<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" width="5mm" viewBox="0 0 5 5"><defs><path id="die"/></defs>
<use href="#die" fill="url(#g)" style="clip-path:url(#c)"/><a href="https://x#y">&amp;</a></svg>"##;
        let expected = r##"<svg xmlns="http://www.w3.org/2000/svg" x="3"><defs><path id="p-die"/></defs>
<use href="#p-die" fill="url(#p-g)" style="clip-path:url(#p-c)"/><a href="https://x#y">&amp;</a></svg>"##;
        assert_eq!(expected, unique_svg(svg, &[("x", "3".to_owned())]).unwrap());
    }

    #[test]
    fn escapes_in_values_stay_as_they_were() {
        let svg = r#"<svg label="a &lt; &quot;b&quot;"/>"#;
        assert_eq!(svg, unique_svg(svg, &[]).unwrap());
    }

    #[test]
    fn broken_xml_is_refused() {
        assert!(unique_svg("<svg><g></svg>", &[]).is_err());
    }
}
