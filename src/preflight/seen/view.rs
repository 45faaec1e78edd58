//! A page laid out in pixels: which faces stand where on it, and the part of it that each is compared with.

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
use crate::face::Extra;
use crate::geometry::Affine;
use crate::preflight::card_bleed::Shows;
use crate::preflight::limits::DRAWN_PIXELS;
use crate::preflight::page::{Page, Sides};
use crate::preflight::read_back::PrintedDeck;
use crate::preflight::report::Fault;

/// Pixels a millimetre in which it is only looked whether there is anything.
const COARSE: f64 = 1.5;
/// The edge of what is compared is left out, in pixels: windows and pages end on parts of them.
const EDGE: f64 = 1.5;

/// A page with what was read on it.
pub(in crate::preflight) struct FoundPage<'p> {
    /// What may be letters on it.
    pub page: &'p Page,
    /// The faces that are known by their texts, and where they stand.
    pub standing: Vec<Standing>,
    /// The paper, in the millimetres of the letters' places.
    pub paper: Sides,
    /// What is printed of it, if that is one face with its bleed.
    pub printed: Option<Sides>,
    /// Where the file says it is cut, if it does.
    pub trim: Option<Sides>,
    /// Whether it may be bare: nothing at all is painted on it.
    pub may_be_bare: bool,
    /// Whether a back on it is known by the file's name, and not only by what is written on it.
    pub is_named: bool,
    /// The earlier page, from 0, that it repeats in every part, so that it need not be drawn.
    pub repeats: Option<usize>,
}

impl<'p> FoundPage<'p> {
    /// A page with its paper and what is printed of it, both in the millimetres of its letters.
    ///
    /// # Errors
    /// If it has more than is looked at, in words.
    pub(in crate::preflight) fn of(
        page: &'p Page,
        paper: Sides,
        printed: Sides,
        may_be_bare: bool,
        deck: Option<&PrintedDeck>,
    ) -> Result<Self, String> {
        let size = [printed[2] - printed[0], printed[3] - printed[1]];
        let is_card = |deck: &PrintedDeck| Shows::of(size, deck.format()) == Shows::Whole;
        let standing = |deck: &PrintedDeck| deck.looks().standing(page, &deck.cards_on(page)?);
        let standing = deck.map_or_else(|| Ok(Vec::new()), standing);
        let mut standing = standing.map_err(|past| past.to_string())?;
        let printed = deck.is_some_and(is_card).then_some(printed);
        // A page that is one card and says nothing may be a back that says nothing.
        let is_silent = standing.is_empty() && page.marks.iter().all(|mark| !mark.certain);
        if let (Some(printed), Some(deck), true) = (printed, deck, is_silent && !may_be_bare) {
            let back = deck.looks().unlettered_backs().next();
            standing.extend(back.map(|back| Standing::whole(back, printed)));
        }
        let (trim, is_named, repeats) = (None, false, None);
        Ok(Self { page, standing, paper, printed, trim, may_be_bare, is_named, repeats })
    }
}

impl FoundPage<'_> {
    /// Whether it shows backs alone, or fronts alone, if it does either.
    pub(in crate::preflight) fn is_back(&self) -> Option<bool> {
        let mut sides = self.standing.iter().map(|face| matches!(face.shown, Shown::Back(_)));
        let first = sides.next()?;
        sides.all(|side| side == first).then_some(first)
    }
}

/// What was seen of a file.
#[derive(Clone, Debug, Default)]
pub(in crate::preflight) struct Look {
    /// Pages that cannot be drawn or are blank.
    pub faults: Vec<Fault>,
    /// The faces, if a deck was given.
    pub seen: Option<Seen>,
}

impl Look {
    /// The same of a page that repeats this one. It has no pictures of its own.
    pub(super) fn of_repeated(&self, page: &FoundPage<'_>) -> Self {
        let number = page.page.number;
        let mut look = self.clone();
        look.faults.iter_mut().for_each(|fault| fault.page = number);
        if let Some(seen) = &mut look.seen {
            for difference in &mut seen.differences {
                (difference.page, difference.picture) = (number, None);
            }
            seen.laid.iter_mut().for_each(|laid| laid.page = number);
            if !seen.unknown_pages.is_empty() {
                seen.unknown_pages = number.into_iter().collect();
            }
        }
        look
    }
}

/// Parts of a pixel by which edges are told that smoothing moved: it counts in quarters, and an edge that is
/// askew by a hair crosses from one to the next far along it.
const NUDGES: [f64; 3] = [0.03, 0.06, 0.125];

/// The eight ways to lie so far aside: edges across and edges down may lie aside together.
fn aside_by(by: f64) -> impl Iterator<Item = [f64; 2]> {
    let ways = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
    let slants = [[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]];
    ways.into_iter().chain(slants).map(move |way| way.map(|part| part * by))
}

/// How a page is laid out in pixels.
pub(super) struct View {
    /// From the page's millimetres to pixels.
    pub place: Affine,
    pub size: [u32; 2],
    /// Pixels a millimetre.
    scale: f64,
}

impl View {
    /// Lays out a page: its first face lies on whole pixels.
    pub(super) fn of(page: &FoundPage<'_>, looks: Option<&Looks>) -> Self {
        let [left, top, right, bottom] = page.paper;
        let (width, height) = ((right - left).max(0.1), (bottom - top).max(0.1));
        let most = (DRAWN_PIXELS.most as f64 / (width * height)).sqrt();
        let scale = looks.map_or(COARSE, Looks::fine).min(most);
        let corner = [-left * scale, -top * scale];
        let first = page.standing.first().map(|face| face.on_page.apply([0.0, 0.0]));
        // The paper begins so much before the first pixel.
        let before = first.map_or([0.0; 2], |[x, y]| {
            [x * scale + corner[0], y * scale + corner[1]].map(beyond_whole)
        });
        let pixels = |mm: f64, before: f64| ((mm * scale - before).ceil() as u32).clamp(1, 30_000);
        let [x, y] = [corner[0] - before[0], corner[1] - before[1]];
        let place = Affine([scale, 0.0, 0.0, scale, x, y]);
        Self { place, size: [pixels(width, before[0]), pixels(height, before[1])], scale }
    }

    /// Lays the faces of a page beside its picture; `expected` draws one as it ought to
    /// be: the part of it within a window of the page.
    pub(super) fn look(
        &self,
        page: &FoundPage<'_>,
        drawn: &Pixmap,
        looks: Option<&Looks>,
        mut expected: impl FnMut(Shown, &Affine, Area) -> Option<Pixmap>,
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
        let mut laid = Laid { page: number, paper: page.paper, ..Laid::default() };
        let sought = self.sought(page, drawn, looks, &mut expected);
        let sought: Vec<Standing> =
            sought.into_iter().map(|own| self.or_extra(own, drawn, looks, &mut expected)).collect();
        let search = Search { drawn, page: &self.place, scale: self.scale, format: looks.format };
        // Letters tell where a face lies, and not to the part of a pixel how much it is turned.
        let known: Vec<Standing> =
            page.standing.iter().map(|own| sought::settled(&search, *own, &mut expected)).collect();
        let mut upright = Vec::new();
        for face in known.iter().chain(&sought) {
            seen.faces += 1;
            let aside = page.printed.and_then(|printed| {
                aside(face, printed, looks)
                    .or_else(|| page.trim.and_then(|trim| miscut(face, trim, looks)))
            });
            if let Some(reason) = face.fault().or(aside) {
                seen.differences.push(told(number, looks.title(face.shown), reason));
                continue;
            }
            upright.push(*face);
            let bleed = match page.printed {
                Some(_) => 0.0,
                None => looks.format.bleed_mm(),
            };
            let Some((area, own)) = self.window_of(face, bleed, looks) else {
                let reason = "stands beside the page".to_owned();
                seen.differences.push(told(number, looks.title(face.shown), reason));
                continue;
            };
            let place = face.on_page.then(&self.place);
            let Some(found) = cut(drawn, own) else { continue };
            // Backs may say the same: which of them it is, is seen.
            let shown = match face.shown {
                Shown::Back(_) if looks.has_several_backs() && !page.is_named => looks
                    .backs()
                    .filter_map(|back| {
                        let expected = expected(Shown::Back(back), &place, own)?;
                        Some((apart(&expected, &found), Shown::Back(back)))
                    })
                    .min()
                    .map_or(face.shown, |(_, nearest)| nearest),
                known => known,
            };
            laid.add(shown, face, looks);
            let in_window = place.then(&Affine::shift(-(own[0] as f64), -(own[1] as f64)));
            let Some(ought) = expected(shown, &place, own) else { continue };
            let mut different = regions(&ought, &found, area);
            // An edge on the bound of two pixels falls to the one or the other by the last digits, and of
            // several edges each for itself. What is amiss shows wherever the edges fall.
            if !is_another(&different, area) {
                for [x, y] in NUDGES.into_iter().flat_map(aside_by) {
                    if different.is_empty() {
                        break;
                    }
                    let nudged = place.then(&Affine::shift(x, y));
                    let Some(ought) = expected(shown, &nudged, own) else { continue };
                    let still = regions(&ought, &found, area);
                    different.retain(|region| still.iter().any(|other| region.meets(other)));
                }
            }
            let reading = Reading { expected: &ought, found: &found, place: &in_window };
            seen.differences.extend(reading.told(number, shown, area, &different, looks));
        }
        let marks = cut_marks(&upright, looks.format, page.paper, drawn, &self.place);
        laid.is_cut_by_marks = marks.are_there;
        for own in marks.unmarked {
            let reason = format!("has no cut mark {own}");
            seen.differences.push(told(number, looks.title(upright[own.face].shown), reason));
        }
        if seen.faces == 0 && !page.may_be_bare {
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
        if !page.may_be_bare {
            seen.laid.push(laid);
        }
        look.seen = Some(seen);
        look
    }

    /// The backs on a sheet that are found by their look alone: those that say nothing, and where no face is
    /// known, all. In an SVG the outlines of some letters are those of others.
    fn sought(
        &self,
        page: &FoundPage<'_>,
        drawn: &Pixmap,
        looks: &Looks,
        expected: impl FnMut(Shown, &Affine, Area) -> Option<Pixmap>,
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
        mut expected: impl FnMut(Shown, &Affine, Area) -> Option<Pixmap>,
    ) -> Standing {
        let Some((area, own)) = self.window_of(&back, looks.format.bleed_mm(), looks) else {
            return back;
        };
        let Some(found) = cut(drawn, own) else { return back };
        let mut look = |face: &Standing| expected(face.shown, &face.on_page.then(&self.place), own);
        let Some(ought) = look(&back).filter(|ought| !regions(ought, &found, area).is_empty())
        else {
            return back;
        };
        // A back may look the same on its head.
        let [width, height] = looks.size_mm();
        let turned = Affine([-1.0, 0.0, 0.0, -1.0, width, height]).then(&back.on_page);
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

    /// The pixels in which a face is compared without so much of its edge, and those that are cut out for it: the
    /// former count from the latter. Of a face that lies aslant, what lies within it whichever way: beyond is the next.
    fn window_of(&self, face: &Standing, edge_mm: f64, looks: &Looks) -> Option<(Area, Area)> {
        let far = looks.size_mm().map(|side| side - edge_mm);
        let place = face.on_page.then(&self.place);
        let [[left, top], [right, bottom]] = place.upright_within([[edge_mm; 2], far]);
        let most = self.size.map(f64::from);
        let low = [left.max(0.0), top.max(0.0)];
        let high = [right.min(most[0]), bottom.min(most[1])];
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

/// How far a place lies beyond a whole pixel; nothing where it is one but for the last digits.
fn beyond_whole(at: f64) -> f64 {
    let beyond = at - at.floor();
    if beyond > 0.999 { 0.0 } else { beyond }
}

impl Laid {
    /// Notes where a face lies.
    fn add(&mut self, shown: Shown, face: &Standing, looks: &Looks) {
        let at_mm = face.on_page.apply(looks.size_mm().map(|side| side / 2.0));
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
