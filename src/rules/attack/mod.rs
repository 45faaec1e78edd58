//! A whole attack on one card (seed 004, "Attack Resolution", "Applying Results"): hit, number of
//! hits, location, penetration, damage, ancillary effects, in this order.

mod answer;

use crate::deck::CardNumber;
use crate::lookup::{EffectCell, LookupError};

pub use self::answer::AttackAnswer;

use super::location::location_damage_bumps;
use super::{
    Attempt, DamageQuestion, Forced, Harm, LocationQuestion, Options, Passage, PenetrationAnswer,
    PenetrationQuestion, Reliability, Size, StrayShots, Tested, TnAccount, burst, dodge,
    equipment_failure, unintended_target,
};

/// What the weapon does.
#[derive(Clone, Debug)]
pub struct AttackWeapon<'d> {
    /// Full damage.
    pub dmg: EffectCell<'d>,
    /// Reduced damage, which counts when armour ablates; none if the weapon lists none.
    pub rd: Option<EffectCell<'d>>,
    /// Penetration.
    pub pen: i16,
    /// Reliability; none for what cannot fail.
    pub reliability: Option<Reliability>,
    /// How it hurts.
    pub harm: Harm,
    /// Bumps that count for damage only.
    pub damage_bumps: u8,
    /// Bumps that count for damage only, and only where no cover is in the way.
    pub damage_bumps_unarmoured: u8,
    /// Bumps that count for penetration only.
    pub penetration_bumps: u8,
}

impl<'d> AttackWeapon<'d> {
    /// A deadly weapon that cannot fail, with this DMG cell and nothing else.
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
        }
    }
}

/// Cover between attacker and target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Its armour value.
    pub armour: i16,
    /// The locations behind it.
    pub locations: Vec<String>,
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
    /// What moves the hit location in any case.
    pub forced: Forced,
    /// Bumps spent on the location: entries up, or down when negative.
    pub location_bumps: i8,
    /// The location of a called shot, which then counts instead of the stack.
    pub called: Option<String>,
    /// Whether the target lies and the attacker is more than 2 metres off.
    pub prone: bool,
    /// Whether the target dodges.
    pub dodging: bool,
    /// Cover in between.
    pub cover: Option<Cover>,
    /// The target's Size.
    pub size: Size,
    /// The range increments to the target, for a weapon with the Scatter attribute.
    pub scatter_increments: Option<u16>,
    /// Whether others are in contact with the target.
    pub in_contact: bool,
    /// Whether stray shots matter at all: not for a blow.
    pub strays: bool,
    /// The discard pile, for equipment of reliability 1.
    pub discarded: Vec<CardNumber>,
}

impl<'d> Attack<'d> {
    /// A single shot at a standing human in the open, with nobody near.
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
            dodging: false,
            cover: None,
            size: Size::HUMAN,
            scatter_increments: None,
            in_contact: false,
            strays: true,
            discarded: Vec::new(),
        }
    }
}

impl Attack<'_> {
    /// Reads the card.
    ///
    /// # Errors
    /// [`LookupError::BurstSize`] if the deck has no such burst,
    /// [`LookupError::TooManyBumps`] if more bumps are spent than the check gave; else as
    /// [`Attempt::test`].
    pub fn answer(&self, options: &Options) -> Result<AttackAnswer, LookupError> {
        let deck = self.attempt.pool.deck();
        let card = self.attempt.draw.card();
        let burst_hits = self.burst_hits()?;
        let test = self.attempt.test(self.account.clone(), options.bump_divisor)?;
        self.bumps_suffice(&test)?;

        let location = test.success().then(|| {
            let covered =
                self.cover.as_ref().map(|cover| cover.locations.clone()).unwrap_or_default();
            let question = LocationQuestion {
                deck,
                card,
                forced: self.forced,
                chosen: self.location_bumps,
                prone: self.prone && self.called.is_none(),
                covered,
            };
            question.answer()
        });
        let on_target = location.as_ref().filter(|location| !location.missed_prone);
        let hits = on_target.map_or(0, |_| burst_hits);
        let place = on_target
            .map(|location| self.called.clone().unwrap_or_else(|| location.location.clone()));
        let penetration = place.as_ref().and_then(|place| self.penetration(place, card));
        let cell = match penetration.map(|penetration| penetration.passage) {
            None | Some(Passage::Penetrates) => Some(self.weapon.dmg),
            Some(Passage::Ablates) => self.weapon.rd,
            Some(Passage::Deflects) => None,
        };
        let damage = place.as_ref().zip(cell).map(|(place, cell)| {
            let unarmoured = match penetration {
                None => self.weapon.damage_bumps_unarmoured,
                Some(_) => 0,
            };
            let bumps = location_damage_bumps(place)
                .saturating_add(self.weapon.damage_bumps)
                .saturating_add(unarmoured);
            DamageQuestion { cell, bumps, size: self.size, harm: self.weapon.harm }
                .answer(card, options)
        });
        let stun = damage
            .as_ref()
            .filter(|damage| damage.damage.wounds + damage.damage.concussion > 0)
            .map(|damage| {
                let dealt = damage.damage.wounds.min(u32::from(super::DISABLING));
                options.wound_table.stun(dealt as u8)
            });
        let leap = (self.dodging && hits == 0)
            .then(|| dodge(deck, card, false))
            .filter(|leap| leap.paces > 0)
            .map(|leap| leap.direction);
        let failure = self.weapon.reliability.map(|reliability| {
            equipment_failure(deck, card, reliability, &self.discarded, options)
        });
        let unintended = self.strays.then(|| {
            let shots = StrayShots {
                missed: self.shots - hits.min(self.shots),
                scatter_increments: self.scatter_increments,
                in_contact: self.in_contact,
            };
            unintended_target(deck, card, shots)
        });
        let called = place.and_then(|_| self.called.clone());
        let location = location.clone();
        Ok(AttackAnswer {
            test,
            hits,
            location,
            called,
            penetration,
            damage,
            stun,
            leap,
            failure,
            unintended,
        })
    }

    /// The hits of the burst printed on the card; 1 for a single shot.
    fn burst_hits(&self) -> Result<u16, LookupError> {
        if self.shots == 1 {
            return Ok(1);
        }
        let deck = self.attempt.pool.deck();
        Ok(burst(deck, self.attempt.draw.card(), self.shots)?.hits)
    }

    /// A bump spent is a bump earned (seed 002, "Bumps"): those on the location must come from the
    /// check.
    fn bumps_suffice(&self, test: &Tested) -> Result<(), LookupError> {
        let (spent, earned) = (u32::from(self.location_bumps.unsigned_abs()), test.check.bumps());
        if test.success() && spent > earned {
            return Err(LookupError::TooManyBumps { spent, earned });
        }
        Ok(())
    }

    fn penetration(&self, place: &str, card: CardNumber) -> Option<PenetrationAnswer> {
        let cover = self.cover.as_ref()?;
        if !cover.locations.iter().any(|location| location == place) {
            return None;
        }
        let question = PenetrationQuestion {
            pen: self.weapon.pen,
            armour: cover.armour,
            bumps: self.weapon.penetration_bumps,
        };
        Some(question.answer(self.attempt.pool.deck(), card))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::lookup::samples::{deck, draw};
    use crate::lookup::{Pool, TargetNumber};
    use crate::rules::BodyPart;

    /// A .45 at a human: card 34 shows 7 in row 1 of d10, belly, penetration +0, (3)6 = 12.
    fn attack(deck: &Deck) -> Attack<'_> {
        let pool = Pool::new(deck, "1d10".parse().unwrap()).unwrap();
        let cell = |text: &str| EffectCell::new(deck, text.parse().unwrap()).unwrap();
        let attempt = Attempt { pool, draw: draw(34, &[]) };
        let account = TnAccount::new(TargetNumber::STANDARD, "standard");
        let weapon =
            AttackWeapon { rd: Some(cell("(2)6")), pen: 4, ..AttackWeapon::plain(cell("(3)6")) };
        Attack::plain(attempt, account, weapon)
    }

    fn answer(change: impl Fn(&mut Attack)) -> AttackAnswer {
        let deck = deck();
        let mut attack = attack(&deck);
        change(&mut attack);
        attack.answer(&Options::default()).unwrap()
    }

    #[test]
    fn a_hit_goes_from_location_to_damage_to_stun() {
        let hit = answer(|_| ());
        assert_eq!((1, Some(BodyPart::Torso)), (hit.hits, hit.part()));
        assert_eq!(
            (2, 0),
            hit.damage.as_ref().map(|d| (d.damage.wounds, d.damage.concussion)).unwrap()
        );
        assert_eq!(5, hit.stun.unwrap().get());
        assert_eq!(0, hit.unintended.unwrap().stray);
    }

    #[test]
    fn cover_penetrates_ablates_or_deflects() {
        let behind = |armour| {
            answer(move |attack| {
                attack.cover = Some(Cover { armour, locations: vec!["belly".to_owned()] });
            })
        };
        let effect = |answer: &AttackAnswer| answer.damage.as_ref().map(|damage| damage.effect);
        assert_eq!(
            [Some(12), Some(8), Some(8), None],
            [2, 3, 4, 5].map(|armour| effect(&behind(armour))),
        );
        assert!(behind(5).stun.is_none());
        let elsewhere = answer(|attack| {
            attack.cover = Some(Cover { armour: 99, locations: vec!["head".to_owned()] });
        });
        assert!(elsewhere.penetration.is_none());
    }

    #[test]
    fn bumps_against_the_unarmoured_do_not_count_through_cover() {
        let cell = |armour: Option<i16>| {
            let hit = answer(|attack| {
                attack.weapon.damage_bumps_unarmoured = 1;
                attack.cover =
                    armour.map(|armour| Cover { armour, locations: vec!["belly".to_owned()] });
            });
            hit.damage.unwrap().cell.to_string()
        };
        assert_eq!(["(4)6", "(3)6"], [cell(None), cell(Some(2))]);
    }

    #[test]
    fn a_miss_lets_the_dodger_leap_and_the_shot_stray() {
        let miss = answer(|attack| {
            attack.account = TnAccount::new(TargetNumber::DIFFICULT, "difficult");
            attack.dodging = true;
        });
        assert_eq!((0, None), (miss.hits, miss.damage.as_ref()));
        assert!(miss.leap.is_some());
        assert_eq!(1, miss.unintended.unwrap().stray);
    }

    #[test]
    fn a_called_head_shot_gives_two_damage_bumps() {
        let hit = answer(|attack| attack.called = Some("head".to_owned()));
        assert_eq!(Some(BodyPart::Head), hit.part());
        assert_eq!("(5)6", hit.damage.unwrap().cell.to_string());
    }

    #[test]
    fn a_lying_target_that_does_not_show_the_location_is_missed() {
        let miss = answer(|attack| attack.prone = true);
        assert!(miss.location.as_ref().unwrap().missed_prone);
        assert_eq!((0, None), (miss.hits, miss.part().filter(|_| miss.hits > 0)));
        assert_eq!(1, miss.unintended.unwrap().stray);
    }

    #[test]
    fn a_burst_hits_as_often_as_the_card_says() {
        let burst = answer(|attack| attack.shots = 10);
        assert_eq!((4, 6), (burst.hits, burst.unintended.unwrap().stray));
        let deck = deck();
        let odd = Attack { shots: 4, ..attack(&deck) };
        let error = odd.answer(&Options::default()).unwrap_err();
        assert_eq!("no burst of 4 shots is on the cards; accepted: 3, 5, 10", error.to_string());
    }

    #[test]
    fn bumps_have_to_be_earned() {
        let deck = deck();
        let spent = Attack { location_bumps: -1, ..attack(&deck) };
        let error = spent.answer(&Options::default()).unwrap_err();
        assert_eq!(LookupError::TooManyBumps { spent: 1, earned: 0 }, error);
    }
}
