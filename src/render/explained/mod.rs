//! A card with its parts explained: a picture for newcomers.

mod callout;
mod frames;
mod lines;
mod measures;
mod part;
mod parts;
mod picture;
mod words;

use ::png::Compression;
use resvg::tiny_skia::{Color, Pixmap, Transform};

use crate::deck::{Card, CardNumber};
use crate::diagnostic::{Problem, Problems};
use crate::face::{Cmyk, Faces, Ink, Product, Rgb, Swatch, parse_svg};
use crate::geometry::Size;

use callout::Callout;
use measures::{NUMBERS, WORDS};
use parts::sides;
use picture::{COLOURS, content, stand};

use super::png;

pub(in crate::render) use measures::ZOOM;
pub(in crate::render) use picture::CORNER_MM;
pub(in crate::render) use words::{FramedMeaning, any_cell, part_titles};

/// PNG pixels for one pixel at 96 to the inch.
const PIXELS: f32 = 1.5;

/// A trimmed card with a line from each part to its explanation, as an SVG with outlined letters. Parts that
/// the theme does not show or this card leaves blank are omitted.
///
/// # Errors
/// Faults of the theme for this deck.
pub fn explained(faces: &Faces<'_>, number: CardNumber) -> Result<String, Problems> {
    let face = faces.card(number).drawing()?.live();
    let sides = sides(faces, number)?;
    let (content, size) = content(face, faces.theme().format(), &sides, WORDS);
    Product::Explained.page(faces.theme(), &content, size, "")?.outlined()
}

/// A card with numbered parts, and the legend of the numbers.
pub(in crate::render) struct NumberedCard {
    number: CardNumber,
    sides: [Vec<Callout>; 2],
    /// The size of the picture in its own millimetres.
    pub size: Size,
    /// Title and explanation for number 1 and those after it.
    pub legend: Vec<[String; 2]>,
}

impl NumberedCard {
    /// The picture with live text. No line of the card is thinner than this in the card's millimetres, of
    /// which one is [`ZOOM`] of the picture's.
    ///
    /// # Errors
    /// Those of [`explained`].
    pub fn svg(&self, faces: &Faces<'_>, least_line_mm: f64) -> Result<String, Problems> {
        let face = faces.card(self.number).drawing()?.live_with_lines_of(least_line_mm);
        let (content, size) = content(face, faces.theme().format(), &self.sides, NUMBERS);
        Product::Explained.svg(faces.theme(), &content, size)
    }
}

/// As [`explained`], with numbers instead of the explanations.
///
/// # Errors
/// Those of [`explained`].
pub(in crate::render) fn numbered(
    faces: &Faces<'_>,
    number: CardNumber,
) -> Result<NumberedCard, Problems> {
    let mut sides = sides(faces, number)?;
    let mut legend = Vec::new();
    for callout in sides.iter_mut().flatten() {
        callout.lines.clear();
        let title = std::mem::replace(&mut callout.title, (legend.len() + 1).to_string());
        legend.push([title, std::mem::take(&mut callout.text)]);
    }
    let (_, size) = stand(faces.theme().format(), &sides, NUMBERS);
    Ok(NumberedCard { number, sides, size, legend })
}

/// The inks of the picture's own colours, which are not the card's.
pub(in crate::render) fn picture_inks() -> Vec<Swatch> {
    let black = |percent| [0.0, 0.0, 0.0, percent];
    let inks = [black(100.0), black(80.0), [15.0, 95.0, 90.0, 5.0], black(45.0), black(0.0)];
    let swatch = |(rgb, ink): (Rgb, [f64; 4])| {
        let Rgb(red, green, blue) = rgb;
        let ink = Ink::Process(Cmyk::new(ink).expect("percentages"));
        Swatch { id: format!("picture-{red:02x}{green:02x}{blue:02x}"), rgb, ink }
    };
    COLOURS.into_iter().zip(inks).map(swatch).collect()
}

/// Rasterizes a picture of [`explained`], for pages that do not show SVG.
///
/// # Errors
/// The picture cannot be drawn.
pub fn explained_png(svg: &str) -> Result<Vec<u8>, Problems> {
    let tree = parse_svg(svg)?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|px| px * PIXELS);
    let no_room = || Problem::coded("face.undrawable", "the picture has no size");
    let mut pixels = Pixmap::new(width.ceil() as u32, height.ceil() as u32).ok_or_else(no_room)?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(PIXELS, PIXELS), &mut pixels.as_mut());
    png::write(&pixels, None, Compression::High, &[])
}

/// The card that shows the most parts of the layout, ideally all of them.
pub fn telling_card(faces: &Faces<'_>) -> CardNumber {
    let deck = faces.deck();
    let fields = deck.layout().fields();
    let shown = |card: &&Card| {
        let texts: Vec<String> =
            fields.iter().map(|field| field.text(deck.layout(), card)).collect();
        let filled = texts.iter().filter(|text| !text.is_empty()).count();
        // A number of two digits is not mistaken for a rank.
        (filled, texts.iter().any(|text| text == "CF"), card.number.get() > 9)
    };
    // Of equal cards, the first.
    let best = deck.cards().iter().rev().max_by_key(shown);
    best.map_or_else(|| deck.cards()[0].number, |card| card.number)
}

#[cfg(test)]
mod tests {
    use kurbo::Point;

    use super::lines::lines;
    use super::words::Words;
    use super::*;
    use crate::deck::{Deck, Field};
    use crate::face::Theme;

    fn deck() -> Deck {
        Deck::read("Sample.csv", include_str!("../../../tests/data/deck.csv")).unwrap()
    }

    /// Whether two line segments meet.
    fn meet([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
        let side = |p: Point, q: Point, r: Point| (q - p).cross(r - p);
        side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
    }

    #[test]
    fn lines_do_not_cross_and_words_do_not_overlap() {
        let deck = deck();
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap();
            let faces = Faces::new(&theme, &deck).unwrap();
            let sides = sides(&faces, CardNumber::new(34).unwrap()).unwrap();
            let (card, size) = stand(theme.format(), &sides, WORDS);
            let titles: Vec<&str> =
                sides.iter().flatten().map(|callout| callout.title.as_str()).collect();
            assert!(titles.len() >= 10, "{name}: {titles:?}");
            for (callouts, towards) in sides.iter().zip([-1.0, 1.0]) {
                let lines = lines(callouts, towards, &card, size.height, WORDS);
                for (at, (line, top)) in lines.iter().enumerate() {
                    let foot = top + callouts[at].height_mm();
                    assert!(*top >= 0.0 && foot <= size.height.0, "{name}: {}", callouts[at].title);
                    for (other, below) in &lines[at + 1..] {
                        assert!(foot <= *below, "{name}: {}", callouts[at].title);
                        let crossed = line.windows(2).any(|one| {
                            other.windows(2).any(|two| meet([one[0], one[1]], [two[0], two[1]]))
                        });
                        assert!(!crossed, "{name}: {}", callouts[at].title);
                    }
                }
            }
        }
    }

    #[test]
    fn the_words_give_the_figures_of_the_card() {
        let (deck, theme) = (deck(), Theme::built_in("west").unwrap());
        let faces = Faces::new(&theme, &deck).unwrap();
        let card = deck.card(CardNumber::new(34).unwrap());
        let words = Words { card, faces: &faces };
        let layout = deck.layout();
        let die = layout.cause.columns[3];
        let shown = |row| Field::Cause { die, row }.text(layout, card);
        let said = words.cause();
        let expected = format!(
            "3{die} are rows 1 to 3 of their column: {}, {}, {}.",
            shown(1),
            shown(2),
            shown(3)
        );
        assert!(said.starts_with(&expected), "{said}");
    }

    #[test]
    fn the_card_shown_by_default_leaves_nothing_blank() {
        let (deck, theme) = (deck(), Theme::built_in("west").unwrap());
        let faces = Faces::new(&theme, &deck).unwrap();
        let card = deck.card(telling_card(&faces));
        let blank = |card: &Card| {
            let fields = deck.layout().fields();
            fields.iter().filter(|field| field.text(deck.layout(), card).is_empty()).count()
        };
        assert_eq!(deck.cards().iter().map(blank).min().unwrap(), blank(card));
    }

    #[test]
    fn the_picture_needs_no_fonts() {
        let (deck, theme) = (deck(), Theme::built_in("future-imperfect").unwrap());
        let faces = Faces::new(&theme, &deck).unwrap();
        let svg = explained(&faces, CardNumber::new(34).unwrap()).unwrap();
        assert!(!svg.contains("<text"));
        assert!(svg.contains("aria-label=\"Cause: does it work?\""));
        let picture = explained_png(&svg).unwrap();
        assert!(picture.starts_with(b"\x89PNG"));
    }
}
