//! The result of a validation: broken rules, figures with verdicts, and their tables.

use schemars::JsonSchema;
use serde::Serialize;

use super::card_counting::CountingLeak;
use super::dependence::Dependence;
use super::detectability::CellDetectability;
use super::effects::{EffectCell, Increment};
use super::elements::ElementTable;
use super::follow_ups::FollowUpTable;
use super::moments::CellMoments;
use super::pools::PoolTable;
use super::sequence::NamedEvent;
use super::thresholds::CheckTable;
use super::{Amount, Fault};

/// The version of [`Validation`] as JSON.
pub(super) const FORMAT: &str = "actiondeck-validation/1";

/// The result of [`validate`](super::validate).
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Validation {
    /// The format.
    #[schemars(extend("const" = FORMAT))]
    pub format: &'static str,
    /// The validated deck.
    pub deck: DeckNote,
    /// The spec; `None` if the deck was validated without one.
    pub spec: Option<SpecNote>,
    /// Whether all rules and limits are kept.
    pub verdict: FigureVerdict,
    /// The verdict in one sentence.
    pub sentence: String,
    /// What a player would notice, in sentences; every number is that of a figure.
    pub in_words: Vec<String>,
    /// Every broken rule with its card and cell.
    pub faults: Vec<Fault>,
    /// Every figure with its limit.
    pub figures: Vec<Figure>,
    /// Checks: each column at every level, and each row read alone.
    pub checks: Vec<CheckTable>,
    /// Other readings of the same cells: the lowest of several rows, and highest numbers counted.
    pub pools: Vec<PoolTable>,
    /// Effect cells.
    pub effects: Vec<EffectCell>,
    /// Increments from one effect row to the next.
    pub increments: Vec<Increment>,
    /// Built-in parts with one value per card.
    pub parts: Vec<ElementTable>,
    /// Elements that the designer added.
    pub elements: Vec<ElementTable>,
    /// Checks above the column's die, follow-up cards included.
    #[serde(rename = "chains")]
    pub follow_ups: Vec<FollowUpTable>,
    /// Mean and spread of every cell, compared with its dice.
    pub moments: Vec<CellMoments>,
    /// The number of records that would show a bias of each cell.
    #[serde(rename = "notice")]
    pub detectability: Vec<CellDetectability>,
    /// The dependence between the readings of one card.
    pub dependence: Dependence,
    /// Memory, streaks and droughts of typical events.
    pub events: Vec<NamedEvent>,
    /// The information gained by counting cards.
    pub leaks: Vec<CountingLeak>,
}

impl Validation {
    /// Whether the deck keeps all rules and limits.
    pub fn holds(&self) -> bool {
        self.verdict == FigureVerdict::Holds
    }

    /// The figure with this id.
    pub fn figure(&self, id: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.id == id)
    }
}

/// The validated deck.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DeckNote {
    /// Its name.
    pub name: String,
    /// The number of its cards.
    pub cards: usize,
    /// Its edition code.
    pub edition: String,
    /// The digest of its cards.
    pub digest: String,
}

/// The spec of a validation.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SpecNote {
    /// Its name.
    pub name: String,
    /// The digest of its text and pins.
    pub digest: String,
}

/// Whether a limit is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureVerdict {
    /// The limit is kept.
    Holds,
    /// The limit is exceeded.
    FallsShort,
    /// The figure has no limit and is for information.
    Noted,
}

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Broken rules.
    Faults,
    /// Cards.
    Cards,
    /// Pearson's r, −1 to 1.
    Correlation,
    /// Standard deviations of the dice.
    Sigma,
    /// A ratio to the dice.
    Ratio,
    /// Draws from the full deck.
    Draws,
    /// Bits of information.
    Bits,
    /// A share of all checks or pairs of answers.
    Share,
    /// Points on the dice.
    Points,
}

impl Unit {
    /// The unit's name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Faults => "faults",
            Self::Cards => "cards",
            Self::Correlation => "correlation",
            Self::Sigma => "sigma",
            Self::Ratio => "ratio",
            Self::Draws => "draws",
            Self::Bits => "bits",
            Self::Share => "share",
            Self::Points => "points",
        }
    }

    /// The unit after a number; empty for pure numbers.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Faults | Self::Share => "",
            Self::Cards => "cards",
            Self::Correlation => "r",
            Self::Sigma => "σ",
            Self::Ratio => "× dice",
            Self::Draws => "draws",
            Self::Bits => "bits",
            Self::Points => "points",
        }
    }

    /// The number of significant decimals.
    pub const fn places(self) -> u32 {
        match self {
            Self::Faults | Self::Draws => 0,
            Self::Cards
            | Self::Correlation
            | Self::Sigma
            | Self::Ratio
            | Self::Bits
            | Self::Points => 3,
            Self::Share => 4,
        }
    }
}

/// One figure of merit.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Figure {
    /// Its stable name in files: `threshold_error`.
    pub id: &'static str,
    /// Its title in reports.
    pub title: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// The value of the deck.
    pub achieved: Amount,
    /// The limit of the spec; `None` for figures without one.
    pub limit: Option<Amount>,
    /// Whether the limit is kept.
    pub verdict: FigureVerdict,
    /// Lower bounds for any deck of as many cards, or for one of the same columns; the highest last. Empty if none
    /// is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub floors: Vec<Floor>,
    /// Where the achieved value was found: the worst column, cell or pair.
    pub at: String,
}

impl Figure {
    /// A remedy for a deck that misses this limit, other than more search; `None` if more search may help. A
    /// limit below the lower bound of the figure cannot be kept. Several rows of a column can have either the
    /// best of them at the limit, or their lowest or sum, and seldom both.
    pub fn remedy(&self) -> Option<String> {
        match self.id {
            "promised_lowest" => Some("fewer rows, or a column less in `lowest`".to_owned()),
            "promised_sum" => Some("fewer rows, or a column less in `sum`".to_owned()),
            _ => {
                let limit = self.limit.as_ref()?;
                let floor = self.floors.iter().rfind(|floor| floor.least.exceeds(limit))?;
                let least = floor.least.rounded_up(self.unit.places());
                Some(format!(
                    "a limit of {least} or more, the least with {}",
                    floor.kind.in_words()
                ))
            }
        }
    }
}

/// A lower bound of a figure.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Floor {
    /// The reason for the bound.
    pub kind: FloorKind,
    /// The smallest possible value, in the unit of the figure.
    pub least: Amount,
}

/// The reason for a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FloorKind {
    /// Counts of cards and values are whole numbers.
    WholeCards,
    /// The grids and elements are unchanged, and only whole cards of each are dealt anew.
    KeptGrids,
    /// Cards are drawn from a deck without replacement.
    FiniteDeck,
}

impl FloorKind {
    /// The reason in a word or two.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::WholeCards => "whole cards",
            Self::KeptGrids => "grids kept",
            Self::FiniteDeck => "finite deck",
        }
    }
}
