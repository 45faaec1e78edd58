//! PNG files, read once, row by row.

mod rules;

use std::io::Cursor;

pub(super) use self::rules::Picture;
use super::expectation::{Expectation, Standard};
use super::limits::{PNG_INTERLACED_BYTES, PNG_NOTE_BYTES, PNG_PIXELS, PNG_SIDE};
use super::page::Page;
use super::read_back::PrintedDeck;
use super::report::RuleResult;
use super::rule::Criteria;
use super::seen::{self, FoundPage, Layouts, Placer, SeenFile};
use crate::geometry::MM_PER_INCH;
use crate::render::drawn::{self, PictureNote, PixelDigest};
use crate::render::placement::{PNG_KEYWORD, PlacementRecord};

/// The names of all rules.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    rules::RULES.names()
}

/// Reads a picture.
///
/// # Errors
/// Why it cannot be read, in words.
pub(super) fn open(bytes: &[u8], expectation: &Expectation) -> Result<Picture, String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let broken = |error| format!("the PNG is broken: {error}");
    let mut reader = decoder.read_info().map_err(broken)?;
    let [width, height] = [reader.info().width, reader.info().height];
    let criteria = Criteria { standard: Standard::Plain, expectation };
    let sides = [width, height].map(|side| side as usize);
    let pixels = sides[0].saturating_mul(sides[1]);
    let fits = PNG_SIDE.hold(sides[0].max(sides[1])).and_then(|()| PNG_PIXELS.hold(pixels));
    fits.map_err(|past| past.to_string())?;
    let channels = reader.output_color_type().0.samples();
    let is_card =
        rules::named_size(&criteria, [width, height]).is_some() || expectation.card.is_some();
    let mut seen = Pixels {
        digest: PixelDigest::new(width, height),
        rgb: is_card.then(|| Vec::with_capacity(pixels * 3)),
        row: Vec::new(),
        first: None,
        is_blank: true,
    };
    let broken = |error| format!("the PNG's pixels are broken: {error}");
    if reader.info().interlaced {
        // Interlaced rows come in seven passes: only the whole picture has them in order.
        PNG_INTERLACED_BYTES.hold(pixels * channels).map_err(|past| past.to_string())?;
        let mut frame = vec![0; pixels * channels];
        reader.next_frame(&mut frame).map_err(broken)?;
        frame.chunks(sides[0] * channels).for_each(|row| seen.row(row, channels));
    } else {
        while let Some(row) = reader.next_row().map_err(broken)? {
            seen.row(row.data(), channels);
        }
    }
    // Text chunks may follow the pixels; an error there does not affect the picture.
    let _ = reader.finish();
    let Pixels { digest, rgb, is_blank, .. } = seen;
    let behind = bytes.len().saturating_sub(length(bytes));
    let (info, digest) = (reader.info().clone(), digest.hex());
    Ok(Picture { info, digest, rgb, is_blank, behind, record_faults: None })
}

/// The number of bytes up to the end of the last chunk, `IEND` (PNG 5.3).
fn length(bytes: &[u8]) -> usize {
    let mut at = 8;
    while let Some(head) = bytes.get(at..at + 8) {
        let data = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        at = at.saturating_add(data).saturating_add(12);
        if head[4..] == *b"IEND" {
            return at;
        }
    }
    bytes.len()
}

/// The pixels of a picture while they are read.
struct Pixels {
    digest: PixelDigest,
    rgb: Option<Vec<u8>>,
    /// One row as red, green, blue.
    row: Vec<u8>,
    first: Option<[u8; 3]>,
    is_blank: bool,
}

impl Pixels {
    fn row(&mut self, row: &[u8], channels: usize) {
        let rgb = match channels {
            3 => row,
            _ => {
                self.row.clear();
                let pixels = row.chunks_exact(channels.max(1));
                self.row.extend(pixels.flat_map(|pixel| match pixel {
                    [red, green, blue, ..] => [*red, *green, *blue],
                    other => [other[0]; 3],
                }));
                &self.row
            }
        };
        self.digest.add(rgb);
        if let (true, Some(&first)) = (self.is_blank, rgb.first_chunk::<3>()) {
            let first = *self.first.get_or_insert(first);
            self.is_blank = rgb.as_chunks().0.iter().all(|pixel| *pixel == first);
        }
        if let Some(kept) = &mut self.rgb {
            kept.extend_from_slice(rgb);
        }
    }
}

impl Picture {
    /// The results of all rules.
    pub(super) fn check(&self, expectation: &Expectation) -> Vec<RuleResult> {
        rules::RULES.judge(self, &Criteria { standard: Standard::Plain, expectation })
    }

    /// The letters that the picture's note lists.
    ///
    /// # Errors
    /// Why they cannot be compared with a deck of this edition.
    pub(super) fn page(&self, edition: &str) -> Result<Page, String> {
        let unread =
            "the picture does not say what was drawn in it, so its figures cannot be compared";
        let drawn = PictureNote::read(&self.note(drawn::KEYWORD).ok_or(unread)?)?;
        match self.note("Edition") {
            Some(own) if own == edition => {}
            Some(own) => {
                return Err(format!("the picture is of edition {own}, the deck is {edition}"));
            }
            None => {
                return Err(format!("the picture does not say that it is of edition {edition}"));
            }
        }
        Ok(Page { number: None, letters: drawn.glyphs })
    }

    /// Compares the picture, if its pixels were kept, with the face given by its record or name, or the most similar.
    pub(super) fn look(
        &mut self,
        name: &str,
        expectation: &Expectation,
        deck: &PrintedDeck,
    ) -> Option<SeenFile> {
        let reference = deck.reference();
        let layouts = Layouts::new(expectation, deck.format());
        let placer = Placer { reference, layouts: &layouts };
        let page = Page { number: None, letters: Vec::new() };
        let mut found = FoundPage::new(&page, [0.0; 4], [0.0; 4], None);
        found.named = reference.named(name);
        found.record = self.note(PNG_KEYWORD).map(|text| PlacementRecord::read(&text));
        let rgb = self.rgb.as_ref()?;
        let size = [self.info.width, self.info.height];
        let dpi = self.info.pixel_dims.filter(|dims| dims.unit == png::Unit::Meter);
        let dpi = dpi.map(|dims| f64::from(dims.xppu) * MM_PER_INCH / 1000.0);
        let look = seen::picture(rgb, size, dpi, &found, &placer)?;
        self.record_faults.clone_from(&look.record_faults);
        Some(look)
    }

    /// The text of a text chunk by its keyword.
    fn note(&self, keyword: &str) -> Option<String> {
        let mut chunk = self.info.utf8_text.iter().find(|chunk| chunk.keyword == keyword)?.clone();
        chunk.decompress_text_with_limit(PNG_NOTE_BYTES.most).ok()?;
        chunk.get_text().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preflight::expectation::PngExpectation;
    use crate::preflight::report::RuleVerdict;

    fn png(size: (u32, u32), per_metre: Option<u32>, colour: png::ColorType) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
        encoder.set_color(colour);
        if let Some(per_metre) = per_metre {
            let unit = png::Unit::Meter;
            encoder.set_pixel_dims(Some(png::PixelDimensions {
                xppu: per_metre,
                yppu: per_metre,
                unit,
            }));
        }
        let channels = colour.samples();
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&vec![0; (size.0 * size.1) as usize * channels]).unwrap();
        writer.finish().unwrap();
        bytes
    }

    /// The header of a picture without pixels, whose size is refused first.
    fn large(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.write_header().unwrap().write_chunk(png::chunk::IDAT, &[0]).unwrap();
        bytes
    }

    #[test]
    fn the_digest_does_not_depend_on_the_pixel_format() {
        let rgb = png::ColorType::Rgb;
        let plain = open(&png((8, 9), None, rgb), &Expectation::default()).unwrap();
        let black = vec![0; 8 * 9 * 3];
        assert_eq!(drawn::pixel_digest(8, 9, &black), plain.digest);
        let with_alpha = png((8, 9), None, png::ColorType::Rgba);
        assert_eq!(plain.digest, open(&with_alpha, &Expectation::default()).unwrap().digest);
        let grey = png((8, 9), None, png::ColorType::Grayscale);
        assert_eq!(plain.digest, open(&grey, &Expectation::default()).unwrap().digest);
    }

    fn failing(bytes: &[u8]) -> Vec<&'static str> {
        let expected = PngExpectation { width: 8, height: 9, dpi: 300 };
        let expectation = Expectation { png: Some(expected), ..Expectation::default() };
        let rules = match open(bytes, &expectation) {
            Ok(picture) => picture.check(&expectation),
            Err(reason) => vec![RuleResult::unreadable(reason)],
        };
        let failed = rules.iter().filter(|r| matches!(r.verdict, RuleVerdict::Fail { .. }));
        failed.map(|result| result.rule).collect()
    }

    #[test]
    fn a_valid_file_passes_and_each_defect_is_named() {
        let rgb = png::ColorType::Rgb;
        assert!(failing(&png((8, 9), Some(11_811), rgb)).is_empty());
        assert_eq!(["png.size"], *failing(&png((9, 8), Some(11_811), rgb)));
        assert_eq!(["png.resolution"], *failing(&png((8, 9), None, rgb)));
        assert_eq!(["png.resolution"], *failing(&png((8, 9), Some(2_835), rgb)));
        assert_eq!(["png.opaque"], *failing(&png((8, 9), Some(11_811), png::ColorType::Rgba)));
        let reported = open(&large(1, 30_001), &Expectation::default()).err().unwrap();
        assert!(reported.contains("30,000 pixels along one side"), "{reported}");
        let reported = open(&large(20_000, 20_000), &Expectation::default()).err().unwrap();
        assert!(reported.contains("200,000,000 pixels"), "{reported}");
        let mut cut = png((8, 9), Some(11_811), rgb);
        cut.truncate(cut.len() - 20);
        assert_eq!(["readable"], *failing(&cut));
    }
}
