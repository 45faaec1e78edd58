//! Backs that are not found by what is written on them, found on a page by their look.
//!
//! A small picture of a back is carried over the small picture of the page; where it fits, the place is told
//! from the full pictures, to the part of a pixel.

use resvg::tiny_skia::Pixmap;

use super::back_pattern::{Pattern, Small};
use super::kept::lies_aslant;
use super::pixels::Area;
use super::pixels::cut;
use super::slopes::change;
use super::standing::{Shown, Standing};
use crate::face::Format;
use crate::geometry::Affine;
use crate::preflight::limits::PAGE_CARDS;

/// The quarter turns in which a card may lie on a page.
const TURNS: [[f64; 4]; 4] =
    [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, -1.0, 0.0], [-1.0, 0.0, 0.0, -1.0], [0.0, -1.0, 1.0, 0.0]];
/// What of a slant does not show: a quarter of a pixel from one end of a card to the other.
const LEAST_SLANT: f64 = 0.0005;
/// How often backs that lie aslant are looked for again, each time as the best of them lies.
const MOST_ROUNDS: usize = 3;
/// How often each of them is then laid where it seems to lie and looked at anew. Every round leaves a fifth of the way.
const MOST_LOOKS: usize = 6;
/// Pixels: a corner that moves by less is where it was. Near to level an edge is smoothed in steps of many pixels,
/// which lie elsewhere if it is aside by a hundredth.
const AT_REST: f64 = 0.004;
const UPRIGHT: Affine = Affine::shift(0.0, 0.0);

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
    let mut found = found_in(&UPRIGHT, search, known, backs, &mut look);
    let mut slant = UPRIGHT;
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
    if !lies_aslant(&standing.on_page.then(search.page)) {
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
    let place = standing.on_page.then(search.page);
    let bleed = search.format.bleed_mm();
    let [right, down] =
        [search.format.full_width_mm(), search.format.full_height_mm()].map(|side| side - bleed);
    let corners = [[bleed, bleed], [right, bleed], [bleed, down], [right, down]];
    // What lies within the cut whichever way it is aslant, without the pixels that the cut runs through.
    let [low, high] = place.upright_within([[bleed; 2], [right, down]]);
    let size = [search.drawn.width(), search.drawn.height()].map(f64::from);
    let within = |axis: usize| {
        let low = (low[axis] + 1.0).max(0.0).ceil();
        let high = (high[axis] - 1.0).min(size[axis]).floor();
        (high > low + 3.0).then_some([low as usize, high as usize])
    };
    let ([left, right], [top, bottom]) = (within(0)?, within(1)?);
    let window = [left, top, right, bottom];
    let change = change(&look(standing.shown, &place, window)?, &cut(search.drawn, window)?)?;
    let [x, y] = [left as f64, top as f64];
    let nearer = place.then(&Affine::shift(-x, -y)).then(&change).then(&Affine::shift(x, y));
    let moved = corners.into_iter().flat_map(|corner| {
        let (from, to) = (place.apply(corner), nearer.apply(corner));
        [0, 1].map(|axis| (from[axis] - to[axis]).abs())
    });
    let moved = moved.fold(0.0, f64::max);
    let on_page = nearer.then(&search.page.inverse()?);
    Some((Standing { shown: standing.shown, on_page }, moved))
}

/// How a face lies beside the quarter turn that is nearest.
fn slant_of(standing: &Standing) -> Affine {
    let [a, b, c, d, _, _] = standing.on_page.0;
    let beside = |[p, q, r, s]: [f64; 4]| {
        Affine([p, r, q, s, 0.0, 0.0]).then(&Affine([a, b, c, d, 0.0, 0.0]))
    };
    let off = |slant: &Affine| {
        slant.0.iter().zip(UPRIGHT.0).map(|(own, none)| (own - none).abs()).sum::<f64>()
    };
    let slants = TURNS.map(beside);
    slants.into_iter().min_by(|one, other| off(one).total_cmp(&off(other))).unwrap_or(UPRIGHT)
}

/// Whether that shows beside another slant.
fn is_aslant(slant: &Affine, other: &Affine) -> bool {
    slant.0.iter().zip(other.0).any(|(own, other)| (own - other).abs() > LEAST_SLANT)
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
        for (turn, quarter) in TURNS.into_iter().enumerate() {
            let [a, b, c, d] = quarter.map(|part| part * search.scale);
            let turned = Affine([a, b, c, d, 0.0, 0.0]).then(slant);
            let own = Pattern::of(search.format, shown, &turned, cell, look);
            let Some(pattern) = own else { continue };
            // A back that looks the same on its head is looked for once.
            let is_same = |other: &Pattern| pattern.looks_like(other);
            if turn < 2 || !patterns.iter().any(is_same) {
                patterns.push(pattern);
            }
        }
    }
    let Some(back) = search.page.inverse() else { return Vec::new() };
    let is_free = |pattern: &Pattern, at: [usize; 2], standing: &[Standing]| {
        let size = [pattern.full.width(), pattern.full.height()].map(|side| f64::from(side) / 2.0);
        let middle = [0, 1].map(|axis| (at[axis] * cell) as f64 + size[axis]);
        let middle = back.apply(middle);
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
        let on_page = own.place.then(&exactly).then(&back);
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
    use resvg::tiny_skia::{Color, FillRule, Paint, PathBuilder, Rect, Transform};

    use super::*;
    use crate::face::BackPlace;

    const BACK: Shown = Shown::Back(BackPlace::FIRST);
    const SCALE: f64 = 6.0;

    /// A back of bars, the same on its head: its picture where it lies.
    fn paint(pixmap: &mut Pixmap, place: &Affine) {
        let [a, b, c, d, x, y] = place.0.map(|part| part as f32);
        let place = Transform::from_row(a, b, c, d, x, y);
        let bars = [[0.0, 0.0, 69.85, 95.25], [12.0, 20.0, 20.0, 8.0], [37.85, 67.25, 20.0, 8.0]];
        for ([left, top, width, height], grey) in bars.into_iter().zip([250, 20, 20]) {
            let bar = Rect::from_xywh(left, top, width, height).unwrap();
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color_rgba8(grey, grey, 200, 255);
            pixmap.fill_rect(bar, &paint, place, None);
        }
    }

    fn look(_: Shown, place: &Affine, [left, top, right, bottom]: Area) -> Option<Pixmap> {
        let mut pixmap = Pixmap::new((right - left) as u32, (bottom - top) as u32)?;
        pixmap.fill(Color::WHITE);
        paint(&mut pixmap, &place.then(&Affine::shift(-(left as f64), -(top as f64))));
        Some(pixmap)
    }

    /// The same with triangles, as most backs have something that is neither upright nor level.
    fn paint_richly(pixmap: &mut Pixmap, place: &Affine) {
        paint(pixmap, place);
        let [a, b, c, d, x, y] = place.0.map(|part| part as f32);
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
    fn found_of(places: &[Affine], known: &[Standing]) -> Vec<[f64; 2]> {
        let mut drawn = Pixmap::new(960, 1260).unwrap();
        drawn.fill(Color::WHITE);
        let page = Affine([SCALE, 0.0, 0.0, SCALE, 0.0, 0.0]);
        places.iter().for_each(|place| paint(&mut drawn, &place.then(&page)));
        let search = Search { drawn: &drawn, page: &page, scale: SCALE, format: Format::POKER };
        let middle = [69.85 / 2.0, 95.25 / 2.0];
        let found = found(&search, known, &[BACK], look);
        let mut found: Vec<[f64; 2]> =
            found.iter().map(|standing| standing.on_page.apply(middle)).collect();
        found.sort_by(|one, other| one[1].total_cmp(&other[1]).then(one[0].total_cmp(&other[0])));
        found
    }

    #[test]
    fn backs_without_a_word_are_found_to_the_part_of_a_pixel_upright_and_sideways() {
        let places = [
            Affine::shift(3.17, 4.44),
            Affine::shift(82.06, 7.91),
            Affine([0.0, 1.0, -1.0, 0.0, 110.03, 120.08]),
        ];
        let found = found_of(&places, &[]);
        assert_eq!(3, found.len(), "{found:?}");
        for (place, at) in places.iter().zip(found) {
            let [x, y] = place.apply([69.85 / 2.0, 95.25 / 2.0]);
            // An eighth of a pixel.
            assert!((x - at[0]).abs() < 0.02 && (y - at[1]).abs() < 0.02, "{x} {y} {at:?}");
        }
    }

    #[test]
    fn a_back_a_little_aslant_and_stretched_is_found_as_it_lies() {
        let slant = Affine([1.002, 0.0045, -0.0045, 0.998, 40.37, 60.21]);
        let mut drawn = Pixmap::new(960, 1260).unwrap();
        drawn.fill(Color::WHITE);
        let page = Affine([SCALE, 0.0, 0.0, SCALE, 0.0, 0.0]);
        paint(&mut drawn, &slant.then(&page));
        let search = Search { drawn: &drawn, page: &page, scale: SCALE, format: Format::POKER };
        let found = found(&search, &[], &[BACK], look);
        let [standing] = &found[..] else { panic!("{found:?}") };
        for corner in [[12.0, 20.0], [32.0, 28.0], [37.85, 67.25], [57.85, 75.25]] {
            let ([x, y], [a, b]) = (slant.apply(corner), standing.on_page.apply(corner));
            // A sixth of a pixel.
            assert!((x - a).abs() < 0.03 && (y - b).abs() < 0.03, "{x} {y}: {a} {b}");
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
        let page = Affine([SCALE, 0.0, 0.0, SCALE, 0.0, 0.0]);
        for [turn, wider, higher] in printers {
            let printer = Affine([wider, turn, -turn, higher, 0.37 - 100.0 * turn, 0.21]);
            let row = |y: f64| [0.5, 64.0, 127.5].map(|x| Affine::shift(x, y).then(&printer));
            let places: Vec<Affine> = [0.5, 89.4, 178.3].into_iter().flat_map(row).collect();
            let mut drawn = Pixmap::new(1200, 1656).unwrap();
            drawn.fill(Color::WHITE);
            places.iter().for_each(|place| paint_richly(&mut drawn, &place.then(&page)));
            let search = Search { drawn: &drawn, page: &page, scale: SCALE, format: Format::POKER };
            let look = |_, place: &Affine, [left, top, right, bottom]: Area| {
                let mut pixmap = Pixmap::new((right - left) as u32, (bottom - top) as u32)?;
                pixmap.fill(Color::WHITE);
                let place = place.then(&Affine::shift(-(left as f64), -(top as f64)));
                paint_richly(&mut pixmap, &place);
                Some(pixmap)
            };
            let found = found(&search, &[], &[BACK], look);
            assert_eq!(9, found.len(), "{printer:?}");
            for place in places {
                let corners = [[12.0, 20.0], [57.85, 75.25]].map(|corner| place.apply(corner));
                let is_there = |standing: &Standing| {
                    [[12.0, 20.0], [57.85, 75.25]].iter().zip(corners).all(|(corner, [x, y])| {
                        let [a, b] = standing.on_page.apply(*corner);
                        (a - x).abs() * SCALE < 0.015 && (b - y).abs() * SCALE < 0.015
                    })
                };
                assert!(found.iter().any(is_there), "{printer:?}: {place:?}: {found:?}");
            }
        }
    }

    #[test]
    fn bare_paper_and_places_of_known_faces_hold_no_back() {
        assert!(found_of(&[], &[]).is_empty());
        let place = Affine::shift(3.0, 4.0);
        let known = Standing { shown: BACK, on_page: place };
        assert!(found_of(&[place], &[known]).is_empty());
        assert_eq!(1, found_of(&[place, Affine::shift(80.0, 100.0)], &[known]).len());
    }
}
