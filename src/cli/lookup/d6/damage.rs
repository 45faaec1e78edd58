//! `lookup d6 hurt damage 34 +2D --strength 3D+2 --bonus 1 --resist 3D@11`.

use std::fmt;

use super::roll::CardsArgs;
use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
use crate::rules::d6::{Damage, DamageCode, DieCode, Resistance, cards_needed};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    cards: CardsArgs,
    /// The weapon's damage: 5D, or +2D for one that adds to Strength Damage
    #[arg(value_name = "DAMAGE", allow_hyphen_values = true)]
    weapon: Parsed<DamageCode>,
    /// The attacker's Strength
    #[arg(long, value_name = "CODE")]
    strength: Option<Parsed<DieCode>>,
    /// Damage bonus of the attack
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    bonus: Number<u16, 0, 999>,
    /// Other modifiers to the damage
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    modifier: Number<i16, -999, 999>,
    /// The target's resistance and its cards, such as 3D+1@11
    #[arg(long, value_name = "CODE@CARDS", allow_hyphen_values = true)]
    resist: Option<Parsed<ResistanceArg>>,
}

/// `3D+1@11`
#[derive(Debug)]
struct ResistanceArg;

#[derive(Clone, Debug)]
struct CodeAndCards {
    code: Parsed<DieCode>,
    cards: Parsed<Chain>,
}

impl Argument for ResistanceArg {
    type Value = CodeAndCards;

    fn read(text: &str, name: &str) -> Result<CodeAndCards, Problem> {
        // Cards that are left out are drawn.
        let (code, cards) = text.split_once('@').unwrap_or((text, ""));
        Ok(CodeAndCards { code: Parsed::read(code, name), cards: Parsed::read(cards, name) })
    }
}

impl fmt::Display for CodeAndCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.code.text(), self.cards.text())
    }
}

/// The damage, and what the resistance leaves of it.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let cards = self.cards.resolve(at);
        let (cards, weapon, strength, bonus, modifier, resistance) = all((
            cards,
            self.weapon.get(),
            self.strength.get(),
            self.bonus.get(),
            self.modifier.get(),
            self.resistance(at),
        ))?;
        let (deck, options) = (&at.setting.deck, &at.setting.rules.d6);
        let ask = |cards: &[CardNumber]| {
            let (cards, resistance) = (cards.to_vec(), resistance.clone());
            Damage { deck, weapon, strength, bonus, modifier, cards, resistance }.answer(options)
        };
        Ok(Box::new(self.cards.complete(at, cards, ask)?))
    }
}

impl Typed {
    fn resistance(&mut self, at: &mut Context<'_, '_>) -> Result<Option<Resistance>, Problems> {
        let Some(typed) = &mut self.resist else { return Ok(None) };
        let mut read = typed.get()?;
        let code = read.code.get()?;
        let example = "code and cards, such as 3D+1@11";
        let has_cards = at.has_cards(&code.to_string(), read.cards.text(), example);
        told(has_cards.map_err(|problem| problem.of_argument("resist")))?;
        let cards =
            at.chained_of(&mut read.cards, cards_needed(&at.setting.deck, code), |_| false)?;
        typed.set(read);
        Ok(Some(Resistance { code, cards }))
    }
}
