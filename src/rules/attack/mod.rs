//! A whole attack on one card (seed 004, "Attack Resolution", "Applying Results"): hit, number of
//! hits, location, penetration, damage, ancillary effects, in this order.

mod answer;

use crate::deck::CardNumber;
use crate::lookup::EffectCell;

pub use self::answer::{AttackAnswer, BumpOffer};

use super::{
    Attempt, DamageAnswer, DamageQuestion, Forced, Harm, LocationAnswer, LocationQuestion, Options,
    Passage, PenetrationAnswer, PenetrationQuestion, Place, Reliability, RulesError, Scatter, Size,
    StrayShots, Tested, TnAccount, burst, dodge, equipment_failure, unintended_target,
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
    /// Whether it has the Pain attribute: its CT counts double for the stun number.
    pub pain: bool,
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
            pain: false,
        }
    }
}

/// Cover between attacker and target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Its armour value.
    pub armour: i16,
    /// What is behind it.
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
    /// What moves the hit location in any case.
    pub forced: Forced,
    /// Bumps spent on the location: entries up, or down when negative.
    pub location_bumps: i8,
    /// The place of a called shot, which then counts instead of the stack.
    pub called: Option<Place>,
    /// Whether the target lies.
    pub prone: bool,
    /// Whether attacker and target are within 2 metres, where lying does not help.
    pub near: bool,
    /// Whether the target dodges.
    pub dodging: bool,
    /// Cover in between.
    pub cover: Option<Cover>,
    /// The target's Size.
    pub size: Size,
    /// The range increments to the target, for a weapon with the Scatter attribute.
    pub scatter_increments: Option<u16>,
    /// How far the weapon is thrown, in metres: when it misses, it scatters. None for what is not
    /// thrown.
    pub thrown_m: Option<u16>,
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

/// What a successful attack does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// Where.
    pub location: LocationAnswer,
    /// How many of the shots hit; 0 where a prone target does not show the location.
    pub hits: u16,
    /// How the cover fared; none without cover in the way.
    pub penetration: Option<PenetrationAnswer>,
    /// The damage of each hit; none if nothing reached the target.
    pub damage: Option<DamageAnswer>,
    /// Whether the cover let only the reduced damage through, and none is known of the weapon.
    pub reduced_damage_unknown: bool,
}

impl Attack<'_> {
    /// Reads the card.
    ///
    /// # Errors
    /// [`RulesError::BurstSize`] if the deck has no such burst,
    /// [`RulesError::TooManyBumps`] if more bumps are spent than the check gave; else as
    /// [`Attempt::test`].
    pub fn answer(&self, options: &Options) -> Result<AttackAnswer, RulesError> {
        let deck = self.attempt.pool.deck();
        let card = self.attempt.draw.card();
        // A burst that the cards do not have is told of a miss too.
        self.burst_hits(card)?;
        let test = self.attempt.test(self.account.clone(), options.bump_divisor)?;
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
            .map(|distance_m| Scatter::of_miss(deck, card, &test, distance_m));
        let failure = self.weapon.reliability.map(|reliability| {
            equipment_failure(deck, card, reliability, &self.discarded, options)
        });
        let unintended = self.stray_shots(hits).map(|shots| unintended_target(deck, card, shots));
        Ok(AttackAnswer {
            prone_ignored: self.prone && self.near && test.success(),
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

    /// What a success with this card does, with so many bumps spent on the location.
    ///
    /// # Errors
    /// [`RulesError::BurstSize`] if the deck has no such burst.
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

    /// The wounds that the CT of a painful weapon counts as, for the stun number alone: one for each
    /// full Size of the double.
    fn pain(&self, damage: &DamageAnswer) -> u32 {
        if !self.weapon.pain {
            return 0;
        }
        self.size.multiples(damage.damage.concussion.saturating_mul(2))
    }

    /// What the bumps of the check would buy, if none is spent yet (seed 004, "Hit Location"): every
    /// other entry of the stack within their reach, those above first.
    fn bumps_buy(
        &self,
        card: CardNumber,
        test: &Tested,
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

    /// The damage bumps of a hit, those of its place among them, in the open or through cover.
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

    /// The stray shots of an attack that hits so often; none for a blow.
    pub(crate) fn stray_shots(&self, hits: u16) -> Option<StrayShots> {
        self.strays.then(|| StrayShots {
            missed: self.shots - hits.min(self.shots),
            scatter_increments: self.scatter_increments,
            in_contact: self.in_contact,
        })
    }

    /// A bump spent is a bump earned (seed 002, "Bumps"): those on the location must come from the
    /// check.
    fn bumps_suffice(&self, test: &Tested) -> Result<(), RulesError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::lookup::samples::{deck, draw};
    use crate::lookup::{Answer, Pool, TargetNumber};
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
                attack.cover = Some(Cover { armour, locations: vec!["belly".parse().unwrap()] });
            })
        };
        let effect = |answer: &AttackAnswer| answer.damage.as_ref().map(|damage| damage.effect);
        assert_eq!(
            [Some(12), Some(8), Some(8), None],
            [2, 3, 4, 5].map(|armour| effect(&behind(armour))),
        );
        assert!(behind(5).stun.is_none());
        let elsewhere = answer(|attack| {
            attack.cover = Some(Cover { armour: 99, locations: vec!["head".parse().unwrap()] });
        });
        assert!(elsewhere.penetration.is_none());
    }

    #[test]
    fn bumps_against_the_unarmoured_do_not_count_through_cover() {
        let cell = |armour: Option<i16>| {
            let hit = answer(|attack| {
                attack.weapon.damage_bumps_unarmoured = 1;
                attack.cover = armour
                    .map(|armour| Cover { armour, locations: vec!["belly".parse().unwrap()] });
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
    fn the_bumps_of_a_hit_tell_what_they_would_buy() {
        // 7 against 3 is one bump: the stack of card 34 from its standard entry, the belly.
        let hit = answer(|attack| attack.account = TnAccount::new(TargetNumber::EASY, "easy"));
        let place = hit.location.as_ref().unwrap();
        let bought = |bumps| {
            let offer = hit.bumps_buy.iter().find(|offer| offer.bumps == bumps);
            offer.map(|offer| offer.location.as_str())
        };
        assert_eq!(Some(place.stack[place.entry - 1].as_str()), bought(1));
        assert_eq!(Some(place.stack[place.entry + 1].as_str()), bought(-1));
        assert_eq!(2, hit.bumps_buy.len());
        for offer in &hit.bumps_buy {
            let spent = answer(|attack| {
                attack.account = TnAccount::new(TargetNumber::EASY, "easy");
                attack.location_bumps = offer.bumps;
            });
            let harm = spent.damage.as_ref().unwrap().damage;
            assert_eq!((harm.wounds, harm.concussion), (offer.wounds, offer.concussion));
            assert!(spent.bumps_buy.is_empty());
        }
        assert!(answer(|_| ()).bumps_buy.is_empty());
    }

    #[test]
    fn the_ct_of_a_painful_weapon_counts_double_for_the_stun_number() {
        let stun = |pain| {
            answer(|attack| {
                attack.weapon.pain = pain;
                attack.weapon.harm = Harm::Brawling;
            })
        };
        // (3)6 shows 12: a wound and 6 CT, whose double is two Sizes more.
        let (plain, painful) = (stun(false), stun(true));
        assert_eq!((3, 7), (plain.stun.unwrap().get(), painful.stun.unwrap().get()));
        assert_eq!((plain.damage, 2), (painful.damage, painful.pain));
    }

    #[test]
    fn a_called_head_shot_gives_two_damage_bumps() {
        let hit = answer(|attack| attack.called = Some("head".parse().unwrap()));
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
    fn a_shot_called_at_what_a_lying_target_hides_misses_unless_it_is_near() {
        let called = |place: &str, near| {
            answer(|attack| {
                attack.prone = true;
                attack.near = near;
                attack.called = Some(place.parse().unwrap());
            })
        };
        assert_eq!(
            [0, 1, 1],
            [called("belly", false), called("head", false), called("belly", true)]
                .map(|hit| hit.hits)
        );
        assert!(called("belly", true).prone_ignored && !called("head", false).prone_ignored);
    }

    #[test]
    fn the_answer_names_the_place_that_a_called_shot_hit() {
        let hit = answer(|attack| {
            attack.called = Some("left hand".parse().unwrap());
            attack.cover = Some(Cover { armour: 2, locations: vec!["arms".parse().unwrap()] });
        });
        let place = hit.location.unwrap();
        assert_eq!(("left arm", Some("left hand")), (&*place.location, hit.called.as_deref()));
        assert_eq!(
            (Some(BodyPart::LeftArm), 0, true),
            (place.part, place.damage_bumps, place.hits_cover)
        );
        assert!(hit.penetration.is_some());
    }

    #[test]
    fn a_reduced_damage_that_nobody_named_is_asked_for() {
        let hit = answer(|attack| {
            attack.weapon.rd = None;
            attack.cover = Some(Cover { armour: 3, locations: vec!["belly".parse().unwrap()] });
        });
        assert!(hit.reduced_damage_unknown && hit.damage.is_none());
        let told = hit.explanation().join("\n");
        assert!(told.contains("reduced damage") && !told.contains("nothing reaches"), "{told}");
    }

    #[test]
    fn what_is_thrown_and_misses_scatters() {
        let miss = answer(|attack| {
            attack.account = TnAccount::new(TargetNumber::DIFFICULT, "difficult");
            attack.thrown_m = Some(8);
        });
        // Card 34 lacks 2 and comes no further than half of 8 metres.
        assert_eq!(Some(4), miss.scatter.map(|scatter| scatter.distance_m));
        assert!(answer(|attack| attack.thrown_m = Some(8)).scatter.is_none());
    }

    #[test]
    fn a_dodger_who_would_leap_at_the_attacker_stays_and_is_said_to() {
        let deck = deck();
        let six = CardNumber::all().filter(|&card| deck.card(card).scatter.get() == 6);
        for card in six {
            let mut missed = attack(&deck);
            missed.attempt.draw = draw(card.get(), &[]);
            missed.account = TnAccount::new(TargetNumber::clamped(99), "absurd");
            missed.dodging = true;
            let miss = missed.answer(&Options::default()).unwrap();
            assert_eq!((None, true), (miss.leap, miss.dodger_stays));
            assert!(miss.explanation().iter().any(|line| line.contains("stays")));
        }
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
        assert_eq!(RulesError::TooManyBumps { spent: 1, earned: 0 }, error);
    }
}
