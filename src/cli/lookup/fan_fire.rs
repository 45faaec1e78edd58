//! `lookup attack fan DICE 34 10 --targets angus,crony --distance 3 --weapon NAME`.

use super::dice::Dice;
use super::fan_target::TargetWord;
use super::hit::{DiscardPileArgs, HitArgs, Kind, ShotArgs};
use super::range::RangeArgs;
use crate::cli::lookup::prelude::*;
use crate::dice::CheckDice;
use crate::lookup::{Draw, Pool};
use crate::rules::{Aim, Attempt, Attribute, CLOSE_M, FanFire, Reliability, Weapon};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The shooter's skill, such as 3d10
    #[arg(value_name = "DICE")]
    dice: Parsed<Dice<CheckDice>>,
    /// The cards drawn, one for each shot, with follow-ups such as 34+11
    #[arg(value_name = "CARDS", required = true)]
    cards: Vec<Parsed<Chain>>,
    /// The target of each shot in the order declared
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', required = true)]
    targets: Vec<String>,
    /// A target that is not like the others, by its name: 'dell: distance 12, size 3, dodge 2,
    /// cover 3 torso legs'
    #[arg(long, value_name = "TARGET")]
    target: Vec<Parsed<TargetWord>>,
    #[command(flatten)]
    #[serde(flatten)]
    range: RangeArgs,
    #[command(flatten)]
    #[serde(flatten)]
    hit: HitArgs,
    #[command(flatten)]
    #[serde(flatten)]
    discard: DiscardPileArgs,
    #[command(flatten)]
    #[serde(flatten)]
    shot: ShotArgs,
    /// The advanced rule "pushing the limit": the revolver's reliability is one worse
    #[arg(long)]
    pushing: bool,
}

/// Which shots hit, and with a weapon or damage cell what each of them does.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        // Left out, they are one for each target.
        if let [cards] = &self.cards[..]
            && cards.text().is_empty()
        {
            self.cards = vec![cards.clone(); self.targets.len()];
        }
        let pool = self.dice.get().and_then(|dice| at.setting.pool(&dice));
        let draws = each(self.cards.iter_mut().map(|cards| at.chain(cards)));
        let weapon = at.setting.weapon_if(self.hit.weapon.as_ref());
        let (pool, draws, weapon) = all((pool, draws, weapon))?;
        let fan = self.fan(at, pool, &draws, weapon.as_ref())?;
        said(fan.answer(&draws, &at.setting.rules.west))
    }

    fn shots(&self) -> u16 {
        u16::try_from(self.targets.len()).unwrap_or(u16::MAX)
    }
}

impl Typed {
    fn fan<'d>(
        &mut self,
        at: &mut Context<'d, '_>,
        pool: Pool<'d>,
        draws: &[Draw],
        weapon: Option<&Weapon>,
    ) -> Result<FanFire<'d>, Problems> {
        let options = &at.setting.rules.west;
        let situation = self.range.resolve(at.setting, weapon, &self.hit.strength);
        let (mut situation, ()) = all((situation, self.can_be_fanned(at.setting, weapon)))?;
        // The fan adds the snap-shot penalty to each shot itself: it is never aimed.
        let snap_penalty = std::mem::take(&mut situation.snap_penalty);
        if situation.aim != Aim::Snap {
            return refuse("a fan is never aimed", "aim snap");
        }
        let base = situation.account(options);
        let kind = Kind {
            account: base.clone(),
            shots: 1,
            size: situation.size,
            called: self.range.called(at.setting)?.map(|(place, _)| place),
            forced: self.shot.moves(weapon, situation.distance_m)?,
            in_contact: self.shot.contact,
            thrown_m: None,
            dodging: situation.dodging.is_some(),
            increments: Some(situation.increments(options)),
            near: situation.distance_m <= CLOSE_M,
        };
        let mut attack = None;
        // Each shot brings cards of its own.
        if let Some(first) = draws.first().filter(|_| self.hit.names_damage()) {
            let attempt = Attempt { pool, draw: first.clone() };
            let discarded = self.discard.cards(at);
            let mut resolved =
                self.hit.resolve(at.setting, weapon, Ok(attempt), Ok(kind), discarded)?;
            if self.pushing {
                resolved.weapon.reliability = resolved.weapon.reliability.map(Reliability::worse);
            }
            attack = Some(resolved);
        }
        let reliability = attack.as_ref().and_then(|attack| attack.weapon.reliability);
        if self.pushing && reliability.is_none() {
            return missing("the reliability that pushing worsens", "--weapon, or --dmg and --rel");
        }
        let own = self.target.get()?;
        if let Some(stranger) = own.iter().find(|own| !self.targets.contains(&own.name)) {
            let message = format!("no shot of the fan is at {:?}", stranger.name);
            return refuse(message, self.targets.join(", "));
        }
        let moves = |distance_m| self.shot.moves(weapon, distance_m);
        let apart = own.iter().map(|own| own.beside(&situation, attack.as_ref(), options, moves));
        let apart = each(apart)?;
        Ok(FanFire { pool, base, snap_penalty, targets: self.targets.clone(), attack, apart })
    }

    /// Only single-action revolvers can be fanned (seed 004, "Fan Firing").
    fn can_be_fanned(&self, setting: &Setting, weapon: Option<&Weapon>) -> Result<(), Problems> {
        let fans = |weapon: &Weapon| weapon.has(Attribute::Revolver);
        match weapon {
            Some(weapon) if !fans(weapon) => {
                let revolvers = setting.weapons().into_iter().filter(fans);
                let names: Vec<String> = revolvers.map(|weapon| weapon.name).collect();
                let message = format!("{} is not a revolver and cannot be fanned", weapon.name);
                refuse(message, format!("a revolver: {}", names.join(", ")))
            }
            _ => Ok(()),
        }
    }
}
