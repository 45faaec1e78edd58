//! `deck.json`, format `actiondeck/1`: a head of name, edition, seed and digests, then one card a
//! line. Written by hand rather than derived, so that a change to one card changes one line.
//!
//! `effect_dice` says whether the sums of the effect grid are of `open-ended` or of `closed` dice: the
//! cards do not show it, and the odds beside true dice hang on it. `element_dice` tells the same of
//! designer elements that stand for dice, by their ids.
//!
//! `closed` and `plain` are the columns of the cause grid that are closed and those without exceptional
//! cells. Both are part of what the cards say, so the digest covers them.
//!
//! `theme` names the theme the cards are drawn in, and `spec` the file they were made from, with
//! `effort`, how long was searched. Both are names of something beside the deck's file or beside a
//! folder above it, so that a project can be moved as a whole. So is `words`, the words the cards are
//! printed in; `version`, `credit` and `licence` are texts of the publisher. `element_how` tells by their ids
//! how designer elements are read. `prone` lists the hit locations that show when the target lies, where they
//! are not arms, chest and head.

mod card;
mod read;
mod values;
mod write;

pub(super) use self::read::read;
pub(super) use self::write::{card_value, write};

/// The format's name and version, as the file states it.
const FORMAT: &str = "actiondeck/1";
