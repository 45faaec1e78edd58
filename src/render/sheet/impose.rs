//! Imposition: the place of each card on each side of each sheet.

use crate::diagnostic::Problems;
use crate::face::Format;
use crate::geometry::{Affine, Mm, Rect, Size};
use crate::render::Turn;

use super::packing::Packing;
use super::{PageOrder, Sheet, Sides};

/// The edge on which a duplex printer turns the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flip {
    /// The longer edge, as in a portrait book.
    #[default]
    LongEdge,
    /// The shorter edge, as in a portrait notepad.
    ShortEdge,
}

/// The assignment of cards to places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CardOrder {
    /// Sheet by sheet: the first sheet holds the first cards.
    #[default]
    Number,
    /// So that the sheets can be cut in one stack: the piles, collected from the upper left to the lower
    /// right, are in order.
    Stack,
}

/// The order of the pages of fronts and backs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collation {
    /// Each sheet's front, then its back: for printers that print both sides.
    #[default]
    Interleaved,
    /// All fronts, then all backs: for printers whose paper is turned by hand.
    FrontsFirst,
}

/// The arrangement of cards and pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Arrangement {
    /// The edge the paper is turned on.
    pub flip: Flip,
    /// The order of the cards.
    pub order: CardOrder,
    /// The order of the pages.
    pub collation: Collation,
}

impl From<Flip> for Arrangement {
    fn from(flip: Flip) -> Self {
        Self { flip, ..Self::default() }
    }
}

/// A page of cards.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SheetPage {
    /// The number of the sheet of paper, from 1.
    pub sheet: usize,
    /// The number of sheets.
    pub of: usize,
    /// The side of the sheet.
    pub side: Side,
    /// The paper.
    pub size: Size,
    /// The rectangle around the trims of a full page.
    pub block: Rect,
    /// The cards on it.
    pub slots: Vec<Slot>,
    /// The correction of the printer's error on this side, applied to the whole page.
    pub correction: Option<Affine>,
}

impl SheetPage {
    /// The printed bleed of a card on the page: left, top, right and bottom of the page as it is read.
    pub(in crate::render) fn printed_beyond(&self, slot: &Slot, sheet: &Sheet) -> [Mm; 4] {
        if slot.face == Side::Front || sheet.outer_bleed == sheet.bleed {
            return [sheet.bleed; 4];
        }
        let own = &slot.trim;
        let (beside, level): (Vec<&Slot>, Vec<&Slot>) = (
            self.slots
                .iter()
                .filter(|o| o.trim.y < own.bottom() && own.y < o.trim.bottom())
                .collect(),
            self.slots
                .iter()
                .filter(|o| o.trim.x < own.right() && own.x < o.trim.right())
                .collect(),
        );
        let is_free = [
            beside.iter().all(|other| other.trim.x >= own.x),
            level.iter().all(|other| other.trim.y >= own.y),
            beside.iter().all(|other| other.trim.x <= own.x),
            level.iter().all(|other| other.trim.y <= own.y),
        ];
        is_free.map(|is_free| if is_free { sheet.outer_bleed } else { sheet.bleed })
    }

    /// The smallest rectangle around the cards on it, if there are any.
    pub fn taken(&self) -> Option<Rect> {
        let trims = self.slots.iter().map(|slot| slot.trim);
        trims.reduce(|all, trim| {
            let (x, y) = (all.x.min(trim.x), all.y.min(trim.y));
            let (right, bottom) = (all.right().max(trim.right()), all.bottom().max(trim.bottom()));
            Rect { x, y, width: right - x, height: bottom - y }
        })
    }
}

/// A side of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side of the fronts; the only one of a folded sheet.
    Front,
    /// The side of the backs.
    Back,
}

/// A card's place on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    /// The index of the card among the printed ones.
    pub card: usize,
    /// Which of its faces.
    pub face: Side,
    /// The trim of the card.
    pub trim: Rect,
    /// The turn of the card.
    pub turn: Turn,
}

impl Slot {
    /// The trim before it is turned about its middle.
    pub(crate) fn upright(&self) -> Rect {
        let Rect { x, y, width, height } = self.trim;
        match self.turn.is_sideways() {
            true => {
                let out = (height - width) / 2.0;
                Rect { x: x - out, y: y + out, width: height, height: width }
            }
            false => self.trim,
        }
    }
}

/// Lays out `cards` cards of a format on sheets, by rows from the upper left.
///
/// # Errors
/// The cards do not fit the paper, or have less bleed than the sheet prints.
pub fn impose(
    sheet: &Sheet,
    format: Format,
    cards: usize,
    arrangement: Arrangement,
) -> Result<Vec<SheetPage>, Problems> {
    let packing = Packing::new(sheet, format)?;
    let (each, size) = (packing.each(), packing.page);
    let sheets = cards.div_ceil(each);
    let mut pages = Vec::new();
    for number in 0..sheets {
        let dealt = |place: usize| match arrangement.order {
            CardOrder::Number => number * each + place,
            CardOrder::Stack => place * sheets + number,
        };
        let fronts: Vec<Slot> = (0..each)
            .map(|place| (place, dealt(place)))
            .filter(|&(_, card)| card < cards)
            .map(|(place, card)| {
                let trim = packing.trim(place);
                Slot { card, face: Side::Front, trim, turn: packing.turn }
            })
            .collect();
        let page = |side, slots| SheetPage {
            sheet: number + 1,
            of: sheets,
            side,
            size,
            block: block(&packing, sheet),
            slots,
            correction: None,
        };
        match sheet.sides {
            Sides::Duplex => {
                let flip = arrangement.flip;
                let backs = fronts.iter().map(|front| behind(front, size, flip)).collect();
                let mut both = [page(Side::Front, fronts), page(Side::Back, backs)];
                if sheet.order == PageOrder::BackFirst {
                    both.reverse();
                }
                pages.extend(both);
            }
            Sides::Fold => {
                let below = fronts.iter().map(|front| below_fold(front, size));
                let slots = fronts.iter().copied().chain(below).collect();
                pages.push(page(Side::Front, slots));
            }
        }
    }
    let is_apart = matches!(sheet.order, PageOrder::BackLast | PageOrder::TwoFiles);
    if is_apart || arrangement.collation == Collation::FrontsFirst {
        // The sort is stable, so the sheets stay in order.
        pages.sort_by_key(|page| page.side == Side::Back);
    }
    if sheet.order == PageOrder::BackLast {
        // All pages of backs are equal, except that of a sheet that is not full.
        pages.retain(|page| page.side == Side::Front || page.sheet == 1);
    }
    Ok(pages)
}

/// The rectangle around all places of a page, with the backs below the fold.
fn block(packing: &Packing, sheet: &Sheet) -> Rect {
    let fronts = packing.block();
    match sheet.sides {
        Sides::Duplex => fronts,
        Sides::Fold => Rect { height: packing.page.height - fronts.y * 2.0, ..fronts },
    }
}

/// The place of a card's back on the other side of the paper, as that side is read.
///
/// Turned on its left or right edge, the paper's left becomes its right and an upright card stays upright.
/// Turned on its upper or lower edge, its top becomes its bottom, and a back with the same orientation as its
/// front is upside down on the page.
fn behind(front: &Slot, paper: Size, flip: Flip) -> Slot {
    let portrait = paper.height >= paper.width;
    let on_vertical_edge = (flip == Flip::LongEdge) == portrait;
    let mut trim = front.trim;
    if on_vertical_edge {
        trim.x = paper.width - trim.right();
    } else {
        trim.y = paper.height - trim.bottom();
    }
    let turn = match on_vertical_edge {
        true => front.turn.behind_sideways(),
        false => front.turn.behind_headlong(),
    };
    Slot { card: front.card, face: Side::Back, trim, turn }
}

/// The place of a card's back below the fold half-way down the page.
fn below_fold(front: &Slot, paper: Size) -> Slot {
    let trim = Rect { y: paper.height - front.trim.bottom(), ..front.trim };
    Slot { card: front.card, face: Side::Back, trim, turn: front.turn.behind_headlong() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::CardSize;
    use crate::geometry::Mm;

    fn pages(sheet: &str, cards: usize, flip: Flip) -> Vec<SheetPage> {
        impose(&Sheet::built_in(sheet).unwrap(), Format::POKER, cards, flip.into()).unwrap()
    }

    /// The upper left, upper right and lower left corners of a card held front up, by their positions on the
    /// page for any turn.
    fn held_corners(slot: &Slot) -> [(f64, f64); 3] {
        let Rect { x, y, .. } = slot.trim;
        let (right, bottom) = (slot.trim.right(), slot.trim.bottom());
        let corners = match slot.turn {
            Turn::Upright => [(x, y), (right, y), (x, bottom)],
            Turn::Right => [(right, y), (right, bottom), (x, y)],
            Turn::Over => [(right, bottom), (x, bottom), (right, y)],
            Turn::Left => [(x, bottom), (x, y), (right, bottom)],
        };
        corners.map(|(x, y)| (x.0, y.0))
    }

    #[test]
    fn margins_of_the_shared_cut_sheets_are_what_their_papers_leave() {
        for (sheet, left, top) in [("a4-3x3", 9.75, 15.15), ("letter-3x3", 12.7, 6.35)] {
            let trim = pages(sheet, 54, Flip::LongEdge)[0].slots[0].trim;
            assert!((trim.x.0 - left).abs() < 1e-9 && (trim.y.0 - top).abs() < 1e-9, "{trim:?}");
        }
    }

    #[test]
    fn fifty_four_cards_are_six_sheets_front_and_back_in_turn() {
        let pages = pages("a4-3x3", 54, Flip::LongEdge);
        let order: Vec<(usize, Side)> = pages.iter().map(|page| (page.sheet, page.side)).collect();
        let expected: Vec<(usize, Side)> =
            (1..=6).flat_map(|sheet| [(sheet, Side::Front), (sheet, Side::Back)]).collect();
        assert_eq!(expected, order);
        let mut cards: Vec<usize> =
            pages.iter().step_by(2).flat_map(|page| page.slots.iter().map(|s| s.card)).collect();
        cards.sort_unstable();
        assert_eq!((0..54).collect::<Vec<_>>(), cards);
    }

    #[test]
    fn backs_are_registered_for_either_flip() {
        let formats = CardSize::named()
            .map(|(_, size)| Format::new(size.width_mm(), size.height_mm(), 3.175, 3.175).unwrap());
        let formats: Vec<Format> = formats.collect();
        let duplex = |name: &&str| Sheet::built_in(name).unwrap().sides == Sides::Duplex;
        for name in Sheet::built_in_names().filter(duplex) {
            let sheet = Sheet::built_in(name).unwrap();
            let fitting = formats.iter().filter(|format| Packing::new(&sheet, **format).is_ok());
            let cases = fitting.flat_map(|&format| {
                [(Flip::LongEdge, 54), (Flip::ShortEdge, 54), (Flip::LongEdge, 4)]
                    .map(|(flip, cards)| (format, flip, cards))
            });
            for (format, flip, cards) in cases {
                for pair in impose(&sheet, format, cards, flip.into()).unwrap().chunks(2) {
                    let [front, back] = pair else { panic!("{name} has a side without other") };
                    let Size { width, height } = front.size;
                    // The effect of turning the paper on a point as the other side is read: the edge it turns
                    // on is the long one if it is upright in portrait.
                    let upright = (flip == Flip::LongEdge) == (height > width);
                    let through = |(x, y): (f64, f64)| {
                        if upright { (width.0 - x, y) } else { (x, height.0 - y) }
                    };
                    assert_eq!(front.slots.len(), back.slots.len());
                    for (front, back) in front.slots.iter().zip(&back.slots) {
                        assert_eq!(front.card, back.card);
                        // Turned over sideways in the hand, a card's upper left corner becomes the upper
                        // right one of its back.
                        let [upper_left, upper_right, _] = held_corners(front);
                        let [back_left, back_right, _] = held_corners(back);
                        for (corner, its_back) in
                            [(upper_left, back_right), (upper_right, back_left)]
                        {
                            let (x, y) = through(corner);
                            let error = (x - its_back.0).abs().max((y - its_back.1).abs());
                            assert!(error < 1e-9, "{name} {flip:?}: {error} mm");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_folded_sheet_has_each_back_behind_its_front() {
        let mut sheet = Sheet::built_in("a4-3x3").unwrap();
        sheet.paper = Some(Size { width: Mm(297.0), height: Mm(210.0) });
        (sheet.margin, sheet.sides) = ([Mm(8.0); 2], Sides::Fold);
        let pages = impose(&sheet, Format::POKER, 54, Arrangement::default()).unwrap();
        assert_eq!(14, pages.len());
        let (fronts, backs) = pages[0].slots.split_at(4);
        for (front, back) in fronts.iter().zip(backs) {
            assert_eq!((front.card, Side::Back, Turn::Over), (back.card, back.face, back.turn));
            // Folded backward along the middle, a point keeps its distance to the fold.
            assert!((front.trim.bottom() + back.trim.y - Mm(210.0)).0.abs() < 1e-9);
            assert_eq!(front.trim.x, back.trim.x);
        }
    }

    #[test]
    fn sideways_cards_on_a_folded_sheet_meet_their_backs() {
        let tarot = Format::new(70.0, 120.0, 3.175, 3.175).unwrap();
        let sheet = Sheet::built_in("gutterfold-a4").unwrap();
        let pages = impose(&sheet, tarot, 54, Arrangement::default()).unwrap();
        assert_eq!(27, pages.len());
        let (fronts, backs) = pages[0].slots.split_at(2);
        for (front, back) in fronts.iter().zip(backs) {
            assert!(front.turn.is_sideways() && back.turn.is_sideways());
            let [upper_left, upper_right, _] = held_corners(front);
            let [back_left, back_right, _] = held_corners(back);
            for (corner, its_back) in [(upper_left, back_right), (upper_right, back_left)] {
                let error =
                    (corner.0 - its_back.0).abs().max((210.0 - corner.1 - its_back.1).abs());
                assert!(error < 1e-9, "{corner:?} {its_back:?}");
            }
        }
    }

    #[test]
    fn a_page_of_one_card_is_the_card_and_its_bleed() {
        let pages = pages("single", 54, Flip::LongEdge);
        assert_eq!(108, pages.len());
        let Size { width, height } = pages[0].size;
        assert!((width - Mm::from_inches(2.75)).0.abs() < 1e-9, "{width:?}");
        assert!((height - Mm::from_inches(3.75)).0.abs() < 1e-9, "{height:?}");
        assert!((pages[0].slots[0].trim.x - Mm(3.175)).0.abs() < 1e-9);
    }

    #[test]
    fn cards_too_large_or_without_bleed_are_refused() {
        let large = Format::new(105.0, 148.0, 3.0, 3.0).unwrap();
        let refused = |sheet: &str| {
            impose(&Sheet::built_in(sheet).unwrap(), large, 54, Arrangement::default())
                .unwrap_err()
                .to_string()
        };
        assert!(refused("gutterfold-a4").contains("do not fit sheet gutterfold-a4"));
        assert!(refused("single").contains("3.175 mm of bleed"));
    }

    #[test]
    fn piles_cut_from_stacked_sheets_are_in_order() {
        let stack = Arrangement { order: CardOrder::Stack, ..Arrangement::default() };
        for cards in [54, 20, 9, 1] {
            let sheet = Sheet::built_in("a4-3x3").unwrap();
            let pages = impose(&sheet, Format::POKER, cards, stack).unwrap();
            let fronts: Vec<&SheetPage> =
                pages.iter().filter(|page| page.side == Side::Front).collect();
            // Pile by pile, each from the first sheet to the last.
            let corners: Vec<Rect> = fronts[0].slots.iter().map(|slot| slot.trim).collect();
            let piled: Vec<usize> = corners
                .iter()
                .flat_map(|corner| {
                    fronts.iter().flat_map(|page| {
                        page.slots.iter().filter(|slot| slot.trim == *corner).map(|slot| slot.card)
                    })
                })
                .collect();
            assert_eq!((0..cards).collect::<Vec<_>>(), piled);
        }
    }

    #[test]
    fn fronts_first_keeps_the_sheets_in_order() {
        let arrangement =
            Arrangement { collation: Collation::FrontsFirst, ..Arrangement::default() };
        let sheet = Sheet::built_in("a4-3x3").unwrap();
        let pages = impose(&sheet, Format::POKER, 20, arrangement).unwrap();
        let order: Vec<(Side, usize)> = pages.iter().map(|page| (page.side, page.sheet)).collect();
        let side = |side| (1..=3).map(move |sheet| (side, sheet));
        assert_eq!(side(Side::Front).chain(side(Side::Back)).collect::<Vec<_>>(), order);
    }

    #[test]
    fn no_cards_need_no_sheets() {
        assert!(pages("a4-3x3", 0, Flip::LongEdge).is_empty());
    }
}
