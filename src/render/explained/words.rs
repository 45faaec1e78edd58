//! The explanation of each part of a card.

use crate::deck::{Card, CauseCell, CheckRule, Deck, Field, Part as CardPart};
use crate::dice::Die;
use crate::face::{Faces, check_die, success};

use super::part::Part;

/// The number of letters that is sure to fit a line.
const LINE_LETTERS: usize = 38;

/// Breaks words into lines that are sure to fit.
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

/// The explanations of a card's parts.
pub(super) struct Words<'a> {
    pub card: &'a Card,
    pub faces: &'a Faces<'a>,
}

impl Words<'_> {
    /// Title and explanation of a part.
    pub fn about(&self, part: Part) -> (String, String) {
        let name = match part {
            Part::Cause => return (self.title("how_cause"), self.cause()),
            Part::Effect => return (self.title("how_effect"), self.effect()),
            Part::Number => "number",
            Part::Corner => "corner",
            Part::Bursts => "bursts",
            Part::Hits => "hits",
            Part::Penetration => "penetration",
            Part::Failure => "failure",
            Part::Unintended => "unintended",
            Part::Scatter => "scatter",
            Part::Toggle => "toggle",
            Part::Element => "element",
            Part::Edition => "edition",
        };
        let cards = self.faces.deck().cards().len().to_string();
        let said = |name: String| self.said(&name, &[("cards", &cards)]);
        let then = match part {
            Part::Hits if !self.has_bumps() => "part_hits_only".to_owned(),
            _ => format!("part_{name}_then"),
        };
        (said(format!("part_{name}")), said(then))
    }

    fn said(&self, name: &str, filled: &[(&str, &str)]) -> String {
        self.faces.theme().words().on_leaf(name, filled)
    }

    /// Whether the game moves hits by bumps.
    fn has_bumps(&self) -> bool {
        self.faces.deck().imprint().check == CheckRule::Bumps
    }

    /// A title of the instruction card.
    fn title(&self, name: &str) -> String {
        self.faces.theme().words().word(name).unwrap_or(name).to_owned()
    }

    /// An example from the middle of the grid, with its figures. It names what succeeds in games without
    /// target numbers; pools use the number on the instruction card.
    pub fn cause(&self) -> String {
        let (deck, words) = (self.faces.deck(), self.faces.theme().words());
        let (layout, check) = (deck.layout(), deck.imprint().check);
        let columns = &layout.cause.columns;
        let die = match check {
            CheckRule::Count => check_die(deck),
            _ => columns.get(columns.len() * 3 / 4).copied(),
        };
        let Some(die) = die else { return String::new() };
        let rows = layout.cause.rows.min(3);
        let cf = words.word("cf").unwrap_or("CF");
        let shown: Vec<String> = (1..=rows)
            .map(|row| Field::Cause { die, row }.text(layout, self.card))
            .map(|shown| if shown == "CF" { cf.to_owned() } else { shown })
            .collect();
        let die = format!("{}{}", words.on_leaf("die", &[]), die.sides());
        let (shown, count) = (shown.join(", "), rows.to_string());
        let mut sentences = vec![match rows {
            1 => self.said("one_die", &[("dice", &die), ("shown", &shown)]),
            _ => {
                let dice = format!("{rows}{die}");
                let filled = [("dice", &*dice), ("rows", &count), ("shown", &shown)];
                self.said(if check.has_target() { "several_dice" } else { "several_rows" }, &filled)
            }
        }];
        if !check.has_target() {
            sentences.extend(success(words, deck));
        }
        sentences.extend(FramedMeaning::find(deck).map(|framed| match framed {
            FramedMeaning::GoesOn => self.said("framed_goes_on", &[]),
            FramedMeaning::Ends => self.said("framed_ends", &[]),
        }));
        if any_cell(deck, |_, cell| cell == CauseCell::CriticalFailure) {
            sentences.push(self.said("failure_ends", &[("cf", cf)]));
        }
        sentences.join(" ")
    }

    fn effect(&self) -> String {
        let layout = self.faces.deck().layout();
        let columns = &layout.effect.columns;
        let Some(&die) = columns.get(columns.len() / 2) else { return String::new() };
        let row = layout.effect.rows.min(2);
        let shown = Field::Effect { die, row }.text(layout, self.card);
        let (row_said, column) = (row.to_string(), die.sides().to_string());
        let cell = format!("({row}){column}");
        let filled = [("cell", &*cell), ("row", &row_said), ("column", &column), ("shown", &shown)];
        self.said(if row == 1 { "one_sum" } else { "several_sum" }, &filled)
    }
}

/// The titles of the parts that every card of the deck has, such as "Bursts", with the deck's own elements.
pub(in crate::render) fn part_titles(faces: &Faces<'_>) -> Vec<String> {
    let deck = faces.deck();
    let Some(card) = deck.cards().first() else { return Vec::new() };
    let words = Words { card, faces };
    let is_shown = |part: Part| match part {
        Part::Cause => true,
        Part::Effect => deck.layout().has(CardPart::Effect),
        Part::Bursts => deck.layout().has(CardPart::Burst),
        Part::Hits => deck.layout().has(CardPart::Hit),
        Part::Penetration => deck.layout().has(CardPart::Penetration),
        Part::Failure => deck.layout().has(CardPart::Failure),
        Part::Unintended => deck.layout().has(CardPart::Unintended),
        Part::Scatter => deck.layout().has(CardPart::Scatter),
        Part::Toggle => deck.layout().has(CardPart::Toggle),
        Part::Corner => deck.layout().has(CardPart::Rank) && deck.layout().has(CardPart::Suit),
        Part::Number | Part::Element | Part::Edition => false,
    };
    let parts = Part::ALL.into_iter().filter(|part| is_shown(*part));
    let own = deck.layout().extras.iter().map(|id| deck.element_label(id));
    let own = own.map(|label| faces.theme().words().value(label));
    parts.map(|part| words.about(part).0).chain(own).collect()
}

/// What a framed figure of the cause grid means.
pub(in crate::render) enum FramedMeaning {
    /// It requires another card in at least one column.
    GoesOn,
    /// It is just the highest number.
    Ends,
}

impl FramedMeaning {
    /// The meaning in this deck; `None` if no figure is framed.
    pub fn find(deck: &Deck) -> Option<Self> {
        let layout = deck.layout();
        let goes_on = |die, cell| layout.is_exceptional(die, cell) && layout.goes_on(die, cell);
        let framed = |die, cell| layout.is_exceptional(die, cell);
        match any_cell(deck, goes_on) {
            true => Some(Self::GoesOn),
            false => any_cell(deck, framed).then_some(Self::Ends),
        }
    }
}

/// Whether any cell of the cause grid satisfies `is`, given its column's die.
pub(in crate::render) fn any_cell(deck: &Deck, is: impl Fn(Die, CauseCell) -> bool) -> bool {
    let columns = &deck.layout().cause.columns;
    deck.cards().iter().any(|card| {
        let of_column = |(place, &die): (usize, &Die)| {
            card.cause.column(place).iter().any(|&cell| is(die, cell))
        };
        columns.iter().enumerate().any(of_column)
    })
}
