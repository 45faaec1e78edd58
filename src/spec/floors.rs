//! Limits on dependence that no deal of a spec can keep.
//!
//! The spec fixes the counts of number, toggle, hit step, penetration, scatter, failure, unintended target,
//! burst and elements. For every two of these the smallest correlation and the smallest joint threshold
//! errors follow from the counts ([`whole_cards`]). The grids are not fixed, so their error counts as zero:
//! the floors hold for every deck of the spec. A single deck may have higher ones, which `validate` shows.

use std::sync::Arc;

use num_traits::Zero;

use crate::deck::{ClockHour, ExtraValue, Part, Toggle, failure_reading};
use crate::diagnostic::{Problems, Source};
use crate::dice::Probability;
use crate::dice::whole_cards::{self, least_covariance, to_whole_cards};

use super::model::{Counts, Limits, Spec};
use super::reach::out_of_reach;

/// A reading of the cards and its part: readings of one part are not read together.
struct Reading {
    part: String,
    name: String,
    /// The value of each card, ascending; `None` if the spec does not fix them.
    values: Option<Vec<i64>>,
    /// The number of thresholds above the smallest value.
    thresholds: usize,
}

impl Reading {
    fn fixed(part: &str, name: &str, values: impl IntoIterator<Item = i64>) -> Self {
        let mut values: Vec<i64> = values.into_iter().collect();
        values.sort_unstable();
        let mut distinct = values.clone();
        distinct.dedup();
        let thresholds = distinct.len().saturating_sub(1);
        Self { part: part.to_owned(), name: name.to_owned(), values: Some(values), thresholds }
    }

    fn open(part: &str, values: usize, cards: usize) -> Self {
        let thresholds = values.min(cards).saturating_sub(1);
        Self { part: part.to_owned(), name: String::new(), values: None, thresholds }
    }

    /// The number of cards that reach each threshold.
    fn counts(&self) -> Vec<u64> {
        let values = self.values.as_deref().unwrap_or_default();
        let firsts = (1..values.len()).filter(|&place| values[place] > values[place - 1]);
        firsts.map(|place| (values.len() - place) as u64).collect()
    }
}

/// The lower bounds for every deck of the spec.
#[derive(Default)]
struct Floors {
    /// The square of the largest correlation, and its place.
    worst_r: (Probability, String),
    mean_square_r: Probability,
    /// In cards, with its place.
    joint_worst: (Probability, String),
    joint_mean_square: Probability,
}

/// Reports the limits on correlations and joint threshold errors that whole cards exceed in every deal.
///
/// Default limits are not reported: a value on a single card may exceed them, and `validate` reports which
/// limit such a deck could keep.
pub(super) fn limits(source: &Arc<Source>, spec: &Spec, problems: &mut Problems) {
    let (limits, default) = (&spec.limits, &Limits::default());
    let floors = floors(&readings(spec), spec.size());
    let square = |limit: &Probability| limit * limit;
    let larger = "is larger, however the cards are dealt";
    let pair = |at: &str, what: &str| format!("{what} of {at} {larger}");
    let all = |what: &str| format!("the root mean square of {what} {larger}");
    let joint_worst = &floors.joint_worst.0;
    for (key, [limit, default], least_square, what) in [
        (
            "worst_r",
            [&limits.worst_r, &default.worst_r],
            floors.worst_r.0.clone(),
            pair(&floors.worst_r.1, "the correlation"),
        ),
        (
            "rms_r",
            [&limits.rms_r, &default.rms_r],
            floors.mean_square_r.clone(),
            all("all correlations"),
        ),
        (
            "joint_worst",
            [&limits.joint_worst, &default.joint_worst],
            joint_worst * joint_worst,
            pair(&floors.joint_worst.1, "the joint threshold error"),
        ),
        (
            "joint_rms",
            [&limits.joint_rms, &default.joint_rms],
            floors.joint_mean_square.clone(),
            all("all joint threshold errors"),
        ),
    ] {
        if limit != default && least_square > square(limit) {
            let least = root_in_thousandths(&least_square);
            problems.push(out_of_reach(source, key, limit, &what, &least));
        }
    }
}

/// The square root, rounded up to thousandths.
fn root_in_thousandths(square: &Probability) -> Probability {
    let million = Probability::from_integer(1_000_000.into());
    let whole = (square * million).ceil().to_integer();
    let root = whole.sqrt();
    let root = if &root * &root < whole { root + 1 } else { root };
    Probability::new(root, 1000.into())
}

fn floors(readings: &[Reading], cards: usize) -> Floors {
    let mut floors = Floors::default();
    let (mut pairs, mut events) = (0_u64, 0_u64);
    let (mut squares_r, mut squares_joint) = (Probability::zero(), 0_u64);
    for (place, one) in readings.iter().enumerate() {
        for other in readings[..place].iter().filter(|other| other.part != one.part) {
            pairs += 1;
            events += (one.thresholds * other.thresholds) as u64;
            let (Some(x), Some(y)) = (&one.values, &other.values) else { continue };
            let at = || format!("{} with {}", other.name, one.name);
            let r = least_square_r(x, y);
            squares_r += &r;
            if r > floors.worst_r.0 {
                floors.worst_r = (r, at());
            }
            let mut worst = 0;
            for a in one.counts() {
                for b in other.counts() {
                    let error = to_whole_cards(a * b, cards as u64);
                    squares_joint += error * error;
                    worst = worst.max(error);
                }
            }
            let worst = Probability::new(worst.into(), cards.into());
            if worst > floors.joint_worst.0 {
                floors.joint_worst = (worst, at());
            }
        }
    }
    floors.mean_square_r = squares_r / Probability::from_integer(pairs.max(1).into());
    let in_cards = (cards * cards) as u64 * events.max(1);
    floors.joint_mean_square = Probability::new(squares_joint.into(), in_cards.into());
    floors
}

/// The smallest r² of two readings; 0 if one of them is constant.
fn least_square_r(x: &[i64], y: &[i64]) -> Probability {
    let (x, y) = (whole_cards::steps(x), whole_cards::steps(y));
    let variance = |values: &[i64]| {
        let sum: i128 = values.iter().map(|&value| i128::from(value)).sum();
        let squares: i128 = values.iter().map(|&value| i128::from(value).pow(2)).sum();
        values.len() as i128 * squares - sum * sum
    };
    let (xx, yy) = (variance(&x), variance(&y));
    if xx == 0 || yy == 0 {
        return Probability::zero();
    }
    let ratio = |one: i128, other: i128| Probability::new(one.into(), other.into());
    let xy = least_covariance(&x, &y);
    ratio(xy, xx) * ratio(xy, yy)
}

/// The readings of a card, as in `validate`.
fn readings(spec: &Spec) -> Vec<Reading> {
    let cards = spec.size();
    let mut readings = Vec::new();
    for column in &spec.cause.columns {
        let above = column.exceptional_above.iter().flatten().copied().max().unwrap_or(0);
        let values = usize::from(column.die.sides().max(above)) + 1;
        readings.extend((0..spec.cause.rows).map(|_| Reading::open("cause", values, cards)));
    }
    let effects = spec.effect.columns.len() * usize::from(spec.effect.rows);
    readings.extend((0..effects).map(|_| Reading::open("effect", cards, cards)));
    if spec.has(Part::Hit) {
        readings.push(match cards.is_multiple_of(spec.hit.steps().max(1).into()) {
            true => {
                let cards = cards / usize::from(spec.hit.steps().max(1));
                let steps = 1..=i64::from(spec.hit.steps());
                Reading::fixed("hit", "hit step", steps.flat_map(|step| vec![step; cards]))
            }
            false => Reading::open("hit", spec.hit.steps().into(), cards),
        });
    }
    if spec.has(Part::Penetration) {
        let values = spread(&spec.penetration, |&value| value.into());
        readings.push(Reading::fixed("penetration", "penetration", values));
    }
    if spec.has(Part::Scatter) {
        let hour = |hour: &u8| ClockHour::new(*hour).unwrap_or(ClockHour::TWELVE);
        let right = spread(&spec.scatter, |value| hour(value).right());
        let away = spread(&spec.scatter, |value| hour(value).away());
        readings.push(Reading::fixed("scatter", "scatter right", right));
        readings.push(Reading::fixed("scatter", "scatter away", away));
    }
    if spec.has(Part::Failure) {
        let mut values = spread(&spec.failure, |&number| failure_reading(Some(number)));
        values.resize(cards, failure_reading(None));
        readings.push(Reading::fixed("failure", "failure", values));
    }
    if spec.has(Part::Unintended) {
        let values = spread(&spec.unintended, |&value| value.into());
        readings.push(Reading::fixed("unintended", "unintended", values));
    }
    if let Some(burst) = spec.bursts.last() {
        let name = format!("burst {}", burst.shots);
        readings.push(Reading::fixed("burst", &name, spread(&burst.hits, |&hits| hits.into())));
    }
    // Number and toggle are fixed.
    let numbers = spec.numbers.iter().map(|number| number.get().into());
    readings.push(Reading::fixed("number", "number", numbers));
    if spec.has(Part::Toggle) {
        let says_yes = |number| i64::from(spec.yes.toggle(spec.numbers, number) == Toggle::Yes);
        readings.push(Reading::fixed("number", "toggle", spec.numbers.iter().map(says_yes)));
    }
    for element in &spec.elements {
        let place =
            |value: &ExtraValue| element.values.iter().position(|(known, _)| known == value);
        let values =
            spread(&element.values, |value| value.as_reading(place(value).unwrap_or_default()));
        readings.push(Reading::fixed(&format!("element {}", element.id), &element.id, values));
    }
    readings
}

/// A value for each card.
fn spread<T>(counts: &Counts<T>, value: impl Fn(&T) -> i64) -> Vec<i64> {
    let cards = counts.iter().map(|(known, cards)| vec![value(known); usize::from(*cards)]);
    cards.flatten().collect()
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;

    use super::*;
    use crate::deck::Deck;
    use crate::spec::{PRESETS, preset};
    use crate::validate::validate;

    fn problems(from: &str, to: &str) -> String {
        let preset = preset("future-imperfect").unwrap();
        assert!(preset.spec.contains(from), "{from}");
        let text = preset.spec.replacen(from, to, 1);
        let pins = include_str!("../../templates/decks/future-imperfect-pins.csv");
        match Spec::read("deck.toml", &text, &mut |_| Ok(pins.to_owned())) {
            Ok(_) => String::new(),
            Err(problems) => problems.to_string(),
        }
    }

    #[test]
    fn limits_below_their_floors_are_refused() {
        for (key, from, to) in [
            ("worst_r", "worst_r = 0.10", "worst_r = 0.01"),
            ("rms_r", "rms_r = 0.026", "rms_r = 0.0001"),
            ("joint_worst", "joint_worst = 5", "joint_worst = 0.4"),
            ("joint_rms", "joint_rms = 0.80", "joint_rms = 0.01"),
        ] {
            let reported = problems(from, to);
            assert!(reported.starts_with("deck.toml:12"), "{reported}");
            assert!(reported.contains(&format!("limit {to} cannot be kept: the ")), "{reported}");
            let least = reported.split("accepted: ").nth(1).unwrap();
            let least = least.split(' ').next().unwrap();
            // The floor itself is accepted, a thousandth less is not.
            assert_eq!("", problems(from, &format!("{key} = {least}")));
            let less = least.parse::<f64>().unwrap() - 0.001;
            assert_ne!("", problems(from, &format!("{key} = {less:.3}")));
        }
    }

    #[test]
    fn floors_of_a_spec_are_at_most_those_of_its_deck() {
        let spec = preset("future-imperfect").unwrap().spec().unwrap();
        let of_spec = floors(&readings(&spec), spec.size());
        let of_deck = validate(&Deck::built_in(), Some(&spec)).dependence;
        let square = |number: f64| number * number + 1e-6;
        let floor = |square: &Probability| square.to_f64().unwrap();
        let of_deck = of_deck.floors;
        assert!(floor(&of_spec.worst_r.0) <= square(of_deck.worst_r.to_f64()));
        assert!(floor(&of_spec.mean_square_r) <= square(of_deck.rms_r.to_f64()));
        assert!(floor(&of_spec.joint_worst.0) <= of_deck.worst_joint.to_f64());
        assert!(floor(&of_spec.joint_mean_square) <= square(of_deck.rms_joint.to_f64()));
        assert!(of_spec.worst_r.0 > Probability::zero());
    }

    #[test]
    fn a_rare_value_is_refused_only_for_an_explicit_limit() {
        let element = "[[element]]\nid = \"omen\"\ncounts = { clear = 53, storm = 1 }\n[limits]";
        assert_eq!("", problems("[limits]", element));
        let preset = preset("future-imperfect").unwrap();
        let text = preset.spec.replacen("[limits]", element, 1);
        let text = text.replacen("worst_r = 0.10", "worst_r = 0.12", 1);
        let pins = include_str!("../../templates/decks/future-imperfect-pins.csv");
        let reported = Spec::read("deck.toml", &text, &mut |_| Ok(pins.to_owned())).unwrap_err();
        let expected = "limit worst_r = 0.12 cannot be kept: the correlation of ";
        assert!(reported.to_string().contains(expected), "{reported}");
    }

    #[test]
    fn every_preset_keeps_its_limits() {
        for preset in PRESETS {
            assert!(preset.spec().is_ok(), "{}", preset.name);
        }
    }
}
