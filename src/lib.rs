//! Action Deck: card decks that replace dice, of 54 cards or another number of them.
//!
//! The data flows one way:
//!
//! ```text
//! spec → generate → deck → validate → face → render → preflight
//!                     └──→ lookup, rules, odds, session
//! ```
//!
//! [`dice`] (exact probabilities), [`deck`] (the cards) and [`diagnostic`] (faults in files) are
//! the base of everything else. The library never prints and never reads the clock: the same input
//! gives the same bytes.
//!
//! Make a deck, compare it with true dice, look a card up, and write the sheets for a printer:
//!
//! ```
//! use actiondeck::{Answer, Check, Draw, Effort, Pool, Target, TargetNumber};
//!
//! let spec = actiondeck::preset("true-dice").expect("it is built in").spec()?;
//! let deck = actiondeck::generate(&spec, spec.seed, Effort::Quick, &|_| {})?;
//! let report = actiondeck::validate(&deck, Some(&spec));
//! assert!(report.faults.is_empty());
//!
//! let target = Some(Target::new(TargetNumber::clamped(7)));
//! let check = Check { pool: Pool::new(&deck, "3d10".parse()?)?, target };
//! let answer = check.answer(&Draw::single("34".parse()?))?;
//! for line in answer.explanation() {
//!     println!("{line}");
//! }
//!
//! # #[cfg(feature = "print")] {
//! use actiondeck::{Job, Sheet, Theme};
//!
//! let theme = Theme::built_in("future-imperfect").expect("it is built in");
//! let sheet = Sheet::built_in("a4-3x3").expect("it is built in");
//! let job = Job::new(&deck, &theme).with_sheets(vec![sheet]).with_svg(false).with_png(None);
//! let files = job.run(|_| {})?;
//! assert_eq!(files[0].path, "sheets/a4-3x3.pdf");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `print` (on by default): faces, sheets, press files and their preflight; HTML reports.
//! - `studio`: edits a spec and shows its deck to a page, in the program or in a browser; it brings `print`.
//! - `cli` (on by default): the program `actiondeck`; it brings `studio`.
//!
//! Without them the library deals, compares and looks up, and compiles for
//! `wasm32-unknown-unknown`.

// The modules have few conditions: what the program alone uses is compiled without it too.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[cfg(feature = "print")]
mod asset_path;
#[cfg(feature = "print")]
mod budget;
#[cfg(feature = "cli")]
pub mod cli;
pub mod companion;
pub mod deck;
pub mod dice;
pub mod diff;
#[cfg(feature = "print")]
pub mod export;
#[cfg(feature = "print")]
pub mod face;
mod formula;
pub mod generate;
pub mod geometry;
#[cfg(feature = "print")]
mod html_page;
pub mod input;
#[cfg(feature = "print")]
mod isolate;
#[cfg(feature = "print")]
pub mod json_formats;
mod plots;
#[cfg(feature = "print")]
pub mod preflight;
#[cfg(feature = "print")]
pub mod project;
pub mod publish;
pub mod random;
#[cfg(feature = "print")]
pub mod render;
pub mod spec;
#[cfg(feature = "studio")]
pub mod studio;
pub mod table;
pub mod validate;
mod wording;

pub use deck::{Card, CardNumber, Deck, Digest, Edition, Layout, Rank, Suit};
pub use dice::{CheckDice, Die, Distribution, EffectDice, Expression, Probability};
pub use diff::{Difference, diff};
#[cfg(feature = "print")]
pub use face::Theme;
pub use generate::{Effort, GenerateError, generate, generate_from};
pub use input::diagnostic;
pub use input::diagnostic::{Problem, Problems};
#[cfg(feature = "print")]
pub use preflight::{Expectation, PrintedDeck};
#[cfg(feature = "print")]
pub use render::{Job, NamedFile, sheet::Sheet};
pub use spec::{PRESETS, Preset, Spec, preset};
pub use table::lookup::{
    Answer, CardSheet, Check, CheckAnswer, Draw, EffectQuestion, LookupError, Pool, Target,
    TargetNumber,
};
pub use table::odds::{CheckOdds, Pile};
pub use table::session::Session;
pub use validate::{Validation, validate};
