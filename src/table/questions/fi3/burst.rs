//! `attack burst ann=34:3d10:6 ben=11:2d10:4 damage 3d6 distance 8 increment 10`

use super::dice::{DamageDice, roll_with};
use super::hit::{TargetFields, complete};
use super::roll::StateFields;
use super::shot::ShootingFields;
use crate::deck::CardNumber;
use crate::table::lookup::Draw;
use crate::table::questions::cards::chain_text;
use crate::table::questions::context::cards_of;
use crate::table::questions::prelude::*;
use crate::table::questions::targets::{OwnParts, TargetDifference, split_participant};
use crate::table::rules::fi3::{Attack, Burst, Fire, Shooting, TraitDice};

fields! {
    /// Resolves a burst at several targets.
    pub struct BurstQuestion {
        /// All targets: name, card, dice and shots, such as ann=34:3d10:6 ben=11:2d10:4. The dice are
        /// split among them. The cards of the hits may follow, one for each, such as ann=34:3d10:6:34,7
        targets: List<BurstTarget> = positional().value("NAME=CARD:DICE:SHOTS").required(),
        /// A target with other properties than the rest, by name: 'ben: distance 12, size 3, defence 9, cover 2
        /// guts legs, armour 1, prone, concealed'
        target: List<TargetDifference<BurstParts>> = value("TARGET").unsplit(),
        /// Damage dice, such as 3d6 or '(3)6'
        damage: Arg<DamageDice> = value("DICE"),
        /// The situation.
        range: ShootingFields,
        /// What a hit meets.
        met: TargetFields,
        /// What weakens the roll.
        state: StateFields,
    }
}

impl Question for BurstQuestion {
    const NAME: &'static str = "attack burst";
    const HELP: &'static str = "Resolve a burst at several targets, each with its shots and dice";
    const EXAMPLES: [&'static str; 2] = [
        "ann=34:3d10:6 ben=11:2d10:4 damage 3d6 distance 8 increment 10",
        "ann=34:2d10:5 ben=12:2d10:5 damage 3d6 distance 5 increment 9",
    ];
    const DEMAND: Demand = Demand::Action;
    const PARTS: &'static [Part] = &[Part::Effect, Part::Hit];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (targets, situations) = (self.targets.get(), self.target.get());
        let is_target = |it: &&TargetDifference<BurstParts>| {
            targets.iter().any(|target| target.name == it.name)
        };
        if let Some(stranger) = situations.iter().find(|it| !is_target(it)) {
            let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
            let message = format!("the burst has no target {:?}", stranger.name);
            return refuse(message, names.join(", "));
        }
        let extra_targets = u8::try_from(targets.len().saturating_sub(1)).unwrap_or(u8::MAX);
        // All targets get their cards before further cards are drawn for hits.
        let mut drawn = Vec::new();
        for target in &targets {
            drawn.push(draw(at, target)?);
        }
        let (mut parts, mut texts) = (Vec::new(), Vec::new());
        for (target, (draw, hits)) in targets.iter().zip(drawn) {
            let own = situations.iter().find(|own| own.name == target.name);
            let fire = Fire::Automatic { shots: target.shots, extra_targets };
            let shooting = Shooting { fire, ..self.range.get() };
            let shot = self.range.spread(match own {
                Some(own) => own.shooting(shooting),
                None => shooting,
            })?;
            let mut roll = self.state.weaken(roll_with(at.deck(), target.dice, &draw));
            roll.dice.dice.level = roll.dice.dice.level.saturating_add(shot.1.shooting);
            let kind = self.range.kind(at.setting, &shot, self.damage.get());
            let mut attack = self.met.attack(roll, kind);
            own.into_iter().for_each(|own| own.apply(&mut attack));
            attack.hit_cards = hits;
            complete(at, &mut attack)?;
            texts.push(target.text_with(&draw, &attack.hit_cards));
            parts.push((target.name.clone(), attack));
        }
        at.note(self.targets.field(), texts);
        answered(Burst { parts }.answer(&at.setting.rules.fi3))
    }

    fn shots(&self) -> u16 {
        self.targets.get().iter().map(|target| target.shots).fold(0, u16::saturating_add)
    }
}

/// The cards of the roll at a target, and the given cards of its hits.
fn draw(
    at: &mut Context<'_, '_>,
    target: &BurstTarget,
) -> Result<(Draw, Vec<Vec<CardNumber>>), Problems> {
    let draw = at.draw_chain(&target.card);
    let hits = each(target.hits.iter().map(|hit| at.draw_given(hit, CardUse::OfHit)));
    let (draw, hits) = all((draw, hits))?;
    Ok((draw, hits.iter().map(cards_of).collect()))
}

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
            [hits] => {
                let chain = |hit| Chain::parse(hit, name, setting);
                hits.split(',').map(chain).collect::<Result<_, _>>()?
            }
            _ => return Err(unread()),
        };
        Ok(Self {
            name: who.to_owned(),
            card: Chain::parse(card, name, setting)?,
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
