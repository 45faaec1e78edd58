//! What is seen on one page: each face that stands on it, laid beside the face that ought to be there.

use resvg::tiny_skia::Pixmap;

use super::aside::{aside, miscut};
use super::cut_marks::cut_marks;
use super::differences::{Reading, is_another, told};
use super::laid::{Back, Front, Laid};
use super::looks::Looks;
use super::pixels::{Area, Region, cut, is_flat, regions};
use super::report::{Seen, SeenDifference};
use super::sought::{self, Search};
use super::standing::{Shown, Standing};
use super::view::{FoundPage, Look, View};
use crate::face::Extra;
use crate::geometry::{Affine, Point, quarter_turn};
use crate::preflight::report::Fault;

/// Draws a face as it ought to be: the part of it within a window of the page, if it can be drawn.
pub(super) type Expected<'e> = dyn FnMut(Shown, &Affine, Area) -> Option<Pixmap> + 'e;

/// Parts of a pixel by which edges are told that smoothing moved: it counts in quarters, and an edge that is
/// askew by a hair crosses from one to the next far along it.
const NUDGES: [f64; 3] = [0.03, 0.06, 0.125];

/// The eight ways to lie so far aside: edges across and edges down may lie aside together.
fn aside_by(by: f64) -> impl Iterator<Item = [f64; 2]> {
    let ways = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
    let slants = [[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]];
    ways.into_iter().chain(slants).map(move |way| way.map(|part| part * by))
}

impl View {
    /// Lays the faces of a page beside its picture.
    pub(super) fn look(
        &self,
        page: &FoundPage<'_>,
        drawn: &Pixmap,
        looks: Option<&Looks>,
        expected: &mut Expected<'_>,
    ) -> Look {
        let number = page.page.number;
        let mut look = Look::default();
        let blank = !page.may_be_bare && is_flat(drawn, &Region::whole(drawn));
        if blank {
            look.faults.push(Fault::at(number, "nothing is seen on the page"));
        }
        let Some(looks) = looks else { return look };
        let mut seen = Seen::default();
        let mut laid = Laid { page: number, paper: page.paper, ..Laid::default() };
        let mut upright = Vec::new();
        for face in self.faces(page, drawn, looks, expected) {
            seen.faces += 1;
            let aside = page.printed.and_then(|printed| {
                aside(&face, printed, looks)
                    .or_else(|| page.trim.and_then(|trim| miscut(&face, trim, looks)))
            });
            if let Some(reason) = face.fault().or(aside) {
                seen.differences.push(told(number, looks.title(face.shown), reason));
                continue;
            }
            upright.push(face);
            let bleed = if page.printed.is_some() { 0.0 } else { looks.format.bleed_mm() };
            let Some((area, own)) = self.window_of(&face, bleed, looks) else {
                let reason = "stands beside the page".to_owned();
                seen.differences.push(told(number, looks.title(face.shown), reason));
                continue;
            };
            let place = self.place * face.on_page;
            let Some(found) = cut(drawn, own) else { continue };
            let mut ought = |shown: Shown, place: &Affine| expected(shown, place, own);
            let shown = match page.is_named {
                true => face.shown,
                false => which_back(face.shown, &place, &found, looks, &mut ought),
            };
            laid.add(shown, &face, looks);
            let Some(whole) = ought(shown, &place) else { continue };
            let nudged = |place: &Affine| ought(shown, place);
            let different = differing(&whole, &found, area, &place, nudged);
            let in_window = place.then_translate((-(own[0] as f64), -(own[1] as f64)).into());
            let reading = Reading { expected: &whole, found: &found, place: &in_window };
            seen.differences.extend(reading.told(number, shown, area, &different, looks));
        }
        let marks = cut_marks(&upright, looks.format, page.paper, drawn, &self.place);
        laid.is_cut_by_marks = marks.are_there;
        for own in marks.unmarked {
            let reason = format!("has no cut mark {own}");
            seen.differences.push(told(number, looks.title(upright[own.face].shown), reason));
        }
        if seen.faces == 0 && !page.may_be_bare {
            match page.page.marks.is_empty() && !blank {
                true => seen.differences.push(nothing_known(number)),
                false => seen.unknown_pages.extend(number),
            }
        }
        if !page.may_be_bare {
            seen.laid.push(laid);
        }
        look.seen = Some(seen);
        look
    }

    /// The faces on a page: those known by their letters, which tell where a face lies and not to the part of a
    /// pixel how much it is turned, and the backs that are found by their look.
    fn faces(
        &self,
        page: &FoundPage<'_>,
        drawn: &Pixmap,
        looks: &Looks,
        expected: &mut Expected<'_>,
    ) -> Vec<Standing> {
        let search = Search { drawn, page: &self.place, scale: self.scale, format: looks.format };
        let known = page.standing.iter().map(|own| sought::settled(&search, *own, &mut *expected));
        let mut faces: Vec<Standing> = known.collect();
        for back in self.sought(page, drawn, looks, expected) {
            faces.push(self.or_extra(back, drawn, looks, expected));
        }
        faces
    }

    /// The backs on a sheet that are found by their look alone: those that say nothing, and where no face is
    /// known, all. In an SVG the outlines of some letters are those of others.
    fn sought(
        &self,
        page: &FoundPage<'_>,
        drawn: &Pixmap,
        looks: &Looks,
        expected: &mut Expected<'_>,
    ) -> Vec<Standing> {
        let backs: Vec<Shown> = match page.standing.is_empty() {
            true => looks.backs().map(Shown::Back).collect(),
            false => looks.unlettered_backs().collect(),
        };
        // A page that is one card has its face by now.
        if backs.is_empty() || page.printed.is_some() || page.may_be_bare {
            return Vec::new();
        }
        let (scale, format) = (self.scale, looks.format);
        let search = Search { drawn, page: &self.place, scale, format };
        sought::found(&search, &page.standing, &backs, expected)
    }

    /// A back that was found by its look, or the extra card that shows more nearly what is there: a title card may
    /// differ from the back by one line.
    fn or_extra(
        &self,
        back: Standing,
        drawn: &Pixmap,
        looks: &Looks,
        expected: &mut Expected<'_>,
    ) -> Standing {
        let Some((area, own)) = self.window_of(&back, looks.format.bleed_mm(), looks) else {
            return back;
        };
        let Some(found) = cut(drawn, own) else { return back };
        let mut look = |face: &Standing| expected(face.shown, &(self.place * face.on_page), own);
        let Some(ought) = look(&back).filter(|ought| !regions(ought, &found, area).is_empty())
        else {
            return back;
        };
        // A back may look the same on its head.
        let [width, height] = looks.size_mm();
        let turned = back.on_page * quarter_turn(2).then_translate((width, height).into());
        let mut nearest = (apart(&ought, &found), back);
        for extra in Extra::ALL {
            for on_page in [back.on_page, turned] {
                let face = Standing { shown: Shown::Extra(extra), on_page };
                let off = look(&face).map(|ought| apart(&ought, &found));
                if let Some(off) = off.filter(|off| *off < nearest.0) {
                    nearest = (off, face);
                }
            }
        }
        nearest.1
    }
}

/// Which of several backs stands here: they may say the same, and then it is seen.
fn which_back(
    known: Shown,
    place: &Affine,
    found: &Pixmap,
    looks: &Looks,
    ought: &mut impl FnMut(Shown, &Affine) -> Option<Pixmap>,
) -> Shown {
    if !matches!(known, Shown::Back(_)) || !looks.has_several_backs() {
        return known;
    }
    let off = |back| Some((apart(&ought(Shown::Back(back), place)?, found), Shown::Back(back)));
    looks.backs().filter_map(off).min().map_or(known, |(_, nearest)| nearest)
}

/// Where what is found differs from what ought to be. An edge on the bound of two pixels falls to the one or the
/// other by the last digits, and of several edges each for itself. What is amiss shows wherever the edges fall.
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
    for [x, y] in NUDGES.into_iter().flat_map(aside_by) {
        if different.is_empty() {
            break;
        }
        let Some(ought) = nudged(&place.then_translate((x, y).into())) else { continue };
        let still = regions(&ought, found, area);
        different.retain(|region| still.iter().any(|other| region.meets(other)));
    }
    different
}

/// That a page has something on it, and nothing of the deck.
fn nothing_known(page: Option<u32>) -> SeenDifference {
    SeenDifference {
        page,
        face: "the page:".to_owned(),
        place: None,
        reason: "neither a card of the deck nor its back is seen".to_owned(),
        picture: None,
    }
}

impl Laid {
    /// Notes where a face lies.
    fn add(&mut self, shown: Shown, face: &Standing, looks: &Looks) {
        let [x, y] = looks.size_mm().map(|side| side / 2.0);
        let Point { x, y } = face.on_page * Point::new(x, y);
        let at_mm = [x, y];
        match looks.back_behind(shown) {
            Some(back) => {
                let look = looks.look_of(back);
                let back = looks.title(back);
                self.fronts.push(Front { face: looks.title(shown), at_mm, back, look });
            }
            None => {
                let look = looks.look_of(shown);
                self.backs.push(Back { at_mm, back: looks.title(shown), look });
            }
        }
    }
}

/// How far two pictures of one size are from each other: the sum over all pixels and colours.
fn apart(one: &Pixmap, other: &Pixmap) -> u64 {
    one.data().iter().zip(other.data()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum()
}
