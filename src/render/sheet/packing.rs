//! Packs cards of a size on a sheet: their number, and the position of their block.

use crate::diagnostic::{Problem, Problems};
use crate::face::Format;
use crate::geometry::{Mm, Rect, Size};
use crate::render::Turn;

use super::{Sheet, Sides};

/// The places of cards on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packing {
    /// Cards side by side.
    pub columns: usize,
    /// Cards one below another.
    pub rows: usize,
    /// The page.
    pub page: Size,
    /// The turn of the fronts on it.
    pub turn: Turn,
    /// The size of a turned card.
    card: Size,
    gap: [Mm; 2],
    /// The upper left corner of the first card's trim.
    origin: [Mm; 2],
}

/// Lengths that differ by less are equal: a micrometre.
const SLACK: Mm = Mm(0.001);

impl Packing {
    /// Packs as many cards of a format as the sheet holds: the columns and rows it names, or all that fit
    /// within its margins. Cards are turned sideways if more of them fit. The block of cards is centred on
    /// the paper, or on its upper half if it is folded.
    ///
    /// # Errors
    /// Not one card fits, or not as many as the sheet names, or the cards have less bleed than the sheet
    /// prints.
    pub fn new(sheet: &Sheet, format: Format) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        if sheet.bleed > Mm(format.bleed_mm()) {
            let message = format!(
                "sheet {} prints {} mm of bleed, but the cards have {} mm",
                sheet.name,
                sheet.bleed.0,
                format.bleed_mm()
            );
            problems
                .push(Problem::coded("sheet.bleed", message).accepts("a theme with as much bleed"));
        }
        let upright =
            Size { width: Mm(format.trim_width_mm()), height: Mm(format.trim_height_mm()) };
        let page =
            sheet.paper.unwrap_or(Rect::at_origin(upright).grown(sheet.bleed + sheet.slug).size());
        let half = if sheet.sides == Sides::Fold { page.height / 2.0 } else { page.height };
        // Without a margin the bleed must still be on the paper.
        let margin = sheet.margin.map(|margin| margin.max(sheet.bleed));
        let room = [page.width - margin[0] * 2.0, half - margin[1] * 2.0];
        let most = |axis: usize, length: Mm| {
            let step = length + sheet.gap[axis];
            let count = ((room[axis] + sheet.gap[axis] + SLACK).0 / step.0).floor();
            // The quotient is within range: papers are shorter than a kilometre and cards longer than a
            // millimetre.
            if count >= 1.0 { count as usize } else { 0 }
        };
        let wanted_of = |card: Size| {
            let fitting = match sheet.paper {
                Some(_) => [most(0, card.width), most(1, card.height)],
                None => [1, 1],
            };
            let wanted = [sheet.columns.unwrap_or(fitting[0]), sheet.rows.unwrap_or(fitting[1])];
            let fits = !wanted.contains(&0) && wanted[0] <= fitting[0] && wanted[1] <= fitting[1];
            (wanted, if fits { wanted[0] * wanted[1] } else { 0 })
        };
        let lying = Size { width: upright.height, height: upright.width };
        let (standing, lain) = (wanted_of(upright), wanted_of(lying));
        let (card, turn, (wanted, cards)) = match sheet.paper.is_some() && lain.1 > standing.1 {
            true => (lying, Turn::Left, lain),
            false => (upright, Turn::Upright, standing),
        };
        if cards == 0 {
            let many = |count: usize| count.max(1);
            let message = format!(
                "{} × {} cards of {} × {} mm do not fit sheet {}",
                many(wanted[0]),
                many(wanted[1]),
                card.width.0,
                card.height.0,
                sheet.name
            );
            let tenths = |length: Mm| (length.0 * 10.0).floor() / 10.0;
            let accepted = format!("cards in {} × {} mm in all", tenths(room[0]), tenths(room[1]));
            problems.push(Problem::coded("sheet.too-small", message).accepts(accepted));
        }
        let [columns, rows] = wanted;
        let block =
            [row_of(card.width, sheet.gap[0], columns), row_of(card.height, sheet.gap[1], rows)];
        let middle = |room: Mm, block: Mm| (room - block) / 2.0;
        let origin = [middle(page.width, block[0]), middle(half, block[1])];
        if let Some(marks) = sheet.cutter_marks.filter(|_| cards > 0) {
            let printed = origin.map(|free| free - sheet.bleed);
            let reach = marks.reach();
            if printed.iter().all(|&free| free < reach) {
                let message = format!(
                    "{columns} × {rows} cards on sheet {} reach into the corners, where the cutter's \
                     marks are",
                    sheet.name
                );
                let accepted = format!(
                    "margin_mm of {:.1} across or down, or fewer columns or rows",
                    (reach + sheet.bleed).0
                );
                problems.push(Problem::coded("sheet.cutter-marks", message).accepts(accepted));
            }
        }
        problems.into_result(Self { columns, rows, page, turn, card, gap: sheet.gap, origin })
    }

    /// The number of cards on a page.
    pub fn each(&self) -> usize {
        self.columns * self.rows
    }

    /// The trim of a card by its place, counted by rows from the upper left.
    pub fn trim(&self, place: usize) -> Rect {
        let (column, row) = (place % self.columns, place / self.columns);
        let step = |length: Mm, gap: Mm, steps: usize| (length + gap) * count(steps);
        Rect {
            x: self.origin[0] + step(self.card.width, self.gap[0], column),
            y: self.origin[1] + step(self.card.height, self.gap[1], row),
            width: self.card.width,
            height: self.card.height,
        }
    }

    /// The rectangle around the trims of a full page of fronts.
    pub fn block(&self) -> Rect {
        Rect {
            x: self.origin[0],
            y: self.origin[1],
            width: row_of(self.card.width, self.gap[0], self.columns),
            height: row_of(self.card.height, self.gap[1], self.rows),
        }
    }
}

/// The length of a row of cards.
fn row_of(length: Mm, gap: Mm, cards: usize) -> Mm {
    length * count(cards) + gap * count(cards.saturating_sub(1))
}

/// A small count as a factor.
fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::CardSize;

    fn packed(sheet: &str, size: CardSize) -> Result<Packing, Problems> {
        let sheet = Sheet::built_in(sheet).unwrap();
        let format = Format::new(size.width_mm(), size.height_mm(), 3.175, 3.175).unwrap();
        Packing::new(&sheet, format)
    }

    fn counts(sheet: &str) -> Vec<String> {
        let sizes = CardSize::named();
        let counted = sizes.map(|(name, size)| match packed(sheet, size) {
            Ok(packing) => {
                let lying = if packing.turn.is_sideways() { " lying" } else { "" };
                format!("{name} {}x{}{lying}", packing.columns, packing.rows)
            }
            Err(_) => format!("{name} -"),
        });
        counted.collect()
    }

    #[test]
    fn each_sheet_holds_the_most_cards_of_each_size() {
        let expected = [
            ("a4-3x3", "3x3", "tarot 2x2, us-tarot 2x2, jumbo 1x3 lying, a6 1x2 lying"),
            ("letter-3x3", "3x3", "tarot 2x2, us-tarot 2x2, jumbo 1x3 lying, a6 1x2 lying"),
            ("universal", "3x3", "tarot 2x2, us-tarot 2x2, jumbo 1x3 lying, a6 1x2 lying"),
            ("a4-bleed", "4x2", "tarot 2x2 lying, us-tarot 2x2 lying, jumbo 2x1, a6 2x1"),
            ("letter-bleed", "3x2", "tarot 3x1, us-tarot 3x1, jumbo 2x1, a6 2x1"),
            ("gutterfold-a4", "4x1", "tarot 2x1 lying, us-tarot 2x1 lying, jumbo 1x1 lying, a6 -"),
            (
                "gutterfold-letter",
                "4x1",
                "tarot 2x1 lying, us-tarot 2x1 lying, jumbo 1x1 lying, a6 -",
            ),
            ("silhouette-a4", "4x2", "tarot 2x2 lying, us-tarot 2x2 lying, jumbo 2x1, a6 2x1"),
            ("silhouette-letter", "4x2", "tarot 2x2 lying, us-tarot 2x2 lying, jumbo 2x1, a6 2x1"),
            ("silhouette4-a4", "4x2", "tarot 2x2 lying, us-tarot 2x2 lying, jumbo 2x1, a6 2x1"),
            ("silhouette4-letter", "4x2", "tarot 2x2 lying, us-tarot 2x2 lying, jumbo 2x1, a6 2x1"),
            ("single-x4", "1x1", "tarot 1x1, us-tarot 1x1, jumbo 1x1, a6 1x1"),
            ("single", "1x1", "tarot 1x1, us-tarot 1x1, jumbo 1x1, a6 1x1"),
        ];
        // On the largest paper the small cards differ.
        let press = "poker 3x6 lying, euro-poker 3x6 lying, bridge 3x7 lying, tarot 2x5 lying, \
            us-tarot 2x5 lying, jumbo 3x3, a6 2x2";
        assert_eq!(press, counts("12x18").join(", "));
        assert_eq!(expected.len() + 1, Sheet::built_in_names().count());
        for (sheet, small, large) in expected {
            // Poker, euro-poker and bridge cards give the same.
            let all = format!("poker {small}, euro-poker {small}, bridge {small}, {large}");
            assert_eq!(all, counts(sheet).join(", "), "{sheet}");
        }
    }

    #[test]
    fn a_named_count_is_kept_or_reported() {
        let mut sheet = Sheet::built_in("a4-3x3").unwrap();
        (sheet.columns, sheet.rows) = (Some(2), Some(1));
        let packing = Packing::new(&sheet, Format::POKER).unwrap();
        assert_eq!(2, packing.each());
        sheet.columns = Some(4);
        let problems = Packing::new(&sheet, Format::POKER).unwrap_err().to_string();
        assert!(problems.contains("4 × 1 cards of 63.5 × 88.9 mm do not fit"), "{problems}");
    }

    #[test]
    fn a_card_that_is_too_large_is_reported_with_the_room() {
        let problems = packed("a4-3x3", "200x290".parse().unwrap()).unwrap_err().to_string();
        assert!(problems.contains("1 × 1 cards of 200 × 290 mm do not fit"), "{problems}");
        assert!(problems.contains("cards in 19"), "{problems}");
    }
}
