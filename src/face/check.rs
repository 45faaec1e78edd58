//! What a designer wants to know of a template before printing: everything that binding would
//! refuse, and everything it could not see.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::deck::{CardNumber, DECK_SIZE, Deck, Field};
use crate::diagnostic::{Problem, Problems, Source};
use crate::guard;

use super::bind::Binder;
use super::document::{Element, Node};
use super::label::{Condition, Label};
use super::name::Name;
use super::{Extra, Face, Faces, Theme, colours, picture, placeholder, raster};

/// Every fault of a theme's templates when they take the cards of `deck`, none if they are good:
///
/// - ill-formed files, labels and placeholders, names the deck does not have, colours without a
///   swatch (what [`Binder::new`] refuses);
/// - elements of the deck that are shown nowhere, or twice on the same card;
/// - `is` labels whose value no card has;
/// - paint that flat inks cannot print, and pictures in colour;
/// - on any card: fonts that are not bundled, glyphs a font lacks, and texts that leave their
///   `box` or, where they have none, the safe zone, and pictures of fewer than 300 dots per inch.
pub fn check(theme: &Theme, deck: &Deck) -> Problems {
    Faces::fitting(theme, deck).err().unwrap_or_default()
}

impl<'a> Faces<'a> {
    /// The faces of a deck on which nothing is wrong, all of them made.
    ///
    /// # Errors
    /// What [`check`] finds.
    pub fn fitting(theme: &'a Theme, deck: &'a Deck) -> Result<Self, Problems> {
        Self::fitting_on(theme, deck, &CardNumber::all().collect::<Vec<_>>())
    }

    /// As [`fitting`](Self::fitting) where only these cards are printed: the faces of others are
    /// not made, and what they alone would do wrong is not told.
    ///
    /// # Errors
    /// What [`check`] finds in the templates, on these cards, the back and the extra cards.
    pub fn fitting_on(
        theme: &'a Theme,
        deck: &'a Deck,
        cards: &[CardNumber],
    ) -> Result<Self, Problems> {
        match Self::new(theme, deck) {
            Ok(faces) => faces.check_on(cards).into_result(faces),
            Err(mut problems) => {
                // A slip in a name often leaves its figure without a place; both are told.
                if let Ok(card) = Element::read_template(theme.card()) {
                    problems.extend(unbound(&card, theme, deck));
                }
                Err(problems)
            }
        }
    }

    fn check_on(&self, cards: &[CardNumber]) -> Problems {
        guard::run(|| self.checked(cards)).unwrap_or_else(|gave_up| self.undrawn(&gave_up))
    }

    fn checked(&self, cards: &[CardNumber]) -> Problems {
        let (theme, binder) = (self.theme(), self.binder());
        let measured: Vec<(CardNumber, Element, Vec<Problem>)> = cards
            .par_iter()
            .map(|&card| {
                let boxes = binder.boxes_of_card(self.deck().card(card));
                let problems = misfits_of(self.card(card), &boxes, theme, theme.card());
                (card, boxes, problems)
            })
            .collect();
        let mut problems = Problems::new();
        problems.extend(unbound(binder.template(), theme, self.deck()));
        problems.extend(doubled(measured.iter().map(|(card, bound, _)| (*card, bound)), theme));
        problems.extend(impossible(binder, theme));
        problems.extend(colours::not_flat(binder.template(), theme.card()));
        if let Ok(back) = Element::read_template(theme.back()) {
            problems.extend(colours::not_flat(&back, theme.back()));
        }
        problems.extend(misfits(measured.into_iter().map(|(card, _, problems)| (card, problems))));
        let mut others = vec![(theme.back(), self.back(), binder.boxes_of_back())];
        for extra in Extra::ALL {
            let parts = (theme.extra(extra), self.extra(extra), binder.boxes_of_extra(extra));
            if let (Some(source), Some(face), Some(element)) = parts {
                problems.extend(colours::not_flat(&element, source));
                others.push((source, face, element));
            }
        }
        for (source, face, boxes) in others {
            let found = misfits_of(face, &boxes, theme, source);
            found.into_iter().for_each(|problem| problems.push(problem));
        }
        problems
    }
}

/// Elements of the deck that no placeholder and no label shows.
fn unbound(card: &Element, theme: &Theme, deck: &Deck) -> Problems {
    let layout = deck.layout();
    let mut shown: Vec<Name> = Vec::new();
    card.visit(&mut |element| {
        if let Some(Ok(Some(Label::ScatterHand))) = element.label().as_deref().map(Label::parse) {
            shown.push(Name::Field(Field::Scatter));
        }
        if element.name == "text" {
            shown.extend(
                placeholder::pieces(element)
                    .into_iter()
                    .filter_map(|piece| piece.name.ok())
                    .map(|name| name.resolved(layout)),
            );
        }
    });
    let mut problems = Problems::new();
    for field in layout.fields() {
        let name = Name::Field(field.clone());
        // The step is the generator's reading of the stack, not a thing to print.
        if field != Field::HitStep && !shown.contains(&name) {
            let message = format!("{name} of the deck is shown nowhere");
            let place = card.span.clone();
            problems.push(
                Problem::coded("face.not-shown", message)
                    .at(theme.card(), place)
                    .accepts(format!("a text {{{{{name}}}}}")),
            );
        }
    }
    problems
}

/// Grid cells and the like that stand more than once on one card. Number, rank, suit and toggle may
/// be repeated in another corner.
fn doubled<'e>(fronts: impl Iterator<Item = (CardNumber, &'e Element)>, theme: &Theme) -> Problems {
    let mut problems = Problems::new();
    let mut told: Vec<Name> = Vec::new();
    for (card, front) in fronts {
        let mut seen: BTreeMap<Name, usize> = BTreeMap::new();
        front.visit(&mut |element| {
            let names = element.attribute("data-field").unwrap_or_default();
            for name in names.split(' ').filter_map(Name::parse) {
                let count = seen.entry(name.clone()).or_default();
                *count += 1;
                let once = matches!(
                    name,
                    Name::Field(
                        Field::Cause { .. }
                            | Field::Effect { .. }
                            | Field::Hit(_)
                            | Field::Burst(_)
                    )
                );
                if *count == 2 && once && !told.contains(&name) {
                    let message = format!("{name} is shown twice on card {card}");
                    problems.push(
                        Problem::coded("face.shown-twice", message)
                            .at(theme.card(), element.span.clone()),
                    );
                    told.push(name);
                }
            }
        });
    }
    problems
}

/// `is` labels that hold on no card.
fn impossible(binder: &Binder<'_>, theme: &Theme) -> Problems {
    let mut problems = Problems::new();
    binder.template().visit(&mut |element| {
        let Some(Ok(Some(Label::Shown(Condition::Is(name, texts))))) =
            element.label().as_deref().map(Label::parse)
        else {
            return;
        };
        for text in texts {
            let condition = Condition::Is(name.clone(), vec![text.clone()]);
            let cards = binder.deck().cards();
            if !cards.iter().any(|card| condition.holds(&binder.values(Some(card)))) {
                let message =
                    format!("no card has {name} {text:?}, so {} never shows", element.described());
                problems.push(
                    Problem::coded("face.never-holds", message)
                        .at(theme.card(), element.span.clone()),
                );
            }
        }
    });
    problems
}

/// Texts that leave their place, fonts and glyphs that are missing, card by card; each is told once
/// with the cards it strikes.
fn misfits(fronts: impl Iterator<Item = (CardNumber, Vec<Problem>)>) -> Problems {
    let mut told: BTreeMap<String, (Problem, Vec<CardNumber>)> = BTreeMap::new();
    for (card, found) in fronts {
        for problem in found {
            let entry = told.entry(problem.to_string()).or_insert_with(|| (problem, Vec::new()));
            entry.1.push(card);
        }
    }
    let mut problems = Problems::new();
    for (problem, cards) in told.into_values() {
        let cards: Vec<String> = cards.iter().map(CardNumber::to_string).collect();
        let message = match cards.len() {
            DECK_SIZE => problem.message().to_owned(),
            _ => format!("{} (card {})", problem.message(), cards.join(", ")),
        };
        let mut whole = Problem::coded(problem.code(), message);
        if let Some((source, span)) = problem.place() {
            whole = whole.at(source, span);
        }
        if let Some(accepted) = problem.accepted() {
            whole = whole.accepts(accepted);
        }
        problems.push(whole);
    }
    problems
}

/// How far a text may stand out of its place, in millimetres: the measure is the ink's, and round
/// letters overshoot a little.
const OVERSHOOT_MM: f32 = 0.1;

/// What does not fit on a face, whose boxes are in `bound`.
fn misfits_of(face: &Face, bound: &Element, theme: &Theme, source: &Arc<Source>) -> Vec<Problem> {
    let drawing = match face.drawing() {
        Ok(drawing) => drawing,
        Err(problems) => return problems.iter().cloned().collect(),
    };
    let boxes = match boxes(bound) {
        Ok(boxes) => boxes,
        Err(problems) => return problems.iter().cloned().collect(),
    };
    let tree = drawing.tree();
    let format = theme.format();
    let scale = tree.size().width() / format.full_width_mm() as f32;
    let bleed = format.bleed_mm() as f32;
    let mut texts = Vec::new();
    measure(tree.root(), &mut texts);
    let fields = drawing.fields();
    let mut spans = BTreeMap::new();
    drawing.root().visit(&mut |element| {
        if let Some(id) = element.attribute("id") {
            spans.insert(id, element.span.clone());
        }
    });
    let mut problems = Vec::new();
    let mut tell = |id: &str, mut problem: Problem| {
        if let Some(span) = spans.get(id) {
            problem = problem.at(source, span.clone());
        }
        problems.push(problem);
    };
    for (id, fault) in raster::coarse(tree.root(), f64::from(scale)) {
        let message = format!("the picture {id:?} {fault}");
        tell(&id, Problem::coded("face.coarse-picture", message));
    }
    let mm = |rect: usvg::Rect| {
        [rect.left(), rect.top(), rect.right(), rect.bottom()].map(|pixel| pixel / scale - bleed)
    };
    let safe = format.safe_mm() as f32;
    let right = format.trim_width_mm() as f32 - safe;
    let bottom = format.trim_height_mm() as f32 - safe;
    let zone = [safe, safe, right, bottom];
    for (id, rect) in texts {
        let named = fields.get(id).copied().unwrap_or("a text");
        let own = format!("box {named}");
        // A back bears its texts twice, each with a box: the nearest counts.
        let own =
            boxes.iter().filter(|(id, _)| *id == own).map(|(_, place)| over(mm(rect), mm(*place)));
        let (over, place) = match own.reduce(f32::min) {
            Some(over) => (over, "its box"),
            None => (over(mm(rect), zone), "the safe zone"),
        };
        if over > OVERSHOOT_MM {
            let message = format!("{named} leaves {place} by {over:.1} mm");
            tell(id, Problem::coded("face.leaves-its-place", message));
        }
    }
    problems
}

/// How far a rectangle stands out of a place; both as left, top, right, bottom.
fn over(rect: [f32; 4], place: [f32; 4]) -> f32 {
    let out = [place[0] - rect[0], place[1] - rect[1], rect[2] - place[2], rect[3] - place[3]];
    out.into_iter().fold(0.0, f32::max)
}

/// The texts of a face with their ids and extents in pixels.
fn measure<'t>(group: &'t usvg::Group, texts: &mut Vec<(&'t str, usvg::Rect)>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => measure(group, texts),
            usvg::Node::Text(text) => {
                texts.push((text.id(), text.flattened().abs_bounding_box()));
            }
            usvg::Node::Path(_) | usvg::Node::Image(_) => {}
        }
    }
}

/// The boxes of a face by their ids, with their extents in pixels.
fn boxes(bound: &Element) -> Result<Vec<(String, usvg::Rect)>, Problems> {
    fn collect(group: &usvg::Group, boxes: &mut Vec<(String, usvg::Rect)>) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => collect(group, boxes),
                usvg::Node::Path(path) if is_box(path.id()) => {
                    boxes.push((path.id().to_owned(), path.abs_bounding_box()));
                }
                _ => {}
            }
        }
    }
    let mut boxes = Vec::new();
    if let Some(alone) = only_boxes(bound) {
        collect(picture::page(&alone.to_svg())?.root(), &mut boxes);
    }
    Ok(boxes)
}

fn is_box(id: &str) -> bool {
    id.starts_with("box ")
}

/// An element without all that is neither a box nor round one.
fn only_boxes(element: &Element) -> Option<Element> {
    let children: Vec<Node> =
        element.elements().filter_map(only_boxes).map(Node::Element).collect();
    let is_kept = !children.is_empty() || element.attribute("id").is_some_and(is_box);
    is_kept.then(|| Element {
        name: element.name.clone(),
        attributes: element.attributes.clone(),
        children,
        span: element.span.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::testing::{deck, theme};

    fn findings(front: &str) -> String {
        check(&theme(front), &deck()).to_string()
    }

    #[test]
    fn the_themes_of_the_program_are_without_fault() {
        let deck = deck();
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap();
            assert_eq!("", check(&theme, &deck).to_string(), "{name}");
        }
    }

    #[test]
    fn what_is_shown_nowhere_is_named() {
        let findings = findings("<text x=\"9\" y=\"9\">{{number}}</text>");
        assert!(!findings.contains("number of the deck"), "{findings}");
        assert!(!findings.contains("hit.step"), "{findings}");
        for name in ["cause.d4.1", "effect.d12.5", "hit.4", "burst.10", "scatter", "unintended"] {
            assert!(findings.contains(&format!("{name} of the deck is shown nowhere")), "{name}");
        }
    }

    #[test]
    fn a_cell_shown_twice_on_one_card_is_a_fault_but_its_looks_are_not() {
        let looks = "<text id=\"plain cause.d6.1\" x=\"9\" y=\"9\">{{cause.d6.1}}</text>\
            <text id=\"cf cause.d6.1\" x=\"9\" y=\"9\">{{cause.d6.1}}</text>";
        assert!(!findings(looks).contains("twice"));
        let doubled = format!("{looks}<text x=\"9\" y=\"19\">{{{{cause.d6.1}}}}</text>");
        assert!(findings(&doubled).contains("cause.d6.1 is shown twice on card"));
    }

    #[test]
    fn a_label_that_holds_on_no_card_is_told() {
        let findings = findings("<g id=\"is suit.name clubs|club\"/>");
        assert!(findings.contains("no card has suit.name \"club\""), "{findings}");
        assert!(!findings.contains("\"clubs\""), "{findings}");
    }

    #[test]
    fn text_outside_its_box_or_the_safe_zone_is_measured() {
        let boxed = "<text x=\"20\" y=\"20\">{{hit.1}}</text>\
            <rect id=\"box hit.1\" x=\"20\" y=\"17\" width=\"4\" height=\"4\"/>";
        assert!(findings(boxed).contains("hit.1 leaves its box by"));
        let wide = boxed.replace("width=\"4\"", "width=\"24\"");
        assert!(!findings(&wide).contains("leaves"), "{}", findings(&wide));
        let near_the_edge = "<text x=\"1\" y=\"20\">{{number}}</text>";
        assert!(findings(near_the_edge).contains("number leaves the safe zone by 2."));
    }

    #[test]
    fn a_slip_in_a_name_is_told_together_with_the_figure_it_leaves_out() {
        let misspelt = Theme::built_in_files("west")
            .unwrap()
            .map(|(file, text)| (file, text.replace("{{cause.d10.2}}", "{{cause.d10.9}}")));
        let folder = tempfile::tempdir().unwrap();
        misspelt.for_each(|(file, text)| std::fs::write(folder.path().join(file), text).unwrap());
        let findings = check(&Theme::read(folder.path()).unwrap(), &deck()).to_string();
        assert!(findings.contains("the deck has no cause.d10.9"), "{findings}");
        assert!(findings.contains("cause.d10.2 of the deck is shown nowhere"), "{findings}");
    }

    #[test]
    fn a_name_too_long_for_the_back_is_told() {
        let long = "An Exceedingly Long Name of a Deck That Nobody Could Print.csv";
        let deck = Deck::read(long, &deck().to_csv()).unwrap();
        let theme = Theme::built_in("future-imperfect").unwrap();
        let findings = check(&theme, &deck).to_string();
        assert!(findings.contains("future-imperfect/back.svg"), "{findings}");
        assert!(findings.contains("deck leaves its box by"), "{findings}");
        assert!(findings.contains("future-imperfect/card.svg"), "{findings}");
    }

    #[test]
    fn a_missing_font_or_glyph_names_the_cards_it_strikes() {
        let foreign = "<text font-family=\"Nonesuch\" x=\"9\" y=\"9\">{{number}}</text>";
        assert!(findings(foreign).contains("Nonesuch"), "{}", findings(foreign));
        let some = "<text id=\"is suit.name clubs\" x=\"9\" y=\"9\">龍</text>";
        let findings = findings(some);
        assert!(findings.contains("glyph for '龍'"), "{findings}");
        assert!(findings.contains("(card 1, 5, 9, "), "{findings}");
    }

    #[test]
    fn paint_that_flat_inks_cannot_print_is_named() {
        let findings = findings("<path id=\"glow\" style=\"opacity:0.5\" d=\"M0 0 H9\"/>");
        assert!(findings.contains("<path> \"glow\" has opacity \"0.5\""), "{findings}");
    }
}
