//! PNG files: read once, row by row, and their rules.

use std::io::Cursor;

use super::expectation::{Expectation, PngExpectation, Standard};
use super::limits::{PNG_INTERLACED_BYTES, PNG_NOTE_BYTES, PNG_PIXELS, PNG_SIDE};
use super::live::{self, Raster};
use super::page::{Mark, Page};
use super::report::{Fault, RuleResult, RuleVerdict};
use super::rule::{self, Criteria, Judged, Rules};
use crate::geometry::MM_PER_INCH;
use crate::render::drawn::{self, Drawn, PixelDigest};
use crate::render::vendor::PictureSize;

/// The rules for PNG files.
struct OfPng;

impl Judged for OfPng {
    type File<'f> = Picture;
}

type Rule = rule::Rule<OfPng>;

const RULES: Rules<OfPng> = Rules(&[&[
    Rule { name: "png.size", requirement: "the pixels the print house names", check: size },
    Rule {
        name: "png.resolution",
        requirement: "the resolution is stated (pHYs) and is the one asked for",
        check: resolution,
    },
    Rule {
        name: "png.opaque",
        requirement: "no transparent pixels: print houses fill them with what they like",
        check: opaque,
    },
    Rule {
        name: "png.colour",
        requirement: "colours as red, green and blue, of which print houses make their inks",
        check: colour,
    },
    Rule {
        name: "png.drawn",
        requirement: "the note of what was drawn belongs to these pixels",
        check: drawn_here,
    },
    Rule {
        name: "png.live-matter",
        requirement: "nothing that looks like a letter nearer to the edge than the print house's live zone",
        check: live_matter,
    },
]]);

/// The names of all rules.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    RULES.names()
}

/// A PNG that could be read.
pub(super) struct Picture {
    info: png::Info<'static>,
    /// The digest of its pixels as red, green and blue.
    digest: String,
    /// Its pixels as red, green and blue, where a rule looks at them.
    rgb: Option<Vec<u8>>,
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
    let wanted = channels >= 3 && named_size(&criteria, [width, height]).is_some();
    let mut seen = Seen {
        digest: PixelDigest::new(width, height),
        rgb: wanted.then(|| Vec::with_capacity(pixels * 3)),
        row: Vec::new(),
    };
    let broken = |error| format!("the PNG's pixels are broken: {error}");
    if reader.info().interlaced {
        // Rows come in seven turns: only a whole picture has them in order.
        PNG_INTERLACED_BYTES.hold(pixels * channels).map_err(|past| past.to_string())?;
        let mut frame = vec![0; pixels * channels];
        reader.next_frame(&mut frame).map_err(broken)?;
        frame.chunks(sides[0] * channels).for_each(|row| seen.row(row, channels));
    } else {
        while let Some(row) = reader.next_row().map_err(broken)? {
            seen.row(row.data(), channels);
        }
    }
    // Notes may stand behind the pixels; what is broken there leaves the picture whole.
    let _ = reader.finish();
    let Seen { digest, rgb, .. } = seen;
    Ok(Picture { info: reader.info().clone(), digest: digest.hex(), rgb })
}

/// What was seen of a picture's pixels.
struct Seen {
    digest: PixelDigest,
    rgb: Option<Vec<u8>>,
    /// A row as red, green and blue.
    row: Vec<u8>,
}

impl Seen {
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
        if let Some(kept) = &mut self.rgb {
            kept.extend_from_slice(rgb);
        }
    }
}

impl Picture {
    /// Every rule and what became of it.
    pub(super) fn check(&self, expectation: &Expectation) -> Vec<RuleResult> {
        RULES.judge(self, &Criteria { standard: Standard::Plain, expectation })
    }

    /// The letters that the picture says were drawn in it.
    ///
    /// # Errors
    /// In words, why they cannot be held against a deck of this edition.
    pub(super) fn page(&self, edition: &str) -> Result<Page, String> {
        let unread =
            "the picture does not say what was drawn in it, so its figures cannot be compared";
        let drawn = Drawn::read(&self.note(drawn::KEYWORD).ok_or(unread)?)?;
        match self.note("Edition") {
            Some(own) if own == edition => {}
            Some(own) => {
                return Err(format!("the picture is of edition {own}, the deck is {edition}"));
            }
            None => {
                return Err(format!("the picture does not say that it is of edition {edition}"));
            }
        }
        let marks = drawn.glyphs.into_iter().map(Mark::glyph).collect();
        Ok(Page { number: None, marks })
    }

    /// The text of a note by its keyword.
    fn note(&self, keyword: &str) -> Option<String> {
        let mut chunk = self.info.utf8_text.iter().find(|chunk| chunk.keyword == keyword)?.clone();
        chunk.decompress_text_with_limit(PNG_NOTE_BYTES.most).ok()?;
        chunk.get_text().ok()
    }
}

fn size(picture: &Picture, criteria: &Criteria<'_>) -> RuleVerdict {
    let [width, height] = [picture.info.width, picture.info.height];
    let known = known_sizes(criteria);
    if known.is_empty() {
        return RuleVerdict::skip("no size was asked for");
    }
    let fits = known.iter().any(|known| [known.width, known.height] == [width, height]);
    let asked: Vec<String> =
        known.iter().map(|known| format!("{} × {}", known.width, known.height)).collect();
    let asked = asked.join(" or ");
    RuleVerdict::whether(fits, format!("{width} × {height} pixels instead of {asked}"))
}

fn opaque(picture: &Picture, _: &Criteria<'_>) -> RuleVerdict {
    let alpha =
        matches!(picture.info.color_type, png::ColorType::GrayscaleAlpha | png::ColorType::Rgba);
    RuleVerdict::whether(!alpha && picture.info.trns.is_none(), "the picture has an alpha channel")
}

fn colour(picture: &Picture, criteria: &Criteria<'_>) -> RuleVerdict {
    let grey = matches!(
        picture.info.color_type,
        png::ColorType::Grayscale | png::ColorType::GrayscaleAlpha
    );
    match criteria.vendor() {
        Some(_) => RuleVerdict::whether(!grey, "the picture is grey"),
        None => RuleVerdict::skip("no print house was named"),
    }
}

/// Whether what the picture says was drawn was drawn in these pixels.
fn drawn_here(picture: &Picture, _: &Criteria<'_>) -> RuleVerdict {
    let Some(note) = picture.note(drawn::KEYWORD) else {
        return RuleVerdict::skip("the picture does not say what was drawn in it");
    };
    match Drawn::read(&note) {
        Ok(drawn) => RuleVerdict::whether(
            drawn.pixels == picture.digest,
            "the pixels were changed after the note was written",
        ),
        Err(reason) => RuleVerdict::whether(false, reason),
    }
}

/// The pictures asked for: by the caller, or by the print house.
fn known_sizes(criteria: &Criteria<'_>) -> Vec<PngExpectation> {
    match (criteria.expectation.png, criteria.pictures()) {
        (Some(png), _) => vec![png],
        (None, Some(pictures)) => {
            let known = |size: &PictureSize| {
                let [width, height] = size.pixels;
                PngExpectation { width, height, dpi: pictures.dpi.get() }
            };
            pictures.sizes.iter().map(known).collect()
        }
        (None, None) => Vec::new(),
    }
}

/// The size of the print house's that a picture has.
fn named_size<'e>(criteria: &Criteria<'e>, pixels: [u32; 2]) -> Option<&'e PictureSize> {
    criteria.pictures()?.sizes.iter().find(|size| size.pixels == pixels)
}

fn live_matter(picture: &Picture, criteria: &Criteria<'_>) -> RuleVerdict {
    let Some(pictures) = criteria.pictures() else {
        return RuleVerdict::skip("no print house was named");
    };
    let [width, height] = [picture.info.width, picture.info.height];
    let Some(size) = named_size(criteria, [width, height]) else {
        return RuleVerdict::skip("the picture is of no size the print house names");
    };
    let Some(rgb) = &picture.rgb else {
        return RuleVerdict::skip("the picture is grey");
    };
    let dpi = f64::from(pictures.dpi.get());
    let raster = Raster { width: width as usize, height: height as usize, rgb, dpi };
    let near = live::too_near(&raster, size.live_px);
    RuleVerdict::of(near.into_iter().map(|figure| {
        Fault::whole(format!(
            "what looks like a letter, {} × {} pixels at {}, {}, stands {} pixels from the edge; \
             safe are {}",
            figure.width, figure.height, figure.left, figure.top, figure.from_edge, size.live_px
        ))
    }))
}

fn resolution(picture: &Picture, criteria: &Criteria<'_>) -> RuleVerdict {
    let Some(stated) = picture.info.pixel_dims else {
        return RuleVerdict::whether(false, "the file does not state its resolution");
    };
    if stated.unit != png::Unit::Meter || stated.xppu != stated.yppu {
        return RuleVerdict::whether(false, "the stated resolution is a mere ratio, or not square");
    }
    // The unit of `pHYs` is the metre (PNG 11.3.4.3).
    let dpi = f64::from(stated.xppu) * (MM_PER_INCH / 1000.0);
    match known_sizes(criteria).first() {
        Some(expected) => RuleVerdict::whether(
            (dpi - f64::from(expected.dpi)).abs() < 0.1,
            format!("{dpi:.1} dpi instead of {}", expected.dpi),
        ),
        None => RuleVerdict::Pass,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preflight::report::RuleResult;

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

    /// The head of a picture whose pixels are missing: that it is too large is told before.
    fn large(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.write_header().unwrap().write_chunk(png::chunk::IDAT, &[0]).unwrap();
        bytes
    }

    #[test]
    fn pixels_have_one_digest_however_they_are_kept() {
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
    fn a_right_file_passes_and_each_defect_is_named() {
        let rgb = png::ColorType::Rgb;
        assert!(failing(&png((8, 9), Some(11_811), rgb)).is_empty());
        assert_eq!(["png.size"], *failing(&png((9, 8), Some(11_811), rgb)));
        assert_eq!(["png.resolution"], *failing(&png((8, 9), None, rgb)));
        assert_eq!(["png.resolution"], *failing(&png((8, 9), Some(2_835), rgb)));
        assert_eq!(["png.opaque"], *failing(&png((8, 9), Some(11_811), png::ColorType::Rgba)));
        let told = open(&large(1, 30_001), &Expectation::default()).err().unwrap();
        assert!(told.contains("30,000 pixels along one side"), "{told}");
        let told = open(&large(20_000, 20_000), &Expectation::default()).err().unwrap();
        assert!(told.contains("200,000,000 pixels"), "{told}");
        let mut cut = png((8, 9), Some(11_811), rgb);
        cut.truncate(cut.len() - 20);
        assert_eq!(["readable"], *failing(&cut));
    }
}
