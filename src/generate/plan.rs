//! What the search has to work with: the pins placed on cards, and the numbers a column or element
//! must hand out.

use std::ops::RangeInclusive;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive};

use crate::deck::{CauseCell, DECK_SIZE, ExtraValue, Field, GridShape};
use crate::dice::{Die, Distribution, Probability, best_of_at_least, open_ended_at_least, share};
use crate::random::Draws;
use crate::spec::{CauseColumn, Pin, PinCard, PinValue, Spec};

use super::follow_up::{FollowUp, LevelFollowUps};
use super::promise::Promise;

/// The most rows a grid has: the cells of a card in one column lie together in an array of so many.
pub(super) const ROWS: usize = GridShape::MAX_ROWS as usize;

/// Every pinned cell as (card, field, value): groups have been given a card each.
#[derive(Clone, Debug)]
pub(super) struct PlacedPins {
    cells: Vec<(usize, Field, PinValue)>,
}

impl PlacedPins {
    /// Gives every `*name` group a card of its own, drawn from those whose pins do not touch the
    /// columns the group needs and that no other group has. The corners say nothing about grids, so
    /// any such card is as good as another.
    ///
    /// # Errors
    /// The names of the groups that found no card.
    pub fn place(spec: &Spec, draws: &mut Draws) -> Result<Self, Vec<String>> {
        Self::place_by(spec, |_, free| free[draws.below(free.len())])
    }

    /// As [`place`](Self::place), but `choose` says which of the free cards a group gets.
    ///
    /// # Errors
    /// The names of the groups that found no card.
    pub fn place_by(
        spec: &Spec,
        mut choose: impl FnMut(&[&Pin], &[usize]) -> usize,
    ) -> Result<Self, Vec<String>> {
        let mut cells: Vec<(usize, Field, PinValue)> = Vec::new();
        let mut groups: Vec<(&str, Vec<&Pin>)> = Vec::new();
        for pin in &spec.pins {
            match &pin.card {
                PinCard::Number(number) => {
                    cells.push((usize::from(number.get()), pin.field.clone(), pin.value.clone()));
                }
                PinCard::Some(name) => match groups.iter_mut().find(|(known, _)| known == name) {
                    Some((_, pins)) => pins.push(pin),
                    None => groups.push((name, vec![pin])),
                },
            }
        }
        let mut taken: Vec<usize> = Vec::new();
        let mut unplaced = Vec::new();
        for (name, pins) in groups {
            let touches = |card: usize| {
                cells.iter().any(|(pinned, field, _)| {
                    *pinned == card && pins.iter().any(|pin| unit(&pin.field) == unit(field))
                })
            };
            let free: Vec<usize> =
                (0..DECK_SIZE).filter(|&card| !taken.contains(&card) && !touches(card)).collect();
            if free.is_empty() {
                unplaced.push(name.to_owned());
                continue;
            }
            let card = choose(&pins, &free);
            taken.push(card);
            cells.extend(pins.iter().map(|pin| (card, pin.field.clone(), pin.value.clone())));
        }
        if unplaced.is_empty() { Ok(Self { cells }) } else { Err(unplaced) }
    }

    /// The pinned cells of one field as (card, value).
    pub fn of(&self, field: &Field) -> Vec<(usize, &PinValue)> {
        self.cells
            .iter()
            .filter(|(_, pinned, _)| pinned == field)
            .map(|(card, _, value)| (*card, value))
            .collect()
    }
}

impl PlacedPins {
    /// The pinned values of one field as (card, number): a critical failure is 0, no failure number
    /// [`BLANK`], a designer's value its place in the list.
    pub fn numbers(&self, field: &Field, spec: &Spec) -> Vec<(usize, i64)> {
        let place = |value: &ExtraValue| {
            let element = spec.elements.iter().find(|e| *field == Field::Extra(e.id.clone()))?;
            let place = element.values.iter().position(|(known, _)| known == value)?;
            i64::try_from(place).ok()
        };
        let number = |value: &PinValue| match value {
            PinValue::Cause(cell) => Some(CauseCell::value(*cell).into()),
            PinValue::Number(number) => Some(*number),
            PinValue::Blank => Some(BLANK),
            PinValue::Extra(value) => place(value),
        };
        let pins = self.of(field).into_iter();
        pins.filter_map(|(card, value)| Some((card, number(value)?))).collect()
    }
}

/// Fields that are dealt to a card together: a grid column, or an element.
fn unit(field: &Field) -> (u8, u16) {
    match field {
        Field::Cause { die, .. } => (0, die.sides()),
        Field::Effect { die, .. } => (1, die.sides()),
        Field::Burst(_) => (2, 0),
        Field::HitStep => (3, 0),
        Field::Penetration => (4, 0),
        Field::Scatter => (5, 0),
        Field::Failure => (6, 0),
        Field::Unintended => (7, 0),
        _ => (8, 0),
    }
}

/// The value of a card without a failure number.
pub(super) const BLANK: i64 = -1;

/// How many ways to round a row are looked at.
const ROUNDINGS: usize = 24;

/// What one cause column must hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CausePlan {
    pub die: Die,
    pub rows: usize,
    /// `row_counts[row][t]`: how many cards may show `t` or more in that row alone, for t of 2 to N.
    pub row_counts: Vec<Vec<RangeInclusive<usize>>>,
    /// `level_counts[level - 1][t]`: how many cards may give a check of that level `t` or more.
    pub level_counts: Vec<Vec<RangeInclusive<usize>>>,
    /// Printed exceptional values above N, row by row.
    pub above: Vec<Vec<u16>>,
    /// Critical failures of each row.
    pub critical: Vec<usize>,
    /// `pinned[row][card]`: the value a cell must have, 0 for a critical failure.
    pub pinned: Vec<Vec<Option<u16>>>,
    /// What checks above the die ask of a row.
    pub follow_up: FollowUp,
    /// What they ask of the rows together.
    pub level_follow_ups: LevelFollowUps,
    /// What else of several rows stands at the limit.
    pub promises: Vec<Promise>,
    /// Whether the spec says how many exceptional cells a row has.
    counts_exceptional: bool,
    /// The row that may have one exceptional cell more or less than its rounding asks for.
    pub exceptional_room: Option<usize>,
}

impl CausePlan {
    pub fn new(column: &CauseColumn, rows: u8, pins: &PlacedPins) -> Self {
        let die = column.die;
        let sides = die.sides();
        let thresholds = || 2..=sides;
        let nearest = |p: &Probability| share::nearest(DECK_SIZE, &share::ideal(DECK_SIZE, p));
        let from_two = |counts: Vec<RangeInclusive<usize>>| {
            let mut indexed = vec![DECK_SIZE..=DECK_SIZE; 2];
            indexed.extend(counts);
            indexed
        };
        let row_counts =
            from_two(thresholds().map(|t| nearest(&open_ended_at_least(die, t.into()))).collect());
        let level_counts = (1..=rows)
            .map(|level| {
                let critical = usize::from(column.critical[usize::from(level) - 1]);
                let reachable = share::ideal(DECK_SIZE, &Probability::from_integer(1.into()))
                    - Probability::from_integer(critical.into());
                from_two(
                    thresholds()
                        .map(|t| {
                            let p = best_of_at_least(die, level, t.into());
                            let target = share::ideal(DECK_SIZE, &p).min(reachable.clone());
                            share::nearest(DECK_SIZE, &target)
                        })
                        .collect(),
                )
            })
            .collect();
        let pinned = (1..=rows)
            .map(|row| {
                let mut cells = vec![None; DECK_SIZE];
                for (card, value) in pins.of(&Field::Cause { die, row }) {
                    if let PinValue::Cause(cell) = value {
                        cells[card] = Some(CauseCell::value(*cell));
                    }
                }
                cells
            })
            .collect();
        Self {
            die,
            rows: usize::from(rows),
            row_counts: (1..=rows)
                .map(|row| {
                    let mut counts = row_counts.clone();
                    if column.exceptional.is_some() {
                        counts[usize::from(sides)] = column.exceptional_cells(row);
                    }
                    counts
                })
                .collect(),
            level_counts,
            above: column.exceptional_above.clone(),
            critical: column.critical.iter().map(|&count| usize::from(count)).collect(),
            pinned,
            follow_up: FollowUp::new(die, column.dice()),
            level_follow_ups: LevelFollowUps::new(die, column.dice(), rows),
            promises: Promise::of(column, rows),
            counts_exceptional: column.exceptional.is_some(),
            exceptional_room: None,
        }
    }

    /// The plan with one exceptional cell more or less in a row than its own rounding asks for, if the
    /// spec leaves their number open.
    pub fn with_exceptional_room(&self, row: usize) -> Option<Self> {
        let mut plan = self.clone();
        let sides = usize::from(self.die.sides());
        plan.widen(row, sides);
        let wider = plan != *self;
        plan.exceptional_room = Some(row);
        (wider && !self.counts_exceptional).then_some(plan)
    }

    /// Lets the count of one row at a threshold be rounded down or up, whichever is nearer.
    fn widen(&mut self, row: usize, t: usize) {
        let ideal = share::ideal(DECK_SIZE, &open_ended_at_least(self.die, t as u32)).floor();
        let down = ideal.to_integer().to_usize().unwrap_or(0);
        let nearest = &self.row_counts[row][t];
        self.row_counts[row][t] =
            down.min(*nearest.start())..=(down + 1).min(DECK_SIZE).max(*nearest.end());
    }

    /// The plan with the counts of one row at these thresholds rounded down *or* up, whichever is
    /// nearer. A single row below the first is read only together with those above it, so where pins
    /// make a level's limit unreachable, a row may stray by less than a card to reach it.
    pub fn with_room(&self, row: usize, thresholds: &[usize]) -> Self {
        let mut plan = self.clone();
        for &t in thresholds {
            // The number of exceptional cells is a rule of its own.
            if t == usize::from(self.die.sides()) {
                continue;
            }
            plan.widen(row, t);
        }
        plan
    }

    /// The 54 values of one row. Ties fall at random, but so that every pinned value is there and, as
    /// far as a few attempts show, so that checks above the die stay within half a card of it.
    pub fn row_values(&self, row: usize, draws: &mut Draws) -> Vec<u16> {
        let beyond = |values: &Vec<u16>| self.follow_up.beyond_half(values.iter().copied());
        let mut best = self.rounded(row, draws);
        for _ in 1..ROUNDINGS {
            if beyond(&best) == 0 {
                break;
            }
            let next = self.rounded(row, draws);
            if beyond(&next) < beyond(&best) {
                best = next;
            }
        }
        best
    }

    fn rounded(&self, row: usize, draws: &mut Draws) -> Vec<u16> {
        let sides = usize::from(self.die.sides());
        let wanted = |value: usize| {
            self.pinned[row].iter().flatten().filter(|&&pin| usize::from(pin) == value).count()
        };
        // at_least[t] for t of 1 to N; a pinned value widens its own share where a tie allows.
        let mut at_least: Vec<usize> = (0..=sides)
            .map(|t| {
                let range = self.row_counts[row].get(t).cloned().unwrap_or(DECK_SIZE..=DECK_SIZE);
                if draws.happens(1, 2) { *range.start() } else { *range.end() }
            })
            .collect();
        // Where ranges overlap, chance may have let more cards reach the higher threshold.
        for t in (1..sides).rev() {
            at_least[t] = at_least[t].max(at_least[t + 1]);
        }
        for value in 1..=sides {
            let spare = match value {
                1 => self.critical[row],
                value if value == sides => self.above[row].len(),
                _ => 0,
            };
            let need = wanted(value) + spare;
            let share =
                |at_least: &[usize]| at_least[value] - at_least.get(value + 1).unwrap_or(&0);
            if share(&at_least) < need && value > 1 {
                at_least[value] = *self.row_counts[row][value].end();
            }
            if share(&at_least) < need && value < sides {
                at_least[value + 1] = *self.row_counts[row][value + 1].start();
            }
        }
        let mut values = vec![0; self.critical[row]];
        for value in 1..=sides {
            let mut share = at_least[value] - at_least.get(value + 1).unwrap_or(&0);
            if value == 1 {
                share -= self.critical[row].min(share);
            }
            if value == sides {
                share -= self.above[row].len().min(share);
            }
            values.extend(vec![value as u16; share]);
        }
        values.extend(&self.above[row]);
        values.resize(DECK_SIZE, 1);
        values
    }
}

/// What one effect column must hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EffectPlan {
    /// `rows[row]`: the 54 sums, rising.
    pub rows: Vec<Vec<u32>>,
    /// `pinned[row][card]`.
    pub pinned: Vec<Vec<Option<u32>>>,
    /// The exact number of cards whose increment should be `x` or more, at index x.
    pub increments_at_least: Vec<f64>,
}

impl EffectPlan {
    pub fn new(spec: &Spec, die: Die, pins: &PlacedPins) -> Self {
        let pinned: Vec<Vec<Option<u32>>> = (1..=spec.effect.rows)
            .map(|row| {
                let mut cells = vec![None; DECK_SIZE];
                for (card, value) in pins.of(&Field::Effect { die, row }) {
                    if let PinValue::Number(number) = value {
                        cells[card] = u32::try_from(*number).ok();
                    }
                }
                cells
            })
            .collect();
        // Far enough that less than half a card lies above, whatever the number of rows.
        let rows = u32::from(spec.effect.rows);
        let highest = (rows + 1) * u32::from(die.sides()) * 4;
        let one = if spec.effect.closed {
            Distribution::die(die)
        } else {
            Distribution::open_ended(die, highest)
        };
        let mut sum = Distribution::certain(0);
        let mut values = Vec::new();
        for row_pins in &pinned {
            sum = sum.plus(&one, i64::from(highest));
            values.push(apportion(&sum, row_pins));
        }
        let in_cards = |tail: BigUint| as_float(&in_cards(&tail, &one));
        // Every die shows 1 or more, and so does it show 0 or more.
        let all = in_cards(one.total().clone());
        let from_one = one.tails().into_iter().map(in_cards);
        let increments_at_least =
            std::iter::once(all).chain(from_one).take(one.highest() as usize + 1).collect();
        Self { rows: values, pinned, increments_at_least }
    }
}

/// 54 values whose cumulative counts lie within half a card of the distribution's. Ties go outward,
/// which keeps the mean of a symmetric sum and as much of the spread as there can be (a deck cuts the
/// tail of open-ended dice), unless a pinned value needs them otherwise.
fn apportion(distribution: &Distribution, pinned: &[Option<u32>]) -> Vec<u32> {
    let (lowest, highest) = (distribution.lowest(), distribution.highest());
    let tails = distribution.tails();
    let ranges: Vec<RangeInclusive<usize>> =
        tails.iter().map(|tail| share::nearest(DECK_SIZE, &in_cards(tail, distribution))).collect();
    let mut at_least: Vec<usize> = tails
        .iter()
        .zip(&ranges)
        .map(
            |(tail, range)| {
                if tail * 2_u8 < *distribution.total() { *range.end() } else { *range.start() }
            },
        )
        .collect();
    for value in lowest..=highest {
        let place = (value - lowest) as usize;
        let need = pinned.iter().flatten().filter(|&&pin| i64::from(pin) == value).count();
        if at_least[place] - at_least[place + 1] < need {
            at_least[place] = *ranges[place].end();
        }
        if at_least[place] - at_least[place + 1] < need {
            at_least[place + 1] = *ranges[place + 1].start();
        }
    }
    let mut values = Vec::with_capacity(DECK_SIZE);
    for (value, counts) in (lowest..=highest).zip(at_least.windows(2)) {
        values.extend(vec![value as u32; counts[0] - counts[1]]);
    }
    values
}

/// The number of cards that a weight of the distribution stands for. It is not reduced, which takes
/// longer than all that is done with it.
fn in_cards(weight: &BigUint, of: &Distribution) -> Probability {
    Probability::new_raw(BigInt::from(weight * DECK_SIZE), of.total().clone().into())
}

/// The nearest `f64`, by exact division of integers scaled to 2⁻⁴⁰: no platform arithmetic.
pub(super) fn as_float(ratio: &Probability) -> f64 {
    let (twice, whole) = (ratio.numer() << 41_u8, ratio.denom());
    let half = if twice.is_negative() { -whole } else { whole.clone() };
    let scaled = (twice + half) / (whole << 1_u8);
    scaled.to_i64().unwrap_or(i64::MAX) as f64 / (1_u64 << 40) as f64
}

/// A value for each of the 54 cards in order of value, from counts.
pub(super) fn spread<T: Copy + Into<i64>>(counts: &[(T, u8)]) -> Vec<i64> {
    counts.iter().flat_map(|&(value, cards)| vec![value.into(); usize::from(cards)]).collect()
}

/// The hit steps of the 54 cards: every step two or three times, by cumulative rounding.
pub(super) fn hit_steps(steps: u8) -> Vec<i64> {
    let cards = share::cumulative(DECK_SIZE, &share::even(usize::from(steps)));
    (1..=i64::from(steps)).zip(cards).flat_map(|(step, cards)| vec![step; cards]).collect()
}
