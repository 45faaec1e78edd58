//! PNG pictures of faces and backs, with exact pixels for a resolution, which the file states.

use std::fmt;

use png::text_metadata::ITXtChunk;
use png::{BitDepth, ColorType, Compression, Encoder, PixelDimensions, Unit};
use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, Transform};

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::face::{Binder, Format, Theme, parse_svg_in};
use crate::geometry::{MM_PER_INCH, Mm, PIXELS_PER_INCH, Size};

use super::drawn::{self, pixel_digest};

/// A resolution in dots per inch, 36 to 2,400.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dpi(u16);

impl Dpi {
    /// The usual requirement of print houses: a poker card with bleed is 825 × 1,125 pixels.
    pub const PRINT: Self = Self(300);

    /// The least number of dots.
    pub const LEAST: u16 = 36;

    /// The greatest number of dots.
    pub const MOST: u16 = 2400;

    /// The resolution, or `None` outside [`LEAST`](Self::LEAST) to [`MOST`](Self::MOST).
    pub const fn new(dpi: u16) -> Option<Self> {
        if dpi >= Self::LEAST && dpi <= Self::MOST { Some(Self(dpi)) } else { None }
    }

    /// Dots per inch.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// Width and height in pixels of a card of this format with bleed, to the nearest pixel.
    pub fn pixels(self, format: Format) -> (u32, u32) {
        let pixels = |mm: f64| (Mm(mm).inches() * f64::from(self.0)).round() as u32;
        (pixels(format.full_width_mm()), pixels(format.full_height_mm()))
    }

    /// The size of this number of pixels.
    pub(super) fn size(self, [width, height]: Pixels) -> Size {
        let length = |pixels: u32| Mm::from_inches(f64::from(pixels) / f64::from(self.0));
        Size { width: length(width), height: length(height) }
    }

    /// Dots per metre, the unit of a PNG's `pHYs` chunk.
    fn per_metre(self) -> u32 {
        (f64::from(self.0) / (MM_PER_INCH / 1000.0)).round() as u32
    }
}

/// Width and height of a picture in pixels.
pub type Pixels = [u32; 2];

impl fmt::Display for Dpi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} dpi", self.0)
    }
}

/// The fronts of these cards, in this order, as PNG files. Each states its resolution, and in text chunks the
/// deck's name (`Title`), `Edition`, `Card`, and its glyphs ([`Drawn`](super::drawn)).
///
/// # Errors
/// Those of [`Binder::new`] and [`parse_svg_in`].
pub fn fronts(
    theme: &Theme,
    deck: &Deck,
    numbers: &[CardNumber],
    dpi: Dpi,
) -> Result<Vec<(CardNumber, Vec<u8>)>, Problems> {
    let binder = Binder::new(theme, deck)?;
    let edition = deck.edition().to_string();
    let front = |&number: &CardNumber| {
        let svg = binder.card(deck.card(number));
        let card = number.to_string();
        let notes = [("Title", deck.name()), ("Edition", &edition), ("Card", &card)];
        encode(&svg, theme, dpi, &notes).map(|png| (number, png))
    };
    // Collected in card order, so that threads change neither the files nor the first error.
    let made: Vec<_> = numbers.par_iter().map(front).collect();
    made.into_iter().collect()
}

/// The back as a PNG file, with resolution, deck name and edition.
///
/// # Errors
/// Those of [`Binder::new`] and [`parse_svg_in`].
pub fn back(theme: &Theme, deck: &Deck, dpi: Dpi) -> Result<Vec<u8>, Problems> {
    let svg = Binder::new(theme, deck)?.back();
    let edition = deck.edition().to_string();
    encode(&svg, theme, dpi, &[("Title", deck.name()), ("Edition", &edition)])
}

/// An SVG of a card's size with bleed as an opaque PNG with `notes` as text chunks.
fn encode(svg: &str, theme: &Theme, dpi: Dpi, notes: &[(&str, &str)]) -> Result<Vec<u8>, Problems> {
    encode_tree(&parse_svg_in(svg, theme.fonts())?, theme.format(), dpi, None, notes)
}

/// A picture tree of a card's size with bleed as an opaque PNG with `notes` as text chunks. With `pixels`,
/// the picture is a window around the middle of the card, at its true size.
pub(super) fn encode_tree(
    tree: &usvg::Tree,
    format: Format,
    dpi: Dpi,
    window: Option<Pixels>,
    notes: &[(&str, &str)],
) -> Result<Vec<u8>, Problems> {
    let (width, height) = match window {
        Some([width, height]) => (width, height),
        None => dpi.pixels(format),
    };
    let mut pixmap = Pixmap::new(width, height).expect("a card has pixels at any resolution");
    // Paper, in case a template leaves some of it bare.
    pixmap.fill(resvg::tiny_skia::Color::WHITE);
    let size = tree.size();
    let place = if window.is_some() {
        let scale = f32::from(dpi.get()) / PIXELS_PER_INCH as f32;
        let outside = |card: f32, window: u32| (window as f32 - card * scale) / 2.0;
        let (left, top) = (outside(size.width(), width), outside(size.height(), height));
        Transform::from_row(scale, 0.0, 0.0, scale, left, top)
    } else {
        Transform::from_scale(width as f32 / size.width(), height as f32 / size.height())
    };
    resvg::render(tree, place, &mut pixmap.as_mut());
    let corner_mm =
        [place.tx, place.ty].map(|px| Mm::from_inches(f64::from(-px) / f64::from(dpi.get())).0);
    encode_pixels(&pixmap, Some(dpi), Compression::Fast, notes, Some((tree, corner_mm)))
        .map_err(unwritten)
}

/// The part of a picture tree with bleed that is inside the trim, at this size in pixels.
///
/// # Panics
/// The number of pixels is 0 or above the limit of pictures.
pub(crate) fn cut(tree: &usvg::Tree, format: Format, [width, height]: Pixels) -> Pixmap {
    let mut pixmap = Pixmap::new(width, height).expect("a card has a width and a height");
    // Paper, in case a template leaves some of it bare.
    pixmap.fill(resvg::tiny_skia::Color::WHITE);
    let along = |pixels: u32, trim_mm: f64, full_mm: f64, units: f32| {
        let pixels_per_mm = f64::from(pixels) / trim_mm;
        let corner = -(format.bleed_mm() * pixels_per_mm) as f32;
        ((full_mm * pixels_per_mm) as f32 / units, corner)
    };
    let (across, left) =
        along(width, format.trim_width_mm(), format.full_width_mm(), tree.size().width());
    let (down, top) =
        along(height, format.trim_height_mm(), format.full_height_mm(), tree.size().height());
    let place = Transform::from_row(across, 0.0, 0.0, down, left, top);
    resvg::render(tree, place, &mut pixmap.as_mut());
    pixmap
}

/// Pixels as an opaque PNG with an optional resolution and `notes` as text chunks.
pub(crate) fn write(
    pixmap: &Pixmap,
    dpi: Option<Dpi>,
    compression: Compression,
    notes: &[(&str, &str)],
) -> Result<Vec<u8>, Problems> {
    encode_pixels(pixmap, dpi, compression, notes, None).map_err(unwritten)
}

/// Pixels as a PNG that keeps transparency and states its resolution.
pub(crate) fn write_clear(pixmap: &Pixmap, dpi: Dpi) -> Result<Vec<u8>, Problems> {
    let rgba = pixmap.pixels().iter().flat_map(|pixel| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue(), colour.alpha()]
    });
    let rgba: Vec<u8> = rgba.collect();
    let size = [pixmap.width(), pixmap.height()];
    encode_raw(size, ColorType::Rgba, &rgba, Some(dpi), Compression::Fast, &[], None)
        .map_err(unwritten)
}

fn unwritten(error: png::EncodingError) -> Problems {
    Problem::coded("png.not-written", format!("the PNG cannot be written: {error}")).into()
}

/// Red, green and blue of each pixel of an opaque picture.
pub(crate) fn colours(pixmap: &Pixmap) -> Vec<u8> {
    let (pixels, _) = pixmap.data().as_chunks();
    let mut rgb = vec![0; pixels.len() * 3];
    for (rgb, &[red, green, blue, _]) in rgb.as_chunks_mut().0.iter_mut().zip(pixels) {
        *rgb = [red, green, blue];
    }
    rgb
}

fn encode_pixels(
    pixmap: &Pixmap,
    dpi: Option<Dpi>,
    compression: Compression,
    notes: &[(&str, &str)],
    drawn: Option<(&usvg::Tree, [f64; 2])>,
) -> Result<Vec<u8>, png::EncodingError> {
    let rgb = colours(pixmap);
    let size = [pixmap.width(), pixmap.height()];
    let note = drawn.map(|(tree, corner_mm)| {
        drawn::note(tree, corner_mm, &pixel_digest(pixmap.width(), pixmap.height(), &rgb))
    });
    encode_raw(size, ColorType::Rgb, &rgb, dpi, compression, notes, note)
}

fn encode_raw(
    [width, height]: Pixels,
    colours: ColorType,
    pixels: &[u8],
    dpi: Option<Dpi>,
    compression: Compression,
    notes: &[(&str, &str)],
    drawn: Option<String>,
) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(colours);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(compression);
    // The colour space of a face, so that programs do not assume the screen's.
    encoder.set_source_srgb(png::SrgbRenderingIntent::RelativeColorimetric);
    encoder.set_pixel_dims(dpi.map(Dpi::per_metre).map(|per_metre| PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }));
    for (keyword, text) in notes {
        encoder.add_itxt_chunk((*keyword).to_owned(), (*text).to_owned())?;
    }
    let mut writer = encoder.write_header()?;
    if let Some(note) = drawn {
        let mut chunk = ITXtChunk::new(drawn::KEYWORD, note);
        chunk.compressed = true;
        writer.write_text_chunk(&chunk)?;
    }
    writer.write_image_data(pixels)?;
    writer.finish()?;
    // A buffer grows by doubling, and a job keeps all its pictures until they are written.
    bytes.shrink_to_fit();
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poker_card_at_300_dpi_is_825_by_1125_pixels() {
        assert_eq!((825, 1125), Dpi::PRINT.pixels(Format::POKER));
        assert_eq!(11811, Dpi::PRINT.per_metre());
    }

    #[test]
    fn resolutions_outside_the_limits_are_refused() {
        assert_eq!(None, Dpi::new(0));
        assert_eq!(None, Dpi::new(35));
        assert_eq!(None, Dpi::new(2401));
        assert_eq!(Some(Dpi::PRINT), Dpi::new(300));
    }

    #[test]
    fn a_window_shows_the_middle_of_the_card_at_its_true_size() {
        let format = Format::new(20.0, 20.0, 0.0, 0.0).unwrap();
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"20mm\" \
            viewBox=\"0 0 20 20\"><rect x=\"5\" y=\"5\" width=\"10\" height=\"10\" fill=\"#ff0000\"/>\
            </svg>";
        let tree = crate::face::parse_svg(svg).unwrap();
        // 5 pixels to the millimetre: 2 mm less on the left and right, 4 above and below.
        let png = encode_tree(&tree, format, Dpi::new(127).unwrap(), Some([80, 60]), &[]).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let red = |x: usize, y: usize| pixels[(y * 80 + x) * 3 + 1] == 0;
        assert_eq!([false, true, true, false], [14, 15, 64, 65].map(|x| red(x, 30)));
        assert_eq!([false, true, true, false], [4, 5, 54, 55].map(|y| red(40, y)));
    }

    #[test]
    fn a_picture_states_its_resolution_and_notes() {
        let format = Format::new(20.0, 20.0, 0.0, 0.0).unwrap();
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"20mm\" \
            viewBox=\"0 0 20 20\"><rect width=\"10\" height=\"20\" fill=\"#ff0000\"/></svg>";
        let tree = crate::face::parse_svg(svg).unwrap();
        let notes = [("Title", "Žižka & co")];
        let png = encode_tree(&tree, format, Dpi::new(127).unwrap(), None, &notes).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let info = reader.info();
        assert_eq!((100, 100), (info.width, info.height));
        assert_eq!(Some(5000), info.pixel_dims.map(|dims| dims.xppu));
        assert_eq!("Žižka & co", info.utf8_text[0].get_text().unwrap());
        let pixel = |x: usize| &pixels[x * 3..x * 3 + 3];
        assert_eq!([255, 0, 0], pixel(49));
        assert_eq!([255, 255, 255], pixel(50));
    }
}
