//! What streams name and share: fonts, forms, inks, gradients, pictures, opacities.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::geometry::Size;
use crate::render::scene::{Gradient, Png, RasterInks};

/// Operators as they are written, and the resources they name.
pub(in crate::render::pdf) struct Body {
    pub operators: Vec<u8>,
    pub needs: Needs,
}

/// The resources a stream names.
#[derive(Clone, Debug, Default)]
pub(in crate::render::pdf) struct Needs {
    /// Fonts by place.
    pub fonts: BTreeSet<usize>,
    /// Forms by stream.
    pub forms: BTreeSet<usize>,
    /// Spot inks by place.
    pub spots: BTreeSet<usize>,
    /// Gradients by place.
    pub gradients: BTreeSet<usize>,
    /// Groups that show through, by place.
    pub groups: BTreeSet<usize>,
    /// Pictures of pixels by place.
    pub rasters: BTreeSet<usize>,
    /// Opacities by place.
    pub opacities: BTreeSet<usize>,
    /// How it overprints.
    pub overprints: BTreeSet<Overprint>,
}

/// A gradient of the file and where its picture's space lies in the stream's.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::render::pdf) struct PlacedGradient {
    pub gradient: Arc<Gradient>,
    /// From the gradient's space to the points of the stream.
    pub to_points: [f32; 6],
}

/// A spot ink of the file.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::render::pdf) struct Spot {
    /// The plate's name.
    pub name: String,
    /// Process inks in its stead, 0 to 1.
    pub alternate: [f32; 4],
}

/// A picture of pixels of the file.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::render::pdf) struct Pixels {
    pub png: Png,
    pub inks: RasterInks,
    /// The place of the spot ink it is in, if it is in one.
    pub spot: Option<usize>,
}

/// The name of a form among the resources.
pub(in crate::render::pdf) fn form_name(stream: usize) -> String {
    format!("Form{stream}")
}

/// The name of a spot ink's colour space among the resources.
pub(in crate::render::pdf) fn spot_name(place: usize) -> String {
    format!("Spot{place}")
}

/// The name of a gradient's pattern among the resources.
pub(in crate::render::pdf) fn gradient_name(place: usize) -> String {
    format!("Gradient{place}")
}

/// The name of a group that shows through among the resources.
pub(in crate::render::pdf) fn group_name(place: usize) -> String {
    format!("Group{place}")
}

/// The name of a picture of pixels among the resources.
pub(in crate::render::pdf) fn raster_name(place: usize) -> String {
    format!("Image{place}")
}

/// The name of an opacity's graphics state among the resources.
pub(in crate::render::pdf) fn opacity_name(place: usize) -> String {
    format!("Opacity{place}")
}

/// What leaves the inks that are below on the plates that it has no ink for itself, instead of cutting
/// its own shape out of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::render::pdf) enum Overprint {
    /// Nothing.
    Nothing,
    /// What is filled: the letters of texts in black.
    Fills,
    /// Fills and lines: black shapes, and lines that are no part of the picture.
    All,
}

impl Overprint {
    /// The name of its graphics state among the resources.
    pub(in crate::render::pdf) fn name(self) -> String {
        match self {
            Self::Nothing => "Knockout".to_owned(),
            Self::Fills => "OverprintFills".to_owned(),
            Self::All => "Overprint".to_owned(),
        }
    }
}

/// What the streams of a file name and share, each by its place.
#[derive(Default)]
pub(in crate::render::pdf) struct Shared {
    pub spots: Vec<Spot>,
    pub gradients: Vec<PlacedGradient>,
    /// Groups that show through, each with the size of its picture.
    pub groups: Vec<(Body, Size)>,
    pub rasters: Vec<Pixels>,
    pub opacities: Vec<f32>,
}

/// Where a thing stands in a list; it is added if it is not there.
pub(super) fn place_of<T: PartialEq>(list: &mut Vec<T>, thing: T) -> usize {
    list.iter().position(|known| *known == thing).unwrap_or_else(|| {
        list.push(thing);
        list.len() - 1
    })
}
