//! Images (PDF Reference 1.4, 4.8.4).

use std::io::Cursor;

use lopdf_writer::{Document, Object, ObjectId, Stream, StringFormat, dictionary};
use png::{ColorType, Transformations};

use crate::face::Ramp;
use crate::render::scene::{Png, RasterInks};

use super::resources::{Pixels, Spot};

/// The sRGB profile, for the press to choose inks by. `press/README.md` documents its origin.
const SRGB: &[u8] = include_bytes!("../../../press/srgb.icc");

/// Adds images to a file, and once the profile of those in sRGB.
pub(super) struct ImageWriter<'f> {
    file: &'f mut Document,
    srgb: Option<ObjectId>,
}

impl<'f> ImageWriter<'f> {
    pub(super) fn new(file: &'f mut Document) -> Self {
        Self { file, srgb: None }
    }

    /// Adds an image.
    ///
    /// # Errors
    /// A PNG file that cannot be read.
    pub(super) fn add(&mut self, pixels: &Pixels) -> std::io::Result<ObjectId> {
        let stream = match &pixels.inks {
            RasterInks::Ramp(ramp) => {
                let greys = ImageChannels::read(&pixels.png, Transformations::IDENTITY)?;
                greys.image(ramp_space(ramp, pixels.spot.as_ref()), greys.parts.clone())
            }
            RasterInks::Own { inks, .. } => {
                let unpacked =
                    ImageChannels::read(&pixels.png, Transformations::normalize_to_color8())?;
                let levels = inks.levels().as_flattened().to_vec();
                self.masked(&unpacked, unpacked.image("DeviceCMYK".into(), levels))
            }
            RasterInks::Colour { .. } => self.colours(&pixels.png)?,
        };
        Ok(self.file.add_object(stream))
    }

    fn colours(&mut self, png: &Png) -> std::io::Result<Stream> {
        let profile = *self.srgb.get_or_insert_with(|| {
            self.file.add_object(Stream::new(dictionary! { "N" => 3 }, SRGB.to_vec()))
        });
        let pixels = ImageChannels::read(png, Transformations::normalize_to_color8())?;
        let each = pixels.parts.chunks_exact(pixels.kind.samples());
        let rgb = each.flat_map(|pixel| match pixel {
            &[grey] | &[grey, _] => [grey; 3],
            pixel => [pixel[0], pixel[1], pixel[2]],
        });
        let space = vec!["ICCBased".into(), profile.into()];
        let image = pixels.image(space.into(), rgb.collect());
        Ok(self.masked(&pixels, image))
    }

    /// An image of these pixels, with their alpha, if any, as its soft mask.
    fn masked(&mut self, pixels: &ImageChannels, mut image: Stream) -> Stream {
        let channels = pixels.kind.samples();
        if channels.is_multiple_of(2) {
            let alpha = pixels.parts.chunks_exact(channels).map(|pixel| pixel[channels - 1]);
            let mask = pixels.image("DeviceGray".into(), alpha.collect());
            image.dict.set("SMask", self.file.add_object(mask));
        }
        image
    }
}

/// The inks of 256 greys: a table of process inks, or the tints of a spot ink.
fn ramp_space(ramp: &Ramp, spot: Option<&Spot>) -> Object {
    let (base, table): (Object, Vec<u8>) = match spot {
        Some(spot) => (spot.colour_space().into(), (0..=u8::MAX).rev().collect()),
        None => ("DeviceCMYK".into(), ramp.inks().concat()),
    };
    let table = Object::String(table, StringFormat::Hexadecimal);
    vec!["Indexed".into(), base, 255.into(), table].into()
}

/// An image as bytes, one for each channel of each pixel.
struct ImageChannels {
    width: u32,
    height: u32,
    kind: ColorType,
    parts: Vec<u8>,
}

impl ImageChannels {
    fn read(png: &Png, transformations: Transformations) -> std::io::Result<Self> {
        let limits = png::Limits { bytes: usize::MAX };
        let mut decoder = png::Decoder::new_with_limits(Cursor::new(png.bytes()), limits);
        decoder.set_transformations(transformations);
        let mut reader = decoder.read_info().map_err(std::io::Error::from)?;
        let size = reader.output_buffer_size().unwrap_or_default();
        let mut parts = vec![0; size];
        reader.next_frame(&mut parts).map_err(std::io::Error::from)?;
        let (width, height) = reader.info().size();
        Ok(Self { width, height, kind: reader.output_color_type().0, parts })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_srgb_profile_is_for_an_rgb_screen() {
        let field = |at: usize| &SRGB[at..at + 4];
        assert_eq!(b"mntr", field(12));
        assert_eq!(b"RGB ", field(16));
        assert_eq!(b"acsp", field(36));
        assert_eq!(u32::try_from(SRGB.len()).unwrap().to_be_bytes(), *field(0));
        // Files of version 1.4, such as home sheets, hold profiles of version 2.
        assert_eq!(2, SRGB[8]);
    }
}
