//! Questions at the table: with cards of the pile, with given cards, or for the target number
//! alone; continued, and repeated.

use serde_json::{Map, Value};

use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::table::grammar::{AskMode, ParsedQuestion, is_card_word};
use crate::table::questions::args::ArgType;
use crate::table::questions::cards::{Chain, texts};
use crate::table::questions::problems::{each, listed};
use crate::table::questions::question::Inquiry;
use crate::table::questions::source::{CardSource, GivenCards};
use crate::table::questions::values::{Origin, Values};
use crate::table::session::{ComparedCard, Comparison, Mode, PendingQuestion, Resolution, Turn};
use crate::wording::counted;

use super::dealer::{Dealer, FollowUpDrawer, Probe, nothing_before};
use super::game::{Game, PlayError};
use super::hands::INITIATIVE;
use super::participants::{Participant, Participants, filled_note};
use super::reply::Reply;

/// The state of a question before its cards are drawn.
pub struct BeforeDraw {
    /// The values that the table fills in.
    pub filled: Map<String, Value>,
    /// The number of cards to draw for it.
    pub awaited: usize,
    /// The reply with placeholder cards: its target number and dice do not depend on them.
    pub reply: Result<Reply, PlayError>,
}

impl Game {
    /// Answers a question with cards of the table; `text` is its line in the log.
    ///
    /// # Errors
    /// [`PlayError`]; nothing has changed then.
    pub fn question(
        &mut self,
        text: &str,
        parsed: ParsedQuestion,
        mode: AskMode,
    ) -> Result<Reply, PlayError> {
        if mode == AskMode::Compare {
            return self.compare(parsed);
        }
        let ParsedQuestion { mut inquiry, cards, who, target } = parsed;
        let participants = self.participants(&inquiry, who.as_deref(), target.as_deref())?;
        let able = match mode {
            AskMode::Look => None,
            _ => self.able_to_ask(&inquiry, &participants)?,
        };
        let fires = participants.fires_own_weapon(&inquiry.values, &self.setting);
        let described = self.describe_targets(&mut inquiry, &participants);
        participants.fill(inquiry.spec, &mut inquiry.values, &self.setting);
        let filled = filled_note(&inquiry.values, described);
        let name = |party: Option<Participant>| party.map(|party| party.name);
        let (who, target) = (name(participants.actor), name(participants.target));
        let read = self.with_actor(who.as_deref(), |game| inquiry.read(&game.setting, true))?;
        let shots = if fires { read.shots() } else { 0 };
        // The question as asked: answering writes card numbers into its fields.
        let waiting = PendingQuestion { asked: inquiry.to_record(who.as_deref(), target), shots };
        let cards = chains(&cards, &self.setting)?;
        let notes = [able, filled];
        if mode == AskMode::Target {
            return self.wait(text, &mut inquiry, waiting, notes);
        }
        let mut turn = self.session.turn(text);
        let mut dealer = match mode {
            AskMode::Look => Dealer::looking(&mut turn, cards),
            _ => Dealer::new(&mut turn, cards, who.as_deref()),
        };
        let reply = match self.ask(&mut inquiry, who.as_deref(), &mut dealer) {
            Err(PlayError::Refused(_)) if dealer.awaited => {
                return self.wait(text, &mut inquiry, waiting, notes);
            }
            reply => notes.into_iter().fold(reply?, Reply::with_note),
        };
        let used = dealer.used;
        let cards = dealer.finish()?;
        // A card that is only shown, or a target number without a card, is not logged.
        if mode == AskMode::Look || ((cards.is_empty() || !used) && turn.is_idle()) {
            return Ok(reply);
        }
        self.note_answer(turn, inquiry, &waiting, cards, reply)
    }

    /// The state of a question before its cards are drawn. The table does not change.
    ///
    /// # Errors
    /// A problem if a participant is unknown.
    pub fn before(&mut self, parsed: ParsedQuestion) -> Result<BeforeDraw, PlayError> {
        let ParsedQuestion { mut inquiry, who, target, .. } = parsed;
        let participants = self.fill(&mut inquiry, who.as_deref(), target.as_deref())?;
        let mut filled = Values::default();
        for value in inquiry.values.iter().filter(|value| value.origin != Origin::Given) {
            filled.set(value.field, value.texts.clone());
        }
        let who = participants.actor.map(|actor| actor.name);
        let mut probe = Probe::new(self.session.table().numbers());
        let reply = self.ask(&mut inquiry, who.as_deref(), &mut probe);
        let filled = filled.to_json(&inquiry.spec.fields());
        Ok(BeforeDraw { filled, awaited: probe.awaited, reply })
    }

    /// Answers a question with each of the given cards, or of the hand of the acting character.
    fn compare(&mut self, mut parsed: ParsedQuestion) -> Result<Reply, PlayError> {
        let fields = parsed.inquiry.spec.fields();
        let mut fields =
            fields.into_iter().filter(|field| field.positional && field.kind.is_card());
        let (Some(field), None) = (fields.next().filter(|field| !field.many), fields.next()) else {
            let message = format!("{} does not read one card", parsed.inquiry.spec.name);
            return Err(Problem::new(message).accepts("a question about one card").into());
        };
        let first = parsed.inquiry.values.get(field.name).map(|value| value.texts.clone());
        let words = [first.unwrap_or_default(), std::mem::take(&mut parsed.cards)].concat();
        let mut cards: Vec<String> =
            chains(&words, &self.setting)?.iter().map(Chain::to_string).collect();
        if cards.is_empty() {
            let actor = self.participants(&parsed.inquiry, parsed.who.as_deref(), None)?.actor;
            cards =
                actor.map_or_else(Vec::new, |actor| texts(self.session.table().hand(&actor.name)));
        }
        if cards.is_empty() {
            return Err(Problem::new("no cards are given to compare, and none are held")
                .accepts("their numbers, or the name of a character with a hand")
                .into());
        }
        let mut compared = Vec::new();
        for card in cards {
            let mut with_card = parsed.clone();
            with_card.inquiry.values.set(field, vec![card.clone()]);
            let Reply { verdict, explanation, .. } = self.question("", with_card, AskMode::Look)?;
            compared.push(ComparedCard { card, verdict, explanation });
        }
        Ok(Reply::new(&self.setting.deck, &Comparison { cards: compared }))
    }

    /// Answers a question with the card of the last one.
    ///
    /// # Errors
    /// [`PlayError`]; nothing has changed then.
    pub fn ask_on_last(&mut self, text: &str, parsed: ParsedQuestion) -> Result<Reply, PlayError> {
        let ParsedQuestion { mut inquiry, who, target, .. } = parsed;
        let last = self.session.table().last().cloned().ok_or_else(nothing_before)?;
        let participants = self.fill(&mut inquiry, who.as_deref(), target.as_deref())?;
        let (card, field) = (last.cards.first(), inquiry.spec.fields().into_iter());
        let mut field =
            field.filter(|field| field.kind.is_card() && !inquiry.values.has(field.name));
        if let (Some(card), Some(field)) = (card, field.next()) {
            inquiry.values.set(field, vec![card.to_string()]);
        }
        let name = |party: Option<Participant>| party.map(|party| party.name);
        let (who, target) = (name(participants.actor), name(participants.target));
        let reply = self.ask(&mut inquiry, who.as_deref(), &mut GivenCards)?;
        let asked = inquiry.to_record(who.as_deref(), target);
        let turn = self.session.turn(text);
        self.note(turn, Resolution { asked, cards: last.cards }, reply)
    }

    /// The last answer again, with the commands that may follow.
    ///
    /// # Errors
    /// A problem if there was none.
    pub fn last_reply(&mut self) -> Result<Reply, PlayError> {
        let (reply, _) = self.ask_again(None)?;
        let next = match self.session.table().applied() {
            true => Vec::new(),
            false => self.what_may_follow(&reply),
        };
        Ok(reply.with_next(next))
    }

    /// Fills in the facts of the participants, and returns them.
    fn fill(
        &self,
        inquiry: &mut Inquiry,
        who: Option<&str>,
        target: Option<&str>,
    ) -> Result<Participants, Problem> {
        let participants = self.participants(inquiry, who, target)?;
        self.describe_targets(inquiry, &participants);
        participants.fill(inquiry.spec, &mut inquiry.values, &self.setting);
        Ok(participants)
    }

    /// Whether a line is the cards that a question waits for: their numbers, or `draw` if the
    /// program draws.
    pub(super) fn are_its_cards(&self, words: &[String]) -> bool {
        let are_cards =
            words.iter().all(|word| is_card_word(word) && !word.eq_ignore_ascii_case("last"));
        let draws = words == ["draw"] && self.session.mode() == Mode::Physical;
        !words.is_empty() && are_cards && !draws
    }

    /// Answers the waiting question with the given cards.
    pub(super) fn answer_waiting(
        &mut self,
        text: &str,
        waiting: PendingQuestion,
        words: &[String],
    ) -> Result<Reply, PlayError> {
        let words = if words == ["draw"] { &[] } else { words };
        let mut inquiry = Inquiry::from_record(&waiting.asked)?;
        let mut turn = self.session.turn(text);
        let who = waiting.asked.who.as_deref();
        let mut dealer = Dealer::new(&mut turn, chains(words, &self.setting)?, who);
        let reply = self.ask(&mut inquiry, who, &mut dealer)?;
        let cards = dealer.finish()?;
        self.note_answer(turn, inquiry, &waiting, cards, reply)
    }

    /// Takes the step of a question that was answered with cards of the table.
    fn note_answer(
        &mut self,
        mut turn: Turn,
        inquiry: Inquiry,
        waiting: &PendingQuestion,
        cards: Vec<CardNumber>,
        reply: Reply,
    ) -> Result<Reply, PlayError> {
        let who = waiting.asked.who.as_deref();
        let (inquiry, mut reply) = self.draw_its_hand(&mut turn, inquiry, who, &cards, reply)?;
        if let Some(who) = who {
            turn.fire(who, waiting.shots)?;
            let left = turn.table().facts(who).and_then(|facts| facts.ammo);
            if let Some(ammo) = left.filter(|_| waiting.shots > 0) {
                let left = counted(usize::from(ammo.left), "shot");
                reply = reply.with_note(Some(format!("{who}: {left} left")));
            }
        }
        let asked = inquiry.to_record(who, waiting.asked.target.clone());
        self.note(turn, Resolution { asked, cards }, reply)
    }

    /// Replies with the target number of a question, which then waits for its cards.
    fn wait(
        &mut self,
        text: &str,
        inquiry: &mut Inquiry,
        waiting: PendingQuestion,
        notes: [Option<String>; 2],
    ) -> Result<Reply, PlayError> {
        if let Some(who) = &waiting.asked.who {
            // No card is drawn for an empty weapon.
            self.session.turn(text).fire(who, waiting.shots)?;
        }
        let mut probe = Probe::new(self.session.table().numbers());
        let before = self.ask(inquiry, waiting.asked.who.as_deref(), &mut probe)?;
        if probe.awaited == 0 {
            return Ok(notes.into_iter().fold(before, Reply::with_note));
        }
        let reply = before.before_draw(probe.awaited, self.session.mode());
        let reply = notes.into_iter().fold(reply, Reply::with_note);
        let mut turn = self.session.turn(text);
        turn.wait(waiting)?;
        turn.note(None, reply.explanation.clone());
        self.commit(turn)?;
        Ok(reply.with_step(&self.session))
    }

    /// The participants of a question.
    fn participants(
        &self,
        inquiry: &Inquiry,
        who: Option<&str>,
        target: Option<&str>,
    ) -> Result<Participants, Problem> {
        let actor = match who {
            // A character who draws a hand may be new.
            Some(name) if inquiry.spec.name == INITIATIVE => Some(self.person_or_new(name)?),
            Some(name) => Some(self.person(name)?),
            None => self.acting_now(),
        };
        let actor = actor.as_deref().map(|name| self.participant(name));
        let target = match target {
            Some(name) => Some(self.person(name)?),
            None => actor.as_ref().and_then(|actor| actor.target().map(str::to_owned)),
        };
        Ok(Participants { actor, target: target.as_deref().map(|name| self.participant(name)) })
    }

    /// Continues the last question: its chain, or other cards that it needs.
    pub(super) fn go_on(
        &mut self,
        text: &str,
        cards: Vec<CardNumber>,
        of: Option<CardNumber>,
    ) -> Result<Reply, PlayError> {
        let last = self.session.table().last().cloned().ok_or_else(nothing_before)?;
        // If only one of several chains is open, it is continued.
        let of = match (of, &self.chains_that_go_on(&last)[..]) {
            (None, [card]) => Some(*card),
            (of, _) => of,
        };
        let (turn, inquiry, reply) = self.further(text, &last, cards, of)?;
        self.note(turn, asked_again(&inquiry, &last), reply)
    }

    fn further(
        &mut self,
        text: &str,
        last: &Resolution,
        cards: Vec<CardNumber>,
        of: Option<CardNumber>,
    ) -> Result<(Turn, Inquiry, Reply), PlayError> {
        let mut turn = self.session.turn(text);
        let mut further = FollowUpDrawer::new(&mut turn, last, of, cards)?;
        let mut inquiry = Inquiry::from_record(&last.asked)?;
        let reply = self.ask(&mut inquiry, last.asked.who.as_deref(), &mut further)?;
        further.finish(last)?;
        Ok((turn, inquiry, reply))
    }

    /// The open chains of a question that read several cards, each by its first card.
    pub fn chains_that_go_on(&mut self, last: &Resolution) -> Vec<CardNumber> {
        if last.cards.len() < 2 {
            return Vec::new();
        }
        let out_of_reach = self.session.table().out_of_reach();
        let any = self.session.table().numbers().iter().find(|card| !out_of_reach.contains(card));
        let by_players = self.session.mode() == Mode::Physical;
        let given: Vec<CardNumber> = any.into_iter().filter(|_| by_players).collect();
        let mut cards = last.cards.clone();
        cards.retain(|card| self.further("", last, given.clone(), Some(*card)).is_ok());
        cards
    }

    /// Repeats the last question with the same cards, and another text for one field.
    ///
    /// # Errors
    /// A problem if there was none, or it does not accept the text.
    pub(super) fn ask_again(
        &mut self,
        changed: Option<(&str, String)>,
    ) -> Result<(Reply, Resolution), PlayError> {
        let last = self.session.table().last().cloned().ok_or_else(nothing_before)?;
        let mut inquiry = Inquiry::from_record(&last.asked)?;
        if let Some((name, text)) = changed
            && let Some(field) = inquiry.spec.fields().into_iter().find(|field| field.name == name)
        {
            inquiry.values.set(field, vec![text]);
        }
        let reply = self.ask(&mut inquiry, last.asked.who.as_deref(), &mut GivenCards)?;
        Ok((reply, asked_again(&inquiry, &last)))
    }

    pub(super) fn note(
        &mut self,
        mut turn: Turn,
        resolution: Resolution,
        reply: Reply,
    ) -> Result<Reply, PlayError> {
        let aftermath = reply.aftermath.or_else(|| self.composed(&resolution.asked, &reply));
        turn.remember(&resolution.asked, aftermath)?;
        turn.note(Some(resolution), reply.explanation.clone());
        self.commit(turn)?;
        let next = self.what_may_follow(&reply);
        Ok(reply.with_step(&self.session).with_next(next))
    }

    /// Answers a question with cards from this source.
    pub(super) fn ask(
        &mut self,
        inquiry: &mut Inquiry,
        who: Option<&str>,
        cards: &mut dyn CardSource,
    ) -> Result<Reply, PlayError> {
        // The discard pile before these cards are discarded.
        self.setting.update(self.session.table());
        self.with_actor(who, |game| {
            let answered = inquiry.answer(&game.setting, cards)?;
            let reply = Reply::new(&game.setting.deck, &*answered.answer);
            Ok(reply.with_unused(answered.unused))
        })
    }
}

/// The repeated question, with the same participants and cards.
fn asked_again(inquiry: &Inquiry, last: &Resolution) -> Resolution {
    let asked = inquiry.to_record(last.asked.who.as_deref(), last.asked.target.clone());
    Resolution { asked, cards: last.cards.clone() }
}

/// Cards in the notation `34`, `34+11` with a follow-up card, `34,10` for two.
pub(super) fn chains(
    words: &[String],
    setting: &crate::table::questions::setting::Setting,
) -> Result<Vec<Chain>, PlayError> {
    let words = words.iter().flat_map(|word| word.split(','));
    Ok(each(words.map(|word| listed(Chain::parse(word.trim(), "card", setting))))?)
}
