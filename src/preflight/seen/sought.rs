//! Backs that are not found by what is written on them, found on a page by their look.
//!
//! A small picture of a back is carried over the small picture of the page; where it fits, the place is told
//! from the full pictures, to the part of a pixel.

use kurbo::{Rect, Vec2};
use resvg::tiny_skia::Pixmap;

use super::back_pattern::{Pattern, Small};
use super::kept::lies_aslant;
use super::pixels::Area;
use super::pixels::cut;
use super::slopes::change;
use super::standing::{Shown, Standing};
use crate::face::Format;
use crate::geometry::{Affine, Point, inscribed_rect, inverse, quarter_turn};
use crate::preflight::limits::PAGE_CARDS;

/// What of a slant does not show: a quarter of a pixel from one end of a card to the other.
const LEAST_SLANT: f64 = 0.0005;
/// How often backs that lie aslant are looked for again, each time as the best of them lies.
const MOST_ROUNDS: usize = 3;
/// How often each of them is then laid where it seems to lie and looked at anew. Every round leaves a fifth of the way.
const MOST_LOOKS: usize = 6;
/// Pixels: a corner that moves by less is where it was. Near to level an edge is smoothed in steps of many pixels,
/// which lie elsewhere if it is aside by a hundredth.
const AT_REST: f64 = 0.004;

/// What is looked for, and in what.
pub(super) struct Search<'s> {
    /// The page.
    pub drawn: &'s Pixmap,
    /// From the page's millimetres to its pixels.
    pub page: &'s Affine,
    /// Pixels a millimetre.
    pub scale: f64,
    pub format: Format,
}

/// Some of the backs, on a page beside the faces that are known. `look` draws the part of a face within a window of
/// pixels. Where they lie aslant, they are looked for once more as the best of them lies,
/// and each as it lies itself.
pub(super) fn found(
    search: &Search<'_>,
    known: &[Standing],
    backs: &[Shown],
    mut look: impl FnMut(Shown, &Affine, Area) -> Option<Pixmap>,
) -> Vec<Standing> {
    let mut found = found_in(&Affine::IDENTITY, search, known, backs, &mut look);
    let mut slant = Affine::IDENTITY;
    for _ in 0..MOST_ROUNDS {
        let Some(seen) = found.first().map(slant_of).filter(|seen| is_aslant(seen, &slant)) else {
            break;
        };
        slant = seen;
        let aslant = found_in(&slant, search, known, backs, &mut look);
        if aslant.len() < found.len() {
            break;
        }
        found = aslant;
    }
    for own in &mut found {
        *own = settled(search, *own, &mut look);
    }
    found
}

/// A face that lies aslant, as it lies to the part of a pixel: laid where it seems to lie and looked at anew. One that
/// stands upright stays.
pub(super) fn settled(
    search: &Search<'_>,
    mut standing: Standing,
    mut look: impl FnMut(Shown, &Affine, Area) -> Option<Pixmap>,
) -> Standing {
    if !lies_aslant(&(*search.page * standing.on_page)) {
        return standing;
    }
    for _ in 0..MOST_LOOKS {
        let Some((nearer, moved)) = looked_at_anew(&standing, search, &mut look) else { break };
        standing = nearer;
        if moved < AT_REST {
            break;
        }
    }
    standing
}

/// A face that was found, as it lies if it is held against the page just there, and by how many pixels a corner of it
/// has moved.
fn looked_at_anew(
    standing: &Standing,
    search: &Search<'_>,
    look: &mut impl FnMut(Shown, &Affine, Area) -> Option<Pixmap>,
) -> Option<(Standing, f64)> {
    let place = *search.page * standing.on_page;
    let bleed = search.format.bleed_mm();
    let [right, down] =
        [search.format.full_width_mm(), search.format.full_height_mm()].map(|side| side - bleed);
    let corners = [(bleed, bleed), (right, bleed), (bleed, down), (right, down)].map(Point::from);
    // What lies within the cut whichever way it is aslant, without the pixels that the cut runs through.
    let page = Rect::new(0.0, 0.0, search.drawn.width().into(), search.drawn.height().into());
    let inner = inscribed_rect(&place, Rect::new(bleed, bleed, right, down)).inflate(-1.0, -1.0);
    let inner = Rect::new(
        inner.x0.max(0.0).ceil(),
        inner.y0.max(0.0).ceil(),
        inner.x1.min(page.x1).floor(),
        inner.y1.min(page.y1).floor(),
    );
    if inner.x1 <= inner.x0 + 3.0 || inner.y1 <= inner.y0 + 3.0 {
        return None;
    }
    let window = [inner.x0, inner.y0, inner.x1, inner.y1].map(|side| side as usize);
    let change = change(&look(standing.shown, &place, window)?, &cut(search.drawn, window)?)?;
    let corner = inner.origin().to_vec2();
    let nearer = (change * place.then_translate(-corner)).then_translate(corner);
    let moved = corners.into_iter().flat_map(|corner| {
        let off = place * corner - nearer * corner;
        [off.x.abs(), off.y.abs()]
    });
    let moved = moved.fold(0.0, f64::max);
    let on_page = inverse(search.page)? * nearer;
    Some((Standing { shown: standing.shown, on_page }, moved))
}

/// How a face lies beside the quarter turn that is nearest.
fn slant_of(standing: &Standing) -> Affine {
    let linear = standing.on_page.with_translation(Vec2::ZERO);
    let off = |slant: &Affine| -> f64 {
        let none = Affine::IDENTITY.as_coeffs();
        slant.as_coeffs().iter().zip(none).map(|(own, none)| (own - none).abs()).sum()
    };
    let slants = (0..4).map(|turns| linear * quarter_turn(4 - turns));
    slants.min_by(|one, other| off(one).total_cmp(&off(other))).unwrap_or_default()
}

/// Whether that shows beside another slant.
fn is_aslant(slant: &Affine, other: &Affine) -> bool {
    let parts = slant.as_coeffs().into_iter().zip(other.as_coeffs());
    parts.into_iter().any(|(own, other)| (own - other).abs() > LEAST_SLANT)
}

/// Those that lie in a quarter turn and then with this slant.
fn found_in(
    slant: &Affine,
    search: &Search<'_>,
    known: &[Standing],
    backs: &[Shown],
    look: &mut impl FnMut(Shown, &Affine, Area) -> Option<Pixmap>,
) -> Vec<Standing> {
    let cell = (search.scale.round() as usize).max(1);
    let page = Small::of(search.drawn, cell);
    let mut patterns: Vec<Pattern> = Vec::new();
    for &shown in backs {
        for turn in 0..4 {
            let turned = *slant * quarter_turn(turn).then_scale(search.scale);
            let own = Pattern::of(search.format, shown, &turned, cell, look);
            let Some(pattern) = own else { continue };
            // A back that looks the same on its head is looked for once.
            let is_same = |other: &Pattern| pattern.looks_like(other);
            if turn < 2 || !patterns.iter().any(is_same) {
                patterns.push(pattern);
            }
        }
    }
    let Some(back) = inverse(search.page) else { return Vec::new() };
    let is_free = |pattern: &Pattern, at: [usize; 2], standing: &[Standing]| {
        let half = Vec2::new(pattern.full.width().into(), pattern.full.height().into()) / 2.0;
        let [x, y] = at.map(|at| (at * cell) as f64);
        let middle = back * (Point::new(x, y) + half);
        standing.iter().all(|other| other.is_clear_of(middle, search.format))
    };
    let mut places: Vec<Place> = Vec::new();
    for (pattern, own) in patterns.iter().enumerate() {
        let found = own.places(&page, |at| is_free(own, at, known));
        places.extend(found.map(|(off, at)| Place { off, pattern, at }));
    }
    places.sort_by(|one, other| {
        let order = one.off.total_cmp(&other.off);
        order.then_with(|| (one.pattern, one.at).cmp(&(other.pattern, other.at)))
    });
    let mut standing: Vec<Standing> = known.to_vec();
    for place in places {
        if standing.len() >= PAGE_CARDS.most {
            break;
        }
        let own = &patterns[place.pattern];
        if !is_free(own, place.at, &standing) {
            continue;
        }
        let corner = place.at.map(|at| at * cell);
        let Some(exactly) = own.exactly(search.drawn, corner, cell) else { continue };
        let on_page = back * exactly * own.place;
        standing.push(Standing { shown: own.shown, on_page });
    }
    standing.split_off(known.len())
}

/// A place where a back may lie.
struct Place {
    /// How far it is from the back, as a share of the back's own contrast.
    off: f64,
    pattern: usize,
    /// Its corner, in cells.
    at: [usize; 2],
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::{self, Color, FillRule, Paint, PathBuilder, Transform};

    use super::*;
    use crate::face::BackPlace;

    const BACK: Shown = Shown::Back(BackPlace::FIRST);
    const SCALE: f64 = 6.0;
    const MIDDLE: Point = Point::new(69.85 / 2.0, 95.25 / 2.0);

    /// A back of bars, the same on its head: its picture where it lies.
    fn paint(pixmap: &mut Pixmap, place: &Affine) {
        let [a, b, c, d, x, y] = place.as_coeffs().map(|part| part as f32);
        let place = Transform::from_row(a, b, c, d, x, y);
        let bars = [[0.0, 0.0, 69.85, 95.25], [12.0, 20.0, 20.0, 8.0], [37.85, 67.25, 20.0, 8.0]];
        for ([left, top, width, height], grey) in bars.into_iter().zip([250, 20, 20]) {
            let bar = tiny_skia::Rect::from_xywh(left, top, width, height).unwrap();
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color_rgba8(grey, grey, 200, 255);
            pixmap.fill_rect(bar, &paint, place, None);
        }
    }

    fn look(_: Shown, place: &Affine, [left, top, right, bottom]: Area) -> Option<Pixmap> {
        let mut pixmap = Pixmap::new((right - left) as u32, (bottom - top) as u32)?;
        pixmap.fill(Color::WHITE);
        paint(&mut pixmap, &place.then_translate((-(left as f64), -(top as f64)).into()));
        Some(pixmap)
    }

    /// The same with triangles, as most backs have something that is neither upright nor level.
    fn paint_richly(pixmap: &mut Pixmap, place: &Affine) {
        paint(pixmap, place);
        let [a, b, c, d, x, y] = place.as_coeffs().map(|part| part as f32);
        let place = Transform::from_row(a, b, c, d, x, y);
        let mut triangles = PathBuilder::new();
        for [x, y] in [[8.0, 40.0], [30.0, 44.0], [55.0, 10.0], [45.0, 30.0], [10.0, 8.0]] {
            triangles.move_to(x, y);
            triangles.line_to(x + 7.0, y + 3.0);
            triangles.line_to(x + 2.0, y + 9.0);
            triangles.close();
        }
        let triangles = triangles.finish().unwrap();
        let paint = Paint { anti_alias: true, ..Paint::default() };
        for half in [Transform::identity(), Transform::from_row(-1.0, 0.0, 0.0, -1.0, 69.85, 95.25)]
        {
            pixmap.fill_path(&triangles, &paint, FillRule::Winding, place.pre_concat(half), None);
        }
    }

    /// What is found on paper of 160 by 210 mm on which the back lies so.
    fn found_of(places: &[Affine], known: &[Standing]) -> Vec<Point> {
        let mut drawn = Pixmap::new(960, 1260).unwrap();
        drawn.fill(Color::WHITE);
        let page = Affine::scale(SCALE);
        places.iter().for_each(|place| paint(&mut drawn, &(page * *place)));
        let search = Search { drawn: &drawn, page: &page, scale: SCALE, format: Format::POKER };
        let found = found(&search, known, &[BACK], look);
        let mut found: Vec<Point> =
            found.iter().map(|standing| standing.on_page * MIDDLE).collect();
        found.sort_by(|one, other| one.y.total_cmp(&other.y).then(one.x.total_cmp(&other.x)));
        found
    }

    #[test]
    fn backs_without_a_word_are_found_to_the_part_of_a_pixel_upright_and_sideways() {
        let places = [
            Affine::translate((3.17, 4.44)),
            Affine::translate((82.06, 7.91)),
            quarter_turn(1).then_translate((110.03, 120.08).into()),
        ];
        let found = found_of(&places, &[]);
        assert_eq!(3, found.len(), "{found:?}");
        for (place, at) in places.iter().zip(found) {
            let off = *place * MIDDLE - at;
            // An eighth of a pixel.
            assert!(off.x.abs() < 0.02 && off.y.abs() < 0.02, "{off:?} {at:?}");
        }
    }

    #[test]
    fn a_back_a_little_aslant_and_stretched_is_found_as_it_lies() {
        let slant = Affine::new([1.002, 0.0045, -0.0045, 0.998, 40.37, 60.21]);
        let mut drawn = Pixmap::new(960, 1260).unwrap();
        drawn.fill(Color::WHITE);
        let page = Affine::scale(SCALE);
        paint(&mut drawn, &(page * slant));
        let search = Search { drawn: &drawn, page: &page, scale: SCALE, format: Format::POKER };
        let found = found(&search, &[], &[BACK], look);
        let [standing] = &found[..] else { panic!("{found:?}") };
        for corner in [(12.0, 20.0), (32.0, 28.0), (37.85, 67.25), (57.85, 75.25)] {
            let off = slant * Point::from(corner) - standing.on_page * Point::from(corner);
            // A sixth of a pixel.
            assert!(off.x.abs() < 0.03 && off.y.abs() < 0.03, "{corner:?} {off:?}");
        }
    }

    #[test]
    fn nine_backs_of_a_page_made_for_a_printer_are_each_found_to_a_hundredth_of_a_pixel() {
        // Sines of 0.03, 0.12, 0.25 and 0.3 degrees, and stretches.
        let printers = [
            [0.000_52, 1.003, 0.997],
            [-0.002_1, 1.0, 1.0],
            [0.004_37, 0.998, 1.002],
            [-0.005_24, 1.001, 1.003],
        ];
        let page = Affine::scale(SCALE);
        for [turn, wider, higher] in printers {
            let printer = Affine::new([wider, turn, -turn, higher, 0.37 - 100.0 * turn, 0.21]);
            let row = |y: f64| [0.5, 64.0, 127.5].map(|x| printer * Affine::translate((x, y)));
            let places: Vec<Affine> = [0.5, 89.4, 178.3].into_iter().flat_map(row).collect();
            let mut drawn = Pixmap::new(1200, 1656).unwrap();
            drawn.fill(Color::WHITE);
            places.iter().for_each(|place| paint_richly(&mut drawn, &(page * *place)));
            let search = Search { drawn: &drawn, page: &page, scale: SCALE, format: Format::POKER };
            let look = |_, place: &Affine, [left, top, right, bottom]: Area| {
                let mut pixmap = Pixmap::new((right - left) as u32, (bottom - top) as u32)?;
                pixmap.fill(Color::WHITE);
                let place = place.then_translate((-(left as f64), -(top as f64)).into());
                paint_richly(&mut pixmap, &place);
                Some(pixmap)
            };
            let found = found(&search, &[], &[BACK], look);
            assert_eq!(9, found.len(), "{printer:?}");
            for place in places {
                let is_there = |standing: &Standing| {
                    [(12.0, 20.0), (57.85, 75.25)].map(Point::from).into_iter().all(|corner| {
                        let off = SCALE * (standing.on_page * corner - place * corner);
                        off.x.abs() < 0.015 && off.y.abs() < 0.015
                    })
                };
                assert!(found.iter().any(is_there), "{printer:?}: {place:?}: {found:?}");
            }
        }
    }

    #[test]
    fn bare_paper_and_places_of_known_faces_hold_no_back() {
        assert!(found_of(&[], &[]).is_empty());
        let place = Affine::translate((3.0, 4.0));
        let known = Standing { shown: BACK, on_page: place };
        assert!(found_of(&[place], &[known]).is_empty());
        assert_eq!(1, found_of(&[place, Affine::translate((80.0, 100.0))], &[known]).len());
    }
}
