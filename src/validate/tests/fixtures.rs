//! A test deck that keeps every rule of the default spec: cumulative counts in every cell, shuffled element
//! by element, pins swapped into place. Its dependence is that of a poor shuffle.

use crate::deck::{Card, CardNumbers, CauseCell, ClockHour, Deck, ExtraValue, Field, Grid, Layout};
use crate::dice::{Distribution, Probability, open_ended_at_least, share};
use crate::random::Draws;
use crate::spec::{PinCard, PinValue, Spec, preset};

/// The default spec.
pub(in crate::validate) fn spec() -> Spec {
    preset("future-imperfect").expect("the preset exists").spec().expect("the preset is sound")
}

/// A valid deck.
pub(in crate::validate) fn deck() -> Deck {
    EditableDeck::new().deck()
}

/// A deck that tests may change.
pub(in crate::validate) struct EditableDeck {
    pub layout: Layout,
    pub cards: Vec<Card>,
}

/// The cards with the groups of the default pins.
const GROUPS: [(&str, u8); 3] = [("kayla", 20), ("chuk", 27), ("fanfire", 48)];

impl EditableDeck {
    pub fn new() -> Self {
        let spec = spec();
        let cause: Vec<Vec<Vec<CauseCell>>> = cause_columns(&spec);
        let effect: Vec<Vec<Vec<u32>>> = effect_columns(&spec);
        let spread = |counts: Vec<(i64, u8)>| -> Vec<i64> {
            counts.iter().flat_map(|&(value, cards)| vec![value; usize::from(cards)]).collect()
        };
        let wide = |counts: &[(u8, u8)]| -> Vec<i64> {
            spread(counts.iter().map(|&(value, cards)| (value.into(), cards)).collect())
        };
        let penetration =
            spread(spec.penetration.iter().map(|&(v, cards)| (v.into(), cards)).collect());
        let mut failure = wide(&spec.failure);
        failure.resize(54, 0);
        let scatter = wide(&spec.scatter);
        let unintended = wide(&spec.unintended);
        let bursts: Vec<Vec<i64>> = spec
            .bursts
            .iter()
            .map(|b| spread(b.hits.iter().map(|&(v, cards)| (v.into(), cards)).collect()))
            .collect();
        let even = share::cumulative(54, &share::even(spec.hit.steps().into()));
        let steps: Vec<u8> =
            (1..).zip(&even).flat_map(|(step, &cards)| vec![step; cards]).collect();
        let places: Vec<Vec<usize>> = (0..8).map(dealt).collect();
        let cards = CardNumbers::POKER
            .iter()
            .map(|number| {
                let card = usize::from(number.get());
                let (rank, suit) = CardNumbers::POKER.corners(number).unwrap();
                let hit_step = steps[places[2][card]];
                Card {
                    number,
                    rank,
                    suit,
                    toggle: spec.yes.toggle(spec.numbers, number),
                    cause: grid(&cause, card),
                    effect: grid(&effect, card),
                    hit: spec.hit.stack(hit_step),
                    hit_step,
                    bursts: bursts.iter().map(|b| b[places[3][card]] as u16).collect(),
                    penetration: penetration[places[4][card]] as i8,
                    scatter: ClockHour::new(scatter[places[5][card]] as u8).expect("an hour"),
                    failure: Some(failure[places[6][card]] as u8).filter(|&number| number > 0),
                    unintended: unintended[places[7][card]] as u8,
                    has_shuffle_sign: false,
                    extras: Vec::<ExtraValue>::new(),
                }
            })
            .collect();
        let mut deck = Self { layout: spec.layout(), cards };
        deck.keep_pins(&spec);
        deck
    }

    pub fn deck(&self) -> Deck {
        let cards = self.cards.clone();
        Deck::new("Sample", None, self.layout.clone(), cards).expect("the cards keep the layout")
    }

    /// Changes one cause cell.
    pub fn cause(&mut self, card: usize, sides: u16, row: u8, cell: CauseCell) {
        let column = self.layout.cause.columns.iter().position(|d| d.sides() == sides).unwrap();
        let grid = &self.cards[card].cause;
        let mut columns: Vec<Vec<CauseCell>> =
            (0..grid.columns()).map(|c| grid.column(c).to_vec()).collect();
        columns[column][usize::from(row) - 1] = cell;
        self.cards[card].cause = Grid::from_columns(&columns).unwrap();
    }

    /// Reads one cause cell.
    pub fn cause_at(&self, card: usize, sides: u16, row: u8) -> CauseCell {
        let column = self.layout.cause.columns.iter().position(|d| d.sides() == sides).unwrap();
        self.cards[card].cause.get(column, row).unwrap()
    }

    /// Changes one effect cell.
    pub fn effect(&mut self, card: usize, sides: u16, row: u8, value: u32) {
        let column = self.layout.effect.columns.iter().position(|d| d.sides() == sides).unwrap();
        let grid = &self.cards[card].effect;
        let mut columns: Vec<Vec<u32>> =
            (0..grid.columns()).map(|c| grid.column(c).to_vec()).collect();
        columns[column][usize::from(row) - 1] = value;
        self.cards[card].effect = Grid::from_columns(&columns).unwrap();
    }

    /// Exchanges one cause cell of two cards, which keeps all counts.
    pub fn swap_cause(&mut self, one: usize, other: usize, sides: u16, row: u8) {
        let (a, b) = (self.cause_at(one, sides, row), self.cause_at(other, sides, row));
        self.cause(one, sides, row, b);
        self.cause(other, sides, row, a);
    }

    /// Exchanges an effect column of two cards, which keeps all counts and rising rows.
    pub fn swap_effect_column(&mut self, one: usize, other: usize, column: usize) {
        for row in 1..=self.layout.effect.rows {
            let sides = self.layout.effect.columns[column].sides();
            let value = |card: &Card| card.effect.get(column, row).unwrap();
            let (a, b) = (value(&self.cards[one]), value(&self.cards[other]));
            self.effect(one, sides, row, b);
            self.effect(other, sides, row, a);
        }
    }

    /// Exchanges pinned cells into place with cards without a pin of that cell.
    fn keep_pins(&mut self, spec: &Spec) {
        let owner = |card: &PinCard| match card {
            PinCard::Number(number) => usize::from(number.get()),
            PinCard::Some(name) => {
                let group = GROUPS.iter().find(|(known, _)| known == name);
                usize::from(group.expect("a group of the default pins").1)
            }
        };
        for pin in &spec.pins {
            let card = owner(&pin.card);
            match (&pin.field, &pin.value) {
                (Field::Cause { die, row }, PinValue::Cause(cell)) => {
                    // A cell that already matches a pin is not moved.
                    let kept = |other: usize| {
                        let shown = PinValue::Cause(self.cause_at(other, die.sides(), *row));
                        spec.pins.iter().any(|known| {
                            known.field == pin.field
                                && owner(&known.card) == other
                                && known.value == shown
                        })
                    };
                    let other = (0..54).find(|&other| {
                        self.cause_at(other, die.sides(), *row) == *cell
                            && (other == card || !kept(other))
                    });
                    self.swap_cause(card, other.expect("a spare card"), die.sides(), *row);
                }
                (Field::Effect { die, row }, PinValue::Number(value)) => {
                    let column = self.layout.effect.column(*die).unwrap();
                    let shows = |other: &usize| {
                        self.cards[*other].effect.get(column, *row).map(i64::from) == Some(*value)
                    };
                    let other = (0..54).find(shows).expect("a spare card");
                    self.swap_effect_column(card, other, column);
                }
                (field, value) => unreachable!("the default pins have no {field} = {value:?}"),
            }
        }
    }
}

/// The index of each card in the list of an element, shuffled element by element.
fn dealt(element: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..54).collect();
    Draws::new(54, &format!("sample {element}")).shuffle(&mut places);
    places
}

/// The grid of one card from lists by column and row.
fn grid<T: Copy>(columns: &[Vec<Vec<T>>], card: usize) -> Grid<T> {
    let columns: Vec<Vec<T>> =
        columns.iter().map(|rows| rows.iter().map(|cells| cells[card]).collect()).collect();
    Grid::from_columns(&columns).expect("all columns have all rows")
}

fn cause_columns(spec: &Spec) -> Vec<Vec<Vec<CauseCell>>> {
    let column = |(place, column): (usize, &crate::spec::CauseColumn)| {
        (0..usize::from(spec.cause.rows))
            .map(|row| {
                let number = row as u8 + 1;
                let critical = usize::from(column.critical[row]);
                let mut faces = share::cumulative(54, &share::even(column.die.sides().into()));
                // If a row's exceptional cells are given, the face below has fewer cards.
                let top = faces.len() - 1;
                let exceptional = column.exceptional_cells(number, 54);
                let given = faces[top].clamp(*exceptional.start(), *exceptional.end());
                faces[top - 1] = faces[top - 1] + faces[top] - given;
                faces[top] = given;
                let mut cells = vec![CauseCell::CriticalFailure; critical];
                for (face, &cards) in (1..).zip(&faces) {
                    let cards = if face == 1 { cards - critical } else { cards };
                    cells.extend(vec![CauseCell::Number(face); cards]);
                }
                let above = column.above(number).iter().rev();
                for (cell, &value) in cells.iter_mut().rev().zip(above) {
                    *cell = CauseCell::Number(value);
                }
                dealt(100 + place * 8 + row).into_iter().map(|place| cells[place]).collect()
            })
            .collect()
    };
    spec.cause.columns.iter().enumerate().map(column).collect()
}

/// Every row of a column in the same order, so that rows rise: the sum of k dice exceeds a value at least as
/// likely as that of k − 1 dice exceeds that value minus one.
fn effect_columns(spec: &Spec) -> Vec<Vec<Vec<u32>>> {
    let rounded = |at_least: &Probability| *share::nearest(54, &share::ideal(54, at_least)).end();
    let column = |(place, die): (usize, &crate::dice::Die)| {
        let one = Distribution::open_ended(*die, 140);
        (1..=spec.effect.rows)
            .map(|row| {
                let sum = one.times(row.into(), 130);
                let value = |rank: usize| {
                    let reach = |x: &i64| rounded(&sum.at_least(*x)) < 54 - rank;
                    (i64::from(row)..=130).find(|x| reach(&(x + 1))).unwrap() as u32
                };
                dealt(200 + place).into_iter().map(value).collect()
            })
            .collect()
    };
    spec.effect.columns.iter().enumerate().map(column).collect()
}

#[test]
fn the_sample_covers_the_whole_share_of_open_ended_dice() {
    let die = crate::dice::Die::new(12).unwrap();
    assert!(open_ended_at_least(die, 130) < Probability::new(1.into(), 1_000_000.into()));
}
