//! The result of an attack of the dice edition and its text.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::EffectDice;
use crate::table::lookup::{Answer, DealtDamage, Decider, Offer};
use crate::wording::{counted, part_of};

use super::super::{DamageAnswer, LocationAnswer, Trial};

/// One hit.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct HitAnswer {
    /// The hit location.
    pub location: LocationAnswer,
    /// The damage; none if the target did not expose the location, or a card is missing.
    pub damage: Option<DamageAnswer>,
    /// The cards of the hit.
    pub cards: Vec<CardNumber>,
    /// The damage dice, if they need further cards.
    pub dice: Option<EffectDice>,
    /// The number of cards needed.
    pub wanted: usize,
}

/// Raises spent on the location, and the resulting location.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct RaiseOffer {
    /// The number of raises: steps up; negative for down.
    pub raises: i8,
    /// The location.
    pub location: String,
}

impl RaiseOffer {
    /// `1 up: vitals`
    fn describe(&self) -> String {
        let way = if self.raises > 0 { "up" } else { "down" };
        format!("{} {way}: {}", self.raises.unsigned_abs(), self.location)
    }
}

fn wounds(number: u32) -> String {
    counted(number as usize, "wound")
}

/// The result of an attack.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct AttackAnswer {
    /// The roll.
    pub trial: Trial,
    /// The number of shots of a burst; none for a single attack.
    pub burst: Option<u32>,
    /// The number of shots that hit.
    pub hits: u32,
    /// The number of shots that missed.
    pub missed: u32,
    /// The number of shots that hit a bystander in front of the target.
    pub hostage_hits: u32,
    /// The hits whose cards were read.
    pub read: Vec<HitAnswer>,
    /// The number of hits that still need a card.
    pub undrawn: u32,
    /// Whether the target's being prone does not count, because the attacker is within 2 metres.
    pub prone_ignored: bool,
    /// The raises that were not used for further hits of a burst or for the location.
    pub raises_left: u32,
    /// What they would buy for a single hit; empty if some are spent.
    pub raises_buy: Vec<RaiseOffer>,
    /// Cards that were given but not used.
    pub spare: Vec<CardNumber>,
}

impl HitAnswer {
    /// `left leg, 2 wounds`
    fn verdict(&self) -> String {
        let place = &self.location.location;
        match &self.damage {
            None if self.wanted > 0 => format!("{place}, another card wanted"),
            None if self.location.hits_hostage => "a bystander in front".to_owned(),
            None => "missed the prone target".to_owned(),
            Some(answer) if answer.wind > 0 => {
                format!("{place}, {}, {} wind", wounds(answer.wounds), answer.wind)
            }
            Some(answer) => format!("{place}, {}", wounds(answer.wounds)),
        }
    }

    /// Whether its damage may get another card: a d20 shows 20, or the Strength roll is
    /// exceptional.
    fn is_open(&self) -> bool {
        let strength = self.damage.as_ref().and_then(|damage| damage.strength.as_ref());
        self.sum_is_open() || strength.is_some_and(|strength| Answer::is_open(&strength.roll))
    }

    /// Whether a d20 of the damage shows 20, so that another card may be drawn.
    pub fn sum_is_open(&self) -> bool {
        let sum = self.damage.as_ref().and_then(|damage| damage.sum.as_ref());
        sum.is_some_and(|sum| sum.open)
    }

    fn dealt(&self) -> Option<DealtDamage> {
        let DamageAnswer { wounds, wind: concussion, .. } = *self.damage.as_ref()?;
        let place = self.location.location.clone();
        Some(DealtDamage { target: None, place, wounds, concussion })
    }

    /// `(6)6 reads 2 cards: draw another card (--hit 34+NEXT)`
    fn wanting(&self) -> Option<String> {
        let dice = self.dice.filter(|_| self.wanted > 0)?;
        let named: Vec<String> = self.cards.iter().map(CardNumber::to_string).collect();
        let cards = match self.wanted {
            1 => "another card".to_owned(),
            wanted => format!("{wanted} more cards"),
        };
        Some(format!(
            "{dice} reads {} cards: draw {cards} (--hit {}+NEXT)",
            self.cards.len() + self.wanted,
            named.join("+")
        ))
    }
}

impl AttackAnswer {
    /// Index of the first hit that needs cards, and their number: for damage dice that do not fit
    /// on its card, or the hit's own card.
    pub fn wanting(&self) -> Option<(usize, usize)> {
        let short = self.read.iter().enumerate().find(|(_, hit)| hit.wanted > 0);
        let undrawn = (self.undrawn > 0).then_some((self.read.len(), 1));
        short.map(|(place, hit)| (place, hit.wanted)).or(undrawn)
    }
}

impl Answer for AttackAnswer {
    const KIND: &'static str = "fi3-attack";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.trial)
    }

    /// `hit: left leg, 2 wounds`, or `miss`.
    fn verdict(&self) -> Option<String> {
        if !self.trial.success || self.hits == 0 {
            return Some("miss".to_owned());
        }
        let reported: Vec<String> = self.read.iter().map(HitAnswer::verdict).collect();
        let hits = counted(self.hits as usize, "hit");
        Some(match self.hits {
            1 => format!("hit: {}", reported.join("; ")),
            _ => format!("{hits}: {}", reported.join("; ")),
        })
    }

    fn is_open(&self) -> bool {
        Answer::is_open(&self.trial) || self.read.iter().any(HitAnswer::is_open)
    }

    fn wanted(&self) -> usize {
        self.wanting().map_or(0, |(_, count)| count)
    }

    fn offers(&self) -> Vec<Offer> {
        let offers = self.raises_buy.iter();
        offers.map(|offer| Offer { spent: offer.raises, buys: offer.location.clone() }).collect()
    }

    fn deals(&self) -> Vec<DealtDamage> {
        self.read.iter().filter_map(HitAnswer::dealt).collect()
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.trial.explanation();
        if self.prone_ignored {
            lines.push("being prone does not help within 2 metres".to_owned());
        }
        if let Some(shots) = self.burst {
            lines.push(format!("{} hit", part_of(self.hits as usize, shots as usize, "shot")));
        }
        for (number, hit) in (1..).zip(&self.read) {
            let name = if self.read.len() > 1 { format!("hit {number}: ") } else { String::new() };
            let reported = hit
                .location
                .explanation()
                .into_iter()
                .chain(hit.damage.iter().flat_map(Answer::explanation))
                .chain(hit.wanting());
            lines.extend(reported.map(|line| format!("{name}{line}")));
        }
        // With several hits the player chooses which of them the raises move.
        if self.burst.is_some() && self.raises_left > 0 && self.raises_buy.is_empty() {
            let verb = if self.raises_left == 1 { "is" } else { "are" };
            let left = counted(self.raises_left as usize, "raise");
            lines.push(format!("{left} {verb} left, which can move the hits (--raises)"));
        }
        if !self.raises_buy.is_empty() {
            let offers: Vec<String> = self.raises_buy.iter().map(RaiseOffer::describe).collect();
            lines.push(format!("raises would buy: {}", offers.join("; ")));
        }
        match self.undrawn {
            0 => {}
            1 => lines.push("draw a card for the hit that is left".to_owned()),
            undrawn => lines.push(format!("draw a card for each of the {undrawn} hits left")),
        }
        match &self.spare[..] {
            [] => {}
            [card] => lines.push(format!("card {card} is not needed")),
            cards => {
                let cards: Vec<String> = cards.iter().map(CardNumber::to_string).collect();
                lines.push(format!("cards {} are not needed", cards.join(", ")));
            }
        }
        lines
    }
}
