//! A picture as a flat list of shapes and glyphs in exact inks: what every press format is written
//! from.
//!
//! A [`Scene`] is imported from the same SVG that is rastered and handed to designers, so geometry
//! is the same everywhere. Colours are already inks, so what a press will lay down is known before
//! anything is written. What a press file cannot carry is refused by name, never dropped.

mod gradient;
mod import;
mod outline;
mod overprint;
mod raster;
mod squares;
mod text;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use kurbo::BezPath;
use usvg::fontdb;

use crate::face::Ink;

use crate::geometry::{Point, Size};

pub use gradient::{Along, Gradient};
pub(in crate::render) use import::{LETTERS, Refusal, import_with_refusals};
pub use import::{import, import_lettered};
pub use overprint::OVERPRINT_INK_PERCENT;
pub use raster::{Png, Raster, RasterInks};

/// Everything visible in a picture, in painting order. Places are millimetres from the upper left
/// corner of the picture (its bleed included), y downward.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scene {
    /// What faults call it, such as `card 34`.
    pub name: String,
    /// Width and height of the picture, bleed included.
    pub size: Size,
    /// What is painted, first to last.
    pub items: Vec<Item>,
    /// The fonts the glyphs are taken from.
    pub fonts: Arc<fontdb::Database>,
}

/// One painted thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A filled or stroked outline.
    Shape(Shape),
    /// Glyphs of one font on one baseline.
    Text(GlyphRun),
    /// A picture of pixels.
    Raster(Raster),
    /// Things seen through a window, or seen through themselves.
    Group(Group),
}

/// Items that are clipped or let what lies below show through.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The element a designer finds it by, or empty.
    pub element: String,
    /// Nothing is painted outside any of these.
    pub clips: Vec<Clip>,
    /// How much the group as a whole hides of what lies below, 0 to 1.
    pub opacity: f64,
    /// What is in it, in painting order.
    pub items: Vec<Item>,
}

/// A window.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Its outline, without quadratic curves.
    pub outline: BezPath,
    /// Which places count as inside.
    pub rule: FillRule,
}

/// What prints an area or a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Paint {
    /// One ink all over.
    Flat(Ink),
    /// Inks that run into each other.
    Gradient(Arc<Gradient>),
}

/// An outline with what it is painted with.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The outline, without quadratic curves.
    pub outline: BezPath,
    /// How it is filled, if it is.
    pub fill: Option<Fill>,
    /// How it is stroked, if it is. The stroke lies over the fill.
    pub stroke: Option<Stroke>,
}

/// How an outline is filled.
#[derive(Clone, Debug, PartialEq)]
pub struct Fill {
    /// What prints it.
    pub paint: Paint,
    /// Which places count as inside.
    pub rule: FillRule,
    /// Whether it leaves what lies below it on the plates that it has no ink for.
    pub overprints: bool,
}

/// Which places count as inside an outline that crosses itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillRule {
    /// Those the outline winds round.
    NonZero,
    /// Those the outline winds round an odd number of times.
    EvenOdd,
}

/// How an outline is stroked.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stroke {
    /// What prints it.
    pub paint: Paint,
    /// Width of the line in millimetres.
    pub width_mm: f64,
    /// Ends of open parts.
    pub cap: LineCap,
    /// Corners.
    pub join: LineJoin,
    /// Lengths of dashes and gaps in millimetres; empty for a solid line.
    pub dashes_mm: Vec<f64>,
    /// Where in the dashes the line starts, in millimetres.
    pub dash_offset_mm: f64,
    /// Whether it leaves what lies below it on the plates that it has no ink for.
    pub overprints: bool,
}

/// The end of an open line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineCap {
    /// Cut off at the end point.
    Butt,
    /// A half circle round the end point.
    Round,
    /// Half a line width past the end point.
    Square,
}

/// The corner of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineJoin {
    /// Pointed, cut off where the point is longer than this many line widths.
    Miter(f64),
    /// Rounded.
    Round,
    /// Cut off.
    Bevel,
}

/// Glyphs of one font, size and ink on one straight baseline.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GlyphRun {
    /// The font, in [`Scene::fonts`].
    pub font: fontdb::ID,
    /// The font size in millimetres.
    pub size_mm: f64,
    /// Where the baseline starts.
    pub origin: Point,
    /// The directions of one em to the right and one em up, in ems of picture space (y downward):
    /// `[1, 0, 0, -1]` for upright text.
    pub axes: [f64; 4],
    /// What prints the glyphs.
    pub ink: Ink,
    /// The glyphs from first to last.
    pub glyphs: Vec<Glyph>,
}

/// One glyph of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// Its index in the font.
    pub id: u16,
    /// The characters it stands for: several for a ligature.
    pub text: String,
    /// Its place along the baseline from the start of the run, in ems.
    pub at_em: f64,
}

impl GlyphRun {
    /// The characters of the run.
    pub fn text(&self) -> String {
        self.glyphs.iter().map(|glyph| glyph.text.as_str()).collect()
    }
}

impl Scene {
    /// Its texts, also those in groups, in painting order.
    pub fn texts(&self) -> Vec<&GlyphRun> {
        let mut found = Vec::new();
        visit(&self.items, &mut |item| {
            if let Item::Text(run) = item {
                found.push(run);
            }
        });
        found
    }

    /// Its pictures of pixels, also those in groups, in painting order.
    pub fn rasters(&self) -> Vec<&Raster> {
        let mut found = Vec::new();
        visit(&self.items, &mut |item| {
            if let Item::Raster(raster) = item {
                found.push(raster);
            }
        });
        found
    }

    /// Its groups, also those in groups, outer ones first.
    pub fn groups(&self) -> Vec<&Group> {
        let mut found = Vec::new();
        visit(&self.items, &mut |item| {
            if let Item::Group(group) = item {
                found.push(group);
            }
        });
        found
    }
}

/// Calls for every item and for those in groups.
fn visit<'i>(items: &'i [Item], see: &mut impl FnMut(&'i Item)) {
    for item in items {
        see(item);
        if let Item::Group(group) = item {
            visit(&group.items, see);
        }
    }
}

/// How faults call an element.
pub(in crate::render) fn place(element: &str) -> String {
    match element {
        "" => "an unnamed element".to_owned(),
        element => format!("element {element:?}"),
    }
}
