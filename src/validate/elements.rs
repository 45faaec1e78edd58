//! The distribution of a designer element's values over the cards, compared with the spec and with the dice
//! that they represent.

use num_traits::Zero;
use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{Deck, ExtraValue};
use crate::dice::{Distribution, Expression, Probability};
use crate::spec::Spec;

use super::Amount;
use super::cdf::{Staircase, in_cards};

/// One element: a designer's, or a built-in part with one value per card.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct ElementTable {
    /// Its id.
    pub id: String,
    /// Its title in reports.
    pub label: String,
    /// The dice it represents in dice notation, if known.
    pub dice: Option<String>,
    /// Every value that a card shows or the spec has, numbers ascending.
    pub values: Vec<ElementValue>,
    /// The number of cards that would have to show another value to match the spec; `None` without a spec.
    pub off: Option<usize>,
    /// Cards that reach each number, compared with the dice; `None` for texts and unknown dice.
    pub stairs: Option<Staircase>,
}

/// One value of an element.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct ElementValue {
    /// The value: a number, a text, or null for a blank.
    pub value: ExtraValue,
    /// The cards that show it.
    pub cards: usize,
    /// The number of cards in the spec; `None` without a spec.
    pub asked: Option<usize>,
    /// The expected number of cards with the dice, to six decimals; `None` for unknown dice.
    pub dice: Option<f64>,
}

impl ElementValue {
    /// The printed text, `nothing` for a blank.
    pub fn label(&self) -> String {
        match &self.value {
            ExtraValue::Blank => "nothing".to_owned(),
            value => value.to_string(),
        }
    }
}

impl ElementTable {
    /// Its title: `omen, Omen of the day (2d6)`.
    pub fn title(&self) -> String {
        let mut title = self.id.clone();
        if self.label != self.id {
            title.push_str(&format!(", {}", self.label));
        }
        if let Some(dice) = &self.dice {
            title.push_str(&format!(" ({dice})"));
        }
        title
    }

    /// The place of the largest error: `omen at 7`.
    pub fn worst_label(&self) -> String {
        let at = self.stairs.as_ref().map_or(0, |stairs| stairs.worst_at);
        format!("{} at {at}", self.id)
    }
}

/// Every element of the deck, in the order of its fields.
pub(super) fn tables(deck: &Deck, spec: Option<&Spec>) -> Vec<ElementTable> {
    let places = deck.layout().extras.iter().enumerate();
    places
        .map(|(place, id)| {
            let asked = spec.and_then(|spec| spec.elements.iter().find(|it| it.id == *id));
            let shown: Vec<ExtraValue> =
                deck.cards().iter().map(|card| card.extras[place].clone()).collect();
            let dice = asked.and_then(|asked| asked.dice.clone());
            let dice = dice.or_else(|| deck.element_dice(id).map(|dice| dice.to_string()));
            let label = asked.map_or_else(|| deck.element_label(id), |asked| asked.label.as_str());
            table(id, label, &shown, asked.map(|asked| &asked.values[..]), dice)
        })
        .collect()
}

/// One element from the value of each card, the number of cards of each value in the spec, and the dice that
/// it represents.
pub(super) fn table(
    id: &str,
    label: &str,
    shown: &[ExtraValue],
    asked: Option<&[(ExtraValue, u8)]>,
    written: Option<String>,
) -> ElementTable {
    let dice = written.as_ref().and_then(|text| text.parse::<Expression>().ok());
    let dice = dice.map(|dice| dice.distribution());
    let mut values: Vec<ExtraValue> = shown.to_vec();
    values.extend(asked.iter().copied().flatten().map(|(value, _)| value.clone()));
    values.sort_unstable();
    values.dedup();
    let values: Vec<ElementValue> = values
        .into_iter()
        .map(|value| ElementValue {
            cards: shown.iter().filter(|shown| **shown == value).count(),
            asked: asked.map(|asked| {
                let counts = asked.iter().filter(|(known, _)| *known == value);
                counts.map(|(_, cards)| usize::from(*cards)).sum()
            }),
            dice: dice.as_ref().and_then(|dice| due(shown.len(), dice, &value)),
            value,
        })
        .collect();
    let off = asked.map(|_| {
        let missing = |value: &ElementValue| value.asked.unwrap_or(0).saturating_sub(value.cards);
        values.iter().map(missing).sum()
    });
    let stairs = dice.and_then(|dice| stairs(shown, &dice));
    ElementTable { id: id.to_owned(), label: label.to_owned(), dice: written, values, off, stairs }
}

/// The expected number of `cards` with exactly this value, if known.
fn due(cards: usize, dice: &Distribution, value: &ExtraValue) -> Option<f64> {
    let ExtraValue::Number(number) = value else { return None };
    let number = i64::from(*number);
    let is_known = dice.is_complete() || number <= dice.highest();
    is_known.then(|| Amount::exact(in_cards(cards, &dice.probability(number))).to_f64())
}

/// Compares the numbers with the dice, at every number from the smallest to one above the largest that either
/// can show; beyond it the share of open-ended dice only falls.
fn stairs(shown: &[ExtraValue], dice: &Distribution) -> Option<Staircase> {
    let number = |value: &ExtraValue| match value {
        ExtraValue::Number(number) => Some(i64::from(*number)),
        _ => None,
    };
    let numbers: Vec<i64> = shown.iter().map(number).collect::<Option<_>>()?;
    let from = dice.lowest().min(*numbers.iter().min()?);
    let highest = *numbers.iter().max()?;
    let to = if dice.is_complete() { highest.max(dice.highest()) } else { highest + 1 };
    let to = if dice.is_complete() { to } else { to.min(dice.highest()) };
    let ideal: Vec<Probability> = (from..=to)
        .map(|threshold| match threshold > dice.highest() {
            true => Probability::zero(),
            false => in_cards(numbers.len(), &dice.at_least(threshold)),
        })
        .collect();
    Some(Staircase::compare(from, &numbers, &ideal))
}

#[cfg(test)]
mod tests {
    use super::super::{FigureVerdict, validate};
    use super::*;
    use crate::spec::preset;

    /// A deck whose element has the sums of two dice as in the spec, and that spec.
    fn deck(change: impl Fn(usize, i32) -> String) -> (Deck, Spec) {
        let spec = preset("pbta").unwrap().spec().unwrap();
        let element = spec.elements.iter().find(|it| it.dice.as_deref() == Some("2d6")).unwrap();
        let values = element.values.iter().flat_map(|(value, cards)| {
            let ExtraValue::Number(number) = value else { panic!("2d6 are numbers") };
            std::iter::repeat_n(*number, usize::from(*cards))
        });
        let values: Vec<String> = values.enumerate().map(|(at, value)| change(at, value)).collect();
        let csv: String = Deck::built_in()
            .to_csv()
            .lines()
            .enumerate()
            .map(|(line, text)| match line {
                0 => format!("{text},{}\n", element.id),
                line => format!("{text},{}\n", values[line - 1]),
            })
            .collect();
        (Deck::read("own.csv", &csv).unwrap(), spec)
    }

    #[test]
    fn values_are_compared_with_spec_and_dice() {
        let (deck, spec) = deck(|_, value| value.to_string());
        let judged = validate(&deck, Some(&spec));
        let [table] = &judged.elements[..] else { panic!("{:?}", judged.elements) };
        assert_eq!((Some("2d6"), Some(0)), (table.dice.as_deref(), table.off));
        let seven = table.values.iter().find(|it| it.value == ExtraValue::Number(7)).unwrap();
        assert_eq!((Some(seven.cards), Some(9.0)), (seven.asked, seven.dice));
        let cards: usize = table.values.iter().map(|value| value.cards).sum();
        assert_eq!((11, 54), (table.values.len(), cards));
        // By definition: count the pairs of two dice, and the cards, at each number.
        let worst = (2..=12)
            .map(|threshold| {
                let pairs = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
                let pairs = pairs.filter(|sum| *sum >= threshold).count() as f64;
                let reach = |value: &&ElementValue| value.value >= ExtraValue::Number(threshold);
                let cards: usize = table.values.iter().filter(reach).map(|value| value.cards).sum();
                (cards as f64 - 54.0 * pairs / 36.0).abs()
            })
            .fold(0.0, f64::max);
        let stairs = table.stairs.as_ref().unwrap();
        assert!((stairs.error.to_f64() - worst).abs() < 1e-9, "{worst} {stairs:?}");
        let figure = judged.figure("element_error").unwrap();
        assert_eq!((FigureVerdict::Noted, &stairs.error), (figure.verdict, &figure.achieved));
        assert_eq!(FigureVerdict::Holds, judged.figure("element_counts").unwrap().verdict);
    }

    #[test]
    fn two_cards_with_another_value_fall_short() {
        let (deck, spec) = deck(|at, value| (if at < 2 { 12 } else { value }).to_string());
        let judged = validate(&deck, Some(&spec));
        assert_eq!(Some(2), judged.elements[0].off);
        let figure = judged.figure("element_counts").unwrap();
        assert_eq!(FigureVerdict::FallsShort, figure.verdict);
        assert_eq!(Amount::whole(2), figure.achieved);
    }

    #[test]
    fn without_a_spec_cards_are_reported_without_a_limit() {
        let (deck, _) =
            deck(|at, _| if at == 0 { String::new() } else { format!("word {}", at % 9) });
        let judged = validate(&deck, None);
        let table = &judged.elements[0];
        assert_eq!((None, None, None), (table.off, table.dice.clone(), table.stairs.clone()));
        assert_eq!("nothing", table.values[0].label());
        assert!(
            judged.figure("element_counts").is_none() && judged.figure("element_error").is_none()
        );
        assert!(validate(&Deck::built_in(), None).elements.is_empty());
    }
}
