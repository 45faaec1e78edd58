//! `deck.json`, format `actiondeck/1`: a head with name, edition, seed and digests, then one card per line.
//! Not derived with serde, so that a change to one card changes one line.
//!
//! `effect_dice` says whether the sums of the effect grid are of `open-ended` or of `closed` dice: the cards
//! do not show it, and comparisons with true dice depend on it. `element_dice` holds the dice that designer
//! elements represent, by id.
//!
//! `numbers` are those of the cards if they are not 0 to 53, such as `0-59`. `shuffle` is the shuffle policy of the
//! deck, if it has one, such as `sign at-once`.
//!
//! `closed` and `plain` are the columns of the cause grid that are closed and those without exceptional
//! cells. Both affect the meaning of the cards, so the digest covers them.
//!
//! `theme` is the theme of the cards, and `spec` the file they were made from, with `effort`, the length of
//! the search. Both are names in the folder of the deck file or in a folder above it, so that a project can
//! be moved as a whole. So is `words`, the words on the cards. `extra_cards` lists the cards of the theme that
//! belong to the printed deck. `version`, `credit`, `licence`, `barcode`, `age` and `origin` are texts of the
//! publisher. `element_how` holds by id how designer elements are read. `prone` lists the hit locations that
//! are exposed when the target is prone, if they are not arms, chest and head.

mod card;
mod read;
mod values;
mod write;

pub(super) use self::read::read;
pub(super) use self::write::{card_value, write};

/// The format's name and version in the file.
const FORMAT: &str = "actiondeck/1";
