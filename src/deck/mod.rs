//! The deck: 54 cards or another number of them, the values on each, and the two file formats.
//!
//! A [`Deck`] holds the printed values, right or wrong: a reader only checks that a card can show every
//! value. Whether the values are *good* is checked by [`validate`](mod@crate::validate). So a hand-edited
//! deck can be read, validated and repaired.

mod barcode;
mod built_in;
mod card;
mod card_range;
mod cell;
mod check_rule;
mod corners;
mod csv;
mod digest;
mod extra_cards;
mod field;
mod files;
mod fudge;
mod game;
mod imprint;
mod json;
mod kept;
mod layout;
mod left_out;
mod numbers;
mod part;
mod prone;
mod record;
mod shuffle;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::OnceLock;

use crate::diagnostic::{Fault, Problem, fault};
use crate::dice::{DiceKind, Expression};

pub use barcode::{Barcode, BarcodeError};
pub use card::Card;
pub(crate) use card::failure_reading;
pub use card_range::{CardRange, CardRangeError};
pub use cell::{CauseCell, ExtraValue, Grid};
pub use check_rule::CheckRule;
pub use corners::{ClockHour, Rank, Suit, Toggle, ValueError};
pub use digest::{Digest, Edition, EditionError};
#[cfg(feature = "print")]
pub(crate) use extra_cards::USUAL_EXTRA_CARDS;
pub(crate) use extra_cards::{ACCEPTED_EXTRA_CARD, is_extra_card};
pub use field::Field;
pub use files::DeckFiles;
pub use game::{Game, GameError};
pub use imprint::Imprint;
pub use kept::KeptCards;
pub use layout::{GridShape, Layout, LayoutError};
pub use numbers::{CardNumber, CardNumbers, PlayingCards};
pub use part::Part;
pub use shuffle::{ShufflePolicy, ShuffleRule, ShuffleTime, ShuffleTrigger};
pub(crate) use text::ACCEPTED_TEXT;
pub use text::{LONGEST_TEXT, TextFault, check_text};

/// A whole deck, cards in order of number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    name: String,
    origin: Option<Origin>,
    theme: Option<String>,
    words: Option<String>,
    extra_cards: Vec<String>,
    imprint: Imprint,
    layout: Layout,
    cards: Vec<Card>,
    kept: Vec<KeptCards>,
    effect_dice: Option<DiceKind>,
    /// The dice of designer elements by id, in dice notation.
    element_dice: BTreeMap<String, String>,
    /// The labels of designer elements on the cards, by id.
    element_labels: BTreeMap<String, String>,
    /// The hit locations that are exposed when the target is prone, if not the default ones.
    prone: Option<BTreeSet<String>>,
    /// Of layout and cards, which never change.
    digest: LazyDigest,
}

/// A digest that is computed on first use. Comparisons ignore whether it was computed.
#[derive(Clone, Debug, Default)]
struct LazyDigest(OnceLock<Digest>);

impl PartialEq for LazyDigest {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for LazyDigest {}

/// The origin of a generated deck. A deck typed into a spreadsheet has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The seed the generator was given.
    pub seed: u64,
    /// Digest of the spec text and all it names.
    pub spec_digest: Digest,
    /// The effort of the search, such as `quick`.
    pub effort: String,
    /// The name of the spec file in the folder of the deck file or above it; `None` for a preset, which its
    /// digest identifies.
    pub spec_file: Option<String>,
}

impl Origin {
    /// The data that every generated deck has.
    pub fn new(seed: u64, spec_digest: Digest, effort: impl Into<String>) -> Self {
        Self { seed, spec_digest, effort: effort.into(), spec_file: None }
    }
}

/// The name of a deck whose file does not name it.
const UNNAMED: &str = "deck";

/// Why cards do not form a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeckError {
    /// The cards are not those of the layout's numbers in order.
    Order {
        /// The expected number; `None` after the last card.
        expected: Option<CardNumber>,
        /// The number found; `None` after the last card.
        found: Option<CardNumber>,
    },
    /// A card's grids, stack, bursts or extra values do not have the shape of the layout.
    Shape(CardNumber),
    /// A card may not carry the name, a location or the text of a designer element.
    Text {
        /// Which text: `the deck's name`, `hit_3 of card 34`.
        what: String,
        /// The fault in it.
        fault: TextFault,
    },
}

impl Fault for DeckError {
    fn problem(&self) -> Problem {
        match self {
            Self::Order { expected, found } => {
                let card = |number: &Option<CardNumber>| {
                    number.map_or_else(|| "no card".to_owned(), |number| format!("card {number}"))
                };
                let (expected, found) = (card(expected), card(found));
                Problem::coded("deck.order", format!("found {found} where {expected} belongs"))
            }
            Self::Shape(card) => Problem::coded(
                "deck.shape",
                format!("card {card} does not have the shape of the deck's layout"),
            ),
            Self::Text { what, fault } => {
                Problem::coded("deck.text", format!("{what} {fault}")).accepts(ACCEPTED_TEXT)
            }
        }
    }
}

fault!(DeckError);

impl Deck {
    /// Makes a deck of cards that all have the shape of `layout`.
    ///
    /// # Errors
    /// [`DeckError`] if the numbers are not those of the layout in order, a card has another shape, or a text is not
    /// allowed on cards (see [`check_text`]).
    pub fn new(
        name: impl Into<String>,
        origin: Option<Origin>,
        layout: Layout,
        cards: Vec<Card>,
    ) -> Result<Self, DeckError> {
        let expected = layout.numbers.iter().map(Some).chain(std::iter::once(None));
        let found = cards.iter().map(|card| Some(card.number)).chain(std::iter::repeat(None));
        if let Some((expected, found)) =
            expected.zip(found).find(|(expected, found)| expected != found)
        {
            return Err(DeckError::Order { expected, found });
        }
        if let Some(card) = cards.iter().find(|card| !layout.fits(card)) {
            return Err(DeckError::Shape(card.number));
        }
        for card in &cards {
            for (field, text) in card.texts(&layout) {
                let what = || format!("{field} of card {}", card.number);
                check_text(text).map_err(|fault| DeckError::Text { what: what(), fault })?;
            }
        }
        let deck = Self {
            name: String::new(),
            origin,
            theme: None,
            words: None,
            extra_cards: Vec::new(),
            imprint: Imprint::default(),
            layout,
            cards,
            kept: Vec::new(),
            effect_dice: None,
            element_dice: BTreeMap::new(),
            element_labels: BTreeMap::new(),
            prone: None,
            digest: LazyDigest::default(),
        };
        deck.named(name)
    }

    /// The deck's name, such as `Future Imperfect`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same cards under another name.
    ///
    /// # Errors
    /// [`DeckError::Text`] if the name is not allowed on cards.
    pub fn named(self, name: impl Into<String>) -> Result<Self, DeckError> {
        let name = name.into();
        let what = || "the deck's name".to_owned();
        check_text(&name).map_err(|fault| DeckError::Text { what: what(), fault })?;
        Ok(Self { name, ..self })
    }

    /// The dice that the rows of the effect grid sum, if known: a generated deck and its `deck.json` have
    /// them, a CSV file does not; [`validate::effect_dice`](crate::validate::effect_dice) infers them from
    /// the cells. Not covered by the digest.
    pub fn effect_dice(&self) -> Option<DiceKind> {
        self.effect_dice
    }

    /// The same cards with these effect dice.
    #[must_use]
    pub fn with_effect_dice(self, dice: Option<DiceKind>) -> Self {
        Self { effect_dice: dice, ..self }
    }

    /// The dice that a designer element represents, if its values were apportioned from dice: a generated
    /// deck and its `deck.json` have them, a CSV file does not. Not covered by the digest.
    pub fn element_dice(&self, id: &str) -> Option<Expression> {
        // Readers refuse invalid expressions.
        self.element_dice.get(id)?.parse().ok()
    }

    /// The same cards with these element dice, by id. Unknown ids and texts that are not dice expressions are
    /// dropped.
    #[must_use]
    pub fn with_element_dice(self, dice: impl IntoIterator<Item = (String, String)>) -> Self {
        let known = |(id, text): &(String, String)| {
            self.layout.extras.contains(id) && text.parse::<Expression>().is_ok()
        };
        let element_dice = dice.into_iter().filter(known).collect();
        Self { element_dice, ..self }
    }

    /// The label of a designer element on the cards, or its id. Not covered by the digest.
    pub fn element_label<'d>(&'d self, id: &'d str) -> &'d str {
        self.element_labels.get(id).map_or(id, String::as_str)
    }

    /// The same cards with these element labels, by id. Unknown ids, labels equal to the id and texts that
    /// are not allowed on cards are dropped.
    #[must_use]
    pub fn with_element_labels(self, labels: impl IntoIterator<Item = (String, String)>) -> Self {
        let is_good = |(id, label): &(String, String)| {
            id != label && self.layout.extras.contains(id) && check_text(label).is_ok()
        };
        let element_labels = labels.into_iter().filter(is_good).collect();
        Self { element_labels, ..self }
    }

    /// The labels of all elements that have one, by id.
    pub(crate) fn all_element_labels(&self) -> &BTreeMap<String, String> {
        &self.element_labels
    }

    /// The dice of all elements by id, in dice notation.
    pub(crate) fn all_element_dice(&self) -> &BTreeMap<String, String> {
        &self.element_dice
    }

    /// The origin of a generated deck.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// The same cards with a spec file of this name as their origin. Unchanged if the deck was not generated
    /// or a deck file cannot hold the name.
    #[must_use]
    pub fn from_spec_file(mut self, name: &str) -> Self {
        if let Some(origin) = self.origin.as_mut().filter(|_| check_text(name).is_ok()) {
            origin.spec_file = Some(name.to_owned());
        }
        self
    }

    /// Whether the deck was made from a spec file. The head of its own file then has all keys, empty lists
    /// too, so that a lost key is detected.
    pub(crate) fn is_from_spec_file(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.spec_file.is_some())
    }

    /// Whether it also has elements defined by that spec.
    pub(crate) fn has_own_elements(&self) -> bool {
        self.is_from_spec_file() && !self.layout.extras.is_empty()
    }

    /// The theme of the cards, if the deck file names it: a built-in theme, or a folder next to the file or
    /// above it. Not covered by the digest.
    pub fn theme(&self) -> Option<&str> {
        self.theme.as_deref()
    }

    /// The same cards with this theme. A name that a deck file cannot hold is dropped.
    #[must_use]
    pub fn with_theme(self, name: impl Into<String>) -> Self {
        Self { theme: Some(name.into()).filter(|name| check_text(name).is_ok()), ..self }
    }

    /// The cards of this deck with the name and other data of `other`.
    ///
    /// # Errors
    /// [`DeckError::Text`] if the name is not allowed on cards.
    pub fn reported_by(self, other: &Deck) -> Result<Self, DeckError> {
        let deck = self.named(other.name())?;
        let (theme, words) = (other.theme.clone(), other.words.clone());
        let (extra_cards, imprint) = (other.extra_cards.clone(), other.imprint.clone());
        let effect_dice = other.effect_dice;
        Ok(Self { theme, words, extra_cards, imprint, effect_dice, ..deck }
            .with_element_dice(other.element_dice.clone())
            .with_element_labels(other.element_labels.clone())
            .with_prone_of_file(other.prone.clone()))
    }

    /// Which grids, columns, bursts and extra elements the cards have.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The numbers of the cards.
    pub fn numbers(&self) -> CardNumbers {
        self.layout.numbers
    }

    /// The number of cards.
    pub fn size(&self) -> usize {
        self.numbers().count()
    }

    /// The cards in order of number.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// One card.
    ///
    /// # Panics
    /// If the deck has no card with this number.
    pub fn card(&self, number: CardNumber) -> &Card {
        &self.cards[self.numbers().index(number)]
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (edition {})", self.name, self.edition())
    }
}
