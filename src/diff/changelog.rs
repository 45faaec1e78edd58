//! The changelog card, which goes into the box with the reprinted cards and lists what they replace.

use crate::deck::{Field, Layout};
use crate::diagnostic::Problems;
use crate::face::{Content, Extra, Faces, Format, Picture, Product, Rgb, Words};
use crate::geometry::{Mm, Rect, Size};

use super::{CardChange, CellChange, Difference};

/// The field of the text, as shares of the height of the cut card: between the deck's name and its edition.
const FIELD: [f64; 2] = [0.205, 0.85];

/// The changelog card as SVG in the art, inks and language of the theme: editions, the number of changes and as many of
/// the changed cards as there is room for. It has no date, so the same two decks always give the same card.
///
/// # Errors
/// Faults of the theme for this deck, or of its template for the card.
pub fn changelog_card(difference: &Difference, faces: &Faces<'_>) -> Result<String, Problems> {
    let theme = faces.theme();
    let [full, field] = places(theme.format());
    let art = match faces.extra(Extra::Title) {
        Some(title) => title.drawing()?,
        None => faces.back().drawing()?,
    };
    // A face's coordinates begin at the corner of the trim.
    let bleed = Mm(-theme.format().bleed_mm());
    let window = Rect { x: bleed, y: bleed, ..full };
    let line = theme.palette().farthest_from(Rgb(255, 255, 255));
    let paper = theme.palette().farthest_from(Rgb(0, 0, 0));
    let said = |name: &str, filled: &[(&str, &str)]| theme.words().in_box(name, filled);
    let content = Content::default()
        .place("card", full)
        .place("changes", field)
        .picture("art", Picture { svg: art.live(), window, corner: Mm::ZERO })
        .text("line", line.to_string())
        .text("field", paper.to_string())
        .text("changes", said("changes", &[]));
    let title = said("card", &[("edition", &difference.new.edition.to_string())]);
    let named = if difference.all_changed() { 0 } else { difference.cards.len().min(MOST_CARDS) };
    let with_cards = |listed: usize| {
        content.clone().list("paragraphs", paragraphs(difference, listed, theme.words()))
    };
    let fits = |&listed: &usize| Product::Changelog.holds(theme, &with_cards(listed));
    let listed = (1..=named).rev().find(fits).unwrap_or(0);
    Ok(Product::Changelog.page(theme, &with_cards(listed), full.size(), &title)?.live())
}

/// The most changed cards that are tried: each has at least one line.
const MOST_CARDS: usize = 24;

/// The card with its bleed, and the field on it.
fn places(format: Format) -> [Rect; 2] {
    let (bleed, safe) = (format.bleed_mm(), format.safe_mm());
    let full = Size { width: Mm(format.full_width_mm()), height: Mm(format.full_height_mm()) };
    let height = format.trim_height_mm();
    let field = Rect {
        x: Mm(bleed + safe),
        y: Mm(bleed + FIELD[0] * height),
        width: Mm(format.trim_width_mm() - 2.0 * safe),
        height: Mm((FIELD[1] - FIELD[0]) * height),
    };
    [Rect::at_origin(full), field]
}

/// The text of the card, with the first `listed` of the changed cards.
fn paragraphs(difference: &Difference, listed: usize, words: &Words) -> Vec<Content> {
    let said = |name: &str, filled: &[(&str, &str)]| words.in_box(name, filled);
    let head = |text: &str| Content::default().text("head", text).text("words", "");
    let plain = |text: String| Content::default().text("head", "").text("words", text);
    let [old, new] = [&difference.old, &difference.new].map(|deck| deck.edition.to_string());
    let mut all = vec![
        head(&difference.new.name),
        plain(format!(
            "{}, {}",
            said("before", &[("edition", &old)]),
            said("after", &[("edition", &new)])
        )),
        plain(summary(difference, words)),
    ];
    if difference.all_changed() {
        all.push(plain(said("not_mixed", &[])));
    } else if !difference.cards.is_empty() {
        let numbers: Vec<String> =
            difference.cards.iter().map(|card| card.number.to_string()).collect();
        all.push(head(&said("replace", &[])));
        all.push(plain(numbers.join(", ")));
        all.push(plain(said("all_others", &[("edition", &old)])));
        all.extend(difference.cards[..listed].iter().map(|card| plain(cells(card, words))));
        if listed < difference.cards.len() {
            all.push(plain(said("more", &[])));
        }
    }
    all
}

/// A summary of the comparison.
fn summary(difference: &Difference, words: &Words) -> String {
    let said = |name: &str, filled: &[(&str, &str)]| words.in_box(name, filled);
    let cards = difference.cards.len();
    let counted = |count: usize, one: &str, several: &str, thing: &str| match count {
        1 => said(one, &[]),
        _ => said(several, &[(thing, &count.to_string())]),
    };
    let cells = counted(difference.cells(), "one_cell", "several_cells", "cells");
    let stay = (difference.new.cards.saturating_sub(cards)).to_string();
    let counts =
        [("cards", &*counted(cards, "one_card", "several_cards", "cards")), ("cells", &*cells)];
    let mut text = match cards {
        _ if difference.identical => said("identical", &[]),
        _ if difference.all_changed() => said("all_changed", &counts),
        _ => said("changed", &[&counts[..], &[("stay", &*stay)]].concat()),
    };
    for (heads, name) in [(&difference.added, "new"), (&difference.removed, "gone")] {
        if !heads.is_empty() {
            let heads: Vec<String> = heads.iter().map(|head| field_in_words(head, words)).collect();
            text = both(text, said(name, &[("fields", &heads.join(", "))]), words);
        }
    }
    text.push('.');
    text
}

/// Joins two texts as the language does.
fn both(one: String, other: String, words: &Words) -> String {
    words.in_box("both", &[("one", &one), ("other", &other)])
}

/// A field by its head in `deck.csv`, translated: `cause d8 1`, `cause d20 1 closed`.
pub(crate) fn field_in_words(head: &str, words: &Words) -> String {
    let (name, marks) = marked(head, words);
    // The policy of the deck follows the name.
    let name = if name.starts_with("shuffle ") { "shuffle" } else { name };
    let word = |name: &str| words.word(name).unwrap_or(name).to_owned();
    let cell = |grid: &str, sides: u16, row: u8| {
        format!("{} {}{sides} {row}", word(grid), words.on_leaf("die", &[]))
    };
    let called = match name.parse() {
        Ok(Field::Cause { die, row }) => cell("cause", die.sides(), row),
        Ok(Field::Effect { die, row }) => cell("effect", die.sides(), row),
        Ok(Field::Hit(place)) => words.in_box("hit", &[("place", &place.to_string())]),
        Ok(Field::Burst(shots)) => words.in_box("burst", &[("shots", &shots.to_string())]),
        Ok(Field::Number | Field::Rank | Field::Suit | Field::Toggle | Field::Penetration) => {
            word(name)
        }
        Ok(
            Field::HitStep | Field::Scatter | Field::Failure | Field::Unintended | Field::Shuffle,
        ) => words.in_box(name, &[]),
        Ok(Field::Extra(_)) | Err(_) => words.value(name).replace('_', " "),
    };
    called + &marks
}

/// A head or a text of `deck.csv` without its closed and plain marks, and these translated.
fn marked<'t>(text: &'t str, words: &Words) -> (&'t str, String) {
    let (mut text, mut marks) = (text, String::new());
    // The last one first.
    for (mark, name) in [(Layout::PLAIN, "plain"), (Layout::CLOSED, "closed")] {
        if let Some(before) = text.strip_suffix(mark) {
            text = before;
            marks.insert_str(0, &format!(" {}", words.in_box(name, &[])));
        }
    }
    (text, marks)
}

/// The printed text of a cell.
fn shown(head: &str, text: Option<&str>, words: &Words) -> String {
    let text = text.unwrap_or_default();
    let word = |name: &str| words.word(name).unwrap_or(text).to_owned();
    match (marked(head, words).0.parse(), text) {
        (_, "") => words.in_box("blank", &[]),
        (Ok(Field::Toggle), _) => word(text),
        (Ok(Field::Cause { .. }), "CF") => word("cf"),
        (Ok(Field::Cause { .. }), _) => {
            let (number, marks) = marked(text, words);
            format!("{number}{marks}")
        }
        (Ok(Field::Hit(_) | Field::Extra(_)), _) => words.value(text),
        _ => text.to_owned(),
    }
}

/// The changed cells of a card, translated.
fn cells(card: &CardChange, words: &Words) -> String {
    let change = |cell: &CellChange| {
        let [old, new] =
            [&cell.old, &cell.new].map(|text| shown(&cell.field, text.as_deref(), words));
        let filled =
            [("field", &*field_in_words(&cell.field, words)), ("old", &old), ("new", &new)];
        words.in_box("cell", &filled)
    };
    let changes: Vec<String> = card.cells.iter().map(change).collect();
    let changes = changes.into_iter().reduce(|one, other| both(one, other, words));
    format!("{} – {}.", card.number, changes.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::{Deck, Toggle};
    use crate::diff::{diff, report};
    use crate::face::Theme;

    fn cell(field: &str, old: &str, new: &str) -> CellChange {
        CellChange { field: field.to_owned(), old: Some(old.to_owned()), new: Some(new.to_owned()) }
    }

    #[test]
    fn cells_are_reported_in_the_words_of_the_language() {
        let cells_of = vec![
            cell("cause_d6_2", "3", "6 closed"),
            cell("failure", "", "13"),
            cell("hit_1", "head", "left leg"),
            cell("toggle", "yes", "no"),
        ];
        let card = CardChange { number: 20, cells: cells_of };
        for (language, expected) in [
            (
                "en",
                "20 – cause d6 2: 3, now 6 closed; failure: blank, now 13; \
                 hit 1: head, now left leg; toggle: yes, now no.",
            ),
            (
                "de",
                "20 – Probe W6 2: 3, jetzt 6 geschlossen; Versagen: leer, jetzt 13; \
                 Trefferzone 1: Kopf, jetzt Bein links; Ja/Nein: ja, jetzt nein.",
            ),
            (
                "es",
                "20 – tirada d6 2: 3, ahora 6 cerrado; fallo del equipo: vacío, ahora 13; \
                 zona 1: cabeza, ahora pierna izq.; sí/no: sí, ahora no.",
            ),
            (
                "fr",
                "20 – test d6 2 : 3, désormais 6 fermé ; panne : vide, désormais 13 ; \
                 zone 1 : tête, désormais jambe g. ; oui/non : oui, désormais non.",
            ),
        ] {
            let words = Words::built_in(language).unwrap();
            assert_eq!(expected, cells(&card, &words), "{language}");
        }
    }

    #[test]
    fn the_card_is_fully_translated() {
        let old = Deck::built_in();
        let mut cards = old.cards().to_vec();
        cards[34].toggle = if cards[34].toggle == Toggle::No { Toggle::Yes } else { Toggle::No };
        let new = Deck::new(old.name(), None, old.layout().clone(), cards).unwrap();
        let difference = diff((&old, None), (&new, None));
        let theme = Theme::built_in("future-imperfect").unwrap();
        let card = |language: &str| {
            let words = Words::built_in(language).unwrap();
            let theme = theme.clone().in_words(words);
            let card = changelog_card(&difference, &Faces::new(&theme, &new).unwrap()).unwrap();
            let card = usvg::roxmltree::Document::parse(&card).unwrap();
            let is_shown = |node: &usvg::roxmltree::Node<'_, '_>| {
                node.ancestors().any(|above| above.has_tag_name("text"))
            };
            let texts = card.descendants().filter(is_shown).filter_map(|node| node.text());
            texts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
        };
        let english = card("en");
        assert_eq!(report::summary(&difference), summary(&difference, &Words::usual()));
        for line in ["Changes", "becomes", "Replace cards", "All other cards", "now"] {
            assert!(english.contains(line), "{line}: {english}");
            for language in ["de", "es", "fr"] {
                assert!(!card(language).contains(line), "{language}, {line}: {}", card(language));
            }
        }
        assert!(card("de").contains("Änderungen") && card("de").contains("Zu ersetzende Karten"));
    }
}
