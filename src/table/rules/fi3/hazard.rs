//! Damage without an attacker: blasts, falls, flames (dice edition, "Boom!", "Falling", "Fire"), and
//! loss of wind in water and smoke ("Drowning", "Fire").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::{Die, EffectDice};
use crate::table::lookup::{Answer, DealtDamage, Decider, DeckView, LookupError, TargetNumber};
use crate::wording::counted;

use super::super::{DISABLING, Size, TnAccount};
use super::damage_dice::stun_line;
use super::{
    Fi3Error, LocationAnswer, Options, Roll, Sum, SumAnswer, Trial, dice_lost, scattered_wounds,
};

/// The source of damage.
#[derive(Clone, Debug)]
pub enum Hazard<'d> {
    /// An explosion.
    Blast {
        /// Its dice within 10 metres.
        dice: EffectDice,
        /// The distance in metres.
        distance_m: u16,
    },
    /// A fall: 1d6 plus 5 for each full 5 metres, 20d6 plus 100 at most.
    Fall {
        /// The height in metres.
        metres: u16,
        /// The surface.
        landing: Landing<'d>,
    },
    /// Flames: 1d12 for a burning sleeve, 2d12 for more, 3d12 for the whole body, where every place
    /// takes the wounds.
    Fire {
        /// The number of dice, 1 to 3.
        dice: u8,
    },
}

/// The surface at the end of a fall.
#[derive(Clone, Debug)]
pub enum Landing<'d> {
    /// Hard ground.
    Hard,
    /// Water: half the damage; none after a swimming roll against Fair (5).
    Water(Option<Roll<'d>>),
    /// A soft surface such as a haystack or an awning: half the damage after a Deftness roll
    /// against Onerous (7).
    Soft(Roll<'d>),
}

/// A hazard and its victim.
#[derive(Clone, Debug)]
pub struct HazardQuestion<'d> {
    /// The deck.
    pub deck: DeckView<'d>,
    /// The hazard.
    pub hazard: Hazard<'d>,
    /// The victim's Size.
    pub size: Size,
    /// One card for the location of each wound; empty if not drawn yet.
    pub locations: Vec<CardNumber>,
}

/// The damage of a hazard.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct HazardAnswer {
    /// The dice; none beyond the range of a blast or for a fall below 5 metres.
    pub sum: Option<SumAnswer>,
    /// The amount added to the dice.
    pub added: u32,
    /// The roll that reduces the damage of a fall.
    pub softened: Option<Trial>,
    /// The damage.
    pub total: u32,
    /// The victim's Size.
    pub size: Size,
    /// One wound for each full Size.
    pub wounds: u32,
    /// The location of each wound, one card each; head and vitals add no dice.
    pub locations: Vec<LocationAnswer>,
    /// Whether every place takes all wounds.
    pub everywhere: bool,
    /// The number of the victim's stun roll, by the most wounds in one place; none without a wound,
    /// or if the locations are not drawn yet.
    pub stun: Option<TargetNumber>,
}

impl HazardQuestion<'_> {
    /// The dice that are summed; none if the victim takes no damage.
    pub fn dice(&self) -> Option<EffectDice> {
        match &self.hazard {
            Hazard::Blast { dice, distance_m } => {
                let lost = u8::try_from(dice_lost(*distance_m)).unwrap_or(u8::MAX);
                let row = dice.row.saturating_sub(lost);
                (row > 0).then_some(EffectDice { row, ..*dice })
            }
            Hazard::Fall { metres, .. } => dice_of(fall_dice(*metres), 6),
            Hazard::Fire { dice } => dice_of(*dice.min(&3), 12),
        }
    }

    /// Reads `cards` for the dice.
    ///
    /// # Errors
    /// [`LookupError::CardCount`] for damage or locations; otherwise as [`Sum::read`] and
    /// [`Roll::read`].
    pub fn answer(
        &self,
        cards: &[CardNumber],
        options: &Options,
    ) -> Result<HazardAnswer, Fi3Error> {
        let dice = self.dice();
        if dice.is_none() && !cards.is_empty() {
            return Err(LookupError::card_count("no dice", 0, cards.len()).into());
        }
        let sum = dice.map(|dice| Sum::new(self.deck, dice)?.read(cards)).transpose()?;
        let mut total = sum.as_ref().map_or(0, |sum| sum.total);
        let (mut added, mut softened) = (0, None);
        if let Hazard::Fall { metres, landing } = &self.hazard {
            added = 5 * u32::from(fall_dice(*metres));
            total = total.saturating_add(added);
            let (trial, success, failure) = match landing {
                Landing::Hard => (None, 1, 1),
                Landing::Water(None) => (None, 2, 2),
                Landing::Water(Some(roll)) => {
                    let tn = TargetNumber::STANDARD;
                    (Some(roll.against_tn(tn, "fair", options)?), 0, 2)
                }
                Landing::Soft(roll) => {
                    let tn = TargetNumber::clamped(7);
                    (Some(roll.against_tn(tn, "onerous", options)?), 2, 1)
                }
            };
            let won = trial.as_ref().is_none_or(|trial| trial.success);
            total = total.checked_div(if won { success } else { failure }).unwrap_or(0);
            softened = trial;
        }
        let wounds = self.size.multiples(total);
        let everywhere = matches!(self.hazard, Hazard::Fire { dice: 3.. });
        let locations = scattered_wounds(self.deck, wounds, &self.locations, options)?;
        let in_one_place = |location: &LocationAnswer| {
            let same = |other: &&LocationAnswer| match location.part {
                Some(part) => other.part == Some(part),
                None => other.location == location.location,
            };
            locations.iter().filter(same).count()
        };
        let worst = match everywhere {
            true => wounds as usize,
            false => locations.iter().map(in_one_place).max().unwrap_or(0),
        };
        let worst = worst.min(usize::from(DISABLING)) as u8;
        let stun = (worst > 0).then(|| options.shared.wound_table.stun(worst));
        let size = self.size;
        Ok(HazardAnswer { sum, added, softened, total, size, wounds, locations, everywhere, stun })
    }
}

fn fall_dice(metres: u16) -> u8 {
    (metres / 5).min(20) as u8
}

fn dice_of(row: u8, sides: u16) -> Option<EffectDice> {
    let die = Die::new(sides)?;
    (row > 0).then_some(EffectDice { row, die })
}

impl Answer for HazardAnswer {
    const KIND: &'static str = "fi3-hazard";

    /// `3 wounds`
    fn verdict(&self) -> Option<String> {
        let place = if self.everywhere { " in every place" } else { "" };
        Some(format!("{}{place}", counted(self.wounds as usize, "wound")))
    }

    fn is_open(&self) -> bool {
        self.sum.as_ref().is_some_and(|sum| sum.open)
    }

    fn deals(&self) -> Vec<DealtDamage> {
        let each = |location: &LocationAnswer| {
            let place = location.location.clone();
            DealtDamage { target: None, place, wounds: 1, concussion: 0 }
        };
        self.locations.iter().map(each).collect()
    }

    /// One card for the location of each wound.
    fn wanted(&self) -> usize {
        let drawn = self.everywhere || !self.locations.is_empty();
        if drawn { 0 } else { self.wounds as usize }
    }

    fn explanation(&self) -> Vec<String> {
        let Some(sum) = &self.sum else {
            return vec!["nothing reaches the victim".to_owned()];
        };
        let mut lines = sum.explanation();
        lines.extend(self.softened.iter().flat_map(Answer::explanation));
        let added = if self.added > 0 { format!(" ({} added)", self.added) } else { String::new() };
        let wounds = counted(self.wounds as usize, "wound");
        let place = match (self.everywhere, self.wounds, self.locations.is_empty()) {
            (true, _, _) => " in every place",
            (false, 1.., true) => "; draw a card for the place of each",
            _ => "",
        };
        lines.push(format!("{}{added} against Size {}: {wounds}{place}", self.total, self.size));
        lines.extend(self.locations.iter().flat_map(Answer::explanation));
        lines.extend(self.stun.map(stun_line));
        lines
    }
}

/// A surrounding that takes wind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Element {
    /// A swift creek: swimming against 5.
    Creek,
    /// A rapid river: 7.
    River,
    /// A rough ocean: 9.
    Ocean,
    /// Stormy seas: 11.
    Storm,
    /// Dense smoke: Vigor against 7.
    Smoke,
    /// Dense smoke behind a wet cloth: 2 easier.
    SmokeBehindCloth,
}

impl Element {
    /// The task number with its reasons.
    pub fn account(self) -> TnAccount {
        let (tn, reason) = match self {
            Self::Creek => (5, "swift creek"),
            Self::River => (7, "rapid river"),
            Self::Ocean => (9, "rough ocean"),
            Self::Storm => (11, "stormy seas"),
            Self::Smoke | Self::SmokeBehindCloth => (7, "dense smoke"),
        };
        let cloth = if self == Self::SmokeBehindCloth { -2 } else { 0 };
        TnAccount::new(TargetNumber::clamped(tn), reason).with("wet cloth", cloth)
    }
}

/// The wind lost in a round in water or smoke.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BreathAnswer {
    /// The roll.
    pub trial: Trial,
    /// The wind lost: the amount by which the roll misses the number.
    pub wind: u32,
}

/// A swimming or Vigor roll, the first action of every round.
///
/// # Errors
/// As [`Roll::read`].
pub fn breath(
    roll: &Roll<'_>,
    element: Element,
    options: &Options,
) -> Result<BreathAnswer, Fi3Error> {
    let trial = roll.against(element.account(), options)?;
    let wind = trial.lacking();
    Ok(BreathAnswer { trial, wind })
}

impl Answer for BreathAnswer {
    const KIND: &'static str = "fi3-breath";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.trial)
    }

    fn verdict(&self) -> Option<String> {
        Some(match self.wind {
            0 => "no wind lost".to_owned(),
            wind => format!("{wind} wind lost"),
        })
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.trial.explanation();
        lines.push(match self.wind {
            0 => "no wind lost".to_owned(),
            wind => format!("{wind} wind lost, and again each round, unconscious too, until death"),
        });
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::samples::{card, deck};
    use crate::table::rules::fi3::samples::{options, roll};

    fn ask<'d>(
        deck: &'d Deck,
        hazard: Hazard<'d>,
        cards: &[u8],
        locations: &[u8],
    ) -> Result<HazardAnswer, Fi3Error> {
        let cards: Vec<CardNumber> = cards.iter().copied().map(card).collect();
        let locations = locations.iter().copied().map(card).collect();
        HazardQuestion { deck: deck.into(), hazard, size: Size::HUMAN, locations }
            .answer(&cards, &options())
    }

    // Card 34, d6 effects: 3, 8, 12, 15, 21; row 1 of d10: 7.

    #[test]
    fn a_blast_loses_a_die_for_each_10_metres() {
        let deck = deck();
        let at = |distance_m| {
            let dice = "(3)6".parse().unwrap();
            let question = HazardQuestion {
                deck: (&deck).into(),
                hazard: Hazard::Blast { dice, distance_m },
                size: Size::HUMAN,
                locations: Vec::new(),
            };
            question.dice().map(|dice| dice.row)
        };
        let rows = [0, 10, 11, 20, 21, 30, 31, 9999].map(at);
        assert_eq!(rows, [Some(3), Some(3), Some(2), Some(2), Some(1), Some(1), None, None]);
        let blast = |distance_m| Hazard::Blast { dice: "(3)6".parse().unwrap(), distance_m };
        let near = ask(&deck, blast(5), &[34], &[11, 37]).unwrap();
        assert_eq!((12, 2, 2), (near.total, near.wounds, near.locations.len()));
        assert!(ask(&deck, blast(5), &[34], &[11]).is_err());
        assert!(ask(&deck, blast(99), &[34], &[]).is_err());
        assert_eq!(0, ask(&deck, blast(99), &[], &[]).unwrap().total);
    }

    #[test]
    fn a_fall_adds_5_to_each_die_and_stops_at_20() {
        let deck = deck();
        let fall = |metres| Hazard::Fall { metres, landing: Landing::Hard };
        assert_eq!(3 + 5, ask(&deck, fall(9), &[34], &[]).unwrap().total);
        assert_eq!(0, ask(&deck, fall(4), &[], &[]).unwrap().total);
        let far = ask(&deck, fall(u16::MAX), &[34, 11, 37, 42], &[]).unwrap();
        assert_eq!((100, 20), (far.added, far.sum.unwrap().dice.row));
    }

    #[test]
    fn water_and_hay_soften_a_fall() {
        let deck = deck();
        let fall = |landing| {
            let hazard = Hazard::Fall { metres: 10, landing };
            ask(&deck, hazard, &[34], &[]).unwrap().total
        };
        // (2)6 = 8 and 10; rolls of 7 and of 2.
        let good = || roll(&deck, "1d10", 34);
        let bad = || roll(&deck, "1d10", 42);
        assert_eq!(18, fall(Landing::Hard));
        assert_eq!([9, 0, 9], [None, Some(good()), Some(bad())].map(|r| fall(Landing::Water(r))));
        assert_eq!([9, 18], [good(), bad()].map(|roll| fall(Landing::Soft(roll))));
    }

    #[test]
    fn a_body_all_aflame_takes_the_wounds_everywhere() {
        let deck = deck();
        let everywhere = |dice| ask(&deck, Hazard::Fire { dice }, &[34], &[]).map(|a| a.everywhere);
        assert_eq!([Ok(false), Ok(false), Ok(true)], [1, 2, 3].map(everywhere));
    }

    #[test]
    fn water_and_smoke_take_what_the_roll_lacks() {
        let deck = deck();
        let ask = |number, element| {
            let roll = roll(&deck, "1d10", number);
            breath(&roll, element, &options()).unwrap().wind
        };
        let all = [Element::Creek, Element::River, Element::Ocean, Element::Storm];
        assert_eq!([0, 0, 2, 4], all.map(|element| ask(34, element)));
        assert_eq!([5, 3], [Element::Smoke, Element::SmokeBehindCloth].map(|e| ask(42, e)));
    }
}
