//! PDF files with exact inks, live text and the page boxes a print house reads.
//!
//! `content` writes streams of operators, `font_objects` fonts and their character maps, `finish` puts
//! the file together: pictures kept once and shown many times, page boxes, the output intent, spot
//! colour spaces, document information, metadata and an identifier. `objects` keeps the objects and gives
//! their bytes, `syntax` writes values. Every name is chosen by the caller's order of things and the
//! identifier is a digest of the content, so that the same document is the same bytes.

mod condition;
mod content;
mod finish;
mod font_objects;
mod fonts;
mod image;
mod metadata;
mod objects;
mod shading;
mod shared;
mod syntax;
mod text_string;

use crate::diagnostic::{Problem, Problems};
use crate::face::PRINTABLE;

use super::Turn;
use super::scene::{self, RasterInks, Scene};
use super::sheet::Flip;
use crate::geometry::{Affine, Mm, Point, Rect, Size};

pub use condition::{Conformance, ConformanceError, OutputCondition, OutputProfile};
pub use metadata::{Metadata, Timestamp};
pub(super) use shared::{Plan, plan};

/// A PDF to be written.
#[derive(Debug)]
pub struct Document<'a> {
    /// What the file says about itself.
    pub metadata: Metadata,
    /// Which standard it keeps.
    pub conformance: Conformance,
    /// How it should be printed at home; a press is told nothing.
    pub view: Option<View>,
    /// The pictures the pages show. Each is stored once, however often it is shown.
    pub pictures: Vec<Picture<'a>>,
    /// The pages in order.
    pub pages: Vec<Page<'a>>,
}

/// How a print dialogue should start: always at full size and on the paper of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// One side of the paper.
    OneSided,
    /// Both sides, turned on the long edge.
    LongEdge,
    /// Both sides, turned on the short edge.
    ShortEdge,
}

impl View {
    /// Both sides, turned on this edge.
    pub(super) fn turned_on(flip: Flip) -> Self {
        match flip {
            Flip::LongEdge => Self::LongEdge,
            Flip::ShortEdge => Self::ShortEdge,
        }
    }
}

/// A picture and the part of it that may be seen.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The picture.
    pub scene: &'a Scene,
    /// The window onto it, in the picture's own millimetres: nothing outside is painted.
    pub window: Rect,
}

/// One page. Its boxes are in millimetres from its upper left corner.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page<'a> {
    /// Width and height of the sheet of paper.
    pub size: Size,
    /// What remains after cutting.
    pub trim: Rect,
    /// How far printing goes beyond the trim.
    pub bleed: Rect,
    /// The pictures on it.
    pub placements: Vec<Placement>,
    /// Marks and captions over them; a picture of the size of the page.
    pub furniture: Option<&'a Scene>,
    /// Whether the furniture leaves what is below it on the other plates.
    pub is_furniture_overprinting: bool,
    /// What all of it is mapped by, to undo a printer's error.
    pub correction: Option<Affine>,
}

impl<'a> Page<'a> {
    /// An empty page that is all trim.
    pub fn new(size: Size) -> Self {
        let (trim, bleed) = (Rect::at_origin(size), Rect::at_origin(size));
        Self {
            size,
            trim,
            bleed,
            placements: Vec::new(),
            furniture: None,
            is_furniture_overprinting: false,
            correction: None,
        }
    }

    /// Cut to `trim`, printed as far as `bleed`.
    #[must_use]
    pub fn with_boxes(mut self, trim: Rect, bleed: Rect) -> Self {
        (self.trim, self.bleed) = (trim, bleed);
        self
    }

    /// With these pictures.
    #[must_use]
    pub fn with_placements(mut self, placements: Vec<Placement>) -> Self {
        self.placements = placements;
        self
    }

    /// With these marks and captions over its pictures.
    #[must_use]
    pub fn with_furniture(mut self, furniture: Option<&'a Scene>) -> Self {
        self.furniture = furniture;
        self
    }

    /// With lines over its pictures that leave them whole on their plates.
    #[must_use]
    pub fn with_overprinting_furniture(mut self, furniture: &'a Scene) -> Self {
        (self.furniture, self.is_furniture_overprinting) = (Some(furniture), true);
        self
    }

    /// With all of it mapped so.
    #[must_use]
    pub fn with_correction(mut self, correction: Option<Affine>) -> Self {
        self.correction = correction;
        self
    }
}

/// A picture's place on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Which of [`Document::pictures`].
    pub picture: usize,
    /// The upper left corner of its window on the page, after the turn.
    pub corner: Point,
    /// How it stands there.
    pub turn: Turn,
    /// What of the page it may cover, where that is less than its window.
    pub within: Option<Rect>,
}

/// The file's bytes: the same for the same document, whatever was written before.
///
/// # Errors
/// A font that cannot be embedded, a page box that does not lie within the next larger one, or a
/// placement of a picture that is not there.
pub fn write(document: &Document<'_>) -> Result<Vec<u8>, Problems> {
    write_shared(document, &plan(&document.pictures))
}

/// As [`write()`], with the plan of these pictures, or of the same scenes in windows that are grown
/// all alike.
pub(super) fn write_shared(document: &Document<'_>, plan: &Plan) -> Result<Vec<u8>, Problems> {
    let built = build(document, plan)?;
    finish::bytes(built, document, finish::Streams::Compressed)
}

/// The file as text for people and tests: streams as they are, nothing compressed.
///
/// # Errors
/// As [`write()`].
pub fn write_uncompressed(document: &Document<'_>) -> Result<Vec<u8>, Problems> {
    let built = build(document, &plan(&document.pictures))?;
    finish::bytes(built, document, finish::Streams::Plain)
}

/// What a file is put together from: streams of operators, the fonts they use, and what they share.
struct Built {
    streams: Vec<Stream>,
    fonts: fonts::FontSet,
    shared: content::Shared,
}

/// One stream of operators and what it refers to.
struct Stream {
    role: Role,
    body: content::Body,
}

/// What becomes of a stream in the finished file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    /// A form: artwork many pictures have in common, or a picture.
    Form {
        /// Its bounding box.
        size: Size,
    },
    /// A form that is painted as one and then shows through.
    Group {
        /// Which of the file's groups.
        place: usize,
        /// Its bounding box.
        size: Size,
    },
    /// The content of the page of this index.
    Page(usize),
}

fn build(document: &Document<'_>, plan: &Plan) -> Result<Built, Problems> {
    check(document)?;
    let scenes = document.pictures.iter().map(|picture| picture.scene);
    let furniture = document.pages.iter().filter_map(|page| page.furniture);
    let fonts = fonts::FontSet::of(scenes.chain(furniture))?;
    let mut writer = content::Writer::new(&fonts);
    let mut streams = Vec::new();
    let mut keep = |role: Role, body: content::Body| {
        streams.push(Stream { role, body });
        streams.len() - 1
    };

    let common: Vec<usize> = plan
        .common
        .iter()
        .map(|segment| {
            let picture = &document.pictures[segment.picture];
            let items = &picture.scene.items[segment.items.clone()];
            let body = writer.picture(&[content::Part::Items(items)], &picture.window);
            keep(Role::Form { size: picture.window.size() }, body)
        })
        .collect();
    let pictures: Vec<usize> = plan
        .pictures
        .iter()
        .zip(&document.pictures)
        .map(|(parts, picture)| {
            let parts: Vec<content::Part<'_>> = parts
                .iter()
                .map(|part| match part {
                    shared::Part::Common(segment) => content::Part::Form(common[*segment]),
                    shared::Part::Own(items) => {
                        content::Part::Items(&picture.scene.items[items.clone()])
                    }
                })
                .collect();
            let body = writer.picture(&parts, &picture.window);
            keep(Role::Form { size: picture.window.size() }, body)
        })
        .collect();
    for (index, page) in document.pages.iter().enumerate() {
        let body = writer.page(page, &document.pictures, &pictures);
        keep(Role::Page(index), body);
    }

    let mut shared = writer.into_shared();
    for (place, (body, size)) in std::mem::take(&mut shared.groups).into_iter().enumerate() {
        keep(Role::Group { place, size }, body);
    }
    Ok(Built { streams, fonts, shared })
}

/// Refuses what would make a file no print house can use.
fn check(document: &Document<'_>) -> Result<(), Problems> {
    let mut problems = Problems::new();
    if document.metadata.title.trim().is_empty() {
        problems.push(
            Problem::coded("pdf.title", "a PDF without a title is not PDF/X")
                .accepts("the deck's name"),
        );
    }
    if !document.conformance.allows_transparency() {
        let scenes = document.pictures.iter().map(|picture| picture.scene);
        problems.extend(beyond_ink(scenes));
    }
    for (index, page) in document.pages.iter().enumerate() {
        let media = Rect::at_origin(page.size);
        if !media.contains(&page.bleed) || !page.bleed.contains(&page.trim) {
            let message = format!("page {}: trim, bleed and sheet are not nested", index + 1);
            problems.push(
                Problem::coded("pdf.boxes", message).accepts("trim within bleed within sheet"),
            );
        }
        for placement in &page.placements {
            if placement.picture >= document.pictures.len() {
                let message = format!("page {}: no picture {}", index + 1, placement.picture);
                problems.push(Problem::coded("pdf.picture", message));
            }
        }
    }
    problems.into_result(())
}

/// What shows through in these scenes and what is in colours instead of inks, each with the element
/// it is: the strict standard has neither (ISO 15930-4; transparency in 6.10).
fn beyond_ink<'s>(scenes: impl Iterator<Item = &'s Scene>) -> Problems {
    let mut problems = Problems::new();
    for scene in scenes {
        for group in scene.groups().into_iter().filter(|group| group.opacity != 1.0) {
            let (name, place) = (&scene.name, scene::place(&group.element));
            let message =
                format!("{name}: an opacity below 1 on {place} cannot be printed in PDF/X-1a");
            problems.push(
                Problem::coded("face.not-printable", message).accepts("solid colours, or PDF/X-4"),
            );
        }
        for raster in scene.rasters() {
            let what = match raster.inks {
                RasterInks::Ramp(_) | RasterInks::Own { alpha: false, .. } => continue,
                RasterInks::Own { alpha: true, .. } => "a picture with alpha",
                RasterInks::Colour { alpha: true } => "a picture in colour and with alpha",
                RasterInks::Colour { alpha: false } => "a picture in colour",
            };
            let (name, place) = (&scene.name, scene::place(&raster.element));
            let message = format!("{name}: {what} on {place} cannot be printed in PDF/X-1a");
            let accepted = format!("{PRINTABLE}; or PDF/X-4");
            problems.push(Problem::coded("face.not-printable", message).accepts(accepted));
        }
        // One template makes all faces, so the first one's faults stand for the rest.
        if !problems.is_empty() {
            break;
        }
    }
    problems
}

/// A length in points as a stream keeps it: to a thousandth of a point, 0.35 micrometres.
fn points(length: Mm) -> f32 {
    let rounded = (length.points() * 1e3).round() / 1e3;
    #[expect(clippy::cast_possible_truncation, reason = "operators hold single precision")]
    let single = rounded as f32;
    // A negative zero would be written as "-0".
    single + 0.0
}
