//! The arguments of attacks that both shots and blows have: the weapon and what a hit meets.

use super::name::{PlaceName, WeaponName};
use super::strength::{MuscleName, StrengthArgs};
use crate::cli::lookup::prelude::*;
use crate::dice::EffectDice;
use crate::lookup::EffectCell;
use crate::rules::{
    Attack, AttackWeapon, Attempt, Attribute, Cover, Forced, Harm, Reliability, Size, TnAccount,
    Weapon,
};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct HitArgs {
    /// Weapon of the table; the options below override it
    #[arg(long, value_name = "NAME")]
    pub weapon: Option<WeaponName>,
    /// Damage cell, such as '(3)6'
    #[arg(long, value_name = "CELL")]
    dmg: Option<Parsed<EffectDice>>,
    /// Reduced-damage cell, when cover ablates
    #[arg(long, value_name = "CELL")]
    rd: Option<Parsed<EffectDice>>,
    /// Penetration
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pen: Option<Number<i16, -99, 99>>,
    /// Reliability, 1 to 13
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    rel: Option<Parsed<Reliability>>,
    /// How the attack hurts
    #[arg(long, value_enum)]
    harm: Option<HarmName>,
    /// Bumps that count for damage only
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    damage_bumps: Number<u8, 0, 99>,
    /// Bumps that count for penetration only
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penetration_bumps: Number<u8, 0, 99>,
    #[command(flatten)]
    #[serde(flatten)]
    pub strength: StrengthArgs,
    /// What bumps of the weapon's Muscle attribute are spent on
    #[arg(long, value_enum, default_value = "damage")]
    muscle: MuscleName,
    #[command(flatten)]
    #[serde(flatten)]
    forced: ForcedArgs,
    /// Bumps spent to move the hit: entries up, or down when negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    location_bumps: Number<i8, -99, 99>,
    /// The target lies; ignored within 2 metres
    #[arg(long)]
    prone: bool,
    /// Armour value of cover in between: thin wood 2, hardwood 3, brick or iron 4
    #[arg(long, value_name = "AV", allow_hyphen_values = true, requires = "covered")]
    cover: Option<Number<i16, -99, 99>>,
    /// Locations behind the cover, such as belly,"left leg"
    #[arg(long, value_name = "LOCATION,…", value_delimiter = ',', requires = "cover")]
    covered: Vec<PlaceName>,
    /// Others are in contact with the target
    #[arg(long)]
    contact: bool,
    /// The discard pile, for equipment of reliability 1
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    discarded: Vec<Parsed<CardRef>>,
}

/// What moves a hit within the stack in any case.
#[derive(Debug, Args, Serialize)]
pub struct ForcedArgs {
    /// A punch: one up
    #[arg(long)]
    punch: bool,
    /// A kick: one down
    #[arg(long)]
    kick: bool,
    /// The attacker fights from higher up: one up
    #[arg(long)]
    height: bool,
    /// The weapon is fired in contact: one up
    #[arg(long)]
    point_blank: bool,
    /// The Judge turns these moves round, as for point-blank fire at the legs
    #[arg(long)]
    turned: bool,
}

impl ForcedArgs {
    /// The moves, those of the weapon among them.
    pub fn moves(&self, weapon: Option<&Weapon>) -> Forced {
        let own = weapon.map(Weapon::forced).unwrap_or_default();
        Forced {
            punch: self.punch || own.punch,
            kick: self.kick || own.kick,
            height_advantage: self.height,
            point_blank: self.point_blank,
            turned: self.turned,
        }
    }
}

/// How an attack hurts.
#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum HarmName {
    /// One wound for each full Size
    Deadly,
    /// One wound for each double Size, 3 CT for each Size
    Brawling,
    /// Wounds as brawling, one CT for each point
    Impact,
}

impl HarmName {
    /// The rule's name for it.
    pub fn harm(self) -> Harm {
        match self {
            Self::Deadly => Harm::Deadly,
            Self::Brawling => Harm::Brawling,
            Self::Impact => Harm::Impact,
        }
    }

    /// The harm that was named, or else the weapon's.
    pub fn or_of(named: Option<Self>, weapon: Option<&Weapon>) -> Harm {
        named.map_or_else(|| weapon.map(Weapon::harm).unwrap_or_default(), Self::harm)
    }
}

/// What differs between a shot and a blow.
pub struct Kind {
    /// The target number.
    pub account: TnAccount,
    /// The shots of a burst, 1 for a single attack.
    pub shots: u16,
    /// The target's Size.
    pub size: Size,
    /// The called location.
    pub called: Option<&'static str>,
    /// Whether the target dodges.
    pub dodging: bool,
    /// The range increments to the target; none for a blow, which does not stray.
    pub increments: Option<u16>,
    /// Whether attacker and target are within 2 metres.
    pub near: bool,
}

impl HitArgs {
    /// Whether there is anything to read the damage by.
    pub fn names_damage(&self) -> bool {
        self.weapon.is_some() || self.dmg.is_some()
    }

    /// The attack.
    pub fn resolve<'d>(
        &mut self,
        at: &mut Context<'d, '_>,
        weapon: Option<&Weapon>,
        attempt: Result<Attempt<'d>, Problems>,
        kind: Result<Kind, Problems>,
    ) -> Result<Attack<'d>, Problems> {
        let discarded = at.discard_pile(&mut self.discarded);
        let (attempt, kind, attack_weapon, location_bumps, armour, discarded) = all((
            attempt,
            kind,
            self.attack_weapon(at.setting, weapon),
            self.location_bumps.get(),
            self.cover.get(),
            discarded,
        ))?;
        let scatters = weapon.is_some_and(|weapon| weapon.has(Attribute::Scatter));
        let locations = PlaceName::all(&self.covered);
        Ok(Attack {
            attempt,
            account: kind.account,
            weapon: attack_weapon,
            shots: kind.shots,
            forced: self.forced.moves(weapon),
            location_bumps,
            called: kind.called.map(str::to_owned),
            prone: self.prone && !kind.near,
            dodging: kind.dodging,
            cover: armour.map(|armour| Cover { armour, locations }),
            size: kind.size,
            scatter_increments: kind.increments.filter(|_| scatters),
            in_contact: self.contact,
            strays: kind.increments.is_some(),
            discarded,
        })
    }

    fn attack_weapon<'d>(
        &self,
        setting: &'d Setting,
        weapon: Option<&Weapon>,
    ) -> Result<AttackWeapon<'d>, Problems> {
        let rd = self.rd.get().and_then(|typed| {
            let rd = typed.or(weapon.and_then(|weapon| weapon.rd));
            rd.map(|dice| setting.effect_cell(dice)).transpose()
        });
        let bumps = all((self.damage_bumps.get(), self.penetration_bumps.get()));
        let (dmg, rd, pen, reliability, strength, bumps) = all((
            damage_cell(setting, self.dmg.as_ref(), weapon),
            rd,
            self.pen.get(),
            self.rel.get(),
            self.strength.die(setting),
            bumps,
        ))?;
        let (damage_bumps, penetration_bumps) = bumps;
        let strong = self.muscle.bumps(weapon, strength);
        Ok(AttackWeapon {
            dmg,
            rd,
            pen: pen.or(weapon.map(|weapon| weapon.pen)).unwrap_or(0),
            reliability: reliability.or(weapon.and_then(|weapon| weapon.rel)),
            harm: HarmName::or_of(self.harm, weapon),
            damage_bumps: strong.damage.saturating_add(damage_bumps),
            damage_bumps_unarmoured: strong.damage_unarmoured,
            penetration_bumps: strong.penetration.saturating_add(penetration_bumps),
        })
    }
}

/// The damage cell that was typed, or else the weapon's.
pub fn damage_cell<'d>(
    setting: &'d Setting,
    typed: Option<&Parsed<EffectDice>>,
    weapon: Option<&Weapon>,
) -> Result<EffectCell<'d>, Problems> {
    match (typed, weapon) {
        (Some(typed), _) => setting.effect_cell(typed.get()?),
        (None, Some(weapon)) => setting.effect_cell(weapon.dmg),
        (None, None) => missing("a damage cell", "--dmg or --weapon"),
    }
}
