//! The changelog card: a card that goes into the box with the reprinted ones and says what they
//! replace.

use crate::deck::DECK_SIZE;
use crate::face::{Palette, Rgb, Theme};
use crate::wording::escaped;

use super::{CardChange, CellChange, Difference};

/// Millimetres.
const TEXT: f64 = 3.0;
const TITLE: f64 = 6.0;
/// From the frame, which stands on the safe zone's edge, to the text.
const FRAME: f64 = 2.5;
/// Line to line, in font sizes.
const LEADING: f64 = 1.35;
/// The width of a letter of the condensed face in font sizes, on the wide side, so that no line
/// runs out of the safe zone.
const LETTER: f64 = 0.5;

/// The changelog card as SVG in the size and the inks of `theme`: editions old and new, how much
/// changed and the numbers of the changed cards. It bears no date, so the same two decks give the
/// same card on every day.
pub fn changelog_card(difference: &Difference, theme: &Theme) -> String {
    let format = theme.format();
    let (bleed, safe) = (format.bleed_mm(), format.safe_mm());
    let (ink, paper) = inks(theme.palette());
    let margin = safe + FRAME;
    let letters = ((format.trim_width_mm() - 2.0 * margin) / (TEXT * LETTER)) as usize;
    let mut page = Page { ink, x: margin, y: margin, body: String::new() };
    page.line(TITLE, 700, "Changes");
    page.paragraph(letters, 700, &difference.new.name);
    page.paragraph(letters, 500, &format!("edition {}", difference.old.edition));
    page.paragraph(letters, 500, &format!("becomes {}", difference.new.edition));
    page.y += TEXT / 2.0;
    page.paragraph(letters, 500, &super::report::summary(difference));
    if difference.cards.len() == DECK_SIZE {
        page.y += TEXT / 2.0;
        let mix = "Do not mix the two editions: every card of the old one has another.";
        page.paragraph(letters, 500, mix);
    } else if !difference.cards.is_empty() {
        let numbers: Vec<String> =
            difference.cards.iter().map(|card| card.number.to_string()).collect();
        page.y += TEXT / 2.0;
        page.paragraph(letters, 700, "Replace cards");
        page.paragraph(letters, 500, &numbers.join(", "));
        page.y += TEXT / 2.0;
        let stay = format!(
            "All other cards stay, although edition {} is printed on them.",
            difference.old.edition,
        );
        page.paragraph(letters, 500, &stay);
        page.y += TEXT / 2.0;
        let bottom = format.trim_height_mm() - margin;
        for card in &difference.cards {
            let text = cells(card);
            let lines = wrapped(letters, &text).len() as f64;
            // One line is kept for what does not fit.
            if page.y + (lines + 1.0) * TEXT * LEADING > bottom {
                page.paragraph(letters, 500, "And more, on the cards themselves.");
                break;
            }
            page.paragraph(letters, 500, &text);
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"{left} {left} {width} {height}\">\n\
         <title>Changes of edition {edition}</title>\n\
         <rect x=\"{left}\" y=\"{left}\" width=\"{width}\" height=\"{height}\" fill=\"{paper}\"/>\n\
         <rect x=\"{safe}\" y=\"{safe}\" width=\"{inner_width}\" height=\"{inner_height}\" \
         fill=\"none\" stroke=\"{ink}\" stroke-width=\"0.35\"/>\n\
         {body}</svg>\n",
        width = format.full_width_mm(),
        height = format.full_height_mm(),
        left = -bleed,
        inner_width = format.trim_width_mm() - 2.0 * safe,
        inner_height = format.trim_height_mm() - 2.0 * safe,
        edition = difference.new.edition,
        body = page.body,
    )
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
    body: String,
}

impl Page {
    fn line(&mut self, size: f64, weight: u16, text: &str) {
        self.y += size * LEADING;
        let text = escaped(text);
        self.body.push_str(&format!(
            "<text x=\"{}\" y=\"{:.3}\" font-family=\"IBM Plex Sans Condensed\" \
             font-weight=\"{weight}\" font-size=\"{size}\" fill=\"{}\">{text}</text>\n",
            self.x, self.y, self.ink,
        ));
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

/// A card's changed cells in words.
fn cells(card: &CardChange) -> String {
    let shown = |text: &Option<String>| match text.as_deref() {
        None | Some("") => "blank".to_owned(),
        Some(text) => text.to_owned(),
    };
    let change = |cell: &CellChange| {
        format!("{}: {}, now {}", cell.field.replace('_', " "), shown(&cell.old), shown(&cell.new))
    };
    let changes: Vec<String> = card.cells.iter().map(change).collect();
    format!("{} – {}.", card.number, changes.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(
            ["one two", "three", "extraordinary"],
            *wrapped(9, "one two three extraordinary")
        );
        assert_eq!([""], *wrapped(9, ""));
    }

    #[test]
    fn cells_are_told_in_words() {
        let cell = |field: &str, old: &str, new: &str| CellChange {
            field: field.to_owned(),
            old: Some(old.to_owned()),
            new: Some(new.to_owned()),
        };
        let cells_of = vec![cell("cause_d6_2", "3", "6"), cell("failure", "", "13")];
        let card = CardChange { number: 20, cells: cells_of };
        assert_eq!("20 – cause d6 2: 3, now 6; failure: blank, now 13.", cells(&card));
    }
}
