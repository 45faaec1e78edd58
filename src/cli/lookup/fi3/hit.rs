//! The arguments of attacks that both shots and blows have: what hits, what it meets, and the cards
//! of the hits.

use crate::cli::lookup::name::{CalledPlace, PlaceName};
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::{Arm, Attack, Fire, LocationModifiers, Roll, Shelter};
use crate::rules::{BodyPart, CalledShot, Harm, Size, TnAccount};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct HitArgs {
    /// The weapon's penetration
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pen: Option<Number<u8, 0, 99>>,
    /// It does not wound but takes the wind, half as many wounds besides
    #[arg(long)]
    brawling: bool,
    /// A place aimed at on purpose, such as head or "left hand"
    #[arg(long, value_name = "PLACE")]
    called: Option<Parsed<CalledPlace>>,
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
    /// The target lies, more than 2 metres off
    #[arg(long)]
    prone: bool,
    /// Locations behind cover, such as belly,"left leg"
    #[arg(long, value_name = "LOCATION,…", value_delimiter = ',')]
    covered: Vec<PlaceName>,
}

impl ShelterArgs {
    /// The shelter.
    pub fn shelter(&self) -> Shelter {
        Shelter { prone: self.prone, covered: PlaceName::all(&self.covered) }
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
    /// Damage dice of a weapon that spreads.
    pub area_dice: u8,
    /// The target's Size.
    pub size: Size,
    /// What moves the location, without raises.
    pub modifiers: LocationModifiers,
}

impl HitArgs {
    /// The called place: what it costs, and where it is.
    pub fn called(&self) -> Result<Option<(CalledShot, &'static str, BodyPart)>, Problems> {
        let called = self.called.get()?;
        Ok(called.and_then(|(shot, place)| Some((shot, place, BodyPart::of(place)?))))
    }

    /// The attack.
    pub fn resolve<'d>(
        &mut self,
        at: &mut Context<'d, '_>,
        roll: Result<Roll<'d>, Problems>,
        kind: Result<Kind, Problems>,
    ) -> Result<Attack<'d>, Problems> {
        let hit_cards = each(self.hits.iter_mut().map(|cards| at.chained(cards)));
        let (roll, kind, penetration, raises, cover, armour, called, hit_cards) = all((
            roll,
            kind,
            self.pen.get(),
            self.raises.get(),
            self.cover.get(),
            self.armour.get(),
            self.called(),
            hit_cards,
        ))?;
        Ok(Attack {
            roll,
            account: kind.account,
            fire: kind.fire,
            arm: kind.arm,
            penetration,
            area_dice: kind.area_dice,
            harm: if self.brawling { Harm::Brawling } else { Harm::Deadly },
            size: kind.size,
            modifiers: LocationModifiers { raises, ..kind.modifiers },
            called: called.map(|(_, place, part)| (place, part)),
            shelter: self.shelter.shelter(),
            cover,
            armour,
            hit_cards,
        })
    }
}
