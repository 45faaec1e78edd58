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
    /// A place aimed at on purpose, such as head or "left hand"
    #[arg(long, value_name = "PLACE")]
    called: Option<PlaceName>,
    /// Raises spent to move the hit: steps up, or down when negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    raises: Number<i8, -99, 99>,
    #[command(flatten)]
    #[serde(flatten)]
    met: MetArgs,
    /// Cards of a hit, such as 34 or 34+11 for damage that does not fit on one; once for each hit.
    /// Without it the first hit is read on the card of the roll
    #[arg(long = "hit", value_name = "CARDS", allow_hyphen_values = true)]
    hits: Vec<Parsed<Chain>>,
}

/// What a hit meets.
#[derive(Debug, Args, Serialize)]
pub struct MetArgs {
    /// The weapon's penetration
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pen: Option<Number<u8, 0, 99>>,
    /// It takes the wind and makes half as many wounds, as bare hands do by default
    #[arg(long)]
    brawling: bool,
    #[command(flatten)]
    #[serde(flatten)]
    shelter: ShelterArgs,
    /// Armour rating of the cover
    #[arg(long, value_name = "LEVEL", default_value = "0", allow_hyphen_values = true)]
    cover: Number<u8, 0, 99>,
    /// Armour rating of what the target wears where it is hit
    #[arg(long, value_name = "LEVEL", default_value = "0", allow_hyphen_values = true)]
    armour: Number<u8, 0, 99>,
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
            self.take_cards(at, &mut attack)?;
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
            self.take_cards(at, &mut attack)?;
        }
        said(attack.answer(&at.setting.rules.fi3))
    }

    /// Gives the hits the cards that they want.
    fn take_cards(
        &mut self,
        at: &mut Context<'_, '_>,
        attack: &mut Attack<'_>,
    ) -> Result<(), Problems> {
        if complete(at, attack)? {
            self.hits = attack.hit_cards.iter().filter_map(|cards| chain(cards)).collect();
        }
        Ok(())
    }

    fn resolve<'d>(
        &mut self,
        at: &mut Context<'d, '_>,
        roll: Result<Roll<'d>, Problems>,
        kind: Result<Kind, Problems>,
    ) -> Result<Attack<'d>, Problems> {
        let hit_cards = each(self.hits.iter_mut().map(|cards| at.of_hit(cards)));
        let attack = all((roll, kind)).and_then(|(roll, kind)| self.met.attack(roll, kind));
        let (mut attack, raises, called, hit_cards) =
            all((attack, self.raises.get(), self.called(), hit_cards))?;
        attack.modifiers.raises = raises;
        attack.called = called.map(|(place, _)| place);
        attack.hit_cards = hit_cards.iter().map(|draw| draw.cards().copied().collect()).collect();
        Ok(attack)
    }
}

impl MetArgs {
    /// An attack of this kind on what is met, no hit of which has cards of its own yet.
    pub fn attack<'d>(&self, roll: Roll<'d>, kind: Kind) -> Result<Attack<'d>, Problems> {
        let barriers = all((self.pen.get(), self.cover.get(), self.armour.get()));
        let ((penetration, cover, armour), shelter) = all((barriers, self.shelter.shelter()))?;
        Ok(Attack {
            fire: kind.fire,
            penetration,
            area_dice: kind.area_dice,
            harm: if self.brawling { Harm::Brawling } else { kind.harm },
            size: kind.size,
            modifiers: kind.modifiers,
            shelter,
            near: kind.near,
            cover,
            armour,
            ..Attack::plain(roll, kind.account, kind.arm)
        })
    }
}

/// Gives the hits of an attack the cards that they want, and says whether there were any.
pub fn complete(at: &mut Context<'_, '_>, attack: &mut Attack<'_>) -> Result<bool, Problems> {
    let own = attack.roll.cards[0];
    let mut any = false;
    loop {
        let answer = told(attack.answer(&at.setting.rules.fi3))?;
        let (hit, further) = match answer.wanting() {
            Some((hit, count)) => (hit, at.wanted(count)?),
            None => match answer.read.iter().position(HitAnswer::sum_is_open) {
                Some(hit) => {
                    let first = answer.read[hit].location.card;
                    (hit, at.follow_ups(&[first], &mut Vec::new())?)
                }
                None => return Ok(any),
            },
        };
        if further.is_empty() {
            return Ok(any);
        }
        any = true;
        if attack.hit_cards.is_empty() {
            attack.hit_cards.push(vec![own]);
        }
        match attack.hit_cards.get_mut(hit) {
            Some(cards) => cards.extend(further),
            None => attack.hit_cards.push(further),
        }
    }
}

/// The cards of a hit in one word.
pub fn chain(cards: &[CardNumber]) -> Option<Parsed<Chain>> {
    let (first, then) = cards.split_first()?;
    let then = then.iter().copied().map(CardRef::Number).collect();
    Some(Parsed::of(Chain { card: CardRef::Number(*first), then }))
}
