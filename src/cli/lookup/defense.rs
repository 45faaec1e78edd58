//! `lookup defense --skill 3 --armed`: the target number of a blow, without a card.

use crate::rules::{Armament, MeleeSituation, TnAccount, Weapon};
use clap::Args;

use super::meaning::Meaning;
use super::setting::Setting;
use super::target_number::{Attacker, Hindrance, HindranceArgs, Situation};

/// The situation of a blow.
#[derive(Debug, Args)]
pub struct DefenseArgs {
    /// The defender's Fighting level, or the level with the weapon held
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    skill: String,
    /// The defender holds this weapon of the table
    #[arg(long, value_name = "NAME")]
    defender_weapon: Option<String>,
    /// The defender holds some weapon without a Defend attribute
    #[arg(long, conflicts_with = "defender_weapon")]
    armed: bool,
    #[command(flatten)]
    hindrance: HindranceArgs,
}

impl DefenseArgs {
    /// The situation; without a weapon the attacker has bare hands.
    pub fn meant(
        &self,
        setting: &Setting,
        weapon: Option<&Weapon>,
        meaning: &mut Meaning,
    ) -> Option<MeleeSituation> {
        let skill = meaning.number(&self.skill, "level", 0..=255);
        let held = meaning.weapon(setting, self.defender_weapon.as_deref());
        let hindrance = self.hindrance.meant(setting, meaning);
        let defender = match held? {
            Some(weapon) => weapon.armament(),
            None if self.armed => Armament::Weapon { defend: None },
            None => Armament::Unarmed,
        };
        let Hindrance { dodging, wound_penalty, penalty } = hindrance?;
        Some(MeleeSituation {
            defender_skill: skill?,
            defender,
            attacker: weapon.map_or(Armament::Unarmed, Weapon::armament),
            dodging,
            wound_penalty,
            penalty,
        })
    }
}

impl Situation for DefenseArgs {
    fn account(
        &self,
        setting: &Setting,
        attacker: Attacker<'_>,
        meaning: &mut Meaning,
    ) -> Option<TnAccount> {
        Some(self.meant(setting, attacker.weapon, meaning)?.account())
    }
}
