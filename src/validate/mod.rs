//! Validates a deck: structure and pins, and how close its statistics are to true dice.
//!
//! [`validate`] needs a deck and, if known, the spec it was made from; the generator is not involved. Every
//! figure has its limit and a verdict, every broken rule is reported with card and cell. Everything a verdict
//! depends on is computed in whole numbers and exact fractions. The cards are the whole population, so
//! p-values do not apply, only distances to the dice and to the best that whole cards can do.
//!
//! ```
//! use actiondeck::Deck;
//! use actiondeck::{spec, validate};
//!
//! let spec = spec::preset("future-imperfect").expect("a built-in spec").spec()?;
//! let validation = validate::validate(&Deck::built_in(), Some(&spec));
//! let report = validate::report::terminal(&validation, None);
//! assert!(report.contains("The deck keeps every rule and every limit."));
//! # Ok::<(), actiondeck::diagnostic::Problems>(())
//! ```

mod amount;
mod card_counting;
mod cdf;
mod cell_name;
mod correlation;
mod dependence;
mod detectability;
mod effects;
mod elements;
mod figures;
mod floors;
mod follow_ups;
mod joint;
mod moments;
mod norms;
mod parts;
mod pools;
mod reach;
mod readings;
mod sentences;
mod sequence;
mod structure;
#[cfg(test)]
mod tests;
mod thresholds;
mod validation;

pub mod report;

use crate::deck::Deck;
use crate::spec::Spec;

pub use amount::Amount;
pub use card_counting::{CountingLeak, Cut};
pub use cdf::Staircase;
pub use cell_name::{CellName, GridName};
pub use dependence::{CorrelatedPair, Dependence, DependenceFloors};
pub use detectability::CellDetectability;
pub use effects::{EffectCell, Increment, effect_dice};
pub use elements::{ElementTable, ElementValue};
pub use follow_ups::FollowUpTable;
pub use moments::CellMoments;
pub use pools::{PoolCounts, PoolTable};
pub use sequence::{MissOdds, NamedEvent, Run};
pub use structure::{Fault, Rule};
pub use thresholds::{CheckReading, CheckTable, outcome};
pub use validation::{
    DeckNote, Figure, FigureVerdict, Floor, FloorKind, SpecNote, Unit, Validation,
};

use norms::Norms;

/// Validates `deck` against `spec`. Without a spec, pins and counts are not checked, the toggle rule is
/// inferred from the cards, and so is the kind of effect dice if the deck does not name it.
pub fn validate(deck: &Deck, spec: Option<&Spec>) -> Validation {
    let norms = Norms::new(deck, spec);
    let faults = structure::faults(deck, &norms);
    let checks = thresholds::tables(deck);
    let sums = effects::sums(deck, norms.closed);
    let (effects, increments) = effects::tables(deck, &sums);
    let readings = readings::readings(deck, spec);
    let dependence = dependence::dependence(&readings);
    let mut validation = Validation {
        format: validation::FORMAT,
        deck: DeckNote {
            name: deck.name().to_owned(),
            cards: deck.size(),
            edition: deck.edition().to_string(),
            digest: deck.digest().to_string(),
        },
        spec: spec
            .map(|spec| SpecNote { name: spec.name.clone(), digest: spec.digest.to_string() }),
        verdict: FigureVerdict::Noted,
        faults,
        sentence: String::new(),
        in_words: Vec::new(),
        figures: Vec::new(),
        checks,
        pools: pools::tables(deck, spec),
        effects,
        increments,
        parts: parts::tables(deck, spec, norms.yes),
        elements: elements::tables(deck, spec),
        follow_ups: follow_ups::tables(deck),
        moments: moments::tables(deck, norms.closed),
        detectability: detectability::tables(deck, &sums),
        dependence,
        events: sequence::events(deck),
        leaks: card_counting::tables(deck),
    };
    validation.figures = figures::figures(&validation, &norms.limits);
    let short = |figure: &Figure| figure.verdict == FigureVerdict::FallsShort;
    validation.verdict = if validation.figures.iter().any(short) {
        FigureVerdict::FallsShort
    } else {
        FigureVerdict::Holds
    };
    validation.in_words = sentences::in_words(&validation);
    validation.sentence = sentences::verdict(&validation);
    validation
}
