//! Questions at the table: what is known before the draw, the cards that come up for them, what
//! follows, and the wounds that an answer deals.

use serde_json::{Map, Value, json};

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::table::lookup::{AnyAnswer, Dealt, Pool, to_value};
use crate::table::odds::{CheckOdds, Pile};
use crate::table::rules::{BodyPart, Damage, Place};
use crate::table::session::{Question, Resolution, Turn};

use super::Engine;
use super::checks::SIDES;
use super::line::line;
use super::question::{self, CardUse};
use super::request::unread;
use super::setting::{Cards, Said};
use super::table::{self, Shown, introduce, quoted};

/// The question that two cards are drawn for.
const CONTEST: &str = "west contest";

impl Engine {
    /// What a question is answered whose card is named.
    pub(super) fn said(&self, asked: &Question) -> Result<Said, Problems> {
        let cards = Cards { discarded: self.session.table().discard() };
        question::answer(&self.setting, &cards, asked)
    }

    pub(super) fn reply(&self, said: &Said) -> Value {
        let answer: &dyn AnyAnswer = &*said.answer;
        let mut reply = to_value(&self.setting.deck, answer);
        let mut deals = answer.deals();
        if !BodyPart::counts_all(&deals) {
            deals.clear();
        }
        let deals: Vec<Value> = deals
            .iter()
            .map(|dealt| {
                let Dealt { place, wounds, concussion, .. } = dealt;
                json!({ "place": place, "wounds": wounds, "concussion": concussion })
            })
            .collect();
        reply["verdict"] = json!(answer.verdict());
        reply["tn"] = json!(answer.account());
        reply["open"] = json!(answer.is_open());
        reply["chains"] = json!(said.open);
        reply["deals"] = json!(deals);
        reply["text"] = json!(answer.text());
        reply
    }

    /// The target number of a question, which does not depend on the card, and its odds.
    pub(super) fn before(&self, mut asked: Question, whole: bool) -> Result<Value, Problems> {
        asked.arguments.insert("card".to_owned(), json!(0));
        asked.arguments.remove("then");
        let said = self.said(&asked)?;
        let pile = match whole {
            true => Pile::whole(),
            false => Pile::without(&self.session.table().out_of_reach()).map_err(Problem::from)?,
        };
        let odds = match said.check {
            None => None,
            Some((dice, tn)) => {
                let pool = Pool::new(&self.setting.deck, dice).map_err(Problem::from)?;
                Some(CheckOdds::new(pool, &pile, &[tn], None))
            }
        };
        Ok(json!({ "tn": said.answer.account(), "odds": odds }))
    }

    /// Draws a card for each side of a contest whose card is not named, and answers it.
    fn ask_contest(&mut self, mut asked: Question) -> Result<Value, Problems> {
        let mut turn = self.session.turn(&line(&asked));
        let mut cards = Vec::new();
        let mut chains = Map::new();
        for side in SIDES {
            let mut chain = Vec::new();
            let told = asked.arguments.remove(side).as_ref().map(text);
            match told.as_deref().map(str::trim).filter(|told| !told.is_empty()) {
                None => chain.push(turn.draw(None).map_err(table::told)?),
                Some(told) => {
                    for (place, card) in told.split('+').enumerate() {
                        let card: CardNumber = card.trim().parse().map_err(Problem::from)?;
                        chain.push(match place {
                            0 => turn.draw(Some(card)).map_err(table::told)?,
                            _ => turn.draw_follow_up(Some(card)).map_err(table::told)?,
                        });
                    }
                }
            }
            cards.push(chain[0]);
            let chain = match &chain[..] {
                [card] => json!(card),
                cards => {
                    cards.iter().map(CardNumber::to_string).collect::<Vec<_>>().join("+").into()
                }
            };
            chains.insert(side.to_owned(), chain);
        }
        asked.arguments = chains.into_iter().chain(asked.arguments).collect();
        let said = self.said(&asked)?;
        self.note(turn, asked, cards, &said)
    }

    /// Draws the card of a question and answers it.
    pub(super) fn ask(&mut self, mut asked: Question) -> Result<Value, Problems> {
        if asked.name == CONTEST {
            return self.ask_contest(asked);
        }
        let told: Option<CardNumber> = match asked.arguments.get("card") {
            None => None,
            Some(card) => {
                Some(serde_json::from_value(card.clone()).map_err(|error| unread(&error))?)
            }
        };
        let to = question::card_use(&asked)?;
        let read_on = self.session.table().last().map_or(&[][..], |last| &last.cards);
        let lies = told.map_or(to == CardUse::ReadOn, |card| read_on.contains(&card));
        let mut turn = self.session.turn(&line(&asked));
        let card = match told.or(read_on.first().copied()) {
            Some(card) if to == CardUse::Shown || (to == CardUse::ReadOn && lies) => card,
            _ => turn.draw(told).map_err(table::told)?,
        };
        let first = Map::from_iter([("card".to_owned(), json!(card))]);
        asked.arguments = first.into_iter().chain(without_card(asked.arguments)).collect();
        let cards = Cards { discarded: self.session.table().discard() };
        let said = question::answer(&self.setting, &cards, &asked)?;
        if to == CardUse::Shown {
            return Ok(self.reply(&said));
        }
        for follow_up in follow_ups(&asked) {
            turn.draw_follow_up(Some(follow_up)).map_err(table::told)?;
        }
        self.fire(&mut turn, &asked)?;
        self.note(turn, asked, vec![card], &said)
    }

    /// Counts the shots of whoever fires.
    fn fire(&self, turn: &mut Turn, asked: &Question) -> Result<(), Problems> {
        let Some(who) = asked.who.as_deref().filter(|_| asked.name == "west attack") else {
            return Ok(());
        };
        let shots = asked.arguments.get("burst").and_then(Value::as_u64).unwrap_or(1);
        turn.fire(who, u16::try_from(shots).unwrap_or(u16::MAX)).map_err(table::told)
    }

    /// Answers a question with the card of the last, and its follow-ups where it is the same check.
    pub(super) fn ask_again(&mut self, mut asked: Question) -> Result<Value, Problems> {
        let last = self.last()?;
        let turn = self.session.turn(&line(&asked));
        let card = last.cards.first().ok_or_else(nothing_before)?;
        asked.arguments.insert("card".to_owned(), json!(card));
        let cards = last.cards.clone();
        let said = self.said(&asked)?;
        self.note(turn, asked, cards, &said)
    }

    fn last(&self) -> Result<Resolution, Problem> {
        self.session.table().last().cloned().ok_or_else(nothing_before)
    }

    /// Goes on with the chain of the last question: of several, with that in the argument `of`.
    pub(super) fn go_on(
        &mut self,
        card: Option<CardNumber>,
        of: Option<&str>,
    ) -> Result<Value, Problems> {
        let Resolution { mut asked, cards } = self.last()?;
        let open = self.said(&asked)?.open;
        let place = match (&open[..], of) {
            ([only], None) => *only,
            (_, Some(of)) if open.contains(&of) => of,
            ([], _) => {
                let message = "the last question takes no follow-up card";
                return Err(Problem::new(message).accepts("a check that is open").into());
            }
            _ => {
                let message = "it is not said which chain goes on".to_owned();
                return Err(Problem::coded("companion.request", message)
                    .accepts(open.join(", "))
                    .into());
            }
        };
        let told = card.map_or_else(String::new, |card| format!(" {card}"));
        let chain = asked.arguments.remove(place);
        // A side of a contest is one word, `34+11`; the cards of all other checks are a list.
        let side = chain.as_ref().filter(|_| SIDES.contains(&place)).map(text);
        let of = side.as_ref().and_then(|side| side.split('+').next());
        let of = of.map_or_else(String::new, |first| format!(" of {first}"));
        let mut turn = self.session.turn(&format!("then{told}{of}"));
        let drawn = turn.draw_follow_up(card).map_err(table::told)?;
        let longer = match (side, chain) {
            (Some(side), _) => json!(format!("{side}+{drawn}")),
            (None, Some(Value::Array(mut then))) => {
                then.push(json!(drawn));
                then.into()
            }
            (None, other) => other.into_iter().chain([json!(drawn)]).collect(),
        };
        asked.arguments.insert(place.to_owned(), longer);
        let said = self.said(&asked)?;
        self.note(turn, asked, cards, &said)
    }

    /// Takes the step of an answer.
    fn note(
        &mut self,
        mut turn: Turn,
        asked: Question,
        cards: Vec<CardNumber>,
        said: &Said,
    ) -> Result<Value, Problems> {
        turn.remember(&asked, said.answer.aftermath()).map_err(table::told)?;
        turn.note(Some(Resolution { asked, cards }), said.answer.explanation());
        self.session.take(turn);
        let mut reply = self.reply(said);
        reply["state"] = json!(Shown::new(&self.session, &self.setting));
        Ok(reply)
    }

    /// Hurts whom the last answer hit.
    pub(super) fn apply(&mut self, who: Option<String>) -> Result<Value, Problems> {
        let Resolution { asked, .. } = self.last()?;
        let deals = self.said(&asked)?.answer.deals();
        if deals.is_empty() {
            let message = format!("the last answer, {}, deals no wounds", asked.name);
            return Err(Problem::new(message).accepts("apply after a hit").into());
        }
        let who = who.or(asked.target).ok_or_else(|| {
            Problem::new("who was hit is not known").accepts("apply and the name")
        })?;
        let mut turn = self.session.turn(&format!("apply {}", quoted(&who)));
        turn.apply().map_err(table::told)?;
        introduce(&mut turn, &who, &self.setting)?;
        for Dealt { place, wounds, concussion, .. } in deals {
            let place: Place = place.parse().map_err(Problem::from)?;
            let part = place.part().map_err(Problem::from)?;
            turn.hurt(&who, part, Damage { wounds, concussion }).map_err(table::told)?;
        }
        let words = self.fares(&turn.table_after(), &who);
        turn.note(None, words);
        self.session.take(turn);
        Ok(self.state())
    }
}

/// A value as it is typed.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn nothing_before() -> Problem {
    Problem::new("no question was answered with a card of this table yet")
        .accepts("a question with a card first")
}

fn without_card(arguments: Map<String, Value>) -> impl Iterator<Item = (String, Value)> {
    arguments.into_iter().filter(|(name, _)| name != "card")
}

/// The follow-up cards that are named in a question.
fn follow_ups(asked: &Question) -> Vec<CardNumber> {
    let then = asked.arguments.get("then").and_then(Value::as_array);
    let numbers = then.into_iter().flatten();
    numbers.filter_map(|card| serde_json::from_value(card.clone()).ok()).collect()
}
