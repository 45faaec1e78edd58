//! Dice in the notation of the dice edition.

use crate::dice::{CheckDice, Die, EffectDice, normalized};
use crate::table::lookup::{DeckView, Draw};
use crate::table::questions::args::Opt;
use crate::table::questions::cards::chain_text;
use crate::table::questions::context::cards_of;
use crate::table::questions::prelude::*;
use crate::table::rules::fi3::{Chip, Roll, TraitDice};

choice! {
    Chip {
        "white" => Chip::White, "";
        "red" => Chip::Red, "";
        "blue" => Chip::Blue, "";
    }
}

/// Dice that are summed: `3d6` as in the text of the dice edition, or `(3)6` as in the later rules.
#[derive(Debug)]
pub struct DamageDice;

impl ArgType for DamageDice {
    type Value = EffectDice;
    const KIND: FieldKind = FieldKind::Cell;

    fn parse(text: &str, name: &str, setting: &Setting) -> Result<EffectDice, Problem> {
        match text.parse::<CheckDice>() {
            Ok(CheckDice { level, die }) => Ok(EffectDice { row: level, die }),
            Err(_) => <EffectDice as ArgType>::parse(text, name, setting),
        }
    }
}

/// The die of a trait: `d6` or `2d6`, or `d12+2` above the human norm, which counts as 14.
#[derive(Debug)]
pub struct TraitDie;

impl ArgType for TraitDie {
    type Value = Die;
    const KIND: FieldKind = FieldKind::Die;

    fn parse(text: &str, name: &str, _: &Setting) -> Result<Die, Problem> {
        let plain = normalized(text);
        let dice = match plain.strip_prefix('d') {
            Some(sides) => format!("1d{sides}").parse::<TraitDice>(),
            None => text.parse(),
        };
        let sides = dice.map(|dice| dice.dice.die.sides().saturating_add(dice.bonus.into()));
        sides.ok().and_then(Die::new).ok_or_else(|| {
            Problem::coded("argument.value", format!("{name} {text:?} is not a die of a trait"))
                .accepts("d4 to d12, or above the norm d12+2, d12+4 and so on")
        })
    }
}

/// A secondary roll: its dice, and its cards if given.
#[derive(Clone, Debug)]
pub struct SideRoll {
    /// The cards, if given.
    pub cards: Option<Chain>,
    /// The dice.
    pub dice: TraitDice,
    /// The dice, or the name of a trait or skill, as written.
    dice_text: String,
}

impl SideRoll {
    fn read(text: &str, name: &str, setting: &Setting) -> Result<Self, Problem> {
        let (cards, dice_text) = match text.split_once(':') {
            Some((cards, dice)) => (Some(Chain::parse(cards, name, setting)?), dice.trim()),
            None => (None, text),
        };
        let dice = <TraitDice as ArgType>::parse(dice_text, name, setting)?;
        Ok(Self { cards, dice, dice_text: dice_text.to_owned() })
    }

    /// The text of the same dice with these cards.
    pub fn text_with(&self, draw: &Draw) -> String {
        format!("{}:{}", chain_text(&cards_of(draw)), self.dice_text)
    }
}

/// `CARDS:DICE` such as `34+11:2d8`; missing cards are drawn.
impl ArgType for SideRoll {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, name: &str, setting: &Setting) -> Result<Self, Problem> {
        Self::read(text, name, setting)
    }
}

/// The Strength roll of a blow: dice that are read on the card of the blow, or `CARDS:DICE`.
#[derive(Debug)]
pub struct StrengthRoll;

impl ArgType for StrengthRoll {
    type Value = SideRoll;
    const KIND: FieldKind = FieldKind::Dice;

    fn parse(text: &str, name: &str, setting: &Setting) -> Result<SideRoll, Problem> {
        SideRoll::read(text, name, setting)
    }
}

/// The roll of these dice with this card and its follow-up cards.
pub fn roll_with<'d>(deck: DeckView<'d>, dice: TraitDice, draw: &Draw) -> Roll<'d> {
    Roll { then: draw.then().to_vec(), ..Roll::new(deck, dice, draw.card()) }
}

/// A secondary roll with the cards drawn for it.
pub fn draw_side_roll<'d>(
    at: &mut Context<'d, '_>,
    side: &SideRoll,
    field: &'static Field,
) -> Result<Roll<'d>, Problems> {
    let left_out = Chain { card: CardRef::Usual, then: Vec::new() };
    let draw = at.draw_chain(side.cards.as_ref().unwrap_or(&left_out))?;
    at.note(field, vec![side.text_with(&draw)]);
    Ok(roll_with(at.deck(), side.dice, &draw))
}

/// As [`draw_side_roll`], for an optional field.
pub fn side_roll<'d>(
    at: &mut Context<'d, '_>,
    arg: &Opt<SideRoll>,
) -> Result<Option<Roll<'d>>, Problems> {
    let side = arg.get();
    side.map(|side| draw_side_roll(at, &side, arg.field())).transpose()
}
