//! `--target 'dell: distance 12, size 3, dodge 2, cover 3 torso legs'`: a target of a fan that is not
//! like the others.

use std::fmt;

use crate::cli::lookup::prelude::*;
use crate::rules::CLOSE_M;
use crate::rules::{
    Attack, Cover, Dodging, FanTarget, Forced, Options, Place, RangedSituation, Size,
};

/// The word for one target.
#[derive(Debug)]
pub struct TargetWord;

/// What is its own; anything left out is as for the others.
#[derive(Clone, Debug, Default)]
pub struct OwnTarget {
    text: String,
    /// Its name.
    pub name: String,
    distance_m: Option<u16>,
    size: Option<Size>,
    dodging: Option<Dodging>,
    cover: Option<Cover>,
    prone: bool,
    unseen: bool,
}

impl fmt::Display for OwnTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Argument for TargetWord {
    type Value = OwnTarget;

    fn read(text: &str, _: &str) -> Result<OwnTarget, Problem> {
        const ACCEPTED: &str = "NAME: with distance METRES, size SIZE, dodge SCORE [standing], \
                                cover AV PLACE…, prone, unseen, parted by commas";
        let unread = || unread(text, ACCEPTED);
        let (name, parts) = described(text).ok_or_else(unread)?;
        let mut target =
            OwnTarget { text: text.to_owned(), name: name.to_owned(), ..OwnTarget::default() };
        for words in parts {
            match &words[..] {
                ["distance", metres] => {
                    target.distance_m = Some(metres.parse().map_err(|_| unread())?);
                }
                ["size", size] => {
                    target.size = Some(size.parse().map_err(|_| unread())?);
                }
                ["dodge", score] => {
                    target.dodging = Some(dodging(score, false).ok_or_else(unread)?)
                }
                ["dodge", score, "standing"] => {
                    target.dodging = Some(dodging(score, true).ok_or_else(unread)?);
                }
                ["cover", armour, places @ ..] if !places.is_empty() => {
                    let armour = armour.parse().map_err(|_| unread())?;
                    target.cover = Some(Cover { armour, locations: named(places)? });
                }
                ["prone"] => target.prone = true,
                ["unseen"] => target.unseen = true,
                _ => return Err(unread()),
            }
        }
        Ok(target)
    }
}

/// The name of a target and what is its own, each part in words: `dell: distance 12, prone`.
pub fn described(text: &str) -> Option<(&str, impl Iterator<Item = Vec<&str>>)> {
    let (name, rest) = text.split_once(':')?;
    Some((name.trim(), rest.split(',').map(|part| part.split_whitespace().collect())))
}

/// The fault of a target that is not described so.
pub fn unread(text: &str, accepted: &str) -> Problem {
    Problem::coded("argument.value", format!("target {text:?} cannot be read")).accepts(accepted)
}

fn dodging(score: &str, stands: bool) -> Option<Dodging> {
    Some(Dodging { score: score.parse().ok()?, stands })
}

/// Places of one word or two, such as `torso left leg`.
pub fn named(words: &[&str]) -> Result<Vec<Place>, Problem> {
    let mut places = Vec::new();
    let mut rest = words;
    while let [word, further @ ..] = rest {
        let both = further.first().map(|next| format!("{word} {next}").parse::<Place>());
        match both {
            Some(Ok(place)) => {
                places.push(place);
                rest = &further[1..];
            }
            _ => {
                places.push(word.parse().map_err(Problem::from)?);
                rest = further;
            }
        }
    }
    Ok(places)
}

impl OwnTarget {
    /// The target as the fan meets it: `situation` and `attack` are those of the others, and `moves`
    /// says what moves a hit at its distance.
    pub fn beside<'d>(
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
            cover: self.cover.clone().or(attack.cover.clone()),
            scatter_increments: attack.scatter_increments.map(|_| situation.increments(options)),
            ..attack.clone()
        });
        Ok(FanTarget { name: self.name.clone(), base, attack })
    }
}
