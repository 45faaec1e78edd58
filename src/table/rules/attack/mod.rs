//! A complete attack on one card (Conflict, "Attack Resolution", "Applying Results"): hit, number
//! of hits, location, penetration, damage, ancillary effects, in this order.

mod answer;
#[cfg(test)]
mod tests;

use crate::deck::CardNumber;
use crate::table::lookup::EffectCell;

pub use self::answer::{AttackAnswer, BumpOffer};

use super::{
    Attempt, CheckResult, DamageAnswer, DamageQuestion, Forced, Harm, LocationAnswer,
    LocationQuestion, Options, Passage, PenetrationAnswer, PenetrationQuestion, Place, Reliability,
    RulesError, Scatter, Size, StrayShots, TestedAttempt, TnAccount, burst, dodge,
    equipment_failure, unintended_target,
};

/// The weapon of an attack.
#[derive(Clone, Debug)]
pub struct AttackWeapon<'d> {
    /// Full damage.
    pub dmg: EffectCell<'d>,
    /// Reduced damage, which counts if armour ablates; none if the weapon does not have one.
    pub rd: Option<EffectCell<'d>>,
    /// Penetration.
    pub pen: i16,
    /// Reliability; none for weapons that cannot fail.
    pub reliability: Option<Reliability>,
    /// How its effect becomes wounds and CT.
    pub harm: Harm,
    /// Bumps that count for damage only.
    pub damage_bumps: u8,
    /// Bumps that count for damage only, and only without cover in the way.
    pub damage_bumps_unarmoured: u8,
    /// Bumps that count for penetration only.
    pub penetration_bumps: u8,
    /// Whether it has the Pain attribute: its CT counts double for the stun number.
    pub pain: bool,
}

impl<'d> AttackWeapon<'d> {
    /// A deadly weapon with this DMG cell that cannot fail, without other properties.
    pub fn plain(dmg: EffectCell<'d>) -> Self {
        Self {
            dmg,
            rd: None,
            pen: 0,
            reliability: None,
            harm: Harm::Deadly,
            damage_bumps: 0,
            damage_bumps_unarmoured: 0,
            penetration_bumps: 0,
            pain: false,
        }
    }
}

/// Cover between attacker and target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Its armour value.
    pub armour: i16,
    /// The places behind it.
    pub locations: Vec<Place>,
}

/// A declared attack and the card drawn for it.
#[derive(Clone, Debug)]
pub struct Attack<'d> {
    /// The attacker's skill, and the cards drawn.
    pub attempt: Attempt<'d>,
    /// The target number, from range or Defense.
    pub account: TnAccount,
    /// The weapon.
    pub weapon: AttackWeapon<'d>,
    /// The shots of a burst, one of the deck's burst sizes; 1 for a single attack.
    pub shots: u16,
    /// Modifiers of the hit location that always apply.
    pub forced: Forced,
    /// Bumps spent on the location: entries up; negative for down.
    pub location_bumps: i8,
    /// The place of a called shot, which replaces the stack.
    pub called: Option<Place>,
    /// Whether the target is prone.
    pub prone: bool,
    /// Whether attacker and target are within 2 metres, where being prone does not help.
    pub near: bool,
    /// Whether the target dodges.
    pub dodging: bool,
    /// Cover between attacker and target.
    pub cover: Option<Cover>,
    /// The target's Size.
    pub size: Size,
    /// The range increments to the target, for a weapon with the Scatter attribute.
    pub scatter_increments: Option<u16>,
    /// The distance of a throw in metres, for the scatter of a miss. None if the weapon is not
    /// thrown.
    pub thrown_m: Option<u16>,
    /// Whether other people are in contact with the target.
    pub in_contact: bool,
    /// Whether stray shots can hit others: not for a blow.
    pub strays: bool,
    /// The discard pile, for equipment of reliability 1.
    pub discarded: Vec<CardNumber>,
}

impl<'d> Attack<'d> {
    /// A single shot at a standing human in the open, with no other people near.
    pub fn plain(attempt: Attempt<'d>, account: TnAccount, weapon: AttackWeapon<'d>) -> Self {
        Self {
            attempt,
            account,
            weapon,
            shots: 1,
            forced: Forced::default(),
            location_bumps: 0,
            called: None,
            prone: false,
            near: false,
            dodging: false,
            cover: None,
            size: Size::HUMAN,
            scatter_increments: None,
            thrown_m: None,
            in_contact: false,
            strays: true,
            discarded: Vec::new(),
        }
    }
}

/// The effect of a successful attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The hit location.
    pub location: LocationAnswer,
    /// The number of shots that hit; 0 if a prone target does not expose the location.
    pub hits: u16,
    /// The result of the cover; none without cover in the way.
    pub penetration: Option<PenetrationAnswer>,
    /// The damage of each hit; none if the target takes no damage.
    pub damage: Option<DamageAnswer>,
    /// Whether the reduced damage counts, but the weapon does not have one.
    pub reduced_damage_unknown: bool,
}

impl Attack<'_> {
    /// Reads the card.
    ///
    /// # Errors
    /// [`RulesError::BurstSize`] if the deck does not have this burst size,
    /// [`RulesError::TooManyBumps`] if more bumps are spent than the check gave; otherwise as
    /// [`Attempt::test`].
    pub fn answer(&self, options: &Options) -> Result<AttackAnswer, RulesError> {
        let deck = self.attempt.pool.deck();
        let card = self.attempt.draw.card();
        // An unknown burst size is an error for a miss too.
        self.burst_hits(card)?;
        let test = self.attempt.test(self.account.clone(), options)?;
        self.bumps_suffice(&test)?;

        let landing = test.success().then(|| self.landing(card, self.location_bumps, options));
        let landing = landing.transpose()?;
        let hits = landing.as_ref().map_or(0, |landing| landing.hits);
        let called = landing.as_ref().filter(|landing| landing.hits > 0);
        let called = called.and_then(|landing| landing.location.called.clone());
        let reduced_damage_unknown =
            landing.as_ref().is_some_and(|landing| landing.reduced_damage_unknown);
        let (location, penetration, damage) = match landing {
            None => (None, None, None),
            Some(it) => (Some(it.location), it.penetration, it.damage),
        };
        let stun = damage
            .as_ref()
            .filter(|damage| damage.damage.wounds + damage.damage.concussion > 0)
            .map(|damage| {
                let dealt = damage.damage.wounds.saturating_add(self.pain(damage));
                options.wound_table.stun(dealt.min(u32::from(super::DISABLING)) as u8)
            });
        let pain = damage.as_ref().map_or(0, |damage| self.pain(damage));
        let bumps_buy = self.bumps_buy(card, &test, options)?;
        let leap = (self.dodging && hits == 0).then(|| dodge(deck, card, false));
        let scatter = self
            .thrown_m
            .filter(|_| hits == 0)
            .map(|distance_m| Scatter::for_miss(deck, card, &test, distance_m));
        let failure = self.weapon.reliability.map(|reliability| {
            equipment_failure(deck, card, reliability, &self.discarded, options)
        });
        let unintended = self.stray_shots(hits).map(|shots| unintended_target(deck, card, shots));
        Ok(AttackAnswer {
            prone_ignored: self.prone && self.near && test.success(),
            burst: (self.shots > 1).then_some(self.shots),
            hits,
            called,
            reduced_damage_unknown,
            penetration,
            damage,
            stun,
            pain,
            bumps_buy,
            leap: leap.filter(|leap| leap.paces > 0).map(|leap| leap.direction),
            dodger_stays: leap.is_some_and(|leap| leap.paces == 0),
            scatter,
            failure,
            unintended,
            location,
            test,
        })
    }

    /// The effect of a success with this card and a number of bumps spent on the location.
    ///
    /// # Errors
    /// [`RulesError::BurstSize`] if the deck does not have this burst size.
    pub fn landing(
        &self,
        card: CardNumber,
        bumps: i8,
        options: &Options,
    ) -> Result<Landing, RulesError> {
        let question = LocationQuestion {
            deck: self.attempt.pool.deck(),
            card,
            forced: self.forced,
            chosen: bumps,
            called: self.called.clone(),
            prone: self.prone && !self.near,
            covered: self.cover.as_ref().map(|cover| cover.locations.clone()).unwrap_or_default(),
        };
        let location = question.answer();
        if location.missed_prone {
            return Ok(Landing {
                location,
                hits: 0,
                penetration: None,
                damage: None,
                reduced_damage_unknown: false,
            });
        }
        let penetration = self.penetration(&location, card);
        let cell = match penetration.map(|penetration| penetration.passage) {
            None | Some(Passage::Penetrates) => Some(self.weapon.dmg),
            Some(Passage::Ablates) => self.weapon.rd,
            Some(Passage::Deflects) => None,
        };
        let ablates = penetration.is_some_and(|answer| answer.passage == Passage::Ablates);
        let damage = cell.map(|cell| {
            let bumps = self.damage_bumps(location.damage_bumps, penetration.is_some());
            DamageQuestion { cell, bumps, size: self.size, harm: self.weapon.harm }
                .answer(card, options)
        });
        Ok(Landing {
            location,
            hits: self.burst_hits(card)?,
            penetration,
            damage,
            reduced_damage_unknown: ablates && self.weapon.rd.is_none(),
        })
    }

    /// The number of shots that hit on a success, as in [`Landing::hits`].
    ///
    /// # Errors
    /// As [`landing`](Self::landing).
    pub(crate) fn hits(
        &self,
        card: CardNumber,
        bumps: i8,
        options: &Options,
    ) -> Result<u16, RulesError> {
        match self.prone && !self.near {
            true => Ok(self.landing(card, bumps, options)?.hits),
            // A target that is not prone is hit at any location.
            false => self.burst_hits(card),
        }
    }

    /// The additional wounds that the CT of a painful weapon counts as, for the stun number only:
    /// one for each full Size of twice the CT.
    fn pain(&self, damage: &DamageAnswer) -> u32 {
        if !self.weapon.pain {
            return 0;
        }
        self.size.multiples(damage.damage.concussion.saturating_mul(2))
    }

    /// What the bumps of the check would buy, if none is spent yet (Conflict, "Hit Location"): all
    /// other entries of the stack within reach, upper entries first.
    fn bumps_buy(
        &self,
        card: CardNumber,
        test: &TestedAttempt,
        options: &Options,
    ) -> Result<Vec<BumpOffer>, RulesError> {
        if !test.success() || self.called.is_some() || self.location_bumps != 0 {
            return Ok(Vec::new());
        }
        let earned = test.check.bumps().min(9) as i8;
        let mut offers = Vec::new();
        for way in [1, -1] {
            let mut before = self.landing(card, 0, options)?.location.entry;
            for bumps in (1..=earned).map(|bumps| way * bumps) {
                let landing = self.landing(card, bumps, options)?;
                let entry = std::mem::replace(&mut before, landing.location.entry);
                if entry != landing.location.entry {
                    offers.push(BumpOffer::new(bumps, landing));
                }
            }
        }
        Ok(offers)
    }

    /// The damage bumps of a hit, including those of its location, in the open or through cover.
    pub(crate) fn damage_bumps(&self, of_place: u8, through_cover: bool) -> u8 {
        let unarmoured = if through_cover { 0 } else { self.weapon.damage_bumps_unarmoured };
        of_place.saturating_add(self.weapon.damage_bumps).saturating_add(unarmoured)
    }

    /// The hits of the burst printed on the card; 1 for a single shot.
    fn burst_hits(&self, card: CardNumber) -> Result<u16, RulesError> {
        if self.shots == 1 {
            return Ok(1);
        }
        Ok(burst(self.attempt.pool.deck(), card, self.shots)?.hits)
    }

    /// The stray shots of an attack with this number of hits; none for a blow.
    pub(crate) fn stray_shots(&self, hits: u16) -> Option<StrayShots> {
        self.strays.then(|| StrayShots {
            missed: self.shots - hits.min(self.shots),
            scatter_increments: self.scatter_increments,
            in_contact: self.in_contact,
        })
    }

    /// Checks that the bumps spent on the location were earned by the check (Action Cards, "Bumps").
    fn bumps_suffice(&self, test: &TestedAttempt) -> Result<(), RulesError> {
        let (spent, earned) = (u32::from(self.location_bumps.unsigned_abs()), test.check.bumps());
        if test.success() && spent > earned {
            return Err(RulesError::TooManyBumps { spent, earned });
        }
        Ok(())
    }

    fn penetration(&self, place: &LocationAnswer, card: CardNumber) -> Option<PenetrationAnswer> {
        let cover = self.cover.as_ref().filter(|_| place.hits_cover)?;
        let question = PenetrationQuestion {
            pen: self.weapon.pen,
            armour: cover.armour,
            bumps: self.weapon.penetration_bumps,
        };
        Some(question.answer(self.attempt.pool.deck(), card))
    }
}
