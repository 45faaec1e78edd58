//! Compares the pages of a file with the faces that they should show.

use std::collections::BTreeSet;

use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;
use usvg::Tree;

use super::barcode;
use super::behind::{self, has_backs};
use super::cut_marks::pages_without;
use super::differences::{Reading, is_another};
use super::face_cache::Drawn;
use super::imposition::Edge;
use super::page_comparison::{Comparison, Expected, MANY, small_part};
use super::pdf::{Cache, DrawnPage, Pages};
use super::pixels::regions;
use super::pixmap_pool::white;
use super::placed::{FaceId, PlacedFace, PlacedPage};
use super::placing::{FITS, Placement, Placer, shown_instead};
use super::reference_faces::ReferenceFaces;
use super::report::SeenFaces;
use super::thumbnail::{SMALL, Thumbnail};
use super::view::{FoundPage, SeenFile, View};
use crate::geometry::{Affine, MM_PER_INCH, MM_PER_PIXEL, Mm};
use crate::preflight::report::Fault;
use crate::wording::counted;

/// The most pictures of differences for one file.
const PICTURES: usize = 60;

/// Which pages are compared as pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::preflight) enum Compare {
    AllPages,
    /// Those with cards without text, whose letters are outlines.
    OutlinedCards,
}

impl Compare {
    fn includes(self, page: &FoundPage<'_>, placement: Option<&Placement>) -> bool {
        let has_cards = |placement: &Placement| {
            placement.faces.iter().any(|own| matches!(own.face, FaceId::Card(_)))
        };
        match self {
            Self::AllPages => true,
            Self::OutlinedCards => page.page.letters.is_empty() && placement.is_some_and(has_cards),
        }
    }

    /// The results, unless no page was drawn.
    fn seen(self, seen: Option<SeenFaces>) -> Option<SeenFaces> {
        seen.filter(|seen| self == Self::AllPages || seen.faces > 0)
    }
}

/// Compares the pages of a PDF with their faces, or only locates the faces on pages that are not compared. `turned_on`
/// is the edge on which the file asks printers to flip the paper.
pub(in crate::preflight) fn document(
    bytes: &[u8],
    pages: &[FoundPage<'_>],
    turned_on: Option<Edge>,
    placer: Option<&Placer<'_>>,
    compare: Compare,
) -> SeenFile {
    let nothing = |fault: String| SeenFile {
        bleed_faults: undrawn_bleed(pages.iter()),
        faults: vec![Fault::whole(fault)],
        seen: compare.seen(placer.map(|_| SeenFaces::default())),
        ..SeenFile::default()
    };
    let drawable = match Pages::open(bytes.to_vec()) {
        Ok(drawable) => drawable,
        Err(reason) => return nothing(format!("the pages cannot be drawn: {reason}")),
    };
    if let Some(Err(reason)) = placer.map(|placer| placer.reference.pages()) {
        return nothing(format!("the deck cannot be drawn in inks: {reason}"));
    }
    let caches = || (Cache::new(), Cache::new());
    let looked: Vec<Option<SeenFile>> = pages
        .par_iter()
        .enumerate()
        .map_init(caches, |(own, expected), (index, page)| {
            let is_drawn = page.repeats.is_none();
            is_drawn.then(|| printed_page(&drawable, index, page, placer, compare, own, expected))
        })
        .collect();
    let mut whole = SeenFile { seen: placer.map(|_| SeenFaces::default()), ..SeenFile::default() };
    if drawable.count() != pages.len() {
        let (read, drawn) = (counted(pages.len(), "page"), drawable.count());
        whole.faults.push(Fault::whole(format!("of {read} read, {drawn} drawn")));
    }
    let repeated =
        |page: &FoundPage<'_>| Some(looked.get(page.repeats?)?.as_ref()?.repeated_on(page));
    let repeated: Vec<Option<SeenFile>> = pages.iter().map(repeated).collect();
    for look in looked.into_iter().zip(repeated).filter_map(|(own, repeated)| own.or(repeated)) {
        whole.add(look);
    }
    if let Some(seen) = &mut whole.seen {
        let pictures = seen.differences.iter_mut().map(|difference| &mut difference.picture);
        pictures.skip(PICTURES).for_each(|picture| *picture = None);
        for page in &mut seen.laid {
            page.turned_on = turned_on;
        }
        seen.differences.extend(pages_without(&seen.laid));
        seen.merge_common(pages.len());
        report_behind(seen);
    }
    whole.seen = compare.seen(whole.seen);
    whole
}

/// The fault of pages whose bleed cannot be checked, if any of them should have one.
fn undrawn_bleed<'f>(pages: impl IntoIterator<Item = &'f FoundPage<'f>>) -> Option<Vec<Fault>> {
    let undrawn = pages.into_iter().find(|page| page.rim.is_some())?;
    Some(vec![Fault::at(undrawn.page.number, "the page cannot be drawn")])
}

/// From points, y upward, to millimetres, y downward.
fn from_points() -> Affine {
    let mm = Mm::from_points(1.0).0;
    Affine::new([mm, 0.0, 0.0, -mm, 0.0, 0.0])
}

/// The results for a page that is not drawn: only the positions of its faces.
fn placed(page: &FoundPage<'_>, placement: Option<&Placement>) -> SeenFile {
    let number = page.page.number;
    let placed = placement.map(|own| PlacedPage {
        number,
        faces: own.faces.clone(),
        is_moved: !own.fit.is_whole(),
    });
    let faults = placement.filter(|_| page.record.is_some()).map(|own| &own.faults);
    let located = |faults: &Vec<String>| {
        faults.iter().map(|fault| Fault::at(number, fault.as_str())).collect::<Vec<_>>()
    };
    SeenFile {
        placed: placed.into_iter().collect(),
        record_faults: faults.map(located),
        ..SeenFile::default()
    }
}

/// Compares one page of a PDF.
fn printed_page<'a>(
    drawable: &'a Pages,
    index: usize,
    page: &FoundPage<'_>,
    placer: Option<&'a Placer<'a>>,
    compare: Compare,
    own: &Cache<'a>,
    expected: &Cache<'a>,
) -> SeenFile {
    let draw = |place: &Affine, paper| drawable.draw(index, *place * from_points(), paper, own);
    let mut inked =
        |face, place: &Affine, window| placer?.reference.inked_part(face, place, window, expected);
    one_page(
        page,
        placer,
        compare,
        Renderer { kind: Drawn::Inked, draw: &draw, expected: &mut inked },
    )
}

/// Draws a page and the faces expected on it, both by the same code.
struct Renderer<'r, 'e> {
    kind: Drawn,
    /// Draws the page on paper; the transform is from its millimetres to pixels.
    draw: &'r dyn Fn(&Affine, Pixmap) -> Option<DrawnPage>,
    expected: &'r mut Expected<'e>,
}

/// Compares one page, or only locates its faces.
fn one_page(
    page: &FoundPage<'_>,
    placer: Option<&Placer<'_>>,
    compare: Compare,
    renderer: Renderer<'_, '_>,
) -> SeenFile {
    let Renderer { kind, draw, expected } = renderer;
    let number = page.page.number;
    let reference = placer.map(|placer| placer.reference);
    let placement = placer.map(|placer| {
        placer.place(page, kind, &|place, size| Some(draw(place, white(size)?)?.pixmap))
    });
    let is_compared = compare.includes(page, placement.as_ref());
    let placed = placed(page, placement.as_ref());
    if !is_compared && page.rim.is_none() {
        return placed;
    }
    let faces = placement.as_ref().map_or(&[][..], |placement| &placement.faces);
    let view = View::new(page, faces, reference);
    let paper =
        reference.map_or_else(|| white(view.size), |reference| reference.pixmaps.take(view.size));
    let Some(drawn) = paper.and_then(|paper| draw(&view.place, paper)) else {
        let faults = vec![Fault::at(number, "the page cannot be drawn")];
        return SeenFile { faults, bleed_faults: undrawn_bleed([page]), ..placed };
    };
    let own_faces = reference.zip(placement.as_ref()).filter(|_| is_compared);
    let compared =
        own_faces.map(|(reference, placement)| Comparison { reference, placement, kind, expected });
    let mut look = view.look(page, &drawn.pixmap, compared);
    look.add_placed(placed);
    if compare == Compare::AllPages {
        let drawn = |place: &Affine, size| Some(draw(place, white(size)?)?.pixmap);
        look.barcode_faults = barcode::faults(page, &drawn);
    }
    let undrawn = drawn.undrawn.iter();
    look.faults.extend(undrawn.map(|what| Fault::at(number, what.to_string())));
    if let Some(reference) = reference {
        reference.pixmaps.give_back(drawn.pixmap);
    }
    look
}

/// Compares the page of an SVG, or only locates its faces.
pub(in crate::preflight) fn vector(
    tree: &Tree,
    page: &FoundPage<'_>,
    placer: Option<&Placer<'_>>,
    compare: Compare,
) -> SeenFile {
    let draw = |place: &Affine, paper| {
        Some(DrawnPage { pixmap: drawn_vector(tree, place, paper), undrawn: BTreeSet::new() })
    };
    let mut vector =
        |face, place: &Affine, window| placer?.reference.vector_part(face, place, window);
    let mut look = one_page(
        page,
        placer,
        compare,
        Renderer { kind: Drawn::Vector, draw: &draw, expected: &mut vector },
    );
    look.seen.iter_mut().for_each(|seen| {
        seen.merge_common(1);
        report_behind(seen);
    });
    look
}

/// Draws an SVG on a pixmap. `place` transforms its millimetres to pixels.
pub(super) fn drawn_vector(tree: &Tree, place: &Affine, mut paper: Pixmap) -> Pixmap {
    let place = super::shapes::place(place.pre_scale(MM_PER_PIXEL));
    resvg::render(tree, place, &mut paper.as_mut());
    paper
}

/// Reports fronts with a wrong back behind them in a file with both. A file of backs only is checked with its file of
/// fronts.
fn report_behind(seen: &mut SeenFaces) {
    let has_fronts = seen.laid.iter().any(|page| page.backs.is_empty() || !page.fronts.is_empty());
    if has_backs(&seen.laid) && has_fronts {
        let laid = std::mem::take(&mut seen.laid);
        seen.differences.extend(behind::differences(&laid));
    }
}

/// Compares a picture of one face, which may be the whole face or a centred part of it.
pub(in crate::preflight) fn picture(
    rgb: &[u8],
    [width, height]: [u32; 2],
    dpi: Option<f64>,
    page: &FoundPage<'_>,
    placer: &Placer<'_>,
) -> Option<SeenFile> {
    let reference = placer.reference;
    let [full_width, full_height] = reference.size_mm();
    let [wide, high] = [f64::from(width), f64::from(height)];
    let whole = [wide / full_width, high / full_height];
    let place = match dpi.map(|dpi| dpi / MM_PER_INCH) {
        // To the nearest pixel of the whole face, which is then stretched to it.
        Some(scale) if (wide - full_width * scale).abs() > 1.0 => {
            let margin = [wide - full_width * scale, high - full_height * scale];
            Affine::new([scale, 0.0, 0.0, scale, margin[0] / 2.0, margin[1] / 2.0])
        }
        _ => Affine::new([whole[0], 0.0, 0.0, whole[1], 0.0, 0.0]),
    };
    let mut found = reference.pixmaps.take([width, height])?;
    let (parts, _) = rgb.as_chunks();
    for (pixel, &[red, green, blue]) in found.data_mut().as_chunks_mut().0.iter_mut().zip(parts) {
        *pixel = [red, green, blue, 255];
    }
    let seen = thumbnail_of(&found, &place, reference);
    let (face, faults) = recorded_face(page, reference, [width, height], dpi);
    let nearest =
        || reference.nearest(seen.as_ref()?, Drawn::Vector).filter(|(off, _)| *off <= FITS);
    let face = match (face, page.named) {
        (Some(FaceId::Back(_)) | None, Some(named @ FaceId::Back(_))) => Some(named),
        (face, named) => face.or_else(|| Some(nearest()?.1)).or(named),
    };
    let number = page.page.number;
    let faults: Vec<Fault> = faults.into_iter().map(|fault| Fault::at(number, fault)).collect();
    let mut look =
        SeenFile { record_faults: page.record.is_some().then_some(faults), ..SeenFile::default() };
    let mut own = SeenFaces::default();
    if let Some(face) = face {
        let expected = reference.vector(face, &place, reference.pixmaps.take([width, height])?)?;
        let area = [0, 0, width as usize, height as usize];
        let reading = Reading { expected: &expected, found: &found, place: &place };
        own.faces = 1;
        let different = regions(&expected, &found, area);
        own.differences = reading.differences(None, face, area, &different, reference);
        let is_other = is_another(&different, area) || different.len() > MANY;
        let instead = seen.as_ref().filter(|_| is_other);
        let differs = |other| {
            let other = reference.vector(other, &place, white([width, height])?)?;
            Some(regions(&other, &found, area).len())
        };
        if let Some(reason) = instead.and_then(|seen| {
            shown_instead(face, seen, different.len(), (reference, Drawn::Vector), differs)
        }) {
            own.differences.truncate(1);
            let all = own.differences.iter_mut();
            all.for_each(|own| (own.place, own.reason) = (None, reason.clone()));
        }
        // The letters of its note are relative to the corner of the picture.
        let [scale, ..] = place.as_coeffs();
        let corner = Affine::translate(place.translation() / scale);
        let face = PlacedFace::new(face, corner, reference.format);
        look.placed.push(PlacedPage { number, faces: vec![face], is_moved: false });
        reference.pixmaps.give_back(expected);
    } else {
        own.not_compared.extend(Placement::unknown().not_compared(number));
    }
    reference.pixmaps.give_back(found);
    look.seen = Some(own);
    Some(look)
}

/// The thumbnail of the face placed by `place` in a picture.
fn thumbnail_of(picture: &Pixmap, place: &Affine, reference: &ReferenceFaces) -> Option<Thumbnail> {
    let [a, ..] = place.as_coeffs();
    let scale = SMALL / a;
    let small = small_part(picture, scale)?;
    Some(Thumbnail::new(&small, &place.then_scale(scale), reference.format))
}

/// The face in the placement record of a picture, and the faults of the record.
fn recorded_face(
    page: &FoundPage<'_>,
    reference: &ReferenceFaces,
    pixels: [u32; 2],
    dpi: Option<f64>,
) -> (Option<FaceId>, Vec<String>) {
    let wrong = |fault: String| (None, vec![format!("the placement record is wrong: {fault}")]);
    let record = match &page.record {
        None => return (None, Vec::new()),
        Some(Err(fault)) => return wrong(fault.clone()),
        Some(Ok(record)) => record,
    };
    let is_size = |(mm, pixels): (f64, u32)| {
        dpi.is_none_or(|dpi| (mm / MM_PER_INCH * dpi - f64::from(pixels)).abs() <= 1.0)
    };
    if !record.page_mm.into_iter().zip(pixels).all(is_size) {
        let [width, height] = record.page_mm;
        return wrong(format!("it is of a picture of {width} × {height} mm"));
    }
    let [place] = &record.places[..] else {
        let places = counted(record.places.len(), "face");
        return wrong(format!("it has {places} in a picture of one"));
    };
    let trim = [reference.format.trim_width_mm(), reference.format.trim_height_mm()];
    let is_middle = (0..2).all(|axis| {
        let room = record.page_mm[axis] - trim[axis];
        (place.at_mm[axis] - room / 2.0).abs() <= 0.1
    });
    if !is_middle || place.turn != 0 || record.printer.is_some() {
        return wrong("its face is not upright and centred".to_owned());
    }
    (reference.face_named(&place.face), Vec::new())
}
