//! Sets each letter of a text in a font that has it, marks right-to-left text, and inserts icons.
//!
//! Letters that a text's font lacks, and only they, are set in one of the theme's own: so figures keep their
//! width, and a file with live text names the font of every letter. Right-to-left texts are marked as such;
//! otherwise the drawing library would lay them out as an insertion in a left-to-right line, with the last
//! full stop at the wrong end.

use std::borrow::Cow;

use usvg::fontdb::Style;

use super::direction::{END, FROM_RIGHT};
use super::document::{Element, Node};
use super::fonts::Fonts;
use super::icons;
use super::text::lettering::Lettering;

/// Whether [`set`] may change any text of an SVG.
pub(super) fn is_needed(svg: &str, fonts: &Fonts) -> bool {
    let is_special = |letter| is_from_right(letter) || icons::is_icon(letter);
    fonts.has_own() || svg.contains(is_special) || matches!(icons::shown(svg), Cow::Owned(_))
}

/// Sets the fonts, directions and icons of every text of a bound face.
pub(super) fn set(root: &mut Element, fonts: &Fonts) {
    visit(root, &Lettering::in_fonts(fonts), fonts);
}

fn visit(element: &mut Element, above: &Lettering, fonts: &Fonts) {
    let lettering = above.within(element);
    if element.name == "text" {
        mark_direction(element);
        let has_icons = show_icons(element);
        if has_icons || fonts.has_own() {
            set_runs(element, &lettering, fonts);
        }
        return;
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            visit(child, &lettering, fonts);
        }
    }
}

/// Replaces icon names by icons; returns whether there are any.
fn show_icons(element: &mut Element) -> bool {
    let mut has_icons = false;
    for child in &mut element.children {
        match child {
            Node::Element(child) => has_icons |= show_icons(child),
            Node::Text(text, _) => {
                if let Cow::Owned(shown) = icons::shown(text) {
                    *text = shown;
                }
                has_icons |= text.contains(icons::is_icon);
            }
        }
    }
    has_icons
}

fn set_runs(element: &mut Element, lettering: &Lettering, fonts: &Fonts) {
    let mut children = Vec::new();
    for child in std::mem::take(&mut element.children) {
        match child {
            Node::Element(mut child) => {
                let own = lettering.within(&child);
                set_runs(&mut child, &own, fonts);
                children.push(Node::Element(child));
            }
            Node::Text(text, span) => {
                let Some(asked) = lettering.face() else {
                    children.push(Node::Text(text, span));
                    continue;
                };
                for (run, face) in fonts.runs(asked, &text) {
                    let run = Node::Text(run.to_owned(), span.clone());
                    children.push(match fonts.info(face).filter(|_| face != asked) {
                        None => run,
                        Some(info) => {
                            let family = info.families.first().map_or("", |(name, _)| name);
                            let style =
                                if info.style == Style::Normal { "normal" } else { "italic" };
                            let attributes = [
                                ("font-family", family.to_owned()),
                                ("font-weight", info.weight.0.to_string()),
                                ("font-style", style.to_owned()),
                            ];
                            let attributes =
                                attributes.map(|(key, value)| (key.to_owned(), value.into()));
                            Node::Element(Element {
                                name: "tspan".to_owned(),
                                attributes: attributes.into(),
                                children: vec![run],
                                span: span.clone(),
                            })
                        }
                    });
                }
            }
        }
    }
    element.children = children;
}

/// Marks a right-to-left text, or each such line of a text in lines.
fn mark_direction(text: &mut Element) {
    let has_place =
        |child: &Element| ["x", "y", "dy"].iter().any(|key| child.attribute(key).is_some());
    if text.elements().any(has_place) {
        for child in &mut text.children {
            if let Node::Element(child) = child {
                mark_direction(child);
            }
        }
    } else if runs_to_the_left(&text.text()) {
        text.children.insert(0, Node::Text(FROM_RIGHT.to_string(), 0..0));
        text.children.push(Node::Text(END.to_string(), 0..0));
        text.join_texts();
    }
}

/// Whether the first letter of a text belongs to a right-to-left script.
pub(super) fn runs_to_the_left(text: &str) -> bool {
    text.chars().find(|letter| letter.is_alphabetic()).is_some_and(is_from_right)
        && !text.starts_with(FROM_RIGHT)
}

/// The blocks of Hebrew, Arabic, Syriac and related scripts.
fn is_from_right(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::super::direction::is_direction;
    use super::*;
    use crate::diagnostic::Source;
    use crate::face::font_file::{FontAlias, FontFile};
    use crate::face::testing::bundled_font;

    fn set_in(fonts: &Fonts, body: &str) -> String {
        let svg = format!("<svg font-family=\"Rye\" font-weight=\"400\">{body}</svg>");
        let mut root = Element::read(&Source::new("card.svg", svg)).unwrap();
        set(&mut root, fonts);
        let svg = root.to_svg();
        svg.split_once("400\">").unwrap().1.strip_suffix("</svg>\n").unwrap().to_owned()
    }

    /// Plex under another name, beside Rye, which has few letters.
    fn with_label() -> Fonts {
        let names = FontAlias { family: Some("Label".to_owned()), ..FontAlias::default() };
        Fonts::with(vec![FontFile::read("a.ttf", bundled_font()).unwrap().renamed(&names)])
    }

    #[test]
    fn missing_letters_are_set_in_the_themes_own_font() {
        let label = "<tspan font-family=\"Label\" font-weight=\"500\" font-style=\"normal\">";
        let set = set_in(&with_label(), "<text>No 3 Č ď!</text>");
        assert_eq!(format!("<text>No 3 {label}Č ď</tspan>!</text>"), set);
        let spans = set_in(&with_label(), "<text>A<tspan font-family=\"Label\">Č</tspan></text>");
        assert_eq!("<text>A<tspan font-family=\"Label\">Č</tspan></text>", spans);
        assert_eq!("<text>Čas</text>", set_in(&Fonts::bundled(), "<text>Čas</text>"));
    }

    #[test]
    fn icons_are_set_in_their_own_font() {
        let set = set_in(
            &Fonts::bundled(),
            "<text>Turn <tspan fill=\"#000\">the :clock: on</tspan></text>",
        );
        let icon = "<tspan font-family=\"Action Deck Icons\" font-weight=\"400\" font-style=\"normal\">\u{f0009}</tspan>";
        assert_eq!(format!("<text>Turn <tspan fill=\"#000\">the {icon} on</tspan></text>"), set);
    }

    #[test]
    fn right_to_left_texts_and_lines_are_marked_once() {
        let set = |body: &str| set_in(&Fonts::bundled(), body);
        assert_eq!("<text>\u{202b}12 אב!\u{202c}</text>", set("<text>12 אב!</text>"));
        let lines = set("<text><tspan y=\"1\">אב</tspan><tspan y=\"2\">ab</tspan></text>");
        assert_eq!(
            "<text><tspan y=\"1\">\u{202b}אב\u{202c}</tspan><tspan y=\"2\">ab</tspan></text>",
            lines
        );
        assert!(is_direction("\u{202b}") && !is_direction("") && !is_direction("a\u{202b}"));
        assert!(!runs_to_the_left("日本") && !runs_to_the_left("12") && runs_to_the_left("(א"));
    }
}
