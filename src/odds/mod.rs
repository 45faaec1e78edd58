//! Exact odds of what the next draw brings, on the whole deck or on the cards still in the pile,
//! and the same for true dice.
//!
//! ```
//! use actiondeck::deck::Deck;
//! use actiondeck::lookup::{Pool, TargetNumber};
//! use actiondeck::odds::{CheckOdds, Pile};
//! # let csv = include_str!("../../tests/data/deck.csv");
//! # let deck = Deck::read("deck.csv", csv).unwrap();
//!
//! let pool = Pool::new(&deck, "3d10".parse()?)?;
//! let odds = CheckOdds::new(pool, &Pile::whole(), &[TargetNumber::clamped(7)], None);
//! let line = &odds.lines[0];
//! assert!(line.with_follow_ups >= line.one_card);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chain;
mod chance;
mod check;
mod event;
pub mod fit;
mod pile;

pub use chance::Chance;
pub use check::{CheckOdds, OddsLine};
pub use event::Event;
pub use pile::Pile;
