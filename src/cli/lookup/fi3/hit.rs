//! The arguments of attacks that both shots and blows have: what hits, what it meets, and the cards
//! of the hits.

use crate::deck::CardNumber;
use crate::rules::fi3::{Arm, Attack, Fire, LocationModifiers, Roll, Shelter};
use crate::rules::{BodyPart, CalledShot, Harm, Size, TnAccount};
use clap::Args;

use crate::cli::lookup::meaning::Meaning;

/// What was typed.
#[derive(Debug, Args)]
pub struct HitArgs {
    /// The weapon's penetration
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pen: Option<String>,
    /// It does not wound but takes the wind, half as many wounds besides
    #[arg(long)]
    brawling: bool,
    /// A place aimed at on purpose, such as head or "left hand"
    #[arg(long, value_name = "PLACE")]
    called: Option<String>,
    /// Raises spent to move the hit: steps up, or down when negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    raises: String,
    #[command(flatten)]
    shelter: ShelterArgs,
    /// Armour rating of the cover
    #[arg(long, value_name = "LEVEL", default_value = "0", allow_hyphen_values = true)]
    cover: String,
    /// Armour rating of what the target wears where it is hit
    #[arg(long, value_name = "LEVEL", default_value = "0", allow_hyphen_values = true)]
    armour: String,
    /// Cards of a hit, such as 34 or 34+11 for damage that does not fit on one; once for each hit.
    /// Without it the first hit is read on the card of the roll
    #[arg(long = "hit", value_name = "CARDS", allow_hyphen_values = true)]
    hits: Vec<String>,
}

/// What is in the way.
#[derive(Debug, Args)]
pub struct ShelterArgs {
    /// The target lies, more than 2 metres off
    #[arg(long)]
    prone: bool,
    /// Locations behind cover, such as belly,"left leg"
    #[arg(long, value_name = "LOCATION,…", value_delimiter = ',')]
    covered: Vec<String>,
}

impl ShelterArgs {
    /// What it means.
    pub fn meant(&self) -> Shelter {
        let covered = self.covered.iter().map(|name| name.trim().to_owned()).collect();
        Shelter { prone: self.prone, covered }
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
    pub fn called(
        &self,
        meaning: &mut Meaning,
    ) -> Option<Option<(CalledShot, &'static str, BodyPart)>> {
        let called = meaning.called(self.called.as_deref())?;
        Some(called.and_then(|(shot, place)| Some((shot, place, BodyPart::of(place)?))))
    }

    /// The attack.
    pub fn meant<'d>(
        &self,
        roll: Option<Roll<'d>>,
        kind: Option<Kind>,
        meaning: &mut Meaning,
    ) -> Option<Attack<'d>> {
        let penetration = match &self.pen {
            None => Some(None),
            Some(text) => meaning.number(text, "penetration", 0..=99).map(Some),
        };
        let raises = meaning.number(&self.raises, "number of raises", -99..=99);
        let cover = meaning.number(&self.cover, "armour", 0..=99);
        let armour = meaning.number(&self.armour, "armour", 0..=99);
        let hits = meaning.each(&self.hits, Meaning::card_list);
        let kind = kind?;
        // A bad place was reported with the task number; it must not be reported twice.
        let called = self.called(&mut Meaning::default())?;
        Some(Attack {
            roll: roll?,
            account: kind.account,
            fire: kind.fire,
            arm: kind.arm,
            penetration: penetration?,
            area_dice: kind.area_dice,
            harm: if self.brawling { Harm::Brawling } else { Harm::Deadly },
            size: kind.size,
            modifiers: LocationModifiers { raises: raises?, ..kind.modifiers },
            called: called.map(|(_, place, part)| (place, part)),
            shelter: self.shelter.meant(),
            cover: cover?,
            armour: armour?,
            hit_cards: hits?,
        })
    }
}

impl Meaning {
    /// Cards such as `34+11`, which lie on the table together.
    pub fn card_list(&mut self, text: &str) -> Option<Vec<CardNumber>> {
        let cards: Vec<String> = text.split('+').map(str::to_owned).collect();
        self.cards(&cards)
    }
}
