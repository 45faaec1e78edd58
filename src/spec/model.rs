//! The types of a valid spec.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use crate::deck::{
    CardNumber, CardNumbers, CauseCell, Digest, ExtraValue, Field, GridShape, Imprint, Layout,
    Part, ShufflePolicy, Toggle,
};
use crate::diagnostic::Source;
use crate::dice::{DiceKind, Die, Distribution, Probability, share};

/// A valid spec: its counts add up, and its pins are compatible.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spec {
    /// The deck's name.
    pub name: String,
    /// A short name, by default the name. It is not printed.
    pub abbreviation: String,
    /// The default theme of the deck.
    pub theme: FileName,
    /// The default words of the cards: a built-in language or a file.
    pub words: Option<FileName>,
    /// Version, credit and licence.
    pub imprint: Imprint,
    /// The default sheets of the deck.
    pub sheets: Vec<FileName>,
    /// The extra cards of the printed deck, in order; one that is listed twice is printed twice.
    pub extra_cards: Vec<FileName>,
    /// The default seed.
    pub seed: u64,
    /// The numbers of the cards.
    pub numbers: CardNumbers,
    /// The shuffle policy, if the spec has one.
    pub shuffle: Option<ShuffleSpec>,
    /// The omitted parts; their fields below have no meaning.
    pub without: BTreeSet<Part>,
    /// Which cards say yes.
    pub yes: YesRule,
    /// The cause grid.
    pub cause: CauseSpec,
    /// The effect grid.
    pub effect: EffectSpec,
    /// The hit-location ladder.
    pub hit: HitSpec,
    /// Bursts, shortest first.
    pub bursts: Vec<BurstSpec>,
    /// Penetration modifiers.
    pub penetration: Counts<i8>,
    /// Cards for each hour of the scatter clock, 1 to 12.
    pub scatter: Counts<u8>,
    /// Equipment-failure numbers; the other cards are blank.
    pub failure: Counts<u8>,
    /// Numbers in the unintended-target figures.
    pub unintended: Counts<u8>,
    /// Designer elements, in alphabetical order of id.
    pub elements: Vec<ElementSpec>,
    /// Pinned cells.
    pub pins: Vec<Pin>,
    /// The validator's limits.
    pub limits: Limits,
    /// Digest of the part of the spec that determines the cards: all keys and pins, without comments, theme,
    /// words and sheets.
    pub digest: Digest,
}

impl Spec {
    /// The layout of the deck this spec makes.
    pub fn layout(&self) -> Layout {
        Layout {
            numbers: self.numbers,
            cause: GridShape {
                columns: self.cause.columns.iter().map(|column| column.die).collect(),
                rows: self.cause.rows,
            },
            effect: GridShape { columns: self.effect.columns.clone(), rows: self.effect.rows },
            bursts: self.bursts.iter().map(|burst| burst.shots).collect(),
            stack: if self.has(Part::Hit) { self.hit.reads.len() as u8 } else { 0 },
            shuffle: self.shuffle.as_ref().map(|shuffle| shuffle.policy),
            extras: self.elements.iter().map(|element| element.id.clone()).collect(),
            left_out: self
                .without
                .iter()
                .copied()
                .filter(|part| !matches!(part, Part::Effect | Part::Hit | Part::Burst))
                .collect(),
            closed: self.cause.columns_that(|column| column.closed),
            plain: self.cause.columns_that(|column| column.plain),
        }
    }

    /// The number of cards.
    pub fn size(&self) -> usize {
        self.numbers.count()
    }

    /// The number of shuffle signs that are dealt like an element.
    pub(crate) fn signs_to_deal(&self) -> u8 {
        match self.shuffle {
            Some(ShuffleSpec { signs: ShuffleSigns::Dealt(signs), .. }) => signs,
            _ => 0,
        }
    }

    /// Whether the spec gives the shuffle sign to this card.
    pub(crate) fn has_given_sign(&self, card: CardNumber) -> bool {
        match &self.shuffle {
            Some(ShuffleSpec { signs: ShuffleSigns::Given(cards), .. }) => cards.contains(&card),
            _ => false,
        }
    }

    /// Whether the cards show a part.
    pub fn has(&self, part: Part) -> bool {
        match part {
            Part::Burst => !self.bursts.is_empty(),
            _ => !self.without.contains(&part),
        }
    }
}

/// A file or folder in the spec's folder, or something built in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName {
    /// The name as written.
    pub name: String,
    /// Its place, for messages; `None` for a default.
    pub place: Option<(Arc<Source>, Range<usize>)>,
}

/// When the deck is shuffled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShuffleSpec {
    /// The policy of the deck.
    pub policy: ShufflePolicy,
    /// The cards that bear the shuffle sign.
    pub signs: ShuffleSigns,
}

/// The cards that bear the shuffle sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShuffleSigns {
    /// The policy has none.
    None,
    /// These.
    Given(Vec<CardNumber>),
    /// This many, dealt like an element.
    Dealt(u8),
}

/// Which cards say yes. Each rule gives half of the cards, and depends only on the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YesRule {
    /// Even numbers.
    Even,
    /// Odd numbers.
    Odd,
    /// Diamonds, hearts and the red joker.
    Red,
    /// Clubs, spades and the black joker.
    Black,
}

impl YesRule {
    /// The toggle of a card of a deck with these numbers.
    pub fn toggle(self, numbers: CardNumbers, number: CardNumber) -> Toggle {
        let is_red = || numbers.corners(number).is_some_and(|(_, suit)| suit.is_red());
        let yes = match self {
            Self::Even => number.get().is_multiple_of(2),
            Self::Odd => !number.get().is_multiple_of(2),
            Self::Red => is_red(),
            Self::Black => !is_red(),
        };
        if yes { Toggle::Yes } else { Toggle::No }
    }
}

/// The cause grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CauseSpec {
    /// Columns, ascending in sides.
    pub columns: Vec<CauseColumn>,
    /// The number of rows, 1 to 8.
    pub rows: u8,
}

impl CauseSpec {
    fn columns_that(&self, is: impl Fn(&CauseColumn) -> bool) -> BTreeSet<Die> {
        self.columns.iter().filter(|column| is(column)).map(|column| column.die).collect()
    }
}

/// One column of the cause grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CauseColumn {
    /// The die that each cell replaces.
    pub die: Die,
    /// Whether the die is an ordinary one: cells never require another card.
    pub closed: bool,
    /// Whether no cell is marked as exceptional.
    pub plain: bool,
    /// Whether the lowest of rows 1 to each level has a limit too.
    pub lowest: bool,
    /// Whether their sum has one, with ordinary dice.
    pub sum: bool,
    /// The number of exceptional cells in each row, if the spec gives it; else one in N cards, rounded down
    /// or up.
    pub exceptional: Option<Vec<u8>>,
    /// For each row, the printed exceptional values above the die's maximum, ascending; the other exceptional
    /// cells print the maximum.
    pub exceptional_above: Vec<Vec<u16>>,
    /// Critical failures in each row, from row 1.
    pub critical: Vec<u8>,
}

impl CauseColumn {
    /// The dice that the cells replace.
    pub fn dice(&self) -> DiceKind {
        if self.closed { DiceKind::Closed } else { DiceKind::OpenEnded }
    }

    /// The accepted number of exceptional cells in `row` (from 1) of a deck of `cards`: that of the spec, else
    /// one in N cards, rounded down or up.
    pub fn exceptional_cells(&self, row: u8, cards: usize) -> RangeInclusive<usize> {
        let fixed = self.exceptional.as_ref().and_then(|rows| rows.get(usize::from(row) - 1));
        match fixed {
            Some(&count) => usize::from(count)..=usize::from(count),
            None => share::one_in(self.die.sides().into(), cards),
        }
    }

    /// The printed exceptional values of `row` (from 1) above the die's maximum.
    pub fn above(&self, row: u8) -> &[u16] {
        self.exceptional_above.get(usize::from(row) - 1).map_or(&[], Vec::as_slice)
    }
}

/// The effect grid: row k is the sum of k dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectSpec {
    /// Columns, ascending in sides.
    pub columns: Vec<Die>,
    /// The number of rows, 1 to 8; 0 if the grid is omitted.
    pub rows: u8,
    /// Whether the dice are ordinary ones; open-ended otherwise.
    pub closed: bool,
}

impl EffectSpec {
    /// The dice that the rows sum.
    pub fn dice(&self) -> DiceKind {
        if self.closed { DiceKind::Closed } else { DiceKind::OpenEnded }
    }

    /// One die of a column, exact up to `highest`.
    pub(super) fn die(&self, die: Die, highest: i64) -> Distribution {
        match self.dice() {
            DiceKind::Closed => Distribution::die(die),
            DiceKind::OpenEnded => {
                Distribution::open_ended(die, highest.clamp(1, 99_999) as u32 + 1)
            }
        }
    }
}

/// The hit-location ladder and how a card's stack follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitSpec {
    /// Rungs from the bottom up.
    pub ladder: Vec<Rung>,
    /// For each stack entry from the top: its distance from the card's own step, limited to the ladder.
    pub reads: Vec<i8>,
    /// The words before a sided location on cards of odd and of even step; an empty word adds nothing.
    pub sides: [String; 2],
}

/// Adjacent steps of the ladder with one location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The location's name without a side: `arm`.
    pub location: String,
    /// The number of its steps.
    pub steps: u8,
    /// Whether there is a left and a right one.
    pub sided: bool,
    /// Whether a prone target can be hit there.
    pub prone: bool,
}

impl Rung {
    /// The location on a side; without a side if that has no word, as in a game without left and right.
    pub(super) fn on_side(&self, side: &str) -> String {
        if side.is_empty() { self.location.clone() } else { format!("{side} {}", self.location) }
    }
}

impl HitSpec {
    /// The number of steps of the ladder.
    pub fn steps(&self) -> u8 {
        self.ladder.iter().map(|rung| rung.steps).sum()
    }

    /// Every location as printed on cards, and whether a prone target can be hit there.
    pub fn shown_when_prone(&self) -> impl Iterator<Item = (String, bool)> + '_ {
        let names = |rung: &Rung| match rung.sided {
            true => self.sides.iter().map(|side| rung.on_side(side)).collect(),
            false => vec![rung.location.clone()],
        };
        self.ladder.iter().flat_map(move |rung| {
            let prone = rung.prone;
            names(rung).into_iter().map(move |name| (name, prone))
        })
    }

    /// The location at `step`, limited to the ladder, on a card whose own step is `own`: the side of every
    /// arm and leg in a stack follows the card's own step.
    pub fn location(&self, own: u8, step: i16) -> String {
        let mut left = step.clamp(1, i16::from(self.steps()));
        let rung = self.ladder.iter().find(|rung| {
            left -= i16::from(rung.steps);
            left <= 0
        });
        let rung = rung.expect("the step is held inside the ladder");
        let side = &self.sides[usize::from(own.is_multiple_of(2))];
        if rung.sided { rung.on_side(side) } else { rung.location.clone() }
    }

    /// The stack of a card with this step, from top to bottom.
    pub fn stack(&self, own: u8) -> Vec<String> {
        let step = |read: &i8| i16::from(own) + i16::from(*read);
        self.reads.iter().map(|read| self.location(own, step(read))).collect()
    }
}

/// One burst size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BurstSpec {
    /// Shots fired.
    pub shots: u16,
    /// Cards for each number of hits.
    pub hits: Counts<u16>,
}

/// The number of cards with each value, ascending in value.
pub type Counts<T> = Vec<(T, u8)>;

/// A designer element, with one value per card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementSpec {
    /// Its id: the key in deck files and templates.
    pub id: String,
    /// Its label on cards and in reports.
    pub label: String,
    /// How it is read, for instruction card and leaflet.
    pub how: Option<String>,
    /// Cards for each value. For texts, in the order of the spec.
    pub values: Counts<ExtraValue>,
    /// The dice expression from which the values were apportioned, as written.
    pub dice: Option<String>,
}

/// One pinned cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// The card, or the name of a group.
    pub card: PinCard,
    /// The cell.
    pub field: Field,
    /// Its value.
    pub value: PinValue,
    /// The line of the pin table, for messages.
    pub place: (Arc<Source>, Range<usize>),
}

/// The card of a pinned cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PinCard {
    /// A card by its number.
    Number(CardNumber),
    /// Any card, the same for all cells of the group. Written `*name`.
    Some(String),
}

/// The value of a pinned cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PinValue {
    /// A cause cell.
    Cause(CauseCell),
    /// A number in any other built-in field.
    Number(i64),
    /// A blank failure field.
    Blank,
    /// A designer element's value.
    Extra(ExtraValue),
}

/// The validator's limits, from the spec's `[limits]`. Distances are in cards.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Cause grid: largest error of any threshold, column and level.
    pub threshold: Probability,
    /// Effect grid: largest error of any cell and magnitude.
    pub effect: Probability,
    /// Largest error of a check above the column's die, follow-up cards included.
    pub chain: Probability,
    /// Largest |r| between an effect row and the increment to the next.
    pub increment_r: Probability,
    /// Largest |r| of two readings used together.
    pub worst_r: Probability,
    /// Root mean square of r over all pairs used together.
    pub rms_r: Probability,
    /// Root mean square of the joint threshold errors.
    pub joint_rms: Probability,
    /// Largest joint threshold error.
    pub joint_worst: Probability,
}

impl Default for Limits {
    /// The default limits: half a card in the grids, which is the best that whole cards can do, and little
    /// dependence.
    fn default() -> Self {
        let ratio = |numerator: i64, denominator: i64| {
            Probability::new(numerator.into(), denominator.into())
        };
        Self {
            threshold: ratio(1, 2),
            effect: ratio(1, 2),
            chain: ratio(3, 4),
            increment_r: ratio(1, 10),
            worst_r: ratio(1, 10),
            rms_r: ratio(26, 1000),
            joint_rms: ratio(8, 10),
            joint_worst: ratio(5, 1),
        }
    }
}
