//! Binding: fills a template with a card's values and returns one complete SVG.

use std::sync::Arc;

use crate::deck::{Card, Deck};
use crate::diagnostic::{Problems, Source};

use super::back_place::BackPlace;
use super::backs::Backs;
use super::document::{Element, Node};
use super::label::Label;
use super::name::Name;
use super::template::{self, Side};
use super::text::lettering::Lettering;
use super::text::several_lines::Lines;
use super::values::Values;
use super::{CompanionAddress, Extra, Fonts, Pictures, Theme, Words, code, placeholder};

/// The templates of a theme, read and checked for a deck.
#[derive(Clone, Debug)]
pub struct Binder<'a> {
    deck: &'a Deck,
    words: Arc<Words>,
    fonts: Fonts,
    edition: String,
    companion: Option<CompanionAddress>,
    card: Element,
    /// By index.
    backs: Vec<Element>,
    behind: Backs,
    /// The extra cards of the theme, or what is wrong with their templates.
    extras: Vec<(Extra, Result<Element, Problems>)>,
    pictures: Pictures,
}

/// Returns a card's front as a complete SVG: width and height in millimetres with bleed, user units of 1 mm
/// with the origin at the corner of the trim.
///
/// To bind many cards, create one [`Binder`].
///
/// # Errors
/// As [`Binder::new`].
pub fn bind_card(theme: &Theme, deck: &Deck, card: &Card) -> Result<String, Problems> {
    Binder::new(theme, deck).map(|binder| binder.card(card))
}

/// Returns the back of the deck as a complete SVG, of the same size as the fronts; the first if there are
/// several.
///
/// # Errors
/// As [`Binder::new`].
pub fn bind_back(theme: &Theme, deck: &Deck) -> Result<String, Problems> {
    Binder::new(theme, deck).map(|binder| binder.back())
}

impl<'a> Binder<'a> {
    /// Reads the templates of `theme` for `deck`.
    ///
    /// Ill-formed files, placeholders and labels, names the deck does not have, colours that are not
    /// swatches, and a size that is not the theme's, all with file, line and column. Faults of an extra card
    /// only prevent that card.
    pub fn new(theme: &Theme, deck: &'a Deck) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let mut read = |source: &Arc<Source>, side| {
            let (root, faults) = template::read(source, theme, deck, side);
            problems.extend(faults);
            root
        };
        let card = read(theme.card(), Side::Front);
        let templates = theme.back_templates().iter();
        let backs = templates.filter_map(|back| read(&back.source, Side::Back)).collect();
        let extras = theme.extras().filter_map(|extra| {
            let (root, faults) = template::read(theme.extra(extra)?, theme, deck, Side::Back);
            let read = match root {
                Some(root) => faults.into_result(root),
                None => Err(faults),
            };
            Some((extra, read))
        });
        let extras: Vec<(Extra, Result<Element, Problems>)> = extras.collect();
        let behind = Backs::new(theme, deck).map_err(|faults| problems.extend(faults));
        match (card, behind) {
            (Some(card), Ok(behind)) => {
                let edition = deck.edition().to_string();
                let companion = theme.companion_address().cloned();
                let words = Arc::clone(theme.words());
                let fonts = theme.fonts().clone();
                let backs: Vec<Element> = backs;
                let of_extras = extras.iter().filter_map(|(_, root)| root.as_ref().ok());
                let templates = [&card].into_iter().chain(&backs).chain(of_extras);
                let pictures = Pictures::from_roots(templates);
                problems.into_result(Self {
                    deck,
                    pictures,
                    words,
                    fonts,
                    edition,
                    companion,
                    card,
                    backs,
                    behind,
                    extras,
                })
            }
            _ => Err(problems),
        }
    }

    /// The front of a card.
    pub fn card(&self, card: &Card) -> String {
        self.bound_card(card).to_svg()
    }

    /// The back; the first if there are several.
    pub fn back(&self) -> String {
        self.bound_back(BackPlace::FIRST).to_svg()
    }

    /// The back of a card.
    pub fn back_of(&self, card: &Card) -> String {
        self.bound_back(self.behind.behind(card.number)).to_svg()
    }

    /// The back of each card.
    pub fn backs(&self) -> &Backs {
        &self.behind
    }

    /// An extra card, if the theme has it.
    pub fn extra(&self, extra: Extra) -> Option<String> {
        self.bound_extra(extra).map(|bound| bound.to_svg())
    }

    pub(super) fn bound_card(&self, card: &Card) -> Element {
        let mut front = bound(&self.card, &self.values(Some(card)), Purpose::Print);
        if let Some(address) = &self.companion {
            code::draw(&mut front, address, card.number);
        }
        front
    }

    pub(super) fn bound_back(&self, place: BackPlace) -> Element {
        bound(&self.backs[place.index()], &self.values(None), Purpose::Print)
    }

    pub(super) fn bound_extra(&self, extra: Extra) -> Option<Element> {
        Some(bound(self.extra_template(extra)?, &self.values(None), Purpose::Print))
    }

    fn extra_template(&self, extra: Extra) -> Option<&Element> {
        self.read_extra(extra)?.as_ref().ok()
    }

    /// The faults of an extra card's template.
    pub(super) fn extra_faults(&self, extra: Extra) -> Option<&Problems> {
        self.read_extra(extra)?.as_ref().err()
    }

    fn read_extra(&self, extra: Extra) -> Option<&Result<Element, Problems>> {
        self.extras.iter().find(|(own, _)| *own == extra).map(|(_, root)| root)
    }

    /// An extra card with its boxes, if the theme has it.
    pub(super) fn boxes_of_extra(&self, extra: Extra) -> Option<Element> {
        Some(bound(self.extra_template(extra)?, &self.values(None), Purpose::Measure))
    }

    /// A card's front with its boxes; ids are names.
    pub(super) fn boxes_of_card(&self, card: &Card) -> Element {
        bound(&self.card, &self.values(Some(card)), Purpose::Measure)
    }

    /// A back with its boxes; ids are names.
    pub(super) fn boxes_of_back(&self, place: BackPlace) -> Element {
        bound(&self.backs[place.index()], &self.values(None), Purpose::Measure)
    }

    /// The deck of the templates.
    pub(super) fn deck(&self) -> &'a Deck {
        self.deck
    }

    /// The pictures with inks of their own.
    pub(super) fn pictures(&self) -> &Pictures {
        &self.pictures
    }

    /// The front's template, before binding.
    pub(super) fn template(&self) -> &Element {
        &self.card
    }

    /// The values that placeholders may show.
    pub(super) fn values<'v>(&'v self, card: Option<&'v Card>) -> Values<'v> {
        Values {
            deck: self.deck,
            words: &self.words,
            fonts: &self.fonts,
            scale: 1.0,
            edition: &self.edition,
            card,
        }
    }
}

/// The purpose of a bound template.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Print,
    /// Includes the boxes that texts must stay in.
    Measure,
}

/// The template filled with these values. Its labels were checked before.
fn bound(face: &Element, values: &Values<'_>, purpose: Purpose) -> Element {
    let mut element = Element {
        name: face.name.clone(),
        attributes: face.attributes.clone(),
        children: Vec::with_capacity(face.children.len()),
        span: face.span.clone(),
    };
    for child in &face.children {
        let Node::Element(child) = child else {
            element.children.push(child.clone());
            continue;
        };
        if child.name == "sodipodi:namedview" || child.name == "metadata" {
            continue;
        }
        match child.label().as_deref().map(Label::parse) {
            Some(Ok(Some(Label::Shown(condition)))) if !condition.holds(values) => {}
            Some(Ok(Some(Label::Box(_)))) if purpose == Purpose::Print => {}
            Some(Ok(Some(Label::Box(names)))) => {
                let mut child = bound(child, values, purpose);
                let names: Vec<Name> =
                    names.into_iter().map(|name| name.resolved(values.deck.layout())).collect();
                child.set("id", format!("box {}", listed(&names)));
                child.set("style", "fill:#000000".to_owned());
                element.children.push(Node::Element(child));
            }
            Some(Ok(Some(Label::ScatterHand))) => {
                let mut child = bound(child, values, purpose);
                if let (Some((cx, cy)), Some(card)) = (template::scatter_centre(face), values.card)
                {
                    // Whole degrees: the viewer computes the sine, so no rounding of ours is in the file.
                    let turn =
                        format!("rotate({} {cx} {cy})", u16::from(card.scatter.get()) * 30 % 360);
                    let own = child.attribute("transform").unwrap_or_default().to_owned();
                    child.set("transform", format!("{turn} {own}").trim_end().to_owned());
                }
                element.children.push(Node::Element(child));
            }
            _ => {
                let child = bound(child, values, purpose);
                match Lines::from_text(&child) {
                    Some(lines) => {
                        let lettering = Lettering::in_fonts(values.fonts).within(&child);
                        let lines = lines.broken(&child, &lettering).into_iter();
                        element.children.extend(lines.map(Node::Element));
                    }
                    None => element.children.push(Node::Element(child)),
                }
            }
        }
    }
    if placeholder::is_bound(&element) {
        let names = placeholder::fill(&mut element, values);
        if element.name == "text" && !names.is_empty() {
            element.set("data-field", listed(&names));
        }
    }
    element
}

/// Names as listed in `data-field`.
fn listed(names: &[Name]) -> String {
    let names: Vec<String> = names.iter().map(Name::to_string).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::testing::{deck, deck_where, number, svg, theme, theme_of};

    /// The content of a bound front's root element.
    fn bound_body(front: &str, deck: &Deck, card: u8) -> String {
        let svg = bind_card(&theme(front), deck, deck.card(number(card)))
            .unwrap_or_else(|problems| panic!("{problems}"));
        let body = svg.split_once("font-size=\"3\">").unwrap().1;
        body.strip_suffix("</svg>\n").unwrap().to_owned()
    }

    fn faults(front: &str) -> String {
        Binder::new(&theme(front), &deck()).unwrap_err().to_string()
    }

    #[test]
    fn placeholders_take_the_cards_values_and_say_which() {
        let deck = deck();
        assert_eq!(
            "<text data-field=\"number suit.name\">34: diamonds</text>",
            bound_body("<text>{{number}}: {{suit.name}}</text>", &deck, 34)
        );
        assert_eq!(
            "<text data-field=\"toggle\">YES</text>",
            bound_body("<text>{{TOGGLE}}</text>", &deck, 34)
        );
        assert_eq!(
            "<text data-field=\"rank.card\">10</text>",
            bound_body("<text>{{rank.card}}</text>", &deck, 34)
        );
    }

    #[test]
    fn a_placeholder_split_over_spans_keeps_the_spans() {
        assert_eq!(
            "<text data-field=\"number\"><tspan x=\"1\">No. 34</tspan><tspan>!</tspan></text>",
            bound_body(
                "<text><tspan x=\"1\">No. {{num</tspan><tspan>ber}}!</tspan></text>",
                &deck(),
                34
            )
        );
    }

    #[test]
    fn markup_in_a_location_name_stays_text() {
        let deck = deck_where(|csv| csv.replace("belly", "arm & <leg>"));
        let card = deck.cards().iter().find(|card| card.hit[0].contains('&')).unwrap();
        assert_eq!(
            "<text data-field=\"hit.1\">arm &amp; &lt;leg&gt;</text>",
            bound_body("<text>{{hit.1}}</text>", &deck, card.number.get())
        );
    }

    #[test]
    fn penetration_bears_its_sign() {
        let deck = deck();
        for card in deck.cards() {
            let body = bound_body("<text>{{penetration}}</text>", &deck, card.number.get());
            let text = body.split(['>', '<']).nth(2).unwrap();
            let expected = match card.penetration {
                0 => "0".to_owned(),
                below @ ..0 => format!("−{}", -below),
                above => format!("+{above}"),
            };
            assert_eq!(expected, text);
        }
    }

    #[test]
    fn every_cause_cell_shows_exactly_one_of_its_three_looks() {
        let front = "<g inkscape:label=\"plain cause.d8.4\"/>\
            <g inkscape:label=\"exceptional cause.d8.4\"/><g inkscape:label=\"cf cause.d8.4\"/>";
        let deck = deck();
        let mut looks = std::collections::BTreeSet::new();
        for card in deck.cards() {
            let body = bound_body(front, &deck, card.number.get());
            assert_eq!(1, body.matches("<g ").count(), "card {}: {body}", card.number);
            looks.insert(body);
        }
        assert_eq!(3, looks.len());
    }

    #[test]
    fn conditions_on_values_show_and_hide() {
        let deck = deck();
        let front = "<g inkscape:label=\"is suit.name red joker|diamonds\"/>\
            <g id=\"has_failure\"/><g id=\"blank failure\"/><g id=\"is penetration -2\"/>";
        for card in deck.cards() {
            let body = bound_body(front, &deck, card.number.get());
            let red = ["red joker", "diamonds"].contains(&card.suit.name());
            assert_eq!(red, body.contains("suit.name"));
            assert_eq!(card.failure.is_some(), body.contains("has_failure"));
            assert_eq!(card.failure.is_none(), body.contains("blank failure"));
            assert_eq!(card.penetration == -2, body.contains("is penetration"));
        }
    }

    #[test]
    fn the_hand_turns_about_the_centre_of_its_clock_by_whole_degrees() {
        let deck = deck();
        let front = "<g><circle inkscape:label=\"scatter centre\" cx=\"45.4\" cy=\"8.2\"/>\
            <path inkscape:label=\"scatter hand\" transform=\"scale(2)\"/></g>";
        for card in deck.cards() {
            let degrees = u16::from(card.scatter.get()) % 12 * 30;
            let body = bound_body(front, &deck, card.number.get());
            let expected = format!("transform=\"rotate({degrees} 45.4 8.2) scale(2)\"");
            assert!(body.contains(&expected), "{body}");
        }
    }

    #[test]
    fn boxes_and_the_editors_own_data_are_not_printed() {
        let front = "<sodipodi:namedview/><metadata>x</metadata><rect id=\"box hit.1\"/><g/>";
        assert_eq!("<g/>", bound_body(front, &deck(), 1));
    }

    #[test]
    fn faults_of_all_files_are_reported_with_places() {
        let card =
            svg("\n<text>{{cause.d20.1}}</text>\n<text>{{nunber}}</text>\n<g id=\"plain hit.1\"/>\
             \n<path fill=\"#abcdef\"/>\n<path id=\"scatter hand\"/>\n<text>{{number</text>");
        let back = svg("\n<text>{{number}}</text>").replace("69.85mm", "63.5mm");
        let problems = Binder::new(&theme_of(&card, &back), &deck()).unwrap_err().to_string();
        let expected = [
            "card.svg:2:7: placeholder {{cause.d20.1}}: the deck has no cause.d20.1",
            "card.svg:3:7: placeholder {{nunber}}: the deck has no nunber",
            "card.svg:4:1: label \"plain hit.1\" is not an instruction; accepted: plain cause.d10.2",
            "card.svg:6:1: the scatter hand has no centre to turn about",
            "card.svg:7:7: placeholder \"{{number\" is never closed",
            "card.svg:5:1: fill \"#abcdef\" of <path> is not a swatch",
            "back.svg:1:1: width \"63.5mm\" is not that of the theme's card with bleed; accepted: 69.85mm",
            "back.svg:2:7: placeholder {{number}}: the deck has no number; accepted: deck, edition, version",
        ];
        assert_eq!(expected.len(), problems.lines().count(), "{problems}");
        for (expected, found) in expected.iter().zip(problems.lines()) {
            assert!(found.starts_with(expected), "{expected}\n{found}");
        }
    }

    #[test]
    fn a_label_with_an_unknown_name_is_reported() {
        assert!(
            faults("<g id=\"has omen\"/>").contains("label \"has omen\": the deck has no omen")
        );
    }

    /// With `sodipodi:role`, styles in one attribute and private data, as an editor writes.
    #[test]
    fn a_file_as_inkscape_saves_it_binds_and_draws() {
        let front = "<sodipodi:namedview id=\"base\" pagecolor=\"#fafafa\"/><defs id=\"defs1\"/>\
            <g inkscape:groupmode=\"layer\" id=\"layer1\" inkscape:label=\"Layer 1\">\
            <text xml:space=\"preserve\" id=\"text7\" x=\"9\" y=\"9\" style=\"font-style:normal;\
            font-weight:bold;font-size:3px;font-family:'IBM Plex Sans Condensed';\
            -inkscape-font-specification:'IBM Plex Sans Condensed Bold';fill:#000000;stroke:none\">\
            <tspan sodipodi:role=\"line\" id=\"tspan7\" x=\"9\" y=\"9\">{{cause.</tspan>\
            <tspan sodipodi:role=\"line\" id=\"tspan8\" x=\"9\" y=\"12\">d10.2}}</tspan></text></g>";
        let root = "xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" xmlns=";
        let card = svg(front).replacen("xmlns=", root, 1);
        let deck = deck();
        let theme = theme_of(&card, &svg("<g/>"));
        let bound = bind_card(&theme, &deck, deck.card(number(34))).unwrap();
        assert!(bound.contains(">10</tspan>"), "{bound}");
        assert!(bound.contains("data-field=\"cause.d10.2\""), "{bound}");
        crate::face::parse_svg(&bound).unwrap_or_else(|problems| panic!("{problems}"));
    }

    #[test]
    fn binding_is_the_same_every_time() {
        let deck = deck();
        let theme = Theme::built_in("future-imperfect").unwrap();
        let once = bind_card(&theme, &deck, deck.card(number(34))).unwrap();
        assert_eq!(once, Binder::new(&theme, &deck).unwrap().card(deck.card(number(34))));
    }
}
