//! Assembles the deck from solved units.

use crate::deck::{
    Card, CardNumber, ClockHour, Deck, ExtraValue, Grid, Imprint, Origin, Part, Toggle,
};
use crate::spec::{ElementSpec, Spec};

use super::content::{Content, Element};
use super::effort::Effort;
use super::outcome::cause_cell;
use super::plan::BLANK;
use super::unit::Unit;

/// The deck of `spec` with the cells and elements of `units`, made from `seed`.
pub(super) fn assemble(spec: &Spec, seed: u64, effort: Effort, units: &[Unit]) -> Deck {
    let cards = spec.numbers.iter().map(|number| card(spec, units, number)).collect();
    let origin = Origin::new(seed, spec.digest, effort.name());
    Deck::new(spec.name.clone(), Some(origin), spec.layout(), cards)
        .expect("cards are made by the layout and of the texts of a spec that was read")
        .with_theme(spec.theme.name.clone())
        .with_words(spec.words.as_ref().map(|words| words.name.clone()))
        .with_extra_cards(spec.extra_cards.iter().map(|card| card.name.clone()))
        .with_imprint(imprint(spec))
        .with_element_labels(
            spec.elements.iter().map(|element| (element.id.clone(), element.label.clone())),
        )
        .with_effect_dice(spec.has(Part::Effect).then(|| spec.effect.dice()))
        .with_prone(spec.hit.shown_when_prone())
        .with_element_dice(
            spec.elements
                .iter()
                .filter_map(|element| element.dice.clone().map(|dice| (element.id.clone(), dice))),
        )
}

/// The imprint of the deck, with how its own elements are read.
fn imprint(spec: &Spec) -> Imprint {
    let how = |element: &ElementSpec| Some((element.id.clone(), element.how.clone()?));
    Imprint { elements: spec.elements.iter().filter_map(how).collect(), ..spec.imprint.clone() }
}

/// The card with this number: one cell or value of each unit.
fn card(spec: &Spec, units: &[Unit], number: CardNumber) -> Card {
    let place = spec.numbers.index(number);
    let (rank, suit) = spec.numbers.corners(number).unwrap_or_default();
    let (mut cause, mut effect, mut extras) = (Vec::new(), Vec::new(), Vec::new());
    let (mut hit_step, mut penetration, mut scatter) = (0, 0, 12);
    let (mut failure, mut unintended, mut bursts) = (None, 1, Vec::new());
    let mut has_shuffle_sign = spec.has_given_sign(number);
    let mut elements = spec.elements.iter();
    for unit in units {
        let rows = 0..unit.content.rows();
        match &unit.content {
            Content::Cause(column) => {
                cause.push(rows.map(|row| cause_cell(column.cell(row, place))).collect::<Vec<_>>());
            }
            Content::Effect(column) => {
                effect.push(rows.map(|row| column.cell(row, place)).collect::<Vec<_>>());
            }
            Content::Bursts(sizes) => {
                bursts = sizes.iter().map(|hits| fit::<u16>(hits[place])).collect()
            }
            Content::Element(element, values) => match (element, values[place]) {
                (Element::HitStep, value) => hit_step = fit(value),
                (Element::Penetration, value) => penetration = fit(value),
                (Element::Scatter, hour) => scatter = fit(hour),
                (Element::Failure, BLANK) => failure = None,
                (Element::Failure, number) => failure = Some(fit(number)),
                (Element::Unintended, value) => unintended = fit(value),
                (Element::ShuffleSign, value) => has_shuffle_sign = value == 1,
                (Element::Extra(_), value) => {
                    let values = elements.next().map(|element| &element.values);
                    let value = values.and_then(|values| values.get(fit::<usize>(value)));
                    extras.push(value.map_or(ExtraValue::Blank, |(value, _)| value.clone()));
                }
            },
        }
    }
    let grid = "the spec has columns and rows";
    Card {
        number,
        rank,
        suit,
        toggle: if spec.has(Part::Toggle) {
            spec.yes.toggle(spec.numbers, number)
        } else {
            Toggle::No
        },
        cause: Grid::from_columns(&cause).expect(grid),
        effect: if effect.is_empty() {
            Grid::none()
        } else {
            Grid::from_columns(&effect).expect(grid)
        },
        hit: if spec.has(Part::Hit) { spec.hit.stack(hit_step) } else { Vec::new() },
        hit_step,
        bursts,
        penetration,
        scatter: ClockHour::new(scatter).expect("the spec's scatter table runs from 1 to 12"),
        failure,
        unintended,
        has_shuffle_sign,
        extras,
    }
}

/// Converts a value of the spec or of an old deck back to its type.
fn fit<T: TryFrom<i64>>(value: i64) -> T {
    T::try_from(value).ok().expect("values keep the size they came in")
}
