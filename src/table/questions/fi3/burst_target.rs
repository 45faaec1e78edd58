//! The targets of a burst: `ann=34:3d10:6:34,7+12`, and targets with other properties.

use crate::deck::CardNumber;
use crate::table::lookup::Draw;
use crate::table::questions::cards::chain_text;
use crate::table::questions::context::cards_of;
use crate::table::questions::prelude::*;
use crate::table::questions::targets::{OwnParts, TargetDifference, split_participant};
use crate::table::rules::fi3::{Attack, Shooting, TraitDice};

/// A target with its part of the burst.
#[derive(Clone, Debug)]
pub struct BurstTarget {
    /// Its name.
    pub name: String,
    /// The card of the roll, and follow-up cards.
    pub card: Chain,
    /// Its dice.
    pub dice: TraitDice,
    /// The dice, or the name of a skill, as written.
    dice_text: String,
    /// The number of shots at it.
    pub shots: u16,
    /// The cards of each hit.
    pub hits: Vec<Chain>,
}

impl ArgType for BurstTarget {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, name: &str, setting: &Setting) -> Result<Self, Problem> {
        let unread = || {
            Problem::coded("argument.value", format!("{text:?} is not a target of a burst"))
                .accepts("NAME=CARD:DICE:SHOTS such as ann=34:3d10:6")
        };
        let (who, parts) = split_participant(text).ok_or_else(unread)?;
        let &[card, dice, shots, ref hits @ ..] = &parts[..] else { return Err(unread()) };
        let hits = match hits {
            [] => Vec::new(),
            [hits] => hits.split(',').map(str::parse).collect::<Result<_, _>>()?,
            _ => return Err(unread()),
        };
        Ok(Self {
            name: who.to_owned(),
            card: card.parse()?,
            dice: <TraitDice as ArgType>::parse(dice, name, setting)?,
            dice_text: dice.to_owned(),
            shots: Number::<u16, 1, 9999>::parse(shots, "number of shots", setting)?,
            hits,
        })
    }
}

impl BurstTarget {
    /// The text of the same target with these cards.
    pub fn text_with(&self, draw: &Draw, hits: &[Vec<CardNumber>]) -> String {
        let Self { name, dice_text, shots, .. } = self;
        let card = chain_text(&cards_of(draw));
        let hits: Vec<String> = hits.iter().map(|cards| chain_text(cards)).collect();
        let hits = if hits.is_empty() { String::new() } else { format!(":{}", hits.join(",")) };
        format!("{name}={card}:{dice_text}:{shots}{hits}")
    }
}

/// The properties of a target that exist for bursts only.
#[derive(Clone, Debug, Default)]
pub struct BurstParts {
    defence: Option<i64>,
    armour: Option<u8>,
}

impl OwnParts for BurstParts {
    const ACCEPTED: &str = "NAME: with distance METRES, size SIZE, defence TOTAL, cover LEVEL \
                            PLACE…, armour LEVEL, prone, concealed, separated by commas";
    const HIDDEN: &str = "concealed";

    fn read(&mut self, words: &[&str]) -> Option<()> {
        match words {
            ["defence" | "defense", total] => self.defence = Some(total.parse().ok()?),
            ["armour" | "armor", level] => self.armour = Some(level.parse().ok()?),
            _ => return None,
        }
        Some(())
    }
}

impl TargetDifference<BurstParts> {
    /// The situation of the shots at it; `shooting` is that of the other targets.
    pub fn shooting(&self, shooting: Shooting) -> Shooting {
        Shooting {
            distance_m: self.distance_m.unwrap_or(shooting.distance_m),
            size: self.size.unwrap_or(shooting.size),
            defence: self.own.defence.or(shooting.defence),
            concealed: self.hidden || shooting.concealed,
            ..shooting
        }
    }

    /// Changes `attack`, which has the properties of the other targets, to those of this one.
    pub fn apply(&self, attack: &mut Attack<'_>) {
        attack.shelter.prone |= self.prone;
        attack.armour = self.own.armour.unwrap_or(attack.armour);
        if let Some((level, places)) = &self.cover {
            attack.cover = *level;
            attack.shelter.covered.clone_from(places);
        }
    }
}
