//! `lookup fi3 attack blow N DICE --skill 2 --reach 1 --damage '(2)6' --strength 2d8`: a blow.

use super::damage::StrengthRoll;
use super::hit::{HitArgs, Kind};
use super::roll::{DamageDice, RollArgs};
use crate::cli::lookup::prelude::*;
use crate::cli::lookup::range::HandsName;
use crate::rules::fi3::{Arm, Closeness, Fighting, Fire, LocationModifiers, Reach, TraitDice};
use crate::rules::{Harm, Size};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// The defender's fighting skill with what is in hand
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    skill: Number<u8, 0, 99>,
    /// The Defensive Bonus of the defender's weapon
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    reach: Number<u8, 0, 99>,
    /// The Defensive Bonus of the attacker's weapon
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    own_reach: Number<u8, 0, 99>,
    /// The defender's Size; a human has 6
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: Parsed<Size>,
    /// The attacker's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    own_size: Parsed<Size>,
    /// Who has closed in; a fighter who is beset adds no Strength
    #[arg(long, value_enum, default_value = "open")]
    close: CloseName,
    /// The weapon's damage dice, such as 2d6 or '(2)6'; bare hands when left out
    #[arg(long, value_name = "DICE")]
    damage: Option<Parsed<DamageDice>>,
    /// The attacker's Strength: dice such as 2d8, read on the card of the hit, or CARDS:DICE such as
    /// 40+11:2d8 with follow-up cards
    #[arg(long, value_name = "DICE")]
    strength: Option<Parsed<StrengthRoll>>,
    /// Bare hands wound as a weapon does
    #[arg(long, conflicts_with = "brawling")]
    deadly: bool,
    /// Which weapons are in which hands
    #[arg(long, value_enum, default_value = "proper")]
    hands: HandsName,
    /// The attacker fights from higher up: 2 steps up
    #[arg(long)]
    height: bool,
    /// The total of the defender's own fighting roll
    #[arg(long, value_name = "TOTAL", allow_hyphen_values = true)]
    defence: Option<Number<i64, -9999, 9999>>,
    /// Other penalties of the situation
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    situation: Number<i32, -99, 99>,
    #[command(flatten)]
    #[serde(flatten)]
    hit: HitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum CloseName {
    /// Nobody
    Open,
    /// The attacker, inside the reach of the defender's longer weapon
    Inside,
    /// The defender, inside the reach of the attacker's longer weapon
    Beset,
}

/// What comes of it.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at);
        let strength = self.strength_dice(at.setting);
        let arm = strength.and_then(|strength| self.arm(strength));
        let kind = all((self.fighting(), arm)).map(|(fighting, arm)| Kind {
            account: fighting.account(&at.setting.rules.fi3),
            fire: Fire::Single { markers: 0, called: None },
            arm,
            harm: if self.deadly { Harm::Deadly } else { arm.usual_harm() },
            area_dice: 0,
            size: fighting.defender.size,
            near: true,
            modifiers: LocationModifiers {
                fighting: true,
                height: self.height,
                ..LocationModifiers::default()
            },
        });
        self.hit.answer(at, roll, kind, self.strength.as_mut())
    }
}

impl Typed {
    fn fighting(&self) -> Result<Fighting, Problems> {
        let reaches = all((
            all((self.reach.get(), self.size.get())),
            all((self.own_reach.get(), self.own_size.get())),
        ));
        let (defender_skill, reaches, called, defence, penalty) = all((
            self.skill.get(),
            reaches,
            self.hit.called(),
            self.defence.get(),
            self.situation.get(),
        ))?;
        let (defender, attacker) = reaches;
        let reach = |(bonus, size)| Reach { bonus, size };
        Ok(Fighting {
            defender_skill,
            defender: reach(defender),
            attacker: reach(attacker),
            closeness: match self.close {
                CloseName::Open => Closeness::Open,
                CloseName::Inside => Closeness::Inside,
                CloseName::Beset => Closeness::Beset,
            },
            hands: self.hands.hands(),
            called: called.map_or(0, |(_, shot)| shot.penalty()),
            defence,
            penalty,
        })
    }

    /// The attacker's Strength.
    fn strength_dice(&self, setting: &Setting) -> Result<Option<TraitDice>, Problems> {
        let own = setting.character.as_ref().and_then(|who| who.check("strength"));
        match self.strength.get()? {
            Some(strength) => strength.dice(setting).map(Some),
            None => Ok(own.map(TraitDice::from)),
        }
    }

    /// Weapon and Strength; somebody beset adds none.
    fn arm(&self, strength: Option<TraitDice>) -> Result<Arm, Problems> {
        let beset = self.close == CloseName::Beset;
        if beset && self.strength.is_some() {
            return refuse("somebody beset adds no Strength", "the blow without a strength");
        }
        match (self.damage.get()?, strength) {
            (Some(dice), Some(strength)) if !beset => Ok(Arm::Weapon(dice, strength)),
            (Some(dice), _) => Ok(Arm::Shot(dice)),
            (None, Some(strength)) => Ok(Arm::Unarmed(strength)),
            (None, None) => missing("what hits", "--damage, --strength, or --as a character"),
        }
    }
}
