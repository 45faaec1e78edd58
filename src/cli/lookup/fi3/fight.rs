//! `lookup fi3 fight N DICE --skill 2 --reach 1 --damage '(2)6' --strength 2d8`: a blow.

use crate::diagnostic::Problems;
use crate::rules::Size;
use crate::rules::fi3::{Arm, AttackAnswer, Closeness, Fighting, Fire, LocationModifiers, Reach};
use clap::{Args, ValueEnum};

use super::hit::{HitArgs, Kind};
use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::range::HandsName;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// The defender's fighting skill with what is in hand
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    skill: String,
    /// The Defensive Bonus of the defender's weapon
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    reach: String,
    /// The Defensive Bonus of the attacker's weapon
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    own_reach: String,
    /// The defender's Size; a human has 6
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: String,
    /// The attacker's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    own_size: String,
    /// Who has closed in; somebody beset adds no Strength
    #[arg(long, value_enum, default_value = "open")]
    close: CloseName,
    /// The weapon's damage dice, such as '(2)6'; bare hands when left out
    #[arg(long, value_name = "DICE")]
    damage: Option<String>,
    /// The attacker's Strength, such as 2d8, read on the same card
    #[arg(long, value_name = "DICE")]
    strength: Option<String>,
    /// Which weapons are in which hands
    #[arg(long, value_enum, default_value = "proper")]
    hands: HandsName,
    /// The attacker fights from higher up: 2 steps up
    #[arg(long)]
    height: bool,
    /// The total of the defender's own fighting roll
    #[arg(long, value_name = "TOTAL", allow_hyphen_values = true)]
    defence: Option<String>,
    /// Other penalties of the situation
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    situation: String,
    #[command(flatten)]
    hit: HitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CloseName {
    /// Nobody
    Open,
    /// The attacker, inside the reach of the defender's longer weapon
    Inside,
    /// The defender, inside the reach of the attacker's longer weapon
    Beset,
}

impl Typed {
    /// What comes of it.
    pub fn answer(&self, setting: &Setting) -> Result<AttackAnswer, Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let fighting = self.fighting(&mut meaning);
        let arm = self.arm(setting, &mut meaning);
        let kind = fighting.zip(arm).map(|(fighting, arm)| Kind {
            account: fighting.account(&setting.fi3_options),
            fire: Fire::Single { markers: 0, called: None },
            arm,
            area_dice: 0,
            size: fighting.defender.size,
            modifiers: LocationModifiers {
                fighting: true,
                height: self.height,
                ..LocationModifiers::default()
            },
        });
        let attack = self.hit.meant(roll, kind, &mut meaning);
        told(meaning.settled(attack)?.answer(&setting.fi3_options))
    }

    fn fighting(&self, meaning: &mut Meaning) -> Option<Fighting> {
        let defender_skill = meaning.number(&self.skill, "level", 0..=99);
        let reach = meaning.number(&self.reach, "Defensive Bonus", 0..=99);
        let own_reach = meaning.number(&self.own_reach, "Defensive Bonus", 0..=99);
        let size: Option<Size> = meaning.of(&self.size);
        let own_size: Option<Size> = meaning.of(&self.own_size);
        let called = self.hit.called(meaning);
        let defence = meaning.defence(self.defence.as_deref());
        let penalty = meaning.number(&self.situation, "penalty", -99..=99);
        Some(Fighting {
            defender_skill: defender_skill?,
            defender: Reach { bonus: reach?, size: size? },
            attacker: Reach { bonus: own_reach?, size: own_size? },
            closeness: match self.close {
                CloseName::Open => Closeness::Open,
                CloseName::Inside => Closeness::Inside,
                CloseName::Beset => Closeness::Beset,
            },
            hands: self.hands.meant(),
            called: called?.map_or(0, |(shot, _, _)| shot.penalty()),
            defence: defence?,
            penalty: penalty?,
        })
    }

    /// Weapon and Strength; somebody beset adds none.
    fn arm(&self, setting: &Setting, meaning: &mut Meaning) -> Option<Arm> {
        let strength = match (&self.strength, setting.character.as_ref()) {
            (Some(text), _) => meaning.trait_dice(setting, text).map(Some),
            (None, Some(who)) => Some(who.check("strength").map(Into::into)),
            (None, None) => Some(None),
        };
        let damage = self.damage.as_deref().map(|text| meaning.damage_dice(text));
        match (damage, strength?) {
            (Some(dice), Some(strength)) if self.close != CloseName::Beset => {
                Some(Arm::Weapon(dice?, strength))
            }
            (Some(dice), _) => Some(Arm::Shot(dice?)),
            (None, Some(strength)) => Some(Arm::Unarmed(strength)),
            (None, None) => {
                meaning.missing("what hits", "--damage, --strength, or --as a character")
            }
        }
    }
}
