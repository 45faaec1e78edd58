//! Whether a shot goes through cover or armour (Conflict, "Cover Penetration").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView};
use crate::wording::counted;

/// A weapon against an armour value.
#[derive(Clone, Copy, Debug)]
pub struct PenetrationQuestion {
    /// The weapon's Pen.
    pub pen: i16,
    /// The armour value: thin wood 2, hardwood 3, bricks or iron 4.
    pub armour: i16,
    /// Bumps to penetration; card and bumps together count +2 at most.
    pub bumps: u8,
}

/// The result of a penetration reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Passage {
    /// P: two or more above the armour. The full DMG counts.
    Penetrates,
    /// A: equal, or one above. The reduced damage RD counts.
    Ablates,
    /// D: below the armour. Nothing passes.
    Deflects,
}

/// The penetration read on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct PenetrationAnswer {
    /// The card.
    pub card: CardNumber,
    /// The printed penetration plus bumps.
    pub card_penetration: i16,
    /// The bumps that do not count because of the cap of +2.
    pub bumps_lost: u8,
    /// The weapon's Pen.
    pub pen: i16,
    /// PV: Pen plus the card's penetration.
    pub value: i32,
    /// The armour value.
    pub armour: i16,
    /// The result.
    pub passage: Passage,
}

/// The cap of card and bumps together: "not exceeding +2" in the weapon attribute Pierce on the
/// author's page on gear; the rule texts do not mention it.
const CAP: i16 = 2;

impl PenetrationQuestion {
    /// Reads the card.
    pub fn answer<'d>(&self, deck: impl Into<DeckView<'d>>, card: CardNumber) -> PenetrationAnswer {
        let deck = deck.into();
        let printed = i16::from(deck.card(card).penetration());
        // A printed value above the cap counts in full.
        let room = u8::try_from(CAP - printed).unwrap_or(0);
        let counting = self.bumps.min(room);
        let card_penetration = printed + i16::from(counting);
        let bumps_lost = self.bumps - counting;
        let value = i32::from(card_penetration) + i32::from(self.pen);
        let passage = match value - i32::from(self.armour) {
            2.. => Passage::Penetrates,
            0 | 1 => Passage::Ablates,
            _ => Passage::Deflects,
        };
        let (pen, armour) = (self.pen, self.armour);
        PenetrationAnswer { card, card_penetration, bumps_lost, pen, value, armour, passage }
    }
}

impl Answer for PenetrationAnswer {
    const KIND: &'static str = "penetration";

    fn verdict(&self) -> Option<String> {
        Some(
            match self.passage {
                Passage::Penetrates => "penetrates: DMG counts",
                Passage::Ablates => "ablates: RD counts",
                Passage::Deflects => "deflects: nothing passes",
            }
            .to_owned(),
        )
    }

    fn explanation(&self) -> Vec<String> {
        let passage = match self.passage {
            Passage::Penetrates => "P, penetrates: DMG counts",
            Passage::Ablates => "A, ablates: RD counts",
            Passage::Deflects => "D, deflects: nothing passes",
        };
        let mut lines = vec![format!(
            "card {}: penetration {:+} and Pen {} make {} against AV {}: {passage}",
            self.card, self.card_penetration, self.pen, self.value, self.armour
        )];
        if self.bumps_lost > 0 {
            let lost = counted(self.bumps_lost.into(), "penetration bump");
            let verb = if self.bumps_lost == 1 { "does" } else { "do" };
            lines.push(format!("{lost} {verb} not count: card and bumps are capped at +{CAP}"));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::table::lookup::samples::{card, deck};

    #[test]
    fn penetration_above_armour_decides_the_result() {
        let deck = deck();
        // Card 34 prints +0.
        let passage =
            |pen| PenetrationQuestion { pen, armour: 3, bumps: 0 }.answer(&deck, card(34)).passage;
        assert_eq!(
            [2, 3, 4, 5].map(passage),
            [Passage::Deflects, Passage::Ablates, Passage::Ablates, Passage::Penetrates],
        );
    }

    #[test]
    fn bumps_lift_the_card_to_two_and_no_further() {
        let deck = deck();
        for number in CardNumbers::POKER.iter() {
            let question = PenetrationQuestion { pen: 0, armour: 0, bumps: u8::MAX };
            assert_eq!(2, question.answer(&deck, number).card_penetration);
        }
    }

    #[test]
    fn the_answer_says_which_bumps_the_cap_takes() {
        let deck = deck();
        // Card 34 prints +0.
        let ask = |bumps| PenetrationQuestion { pen: 3, armour: 6, bumps }.answer(&deck, card(34));
        assert_eq!([0, 0, 1, 253], [0, 2, 3, u8::MAX].map(|bumps| ask(bumps).bumps_lost));
        assert_eq!(1, ask(2).explanation().len());
        let reported = "1 penetration bump does not count: card and bumps are capped at +2";
        assert_eq!(reported, ask(3).explanation()[1]);
        assert!(ask(5).explanation()[1].starts_with("3 penetration bumps do not count: "));
    }

    #[test]
    fn the_extremes_do_not_overflow() {
        let deck = deck();
        let question = PenetrationQuestion { pen: i16::MIN, armour: i16::MAX, bumps: 0 };
        let answer = question.answer(&deck, card(37));
        assert_eq!(i32::from(i16::MIN) + i32::from(answer.card_penetration), answer.value);
        assert_eq!(Passage::Deflects, answer.passage);
        let question = PenetrationQuestion { pen: i16::MAX, armour: i16::MIN, bumps: u8::MAX };
        let answer = question.answer(&deck, card(37));
        assert_eq!((i32::from(i16::MAX) + 2, Passage::Penetrates), (answer.value, answer.passage));
    }
}
