//! The rows and columns of a grid in its room: widths, heights and size of the figures.

use crate::deck::{Field, GridShape};
use crate::diagnostic::Problem;
use crate::wording::counted;

use super::super::floors::{COLUMN_GAP, LEAST_DIGIT_MM, LEAST_TEXT_MM};
use super::super::values::Values;
use super::copies::Copies;
use super::copy::{Subject, draws};
use super::growth::Sharer;
use super::number_size::NumberSize;
use super::parts::{Grid, Parts, Prototype, Region, Repetition};
use super::place::Placer;
use super::place::placer_of;
use super::room::{Move, Room};
use super::texts::{self, Line, largest, lines_of, widest_of};

/// The least distance from a figure to the border of its column.
const MARGIN_MM: f64 = 0.3;
/// As [`MARGIN_MM`], in heights of a figure: 12 and 16 must not read as 1216.
const MARGIN: f64 = 0.25;
const _: () = assert!(2.0 * MARGIN > COLUMN_GAP);
/// The least height of a row above that of its figures; frames are in it.
const ABOVE_FIGURES_MM: f64 = 0.5;
/// The preferred height above that of the figures, before figures shrink.
const ROOMY_MM: f64 = 1.1;
/// The width of a frame beyond its figures, as a part of the slot.
const ABOUT_FIGURES: f64 = 0.45;
/// The largest scale of a row's label, since its tab does not widen.
const MOST_LABEL: f64 = 1.1;
/// The largest part of its column that a head takes.
const HEAD_PART: f64 = 0.9;
/// The smallest scale of a head, used only if its column could not be printed otherwise.
const LEAST_HEAD: f64 = 0.62;

/// The lines of a column.
#[derive(Debug)]
struct Column {
    cells: Vec<Line>,
    head: Vec<Line>,
}

/// The needs of a grid.
#[derive(Debug)]
pub(super) struct GridNeeds<'p, 'e> {
    grid: Grid,
    shape: &'p GridShape,
    cell: &'p Prototype<'e>,
    head: Option<&'p Prototype<'e>>,
    columns: Vec<Column>,
    /// Height of the figures as drawn.
    figure_mm: f64,
    /// The smallest font size of a figure.
    least_mm: f64,
    /// The largest scale of the figures relative to the drawing.
    most: f64,
    number: NumberSize,
}

/// A grid in its room.
#[derive(Debug)]
pub(super) struct GridLayout {
    /// The borders of the columns, from the left edge to the right.
    borders: Vec<f64>,
    /// The scale of the figures.
    scale: f64,
}

impl<'p, 'e> GridNeeds<'p, 'e> {
    /// Measures the grid of a deck in a template; `None` if its cells are not prototypes.
    ///
    /// # Errors
    /// A head without a drawing for a column's die.
    pub(super) fn new(
        grid: Grid,
        parts: &'p Parts<'e>,
        values: &Values<'p>,
    ) -> Result<Option<Self>, Problem> {
        let (number, most) = (parts.number, parts.growth.most(Region::Panel(grid)));
        let layout = values.deck.layout();
        let shape = match grid {
            Grid::Cause => &layout.cause,
            Grid::Effect => &layout.effect,
        };
        let Some(cell) = parts.with_kind(Repetition::Cell(grid)).next() else { return Ok(None) };
        if shape.columns.is_empty() {
            return Ok(None);
        }
        let head = parts.with_kind(Repetition::Head(grid)).next();
        let undrawn = |head: &&Prototype<'_>| {
            shape.columns.iter().copied().find(|&die| !draws(head.element, die))
        };
        if let Some(die) = parts.with_kind(Repetition::Head(grid)).find_map(|head| undrawn(&head)) {
            let message = format!("the heads of the {} grid have no {die}", grid.name());
            return Err(Problem::coded("template.layout", message)
                .accepts(format!("a group \"die {die}\" or \"die other\"")));
        }
        let column = |&die| {
            let cells = (1..=shape.rows).map(|row| {
                let copy = Subject::Cell(grid.field(die, row)).copy_of(cell.element);
                lines_of(&copy, &cell.lettering, values)
            });
            let head = head.map(|head| {
                lines_of(&Subject::Head(die).copy_of(head.element), &head.lettering, values)
            });
            Column { cells: cells.fold(Vec::new(), widest_of), head: head.unwrap_or_default() }
        };
        let columns: Vec<Column> = shape.columns.iter().map(column).collect();
        let lines = || columns.iter().flat_map(|column| &column.cells);
        let figures = lines().map(|line| line.lettering.digit_height_mm());
        let figure_mm = figures.fold(0.0, f64::max);
        let floors = lines().map(|line| {
            let ems = line.lettering.digit_height_mm() / line.lettering.size_mm;
            if ems > 0.0 { least_digit_mm(cell) / ems } else { line.lettering.least_mm }
        });
        let least_mm = floors.fold(cell.lettering.least_mm, f64::max);
        Ok(Some(Self { grid, shape, cell, head, columns, figure_mm, least_mm, most, number }))
    }

    /// The height of the rows in the template, for the number of rows of the deck.
    pub(super) fn drawn_height_mm(&self) -> f64 {
        self.cell.slot.height() * f64::from(self.shape.rows)
    }

    /// Whether it has one row and one column.
    pub(super) fn is_one_cell(&self) -> bool {
        self.shape.rows == 1 && self.columns.len() == 1
    }

    /// The grid among the parts that share a height, in a room of this width.
    pub(super) fn sharer(&self, width_mm: f64) -> Sharer {
        let fits = |scale| self.even_width_mm(scale) <= width_mm;
        let most = self.apart_from_number(largest(1.0, self.most, fits).unwrap_or(1.0));
        Sharer { region: Region::Panel(self.grid), drawn_mm: self.drawn_height_mm(), most }
    }

    /// The least height in which the rows are legible.
    pub(super) fn least_height_mm(&self) -> f64 {
        (least_digit_mm(self.cell) + ABOVE_FIGURES_MM) * f64::from(self.shape.rows)
    }

    /// The scale of the figures in a room of this height and any width.
    fn scale_by_height(&self, height_mm: f64) -> f64 {
        let row = height_mm / f64::from(self.shape.rows);
        let drawn = row / self.cell.slot.height();
        if drawn >= 1.0 {
            drawn.min(self.most)
        } else {
            ((row - ROOMY_MM) / self.figure_mm).min(1.0).max(self.least_scale())
        }
    }

    /// The scale of the smallest legible figures.
    pub(super) fn least_scale(&self) -> f64 {
        let sizes = self.columns.iter().flat_map(|column| &column.cells);
        let largest = sizes.map(|line| line.lettering.size_mm).fold(0.0, f64::max);
        if largest > 0.0 { (self.least_mm / largest).min(1.0) } else { 1.0 }
    }

    /// The largest scale up to this one at which no figure has the size of the card's number.
    fn apart_from_number(&self, scale: f64) -> f64 {
        let lines = self.columns.iter().flat_map(|column| &column.cells);
        self.number.apart(lines.map(|line| line.lettering.size_mm), scale)
    }

    /// The scale of figures in rows of this height, if the columns are as wide as it requires.
    pub(super) fn wanted_scale(&self, height_mm: f64) -> f64 {
        self.scale_by_height(height_mm).min(1.0)
    }

    /// The preferred total width of the columns for figures of this scale, in which heads can be
    /// distinguished at a glance.
    pub(super) fn wanted_width_mm(&self, scale: f64) -> f64 {
        self.wanted_widths_mm(scale).iter().sum()
    }

    fn wanted_widths_mm(&self, scale: f64) -> Vec<f64> {
        let head = self.head.map_or(0.0, |head| head.slot.width() * LEAST_HEAD / HEAD_PART);
        let widths = self.columns.iter().map(|column| self.column_width_mm(column, scale));
        widths.map(|width| width.max(head)).collect()
    }

    /// The preferred total width of the columns for the largest figures that fit the rows.
    pub(super) fn grown_width_mm(&self, height_mm: f64) -> f64 {
        self.even_width_mm(self.scale_by_height(height_mm))
    }

    /// The least total width of the columns for figures of this scale.
    pub(super) fn width_mm(&self, scale: f64) -> f64 {
        self.columns.iter().map(|column| self.column_width_mm(column, scale)).sum()
    }

    /// As [`width_mm`](Self::width_mm) with all columns as wide as the widest.
    fn even_width_mm(&self, scale: f64) -> f64 {
        let widths = self.columns.iter().map(|column| self.column_width_mm(column, scale));
        widths.fold(0.0, f64::max) * self.columns.len() as f64
    }

    /// The least width of a column for figures of this scale.
    fn column_width_mm(&self, column: &Column, scale: f64) -> f64 {
        /// Wider than any card.
        const FAR_MM: f64 = 1000.0;
        let margin_mm = MARGIN_MM.max(MARGIN * self.figure_mm * scale);
        let fits = |width: f64| {
            let room = self.cell.slot.as_wide_as(width);
            let cells = {
                let placer = self.cell_placer(room, scale, &column.cells);
                texts::excess(&column.cells, &placer, margin_mm)
            };
            let head = self.head.map_or(0.0, |head| {
                let placer = head_placer(head, head.slot.as_wide_as(width));
                texts::excess(&column.head, &placer, 0.0)
            });
            cells.max(head) <= texts::SLACK_MM
        };
        // Whatever fits also fits in every wider column, so the least width is found from below.
        FAR_MM - largest(0.0, FAR_MM - 0.1, |spared| fits(FAR_MM - spared)).unwrap_or(0.0)
    }

    /// Lays out the grid in this room.
    ///
    /// # Errors
    /// What does not fit even at the smallest size, with measures.
    pub(super) fn laid(&self, room: Room, theme: &str) -> Result<GridLayout, Problem> {
        if room.height() + texts::SLACK_MM < self.least_height_mm() {
            return Err(self.no_height(room, theme));
        }
        let most = self.scale_by_height(room.height());
        // Figures grow as long as all columns are equal, so that heads are evenly spaced beside the title.
        let fits = |scale| {
            let width = if scale > 1.0 { self.even_width_mm(scale) } else { self.width_mm(scale) };
            width <= room.width() + texts::SLACK_MM
        };
        let Some(scale) = largest(self.least_scale(), most, fits) else {
            return Err(self.no_width(room, theme));
        };
        let scale = self.apart_from_number(scale);
        let wanted = self.wanted_widths_mm(scale);
        let needs = match wanted.iter().sum::<f64>() <= room.width() {
            true => wanted,
            false => {
                self.columns.iter().map(|column| self.column_width_mm(column, scale)).collect()
            }
        };
        let mut borders = vec![room.left];
        for width in shares(&needs, room.width()) {
            borders.push(borders.last().copied().unwrap_or(room.left) + width);
        }
        Ok(GridLayout { borders, scale })
    }

    fn no_height(&self, room: Room, theme: &str) -> Problem {
        let row = least_digit_mm(self.cell) + ABOVE_FIGURES_MM;
        let message = format!(
            "theme {theme}: {} of the {} grid take {:.1} mm; there is room for {:.1} mm",
            counted(self.shape.rows.into(), "row"),
            self.grid.name(),
            self.least_height_mm(),
            room.height()
        );
        let most = (room.height() / row).floor();
        Problem::coded("face.no-room", message).accepts(format!("at most {most:.0} rows"))
    }

    fn no_width(&self, room: Room, theme: &str) -> Problem {
        let scale = self.least_scale();
        let count = self.shape.columns.len();
        let widths: Vec<f64> =
            self.columns.iter().map(|column| self.column_width_mm(column, scale)).collect();
        let needed: f64 = widths.iter().sum();
        let figures = self.columns.iter().filter_map(|column| texts::longest(&column.cells));
        let longest = figures.map(|line| line.widest.chars().count()).max().unwrap_or(0);
        let mut left = room.width();
        let fitting = widths.iter().take_while(|width| {
            left -= **width;
            left >= 0.0
        });
        let most = match fitting.count() {
            0 => "smaller dice or fewer rows".to_owned(),
            1 => format!("the first column alone, {}", self.shape.columns[0]),
            most => format!("the first {most} columns, up to {}", self.shape.columns[most - 1]),
        };
        let columns = counted(count, "column");
        let message = format!(
            "theme {theme}: {columns} of the {} grid with figures of up to {longest} digits need \
             {needed:.1} mm at the smallest size that can be read; there is room for {:.1} mm",
            self.grid.name(),
            room.width()
        );
        Problem::coded("face.no-room", message).accepts(most)
    }

    /// Places the cells of a column with these lines.
    fn cell_placer(&self, column: Room, scale: f64, lines: &[Line]) -> Placer {
        let slot = self.cell.slot;
        let placer =
            Placer { least_mm: self.least_mm, ..placer_of(Move { from: slot, to: slot }, scale) };
        // A frame keeps its drawn width for figures of this size, unless they are longer.
        let widths = lines.iter().map(|line| line.width_mm * placer.text_scale(&line.lettering));
        let longest = widths.fold(0.0, f64::max) + slot.width() * ABOUT_FIGURES;
        let width = column.width().min(longest.max(slot.width() * scale.max(1.0)));
        // It also keeps its height, so that it is wide and not tall in rows that are taller than its figures.
        let to = column.as_wide_as(width).at_most_as_high_as(slot.height() * scale.max(1.0));
        Placer { moved: Move { from: slot, to }, ..placer }
    }
}

/// The widths of columns with these needs, in a room that is wide enough: all equal, except for those that
/// need more.
fn shares(needs: &[f64], width: f64) -> Vec<f64> {
    let mut wide = vec![false; needs.len()];
    loop {
        let taken: f64 = needs.iter().zip(&wide).filter(|(_, wide)| **wide).map(|(n, _)| n).sum();
        let others = wide.iter().filter(|wide| !**wide).count();
        let share = (width - taken) / others.max(1) as f64;
        let more = |(need, is_wide): (&f64, &bool)| *is_wide || *need > share + texts::SLACK_MM;
        let next: Vec<bool> = needs.iter().zip(&wide).map(more).collect();
        if next == wide || next.iter().all(|wide| *wide) {
            let spare = if others == 0 { (width - taken) / needs.len() as f64 } else { 0.0 };
            let one = |(need, is_wide): (&f64, &bool)| if *is_wide { need + spare } else { share };
            return needs.iter().zip(&wide).map(one).collect();
        }
        wide = next;
    }
}

/// The smallest height of a digit in a cell, in the template's units: larger if the template is printed
/// smaller than it is drawn.
fn least_digit_mm(cell: &Prototype<'_>) -> f64 {
    LEAST_DIGIT_MM * (cell.lettering.least_mm / LEAST_TEXT_MM)
}

/// The width of a head in its column.
fn head_width_mm(head: &Prototype<'_>, column: Room) -> f64 {
    (column.width() * HEAD_PART).min(head.slot.width())
}

fn head_placer(head: &Prototype<'_>, column: Room) -> Placer {
    let width = head_width_mm(head, column);
    let to = column.as_wide_as(width);
    placer_of(Move { from: head.slot, to }, width / head.slot.width())
}

impl Grid {
    fn field(self, die: crate::dice::Die, row: u8) -> Field {
        match self {
            Self::Cause => Field::Cause { die, row },
            Self::Effect => Field::Effect { die, row },
        }
    }
}

impl GridLayout {
    /// The room of the first head, which titles beside the heads must leave free; `None` in a template without
    /// heads. The cells move from one room to another.
    pub(super) fn first_head(&self, parts: &Parts<'_>, grid: Grid, cells: Move) -> Option<Room> {
        let head = parts.with_kind(Repetition::Head(grid)).next()?;
        let column = Room {
            left: self.borders[0],
            right: self.borders[1],
            ..cells.stretched_room(head.slot)
        };
        Some(column.as_wide_as(head_width_mm(head, column)))
    }

    /// The copies of all prototypes of a grid whose cells move from one room to another. Rows and
    /// their labels begin at `edge` if there is nothing to the left of the grid in its panel.
    pub(super) fn copies(
        &self,
        needs: &GridNeeds<'_, '_>,
        parts: &Parts<'_>,
        cells: Move,
        edge: Option<f64>,
        copies: &mut Copies,
    ) {
        let (grid, shape, room) = (needs.grid, needs.shape, cells.to);
        let row_height = room.height() / f64::from(shape.rows);
        let row_top = |row: u8| room.top + f64::from(row - 1) * row_height;
        let columns = || self.borders.windows(2).zip(&shape.columns);
        let rows = || 1..=shape.rows;
        for cell in parts.with_kind(Repetition::Cell(grid)) {
            for ((span, &die), drawn) in columns().zip(&needs.columns) {
                for row in rows() {
                    let (top, bottom) = (row_top(row), row_top(row) + row_height);
                    let column = Room { left: span[0], top, right: span[1], bottom };
                    let placer = needs.cell_placer(column, self.scale, &drawn.cells);
                    copies.add(
                        cell,
                        &Subject::Cell(grid.field(die, row)).copy_of(cell.element),
                        &placer,
                    );
                }
            }
        }
        for head in parts.with_kind(Repetition::Head(grid)) {
            let stands = cells.stretched_room(head.slot);
            for (span, &die) in columns() {
                let column = Room { left: span[0], right: span[1], ..stands };
                copies.add(
                    head,
                    &Subject::Head(die).copy_of(head.element),
                    &head_placer(head, column),
                );
            }
        }
        // A single row needs no label.
        let is_row = |(each, _): &&(Repetition, Prototype<'_>)| {
            *each == Repetition::Row(grid) || (*each == Repetition::Label(grid) && shape.rows > 1)
        };
        let of_rows = || {
            let drawn = parts.prototypes.iter().filter(is_row);
            drawn.map(|(each, drawn)| (each, drawn, cells.stretched_room(drawn.slot)))
        };
        let begin = of_rows().map(|(.., stands)| stands.left).fold(f64::INFINITY, f64::min);
        let shift = edge.map_or(0.0, |edge| edge - begin);
        for (each, drawn, stands) in of_rows() {
            let scale = (row_height / drawn.slot.height()).min(MOST_LABEL);
            let is_label = *each == Repetition::Label(grid);
            let height = if is_label { drawn.slot.height() * scale } else { row_height };
            let left = stands.left + shift;
            let right = match edge {
                Some(_) if is_label => left + stands.width() * scale,
                _ => stands.right,
            };
            for row in rows() {
                let top = row_top(row) + (row_height - height) / 2.0;
                let to = Room { left, top, right, bottom: top + height };
                let placer = placer_of(Move { from: drawn.slot, to }, scale);
                copies.add(drawn, &Subject::Row(row).copy_of(drawn.element), &placer);
            }
        }
        let inner = &self.borders[1..self.borders.len() - 1];
        for crossing in parts.with_kind(Repetition::Crossing(grid)) {
            let [x, y] = crossing.slot.middle();
            for &border in inner {
                for row in rows().skip(1) {
                    let (dx, dy) = (border - x, row_top(row) - y);
                    copies.add(
                        crossing,
                        &Subject::Border.copy_of(crossing.element),
                        &shifted(crossing, dx, dy),
                    );
                }
            }
        }
        for line in parts.with_kind(Repetition::Border(grid)) {
            let stands = cells.stretched_room(line.slot);
            for &border in inner {
                let half = line.slot.width() / 2.0;
                let to = Room { left: border - half, right: border + half, ..stands };
                let placer = placer_of(Move { from: line.slot, to }, 1.0);
                copies.add(line, &Subject::Border.copy_of(line.element), &placer);
            }
        }
    }
}

/// A shift without scaling.
fn shifted(prototype: &Prototype<'_>, dx: f64, dy: f64) -> Placer {
    let Room { left, top, right, bottom } = prototype.slot;
    let to = Room { left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy };
    placer_of(Move { from: prototype.slot, to }, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_alike_unless_one_needs_more() {
        assert_eq!(vec![5.0, 5.0], shares(&[1.0, 4.0], 10.0));
        assert_eq!(vec![2.0, 2.0, 6.0], shares(&[1.0, 1.5, 6.0], 10.0));
        assert_eq!(vec![3.0, 7.0], shares(&[3.0, 7.0], 10.0));
    }

    proptest::proptest! {
        #[test]
        fn shares_fill_the_width_and_give_every_column_what_it_needs(
            needs in proptest::collection::vec(0.5..9.0f64, 1..8), spare in 0.0..30.0f64,
        ) {
            let width = needs.iter().sum::<f64>() + spare;
            let shares = shares(&needs, width);
            proptest::prop_assert!((shares.iter().sum::<f64>() - width).abs() < 1e-6);
            for (share, need) in shares.iter().zip(&needs) {
                proptest::prop_assert!(share + 1e-6 >= *need, "{shares:?} {needs:?}");
            }
        }
    }
}
