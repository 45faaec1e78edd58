//! PDF files with exact inks, live text and the page boxes that print houses read.
//!
//! Every drawing (front, back, extra card, shared art) and every sheet is a page of printpdf, built of its
//! operators in `content`. `impose` turns the drawings into form XObjects that the sheets call, as n-up tools
//! do, and adds the resources that printpdf cannot write: spot inks, gradients, images in inks and graphics
//! states. `standard` adds page boxes, the output intent, document information, metadata and an identifier.
//! Names follow the order of the document and the identifier is a digest of the content, so that the same
//! document gives the same bytes.

mod common_artwork;
mod condition;
mod content;
mod document;
mod fonts;
mod image;
mod impose;
mod metadata;
mod resources;
mod standard;

use printpdf::{Op, PdfDocument, PdfPage, PdfSaveOptions};

use crate::diagnostic::{Problem, Problems};
use crate::geometry::{Rect, Size};

use super::scene::{RasterInks, Refusal, Scene};

pub use condition::{Conformance, ConformanceError, OutputCondition, OutputProfile};
pub use document::{Document, Page, Picture, Placement, View};
pub use metadata::{Metadata, Timestamp};

use common_artwork::CommonArtwork;
use fonts::FontSet;
use resources::Resources;

/// Writes the file; the same document always gives the same bytes.
///
/// # Errors
/// A font that cannot be embedded, page boxes that are not nested, or a placement of a picture that does not
/// exist.
pub fn write(document: &Document<'_>) -> Result<Vec<u8>, Problems> {
    write_with(document, true)
}

/// The uncompressed file as text, for inspection and tests.
///
/// # Errors
/// As [`write()`].
pub fn write_uncompressed(document: &Document<'_>) -> Result<Vec<u8>, Problems> {
    write_with(document, false)
}

fn write_with(document: &Document<'_>, compress: bool) -> Result<Vec<u8>, Problems> {
    check(document)?;
    let scenes = document.pictures.iter().map(|picture| picture.scene);
    let furniture = document.pages.iter().filter_map(|page| page.furniture);
    let fonts = FontSet::from_scenes(scenes.chain(furniture))?;
    let mut resources = Resources::default();
    let sheets = draw(document, &fonts, &mut resources);

    let mut pdf = PdfDocument::new(&document.metadata.title);
    fonts.register(&mut pdf);
    let page = |(size, ops): (Size, Vec<Op>)| {
        let [width, height] = [size.width, size.height].map(|side| content::single(side.0));
        PdfPage::new(printpdf::Mm(width), printpdf::Mm(height), ops)
    };
    pdf.pages = resources.take_form_pages().into_iter().chain(sheets).map(page).collect();
    let options = PdfSaveOptions {
        optimize: false,
        subset_fonts: false,
        // Otherwise operators without a printpdf variant are dropped.
        secure: false,
        image_optimization: None,
    };
    let mut warnings = Vec::new();
    let mut file = pdf.to_lopdf_document(&options, &mut warnings);
    let not_written = |fault: &dyn std::fmt::Display| {
        Problem::coded("pdf.not-written", format!("the PDF cannot be written: {fault}"))
    };
    if let Some(warning) = warnings.first() {
        return Err(not_written(&warning.msg).into());
    }
    let pages = impose::impose(&pdf, &resources, &mut file).map_err(|error| not_written(&error))?;
    standard::complete(file, &pages, document, compress).map_err(|error| not_written(&error).into())
}

/// The operators of every sheet, with its size. Collects forms and other resources.
fn draw(
    document: &Document<'_>,
    fonts: &FontSet,
    resources: &mut Resources,
) -> Vec<(Size, Vec<Op>)> {
    let artwork = CommonArtwork::find(&document.pictures);
    let mut add = |parts: &[content::Part<'_>], window: &Rect| {
        let form = content::picture(parts, window, fonts, resources);
        resources.add_form(form)
    };
    let items = |picture: usize, items: &std::ops::Range<usize>| {
        content::Part::Items(&document.pictures[picture].scene.items[items.clone()])
    };
    let common: Vec<usize> = artwork
        .runs
        .iter()
        .map(|(picture, run)| add(&[items(*picture, run)], &document.pictures[*picture].window))
        .collect();
    let mut forms = Vec::new();
    for (index, (picture, parts)) in document.pictures.iter().zip(&artwork.pictures).enumerate() {
        let parts = parts.iter().map(|part| match part {
            common_artwork::Part::Common(run) => content::Part::Form(common[*run]),
            common_artwork::Part::Own(own) => items(index, own),
        });
        forms.push(add(&parts.collect::<Vec<_>>(), &picture.window));
    }
    let sheet = |page: &Page<'_>| {
        (page.size, content::page(page, &document.pictures, &forms, fonts, resources))
    };
    document.pages.iter().map(sheet).collect()
}

/// Refuses documents that would give a file unusable for print houses.
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

/// The transparency and the colours without inks in a scene: PDF/X-1a allows neither (ISO 15930-4;
/// transparency in 6.10).
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

/// How to change a picture in sRGB into one in inks.
const IN_INKS: &str = "an empty table [pictures] in theme.toml, by which it is separated; a picture in \
    CMYK; a grey one whose label names its ink, such as \"ink black\"";
const OPAQUE: &str = "a picture without alpha, clipped to its shape";
const OPAQUE_IN_INKS: &str =
    "a picture without alpha, clipped to its shape, and an empty table [pictures] in theme.toml";
/// The options for files that can hold what PDF/X-1a cannot.
const OTHER_FILES: &str = "no PDF/X-1a: --format svg,png, --sheet with home sheets or single-x4, --vendor home or press-x4";
