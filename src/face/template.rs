//! Reads a template and checks it against its theme and a deck.

use std::sync::Arc;

use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems, Source};
use crate::geometry::rounded;

use super::document::Element;
use super::label::Label;
use super::name::Name;
use super::text::{flow, panels, shrink};
use super::{
    Format, Theme, code, colours, drawn_for, layout, own_elements, part_label, placeholder, raster,
    stand_in, supported,
};

/// The side of the card a template is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Front,
    /// Has values of the deck only.
    Back,
}

/// Reads the template in `source`, if it is well-formed, and collects its faults.
pub(super) fn read(
    source: &Arc<Source>,
    theme: &Theme,
    deck: &Deck,
    side: Side,
) -> (Option<Element>, Problems) {
    let mut root = match Element::read_template(source) {
        Ok(root) => root,
        Err(problems) => return (None, problems),
    };
    let mut problems = size(&root, source, theme.drawn_format());
    problems.extend(supported::unsupported(&root, source));
    if let Err(faults) = part_label::take_away(&mut root, source, deck) {
        problems.extend(faults);
    }
    let edition = deck.edition().to_string();
    let values = theme.values(deck, &edition);
    if side == Side::Back {
        own_elements::tell(&mut root, &values);
    }
    placeholder::put_words(&mut root, theme.words(), deck);
    let mut fit = theme.fit();
    let taller_mm = fit.map_or(0.0, |fit| fit.taller_mm());
    if side == Side::Back && taller_mm > 0.0 {
        layout::fill_height(&mut root, &values, taller_mm);
    }
    if side == Side::Front {
        root = match layout::lay_out(root, theme, &values, taller_mm) {
            Ok(laid) => {
                fit = fit.map(|fit| fit.for_taller(laid.taller_mm));
                laid.root
            }
            Err(faults) => {
                problems.extend(faults);
                return (None, problems);
            }
        };
    }
    if side == Side::Front
        && let Err(faults) = code::settle(&mut root, theme, deck.numbers().iter())
    {
        problems.extend(faults);
    }
    match (side == Side::Front)
        .then(|| drawn_for::asks_for_another(&root, theme, deck.layout()))
        .flatten()
    {
        Some(problem) => problems.push(problem),
        None => problems.extend(names(&root, source, deck, side)),
    }
    if side == Side::Back {
        problems.extend(panels::share_height(&mut root, source, &values, taller_mm));
    }
    problems.extend(flow::set(&mut root, source, &values));
    problems.extend(stand_in::set(&mut root, source, &values));
    problems.extend(shrink::set(&mut root, source, &values));
    problems.extend(colours::off_palette(&root, source, theme.palette()));
    problems.extend(raster::enclose(
        &mut root,
        source,
        theme.palette(),
        theme.links(),
        theme.separation(),
    ));
    let root = match fit {
        Some(fit) => fit.apply(root),
        None => root,
    };
    (Some(root), problems)
}

/// Compares the size of the root element with the theme's.
fn size(root: &Element, source: &Arc<Source>, format: Format) -> Problems {
    let mm = |length: f64| rounded(length, 3);
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
            problems.push(
                Problem::coded("template.size", message)
                    .at(source, root.span.clone())
                    .accepts(accepted),
            );
        }
    }
    problems
}

/// Placeholders and labels that are invalid or need values the deck does not have.
fn names(root: &Element, source: &Arc<Source>, deck: &Deck, side: Side) -> Problems {
    let is_known =
        |name: &Name| name.is_on(deck.layout()) && (side == Side::Front || name.is_of_deck());
    let accepted = if side == Side::Front {
        Name::ACCEPTED
    } else {
        "deck, edition, version, credit, licence, barcode, age, origin"
    };
    let mut problems = Problems::new();
    let mut fault = |message: String, span, accepted: &str| {
        problems.push(Problem::coded("template.name", message).at(source, span).accepts(accepted));
    };
    root.visit(&mut |element| {
        let span = || element.span.clone();
        let label = element.label().unwrap_or_default();
        match Label::parse(&label) {
            Err(wrong) => fault(wrong.message, span(), wrong.accepted),
            Ok(Some(Label::ScatterHand)) if centre_beside(root, element).is_none() => fault(
                "the scatter hand has no centre to turn about".to_owned(),
                span(),
                "a <circle> \"scatter centre\" in the same group",
            ),
            Ok(Some(instruction)) => {
                for name in instruction.names().into_iter().filter(|name| !is_known(name)) {
                    fault(format!("label {label:?}: the deck has no {name}"), span(), accepted);
                }
            }
            Ok(None) => {}
        }
        if !placeholder::is_bound(element) {
            return;
        }
        for piece in placeholder::pieces(element) {
            match piece.name {
                Ok(name) if is_known(&name) => {}
                Ok(name) => {
                    let message = format!("placeholder {{{{{name}}}}}: the deck has no {name}");
                    fault(message, piece.span, accepted);
                }
                Err(message) => fault(message, piece.span, accepted),
            }
        }
    });
    problems
}

/// The centre beside `hand` in its group.
fn centre_beside(root: &Element, hand: &Element) -> Option<(String, String)> {
    let mut centre = None;
    root.visit(&mut |parent| {
        if parent.elements().any(|child| std::ptr::eq(child, hand)) {
            centre = scatter_centre(parent);
        }
    });
    centre
}

/// The centre of the `scatter centre` circle among the children of `parent`, as written there.
pub(super) fn scatter_centre(parent: &Element) -> Option<(String, String)> {
    let circle =
        parent.elements().find(|child| child.label().as_deref() == Some("scatter centre"))?;
    let number = |key| {
        let text = circle.attribute(key).unwrap_or("0");
        text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|_| text.to_owned())
    };
    (circle.name == "circle" || circle.name == "ellipse").then_some((number("cx")?, number("cy")?))
}
