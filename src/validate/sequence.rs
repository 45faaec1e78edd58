//! Draws without a shuffle: memory, streaks and droughts of typical events.
//!
//! Drawn without replacement, h hits among n cards follow the hypergeometric distribution. Any two draws are
//! correlated −1/(n − 1) whatever the event (Johnson, Kotz and Kemp, *Univariate Discrete Distributions*, 1992,
//! chapter 6). Streaks are rarer than with dice and droughts shorter, since sums without replacement are less
//! variable (Hoeffding, *Probability inequalities for sums of bounded random variables*, 1963). A "dice"
//! chance here is that of h/n in each draw.

use num_traits::One;
use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{Deck, Part, Toggle};
use crate::dice::Probability;

use super::{Amount, thresholds};

/// An event, and its probabilities in a run of draws from a fresh deck.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct NamedEvent {
    /// Its name: `3d10 reaches 8`.
    pub name: String,
    /// The number of cards with the event.
    pub cards: usize,
    /// The chance of the event on the next card after a run of misses.
    pub due: Vec<MissOdds>,
    /// The chance of each streak length, compared with dice.
    pub streaks: Vec<Run>,
    /// The chance of each drought length, compared with dice.
    pub droughts: Vec<Run>,
    /// The longest possible drought within the deck.
    pub longest_drought: usize,
}

/// The odds after a run of misses.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct MissOdds {
    /// Cards drawn since the shuffle, all of them misses.
    pub after: usize,
    /// The chance that the next one hits.
    pub chance: Amount,
}

/// A run of draws.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Run {
    /// The number of draws.
    pub draws: usize,
    /// Its chance from a fresh deck.
    pub deck: Amount,
    /// Its chance with dice.
    pub dice: Amount,
    /// Deck over dice; 1 means equal.
    pub ratio: Amount,
}

/// The correlation of two draws of a deck of n cards: −1/(n − 1).
pub(super) fn draw_memory(cards: usize) -> Amount {
    Amount::exact(-share(1, cards - 1))
}

/// Typical events, as far as the deck has their columns.
pub(super) fn events(deck: &Deck) -> Vec<NamedEvent> {
    let cards = deck.cards();
    let count =
        |hits: &dyn Fn(&crate::deck::Card) -> bool| cards.iter().filter(|c| hits(c)).count();
    let mut events = Vec::new();
    let mut push = |name: String, hits: usize| {
        // An event that is impossible or certain does not form streaks.
        if (1..cards.len()).contains(&hits) {
            events.push(event(cards.len(), name, hits));
        }
    };
    let shape = &deck.layout().cause;
    for (column, &die) in shape.columns.iter().enumerate() {
        let level = shape.rows.min(3);
        let target = die.sides() / 2 + die.sides() / 4;
        let reaches = count(&|card| {
            thresholds::outcome(card, column, level).is_some_and(|number| number >= target)
        });
        push(format!("{level}{die} reaches {target}"), reaches);
    }
    for (column, &die) in shape.columns.iter().enumerate() {
        let exceptional = count(&|card| {
            card.cause.get(column, 1).is_some_and(|cell| cell.is_highest(die.sides()))
        });
        let is = match deck.layout().plain.contains(&die) {
            true => format!("shows {}", die.sides()),
            false => "is exceptional".to_owned(),
        };
        push(format!("1{die} {is}"), exceptional);
    }
    for (column, &die) in shape.columns.iter().enumerate() {
        let critical = count(&|card| thresholds::outcome(card, column, 1).is_none());
        push(format!("1{die} is CF"), critical);
    }
    if deck.layout().has(Part::Toggle) {
        push("toggle says yes".to_owned(), count(&|card| card.toggle == Toggle::Yes));
    }
    push("a failure number below 5".to_owned(), count(&|card| card.failure.is_some_and(|n| n < 5)));
    push("one given card".to_owned(), 1);
    events
}

/// An event on `hits` of `deck` cards.
fn event(deck: usize, name: String, hits: usize) -> NamedEvent {
    let misses = deck - hits;
    let runs = |lengths: &[usize], of: usize| -> Vec<Run> {
        lengths.iter().map(|&draws| run(deck, draws, of)).collect()
    };
    NamedEvent {
        name,
        cards: hits,
        due: [0, 9, 18, 27, 36, 45]
            .into_iter()
            .filter(|&after| after <= misses)
            .map(|after| MissOdds { after, chance: Amount::exact(share(hits, deck - after)) })
            .collect(),
        streaks: runs(&[2, 3, 4], hits),
        droughts: runs(&[5, 10, 18, 27], misses),
        longest_drought: misses,
    }
}

/// A run of `draws` cards of `cards` that are all among `of` cards.
fn run(cards: usize, draws: usize, of: usize) -> Run {
    let one = Probability::one;
    let without_return =
        |p, drawn| p * share(of.saturating_sub(drawn), cards.saturating_sub(drawn).max(1));
    let deck = (0..draws).fold(one(), without_return);
    let dice = (0..draws).fold(one(), |p, _| p * share(of, cards));
    let ratio = Amount::exact(&deck / &dice);
    Run { draws, deck: Amount::exact(deck), dice: Amount::exact(dice), ratio }
}

fn share(cards: usize, of: usize) -> Probability {
    Probability::new(cards.into(), of.into())
}

#[cfg(test)]
mod tests {
    use super::super::tests::fixtures;
    use super::*;

    #[test]
    fn streaks_match_the_deck_mathematics() {
        let ratios = |hits| event(54, String::new(), hits).streaks;
        let text = |hits| ratios(hits).iter().map(|run| run.ratio.rounded(2)).collect::<Vec<_>>();
        assert_eq!(["0.98", "0.94", "0.89"], text(27)[..]);
        assert_eq!(["0.91", "0.73", "0.52"], text(9)[..]);
        assert_eq!(["0.68", "0.24", "0.00"], text(3)[..]);
    }

    #[test]
    fn droughts_end_sooner_than_with_dice() {
        let nine = event(54, String::new(), 9);
        let eighteen = nine.droughts.iter().find(|run| run.draws == 18).unwrap();
        assert_eq!(("0.018", "0.038"), (&*eighteen.deck.rounded(3), &*eighteen.dice.rounded(3)));
        assert_eq!(45, nine.longest_drought);
    }

    #[test]
    fn the_chance_after_misses_agrees_with_enumeration() {
        // Ordered draws of two from 54 cards with 9 hits: the second hits after a first miss.
        let (mut missed, mut hit) = (0, 0);
        for first in 9..54 {
            for second in (0..54).filter(|&second| second != first) {
                missed += 1;
                hit += usize::from(second < 9);
            }
        }
        let due = share(9, 54 - 1);
        assert_eq!(share(hit, missed), due);
        let after_nine = &event(54, String::new(), 9).due[1];
        assert_eq!((9, Amount::exact(share(9, 45))), (after_nine.after, after_nine.chance.clone()));
    }

    #[test]
    fn events_depend_on_the_columns_of_the_deck() {
        let events = events(&fixtures::deck());
        let names: Vec<&str> = events.iter().map(|event| event.name.as_str()).collect();
        assert!(names.contains(&"3d10 reaches 7"));
        assert!(names.contains(&"1d4 is CF"));
        assert_eq!(18, names.len());
    }
}
