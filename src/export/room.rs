//! The layout of rooms for PlayingCards.io and VirtualTabletop.io, whose tables are alike: a draw pile, a
//! discard pile, two buttons and a hand for each player.

use serde_json::{Map, Value, json};

use crate::face::Format;

use super::pictures::Picture;
use super::sources::Sources;
use super::values::Values;

/// Width and height of the table in its own units.
const TABLE: [u32; 2] = [1600, 1000];

/// The largest card whose hand fits the lower edge; its figures can be read.
const LARGEST_CARD: [u32; 2] = [180, 252];

/// The distance from a card to the edge of its place.
pub(super) const RIM: u32 = 4;

/// The distance between places.
const GAP: u32 = 60;

/// A rectangle on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// The places of a room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Width and height of a card.
    pub card: [u32; 2],
    pub draw_pile: Place,
    pub discard_pile: Place,
    /// Draws the next card onto the discard pile.
    pub draw_button: Place,
    /// Gathers all cards and shuffles them.
    pub shuffle_button: Place,
    pub hand: Place,
}

impl Room {
    pub(super) fn new(format: Format) -> Self {
        let [most_width, most_height] = LARGEST_CARD;
        let shape = format.trim_width_mm() / format.trim_height_mm();
        let width = (f64::from(most_height) * shape).round().min(f64::from(most_width));
        let height = (width / shape).round();
        let [card_width, card_height] = [width, height].map(|side| (side as u32).max(1));
        let [width, height] = [card_width + 2 * RIM, card_height + 2 * RIM];
        let column = |column: u32| GAP + column * (width + GAP);
        let pile = |place| Place { x: column(place), y: GAP, width, height };
        let button = |row: u32| Place { x: column(2), y: GAP + row * 100, width: 160, height: 80 };
        let [table_width, table_height] = TABLE;
        Self {
            card: [card_width, card_height],
            draw_pile: pile(0),
            discard_pile: pile(1),
            draw_button: button(0),
            shuffle_button: button(1),
            hand: Place {
                x: GAP,
                y: table_height - height - RIM,
                width: table_width - 2 * GAP,
                height,
            },
        }
    }
}

/// The card types of a room by name: card name, picture at `address` and values as text; `own` adds fields
/// that only one of the programs takes.
pub(super) fn card_types(
    sources: &Sources<'_>,
    cards: &[Picture],
    address: impl Fn(&Picture) -> String,
    own: impl Fn(&Values, &mut Value),
) -> Map<String, Value> {
    let types = sources.values.iter().zip(cards).map(|(values, picture)| {
        let mut fields = json!({
            "label": values.name,
            "face": address(picture),
            "description": values.text,
        });
        own(values, &mut fields);
        (type_of(values.number.get()), fields)
    });
    types.collect()
}

/// The name of a card's type.
pub(super) fn type_of(card: u8) -> String {
    format!("type-{card:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_do_not_overlap_or_leave_the_table_at_any_card_size() {
        for [trim_width, trim_height] in [[63.5, 88.9], [70.0, 120.0], [300.0, 20.0], [20.0, 300.0]]
        {
            let room = Room::new(Format::new(trim_width, trim_height, 0.0, 0.0).unwrap());
            let places = [
                room.draw_pile,
                room.discard_pile,
                room.draw_button,
                room.shuffle_button,
                room.hand,
            ];
            for (at, place) in places.iter().enumerate() {
                assert!(
                    place.x + place.width <= 1600 && place.y + place.height <= 1000,
                    "{place:?}"
                );
                for other in &places[at + 1..] {
                    let beside =
                        place.x + place.width <= other.x || other.x + other.width <= place.x;
                    let below =
                        place.y + place.height <= other.y || other.y + other.height <= place.y;
                    assert!(beside || below, "{place:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn a_poker_card_has_the_largest_size() {
        assert_eq!([180, 252], Room::new(Format::POKER).card);
    }
}
