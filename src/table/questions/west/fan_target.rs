//! A target of a fan with other properties: `dell: distance 12, size 3, dodge 2, cover 3 torso
//! legs`.

use crate::table::questions::prelude::*;
use crate::table::questions::targets::{OwnParts, TargetDifference};
use crate::table::rules::{
    Attack, CLOSE_M, Cover, Dodging, FanTarget, Forced, Options, RangedSituation,
};

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
