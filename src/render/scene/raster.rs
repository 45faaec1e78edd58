//! Pixel pictures and their inks.

use std::fmt;
use std::io::Cursor;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::face::{FaceInks, InkPixels, Ramp};
use crate::geometry::Affine;

use super::outline::ToMm;

/// A placed pixel picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// The id of its element in the SVG, or empty.
    pub element: String,
    /// The map from the unit square, y upward with the picture's lower left corner at 0,0, to the scene's
    /// millimetres.
    pub to_mm: Affine,
    /// Its inks.
    pub inks: RasterInks,
    /// Its pixels.
    pub png: Png,
}

/// The inks of a pixel picture.
#[derive(Clone, Debug, PartialEq)]
pub enum RasterInks {
    /// Greys: exact inks for each of the 256 values.
    Ramp(Ramp),
    /// Inks of its own for every pixel.
    Own {
        /// The inks.
        inks: InkPixels,
        /// Whether it is translucent anywhere.
        alpha: bool,
    },
    /// Colours in sRGB, whose inks the press chooses.
    Colour {
        /// Whether it is translucent anywhere.
        alpha: bool,
    },
}

/// A shared PNG file, compared by its digest.
#[derive(Clone)]
pub struct Png {
    bytes: Arc<Vec<u8>>,
    digest: [u8; 32],
}

impl Png {
    fn new(bytes: &Arc<Vec<u8>>) -> Self {
        Self { bytes: Arc::clone(bytes), digest: Sha256::digest(bytes.as_slice()).into() }
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl PartialEq for Png {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl fmt::Debug for Png {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Png({} bytes, {:02x?})", self.bytes.len(), self.digest)
    }
}

/// A picture of the SVG, if it is a readable PNG file.
pub(super) fn read(image: &usvg::Image, element: &str, of: FaceInks<'_>) -> Option<Raster> {
    let usvg::ImageKind::PNG(bytes) = image.kind() else { return None };
    let reader = png::Decoder::new(Cursor::new(bytes.as_slice())).read_info().ok()?;
    let info = reader.info();
    let ramp = info.palette.as_deref().filter(|_| info.trns.is_none());
    let ramp = ramp.and_then(|colours| Ramp::from_screen_colours(colours, of.palette));
    let alpha = info.trns.is_some() || info.color_type.samples() % 2 == 0;
    let (width, height) = info.size();
    let png = Png::new(bytes);
    let own = of.pictures.and_then(|pictures| pictures.inks(&png.digest));
    let inks = match (ramp, own) {
        (Some(ramp), _) => RasterInks::Ramp(ramp),
        (None, Some(inks)) => RasterInks::Own { inks, alpha },
        (None, None) => RasterInks::Colour { alpha },
    };
    // From pixels, y downward, to the unit square, y upward.
    let to_pixels =
        usvg::Transform::from_row(width as f32, 0.0, 0.0, -(height as f32), 0.0, height as f32);
    Some(Raster {
        element: element.to_owned(),
        to_mm: ToMm::new(image.abs_transform()).after(to_pixels),
        inks,
        png,
    })
}
