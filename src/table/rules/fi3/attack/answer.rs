//! What came of an attack of the dice edition, and how its lines read.

use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::EffectDice;
use crate::table::lookup::{Answer, DealtDamage, Decider, Offer};
use crate::wording::{counted, part_of};

use super::super::{DamageAnswer, LocationAnswer, Trial};

/// One hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HitAnswer {
    /// Where it lands.
    pub location: LocationAnswer,
    /// The damage; none when the target did not show the location, or a card is still wanted.
    pub damage: Option<DamageAnswer>,
    /// The cards of the hit.
    pub cards: Vec<CardNumber>,
    /// The damage dice, where they want further cards.
    pub dice: Option<EffectDice>,
    /// How many.
    pub wanted: usize,
}

/// Raises spent on the location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RaiseOffer {
    /// The raises: steps up, or down when negative.
    pub raises: i8,
    /// Where the hit would land.
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

/// What came of the attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttackAnswer {
    /// The roll.
    pub trial: Trial,
    /// The shots of a burst; none of a single attack.
    pub burst: Option<u32>,
    /// How many shots hit.
    pub hits: u32,
    /// How many missed.
    pub missed: u32,
    /// How many hit a bystander who covers the target.
    pub hostage_hits: u32,
    /// The hits read so far.
    pub read: Vec<HitAnswer>,
    /// Hits that still want a card.
    pub undrawn: u32,
    /// Whether the target lies in vain, because the attacker is within 2 metres.
    pub prone_ignored: bool,
    /// The raises that neither made a further hit of a burst nor moved the location.
    pub raises_left: u32,
    /// What they would buy for an only hit; nothing if some are spent.
    pub raises_buy: Vec<RaiseOffer>,
    /// Cards that were named and that nothing asked for.
    pub spare: Vec<CardNumber>,
}

impl HitAnswer {
    /// `left leg, 2 wounds`
    fn verdict(&self) -> String {
        let place = &self.location.location;
        match &self.damage {
            None if self.wanted > 0 => format!("{place}, another card wanted"),
            None if self.location.hits_hostage => "a bystander in front".to_owned(),
            None => "a miss of what lies".to_owned(),
            Some(answer) if answer.wind > 0 => {
                format!("{place}, {}, {} wind", wounds(answer.wounds), answer.wind)
            }
            Some(answer) => format!("{place}, {}", wounds(answer.wounds)),
        }
    }

    /// Whether its damage may go on: a d20 shows 20, or the Strength behind it is exceptional.
    fn is_open(&self) -> bool {
        let strength = self.damage.as_ref().and_then(|damage| damage.strength.as_ref());
        self.sum_is_open() || strength.is_some_and(|strength| Answer::is_open(&strength.roll))
    }

    /// Whether a d20 of the damage shows 20, so that one more card may be drawn.
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
    /// The place of the first hit that wants cards, and how many: for damage dice that do not fit on
    /// its own, or a card of its own.
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
            lines.push("lying does not help within 2 metres".to_owned());
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
        // Of several hits the player says which steps they move.
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
