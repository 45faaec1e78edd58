//! From damage dice to wounds and wind (seed 000, "Armor", "Cover penetration", "Rolling damage",
//! "Hand to hand damage", "Brawling", "Recovery").

use serde::Serialize;

use crate::deck::{CardNumber, Deck};
use crate::dice::{CheckDice, EffectDice};
use crate::lookup::{Answer, LookupError};

use super::super::{ArmourPenetration, Damage, Harm, Options, Size, hurt};
use super::{Roll, RollAnswer, Sum, SumAnswer, lowered, unarmed};

/// What the damage dice have to go through: armour worn, or cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Barrier {
    /// Its Armour rating.
    pub armour: u8,
    /// The weapon's penetration; none for what no rating is known of, which armour then only
    /// weakens.
    pub penetration: Option<u8>,
}

/// What a barrier makes of damage dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ArmourAnswer {
    /// The dice before.
    pub dice: EffectDice,
    /// The barrier.
    pub barrier: Barrier,
    /// Whether the shot is deflected: its penetration is below the armour.
    pub deflected: bool,
    /// The die steps taken off.
    pub levels: u8,
    /// The dice that pass; none when nothing does.
    pub passes: Option<EffectDice>,
}

impl Barrier {
    /// Lowers the type of the dice by one step for each level of armour.
    ///
    /// # Errors
    /// [`LookupError::DamageDie`] for dice that damage is not counted in.
    pub fn stops(self, dice: EffectDice, options: &Options) -> Result<ArmourAnswer, LookupError> {
        let deflected = self.penetration.is_some_and(|penetration| penetration < self.armour);
        let over =
            self.penetration.map_or(0, |penetration| penetration.saturating_sub(self.armour));
        let levels = match options.armour_penetration {
            ArmourPenetration::Plain => self.armour,
            ArmourPenetration::Reduced => self.armour.saturating_sub(over),
        };
        let die = lowered(dice.die, levels)?.filter(|_| !deflected);
        let passes = die.map(|die| EffectDice { die, ..dice });
        Ok(ArmourAnswer { dice, barrier: self, deflected, levels, passes })
    }
}

impl Answer for ArmourAnswer {
    const KIND: &'static str = "fi3-armour";

    fn explanation(&self) -> Vec<String> {
        let Barrier { armour, penetration } = self.barrier;
        let penetration =
            penetration.map(|pen| format!(" at penetration {pen}")).unwrap_or_default();
        vec![match (self.deflected, self.passes) {
            (true, _) => format!("{}{penetration} against Armour {armour}: deflected", self.dice),
            (_, Some(dice)) => {
                format!("{}{penetration} behind Armour {armour} reads {dice}", self.dice)
            }
            (_, None) => {
                format!("{}{penetration} behind Armour {armour}: below d4, stopped", self.dice)
            }
        }]
    }
}

/// What strikes.
#[derive(Clone, Debug)]
pub enum Blow<'d> {
    /// A shot, a blast, anything whose dice are all its damage.
    Dice(EffectDice),
    /// A weapon in the hand: a Strength roll is added, at most as much as the weapon deals.
    Weapon {
        /// The weapon's dice.
        dice: EffectDice,
        /// The attacker's Strength, and the cards for it.
        strength: Roll<'d>,
    },
    /// Bare hands: the Strength roll with half its die.
    Unarmed {
        /// The attacker's Strength, and the cards for it.
        strength: Roll<'d>,
    },
}

/// Damage to be read off cards.
#[derive(Clone, Debug)]
pub struct DamageQuestion<'d> {
    /// The deck.
    pub deck: &'d Deck,
    /// What strikes.
    pub blow: Blow<'d>,
    /// Dice added: those of the location, and of a weapon that spreads. Bare hands add them to
    /// their Strength roll, as far as a card goes.
    pub extra_dice: u8,
    /// Armour or cover in between.
    pub barrier: Option<Barrier>,
    /// The target's Size.
    pub size: Size,
    /// How it hurts: deadly, or brawling.
    pub harm: Harm,
}

/// The Strength behind a blow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StrengthAnswer {
    /// The roll.
    pub roll: RollAnswer,
    /// What of it counts.
    pub counted: u32,
}

/// What the cards say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DamageAnswer {
    /// What the barrier makes of the dice; none without one.
    pub armour: Option<ArmourAnswer>,
    /// The damage dice; none for bare hands, or when nothing passes.
    pub sum: Option<SumAnswer>,
    /// The Strength behind it.
    pub strength: Option<StrengthAnswer>,
    /// All damage.
    pub total: u32,
    /// The target's Size.
    pub size: Size,
    /// How it hurts.
    pub harm: Harm,
    /// Wounds for each full Size. A brawl makes half as many, and 3 wind for each full Size.
    pub wounds: u32,
    /// Wind that brawling takes at once.
    pub wind: u32,
    /// Dice of wind to draw for, after chips have cancelled wounds: one for each wound, at least
    /// one for a hit that did nothing else.
    pub wind_dice: u32,
}

impl DamageQuestion<'_> {
    /// The dice that are added up once barrier and extra dice are counted; none when none are.
    ///
    /// # Errors
    /// [`LookupError::DamageDie`], where there is a barrier, for dice that damage is not counted in.
    pub fn dice(&self, options: &Options) -> Result<Option<EffectDice>, LookupError> {
        let stopped = self.stopped(options)?;
        let own = self.own_dice();
        Ok(own.and_then(|own| stopped.map_or(Some(own), |armour| armour.passes)))
    }

    /// The dice before any barrier; none for bare hands.
    fn own_dice(&self) -> Option<EffectDice> {
        let (Blow::Dice(dice) | Blow::Weapon { dice, .. }) = &self.blow else { return None };
        Some(EffectDice { row: dice.row.saturating_add(self.extra_dice), ..*dice })
    }

    fn stopped(&self, options: &Options) -> Result<Option<ArmourAnswer>, LookupError> {
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

    /// Reads the cards: `cards` for the damage dice, the Strength roll's own for Strength.
    ///
    /// # Errors
    /// As [`Sum::read`], [`Roll::read`] and [`Barrier::stops`].
    pub fn read(
        &self,
        cards: &[CardNumber],
        options: &Options,
    ) -> Result<DamageAnswer, LookupError> {
        let armour = self.stopped(options)?;
        let dice = self.dice(options)?;
        let sum = dice.map(|dice| Sum::new(self.deck, dice)?.read(cards)).transpose()?;
        let weapon = sum.as_ref().map_or(0, |sum| sum.total);
        let strength = match &self.blow {
            Blow::Dice(_) => None,
            // What stops the weapon stops the arm behind it.
            Blow::Weapon { .. } if dice.is_none() => None,
            Blow::Weapon { strength, .. } => {
                let roll = strength.read(options)?;
                let counted = points(&roll).min(weapon);
                Some(StrengthAnswer { roll, counted })
            }
            Blow::Unarmed { strength } => {
                let die = match &armour {
                    None => Some(unarmed(strength.dice).dice.die),
                    Some(armour) => armour.passes.map(|dice| dice.die),
                };
                die.map(|die| {
                    // A card has no more dice than rows; a stronger arm keeps its own.
                    let own = strength.dice.dice.level;
                    let rows = self.deck.layout().cause.rows.max(own);
                    let level = own.saturating_add(self.extra_dice).min(rows);
                    let dice = CheckDice { level, die }.into();
                    let roll = Roll { dice, ..strength.clone() }.read(options)?;
                    Ok(StrengthAnswer { counted: points(&roll), roll })
                })
                .transpose()?
            }
        };
        let total = weapon.saturating_add(strength.as_ref().map_or(0, |s| s.counted));
        let Damage { wounds, concussion } = hurt(total, self.size, self.harm, options);
        // The later rules count what is left of a deadly effect; the dice edition draws wind.
        let wind = if self.harm == Harm::Deadly { 0 } else { concussion };
        let reached = sum.is_some() || strength.is_some();
        let wind_dice = match (reached, self.harm) {
            (false, _) => 0,
            (_, Harm::Deadly) => wounds.max(1),
            (_, _) => u32::from(wind == 0),
        };
        let (size, harm) = (self.size, self.harm);
        Ok(DamageAnswer { armour, sum, strength, total, size, harm, wounds, wind, wind_dice })
    }
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
            lines.push(format!("{} points of Strength count", strength.counted));
        }
        if self.sum.is_none() && self.strength.is_none() {
            lines.push("nothing passes".to_owned());
            return lines;
        }
        let wounds = match self.wounds {
            0 => "no wound".to_owned(),
            1 => "1 wound".to_owned(),
            wounds => format!("{wounds} wounds"),
        };
        let wind = match (self.wind, self.wind_dice) {
            (0, dice) => format!("then wind ({dice})6"),
            (wind, _) => format!("{wind} wind"),
        };
        lines.push(format!("{} against Size {}: {wounds}, {wind}", self.total, self.size));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::samples::{card, deck};
    use crate::rules::fi3::samples::{options, roll};

    fn through(dice: &str, armour: u8, penetration: Option<u8>, options: &Options) -> String {
        let answer = Barrier { armour, penetration }.stops(dice.parse().unwrap(), options).unwrap();
        answer.passes.map_or_else(|| "nothing".to_owned(), |dice| dice.to_string())
    }

    #[test]
    fn three_d8_behind_armour_1_read_three_d6() {
        assert_eq!("(3)6", through("(3)8", 1, None, &options()));
        assert_eq!("nothing", through("(3)8", 3, None, &options()));
    }

    #[test]
    fn penetration_2_loses_a_step_to_armour_1_and_a_pistol_all_to_armour_2() {
        assert_eq!("(3)4", through("(3)6", 1, Some(2), &options()));
        assert_eq!("nothing", through("(3)6", 2, Some(2), &options()));
        assert_eq!("(3)4", through("(3)8", 2, Some(2), &options()));
        assert_eq!("nothing", through("(3)8", 2, Some(1), &options()));
        // The rule before the examples takes a level off for each point of penetration above it.
        let reduced = Options { armour_penetration: ArmourPenetration::Reduced, ..options() };
        assert_eq!("(3)6", through("(3)6", 1, Some(2), &reduced));
        assert_eq!("nothing", through("(3)6", 2, Some(2), &reduced));
    }

    fn ask(blow: Blow<'_>, deck: &Deck, barrier: Option<Barrier>, harm: Harm) -> DamageAnswer {
        let question =
            DamageQuestion { deck, blow, extra_dice: 0, barrier, size: Size::HUMAN, harm };
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
        let barrier = Some(Barrier { armour: 2, penetration: None });
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
        let barrier = Some(Barrier { armour: 2, penetration: None });
        assert_eq!(0, ask(blow("(2)6"), &deck, barrier, Harm::Deadly).total);
    }

    #[test]
    fn bare_hands_deal_the_strength_roll_with_half_the_die() {
        let deck = deck();
        let blow = || Blow::Unarmed { strength: roll(&deck, "2d12+6", 34) };
        let d8 = roll(&deck, "2d8", 34).read(&options()).unwrap();
        assert_eq!(points(&d8), ask(blow(), &deck, None, Harm::Brawling).total);
        let barrier = |armour| Some(Barrier { armour, penetration: None });
        let d4 = roll(&deck, "2d4", 34).read(&options()).unwrap();
        assert_eq!(points(&d4), ask(blow(), &deck, barrier(2), Harm::Brawling).total);
        assert!(ask(blow(), &deck, barrier(3), Harm::Brawling).strength.is_none());
    }
}
