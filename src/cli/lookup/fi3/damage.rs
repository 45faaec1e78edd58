//! `lookup fi3 damage 34 '(2)6' --strength 11:2d8 --extra 1 --armour 1`.

use crate::diagnostic::Problems;
use crate::dice::EffectDice;
use crate::rules::fi3::{Blow, DamageAnswer, DamageQuestion, Roll};
use crate::rules::{Harm, Size};
use clap::Args;

use super::armour::BarrierArgs;
use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, with further ones such as 34+11 for dice that do not fit on one
    #[arg(value_name = "CARDS", allow_negative_numbers = true)]
    cards: String,
    /// Damage dice, such as '(3)6'; bare hands when left out
    #[arg(value_name = "DICE", required_unless_present = "strength")]
    dice: Option<String>,
    /// The Strength behind a blow: dice such as 2d8, read on the same card, or CARDS:DICE
    #[arg(long, value_name = "DICE")]
    strength: Option<String>,
    /// Dice added: 1 for vitals, 2 for the head, those of a weapon that spreads
    #[arg(long, value_name = "DICE", default_value = "0", allow_hyphen_values = true)]
    extra: String,
    #[command(flatten)]
    barrier: BarrierArgs,
    /// The target's Size; a human has 6
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: String,
    /// It takes the wind: 3 for each full Size, and half the wounds
    #[arg(long)]
    brawling: bool,
}

impl Typed {
    /// Wounds and wind.
    pub fn answer(&self, setting: &Setting) -> Result<DamageAnswer, Problems> {
        let mut meaning = setting.meaning();
        let cards = meaning.card_list(&self.cards);
        let dice = match &self.dice {
            None => Some(None),
            Some(text) => meaning.damage_dice(text).map(Some),
        };
        let strength = match &self.strength {
            None => Some(None),
            Some(text) if text.contains(':') => {
                meaning.short_roll(setting, text, "Strength").map(Some)
            }
            Some(text) => {
                let dice = meaning.trait_dice(setting, text);
                let card = cards.as_deref().and_then(|cards| cards.first().copied());
                dice.zip(card).map(|(dice, card)| Some(Roll::new(&setting.deck, dice, card)))
            }
        };
        let extra_dice = meaning.number(&self.extra, "number of dice", 0..=99);
        let barrier = self.barrier.meant(&mut meaning);
        let size: Option<Size> = meaning.of(&self.size);
        let rest = extra_dice.zip(barrier).zip(size);
        let (((cards, dice), strength), ((extra_dice, barrier), size)) =
            meaning.settled(cards.zip(dice).zip(strength).zip(rest))?;
        let Some(blow) = blow(dice, strength) else {
            let mut meaning = setting.meaning();
            let missing = meaning.missing("what strikes", "damage dice, or --strength");
            return meaning.settled(missing);
        };
        let question = DamageQuestion {
            deck: &setting.deck,
            blow,
            extra_dice,
            barrier: (barrier.armour > 0).then_some(barrier),
            size,
            harm: if self.brawling { Harm::Brawling } else { Harm::Deadly },
        };
        told(question.read(&cards, &setting.fi3_options))
    }
}

fn blow<'d>(dice: Option<EffectDice>, strength: Option<Roll<'d>>) -> Option<Blow<'d>> {
    Some(match (dice, strength) {
        (Some(dice), Some(strength)) => Blow::Weapon { dice, strength },
        (Some(dice), None) => Blow::Dice(dice),
        (None, Some(strength)) => Blow::Unarmed { strength },
        (None, None) => return None,
    })
}
