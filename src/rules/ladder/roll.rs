//! The ladder die of a card.

use serde::Serialize;

use crate::deck::{CardNumber, Deck, ExtraValue};

use super::LadderError;

/// The designer element that is read: four Fudge dice.
pub const LADDER_DIE: &str = "4dF";

/// The ends of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extreme {
    /// +4.
    CriticalSuccess,
    /// −4.
    Botch,
}

/// What a card shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LadderRoll {
    /// The card.
    pub card: CardNumber,
    /// −4 to +4.
    pub value: i8,
    /// Whether it is one of the ends.
    pub extreme: Option<Extreme>,
}

/// Reads the die of a card.
///
/// # Errors
/// [`LadderError::NoDie`] if the deck lacks it or shows anything else there.
pub fn roll(deck: &Deck, card: CardNumber) -> Result<LadderRoll, LadderError> {
    let place = deck.layout().extras.iter().position(|id| id == LADDER_DIE);
    let value = place.and_then(|place| match &deck.card(card).extras[place] {
        ExtraValue::Number(number) => i8::try_from(*number).ok(),
        _ => None,
    });
    let value = value.filter(|value| (-4..=4).contains(value)).ok_or(LadderError::NoDie)?;
    let extreme = match value {
        4 => Some(Extreme::CriticalSuccess),
        -4 => Some(Extreme::Botch),
        _ => None,
    };
    Ok(LadderRoll { card, value, extreme })
}

/// The sample deck with a ladder die that runs from −4 to +4 over every nine cards: card 4 shows 0.
#[cfg(test)]
pub(super) fn sample() -> Deck {
    let csv: String = crate::lookup::samples::deck()
        .to_csv()
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            0 => format!("{text},4dF\n"),
            line => format!("{text},{}\n", (line - 1) as i64 % 9 - 4),
        })
        .collect();
    Deck::read("ladder.csv", &csv).unwrap_or_else(|problems| panic!("{problems}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::samples::card;

    #[test]
    fn the_ends_of_the_die_are_told_apart() {
        let deck = sample();
        let ask = |number| {
            let roll = roll(&deck, card(number)).unwrap();
            (roll.value, roll.extreme)
        };
        assert_eq!((-4, Some(Extreme::Botch)), ask(0));
        assert_eq!((0, None), ask(4));
        assert_eq!((4, Some(Extreme::CriticalSuccess)), ask(8));
    }

    #[test]
    fn a_deck_without_the_die_says_so() {
        let deck = crate::lookup::samples::deck();
        assert_eq!(Err(LadderError::NoDie), roll(&deck, card(4)));
    }
}
