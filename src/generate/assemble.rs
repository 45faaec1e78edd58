//! The deck that solved units make.

use crate::deck::{Card, CardNumber, Deck, ExtraValue, Grid, Origin};
use crate::spec::Spec;

use super::units::{self, Content, Unit};

/// The deck of `spec` with the cells and elements of `units`, made from `seed`.
pub(super) fn assemble(spec: &Spec, seed: u64, units: &[Unit]) -> Deck {
    let cards = CardNumber::all().map(|number| card(spec, units, number)).collect();
    let origin = Origin { seed, spec_digest: spec.digest };
    Deck::new(spec.name.clone(), Some(origin), spec.layout(), cards)
        .expect("cards are made by the layout and of the texts of a spec that was read")
}

/// The card of this number: one cell or value of each unit.
fn card(spec: &Spec, units: &[Unit], number: CardNumber) -> Card {
    let place = usize::from(number.get());
    let (mut cause, mut effect, mut extras) = (Vec::new(), Vec::new(), Vec::new());
    let (mut hit_step, mut penetration, mut scatter) = (1, 0, 1);
    let (mut failure, mut unintended, mut bursts) = (None, 1, Vec::new());
    let mut elements = spec.elements.iter();
    for unit in units {
        match &unit.content {
            Content::Cause(column) => {
                let cell = |row: &Vec<u16>| units::cause_cell(row[place]);
                cause.push(column.cells.iter().map(cell).collect::<Vec<_>>());
            }
            Content::Effect(column) => {
                effect.push(column.cells.iter().map(|row| row[place]).collect::<Vec<_>>());
            }
            Content::Bursts(sizes) => bursts = sizes.iter().map(|hits| hits[place]).collect(),
            Content::HitStep(values) => hit_step = values[place],
            Content::Penetration(values) => penetration = values[place],
            Content::Scatter(values) => scatter = values[place],
            Content::Failure(values) => failure = values[place],
            Content::Unintended(values) => unintended = values[place],
            Content::Extra(values) => {
                let element = elements.next();
                let value = element.and_then(|element| element.values.get(values[place]));
                extras.push(value.map_or(ExtraValue::Blank, |(value, _)| value.clone()));
            }
        }
    }
    let grid = "the spec has columns and rows";
    Card {
        number,
        rank: number.rank(),
        suit: number.suit(),
        toggle: spec.yes.toggle(number),
        cause: Grid::from_columns(&cause).expect(grid),
        effect: Grid::from_columns(&effect).expect(grid),
        hit: spec.hit.stack(hit_step),
        hit_step,
        bursts,
        penetration,
        scatter: units::clock_hour(scatter),
        failure,
        unintended,
        extras,
    }
}
