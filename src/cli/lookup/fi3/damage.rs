//! `lookup fi3 read damage 34 '(2)6' --strength 11:2d8 --extra 1 --armour 1`.

use std::fmt;

use super::armour::BarrierArgs;
use super::roll::{DamageDice, Side, SideRoll};
use crate::cli::lookup::dice::{Dice, DiceOrName};
use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
use crate::dice::EffectDice;
use crate::lookup::Draw;
use crate::rules::fi3::{Blow, DamageQuestion, Roll, TraitDice};
use crate::rules::{Harm, Size};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, with further ones such as 34+11 for dice that do not fit on one
    #[arg(value_name = "CARDS", allow_negative_numbers = true)]
    cards: Parsed<Chain>,
    /// Damage dice, such as 3d6 or '(3)6'; bare hands when left out
    #[arg(value_name = "DICE", required_unless_present = "strength")]
    dice: Option<Parsed<DamageDice>>,
    /// The Strength behind a blow: dice such as 2d8, read on the same card, or CARDS:DICE
    #[arg(long, value_name = "DICE")]
    strength: Option<Parsed<StrengthRoll>>,
    /// Dice added: 1 for vitals, 2 for the head, those of a weapon that spreads
    #[arg(long, value_name = "DICE", default_value = "0", allow_hyphen_values = true)]
    extra: Number<u8, 0, 99>,
    #[command(flatten)]
    #[serde(flatten)]
    barrier: BarrierArgs,
    /// The target's Size; a human has 6
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: Parsed<Size>,
    /// It takes the wind: 3 for each full Size, and half the wounds, as bare hands do by default
    #[arg(long)]
    brawling: bool,
    /// Bare hands wound as a weapon does
    #[arg(long, conflicts_with = "brawling")]
    deadly: bool,
}

/// Dice read on the card of the damage, or a roll of its own.
#[derive(Debug)]
pub struct StrengthRoll;

/// What was typed for it.
#[derive(Clone, Debug)]
pub enum Strength {
    /// Dice on the card of the damage.
    SameCard(DiceOrName<TraitDice>),
    /// A roll of its own, which may begin with that card.
    Own(Side),
}

impl Strength {
    /// The dice.
    pub fn dice(&self, setting: &Setting) -> Result<TraitDice, Problems> {
        match self {
            Self::Own(side) => side.dice(setting),
            Self::SameCard(dice) => setting.trait_dice(dice),
        }
    }

    /// The cards where they are not that of the hit alone.
    pub fn cards(&mut self, at: &mut Context<'_, '_>) -> Result<Option<Draw>, Problems> {
        match self {
            Self::Own(side) => side.beside(at).map(Some),
            Self::SameCard(_) => Ok(None),
        }
    }

    /// The same dice on these cards.
    pub fn of(&self, draw: &Draw) -> Self {
        let dice = match self {
            Self::Own(side) => side.dice_text().to_owned(),
            Self::SameCard(dice) => dice.to_string(),
        };
        Self::Own(Side::of(draw, &dice))
    }
}

impl Argument for StrengthRoll {
    type Value = Strength;

    fn read(text: &str, name: &str) -> Result<Strength, Problem> {
        match text.contains(':') {
            true => SideRoll::read(text, name).map(Strength::Own),
            false => Dice::read(text, name).map(Strength::SameCard),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameCard(dice) => dice.fmt(f),
            Self::Own(side) => side.fmt(f),
        }
    }
}

/// Wounds and wind.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let cards = at.chained_of(&mut self.cards, 1, |_| false);
        let strength = self.strength(at, cards.as_ref().ok().and_then(|cards| cards.first()));
        let rest = all((self.extra.get(), self.barrier.get(), self.size.get()));
        let (cards, dice, strength, rest) = all((cards, self.dice.get(), strength, rest))?;
        let (extra_dice, barrier, size) = rest;
        let blow = blow(dice, strength)?;
        let harm = match (self.brawling, self.deadly) {
            (true, _) => Harm::Brawling,
            (_, true) => Harm::Deadly,
            _ => blow.usual_harm(),
        };
        let question = DamageQuestion {
            deck: &at.setting.deck,
            blow,
            extra_dice,
            barrier: (barrier.armour > 0).then_some(barrier),
            size,
            harm,
        };
        let options = &at.setting.rules.fi3;
        let needed =
            |cards: &[CardNumber]| told(question.needs(cards, options)).map(|(_, more)| more);
        let cards = at.and_needed(&mut self.cards, cards, needed)?;
        said(question.read(&cards, options))
    }
}

impl Typed {
    fn strength<'d>(
        &mut self,
        at: &mut Context<'d, '_>,
        card: Option<&CardNumber>,
    ) -> Result<Option<Roll<'d>>, Problems> {
        let Some(typed) = &mut self.strength else { return Ok(None) };
        match typed.get()? {
            Strength::Own(mut side) => {
                let roll = side.resolve(at)?;
                typed.set(Strength::Own(side));
                Ok(Some(roll))
            }
            Strength::SameCard(dice) => {
                let dice = at.setting.trait_dice(&dice)?;
                Ok(card.map(|card| Roll::new(&at.setting.deck, dice, *card)))
            }
        }
    }
}

fn blow<'d>(dice: Option<EffectDice>, strength: Option<Roll<'d>>) -> Result<Blow<'d>, Problems> {
    match (dice, strength) {
        (Some(dice), Some(strength)) => Ok(Blow::Weapon { dice, strength }),
        (Some(dice), None) => Ok(Blow::Dice(dice)),
        (None, Some(strength)) => Ok(Blow::Unarmed { strength }),
        (None, None) => missing("what strikes", "damage dice, or --strength"),
    }
}
