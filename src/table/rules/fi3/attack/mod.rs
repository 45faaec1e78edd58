//! A complete attack (dice edition, "Shooting" to "Rolling damage"): the roll, the number of hits, and
//! for each hit location, cover, damage and wounds.
//!
//! The first hit is read on the card of the roll. Each further hit, and damage dice that do not fit
//! on one card, need cards that are drawn after it. The answer reports hits without a card, missing
//! damage cards and unused cards.

mod answer;
mod hit;

use crate::deck::CardNumber;
use crate::dice::EffectDice;
use crate::table::lookup::{Draw, each_once};

pub use self::answer::{AttackAnswer, HitAnswer, RaiseOffer};

use super::super::{CheckResult, Harm, Place, Size, TnAccount};
use super::hit_chart::{LocationModifiers, Shelter, location};
use super::{Fi3Error, Fire, Options, Roll, TraitDice};

/// The source of the damage of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// The weapon's dice alone.
    Shot(EffectDice),
    /// The weapon's dice and the wielder's Strength.
    Weapon(EffectDice, TraitDice),
    /// Bare hands, by their Strength.
    Unarmed(TraitDice),
}

impl Arm {
    /// The harm if it is not given: bare hands do not kill (dice edition, "Brawling").
    pub fn usual_harm(self) -> Harm {
        match self {
            Self::Unarmed(_) => Harm::Brawling,
            Self::Shot(_) | Self::Weapon(..) => Harm::Deadly,
        }
    }
}

/// A declared attack and the cards drawn for it.
#[derive(Clone, Debug)]
pub struct Attack<'d> {
    /// The attacker's skill, and the cards drawn.
    pub roll: Roll<'d>,
    /// The task number.
    pub account: TnAccount,
    /// How a shot is fired; a blow is a single one.
    pub fire: Fire,
    /// The source of the damage.
    pub arm: Arm,
    /// The weapon's penetration.
    pub penetration: Option<u8>,
    /// Damage dice of an area effect weapon.
    pub area_dice: u8,
    /// How its effect becomes wounds and wind.
    pub harm: Harm,
    /// The target's Size.
    pub size: Size,
    /// Modifiers of the location, including the raises spent on it. Raises of a burst that made
    /// further hits do not move the location; the remaining ones move the location of every hit.
    pub modifiers: LocationModifiers,
    /// A called place, which replaces the drawn one.
    pub called: Option<Place>,
    /// Whether the target is prone, and what is behind cover.
    pub shelter: Shelter,
    /// Whether attacker and target are within 2 metres, where being prone does not help.
    pub near: bool,
    /// The cover's Armour.
    pub cover: u8,
    /// The armour worn at the place.
    pub armour: u8,
    /// The cards of each hit, in order: the first for location and damage, the others for further
    /// damage dice. If empty, the first hit is read on the roll's first card.
    pub hit_cards: Vec<Vec<CardNumber>>,
    /// The cards of the Strength roll of a blow, which may begin with the card of the hit. If
    /// `None`, it is read on that card.
    pub strength_cards: Option<Draw>,
}

impl<'d> Attack<'d> {
    /// A single deadly blow or shot at a standing human in the open, without armour.
    pub fn plain(roll: Roll<'d>, account: TnAccount, arm: Arm) -> Self {
        Self {
            roll,
            account,
            fire: Fire::Single { markers: 0, called: None },
            arm,
            penetration: None,
            area_dice: 0,
            harm: arm.usual_harm(),
            size: Size::HUMAN,
            modifiers: LocationModifiers::default(),
            called: None,
            shelter: Shelter::default(),
            near: false,
            cover: 0,
            armour: 0,
            hit_cards: Vec::new(),
            strength_cards: None,
        }
    }
}

impl Attack<'_> {
    /// All cards of the attack. The card of the first hit may be that of the roll, and is then
    /// included twice.
    pub(super) fn cards(&self) -> impl Iterator<Item = &CardNumber> {
        let strength = self.strength_cards.iter().flat_map(Draw::cards);
        self.roll.all_cards().chain(self.hit_cards.iter().flatten()).chain(strength)
    }

    /// Reads the cards.
    ///
    /// # Errors
    /// [`Fi3Error::TooManyRaises`] if more raises are spent than are left,
    /// [`LookupError::CardCount`](crate::table::lookup::LookupError::CardCount) for a hit without
    /// cards, [`LookupError::DrawnTwice`](crate::table::lookup::LookupError::DrawnTwice); otherwise
    /// as [`Roll::read`] and `DamageQuestion::read`.
    pub fn answer(&self, options: &Options) -> Result<AttackAnswer, Fi3Error> {
        let trial = self.roll.against(self.account.clone(), options)?;
        let spent = u32::from(self.modifiers.raises.unsigned_abs());
        let burst = match self.fire {
            Fire::Single { .. } => None,
            Fire::Automatic { shots, .. } => Some(u32::from(shots)),
        };
        let shots = burst.unwrap_or(1);
        let hits = trial.successes().min(shots);
        // A raise that made a further hit cannot move the location.
        let used = hits.saturating_sub(1);
        let left = trial.raises.saturating_sub(used);
        if trial.success && spent > left {
            return Err(Fi3Error::TooManyRaises { spent, left, used });
        }
        let raises_left = left.saturating_sub(spent);
        let own = self.roll.cards[0];
        let first_of = |cards: &[CardNumber]| cards.first().copied();
        let first_hit = self.hit_cards.first().map_or(Some(own), |cards| first_of(cards));
        let laid = self.hit_cards.iter().flatten().skip(usize::from(first_hit == Some(own)));
        let laid = laid.chain(self.strength_cards(first_hit));
        each_once(self.roll.all_cards().chain(laid))?;
        let first = [vec![own]];
        let hands: &[Vec<CardNumber>] =
            if self.hit_cards.is_empty() { &first } else { &self.hit_cards };
        let (hit_hands, further) = hands.split_at(hands.len().min(hits as usize));
        let mut spare = Vec::new();
        let read = hit_hands
            .iter()
            .map(|cards| self.hit(cards, &mut spare, options))
            .collect::<Result<Vec<HitAnswer>, _>>()?;
        spare.extend(further.iter().flatten().filter(|&&card| card != own));
        if read.is_empty() {
            spare.extend(self.strength_cards(Some(own)));
        }
        let undrawn = hits.saturating_sub(read.len() as u32);
        // A prone target that does not expose the location is missed.
        let shown = read.iter().filter(|hit| hit.location.missed_prone).count() as u32;
        let hostage_hits = read.iter().filter(|hit| hit.location.hits_hostage).count() as u32;
        let hits = hits - shown - hostage_hits;
        let missed = shots.saturating_sub(hits + hostage_hits);
        let raises_buy = self.raises_buy(raises_left, undrawn, &read, options);
        let prone_ignored = self.shelter.prone && self.near && trial.success;
        Ok(AttackAnswer {
            trial,
            burst,
            hits,
            missed,
            hostage_hits,
            read,
            undrawn,
            prone_ignored,
            raises_left,
            raises_buy,
            spare,
        })
    }

    /// What the remaining raises would buy for the only hit, if none is spent yet (dice edition,
    /// "Raises"): each location within reach, at the lowest cost.
    fn raises_buy(
        &self,
        left: u32,
        undrawn: u32,
        read: &[HitAnswer],
        options: &Options,
    ) -> Vec<RaiseOffer> {
        let [hit] = read else { return Vec::new() };
        if undrawn > 0 || self.called.is_some() || self.modifiers.raises != 0 {
            return Vec::new();
        }
        let earned = left.min(19) as i8;
        let mut offers: Vec<RaiseOffer> = Vec::new();
        for raises in (1..=earned).flat_map(|raises| [raises, -raises]) {
            let modifiers = LocationModifiers { raises, ..self.modifiers };
            let card = hit.location.card;
            let place = location(self.roll.deck, card, modifiers, &self.shelter, options).location;
            let known = place == hit.location.location
                || offers.iter().any(|offer| offer.location == place);
            if !known {
                offers.push(RaiseOffer { raises, location: place });
            }
        }
        offers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::samples::{card, deck};
    use crate::table::lookup::{Answer, LookupError, TargetNumber};
    use crate::table::rules::RulesError;
    use crate::table::rules::fi3::samples::roll;

    /// Card 34 shows 7 in row 1 of d10, hit step 9, (3)6 = 12.
    fn attack<'d>(deck: &'d Deck, tn: i64) -> Attack<'d> {
        let roll = roll(deck, "1d10", 34);
        let account = TnAccount::new(TargetNumber::clamped(tn), "test");
        Attack::plain(roll, account, Arm::Shot("(3)6".parse().unwrap()))
    }

    fn answer(tn: i64, change: impl Fn(&mut Attack)) -> Result<AttackAnswer, Fi3Error> {
        let deck = deck();
        let mut attack = attack(&deck, tn);
        change(&mut attack);
        attack.answer(&Options::default())
    }

    #[test]
    fn a_hit_reads_location_and_damage_on_the_card_of_the_roll() {
        let hit = answer(5, |_| ()).unwrap();
        let read = &hit.read[0];
        assert_eq!(
            ("belly", 2),
            (read.location.location.as_str(), read.damage.as_ref().unwrap().wounds,)
        );
        assert_eq!((1, 0, 0), (hit.hits, hit.missed, hit.undrawn));
        let miss = answer(8, |_| ()).unwrap();
        assert_eq!((0, 1, true), (miss.hits, miss.missed, miss.read.is_empty()));
    }

    #[test]
    fn a_burst_hits_once_for_the_success_and_once_for_each_raise() {
        let burst = |shots| {
            move |attack: &mut Attack| attack.fire = Fire::Automatic { shots, extra_targets: 0 }
        };
        let three = answer(-1, burst(10)).unwrap();
        assert_eq!((3, 7, 2), (three.hits, three.missed, three.undrawn));
        assert_eq!(2, answer(-1, burst(2)).unwrap().hits);
        let drawn = answer(-1, |attack| {
            burst(10)(attack);
            attack.hit_cards = vec![vec![card(34)], vec![card(11)], vec![card(10)]];
        });
        assert_eq!((3, 0), (drawn.as_ref().unwrap().read.len(), drawn.unwrap().undrawn));
    }

    #[test]
    fn a_hit_of_no_card_or_of_one_twice_is_refused() {
        let with = |hands: &[&[u8]]| {
            answer(5, |attack| {
                attack.hit_cards =
                    hands.iter().map(|cards| cards.iter().copied().map(card).collect()).collect();
            })
        };
        assert!(matches!(
            with(&[&[]]),
            Err(Fi3Error::Rules(RulesError::Lookup(LookupError::CardCount { .. })))
        ));
        assert!(matches!(
            with(&[&[34, 34]]),
            Err(Fi3Error::Rules(RulesError::Lookup(LookupError::DrawnTwice(_))))
        ));
        assert!(with(&[&[11]]).is_ok());
    }

    #[test]
    fn raises_move_the_location_of_a_single_shot_and_must_be_earned() {
        let spend =
            |tn| answer(tn, |attack| attack.modifiers.raises = 1).map(|a| a.read[0].location.step);
        assert_eq!(Ok(10), spend(3));
        assert_eq!(Err(Fi3Error::TooManyRaises { spent: 1, left: 0, used: 0 }), spend(5));
    }

    #[test]
    fn raises_of_a_burst_that_hit_nothing_more_move_its_hits() {
        // 7 against -5 are three raises.
        let burst = |shots, raises| {
            answer(-5, |attack| {
                attack.fire = Fire::Automatic { shots, extra_targets: 0 };
                attack.modifiers.raises = raises;
            })
        };
        let left = |shots| burst(shots, 0).unwrap().raises_left;
        assert_eq!([3, 2, 1, 0, 0], [1, 2, 3, 4, 5].map(left));
        assert_eq!(1, burst(2, -1).unwrap().raises_left);
        let step = |shots, raises| burst(shots, raises).unwrap().read[0].location.step;
        assert_eq!([9, 10, 8, 12], [step(3, 0), step(3, 1), step(3, -1), step(1, 3)]);
        for (shots, raises, left) in [(3, 2_i8, 1), (3, -2, 1), (4, 1, 0), (1, 4, 3)] {
            let used = 3 - left;
            let spent = u32::from(raises.unsigned_abs());
            assert_eq!(Err(Fi3Error::TooManyRaises { spent, left, used }), burst(shots, raises));
        }
        let reported = burst(3, 2).unwrap_err().to_string();
        assert_eq!(
            "the roll does not leave 2 raises to spend on the hit location: 2 raises made further \
             hits; accepted: up to 1 raise, up or down",
            reported
        );
        // Offers exist only if a single shot hits.
        assert!(burst(3, 0).unwrap().raises_buy.is_empty());
        assert_eq!("vitals", burst(1, 0).unwrap().raises_buy[0].location);
        let lines = burst(3, 0).unwrap().explanation();
        let reported = "1 raise is left, which can move the hits (--raises)".to_owned();
        assert!(lines.contains(&reported), "{lines:?}");
    }

    #[test]
    fn a_burst_always_says_how_many_shots_hit() {
        let lines = |tn, shots| {
            let burst = |attack: &mut Attack| {
                attack.fire = Fire::Automatic { shots, extra_targets: 0 };
            };
            answer(tn, burst).unwrap().explanation()
        };
        let says = |tn, shots, reported: &str| lines(tn, shots).contains(&reported.to_owned());
        assert!(says(99, 10, "0 of 10 shots hit"));
        assert!(says(5, 10, "1 of 10 shots hit"));
        assert!(says(-5, 10, "4 of 10 shots hit"));
        assert!(says(-5, 1, "1 of 1 shot hit"));
        assert!(!answer(5, |_| ()).unwrap().explanation().join(" ").contains("shot"));
    }

    #[test]
    fn vitals_add_a_die_and_cover_takes_die_steps() {
        // One raise up is the vitals: (4)6 = 15.
        let vitals = answer(3, |attack| attack.modifiers.raises = 1).unwrap();
        assert_eq!(15, vitals.read[0].damage.as_ref().unwrap().total);
        let behind = answer(5, |attack| {
            attack.shelter.covered = vec!["lower guts".parse().unwrap()];
            attack.cover = 1;
        });
        let dice = behind.unwrap().read[0].damage.as_ref().unwrap().sum.as_ref().unwrap().dice;
        assert_eq!("(3)4", dice.to_string());
    }

    #[test]
    fn a_lying_target_hit_where_it_does_not_show_is_missed() {
        let miss = answer(5, |attack| attack.shelter.prone = true).unwrap();
        assert_eq!((0, 1), (miss.hits, miss.missed));
        assert!(miss.read[0].damage.is_none());
    }

    #[test]
    fn a_bystander_in_front_of_the_hit_place_is_hit_instead() {
        let held = |place: &str| {
            answer(5, |attack| attack.shelter.hostage = vec![place.parse().unwrap()]).unwrap()
        };
        let saved = held("guts");
        assert_eq!((0, 0, 1), (saved.hits, saved.missed, saved.hostage_hits));
        assert!(saved.read[0].damage.is_none());
        assert!(saved.explanation().iter().any(|line| line.contains("bystander")));
        assert_eq!((1, 0), (held("legs").hits, held("legs").hostage_hits));
    }

    #[test]
    fn a_hit_names_the_stun_roll_and_what_its_raises_would_buy() {
        // 7 against 3 is a raise; step 9 is the belly, 10 the vitals.
        let hit = answer(3, |_| ()).unwrap();
        assert_eq!(Some(7), hit.read[0].damage.as_ref().unwrap().stun.map(|tn| tn.get()));
        let vitals = RaiseOffer { raises: 1, location: "vitals".to_owned() };
        assert_eq!([vitals], hit.raises_buy[..]);
        assert!(answer(5, |_| ()).unwrap().raises_buy.is_empty());
        let reported = hit.explanation().join("\n");
        assert!(
            reported.contains("Vigor against TN 7") && reported.contains("1 up: vitals"),
            "{reported}"
        );
    }

    #[test]
    fn lying_does_not_help_within_2_metres() {
        let hit = answer(5, |attack| (attack.shelter.prone, attack.near) = (true, true)).unwrap();
        assert!(hit.prone_ignored && hit.read[0].damage.is_some());
        let called = |near| {
            answer(5, |attack| {
                attack.called = Some("guts".parse().unwrap());
                (attack.shelter.prone, attack.near) = (true, near);
            })
        };
        assert_eq!([0, 1], [false, true].map(|near| called(near).unwrap().hits));
    }

    #[test]
    fn a_second_card_for_the_damage_is_asked_for_and_then_read() {
        let six = |hands: &'static [&'static [u8]]| {
            answer(5, |attack| {
                attack.arm = Arm::Shot("(6)6".parse().unwrap());
                attack.hit_cards =
                    hands.iter().map(|cards| cards.iter().copied().map(card).collect()).collect();
            })
            .unwrap()
        };
        let open = six(&[]);
        assert_eq!((1, 1, true), (open.hits, open.read[0].wanted, open.read[0].damage.is_none()));
        assert_eq!(
            "(6)6 reads 2 cards: draw another card (--hit 34+NEXT)",
            open.explanation().last().unwrap(),
        );
        let read = six(&[&[34, 11]]);
        assert!(read.read[0].damage.is_some() && read.spare.is_empty());
        assert_eq!([card(10)], six(&[&[34, 11, 10]]).spare[..]);
    }

    #[test]
    fn unused_cards_are_reported_without_changing_the_answer() {
        let laid = |tn, hands: &'static [&'static [u8]]| {
            let laid = answer(tn, |attack| {
                attack.hit_cards =
                    hands.iter().map(|cards| cards.iter().copied().map(card).collect()).collect();
            });
            laid.unwrap().spare
        };
        assert_eq!([card(11)], laid(5, &[&[34], &[11]])[..]);
        assert_eq!([card(11)], laid(5, &[&[34, 11]])[..]);
        assert_eq!([card(11)], laid(99, &[&[34, 11]])[..]);
    }

    #[test]
    fn an_exceptional_strength_takes_a_follow_up_card() {
        let deck = deck();
        let total = |cards: &str| {
            let mut blow = attack(&deck, 5);
            // Row 2 of d10 shows 10 on card 34 and 9 on card 10.
            blow.arm = Arm::Weapon("(5)6".parse().unwrap(), "2d10".parse().unwrap());
            blow.strength_cards = (!cards.is_empty()).then(|| cards.parse().unwrap());
            let answer = blow.answer(&Options::default()).unwrap();
            let counted = answer.read[0].damage.as_ref().unwrap().strength.clone().unwrap();
            (counted.counted, answer.spare)
        };
        assert_eq!((10, vec![]), total(""));
        assert_eq!((19, vec![]), total("34+10"));
        assert_eq!((19, vec![card(42)]), total("34+10+42"));
    }

    #[test]
    fn bare_hands_do_not_kill_by_default() {
        let deck = deck();
        let roll = roll(&deck, "1d10", 34);
        let account = TnAccount::new(TargetNumber::clamped(5), "test");
        let fists = Attack::plain(roll, account, Arm::Unarmed("1d12+6".parse().unwrap()));
        assert_eq!(Harm::Brawling, fists.harm);
    }
}
