//! A page laid beside the faces that ought to be on it.

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use usvg::Tree;

use super::looks::Looks;
use super::pdf::{Cache, Pages};
use super::pixels::{Area, Region, is_flat, regions};
use super::report::{Seen, SeenDifference, beside};
use super::standing::{Shown, Standing};
use crate::geometry::{Affine, MM_PER_INCH, MM_PER_PIXEL, Mm};
use crate::preflight::page::Page;
use crate::preflight::read_back::Found;
use crate::preflight::report::Fault;

/// Left, top, right, bottom in millimetres.
pub(in crate::preflight) type Sides = [f64; 4];

/// A page with what was read on it.
pub(in crate::preflight) struct FoundPage<'p> {
    /// What may be letters on it.
    pub page: &'p Page,
    /// The cards whose numbers were found.
    pub cards: Vec<Found>,
    /// The paper, in the millimetres of the letters' places.
    pub paper: Sides,
    /// What is printed of it, if that is one face with its bleed.
    pub printed: Option<Sides>,
    /// Whether it may be bare: nothing at all is painted on it.
    pub may_be_bare: bool,
}

/// What was seen of a file.
#[derive(Debug, Default)]
pub(in crate::preflight) struct Look {
    /// Pages that cannot be drawn or are blank.
    pub faults: Vec<Fault>,
    /// The faces, if a deck was given.
    pub seen: Option<Seen>,
}

/// Pixels a millimetre in which faces are compared: lines of a fifth of a millimetre have one.
const FINE: f64 = 6.0;
/// Those in which it is only looked whether there is anything.
const COARSE: f64 = 1.5;
/// Larger pages are drawn in fewer pixels.
const MOST_PIXELS: f64 = 25e6;
/// How far a face may stand from where its page is cut, in millimetres.
const ASIDE_MM: f64 = 0.3;
/// The edge of what is compared is left out, in pixels: windows and pages end on parts of them.
const EDGE: f64 = 1.5;
/// Differences of one face that are told.
const TOLD: usize = 6;
/// Pictures of one file.
const PICTURES: usize = 60;

/// The pages of a PDF, each beside its faces.
pub(in crate::preflight) fn document(
    bytes: &[u8],
    pages: &[FoundPage<'_>],
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
    let looked: Vec<Look> = pages
        .par_iter()
        .enumerate()
        .map_init(
            || (Cache::new(), Cache::new()),
            |(own, expected), (index, page)| {
                let view = View::of(page, looks.is_some());
                let mm = Mm::from_points(1.0).0;
                let down = Affine([mm, 0.0, 0.0, -mm, 0.0, 0.0]);
                let drawn = drawable.draw(index, down.then(&view.place).0, view.size, own);
                let Some(drawn) = drawn else {
                    let number = page.page.number;
                    let fault = Fault::at(number, "the page cannot be drawn");
                    return Look { faults: vec![fault], seen: None };
                };
                let mut look = view.look(page, &drawn.pixmap, looks, |shown, place, size| {
                    Some(looks?.inked(shown, place, size, expected)?.pixmap)
                });
                let undrawn = drawn.undrawn.iter();
                let faults = undrawn.map(|what| Fault::at(page.page.number, what.to_string()));
                look.faults.extend(faults);
                look
            },
        )
        .collect();
    let mut whole = Look { faults: Vec::new(), seen: looks.map(|_| Seen::default()) };
    if drawable.count() != pages.len() {
        let fault =
            Fault::whole(format!("{} pages are read, {} are drawn", pages.len(), drawable.count()));
        whole.faults.push(fault);
    }
    let mut pictures = 0;
    for look in looked {
        whole.faults.extend(look.faults);
        if let (Some(all), Some(mut seen)) = (&mut whole.seen, look.seen) {
            all.faces += seen.faces;
            for difference in &mut seen.differences {
                pictures += 1;
                if pictures > PICTURES {
                    difference.picture = None;
                }
            }
            all.differences.append(&mut seen.differences);
            all.unknown_pages.append(&mut seen.unknown_pages);
        }
    }
    whole
}

/// The page of an SVG beside its faces.
pub(in crate::preflight) fn vector(
    tree: &Tree,
    page: &FoundPage<'_>,
    looks: Option<&Looks>,
) -> Look {
    let view = View::of(page, looks.is_some());
    let Some(mut pixmap) = Pixmap::new(view.size[0], view.size[1]) else { return Look::default() };
    pixmap.fill(Color::WHITE);
    let [sx, ky, kx, sy, tx, ty] = view.place.0;
    let units = [sx, ky, kx, sy].map(|part| (part * MM_PER_PIXEL) as f32);
    let place = Transform::from_row(units[0], units[1], units[2], units[3], tx as f32, ty as f32);
    resvg::render(tree, place, &mut pixmap.as_mut());
    view.look(page, &pixmap, looks, |shown, place, size| looks?.vector(shown, place, size))
}

/// The pixels of a picture of one face, which is the whole of it or a window round its middle.
pub(in crate::preflight) fn picture(
    rgb: &[u8],
    [width, height]: [u32; 2],
    dpi: Option<f64>,
    shown: Shown,
    looks: &Looks,
) -> Option<Seen> {
    let [full_width, full_height] = [looks.format.full_width_mm(), looks.format.full_height_mm()];
    let [wide, high] = [f64::from(width), f64::from(height)];
    let whole = [wide / full_width, high / full_height];
    let place = match dpi.map(|dpi| dpi / MM_PER_INCH) {
        // To the nearest pixel of the whole, which is then stretched to it.
        Some(scale) if (wide - full_width * scale).abs() > 1.0 => {
            let aside = [wide - full_width * scale, high - full_height * scale];
            Affine([scale, 0.0, 0.0, scale, aside[0] / 2.0, aside[1] / 2.0])
        }
        _ => Affine([whole[0], 0.0, 0.0, whole[1], 0.0, 0.0]),
    };
    let mut seen = Seen { faces: 1, ..Seen::default() };
    let expected = looks.vector(shown, &place, [width, height])?;
    let mut found = Pixmap::new(width, height)?;
    for (pixel, part) in found.data_mut().chunks_exact_mut(4).zip(rgb.chunks_exact(3)) {
        pixel.copy_from_slice(&[part[0], part[1], part[2], 255]);
    }
    let area = [0, 0, width as usize, height as usize];
    let reading = Reading { expected: &expected, found: &found, place: &place };
    seen.differences = reading.differences(None, shown, area, looks);
    Some(seen)
}

/// How a page is laid out in pixels.
struct View {
    /// From the page's millimetres to pixels.
    place: Affine,
    size: [u32; 2],
}

impl View {
    fn of(page: &FoundPage<'_>, is_fine: bool) -> Self {
        let [left, top, right, bottom] = page.paper;
        let (width, height) = ((right - left).max(0.1), (bottom - top).max(0.1));
        let most = (MOST_PIXELS / (width * height)).sqrt();
        let scale = if is_fine { FINE } else { COARSE }.min(most);
        let pixels = |mm: f64| ((mm * scale).ceil() as u32).clamp(1, 30_000);
        let place = Affine([scale, 0.0, 0.0, scale, -left * scale, -top * scale]);
        Self { place, size: [pixels(width), pixels(height)] }
    }

    /// Lays the faces of a page beside its picture; `draw` draws them on paper of their own.
    fn look(
        &self,
        page: &FoundPage<'_>,
        drawn: &Pixmap,
        looks: Option<&Looks>,
        mut draw: impl FnMut(Shown, &Affine, [u32; 2]) -> Option<Pixmap>,
    ) -> Look {
        let number = page.page.number;
        let mut look = Look::default();
        let whole = Region {
            left: 0,
            top: 0,
            right: drawn.width() as usize,
            bottom: drawn.height() as usize,
            places: 0,
        };
        let blank = !page.may_be_bare && is_flat(drawn, &whole);
        if blank {
            look.faults.push(Fault::at(number, "nothing is seen on the page"));
        }
        let Some(looks) = looks else { return look };
        let mut seen = Seen::default();
        let standing = match looks.standing(page.page, &page.cards) {
            Ok(standing) => standing,
            Err(past) => {
                look.faults.push(Fault::at(number, past.to_string()));
                Vec::new()
            }
        };
        for face in &standing {
            seen.faces += 1;
            let aside = page.printed.and_then(|printed| aside(face, printed, looks));
            if let Some(reason) = face.fault().or(aside) {
                seen.differences.push(told(number, face.shown, reason));
                continue;
            }
            let full = [looks.format.full_width_mm(), looks.format.full_height_mm()];
            let bleed = match page.printed {
                Some(_) => 0.0,
                None => looks.format.bleed_mm(),
            };
            let corners = [[bleed, bleed], [full[0] - bleed, full[1] - bleed]]
                .map(|corner| self.place.apply(face.on_page.apply(corner)));
            let Some((area, own)) = self.window(corners) else {
                seen.differences.push(told(number, face.shown, "stands beside the page".into()));
                continue;
            };
            let shift = Affine::shift(-(own[0] as f64), -(own[1] as f64));
            let place = face.on_page.then(&self.place).then(&shift);
            let size = [(own[2] - own[0]) as u32, (own[3] - own[1]) as u32];
            let Some(expected) = draw(face.shown, &place, size) else { continue };
            let Some(found) = cut(drawn, own) else { continue };
            let reading = Reading { expected: &expected, found: &found, place: &place };
            seen.differences.extend(reading.differences(number, face.shown, area, looks));
        }
        if standing.is_empty() && !page.may_be_bare {
            if page.page.marks.is_empty() && !blank {
                let reason = "neither a card of the deck nor its back is seen".to_owned();
                seen.differences.push(SeenDifference {
                    page: number,
                    face: "the page:".to_owned(),
                    place: None,
                    reason,
                    picture: None,
                });
            } else {
                seen.unknown_pages.extend(number);
            }
        }
        look.seen = Some(seen);
        look
    }

    /// The pixels between two corners that are compared, and those that are cut out for it: the
    /// former count from the latter.
    fn window(&self, corners: [[f64; 2]; 2]) -> Option<(Area, Area)> {
        let [[a, b], [c, d]] = corners;
        let most = self.size.map(f64::from);
        let low = [a.min(c).max(0.0), b.min(d).max(0.0)];
        let high = [a.max(c).min(most[0]), b.max(d).min(most[1])];
        let own = [low[0].floor(), low[1].floor(), high[0].ceil(), high[1].ceil()];
        let inner = [
            (low[0] + EDGE).ceil() - own[0],
            (low[1] + EDGE).ceil() - own[1],
            (high[0] - EDGE).floor() - own[0],
            (high[1] - EDGE).floor() - own[1],
        ];
        let is_there = inner[2] > inner[0] + 3.0 && inner[3] > inner[1] + 3.0;
        is_there.then(|| (inner.map(|side| side as usize), own.map(|side| side as usize)))
    }
}

/// A face as it ought to be and as it is, in the same pixels.
struct Reading<'r> {
    expected: &'r Pixmap,
    found: &'r Pixmap,
    /// From the face's millimetres to these pixels.
    place: &'r Affine,
}

impl Reading<'_> {
    fn differences(
        &self,
        page: Option<u32>,
        shown: Shown,
        area: Area,
        looks: &Looks,
    ) -> Vec<SeenDifference> {
        let found = regions(self.expected, self.found, area);
        if found.is_empty() {
            return Vec::new();
        }
        let covered: usize = found.iter().map(|region| region.places).sum();
        let share = covered as f64 / ((area[2] - area[0]) * (area[3] - area[1])) as f64;
        if share > 0.2 {
            let region = Region {
                left: area[0],
                top: area[1],
                right: area[2],
                bottom: area[3],
                places: covered,
            };
            let mut all = told(page, shown, "looks altogether different".to_owned());
            all.picture = beside(self.expected, self.found, &region);
            return vec![all];
        }
        let places = looks.drawing(shown).map(crate::face::Drawing::places).unwrap_or_default();
        let back = self.place.inverse();
        let more = found.len().saturating_sub(TOLD);
        let mut differences: Vec<SeenDifference> = Vec::new();
        for region in found.iter().take(TOLD) {
            let place = back.as_ref().and_then(|back| {
                let one = back.apply([region.left as f64, region.top as f64]);
                let other = back.apply([region.right as f64, region.bottom as f64]);
                let sides = [
                    one[0].min(other[0]),
                    one[1].min(other[1]),
                    one[0].max(other[0]),
                    one[1].max(other[1]),
                ];
                named(&places, sides)
            });
            let (ought, is) = (is_flat(self.expected, region), is_flat(self.found, region));
            let reason = match (ought, is) {
                (false, true) => "is not seen",
                (true, false) => "shows something that does not belong there",
                _ => "does not look as it should",
            };
            differences.push(SeenDifference {
                page,
                face: shown.to_string(),
                place,
                reason: reason.to_owned(),
                picture: beside(self.expected, self.found, region),
            });
        }
        if more > 0 {
            let reason = format!("differs in {more} more places");
            differences.push(told(page, shown, reason));
        }
        differences
    }
}

/// What of a face lies in a rectangle: the thing that is most nearly as large and as placed.
fn named(places: &[(String, Sides)], region: Sides) -> Option<String> {
    let area = |sides: &Sides| (sides[2] - sides[0]).max(0.0) * (sides[3] - sides[1]).max(0.0);
    let alike = |sides: &Sides| {
        let both = [
            sides[0].max(region[0]),
            sides[1].max(region[1]),
            sides[2].min(region[2]),
            sides[3].min(region[3]),
        ];
        let shared = if both[0] < both[2] && both[1] < both[3] { area(&both) } else { 0.0 };
        shared / (area(sides) + area(&region) - shared).max(1e-9)
    };
    let best = places.iter().max_by(|(_, one), (_, other)| alike(one).total_cmp(&alike(other)));
    let found = best.filter(|(_, sides)| alike(sides) > 0.0).map(|(name, _)| name.clone());
    found.or_else(|| Some(format!("{:.1}, {:.1} mm", region[0], region[1])))
}

/// Whether a face stands aside from where its page is cut, or not upright.
fn aside(face: &Standing, printed: Sides, looks: &Looks) -> Option<String> {
    let full = [looks.format.full_width_mm(), looks.format.full_height_mm()];
    let at = |corner: [f64; 2]| face.on_page.apply(corner);
    let far = |[x, y]: [f64; 2], [p, q]: [f64; 2]| (x - p).abs().max((y - q).abs());
    let (start, end) = ([printed[0], printed[1]], [printed[2], printed[3]]);
    let upright = far(at([0.0, 0.0]), start).max(far(at(full), end));
    // A back may be held either way.
    let over = far(at([0.0, 0.0]), end).max(far(at(full), start));
    if upright <= ASIDE_MM || (face.shown == Shown::Back && over <= ASIDE_MM) {
        return None;
    }
    if over <= ASIDE_MM {
        return Some("stands on its head".to_owned());
    }
    let [a, b, ..] = face.on_page.0;
    if a < b.abs() {
        return Some("is turned on its page".to_owned());
    }
    Some(format!("stands {upright:.1} mm from where its page is cut"))
}

fn told(page: Option<u32>, shown: Shown, reason: String) -> SeenDifference {
    SeenDifference { page, face: shown.to_string(), place: None, reason, picture: None }
}

/// Part of a picture.
fn cut(pixmap: &Pixmap, [left, top, right, bottom]: Area) -> Option<Pixmap> {
    let mut part = Pixmap::new((right - left) as u32, (bottom - top) as u32)?;
    let width = pixmap.width() as usize;
    for (row, y) in part.data_mut().chunks_exact_mut((right - left) * 4).zip(top..bottom) {
        row.copy_from_slice(&pixmap.data()[(y * width + left) * 4..(y * width + right) * 4]);
    }
    Some(part)
}
