//! The arguments of attacks that both shots and blows have: the weapon and what a hit meets.

use super::name::{PlaceName, WeaponName};
use super::strength::{MuscleName, StrengthArgs};
use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
use crate::dice::EffectDice;
use crate::lookup::EffectCell;
use crate::rules::{
    Attack, AttackWeapon, Attempt, Attribute, CLOSE_M, Cover, Forced, Harm, Place, Reliability,
    Size, TnAccount, Weapon,
};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct HitArgs {
    /// Weapon of the table; the options below override it
    #[arg(long, value_name = "NAME")]
    pub weapon: Option<WeaponName>,
    /// Damage cell, such as '(3)6'; of a gun used in a blow, that of the club
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
    /// Bumps that count for penetration only; card and bumps together count +2 at most
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penetration_bumps: Number<u8, 0, 99>,
    #[command(flatten)]
    #[serde(flatten)]
    pub strength: StrengthArgs,
    /// What bumps of the weapon's Muscle attribute are spent on
    #[arg(long, value_enum, default_value = "damage")]
    muscle: MuscleName,
    /// Bumps spent to move the hit: entries up, or down when negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    location_bumps: Number<i8, -99, 99>,
    /// The target is prone, which does not help within 2 metres
    #[arg(long)]
    prone: bool,
    /// Armour value of cover in between: thin wood 2, hardwood 3, brick or iron 4
    #[arg(long, value_name = "AV", allow_hyphen_values = true, requires = "covered")]
    cover: Option<Number<i16, -99, 99>>,
    /// Places behind the cover, such as torso,"left leg" or legs
    #[arg(long, value_name = "LOCATION,…", value_delimiter = ',', requires = "cover")]
    covered: Vec<PlaceName>,
}

/// The discard pile as typed.
#[derive(Debug, Args, Serialize)]
pub struct DiscardPileArgs {
    /// The discard pile, such as 3,10,34-36, for equipment of reliability 1
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    discarded: Vec<Parsed<Together>>,
}

impl DiscardPileArgs {
    /// The cards named, or else those of the session.
    pub fn cards(&mut self, at: &mut Context<'_, '_>) -> Result<Vec<CardNumber>, Problems> {
        at.discard_pile(&mut self.discarded)
    }
}

/// What moves a hit within the stack in any case, of shots and of blows.
#[derive(Debug, Args, Serialize)]
pub struct ForcedArgs {
    #[command(flatten)]
    #[serde(flatten)]
    blow: BlowMoves,
    /// The weapon is fired in contact: one up
    #[arg(long, conflicts_with_all = ["punch", "kick", "height"])]
    point_blank: bool,
    /// The Judge reverses these moves, as for point-blank fire at the legs
    #[arg(long)]
    turned: bool,
}

impl ForcedArgs {
    /// The moves, those of the weapon among them.
    pub fn moves(&self, weapon: Option<&Weapon>) -> Result<Forced, Problems> {
        let (point_blank, turned) = (self.point_blank, self.turned);
        with_weapon(Forced { point_blank, turned, ..self.blow.forced() }, weapon)
    }
}

/// How a blow is struck, as far as that moves it.
#[derive(Debug, Args, Serialize)]
struct BlowMoves {
    /// A punch: one up
    #[arg(long, conflicts_with = "kick")]
    punch: bool,
    /// A kick: one down
    #[arg(long)]
    kick: bool,
    /// The attacker fights from higher up: one up
    #[arg(long)]
    height: bool,
}

impl BlowMoves {
    fn forced(&self) -> Forced {
        let Self { punch, kick, height } = *self;
        Forced { punch, kick, height_advantage: height, ..Forced::default() }
    }
}

/// What only a shot has: what moves it in any case, and who is near.
#[derive(Debug, Args, Serialize)]
pub struct ShotArgs {
    /// The weapon is fired in contact: one up
    #[arg(long)]
    point_blank: bool,
    /// The Judge reverses the move, as for point-blank fire at the legs
    #[arg(long)]
    turned: bool,
    /// Others are in contact with the target
    #[arg(long)]
    pub contact: bool,
}

impl ShotArgs {
    /// The moves of a shot over this distance.
    pub fn moves(&self, weapon: Option<&Weapon>, distance_m: u16) -> Result<Forced, Problems> {
        let point_blank = in_contact(self.point_blank, distance_m);
        let typed = Forced { turned: self.turned, ..Forced::default() };
        let typed = point_blank.map(|point_blank| Forced { point_blank, ..typed })?;
        with_weapon(typed, weapon)
    }
}

/// Whether a weapon is fired in contact: as near as two arms reach.
///
/// # Errors
/// A problem when the distance is greater.
pub fn in_contact(point_blank: bool, distance_m: u16) -> Result<bool, Problems> {
    if point_blank && distance_m > CLOSE_M {
        let message = format!("{distance_m} metres is too far for point-blank fire");
        return refuse(message, format!("a distance of 0 to {CLOSE_M}"));
    }
    Ok(point_blank)
}

/// What moves a blow within the stack in any case.
#[derive(Debug, Args, Serialize)]
pub struct BlowArgs {
    #[command(flatten)]
    #[serde(flatten)]
    blow: BlowMoves,
    /// The Judge reverses these moves
    #[arg(long)]
    turned: bool,
}

impl BlowArgs {
    /// Whether it is struck with hand or foot.
    pub fn is_bare(&self) -> bool {
        self.blow.punch || self.blow.kick
    }

    /// The moves, those of the weapon among them.
    pub fn moves(&self, weapon: Option<&Weapon>) -> Result<Forced, Problems> {
        with_weapon(Forced { turned: self.turned, ..self.blow.forced() }, weapon)
    }
}

fn with_weapon(typed: Forced, weapon: Option<&Weapon>) -> Result<Forced, Problems> {
    let own = weapon.map(Weapon::forced).unwrap_or_default();
    let moves = Forced { punch: typed.punch || own.punch, kick: typed.kick || own.kick, ..typed };
    if moves.turned && moves.steps_up() == 0 {
        return refuse("nothing moves the hit that could be turned round", "turned with a move");
    }
    Ok(moves)
}

/// How an attack hurts.
#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum HarmName {
    /// One wound for each full Size
    Deadly,
    /// One wound for each double Size, 3 CT for each Size
    Brawling,
    /// Wounds as in brawling, one CT for each point
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
    /// The called place.
    pub called: Option<Place>,
    /// What moves the hit in any case.
    pub forced: Forced,
    /// Whether others are in contact with the target.
    pub in_contact: bool,
    /// How far the weapon is thrown, if it is.
    pub thrown_m: Option<u16>,
    /// Whether the target dodges.
    pub dodging: bool,
    /// The range increments to the target; none for a blow, which does not stray.
    pub increments: Option<u16>,
    /// Whether attacker and target are within 2 metres.
    pub near: bool,
}

impl HitArgs {
    /// The harm that was named, or else the weapon's.
    pub fn harm(&self, weapon: Option<&Weapon>) -> Harm {
        HarmName::or_of(self.harm, weapon)
    }

    /// The weapon as it strikes.
    ///
    /// # Errors
    /// A problem if it is fired and no damage was typed.
    pub fn in_blow(&self, weapon: Option<Weapon>) -> Result<Option<Weapon>, Problems> {
        let club = self.dmg.get()?;
        weapon.map(|weapon| told(weapon.in_blow(club))).transpose()
    }

    /// Whether there is anything to read the damage by.
    pub fn names_damage(&self) -> bool {
        self.weapon.is_some() || self.dmg.is_some()
    }

    /// The attack.
    pub fn resolve<'d>(
        &self,
        setting: &'d Setting,
        weapon: Option<&Weapon>,
        attempt: Result<Attempt<'d>, Problems>,
        kind: Result<Kind, Problems>,
        discarded: Result<Vec<CardNumber>, Problems>,
    ) -> Result<Attack<'d>, Problems> {
        let (attempt, kind, attack_weapon, location_bumps, armour, locations, discarded) = all((
            attempt,
            kind,
            self.attack_weapon(setting, weapon),
            self.location_bumps.get(),
            self.cover.get(),
            setting.covered(&self.covered),
            discarded,
        ))?;
        let scatters = weapon.is_some_and(|weapon| weapon.has(Attribute::Scatter));
        Ok(Attack {
            attempt,
            account: kind.account,
            weapon: attack_weapon,
            shots: kind.shots,
            forced: kind.forced,
            location_bumps,
            called: kind.called,
            prone: self.prone,
            near: kind.near,
            dodging: kind.dodging,
            cover: armour.map(|armour| Cover { armour, locations }),
            size: kind.size,
            scatter_increments: kind.increments.filter(|_| scatters),
            thrown_m: kind.thrown_m,
            in_contact: kind.in_contact,
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
            pain: weapon.is_some_and(|weapon| weapon.has(Attribute::Pain)),
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
