//! The odds of everything on a card except checks.

use std::collections::BTreeSet;

use crate::deck::{CardNumber, CardNumbers, ExtraValue, Toggle};
use crate::diagnostic::{Fault, Problem, fault};
use crate::dice::{DiceKind, Distribution, Expression, Probability};
use crate::table::lookup::{DeckView, EffectCell, Element};
use crate::table::rules::{
    Forced, LocationQuestion, Options, Passage, PenetrationQuestion, Reliability, RulesError,
    StrayShots, burst, equipment_failure, unintended_target,
};
use crate::validate::effect_dice;

use super::ask::{Ask, TailTables};
use super::dice::{assumed, hit_ladder, sums};
use super::{Chance, OddsRow, OddsTable, OddsTables, Pile};

const DECK: &str = "deck";
const DICE: &str = "true dice";

fn row(label: impl ToString, chances: Vec<Option<Chance>>) -> OddsRow {
    OddsRow { label: label.to_string(), chances }
}

fn table(subject: String, head: &str, columns: &[&str], rows: Vec<OddsRow>) -> OddsTable {
    let columns = columns.iter().map(|&column| column.to_owned()).collect();
    OddsTable { subject, head: head.to_owned(), columns, rows }
}

/// The chance that a condition holds for the next card.
fn chance(pile: Pile, holds: impl Fn(CardNumber) -> bool) -> Chance {
    let cards = pile.iter().filter(|&card| holds(card)).count();
    Chance::from_cards(cards as u32, pile.len())
}

/// The odds of the number in an effect cell, compared with the sum of the dice it represents,
/// open-ended or closed.
pub fn effect_odds(cell: EffectCell<'_>, pile: Pile, ask: &Ask) -> OddsTables {
    let ask = ask.or_all(cell.deck().numbers(), |card| Some(cell.magnitude(card).into()));
    let kind = effect_dice(cell.deck().deck());
    let sums = sums(cell.dice(), kind, ask.highest());
    let subject = match kind {
        DiceKind::OpenEnded => format!("effect {}", cell.dice()),
        DiceKind::Closed => format!("effect {}, closed dice", cell.dice()),
    };
    let numbers = pile.iter().map(|card| cell.magnitude(card).into()).collect();
    let table = TailTables::from_numbers(numbers, pile, Some(sums)).table(subject, &ask);
    OddsTables { assumed: assumed(cell.deck()), ..OddsTables::one(pile.len(), table) }
}

/// The odds of a designer element: of each value if the question has no number, otherwise of its
/// number, compared with the dice that it represents, if known. Open-ended dice are listed up to a
/// result that they exceed with a probability below one in a million.
///
/// # Errors
/// An error if the question has a number and no card shows one.
pub fn element_odds(
    element: Element<'_>,
    pile: Pile,
    dice: Option<&Expression>,
    ask: Option<&Ask>,
) -> Result<OddsTables, NoNumbers> {
    let dice = dice.map(Expression::distribution);
    let subject = format!("element {}", element.id());
    let Some(ask) = ask else {
        return Ok(OddsTables::one(pile.len(), each_value(element, pile, dice.as_ref(), subject)));
    };
    if !element.has_numbers() {
        return Err(NoNumbers { element: element.id().to_owned() });
    }
    let ask = ask.or_all(element.deck().numbers(), |card| element.number(card));
    let numbers = pile.iter().filter_map(|card| element.number(card)).collect();
    let table = TailTables::from_numbers(numbers, pile, dice).table(subject, &ask);
    Ok(OddsTables::one(pile.len(), table))
}

/// One row for each value that a card shows.
fn each_value(
    element: Element<'_>,
    pile: Pile,
    dice: Option<&Distribution>,
    subject: String,
) -> OddsTable {
    let mut values: Vec<&ExtraValue> =
        element.deck().numbers().iter().map(|card| element.value(card)).collect();
    values.sort_unstable();
    values.dedup();
    let rows = values
        .into_iter()
        .map(|value| {
            let label = match value {
                ExtraValue::Blank => "nothing".to_owned(),
                value => value.to_string(),
            };
            let shows = chance(pile, |card| element.value(card) == value);
            let of_dice = match (value, dice) {
                (ExtraValue::Number(number), Some(dice))
                    if dice.is_complete() || i64::from(*number) <= dice.highest() =>
                {
                    Some(Chance::new(dice.probability(i64::from(*number))))
                }
                _ => None,
            };
            row(label, vec![Some(shows), of_dice])
        })
        .collect();
    table(subject, "value", &[DECK, DICE], rows)
}

/// The error of a question about the number of an element without numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoNumbers {
    element: String,
}

impl Fault for NoNumbers {
    fn problem(&self) -> Problem {
        let Self { element } = self;
        Problem::coded("odds.no-numbers", format!("{element} shows no numbers"))
            .accepts(format!("odds element {element} alone, for the odds of each value"))
    }
}

fault!(NoNumbers);

/// The highest number of bumps in [`location_odds`].
const BUMPS: u32 = 3;

/// The odds of each hit location: of the location after forced modifiers, and of reaching it with
/// up to three bumps; compared with the d20 of the dice edition, which has no bumps.
pub fn location_odds<'d>(deck: impl Into<DeckView<'d>>, pile: Pile, forced: Forced) -> OddsTables {
    let deck = deck.into();
    let mut locations: Vec<&String> = Vec::new();
    for location in deck.cards().flat_map(|card| card.hit()) {
        if !locations.contains(&location) {
            locations.push(location);
        }
    }
    let ladder = hit_ladder(deck);
    let lands = |card, chosen, wanted: &str| {
        let (called, covered) = (None, Vec::new());
        let question =
            LocationQuestion { deck, card, forced, chosen, called, prone: false, covered };
        question.answer().location == wanted
    };
    let within = |card, bumps: u32, wanted: &str| {
        let bumps = bumps as i8;
        (-bumps..=bumps).any(|chosen| lands(card, chosen, wanted))
    };
    let rows = locations
        .into_iter()
        .map(|location| {
            let mut chances: Vec<Option<Chance>> = (0..=BUMPS)
                .map(|bumps| Some(chance(pile, |card| within(card, bumps, location))))
                .collect();
            chances.push(ladder.map(|ladder| {
                let steps = 2 * forced.steps_up();
                let pips = (1..=20).filter(|pip| ladder(pip + steps) == location).count();
                Chance::new(Probability::new(pips.into(), 20.into()))
            }));
            row(location, chances)
        })
        .collect();
    let columns = ["as it falls", "1 bump", "2 bumps", "3 bumps", DICE];
    OddsTables::one(pile.len(), table("hit location".to_owned(), "location", &columns, rows))
}

/// The odds that a weapon penetrates (P), ablates (A) or is deflected (D).
pub fn penetration_odds<'d>(
    deck: impl Into<DeckView<'d>>,
    pile: Pile,
    question: PenetrationQuestion,
) -> OddsTables {
    let deck = deck.into();
    let passages = [
        ("P, penetrates", Passage::Penetrates),
        ("A, ablates", Passage::Ablates),
        ("D, deflects", Passage::Deflects),
    ];
    let rows = passages
        .into_iter()
        .map(|(label, passage)| {
            let passes = |card| question.answer(deck, card).passage == passage;
            row(label, vec![Some(chance(pile, passes))])
        })
        .collect();
    let PenetrationQuestion { pen, armour, .. } = question;
    let subject = format!("penetration of Pen {pen} against AV {armour}");
    OddsTables::one(pile.len(), table(subject, "result", &[DECK], rows))
}

/// The odds of the penetration that the next card prints.
pub fn printed_penetration_odds<'d>(deck: impl Into<DeckView<'d>>, pile: Pile) -> OddsTables {
    let deck = deck.into();
    let printed = |card| i64::from(deck.card(card).penetration());
    let rows = spread(deck.numbers(), pile, printed, |value| format!("{value:+}"));
    OddsTables::one(
        pile.len(),
        table("penetration".to_owned(), "printed", &["exactly", "at least"], rows),
    )
}

/// The odds of each number of hits of a burst if the attack hits.
///
/// # Errors
/// [`RulesError::BurstSize`] if the deck does not have this burst size.
pub fn burst_odds<'d>(
    deck: impl Into<DeckView<'d>>,
    pile: Pile,
    shots: u16,
) -> Result<OddsTables, RulesError> {
    let deck = deck.into();
    let numbers = deck.numbers();
    let mut hits = Vec::new();
    for card in numbers.iter() {
        hits.push(i64::from(burst(deck, card, shots)?.hits));
    }
    let rows = spread(numbers, pile, |card| hits[numbers.index(card)], |hits| hits.to_string());
    let subject = format!("burst of {shots}");
    Ok(OddsTables::one(pile.len(), table(subject, "hits", &["exactly", "at least"], rows)))
}

/// One row for each printed number: the chance of it, and of it or more.
fn spread(
    numbers: CardNumbers,
    pile: Pile,
    number: impl Fn(CardNumber) -> i64,
    label: impl Fn(i64) -> String,
) -> Vec<OddsRow> {
    let values: BTreeSet<i64> = numbers.iter().map(&number).collect();
    values
        .into_iter()
        .map(|value| {
            let exactly = chance(pile, |card| number(card) == value);
            let at_least = chance(pile, |card| number(card) >= value);
            row(label(value), vec![Some(exactly), Some(at_least)])
        })
        .collect()
}

/// The odds that equipment fails on the next card, for each reliability from 1 to 13. Cards that
/// are not in the pile are in the discard pile.
pub fn failure_odds<'d>(
    deck: impl Into<DeckView<'d>>,
    pile: Pile,
    options: &Options,
) -> OddsTables {
    let deck = deck.into();
    let discarded: Vec<CardNumber> = pile.others(deck.numbers()).collect();
    let rows = (1..=13)
        .filter_map(Reliability::new)
        .map(|rel| {
            let fails = |card| equipment_failure(deck, card, rel, &discarded, options).fails;
            row(rel.get(), vec![Some(chance(pile, fails))])
        })
        .collect();
    OddsTables::one(pile.len(), table("equipment failure".to_owned(), "Rel", &[DECK], rows))
}

/// The odds that another target is hit, for 1 to 6 stray shots.
pub fn unintended_odds<'d>(deck: impl Into<DeckView<'d>>, pile: Pile) -> OddsTables {
    let deck = deck.into();
    let rows = (1..=6)
        .map(|missed| {
            let shots = StrayShots { missed, ..StrayShots::default() };
            let dice = Chance::from_cards(missed.into(), 6);
            let hit = |card| unintended_target(deck, card, shots).hit;
            row(missed, vec![Some(chance(pile, hit)), Some(dice)])
        })
        .collect();
    OddsTables::one(
        pile.len(),
        table("unintended targets".to_owned(), "stray shots", &[DECK, "true d6"], rows),
    )
}

/// The odds of each direction of the scatter clock.
pub fn scatter_odds<'d>(deck: impl Into<DeckView<'d>>, pile: Pile) -> OddsTables {
    let deck = deck.into();
    let rows = (1..=12_u8)
        .map(|hour| {
            let points = chance(pile, |card| deck.card(card).scatter().get() == hour);
            row(hour, vec![Some(points), Some(Chance::from_cards(1, 12))])
        })
        .collect();
    OddsTables::one(pile.len(), table("scatter".to_owned(), "o'clock", &[DECK, "true d12"], rows))
}

/// The odds of yes and no.
pub fn toggle_odds<'d>(deck: impl Into<DeckView<'d>>, pile: Pile) -> OddsTables {
    let deck = deck.into();
    let rows = [Toggle::Yes, Toggle::No]
        .into_iter()
        .map(|toggle| {
            let shows = chance(pile, |card| deck.card(card).toggle() == toggle);
            row(toggle, vec![Some(shows), Some(Chance::from_cards(1, 2))])
        })
        .collect();
    OddsTables::one(pile.len(), table("toggle".to_owned(), "toggle", &[DECK, "true coin"], rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};

    fn sum(tables: &OddsTables, column: usize) -> Probability {
        let chances = tables.tables[0].rows.iter().map(|row| row.chances[column].clone());
        chances.map(|chance| chance.unwrap().probability().clone()).sum()
    }

    #[test]
    fn what_excludes_each_other_adds_up_to_one() {
        let deck = deck();
        let pile = Pile::without(CardNumbers::POKER, &[card(3), card(17), card(40)]).unwrap();
        let one = Probability::from_integer(1.into());
        let pen = PenetrationQuestion { pen: 3, armour: 3, bumps: 0 };
        let forced = Forced { punch: true, ..Forced::default() };
        for (tables, columns) in [
            (location_odds(&deck, pile, forced), vec![0, 4]),
            (penetration_odds(&deck, pile, pen), vec![0]),
            (printed_penetration_odds(&deck, pile), vec![0]),
            (burst_odds(&deck, pile, 10).unwrap(), vec![0]),
            (scatter_odds(&deck, pile), vec![0, 1]),
            (toggle_odds(&deck, pile), vec![0, 1]),
        ] {
            for column in columns {
                assert_eq!(one, sum(&tables, column), "{}", tables.tables[0].subject);
            }
        }
        assert!(burst_odds(&deck, pile, 4).is_err());
    }

    #[test]
    fn three_bumps_reach_every_location_of_a_stack() {
        let deck = deck();
        let tables = location_odds(&deck, Pile::whole(CardNumbers::POKER), Forced::default());
        for row in &tables.tables[0].rows {
            let on_stack = chance(Pile::whole(CardNumbers::POKER), |card| {
                deck.card(card).hit.contains(&row.label)
            });
            assert_eq!(Some(on_stack), row.chances[3], "{}", row.label);
        }
    }

    #[test]
    fn the_best_equipment_fails_only_once_the_witness_is_discarded() {
        let deck = deck();
        let printed = |number| {
            CardNumbers::POKER.iter().find(|&card| deck.card(card).failure == Some(number)).unwrap()
        };
        let odds = |pile| {
            let tables = failure_odds(&deck, pile, &Options::default());
            tables.tables[0].rows[0].chances[0].clone().unwrap()
        };
        assert_eq!(Chance::from_cards(0, 54), odds(Pile::whole(CardNumbers::POKER)));
        assert_eq!(
            Chance::from_cards(1, 53),
            odds(Pile::without(CardNumbers::POKER, &[printed(2)]).unwrap())
        );
    }

    #[test]
    fn effects_fall_from_certainty_to_the_rarest_number() {
        let deck = deck();
        let cell = EffectCell::new(&deck, "(2)6".parse().unwrap()).unwrap();
        let tables = effect_odds(cell, Pile::whole(CardNumbers::POKER), &Ask::AtLeast(Vec::new()));
        let rows = &tables.tables[0].rows;
        assert_eq!(Some(Chance::from_cards(54, 54)), rows[0].chances[0]);
        assert!(rows.windows(2).all(|pair| pair[0].chances > pair[1].chances));
        assert!(rows.iter().all(|row| row.chances[1].is_some()));
        let absurd =
            effect_odds(cell, Pile::whole(CardNumbers::POKER), &Ask::AtLeast(vec![6, i32::MAX]));
        let of_dice = |row: usize| absurd.tables[0].rows[row].chances[1].is_some();
        assert_eq!([true, false], [of_dice(0), of_dice(1)]);
    }
}
