//! Damage against resistance (D6 combat, "Step 3: Determining Damage").

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView, LookupError};
use crate::table::rules::Decks;

use super::{CodeRoll, D6Error, DieCode, DieCodeError, Options, roll};

/// A weapon's damage. Written `5D` for a fixed damage and `+2D` for an addition to the attacker's
/// Strength Damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "String")]
pub struct DamageCode {
    /// Whether Strength Damage is added.
    pub adds_strength: bool,
    /// The code.
    pub code: DieCode,
}

impl FromStr for DamageCode {
    type Err = DieCodeError;

    fn from_str(text: &str) -> Result<Self, DieCodeError> {
        match text.strip_prefix('+') {
            Some(code) => Ok(Self { adds_strength: true, code: code.parse()? }),
            None => Ok(Self { adds_strength: false, code: text.parse()? }),
        }
    }
}

impl fmt::Display for DamageCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.adds_strength { "+" } else { "" }, self.code)
    }
}

/// Written as text, such as `+2D`.
impl Serialize for DamageCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The resistance of the target. The multi-action penalty does not apply.
#[derive(Clone, Debug)]
pub struct Resistance {
    /// Strength or lift, plus armour if it has a code.
    pub code: DieCode,
    /// The cards drawn for it.
    pub cards: Vec<CardNumber>,
}

/// A hit whose damage is rolled.
#[derive(Clone, Debug)]
pub struct Damage<'d> {
    /// The deck.
    pub deck: DeckView<'d>,
    /// The weapon.
    pub weapon: DamageCode,
    /// The attacker's Strength, needed if the weapon adds to Strength Damage.
    pub strength: Option<DieCode>,
    /// The damage bonus of the attack.
    pub bonus: u16,
    /// Other modifiers, such as those of a called shot.
    pub modifier: i16,
    /// The cards drawn for it.
    pub cards: Vec<CardNumber>,
    /// The target's resistance, if it is rolled too.
    pub resistance: Option<Resistance>,
}

/// The result of a damage roll.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DamageAnswer {
    /// The weapon.
    pub weapon: DamageCode,
    /// The Strength Damage included in it.
    pub strength_damage: Option<DieCode>,
    /// The roll.
    pub roll: CodeRoll,
    /// The roll plus bonus and modifiers.
    pub total: i64,
    /// The resistance roll.
    pub resistance: Option<CodeRoll>,
    /// Damage minus resistance, once all dice of both are drawn. Its effect is defined in a chapter
    /// that the source does not include.
    pub margin: Option<i64>,
}

impl Damage<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// [`D6Error::Strength`] if the weapon needs a Strength that is not given; a card of one deck
    /// that both sides use; otherwise as [`roll`].
    pub fn answer(&self, options: &Options) -> Result<DamageAnswer, D6Error> {
        let strength_damage = match (self.weapon.adds_strength, self.strength) {
            (true, Some(strength)) => Some(strength.strength_damage()),
            (true, None) => return Err(D6Error::Strength),
            (false, _) => None,
        };
        let code = strength_damage.map_or(self.weapon.code, |code| code.plus(self.weapon.code));
        let rolled = roll(self.deck, code, &self.cards)?;
        let total = rolled.total + i64::from(self.bonus) + i64::from(self.modifier);
        let resistance = match &self.resistance {
            None => None,
            Some(Resistance { code, cards }) => {
                let shared = |card: &&CardNumber| {
                    options.decks == Decks::Shared && self.cards.contains(card)
                };
                if let Some(&card) = cards.iter().find(shared) {
                    return Err(LookupError::DrawnTwice(card).into());
                }
                Some(roll(self.deck, *code, cards)?)
            }
        };
        let margin = resistance
            .as_ref()
            .filter(|resistance| rolled.is_complete() && resistance.is_complete())
            .map(|resistance| total - resistance.total);
        Ok(DamageAnswer {
            weapon: self.weapon,
            strength_damage,
            roll: rolled,
            total,
            resistance,
            margin,
        })
    }
}

impl Answer for DamageAnswer {
    const KIND: &'static str = "d6-damage";

    fn verdict(&self) -> Option<String> {
        self.roll.is_complete().then(|| match self.margin {
            Some(over @ 1..) => format!("{over} over the resistance"),
            Some(_) => "the resistance holds it".to_owned(),
            None => format!("damage {}", self.total),
        })
    }

    fn wanted(&self) -> usize {
        Answer::wanted(&self.roll)
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(strength) = self.strength_damage {
            lines.push(format!("weapon {} on Strength Damage {strength}", self.weapon));
        }
        lines.extend(self.roll.explanation());
        if self.roll.is_complete() {
            lines.push(format!("damage {}", self.total));
        }
        lines.extend(self.resistance.iter().flat_map(Answer::explanation));
        lines.extend(self.margin.map(|margin| match margin {
            1.. => format!("{margin} over the resistance"),
            0 => "the resistance holds it, exactly".to_owned(),
            ..0 => format!("the resistance holds it, {} to spare", margin.unsigned_abs()),
        }));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::samples::{card, deck};

    fn damage<'d>(deck: &'d Deck, weapon: &str, strength: Option<&str>) -> Damage<'d> {
        Damage {
            deck: deck.into(),
            weapon: weapon.parse().unwrap(),
            strength: strength.map(|code| code.parse().unwrap()),
            bonus: 2,
            modifier: -1,
            cards: vec![card(34)],
            resistance: None,
        }
    }

    #[test]
    fn a_plus_adds_the_weapon_to_strength_damage() {
        let deck = deck();
        // Card 34: Wild Die 3, d6 rows 6, 1, 1.
        let sword = damage(&deck, "+2D+1", Some("3D+2")).answer(&Options::default()).unwrap();
        assert_eq!("4D+1", sword.roll.code.to_string());
        assert_eq!(11 + 1 + 2 - 1, sword.total);
        let gun = damage(&deck, "4D", Some("3D+2")).answer(&Options::default()).unwrap();
        assert_eq!((None, 11 + 2 - 1), (gun.strength_damage, gun.total));
        assert_eq!(Err(D6Error::Strength), damage(&deck, "+2D", None).answer(&Options::default()));
    }

    #[test]
    fn resistance_is_taken_off_and_needs_its_own_card() {
        let deck = deck();
        let against = |cards: Vec<CardNumber>| {
            let code = "2D".parse().unwrap();
            let resistance = Some(Resistance { code, cards });
            Damage { resistance, ..damage(&deck, "4D", None) }.answer(&Options::default())
        };
        let answer = against(vec![card(10)]).unwrap();
        assert_eq!(answer.margin.unwrap(), answer.total - answer.resistance.unwrap().total);
        assert!(against(vec![card(34)]).is_err());
        // Six dice of damage need another card: no margin yet.
        let code = "2D".parse().unwrap();
        let resistance = Some(Resistance { code, cards: vec![card(10)] });
        let more = Damage { resistance, ..damage(&deck, "6D", None) };
        assert_eq!(None, more.answer(&Options::default()).unwrap().margin);
    }
}
