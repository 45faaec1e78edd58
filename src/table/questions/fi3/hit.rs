//! The fields shared by shots and blows: damage, target, and the cards of the hits.

use super::dice::StrengthRoll;
use crate::table::lookup::{Answer, Draw};
use crate::table::questions::cards::chain_text;
use crate::table::questions::context::cards_of;
use crate::table::questions::prelude::*;
use crate::table::questions::targets::called;
use crate::table::rules::fi3::{Arm, Attack, Fire, HitAnswer, LocationModifiers, Roll, Shelter};
use crate::table::rules::{CalledShot, Harm, Place, Size, TnAccount};

fields! {
    /// What hits, what it meets, and the cards of the hits.
    pub struct HitFields {
        /// The place of a called shot, such as head or "left hand"
        called: Opt<BodyPlace>,
        /// Raises spent to move the hit: steps up, or down when negative
        raises: Arg<Number<i8, -99, 99>> = default("0"),
        /// What a hit meets.
        target: TargetFields,
        /// Cards of a hit, such as 34 or 34+11 for damage that does not fit on one; once for each hit.
        /// Without it the first hit is read on the card of the roll
        hits: List<Chain> = named("hit").unsplit().used_as(CardUse::OfHit),
    }
}

fields! {
    /// What a hit meets.
    pub struct TargetFields {
        /// The weapon's penetration
        pen: Opt<Number<u8, 0, 99>>,
        /// Brawling damage: wind and half the wounds; the default for bare hands
        brawling: Flag,
        /// What is in the way.
        shelter: ShelterFields,
        /// Armour rating of the cover
        cover: Arg<Number<u8, 0, 99>> = value("LEVEL").default("0").fact(Fact::Cover),
        /// Armour rating of what the target wears where it is hit
        armour: Arg<Number<u8, 0, 99>> = value("LEVEL").default("0").fact(Fact::Armour),
    }
}

fields! {
    /// What is in the way.
    pub struct ShelterFields {
        /// The target is prone, which does not help within 2 metres
        prone: Flag = fact(Fact::Prone),
        /// Places behind cover, such as guts,"left leg" or legs
        covered: List<WholeBodyPlace> = value("LOCATION,…").fact(Fact::Covered),
        /// Places that a bystander close to the target covers, who is hit there instead
        hostage: List<WholeBodyPlace> = value("LOCATION,…"),
    }
}

impl ShelterFields {
    /// The shelter.
    pub fn get(&self) -> Shelter {
        Shelter { prone: self.prone.get(), ..self.without_prone() }
    }

    /// The shelter of a target whose being prone does not help.
    pub fn without_prone(&self) -> Shelter {
        Shelter { prone: false, covered: self.covered.get(), hostage: self.hostage.get() }
    }
}

/// The differences between a shot and a blow.
pub struct AttackKind {
    /// The task number.
    pub account: TnAccount,
    /// How it is fired.
    pub fire: Fire,
    /// The source of the damage.
    pub arm: Arm,
    /// The harm unless `brawling` is given.
    pub harm: Harm,
    /// Damage dice of an area effect weapon.
    pub area_dice: u8,
    /// The target's Size.
    pub size: Size,
    /// Modifiers of the location, without raises.
    pub modifiers: LocationModifiers,
    /// Whether attacker and target are within 2 metres.
    pub near: bool,
}

impl HitFields {
    /// The called place with its penalty.
    pub fn called(&self) -> Result<Option<(Place, CalledShot)>, Problems> {
        called(self.called.get())
    }

    /// The result of the attack, including the cards that its hits then require: for damage dice
    /// that do not fit on one card, for further hits, for a 20 on a d20, and last for Strength.
    pub fn answer<'d>(
        &self,
        at: &mut Context<'d, '_>,
        roll: Roll<'d>,
        kind: AttackKind,
        strength: Option<&Opt<StrengthRoll>>,
    ) -> Answered {
        let options = &at.setting.rules.fi3;
        let mut attack = self.target.attack(roll, kind);
        attack.modifiers.raises = self.raises.get();
        attack.called = self.called.get();
        let hits = self.hits.get();
        let draws = each(hits.iter().map(|chain| at.draw_given(chain, CardUse::OfHit)))?;
        attack.hit_cards = draws.iter().map(cards_of).collect();
        let side = strength.and_then(|strength| Some((strength.field(), strength.get()?)));
        if let Some(chain) = side.as_ref().and_then(|(_, side)| side.cards.as_ref()) {
            attack.strength_cards = Some(at.draw_given(chain, CardUse::OfHit)?);
        }
        complete(at, &mut attack)?;
        if !attack.hit_cards.is_empty() {
            let texts = attack.hit_cards.iter().map(|cards| chain_text(cards)).collect();
            at.note(self.hits.field(), texts);
        }
        if let Some((field, side)) = &side {
            extend_strength(at, &mut attack)?;
            if let Some(draw) = &attack.strength_cards {
                at.note(field, vec![side.text_with(draw)]);
            }
        }
        answered(attack.answer(options))
    }
}

impl TargetFields {
    /// An attack of this kind on the target, without separate cards for the hits.
    pub fn attack<'d>(&self, roll: Roll<'d>, kind: AttackKind) -> Attack<'d> {
        Attack {
            fire: kind.fire,
            penetration: self.pen.get(),
            area_dice: kind.area_dice,
            harm: if self.brawling.get() { Harm::Brawling } else { kind.harm },
            size: kind.size,
            modifiers: kind.modifiers,
            shelter: self.shelter.get(),
            near: kind.near,
            cover: self.cover.get(),
            armour: self.armour.get(),
            ..Attack::plain(roll, kind.account, kind.arm)
        }
    }
}

/// Draws the cards that the hits of an attack require.
pub fn complete(at: &mut Context<'_, '_>, attack: &mut Attack<'_>) -> Result<(), Problems> {
    let own = attack.roll.cards[0];
    loop {
        let answer = listed(attack.answer(&at.setting.rules.fi3))?;
        let (hit, further) = match answer.wanting() {
            Some((hit, count)) => (hit, at.wanted(count)?),
            None => match answer.read.iter().position(HitAnswer::sum_is_open) {
                Some(hit) => (hit, at.follow_ups(&[answer.read[hit].location.card])?),
                None => return Ok(()),
            },
        };
        if further.is_empty() {
            return Ok(());
        }
        if attack.hit_cards.is_empty() {
            attack.hit_cards.push(vec![own]);
        }
        match attack.hit_cards.get_mut(hit) {
            Some(cards) => cards.extend(further),
            None => attack.hit_cards.push(further),
        }
    }
}

/// Draws the follow-up cards of an exceptional Strength roll.
fn extend_strength(at: &mut Context<'_, '_>, attack: &mut Attack<'_>) -> Result<(), Problems> {
    let answer = listed(attack.answer(&at.setting.rules.fi3))?;
    let damage = answer.read.first().and_then(|hit| hit.damage.as_ref());
    let strength = damage.and_then(|damage| damage.strength.as_ref());
    if strength.is_some_and(|strength| Answer::is_open(&strength.roll)) {
        let first = attack.strength_cards.as_ref().map_or(attack.roll.cards[0], Draw::card);
        let further = at.follow_ups(&[first])?;
        if !further.is_empty() {
            let before = attack.strength_cards.iter().flat_map(Draw::then).copied();
            let draw = listed(Draw::new(first, before.chain(further).collect()))?;
            attack.strength_cards = Some(draw);
        }
    }
    Ok(())
}
