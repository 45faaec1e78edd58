//! Pictures of pixels as PDF keeps them (PDF Reference 1.4, 4.8.4).

use std::io::Cursor;

use png::{ColorType, Transformations};

use crate::face::{Ink, Ramp};
use crate::pdf_value::{Object, ObjectId, Stream, StringFormat, dictionary};
use crate::render::scene::{Png, RasterInks};

use super::content::Pixels;
use super::objects::Objects;

/// What colours in sRGB look like, for the press to choose inks by. `press/README.md` tells how the
/// profile was made.
const SRGB: &[u8] = include_bytes!("../../../press/srgb.icc");

/// Whether anything shows through a picture.
pub(super) fn has_alpha(pixels: &Pixels) -> bool {
    matches!(pixels.inks, RasterInks::Own { alpha: true, .. } | RasterInks::Colour { alpha: true })
}

/// Adds every picture, and the profile of those in colour once.
pub(super) fn add(
    rasters: &[Pixels],
    spots: &[ObjectId],
    objects: &mut Objects,
) -> std::io::Result<Vec<ObjectId>> {
    let mut profile = None;
    let mut added = Vec::new();
    for pixels in rasters {
        let stream = match &pixels.inks {
            RasterInks::Ramp(ramp) => {
                let spot = pixels.spot.map(|place| spots[place]);
                greys(&pixels.png, table(ramp, spot))?
            }
            RasterInks::Own { inks, .. } => {
                let unpacked = unpacked(&pixels.png, Transformations::normalize_to_color8())?;
                let levels = inks.levels().as_flattened().to_vec();
                unpacked.seen_through(unpacked.image("DeviceCMYK".into(), levels), objects)
            }
            RasterInks::Colour { .. } => {
                let profile = *profile.get_or_insert_with(|| {
                    objects.add(Stream::new(dictionary! { "N" => 3 }, SRGB.to_vec()))
                });
                colours(&pixels.png, profile, objects)?
            }
        };
        added.push(objects.add(stream));
    }
    Ok(added)
}

/// The inks of 256 greys: a table of process inks, or the tints of a spot ink.
fn table(ramp: &Ramp, spot: Option<ObjectId>) -> Object {
    let (base, table): (Object, Vec<u8>) = match (&ramp.black().ink, spot) {
        (Ink::Spot { .. }, Some(spot)) => (spot.into(), (0..=u8::MAX).rev().collect()),
        _ => ("DeviceCMYK".into(), ramp.inks().concat()),
    };
    let table = Object::String(table, StringFormat::Hexadecimal);
    vec!["Indexed".into(), base, 255.into(), table].into()
}

fn greys(png: &Png, space: Object) -> std::io::Result<Stream> {
    let pixels = unpacked(png, Transformations::IDENTITY)?;
    Ok(pixels.image(space, pixels.parts.clone()))
}

fn colours(png: &Png, profile: ObjectId, objects: &mut Objects) -> std::io::Result<Stream> {
    let pixels = unpacked(png, Transformations::normalize_to_color8())?;
    let channels = pixels.kind.samples();
    let each = pixels.parts.chunks_exact(channels);
    let space = vec!["ICCBased".into(), profile.into()];
    let rgb = each.clone().flat_map(|pixel| match pixel {
        &[grey] | &[grey, _] => [grey; 3],
        pixel => [pixel[0], pixel[1], pixel[2]],
    });
    Ok(pixels.seen_through(pixels.image(space.into(), rgb.collect()), objects))
}

/// A picture as bytes, one for each part of each pixel.
struct Unpacked {
    width: u32,
    height: u32,
    kind: ColorType,
    parts: Vec<u8>,
}

impl Unpacked {
    /// A picture of these pixels with their alpha, if they have any.
    fn seen_through(&self, mut image: Stream, objects: &mut Objects) -> Stream {
        let channels = self.kind.samples();
        if channels.is_multiple_of(2) {
            let alpha = self.parts.chunks_exact(channels).map(|pixel| pixel[channels - 1]);
            let mask = self.image("DeviceGray".into(), alpha.collect());
            image.dict.set("SMask", objects.add(mask));
        }
        image
    }

    fn image(&self, space: Object, parts: Vec<u8>) -> Stream {
        let dictionary = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Image",
            "Width" => i64::from(self.width),
            "Height" => i64::from(self.height),
            "ColorSpace" => space,
            "BitsPerComponent" => 8,
        };
        Stream::new(dictionary, parts)
    }
}

fn unpacked(png: &Png, transformations: Transformations) -> std::io::Result<Unpacked> {
    let limits = png::Limits { bytes: usize::MAX };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(png.bytes()), limits);
    decoder.set_transformations(transformations);
    let mut reader = decoder.read_info().map_err(std::io::Error::from)?;
    let size = reader.output_buffer_size().unwrap_or_default();
    let mut parts = vec![0; size];
    reader.next_frame(&mut parts).map_err(std::io::Error::from)?;
    let (width, height) = reader.info().size();
    Ok(Unpacked { width, height, kind: reader.output_color_type().0, parts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_enclosed_profile_is_a_screens_for_rgb() {
        let field = |at: usize| &SRGB[at..at + 4];
        assert_eq!(b"mntr", field(12));
        assert_eq!(b"RGB ", field(16));
        assert_eq!(b"acsp", field(36));
        assert_eq!(u32::try_from(SRGB.len()).unwrap().to_be_bytes(), *field(0));
        // Files of version 1.4, such as home sheets, hold profiles of version 2.
        assert_eq!(2, SRGB[8]);
    }
}
