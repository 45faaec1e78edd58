//! The fields shared by shots and blows: damage, target, and location modifiers.

use crate::deck::CardNumber;
use crate::dice::{Die, EffectDice};
use crate::table::lookup::{DeckView, EffectCell};
use crate::table::questions::prelude::*;
use crate::table::questions::targets::{called, check_point_blank};
use crate::table::rules::{
    Attack, AttackWeapon, Attempt, Attribute, CalledShot, Cover, Forced, Harm, MuscleUse, Place,
    Reliability, StrengthBumps, TnAccount, Weapon,
};

choice! {
    Harm {
        "deadly" => Harm::Deadly, "One wound for each full Size";
        "brawling" => Harm::Brawling, "One wound for each double Size, 3 CT for each Size";
        "impact" => Harm::Impact, "Wounds as in brawling, one CT for each point";
    }
}

choice! {
    MuscleUse {
        "damage" => MuscleUse::Damage, "Damage";
        "penetration" => MuscleUse::Penetration, "Penetration";
    }
}

fields! {
    /// The attacker's Strength.
    pub struct StrengthFields {
        /// The attacker's Strength, such as 2d8 or d8; that of the character who acts when left out
        strength: Opt<StrengthDie> = value("DICE"),
    }
}

impl StrengthFields {
    /// The die of the Strength, if known.
    pub fn die(&self, setting: &Setting) -> Option<Die> {
        let own = || setting.character.as_ref().and_then(|who| who.check("strength"));
        self.strength.get().or_else(|| own().map(|dice| dice.die))
    }

    /// The die of a required Strength.
    ///
    /// # Errors
    /// A problem if it is unknown.
    pub fn known_die(&self, setting: &Setting) -> Result<Die, Problems> {
        match self.die(setting) {
            Some(die) => Ok(die),
            None => missing("a Strength", "--strength, or --as a character"),
        }
    }
}

fields! {
    /// A place aimed at on purpose.
    pub struct CalledFields {
        /// The place of a called shot, such as head or "left hand"
        called: Opt<PlaceName>,
    }
}

impl CalledFields {
    /// The place with its called-shot class.
    ///
    /// # Errors
    /// A problem for a place that is not in the table of called shots.
    pub fn get(&self) -> Result<Option<(Place, CalledShot)>, Problems> {
        called(self.called.get())
    }
}

fields! {
    /// The discard pile.
    pub struct DiscardFields {
        /// The discard pile, such as 3,10,34-36, for equipment of reliability 1
        discarded: List<CardList> = used_as(CardUse::Named),
    }
}

impl DiscardFields {
    /// The given cards, or else those of the session.
    pub fn cards(&self, at: &mut Context<'_, '_>) -> Result<Vec<CardNumber>, Problems> {
        at.discard_pile(&self.discarded)
    }
}

fields! {
    /// How a blow is struck, as far as it moves the hit within the stack.
    pub struct BlowMoves {
        /// A punch: one up
        punch: Flag = excludes(&["kick"]),
        /// A kick: one down
        kick: Flag,
        /// The attacker fights from higher up: one up
        height: Flag,
        /// The Judge reverses these moves
        turned: Flag,
    }
}

impl BlowMoves {
    /// Whether the blow is struck with hand or foot.
    pub fn is_unarmed(&self) -> bool {
        self.punch.get() || self.kick.get()
    }

    /// The moves, including those of the weapon.
    ///
    /// # Errors
    /// A problem if there is not a move to reverse.
    pub fn moves(&self, weapon: Option<&Weapon>) -> Result<Forced, Problems> {
        with_weapon(self.forced(), weapon)
    }

    fn forced(&self) -> Forced {
        Forced {
            punch: self.punch.get(),
            kick: self.kick.get(),
            height_advantage: self.height.get(),
            turned: self.turned.get(),
            ..Forced::default()
        }
    }
}

fields! {
    /// Forced moves of a hit within the stack, for shots and blows.
    pub struct ForcedFields {
        /// The moves of a blow.
        blow: BlowMoves,
        /// The weapon is fired in contact: one up
        point_blank: Flag = excludes(&["punch", "kick", "height"]),
    }
}

impl ForcedFields {
    /// The moves, including those of the weapon.
    ///
    /// # Errors
    /// As [`BlowMoves::moves`].
    pub fn moves(&self, weapon: Option<&Weapon>) -> Result<Forced, Problems> {
        let point_blank = self.point_blank.get();
        with_weapon(Forced { point_blank, ..self.blow.forced() }, weapon)
    }
}

fields! {
    /// Forced moves of a shot within the stack.
    pub struct ShotMoves {
        /// The weapon is fired in contact: one up
        point_blank: Flag,
        /// The Judge reverses the move, as for point-blank fire at the legs
        turned: Flag,
    }
}

impl ShotMoves {
    /// The moves of a shot over this distance, including those of the weapon.
    ///
    /// # Errors
    /// As [`check_point_blank`] and [`BlowMoves::moves`].
    pub fn moves(&self, weapon: Option<&Weapon>, distance_m: u16) -> Result<Forced, Problems> {
        let point_blank = self.point_blank.get();
        check_point_blank(point_blank, distance_m)?;
        with_weapon(Forced { point_blank, turned: self.turned.get(), ..Forced::default() }, weapon)
    }
}

fn with_weapon(given: Forced, weapon: Option<&Weapon>) -> Result<Forced, Problems> {
    let own = weapon.map(Weapon::forced).unwrap_or_default();
    let moves = Forced { punch: given.punch || own.punch, kick: given.kick || own.kick, ..given };
    if moves.turned && moves.steps_up() == 0 {
        return refuse("the hit has no move to reverse", "turned with a move");
    }
    Ok(moves)
}

fields! {
    /// The effect of a hit, in addition to the weapon of the table, and its target.
    pub struct HitFields {
        /// Damage cell, such as '(3)6'; of a gun used in a blow, that of the club
        dmg: Opt<EffectDice>,
        /// Reduced-damage cell, when cover ablates
        rd: Opt<EffectDice>,
        /// Penetration
        pen: Opt<Number<i16, -99, 99>>,
        /// Reliability, 1 to 13
        rel: Opt<Reliability> = fact(Fact::Reliability),
        /// How the effect becomes wounds and CT
        harm: Opt<Harm>,
        /// Bumps that count for damage only
        damage_bumps: Arg<Number<u8, 0, 99>> = default("0"),
        /// Bumps that count for penetration only; card and bumps together count +2 at most
        penetration_bumps: Arg<Number<u8, 0, 99>> = default("0"),
        /// The attacker's Strength.
        pub strength: StrengthFields,
        /// What bumps of the weapon's Muscle attribute are spent on
        muscle: Arg<MuscleUse> = default("damage"),
        /// Bumps spent to move the hit: entries up, or down when negative
        location_bumps: Arg<Number<i8, -99, 99>> = default("0"),
        /// The target is prone, which does not help within 2 metres
        prone: Flag = fact(Fact::Prone),
        /// Armour value of cover in between: thin wood 2, hardwood 3, brick or iron 4
        cover: Opt<Number<i16, -99, 99>> = value("AV").needs("covered").fact(Fact::Cover),
        /// Places behind the cover, such as torso,"left leg" or legs
        covered: List<WholePlace> = value("LOCATION,…").needs("cover").fact(Fact::Covered),
    }
}

impl HitFields {
    /// The given harm, or else the weapon's.
    pub fn harm(&self, weapon: Option<&Weapon>) -> Harm {
        self.harm.get().or(weapon.map(Weapon::harm)).unwrap_or_default()
    }

    /// The weapon as used for a blow.
    ///
    /// # Errors
    /// A problem if it is a firearm and no damage cell is given.
    pub fn in_blow(&self, weapon: Option<Weapon>) -> Result<Option<Weapon>, Problems> {
        weapon.map(|weapon| listed(weapon.in_blow(self.dmg.get()))).transpose()
    }

    /// Whether a damage cell is given.
    pub fn has_damage(&self) -> bool {
        self.dmg.is_given()
    }

    /// The attack with this weapon, as a single shot at a human who is not near and does not dodge.
    pub fn attack<'d>(
        &self,
        attempt: Attempt<'d>,
        account: TnAccount,
        weapon: AttackWeapon<'d>,
        discarded: Vec<CardNumber>,
    ) -> Attack<'d> {
        let locations = self.covered.get();
        Attack {
            location_bumps: self.location_bumps.get(),
            prone: self.prone.get(),
            cover: self.cover.get().map(|armour| Cover { armour, locations }),
            discarded,
            ..Attack::plain(attempt, account, weapon)
        }
    }

    /// The properties of the weapon: given values take precedence over the table of weapons.
    ///
    /// # Errors
    /// A problem without a damage cell, and for cells that the deck does not have.
    pub fn weapon<'d>(
        &self,
        deck: DeckView<'d>,
        setting: &Setting,
        weapon: Option<&Weapon>,
    ) -> Result<AttackWeapon<'d>, Problems> {
        let rd = self.rd.get().or(weapon.and_then(|weapon| weapon.rd));
        let rd = rd.map(|dice| listed(EffectCell::new(deck, dice))).transpose();
        let (dmg, rd) = all((damage_cell(deck, self.dmg.get(), weapon), rd))?;
        let strong = weapon.and_then(|weapon| self.strength_bumps(setting, weapon));
        let strong = strong.unwrap_or_default();
        Ok(AttackWeapon {
            dmg,
            rd,
            pen: self.pen.get().or(weapon.map(|weapon| weapon.pen)).unwrap_or(0),
            reliability: self.rel.get().or(weapon.and_then(|weapon| weapon.rel)),
            harm: self.harm(weapon),
            damage_bumps: strong.damage.saturating_add(self.damage_bumps.get()),
            damage_bumps_unarmoured: strong.damage_unarmoured,
            penetration_bumps: strong.penetration.saturating_add(self.penetration_bumps.get()),
            pain: weapon.is_some_and(|weapon| weapon.has(Attribute::Pain)),
        })
    }

    /// The bumps of the weapon from the attacker's Strength, if that is known.
    fn strength_bumps(&self, setting: &Setting, weapon: &Weapon) -> Option<StrengthBumps> {
        let strength = self.strength.die(setting)?;
        let muscle = match weapon.has(Attribute::Muscle) {
            true => self.muscle.get(),
            false => MuscleUse::default(),
        };
        Some(StrengthBumps::new(weapon, strength, muscle))
    }
}

/// The given damage cell, or else the weapon's.
///
/// # Errors
/// A problem if there is none, or the deck does not have it.
pub fn damage_cell<'d>(
    deck: impl Into<DeckView<'d>>,
    given: Option<EffectDice>,
    weapon: Option<&Weapon>,
) -> Result<EffectCell<'d>, Problems> {
    match given.or(weapon.map(|weapon| weapon.dmg)) {
        Some(dice) => listed(EffectCell::new(deck, dice)),
        None => missing("a damage cell", "--dmg or --weapon"),
    }
}
