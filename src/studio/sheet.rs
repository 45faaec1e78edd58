//! A card for the page, with the positions of its cells.

use serde::Serialize;

use crate::deck::{CardNumber, Field};

use super::faces::DrawnFace;
use super::figures::MadeDeck;
use super::pins::{is_pinnable, pinned};

/// A card with its cells.
#[derive(Debug, Serialize)]
pub(super) struct Sheet {
    card: u8,
    edition: String,
    /// Width, height and bleed in millimetres.
    trim_mm: [f64; 2],
    bleed_mm: f64,
    cells: Vec<Cell>,
}

/// A cell of a card.
#[derive(Debug, Serialize)]
struct Cell {
    field: String,
    text: String,
    pinned: bool,
    /// Its position: the sides left, top, right, bottom in millimetres from the upper left corner of the
    /// trimmed card; `None` if the theme does not show it.
    place_mm: Option<[f64; 4]>,
}

impl Sheet {
    /// The cells of a card that can be pinned, in the order of `deck.csv`.
    pub fn new(made: &MadeDeck, card: CardNumber, drawn: &DrawnFace) -> Self {
        let layout = made.deck.layout();
        let pins = pinned(&made.spec, card);
        let bleed = drawn.format.bleed_mm();
        let fields = layout.fields().into_iter().filter(|field| is_pinnable(&made.spec, field));
        let cells = fields.map(|field| {
            let name = field.to_string();
            Cell {
                text: field.text(layout, made.deck.card(card)),
                pinned: pins.contains(&name),
                place_mm: place(&drawn.places, &field).map(|sides| sides.map(|side| side - bleed)),
                field: name,
            }
        });
        Self {
            card: card.get(),
            edition: made.deck.edition().to_string(),
            trim_mm: [drawn.format.trim_width_mm(), drawn.format.trim_height_mm()],
            bleed_mm: bleed,
            cells: cells.collect(),
        }
    }
}

/// The bounding box of the field on the face.
fn place(places: &[(String, [f64; 4])], field: &Field) -> Option<[f64; 4]> {
    let shows = |name: &str| {
        name.split(' ').any(|word| {
            let word = word.replace('.', "_");
            match field {
                // The stack follows from the step.
                Field::HitStep => word.starts_with("hit_"),
                _ => word == field.to_string(),
            }
        })
    };
    let own = places.iter().filter(|(name, _)| shows(name)).map(|(_, sides)| *sides);
    own.filter(|sides| sides.iter().all(|side| side.is_finite())).reduce(|one, other| {
        let least = |at: usize| one[at].min(other[at]);
        let most = |at: usize| one[at].max(other[at]);
        [least(0), least(1), most(2), most(3)]
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::studio::faces::DrawnFaces;
    use crate::studio::faces::tests::made;

    fn pinned_in_table(made: &MadeDeck, card: CardNumber) -> usize {
        let own = crate::spec::PinCard::Number(card);
        made.spec.pins.iter().filter(|pin| pin.card == own).count()
    }

    #[test]
    fn every_cell_has_its_position_and_pins_are_marked() {
        let made = made();
        let (faces, card) = (DrawnFaces::default(), CardNumber::new(34).unwrap());
        let drawn = made.face(&faces, card).unwrap();
        assert!(Arc::ptr_eq(&drawn, &made.face(&faces, card).unwrap()));
        let sheet = Sheet::new(&made, card, &drawn);
        let fields = sheet.cells.iter().map(|cell| &*cell.field);
        assert!(fields.clone().any(|field| field == "cause_d10_2"));
        assert!(!fields.clone().any(|field| ["number", "hit_1", "toggle"].contains(&field)));
        for cell in &sheet.cells {
            let Some([left, top, right, bottom]) = cell.place_mm else {
                // A blank figure is not drawn.
                assert!(cell.text.is_empty(), "{cell:?}");
                continue;
            };
            let [width, height] = sheet.trim_mm;
            assert!(left < right && top < bottom, "{cell:?}");
            assert!(left > 0.0 && top > 0.0 && right < width && bottom < height, "{cell:?}");
        }
        let pinned = sheet.cells.iter().filter(|cell| cell.pinned).count();
        assert_eq!(pinned, pinned_in_table(&made, card));
    }
}
