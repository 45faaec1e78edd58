//! The odds of whole attacks: `odds attack 3d10 --weapon NAME --distance 12` and `odds melee`.

use super::{NextDraw, Odds, OddsQuestion};
use crate::deck::CardNumber;
use crate::table::lookup::{Draw, Pool, TargetNumber};
use crate::table::odds::{AttackQuestion, AttackTable, OddsTables, over_distances};
use crate::table::questions::prelude::*;
use crate::table::questions::west::attack::{BlowFields, ShotFields};
use crate::table::rules::{Attack, Attempt, Hit};

choice! {
    AttackTable {
        "outcome" => AttackTable::Outcome,
            "Hit, miss, critical failure, failing equipment, other targets hit";
        "places" => AttackTable::Places, "Each place that is hit";
        "wounds" => AttackTable::Wounds, "Each number of wounds";
        "down" => AttackTable::Down, "The target down after each round";
    }
}

fields! {
    /// The arguments shared by both kinds of attack.
    struct AskedFields {
        /// Skill level and die, such as 3d10, or a trait or skill of the character who acts
        dice: Arg<Skill> = positional(),
        /// Target numbers that replace the calculated one: one row of the table for each
        tn: List<TargetNumber> = value("NUMBER,…").trailing().excludes(&["only"]),
        /// Attacks, one a round, until the target is down
        rounds: Arg<Number<u8, 0, 20>> = default("5"),
        /// The target's CT; when left out, only wounds bring it down
        ct: Opt<Number<u16, 1, 200>> = value("CT"),
        /// Hits that the target has taken before, such as belly:2 or "left arm:1+3"
        target_hurt: List<Hit> = value("HIT,…"),
        /// The tables wanted; all when left out
        only: List<AttackTable> = value("TABLE,…"),
    }
}

impl AskedFields {
    /// The odds of an attack.
    fn answer(&self, attack: &Attack<'_>, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        let NextDraw { setting, pile, .. } = *at;
        let (rounds, hurt) = (self.rounds.get(), self.target_hurt.get());
        let question = AttackQuestion { attack, pile, rounds, ct: self.ct.get(), hurt: &hurt };
        let (targets, only) = (self.tn.get(), self.only.get());
        let tables = if !targets.is_empty() {
            question.over_targets(&targets, &setting.rules.west)
        } else if rounds == 0 && only.contains(&AttackTable::Down) {
            return refuse("the table of rounds needs at least one round", "--rounds 1 to 20");
        } else {
            let tables = if only.is_empty() { &AttackTable::ALL[..] } else { &only };
            question.answer(tables, &setting.rules.west)
        };
        listed(tables).map(Odds::Tables)
    }

    /// The odds of attacks at several distances.
    fn over_distances(
        &self,
        attacks: &[(u16, Attack<'_>)],
        at: &NextDraw<'_>,
    ) -> Result<Option<OddsTables>, Problems> {
        let (rounds, ct, hurt) = (self.rounds.get(), self.ct.get(), self.target_hurt.get());
        let question = |attack| AttackQuestion { attack, pile: at.pile, rounds, ct, hurt: &hurt };
        let questions: Vec<(u16, AttackQuestion<'_>)> =
            attacks.iter().map(|(metres, attack)| (*metres, question(attack))).collect();
        listed(over_distances(&questions, &at.setting.rules.west))
    }

    /// The check with any card of the pile, as a placeholder for the drawn one.
    fn attempt<'d>(&self, at: &NextDraw<'d>) -> Result<Attempt<'d>, Problems> {
        let Some(card) = at.pile.iter().next() else {
            return refuse("no card is left to draw", "a pile of at least one card");
        };
        let pool = listed(Pool::new(at.deck, self.dice.get()))?;
        Ok(Attempt::new(pool, Draw::single(card)))
    }
}

/// The discard pile. Cards in hands are neither in the pile nor discarded.
fn discarded(at: &NextDraw<'_>) -> Vec<CardNumber> {
    let NextDraw { setting, pile, .. } = at;
    let held = |card: &CardNumber| {
        setting.out_of_reach.contains(card) && !setting.discarded.contains(card)
    };
    pile.others(setting.deck.numbers()).filter(|card| !held(card)).collect()
}

fields! {
    /// The odds of a shot.
    pub struct ShotOddsQuestion {
        /// What is asked of it.
        asked: AskedFields,
        /// Distance to the target in metres (paces); a table over distances when left out
        distance: Opt<Number<u16, 0, 65_535>> = value("METRES"),
        /// The shot.
        shot: ShotFields,
    }
}

impl OddsQuestion for ShotOddsQuestion {
    const NAME: &'static str = "attack";
    const HELP: &'static str = "A shot as a whole: whether it hits, where, with how many wounds, and when the target is down";
    const EXAMPLES: &'static [&'static str] =
        &["3d10 weapon \"example revolver\" distance 12", "3d10 weapon \"example revolver\""];

    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        let attack = |metres: u16| {
            let attempt = self.asked.attempt(at)?;
            self.shot.resolve_at(metres, at.setting, attempt, discarded(at))
        };
        if let Some(metres) = self.distance.get() {
            return self.asked.answer(&attack(metres)?, at);
        }
        if !self.asked.tn.is_empty() || !self.asked.only.is_empty() {
            return missing("the distance of these tables", "--distance");
        }
        let attacks = match self.shot.usual_distances(at.setting) {
            Ok(distances) => {
                each(distances.into_iter().map(|metres| Ok((metres, attack(metres)?))))
            }
            // Other problems do not depend on the distance.
            Err(problems) => all((Err(problems), attack(0))).map(|(none, _)| none),
        };
        match self.asked.over_distances(&attacks?, at)? {
            Some(tables) => Ok(Odds::Tables(tables)),
            None => missing("a distance within reach", "--distance"),
        }
    }
}

fields! {
    /// The odds of a blow.
    pub struct BlowOddsQuestion {
        /// What is asked of it.
        asked: AskedFields,
        /// The blow.
        blow: BlowFields,
    }
}

impl OddsQuestion for BlowOddsQuestion {
    const NAME: &'static str = "melee";
    const HELP: &'static str = "A blow as a whole";
    const EXAMPLES: &'static [&'static str] = &["3d10 weapon fist skill 2"];

    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        let attempt = self.asked.attempt(at)?;
        let attack = self.blow.resolve(at.setting, attempt, discarded(at))?;
        self.asked.answer(&attack, at)
    }
}
