//! `lookup defense --skill 3 --armed`: the target number of a blow, without a card.

use actiondeck::diagnostic::Problems;
use actiondeck::rules::{Armament, Dodging, MeleeSituation, TnAccount, Weapon};
use clap::Args;

use super::meaning::Meaning;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    situation: DefenseArgs,
    /// The attacker's weapon of the table; bare hands when left out
    #[arg(long, value_name = "NAME")]
    weapon: Option<String>,
}

impl Typed {
    /// The target number with its reasons.
    pub fn answer(&self, setting: &Setting) -> Result<TnAccount, Problems> {
        let mut meaning = Meaning::default();
        let weapon = meaning.weapon(setting, self.weapon.as_deref());
        let situation =
            weapon.and_then(|weapon| self.situation.meant(setting, weapon.as_ref(), &mut meaning));
        Ok(meaning.settled(situation)?.account())
    }
}

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
    /// The defender's dodge score, while dodging
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true)]
    dodge: Option<String>,
    /// The dodging defender does not move besides
    #[arg(long, requires = "dodge")]
    dodge_standing: bool,
    /// The attacker's worst wound, 0 to 5
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    wounded: String,
    /// Other penalties; a bonus is negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: String,
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
        let dodging = match &self.dodge {
            None => Some(None),
            Some(text) => meaning
                .number(text, "dodge score", 0..=99)
                .map(|score| Some(Dodging { score, stands: self.dodge_standing })),
        };
        let worst = meaning.number(&self.wounded, "worst wound", 0..=5);
        let penalty = meaning.number(&self.penalty, "penalty", -99..=99);
        let defender = match held? {
            Some(weapon) => weapon.armament(),
            None if self.armed => Armament::Weapon { defend: None },
            None => Armament::Unarmed,
        };
        Some(MeleeSituation {
            defender_skill: skill?,
            defender,
            attacker: weapon.map_or(Armament::Unarmed, Weapon::armament),
            dodging: dodging?,
            wound_penalty: setting.options.wound_table.penalty(worst?),
            penalty: penalty?,
        })
    }
}
