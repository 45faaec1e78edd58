//! The arguments of attacks that both shots and blows have: what hits, what it meets, and the cards
//! of the hits.

use super::damage::StrengthRoll;
use crate::cli::lookup::name::{Name, PlaceName, covered};
use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
use crate::lookup::{Answer, Draw};
use crate::rules::fi3::{Arm, Attack, Fire, HitAnswer, LocationModifiers, Roll, Shelter};
use crate::rules::{CalledShot, Harm, Place, Size, TnAccount};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct HitArgs {
    /// The weapon's penetration
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pen: Option<Number<u8, 0, 99>>,
    /// It takes the wind and makes half as many wounds, as bare hands do by default
    #[arg(long)]
    brawling: bool,
    /// A place aimed at on purpose, such as head or "left hand"
    #[arg(long, value_name = "PLACE")]
    called: Option<PlaceName>,
    /// Raises spent to move the hit: steps up, or down when negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    raises: Number<i8, -99, 99>,
    #[command(flatten)]
    #[serde(flatten)]
    shelter: ShelterArgs,
    /// Armour rating of the cover
    #[arg(long, value_name = "LEVEL", default_value = "0", allow_hyphen_values = true)]
    cover: Number<u8, 0, 99>,
    /// Armour rating of what the target wears where it is hit
    #[arg(long, value_name = "LEVEL", default_value = "0", allow_hyphen_values = true)]
    armour: Number<u8, 0, 99>,
    /// Cards of a hit, such as 34 or 34+11 for damage that does not fit on one; once for each hit.
    /// Without it the first hit is read on the card of the roll
    #[arg(long = "hit", value_name = "CARDS", allow_hyphen_values = true)]
    hits: Vec<Parsed<Chain>>,
}

/// What is in the way.
#[derive(Debug, Args, Serialize)]
pub struct ShelterArgs {
    /// The target is prone, which does not help within 2 metres
    #[arg(long)]
    prone: bool,
    /// Places behind cover, such as guts,"left leg" or legs
    #[arg(long, value_name = "LOCATION,…", value_delimiter = ',')]
    covered: Vec<PlaceName>,
    /// Places that a bystander close to the target covers, who is hit there instead
    #[arg(long, value_name = "LOCATION,…", value_delimiter = ',')]
    hostage: Vec<PlaceName>,
}

impl ShelterArgs {
    /// The shelter.
    pub fn shelter(&self) -> Result<Shelter, Problems> {
        let (covered, hostage) = all((covered(&self.covered), covered(&self.hostage)))?;
        Ok(Shelter { prone: self.prone, covered, hostage })
    }
}

/// What differs between a shot and a blow.
pub struct Kind {
    /// The task number.
    pub account: TnAccount,
    /// How it is fired.
    pub fire: Fire,
    /// What hits.
    pub arm: Arm,
    /// How it hurts unless it brawls.
    pub harm: Harm,
    /// Damage dice of a weapon that spreads.
    pub area_dice: u8,
    /// The target's Size.
    pub size: Size,
    /// What moves the location, without raises.
    pub modifiers: LocationModifiers,
    /// Whether attacker and target are within 2 metres.
    pub near: bool,
}

impl HitArgs {
    /// The called place, and what it costs.
    pub fn called(&self) -> Result<Option<(Place, CalledShot)>, Problems> {
        let Some(name) = &self.called else { return Ok(None) };
        let place = name.of_body()?;
        let shot = name.told(place.called())?;
        Ok(Some((place, shot)))
    }

    /// What comes of the attack, with the cards that its hits then want: for damage dice that do not
    /// fit on one, for further hits, for a d20 that goes on, and last for the Strength behind it.
    pub fn answer<'d>(
        &mut self,
        at: &mut Context<'d, '_>,
        roll: Result<Roll<'d>, Problems>,
        kind: Result<Kind, Problems>,
        strength: Option<&mut Parsed<StrengthRoll>>,
    ) -> Answered {
        let mut attack = self.resolve(at, roll, kind)?;
        let own = attack.roll.cards[0];
        let strength_cards = strength.as_deref().map(Parsed::get).transpose()?;
        if let (Some(typed), Some(mut side)) = (strength, strength_cards) {
            attack.strength_cards = side.cards(at)?;
            let options = &at.setting.rules.fi3;
            self.complete(at, &mut attack)?;
            let answer = told(attack.answer(options))?;
            let read = answer.read.first().and_then(|hit| hit.damage.as_ref());
            let behind = read.and_then(|damage| damage.strength.as_ref());
            if behind.is_some_and(|behind| Answer::is_open(&behind.roll)) {
                let first = attack.strength_cards.as_ref().map_or(own, Draw::card);
                let further = at.follow_ups(&[first], &mut Vec::new())?;
                if !further.is_empty() {
                    let before = attack.strength_cards.iter().flat_map(Draw::then).copied();
                    let draw = told(Draw::new(first, before.chain(further).collect()))?;
                    side = side.of(&draw);
                    attack.strength_cards = Some(draw);
                }
            }
            typed.set(side);
        } else {
            self.complete(at, &mut attack)?;
        }
        said(attack.answer(&at.setting.rules.fi3))
    }

    /// Gives the hits the cards that they want.
    fn complete(
        &mut self,
        at: &mut Context<'_, '_>,
        attack: &mut Attack<'_>,
    ) -> Result<(), Problems> {
        let own = attack.roll.cards[0];
        loop {
            let answer = told(attack.answer(&at.setting.rules.fi3))?;
            let (hit, further) = match answer.wanting() {
                Some((hit, count)) => (hit, at.wanted(count)?),
                None => match answer.read.iter().position(HitAnswer::sum_is_open) {
                    Some(hit) => {
                        let first = answer.read[hit].location.card;
                        (hit, at.follow_ups(&[first], &mut Vec::new())?)
                    }
                    None => return Ok(()),
                },
            };
            if further.is_empty() {
                return Ok(());
            }
            if attack.hit_cards.is_empty() {
                attack.hit_cards.push(vec![own]);
            }
            match attack.hit_cards.get_mut(hit) {
                Some(cards) => cards.extend(further),
                None => attack.hit_cards.push(further),
            }
            self.hits = attack.hit_cards.iter().filter_map(|cards| chain(cards)).collect();
        }
    }

    fn resolve<'d>(
        &mut self,
        at: &mut Context<'d, '_>,
        roll: Result<Roll<'d>, Problems>,
        kind: Result<Kind, Problems>,
    ) -> Result<Attack<'d>, Problems> {
        let hit_cards = each(self.hits.iter_mut().map(|cards| at.of_hit(cards)));
        let barriers = all((self.pen.get(), self.cover.get(), self.armour.get()));
        let (roll, kind, barriers, raises, shelter, called, hit_cards) = all((
            roll,
            kind,
            barriers,
            self.raises.get(),
            self.shelter.shelter(),
            self.called(),
            hit_cards,
        ))?;
        let (penetration, cover, armour) = barriers;
        Ok(Attack {
            roll,
            account: kind.account,
            fire: kind.fire,
            arm: kind.arm,
            penetration,
            area_dice: kind.area_dice,
            harm: if self.brawling { Harm::Brawling } else { kind.harm },
            size: kind.size,
            modifiers: LocationModifiers { raises, ..kind.modifiers },
            called: called.map(|(place, _)| place),
            shelter,
            near: kind.near,
            cover,
            armour,
            hit_cards: hit_cards.iter().map(|draw| draw.cards().copied().collect()).collect(),
            strength_cards: None,
        })
    }
}

fn chain(cards: &[CardNumber]) -> Option<Parsed<Chain>> {
    let (first, then) = cards.split_first()?;
    let then = then.iter().copied().map(CardRef::Number).collect();
    Some(Parsed::of(Chain { card: CardRef::Number(*first), then }))
}
