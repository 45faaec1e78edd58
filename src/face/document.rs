//! SVG files as editable trees that keep escapes intact when written.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use quick_xml::XmlVersion;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};

use crate::budget::{self, Budget, Excess, MAX_DEPTH, SvgError};
use crate::diagnostic::{Problem, Problems, Source};

use super::curves;
use super::value::{EmbeddedPng, Value};

/// An element with its attributes and children.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Element {
    pub(super) name: String,
    /// In the order of the file, values unescaped.
    pub(super) attributes: Vec<(String, Value)>,
    pub(super) children: Vec<Node>,
    /// The bytes of the start tag.
    pub(super) span: Range<usize>,
}

/// The content of an element. Comments and processing instructions are dropped, since they are not part of
/// the picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Element(Element),
    /// Unescaped text and its span in the file.
    Text(String, Range<usize>),
}

/// The prefix of links from a text to pictures that are passed along with it.
pub(super) const LINK: &str = "picture:";

impl Element {
    /// Reads the root element of a template, with quadratic curves.
    ///
    /// # Errors
    /// Those of [`read`](Self::read), and the first excess over the budget of a template.
    pub(super) fn read_template(source: &Arc<Source>) -> Result<Self, Problems> {
        // First, because it refuses entities: an entity of a megabyte may be used a million times.
        let mut root = Self::read(source)?;
        curves::make_quadratic(&mut root);
        match budget::read_svg(source.text(), Budget::TEMPLATE) {
            Err(SvgError::Excess(Excess { message, accepted, span })) => {
                let problem = Problem::coded("template.too-much", message);
                Err(problem.at(source, span).accepts(accepted).into())
            }
            // Other ill-formed content is reported with its place when the face is drawn.
            Ok(_) | Err(SvgError::IllFormed(_)) => Ok(root),
        }
    }

    /// Reads the root element of an SVG.
    pub(super) fn read(source: &Arc<Source>) -> Result<Self, Problems> {
        let mut reader = Reader::from_str(source.text());
        let mut open: Vec<Self> = Vec::new();
        let mut root = None;
        loop {
            let start = position(&reader);
            let event = reader.read_event();
            let span = start..position(&reader);
            let fault = |message: String| -> Problems {
                Problem::coded("template.ill-formed", message).at(source, span.clone()).into()
            };
            let event = event.map_err(|error| {
                let at = usize::try_from(reader.error_position()).unwrap_or(span.start);
                Problems::from(
                    Problem::coded(
                        "template.ill-formed",
                        format!("the SVG is ill-formed: {error}"),
                    )
                    .at(source, at..at),
                )
            })?;
            let closed = match event {
                Event::Start(tag) => {
                    if open.len() == MAX_DEPTH as usize {
                        return Err(fault(format!("elements nest deeper than {MAX_DEPTH}")));
                    }
                    open.push(Self::from_tag(&tag, span.clone()).map_err(fault)?);
                    None
                }
                Event::Empty(tag) => Some(Self::from_tag(&tag, span.clone()).map_err(fault)?),
                Event::End(_) => open.pop(),
                Event::Text(text) => {
                    add_text(&mut open, &text.xml10_content(), span.clone());
                    None
                }
                Event::CData(text) => {
                    add_text(&mut open, &text.xml10_content(), span.clone());
                    None
                }
                Event::GeneralRef(entity) => {
                    let letter = entity.resolve_char_ref().ok().flatten();
                    let known = quick_xml::escape::resolve_xml_entity(&entity);
                    let text = letter.map(String::from).or(known.map(str::to_owned));
                    let Some(text) = text else {
                        return Err(fault(format!("entity &{}; is unknown", &*entity)));
                    };
                    add_text(&mut open, &text, span.clone());
                    None
                }
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => None,
                Event::Eof => break,
            };
            if let Some(element) = closed {
                match open.last_mut() {
                    Some(parent) => parent.children.push(Node::Element(element)),
                    None if root.is_none() => root = Some(element),
                    None => return Err(fault("a second root element".to_owned())),
                }
            }
        }
        if let Some(element) = open.last() {
            let message = format!("<{}> is never closed", element.name);
            let problem = Problem::coded("template.ill-formed", message);
            return Err(problem.at(source, element.span.clone()).into());
        }
        Self::root_svg(root, source)
    }

    /// The root element, which is an `<svg>`.
    fn root_svg(root: Option<Self>, source: &Arc<Source>) -> Result<Self, Problems> {
        let end = source.text().len();
        match root {
            Some(root) if root.name == "svg" => Ok(root),
            Some(root) => {
                Err(Problem::coded("template.root", format!("the root element is <{}>", root.name))
                    .at(source, root.span)
                    .accepts("<svg>")
                    .into())
            }
            None => Err(Problem::coded("template.root", "the file holds no element")
                .at(source, end..end)
                .accepts("<svg>")
                .into()),
        }
    }

    fn from_tag(tag: &BytesStart<'_>, span: Range<usize>) -> Result<Self, String> {
        let mut attributes = Vec::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| format!("bad attribute: {error}"))?;
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| format!("bad attribute value: {error}"))?;
            attributes.push((attribute.key.as_ref().to_owned(), value.into_owned().into()));
        }
        let name = tag.name().as_ref().to_owned();
        Ok(Self { name, attributes, children: Vec::new(), span })
    }

    /// The element without children.
    pub(super) fn clone_without_children(&self) -> Self {
        Self {
            name: self.name.clone(),
            attributes: self.attributes.clone(),
            children: Vec::new(),
            span: self.span.clone(),
        }
    }

    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| &**value)
    }

    /// The value of a property: from `style`, or else the attribute.
    pub(super) fn property(&self, name: &str) -> Option<&str> {
        let style = self.attribute("style").unwrap_or_default();
        let mut styled = style.split(';').filter_map(|part| part.split_once(':'));
        let styled = styled.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim());
        styled.or_else(|| self.attribute(name))
    }

    /// Sets an attribute, keeping its position if it exists.
    pub(super) fn set(&mut self, name: &str, value: impl Into<Value>) {
        let value = value.into();
        match self.attributes.iter_mut().find(|(key, _)| key == name) {
            Some(entry) => entry.1 = value,
            None => self.attributes.push((name.to_owned(), value)),
        }
    }

    /// Sets a property, also where `style` overrides the attribute.
    pub(super) fn set_property(&mut self, name: &str, value: impl Into<Value>) {
        if let Some(style) = self.attribute("style") {
            let others = style
                .split(';')
                .filter(|part| part.split_once(':').is_some_and(|(key, _)| key.trim() != name));
            let others = others.collect::<Vec<_>>().join(";");
            self.set("style", others);
        }
        self.set(name, value);
    }

    /// The designer's name for the element: its `inkscape:label`, or else its id with spaces for underscores,
    /// since an id cannot hold spaces.
    pub(super) fn label(&self) -> Option<Cow<'_, str>> {
        let label = self.attribute("inkscape:label").map(Cow::Borrowed);
        label.or_else(|| self.attribute("id").map(|id| Cow::Owned(id.replace('_', " "))))
    }

    /// The name of the element in messages: `<text> "plain cause.d10.2"`.
    pub(super) fn described(&self) -> String {
        match self.label() {
            Some(label) => format!("<{}> {label:?}", self.name),
            None => format!("<{}>", self.name),
        }
    }

    /// The child elements.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(..) => None,
        })
    }

    /// Calls `visit` for this element and all its descendants, parents first.
    pub(super) fn visit<'e>(&'e self, visit: &mut impl FnMut(&'e Self)) {
        visit(self);
        self.elements().for_each(|child| child.visit(visit));
    }

    /// Joins adjacent texts and removes empty ones, as reading the written file would.
    pub(super) fn join_texts(&mut self) {
        self.children.retain(|child| !matches!(child, Node::Text(text, _) if text.is_empty()));
        self.children.dedup_by(|next, before| match (before, next) {
            (Node::Text(before, _), Node::Text(next, _)) => {
                before.push_str(next);
                true
            }
            _ => false,
        });
        for child in &mut self.children {
            if let Node::Element(child) = child {
                child.join_texts();
            }
        }
    }

    /// The joined text of the element and its descendants.
    pub(super) fn text(&self) -> String {
        let words = self.children.iter().map(|child| match child {
            Node::Text(text, _) => text.clone(),
            Node::Element(child) => child.text(),
        });
        words.collect()
    }

    /// The SVG with an XML declaration and a newline at the end.
    pub(super) fn to_svg(&self) -> String {
        self.written(&mut |_, value| Some(Cow::Borrowed(value)))
    }

    /// As [`to_svg`](Self::to_svg) with pixel pictures replaced by links: `picture:0` is the first of the
    /// list.
    pub(super) fn to_linked_svg(&self) -> (String, Vec<Arc<EmbeddedPng>>) {
        let mut pictures = Vec::new();
        let text = self.written(&mut |_, value| match value {
            Value::Text(text) => Some(Cow::Borrowed(text.as_str())),
            Value::Picture(picture) => {
                pictures.push(Arc::clone(picture));
                Some(Cow::Owned(format!("{LINK}{}", pictures.len() - 1)))
            }
        });
        (text, pictures)
    }

    /// Writes the SVG with each attribute value replaced by the result of `value`; `None` omits it.
    pub(super) fn written<'e>(
        &'e self,
        value: &mut impl FnMut(&str, &'e Value) -> Option<Cow<'e, str>>,
    ) -> String {
        let mut writer = Writer::new(Vec::new());
        self.write(&mut writer, value).expect("a vector takes every byte");
        let body = String::from_utf8(writer.into_inner()).expect("the parts were text");
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{body}\n")
    }

    fn write<'e>(
        &'e self,
        writer: &mut Writer<Vec<u8>>,
        written: &mut impl FnMut(&str, &'e Value) -> Option<Cow<'e, str>>,
    ) -> std::io::Result<()> {
        let mut tag = BytesStart::new(self.name.as_str());
        for (key, value) in &self.attributes {
            if let Some(value) = written(key, value) {
                tag.push_attribute((key.as_str(), &*value));
            }
        }
        if self.children.is_empty() {
            return writer.write_event(Event::Empty(tag));
        }
        writer.write_event(Event::Start(tag))?;
        for child in &self.children {
            match child {
                Node::Element(element) => element.write(writer, written)?,
                Node::Text(text, _) => writer.write_event(Event::Text(BytesText::new(text)))?,
            }
        }
        writer.write_event(Event::End(BytesEnd::new(self.name.as_str())))
    }
}

fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).expect("the text is in memory")
}

/// Adds text to the innermost open element, joined to text before it: an entity splits the parser's text
/// events.
fn add_text(open: &mut [Element], text: &str, span: Range<usize>) {
    let Some(element) = open.last_mut() else { return };
    if let Some(Node::Text(before, place)) = element.children.last_mut() {
        before.push_str(text);
        place.end = span.end;
    } else {
        element.children.push(Node::Text(text.to_owned(), span));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Element, String> {
        Element::read(&Source::new("card.svg", text)).map_err(|problems| problems.to_string())
    }

    #[test]
    fn what_is_read_is_written_again() {
        let body = "<svg a=\"1 &lt; 2 &amp; &quot;x&quot;\"><g id=\"é\"/>\n <text>a &amp; b &lt;c</text></svg>";
        let written = read(body).unwrap().to_svg();
        assert_eq!(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{body}\n"), written);
    }

    #[test]
    fn entities_and_character_references_join_the_text_around_them() {
        let root = read("<svg>a&amp;b&#x2212;c<![CDATA[<d>]]></svg>").unwrap();
        assert!(matches!(&root.children[..], [Node::Text(text, _)] if text == "a&b\u{2212}c<d>"));
    }

    #[test]
    fn faults_have_places() {
        let cases = [
            ("", "card.svg:1:1: the file holds no element"),
            ("<svg>\n<g>", "card.svg:2:1: <g> is never closed"),
            ("<g/>", "card.svg:1:1: the root element is <g>"),
            ("<svg/><svg/>", "card.svg:1:7: a second root element"),
            ("<svg>\n &foo;</svg>", "card.svg:2:2: entity &foo; is unknown"),
            ("<svg><a></b></svg>", "card.svg:1:9: the SVG is ill-formed"),
            ("<svg a=\"1\" a=\"2\"/>", "card.svg:1:1: bad attribute"),
        ];
        for (text, expected) in cases {
            let problems = read(text).unwrap_err();
            assert!(problems.starts_with(expected), "{text:?}: {problems}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_and_attribute_survives_writing_and_reading(
            text in "[^\\p{Cc}]{1,40}",
            value in "[^\\p{Cc}]{0,40}",
        ) {
            let element = Element {
                name: "svg".to_owned(),
                attributes: vec![("a".to_owned(), value.clone().into())],
                children: vec![Node::Text(text.clone(), 0..0)],
                span: 0..0,
            };
            let back = read(&element.to_svg()).unwrap();
            proptest::prop_assert_eq!(Some(value.as_str()), back.attribute("a"));
            proptest::prop_assert!(
                matches!(&back.children[..], [Node::Text(read, _)] if *read == text)
            );
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "(<|/|>|\"|&|svg|g|a=|!--|\\?|\\PC){0,30}") {
            let _ = read(&text);
        }
    }

    #[test]
    fn deep_nesting_is_refused_not_followed() {
        let deep = "<svg>".repeat(100_000);
        assert!(read(&deep).unwrap_err().contains("deeper"));
    }
}
