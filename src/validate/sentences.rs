//! What the figures say in words: the verdict in one sentence, and what a player would notice.
//!
//! A deck and dice are set side by side as far as that can be done: of every hundred answers as many as
//! possible are the same. What is left is the least share of answers that differ, and that is what the
//! sentences tell. For a check it is the distance of the two chances; for two answers of one card the
//! distance of the chance of both from the product of the two. Every check or pair counts alike.

use num_traits::{One, Zero};

use crate::deck::DECK_SIZE;
use crate::dice::Probability;
use crate::wording::{self, counted, grouped};

use super::{Amount, Figure, FigureVerdict, Validation};

/// The verdict in one sentence, with its full stop; where limits of a spec are not reached, a second one
/// says what may help.
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
    let of = counted(judged.len(), "limit");
    let told: Vec<String> = short.iter().map(|figure| falls_short(figure)).collect();
    let may_help =
        validation.spec.is_some() && short.iter().any(|figure| figure.remedy().is_none());
    let help = if may_help { MAY_HELP } else { "" };
    format!("The deck falls short in {} of {of}: {}.{help}", short.len(), told.join("; "))
}

/// What is left to try when the search has tried further starts by itself.
const MAY_HELP: &str = " Another seed, more effort, fewer pins or wider [limits] may help.";

/// A figure that does not keep its limit: `worst joint threshold error 6.100 cards (limit 5.000)`.
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

/// So many decimals, or as many more as tell an amount from its limit.
fn places_apart(achieved: &Amount, limit: &Amount, places: u32) -> u32 {
    wording::places_apart(places, |places| achieved.rounded(places) != limit.rounded(places))
}

/// What a player would notice, a sentence each.
pub(super) fn in_words(validation: &Validation) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(checks) = share(validation, "check_otherwise") {
        let rarely = rarely("check turns out otherwise", "checks turn out otherwise", &checks);
        let mut sentence = format!("{} than with dice", capital(&rarely));
        if let Some(worst) = validation.figure("threshold_error") {
            let cards = worst.achieved.clone().into_fraction();
            if !cards.is_zero() {
                let share = cards / Probability::from_integer(DECK_SIZE.into());
                sentence.push_str(&format!("; of {}, {}", worst.at, one_in(&share)));
            }
        }
        sentences.push(format!("{sentence}."));
    }
    if let Some(points) = validation.figure("effect_points") {
        let points = points.achieved.rounded(2);
        sentences.push(format!(
            "An effect is on average {points} points away from what the dice would have shown."
        ));
    }
    if let Some(pairs) = share(validation, "joint_otherwise") {
        sentences.push(format!(
            "Asked for two things at once, {} than two throws that know nothing of each other.",
            rarely("card answers otherwise", "cards answer otherwise", &pairs),
        ));
    }
    let detected = validation.detectability.iter().filter_map(|cell| Some((cell.draws?, cell)));
    if let Some((draws, cell)) = detected.min_by_key(|(draws, _)| *draws) {
        let draws = grouped(draws);
        sentences.push(format!(
            "Somebody who writes down one cell of every card drawn needs {draws} draws for an even chance to tell it from dice ({}); no other cell shows it sooner.",
            cell.cell,
        ));
    }
    sentences
}

/// A figure that is a share.
fn share(validation: &Validation, id: &str) -> Option<Probability> {
    validation.figure(id).map(|figure| figure.achieved.clone().into_fraction())
}

/// `one check in 247 turns …`, `12 of 100 checks turn …` where it is more than one in ten, `no check turns …`.
fn rarely(one: &str, many: &str, share: &Probability) -> String {
    let (thing, rest) = one.split_once(' ').unwrap_or((one, ""));
    if share.is_zero() {
        return format!("no {thing} {rest}");
    }
    if share > &Probability::new(1.into(), 10.into()) {
        let hundredths = (share * Probability::from_integer(100.into())).round().to_integer();
        return format!("{hundredths} of 100 {many}");
    }
    let of = (Probability::one() / share).round().to_integer();
    format!("one {thing} in {} {rest}", grouped(of))
}

/// `one in 108`
fn one_in(share: &Probability) -> String {
    format!("one in {}", grouped((Probability::one() / share).round().to_integer()))
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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
        let told = (Probability::one() / mean).round().to_integer();
        assert_eq!(
            format!(
                "One check in {told} turns out otherwise than with dice; of 1d4 at TN 2, one in 108."
            ),
            validation.in_words[0]
        );
        assert_eq!("The deck keeps every rule and every limit.", validation.sentence);
    }

    #[test]
    fn the_mean_difference_of_effects_is_that_of_cards_and_dice_in_order_of_size() {
        let validation = validate(&fixtures::deck(), Some(&fixtures::spec()));
        let cell = &validation.effects[7];
        // 54 cards in order, each beside a 54th of the dice in order: cut both into small pieces.
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
    fn what_falls_short_by_a_hair_is_told_apart_from_its_limit() {
        let amount = |ten_thousandths: i64| {
            Amount::exact(Probability::new(ten_thousandths.into(), 10_000.into()))
        };
        assert_eq!(4, places_apart(&amount(262), &amount(260), 3));
        assert_eq!(3, places_apart(&amount(310), &amount(260), 3));
        assert_eq!(3, places_apart(&amount(260), &amount(260), 3));
        // As a figure is told with them.
        let mut validation = validate(&fixtures::deck(), Some(&fixtures::spec()));
        let figure = validation.figures.iter_mut().find(|figure| figure.limit.is_some()).unwrap();
        (figure.achieved, figure.limit) = (amount(5002), Some(amount(5000)));
        let told = falls_short(figure);
        assert!(told.contains(" 0.5002 ") && told.ends_with("(limit 0.5000)"), "{told}");
    }

    #[test]
    fn shares_are_told_as_people_say_them() {
        let share = |numerator: i64, denominator: i64| {
            Probability::new(numerator.into(), denominator.into())
        };
        let told = |share| rarely("check turns out", "checks turn out", &share);
        assert_eq!("one check in 40 turns out", told(share(1, 40)));
        assert_eq!("one check in 1,234 turns out", told(share(1, 1234)));
        assert_eq!("13 of 100 checks turn out", told(share(1, 8)));
        assert_eq!("no check turns out", told(Probability::zero()));
    }
}
