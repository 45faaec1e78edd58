//! One hit of an attack: location and effect.

use crate::deck::CardNumber;
use crate::dice::{CheckDice, EffectDice};
use crate::table::lookup::{Draw, LookupError};

use super::super::hit_chart::{Shelter, called_location, location};
use super::super::{
    Barrier, Blow, DamageQuestion, Fi3Error, LocationAnswer, Options, Roll, TraitDice,
};
use super::{Arm, Attack, HitAnswer};

impl Attack<'_> {
    /// The cards of the Strength roll, other than that of the hit.
    pub(super) fn strength_cards(
        &self,
        hit: Option<CardNumber>,
    ) -> impl Iterator<Item = &CardNumber> {
        let cards = self.strength_cards.iter().flat_map(Draw::cards);
        cards.filter(move |card| hit != Some(**card))
    }

    /// Reads a hit; unused cards are added to `spare`.
    pub(super) fn hit(
        &self,
        cards: &[CardNumber],
        spare: &mut Vec<CardNumber>,
        options: &Options,
    ) -> Result<HitAnswer, Fi3Error> {
        let card = *cards.first().ok_or_else(|| LookupError::card_count("a hit", 1, 0))?;
        let deck = self.roll.deck;
        let shelter = Shelter { prone: self.shelter.prone && !self.near, ..self.shelter.clone() };
        let place = match &self.called {
            Some(called) => called_location(deck, card, called, self.modifiers, &shelter),
            None => location(deck, card, self.modifiers, &shelter, options),
        };
        let mut hit = HitAnswer {
            location: place,
            damage: None,
            cards: cards.to_vec(),
            dice: None,
            wanted: 0,
        };
        if hit.location.missed_prone || hit.location.hits_hostage {
            spare.extend(&cards[1..]);
            spare.extend(self.strength_cards(Some(card)));
            return Ok(hit);
        }
        let mut question = self.damage(card, &hit.location);
        let (used, wanted) = question.needs(cards, options)?;
        spare.extend(&cards[used..]);
        hit.cards.truncate(used);
        if wanted > 0 {
            let by_steps = question.strength(cards, options)?.map(|roll| {
                let CheckDice { level, die } = roll.dice.dice;
                EffectDice { row: level, die }
            });
            (hit.wanted, hit.dice) = (wanted, question.dice(options)?.or(by_steps));
            return Ok(hit);
        }
        // Follow-up cards of Strength that were not needed.
        let strength = question.strength(&cards[..used], options)?;
        let read =
            strength.map(|roll| Ok::<_, Fi3Error>(roll.cards.len() - 1 + roll.follow_ups_read()?));
        let read = read.transpose()?;
        if let (Some(read), Some(strength)) = (read, question.blow.strength_mut()) {
            spare.extend(strength.then.drain(read.min(strength.then.len())..));
        }
        let damage = question.read(&cards[..used], options)?;
        let unread = damage.strength.is_none();
        spare.extend(self.strength_cards(Some(card)).filter(|_| unread));
        hit.damage = Some(damage);
        Ok(hit)
    }

    fn damage(&self, card: CardNumber, place: &LocationAnswer) -> DamageQuestion<'_> {
        let deck = self.roll.deck;
        let cover = if place.hits_cover { self.cover } else { 0 };
        let (armour, behind) = if cover > 0 { (cover, self.armour) } else { (self.armour, 0) };
        let strength = |dice: TraitDice| match &self.strength_cards {
            None => Roll::new(deck, dice, card),
            Some(draw) => Roll { then: draw.then().to_vec(), ..Roll::new(deck, dice, draw.card()) },
        };
        DamageQuestion {
            deck,
            blow: match self.arm {
                Arm::Shot(dice) => Blow::Dice(dice),
                Arm::Weapon(dice, own) => Blow::Weapon { dice, strength: strength(own) },
                Arm::Unarmed(own) => Blow::Unarmed { strength: strength(own) },
            },
            extra_dice: place.extra_dice.saturating_add(self.area_dice),
            barrier: (armour > 0).then_some(Barrier {
                armour,
                behind,
                penetration: self.penetration,
            }),
            size: self.size,
            harm: self.harm,
        }
    }
}
