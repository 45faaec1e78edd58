//! Stores equal pixel pictures of a page once.

use quick_xml::events::BytesStart;
use svg::node::element::{Definitions, Image};

/// The attributes that identify a picture; the others belong to its place.
const OF_THE_PICTURE: [&str; 8] =
    ["x", "y", "width", "height", "preserveAspectRatio", "image-rendering", "href", "xlink:href"];

/// The pictures of a page.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    /// The attributes of each stored picture.
    kept: Vec<Vec<(String, String)>>,
}

impl Pictures {
    /// The replacement of an element, if it is an embedded picture: a `<use>` of the stored one.
    pub(super) fn used<'a>(&mut self, element: &BytesStart<'a>) -> Option<BytesStart<'a>> {
        if element.name().as_ref() != "image" {
            return None;
        }
        let (mut picture, mut place) = (Vec::new(), BytesStart::new("use"));
        let mut link = None;
        for attribute in element.attributes() {
            let attribute = attribute.ok()?;
            let (key, value) = (attribute.key.as_ref(), attribute.value.as_ref());
            if !OF_THE_PICTURE.contains(&key) {
                place.push_attribute(attribute);
                continue;
            }
            if key.ends_with("href") {
                link = value.starts_with("data:").then(|| key.to_owned());
                picture.push(("href".to_owned(), value.to_owned()));
            } else {
                picture.push((key.to_owned(), value.to_owned()));
            }
        }
        let link = link?;
        let known = self.kept.iter().position(|kept| *kept == picture);
        let at = known.unwrap_or_else(|| {
            self.kept.push(picture);
            self.kept.len() - 1
        });
        place.push_attribute((link.as_str(), format!("#{}", id(at)).as_str()));
        Some(place)
    }

    /// The stored pictures, if there are any.
    pub(super) fn definitions(&self) -> Option<Definitions> {
        if self.kept.is_empty() {
            return None;
        }
        let images = self.kept.iter().enumerate().map(|(at, attributes)| {
            let image = Image::new().set("id", id(at));
            attributes.iter().fold(image, |image, (key, value)| image.set(key, value.as_str()))
        });
        Some(images.fold(Definitions::new(), Definitions::add))
    }
}

/// The prefix of stored pictures' ids. Ids of cards differ: they begin with the number of their place.
pub(super) const KEPT: &str = "shared-picture-";

fn id(at: usize) -> String {
    format!("{KEPT}{at}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(pictures: &mut Pictures, attributes: &str) -> Option<String> {
        let text = format!("image {attributes}");
        let used = pictures.used(&BytesStart::from_content(text, 5))?;
        let attributes = used.attributes().flatten();
        Some(attributes.map(|a| format!("{}={} ", a.key.as_ref(), a.value)).collect())
    }

    #[test]
    fn equal_pictures_are_stored_once_and_placed_separately() {
        let mut pictures = Pictures::default();
        let first = "id=\"a\" width=\"9\" xlink:href=\"data:x\" clip-path=\"url(#c)\"";
        let expected = "id=a clip-path=url(#c) xlink:href=#shared-picture-0 ";
        assert_eq!(Some(expected.to_owned()), used(&mut pictures, first));
        let again = "width=\"9\" href=\"data:x\" transform=\"scale(2)\"";
        let expected = "transform=scale(2) href=#shared-picture-0 ";
        assert_eq!(Some(expected.to_owned()), used(&mut pictures, again));
        let wider = "width=\"10\" href=\"data:x\"";
        assert_eq!(Some("href=#shared-picture-1 ".to_owned()), used(&mut pictures, wider));
        let text = pictures.definitions().unwrap().to_string();
        assert_eq!(2, text.matches("<image").count(), "{text}");
    }

    #[test]
    fn other_elements_stay() {
        let mut pictures = Pictures::default();
        assert_eq!(None, used(&mut pictures, "href=\"#other\""));
        assert!(pictures.definitions().is_none());
    }
}
