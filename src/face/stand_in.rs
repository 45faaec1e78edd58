//! The substitute for a title font that lacks a letter, as named by `data-stand-in`. Rye has no Č, so a name
//! that begins with one is set in the substitute as a whole.

use std::collections::BTreeSet;
use std::sync::Arc;

use usvg::fontdb::{FaceInfo, Style};

use crate::diagnostic::{Problem, Problems, Source};

use super::document::{Element, Node};
use super::fonts::Fonts;
use super::placeholder;
use super::values::Values;

/// The attribute of a text or a group of texts. Its value names a font as messages do: `IBM Plex Sans
/// Condensed 700`.
const ATTRIBUTE: &str = "data-stand-in";

/// Inherited text properties.
#[derive(Clone, Copy, Default)]
struct InheritedStyle<'e> {
    family: Option<&'e str>,
    weight: Option<&'e str>,
    style: Option<&'e str>,
    stand_in: Option<&'e str>,
}

/// Sets every text that needs letters its font lacks for this deck in its substitute, and removes the
/// attribute. Letters that the substitute lacks are reported when the text is drawn.
///
/// # Errors
/// Every substitute that is not a font of the theme.
pub(super) fn set(root: &mut Element, source: &Arc<Source>, values: &Values<'_>) -> Problems {
    let mut problems = Problems::new();
    visit(root, InheritedStyle::default(), values, &mut |element, stand_in| {
        let message = format!("{ATTRIBUTE} {stand_in:?} is not a font of the theme");
        let problem = Problem::coded("face.font", message).at(source, element.span.clone());
        problems.push(problem.accepts(values.fonts.accepted()));
    });
    problems
}

fn visit(
    element: &mut Element,
    inherited: InheritedStyle<'_>,
    values: &Values<'_>,
    fault: &mut impl FnMut(&Element, &str),
) {
    let read = element.clone_without_children();
    let own = |key: &str| read.property(key);
    let inherited = InheritedStyle {
        family: own("font-family").or(inherited.family),
        weight: own("font-weight").or(inherited.weight),
        style: own("font-style").or(inherited.style),
        stand_in: own(ATTRIBUTE).or(inherited.stand_in),
    };
    if let Some(stand_in) = own(ATTRIBUTE)
        && values.fonts.face(stand_in).is_none()
    {
        fault(element, stand_in);
    }
    element.attributes.retain(|(key, _)| key != ATTRIBUTE);
    if element.name == "text" {
        if let Some(face) = inherited.stand_in.and_then(|named| values.fonts.face(named))
            && lacks(&inherited, &letters(element, values), values.fonts)
        {
            put(element, &face);
        }
        return;
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            visit(child, inherited, values, fault);
        }
    }
}

/// Every letter that the text shows on the deck's cards.
fn letters(text: &Element, values: &Values<'_>) -> BTreeSet<char> {
    let pieces = placeholder::pieces(text);
    let names: Vec<_> = pieces.into_iter().filter_map(|piece| piece.name.ok()).collect();
    let deck = values.deck;
    let of_deck = names.iter().all(|name| name.is_of_deck());
    let cards: Vec<Option<_>> =
        if of_deck { vec![None] } else { deck.cards().iter().map(Some).collect() };
    let known = names.iter().all(|name| name.is_on(deck.layout()));
    let mut letters = BTreeSet::new();
    for card in cards.into_iter().filter(|_| known) {
        let mut filled = text.clone();
        placeholder::fill(&mut filled, &Values { card, ..*values });
        letters.extend(placeholder::joined(&filled).chars().filter(|c| !c.is_control()));
    }
    letters
}

/// Whether the text's face lacks one of the letters. A missing face is reported when the text is drawn.
fn lacks(asked: &InheritedStyle<'_>, letters: &BTreeSet<char>, fonts: &Fonts) -> bool {
    let face = fonts.asked(asked.family, asked.weight, asked.style);
    fonts.lacked(face, letters.iter().copied()).is_some()
}

fn put(text: &mut Element, face: &FaceInfo) {
    let family = face.families.first().map_or("", |(name, _)| name.as_str());
    let style = if face.style == Style::Italic { "italic" } else { "normal" };
    let weight = face.weight.0.to_string();
    let properties = [("font-family", family), ("font-weight", &weight), ("font-style", style)];
    for (key, value) in properties {
        text.set(key, value.to_owned());
    }
    // A style overrides attributes.
    if let Some(own) = text.attribute("style").map(str::to_owned) {
        let added = properties.map(|(key, value)| format!("{key}:{value}")).join(";");
        text.set("style", format!("{};{added}", own.trim_end_matches(';')));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::face::testing::deck;
    use crate::face::{Theme, bind_back, check};

    fn named(name: &str) -> Deck {
        deck().named(name).unwrap()
    }

    #[test]
    fn a_name_with_missing_letters_is_set_in_the_stand_in() {
        let theme = Theme::built_in("west").unwrap();
        let back = |name: &str| bind_back(&theme, &named(name)).unwrap();
        let czech = back("Čeština");
        assert_eq!(2, czech.matches("font-family=\"IBM Plex Sans Condensed\"").count(), "{czech}");
        assert!(!back("Fumées").contains("Plex"));
        assert!(!czech.contains(ATTRIBUTE) && !back("Fumées").contains(ATTRIBUTE));
    }

    #[test]
    fn accents_on_capitals_have_room_on_every_face_of_every_theme() {
        // A name is set whole in the substitute for one missing letter, so letters that a face has or lacks
        // are grouped.
        let names = ["ÜÅÉÑú", "ČŹźło", "ĞİŞŮĶ"];
        for name in names {
            let deck = crate::face::testing::deck_where(|csv| {
                csv.replace("belly", name).replace("left leg", name).replace("head", name)
            });
            let deck = deck.named(name).unwrap();
            for theme in Theme::built_in_names() {
                let theme = Theme::built_in(theme).unwrap();
                assert_eq!("", check(&theme, &deck).to_string(), "{name} in {}", theme.name());
            }
        }
    }

    #[test]
    fn an_unknown_stand_in_is_reported() {
        let front = "<g data-stand-in=\"Nonesuch 400\"><text>{{number}}</text></g>";
        let theme = crate::face::testing::theme(front);
        let problems = crate::face::Binder::new(&theme, &deck()).unwrap_err().to_string();
        assert!(problems.contains("data-stand-in \"Nonesuch 400\" is not a font of the theme"));
    }
}
