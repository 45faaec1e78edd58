//! The changelog card, which goes into the box with the reprinted cards and lists what they replace.

use svg::Document;
use svg::node::element::{Rectangle, Text, Title};

use crate::deck::{Field, Layout};
use crate::face::{Palette, Rgb, Theme, Words};

use super::{CardChange, CellChange, Difference};

/// Text size in millimetres.
const TEXT: f64 = 3.0;
const TITLE: f64 = 6.0;
/// The distance from the frame, at the edge of the safe zone, to the text.
const FRAME: f64 = 2.5;
/// Line spacing in font sizes.
const LEADING: f64 = 1.35;
/// The width of a letter of the condensed face in font sizes, rounded up, so that lines stay within the safe
/// zone.
const LETTER: f64 = 0.5;

/// The changelog card as SVG in the size, inks and language of `theme`: editions, the number of changes and
/// the changed cards. It has no date, so the same two decks always give the same card.
pub fn changelog_card(difference: &Difference, theme: &Theme) -> String {
    let format = theme.format();
    let (bleed, safe) = (format.bleed_mm(), format.safe_mm());
    let (ink, paper) = inks(theme.palette());
    let margin = safe + FRAME;
    let letters = ((format.trim_width_mm() - 2.0 * margin) / (TEXT * LETTER)) as usize;
    let mut page = Page { ink, x: margin, y: margin, lines: Vec::new() };
    let said = |name: &str, filled: &[(&str, &str)]| theme.words().in_box(name, filled);
    let [old, new] = [&difference.old, &difference.new].map(|deck| deck.edition.to_string());
    page.line(TITLE, 700, &said("changes", &[]));
    page.paragraph(letters, 700, &difference.new.name);
    page.paragraph(letters, 500, &said("before", &[("edition", &old)]));
    page.paragraph(letters, 500, &said("after", &[("edition", &new)]));
    page.y += TEXT / 2.0;
    page.paragraph(letters, 500, &summary(difference, theme.words()));
    if difference.all_changed() {
        page.y += TEXT / 2.0;
        page.paragraph(letters, 500, &said("not_mixed", &[]));
    } else if !difference.cards.is_empty() {
        let numbers: Vec<String> =
            difference.cards.iter().map(|card| card.number.to_string()).collect();
        page.y += TEXT / 2.0;
        page.paragraph(letters, 700, &said("replace", &[]));
        page.paragraph(letters, 500, &numbers.join(", "));
        page.y += TEXT / 2.0;
        page.paragraph(letters, 500, &said("all_others", &[("edition", &old)]));
        page.y += TEXT / 2.0;
        let bottom = format.trim_height_mm() - margin;
        for card in &difference.cards {
            let text = cells(card, theme.words());
            let lines = wrapped(letters, &text).len() as f64;
            // One line is reserved for the number of omitted lines.
            if page.y + (lines + 1.0) * TEXT * LEADING > bottom {
                page.paragraph(letters, 500, &said("more", &[]));
                break;
            }
            page.paragraph(letters, 500, &text);
        }
    }
    let (width, height) = (format.full_width_mm(), format.full_height_mm());
    let ground = Rectangle::new()
        .set("x", -bleed)
        .set("y", -bleed)
        .set("width", width)
        .set("height", height)
        .set("fill", paper.to_string());
    let frame = Rectangle::new()
        .set("x", safe)
        .set("y", safe)
        .set("width", format.trim_width_mm() - 2.0 * safe)
        .set("height", format.trim_height_mm() - 2.0 * safe)
        .set("fill", "none")
        .set("stroke", ink.to_string())
        .set("stroke-width", 0.35);
    let card = Document::new()
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"))
        .set("viewBox", (-bleed, -bleed, width, height))
        .add(Title::new(said("card", &[("edition", &new)])))
        .add(ground)
        .add(frame);
    format!("{}\n", page.lines.into_iter().fold(card, Document::add))
}

/// The darkest and the lightest swatch of the theme.
fn inks(palette: &Palette) -> (Rgb, Rgb) {
    let light = |rgb: &Rgb| u16::from(rgb.0) + u16::from(rgb.1) + u16::from(rgb.2);
    let colours = || palette.iter().map(|swatch| swatch.rgb);
    let ink = colours().min_by_key(light).unwrap_or(Rgb(0, 0, 0));
    (ink, colours().max_by_key(light).unwrap_or(Rgb(255, 255, 255)))
}

struct Page {
    ink: Rgb,
    x: f64,
    /// The top of the next line.
    y: f64,
    lines: Vec<Text>,
}

impl Page {
    fn line(&mut self, size: f64, weight: u16, text: &str) {
        self.y += size * LEADING;
        let line = Text::new(text)
            .set("x", self.x)
            .set("y", format!("{:.3}", self.y))
            .set("font-family", "IBM Plex Sans Condensed")
            .set("font-weight", weight)
            .set("font-size", size)
            .set("fill", self.ink.to_string());
        self.lines.push(line);
    }

    /// Words in lines of at most this many letters.
    fn paragraph(&mut self, letters: usize, weight: u16, text: &str) {
        for line in wrapped(letters, text) {
            self.line(TEXT, weight, &line);
        }
    }
}

/// Words in lines of at most this many letters; a longer word has a line to itself.
fn wrapped(letters: usize, text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() > letters {
            lines.push(word.to_owned());
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines
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

    #[test]
    fn lines_break_between_words() {
        assert_eq!(
            ["one two", "three", "extraordinary"],
            *wrapped(9, "one two three extraordinary")
        );
        assert_eq!([""], *wrapped(9, ""));
    }

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
                 zone 1 : tête, désormais jambe gauche ; oui/non : oui, désormais non.",
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
            changelog_card(&difference, &theme.clone().in_words(words))
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
