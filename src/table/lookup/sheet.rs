//! Everything printed on one card, with a small text picture.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{
    Card, CardNumber, CardNumbers, CauseCell, ClockHour, Deck, ExtraValue, Grid, GridShape, Layout,
    Part, Rank, Toggle,
};
use crate::wording::counted;

use super::Answer;

/// The contents of one card. Parts that the deck does not show are omitted.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CardSheet {
    /// The card's number.
    pub number: CardNumber,
    /// The rank corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// The suit corner, 0 to 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suit: Option<u8>,
    /// The name of the playing card, such as `10 of diamonds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playing_card: Option<String>,
    /// The toggle corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toggle: Option<Toggle>,
    /// The cause grid, column by column.
    pub cause: Vec<SheetColumn<CauseCell>>,
    /// The effect grid, column by column.
    pub effect: Vec<SheetColumn<u32>>,
    /// The hit-location stack from top to bottom.
    pub hit: Vec<HitEntry>,
    /// The step on the hit-location ladder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit_step: Option<u8>,
    /// Hits by burst size.
    pub burst: Vec<BurstEntry>,
    /// The penetration modifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penetration: Option<i8>,
    /// The scatter direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scatter: Option<ClockHour>,
    /// The equipment-failure number, if the card has one.
    pub failure: Option<u8>,
    /// The number in the unintended-target figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unintended: Option<u8>,
    /// Elements defined by the designer.
    pub extras: Vec<ExtraEntry>,
    /// The parts that the deck does not show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Part>,
}

/// A column of a grid.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SheetColumn<T> {
    /// The die of the column, such as `d10`.
    pub die: String,
    /// The cells from row 1 downward.
    pub cells: Vec<T>,
    /// The rows with an exceptional cell; none in the effect grid.
    pub exceptional_rows: Vec<u8>,
    /// Whether it is a cause column of closed dice.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
}

/// An entry of the hit-location stack.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct HitEntry {
    /// The location.
    pub location: String,
    /// Whether it is the standard entry.
    pub standard: bool,
}

/// The hits of one burst size.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BurstEntry {
    /// The number of shots fired.
    pub shots: u16,
    /// The number of shots that hit.
    pub hits: u16,
}

/// An element defined by the designer.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ExtraEntry {
    /// The id in the deck file.
    pub id: String,
    /// The value on this card.
    pub value: ExtraValue,
}

impl CardSheet {
    /// The sheet of one card.
    pub fn new(deck: &Deck, number: CardNumber) -> Self {
        let card = deck.card(number);
        let layout = deck.layout();
        let has = |part| layout.has(part);
        Self {
            number,
            rank: has(Part::Rank).then_some(card.rank),
            suit: has(Part::Suit).then_some(card.suit.get()),
            playing_card: (has(Part::Rank) && has(Part::Suit))
                .then(|| playing_card(deck.numbers(), card)),
            toggle: has(Part::Toggle).then_some(card.toggle),
            cause: cause_columns(layout, card),
            effect: columns(&layout.effect, &card.effect),
            hit: card
                .hit
                .iter()
                .enumerate()
                .map(|(place, location)| HitEntry {
                    location: location.clone(),
                    standard: Some(place) == card.standard_hit(),
                })
                .collect(),
            hit_step: has(Part::Hit).then_some(card.hit_step),
            burst: layout
                .bursts
                .iter()
                .zip(&card.bursts)
                .map(|(&shots, &hits)| BurstEntry { shots, hits })
                .collect(),
            penetration: has(Part::Penetration).then_some(card.penetration),
            scatter: has(Part::Scatter).then_some(card.scatter),
            failure: card.failure,
            unintended: has(Part::Unintended).then_some(card.unintended),
            extras: layout
                .extras
                .iter()
                .zip(&card.extras)
                .map(|(id, value)| ExtraEntry { id: id.clone(), value: value.clone() })
                .collect(),
            left_out: deck.left_out().collect(),
        }
    }

    /// The card as a text picture, one line a string.
    fn picture(&self) -> Vec<String> {
        let mut body = vec![String::new(), grid_head("cause", &self.cause)];
        body.extend(grid_rows(&self.cause));
        body.push(String::new());
        let beside = beside(&self.left_column(), &self.effect_block());
        if !beside.is_empty() {
            body.extend(beside);
            body.push(String::new());
        }
        let failure = self.failure.map_or_else(|| "–".to_owned(), |number| number.to_string());
        let has_failure = !self.left_out.contains(&Part::Failure);
        let row = [
            self.scatter.map(|hour| format!("scatter {hour} o'clock")),
            has_failure.then(|| format!("failure {failure}")),
            self.unintended.map(|number| format!("unintended {number}")),
        ];
        let row: Vec<String> = row.into_iter().flatten().collect();
        if !row.is_empty() {
            body.push(row.join("   "));
        }
        for extra in &self.extras {
            let value = extra.value.to_string();
            body.push(format!("{} {}", extra.id, if value.is_empty() { "–" } else { &value }));
        }
        body.push(String::new());
        let width = body.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let spread = |left: String, right: String| {
            let gap = width.saturating_sub(left.chars().count() + right.chars().count());
            format!("{left}{}{right}", " ".repeat(gap))
        };
        let text = |corner: Option<String>| corner.unwrap_or_default();
        let top = spread(self.number.to_string(), text(self.rank.map(|rank| rank.to_string())));
        let bottom = spread(
            text(self.suit.map(|suit| suit.to_string())),
            text(self.toggle.map(|toggle| toggle.to_string())),
        );
        let rule = "─".repeat(width + 2);
        let mut lines = vec![format!("┌{rule}┐")];
        for line in std::iter::once(top).chain(body).chain([bottom]) {
            lines.push(format!("│ {line}{} │", " ".repeat(width - line.chars().count())));
        }
        lines.push(format!("└{rule}┘"));
        lines
    }

    /// Bursts, hit-location stack and penetration, in the printed order.
    fn left_column(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .burst
            .iter()
            .map(|burst| format!("burst {:>2}: {}", burst.shots, burst.hits))
            .collect();
        for entry in &self.hit {
            let mark = if entry.standard { ">" } else { " " };
            lines.push(format!("{mark} {}", entry.location));
        }
        lines.extend(self.penetration.map(|number| format!("penetration {number:+}")));
        lines
    }

    fn effect_block(&self) -> Vec<String> {
        if self.effect.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![grid_head("effect", &self.effect)];
        lines.extend(grid_rows(&self.effect));
        lines
    }
}

/// `10 of diamonds`, `red joker`
fn playing_card(numbers: CardNumbers, card: &Card) -> String {
    match &*numbers.card_index(card.rank) {
        "Joker" => card.suit.name().to_owned(),
        index => format!("{index} of {}", card.suit.name()),
    }
}

/// The columns of a grid, without closed columns and exceptional cells.
fn columns<T: Copy>(shape: &GridShape, grid: &Grid<T>) -> Vec<SheetColumn<T>> {
    let columns = shape.columns.iter().enumerate().map(|(place, die)| SheetColumn {
        die: die.to_string(),
        cells: grid.column(place).to_vec(),
        exceptional_rows: Vec::new(),
        closed: false,
    });
    columns.collect()
}

fn cause_columns(layout: &Layout, card: &Card) -> Vec<SheetColumn<CauseCell>> {
    let columns = columns(&layout.cause, &card.cause);
    let with_marks = columns.into_iter().zip(&layout.cause.columns).map(|(column, &die)| {
        let rows = (1..).zip(&column.cells);
        let exceptional = rows.filter(|&(_, &cell)| layout.is_exceptional(die, cell));
        SheetColumn {
            exceptional_rows: exceptional.map(|(row, _)| row).collect(),
            closed: layout.closed.contains(&die),
            ..column
        }
    });
    with_marks.collect()
}

fn grid_head<T>(name: &str, columns: &[SheetColumn<T>]) -> String {
    let heads: String = columns.iter().map(|column| format!("{:>5} ", column.die)).collect();
    format!("{name:<6}{heads}").trim_end().to_owned()
}

/// The rows of a grid; exceptional cells are marked with a star.
fn grid_rows<T: ToString>(columns: &[SheetColumn<T>]) -> Vec<String> {
    let rows = columns.first().map_or(0, |column| column.cells.len());
    (0..rows)
        .map(|place| {
            let cells: String = columns
                .iter()
                .map(|column| {
                    let exceptional =
                        column.exceptional_rows.iter().any(|&row| usize::from(row) == place + 1);
                    let star = if exceptional { "*" } else { " " };
                    format!("{:>5}{star}", column.cells[place].to_string())
                })
                .collect();
            format!("{:>6}{cells}", place + 1).trim_end().to_owned()
        })
        .collect()
}

/// Joins two blocks of lines side by side.
fn beside(left: &[String], right: &[String]) -> Vec<String> {
    let width = left.iter().map(|line| line.chars().count()).max().map_or(0, |width| width + 3);
    (0..left.len().max(right.len()))
        .map(|place| {
            let left = left.get(place).map_or("", String::as_str);
            let right = right.get(place).map_or("", String::as_str);
            format!("{left}{}{right}", " ".repeat(width - left.chars().count()))
                .trim_end()
                .to_owned()
        })
        .collect()
}

impl Answer for CardSheet {
    const KIND: &'static str = "card";

    fn explanation(&self) -> Vec<String> {
        let mut line = format!("card {}", self.number);
        line.extend(self.rank.map(|rank| format!(", rank {rank}")));
        line.extend(self.suit.map(|suit| format!(", suit {suit}")));
        line.extend(self.playing_card.iter().map(|card| format!(" ({card})")));
        line.extend(self.toggle.map(|toggle| format!(", toggle {toggle}")));
        vec![line]
    }

    fn text(&self) -> String {
        let mut lines = self.explanation();
        lines.extend(self.picture());
        let has_exceptional = self.cause.iter().any(|column| !column.exceptional_rows.is_empty())
            || self.effect.iter().any(|column| !column.exceptional_rows.is_empty());
        let legend = [
            has_exceptional.then_some("* exceptional"),
            (!self.hit.is_empty()).then_some("> standard hit location"),
        ];
        let legend: Vec<&str> = legend.into_iter().flatten().collect();
        if !legend.is_empty() {
            lines.push(legend.join("   "));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    fn spoken(&self) -> String {
        let mut lines = self.explanation();
        lines.extend(self.cause.iter().map(|column| column.spoken("cause")));
        lines.extend(self.effect.iter().map(|column| column.spoken("effect")));
        let hits = self.hit.iter().map(|entry| match entry.standard {
            true => format!("{} (standard)", entry.location),
            false => entry.location.clone(),
        });
        if !self.hit.is_empty() {
            lines.push(format!("hit locations from the top: {}", joined(hits)));
        }
        lines.extend(self.burst.iter().map(|burst| {
            format!("burst of {}: {}", burst.shots, counted(burst.hits.into(), "hit"))
        }));
        let row = [
            self.penetration.map(|number| format!("penetration {number}")),
            self.scatter.map(|hour| format!("scatter {hour} o'clock")),
            self.unintended.map(|number| format!("unintended {number}")),
        ];
        let row: Vec<String> = row.into_iter().flatten().collect();
        if !row.is_empty() {
            lines.push(row.join(", "));
        }
        if let Some(failure) = self.failure {
            lines.push(format!("failure {failure}"));
        }
        lines.extend(self.extras.iter().filter_map(|extra| match &extra.value {
            ExtraValue::Blank => None,
            ExtraValue::Number(number) => Some(format!("{}: {number}", extra.id)),
            ExtraValue::Text(text) => Some(format!("{}: {text}", extra.id)),
        }));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

impl<T: ToString> SheetColumn<T> {
    /// `cause d10, rows 1 to 5: 7, 10 exceptional, 3, 7, 4`
    fn spoken(&self, grid: &str) -> String {
        let cells = (1..).zip(&self.cells).map(|(row, cell)| {
            let mark = if self.exceptional_rows.contains(&row) { " exceptional" } else { "" };
            format!("{}{mark}", cell.to_string())
        });
        format!("{grid} {}, rows 1 to {}: {}", self.die, self.cells.len(), joined(cells))
    }
}

fn joined(pieces: impl Iterator<Item = String>) -> String {
    pieces.collect::<Vec<String>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};

    #[test]
    fn the_picture_shows_both_grids_and_marks_what_the_face_marks() {
        let text = CardSheet::new(&deck(), card(34)).text();
        assert!(
            text.starts_with("card 34, rank 9, suit 2 (10 of diamonds), toggle yes\n"),
            "{text}"
        );
        assert!(text.contains("10*"), "{text}");
        assert!(text.contains("> belly"), "{text}");
        assert!(text.contains("(2)") || text.contains("effect"), "{text}");
    }

    #[test]
    fn the_spoken_card_draws_nothing_and_leaves_nothing_out() {
        let deck = deck();
        let spoken = CardSheet::new(&deck, card(34)).spoken();
        assert!(spoken.contains("\ncause d10, rows 1 to 5: 7, 10 exceptional, 3, 7,"), "{spoken}");
        assert!(spoken.contains(" (standard)") && spoken.contains("o'clock"), "{spoken}");
        for number in CardNumbers::POKER.iter() {
            let sheet = CardSheet::new(&deck, number);
            let spoken = sheet.spoken();
            assert!(spoken.is_ascii(), "{spoken}");
            for column in &sheet.effect {
                assert!(column.cells.iter().all(|cell| spoken.contains(&cell.to_string())));
            }
        }
    }

    #[test]
    fn all_lines_of_the_picture_are_equally_wide() {
        let deck = deck();
        for number in CardNumbers::POKER.iter() {
            let picture = CardSheet::new(&deck, number).picture();
            let widths: Vec<usize> = picture.iter().map(|line| line.chars().count()).collect();
            assert!(widths.iter().all(|&width| width == widths[0]), "card {number}: {widths:?}");
        }
    }

    #[test]
    fn the_sheet_holds_every_cell_of_the_card() {
        let deck = deck();
        for number in CardNumbers::POKER.iter() {
            let sheet = CardSheet::new(&deck, number);
            for (place, column) in sheet.cause.iter().enumerate() {
                assert_eq!(deck.card(number).cause.column(place), column.cells);
            }
            for (place, column) in sheet.effect.iter().enumerate() {
                assert_eq!(deck.card(number).effect.column(place), column.cells);
            }
            assert_eq!(1, sheet.hit.iter().filter(|entry| entry.standard).count());
        }
    }
}
