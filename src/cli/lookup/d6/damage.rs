//! `lookup d6 damage 34 +2D --strength 3D+2 --bonus 1 --resist 3D@11`.

use crate::diagnostic::Problems;
use crate::rules::d6::{Damage, DamageAnswer, Resistance};
use clap::Args;

use super::roll::CardsArgs;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    cards: CardsArgs,
    /// The weapon's damage: 5D, or +2D for one that adds to Strength Damage
    #[arg(value_name = "DAMAGE", allow_hyphen_values = true)]
    weapon: String,
    /// The attacker's Strength
    #[arg(long, value_name = "CODE")]
    strength: Option<String>,
    /// Damage bonus of the attack
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    bonus: String,
    /// Other modifiers to the damage
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    modifier: String,
    /// The target's resistance and its cards, such as 3D+1@11
    #[arg(long, value_name = "CODE@CARDS", allow_hyphen_values = true)]
    resist: Option<String>,
}

impl Typed {
    /// The damage, and what the resistance leaves of it.
    pub fn answer(&self, setting: &Setting) -> Result<DamageAnswer, Problems> {
        let mut meaning = setting.meaning();
        let cards = self.cards.meant(&mut meaning);
        let weapon = meaning.of(&self.weapon);
        let strength = meaning.of_option(self.strength.as_deref());
        let bonus = meaning.number(&self.bonus, "damage bonus", 0..=999);
        let modifier = meaning.number(&self.modifier, "modifier", -999..=999);
        let resistance = self.resistance(&mut meaning);
        let answer = cards
            .zip(weapon)
            .zip(strength.zip(bonus))
            .zip(modifier.zip(resistance))
            .and_then(|(((cards, weapon), (strength, bonus)), (modifier, resistance))| {
                let deck = &setting.deck;
                let damage = Damage { deck, weapon, strength, bonus, modifier, cards, resistance };
                meaning.keep(damage.answer())
            });
        meaning.settled(answer)
    }

    /// `Some(None)` when none was typed.
    fn resistance(&self, meaning: &mut Meaning) -> Option<Option<Resistance>> {
        let Some(text) = &self.resist else { return Some(None) };
        let Some((code, cards)) = text.split_once('@') else {
            let message = format!("resistance {text:?} has no cards");
            return meaning.refuse(&message, "code and cards, such as 3D+1@11");
        };
        let cards: Vec<String> = cards.split('+').map(str::to_owned).collect();
        let (code, cards) = (meaning.of(code), meaning.cards(&cards));
        code.zip(cards).map(|(code, cards)| Some(Resistance { code, cards }))
    }
}
