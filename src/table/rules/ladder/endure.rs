//! Physique checks for a critical or terminal wound (wound-level combat, "Wound Levels").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView};

use super::{CheckAnswer, CheckInterval, LadderError, Level, Wounds, roll};

/// The Physique check for a critical wound every hour, or a terminal one every minute. The text
/// does not give a difficulty; the gamemaster sets it.
#[derive(Clone, Debug)]
pub struct EndureCheck<'d> {
    /// The deck.
    pub deck: DeckView<'d>,
    /// The card drawn.
    pub card: CardNumber,
    /// Physique.
    pub physique: i8,
    /// The number to reach.
    pub difficulty: i16,
    /// The wounds.
    pub wounds: Wounds,
    /// Other modifiers.
    pub modifier: i16,
}

/// Whether the character gets worse.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct EndureAnswer {
    /// The check. The penalty of the wound counts, as in all rolls.
    pub check: CheckAnswer,
    /// The number to reach.
    pub difficulty: i16,
    /// Whether it was reached; never with a botch.
    pub success: bool,
    /// The wounds after the check.
    pub wounds: Wounds,
    /// The wound level.
    pub level: Level,
    /// The interval to the next check.
    pub next: Option<CheckInterval>,
}

impl EndureCheck<'_> {
    /// Reads the card.
    ///
    /// # Errors
    /// [`LadderError::NothingToEndure`] for any other wound; otherwise as [`roll`].
    pub fn answer(&self) -> Result<EndureAnswer, LadderError> {
        let level = self.wounds.level();
        if level.check_every.is_none() {
            return Err(LadderError::NothingToEndure { level: level.name });
        }
        let entries = [
            ("Physique", i32::from(self.physique)),
            ("for wounds", -i32::from(level.penalty)),
            ("modifier", i32::from(self.modifier)),
        ];
        let check = CheckAnswer::new(roll(self.deck, self.card)?, &entries);
        let success = !check.is_botch() && check.total >= i32::from(self.difficulty);
        let wounds = if success { self.wounds } else { self.wounds.and(1) };
        let level = wounds.level();
        let next = level.check_every;
        Ok(EndureAnswer { check, difficulty: self.difficulty, success, wounds, level, next })
    }
}

impl Answer for EndureAnswer {
    const KIND: &'static str = "endure";

    fn verdict(&self) -> Option<String> {
        let end = if self.success { "holds on" } else { "gets worse" };
        Some(format!("{end}: {}", self.level.name))
    }

    fn explanation(&self) -> Vec<String> {
        let result = if self.success { "holds on" } else { "gets worse" };
        vec![
            self.check.describe(),
            format!("{} against {}: {result}", self.check.total, self.difficulty),
            self.level.describe(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::super::roll::sample;
    use super::*;
    use crate::table::lookup::samples::card;

    fn endure(number: u8, wounds: u16) -> Result<EndureAnswer, LadderError> {
        let deck = sample();
        let wounds = Wounds::new(wounds);
        let check = EndureCheck {
            deck: (&deck).into(),
            card: card(number),
            physique: 3,
            difficulty: 0,
            wounds,
            modifier: 0,
        };
        check.answer()
    }

    #[test]
    fn failing_drops_to_the_next_level() {
        // Card 4 shows 0, card 3 shows −1; Physique 3 less the penalty of 3.
        assert_eq!("critical", endure(4, 5).unwrap().level.name);
        let worse = endure(3, 5).unwrap();
        assert_eq!(("terminal", Some(CheckInterval::Minute)), (worse.level.name, worse.next));
        let mortal = endure(3, 6).unwrap();
        assert_eq!(("mortal", None, true), (mortal.level.name, mortal.next, mortal.level.dies));
    }

    #[test]
    fn other_wounds_ask_for_nothing() {
        for wounds in [0, 1, 4, 7] {
            assert!(matches!(endure(4, wounds), Err(LadderError::NothingToEndure { .. })));
        }
    }
}
