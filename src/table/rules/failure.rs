//! Equipment failure (Conflict, "Equipment Failure").

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView};

use super::{FailureRule, Options};

/// A reliability, 1 (best) to 13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize)]
pub struct Reliability(u8);

/// The error of a text that is not a reliability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReliabilityError {
    original: String,
}

impl Fault for ReliabilityError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded(
            "rules.reliability",
            format!("reliability {} is out of range", quoted(original)),
        )
        .accepts("1 to 13")
    }
}

fault!(ReliabilityError);

impl Reliability {
    /// The reliability with this value, or `None` outside 1 to 13.
    pub const fn new(rel: u8) -> Option<Self> {
        if rel >= 1 && rel <= 13 { Some(Self(rel)) } else { None }
    }

    /// The value.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// One step worse, 13 at most: a revolver that is fanned (Conflict, "Pushing the Limit").
    #[must_use]
    pub fn worse(self) -> Self {
        Self((self.0 + 1).min(13))
    }
}

impl FromStr for Reliability {
    type Err = ReliabilityError;

    fn from_str(text: &str) -> Result<Self, ReliabilityError> {
        text.parse()
            .ok()
            .and_then(Self::new)
            .ok_or_else(|| ReliabilityError { original: text.to_owned() })
    }
}

/// Whether the equipment fails, and why.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct FailureAnswer {
    /// The card.
    pub card: CardNumber,
    /// The number printed on it, if any.
    pub printed: Option<u8>,
    /// The equipment's reliability.
    pub reliability: Reliability,
    /// For reliability 1 and a printed 1: the card with failure number 2, if it is in the discard
    /// pile.
    pub witness: Option<CardNumber>,
    /// Whether the equipment fails.
    pub fails: bool,
}

/// Reads the card. `discarded` matters for reliability 1 only: such equipment fails if the card
/// shows 1 and the card with failure number 2 is in the discard pile.
pub fn equipment_failure<'d>(
    deck: impl Into<DeckView<'d>>,
    card: CardNumber,
    reliability: Reliability,
    discarded: &[CardNumber],
    options: &Options,
) -> FailureAnswer {
    let deck = deck.into();
    let printed = deck.card(card).failure();
    let witness = match (reliability.get(), printed) {
        (1, Some(1)) => {
            discarded.iter().copied().find(|&card| deck.card(card).failure() == Some(2))
        }
        _ => None,
    };
    let fails = match (reliability.get(), printed) {
        (_, None) => false,
        (1, Some(_)) => witness.is_some(),
        (rel, Some(printed)) => match options.failure {
            FailureRule::Lower => printed < rel,
            FailureRule::LowerOrEqual => printed <= rel,
        },
    };
    FailureAnswer { card, printed, reliability, witness, fails }
}

impl Answer for FailureAnswer {
    const KIND: &'static str = "failure";

    fn verdict(&self) -> Option<String> {
        Some(if self.fails { "fails" } else { "works" }.to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let (card, rel) = (self.card, self.reliability.get());
        let end = if self.fails { "fails" } else { "works" };
        vec![match (self.printed, self.witness) {
            (None, _) => format!("card {card} shows no failure number: works"),
            (Some(printed), Some(witness)) => format!(
                "card {card} shows {printed} against Rel {rel}, and card {witness} with 2 is \
                 discarded: {end}"
            ),
            (Some(1), None) if rel == 1 => {
                format!("card {card} shows 1 against Rel 1, but no card with 2 is discarded: {end}")
            }
            (Some(printed), None) => {
                format!("card {card} shows {printed} against Rel {rel}: {end}")
            }
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::deck::Deck;
    use crate::table::lookup::samples::deck;

    fn with_failure(deck: &Deck, number: Option<u8>) -> CardNumber {
        CardNumbers::POKER.iter().find(|&card| deck.card(card).failure == number).unwrap()
    }

    fn fails(printed: Option<u8>, rel: u8, options: &Options) -> bool {
        let deck = deck();
        let card = with_failure(&deck, printed);
        equipment_failure(&deck, card, Reliability::new(rel).unwrap(), &[], options).fails
    }

    #[test]
    fn equipment_fails_below_its_reliability() {
        let options = Options::default();
        assert!(fails(Some(3), 4, &options));
        assert!(!fails(Some(4), 4, &options));
        assert!(!fails(None, 13, &options));
        let options = Options { failure: FailureRule::LowerOrEqual, ..options };
        assert!(fails(Some(4), 4, &options));
    }

    #[test]
    fn reliability_1_fails_only_with_the_2_in_the_discard_pile() {
        let deck = deck();
        let (one, two) = (with_failure(&deck, Some(1)), with_failure(&deck, Some(2)));
        let best = Reliability::new(1).unwrap();
        let ask = |card, discarded: &[CardNumber]| {
            equipment_failure(&deck, card, best, discarded, &Options::default())
        };
        assert!(!ask(one, &[]).fails);
        assert!(ask(one, &[two]).fails);
        assert_eq!(Some(two), ask(one, &[two]).witness);
        assert!(!ask(two, &[one]).fails);
        assert!(
            CardNumbers::POKER
                .iter()
                .filter(|&card| card != one)
                .all(|card| !ask(card, &[two]).fails)
        );
    }

    #[test]
    fn fanning_makes_a_revolver_one_less_reliable() {
        assert_eq!(
            [2, 13, 13],
            [1, 12, 13].map(|rel| Reliability::new(rel).unwrap().worse().get())
        );
    }
}
