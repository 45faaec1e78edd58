//! Exact odds of the next draw, for the whole deck or the cards still in the pile, compared with
//! true dice.
//!
//! - [`CheckOdds`]: a check against target numbers, with and without follow-up cards, alone or
//!   together with an [`Event`] on the same card.
//! - [`check_tables`]: checks over target number, level and die.
//! - [`effect_odds`], [`location_odds`], [`penetration_odds`], [`burst_odds`], [`failure_odds`],
//!   [`unintended_odds`], [`scatter_odds`], [`toggle_odds`]: everything else on a card.
//! - [`Plot`]: any of them as an SVG plot.
//! - [`fit`]: how close a deck comes to the dice of the games in the rule texts.
//!
//! ```
//! use actiondeck::deck::Deck;
//! use actiondeck::table::lookup::{Pool, TargetNumber};
//! use actiondeck::table::odds::{CheckOdds, Pile};
//! # let csv = include_str!("../../../tests/data/deck.csv");
//! # let deck = Deck::read("deck.csv", csv).unwrap();
//!
//! let pool = Pool::new(&deck, "3d10".parse()?)?;
//! let odds = CheckOdds::new(pool, &Pile::whole(deck.numbers()), &[TargetNumber::clamped(7)], None);
//! let line = &odds.lines[0];
//! assert!(line.with_follow_ups >= line.one_card);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ask;
mod attack;
mod chance;
mod check;
mod checks;
mod contest;
#[cfg(test)]
mod deals;
mod dice;
mod elements;
mod event;
pub mod fit;
mod follow_ups;
mod hand;
mod long_run;
mod pile;
mod plot;
mod reading;
mod rounds;
mod table;

pub use ask::{Ask, Bands, band_odds, success_odds};
pub use attack::{AttackQuestion, AttackTable, over_distances};
pub use chance::Chance;
pub use check::{CheckOdds, OddsLine};
pub use checks::{CheckTable, check_tables, usual_targets};
pub use contest::{ContestPiles, contest_odds};
pub use elements::{
    burst_odds, effect_odds, element_odds, failure_odds, location_odds, penetration_odds,
    printed_penetration_odds, scatter_odds, toggle_odds, unintended_odds,
};
pub use event::{Event, HitEvent, WoundsDealt};
pub use hand::HandDraw;
pub use long_run::LongRun;
pub use pile::Pile;
pub use plot::Plot;
pub use reading::{Edge, Goal, Manner, PoolReading};
pub use table::{OddsRow, OddsTable, OddsTables};
