//! A die code read on cards.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::EffectDice;
use crate::table::lookup::{Answer, DeckView, EffectCell, LookupError};
use crate::wording::counted;

use super::reading::{D6, OrdinaryDice, Reading, WildDie, face};
use super::{D6Error, DieCode};

/// The dice read on one card.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[schemars(rename = "DicePiece")]
pub struct Piece {
    /// The card.
    pub card: CardNumber,
    /// Whether it is the Wild Die.
    pub wild: bool,
    /// The effect cell, if one was read.
    pub cell: Option<EffectDice>,
    /// The d6 column from row 1, one ordinary die a row.
    pub faces: Vec<u8>,
    /// The number in the cell, or the sum of the faces.
    pub value: i64,
}

/// The result of a die code.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CodeRoll {
    /// The code.
    pub code: DieCode,
    /// The dice that were read, in order.
    pub pieces: Vec<Piece>,
    /// The sum of dice and pips so far; not final while dice are left.
    pub total: i64,
    /// The number of dice that still need a card.
    pub dice_left: u8,
    /// The place of the Wild Die.
    pub wild_die: WildDie,
    /// Whether the Wild Die shows 1, which many tables treat as a complication. The text does not
    /// mention it; the 1 counts.
    pub wild_one: bool,
}

/// The number of cards that a code needs on this deck. The first card has the Wild Die, if the deck
/// has one, and ordinary dice; each further card has ordinary dice.
pub fn cards_needed<'d>(deck: impl Into<DeckView<'d>>, code: DieCode) -> usize {
    let deck = deck.into();
    Reading::new(deck).cards_needed(code)
}

/// Reads a code: the Wild Die of the first card, then the ordinary dice of each card, then the
/// pips. With too few cards, the result contains the number of dice left.
///
/// # Errors
/// [`D6Error::NoDice`], [`D6Error::Cards`] for no card or more than [`cards_needed`], or a column
/// that the deck does not have.
///
/// ```
/// use actiondeck::deck::Deck;
/// use actiondeck::table::lookup::Answer;
/// use actiondeck::table::rules::d6::roll;
/// # let csv = include_str!("../../../../tests/data/deck.csv");
/// # let deck = Deck::read("deck.csv", csv).unwrap();
///
/// let rolled = roll(&deck, "3D+1".parse()?, &["34".parse()?])?;
/// let line = "3D+1: card 34, Wild Die (1)6: 3; rows 1 and 2 of d6: 6 1; 1 pip: 11";
/// assert_eq!(rolled.explanation(), [line]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn roll<'d>(
    deck: impl Into<DeckView<'d>>,
    code: DieCode,
    cards: &[CardNumber],
) -> Result<CodeRoll, D6Error> {
    let deck = deck.into();
    if code.dice() == 0 {
        return Err(D6Error::NoDice { code });
    }
    let reading = Reading::new(deck);
    let needed = reading.cards_needed(code);
    if cards.is_empty() || cards.len() > needed {
        return Err(D6Error::Cards { code, given: cards.len(), needed });
    }
    for (place, card) in cards.iter().enumerate() {
        if cards[..place].contains(card) {
            return Err(LookupError::DrawnTwice(*card).into());
        }
    }
    let mut pieces = Vec::new();
    let mut left = code.dice();
    for &card in cards {
        if pieces.is_empty() && reading.wild_dice() > 0 {
            pieces.push(single(deck, reading, card)?);
            left -= 1;
        }
        let dice = left.min(reading.per_card);
        if dice > 0 {
            pieces.push(ordinary(deck, reading.ordinary, card, dice)?);
            left -= dice;
        }
    }
    let sum: i64 = pieces.iter().map(|piece| piece.value).sum();
    let wild_one = pieces.iter().any(|piece| piece.wild && piece.value == 1);
    let total = sum + i64::from(code.pips());
    Ok(CodeRoll { code, pieces, total, dice_left: left, wild_die: reading.wild, wild_one })
}

fn ordinary(
    deck: DeckView<'_>,
    read: OrdinaryDice,
    card: CardNumber,
    dice: u8,
) -> Result<Piece, LookupError> {
    match read {
        OrdinaryDice::Sums => {
            let cell = EffectCell::new(deck, EffectDice { row: dice, die: D6 })?;
            let value = i64::from(cell.magnitude(card));
            Ok(Piece { card, wild: false, cell: Some(cell.dice()), faces: Vec::new(), value })
        }
        OrdinaryDice::Rows(_) => {
            let columns = &deck.layout().cause.columns;
            let column = deck.layout().cause.column(D6);
            let column = column.ok_or_else(|| LookupError::column(D6, D6, columns))?;
            let cells = deck.card(card).cause().column(column).iter();
            let faces: Vec<u8> = cells.take(dice.into()).map(|&cell| face(cell)).collect();
            let value = faces.iter().map(|&face| i64::from(face)).sum();
            Ok(Piece { card, wild: false, cell: None, faces, value })
        }
    }
}

/// One more die: the Wild Die of a card, or on a deck without one its first d6 cell.
///
/// # Errors
/// A column that the deck does not have.
pub(super) fn one_die(deck: DeckView<'_>, card: CardNumber) -> Result<Piece, LookupError> {
    single(deck, Reading::new(deck), card)
}

fn single(deck: DeckView<'_>, reading: Reading, card: CardNumber) -> Result<Piece, LookupError> {
    let columns = &deck.layout().effect.columns;
    let die = reading.one_die(deck, card);
    let (value, cell) = die.ok_or_else(|| LookupError::column(D6, D6, columns))?;
    let wild = reading.wild_dice() > 0;
    Ok(Piece { card, wild, cell, faces: Vec::new(), value })
}

/// The duration of a number of rounds in seconds, five each (D6 combat, "Rounds").
pub fn seconds(rounds: u32) -> u64 {
    u64::from(rounds) * 5
}

impl Piece {
    /// `Wild Die (1)6: 3`, `rows 1 to 3 of d6: 2 6 4`, `(2)6: 8`
    fn read(&self) -> String {
        let cell = self.cell.map(|cell| cell.to_string());
        match (&self.faces[..], self.wild, cell) {
            ([face], ..) => format!("row 1 of d6: {face}"),
            ([_, _, ..], ..) => {
                let faces: Vec<String> = self.faces.iter().map(u8::to_string).collect();
                let to = if faces.len() == 2 { "and" } else { "to" };
                format!("rows 1 {to} {} of d6: {}", faces.len(), faces.join(" "))
            }
            (_, true, Some(cell)) => format!("Wild Die {cell}: {}", self.value),
            (_, true, None) => format!("Wild Die: {}", self.value),
            (_, false, Some(cell)) => format!("{cell}: {}", self.value),
            (_, false, None) => self.value.to_string(),
        }
    }

    /// `card 34, Wild Die (1)6: 3`
    pub(super) fn describe(&self) -> String {
        format!("card {}, {}", self.card, self.read())
    }
}

impl CodeRoll {
    /// Whether every die has been read.
    pub fn is_complete(&self) -> bool {
        self.dice_left == 0
    }
}

impl Answer for CodeRoll {
    const KIND: &'static str = "d6-roll";

    fn verdict(&self) -> Option<String> {
        self.is_complete().then(|| self.total.to_string())
    }

    fn wanted(&self) -> usize {
        usize::from(self.dice_left > 0)
    }

    fn explanation(&self) -> Vec<String> {
        let mut parts = Vec::new();
        let mut last = None;
        for piece in &self.pieces {
            let same = last.replace(piece.card) == Some(piece.card);
            parts.push(if same { piece.read() } else { piece.describe() });
        }
        if self.code.pips() > 0 {
            parts.push(counted(self.code.pips().into(), "pip"));
        }
        let so_far = if self.is_complete() { "" } else { " so far" };
        let parts = parts.join("; ");
        let mut lines = vec![format!("{}: {parts}: {}{so_far}", self.code, self.total)];
        if !self.is_complete() {
            let dice = match self.dice_left {
                1 => "1 die is".to_owned(),
                dice => format!("{dice} dice are"),
            };
            lines.push(format!("{dice} left: draw another card"));
        }
        match self.wild_die {
            WildDie::Element | WildDie::Cell => {}
            WildDie::Missing => lines.push("this deck has no Wild Die: no 6 goes on".to_owned()),
            WildDie::EveryDie => lines.push(
                "every die of this deck goes on after a 6, not the Wild Die alone: totals run high"
                    .to_owned(),
            ),
        }
        if self.wild_one {
            lines.push("the Wild Die shows 1: trouble, where the table plays it so".to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::samples::{card, deck};

    fn code(text: &str) -> DieCode {
        text.parse().unwrap()
    }

    /// The sample deck with a Wild Die that shows the last digit of the card number plus 1.
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

    /// The sample deck with effects of closed d6: row k shows k sixes.
    fn closed_deck() -> Deck {
        let csv = deck().to_csv();
        let heads: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
        let line = |text: &str| {
            let cells = text.split(',').zip(&heads).map(|(cell, head)| {
                match head.strip_prefix("effect_d6_") {
                    Some(row) if cell != *head => (6 * row.parse::<u32>().unwrap()).to_string(),
                    _ => cell.to_owned(),
                }
            });
            cells.collect::<Vec<String>>().join(",") + "\n"
        };
        let csv: String = csv.lines().map(line).collect();
        Deck::read("closed.csv", &csv).unwrap_or_else(|problems| panic!("{problems}"))
    }

    #[test]
    fn the_wild_die_is_the_open_cell_and_the_others_are_single_rows() {
        let deck = deck();
        // Card 34: (1)6 is 3, d6 rows 6, 1, 1; card 10: d6 rows 3, 6, 3.
        let total = |text: &str, cards: &[u8]| {
            let cards: Vec<CardNumber> = cards.iter().copied().map(card).collect();
            let rolled = roll(&deck, code(text), &cards).unwrap();
            (rolled.total, rolled.dice_left)
        };
        assert_eq!((3, 0), total("1D", &[34]));
        assert_eq!((3 + 6 + 2, 0), total("2D+2", &[34]));
        assert_eq!((3 + 6 + 1 + 1, 0), total("4D", &[34]));
        assert_eq!((3 + 8 + 3 + 6, 0), total("6D", &[34, 10]));
        assert_eq!(2, cards_needed(&deck, code("7D")));
        assert_eq!(3, cards_needed(&deck, code("8D")));
    }

    #[test]
    fn a_pool_that_wants_more_cards_says_so_and_gives_what_is_known() {
        let deck = deck();
        let rolled = roll(&deck, code("8D"), &[card(34)]).unwrap();
        assert_eq!((11, 4), (rolled.total, rolled.dice_left));
        assert_eq!(
            rolled.explanation(),
            [
                "8D: card 34, Wild Die (1)6: 3; rows 1 to 3 of d6: 6 1 1: 11 so far",
                "4 dice are left: draw another card",
            ],
        );
    }

    #[test]
    fn an_exceptional_wild_die_counts_in_full() {
        let deck = deck();
        // Card 4: (1)6 is 13; card 37: the third row is CF.
        let wild = roll(&deck, code("1D"), &[card(4)]).unwrap();
        assert_eq!((13, false), (wild.total, wild.wild_one));
        let plain = roll(&deck, code("4D"), &[card(37)]).unwrap();
        assert_eq!(vec![2, 4, 1], plain.pieces[1].faces);
        // Card 5: (1)6 is 1.
        let one = roll(&deck, code("3D"), &[card(5)]).unwrap();
        assert!(one.wild_one && one.explanation()[1].contains("shows 1"));
    }

    #[test]
    fn a_deck_of_closed_dice_says_that_it_has_no_wild_die() {
        let deck = closed_deck();
        let rolled = roll(&deck, code("4D"), &[card(34)]).unwrap();
        assert_eq!((24, WildDie::Missing), (rolled.total, rolled.wild_die));
        assert!(rolled.explanation()[1].contains("no Wild Die"));
        assert_eq!(2, cards_needed(&deck, code("8D")));
    }

    #[test]
    fn the_wild_die_of_the_deck_takes_the_place_of_one_die() {
        let deck = wild_deck();
        // Card 34 shows 5 as its Wild Die; rows 6, 1, 1.
        assert_eq!(5, roll(&deck, code("1D"), &[card(34)]).unwrap().total);
        let four = roll(&deck, code("4D"), &[card(34)]).unwrap();
        assert_eq!((5 + 8, WildDie::Element), (four.total, four.wild_die));
        let seven = roll(&deck, code("7D"), &[card(34), card(10)]).unwrap();
        assert_eq!(1, seven.pieces.iter().filter(|piece| piece.wild).count());
        assert!(roll(&deck, code("1D"), &[card(10)]).unwrap().wild_one);
    }

    #[test]
    fn no_card_too_many_and_doubled_ones_are_refused() {
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
