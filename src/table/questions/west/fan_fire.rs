//! `attack fan 3d10 34 10 targets angus,crony distance 3 weapon "example revolver"`

use super::attack::SingleShotFields;
use super::hit::DiscardFields;
use super::target_number::DistanceFields;
use crate::table::lookup::Draw;
use crate::table::questions::prelude::*;
use crate::table::questions::targets::{OwnParts, TargetDifference};
use crate::table::rules::{
    Aim, Attack, Attempt, Attribute, CLOSE_M, Cover, Dodging, FanFire, FanTarget, Forced, Options,
    RangedSituation, Reliability, Weapon,
};

fields! {
    /// Resolves the shots of a fanned revolver.
    pub struct FanQuestion {
        /// The shooter's skill, such as 3d10
        dice: Arg<Skill> = positional().fact(Fact::Skill),
        /// The cards drawn, one for each shot, with follow-ups such as 34+11
        cards: List<Chain> = positional().required(),
        /// The target of each shot in the order declared
        targets: List<String> = value("NAME,…").required(),
        /// A target with other properties than the rest, by name: 'dell: distance 12, size 3, dodge 2,
        /// cover 3 torso legs'
        target: List<TargetDifference<FanParts>> = value("TARGET").unsplit(),
        /// The distance.
        distance: DistanceFields,
        /// What a single shot has.
        shot: SingleShotFields,
        /// The discard pile.
        discard: DiscardFields,
        /// The advanced rule "pushing the limit": the revolver's reliability is one worse
        pushing: Flag,
    }
}

impl Question for FanQuestion {
    const NAME: &'static str = "attack fan";
    const HELP: &'static str = "Resolve the shots of a fanned revolver";
    const EXAMPLES: [&'static str; 2] = [
        "3d10 34 37 targets angus,crony distance 3 weapon \"example revolver\"",
        "2d10 34 targets angus distance 3 weapon \"example revolver\" pushing",
    ];
    const SKILLS: &'static [&'static str] = &["shooting"];
    const DEMAND: Demand = Demand::Action;
    const PARTS: &'static [Part] = &[Part::Effect, Part::Hit, Part::Failure, Part::Unintended];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let draws = at.chains(&self.cards, self.targets.len())?;
        let fan = self.fan(at, &draws)?;
        answered(fan.answer(&draws, &at.setting.rules.west))
    }

    fn shots(&self) -> u16 {
        u16::try_from(self.targets.len()).unwrap_or(u16::MAX)
    }
}

impl FanQuestion {
    fn fan<'d>(&self, at: &mut Context<'d, '_>, draws: &[Draw]) -> Result<FanFire<'d>, Problems> {
        let options = &at.setting.rules.west;
        let pool = at.pool(self.dice.get())?;
        let weapon = self.shot.weapon();
        let weapon = weapon.as_ref();
        let situation = self.shot.situation(self.distance.get(), at.setting, weapon);
        let (mut situation, ()) = all((situation, check_can_be_fanned(at.setting, weapon)))?;
        if situation.aim != Aim::Snap {
            return refuse("a fan is never aimed", "aim snap");
        }
        // The fan adds the snap-shot penalty to each shot itself.
        let snap_penalty = std::mem::take(&mut situation.snap_penalty);
        let moves = |distance_m| self.shot.moves(weapon, distance_m);
        moves(situation.distance_m)?;
        let has_damage = weapon.is_some() || self.shot.hit.has_damage();
        let attack = match draws.first().filter(|_| has_damage) {
            // The cards of each shot replace these.
            Some(first) => {
                let attempt = Attempt::new(pool, first.clone());
                let hit = self.shot.hit_at(situation.distance_m, at.deck(), at.setting, weapon);
                let (discarded, hit) = all((self.discard.cards(at), hit))?;
                Some(self.shot.attack(&situation, hit, at.setting, attempt, discarded))
            }
            None => None,
        };
        let attack = if self.pushing.get() { Some(pushed(attack)?) } else { attack };
        let (targets, own) = (self.targets.get(), self.target.get());
        if let Some(unknown) = own.iter().find(|own| !targets.contains(&own.name)) {
            let message = format!("the fan has no target {:?}", unknown.name);
            return refuse(message, targets.join(", "));
        }
        let own = own.iter().map(|own| own.resolve(&situation, attack.as_ref(), options, moves));
        let apart = each(own)?;
        let base = situation.account(options);
        Ok(FanFire { pool, base, snap_penalty, targets, attack, apart })
    }
}

/// The attack with a revolver that is one step less reliable.
fn pushed(attack: Option<Attack<'_>>) -> Result<Attack<'_>, Problems> {
    match attack {
        Some(mut attack) if attack.weapon.reliability.is_some() => {
            attack.weapon.reliability = attack.weapon.reliability.map(Reliability::worse);
            Ok(attack)
        }
        _ => missing("the reliability that pushing worsens", "--weapon, or --dmg and --rel"),
    }
}

/// Checks that a weapon is a single-action revolver; others cannot be fanned (Conflict, "Fan
/// Firing").
fn check_can_be_fanned(setting: &Setting, weapon: Option<&Weapon>) -> Result<(), Problems> {
    let can = |weapon: &&Weapon| weapon.has(Attribute::Revolver);
    match weapon {
        Some(weapon) if !can(&weapon) => {
            let revolvers = setting.weapons().iter().filter(can);
            let names: Vec<&str> = revolvers.map(|weapon| weapon.name.as_str()).collect();
            let message = format!("{} is not a revolver and cannot be fanned", weapon.name);
            refuse(message, format!("a revolver: {}", names.join(", ")))
        }
        _ => Ok(()),
    }
}

/// The properties of a target that exist for fans only.
#[derive(Clone, Debug, Default)]
pub struct FanParts {
    dodging: Option<Dodging>,
}

impl OwnParts for FanParts {
    const ACCEPTED: &str = "NAME: with distance METRES, size SIZE, dodge SCORE [standing], \
                            cover AV PLACE…, prone, unseen, separated by commas";
    const HIDDEN: &str = "unseen";

    fn read(&mut self, words: &[&str]) -> Option<()> {
        let (score, stands) = match words {
            ["dodge", score] => (score, false),
            ["dodge", score, "standing"] => (score, true),
            _ => return None,
        };
        self.dodging = Some(Dodging { score: score.parse().ok()?, stands });
        Some(())
    }
}

impl TargetDifference<FanParts> {
    /// The target of the fan: `situation` and `attack` are those of the other targets, and `moves`
    /// returns the location modifiers at its distance.
    pub fn resolve<'d>(
        &self,
        situation: &RangedSituation,
        attack: Option<&Attack<'d>>,
        options: &Options,
        moves: impl Fn(u16) -> Result<Forced, Problems>,
    ) -> Result<FanTarget<'d>, Problems> {
        let situation = RangedSituation {
            distance_m: self.distance_m.unwrap_or(situation.distance_m),
            size: self.size.unwrap_or(situation.size),
            dodging: self.own.dodging.or(situation.dodging),
            unseen_behind_cover: self.hidden || situation.unseen_behind_cover,
            ..situation.clone()
        };
        let base = situation.account(options);
        let forced = moves(situation.distance_m)?;
        let cover = self.cover.clone();
        let cover = cover.map(|(armour, locations)| Cover { armour: armour.into(), locations });
        let attack = attack.map(|attack| Attack {
            account: base.clone(),
            size: situation.size,
            forced,
            prone: self.prone || attack.prone,
            near: situation.distance_m <= CLOSE_M,
            dodging: situation.dodging.is_some(),
            cover: cover.clone().or_else(|| attack.cover.clone()),
            scatter_increments: attack.scatter_increments.map(|_| situation.increments(options)),
            ..attack.clone()
        });
        Ok(FanTarget { name: self.name.clone(), base, attack })
    }
}
