//! Known sheets: the positions of cards on their pages.

use kurbo::Rect;

use super::page_fit::LARGEST_STRETCH;
use super::placed::on_page;
use crate::face::Format;
use crate::geometry::{Affine, Mm};
use crate::preflight::expectation::Expectation;
use crate::preflight::page::Sides;
use crate::render::Turn;
use crate::render::sheet::{Arrangement, Packing, Sheet, impose};
use crate::render::vendor::Vendor;

/// The tolerance for equal page sizes, in millimetres: programs round to points.
const SAME_PAGE_MM: f64 = 0.6;
/// The accepted scales of a page that was fitted to other paper.
const SCALES: std::ops::RangeInclusive<f64> = 0.8..=1.25;
/// The tolerance for equal positions, in millimetres.
const SAME_PLACE_MM: f64 = 0.05;

/// The paper of a page.
#[derive(Clone, Copy, Debug)]
pub(in crate::preflight) struct Paper {
    pub sides: Sides,
    /// Whether positions are measured from the lower edge, as in a PDF; rounding the height does not move them.
    pub is_upward: bool,
}

/// The transformation of a page to paper of another size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fit {
    /// From millimetres of the page to those of the paper.
    pub map: Affine,
    /// The scale of the page relative to its true size.
    pub scale: f64,
}

impl Fit {
    /// Places a page of this width and height on paper: at true size, or scaled to the paper and centred, as by
    /// printers.
    pub(super) fn new([width, height]: [f64; 2], paper: &Paper) -> Self {
        let [left, top, right, bottom] = paper.sides;
        let [wide, high] = [right - left, bottom - top];
        let is_same = (wide - width).abs() <= SAME_PAGE_MM && (high - height).abs() <= SAME_PAGE_MM;
        let scale = if is_same { 1.0 } else { (wide / width).min(high / height) };
        let corner = match is_same {
            true if paper.is_upward => (left, bottom - height),
            true => (left, top),
            false => (left + (wide - scale * width) / 2.0, top + (high - scale * height) / 2.0),
        };
        let map = Affine::scale(scale).then_translate(corner.into());
        Self { map, scale }
    }

    /// Whether the page has its true size.
    pub(super) fn is_whole(&self) -> bool {
        self.scale == 1.0
    }
}

/// A known sheet with cards of a format.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Width and height of its pages.
    pub page_mm: [f64; 2],
    /// The trims of the cards, from the corner of the page.
    pub trims: Vec<Rect>,
    /// The two orientations of cards on it.
    pub turns: [Turn; 2],
}

impl Layout {
    fn new(sheet: &Sheet, format: Format) -> Option<Self> {
        let each = Packing::new(sheet, format).ok()?.each();
        let pages = impose(sheet, format, each, Arrangement::default()).ok()?;
        let page = pages.first()?;
        let mut trims: Vec<Rect> = Vec::new();
        for slot in pages.iter().flat_map(|page| &page.slots) {
            let own = &slot.trim;
            let trim = Rect::new(own.x.0, own.y.0, own.right().0, own.bottom().0);
            if !trims.iter().any(|other| is_same_place(other, &trim)) {
                trims.push(trim);
            }
        }
        let turns = turns(page.slots.first()?.turn.is_sideways());
        let page_mm = [page.size.width, page.size.height].map(|Mm(mm)| mm);
        Some(Self { page_mm, trims, turns })
    }

    /// A page of one card with this margin round its trim.
    fn single_card(format: Format, round: f64) -> Self {
        let [wide, high] = [format.trim_width_mm(), format.trim_height_mm()];
        let trim = Rect::new(round, round, round + wide, round + high);
        let page_mm = [wide + 2.0 * round, high + 2.0 * round];
        Self { page_mm, trims: vec![trim], turns: turns(false) }
    }

    /// The possible transformations of a face in a place of a page that is placed on paper by `fit`.
    pub(super) fn ways(&self, trim: Rect, fit: Fit, format: Format) -> [Affine; 2] {
        self.turns.map(|turn| fit.map * on_page(trim, turn, format))
    }

    /// Whether all of these trims are places of the sheet.
    pub(super) fn has(&self, trims: &[Rect]) -> bool {
        trims.iter().all(|trim| self.trims.iter().any(|own| is_same_place(own, trim)))
    }
}

fn turns(is_sideways: bool) -> [Turn; 2] {
    if is_sideways { [Turn::Left, Turn::Right] } else { [Turn::Upright, Turn::Over] }
}

fn is_same_place(one: &Rect, other: &Rect) -> bool {
    let off = [one.x0 - other.x0, one.y0 - other.y0, one.x1 - other.x1, one.y1 - other.y1];
    off.iter().all(|off| off.abs() < SAME_PLACE_MM)
}

/// The sheets of the expectation, and the built-in ones.
#[derive(Clone, Debug)]
pub(in crate::preflight) struct Layouts(Vec<Layout>);

impl Layouts {
    /// The sheets and vendor of an expectation, then the built-in sheets, with cards of a format.
    pub(in crate::preflight) fn new(expectation: &Expectation, format: Format) -> Self {
        let asked = expectation.sheets.iter().cloned();
        let of_vendor = expectation.vendor.iter().flat_map(Vendor::sheets);
        let built_in = Sheet::built_in_names().filter_map(|name| Sheet::built_in(name).ok());
        let mut layouts: Vec<Layout> = Vec::new();
        let of_sheets =
            asked.chain(of_vendor).chain(built_in).filter_map(|sheet| Layout::new(&sheet, format));
        let single_card = [format.bleed_mm(), 0.0].map(|round| Layout::single_card(format, round));
        for layout in of_sheets.chain(single_card) {
            let is_known = layouts.iter().any(|other| {
                let sides = layout.page_mm.iter().zip(other.page_mm);
                sides.into_iter().all(|(one, other)| (one - other).abs() < SAME_PLACE_MM)
                    && other.trims.len() == layout.trims.len()
                    && other.has(&layout.trims)
            });
            if !is_known {
                layouts.push(layout);
            }
        }
        Self(layouts)
    }

    /// The sheets whose pages have the size of this paper, or may have been scaled to it.
    pub(super) fn fitting(&self, paper: Paper) -> impl Iterator<Item = (&Layout, Fit)> {
        let fits = self.0.iter().map(move |layout| (layout, Fit::new(layout.page_mm, &paper)));
        let is_scaled =
            |fit: &Fit| (fit.scale - 1.0).abs() > LARGEST_STRETCH && SCALES.contains(&fit.scale);
        fits.filter(move |(_, fit)| fit.is_whole() || is_scaled(fit))
    }

    /// All places of a page of this size, given the occupied ones: those of the first known sheet that has them all,
    /// otherwise those of their grid.
    pub(super) fn all_trims(&self, page_mm: [f64; 2], taken: &[Rect]) -> Vec<Rect> {
        let is_of_size = |layout: &&Layout| {
            let sides = layout.page_mm.iter().zip(page_mm);
            sides.into_iter().all(|(own, page)| (own - page).abs() <= SAME_PAGE_MM)
        };
        let known = self.0.iter().filter(is_of_size).find(|layout| layout.has(taken));
        known.map_or_else(|| grid(taken), |layout| layout.trims.clone())
    }
}

/// All places in the rows and columns of these.
fn grid(taken: &[Rect]) -> Vec<Rect> {
    let mut all: Vec<Rect> = taken.to_vec();
    for row in taken {
        for column in taken {
            let place = Rect::new(column.x0, row.y0, column.x1, row.y1);
            let is_free = all.iter().all(|other| {
                let shared = other.intersect(place);
                shared.width() <= SAME_PLACE_MM || shared.height() <= SAME_PLACE_MM
            });
            if is_free {
                all.push(place);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_scaled_only_to_fit_other_paper() {
        let paper = |sides, is_upward| Paper { sides, is_upward };
        let same = Fit::new([210.0, 297.0], &paper([0.0, -297.2, 209.9, 0.0], true));
        assert!(same.is_whole() && same.map.translation() == (0.0, -297.0).into());
        let letter = Fit::new([210.0, 297.0], &paper([0.0, 0.0, 215.9, 279.4], false));
        assert!((letter.scale - 0.9407).abs() < 1e-4, "{letter:?}");
        let middle = letter.map * kurbo::Point::new(105.0, 148.5);
        assert!((middle.x - 107.95).abs() < 1e-9 && (middle.y - 139.7).abs() < 1e-9);
    }

    #[test]
    fn free_places_come_from_a_known_sheet_or_a_grid() {
        let layouts = Layouts::new(&Expectation::default(), Format::POKER);
        let sheet = Layout::new(&Sheet::built_in("a4-3x3").unwrap(), Format::POKER).unwrap();
        assert_eq!(9, sheet.trims.len());
        let some = [sheet.trims[0], sheet.trims[4]];
        assert_eq!(9, layouts.all_trims([210.0, 297.0], &some).len());
        let own = some.map(|trim| trim + kurbo::Vec2::new(1.0, 2.0));
        assert_eq!(4, layouts.all_trims([210.0, 297.0], &own).len());
    }
}
