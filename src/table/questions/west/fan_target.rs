//! A target of a fan that differs from the others: `dell: distance 12, size 3, dodge 2, cover 3 torso legs`.

use crate::table::questions::prelude::*;
use crate::table::questions::targets::{described, parse_places, unread_target};
use crate::table::rules::{
    Attack, CLOSE_M, Cover, Dodging, FanTarget, Forced, Options, RangedSituation, Size,
};

/// What differs for one target. Anything left out is as for the others.
#[derive(Clone, Debug, Default)]
pub struct TargetSituation {
    /// Its name.
    pub name: String,
    distance_m: Option<u16>,
    size: Option<Size>,
    dodging: Option<Dodging>,
    cover: Option<Cover>,
    prone: bool,
    unseen: bool,
}

impl ArgType for TargetSituation {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, _: &str, _: &Setting) -> Result<Self, Problem> {
        const ACCEPTED: &str = "NAME: with distance METRES, size SIZE, dodge SCORE [standing], \
                                cover AV PLACE…, prone, unseen, separated by commas";
        let unread = || unread_target(text, ACCEPTED);
        let dodging = |score: &str, stands| {
            let score = score.parse().map_err(|_| unread())?;
            Ok::<_, Problem>(Some(Dodging { score, stands }))
        };
        let (name, parts) = described(text).ok_or_else(unread)?;
        let mut target = Self { name: name.to_owned(), ..Self::default() };
        for words in parts {
            match &words[..] {
                ["distance", metres] => {
                    target.distance_m = Some(metres.parse().map_err(|_| unread())?);
                }
                ["size", size] => target.size = Some(size.parse().map_err(|_| unread())?),
                ["dodge", score] => target.dodging = dodging(score, false)?,
                ["dodge", score, "standing"] => target.dodging = dodging(score, true)?,
                ["cover", armour, places @ ..] if !places.is_empty() => {
                    let armour = armour.parse().map_err(|_| unread())?;
                    target.cover = Some(Cover { armour, locations: parse_places(places)? });
                }
                ["prone"] => target.prone = true,
                ["unseen"] => target.unseen = true,
                _ => return Err(unread()),
            }
        }
        Ok(target)
    }
}

impl TargetSituation {
    /// The target of the fan: `situation` and `attack` are those of the others, and `moves` gives what moves a
    /// hit at its distance.
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
            dodging: self.dodging.or(situation.dodging),
            unseen_behind_cover: self.unseen || situation.unseen_behind_cover,
            ..situation.clone()
        };
        let base = situation.account(options);
        let forced = moves(situation.distance_m)?;
        let attack = attack.map(|attack| Attack {
            account: base.clone(),
            size: situation.size,
            forced,
            prone: self.prone || attack.prone,
            near: situation.distance_m <= CLOSE_M,
            dodging: situation.dodging.is_some(),
            cover: self.cover.clone().or_else(|| attack.cover.clone()),
            scatter_increments: attack.scatter_increments.map(|_| situation.increments(options)),
            ..attack.clone()
        });
        Ok(FanTarget { name: self.name.clone(), base, attack })
    }
}
