//! `lookup reckon defense --skill 3 --armed`: the target number of a blow, without a card.

use super::name::WeaponName;
use super::target_number::{Hindrance, HindranceArgs};
use crate::cli::lookup::prelude::*;
use crate::rules::{Armament, MeleeSituation, Weapon};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    situation: DefenseArgs,
    /// The attacker's weapon of the table
    #[arg(long, value_name = "NAME")]
    weapon: Option<WeaponName>,
}

/// The target number with its reasons.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let weapon = at.setting.weapon_if(self.weapon.as_ref())?;
        let situation = self.situation.resolve(at.setting, weapon.as_ref(), false)?;
        Ok(Box::new(situation.account()))
    }
}

/// The situation of a blow.
#[derive(Debug, Args, Serialize)]
pub struct DefenseArgs {
    /// The defender's Fighting level, or the level with the weapon held
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    skill: Number<u8, 0, 255>,
    /// The defender holds this weapon of the table
    #[arg(long, value_name = "NAME")]
    defender_weapon: Option<WeaponName>,
    /// The defender holds some weapon without a Defend attribute
    #[arg(long, conflicts_with = "defender_weapon")]
    armed: bool,
    /// The attacker holds some weapon that is not in the table
    #[arg(long, conflicts_with = "weapon")]
    attacker_armed: bool,
    /// The attacker has bare hands, or a fist-load
    #[arg(long, conflicts_with_all = ["weapon", "attacker_armed"])]
    bare_hands: bool,
    #[command(flatten)]
    #[serde(flatten)]
    hindrance: HindranceArgs,
}

impl DefenseArgs {
    /// The situation. What the attacker holds is what was named; where nothing was, `armed` says
    /// whether it is a weapon.
    pub fn resolve(
        &self,
        setting: &Setting,
        weapon: Option<&Weapon>,
        armed: bool,
    ) -> Result<MeleeSituation, Problems> {
        let held = setting.weapon_if(self.defender_weapon.as_ref());
        let (defender_skill, held, hindrance) =
            all((self.skill.get(), held, self.hindrance.resolve(setting)))?;
        let defender = match held {
            Some(weapon) => weapon.armament(),
            None if self.armed => Armament::Weapon { defend: None },
            None => Armament::Unarmed,
        };
        let armed = self.attacker_armed || (armed && !self.bare_hands);
        let attacker = match weapon {
            Some(weapon) => weapon.armament(),
            None if armed => Armament::Weapon { defend: None },
            None => Armament::Unarmed,
        };
        let Hindrance { dodging, wound_penalty, penalty } = hindrance;
        Ok(MeleeSituation { defender_skill, defender, attacker, dodging, wound_penalty, penalty })
    }
}
