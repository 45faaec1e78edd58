//! The deck spec: what a designer specifies, read from TOML with every fault located.
//!
//! A spec defines the columns, rows, ladders and counts of a deck, its pinned cells, and how close to the
//! dice the validator requires it to be. Built-in decks are specs too, see [`preset`].

mod bounds;
mod check;
mod conflict;
mod digest;
mod explain;
mod feasible;
mod floors;
mod keys;
mod model;
mod pins;
mod presets;
mod reach;
mod read;
mod reference;
mod schema;
pub use model::{
    BurstSpec, CauseColumn, CauseSpec, Counts, EffectSpec, ElementSpec, FileName, HitSpec, Limits,
    Pin, PinCard, PinValue, Rung, ShuffleSigns, ShuffleSpec, Spec, YesRule,
};
pub use presets::{PRESETS, Preset, preset};
pub use read::TableFiles;
#[cfg(feature = "print")]
pub(crate) use read::{card_text, confirm};
pub use reference::reference;
pub use schema::{schema, schema_file};
