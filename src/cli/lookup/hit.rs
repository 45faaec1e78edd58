//! The arguments of attacks that both shots and blows have: the weapon and what a hit meets.

use crate::lookup::EffectCell;
use crate::rules::{
    Attack, AttackWeapon, Attempt, Attribute, Cover, Forced, Harm, Reliability, Size, TnAccount,
    Weapon,
};
use clap::{Args, ValueEnum};

use super::meaning::Meaning;
use super::setting::Setting;
use super::strength::{MuscleName, StrengthArgs};

/// What was typed.
#[derive(Debug, Args)]
pub struct HitArgs {
    /// Weapon of the table; the options below override it
    #[arg(long, value_name = "NAME")]
    pub weapon: Option<String>,
    /// Damage cell, such as '(3)6'
    #[arg(long, value_name = "CELL")]
    dmg: Option<String>,
    /// Reduced-damage cell, when cover ablates
    #[arg(long, value_name = "CELL")]
    rd: Option<String>,
    /// Penetration
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pen: Option<String>,
    /// Reliability, 1 to 13
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    rel: Option<String>,
    /// How the attack hurts
    #[arg(long, value_enum)]
    harm: Option<HarmName>,
    /// Bumps that count for damage only
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    damage_bumps: String,
    /// Bumps that count for penetration only
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penetration_bumps: String,
    #[command(flatten)]
    pub strength: StrengthArgs,
    /// What bumps of the weapon's Muscle attribute are spent on
    #[arg(long, value_enum, default_value = "damage")]
    muscle: MuscleName,
    #[command(flatten)]
    forced: ForcedArgs,
    /// Bumps spent to move the hit: entries up, or down when negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    location_bumps: String,
    /// The target lies; ignored within 2 metres
    #[arg(long)]
    prone: bool,
    /// Armour value of cover in between: thin wood 2, hardwood 3, brick or iron 4
    #[arg(long, value_name = "AV", allow_hyphen_values = true, requires = "covered")]
    cover: Option<String>,
    /// Locations behind the cover, such as belly,"left leg"
    #[arg(long, value_name = "LOCATION,…", value_delimiter = ',', requires = "cover")]
    covered: Vec<String>,
    /// Others are in contact with the target
    #[arg(long)]
    contact: bool,
    /// The discard pile, for equipment of reliability 1
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    discarded: Vec<String>,
}

/// What moves a hit within the stack in any case.
#[derive(Debug, Args)]
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
    pub fn meant(&self, weapon: Option<&Weapon>) -> Forced {
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
#[derive(Clone, Copy, Debug, ValueEnum)]
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
    pub fn meant(self) -> Harm {
        match self {
            Self::Deadly => Harm::Deadly,
            Self::Brawling => Harm::Brawling,
            Self::Impact => Harm::Impact,
        }
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
    pub fn meant<'d>(
        &self,
        setting: &'d Setting,
        weapon: Option<&Weapon>,
        attempt: Option<Attempt<'d>>,
        kind: Option<Kind>,
        meaning: &mut Meaning,
    ) -> Option<Attack<'d>> {
        let attack_weapon = self.weapon_meant(setting, weapon, meaning);
        let location_bumps = meaning.number(&self.location_bumps, "number of bumps", -99..=99);
        let cover = match &self.cover {
            None => Some(None),
            Some(text) => meaning.number(text, "armour value", -99..=99).map(|armour| {
                let locations = self.covered.iter().map(|name| name.trim().to_owned()).collect();
                Some(Cover { armour, locations })
            }),
        };
        let discarded = meaning.discard_pile(setting, &self.discarded);
        let kind = kind?;
        let scatters = weapon.is_some_and(|weapon| weapon.has(Attribute::Scatter));
        Some(Attack {
            attempt: attempt?,
            account: kind.account,
            weapon: attack_weapon?,
            shots: kind.shots,
            forced: self.forced.meant(weapon),
            location_bumps: location_bumps?,
            called: kind.called.map(str::to_owned),
            prone: self.prone && !kind.near,
            dodging: kind.dodging,
            cover: cover?,
            size: kind.size,
            scatter_increments: kind.increments.filter(|_| scatters),
            in_contact: self.contact,
            strays: kind.increments.is_some(),
            discarded: discarded?,
        })
    }

    fn weapon_meant<'d>(
        &self,
        setting: &'d Setting,
        weapon: Option<&Weapon>,
        meaning: &mut Meaning,
    ) -> Option<AttackWeapon<'d>> {
        let dmg = match (&self.dmg, weapon) {
            (Some(text), _) => meaning.effect_cell(setting, text),
            (None, Some(weapon)) => meaning.keep(EffectCell::new(&setting.deck, weapon.dmg)),
            (None, None) => meaning.missing("a damage cell", "--dmg or --weapon"),
        };
        let rd = match (&self.rd, weapon.and_then(|weapon| weapon.rd)) {
            (Some(text), _) => meaning.effect_cell(setting, text).map(Some),
            (None, Some(rd)) => meaning.keep(EffectCell::new(&setting.deck, rd)).map(Some),
            (None, None) => Some(None),
        };
        let pen = match &self.pen {
            Some(text) => meaning.number(text, "penetration", -99..=99),
            None => Some(weapon.map_or(0, |weapon| weapon.pen)),
        };
        let reliability: Option<Option<Reliability>> = match &self.rel {
            Some(text) => meaning.of(text).map(Some),
            None => Some(weapon.and_then(|weapon| weapon.rel)),
        };
        let strength = self.strength.meant(setting, meaning);
        let damage_bumps = meaning.number(&self.damage_bumps, "number of bumps", 0..=99);
        let penetration_bumps = meaning.number(&self.penetration_bumps, "number of bumps", 0..=99);
        let strong = self.muscle.bumps(weapon, strength?);
        Some(AttackWeapon {
            dmg: dmg?,
            rd: rd?,
            pen: pen?,
            reliability: reliability?,
            harm: match self.harm {
                Some(harm) => harm.meant(),
                None => weapon.map(Weapon::harm).unwrap_or_default(),
            },
            damage_bumps: strong.damage.saturating_add(damage_bumps?),
            damage_bumps_unarmoured: strong.damage_unarmoured,
            penetration_bumps: strong.penetration.saturating_add(penetration_bumps?),
        })
    }
}
