//! Rules for PNG files.

use std::io::Cursor;

use super::report::{RuleResult, Verdict};

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

pub(super) fn check(bytes: &[u8], expectation: Option<PngExpectation>) -> Vec<RuleResult> {
    let decoder = png::Decoder::new(Cursor::new(bytes));
    let mut reader = match decoder.read_info() {
        Ok(reader) => reader,
        Err(error) => return vec![RuleResult::unreadable(format!("the PNG is broken: {error}"))],
    };
    let size = reader.output_buffer_size().filter(|&size| size <= MOST_BYTES);
    let Some(size) = size else {
        return vec![RuleResult::unreadable("the PNG is larger than any card")];
    };
    if let Err(error) = reader.next_frame(&mut vec![0; size]) {
        return vec![RuleResult::unreadable(format!("the PNG's pixels are broken: {error}"))];
    }
    let info = reader.info();
    let mut rules =
        vec![RuleResult { rule: "readable", asks: "the file can be read", verdict: Verdict::Pass }];
    let mut rule = |rule, asks, verdict| rules.push(RuleResult { rule, asks, verdict });
    rule(
        "png.size",
        "the pixels the print house names",
        match expectation {
            Some(expected) => Verdict::whether(
                (info.width, info.height) == (expected.width, expected.height),
                format!(
                    "{} × {} pixels instead of {} × {}",
                    info.width, info.height, expected.width, expected.height
                ),
            ),
            None => Verdict::skip("no size was asked for"),
        },
    );
    rule(
        "png.resolution",
        "the resolution is stated (pHYs) and is the one asked for",
        resolution(info, expectation),
    );
    let opaque = !matches!(info.color_type, png::ColorType::GrayscaleAlpha | png::ColorType::Rgba)
        && info.trns.is_none();
    rule("png.opaque", "no transparent pixels: print houses fill them with what they like", {
        Verdict::whether(opaque, "the picture has an alpha channel")
    });
    rules
}

/// A poker card at 2,400 dpi with 16 bits a channel takes a little over this.
const MOST_BYTES: usize = 600_000_000;

fn resolution(info: &png::Info<'_>, expectation: Option<PngExpectation>) -> Verdict {
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
        let rules = check(bytes, Some(expected));
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
