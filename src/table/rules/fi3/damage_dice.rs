//! From damage dice to wounds and wind (dice edition, "Armor", "Cover penetration", "Rolling damage",
//! "Hand to hand damage", "Brawling", "Recovery").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::{CheckDice, Die, EffectDice};
use crate::table::lookup::{Answer, DeckView, TargetNumber};
use crate::wording::{counted, plural_form};

use super::super::{DISABLING, Damage, Harm, Size, hurt};
use super::{
    ArmourAnswer, BareHands, Barrier, Fi3Error, Options, Roll, RollAnswer, Sum, SumAnswer,
    TraitDice, lowered, unarmed,
};
use crate::table::rules::fi3::roll::is_by_steps;

/// The source of damage.
#[derive(Clone, Debug)]
pub enum Blow<'d> {
    /// A shot or a blast: the dice are all the damage.
    Dice(EffectDice),
    /// A weapon in hand: a Strength roll is added, at most as much as the weapon deals.
    Weapon {
        /// The weapon's dice.
        dice: EffectDice,
        /// The attacker's Strength, and the cards for it.
        strength: Roll<'d>,
    },
    /// Bare hands: the Strength roll. Armour is compared with half its die.
    Unarmed {
        /// The attacker's Strength, and the cards for it.
        strength: Roll<'d>,
    },
}

impl<'d> Blow<'d> {
    /// The harm if a question does not set it: bare hands do not kill (dice edition, "Brawling").
    pub fn usual_harm(&self) -> Harm {
        match self {
            Self::Unarmed { .. } => Harm::Brawling,
            Self::Dice(_) | Self::Weapon { .. } => Harm::Deadly,
        }
    }

    /// The Strength roll of the blow, if it has one.
    pub(super) fn strength_mut(&mut self) -> Option<&mut Roll<'d>> {
        match self {
            Self::Dice(_) => None,
            Self::Weapon { strength, .. } | Self::Unarmed { strength } => Some(strength),
        }
    }
}

/// A damage reading.
#[derive(Clone, Debug)]
pub struct DamageQuestion<'d> {
    /// The deck.
    pub deck: DeckView<'d>,
    /// The source of damage.
    pub blow: Blow<'d>,
    /// Additional dice: those of the location, and of an area effect weapon. For bare hands they
    /// are added to the Strength roll, up to the number of rows of a card.
    pub extra_dice: u8,
    /// Armour or cover.
    pub barrier: Option<Barrier>,
    /// The target's Size.
    pub size: Size,
    /// The harm: deadly or brawling.
    pub harm: Harm,
}

/// The Strength roll of a blow.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct StrengthAnswer {
    /// The roll.
    pub roll: RollAnswer,
    /// The part of it that counts.
    pub counted: u32,
}

/// The result of a damage reading.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DamageAnswer {
    /// The effect of the barrier; none without one.
    pub armour: Option<ArmourAnswer>,
    /// The damage dice; none for bare hands, or if nothing passes.
    pub sum: Option<SumAnswer>,
    /// The Strength roll, if there is one.
    pub strength: Option<StrengthAnswer>,
    /// The sum of the damage.
    pub total: u32,
    /// The target's Size.
    pub size: Size,
    /// The harm.
    pub harm: Harm,
    /// One wound for each full Size. Brawling deals half as many, and 3 wind for each full Size.
    pub wounds: u32,
    /// The wind lost immediately from brawling.
    pub wind: u32,
    /// The number of dice of wind to draw for, after chips have cancelled wounds: one for each
    /// wound, at least one for a hit without other effect.
    pub wind_dice: u32,
    /// The number of the target's stun roll, by the wounds dealt; none if the target takes no
    /// damage.
    pub stun: Option<TargetNumber>,
}

impl<'d> DamageQuestion<'d> {
    /// The dice that are summed after barrier and extra dice; none for bare hands or if nothing
    /// passes.
    ///
    /// # Errors
    /// [`Fi3Error::DamageDie`] with a barrier, for a die that is not a damage die.
    pub fn dice(&self, options: &Options) -> Result<Option<EffectDice>, Fi3Error> {
        let stopped = self.stopped(options)?;
        let own = self.own_dice();
        Ok(own.and_then(|own| stopped.map_or(Some(own), |armour| armour.passes)))
    }

    /// The dice before the barrier; none for bare hands.
    fn own_dice(&self) -> Option<EffectDice> {
        let (Blow::Dice(dice) | Blow::Weapon { dice, .. }) = &self.blow else { return None };
        Some(EffectDice { row: dice.row.saturating_add(self.extra_dice), ..*dice })
    }

    fn stopped(&self, options: &Options) -> Result<Option<ArmourAnswer>, Fi3Error> {
        let dice = match (&self.blow, self.own_dice()) {
            (Blow::Unarmed { strength }, _) => {
                let CheckDice { level, die } = unarmed(strength.dice).dice;
                Some(EffectDice { row: level, die })
            }
            (_, dice) => dice,
        };
        let barrier = self.barrier.zip(dice);
        barrier.map(|(barrier, dice)| barrier.stops(dice, options)).transpose()
    }

    /// The number of these cards that the damage dice use, and the number still needed. If no dice
    /// are left, only the first card is used, for the location; the same holds for bare hands,
    /// whose Strength is read on it. Exception: a Strength roll with a d20 that has no column needs
    /// a card for each die.
    ///
    /// # Errors
    /// As [`Sum::new`] and [`Barrier::stops`].
    pub fn needs(
        &self,
        cards: &[CardNumber],
        options: &Options,
    ) -> Result<(usize, usize), Fi3Error> {
        if let Some(dice) = self.dice(options)? {
            return Ok(Sum::new(self.deck, dice)?.needs(cards));
        }
        let first = (cards.len().min(1), 0);
        let Some(roll) = self.strength(cards, options)? else { return Ok(first) };
        let is_on_these = roll.all_cards().all(|card| cards.contains(card));
        if !is_by_steps(self.deck, roll.dice.dice.die) || !is_on_these {
            return Ok(first);
        }
        let count = usize::from(roll.dice.dice.level);
        Ok(match count.checked_sub(cards.len()) {
            Some(wanted @ 1..) => (cards.len(), wanted),
            _ => (count + roll.follow_ups_read()?, 0),
        })
    }

    /// The Strength roll of bare hands; none if armour stops it.
    fn bare_handed(
        &self,
        strength: &Roll<'d>,
        armour: Option<&ArmourAnswer>,
        options: &Options,
    ) -> Result<Option<Roll<'d>>, Fi3Error> {
        let CheckDice { level: own, die } = strength.dice.dice;
        let levels = armour.map_or(0, |armour| armour.levels);
        let passes = armour.is_none_or(|armour| armour.passes.is_some());
        let (die, bonus) = match options.bare_hands {
            BareHands::Strength if levels == 0 => (die, strength.dice.bonus),
            // The lowest die is used if the bonus alone carries the blow through.
            BareHands::Strength => {
                let least = Die::new(4).unwrap_or(die);
                (lowered(die, levels)?.unwrap_or(least), strength.dice.bonus)
            }
            BareHands::HalfDie => {
                let half = unarmed(strength.dice).dice.die;
                (armour.and_then(|armour| armour.passes).map_or(half, |dice| dice.die), 0)
            }
        };
        if !passes {
            return Ok(None);
        }
        // The number of dice is limited to the rows of a card; a stronger character keeps its own
        // dice.
        let rows = self.deck.layout().cause.rows.max(own);
        let level = own.saturating_add(self.extra_dice).min(rows);
        let dice = TraitDice { dice: CheckDice { level, die }, bonus };
        Ok(Some(Roll { dice, ..strength.clone() }))
    }

    /// The roll of bare hands with one card for each die, if the die is a d20 without a column: the
    /// cards given for it, or those of the hit.
    fn with_a_card_a_die(&self, roll: Roll<'d>, hit: &[CardNumber]) -> Roll<'d> {
        if !is_by_steps(self.deck, roll.dice.dice.die) {
            return roll;
        }
        let own: Vec<CardNumber> = roll.cards.iter().chain(&roll.then).copied().collect();
        let cards = if Some(&own[..]) == hit.get(..1) { hit } else { &own };
        let (dice, then) = cards.split_at(cards.len().min(roll.dice.dice.level.into()));
        Roll { cards: dice.to_vec(), then: then.to_vec(), ..roll }
    }

    /// The Strength roll that counts for a hit with these cards; none for a shot, or if armour
    /// stops the blow.
    ///
    /// # Errors
    /// As [`Barrier::stops`].
    pub(super) fn strength(
        &self,
        hit: &[CardNumber],
        options: &Options,
    ) -> Result<Option<Roll<'d>>, Fi3Error> {
        match &self.blow {
            Blow::Dice(_) => Ok(None),
            // If the weapon is stopped, Strength does not count.
            Blow::Weapon { strength, .. } => {
                Ok(self.dice(options)?.is_some().then(|| strength.clone()))
            }
            Blow::Unarmed { strength } => {
                let roll = self.bare_handed(strength, self.stopped(options)?.as_ref(), options)?;
                Ok(roll.map(|roll| self.with_a_card_a_die(roll, hit)))
            }
        }
    }

    /// Reads `cards` for the damage dice, and the Strength roll's own cards for Strength.
    ///
    /// # Errors
    /// As [`Sum::read`], [`Roll::read`] and [`Barrier::stops`].
    pub fn read(&self, cards: &[CardNumber], options: &Options) -> Result<DamageAnswer, Fi3Error> {
        let armour = self.stopped(options)?;
        let dice = self.dice(options)?;
        let sum = dice.map(|dice| Sum::new(self.deck, dice)?.read(cards)).transpose()?;
        let weapon = sum.as_ref().map_or(0, |sum| sum.total);
        let most = if dice.is_some() { weapon } else { u32::MAX };
        let roll = self.strength(cards, options)?.map(|roll| roll.read(options)).transpose()?;
        let strength = roll.map(|roll| StrengthAnswer { counted: points(&roll).min(most), roll });
        let total = weapon.saturating_add(strength.as_ref().map_or(0, |s| s.counted));
        let Damage { wounds, concussion } = hurt(total, self.size, self.harm, &options.shared);
        // The later rules count the remainder of a deadly effect as CT; the dice edition draws for
        // wind.
        let wind = if self.harm == Harm::Deadly { 0 } else { concussion };
        let reached = sum.is_some() || strength.is_some();
        let wind_dice = match (reached, self.harm) {
            (false, _) => 0,
            (_, Harm::Deadly) => wounds.max(1),
            (_, _) => u32::from(wind == 0),
        };
        let dealt = wounds.min(u32::from(DISABLING)) as u8;
        let stun = reached.then(|| options.shared.wound_table.stun(dealt));
        let (size, harm) = (self.size, self.harm);
        Ok(DamageAnswer { armour, sum, strength, total, size, harm, wounds, wind, wind_dice, stun })
    }
}

/// `the target rolls Vigor against TN 7 or is stunned`
pub(super) fn stun_line(stun: TargetNumber) -> String {
    format!("the target rolls Vigor against TN {stun} or is stunned")
}

fn points(roll: &RollAnswer) -> u32 {
    u32::try_from(roll.total.unwrap_or(0)).unwrap_or(0)
}

impl Answer for DamageAnswer {
    const KIND: &'static str = "fi3-damage";

    fn explanation(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.armour.iter().flat_map(Answer::explanation).collect();
        lines.extend(self.sum.iter().flat_map(Answer::explanation));
        if let Some(strength) = &self.strength {
            let roll = strength.roll.explanation();
            lines.extend(roll.into_iter().map(|line| format!("Strength: {line}")));
            let points = counted(strength.counted as usize, "point");
            let verb = plural_form(strength.counted as usize, "counts", "count");
            lines.push(format!("{points} of Strength {verb}"));
        }
        if self.sum.is_none() && self.strength.is_none() {
            lines.push("nothing passes".to_owned());
            return lines;
        }
        let wounds = match self.wounds {
            0 => "no wound".to_owned(),
            wounds => counted(wounds as usize, "wound"),
        };
        let wind = match (self.wind, self.wind_dice) {
            (0, dice) => format!("then {dice}d6 of wind"),
            (wind, _) => format!("{wind} wind"),
        };
        lines.push(format!("{} against Size {}: {wounds}, {wind}", self.total, self.size));
        lines.extend(self.stun.map(stun_line));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::deck::Deck;
    use crate::table::lookup::samples::{card, deck};
    use crate::table::rules::fi3::samples::{options, roll};

    fn ask(blow: Blow<'_>, deck: &Deck, barrier: Option<Barrier>, harm: Harm) -> DamageAnswer {
        let question = DamageQuestion {
            deck: deck.into(),
            blow,
            extra_dice: 0,
            barrier,
            size: Size::HUMAN,
            harm,
        };
        question.read(&[card(34)], &options()).unwrap()
    }

    // Card 34, d6 effects: 3, 8, 12, 15, 21; d10 of the cause grid: 7, 10.

    #[test]
    fn a_wound_for_each_full_size_and_a_die_of_wind_for_each_wound() {
        let deck = deck();
        let dice = |text: &str| Blow::Dice(text.parse().unwrap());
        let deadly = ask(dice("(5)6"), &deck, None, Harm::Deadly);
        assert_eq!((21, 3, 0, 3), (deadly.total, deadly.wounds, deadly.wind, deadly.wind_dice));
        let grazed = ask(dice("(1)6"), &deck, None, Harm::Deadly);
        assert_eq!((3, 0, 1), (grazed.total, grazed.wounds, grazed.wind_dice));
        let brawl = ask(dice("(4)6"), &deck, None, Harm::Brawling);
        assert_eq!((15, 1, 6, 0), (brawl.total, brawl.wounds, brawl.wind, brawl.wind_dice));
        let barrier = Some(Barrier { armour: 2, behind: 0, penetration: None });
        let stopped = ask(dice("(5)6"), &deck, barrier, Harm::Deadly);
        assert_eq!((0, 0, 0), (stopped.total, stopped.wounds, stopped.wind_dice));
    }

    #[test]
    fn strength_counts_no_more_than_the_weapon_and_stops_with_it() {
        let deck = deck();
        let blow = |dice: &str| Blow::Weapon {
            dice: dice.parse().unwrap(),
            strength: roll(&deck, "1d10", 34),
        };
        // (1)6 is 3, Strength 7.
        assert_eq!(6, ask(blow("(1)6"), &deck, None, Harm::Deadly).total);
        assert_eq!(8 + 7, ask(blow("(2)6"), &deck, None, Harm::Deadly).total);
        let barrier = Some(Barrier { armour: 2, behind: 0, penetration: None });
        assert_eq!(0, ask(blow("(2)6"), &deck, barrier, Harm::Deadly).total);
    }

    #[test]
    fn bare_hands_deal_the_strength_roll_and_do_not_kill() {
        let deck = deck();
        let blow = || Blow::Unarmed { strength: roll(&deck, "2d12+6", 34) };
        assert_eq!(Harm::Brawling, blow().usual_harm());
        let whole = roll(&deck, "2d12+6", 34).read(&options()).unwrap();
        assert_eq!(points(&whole), ask(blow(), &deck, None, Harm::Brawling).total);
        // Card 34 shows 4 and 2 in the d4 column of Strength 2d8 halved, 8 in its own.
        let own = roll(&deck, "2d8", 34).read(&options()).unwrap();
        let eight = Blow::Unarmed { strength: roll(&deck, "2d8", 34) };
        assert_eq!(points(&own), ask(eight, &deck, None, Harm::Brawling).total);
    }

    #[test]
    fn armour_is_held_against_half_the_die_of_bare_hands() {
        let deck = deck();
        let blow = || Blow::Unarmed { strength: roll(&deck, "2d12+6", 34) };
        let barrier = |armour| Some(Barrier { armour, behind: 0, penetration: None });
        // The damage step is d8: two levels leave d4, three nothing. Strength loses as many steps.
        let lowered = roll(&deck, "2d8+6", 34).read(&options()).unwrap();
        assert_eq!(points(&lowered), ask(blow(), &deck, barrier(2), Harm::Brawling).total);
        assert!(ask(blow(), &deck, barrier(3), Harm::Brawling).strength.is_none());
    }

    #[test]
    fn half_the_die_is_rolled_where_the_table_plays_it_so() {
        let deck = deck();
        let half = Options { bare_hands: BareHands::HalfDie, ..options() };
        let total = |barrier| {
            let blow = Blow::Unarmed { strength: roll(&deck, "2d12+6", 34) };
            let harm = blow.usual_harm();
            let size = Size::HUMAN;
            let question =
                DamageQuestion { deck: (&deck).into(), blow, extra_dice: 0, barrier, size, harm };
            question.read(&[card(34)], &half).unwrap().total
        };
        let of = |dice| points(&roll(&deck, dice, 34).read(&half).unwrap());
        assert_eq!(of("2d8"), total(None));
        let barrier = Some(Barrier { armour: 2, behind: 0, penetration: None });
        assert_eq!(of("2d4"), total(barrier));
    }

    #[test]
    fn half_the_die_may_be_a_d20_read_by_the_hit_step() {
        let deck = deck();
        let half = Options { bare_hands: BareHands::HalfDie, ..options() };
        let step = |card: CardNumber| u32::from(deck.card(card).hit_step);
        let with = |wanted| CardNumbers::POKER.iter().find(|&card| step(card) == wanted).unwrap();
        let (three, nine, twenty) = (with(3), with(9), with(20));
        let question = |strength: &str, extra_dice, barrier, card: CardNumber| DamageQuestion {
            deck: (&deck).into(),
            blow: Blow::Unarmed { strength: roll(&deck, strength, card.get()) },
            extra_dice,
            barrier,
            size: Size::HUMAN,
            harm: Harm::Brawling,
        };
        let total = |question: &DamageQuestion<'_>, cards: &[CardNumber]| {
            assert_eq!((cards.len(), 0), question.needs(cards, &half).unwrap());
            question.read(cards, &half).unwrap().total
        };
        let one = question("1d12+28", 0, None, nine);
        assert_eq!(9, total(&one, &[nine]));
        assert_eq!((1, 0), one.needs(&[nine, three], &half).unwrap());
        // One card for each die; the highest counts, and a 20 draws one more.
        let two = question("2d12+28", 0, None, three);
        assert_eq!((1, 1), two.needs(&[three], &half).unwrap());
        assert_eq!(9, total(&two, &[three, nine]));
        assert_eq!(23, total(&question("1d12+40", 0, None, twenty), &[twenty, three]));
        assert_eq!((1, 2), question("1d12+28", 2, None, nine).needs(&[nine], &half).unwrap());
        // Armour takes steps off the d20: one level leaves a d12, which has a column.
        let barrier = Some(Barrier { armour: 1, behind: 0, penetration: None });
        let d12 = points(&roll(&deck, "1d12", 9).read(&half).unwrap());
        assert_eq!(d12, total(&question("1d12+28", 0, barrier, card(9)), &[card(9)]));
    }
}
