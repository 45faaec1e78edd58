//! Initiative and the order of a round.

use super::attempt::{AttemptFields, PenaltyFields};
use crate::dice::CheckDice;
use crate::table::lookup::Draw;
use crate::table::questions::cards::chain_text;
use crate::table::questions::context::cards_of;
use crate::table::questions::prelude::*;
use crate::table::questions::targets::split_participant;
use crate::table::rules::{Attempt, Initiative, PhaseEntrant, phases};

fields! {
    /// Resolves a Reflex check and the hand drawn for it.
    pub struct InitiativeQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// The hand drawn after the Reflex check
        hand: List<CardList>,
        /// Wounds and other penalties.
        penalty: PenaltyFields,
    }
}

impl Question for InitiativeQuestion {
    const NAME: &'static str = "initiative";
    const HELP: &'static str = "Resolve a Reflex check and the hand drawn for it";
    const EXAMPLES: [&'static str; 2] = ["34 3d10", "50 3d8 hand 3,14,53"];
    const SKILLS: &'static [&'static str] = &["reflex"];
    const DEMAND: Demand = Demand::Hand;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let (attempt, hand) = all((attempt, at.cards(&self.hand)))?;
        let check = self.penalty.weaken(attempt);
        let question =
            Initiative { check, weapon_penalty: 0, reserve: None, hand, keep: Vec::new() };
        answered(question.answer(&at.setting.rules.west))
    }
}

/// A participant of a round: `Miranda=34:3d10:1`.
#[derive(Clone, Debug)]
struct RoundEntrant {
    name: String,
    cards: Chain,
    dice: CheckDice,
    /// The dice, or the name of a skill, as written.
    dice_text: String,
    /// The given penalty; otherwise a session supplies that of wounds.
    penalty: Option<i32>,
}

impl ArgType for RoundEntrant {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, name: &str, setting: &Setting) -> Result<Self, Problem> {
        let unread = || {
            Problem::coded("argument.value", format!("{text:?} is not a participant of a round"))
                .accepts("NAME=CARDS:DICE such as Miranda=34:3d10")
        };
        let (who, parts) = split_participant(text).ok_or_else(unread)?;
        let (cards, dice, penalty) = match &parts[..] {
            [cards, dice] => (cards, dice, None),
            [cards, dice, penalty] => (cards, dice, Some(penalty)),
            _ => return Err(unread()),
        };
        let read_penalty = |text: &&str| Number::<i32, -99, 99>::parse(text, "penalty", setting);
        Ok(Self {
            name: who.to_owned(),
            cards: Chain::parse(cards, name, setting)?,
            dice: Skill::parse(dice, name, setting)?,
            dice_text: (*dice).to_owned(),
            penalty: penalty.map(read_penalty).transpose()?,
        })
    }
}

impl RoundEntrant {
    /// The text of the participant with these cards.
    fn text_with(&self, draw: &Draw, penalty: i32) -> String {
        let Self { name, dice_text, .. } = self;
        format!("{name}={}:{dice_text}:{penalty}", chain_text(&cards_of(draw)))
    }
}

fields! {
    /// Sorts several characters into the phases and counts of a round.
    pub struct OrderQuestion {
        /// All characters who act: name, cards and dice, such as Miranda=34:3d10 or Jonah=37+11:2d8; a
        /// penalty may follow, as in Hank=40:2d6:1; a session supplies that of wounds
        entrants: List<RoundEntrant> = positional().value("NAME=CARDS:DICE").required(),
    }
}

impl Question for OrderQuestion {
    const NAME: &'static str = "initiative order";
    const HELP: &'static str = "Put several characters into the phases and counts of a round";
    const EXAMPLES: [&'static str; 2] =
        ["xenes=34:3d10 sid=37:2d8", "xenes=34:3d10 sid=25+11:2d8:1"];
    const DEMAND: Demand = Demand::Hand;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let entrants = self.entrants.get();
        let draws = each(entrants.iter().map(|entrant| at.draw_chain(&entrant.cards)))?;
        let (mut resolved, mut texts) = (Vec::new(), Vec::new());
        for (entrant, draw) in entrants.into_iter().zip(draws) {
            let penalty =
                entrant.penalty.unwrap_or_else(|| at.setting.wound_penalty(&entrant.name));
            texts.push(entrant.text_with(&draw, penalty));
            let attempt = Attempt { penalty, ..Attempt::new(at.pool(entrant.dice)?, draw) };
            resolved.push(PhaseEntrant { name: entrant.name, attempt });
        }
        at.note(self.entrants.field(), texts);
        answered(phases(&resolved, &at.setting.rules.west))
    }
}
