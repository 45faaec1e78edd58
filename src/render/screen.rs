//! Pictures for screens: the whole deck for a shop's page, trimmed cards, and proofs that show trim and safe
//! zone.

use ::png::Compression;
use rayon::prelude::*;
use resvg::tiny_skia::{Color, FillRule, Mask, Path, PathBuilder, Pixmap, Transform};

use crate::deck::CardNumber;
use crate::diagnostic::Problems;
use crate::face::{
    BackPlace, Content, Drawing, Face, Faces, Format, PROOF, SCREEN, built_in_page, parse_svg,
};
use crate::geometry::{Affine, Mm, Point, Rect, Size};

use super::card_table::{self, LaidCard};
use super::explained::CORNER_MM;
use super::job::NamedFile;
use super::png::{self, Dpi};
use super::sheet::outline;

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenPicture {
    /// All cards and the back in rows: `grid.png`.
    Grid,
    /// The back and eight cards in a fan: `fan.png`.
    Fan,
    /// Each trimmed face with round corners on a transparent ground: `cut/card-34.png`.
    Cut,
    /// Each face with its bleed, overlaid with trim and safe zone: `proof/card-34.png`.
    Proof,
}

/// The settings of pictures for screens.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    /// The cards in the pictures.
    pub cards: Vec<CardNumber>,
    /// The width of grid and fan in pixels.
    pub width: u32,
    /// The resolution of trimmed cards and proofs.
    pub dpi: Dpi,
}

/// The permitted widths of grid and fan in pixels.
pub const SCREEN_WIDTH: std::ops::RangeInclusive<u32> = 300..=6000;

/// The width of a card on the template.
const CARD_UNITS: f64 = 100.0;
/// The gap between two cards and the offset of a shadow, as a part of the card's width.
const GAP_SHARE: f64 = 0.08;
const SHADOW_SHARE: f64 = 0.012;
/// The preferred aspect ratio of the grid, weighed against empty places: shops show pictures in the format 3
/// : 2.
const SHAPE: f32 = 1.5;
const EMPTY_COST: f32 = 0.15;
/// The distance from the pivot of the fan to the top of its cards, in card heights.
const HAND: f64 = 2.2;
/// Cosine and sine of the turns of the cards in the fan, from 32 degrees to the left in steps of 8.
/// Constants, since machines differ in the last digit.
const TURNS: [[f64; 2]; 9] = [
    [0.848_048_1, -0.529_919_3],
    [0.913_545_5, -0.406_736_6],
    [0.961_261_7, -0.275_637_4],
    [0.990_268_1, -0.139_173_1],
    [1.0, 0.0],
    [0.990_268_1, 0.139_173_1],
    [0.961_261_7, 0.275_637_4],
    [0.913_545_5, 0.406_736_6],
    [0.848_048_1, 0.529_919_3],
];

impl Screen {
    /// Makes the pictures, in the given order.
    ///
    /// # Errors
    /// Faults of the theme for this deck.
    pub fn files(
        &self,
        faces: &Faces<'_>,
        pictures: &[ScreenPicture],
    ) -> Result<Vec<NamedFile>, Problems> {
        let mut files = Vec::new();
        for picture in pictures {
            match picture {
                ScreenPicture::Grid => files.push(self.grid(faces)?),
                ScreenPicture::Fan => files.push(self.fan(faces)?),
                ScreenPicture::Cut => files.extend(self.each(faces, "cut", cut_out)?),
                ScreenPicture::Proof => files.extend(self.each(faces, "proof", proof)?),
            }
        }
        Ok(files)
    }

    fn grid(&self, faces: &Faces<'_>) -> Result<NamedFile, Problems> {
        let format = faces.theme().format();
        let backs = self.backs(faces).into_iter().map(|place| faces.back_at(place));
        let shown: Vec<&Face> =
            self.cards.iter().map(|&card| faces.card(card)).chain(backs).collect();
        let share = format.trim_height_mm() / format.trim_width_mm();
        let columns = columns(shown.len(), share as f32);
        let rows = shown.len().div_ceil(columns);
        // In card widths.
        let units = columns as f64 + (columns + 1) as f64 * GAP_SHARE;
        let scale = f64::from(self.width) / units;
        let height = rows as f64 * (share + GAP_SHARE) + GAP_SHARE;
        let place = |at: usize| {
            let along = |count: usize, length: f64| GAP_SHARE + count as f64 * (length + GAP_SHARE);
            // At a whole pixel.
            let [x, y] = [along(at % columns, 1.0), along(at / columns, share)]
                .map(|length| (length * scale).round() / scale);
            Affine::translate((x, y))
        };
        let places: Vec<Affine> = (0..shown.len()).map(place).collect();
        named("grid.png", &self.laid(format, &shown, &places, scale, height)?)
    }

    fn fan(&self, faces: &Faces<'_>) -> Result<NamedFile, Problems> {
        let format = faces.theme().format();
        // Spread over the deck, each once.
        let fronts = self.cards.len().min(TURNS.len() - 1);
        let some = (0..fronts).map(|place| self.cards[place * self.cards.len() / fronts]);
        let back = self.cards.first().map_or(faces.back(), |&card| faces.back_of(card));
        let shown: Vec<&Face> =
            [back].into_iter().chain(some.map(|card| faces.card(card))).collect();
        // Fewer cards are centred.
        let first = (TURNS.len() - shown.len()) / 2;
        let turns = &TURNS[first..first + shown.len()];
        let share = format.trim_height_mm() / format.trim_width_mm();
        let turned = |turn: &[f64; 2]| about(*turn, share);
        let (low, high) = extent(turns.iter().map(turned), share);
        let margin = GAP_SHARE * 2.0;
        let hand = Affine::translate((margin - low.x, margin - low.y));
        let places: Vec<Affine> = turns.iter().map(|turn| hand * turned(turn)).collect();
        let scale = f64::from(self.width) / (high.x - low.x + 2.0 * margin);
        let height = high.y - low.y + 2.0 * margin;
        named("fan.png", &self.laid(format, &shown, &places, scale, height)?)
    }

    /// Faces on the table: their places and the height of the table, in units of the card's width, `card_px`.
    fn laid(
        &self,
        format: Format,
        faces: &[&Face],
        places: &[Affine],
        card_px: f64,
        height: f64,
    ) -> Result<Pixmap, Problems> {
        let card = Card::new(format, card_px as f32);
        let drawn = faces.par_iter().map(|face| {
            let size = [card.width, card.height];
            Ok(png::cut(face.drawing()?.tree(), format, size))
        });
        let drawn = drawn.collect::<Vec<_>>().into_iter().collect::<Result<Vec<_>, Problems>>()?;
        let units = Affine::scale(CARD_UNITS);
        let laid = |(pixels, place): (_, &Affine)| {
            let turn = units * *place * units.inverse();
            let units = |pixels: u32| Mm(f64::from(pixels) / card_px * CARD_UNITS);
            let size = Size { width: units(card.width), height: units(card.height) };
            let shadow = Affine::translate((0.0, CARD_UNITS * SHADOW_SHARE)) * turn;
            LaidCard { pixels, place: Rect::at_origin(size), turn, shadow }
        };
        let cards: Vec<LaidCard<'_>> = drawn.iter().zip(places).map(laid).collect();
        let corner = Mm(CORNER_MM / format.trim_width_mm() * CARD_UNITS);
        let size = [self.width, (height * card_px).round().max(1.0) as u32];
        card_table::draw(SCREEN, &cards, corner, size, card_px / CARD_UNITS)
    }

    /// The backs of the cards, each once, in the theme's order.
    fn backs(&self, faces: &Faces<'_>) -> Vec<BackPlace> {
        let mut backs: Vec<BackPlace> =
            self.cards.iter().map(|&card| faces.behind().behind(card)).collect();
        backs.sort_unstable();
        backs.dedup();
        backs
    }

    /// A file for each card and each back.
    fn each(
        &self,
        faces: &Faces<'_>,
        folder: &str,
        make: impl Fn(&Drawing, Format, Dpi) -> Result<Vec<u8>, Problems> + Sync,
    ) -> Result<Vec<NamedFile>, Problems> {
        let format = faces.theme().format();
        let numbers = faces.deck().numbers();
        let name = |card| format!("card-{}", numbers.padded(card));
        let fronts = self.cards.iter().map(|&card| (name(card), faces.card(card)));
        let backs = self.backs(faces).into_iter();
        let backs =
            backs.map(|place| (faces.theme().back_name(place).to_owned(), faces.back_at(place)));
        let shown: Vec<(String, &Face)> = fronts.chain(backs).collect();
        let made = shown.par_iter().map(|(name, face)| {
            let bytes = make(face.drawing()?, format, self.dpi)?;
            Ok(NamedFile { path: format!("{folder}/{name}.png"), bytes })
        });
        made.collect::<Vec<_>>().into_iter().collect()
    }
}

/// A trimmed card in pixels.
struct Card {
    format: Format,
    width: u32,
    height: u32,
}

impl Card {
    fn new(format: Format, width: f32) -> Self {
        let share = (format.trim_height_mm() / format.trim_width_mm()) as f32;
        let whole = |length: f32| length.round().max(1.0) as u32;
        Self { format, width: whole(width), height: whole(width * share) }
    }

    /// Its outline.
    fn outline(&self) -> Path {
        let radius = (CORNER_MM / self.format.trim_width_mm()) as f32 * self.width as f32;
        rounded(self.width as f32, self.height as f32, radius)
    }

    /// A face with transparent corners.
    fn cut(&self, drawing: &Drawing) -> Pixmap {
        let mut pixmap = png::cut(drawing.tree(), self.format, [self.width, self.height]);
        let mut mask = Mask::new(self.width, self.height).expect("a card has pixels");
        mask.fill_path(&self.outline(), FillRule::Winding, true, Transform::identity());
        pixmap.apply_mask(&mask);
        pixmap
    }
}

/// A card of width 1 turned about the pivot of the fan, the origin.
fn about([cos, sin]: [f64; 2], share: f64) -> Affine {
    let turned = Affine::new([cos, sin, -sin, cos, 0.0, 0.0]);
    turned * Affine::translate((-0.5, -share * HAND))
}

/// The bounding rectangle of cards at these places: upper left and lower right corner.
fn extent(places: impl Iterator<Item = Affine>, share: f64) -> (Point, Point) {
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, share), (1.0, share)].map(Point::from);
    let all: Vec<Point> = places.flat_map(|place| corners.map(|corner| place * corner)).collect();
    let of = |axis: fn(&Point) -> f64, choose: fn(f64, f64) -> f64| {
        all.iter().map(axis).reduce(choose).unwrap_or(0.0)
    };
    let [x, y] = [|point: &Point| point.x, |point: &Point| point.y];
    (Point::new(of(x, f64::min), of(y, f64::min)), Point::new(of(x, f64::max), of(y, f64::max)))
}

/// The number of columns for this number of cards.
fn columns(cards: usize, height_share: f32) -> usize {
    let cost = |columns: &usize| {
        let rows = cards.div_ceil(*columns);
        let shape = *columns as f32 / (rows as f32 * height_share);
        (shape - SHAPE).abs() + (rows * columns - cards) as f32 * EMPTY_COST
    };
    (1..=cards).min_by(|one, other| cost(one).total_cmp(&cost(other))).unwrap_or(1)
}

fn named(path: &str, picture: &Pixmap) -> Result<NamedFile, Problems> {
    let bytes = png::write(picture, None, Compression::High, &[])?;
    Ok(NamedFile { path: path.to_owned(), bytes })
}

/// A rectangle with round corners at the origin.
fn rounded(width: f32, height: f32, radius: f32) -> Path {
    // Handles of a Bézier curve that approximates a quarter circle to 1/4000.
    let arm = radius * (1.0 - 0.552_285);
    let mut path = PathBuilder::new();
    path.move_to(radius, 0.0);
    path.line_to(width - radius, 0.0);
    path.cubic_to(width - arm, 0.0, width, arm, width, radius);
    path.line_to(width, height - radius);
    path.cubic_to(width, height - arm, width - arm, height, width - radius, height);
    path.line_to(radius, height);
    path.cubic_to(arm, height, 0.0, height - arm, 0.0, height - radius);
    path.line_to(0.0, radius);
    path.cubic_to(0.0, arm, arm, 0.0, radius, 0.0);
    path.close();
    path.finish().expect("a closed line of finite places")
}

/// A trimmed face.
fn cut_out(drawing: &Drawing, format: Format, dpi: Dpi) -> Result<Vec<u8>, Problems> {
    let width = Mm(format.trim_width_mm()).inches() * f64::from(dpi.get());
    let card = Card::new(format, width as f32);
    png::write_clear(&card.cut(drawing), dpi)
}

/// A face with its bleed; over it in magenta the trim and what is cut off, in cyan the safe zone.
fn proof(drawing: &Drawing, format: Format, dpi: Dpi) -> Result<Vec<u8>, Problems> {
    let (width, height) = dpi.pixels(format);
    let mut pixmap = Pixmap::new(width, height).expect("a card has pixels");
    pixmap.fill(Color::WHITE);
    for tree in [drawing.tree(), &parse_svg(&zones(format)?)?] {
        let size = tree.size();
        let fitted =
            Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
        resvg::render(tree, fitted, &mut pixmap.as_mut());
    }
    png::write(&pixmap, Some(dpi), Compression::Fast, &[])
}

/// The zones of a card as a picture of its size with bleed.
fn zones(format: Format) -> Result<String, Problems> {
    let full = Rect::at_origin(Size {
        width: Mm(format.full_width_mm()),
        height: Mm(format.full_height_mm()),
    });
    let inset = |by: f64| full.grown(Mm(-by));
    let cut = inset(format.bleed_mm());
    let content = Content::default()
        .text("off", outline(full) + &outline(cut))
        .place("cut", cut)
        .place("safe", inset(format.bleed_mm() + format.safe_mm()));
    built_in_page(PROOF, &content, full.size())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::face::Theme;

    /// The table colour of the template.
    const TABLE: [u8; 3] = [0xe7, 0xe4, 0xdd];

    fn screen(cards: &[u8], width: u32) -> Screen {
        let cards = cards.iter().copied().flat_map(CardNumber::new).collect();
        Screen { cards, width, dpi: Dpi::new(100).unwrap() }
    }

    fn made(screen: &Screen, theme: &str, pictures: &[ScreenPicture]) -> Vec<(String, Pixmap)> {
        let deck = Deck::read("Sample.csv", include_str!("../../tests/data/deck.csv")).unwrap();
        let theme = Theme::built_in(theme).unwrap();
        let faces = Faces::new(&theme, &deck).unwrap();
        let files = screen.files(&faces, pictures).unwrap_or_else(|found| panic!("{found}"));
        files
            .into_iter()
            .map(|file| (file.path, Pixmap::decode_png(&file.bytes).unwrap()))
            .collect()
    }

    fn colour(picture: &Pixmap, x: u32, y: u32) -> [u8; 4] {
        let pixel = picture.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    }

    #[test]
    fn a_deck_and_its_back_fill_eleven_columns_and_five_rows() {
        assert_eq!(11, columns(55, 1.4));
        assert_eq!([1, 2], [columns(1, 1.4), columns(2, 1.4)]);
        // All places are filled if a near shape allows it.
        assert_eq!(0, columns(40, 1.4) * 40_usize.div_ceil(columns(40, 1.4)) - 40);
    }

    #[test]
    fn a_grid_shows_every_card_and_the_back_on_a_table() {
        let [(path, grid)] =
            made(&screen(&[3, 10, 34], 600), "west", &[ScreenPicture::Grid]).try_into().unwrap();
        assert_eq!(("grid.png", 600), (path.as_str(), grid.width()));
        let [red, green, blue] = TABLE;
        let table = [red, green, blue, 0xff];
        assert_eq!(table, colour(&grid, 2, 2));
        // Four cards side by side differ in their middles.
        let columns = columns(4, 1.4) as u32;
        for column in 0..columns {
            let x = (2 * column + 1) * 600 / columns / 2;
            assert_ne!(table, colour(&grid, x, grid.height() / 2 / 4_u32.div_ceil(columns)));
        }
    }

    #[test]
    fn a_fan_has_the_requested_width_and_cuts_no_card() {
        let all: Vec<u8> = (0..54).collect();
        for cards in [&all[..], &[7]] {
            let made = made(&screen(cards, 500), "ink-saver", &[ScreenPicture::Fan]);
            let fan = &made[0].1;
            assert_eq!(500, fan.width());
            let [red, green, blue] = TABLE;
            let edge = (0..500).flat_map(|x| [(x, 0), (x, fan.height() - 1)]);
            let sides = (0..fan.height()).flat_map(|y| [(0, y), (499, y)]);
            for (x, y) in edge.chain(sides) {
                assert_eq!([red, green, blue, 0xff], colour(fan, x, y), "{x} {y}");
            }
        }
    }

    #[test]
    fn a_cut_card_has_the_size_of_the_trim_and_clear_corners() {
        let pictures = made(&screen(&[34], 300), "high-contrast", &[ScreenPicture::Cut]);
        let paths: Vec<&str> = pictures.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(["cut/card-34.png", "cut/back.png"], *paths);
        for (_, card) in &pictures {
            assert_eq!((250, 350), (card.width(), card.height()));
            for (x, y) in [(0, 0), (249, 0), (0, 349), (249, 349)] {
                assert_eq!(0, colour(card, x, y)[3]);
            }
            assert_eq!(0xff, colour(card, 125, 0)[3]);
            assert_eq!(0xff, colour(card, 125, 175)[3]);
        }
    }

    #[test]
    fn a_proof_shows_the_cut_and_the_safe_zone_where_they_are() {
        let pictures = made(&screen(&[34], 300), "ink-saver", &[ScreenPicture::Proof]);
        let (path, proof) = &pictures[0];
        assert_eq!("proof/card-34.png", path);
        // 69.85 × 95.25 mm at 100 dots to the inch.
        assert_eq!((275, 375), (proof.width(), proof.height()));
        // The bleed is tinted; the trim is a line 3.175 mm inside, 12.5 pixels.
        let [red, green, ..] = colour(proof, 5, 100);
        assert!(red > 200 && green < 200, "{red} {green}");
        let [_, green, ..] = colour(proof, 12, 100);
        assert!(green < 100, "{green}");
        // The safe zone begins 25 pixels from the edge, in dashes.
        let dashes = (60..120).filter(|&x| colour(proof, x, 25)[0] < 140).count();
        assert!((15..55).contains(&dashes), "{dashes}");
    }
}
