//! A view of a deck that records which parts of its cards were read.
//!
//! Rules read cards through [`DeckView`]. With a recorder, an answer shows which parts it depends
//! on: whether it read a part that the cards do not show ([`PartsRead::check_shown_by`]), or the
//! step of the hit-location ladder.

use std::cell::Cell;

use crate::deck::{
    Card, CardNumber, CardNumbers, CauseCell, ClockHour, Deck, ExtraValue, Grid, Layout, Part,
    Rank, Suit, Toggle,
};
use crate::diagnostic::Problem;

/// The parts of cards that were read: a set of [`Part`]s, and the step of the hit-location ladder.
///
/// The number, the cause grid and designer elements are on every card and are not recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartsRead(Cell<u16>);

/// The bit after those of the parts. The step belongs to [`Part::Hit`], but a rule may read it
/// without reading the stack.
const HIT_STEP: u16 = 1 << Part::ALL.len();

impl PartsRead {
    /// Clears the record.
    pub fn clear(&self) {
        self.0.set(0);
    }

    /// Whether this part was read. For the hit location, either the stack or the step counts.
    pub fn has(&self, part: Part) -> bool {
        let step = if part == Part::Hit { HIT_STEP } else { 0 };
        self.0.get() & (1 << part as u16 | step) != 0
    }

    /// Whether the step of the hit-location ladder was read.
    pub fn has_hit_step(&self) -> bool {
        self.0.get() & HIT_STEP != 0
    }

    /// Checks that the cards of `deck` show all parts that were read.
    ///
    /// # Errors
    /// `lookup.left-out` with the first part that the cards do not show.
    pub fn check_shown_by(&self, deck: &Deck) -> Result<(), Problem> {
        let Some(part) = deck.left_out().find(|part| self.has(*part)) else { return Ok(()) };
        let message =
            format!("the cards of this deck do not show {}, which this reads", part.in_words());
        Err(Problem::coded("lookup.left-out", message).accepts("a question that does not read it"))
    }

    fn record(&self, bits: u16) {
        self.0.set(self.0.get() | bits);
    }
}

/// A deck whose cards are read, with an optional recorder of the parts read.
#[derive(Clone, Copy, Debug)]
pub struct DeckView<'d> {
    deck: &'d Deck,
    reads: Option<&'d PartsRead>,
}

impl<'d> From<&'d Deck> for DeckView<'d> {
    /// A view without a recorder.
    fn from(deck: &'d Deck) -> Self {
        Self { deck, reads: None }
    }
}

impl<'d> DeckView<'d> {
    /// A view that adds the parts read to `reads`.
    pub fn recording(deck: &'d Deck, reads: &'d PartsRead) -> Self {
        Self { deck, reads: Some(reads) }
    }

    /// The deck itself; reads through it are not recorded.
    pub fn deck(self) -> &'d Deck {
        self.deck
    }

    /// The layout of all cards.
    pub fn layout(self) -> &'d Layout {
        self.deck.layout()
    }

    /// The numbers of all cards.
    pub fn numbers(self) -> CardNumbers {
        self.deck.numbers()
    }

    /// A card.
    pub fn card(self, number: CardNumber) -> CardView<'d> {
        CardView { card: self.deck.card(number), reads: self.reads }
    }

    /// All cards, in order of number.
    pub fn cards(self) -> impl Iterator<Item = CardView<'d>> {
        self.deck.cards().iter().map(move |card| CardView { card, reads: self.reads })
    }

    /// As [`Deck::shows_when_prone`], which is defined in the deck file and not on the cards.
    pub fn shows_when_prone(self, location: &str) -> bool {
        self.deck.shows_when_prone(location)
    }
}

/// A card of a [`DeckView`]. Each method returns the part of the [`Card`] with the same name.
#[derive(Clone, Copy, Debug)]
pub struct CardView<'d> {
    card: &'d Card,
    reads: Option<&'d PartsRead>,
}

impl<'d> CardView<'d> {
    fn read(self, part: Part) -> &'d Card {
        self.record(1 << part as u16)
    }

    fn record(self, bits: u16) -> &'d Card {
        if let Some(reads) = self.reads {
            reads.record(bits);
        }
        self.card
    }

    /// The cause grid, which is not recorded.
    pub fn cause(self) -> &'d Grid<CauseCell> {
        &self.card.cause
    }

    /// The values of the designer elements, which are not recorded.
    pub fn extras(self) -> &'d [ExtraValue] {
        &self.card.extras
    }

    /// The rank.
    pub fn rank(self) -> Rank {
        self.read(Part::Rank).rank
    }

    /// The suit.
    pub fn suit(self) -> Suit {
        self.read(Part::Suit).suit
    }

    /// The toggle.
    pub fn toggle(self) -> Toggle {
        self.read(Part::Toggle).toggle
    }

    /// The effect grid.
    pub fn effect(self) -> &'d Grid<u32> {
        &self.read(Part::Effect).effect
    }

    /// The stack of hit locations; empty on cards without one.
    pub fn hit(self) -> &'d [String] {
        &self.read(Part::Hit).hit
    }

    /// Index of the standard entry in the stack.
    pub fn standard_hit(self) -> Option<usize> {
        self.read(Part::Hit).standard_hit()
    }

    /// The step of the hit-location ladder.
    pub fn hit_step(self) -> u8 {
        self.record(HIT_STEP).hit_step
    }

    /// The hits of the bursts.
    pub fn bursts(self) -> &'d [u16] {
        &self.read(Part::Burst).bursts
    }

    /// The penetration modifier.
    pub fn penetration(self) -> i8 {
        self.read(Part::Penetration).penetration
    }

    /// The scatter direction.
    pub fn scatter(self) -> ClockHour {
        self.read(Part::Scatter).scatter
    }

    /// The equipment-failure number.
    pub fn failure(self) -> Option<u8> {
        self.read(Part::Failure).failure
    }

    /// The number of the unintended-target figure.
    pub fn unintended(self) -> u8 {
        self.read(Part::Unintended).unintended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};
    use crate::table::lookup::{Check, Draw, Pool, Target, TargetNumber};

    fn parts_of(reads: &PartsRead) -> Vec<Part> {
        Part::ALL.into_iter().filter(|part| reads.has(*part)).collect()
    }

    #[test]
    fn each_part_is_recorded_by_its_reading_and_by_nothing_else() {
        let deck = deck();
        let readings: [(Part, fn(CardView<'_>)); 12] = [
            (Part::Rank, |card| _ = card.rank()),
            (Part::Suit, |card| _ = card.suit()),
            (Part::Toggle, |card| _ = card.toggle()),
            (Part::Effect, |card| _ = card.effect()),
            (Part::Hit, |card| _ = card.hit()),
            (Part::Hit, |card| _ = card.standard_hit()),
            (Part::Hit, |card| _ = card.hit_step()),
            (Part::Burst, |card| _ = card.bursts()),
            (Part::Penetration, |card| _ = card.penetration()),
            (Part::Scatter, |card| _ = card.scatter()),
            (Part::Failure, |card| _ = card.failure()),
            (Part::Unintended, |card| _ = card.unintended()),
        ];
        for (place, (part, read)) in readings.into_iter().enumerate() {
            let reads = PartsRead::default();
            let view = DeckView::recording(&deck, &reads);
            let face = view.card(card(34));
            _ = (view.layout(), view.shows_when_prone("head"), face.cause(), face.extras());
            assert_eq!(PartsRead::default(), reads);
            read(face);
            assert_eq!(vec![part], parts_of(&reads));
            assert_eq!(place == 6, reads.has_hit_step(), "only the step is the step");
            reads.clear();
            assert_eq!(PartsRead::default(), reads);
        }
    }

    #[test]
    fn a_check_records_nothing() {
        let (deck, reads) = (deck(), PartsRead::default());
        let pool = Pool::new(DeckView::recording(&deck, &reads), "3d10".parse().unwrap()).unwrap();
        let check = Check { pool, target: Some(Target::new(TargetNumber::clamped(11))) };
        for number in CardNumbers::POKER.iter() {
            check.answer(&Draw::single(number)).unwrap();
        }
        assert_eq!(PartsRead::default(), reads);
    }

    #[test]
    fn a_part_that_was_read_has_to_be_on_the_cards() {
        let whole = deck();
        for part in Part::ALL {
            let deck = whole.without(&[part]);
            let reads = PartsRead::default();
            reads.record(1 << part as u16);
            assert!(reads.check_shown_by(&whole).is_ok());
            let problem = reads.check_shown_by(&deck).unwrap_err().to_string();
            assert!(problem.contains(part.in_words()), "{problem}");
            for other in Part::ALL.into_iter().filter(|other| *other != part) {
                assert!(reads.check_shown_by(&whole.without(&[other])).is_ok());
            }
        }
        let reads = PartsRead::default();
        DeckView::recording(&whole, &reads).card(card(34)).hit_step();
        assert!(reads.check_shown_by(&whole.without(&[Part::Hit])).is_err());
    }
}
