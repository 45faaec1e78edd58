//! The engine of a companion page: answers requests in JSON.
//!
//! A request is an object with the key `do`; [`Engine::call`] lists them. Questions have the form of the
//! session log (`docs/json.md`), and other actions at the table are lines of `play`. So a session of
//! the page continues in `play`, and the reverse. A request that cannot be answered changes nothing; its
//! reply has `faults`.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::forms;
use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::input::encoding::without_bom;
use crate::input::limits::SESSION_FILE;
use crate::table::grammar::{AskMode, ParsedQuestion};
use crate::table::lookup::{DealtDamage, Pool};
use crate::table::odds::{CheckOdds, Pile};
use crate::table::play::{Game, Outcome, PlayError, Reply};
use crate::table::questions::games;
use crate::table::questions::question::Inquiry;
use crate::table::questions::setting::Setting;
use crate::table::questions::values::Values;
use crate::table::rules::{BodyPart, Character, HouseRules, TallyAnswer, Weapon};
use crate::table::session::{
    CharacterAnswer, Facts, LogAnswer, Mode, PlayerHand, Question, Resolution, Session, TableAnswer,
};

/// The texts from which an engine is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// `deck.json`.
    pub deck: String,
    /// House rules, as in `rules.toml`; by default the built-in ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The table of weapons (CSV); by default the examples of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapons: Option<String>,
    /// The table of characters (CSV); by default the examples of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub characters: Option<String>,
}

impl Texts {
    /// The texts for a deck with the built-in rules and tables.
    pub fn from_deck(deck: &Deck) -> Self {
        Self { deck: deck.to_json(), ..Self::default() }
    }
}

/// A deck, the rules and a session at a table.
pub struct Engine {
    game: Game,
}

impl Engine {
    /// An engine with an empty session in which the players draw.
    ///
    /// # Errors
    /// The faults of the texts.
    pub fn new(texts: &Texts) -> Result<Self, Problems> {
        let deck = Deck::read("deck.json", &texts.deck)?;
        let rules = match &texts.rules {
            None => HouseRules::default(),
            Some(text) => HouseRules::read("rules.toml", text)?,
        };
        let session = Session::start(&deck, Mode::Physical);
        let mut setting = Setting::new(deck, rules);
        if let Some(text) = &texts.weapons {
            setting = setting.with_weapons(Weapon::read_table("weapons.csv", text)?);
        }
        if let Some(text) = &texts.characters {
            setting = setting.with_characters(Character::read_table("characters.csv", text)?);
        }
        Ok(Self { game: Game::new(setting, session) })
    }

    /// As [`new`](Self::new), from the texts as a JSON object.
    ///
    /// # Errors
    /// The reply with their faults.
    pub fn load(texts: &str) -> Result<Self, String> {
        let read = serde_json::from_str(without_bom(texts))
            .map_err(|error| Problems::from(unreadable(&error)));
        read.and_then(|texts| Self::new(&texts)).map_err(|problems| refusal(&problems))
    }

    /// Answers a request:
    ///
    /// | `do` | keys | what happens |
    /// |---|---|---|
    /// | `about` | | deck, layout, game, questions and their fields, weapons, characters |
    /// | `state` | | the table: piles, round, hands, wounds, what counts for whom |
    /// | `look` | `asked`, `cards` | a question is answered for any card; the table does not change |
    /// | `before` | `asked`, `whole` | what is known before a card is drawn: the values that the table fills in, the target number, its odds with the cards in the pile or with the `whole` deck, and how many cards it takes |
    /// | `ask` | `asked`, `cards`, `again` | a question is asked with cards that are drawn or given; with `again` the last card is read again |
    /// | `last` | | the answer to the last question once more |
    /// | `line` | `line` | a line of `play`, such as `then`, `apply`, `wound sid chest 3`, `round` or `undo` |
    /// | `log` | `steps` | the last steps |
    /// | `start` | `draws` | a new session |
    /// | `export` | | the session file |
    /// | `import` | `name`, `text` | a session file is resumed |
    ///
    /// The reply is an object too; `faults` in it say why the request had no effect.
    pub fn call(&mut self, request: &str) -> String {
        let read = serde_json::from_str(without_bom(request))
            .map_err(|error| Problems::from(unreadable(&error)));
        match read.and_then(|request| self.answer(request)) {
            Ok(reply) => reply.to_string(),
            Err(problems) => refusal(&problems),
        }
    }

    fn answer(&mut self, request: Request) -> Result<Value, Problems> {
        let Request { asked, cards, whole, again, line, steps, draws, name, text, .. } = request;
        let question = |asked: Option<Question>| parsed(needed(asked, "asked")?, cards);
        match &*request.what {
            "about" => Ok(forms::about(&self.game)),
            "state" => Ok(self.state()),
            "look" => {
                let reply = self.game.question("", question(asked)?, AskMode::Look);
                Ok(self.reply(&reply.map_err(problems)?))
            }
            "before" => self.before(question(asked)?, whole),
            "ask" => {
                let question = question(asked)?;
                let line = question.to_line(self.game.rules());
                let reply = match again {
                    true => self.game.ask_on_last(&line, question),
                    false => self.game.question(&line, question, AskMode::Draw),
                };
                self.reply_and_state(&reply.map_err(problems)?)
            }
            "last" => {
                let reply = self.game.last_reply().map_err(problems)?;
                self.reply_and_state(&reply)
            }
            "line" => self.line(&needed(line, "line")?),
            "log" => Ok(json!(LogAnswer::new(&self.game.session, steps.unwrap_or(usize::MAX)))),
            "start" => {
                let draws = needed(draws, "draws")?;
                self.game.restart(Session::start(&self.game.setting.deck, draws));
                Ok(self.state())
            }
            "export" => Ok(json!({ "text": self.game.session.to_text() })),
            "import" => self.import(&needed(name, "name")?, &needed(text, "text")?),
            what => Err(unknown(what).into()),
        }
    }

    fn state(&self) -> Value {
        json!({ "state": State::new(&self.game) })
    }

    /// A line of `play`.
    fn line(&mut self, line: &str) -> Result<Value, Problems> {
        match self.game.hear(line).map_err(problems)? {
            Outcome::Reply(reply) => self.reply_and_state(&reply),
            Outcome::Nothing | Outcome::Help(_) | Outcome::Quit => Ok(self.state()),
        }
    }

    /// The state of a question before its cards are drawn.
    fn before(&mut self, question: ParsedQuestion, whole: bool) -> Result<Value, Problems> {
        let before = self.game.before(question).map_err(problems)?;
        let mut known = match &before.reply {
            Ok(reply) => json!({ "tn": reply.account }),
            Err(PlayError::Refused(problems)) => refused(problems),
            Err(PlayError::Store(_)) => json!({}),
        };
        known["filled"] = before.filled.into();
        known["awaited"] = before.awaited.into();
        if let Ok(Reply { check: Some((dice, tn)), .. }) = before.reply {
            let out_of_reach = self.game.session.table().out_of_reach();
            let numbers = self.game.session.table().numbers();
            let pile = match whole {
                true => Pile::whole(numbers),
                false => Pile::without(numbers, &out_of_reach).map_err(Problem::from)?,
            };
            let pool = Pool::new(&self.game.setting.deck, dice).map_err(Problem::from)?;
            known["odds"] = json!(CheckOdds::new(pool, &pile, &[tn], None));
        }
        Ok(known)
    }

    fn reply_and_state(&mut self, reply: &Reply) -> Result<Value, Problems> {
        let mut json = self.reply(reply);
        json["chains"] = self.chains(reply).into();
        json["state"] = json!(State::new(&self.game));
        Ok(json)
    }

    /// A reply in the form of the page.
    fn reply(&self, reply: &Reply) -> Value {
        let is_counted = BodyPart::counts_all(&reply.deals);
        let deals = reply.deals.iter().filter(|_| is_counted).map(|dealt| {
            let DealtDamage { target, place, wounds, concussion } = dealt;
            json!({ "target": target, "place": place, "wounds": wounds, "concussion": concussion })
        });
        let offers = reply.offers.iter();
        json!({
            "kind": reply.answer["kind"],
            "answer": reply.answer["answer"],
            "explanation": reply.explanation,
            "verdict": reply.verdict,
            "tn": reply.account,
            "open": reply.is_open,
            "wanted": reply.wanted,
            "awaited": reply.awaited,
            "deals": deals.collect::<Vec<_>>(),
            "offers": offers.map(|it| json!({ "spent": it.spent, "buys": it.buys })).collect::<Vec<_>>(),
            "notes": reply.notes,
            "next": reply.next,
            "text": reply.text,
        })
    }

    /// The chains that a further card can continue: the first card of each, or null for the only one.
    fn chains(&mut self, reply: &Reply) -> Vec<Value> {
        match self.game.session.table().last().cloned() {
            Some(last) if reply.is_open && last.cards.len() > 1 => {
                self.game.chains_that_go_on(&last).into_iter().map(|card| json!(card)).collect()
            }
            Some(_) if reply.is_open || reply.wanted > 0 => vec![Value::Null],
            _ => Vec::new(),
        }
    }

    fn import(&mut self, name: &str, text: &str) -> Result<Value, Problems> {
        if SESSION_FILE.is_passed_by(text.len()) {
            let message = format!("{name} is too large");
            return Err(Problem::new(message).accepts(SESSION_FILE.accepted()).into());
        }
        let resumed = Session::read(name, text.as_bytes(), &self.game.setting.deck)?;
        self.game.restart(resumed.session);
        let mut reply = self.state();
        reply["torn"] = json!(resumed.torn);
        Ok(reply)
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("session", &self.game.session).finish_non_exhaustive()
    }
}

/// Converts a question of the page to one of a line.
fn parsed(asked: Question, cards: Vec<String>) -> Result<ParsedQuestion, Problems> {
    let (game, spec) = games::find(&asked.name).ok_or_else(|| {
        let message = format!("no question is called {:?}", asked.name);
        Problem::coded("companion.question", message).accepts("one of the questions of about")
    })?;
    let values = Values::from_json(&asked.arguments, &spec.fields())?;
    let inquiry = Inquiry { game, spec, values };
    Ok(ParsedQuestion { inquiry, cards, who: asked.who, target: asked.target })
}

fn problems(error: PlayError) -> Problems {
    match error {
        PlayError::Refused(problems) => problems,
        PlayError::Store(error) => Problem::new(error.to_string()).into(),
    }
}

/// The reply to a request without effect.
fn refusal(problems: &Problems) -> String {
    refused(problems).to_string()
}

fn refused(problems: &Problems) -> Value {
    let errors: Vec<String> =
        problems.iter().map(ToString::to_string).chain(problems.rest()).collect();
    let (faults, _) = problems.records();
    json!({ "errors": errors, "faults": faults })
}

/// A request. Its required keys depend on `do`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    #[serde(rename = "do")]
    pub(super) what: String,
    /// A question with all values, as in the session log.
    pub(super) asked: Option<Question>,
    /// Cards of the question without fields of their own, in the order drawn, such as `34` or `34+11`.
    #[serde(default)]
    pub(super) cards: Vec<String>,
    /// Whether the odds are those of the whole deck.
    #[serde(default)]
    pub(super) whole: bool,
    /// Whether the question reuses the card of the last one.
    #[serde(default)]
    pub(super) again: bool,
    /// A line of `play`.
    pub(super) line: Option<String>,
    pub(super) steps: Option<usize>,
    pub(super) draws: Option<Mode>,
    pub(super) name: Option<String>,
    pub(super) text: Option<String>,
}

/// The names of all requests.
const REQUESTS: &str = "about, state, look, before, ask, last, line, log, start, export, import";

/// The value of a required key.
///
/// # Errors
/// A problem that names the key.
pub(super) fn needed<T>(value: Option<T>, key: &str) -> Result<T, Problem> {
    value.ok_or_else(|| {
        Problem::coded("companion.request", format!("{key} is missing")).accepts(key)
    })
}

/// The problem of a request of an unknown name.
pub(super) fn unknown(what: &str) -> Problem {
    Problem::coded("companion.request", format!("{what:?} cannot be requested")).accepts(REQUESTS)
}

/// The problem of a text that is not a request.
pub(super) fn unreadable(error: &serde_json::Error) -> Problem {
    Problem::coded("companion.request", format!("the request cannot be read: {error}"))
        .accepts("an object with the key do")
}

/// A participant.
#[derive(Debug, Serialize)]
struct ParticipantState {
    /// The name.
    who: String,
    /// Wounds and CT, if recorded.
    state: Option<TallyAnswer>,
    /// The same in words.
    words: Vec<String>,
    /// Other facts of the character.
    facts: Facts,
    /// The cards held, in the order of action.
    hand: PlayerHand,
}

/// The state of the table.
#[derive(Debug, Serialize)]
pub(super) struct State {
    /// Piles, round and hands.
    table: TableAnswer,
    /// All participants of the session, by name.
    people: Vec<ParticipantState>,
    /// The last question and its cards.
    last: Option<Resolution>,
    /// Whether its wounds were applied.
    applied: bool,
    /// The cards that cannot be drawn next.
    out_of_reach: Vec<CardNumber>,
}

impl State {
    pub(super) fn new(game: &Game) -> Self {
        let (session, setting) = (&game.session, &game.setting);
        let table = session.table();
        let people = table.people().map(|who| {
            let answer = CharacterAnswer::new(table, who, &setting.rules.west);
            ParticipantState {
                who: who.to_owned(),
                words: answer.as_ref().map_or_else(Vec::new, CharacterAnswer::lines),
                facts: table.facts(who).cloned().unwrap_or_default(),
                hand: PlayerHand::new(table, &setting.deck, who),
                state: answer.map(|answer| answer.state),
            }
        });
        Self {
            people: people.collect(),
            table: TableAnswer::new(table, session.log().len(), &setting.deck),
            last: table.last().cloned(),
            applied: table.applied(),
            out_of_reach: table.out_of_reach(),
        }
    }
}
