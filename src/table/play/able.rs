//! Checks whether a character is able to act: not if stunned, surprised or unconscious.
//!
//! A line that a condition rules out is refused, with what ends the condition. A line that the
//! rules leave to the Judge, such as a check that may be a reaction, is answered with a note.

use crate::diagnostic::Problem;
use crate::table::grammar::spelling::starts_with;
use crate::table::lookup::Aftermath;
use crate::table::questions::question::{Demand, Inquiry};
use crate::table::rules::TallyAnswer;
use crate::table::session::{Condition, Question};

use super::game::Game;
use super::participants::Participants;
use super::reply::Reply;

/// The traits whose check lets a surprised character act in the next round: in the West, and in the
/// dice edition.
const COURAGE: [&str; 2] = ["bravery", "guts"];

impl Demand {
    /// Whether a condition rules it out.
    fn is_ruled_out_by(self, condition: Condition) -> bool {
        match (condition, self) {
            (Condition::Unconscious, demand) => demand != Self::Check,
            (Condition::Surprised, demand) => {
                matches!(demand, Self::Action | Self::Hand | Self::Recovery)
            }
            (Condition::Stunned, demand) => matches!(demand, Self::Action | Self::Stun),
            (Condition::SurprisedBefore, _) => false,
        }
    }

    /// Whether it is allowed without a note in spite of a condition.
    fn is_free_in(self, condition: Condition) -> bool {
        match condition {
            Condition::Unconscious => false,
            Condition::Surprised | Condition::SurprisedBefore => self == Self::Stun,
            Condition::Stunned => matches!(self, Self::Hand | Self::Recovery),
        }
    }
}

impl Game {
    /// Checks whether the acting character can ask this question; returns a note if the Judge must
    /// decide.
    ///
    /// # Errors
    /// A problem with the condition that rules it out, or a stun check without new wounds.
    pub(super) fn able_to_ask(
        &self,
        inquiry: &Inquiry,
        participants: &Participants,
    ) -> Result<Option<String>, Problem> {
        let demand = inquiry.spec.demand;
        if demand == Demand::None {
            return Ok(None);
        }
        let actor = participants.actor.as_ref().map(|actor| actor.name.clone());
        let people = match inquiry.values.get("entrants") {
            Some(entrants) => self.entrants(&entrants.texts),
            None => actor.into_iter().collect(),
        };
        let mut notes = Vec::new();
        for who in &people {
            notes.extend(self.able(who, demand)?);
            let is_new = inquiry.values.has("dealt") || self.session.table().hurt(who).is_some();
            if demand == Demand::Stun && !is_new {
                let message = format!("{who} has taken no wounds since the last stun check");
                return Err(Problem::coded("play.no-new-wounds", message)
                    .accepts("dealt and their number for wounds that are not recorded"));
            }
        }
        Ok((!notes.is_empty()).then(|| notes.join("; ")))
    }

    /// Whether a check was successful and lets a surprised character act normally.
    pub(super) fn composed(&self, asked: &Question, reply: &Reply) -> Option<Aftermath> {
        let who = asked.who.as_deref()?;
        let is_recovering =
            self.session.table().conditions(who).contains(&Condition::SurprisedBefore);
        let is_check = asked.name.split_once(' ').is_some_and(|(_, name)| name == "check");
        let trait_name = asked.arguments.get("dice")?.as_str()?.to_lowercase();
        let is_of_courage = COURAGE.iter().any(|name| starts_with(name, &trait_name));
        let succeeds = reply.verdict.as_ref().is_some_and(|verdict| verdict.starts_with("success"));
        (is_recovering && is_check && is_of_courage && succeeds).then_some(Aftermath::Alert)
    }

    /// Checks whether a character can draw a hand.
    ///
    /// # Errors
    /// As [`able_to_ask`](Self::able_to_ask).
    pub(super) fn able_to_draw_a_hand(&self, who: &str) -> Result<Option<String>, Problem> {
        self.able(who, Demand::Hand)
    }

    /// Checks whether a character can act with a card of the hand; a stunned one recovers with it.
    ///
    /// # Errors
    /// As [`able_to_ask`](Self::able_to_ask).
    pub(super) fn able_to_act(&self, who: &str) -> Result<Option<String>, Problem> {
        self.able(who, Demand::Recovery)
    }

    fn able(&self, who: &str, demand: Demand) -> Result<Option<String>, Problem> {
        let conditions = self.session.table().conditions(who);
        if let Some(&condition) = conditions.iter().find(|it| demand.is_ruled_out_by(**it)) {
            let message = format!("{who} is {}", condition.words());
            return Err(
                Problem::coded("play.unable", message).accepts(self.way_out(who, condition))
            );
        }
        let felt = conditions.iter().filter(|condition| !demand.is_free_in(**condition));
        let mut notes: Vec<String> =
            felt.map(|condition| format!("{who} is {}", condition.words())).collect();
        let track = self.session.table().wounds(who).filter(|_| demand != Demand::Stun);
        let state = track.map(|track| TallyAnswer::new(track, &self.setting.rules.west));
        let out = state.as_ref().and_then(TallyAnswer::out_of_action);
        notes.extend(out.map(|out| format!("{who} is {out}")));
        Ok((!notes.is_empty()).then(|| notes.join("; ")))
    }

    /// The commands that end a condition.
    fn way_out(&self, who: &str, condition: Condition) -> String {
        let who_short = self.handle(who);
        let unset = |fact: &str| format!("unset {who_short} {fact}");
        match condition {
            Condition::Stunned => {
                let recovery = self.recovery_of(who, "WOUNDS");
                let recovery = recovery.map_or_else(String::new, |line| format!("{line}, or "));
                format!("{recovery}{} if the Judge lets it pass", unset("stunned"))
            }
            Condition::Unconscious => format!("{} once awake", unset("unconscious")),
            Condition::Surprised | Condition::SurprisedBefore => {
                format!("round, or {} if the Judge lets it pass", unset("surprised"))
            }
        }
    }

    /// Checks that a character is alive.
    ///
    /// # Errors
    /// A problem if the character is dead.
    pub(super) fn confirm_alive(&self, who: &str) -> Result<(), Problem> {
        let track = self.session.table().wounds(who);
        match track.map(|track| TallyAnswer::new(track, &self.setting.rules.west)) {
            Some(state) if state.dead => Err(Problem::coded("play.dead", format!("{who} is dead"))
                .accepts("undo if it was recorded by mistake")),
            _ => Ok(()),
        }
    }

    /// The participants in words such as `ann=3d10 ben=2d8`.
    fn entrants(&self, words: &[String]) -> Vec<String> {
        let names = words.iter().filter_map(|word| word.split_once('='));
        names.filter_map(|(name, _)| self.person(name).ok()).collect()
    }
}
