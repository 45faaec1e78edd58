//! Binding: a template and a card become one complete SVG.

use std::sync::Arc;

use crate::deck::{Card, Deck};
use crate::diagnostic::{Problem, Problems, Source};

use super::document::{Element, Node};
use super::label::Label;
use super::name::{Name, Values};
use super::{Format, Theme, colours, placeholder};

/// A theme's templates, read and checked against a deck, ready to take its cards.
#[derive(Clone, Debug)]
pub struct Binder<'a> {
    deck: &'a Deck,
    edition: String,
    card: Element,
    back: Element,
}

/// One card's front as a complete SVG: width and height in millimetres with bleed, user units
/// millimetres with the corner of the trim at (0, 0).
///
/// To bind many cards, make one [`Binder`].
///
/// # Errors
/// As [`Binder::new`].
pub fn bind_card(theme: &Theme, deck: &Deck, card: &Card) -> Result<String, Problems> {
    Binder::new(theme, deck).map(|binder| binder.card(card))
}

/// The back of the deck's cards as a complete SVG, of the same size as the fronts.
///
/// # Errors
/// As [`Binder::new`].
pub fn bind_back(theme: &Theme, deck: &Deck) -> Result<String, Problems> {
    Binder::new(theme, deck).map(|binder| binder.back())
}

impl<'a> Binder<'a> {
    /// Reads the templates of `theme` for `deck`.
    ///
    /// # Errors
    /// Every ill-formed file, placeholder or label, every name the deck does not have, every
    /// colour no swatch has, and a size that is not the theme's: all with file, line and column.
    pub fn new(theme: &Theme, deck: &'a Deck) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let mut read = |source: &Arc<Source>, is_back: bool| match Element::read(source) {
            Ok(root) => {
                problems.extend(size(&root, source, theme.format()));
                problems.extend(names(&root, source, deck, is_back));
                problems.extend(colours::off_palette(&root, source, theme.palette()));
                Some(root)
            }
            Err(faults) => {
                problems.extend(faults);
                None
            }
        };
        let roots = (read(theme.card(), false), read(theme.back(), true));
        match roots {
            (Some(card), Some(back)) => {
                problems.into_result(Self { deck, edition: deck.edition().to_string(), card, back })
            }
            _ => Err(problems),
        }
    }

    /// A card's front.
    pub fn card(&self, card: &Card) -> String {
        bound(&self.card, &self.values(Some(card)), Purpose::Print).to_svg()
    }

    /// The back.
    pub fn back(&self) -> String {
        bound(&self.back, &self.values(None), Purpose::Print).to_svg()
    }

    /// A card's front with its texts and boxes named by id, to be measured.
    pub(super) fn measurable_card(&self, card: &Card) -> Element {
        bound(&self.card, &self.values(Some(card)), Purpose::Measure)
    }

    /// The deck the templates were read for.
    pub(super) fn deck(&self) -> &'a Deck {
        self.deck
    }

    /// The front as the designer made it.
    pub(super) fn template(&self) -> &Element {
        &self.card
    }

    /// What a card can be asked.
    pub(super) fn values(&self, card: Option<&'a Card>) -> Values<'_>
    where
        'a: 'a,
    {
        Values { deck: self.deck, edition: &self.edition, card }
    }
}

/// What a bound template is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Print,
    Measure,
}

/// The size of the root element against the theme's.
fn size(root: &Element, source: &Arc<Source>, format: Format) -> Problems {
    let mm =
        |length: f64| format!("{length:.3}").trim_end_matches('0').trim_end_matches('.').to_owned();
    let (width, height) = (mm(format.full_width_mm()), mm(format.full_height_mm()));
    let bleed = mm(-format.bleed_mm());
    let expected = [
        ("width", format!("{width}mm")),
        ("height", format!("{height}mm")),
        ("viewBox", format!("{bleed} {bleed} {width} {height}")),
    ];
    let mut problems = Problems::new();
    for (key, accepted) in expected {
        let found = root.attribute(key).unwrap_or_default();
        let parts = |text: &str| -> Option<Vec<f64>> {
            let text = text.trim_end_matches("mm");
            text.split([' ', ','])
                .filter(|part| !part.is_empty())
                .map(|part| part.parse().ok())
                .collect()
        };
        let near = |a: &[f64], b: &[f64]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 0.001)
        };
        let fits = match (parts(found), parts(&accepted)) {
            (Some(found), Some(accepted)) => near(&found, &accepted),
            _ => false,
        };
        if !fits || found.ends_with("mm") != accepted.ends_with("mm") {
            let message = format!("{key} {found:?} is not that of the theme's card with bleed");
            problems.push(Problem::new(message).at(source, root.span.clone()).accepts(accepted));
        }
    }
    problems
}

/// Placeholders and labels that are ill-formed or ask for what the deck does not have.
fn names(root: &Element, source: &Arc<Source>, deck: &Deck, is_back: bool) -> Problems {
    let mut problems = Problems::new();
    let known = |name: &Name| name.is_on(deck.layout()) && (!is_back || name.is_of_deck());
    let accepted = if is_back { "deck, edition" } else { Name::ACCEPTED };
    root.visit(&mut |element| {
        if let Some(label) = element.label() {
            match Label::parse(label) {
                Err(fault) => problems.push(
                    Problem::new(fault.message)
                        .at(source, element.span.clone())
                        .accepts(fault.accepted),
                ),
                Ok(Some(label)) => {
                    for name in label.names().into_iter().filter(|name| !known(name)) {
                        let message = format!(
                            "label {:?}: there is no {name}",
                            element.label().unwrap_or_default()
                        );
                        problems.push(
                            Problem::new(message)
                                .at(source, element.span.clone())
                                .accepts(accepted),
                        );
                    }
                }
                Ok(None) => {}
            }
            if label == "scatter hand" && centre_beside(root, element).is_none() {
                let message = "the scatter hand has nothing to turn about";
                problems.push(
                    Problem::new(message)
                        .at(source, element.span.clone())
                        .accepts("a <circle> \"scatter centre\" in the same group"),
                );
            }
        }
        if !placeholder::is_bound(element) {
            return;
        }
        for piece in placeholder::pieces(element) {
            match piece.name {
                Ok(name) if known(&name) => {}
                Ok(name) => problems.push(
                    Problem::new(format!("placeholder {{{{{name}}}}}: the deck has no {name}"))
                        .at(source, piece.span)
                        .accepts(accepted),
                ),
                Err(message) => {
                    problems.push(Problem::new(message).at(source, piece.span).accepts(accepted))
                }
            }
        }
    });
    problems
}

/// The centre of the `scatter centre` circle among the siblings of `hand`.
fn centre_beside(root: &Element, hand: &Element) -> Option<(String, String)> {
    let mut centre = None;
    root.visit(&mut |parent| {
        if parent.elements().any(|child| std::ptr::eq(child, hand)) {
            centre = centre_in(parent);
        }
    });
    centre
}

fn centre_in(parent: &Element) -> Option<(String, String)> {
    let circle = parent.elements().find(|child| child.label() == Some("scatter centre"))?;
    let number = |key| {
        let text = circle.attribute(key).unwrap_or("0");
        text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|_| text.to_owned())
    };
    (circle.name == "circle" || circle.name == "ellipse").then_some((number("cx")?, number("cy")?))
}

/// The template with everything in place for these values. Labels are known to be good.
fn bound(template: &Element, values: &Values<'_>, purpose: Purpose) -> Element {
    let mut element = Element {
        name: template.name.clone(),
        attributes: template.attributes.clone(),
        children: Vec::with_capacity(template.children.len()),
        span: template.span.clone(),
    };
    for child in &template.children {
        let Node::Element(child) = child else {
            element.children.push(child.clone());
            continue;
        };
        if child.name == "sodipodi:namedview" || child.name == "metadata" {
            continue;
        }
        match child.label().map(Label::parse) {
            Some(Ok(Some(Label::Shown(condition)))) if !condition.holds(values) => {}
            Some(Ok(Some(Label::Box(_)))) if purpose == Purpose::Print => {}
            Some(Ok(Some(Label::Box(names)))) => {
                let mut child = bound(child, values, purpose);
                child.set("id", format!("box {}", listed(&names)));
                child.set("style", "fill:#000000".to_owned());
                element.children.push(Node::Element(child));
            }
            Some(Ok(Some(Label::ScatterHand))) => {
                let mut child = bound(child, values, purpose);
                if let (Some((cx, cy)), Some(card)) = (centre_in(template), values.card) {
                    // Whole degrees, left to the drawing program: no sine of ours is in the file.
                    let turn =
                        format!("rotate({} {cx} {cy})", u16::from(card.scatter.get()) * 30 % 360);
                    let own = child.attribute("transform").unwrap_or_default().to_owned();
                    child.set("transform", format!("{turn} {own}").trim_end().to_owned());
                }
                element.children.push(Node::Element(child));
            }
            _ => element.children.push(Node::Element(bound(child, values, purpose))),
        }
    }
    if placeholder::is_bound(&element) {
        let names = placeholder::fill(&mut element, values);
        if element.name == "text" && !names.is_empty() {
            let names = listed(&names);
            if purpose == Purpose::Measure {
                element.set("id", format!("text {names}"));
            }
            element.set("data-field", names);
        }
    }
    element
}

/// Names as `data-field` lists them.
fn listed(names: &[Name]) -> String {
    let names: Vec<String> = names.iter().map(Name::to_string).collect();
    names.join(" ")
}
