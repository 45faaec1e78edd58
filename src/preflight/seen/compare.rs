//! A page laid beside the faces that ought to be on it.

use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, Transform};
use usvg::Tree;

use super::behind::{self, has_backs};
use super::cut_marks::pages_without;
use super::differences::Reading;
use super::laid::Edge;
use super::looks::Looks;
use super::papers::white;
use super::pdf::{Cache, Pages};
use super::report::Seen;
use super::standing::Shown;
use super::view::{FoundPage, Look, View};
use crate::geometry::{Affine, MM_PER_INCH, MM_PER_PIXEL, Mm};
use crate::preflight::report::Fault;
use crate::wording::counted;

/// Pictures of one file.
const PICTURES: usize = 60;

/// What a PDF says of its backs.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::preflight) struct ToldBacks {
    /// The edge on which it asks printers to turn the paper, if it does.
    pub turned_on: Option<Edge>,
    /// Whether it says that they are moved for a printer, if it is one of whose kind it would.
    pub are_corrected: Option<bool>,
}

/// The pages of a PDF, each beside its faces.
pub(in crate::preflight) fn document(
    bytes: &[u8],
    pages: &[FoundPage<'_>],
    told: ToldBacks,
    looks: Option<&Looks>,
) -> Look {
    let drawable = match Pages::open(bytes.to_vec()) {
        Ok(drawable) => drawable,
        Err(reason) => {
            let fault = Fault::whole(format!("the pages cannot be drawn: {reason}"));
            return Look { faults: vec![fault], seen: looks.map(|_| Seen::default()) };
        }
    };
    if let Some(Err(reason)) = looks.map(Looks::pages) {
        let fault = Fault::whole(format!("the deck cannot be drawn in inks: {reason}"));
        return Look { faults: vec![fault], seen: looks.map(|_| Seen::default()) };
    }
    let caches = || (Cache::new(), Cache::new());
    let looked: Vec<Option<Look>> = pages
        .par_iter()
        .enumerate()
        .map_init(caches, |(own, expected), (index, page)| {
            let is_drawn = page.repeats.is_none();
            is_drawn.then(|| printed_page(&drawable, index, page, looks, own, expected))
        })
        .collect();
    let mut whole = Look { faults: Vec::new(), seen: looks.map(|_| Seen::default()) };
    if drawable.count() != pages.len() {
        let (read, drawn) = (counted(pages.len(), "page"), drawable.count());
        whole.faults.push(Fault::whole(format!("of {read} read, {drawn} drawn")));
    }
    let repeated =
        |page: &FoundPage<'_>| Some(looked.get(page.repeats?)?.as_ref()?.of_repeated(page));
    let repeated: Vec<Option<Look>> = pages.iter().map(repeated).collect();
    for look in looked.into_iter().zip(repeated).filter_map(|(own, repeated)| own.or(repeated)) {
        whole.add(look);
    }
    if let Some(seen) = &mut whole.seen {
        let pictures = seen.differences.iter_mut().map(|difference| &mut difference.picture);
        pictures.skip(PICTURES).for_each(|picture| *picture = None);
        for page in &mut seen.laid {
            (page.turned_on, page.is_corrected) = (told.turned_on, told.are_corrected);
        }
        seen.differences.extend(pages_without(&seen.laid));
        tell_behind(seen);
    }
    whole
}

/// One page of a PDF beside its faces.
fn printed_page<'a>(
    drawable: &'a Pages,
    index: usize,
    page: &FoundPage<'_>,
    looks: Option<&'a Looks>,
    own: &mut Cache<'a>,
    expected: &mut Cache<'a>,
) -> Look {
    let number = page.page.number;
    let view = View::of(page, looks);
    let mm = Mm::from_points(1.0).0;
    let down = Affine::new([mm, 0.0, 0.0, -mm, 0.0, 0.0]);
    let place = view.place * down;
    let paper = paper(view.size, looks);
    let Some(drawn) = paper.and_then(|paper| drawable.draw(index, place, paper, own)) else {
        let fault = Fault::at(number, "the page cannot be drawn");
        return Look { faults: vec![fault], seen: None };
    };
    let mut look = view.look(page, &drawn.pixmap, looks, &mut |shown, place, window| {
        looks?.inked_part(shown, place, window, expected)
    });
    let undrawn = drawn.undrawn.iter();
    look.faults.extend(undrawn.map(|what| Fault::at(number, what.to_string())));
    if let Some(looks) = looks {
        looks.papers.give_back(drawn.pixmap);
    }
    look
}

/// White paper, if there is a deck one that was used before.
fn paper(size: [u32; 2], looks: Option<&Looks>) -> Option<Pixmap> {
    looks.map_or_else(|| white(size), |looks| looks.papers.take(size))
}

/// The page of an SVG beside its faces.
pub(in crate::preflight) fn vector(
    tree: &Tree,
    page: &FoundPage<'_>,
    looks: Option<&Looks>,
) -> Look {
    let view = View::of(page, looks);
    let Some(mut pixmap) = paper(view.size, looks) else {
        let fault = Fault::at(page.page.number, "the page cannot be drawn");
        return Look { faults: vec![fault], seen: None };
    };
    let [sx, ky, kx, sy, tx, ty] = view.place.as_coeffs();
    let units = [sx, ky, kx, sy].map(|part| (part * MM_PER_PIXEL) as f32);
    let place = Transform::from_row(units[0], units[1], units[2], units[3], tx as f32, ty as f32);
    resvg::render(tree, place, &mut pixmap.as_mut());
    let mut look = view.look(page, &pixmap, looks, &mut |shown, place, window| {
        looks?.vector_part(shown, place, window)
    });
    look.seen.iter_mut().for_each(tell_behind);
    if let Some(looks) = looks {
        looks.papers.give_back(pixmap);
    }
    look
}

/// Tells which fronts have another back behind them, where a file has both; one of backs alone belongs to
/// another file.
fn tell_behind(seen: &mut Seen) {
    let has_fronts = seen.laid.iter().any(|page| page.backs.is_empty() || !page.fronts.is_empty());
    if has_backs(&seen.laid) && has_fronts {
        let laid = std::mem::take(&mut seen.laid);
        seen.differences.extend(behind::differences(&laid));
    }
}

/// The pixels of a picture of one face, which is the whole of it or a window round its middle.
pub(in crate::preflight) fn picture(
    rgb: &[u8],
    [width, height]: [u32; 2],
    dpi: Option<f64>,
    shown: Shown,
    looks: &Looks,
) -> Option<Seen> {
    let [full_width, full_height] = looks.size_mm();
    let [wide, high] = [f64::from(width), f64::from(height)];
    let whole = [wide / full_width, high / full_height];
    let place = match dpi.map(|dpi| dpi / MM_PER_INCH) {
        // To the nearest pixel of the whole, which is then stretched to it.
        Some(scale) if (wide - full_width * scale).abs() > 1.0 => {
            let aside = [wide - full_width * scale, high - full_height * scale];
            Affine::new([scale, 0.0, 0.0, scale, aside[0] / 2.0, aside[1] / 2.0])
        }
        _ => Affine::new([whole[0], 0.0, 0.0, whole[1], 0.0, 0.0]),
    };
    let mut seen = Seen { faces: 1, ..Seen::default() };
    let expected = looks.vector(shown, &place, looks.papers.take([width, height])?)?;
    let mut found = looks.papers.take([width, height])?;
    let (parts, _) = rgb.as_chunks();
    for (pixel, &[red, green, blue]) in found.data_mut().as_chunks_mut().0.iter_mut().zip(parts) {
        *pixel = [red, green, blue, 255];
    }
    let area = [0, 0, width as usize, height as usize];
    let reading = Reading { expected: &expected, found: &found, place: &place };
    seen.differences = reading.differences(None, shown, area, looks);
    looks.papers.give_back(expected);
    looks.papers.give_back(found);
    Some(seen)
}
