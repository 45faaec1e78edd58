//! The QR code on a card, which opens a hosted companion page at that card.
//!
//! The code (ISO/IEC 18004) is drawn in the place that the theme has for it: a group `companion code` whose
//! rectangle is paper, quiet zone included. Elements beside it can make room (`beside code -9 0`). Cards
//! without a code look as if neither were there.

use std::fmt::Write as _;

use qrcode::{EcLevel, QrCode};

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};

use super::Theme;
use super::companion_address::CompanionAddress;
use super::document::{Element, Node};
use super::label::Label;
use super::outline::number;

/// The empty border that readers need, in modules on each side (ISO/IEC 18004, 6.3.8).
const QUIET: usize = 4;

/// The smallest module that phones read from a printed card, in millimetres.
const FINEST_MM: f64 = 0.25;

impl CompanionAddress {
    /// The modules of a card's code, row by row; true is dark.
    fn modules(&self, card: CardNumber) -> Vec<Vec<bool>> {
        // The lowest correction level has the fewest and so the largest modules. Every address of this length
        // fits.
        let code = QrCode::with_error_correction_level(self.card_url(card), EcLevel::L)
            .expect("200 letters have a code");
        let width = code.width();
        let colours: Vec<bool> =
            code.to_colors().into_iter().map(|colour| colour == qrcode::Color::Dark).collect();
        colours.chunks(width).map(<[bool]>::to_vec).collect()
    }
}

/// The position of a code with `width` modules in a rectangle: left, top and the size of a module.
fn placed(place: [f64; 4], width: usize) -> (f64, f64, f64) {
    let [x, y, right, down] = place;
    let module = right.min(down) / (width + 2 * QUIET) as f64;
    let start = |from: f64, length: f64| from + (length - module * width as f64) / 2.0;
    (start(x, right), start(y, down), module)
}

/// Whether an element is the place of the code.
fn is_code(element: &Element) -> bool {
    matches!(element.label().as_deref().map(Label::parse), Some(Ok(Some(Label::Code))))
}

/// The rectangle of a place.
fn rectangle(group: &Element) -> Option<[f64; 4]> {
    let rect = group.elements().find(|child| child.name == "rect")?;
    let length = |key| rect.attribute(key)?.parse::<f64>().ok().filter(|length| length.is_finite());
    let place = [length("x")?, length("y")?, length("width")?, length("height")?];
    (place[2] > 0.0 && place[3] > 0.0).then_some(place)
}

/// Prepares the front of a theme for these cards: makes room for the code if they have one, or removes its place.
///
/// # Errors
/// A theme without a place for a code, or a place that is too small for its modules.
pub(super) fn settle(
    root: &mut Element,
    theme: &Theme,
    cards: impl Iterator<Item = CardNumber>,
) -> Result<(), Problems> {
    let Some(address) = theme.companion_address() else {
        take_away(root);
        return Ok(());
    };
    make_room(root);
    let mut place = None;
    root.visit(&mut |element| {
        if is_code(element) {
            place = rectangle(element).map(|rectangle| (rectangle, element.span.clone()));
        }
    });
    let Some((rectangle, span)) = place else {
        let message = format!("theme {} has no place for a code", theme.name());
        return Err(Problem::coded("face.no-code", message)
            .at(theme.card(), root.span.clone())
            .accepts("a group \"companion code\" with a <rect>, or cards without a code")
            .into());
    };
    // A longer number may take more modules.
    let modules = cards.map(|card| address.modules(card).len()).max().unwrap_or(0);
    let scale = theme.fit().map_or(1.0, |fit| fit.scale());
    let module_mm = placed(rectangle, modules).2 * scale;
    if module_mm < FINEST_MM {
        let most = rectangle[2].min(rectangle[3]) * scale;
        let message = format!(
            "the code of {address} has {modules} × {modules} modules; on {most:.1} mm each would be \
             {module_mm:.2} mm"
        );
        return Err(Problem::coded("face.fine-code", message)
            .at(theme.card(), span)
            .accepts(format!(
                "modules of at least {FINEST_MM} mm: a shorter address or larger cards"
            ))
            .into());
    }
    Ok(())
}

/// Removes the places of codes and the groups that would make room.
fn take_away(element: &mut Element) {
    let mut kept = Vec::with_capacity(element.children.len());
    for child in std::mem::take(&mut element.children) {
        let Node::Element(mut child) = child else {
            kept.push(child);
            continue;
        };
        take_away(&mut child);
        match child.label().as_deref().map(Label::parse) {
            Some(Ok(Some(Label::Code))) => {}
            Some(Ok(Some(Label::BesideCode(_)))) => kept.append(&mut child.children),
            _ => kept.push(Node::Element(child)),
        }
    }
    element.children = kept;
}

/// Moves and scales the elements that make room.
fn make_room(element: &mut Element) {
    for child in &mut element.children {
        let Node::Element(child) = child else { continue };
        let label = child.label().as_deref().map(Label::parse);
        if let Some(Ok(Some(Label::BesideCode(transform)))) = label {
            child.set("transform", transform);
        }
        make_room(child);
    }
}

/// Draws a card's code in its place.
pub(super) fn draw(element: &mut Element, address: &CompanionAddress, card: CardNumber) {
    for child in &mut element.children {
        let Node::Element(child) = child else { continue };
        match rectangle(child).filter(|_| is_code(child)) {
            None => draw(child, address, card),
            Some(place) => {
                let path = outline(&address.modules(card), place);
                let mut modules = child.clone_without_children();
                modules.name = "path".to_owned();
                modules.attributes = vec![("d".to_owned(), path.into())];
                child.children.push(Node::Element(modules));
            }
        }
    }
}

/// The dark modules as one path: a bar for each run of them in a row.
fn outline(modules: &[Vec<bool>], place: [f64; 4]) -> String {
    let (left, top, module) = placed(place, modules.len());
    let at = |from: f64, count: usize| number((from + module * count as f64) as f32, 4);
    let mut path = String::new();
    for (y, row) in modules.iter().enumerate() {
        let mut x = 0;
        while x < row.len() {
            let dark = row[x..].iter().take_while(|dark| **dark).count();
            if dark > 0 {
                let (from, to) = (at(left, x), at(left, x + dark));
                let (over, under) = (at(top, y), at(top, y + 1));
                // Writing to a string does not fail.
                let _ = write!(path, "M{from} {over}H{to}V{under}H{from}Z");
            }
            x += dark.max(1);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::testing::{deck, number, svg, theme_of};
    use crate::face::{Binder, CardSize};

    fn address(text: &str) -> CompanionAddress {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_is_a_web_address_without_a_fragment() {
        let good = address("https://deck.example/c");
        assert_eq!("https://deck.example/c#card=34", good.card_url(number(34)));
        for text in
            ["", "deck.example", "https://", "https://a b", "https://a#b", "ftp://a", "https://é"]
        {
            assert!(text.parse::<CompanionAddress>().is_err(), "{text:?}");
        }
        assert!(format!("https://{}", "a".repeat(193)).parse::<CompanionAddress>().is_err());
    }

    #[test]
    fn all_codes_of_a_deck_have_the_same_size() {
        for length in [1, 9, 20, 35, 60, 100, 192] {
            let address = address(&format!("https://{}", "a".repeat(length)));
            let sizes = [0, 9, 10, 53].map(|card| address.modules(number(card)).len());
            assert!(sizes.iter().all(|size| *size <= sizes[3]), "{length}: {sizes:?}");
        }
    }

    #[test]
    fn every_theme_has_a_place_for_the_code() {
        let deck = deck();
        for name in Theme::built_in_names() {
            let plain = Theme::built_in(name).unwrap();
            let coded = plain.clone().with_companion_address(address("https://deck.example/c"));
            let svg = |theme: &Theme, card| {
                Binder::new(theme, &deck).unwrap().card(deck.card(number(card)))
            };
            assert!(!svg(&plain, 34).contains("code"), "{name}");
            assert!(svg(&coded, 34).contains("companion code"), "{name}");
            let path = |card| {
                let svg = svg(&coded, card);
                let (_, code) = svg.split_once("companion code").unwrap();
                code.split_once("<path d=\"").unwrap().1.split('"').next().unwrap().to_owned()
            };
            assert_ne!(path(34), path(35), "{name}");
            let faults = super::super::check(&coded, &deck);
            assert!(faults.is_empty(), "{name}: {faults}");
        }
    }

    #[test]
    fn a_missing_place_and_too_fine_a_code_are_reported() {
        let describe = |theme: &Theme| Binder::new(theme, &deck()).unwrap_err().to_string();
        let bare = theme_of(&svg("<text>{{number}}</text>"), &svg(""));
        let bare = bare.with_companion_address(address("https://deck.example"));
        assert!(describe(&bare).contains("has no place for a code"), "{}", describe(&bare));
        let long = address(&format!("https://deck.example/{}", "a".repeat(120)));
        let west = Theme::built_in("west").unwrap().with_companion_address(long);
        assert!(
            describe(&west).contains("a shorter address or larger cards"),
            "{}",
            describe(&west)
        );
        let jumbo: CardSize = "jumbo".parse().unwrap();
        assert!(Binder::new(&west.sized(jumbo).unwrap(), &deck()).is_ok());
    }
}
