//! A picture as a flat list of shapes and glyphs in exact inks, the source of every press format.
//!
//! A [`Scene`] is imported from the same SVG that is rasterized and given to designers, so geometry is the
//! same everywhere. Colours are already inks, so the printed inks are known before anything is written. What
//! a press file cannot hold is refused by name, never dropped.

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

/// Everything visible in a picture, in painting order. Positions are millimetres from the upper left corner
/// of the picture (its bleed included), y downward.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scene {
    /// Its name in messages, such as `card 34`.
    pub name: String,
    /// Width and height of the picture, bleed included.
    pub size: Size,
    /// The items, in painting order.
    pub items: Vec<Item>,
    /// The fonts of the glyphs.
    pub fonts: Arc<fontdb::Database>,
}

/// A painted item.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A filled or stroked outline.
    Shape(Shape),
    /// Glyphs of one font on one baseline.
    Text(GlyphRun),
    /// A picture of pixels.
    Raster(Raster),
    /// Clipped or translucent items.
    Group(Group),
}

/// Items that are clipped or translucent as a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The id of its element in the SVG, or empty.
    pub element: String,
    /// The clips; only their intersection is painted.
    pub clips: Vec<Clip>,
    /// The opacity of the whole group, 0 to 1.
    pub opacity: f64,
    /// Its items, in painting order.
    pub items: Vec<Item>,
}

/// A clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Its outline, without quadratic curves.
    pub outline: BezPath,
    /// Its fill rule.
    pub rule: FillRule,
}

/// The paint of an area or a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Paint {
    /// A single ink.
    Flat(Ink),
    /// A gradient of inks.
    Gradient(Arc<Gradient>),
}

/// A painted outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The outline, without quadratic curves.
    pub outline: BezPath,
    /// Its fill, if any.
    pub fill: Option<Fill>,
    /// Its stroke, if any, painted over the fill.
    pub stroke: Option<Stroke>,
}

/// The fill of an outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Fill {
    /// Its paint.
    pub paint: Paint,
    /// Its fill rule.
    pub rule: FillRule,
    /// Whether it overprints the plates that it has no ink for.
    pub overprints: bool,
}

/// Which points are inside an outline that crosses itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillRule {
    /// Points with a winding number other than zero.
    NonZero,
    /// Points with an odd winding number.
    EvenOdd,
}

/// The stroke of an outline.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stroke {
    /// Its paint.
    pub paint: Paint,
    /// Width of the line in millimetres.
    pub width_mm: f64,
    /// Ends of open parts.
    pub cap: LineCap,
    /// Corners.
    pub join: LineJoin,
    /// Lengths of dashes and gaps in millimetres; empty for a solid line.
    pub dashes_mm: Vec<f64>,
    /// The start of the line within the dashes, in millimetres.
    pub dash_offset_mm: f64,
    /// Whether it overprints the plates that it has no ink for.
    pub overprints: bool,
}

/// The end of an open line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineCap {
    /// Cut off at the end point.
    Butt,
    /// A half circle around the end point.
    Round,
    /// Half a line width past the end point.
    Square,
}

/// The corner of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineJoin {
    /// Pointed, cut off if the point is longer than this many line widths.
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
    /// The start of the baseline.
    pub origin: Point,
    /// The directions of one em to the right and one em up, in ems of picture space (y downward):
    /// `[1, 0, 0, -1]` for upright text.
    pub axes: [f64; 4],
    /// The ink of the glyphs.
    pub ink: Ink,
    /// The glyphs from first to last.
    pub glyphs: Vec<Glyph>,
}

/// One glyph of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// Its index in the font.
    pub id: u16,
    /// Its characters: several for a ligature.
    pub text: String,
    /// Its position along the baseline from the start of the run, in ems.
    pub at_em: f64,
}

impl GlyphRun {
    /// The characters of the run.
    pub fn text(&self) -> String {
        self.glyphs.iter().map(|glyph| glyph.text.as_str()).collect()
    }
}

impl Scene {
    /// All texts, also those in groups, in painting order.
    pub fn texts(&self) -> Vec<&GlyphRun> {
        let mut found = Vec::new();
        visit(&self.items, &mut |item| {
            if let Item::Text(run) = item {
                found.push(run);
            }
        });
        found
    }

    /// All pixel pictures, also those in groups, in painting order.
    pub fn rasters(&self) -> Vec<&Raster> {
        let mut found = Vec::new();
        visit(&self.items, &mut |item| {
            if let Item::Raster(raster) = item {
                found.push(raster);
            }
        });
        found
    }

    /// All groups, also nested ones, outer ones first.
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

/// Calls `see` for every item and for those in groups.
fn visit<'i>(items: &'i [Item], see: &mut impl FnMut(&'i Item)) {
    for item in items {
        see(item);
        if let Item::Group(group) = item {
            visit(&group.items, see);
        }
    }
}

/// The name of an element in messages.
pub(in crate::render) fn place(element: &str) -> String {
    match element {
        "" => "an unnamed element".to_owned(),
        element => format!("element {element:?}"),
    }
}
