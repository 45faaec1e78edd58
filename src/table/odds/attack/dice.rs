//! An attack with true dice: the best of open-ended dice to hit, a d20 for the location, a sum of
//! dice for the damage.

use num_traits::{One, Zero};

use crate::dice::{DiceKind, Probability};
use crate::table::lookup::{EffectCell, TargetNumber};
use crate::table::rules::{
    Attack, BodyPart, Cover, DISABLING, Harm, Options, hurt, location_damage_bumps,
};
use crate::validate::effect_dice;

use super::super::PoolReading;
use super::super::dice::{hit_ladder, sum_at_least, sums};
use super::super::event::first_effect;
use super::super::rounds::{Attacks, Blow};

/// The attack with true dice.
pub(super) struct Dice<'a> {
    attack: &'a Attack<'a>,
    kind: DiceKind,
    options: &'a Options,
}

/// A fraction.
pub(super) fn ratio(numerator: u32, denominator: u32) -> Probability {
    Probability::new(numerator.into(), denominator.into())
}

impl<'a> Dice<'a> {
    /// The dice version of an attack.
    pub fn new(attack: &'a Attack<'a>, options: &'a Options) -> Self {
        Self { attack, kind: effect_dice(attack.attempt.pool.deck().deck()), options }
    }

    /// The chance that the check succeeds.
    fn check(&self, tn: TargetNumber) -> Probability {
        PoolReading::usual(self.attack.attempt.pool).with_dice(tn.get().into())
    }

    /// The possible locations of a hit with the number of faces of the d20, without those that a
    /// prone target does not expose. None if the deck is not compared with a d20.
    fn shown(&self) -> Option<Vec<(&'a str, u32)>> {
        let attack = self.attack;
        if attack.location_bumps != 0 {
            return None;
        }
        let deck = attack.attempt.pool.deck();
        let ladder = hit_ladder(deck)?;
        let moved = 2 * attack.forced.steps_up();
        let lands = |pip: i32| match &attack.called {
            Some(place) => place.location(pip as u8),
            None => ladder(pip + moved),
        };
        let hidden = attack.prone && !attack.near;
        let mut shown: Vec<(&str, u32)> = Vec::new();
        for place in (1..=20).map(lands).filter(|place| !hidden || deck.shows_when_prone(place)) {
            match shown.iter_mut().find(|(known, _)| *known == place) {
                Some((_, pips)) => *pips += 1,
                None => shown.push((place, 1)),
            }
        }
        Some(shown)
    }

    /// The chance to hit; none if the target is prone and the deck is not compared with a d20.
    pub fn hits(&self, tn: TargetNumber) -> Option<Probability> {
        if !self.attack.prone || self.attack.near {
            return Some(self.check(tn));
        }
        let pips = self.shown()?.iter().map(|(_, pips)| pips).sum();
        Some(self.check(tn) * ratio(pips, 20))
    }

    /// The chance to hit this location.
    pub fn place(&self, tn: TargetNumber, place: &str) -> Option<Probability> {
        let shown = self.shown()?;
        let pips = shown.iter().find(|(known, _)| *known == place).map_or(0, |(_, pips)| *pips);
        Some(self.check(tn) * ratio(pips, 20))
    }

    /// The damage cell of a hit there; none behind cover, for which dice are not defined.
    fn cell(&self, place: &str) -> Option<EffectCell<'a>> {
        let attack = self.attack;
        let behind = |cover: &Cover| cover.locations.iter().any(|it| it.covers(place));
        if attack.shots > 1 || attack.cover.as_ref().is_some_and(behind) {
            return None;
        }
        let bumps = attack.damage_bumps(location_damage_bumps(place), false);
        Some(attack.weapon.dmg.moved(bumps.into()))
    }

    /// The chance of `least` wounds or more.
    pub fn wounds(&self, tn: TargetNumber, least: u32) -> Option<Probability> {
        let (size, harm) = (self.attack.size, self.attack.weapon.harm);
        let effect = first_effect(|effect| hurt(effect, size, harm, self.options).wounds >= least);
        let mut sum = Probability::zero();
        for (place, pips) in self.shown()? {
            let cell = self.cell(place)?;
            if let Some(effect) = effect {
                sum += sum_at_least(cell.dice(), self.kind, effect)? * ratio(pips, 1);
            }
        }
        Some(self.check(tn) * sum / ratio(20, 1))
    }

    /// The effects of one attack; none if they cannot be listed.
    pub fn attack(&self, tn: TargetNumber, ct: Option<u32>) -> Option<Attacks> {
        let (size, harm) = (self.attack.size, self.attack.weapon.harm);
        let places = self.shown()?;
        let each = self.check(tn) / ratio(20, 1);
        let pips = places.iter().map(|(_, pips)| pips).sum();
        let mut attacks = vec![(Blow::default(), Probability::one() - &each * ratio(pips, 1))];
        let does = |effect| hurt(effect, size, harm, self.options);
        let fifth = first_effect(|effect| does(effect).wounds >= DISABLING.into()).unwrap_or(0);
        for (place, pips) in places {
            let part = BodyPart::from_location(place);
            let kills = part.is_some_and(BodyPart::is_vital);
            let cell = self.cell(place)?;
            // Above this effect the result is always the same: the place is disabled and all CT are
            // lost, or it does not count.
            let last = match (ct, harm) {
                (None, _) => fifth,
                (Some(_), Harm::Deadly) if kills => fifth,
                (Some(_), Harm::Deadly) => match self.kind {
                    // The remainder in CT is unbounded for open-ended dice; ordinary dice have a
                    // maximum.
                    DiceKind::OpenEnded => return None,
                    DiceKind::Closed => {
                        u32::from(cell.dice().row) * u32::from(cell.dice().die.sides())
                    }
                },
                (Some(ct), _) => fifth.max(first_effect(|effect| does(effect).concussion >= ct)?),
            };
            sum_at_least(cell.dice(), self.kind, last)?;
            let dice = sums(cell.dice(), self.kind, last);
            for effect in 0..=last {
                let damage = does(effect);
                let chance = match effect == last {
                    true => dice.at_least(effect.into()),
                    false => dice.probability(effect.into()),
                };
                let blow = Blow::new(part, damage.wounds, damage.concussion);
                attacks.push((blow, &each * chance * ratio(pips, 1)));
            }
        }
        Some(attacks)
    }
}
