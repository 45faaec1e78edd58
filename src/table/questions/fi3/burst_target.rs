//! The targets of a burst: `ann=34:3d10:6:34,7+12`, and how one differs from the others.

use crate::deck::CardNumber;
use crate::table::lookup::Draw;
use crate::table::questions::cards::chain_text;
use crate::table::questions::context::cards_of;
use crate::table::questions::prelude::*;
use crate::table::questions::targets::{described, parse_places, unread_target};
use crate::table::rules::fi3::{Attack, Shooting, TraitDice};
use crate::table::rules::{Place, Size};

/// A target with its part of the burst.
#[derive(Clone, Debug)]
pub struct BurstTarget {
    /// Its name.
    pub name: String,
    /// The card of the roll, and follow-up cards.
    pub card: Chain,
    /// Its dice.
    pub dice: TraitDice,
    /// The dice, or the name of a skill, as they were written.
    dice_text: String,
    /// The shots at it.
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
        let (who, rest) = text.split_once('=').ok_or_else(unread)?;
        let mut parts: Vec<&str> = rest.split(':').collect();
        // A card that is left out is drawn.
        if parts[0].contains('d') && parts[0] != "draw" {
            parts.insert(0, "");
        }
        let (&[card, dice, shots, ref hits @ ..], false) = (&parts[..], who.trim().is_empty())
        else {
            return Err(unread());
        };
        let hits = match hits {
            [] => Vec::new(),
            [hits] => hits.split(',').map(str::parse).collect::<Result<_, _>>()?,
            _ => return Err(unread()),
        };
        Ok(Self {
            name: who.trim().to_owned(),
            card: card.parse()?,
            dice: <TraitDice as ArgType>::parse(dice.trim(), name, setting)?,
            dice_text: dice.trim().to_owned(),
            shots: Number::<u16, 1, 9999>::parse(shots.trim(), "number of shots", setting)?,
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

/// What differs for one target: `ben: distance 12, size 3, cover 2 guts legs, prone`. Anything left out is as
/// for the others.
#[derive(Clone, Debug, Default)]
pub struct TargetSituation {
    /// Its name.
    pub name: String,
    distance_m: Option<u16>,
    size: Option<Size>,
    defence: Option<i64>,
    cover: Option<(u8, Vec<Place>)>,
    armour: Option<u8>,
    prone: bool,
    concealed: bool,
}

impl ArgType for TargetSituation {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, _: &str, _: &Setting) -> Result<Self, Problem> {
        const ACCEPTED: &str = "NAME: with distance METRES, size SIZE, defence TOTAL, cover LEVEL \
                                PLACE…, armour LEVEL, prone, concealed, separated by commas";
        let unread = || unread_target(text, ACCEPTED);
        let (name, parts) = described(text).ok_or_else(unread)?;
        let mut target = Self { name: name.to_owned(), ..Self::default() };
        for words in parts {
            match &words[..] {
                ["distance", metres] => {
                    target.distance_m = Some(metres.parse().map_err(|_| unread())?);
                }
                ["size", size] => target.size = Some(size.parse().map_err(|_| unread())?),
                ["defence" | "defense", total] => {
                    target.defence = Some(total.parse().map_err(|_| unread())?);
                }
                ["cover", level, places @ ..] if !places.is_empty() => {
                    let level = level.parse().map_err(|_| unread())?;
                    target.cover = Some((level, parse_places(places)?));
                }
                ["armour" | "armor", level] => {
                    target.armour = Some(level.parse().map_err(|_| unread())?);
                }
                ["prone"] => target.prone = true,
                ["concealed"] => target.concealed = true,
                _ => return Err(unread()),
            }
        }
        Ok(target)
    }
}

impl TargetSituation {
    /// The situation of the shots at it, where `shooting` is that of the others.
    pub fn shooting(&self, shooting: Shooting) -> Shooting {
        Shooting {
            distance_m: self.distance_m.unwrap_or(shooting.distance_m),
            size: self.size.unwrap_or(shooting.size),
            defence: self.defence.or(shooting.defence),
            concealed: self.concealed || shooting.concealed,
            ..shooting
        }
    }

    /// Changes what the shots at it meet, where `attack` meets what the others have.
    pub fn apply(&self, attack: &mut Attack<'_>) {
        attack.shelter.prone |= self.prone;
        attack.armour = self.armour.unwrap_or(attack.armour);
        if let Some((level, places)) = &self.cover {
            attack.cover = *level;
            attack.shelter.covered.clone_from(places);
        }
    }
}
