//! Events that the resolution card of a success must also show.

use crate::deck::CardNumber;
use crate::dice::{DiceKind, Probability};
use crate::table::lookup::{BumpDivisor, DeckView, EffectCell};
use crate::table::rules::{Forced, Harm, Options, Place, Size, hurt, location_damage_bumps};
use crate::validate::effect_dice;
use num_traits::{One, Zero};

use super::dice::{hit_ladder, sum_at_least};

/// A condition on one card; all parts must hold.
#[derive(Clone, Debug, Default)]
pub struct Event<'d> {
    /// An effect cell and the minimum magnitude.
    pub effect: Option<(EffectCell<'d>, u32)>,
    /// The required hit.
    pub hit: Option<HitEvent<'d>>,
}

/// A required hit.
#[derive(Clone, Debug, Default)]
pub struct HitEvent<'d> {
    /// The place; any if `None`.
    pub location: Option<Place>,
    /// Modifiers of the hit that always apply.
    pub forced: Forced,
    /// The bump divisor, if the check's bumps are spent on moving the hit; otherwise none.
    pub bumps: Option<BumpDivisor>,
    /// The minimum of wounds; damage bumps of head and vitals count.
    pub wounds: Option<WoundsDealt<'d>>,
}

/// A minimum number of wounds.
#[derive(Clone, Copy, Debug)]
pub struct WoundsDealt<'d> {
    cell: EffectCell<'d>,
    bumps: u8,
    least: u32,
    /// The lowest effect that deals them; none if no effect does.
    effect: Option<u32>,
}

/// The lowest effect that meets a condition that is monotonic in the effect; none if no effect
/// does.
pub(super) fn first_effect(enough: impl Fn(u32) -> bool) -> Option<u32> {
    let (mut low, mut high) = (0, u32::MAX);
    while low < high {
        let middle = low + (high - low) / 2;
        if enough(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    enough(low).then_some(low)
}

impl<'d> WoundsDealt<'d> {
    /// At least `least` wounds by a weapon's DMG cell with this number of damage bumps, on a target
    /// of this Size.
    pub fn new(
        least: u32,
        cell: EffectCell<'d>,
        bumps: u8,
        (size, harm): (Size, Harm),
        options: &Options,
    ) -> Self {
        let effect = first_effect(|effect| hurt(effect, size, harm, options).wounds >= least);
        Self { cell, bumps, least, effect }
    }

    /// The cell that counts at a location.
    fn cell_at(&self, location: &str) -> EffectCell<'d> {
        let bumps = self.bumps.saturating_add(location_damage_bumps(location));
        self.cell.moved(bumps.into())
    }
}

impl HitEvent<'_> {
    /// The bumps that the check must have left for the hit on this card; none if bumps are not
    /// enough.
    fn bumps_needed(&self, deck: DeckView<'_>, card: CardNumber) -> Option<u32> {
        let face = deck.card(card);
        let last = face.hit().len().checked_sub(1)?;
        let standard = i32::try_from(face.standard_hit()?).ok()?;
        let entry = standard.saturating_sub(self.forced.steps_up()).clamp(0, last as i32) as usize;
        let wanted = |place: usize| self.wants(&face.hit()[place], card);
        let places = (0..=last).filter(|&place| place == entry || self.bumps.is_some());
        let needed = places.filter(|&place| wanted(place)).map(|place| place.abs_diff(entry)).min();
        needed.map(|entries| entries as u32)
    }

    fn wants(&self, location: &str, card: CardNumber) -> bool {
        self.location.as_ref().is_none_or(|wanted| wanted.covers(location))
            && self.wounds.as_ref().is_none_or(|wounds| {
                let magnitude = wounds.cell_at(location).magnitude(card);
                wounds.effect.is_some_and(|effect| magnitude >= effect)
            })
    }

    /// The chance with dice: one d20 for the location, a sum of the deck's dice for the damage.
    fn with_dice(&self, deck: DeckView<'_>, kind: DiceKind) -> Option<Probability> {
        // With dice a raise moves the hit by one of twenty, which is not comparable.
        if self.bumps.is_some() {
            return None;
        }
        let ladder = hit_ladder(deck)?;
        let mut sum = Probability::zero();
        for pip in 1..=20 {
            let location = ladder(pip + 2 * self.forced.steps_up());
            if self.location.as_ref().is_some_and(|wanted| !wanted.covers(location)) {
                continue;
            }
            sum += match &self.wounds {
                None => Probability::one(),
                Some(WoundsDealt { effect: None, .. }) => Probability::zero(),
                Some(wounds @ WoundsDealt { effect: Some(effect), .. }) => {
                    sum_at_least(wounds.cell_at(location).dice(), kind, *effect)?
                }
            };
        }
        Some(sum / Probability::from_integer(20.into()))
    }
}

impl Event<'_> {
    /// The margin above the target number that is needed for the event on this card, so that there
    /// are enough bumps; none if it does not hold.
    pub fn margin_needed<'d>(
        &self,
        deck: impl Into<DeckView<'d>>,
        card: CardNumber,
    ) -> Option<u32> {
        let deck = deck.into();
        let effect =
            self.effect.as_ref().is_none_or(|(cell, least)| cell.magnitude(card) >= *least);
        let bumps = match &self.hit {
            None => 0,
            Some(hit) => hit.bumps_needed(deck, card)?,
        };
        let divisor = self.hit.as_ref().and_then(|hit| hit.bumps).unwrap_or_default();
        effect.then(|| bumps * divisor.get())
    }

    /// The chance that dice, rolled separately from the check, show the event; none if dice are not
    /// defined for it.
    pub(super) fn with_dice(&self, deck: DeckView<'_>) -> Option<Probability> {
        let kind = effect_dice(deck.deck());
        let effect = match &self.effect {
            None => Probability::one(),
            Some((cell, least)) => sum_at_least(cell.dice(), kind, *least)?,
        };
        let hit = match &self.hit {
            None => Probability::one(),
            Some(hit) => hit.with_dice(deck, kind)?,
        };
        Some(effect * hit)
    }

    /// Whether the event depends on the sum of dice.
    pub(super) fn sums_dice(&self) -> bool {
        self.effect.is_some() || self.hit.as_ref().is_some_and(|hit| hit.wounds.is_some())
    }

    /// `(3)6 at least 12 and location belly`
    pub(super) fn describe(&self) -> Option<String> {
        let mut parts = Vec::new();
        if let Some((cell, least)) = &self.effect {
            parts.push(format!("{} at least {least}", cell.dice()));
        }
        if let Some(hit) = &self.hit {
            if let Some(wounds) = &hit.wounds {
                let noun = if wounds.least == 1 { "wound" } else { "wounds" };
                parts.push(format!("{} or more {noun} of {}", wounds.least, wounds.cell.dice()));
            }
            if let Some(location) = &hit.location {
                parts.push(format!("location {}", location.name()));
            }
            if hit.bumps.is_some() {
                parts.push("bumps spent on it".to_owned());
            }
        }
        (!parts.is_empty()).then(|| parts.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::table::lookup::samples::deck;

    #[test]
    fn wounds_are_dealt_from_the_first_effect_that_gives_them() {
        let deck = deck();
        let cell = EffectCell::new(&deck, "(3)6".parse().unwrap()).unwrap();
        let least = |wounds, harm| {
            let options = Options::default();
            WoundsDealt::new(wounds, cell, 0, (Size::HUMAN, harm), &options).effect
        };
        assert_eq!(Some(12), least(2, Harm::Deadly));
        assert_eq!(Some(24), least(2, Harm::Brawling));
        assert_eq!(Some(0), least(0, Harm::Deadly));
        assert_eq!(None, least(u32::MAX, Harm::Impact));
    }

    #[test]
    fn bumps_that_may_be_spent_reach_the_whole_stack() {
        let deck = deck();
        let hit = |location: &str, bumps| HitEvent {
            location: Some(location.parse().unwrap()),
            bumps,
            ..HitEvent::default()
        };
        for card in CardNumbers::POKER.iter() {
            let face = deck.card(card);
            let standard = face.standard_hit().unwrap();
            for (place, location) in face.hit.iter().enumerate() {
                let needed =
                    hit(location, Some(BumpDivisor::Four)).bumps_needed((&deck).into(), card);
                assert!(needed.unwrap() <= place.abs_diff(standard) as u32);
                let without = hit(location, None).bumps_needed((&deck).into(), card);
                assert_eq!(*location == face.hit[standard], without == Some(0));
            }
        }
    }

    #[test]
    fn locations_of_dice_add_up_to_one() {
        let deck = deck();
        let mut locations: Vec<&String> = deck.cards().iter().flat_map(|card| &card.hit).collect();
        locations.sort();
        locations.dedup();
        for punch in [false, true] {
            let forced = Forced { punch, ..Forced::default() };
            let sum: Probability = locations
                .iter()
                .map(|location| {
                    let location = Some(location.parse().unwrap());
                    let hit = HitEvent { location, forced, ..HitEvent::default() };
                    hit.with_dice((&deck).into(), DiceKind::OpenEnded).unwrap()
                })
                .fold(Probability::zero(), |sum, chance| sum + chance);
            assert_eq!(Probability::one(), sum);
        }
    }
}
