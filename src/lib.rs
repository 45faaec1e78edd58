//! Action Deck: 54-card decks that replace dice.
//!
//! The data flows one way:
//!
//! ```text
//! spec → generate → deck → validate → face → render → preflight
//!                     └──→ lookup, rules, odds, session
//! ```
//!
//! [`dice`] (exact probabilities), [`deck`] (the cards) and [`diagnostic`] (faults in files) are
//! the ground floor; everything else stands on them. The library never prints and never reads the
//! clock: the same input gives the same bytes.

#[cfg(feature = "cli")]
pub mod cli;
pub mod deck;
pub mod dice;
pub mod diff;
#[cfg(feature = "print")]
pub mod face;
pub mod generate;
pub mod input;
pub mod lookup;
pub mod odds;
#[cfg(feature = "print")]
pub mod preflight;
#[cfg(feature = "print")]
pub mod project;
pub mod random;
#[cfg(feature = "print")]
pub mod render;
pub mod rules;
pub mod session;
pub mod spec;
pub mod validate;
pub mod whole_file;

pub use input::diagnostic;
