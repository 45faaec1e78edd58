//! Imposition: which card lies where on which side of which sheet.

use crate::diagnostic::{Problem, Problems};
use crate::face::Format;
use crate::render::length::{Mm, Point, Rect, Size};

use super::{PageOrder, Sheet, Sides};

/// The edge a duplex printer turns the paper on between its two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flip {
    /// The longer edge, as the pages of a book in portrait are turned.
    #[default]
    LongEdge,
    /// The shorter edge, as the leaves of a portrait notepad are turned.
    ShortEdge,
}

/// A page of cards.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetPage {
    /// The sheet of paper, from 1.
    pub sheet: usize,
    /// How many sheets there are.
    pub of: usize,
    /// Which side of it.
    pub side: Side,
    /// The paper.
    pub size: Size,
    /// The cards on it.
    pub slots: Vec<Slot>,
}

/// A side of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side of the fronts; the only one of a sheet that is folded.
    Front,
    /// The side of the backs.
    Back,
}

/// A card's place on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    /// Which of the cards that are printed, from 0.
    pub card: usize,
    /// Which of its faces.
    pub face: Side,
    /// Where the cut card lies.
    pub trim: Rect,
    /// Whether it stands on its head.
    pub turned: bool,
}

/// Lays `cards` cards of a format on sheets, in order, from the upper left.
///
/// # Errors
/// If the cards do not fit the paper, or have less bleed than the sheet prints.
pub fn impose(
    sheet: &Sheet,
    format: Format,
    cards: usize,
    flip: Flip,
) -> Result<Vec<SheetPage>, Problems> {
    let card = Size { width: Mm(format.trim_width_mm()), height: Mm(format.trim_height_mm()) };
    let size =
        sheet.paper.unwrap_or(Rect::at_origin(card).grown(sheet.bleed + sheet.margin).size());
    let origin = block_origin(sheet, format, card, size)?;
    let each = sheet.columns * sheet.rows;
    let sheets = cards.div_ceil(each);
    let mut pages = Vec::new();
    for number in 0..sheets {
        let on_sheet = (number * each..cards.min((number + 1) * each)).enumerate();
        let fronts: Vec<Slot> = on_sheet
            .map(|(place, card_index)| {
                let (column, row) = (place % sheet.columns, place / sheet.columns);
                let step = |length: Mm, gap: Mm, steps: usize| (length + gap) * count(steps);
                let trim = Rect {
                    x: origin.x + step(card.width, sheet.gap[0], column),
                    y: origin.y + step(card.height, sheet.gap[1], row),
                    width: card.width,
                    height: card.height,
                };
                Slot { card: card_index, face: Side::Front, trim, turned: false }
            })
            .collect();
        let page = |side, slots| SheetPage { sheet: number + 1, of: sheets, side, size, slots };
        match sheet.sides {
            Sides::Duplex => {
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
    Ok(pages)
}

/// Where the first card's trim starts: the block of cards stands in the middle of the paper, or of
/// its upper half where it is folded.
fn block_origin(sheet: &Sheet, format: Format, card: Size, paper: Size) -> Result<Point, Problems> {
    let mut problems = Problems::new();
    let bleed = Mm(format.bleed_mm());
    if sheet.bleed > bleed {
        let message = format!(
            "sheet {} prints {} mm of bleed, but the cards have {} mm",
            sheet.name, sheet.bleed.0, bleed.0
        );
        problems.push(Problem::new(message).accepts("a theme with as much bleed"));
    }
    let block = Size {
        width: card.width * count(sheet.columns) + sheet.gap[0] * count(sheet.columns - 1),
        height: card.height * count(sheet.rows) + sheet.gap[1] * count(sheet.rows - 1),
    };
    let room = match sheet.sides {
        Sides::Duplex => paper,
        Sides::Fold => Size { width: paper.width, height: paper.height / 2.0 },
    };
    let printed = Rect::at_origin(block).grown(sheet.bleed);
    let slack = Mm(0.001);
    if printed.width > room.width + slack || printed.height > room.height + slack {
        let message = format!(
            "{} × {} cards of {} × {} mm do not fit sheet {}",
            sheet.columns, sheet.rows, card.width.0, card.height.0, sheet.name
        );
        let accepted = format!("cards in {} × {} mm in all", room.width.0, room.height.0);
        problems.push(Problem::new(message).accepts(accepted));
    }
    let middle = |room: Mm, block: Mm| (room - block) / 2.0;
    problems.into_result(Point {
        x: middle(room.width, block.width),
        y: middle(room.height, block.height),
    })
}

/// The place of a card's back on the other side of the paper, as that side is read.
///
/// Turned on its left or right edge, the paper's left becomes its right and the head stays up.
/// Turned on its upper or lower edge, its top becomes its bottom, and a back that is to have its
/// head where the front has it stands on its head on the page.
fn behind(front: &Slot, paper: Size, flip: Flip) -> Slot {
    let portrait = paper.height >= paper.width;
    let on_vertical_edge = (flip == Flip::LongEdge) == portrait;
    let mut trim = front.trim;
    if on_vertical_edge {
        trim.x = paper.width - trim.right();
    } else {
        trim.y = paper.height - trim.bottom();
    }
    Slot { card: front.card, face: Side::Back, trim, turned: !on_vertical_edge }
}

/// The place of a card's back below the fold half-way down the page.
fn below_fold(front: &Slot, paper: Size) -> Slot {
    let trim = Rect { y: paper.height - front.trim.bottom(), ..front.trim };
    Slot { card: front.card, face: Side::Back, trim, turned: true }
}

/// A small count as a factor.
fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(sheet: &str, cards: usize, flip: Flip) -> Vec<SheetPage> {
        impose(&Sheet::built_in(sheet).unwrap(), Format::POKER, cards, flip).unwrap()
    }

    /// The corners of a card as it is held, front up: upper left, upper right, lower left. Where
    /// they lie on the page, whichever way the card stands on it.
    fn held_corners(slot: &Slot) -> [(f64, f64); 3] {
        let Rect { x, y, .. } = slot.trim;
        let (right, bottom) = (slot.trim.right(), slot.trim.bottom());
        let corners = [(x, y), (right, y), (x, bottom)];
        let turned = [(right, bottom), (x, bottom), (right, y)];
        (if slot.turned { turned } else { corners }).map(|(x, y)| (x.0, y.0))
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
    fn folding_back_over_front_shows_no_registration_error_on_either_edge() {
        let duplex = |name: &&str| Sheet::built_in(name).unwrap().sides == Sides::Duplex;
        for name in Sheet::built_in_names().filter(duplex) {
            for (flip, cards) in [(Flip::LongEdge, 54), (Flip::ShortEdge, 54), (Flip::LongEdge, 4)]
            {
                for pair in pages(name, cards, flip).chunks(2) {
                    let [front, back] = pair else { panic!("{name} has a side without other") };
                    let Size { width, height } = front.size;
                    // What turning the paper does to a point as the other side is read: the edge
                    // it turns on is the long one where it is upright in portrait.
                    let upright = (flip == Flip::LongEdge) == (height > width);
                    let through = |(x, y): (f64, f64)| {
                        if upright { (width.0 - x, y) } else { (x, height.0 - y) }
                    };
                    assert_eq!(front.slots.len(), back.slots.len());
                    for (front, back) in front.slots.iter().zip(&back.slots) {
                        assert_eq!(front.card, back.card);
                        // Turned over sideways in the hand, a card's upper left corner becomes the
                        // upper right one of its back.
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
        (sheet.columns, sheet.rows, sheet.sides) = (4, 1, Sides::Fold);
        let pages = impose(&sheet, Format::POKER, 54, Flip::LongEdge).unwrap();
        assert_eq!(14, pages.len());
        let (fronts, backs) = pages[0].slots.split_at(4);
        for (front, back) in fronts.iter().zip(backs) {
            assert_eq!((front.card, Side::Back, true), (back.card, back.face, back.turned));
            // Folded backward along the middle, a point goes as far behind the fold as before it.
            assert!((front.trim.bottom() + back.trim.y - Mm(210.0)).0.abs() < 1e-9);
            assert_eq!(front.trim.x, back.trim.x);
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
        let tarot = Format::new(70.0, 120.0, 3.0, 3.0).unwrap();
        let refused = |sheet: &str| {
            impose(&Sheet::built_in(sheet).unwrap(), tarot, 54, Flip::LongEdge)
                .unwrap_err()
                .to_string()
        };
        assert!(refused("a4-3x3").contains("do not fit sheet a4-3x3"));
        assert!(refused("single").contains("3.175 mm of bleed"));
    }

    #[test]
    fn no_cards_need_no_sheets() {
        assert!(pages("a4-3x3", 0, Flip::LongEdge).is_empty());
    }
}
