//! A whole attack (seed 000, "Shooting" to "Rolling damage"): the roll, the number of hits, and for
//! each hit location, cover, damage and wounds.
//!
//! The first hit is read on the card of the roll, each further one on a card of its own, drawn
//! after it; so are damage dice that do not fit on one card. A hit without a card yet is told.

use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::EffectDice;
use crate::lookup::{Answer, LookupError, each_once};

use super::super::{Harm, Options, Size, TnAccount};
use super::location::{LocationModifiers, Shelter, location};
use super::{
    Barrier, Blow, DamageAnswer, DamageQuestion, Fire, LocationAnswer, Roll, TraitDice, Trial,
};

/// What a weapon does when it hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// Its dice are all.
    Shot(EffectDice),
    /// Its dice and the Strength behind them.
    Weapon(EffectDice, TraitDice),
    /// Bare hands and their Strength.
    Unarmed(TraitDice),
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
    /// What hits.
    pub arm: Arm,
    /// The weapon's penetration.
    pub penetration: Option<u8>,
    /// Damage dice of a weapon that spreads.
    pub area_dice: u8,
    /// How it hurts.
    pub harm: Harm,
    /// The target's Size.
    pub size: Size,
    /// What moves the location, the raises spent on it among them. Raises of a burst are shots that
    /// hit and move nothing.
    pub modifiers: LocationModifiers,
    /// A called location, which counts instead of the drawn one.
    pub called: Option<(&'static str, super::super::BodyPart)>,
    /// Whether the target lies, and what is behind cover.
    pub shelter: Shelter,
    /// The cover's Armour.
    pub cover: u8,
    /// The armour worn at the place.
    pub armour: u8,
    /// The cards of each hit, in order: location and damage on the first, further damage dice on
    /// the others. Without any, the first hit is read on the roll's first card.
    pub hit_cards: Vec<Vec<CardNumber>>,
}

/// One hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HitAnswer {
    /// Where it lands.
    pub location: LocationAnswer,
    /// The damage; none when the target did not show the location.
    pub damage: Option<DamageAnswer>,
}

/// What came of the attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttackAnswer {
    /// The roll.
    pub trial: Trial,
    /// How many shots hit.
    pub hits: u32,
    /// How many missed.
    pub missed: u32,
    /// The hits read so far.
    pub read: Vec<HitAnswer>,
    /// Hits that still want a card.
    pub undrawn: u32,
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
            harm: Harm::Deadly,
            size: Size::HUMAN,
            modifiers: LocationModifiers::default(),
            called: None,
            shelter: Shelter::default(),
            cover: 0,
            armour: 0,
            hit_cards: Vec::new(),
        }
    }
}

impl Attack<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// [`LookupError::TooManyBumps`] if more raises are spent than the roll gave,
    /// [`LookupError::CardCount`] for cards of more hits than there are,
    /// [`LookupError::DrawnTwice`]; else as [`Roll::read`] and [`DamageQuestion::read`].
    pub fn answer(&self, options: &Options) -> Result<AttackAnswer, LookupError> {
        let trial = self.roll.against(self.account.clone(), options)?;
        let spent = u32::from(self.modifiers.raises.unsigned_abs());
        let shots = match self.fire {
            Fire::Single { .. } => 1,
            Fire::Automatic { shots, .. } => u32::from(shots),
        };
        let free = if matches!(self.fire, Fire::Single { .. }) { trial.raises } else { 0 };
        if trial.success && spent > free {
            return Err(LookupError::TooManyBumps { spent, earned: free });
        }
        let hits = trial.successes().min(shots);
        if self.hit_cards.len() > hits as usize {
            let what = format!("{hits} hits, one hand of cards for each");
            return Err(LookupError::card_count(what, hits as usize, self.hit_cards.len()));
        }
        let own = self.roll.cards[0];
        let own_hit = self.hit_cards.first().and_then(|cards| cards.first()) == Some(&own);
        let laid = self.hit_cards.iter().flatten().skip(usize::from(own_hit));
        each_once(self.roll.all_cards().chain(laid))?;
        let first = [vec![own]];
        let hands: &[Vec<CardNumber>] =
            if self.hit_cards.is_empty() && hits > 0 { &first } else { &self.hit_cards };
        let read = hands
            .iter()
            .map(|cards| self.hit(cards, options))
            .collect::<Result<Vec<HitAnswer>, _>>()?;
        let undrawn = hits.saturating_sub(read.len() as u32);
        // A lying target that does not show the place was missed after all.
        let shown = read.iter().filter(|hit| hit.location.missed_prone).count() as u32;
        let hits = hits - shown;
        Ok(AttackAnswer { trial, hits, missed: shots.saturating_sub(hits), read, undrawn })
    }

    fn hit(&self, cards: &[CardNumber], options: &Options) -> Result<HitAnswer, LookupError> {
        let card = *cards.first().ok_or_else(|| LookupError::card_count("a hit", 1, 0))?;
        let deck = self.roll.deck;
        let mut place = location(deck, card, self.modifiers, &self.shelter, options);
        if let Some((name, part)) = self.called {
            place.location = name.to_owned();
            place.part = part;
            place.extra_dice = super::super::location_damage_bumps(name);
            place.missed_prone = false;
            place.hits_cover = self.shelter.covered.iter().any(|covered| covered == name);
        }
        if place.missed_prone {
            return Ok(HitAnswer { location: place, damage: None });
        }
        let cover = if place.hits_cover { self.cover } else { 0 };
        let levels = cover.saturating_add(self.armour);
        let strength = |dice: TraitDice| Roll::new(deck, dice, card);
        let question = DamageQuestion {
            deck,
            blow: match self.arm {
                Arm::Shot(dice) => Blow::Dice(dice),
                Arm::Weapon(dice, own) => Blow::Weapon { dice, strength: strength(own) },
                Arm::Unarmed(own) => Blow::Unarmed { strength: strength(own) },
            },
            extra_dice: place.extra_dice.saturating_add(self.area_dice),
            barrier: (levels > 0)
                .then_some(Barrier { armour: levels, penetration: self.penetration }),
            size: self.size,
            harm: self.harm,
        };
        let damage = Some(question.read(cards, options)?);
        Ok(HitAnswer { location: place, damage })
    }
}

impl Answer for AttackAnswer {
    const KIND: &'static str = "fi3-attack";

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.trial.explanation();
        if self.hits > 1 {
            lines.push(format!("{} shots hit", self.hits));
        }
        for (number, hit) in (1..).zip(&self.read) {
            let name = if self.read.len() > 1 { format!("hit {number}: ") } else { String::new() };
            let told = hit
                .location
                .explanation()
                .into_iter()
                .chain(hit.damage.iter().flat_map(Answer::explanation));
            lines.extend(told.map(|line| format!("{name}{line}")));
        }
        match self.undrawn {
            0 => {}
            1 => lines.push("draw a card for the hit that is left".to_owned()),
            undrawn => lines.push(format!("draw a card for each of the {undrawn} hits left")),
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::lookup::TargetNumber;
    use crate::lookup::samples::{card, deck};
    use crate::rules::fi3::samples::roll;

    /// Card 34 shows 7 in row 1 of d10, hit step 9, (3)6 = 12.
    fn attack<'d>(deck: &'d Deck, tn: i64) -> Attack<'d> {
        let roll = roll(deck, "1d10", 34);
        let account = TnAccount::new(TargetNumber::clamped(tn), "test");
        Attack::plain(roll, account, Arm::Shot("(3)6".parse().unwrap()))
    }

    fn answer(tn: i64, change: impl Fn(&mut Attack)) -> Result<AttackAnswer, LookupError> {
        let deck = deck();
        let mut attack = attack(&deck, tn);
        change(&mut attack);
        attack.answer(&Options::dice_edition())
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
    fn cards_too_many_or_drawn_twice_are_refused() {
        let with = |hands: &[&[u8]]| {
            answer(5, |attack| {
                attack.hit_cards =
                    hands.iter().map(|cards| cards.iter().copied().map(card).collect()).collect();
            })
        };
        assert!(matches!(with(&[&[34], &[11]]), Err(LookupError::CardCount { .. })));
        assert!(matches!(with(&[&[]]), Err(LookupError::CardCount { .. })));
        assert!(matches!(with(&[&[34, 34]]), Err(LookupError::DrawnTwice(_))));
        assert!(with(&[&[11]]).is_ok());
    }

    #[test]
    fn raises_move_the_location_of_a_single_shot_and_must_be_earned() {
        let spend =
            |tn| answer(tn, |attack| attack.modifiers.raises = 1).map(|a| a.read[0].location.step);
        assert_eq!(Ok(10), spend(3));
        assert_eq!(Err(LookupError::TooManyBumps { spent: 1, earned: 0 }), spend(5));
    }

    #[test]
    fn vitals_add_a_die_and_cover_takes_die_steps() {
        // One raise up is the vitals: (4)6 = 15.
        let vitals = answer(3, |attack| attack.modifiers.raises = 1).unwrap();
        assert_eq!(15, vitals.read[0].damage.as_ref().unwrap().total);
        let behind = answer(5, |attack| {
            attack.shelter.covered = vec!["belly".to_owned()];
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
}
