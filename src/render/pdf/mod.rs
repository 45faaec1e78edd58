//! PDF files with exact inks, live text and the page boxes a print house reads.
//!
//! `content` writes streams of operators, `font_objects` fonts and their character maps, `finish` puts
//! the file together: pictures kept once and shown many times, page boxes, the output intent, spot
//! colour spaces, document information, metadata and an identifier. `objects` keeps the objects and gives
//! their bytes, `syntax` writes values. Every name is chosen by the caller's order of things and the
//! identifier is a digest of the content, so that the same document is the same bytes.

mod built;
mod condition;
mod content;
mod document;
mod finish;
mod font_objects;
mod fonts;
mod image;
mod metadata;
mod objects;
mod points;
mod shading;
mod shared;
mod syntax;
mod text_string;

use crate::diagnostic::{Problem, Problems};

use super::scene::{RasterInks, Refusal, Scene};
use crate::geometry::Rect;

pub use condition::{Conformance, ConformanceError, OutputCondition, OutputProfile};
pub use document::{Document, Page, Picture, Placement, View};
pub use metadata::{Metadata, Timestamp};
pub(super) use shared::{Plan, plan};

use built::{Built, Role, Stream};

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
        for scene in document.pictures.iter().map(|picture| picture.scene) {
            let refusals = beyond_ink(scene);
            refusals.iter().for_each(|refusal| problems.push(refusal.problem(&scene.name)));
        }
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

/// What shows through in a scene and what is in colours instead of inks: the strict standard has
/// neither (ISO 15930-4; transparency in 6.10).
pub(super) fn beyond_ink(scene: &Scene) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let mut refuse = |what: &str, element: &str, accepted: &str| {
        refusals.push(Refusal {
            what: what.to_owned(),
            element: element.to_owned(),
            accepted: format!("{accepted}; or {OTHER_FILES}"),
            file: "PDF/X-1a",
        });
    };
    for group in scene.groups().into_iter().filter(|group| group.opacity != 1.0) {
        refuse("an opacity below 1", &group.element, "solid swatch colours");
    }
    for raster in scene.rasters() {
        let (what, accepted) = match raster.inks {
            RasterInks::Ramp(_) | RasterInks::Own { alpha: false, .. } => continue,
            RasterInks::Own { alpha: true, .. } => ("a picture with alpha", OPAQUE),
            RasterInks::Colour { alpha: true } => ("a picture in sRGB with alpha", OPAQUE_IN_INKS),
            RasterInks::Colour { alpha: false } => ("a picture in sRGB", IN_INKS),
        };
        refuse(what, &raster.element, accepted);
    }
    refusals
}

/// How a picture in sRGB becomes one in inks.
const IN_INKS: &str = "an empty table [pictures] in theme.toml, by which it is separated; a picture in \
    CMYK; a grey one whose label names its ink, such as \"ink black\"";
const OPAQUE: &str = "a picture without alpha, clipped to its shape";
const OPAQUE_IN_INKS: &str =
    "a picture without alpha, clipped to its shape, and an empty table [pictures] in theme.toml";
/// The files that hold what PDF/X-1a cannot, as they are asked for.
const OTHER_FILES: &str = "no PDF/X-1a: --format svg,png, --sheet with home sheets or single-x4, --vendor home or press-x4";
