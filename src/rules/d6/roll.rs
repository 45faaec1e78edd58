//! A die code read off cards.

use serde::Serialize;

use crate::deck::{Card, CardNumber, Deck, ExtraValue};
use crate::dice::{Die, EffectDice};
use crate::lookup::{Answer, EffectCell, LookupError};

use super::{D6Error, DieCode};

/// The designer element that is read as a Wild Die.
pub const WILD_DIE: &str = "wild";

const D6: Die = Die::new(6).expect("six sides are a die");

/// What one card gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The card.
    pub card: CardNumber,
    /// The effect cell; none for the Wild Die.
    pub cell: Option<EffectDice>,
    /// The number printed there.
    pub value: i64,
}

/// A code and what the cards made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rolled {
    /// The code.
    pub code: DieCode,
    /// What was read, in order.
    pub pieces: Vec<Piece>,
    /// Everything read, and the pips.
    pub total: i64,
    /// Whether the Wild Die shows 1, which many tables take for trouble. The text is silent; the 1
    /// counts.
    pub wild_one: bool,
}

/// How many cards a code takes on this deck. The first gives the Wild Die, if the deck has one, and
/// a cell of the d6 column; each further card gives one more cell.
pub fn cards_needed(deck: &Deck, code: DieCode) -> usize {
    let rows = deck.layout().effect.rows.max(1);
    usize::from(code.dice() - wild_dice(deck, code)).div_ceil(usize::from(rows)).max(1)
}

/// Reads a code: the Wild Die of the first card, then as many dice of each card's d6 column in the
/// effect grid as it has rows, then the pips.
///
/// # Errors
/// [`D6Error::NoDice`], [`D6Error::Cards`] when there are not exactly [`cards_needed`], or what the
/// deck lacks.
///
/// ```
/// use actiondeck::deck::Deck;
/// use actiondeck::lookup::Answer;
/// use actiondeck::rules::d6::roll;
/// # let csv = include_str!("../../../tests/data/deck.csv");
/// # let deck = Deck::read("deck.csv", csv).unwrap();
///
/// let rolled = roll(&deck, "2D+1".parse()?, &["34".parse()?])?;
/// assert_eq!(rolled.explanation(), ["2D+1: card 34, (2)6: 8; 1 pip: 9"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn roll(deck: &Deck, code: DieCode, cards: &[CardNumber]) -> Result<Rolled, D6Error> {
    if code.dice() == 0 {
        return Err(D6Error::NoDice { code });
    }
    let rows = deck.layout().effect.rows;
    let wild = wild_dice(deck, code);
    let needed = cards_needed(deck, code);
    if cards.len() != needed {
        let given = cards.len();
        return Err(D6Error::Cards { code, given, needed, dice: rows + wild });
    }
    for (place, card) in cards.iter().enumerate() {
        if cards[..place].contains(card) {
            return Err(LookupError::DrawnTwice(*card).into());
        }
    }
    let mut pieces = Vec::new();
    let mut left = code.dice();
    for &card in cards {
        let wild = if pieces.is_empty() { wild_value(deck, card) } else { None };
        if let Some(value) = wild {
            pieces.push(Piece { card, cell: None, value });
            left -= 1;
        }
        let row = left.min(rows);
        if row > 0 {
            let cell = EffectCell::new(deck, EffectDice { row, die: D6 })?;
            let value = i64::from(cell.magnitude(card));
            pieces.push(Piece { card, cell: Some(cell.dice()), value });
            left -= row;
        }
    }
    let sum: i64 = pieces.iter().map(|piece| piece.value).sum();
    let wild_one = pieces.iter().any(|piece| piece.cell.is_none() && piece.value == 1);
    Ok(Rolled { code, pieces, total: sum + i64::from(code.pips()), wild_one })
}

/// One more die: the Wild Die of a card, or on a deck without one its first d6 cell.
///
/// # Errors
/// What the deck lacks.
pub(super) fn one_die(deck: &Deck, card: CardNumber) -> Result<Piece, D6Error> {
    if let Some(value) = wild_value(deck, card) {
        return Ok(Piece { card, cell: None, value });
    }
    let cell = EffectCell::new(deck, EffectDice { row: 1, die: D6 })?;
    let value = i64::from(cell.magnitude(card));
    Ok(Piece { card, cell: Some(cell.dice()), value })
}

/// The time of so many rounds in seconds, five each (seed 001, "Rounds").
pub fn seconds(rounds: u32) -> u64 {
    u64::from(rounds) * 5
}

/// 1 if a die of the code is the Wild Die, 0 on a deck without one.
fn wild_dice(deck: &Deck, code: DieCode) -> u8 {
    u8::from(wild_place(deck).is_some() && code.dice() > 0)
}

/// Where the Wild Die stands among the designer elements, if every card shows a number there.
fn wild_place(deck: &Deck) -> Option<usize> {
    let place = deck.layout().extras.iter().position(|id| id == WILD_DIE)?;
    let is_number = |card: &Card| matches!(card.extras[place], ExtraValue::Number(_));
    deck.cards().iter().all(is_number).then_some(place)
}

fn wild_value(deck: &Deck, card: CardNumber) -> Option<i64> {
    match &deck.card(card).extras[wild_place(deck)?] {
        ExtraValue::Number(number) => Some(i64::from(*number)),
        _ => None,
    }
}

impl Piece {
    /// `card 34, (2)6: 8`
    pub(super) fn told(&self) -> String {
        match &self.cell {
            Some(cell) => format!("card {}, {cell}: {}", self.card, self.value),
            None => format!("card {}, Wild Die: {}", self.card, self.value),
        }
    }
}

impl Answer for Rolled {
    const KIND: &'static str = "d6-roll";

    fn explanation(&self) -> Vec<String> {
        let mut parts: Vec<String> = self.pieces.iter().map(Piece::told).collect();
        match self.code.pips() {
            0 => {}
            1 => parts.push("1 pip".to_owned()),
            pips => parts.push(format!("{pips} pips")),
        }
        let mut lines = vec![format!("{}: {}: {}", self.code, parts.join("; "), self.total)];
        if self.wild_one {
            lines.push("the Wild Die shows 1: trouble, where the table plays it so".to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::samples::{card, deck};

    fn code(text: &str) -> DieCode {
        text.parse().unwrap()
    }

    /// The sample deck with a Wild Die that shows the number's last digit and one more.
    fn wild_deck() -> Deck {
        let csv: String = deck()
            .to_csv()
            .lines()
            .enumerate()
            .map(|(line, text)| match line {
                0 => format!("{text},wild\n"),
                line => format!("{text},{}\n", (line - 1) % 10 + 1),
            })
            .collect();
        Deck::read("wild.csv", &csv).unwrap_or_else(|problems| panic!("{problems}"))
    }

    #[test]
    fn pools_beyond_the_grid_add_cells_of_further_cards() {
        let deck = deck();
        // Card 34, d6 effects: 3, 8, 12, 15, 21.
        assert_eq!(21, roll(&deck, code("5D"), &[card(34)]).unwrap().total);
        let eight = roll(&deck, code("8D+1"), &[card(34), card(10)]).unwrap();
        let cells: Vec<String> =
            eight.pieces.iter().map(|piece| piece.cell.unwrap().to_string()).collect();
        assert_eq!(cells, ["(5)6", "(3)6"]);
        assert_eq!(21 + eight.pieces[1].value + 1, eight.total);
        assert_eq!(3, cards_needed(&deck, code("11D")));
    }

    #[test]
    fn the_wild_die_takes_the_place_of_one_die() {
        let deck = wild_deck();
        let one = roll(&deck, code("1D"), &[card(34)]).unwrap();
        assert_eq!((1, 5), (one.pieces.len(), one.total));
        let six = roll(&deck, code("6D"), &[card(34)]).unwrap();
        assert_eq!(5 + 21, six.total);
        assert_eq!(2, cards_needed(&deck, code("7D")));
        let seven = roll(&deck, code("7D"), &[card(34), card(10)]).unwrap();
        assert_eq!(1, seven.pieces.iter().filter(|piece| piece.cell.is_none()).count());
        assert!(roll(&deck, code("1D"), &[card(10)]).unwrap().wild_one);
    }

    #[test]
    fn too_few_cards_too_many_and_doubled_ones_are_refused() {
        let deck = deck();
        let ask = |text, cards: &[u8]| {
            let cards: Vec<CardNumber> = cards.iter().copied().map(card).collect();
            roll(&deck, code(text), &cards)
        };
        assert!(matches!(ask("3D", &[]), Err(D6Error::Cards { needed: 1, .. })));
        assert!(matches!(ask("3D", &[1, 2]), Err(D6Error::Cards { needed: 1, .. })));
        assert!(matches!(ask("6D", &[1, 1]), Err(D6Error::Lookup(LookupError::DrawnTwice(_)))));
        assert!(matches!(ask("0D+2", &[1]), Err(D6Error::NoDice { .. })));
    }

    #[test]
    fn a_round_takes_five_seconds() {
        assert_eq!([0, 5, 60], [0, 1, 12].map(seconds));
    }
}
