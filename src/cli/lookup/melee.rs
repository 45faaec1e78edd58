//! `lookup attack blow N DICE --weapon NAME --skill 3`: a blow from Defense to damage.

use super::attempt::AttemptArgs;
use super::defense::DefenseArgs;
use super::hit::{BlowArgs, DiscardPileArgs, HitArgs, Kind};
use super::name::PlaceName;
use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
use crate::rules::{Attack, Attempt, Harm, Size};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    #[command(flatten)]
    #[serde(flatten)]
    blow: MeleeArgs,
    #[command(flatten)]
    #[serde(flatten)]
    discard: DiscardPileArgs,
}

/// What comes of the blow.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let discarded = self.discard.cards(at);
        let attack = self.blow.resolve(at.setting, attempt, discarded)?;
        said(attack.answer(&at.setting.rules.west))
    }
}

/// A blow but for its cards.
#[derive(Debug, Args, Serialize)]
pub struct MeleeArgs {
    #[command(flatten)]
    #[serde(flatten)]
    defense: DefenseArgs,
    #[command(flatten)]
    #[serde(flatten)]
    hit: HitArgs,
    #[command(flatten)]
    #[serde(flatten)]
    blow: BlowArgs,
    /// The target's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: Parsed<Size>,
    /// A place aimed at on purpose, such as head or "left hand"
    #[arg(long, value_name = "PLACE")]
    called: Option<PlaceName>,
}

impl MeleeArgs {
    /// The attack.
    ///
    /// # Errors
    /// Everything that is wrong with what was typed, with the cards too.
    pub fn resolve<'d>(
        &self,
        setting: &'d Setting,
        attempt: Result<Attempt<'d>, Problems>,
        discarded: Result<Vec<CardNumber>, Problems>,
    ) -> Result<Attack<'d>, Problems> {
        let weapon = setting.weapon_if(self.hit.weapon.as_ref());
        let weapon = weapon.and_then(|weapon| self.hit.in_blow(weapon));
        let target = all((self.size.get(), setting.called(self.called.as_ref())));
        let weapon = match weapon {
            Ok(weapon) => weapon,
            Err(unknown) => {
                return all((attempt, target, Err(unknown))).map(|(_, _, never)| never);
            }
        };
        let fists = self.hit.harm(weapon.as_ref()) == Harm::Brawling || self.blow.is_bare();
        let situation = self.defense.resolve(setting, weapon.as_ref(), !fists);
        let moves = self.blow.moves(weapon.as_ref());
        let kind = all((situation, target, moves)).map(|(situation, (size, called), forced)| {
            let penalty = called.as_ref().map_or(0, |(_, shot)| shot.penalty());
            Kind {
                account: situation.account().with("called blow", penalty),
                shots: 1,
                size,
                called: called.map(|(place, _)| place),
                forced,
                in_contact: false,
                thrown_m: None,
                dodging: situation.dodging.is_some(),
                increments: None,
                near: true,
            }
        });
        self.hit.resolve(setting, weapon.as_ref(), attempt, kind, discarded)
    }
}
