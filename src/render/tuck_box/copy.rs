//! The copy on the back of a box: what the deck is and what every card shows, for someone who has not opened it.

use crate::face::{Content, Faces};
use crate::geometry::{Mm, Rect};
use crate::render::explained::part_titles;

use super::net::Net;

/// The distance of the field from the folds, and the least distance from the retail panel.
const EDGE: Mm = Mm(4.0);
/// The height of the field.
const HEIGHT: Mm = Mm(25.0);

/// Adds the copy in the middle of the back, above the retail panel; without enough room, there is none.
pub(super) fn add(content: Content, faces: &Faces<'_>, net: &Net) -> Content {
    let (deck, words) = (faces.deck(), faces.theme().words());
    let back = net.back();
    let foot = content.placed("retail").map_or(back.height, |retail| retail.y);
    if foot < HEIGHT + EDGE * 2.0 {
        return content.text("copy", "");
    }
    let width = back.width - EDGE * 2.0;
    let at = Rect { x: EDGE, y: (foot - HEIGHT) / 2.0, width, height: HEIGHT };
    let die = words.on_leaf("die", &[]);
    let dice = deck.layout().cause.columns.iter().map(|column| format!("{die}{}", column.sides()));
    let dice = dice.collect::<Vec<_>>().join(" · ");
    let cards = deck.cards().len().to_string();
    let said = |name| words.in_box(name, &[("cards", &cards), ("dice", &dice)]);
    content
        .text("copy", "yes")
        .text("copy_title", said("copy_title"))
        .text("copy_dice", said("copy_dice"))
        .text("copy_parts", part_titles(faces).join(" · "))
        .place("copy", at)
}
