//! Raster images: decodes them, checks them against their declarations and measures their ink.

mod bilevel;
mod jpeg;
mod jpeg2000;
mod measure;
mod measured;
mod samples;

use super::colour::{Inks, Space};
use super::file::{Packed, get, number, resolve};
use super::walk::Scope;
use crate::wording::counted;
use lopdf::Stream;

use measure::most;
pub(super) use measured::Measured;
use measured::damaged;
use samples::{Layout, Samples};

/// Decoded pixels with their colour space.
pub(super) struct Pixels {
    samples: Samples,
    space: Space,
    /// The range of each component, if not the default one.
    ranges: Option<Vec<[f64; 2]>>,
}

impl Pixels {
    /// Decodes a picture, if that is possible and it has at most `most` pixels.
    pub(super) fn decode(scope: &Scope<'_>, image: &Stream, most: usize) -> Option<Self> {
        let pixels = open(scope, image).ok()?;
        let [width, height] = pixels.samples.layout.size;
        (width.saturating_mul(height) <= most).then_some(pixels)
    }

    /// The inks at a point of the unit square, y upward.
    pub(super) fn inks_at(&self, [x, y]: [f64; 2]) -> Inks {
        let [width, height] = self.samples.layout.size;
        let place =
            |share: f64, count: usize| ((share * count as f64).max(0.0) as usize).min(count - 1);
        let pixel = self.samples.pixel([place(x, width), place(1.0 - y, height)]);
        let value = measure::values(&self.samples, &self.space, self.ranges.as_deref());
        let values: Vec<f64> = (0..).zip(pixel).map(|(part, own)| value(part, own)).collect();
        self.space.inks(&values)
    }
}

/// Measures the inks of a picture.
pub(super) fn measure(scope: &Scope<'_>, image: &Stream) -> Measured {
    // A mask has pixels of its own.
    let file = &scope.pdf.file;
    let masks = ["SMask", "Mask"]
        .into_iter()
        .filter_map(|key| get(file, &image.dict, key)?.as_stream().ok());
    for mask in masks {
        if let Err(Measured::Damaged(why)) = open(scope, mask) {
            return Measured::Damaged(format!("with a mask {why}"));
        }
    }
    match open(scope, image) {
        Ok(Pixels { samples, space, ranges }) => most(&samples, &space, ranges.as_deref()),
        Err(known) => known,
    }
}

/// Decodes a picture.
///
/// # Errors
/// What is known without its pixels.
fn open(scope: &Scope<'_>, image: &Stream) -> Result<Pixels, Measured> {
    let file = &scope.pdf.file;
    let entry = |key| get(file, &image.dict, key);
    let length = |key| entry(key).and_then(number).filter(|length| *length >= 1.0);
    let (Some(width), Some(height)) = (length("Width"), length("Height")) else {
        return damaged("without a width and a height");
    };
    let size = [width as usize, height as usize];
    let is_mask = entry("ImageMask").and_then(|value| value.as_bool().ok()) == Some(true);
    let bits = entry("BitsPerComponent").and_then(number);
    let packed = match scope.pdf.unpacker.unpack_picture(image) {
        Ok(packed) => packed,
        Err(Packed::LimitExceeded(past)) => return Err(Measured::Unknown(format!("with {past}"))),
        Err(Packed::Broken(_)) => return damaged("that cannot be unpacked"),
    };
    let is_jpeg_2000 = packed.is(b"JPXDecode");
    let space = match entry("ColorSpace") {
        _ if is_mask => Some(Space::Gray),
        Some(space) => Some(Space::from_object(scope, space)),
        // A JPEG 2000 file may define its colour space itself (PDF Reference 1.5, 3.3.8).
        None if is_jpeg_2000 => None,
        None => return damaged("without a colour space"),
    };
    let samples = match packed.filter {
        None => {
            let bits = if is_mask { 1.0 } else { bits.unwrap_or(0.0) };
            if ![1.0, 2.0, 4.0, 8.0, 16.0].contains(&bits) {
                return damaged(format!("of {bits} bits per value; accepted: 1, 2, 4, 8, 16"));
            }
            let Some(parts) = space.as_ref().and_then(Space::parts) else {
                return Err(unknown_space(space.as_ref()));
            };
            let layout = Layout { size, parts, bits: bits as usize };
            Samples::new(layout, packed.bytes.into_owned())?
        }
        Some(b"DCTDecode") => jpeg::decode(&packed.bytes, packed.parameters)?,
        Some(b"JPXDecode") => {
            jpeg2000::decode(&packed.bytes, matches!(space, Some(Space::Table(_))))?
        }
        Some(b"CCITTFaxDecode") => bilevel::fax(&packed.bytes, size, packed.parameters)?,
        // JBIG2 is forbidden in print files, so an upper bound is sufficient.
        Some(b"JBIG2Decode") => return Err(bilevel::at_most(space.as_ref())),
        Some(_) => return damaged("packed with a filter that is not known"),
    };
    let space = match space {
        Some(space) => space,
        None => match samples.layout.parts {
            1 => Space::Gray,
            4 => Space::Cmyk,
            parts => Space::Converted { parts, is_rgb: parts == 3 },
        },
    };
    let Some(parts) = space.parts() else { return Err(unknown_space(Some(&space))) };
    let has = &samples.layout;
    if has.parts != parts {
        let (has, asked) = (values(has.parts), values(parts));
        return damaged(format!(
            "whose data have {has} per pixel, but its colour space has {asked}"
        ));
    }
    if has.size != size {
        let ([wide, high], [width, height]) = (has.size, size);
        return damaged(format!(
            "whose data are of {wide} × {high} pixels, but it declares {width} × {height}"
        ));
    }
    let own_bits = packed.filter.is_some() && !is_jpeg_2000;
    if own_bits && !is_mask && bits.is_some_and(|bits| bits != has.bits as f64) {
        let (has, says) = (has.bits, bits.unwrap_or(0.0));
        return damaged(format!("whose data have {has} bits per value, but it declares {says}"));
    }
    let ranges = match entry("Decode").and_then(|value| value.as_array().ok()) {
        Some(_) if is_jpeg_2000 && !is_mask => None,
        Some(ranges) => {
            let numbers: Option<Vec<f64>> =
                ranges.iter().map(|range| number(resolve(file, range)?)).collect();
            let ranges = numbers.as_deref().map(<[f64]>::as_chunks::<2>);
            match ranges {
                Some((ranges, [])) if ranges.len() == parts => Some(ranges.to_vec()),
                _ => return damaged(format!("with a Decode that is not of {}", values(2 * parts))),
            }
        }
        None => None,
    };
    // A stencil is painted in the current colour.
    if is_mask {
        return Err(Measured::Most(None));
    }
    Ok(Pixels { samples, space, ranges })
}

fn unknown_space(space: Option<&Space>) -> Measured {
    match space {
        Some(Space::Unknown(why, _)) => Measured::Unknown((*why).to_owned()),
        _ => Measured::Unknown("in a colour space that pictures cannot have".to_owned()),
    }
}

fn values(count: usize) -> String {
    counted(count, "value")
}
