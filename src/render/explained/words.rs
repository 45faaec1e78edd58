//! What is said about each part of a card.

use crate::deck::{Card, CauseCell, Deck, Field};
use crate::dice::Die;
use crate::face::Faces;

use super::parts::Part;

/// Letters that are sure to fit a line of words.
const LINE_LETTERS: usize = 38;

/// Words in lines that are sure to fit.
pub(super) fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LINE_LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// What is said about the parts of a card.
pub(super) struct Words<'a> {
    pub card: &'a Card,
    pub faces: &'a Faces<'a>,
}

impl Words<'_> {
    /// The title of a part, and what it is for.
    pub fn about(&self, part: Part) -> (String, String) {
        let (title, text) = match part {
            Part::Number => {
                ("Card number", "Names the card: type it to have any question answered.".to_owned())
            }
            Part::Corner => ("Rank and suit", "The 54 cards are a poker deck too.".to_owned()),
            Part::Cause => ("Cause: does it work?", self.cause()),
            Part::Effect => ("Effect: how much?", self.effect()),
            Part::Bursts => {
                ("Bursts", "How many shots of a burst hit, for each number of shots.".to_owned())
            }
            Part::Hits => (
                "Where a hit lands",
                "The framed place; each bump may move it one up or down.".to_owned(),
            ),
            Part::Penetration => {
                ("Penetration", "Added to the weapon's own, against armour and cover.".to_owned())
            }
            Part::Failure => (
                "Equipment failure",
                "Gear jams if this is lower than its reliability number.".to_owned(),
            ),
            Part::Unintended => {
                ("Unintended target", "Who else is hit by a shot that goes astray.".to_owned())
            }
            Part::Scatter => {
                ("Scatter", "Where a miss goes, as on the face of a clock.".to_owned())
            }
            Part::Toggle => ("Yes or no", "An even chance, for whatever you ask.".to_owned()),
            Part::Element => ("The deck's own", "What this deck has beside dice.".to_owned()),
            Part::Edition => {
                ("Edition", "Decks differ: cards of another edition do not mix.".to_owned())
            }
        };
        (title.to_owned(), text)
    }

    /// An example from the middle of the grid, with its own figures.
    pub fn cause(&self) -> String {
        let layout = self.faces.deck().layout();
        let columns = &layout.cause.columns;
        let Some(&die) = columns.get(columns.len() * 3 / 4) else { return String::new() };
        let rows = layout.cause.rows.min(3);
        let shown: Vec<String> =
            (1..=rows).map(|row| Field::Cause { die, row }.text(layout, self.card)).collect();
        let deck = self.faces.deck();
        let mut more = String::new();
        more += match Framed::of(deck) {
            Some(Framed::GoesOn) => {
                " A framed figure is exceptional: you may draw another card and add to it."
            }
            Some(Framed::Ends) => " A framed figure is the highest that its die shows.",
            None => "",
        };
        if any_cell(deck, |_, cell| cell == CauseCell::CriticalFailure) {
            let printed = self.faces.theme().words().word("cf").unwrap_or("CF");
            more += &format!(" {printed} in the last row you read is a critical failure.");
        }
        match rows {
            1 => format!("One {die} is row 1 of its column: {}.{more}", shown[0]),
            _ => format!(
                "{rows}{die} are rows 1 to {rows} of their column: {}. The best of them counts.{more}",
                shown.join(", ")
            ),
        }
    }

    fn effect(&self) -> String {
        let layout = self.faces.deck().layout();
        let columns = &layout.effect.columns;
        let Some(&die) = columns.get(columns.len() / 2) else { return String::new() };
        let row = layout.effect.rows.min(2);
        let sum = Field::Effect { die, row }.text(layout, self.card);
        let dice = if row == 1 { "one die".to_owned() } else { format!("the sum of {row} dice") };
        format!("({row}){} is row {row} of column {die}, {dice}: {sum}.", die.sides())
    }
}

/// What a framed figure of the cause grid means.
pub(in crate::render) enum Framed {
    /// In some column at least it asks for another card.
    GoesOn,
    /// It is just the highest number.
    Ends,
}

impl Framed {
    /// Of this deck; nothing where no figure is framed.
    pub fn of(deck: &Deck) -> Option<Self> {
        let layout = deck.layout();
        let goes_on = |die, cell| layout.is_exceptional(die, cell) && layout.goes_on(die, cell);
        let framed = |die, cell| layout.is_exceptional(die, cell);
        match any_cell(deck, goes_on) {
            true => Some(Self::GoesOn),
            false => any_cell(deck, framed).then_some(Self::Ends),
        }
    }
}

/// Whether any cell of the cause grid is like this, in the column of a die.
pub(in crate::render) fn any_cell(deck: &Deck, is: impl Fn(Die, CauseCell) -> bool) -> bool {
    let columns = &deck.layout().cause.columns;
    deck.cards().iter().any(|card| {
        let of_column = |(place, &die): (usize, &Die)| {
            card.cause.column(place).iter().any(|&cell| is(die, cell))
        };
        columns.iter().enumerate().any(of_column)
    })
}
