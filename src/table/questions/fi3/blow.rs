//! `attack blow 34 3d10 skill 2 reach 1 damage (2)6 strength 2d8`

use super::dice::{DamageDice, StrengthRoll};
use super::hit::{AttackKind, HitFields};
use super::roll::RollFields;
use crate::table::questions::prelude::*;
use crate::table::rules::fi3::{
    Arm, Closeness, Fighting, Fire, LocationModifiers, Reach, TraitDice,
};
use crate::table::rules::{CalledShot, Hands, Harm, Size};

choice! {
    Closeness {
        "open" => Closeness::Open, "Neither";
        "inside" => Closeness::Inside, "The attacker, inside the reach of the defender's longer weapon";
        "beset" => Closeness::Beset, "The defender, inside the reach of the attacker's longer weapon";
    }
}

fields! {
    /// Resolves a blow, from task number to wounds.
    pub struct BlowQuestion {
        /// The roll.
        roll: RollFields,
        /// The defender's fighting skill with what is in hand
        skill: Arg<Number<u8, 0, 99>> = value("LEVEL").fact(Fact::Fighting),
        /// The Defensive Bonus of the defender's weapon
        reach: Arg<Number<u8, 0, 99>> = default("0").fact(Fact::Reach),
        /// The Defensive Bonus of the attacker's weapon
        own_reach: Arg<Number<u8, 0, 99>> = default("0").fact(Fact::OwnReach),
        /// The defender's Size; a human has 6
        size: Arg<Size> = value("SIZE").default("6").fact(Fact::Size),
        /// The attacker's Size
        own_size: Arg<Size> = value("SIZE").default("6").fact(Fact::OwnSize),
        /// Which fighter is inside the other's reach; one who is beset adds no Strength
        close: Arg<Closeness> = value("CLOSE").default("open"),
        /// The weapon's damage dice, such as 2d6 or '(2)6'; bare hands when left out
        damage: Opt<DamageDice> = value("DICE"),
        /// The attacker's Strength: dice such as 2d8, read on the card of the hit, or CARDS:DICE such as
        /// 40+11:2d8 with follow-up cards
        strength: Opt<StrengthRoll>,
        /// Bare hands deal deadly damage, as a weapon does
        deadly: Flag = excludes(&["brawling"]),
        /// The weapons in both hands
        hands: Arg<Hands> = value("HANDS").default("proper"),
        /// The attacker fights from higher up: 2 steps up
        height: Flag,
        /// The total of the defender's own fighting roll
        defence: Opt<Number<i64, -9999, 9999>> = value("TOTAL"),
        /// Other penalties of the situation
        situation: Arg<Number<i32, -99, 99>> = default("0"),
        /// What hits, and what it meets.
        hit: HitFields,
    }
}

impl Question for BlowQuestion {
    const NAME: &'static str = "attack blow";
    const HELP: &'static str = "Resolve a blow, from task number to wounds";
    const EXAMPLES: [&'static str; 2] =
        ["34 3d10 skill 2 damage 2d6 strength 2d8", "34 3d10 skill 0 strength 2d8"];
    const SKILLS: &'static [&'static str] = &["fighting", "brawling"];
    const DEMAND: Demand = Demand::Action;
    const PARTS: &'static [Part] = &[Part::Hit];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at);
        let (roll, arm, called) = all((roll, self.arm(at.setting), self.hit.called()))?;
        let fighting = self.fighting(called.map(|(_, shot)| shot));
        let kind = AttackKind {
            account: fighting.account(&at.setting.rules.fi3),
            fire: Fire::Single { markers: 0, called: None },
            arm,
            harm: if self.deadly.get() { Harm::Deadly } else { arm.usual_harm() },
            area_dice: 0,
            size: fighting.defender.size,
            near: true,
            modifiers: LocationModifiers {
                fighting: true,
                height: self.height.get(),
                ..LocationModifiers::default()
            },
        };
        self.hit.answer(at, roll, kind, Some(&self.strength))
    }
}

impl BlowQuestion {
    fn fighting(&self, called: Option<CalledShot>) -> Fighting {
        Fighting {
            defender_skill: self.skill.get(),
            defender: Reach { bonus: self.reach.get(), size: self.size.get() },
            attacker: Reach { bonus: self.own_reach.get(), size: self.own_size.get() },
            closeness: self.close.get(),
            hands: self.hands.get(),
            called: called.map_or(0, |shot| shot.penalty()),
            defence: self.defence.get(),
            penalty: self.situation.get(),
        }
    }

    /// Weapon and Strength; a fighter who is beset does not add Strength.
    fn arm(&self, setting: &Setting) -> Result<Arm, Problems> {
        let is_beset = self.close.get() == Closeness::Beset;
        if is_beset && self.strength.is_given() {
            let message = "a fighter who is beset adds no Strength";
            return refuse(message, "the blow without a strength");
        }
        let own = setting.character.as_ref().and_then(|who| who.check("strength"));
        let given = self.strength.get().map(|side| side.dice);
        match (self.damage.get(), given.or(own.map(TraitDice::from))) {
            (Some(dice), Some(strength)) if !is_beset => Ok(Arm::Weapon(dice, strength)),
            (Some(dice), _) => Ok(Arm::Shot(dice)),
            (None, Some(strength)) => Ok(Arm::Unarmed(strength)),
            (None, None) => {
                missing("a weapon or a Strength", "--damage, --strength, or --as a character")
            }
        }
    }
}
