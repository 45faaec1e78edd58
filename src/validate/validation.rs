//! What a validation says: broken rules, figures with their verdicts, and the tables behind them.

use serde::Serialize;

use super::dependence::Dependence;
use super::detectability::CellDetectability;
use super::effects::{EffectCell, Increment};
use super::elements::ElementTable;
use super::follow_ups::FollowUpTable;
use super::leak::CountingLeak;
use super::moments::CellMoments;
use super::pools::PoolTable;
use super::sequence::NamedEvent;
use super::thresholds::CheckTable;
use super::{Amount, Fault};

/// The version of [`Validation`] as JSON.
pub(super) const FORMAT: &str = "actiondeck-validation/1";

/// The result of [`validate`](super::validate). As JSON it is what `docs/json.md` describes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Validation {
    /// The version of this structure: `actiondeck-validation/1`.
    pub format: &'static str,
    /// The deck that was judged.
    pub deck: DeckNote,
    /// The spec it was judged by; none if it was judged by itself.
    pub spec: Option<SpecNote>,
    /// Whether no rule is broken and every figure keeps its limit.
    pub verdict: FigureVerdict,
    /// The verdict in one sentence.
    pub sentence: String,
    /// What a player would notice, a sentence each; every number is that of a figure.
    pub in_words: Vec<String>,
    /// Every broken rule with its card and cell.
    pub faults: Vec<Fault>,
    /// Every figure, achieved beside its limit.
    pub figures: Vec<Figure>,
    /// Checks: each column at every level, and each row read alone.
    pub checks: Vec<CheckTable>,
    /// The same cells read otherwise: the lowest of several rows, and highest numbers counted.
    pub pools: Vec<PoolTable>,
    /// Effect cells.
    pub effects: Vec<EffectCell>,
    /// Increments from one effect row to the next.
    pub increments: Vec<Increment>,
    /// Built-in parts of one value a card.
    pub parts: Vec<ElementTable>,
    /// Elements that the designer added.
    pub elements: Vec<ElementTable>,
    /// Checks above the column's die, follow-up cards included.
    #[serde(rename = "chains")]
    pub follow_ups: Vec<FollowUpTable>,
    /// Mean and spread of every cell beside its dice.
    pub moments: Vec<CellMoments>,
    /// How soon records would show that a cell is not the dice.
    #[serde(rename = "notice")]
    pub detectability: Vec<CellDetectability>,
    /// How far the answers of one card depend on each other.
    pub dependence: Dependence,
    /// Memory, streaks and droughts of events a table talks about.
    pub events: Vec<NamedEvent>,
    /// What a player who counts cards learns.
    pub leaks: Vec<CountingLeak>,
}

impl Validation {
    /// Whether the deck is sound in every respect that was judged.
    pub fn holds(&self) -> bool {
        self.verdict == FigureVerdict::Holds
    }

    /// The figure of this id.
    pub fn figure(&self, id: &str) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.id == id)
    }
}

/// Which deck was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeckNote {
    /// Its name.
    pub name: String,
    /// Its edition code.
    pub edition: String,
    /// The digest of its cards.
    pub digest: String,
}

/// Which spec it was judged by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpecNote {
    /// Its name.
    pub name: String,
    /// The digest of its text and pins.
    pub digest: String,
}

/// Whether something keeps its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureVerdict {
    /// It keeps it.
    Holds,
    /// It does not.
    FallsShort,
    /// There is no limit: the figure is for information.
    Noted,
}

/// What a figure counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Broken rules.
    Faults,
    /// Cards of 54.
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
    /// The unit's name in files, as JSON has it.
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

    /// The unit as it stands behind a number; empty for pure numbers.
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

    /// Decimals worth reading.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Its stable name in files: `threshold_error`.
    pub id: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it counts in.
    pub unit: Unit,
    /// What the deck reaches.
    pub achieved: Amount,
    /// What the spec allows; none for figures of information.
    pub limit: Option<Amount>,
    /// Whether the limit is kept.
    pub verdict: FigureVerdict,
    /// What no deck of 54 cards, or none of the same columns, could go below; the highest last. None
    /// where no such floor is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub floors: Vec<Floor>,
    /// Where the achieved value was found: the worst column, cell or pair.
    pub at: String,
}

impl Figure {
    /// What would bring a deck that falls short of this figure nearer to it than more search; `None`
    /// where more search may. A limit below the floor of the figure is kept by no other deal. Several rows of a column have room for the best of them at the limit, or
    /// for their lowest or sum, and seldom for both.
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

/// What a figure cannot go below.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Floor {
    /// What stands in the way.
    pub kind: FloorKind,
    /// The least that is possible, in the unit of the figure.
    pub least: Amount,
}

/// What keeps a figure above its floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FloorKind {
    /// Counts of cards and values are whole numbers.
    WholeCards,
    /// The grids and elements are as they are, and only whole cards of each are dealt anew.
    KeptGrids,
    /// Cards are drawn from a deck of 54 and not put back.
    FiniteDeck,
}

impl FloorKind {
    /// What stands in the way, in a word or two.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::WholeCards => "whole cards",
            Self::KeptGrids => "grids kept",
            Self::FiniteDeck => "54 cards",
        }
    }
}
