//! `attack burst ann=34:3d10:6 ben=11:2d10:4 damage 3d6 distance 8 increment 10`

use super::burst_target::{BurstParts, BurstTarget};
use super::dice::{DamageDice, roll_with};
use super::hit::{TargetFields, complete};
use super::roll::StateFields;
use super::shot::ShootingFields;
use crate::deck::CardNumber;
use crate::table::lookup::Draw;
use crate::table::questions::context::cards_of;
use crate::table::questions::prelude::*;
use crate::table::questions::targets::TargetDifference;
use crate::table::rules::fi3::{Burst, Fire, Shooting};

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
