//! The figures in words: the verdict in one sentence, and what a player would notice.
//!
//! The share of results that differ is the total variation distance: deck and dice are coupled so that as many
//! results as possible agree. For a check it is the difference of the two chances; for two results of one card the
//! difference between the chance of both and the product of the two. Every check or pair has the same weight.

use num_traits::{One, Zero};

use crate::dice::Probability;
use crate::wording::{self, counted, grouped};

use super::{Amount, CheckReading, Figure, FigureVerdict, Validation};

/// The verdict in one sentence, with its full stop; if limits of a spec are missed, a second sentence
/// suggests remedies.
pub(super) fn verdict(validation: &Validation) -> String {
    let judged: Vec<&Figure> =
        validation.figures.iter().filter(|figure| figure.limit.is_some()).collect();
    let short: Vec<&Figure> = judged
        .iter()
        .filter(|figure| figure.verdict == FigureVerdict::FallsShort)
        .copied()
        .collect();
    if short.is_empty() {
        return "The deck keeps every rule and every limit.".to_owned();
    }
    let limits = counted(judged.len(), "limit");
    let reasons: Vec<String> = short.iter().map(|figure| falls_short(figure)).collect();
    let may_help =
        validation.spec.is_some() && short.iter().any(|figure| figure.remedy().is_none());
    let help = if may_help { MAY_HELP } else { "" };
    format!("The deck falls short in {} of {limits}: {}.{help}", short.len(), reasons.join("; "))
}

/// Remedies besides the further starts of the search.
const MAY_HELP: &str = " Another seed, more effort, fewer pins or wider [limits] may help.";

/// A figure that misses its limit: `worst joint threshold error 6.100 cards (limit 5.000)`.
fn falls_short(figure: &Figure) -> String {
    let places = figure.limit.as_ref().map_or(figure.unit.places(), |limit| {
        places_apart(&figure.achieved, limit, figure.unit.places())
    });
    let shown = |amount: &Amount| amount.rounded(places);
    let achieved = format!("{} {}", shown(&figure.achieved), figure.unit.suffix());
    let limit = figure.limit.as_ref().map(|limit| format!("limit {}", shown(limit)));
    let remedy = figure.remedy().map(|remedy| format!("the way out: {remedy}"));
    let behind: Vec<String> = limit.into_iter().chain(remedy).collect();
    format!("{} {} ({})", figure.title, achieved.trim_end(), behind.join("; "))
}

/// The number of decimals, or more if an amount would otherwise print as its limit.
fn places_apart(achieved: &Amount, limit: &Amount, places: u32) -> u32 {
    wording::places_apart(places, |places| achieved.rounded(places) != limit.rounded(places))
}

/// What a player would notice, in sentences.
pub(super) fn in_words(validation: &Validation) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(checks) = share(validation, "check_otherwise") {
        let mut sentence = format!("Checks that differ from dice: {}", rate(&checks));
        if let Some(worst) = validation.figure("threshold_error") {
            let cards = worst.achieved.clone().into_fraction();
            if !cards.is_zero() {
                let share = cards / Probability::from_integer(validation.deck.cards.into());
                sentence.push_str(&format!("; {} at the most, for {}", rate(&share), worst.at));
            }
        }
        sentences.push(format!("{sentence}."));
    }
    if let Some(points) = validation.figure("effect_points") {
        let points = points.achieved.rounded(2);
        sentences.push(format!("Effects differ from dice by {points} points on average."));
    }
    if let Some(pairs) = share(validation, "joint_otherwise") {
        sentences.push(format!(
            "Pairs of results on one card that differ from two independent rolls: {}.",
            rate(&pairs),
        ));
    }
    let detected = validation.detectability.iter().filter_map(|cell| Some((cell.draws?, cell)));
    if let Some((draws, cell)) = detected.min_by_key(|(draws, _)| *draws) {
        sentences.push(format!(
            "Draws after which one cell, written down each time, has an even chance of revealing the deck: {} ({}).",
            grouped(draws),
            cell.cell,
        ));
    }
    sentences.push(size(validation));
    sentences
}

/// What the number of cards does: the share of one card, and the dice that it represents without error.
fn size(validation: &Validation) -> String {
    let cards = validation.deck.cards;
    let point = Amount::exact(Probability::new(100.into(), cards.into()));
    let one = format!("One card is {} points.", point.rounded(2));
    let exact = validation.checks.iter().filter(|check| {
        check.reading == CheckReading::Level(1)
            && *check.error() == Amount::whole(0)
            && cards.is_multiple_of(check.sides.into())
    });
    let exact: Vec<String> = exact.map(|check| format!("d{}", check.sides)).collect();
    match exact.is_empty() {
        true => one,
        false => format!("{one} Exact, because the sides divide {cards}: {}.", exact.join(", ")),
    }
}

/// A figure that is a share.
fn share(validation: &Validation, id: &str) -> Option<Probability> {
    validation.figure(id).map(|figure| figure.achieved.clone().into_fraction())
}

/// A share as `1 in 247`, as `12 of 100` if it is more than one in ten, or as `none`.
fn rate(share: &Probability) -> String {
    if share.is_zero() {
        return "none".to_owned();
    }
    if share > &Probability::new(1.into(), 10.into()) {
        let hundredths = (share * Probability::from_integer(100.into())).round().to_integer();
        return format!("{hundredths} of 100");
    }
    format!("1 in {}", grouped((Probability::one() / share).round().to_integer()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::fixtures;
    use super::super::{Amount, validate};
    use super::*;
    use crate::deck::Deck;
    use crate::dice::{CheckDice, DiceKind, Pick, picked_at_least};

    #[test]
    fn the_share_of_checks_is_the_mean_distance_of_the_two_chances() {
        let deck = Deck::built_in();
        let validation = validate(&deck, None);
        // Every column, level and target number, card by card.
        let (mut sum, mut checks) = (Probability::zero(), 0_u32);
        for (column, &die) in deck.layout().cause.columns.iter().enumerate() {
            for level in 1..=deck.layout().cause.rows {
                let outcome = |card| super::super::outcome(card, column, level);
                let critical = deck.cards().iter().filter(|card| outcome(card).is_none()).count();
                for target in 2..=die.sides() {
                    let reach =
                        deck.cards().iter().filter(|card| outcome(card) >= Some(target)).count();
                    let dice = CheckDice { level, die };
                    let dice =
                        picked_at_least(dice, DiceKind::Closed, Pick::Highest, target.into());
                    let of = |cards: usize| Probability::new(cards.into(), 54.into());
                    let off = of(reach) - dice.min(of(54 - critical));
                    sum += if off < Probability::zero() { -off } else { off };
                    checks += 1;
                }
            }
        }
        let mean = sum / Probability::from_integer(checks.into());
        assert_eq!(Some(mean.clone()), share(&validation, "check_otherwise"));
        let sentence = format!(
            "Checks that differ from dice: {}; 1 in 108 at the most, for 1d4 at TN 2.",
            rate(&mean)
        );
        assert_eq!(sentence, validation.in_words[0]);
        assert_eq!("The deck keeps every rule and every limit.", validation.sentence);
    }

    #[test]
    fn the_mean_difference_of_effects_compares_sorted_values() {
        let validation = validate(&fixtures::deck(), Some(&fixtures::spec()));
        let cell = &validation.effects[7];
        // 54 cards in order, each compared with a 54th of the dice in order, both in small pieces.
        const PIECES: usize = 540;
        let at = |counts: &dyn Fn(usize) -> f64, piece: usize| {
            let top =
                (0..cell.stairs.cards.len()).filter(|&place| counts(place) * 10.0 > piece as f64);
            top.count() as f64
        };
        let deck = |place: usize| cell.stairs.cards[place] as f64;
        let dice = |place: usize| cell.stairs.dice[place];
        let apart: f64 = (0..PIECES).map(|piece| (at(&deck, piece) - at(&dice, piece)).abs()).sum();
        let exact = Amount::exact(cell.stairs.sum.clone()).to_f64() / 54.0;
        assert!((apart / PIECES as f64 - exact).abs() < 0.05, "{} {exact}", apart / PIECES as f64);
    }

    #[test]
    fn a_figure_just_beyond_its_limit_has_enough_decimals() {
        let amount = |ten_thousandths: i64| {
            Amount::exact(Probability::new(ten_thousandths.into(), 10_000.into()))
        };
        assert_eq!(4, places_apart(&amount(262), &amount(260), 3));
        assert_eq!(3, places_apart(&amount(310), &amount(260), 3));
        assert_eq!(3, places_apart(&amount(260), &amount(260), 3));
        let mut validation = validate(&fixtures::deck(), Some(&fixtures::spec()));
        let figure = validation.figures.iter_mut().find(|figure| figure.limit.is_some()).unwrap();
        (figure.achieved, figure.limit) = (amount(5002), Some(amount(5000)));
        let reason = falls_short(figure);
        assert!(reason.contains(" 0.5002 ") && reason.ends_with("(limit 0.5000)"), "{reason}");
    }

    #[test]
    fn small_shares_are_one_in_n_and_large_ones_of_100() {
        let rate = |numerator: i64, denominator: i64| {
            rate(&Probability::new(numerator.into(), denominator.into()))
        };
        assert_eq!("1 in 40", rate(1, 40));
        assert_eq!("1 in 1,234", rate(1, 1234));
        assert_eq!("13 of 100", rate(1, 8));
        assert_eq!("none", rate(0, 1));
    }
}
