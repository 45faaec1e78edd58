//! Initiative totals (D6 combat, "Step 1: Initiative", "Initiative Bonus").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView, LookupError};

use super::roll::one_die;
use super::{CodeRoll, D6Error, DieCode, InitiativeBonusRule, Options, Piece, roll};

/// The initiative bonus: +1 for each full 2D by which the search skill exceeds its attribute, and
/// +1 for each full 4D of Agility. Whether both or only the better count is an option; both by
/// default.
pub fn initiative_bonus(
    search: Option<DieCode>,
    perception: DieCode,
    agility: Option<DieCode>,
    options: &Options,
) -> u8 {
    // Three pips are a die: 5D is 1D+1 over 3D+2, which is less than a full 2D.
    let pips = |code: DieCode| 3 * u16::from(code.dice()) + u16::from(code.pips());
    let over = |search: DieCode| (pips(search).saturating_sub(pips(perception)) / 6) as u8;
    let search = search.map_or(0, over);
    let agility = agility.map_or(0, |agility| (pips(agility) / 12) as u8);
    match options.initiative_bonus {
        InitiativeBonusRule::Sum => search + agility,
        InitiativeBonusRule::Best => search.max(agility),
    }
}

/// A Perception roll at the start of a round. The multi-action penalty does not apply.
#[derive(Clone, Debug)]
pub struct Initiative<'d> {
    /// The deck.
    pub deck: DeckView<'d>,
    /// Perception.
    pub perception: DieCode,
    /// The cards drawn for it.
    pub cards: Vec<CardNumber>,
    /// The search skill, if the character has one.
    pub search: Option<DieCode>,
    /// Agility, if given.
    pub agility: Option<DieCode>,
    /// One card for each Character Point spent, whose Wild Die is added. Fate Points cannot be
    /// spent.
    pub points: Vec<CardNumber>,
}

/// The initiative total.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct InitiativeAnswer {
    /// The Perception roll.
    pub roll: CodeRoll,
    /// The bonus from search and Agility.
    pub bonus: u8,
    /// The Wild Die of each Character Point.
    pub points: Vec<Piece>,
    /// The sum.
    pub total: i64,
}

impl Initiative<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`roll`], and [`LookupError::DrawnTwice`] for a card that is used twice.
    pub fn answer(&self, options: &Options) -> Result<InitiativeAnswer, D6Error> {
        let roll = roll(self.deck, self.perception, &self.cards)?;
        for (place, card) in self.points.iter().enumerate() {
            if self.cards.contains(card) || self.points[..place].contains(card) {
                return Err(LookupError::DrawnTwice(*card).into());
            }
        }
        let points: Result<Vec<Piece>, LookupError> =
            self.points.iter().map(|&card| one_die(self.deck, card)).collect();
        let points = points?;
        let bonus = initiative_bonus(self.search, self.perception, self.agility, options);
        let added: i64 = points.iter().map(|piece| piece.value).sum();
        let total = roll.total + i64::from(bonus) + added;
        Ok(InitiativeAnswer { roll, bonus, points, total })
    }
}

impl Answer for InitiativeAnswer {
    const KIND: &'static str = "d6-initiative";

    fn verdict(&self) -> Option<String> {
        self.roll.is_complete().then(|| format!("initiative {}", self.total))
    }

    fn wanted(&self) -> usize {
        Answer::wanted(&self.roll)
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.roll.explanation();
        for piece in &self.points {
            lines.push(format!("Character Point: {}", piece.describe()));
        }
        if self.roll.is_complete() {
            let bonus = match self.bonus {
                0 => String::new(),
                bonus => format!(", {bonus} of it bonus"),
            };
            lines.push(format!("initiative {}{bonus}", self.total));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};

    fn code(text: &str) -> DieCode {
        text.parse().unwrap()
    }

    #[test]
    fn search_and_agility_give_an_initiative_bonus() {
        let bonus = |search, agility, rule| {
            let options = Options { initiative_bonus: rule, ..Options::default() };
            initiative_bonus(Some(code(search)), code("3D+2"), Some(code(agility)), &options)
        };
        assert_eq!(0, bonus("5D", "3D+2", InitiativeBonusRule::Sum));
        assert_eq!(1, bonus("5D+2", "3D+2", InitiativeBonusRule::Sum));
        assert_eq!(2, bonus("6D+2", "4D", InitiativeBonusRule::Sum));
        assert_eq!(2, bonus("7D", "4D+1", InitiativeBonusRule::Sum));
        assert_eq!(3, bonus("8D", "4D+1", InitiativeBonusRule::Sum));
        assert_eq!(2, bonus("8D", "4D+1", InitiativeBonusRule::Best));
        assert_eq!(0, bonus("2D", "1D", InitiativeBonusRule::Sum));
    }

    #[test]
    fn character_points_add_a_die_each() {
        let deck = deck();
        let initiative = |points: Vec<CardNumber>| Initiative {
            deck: (&deck).into(),
            perception: code("3D"),
            cards: vec![card(34)],
            search: None,
            agility: Some(code("4D")),
            points,
        };
        let plain = initiative(Vec::new()).answer(&Options::default()).unwrap();
        assert_eq!((10, 11), (plain.roll.total, plain.total));
        let helped = initiative(vec![card(10)]).answer(&Options::default()).unwrap();
        assert_eq!(helped.total, plain.total + helped.points[0].value);
        assert!(initiative(vec![card(34)]).answer(&Options::default()).is_err());
        assert!(initiative(vec![card(10), card(10)]).answer(&Options::default()).is_err());
    }
}
