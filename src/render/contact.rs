//! A contact sheet: one card and the back of several themes in one picture.

use ::png::Compression;
use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::face::{Binder, CONTACT, Theme, parse_svg_in};
use crate::geometry::{Affine, Mm, Rect};

use super::card_table::{self, LaidCard};
use super::png;

/// The width of each card in pixels.
const CARD_WIDTH: u32 = 230;
/// The space between and around cards in pixels.
const GAP: u32 = 14;

/// The trimmed front of `card` in each theme, with its backs below, as a PNG.
///
/// # Errors
/// Faults of the themes for this deck.
pub fn contact_sheet(themes: &[Theme], deck: &Deck, card: CardNumber) -> Result<Vec<u8>, Problems> {
    let pair = |theme: &Theme| {
        let binder = Binder::new(theme, deck)?;
        let card = deck.card(card);
        Ok([cut(&binder.card(card), theme)?, cut(&binder.back_of(card), theme)?])
    };
    let made: Vec<Result<[Pixmap; 2], Problems>> = themes.par_iter().map(pair).collect();
    let mut pairs = Vec::new();
    for pair in made {
        pairs.push(pair?);
    }
    let row = pairs.iter().map(|[front, _]| front.height()).max().unwrap_or(GAP);
    let columns = u32::try_from(pairs.len()).unwrap_or(u32::MAX);
    let size = (GAP + columns * (CARD_WIDTH + GAP), GAP + 2 * (row + GAP));
    if pairs.is_empty() {
        return Err(Problem::coded("theme.none", "a contact sheet needs themes").into());
    }
    let mut cards = Vec::new();
    for (column, pair) in (0..).zip(&pairs) {
        for (line, pixels) in (0..).zip(pair) {
            // Shorter cards are centred in their row.
            let x = GAP + column * (CARD_WIDTH + GAP);
            let y = GAP + line * (row + GAP) + (row - pixels.height()) / 2;
            let [x, y, width, height] =
                [x, y, pixels.width(), pixels.height()].map(|side| Mm(side.into()));
            let place = Rect { x, y, width, height };
            let still = Affine::IDENTITY;
            cards.push(LaidCard { pixels, place, turn: still, shadow: still });
        }
    }
    let sheet = card_table::draw(CONTACT, &cards, Mm::ZERO, size.into(), 1.0)?;
    png::write(&sheet, None, Compression::High, &[])
}

/// A face within its trim.
fn cut(svg: &str, theme: &Theme) -> Result<Pixmap, Problems> {
    let format = theme.format();
    let pixels_per_mm = f64::from(CARD_WIDTH) / format.trim_width_mm();
    let height = (format.trim_height_mm() * pixels_per_mm).round() as u32;
    Ok(png::cut(&parse_svg_in(svg, theme.fonts())?, format, [CARD_WIDTH, height]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_has_a_column_and_the_ground_shows_between() {
        let deck = Deck::read("Sample.csv", include_str!("../../tests/data/deck.csv")).unwrap();
        let themes = ["west", "large-print"].map(|name| Theme::built_in(name).unwrap());
        let card = CardNumber::new(34).unwrap();
        let sheet = contact_sheet(&themes, &deck, card).unwrap();
        let pixmap = Pixmap::decode_png(&sheet).unwrap();
        assert_eq!(GAP + 2 * (CARD_WIDTH + GAP), pixmap.width());
        let colour = |x, y| pixmap.pixel(x, y).map(|pixel| pixel.red());
        assert_eq!(Some(0xd6), colour(GAP + CARD_WIDTH + GAP / 2, pixmap.height() / 4));
        assert_ne!(Some(0xd6), colour(GAP + 3, pixmap.height() / 4));
    }
}
