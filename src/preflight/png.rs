//! Rules for PNG files.

use std::borrow::Cow;
use std::io::Cursor;

use crate::render::drawn::{self, Drawn, pixel_digest};
use crate::render::vendor::{PictureSize, PictureUpload, Upload};

use super::Expectation;
use super::live::{self, Raster};
use super::read_back::{Mark, Page};
use super::report::{Fault, RuleResult, Verdict};

/// What a print house asks of a PNG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PngExpectation {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Dots per inch the file must state.
    pub dpi: u16,
}

/// Centimetres, not inches: the unit of `pHYs` is the metre (PNG 11.3.4.3).
const METRES_PER_INCH: f64 = 0.0254;

/// The names of all rules.
pub(super) const RULES: [&str; 6] =
    ["png.size", "png.resolution", "png.opaque", "png.colour", "png.drawn", "png.live-matter"];

pub(super) fn check(bytes: &[u8], expectation: &Expectation) -> Vec<RuleResult> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = match decoder.read_info() {
        Ok(reader) => reader,
        Err(error) => return vec![RuleResult::unreadable(format!("the PNG is broken: {error}"))],
    };
    let size = reader.output_buffer_size().filter(|&size| size <= MOST_BYTES);
    let Some(size) = size else {
        return vec![RuleResult::unreadable("the PNG is larger than any card")];
    };
    let mut pixels = vec![0; size];
    if let Err(error) = reader.next_frame(&mut pixels) {
        return vec![RuleResult::unreadable(format!("the PNG's pixels are broken: {error}"))];
    }
    let channels = reader.output_color_type().0.samples();
    // Notes may stand behind the pixels; what is broken there leaves the picture whole.
    let _ = reader.finish();
    let info = reader.info();
    let known = known_sizes(expectation);
    let mut rules =
        vec![RuleResult { rule: "readable", asks: "the file can be read", verdict: Verdict::Pass }];
    let mut rule = |rule, asks, verdict| rules.push(RuleResult { rule, asks, verdict });
    rule("png.size", "the pixels the print house names", {
        let fits =
            known.iter().any(|known| [known.width, known.height] == [info.width, info.height]);
        let asked: Vec<String> =
            known.iter().map(|known| format!("{} × {}", known.width, known.height)).collect();
        match &asked[..] {
            [] => Verdict::skip("no size was asked for"),
            asked => Verdict::whether(
                fits,
                format!(
                    "{} × {} pixels instead of {}",
                    info.width,
                    info.height,
                    asked.join(" or ")
                ),
            ),
        }
    });
    rule(
        "png.resolution",
        "the resolution is stated (pHYs) and is the one asked for",
        resolution(info, known.first()),
    );
    let opaque = !matches!(info.color_type, png::ColorType::GrayscaleAlpha | png::ColorType::Rgba)
        && info.trns.is_none();
    rule("png.opaque", "no transparent pixels: print houses fill them with what they like", {
        Verdict::whether(opaque, "the picture has an alpha channel")
    });
    let coloured =
        !matches!(info.color_type, png::ColorType::Grayscale | png::ColorType::GrayscaleAlpha);
    rule("png.colour", "colours as red, green and blue, of which print houses make their inks", {
        match expectation.vendor {
            Some(_) => Verdict::whether(coloured, "the picture is grey"),
            None => Verdict::skip("no print house was named"),
        }
    });
    rule(
        "png.drawn",
        "the note of what was drawn belongs to these pixels",
        drawn_here(info, &pixels, channels),
    );
    rule(
        "png.live-matter",
        "nothing that looks like a letter nearer to the edge than the print house's live zone",
        live_matter([info.width, info.height], &pixels, channels, expectation),
    );
    rules
}

/// The text of a note by its keyword.
fn note(info: &png::Info<'_>, keyword: &str) -> Option<String> {
    let chunk = info.utf8_text.iter().find(|chunk| chunk.keyword == keyword)?;
    let mut chunk = chunk.clone();
    chunk.decompress_text_with_limit(LONGEST_NOTE).ok()?;
    chunk.get_text().ok()
}

/// Whether what the picture says was drawn was drawn in these pixels.
fn drawn_here(info: &png::Info<'_>, pixels: &[u8], channels: usize) -> Verdict {
    let Some(note) = note(info, drawn::KEYWORD) else {
        return Verdict::skip("the picture does not say what was drawn in it");
    };
    let drawn = match Drawn::read(&note) {
        Ok(drawn) => drawn,
        Err(reason) => return Verdict::whether(false, reason),
    };
    let rgb: Cow<'_, [u8]> = match channels {
        3 => pixels.into(),
        4 => pixels.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect(),
        _ => pixels.chunks_exact(channels).flat_map(|p| [p[0]; 3]).collect(),
    };
    let same = drawn.pixels == pixel_digest(info.width, info.height, &rgb);
    Verdict::whether(same, "the pixels were changed after the note was written")
}

/// The letters that the picture says were drawn in it.
///
/// # Errors
/// In words, why they cannot be held against a deck of this edition.
pub(super) fn pages(bytes: &[u8], edition: &str) -> Result<Vec<Page>, String> {
    let broken = |error| format!("the PNG is broken: {error}");
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().map_err(broken)?;
    if note(reader.info(), drawn::KEYWORD).is_none() {
        let _ = reader.finish();
    }
    let info = reader.info();
    let unread = "the picture does not say what was drawn in it, so its figures cannot be compared";
    let drawn = Drawn::read(&note(info, drawn::KEYWORD).ok_or(unread)?)?;
    match note(info, "Edition") {
        Some(own) if own == edition => {}
        Some(own) => return Err(format!("the picture is of edition {own}, the deck is {edition}")),
        None => return Err(format!("the picture does not say that it is of edition {edition}")),
    }
    let marks = drawn.letters.into_iter().map(Mark::letter).collect();
    Ok(vec![Page { number: None, marks }])
}

/// The pictures asked for: by the caller, or by the print house.
fn known_sizes(expectation: &Expectation) -> Vec<PngExpectation> {
    match (expectation.png, pictures(expectation)) {
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

fn pictures(expectation: &Expectation) -> Option<&PictureUpload> {
    match &expectation.vendor.as_ref()?.upload {
        Upload::Pictures(pictures) => Some(pictures),
        Upload::Press(_) | Upload::Sheets(_) => None,
    }
}

fn live_matter(
    [width, height]: [u32; 2],
    pixels: &[u8],
    channels: usize,
    expectation: &Expectation,
) -> Verdict {
    let Some(pictures) = pictures(expectation) else {
        return Verdict::skip("no print house was named");
    };
    let Some(size) = pictures.sizes.iter().find(|size| size.pixels == [width, height]) else {
        return Verdict::skip("the picture is of no size the print house names");
    };
    if channels < 3 {
        return Verdict::skip("the picture is grey");
    }
    let rgb: Vec<u8> = pixels.chunks_exact(channels).flat_map(|p| [p[0], p[1], p[2]]).collect();
    let dpi = f64::from(pictures.dpi.get());
    let raster = Raster { width: width as usize, height: height as usize, rgb: &rgb, dpi };
    let near = live::too_near(&raster, size.live_px);
    let faults = near.into_iter().map(|figure| {
        Fault::whole(format!(
            "what looks like a letter, {} × {} pixels at {}, {}, stands {} pixels from the edge; \
             safe are {}",
            figure.width, figure.height, figure.left, figure.top, figure.from_edge, size.live_px
        ))
    });
    Verdict::of(faults.collect())
}

/// A note in bytes; those of cards have some thousand.
const LONGEST_NOTE: usize = 1_000_000;

/// A poker card at 2,400 dpi with 16 bits a channel takes a little over this.
const MOST_BYTES: usize = 600_000_000;

fn resolution(info: &png::Info<'_>, expectation: Option<&PngExpectation>) -> Verdict {
    let Some(stated) = info.pixel_dims else {
        return Verdict::whether(false, "the file does not state its resolution");
    };
    if stated.unit != png::Unit::Meter || stated.xppu != stated.yppu {
        return Verdict::whether(false, "the stated resolution is a mere ratio, or not square");
    }
    let dpi = f64::from(stated.xppu) * METRES_PER_INCH;
    match expectation {
        Some(expected) => Verdict::whether(
            (dpi - f64::from(expected.dpi)).abs() < 0.1,
            format!("{dpi:.1} dpi instead of {}", expected.dpi),
        ),
        None => Verdict::Pass,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn failing(bytes: &[u8]) -> Vec<&'static str> {
        let expected = PngExpectation { width: 8, height: 9, dpi: 300 };
        let expectation = Expectation { png: Some(expected), ..Expectation::default() };
        let rules = check(bytes, &expectation);
        let failed = rules.iter().filter(|r| matches!(r.verdict, Verdict::Fail { .. }));
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
        let mut cut = png((8, 9), Some(11_811), rgb);
        cut.truncate(cut.len() - 20);
        assert_eq!(["readable"], *failing(&cut));
    }
}
