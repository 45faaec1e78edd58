//! Fanning a single-action revolver (Conflict, "Fan Firing"): shots and targets are declared before
//! the first card; each shot has its own card and bumps.

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, DealtDamage, Draw, Pool};
use crate::wording::part_of;

use super::{
    Attack, AttackAnswer, Attempt, CheckResult, Options, RulesError, TestedAttempt, TnAccount,
};

/// A declared series of shots.
#[derive(Clone, Debug)]
pub struct FanFire<'d> {
    /// The shooter's skill.
    pub pool: Pool<'d>,
    /// The target number of a single shot with the weapon, without aim and fan penalties.
    pub base: TnAccount,
    /// The weapon's snap-shot penalty, which always counts: a fanned shot is never aimed.
    pub snap_penalty: u8,
    /// The target of each shot by name, in declared order.
    pub targets: Vec<String>,
    /// The attack of each shot; its attempt and target number are replaced by those of the shot.
    /// None if only the number of hits is wanted.
    pub attack: Option<Attack<'d>>,
    /// Targets with their own distance, Size, dodge or cover.
    pub apart: Vec<FanTarget<'d>>,
}

/// A target whose distance or other properties differ from [`FanFire::base`].
#[derive(Clone, Debug)]
pub struct FanTarget<'d> {
    /// Its name.
    pub name: String,
    /// Replaces [`FanFire::base`] for this target.
    pub base: TnAccount,
    /// Replaces [`FanFire::attack`] for this target.
    pub attack: Option<Attack<'d>>,
}

/// One shot.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct FanShot {
    /// Its target.
    pub target: String,
    /// Its check.
    pub test: TestedAttempt,
    /// The result of the attack, from location to unintended targets, if it was included.
    pub attack: Option<AttackAnswer>,
}

/// The results of all shots.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct FanFireAnswer {
    /// The shots in order.
    pub shots: Vec<FanShot>,
    /// The number of hits.
    pub hits: u16,
}

impl<'d> FanFire<'d> {
    /// The target with this name, if its properties differ.
    fn apart(&self, target: &str) -> Option<&FanTarget<'d>> {
        self.apart.iter().find(|apart| apart.name == target)
    }

    /// The target numbers of the shots in order. Shot i is i harder, and the t-th different target
    /// adds t − 1.
    pub fn accounts(&self) -> Vec<TnAccount> {
        let mut seen: Vec<&str> = Vec::new();
        (1..)
            .zip(&self.targets)
            .map(|(shot, target)| {
                let ordinal = seen.iter().position(|name| name == target).unwrap_or_else(|| {
                    seen.push(target);
                    seen.len() - 1
                });
                self.apart(target)
                    .map_or(&self.base, |apart| &apart.base)
                    .clone()
                    .with("snap shot", i32::from(self.snap_penalty))
                    .with(format!("shot {shot} of a fan"), shot)
                    .with("for further targets", ordinal as i32)
            })
            .collect()
    }

    /// Reads one draw for each shot.
    ///
    /// # Errors
    /// [`RulesError::ShotCount`] if the number of draws is not the number of shots,
    /// [`RulesError::Lookup`] if two shots use the same card; otherwise as [`Attempt::test`].
    pub fn answer(&self, draws: &[Draw], options: &Options) -> Result<FanFireAnswer, RulesError> {
        if draws.len() != self.targets.len() {
            let (given, declared) = (draws.len(), self.targets.len());
            return Err(RulesError::ShotCount { given, declared });
        }
        for (place, draw) in draws.iter().enumerate() {
            draws[..place].iter().try_for_each(|before| before.apart_from(draw))?;
        }
        let shots = self
            .accounts()
            .into_iter()
            .zip(&self.targets)
            .zip(draws)
            .map(|((account, target), draw)| {
                let attempt = Attempt::new(self.pool, draw.clone());
                let test = attempt.test(account.clone(), options)?;
                let attack = match self.apart(target) {
                    Some(apart) => apart.attack.clone(),
                    None => self.attack.clone(),
                };
                let attack = match attack {
                    None => None,
                    Some(attack) => Some(Attack { attempt, account, ..attack }.answer(options)?),
                };
                Ok(FanShot { target: target.clone(), test, attack })
            })
            .collect::<Result<Vec<_>, RulesError>>()?;
        let hits = shots.iter().filter(|shot| shot.test.success()).count() as u16;
        Ok(FanFireAnswer { shots, hits })
    }
}

impl FanFireAnswer {
    /// `2 of 3 shots hit`
    fn shots_hit(&self) -> String {
        format!("{} hit", part_of(self.hits.into(), self.shots.len(), "shot"))
    }
}

impl Answer for FanFireAnswer {
    const KIND: &'static str = "fan-fire";

    /// `2 of 3 shots hit: angus left leg, 3 wounds, 2 CT; crony chest, 1 wound, 0 CT`
    fn verdict(&self) -> Option<String> {
        let reported: Vec<String> = self
            .shots
            .iter()
            .filter_map(|shot| {
                let attack = shot.attack.as_ref()?.verdict()?;
                Some(format!("{} {}", shot.target, attack.strip_prefix("hit: ")?))
            })
            .collect();
        let shots = self.shots_hit();
        Some(if reported.is_empty() { shots } else { format!("{shots}: {}", reported.join("; ")) })
    }

    fn account(&self) -> Option<String> {
        let accounts: Vec<String> = self
            .shots
            .iter()
            .map(|shot| format!("at {}: {}", shot.target, shot.test.account))
            .collect();
        Some(accounts.join("\n"))
    }

    fn is_open(&self) -> bool {
        self.shots.iter().any(|shot| shot.test.is_open())
    }

    fn deals(&self) -> Vec<DealtDamage> {
        let hit = |shot: &FanShot| {
            let dealt = shot.attack.iter().flat_map(Answer::deals);
            let target = Some(shot.target.clone());
            dealt.map(|dealt| DealtDamage { target: target.clone(), ..dealt }).collect::<Vec<_>>()
        };
        self.shots.iter().flat_map(hit).collect()
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, shot) in (1..).zip(&self.shots) {
            let end = if shot.test.success() { "hit" } else { "miss" };
            lines.push(format!("shot {number} at {}: {end}", shot.target));
            let reported = match &shot.attack {
                None => shot.test.explanation(),
                Some(attack) => attack.explanation(),
            };
            lines.extend(reported.into_iter().map(|line| format!("  {line}")));
        }
        lines.push(self.shots_hit());
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::TargetNumber;
    use crate::table::lookup::samples::deck;

    #[test]
    fn a_target_that_stands_elsewhere_has_a_number_of_its_own() {
        let deck = deck();
        let base = TnAccount::new(TargetNumber::STANDARD, "standard");
        // Dell is two increments farther away.
        let there = base.clone().with("range", 2);
        let fan = FanFire {
            pool: Pool::new(&deck, "3d10".parse().unwrap()).unwrap(),
            base,
            snap_penalty: 2,
            targets: ["rufus", "dell", "rufus"].map(str::to_owned).to_vec(),
            attack: None,
            apart: vec![FanTarget { name: "dell".to_owned(), base: there, attack: None }],
        };
        let numbers: Vec<i32> = fan.accounts().iter().map(|account| account.tn().get()).collect();
        assert_eq!(numbers, [8, 12, 10]);
    }
}
