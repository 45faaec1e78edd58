//! Pictures of pixels and what prints them.

use std::fmt;
use std::io::Cursor;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::face::{FaceInks, InkPixels, Ramp};
use crate::geometry::Affine;

use super::outline::ToMm;

/// A picture of pixels in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// The element a designer finds it by, or empty.
    pub element: String,
    /// From the unit square, y upward and the picture's lower left corner at 0,0, to the scene's
    /// millimetres.
    pub to_mm: Affine,
    /// What prints it.
    pub inks: RasterInks,
    /// Its pixels.
    pub png: Png,
}

/// What prints a picture of pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum RasterInks {
    /// The picture is grey: exact inks for each of its 256 greys.
    Ramp(Ramp),
    /// Inks of its own for every pixel.
    Own {
        /// The inks.
        inks: InkPixels,
        /// Whether anything lets what lies below show through.
        alpha: bool,
    },
    /// Colours in sRGB, whose inks the press chooses.
    Colour {
        /// Whether anything lets what lies below show through.
        alpha: bool,
    },
}

/// A PNG file, shared, and known by its digest: equal files are equal pictures.
#[derive(Clone)]
pub struct Png {
    bytes: Arc<Vec<u8>>,
    digest: [u8; 32],
}

impl Png {
    fn new(bytes: &Arc<Vec<u8>>) -> Self {
        Self { bytes: Arc::clone(bytes), digest: Sha256::digest(bytes.as_slice()).into() }
    }

    /// The file.
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

/// A picture of the SVG, if it is a PNG file that can be read.
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
