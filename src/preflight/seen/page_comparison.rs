//! Compares one drawn page: each face on it with the expected face.

use kurbo::Rect;
use resvg::tiny_skia::Pixmap;

use super::cut_marks::cut_marks;
use super::differences::{Reading, difference, is_another};
use super::face_cache::Drawn;
use super::imposition::{Back, Front, Imposition};
use super::page_fit::{PageDisplacement, moved};
use super::pixels::{Area, Region, cut, is_flat, regions};
use super::placed::{FaceId, PlacedFace, PlacedPage};
use super::placing::{Placement, Source, shown_instead};
use super::reference_faces::ReferenceFaces;
use super::report::SeenFaces;
use super::thumbnail::{Blurred, SMALL, Thumbnail};
use super::view::{FoundPage, SeenFile, View};
use crate::geometry::{Affine, Point};
use crate::preflight::bleed_coverage::has_ink;
use crate::preflight::page::Sides;
use crate::preflight::report::Fault;

/// Draws the part of an expected face inside a window of the page, if possible.
pub(super) type Expected<'e> = dyn FnMut(FaceId, &Affine, Area) -> Option<Pixmap> + 'e;

/// Shifts of an edge by smoothing, in pixels: positions are rounded to quarters, so a slightly slanted edge crosses
/// from one quarter to the next far along it.
const NUDGES: [f64; 3] = [0.03, 0.06, 0.125];

/// With more differing regions, the face may be another.
pub(super) const MANY: usize = 6;

/// Shifts by this distance in eight directions, since horizontal and vertical edges may shift together.
fn shifts(by: f64) -> impl Iterator<Item = [f64; 2]> {
    let ways = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
    let slants = [[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]];
    ways.into_iter().chain(slants).map(move |way| way.map(|part| part * by))
}

/// The inputs of a comparison.
pub(super) struct Comparison<'l, 'e> {
    pub reference: &'l ReferenceFaces,
    pub placement: &'l Placement,
    pub kind: Drawn,
    pub expected: &'l mut Expected<'e>,
}

impl View {
    /// Compares the faces of a page with its drawing.
    pub(super) fn look(
        &self,
        page: &FoundPage<'_>,
        drawn: &Pixmap,
        compared: Option<Comparison<'_, '_>>,
    ) -> SeenFile {
        let number = page.page.number;
        let mut look = SeenFile::default();
        let blank = !page.may_be_bare && is_flat(drawn, &Region::whole(drawn));
        if blank {
            look.faults.push(Fault::at(number, "nothing is seen on the page"));
        }
        if let Some(compared) = compared {
            self.compare(page, drawn, compared, &mut look);
        }
        look.bleed_faults = page.rim.as_ref().map(|rim| {
            let faults = rim.faults(|[x, y]| self.has_ink(drawn, Point::new(x, y)));
            faults.into_iter().map(|fault| Fault::at(number, fault)).collect()
        });
        look
    }

    /// Whether a page has ink at a point in its millimetres.
    fn has_ink(&self, drawn: &Pixmap, at: Point) -> bool {
        let at = self.place * at;
        let pixel = |at: f64, side: u32| (at.max(0.0) as u32).min(side - 1);
        let pixel = drawn.pixel(pixel(at.x, drawn.width()), pixel(at.y, drawn.height()));
        pixel.is_some_and(|pixel| has_ink([pixel.red(), pixel.green(), pixel.blue()]))
    }

    /// Compares the faces of a page with the expected ones. If the cut marks show that the program that saved the file
    /// moved the whole page slightly, the faces are compared at the positions given by the marks.
    fn compare(
        &self,
        page: &FoundPage<'_>,
        drawn: &Pixmap,
        mut compared: Comparison<'_, '_>,
        look: &mut SeenFile,
    ) {
        let number = page.page.number;
        let (reference, placement) = (compared.reference, compared.placement);
        let mut own = self.compare_faces(page, drawn, &mut compared, &Affine::IDENTITY);
        let measured = |own: &ComparedFaces| {
            let differs = !own.placed.is_moved && !own.seen.differences.is_empty();
            let faces = &own.placed.faces;
            differs
                .then(|| moved(faces, reference.format, page.paper, drawn, &self.place))
                .flatten()
        };
        let mut displaced = measured(&own);
        if let Some(hair) = displaced.filter(|own| !own.is_off()) {
            let there = self.compare_faces(page, drawn, &mut compared, &hair.on_page(page.paper));
            // Marks are measured less precisely than faces are placed.
            if there.seen.differences.len() < own.seen.differences.len() {
                own = there;
            }
            displaced = None;
        }
        let ComparedFaces { mut seen, mut laid, mut placed } = own;
        let marks = cut_marks(&placed.faces, reference.format, page.paper, drawn, &self.place);
        laid.is_cut_by_marks = marks.are_there;
        let displaced = match placed.is_moved {
            true => Some(PageDisplacement::scaled(placement.fit.scale)),
            false => displaced.filter(|_| marks.are_there != Some(true)),
        };
        if let Some(displaced) = displaced {
            placed.is_moved = true;
            (seen.differences, seen.recoloured) = (Vec::new(), Vec::new());
            seen.differences.push(difference(number, "the page".to_owned(), displaced.to_string()));
        } else {
            for own in marks.unmarked {
                let reason = format!("has no cut mark {own}");
                let face = reference.title(placed.faces[own.face].face);
                seen.differences.push(difference(number, face, reason));
            }
        }
        if !page.may_be_bare {
            seen.not_compared.extend(placement.not_compared(number));
            seen.laid.push(laid);
        }
        look.placed.push(placed);
        look.seen = Some(seen);
    }

    /// Compares each face of a page that is displaced by `displaced`.
    fn compare_faces(
        &self,
        page: &FoundPage<'_>,
        drawn: &Pixmap,
        compared: &mut Comparison<'_, '_>,
        displaced: &Affine,
    ) -> ComparedFaces {
        let number = page.page.number;
        let Comparison { reference, placement, kind, expected } = compared;
        let mut seen = SeenFaces::default();
        let mut laid = Imposition { page: number, paper: page.paper, ..Imposition::default() };
        let mut placed =
            PlacedPage { number, is_moved: !placement.fit.is_whole(), ..PlacedPage::default() };
        for face in &placement.faces {
            let mut face = *face;
            face.on_page = *displaced * face.on_page;
            if let (FaceId::Back(_), Some(named @ FaceId::Back(_))) = (face.face, page.named) {
                face.face = named;
            }
            seen.faces += 1;
            let misplaced = page.printed.filter(|_| !placed.is_moved).and_then(|printed| {
                offset(&face, printed, reference)
                    .or_else(|| page.trim.and_then(|trim| miscut(&face, trim, reference)))
            });
            let bleed = if page.printed.is_some() { 0.0 } else { reference.format.bleed_mm() };
            let window = self.window_of(&face, bleed, reference);
            let reason = match window {
                _ if placed.is_moved => None,
                None => Some("is outside the page".to_owned()),
                Some(_) => misplaced,
            };
            if let Some(reason) = &reason {
                seen.differences.push(difference(
                    number,
                    reference.title(face.face),
                    reason.clone(),
                ));
            }
            let Some((area, own)) = window.filter(|_| reason.is_none() && !placed.is_moved) else {
                laid.add(&face, reference);
                placed.faces.push(face);
                continue;
            };
            let place = self.place * face.on_page;
            let Some(found) = cut(drawn, own) else { continue };
            let mut ought = |face: FaceId, place: &Affine| expected(face, place, own);
            if matches!(placement.source, Source::Sheet) && page.named.is_none() {
                face.face = which_back(face.face, &place, &found, reference, &mut ought);
            }
            laid.add(&face, reference);
            placed.faces.push(face);
            let Some(whole) = ought(face.face, &place) else { continue };
            let nudged = |place: &Affine| ought(face.face, place);
            let different = differing(&whole, &found, area, &place, nudged);
            let in_window = place.then_translate((-(own[0] as f64), -(own[1] as f64)).into());
            let reading = Reading { expected: &whole, found: &found, place: &in_window };
            let mut found_different =
                reading.differences(number, face.face, area, &different, reference);
            let is_unlike = is_another(&different, area) || different.len() > MANY;
            let scale = SMALL / self.scale;
            let small = is_unlike.then(|| small_part(&found, scale)).flatten();
            let instead = small.and_then(|small| {
                let in_small = in_window.then_scale(scale);
                let seen = Thumbnail::new(&small, &in_small, reference.format);
                let differs = |other| Some(regions(&ought(other, &place)?, &found, area).len());
                shown_instead(face.face, &seen, different.len(), (reference, *kind), differs)
            });
            match instead {
                Some(reason) => {
                    found_different.truncate(1);
                    for own in &mut found_different {
                        (own.place, own.reason) = (None, reason.clone());
                    }
                }
                None if is_recoloured_face(&different, &whole, &found, area) => {
                    seen.recoloured.push((number, reference.title(face.face)));
                }
                None => {}
            }
            seen.differences.extend(found_different);
        }
        ComparedFaces { seen, laid, placed }
    }
}

/// The faces of a page with their positions and differences.
struct ComparedFaces {
    seen: SeenFaces,
    laid: Imposition,
    placed: PlacedPage,
}

/// Whether a face differs in its colours only.
fn is_recoloured_face(different: &[Region], expected: &Pixmap, found: &Pixmap, area: Area) -> bool {
    !different.is_empty() && is_recoloured(expected, found, area)
}

/// A picture scaled down by this factor.
pub(super) fn small_part(picture: &Pixmap, scale: f64) -> Option<Blurred> {
    use resvg::tiny_skia::{FilterQuality, PixmapPaint, Transform};
    let side = |pixels: u32| (f64::from(pixels) * scale).ceil().max(1.0) as u32;
    let mut small = super::pixmap_pool::white([side(picture.width()), side(picture.height())])?;
    let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    let place = Transform::from_scale(scale as f32, scale as f32);
    small.draw_pixmap(0, 0, picture.as_ref(), &paint, place, None);
    Some(Blurred::from_pixmap(&small))
}

/// The back at this place if there are several: the one most similar to the drawing.
fn which_back(
    known: FaceId,
    place: &Affine,
    found: &Pixmap,
    reference: &ReferenceFaces,
    ought: &mut impl FnMut(FaceId, &Affine) -> Option<Pixmap>,
) -> FaceId {
    if !matches!(known, FaceId::Back(_)) || !reference.has_several_backs() {
        return known;
    }
    let off = |back| Some((apart(&ought(FaceId::Back(back), place)?, found), FaceId::Back(back)));
    reference.backs().filter_map(off).min().map_or(known, |(_, nearest)| nearest)
}

/// The regions in which a drawing differs from the expected one. An edge on a pixel boundary may be rounded either way,
/// each edge independently, so only regions that differ for every small shift of the expected face count.
fn differing(
    ought: &Pixmap,
    found: &Pixmap,
    area: Area,
    place: &Affine,
    mut nudged: impl FnMut(&Affine) -> Option<Pixmap>,
) -> Vec<Region> {
    let mut different = regions(ought, found, area);
    if is_another(&different, area) {
        return different;
    }
    for [x, y] in NUDGES.into_iter().flat_map(shifts) {
        if different.is_empty() {
            break;
        }
        let Some(ought) = nudged(&place.then_translate((x, y).into())) else { continue };
        let still = regions(&ought, found, area);
        different.retain(|region| still.iter().any(|other| region.meets(other)));
    }
    different
}

impl Imposition {
    /// Adds the position of a face.
    fn add(&mut self, own: &PlacedFace, reference: &ReferenceFaces) {
        let (face, at_mm) = (own.face, own.middle_mm);
        match reference.back_behind(face) {
            Some(back) => {
                let look = reference.look_of(back);
                let back = reference.title(back);
                self.fronts.push(Front { face: reference.title(face), at_mm, back, look });
            }
            None => {
                let look = reference.look_of(face);
                self.backs.push(Back { at_mm, back: reference.title(face), look });
            }
        }
    }
}

/// The distance of two pictures of one size: the sum of differences over all pixels and channels.
fn apart(one: &Pixmap, other: &Pixmap) -> u64 {
    one.data().iter().zip(other.data()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum()
}

/// The largest displacement of a face from the trim of its page, in millimetres.
const TOLERANCE_MM: f64 = 0.3;

/// Describes how a face is displaced or turned relative to the trim of its page, if it is.
pub(super) fn offset(
    face: &PlacedFace,
    printed: Sides,
    reference: &ReferenceFaces,
) -> Option<String> {
    let full = reference.size_mm();
    let corners = [Point::ORIGIN, Point::new(full[0], full[1])].map(|corner| face.on_page * corner);
    let far = |corner: Point, x: f64, y: f64| (corner.x - x).abs().max((corner.y - y).abs());
    let [left, top, right, bottom] = printed;
    let upright = far(corners[0], left, top).max(far(corners[1], right, bottom));
    // A back may be printed either way up.
    let over = far(corners[0], right, bottom).max(far(corners[1], left, top));
    if upright <= TOLERANCE_MM || (matches!(face.face, FaceId::Back(_)) && over <= TOLERANCE_MM) {
        return None;
    }
    if over <= TOLERANCE_MM {
        return Some("is upside down".to_owned());
    }
    let [a, b, ..] = face.on_page.as_coeffs();
    if a < b.abs() {
        return Some("is turned on its page".to_owned());
    }
    Some(format!("is {upright:.1} mm from where its page is cut"))
}

/// Describes the distance between the trim box and the edge of the face, if they differ.
pub(super) fn miscut(face: &PlacedFace, trim: Sides, reference: &ReferenceFaces) -> Option<String> {
    let (full, bleed) = (reference.size_mm(), reference.format.bleed_mm());
    let [one, other] = [(bleed, bleed), (full[0] - bleed, full[1] - bleed)]
        .map(|corner| face.on_page * Point::from(corner));
    let cut = Rect::from_points(one, other);
    let edges = [cut.x0, cut.y0, cut.x1, cut.y1];
    let off = edges.iter().zip(trim).map(|(edge, cut)| (edge - cut).abs()).fold(0.0, f64::max);
    (off > TOLERANCE_MM).then(|| format!("is cut {off:.1} mm from its edge by the page's trim box"))
}

/// The bits per channel by which colours are distinguished.
const BITS: u32 = 5;

/// Whether two pictures differ in their colours only: each colour of one always corresponds to the same colour of the
/// other, in both directions, so that nothing is hidden.
pub(super) fn is_recoloured(expected: &Pixmap, found: &Pixmap, area: Area) -> bool {
    let is_mapped = |from: &Pixmap, to: &Pixmap| {
        mapped(from, to, area).is_some_and(|mapped| regions(&mapped, to, area).is_empty())
    };
    is_mapped(expected, found) && is_mapped(found, expected)
}

/// Replaces each colour of a picture by the mean of the other picture's colours at its pixels.
fn mapped(from: &Pixmap, to: &Pixmap, [left, top, right, bottom]: Area) -> Option<Pixmap> {
    if [from.width(), from.height()] != [to.width(), to.height()] {
        return None;
    }
    let width = from.width() as usize;
    let place = |pixel: &[u8; 4]| {
        pixel[..3].iter().fold(0, |place, part| place << BITS | usize::from(part >> (8 - BITS)))
    };
    let mut sums = vec![[0_u64; 4]; 1 << (3 * BITS)];
    let rows = |y: usize| (y * width + left)..(y * width + right);
    let (own, other) = (from.data().as_chunks::<4>().0, to.data().as_chunks::<4>().0);
    for y in top..bottom {
        for (pixel, there) in own[rows(y)].iter().zip(&other[rows(y)]) {
            let sum = &mut sums[place(pixel)];
            for (sum, part) in sum.iter_mut().zip(&there[..3]) {
                *sum += u64::from(*part);
            }
            sum[3] += 1;
        }
    }
    let mut mapped = from.clone();
    let pixels = mapped.data_mut().as_chunks_mut::<4>().0;
    for y in top..bottom {
        for pixel in &mut pixels[rows(y)] {
            let [red, green, blue, count] = sums[place(pixel)];
            *pixel = [red / count, green / count, blue / count, 255].map(|part| part as u8);
        }
    }
    Some(mapped)
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::{Color, Paint, Rect, Transform};

    use super::*;

    fn drawn(ground: [u8; 3], bars: &[([f32; 4], [u8; 3])]) -> Pixmap {
        let colour = |[red, green, blue]: [u8; 3]| Color::from_rgba8(red, green, blue, 255);
        let mut pixmap = Pixmap::new(60, 40).unwrap();
        pixmap.fill(colour(ground));
        for ([x, y, width, height], ink) in bars {
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color(colour(*ink));
            let bar = Rect::from_xywh(*x, *y, *width, *height).unwrap();
            pixmap.fill_rect(bar, &paint, Transform::identity(), None);
        }
        pixmap
    }

    #[test]
    fn other_inks_are_a_recolouring_hidden_or_missing_shapes_not() {
        let [one, two] = [[10.0, 10.0, 12.5, 8.0], [30.0, 20.5, 12.0, 8.0]];
        let own = drawn([250, 240, 200], &[(one, [0; 3]), (two, [20, 60, 160])]);
        let is_it = |other: &Pixmap| is_recoloured(&own, other, [0, 0, 60, 40]);
        assert!(is_it(&drawn([255, 255, 180], &[(one, [40, 30, 30]), (two, [0, 80, 200])])));
        assert!(!is_it(&drawn([255, 255, 180], &[(one, [40, 30, 30])])));
        assert!(!is_it(&drawn([255, 255, 180], &[(one, [40; 3]), (two, [255, 255, 180])])));
        assert!(!is_it(&drawn(
            [255, 255, 180],
            &[(one, [40; 3]), ([30.0, 5.0, 12.0, 8.0], [0, 80, 200])]
        )));
    }
}
