//! Questions as lines, for unit tests: on the sample deck, with the example weapons and characters.

use serde_json::Value as Json;

use super::cards::CardRef;
use super::field::CardUse;
use super::question::{Inquiry, Reply};
use super::setting::Setting;
use super::source::{CardSource, GivenCards};
use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::table::grammar::{Line, ParsedQuestion, Vocabulary, parse, split};
use crate::table::lookup::AnswerRecord;
use crate::table::lookup::samples::{card, deck};
use crate::table::lookup::serde_json::json;
use crate::table::rules::{Game, HouseRules};

/// The setting of a game.
pub(crate) fn setting(game: Game) -> Setting {
    Setting::new(deck(), HouseRules { game: Some(game), ..HouseRules::default() })
}

/// The question of a line.
pub(crate) fn parsed(line: &str, setting: &Setting) -> Result<ParsedQuestion, Problem> {
    let vocabulary = Vocabulary {
        game: setting.game,
        setting,
        commands: &[],
        people: &[],
        skills: &[],
        in_hand: &|_| None,
    };
    match parse(split(line)?, &vocabulary)? {
        Line::Question(parsed) => Ok(parsed),
        Line::Command { name, .. } => panic!("{line}: {name} is a command"),
    }
}

/// The reply to a line with all cards given.
pub(crate) fn reply(line: &str, setting: &Setting) -> Result<Reply, Problems> {
    parsed(line, setting)?.inquiry.answer(setting, &mut GivenCards)
}

/// A reply as JSON.
pub(crate) fn json(reply: &Reply, setting: &Setting) -> Json {
    json!(AnswerRecord::new(&setting.deck, &*reply.answer))
}

/// Draws every `step`th card of the deck, and a follow-up card for one chain.
struct Pile {
    next: u8,
    step: u8,
    chain: Option<CardNumber>,
}

impl Pile {
    fn draw(&mut self) -> CardNumber {
        let drawn = self.next;
        self.next = (self.next + self.step) % 54;
        card(drawn)
    }
}

impl CardSource for Pile {
    fn card(&mut self, wanted: CardRef, _: CardUse) -> Result<CardNumber, Problem> {
        match wanted {
            CardRef::Number(card) => Ok(card),
            _ => Ok(self.draw()),
        }
    }

    fn follow_ups(&mut self, chain: &[CardNumber]) -> Result<Vec<CardNumber>, Problem> {
        match self.chain.take_if(|first| chain.contains(first)) {
            Some(_) => Ok(vec![self.draw()]),
            None => Ok(Vec::new()),
        }
    }

    fn wanted(&mut self, count: usize) -> Result<Vec<CardNumber>, Problem> {
        Ok((0..count).map(|_| self.draw()).collect())
    }

    fn deals(&self) -> bool {
        true
    }
}

/// Checks that each of these lines, answered with drawn cards, has the same answer after its
/// question is read from a log. Returns the number of lines with a follow-up card.
pub(crate) fn check_asked_again(lines: &[&str], setting: &Setting) -> usize {
    let ask = |asked: &mut Inquiry, pile: &mut Pile| {
        let reply = asked.answer(setting, pile).ok()?;
        let known = json(&reply, setting);
        let record = asked.to_record(None, None);
        let mut again = Inquiry::from_record(&record).expect("a question");
        let second = again.answer(setting, &mut GivenCards);
        let second = second.unwrap_or_else(|problems| panic!("{record:?}: {problems}"));
        assert_eq!(known, json(&second, setting), "{record:?}");
        assert_eq!(record, again.to_record(None, None));
        Some(reply)
    };
    let mut extended = 0;
    for line in lines {
        let mut answered = 0;
        for (next, step) in (0..54).flat_map(|next| [5, 7, 11].map(|step| (next, step))) {
            let mut asked = parsed(line, setting).expect(line).inquiry;
            let mut pile = Pile { next, step, chain: None };
            // For example dice that cannot be rolled on the card.
            let Some(reply) = ask(&mut asked, &mut pile) else { continue };
            answered += 1;
            let drawn = pile.next;
            for first in (0..54).map(card).filter(|_| reply.answer.is_open()) {
                let mut pile = Pile { next: drawn, step, chain: Some(first) };
                let has_reply = ask(&mut asked.clone(), &mut pile).is_some();
                extended += usize::from(has_reply && pile.chain.is_none());
            }
        }
        assert!(answered > 0, "{line}");
    }
    extended
}
