//! The layout of a deck's cards: grid columns and rows, bursts, stack height, extras.

use std::collections::BTreeSet;

use crate::diagnostic::{Fault, Problem, fault};
use crate::dice::Die;
use crate::input::limits::{BURSTS, ELEMENTS, GRID_COLUMNS, Limit, STACK};

use super::{Card, CardNumbers, CauseCell, Field, Part, ShufflePolicy, ShuffleTrigger};

/// Columns and rows of one grid; none in an omitted grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridShape {
    /// The columns from left to right, ascending in sides.
    pub columns: Vec<Die>,
    /// The number of rows, 1 to 8; 0 in a grid without columns.
    pub rows: u8,
}

impl GridShape {
    /// The largest number of rows on a card.
    pub const MAX_ROWS: u8 = 8;

    /// The index of `die` among the columns, from 0.
    pub fn column(&self, die: Die) -> Option<usize> {
        self.columns.iter().position(|&column| column == die)
    }

    /// Every cell as (column, row), rows from 1, column by column.
    pub fn cells(&self) -> impl Iterator<Item = (Die, u8)> {
        self.columns.iter().flat_map(|&die| (1..=self.rows).map(move |row| (die, row)))
    }
}

/// The parts that vary between decks. All cards of a deck share one layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The numbers of the cards, and with them the size of the deck.
    pub numbers: CardNumbers,
    /// The cause grid.
    pub cause: GridShape,
    /// The effect grid.
    pub effect: GridShape,
    /// Burst sizes in shots, ascending.
    pub bursts: Vec<u16>,
    /// The number of locations in the hit stack; 0 if it is omitted.
    pub stack: u8,
    /// The deck's own shuffle policy; the cards then have a field for the shuffle sign.
    pub shuffle: Option<ShufflePolicy>,
    /// Ids of designer elements, in alphabetical order.
    pub extras: Vec<String>,
    /// The omitted parts of one value per card. Effect, hit and burst are omitted by having no columns,
    /// entries and sizes.
    pub left_out: BTreeSet<Part>,
    /// The columns of the cause grid with closed dice: their cells never require another card.
    pub closed: BTreeSet<Die>,
    /// The columns of the cause grid without cells marked as exceptional.
    pub plain: BTreeSet<Die>,
}

/// Why fields do not form a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// A built-in field, or a cell of a grid or the stack, is missing.
    Missing(String),
    /// A grid has more rows than a card has room for.
    Rows,
    /// There are more items than a card can hold.
    TooMany {
        /// What has too many items, such as `the cause grid`.
        what: &'static str,
        /// Their number.
        count: usize,
        /// The largest accepted number.
        limit: Limit,
    },
}

impl Fault for LayoutError {
    fn problem(&self) -> Problem {
        match self {
            Self::Missing(name) => {
                Problem::coded("deck.column-missing", format!("column {name} is missing"))
            }
            Self::Rows => {
                let message = format!("a grid has more than {} rows", GridShape::MAX_ROWS);
                Problem::coded("deck.too-many-rows", message)
            }
            Self::TooMany { what, count, limit } => {
                let message = format!("{what} has {}", limit.amount(*count));
                Problem::coded("deck.too-many-fields", message).accepts(limit.accepted())
            }
        }
    }
}

fault!(LayoutError);

impl Layout {
    /// The layout of a poker deck with exactly these fields, in any order. A part without fields is omitted;
    /// every column is open-ended and has exceptional cells, and cards with a shuffle sign are shuffled at once.
    ///
    /// # Errors
    /// Every built-in field that is missing, every gap in a grid, a stack or the rows; or every number above
    /// its limit.
    pub fn from_fields(fields: &[Field]) -> Result<Self, Vec<LayoutError>> {
        let mut cause = Vec::new();
        let mut effect = Vec::new();
        let (mut bursts, mut stack, mut extras) = (Vec::new(), Vec::new(), Vec::new());
        let mut shuffle = None;
        for field in fields {
            match field {
                Field::Cause { die, row } => cause.push((*die, *row)),
                Field::Effect { die, row } => effect.push((*die, *row)),
                Field::Burst(shots) => bursts.push(*shots),
                Field::Hit(entry) => stack.push(*entry),
                Field::Shuffle => shuffle = Some(ShufflePolicy::SIGNS_AT_ONCE),
                Field::Extra(id) => extras.push(id.clone()),
                _ => {}
            }
        }
        bursts.sort_unstable();
        extras.sort_unstable();
        let layout = Self {
            numbers: CardNumbers::POKER,
            cause: enclosing_shape(&cause),
            effect: enclosing_shape(&effect),
            bursts,
            stack: stack.into_iter().max().unwrap_or(0),
            shuffle,
            extras,
            left_out: single_parts()
                .filter(|part| fields.iter().all(|field| field.part() != Some(*part)))
                .collect(),
            closed: BTreeSet::new(),
            plain: BTreeSet::new(),
        };
        let too_many = layout.past_limits();
        if !too_many.is_empty() {
            return Err(too_many);
        }
        let known: BTreeSet<&Field> = fields.iter().collect();
        let mut missing: Vec<String> = layout
            .fields()
            .into_iter()
            .filter(|field| !known.contains(field))
            .map(|field| field.to_string())
            .collect();
        if layout.cause.columns.is_empty() {
            missing.push("cause_d6_1 and the other cells of the cause grid".to_owned());
        }
        let has_step = known.contains(&Field::HitStep);
        if layout.stack < 2 && (layout.stack > 0 || has_step) {
            missing.push("hit_1, hit_2 and on".to_owned());
        }
        let tall = [&layout.cause, &layout.effect].map(|grid| grid.rows > GridShape::MAX_ROWS);
        let mut faults: Vec<LayoutError> = missing.into_iter().map(LayoutError::Missing).collect();
        if tall.contains(&true) {
            faults.push(LayoutError::Rows);
        }
        if faults.is_empty() { Ok(layout) } else { Err(faults) }
    }

    /// The numbers above their limits; other faults are then not reported.
    fn past_limits(&self) -> Vec<LayoutError> {
        let counts = [
            (self.cause.columns.len(), GRID_COLUMNS, "the cause grid"),
            (self.effect.columns.len(), GRID_COLUMNS, "the effect grid"),
            (self.bursts.len(), BURSTS, "the deck"),
            (usize::from(self.stack), STACK, "the deck"),
            (self.extras.len(), ELEMENTS, "the deck"),
        ];
        let past = counts.into_iter().filter(|(count, limit, _)| limit.is_passed_by(*count));
        past.map(|(count, limit, what)| LayoutError::TooMany { what, count, limit }).collect()
    }

    /// Every field of a card in canonical order: the columns of `deck.csv`.
    pub fn fields(&self) -> Vec<Field> {
        let shown = |part: Part, field| self.has(part).then_some(field);
        let mut fields = vec![Field::Number];
        fields.extend(shown(Part::Rank, Field::Rank));
        fields.extend(shown(Part::Suit, Field::Suit));
        fields.extend(shown(Part::Toggle, Field::Toggle));
        fields.extend(self.cause.cells().map(|(die, row)| Field::Cause { die, row }));
        fields.extend(self.effect.cells().map(|(die, row)| Field::Effect { die, row }));
        fields.extend((1..=self.stack).map(Field::Hit));
        fields.extend(shown(Part::Hit, Field::HitStep));
        fields.extend(self.bursts.iter().copied().map(Field::Burst));
        fields.extend(shown(Part::Penetration, Field::Penetration));
        fields.extend(shown(Part::Scatter, Field::Scatter));
        fields.extend(shown(Part::Failure, Field::Failure));
        fields.extend(shown(Part::Unintended, Field::Unintended));
        fields.extend(self.shuffle.map(|_| Field::Shuffle));
        fields.extend(self.extras.iter().cloned().map(Field::Extra));
        fields
    }

    /// The suffix of a cell whose column is closed.
    pub(crate) const CLOSED: &str = " closed";
    /// The suffix of a cell whose column is plain.
    pub(crate) const PLAIN: &str = " plain";

    /// The name of a field in the first line of `deck.csv`: `number`, `number 0-59` if it is not a poker deck
    /// numbered from 0, `cause_d6_1`, `cause_d20_1 closed`, `shuffle 18-left at-once`.
    pub fn head(&self, field: &Field) -> String {
        match field {
            Field::Number if self.numbers != CardNumbers::POKER => {
                format!("{field} {}", self.numbers.to_code())
            }
            Field::Cause { die, .. } => field.to_string() + &self.marks(*die),
            Field::Shuffle => match self.shuffle {
                Some(policy) => format!("{field} {policy}"),
                None => field.to_string(),
            },
            _ => field.to_string(),
        }
    }

    /// The meaning of a field of a card: its text in `deck.csv`, and for the highest number of a closed or
    /// plain column that word, since such a cell does not require another card or has no frame: `20 plain`.
    pub fn says(&self, field: &Field, card: &Card) -> String {
        let text = field.text(self, card);
        let Field::Cause { die, row } = field else { return text };
        let column = self.cause.columns.iter().position(|own| own == die);
        let cell = column.and_then(|column| card.cause.get(column, *row));
        match cell.is_some_and(|cell| cell.is_highest(die.sides())) {
            true => text + &self.marks(*die),
            false => text,
        }
    }

    /// The suffixes by which a column differs from an open-ended one, each with a leading blank: ` closed`.
    fn marks(&self, die: Die) -> String {
        let marks = [(Self::CLOSED, &self.closed), (Self::PLAIN, &self.plain)];
        marks
            .into_iter()
            .filter(|(_, columns)| columns.contains(&die))
            .map(|(word, _)| word)
            .collect()
    }

    /// Whether the cards show a part.
    pub fn has(&self, part: Part) -> bool {
        match part {
            Part::Effect => !self.effect.columns.is_empty(),
            Part::Hit => self.stack > 0,
            Part::Burst => !self.bursts.is_empty(),
            _ => !self.left_out.contains(&part),
        }
    }

    /// Whether cards can have a shuffle sign.
    pub fn has_shuffle_signs(&self) -> bool {
        self.shuffle.is_some_and(|policy| policy.trigger == ShuffleTrigger::Sign)
    }

    /// Whether a cell of a cause column requires another card: its die is open-ended, and it shows the
    /// highest number or more (Action Cards, "Exceptional Results").
    pub fn goes_on(&self, die: Die, cell: CauseCell) -> bool {
        cell.is_highest(die.sides()) && !self.closed.contains(&die)
    }

    /// Whether a cell of a cause column is marked as exceptional: it shows the highest number of the die or
    /// more, and the column has marks. With open-ended dice it requires another card, with closed dice it is
    /// only the best result.
    pub fn is_exceptional(&self, die: Die, cell: CauseCell) -> bool {
        cell.is_highest(die.sides()) && !self.plain.contains(&die)
    }
}

/// The parts with one value per card.
fn single_parts() -> impl Iterator<Item = Part> {
    Part::ALL.into_iter().filter(|part| !matches!(part, Part::Effect | Part::Hit | Part::Burst))
}

/// The smallest grid that holds all the cells.
fn enclosing_shape(cells: &[(Die, u8)]) -> GridShape {
    let mut columns: Vec<Die> = cells.iter().map(|&(die, _)| die).collect();
    columns.sort_unstable();
    columns.dedup();
    GridShape { columns, rows: cells.iter().map(|&(_, row)| row).max().unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Layout {
        let columns: Vec<Die> = [4, 6].into_iter().filter_map(Die::new).collect();
        Layout {
            numbers: CardNumbers::POKER,
            cause: GridShape { columns: columns.clone(), rows: 2 },
            effect: GridShape { columns, rows: 3 },
            bursts: vec![3, 5],
            stack: 4,
            shuffle: None,
            left_out: BTreeSet::new(),
            extras: vec!["omen".to_owned()],
            closed: BTreeSet::new(),
            plain: BTreeSet::new(),
        }
    }

    #[test]
    fn a_layout_is_rebuilt_from_its_fields_in_any_order() {
        let mut fields = layout().fields();
        fields.reverse();
        assert_eq!(Ok(layout()), Layout::from_fields(&fields));
    }

    #[test]
    fn closed_and_plain_columns_read_the_highest_number() {
        let d6 = Die::new(6).unwrap();
        for (closed, plain) in [(false, false), (false, true), (true, false), (true, true)] {
            let some = |is: bool| is.then_some(d6).into_iter().collect();
            let layout = Layout { closed: some(closed), plain: some(plain), ..layout() };
            for cell in [CauseCell::CriticalFailure, CauseCell::Number(5)] {
                assert!(!layout.goes_on(d6, cell) && !layout.is_exceptional(d6, cell));
            }
            for cell in [CauseCell::Number(6), CauseCell::Number(8)] {
                let reported = (layout.goes_on(d6, cell), layout.is_exceptional(d6, cell));
                assert_eq!((!closed, !plain), reported);
            }
            // The other column is not affected.
            assert!(layout.goes_on(Die::new(4).unwrap(), CauseCell::Number(4)));
        }
    }

    #[test]
    fn every_gap_is_named() {
        let gaps = ["cause_d4_2", "effect_d6_1", "hit_2", "hit_step"];
        let fields: Vec<Field> = layout()
            .fields()
            .into_iter()
            .filter(|field| !gaps.contains(&field.to_string().as_str()))
            .collect();
        let faults = Layout::from_fields(&fields).unwrap_err();
        assert_eq!(faults, gaps.map(|gap| LayoutError::Missing(gap.to_owned())));
        assert_eq!("column cause_d4_2 is missing", faults[0].to_string());
    }

    #[test]
    fn a_grid_of_two_hundred_rows_is_refused_early() {
        let die = Die::new(4).unwrap();
        assert!(Layout::from_fields(&[Field::Cause { die, row: 255 }]).is_err());
    }
}
