//! The engine behind a companion page: requests and replies in JSON, for a page that has no other
//! way to call into the library.
//!
//! A request is an object with the key `do`; [`Engine::call`] lists them. Questions have the form that
//! the log of a session gives them (`docs/session-json.md`), so that a session which is played in a
//! companion can be gone on with in `play`, and the other way round. What cannot be done is answered
//! with `faults` and changes nothing.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::input::limits::SESSION_FILE;
use crate::lookup::{AnyAnswer, Dealt, Pool, to_value};
use crate::odds::{CheckOdds, Pile};
use crate::rules::{Character, Damage, HouseRules, Place, TallyAnswer, Weapon};
use crate::session::{
    ActsAnswer, CharacterAnswer, Drawn, Facts, FactsAnswer, HandsAnswer, LogAnswer, Mode,
    PlayerHand, Question, Resolution, Session, Step, Table, TableAnswer, Turn,
};

use super::question::{self, CardUse, Cards, Said, Setting};
use super::table::{self, Deed, Shown, introduce, quoted};

/// The texts an engine starts from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// `deck.json`.
    pub deck: String,
    /// House rules, as in `rules.toml`; the usual ones where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The table of weapons (CSV); the program's examples where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapons: Option<String>,
    /// The table of characters (CSV); the program's examples where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub characters: Option<String>,
}

/// A deck, the rules and a session at a table.
#[derive(Debug)]
pub struct Engine {
    setting: Setting,
    session: Session,
}

/// A request as it is read; which keys it needs depends on what is to be done.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(rename = "do")]
    what: String,
    asked: Option<Question>,
    #[serde(default)]
    whole: bool,
    #[serde(default)]
    again: bool,
    card: Option<CardNumber>,
    #[serde(default)]
    cards: Vec<CardNumber>,
    count: Option<u8>,
    who: Option<String>,
    #[serde(default)]
    hold: Vec<String>,
    place: Option<String>,
    hit: Option<String>,
    ct: Option<u16>,
    rounds: Option<u16>,
    facts: Option<Box<Facts>>,
    steps: Option<usize>,
    draws: Option<Mode>,
    name: Option<String>,
    text: Option<String>,
}

/// Everything that can be requested.
const REQUESTS: &str = "about, state, look, before, ask, then, apply, draw, hand, lay-down, round, \
    shuffle, introduce, hurt, heal, rest, bleed, know, act, undo, log, start, export, import";

/// The value of a key that the request cannot do without.
fn needed<T>(value: Option<T>, key: &str) -> Result<T, Problem> {
    value.ok_or_else(|| refused(format!("the key {key:?} is missing")))
}

fn refused(message: String) -> Problem {
    Problem::coded("companion.request", message).accepts("a request as the engine lists them")
}

impl Request {
    /// The deed that is no question, if it is one.
    fn deed(self) -> Result<Deed, Problem> {
        let who = |who: Option<String>| needed(who, "who");
        let count = self.count.unwrap_or(0);
        Ok(match &*self.what {
            "draw" => Deed::Draw { cards: self.cards, count },
            "hand" => Deed::Hand { who: who(self.who)?, cards: self.cards, count },
            "lay-down" => Deed::LayDown { who: who(self.who)?, card: needed(self.card, "card")? },
            "round" => Deed::Round { hold: self.hold },
            "shuffle" => Deed::Shuffle,
            "introduce" => Deed::Introduce { who: who(self.who)?, ct: needed(self.ct, "ct")? },
            "hurt" => Deed::Hurt { who: who(self.who)?, hit: needed(self.hit, "hit")? },
            "heal" => Deed::Heal { who: who(self.who)?, place: needed(self.place, "place")? },
            "rest" => Deed::Rest { who: who(self.who)? },
            "bleed" => Deed::Bleed { who: who(self.who)?, rounds: self.rounds.unwrap_or(1) },
            "know" => Deed::Know { who: who(self.who)?, facts: needed(self.facts, "facts")? },
            "act" => Deed::Act { who: self.who },
            what => {
                let message = format!("nothing is done for {what:?}");
                return Err(Problem::coded("companion.request", message).accepts(REQUESTS));
            }
        })
    }
}

impl Engine {
    /// The engine of these texts, with an empty session in which the players draw.
    ///
    /// # Errors
    /// What is wrong with the texts.
    pub fn new(texts: &Texts) -> Result<Self, Problems> {
        let deck = Deck::read("deck.json", &texts.deck)?;
        let rules = match &texts.rules {
            None => HouseRules::default(),
            Some(text) => HouseRules::read("rules.toml", text)?,
        };
        let weapons = match &texts.weapons {
            None => Weapon::examples(),
            Some(text) => Weapon::read_table("weapons.csv", text)?,
        };
        let characters = match &texts.characters {
            None => Character::examples(),
            Some(text) => Character::read_table("characters.csv", text)?,
        };
        let session = Session::start(&deck, Mode::Physical);
        Ok(Self { setting: Setting { deck, rules, weapons, characters }, session })
    }

    /// As [`new`](Self::new), from the texts as a JSON object.
    ///
    /// # Errors
    /// The reply that tells what is wrong with them.
    pub fn load(texts: &str) -> Result<Self, String> {
        let read = serde_json::from_str(texts).map_err(|error| Problems::from(unread(&error)));
        read.and_then(|texts| Self::new(&texts)).map_err(|problems| refusal(&problems))
    }

    /// Answers a request:
    ///
    /// | `do` | keys | what happens |
    /// |---|---|---|
    /// | `about` | | the deck's name, edition and layout, weapons, characters and questions |
    /// | `state` | | the table: piles, round, hands, wounds, what is known of whom |
    /// | `look` | `asked` | a question is answered for any card; nothing happens |
    /// | `before` | `asked`, `whole` | its target number and odds before a card is drawn: with the cards in the pile, or with `whole` the whole deck |
    /// | `ask` | `asked`, `again` | a card is drawn for a question, or named where the players draw; with `again` the last card is read again |
    /// | `then` | `card` | a follow-up card is drawn for the last question |
    /// | `apply` | `who` | what the last answer dealt is taken |
    /// | `draw` | `cards` or `count` | cards are drawn for no particular question |
    /// | `hand` | `who`, `cards` or `count` | a hand is drawn for initiative, and kept as far as it may |
    /// | `lay-down` | `who`, `card` | a held card is played |
    /// | `round` | `hold` | the round ends; those named hold their cards over |
    /// | `shuffle` | | the discard pile goes back |
    /// | `introduce` | `who`, `ct` | somebody is known by their CT |
    /// | `hurt` | `who`, `hit` | wounds, such as `left arm:2+3` |
    /// | `heal`, `rest`, `bleed` | `who`; `place`; `rounds` | one wound less; all CT back; rounds of bleeding |
    /// | `know` | `who`, `facts` | all that is known of somebody besides |
    /// | `act` | `who` | who acts where nobody is named |
    /// | `undo` | `steps` | steps are taken back |
    /// | `log` | `steps` | the last steps |
    /// | `start` | `draws` | a new session |
    /// | `export` | | the session file |
    /// | `import` | `name`, `text` | a session file is gone on with |
    ///
    /// The reply is an object too; `faults` in it says that nothing happened, and why.
    pub fn call(&mut self, request: &str) -> String {
        let read = serde_json::from_str(request).map_err(|error| Problems::from(unread(&error)));
        match read.and_then(|request| self.answer(request)) {
            Ok(reply) => reply.to_string(),
            Err(problems) => refusal(&problems),
        }
    }

    fn answer(&mut self, request: Request) -> Result<Value, Problems> {
        let asked = |asked: Option<Question>| needed(asked, "asked");
        match &*request.what {
            "about" => Ok(self.about()),
            "state" => Ok(self.state()),
            "look" => Ok(self.reply(&self.said(&asked(request.asked)?)?)),
            "before" => self.before(asked(request.asked)?, request.whole),
            "ask" if request.again => self.ask_again(asked(request.asked)?),
            "ask" => self.ask(asked(request.asked)?),
            "then" => self.go_on(request.card),
            "apply" => self.apply(request.who),
            "undo" => self.undo(request.steps.unwrap_or(1)),
            "log" => Ok(json!(LogAnswer::new(&self.session, request.steps.unwrap_or(usize::MAX)))),
            "start" => {
                let draws = needed(request.draws, "draws")?;
                self.session = Session::start(&self.setting.deck, draws);
                Ok(self.state())
            }
            "export" => Ok(json!({ "text": self.session.to_text() })),
            "import" => {
                let (name, text) = (needed(request.name, "name")?, needed(request.text, "text")?);
                self.import(&name, &text)
            }
            _ => self.happen(&request.deed()?),
        }
    }

    fn happen(&mut self, deed: &Deed) -> Result<Value, Problems> {
        let mut turn = self.session.turn(&deed.line());
        deed.happen(&mut turn, &self.setting)?;
        let words = self.told(deed, &turn, &turn.table_after());
        turn.note(None, words);
        self.session.take(turn);
        Ok(self.state())
    }

    /// What the log says of a deed.
    fn told(&self, deed: &Deed, turn: &Turn, after: &Table) -> Vec<String> {
        let drawn: Vec<CardNumber> = turn.step().drawn().collect();
        match deed {
            Deed::Draw { .. } => words(&Drawn { cards: drawn }),
            Deed::Hand { who, .. } | Deed::LayDown { who, .. } => {
                let hand = PlayerHand::new(after, &self.setting.deck, who);
                words(&HandsAnswer { hands: vec![hand] })
            }
            Deed::Round { .. } | Deed::Shuffle => {
                let steps = self.session.log().len() + 1;
                words(&TableAnswer::new(after, steps, &self.setting.deck))
            }
            Deed::Know { who, .. } => words(&FactsAnswer::new(after, who)),
            Deed::Act { who } => words(&ActsAnswer { acting: who.clone() }),
            Deed::Introduce { who, .. }
            | Deed::Hurt { who, .. }
            | Deed::Heal { who, .. }
            | Deed::Rest { who }
            | Deed::Bleed { who, .. } => self.fares(after, who),
        }
    }

    /// How somebody fares, in words.
    fn fares(&self, table: &Table, who: &str) -> Vec<String> {
        let Some(track) = table.wounds(who) else { return Vec::new() };
        let state = TallyAnswer::new(track, &self.setting.rules.west);
        words(&CharacterAnswer { who: who.to_owned(), state })
    }

    fn about(&self) -> Value {
        let deck = &self.setting.deck;
        let layout = deck.layout();
        let grid = |shape: &crate::deck::GridShape| {
            let columns: Vec<String> = shape.columns.iter().map(ToString::to_string).collect();
            json!({ "columns": columns, "rows": shape.rows })
        };
        let characters = self.setting.characters.iter().map(|who| {
            let checks: Vec<Value> = who
                .check_names()
                .filter_map(|name| Some(json!([name, who.check(name)?.to_string()])))
                .collect();
            json!({ "name": who.name, "size": who.size.to_string(), "ct": who.ct, "checks": checks })
        });
        json!({
            "deck": { "name": deck.name(), "edition": deck.edition().to_string() },
            "cause": grid(&layout.cause),
            "effect": grid(&layout.effect),
            "bursts": layout.bursts,
            "elements": layout.extras,
            "weapons": self.setting.weapons,
            "characters": characters.collect::<Vec<_>>(),
            "questions": question::names().collect::<Vec<_>>(),
        })
    }

    fn state(&self) -> Value {
        json!({ "state": Shown::new(&self.session, &self.setting) })
    }

    /// What a question is answered whose card is named.
    fn said(&self, asked: &Question) -> Result<Said, Problems> {
        let cards = Cards { discarded: self.session.table().discard() };
        question::answer(&self.setting, &cards, asked)
    }

    fn reply(&self, said: &Said) -> Value {
        let answer: &dyn AnyAnswer = &*said.answer;
        let mut reply = to_value(&self.setting.deck, answer);
        let deals = answer.deals();
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
        reply["deals"] = json!(deals);
        reply["text"] = json!(answer.text());
        reply
    }

    /// The target number of a question, which does not depend on the card, and its odds.
    fn before(&self, mut asked: Question, whole: bool) -> Result<Value, Problems> {
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

    /// Draws the card of a question and answers it.
    fn ask(&mut self, mut asked: Question) -> Result<Value, Problems> {
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
    fn ask_again(&mut self, mut asked: Question) -> Result<Value, Problems> {
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

    /// Goes on with the chain of the last question.
    fn go_on(&mut self, card: Option<CardNumber>) -> Result<Value, Problems> {
        let Resolution { mut asked, cards } = self.last()?;
        let line = card.map_or_else(|| "then".to_owned(), |card| format!("then {card}"));
        let mut turn = self.session.turn(&line);
        if !self.said(&asked)?.answer.is_open() {
            let message = "the last question takes no follow-up card";
            return Err(Problem::new(message).accepts("a check that is open").into());
        }
        let drawn = turn.draw_follow_up(card).map_err(table::told)?;
        let mut then: Vec<Value> = match asked.arguments.remove("then") {
            Some(Value::Array(then)) => then,
            other => other.into_iter().collect(),
        };
        then.push(json!(drawn));
        asked.arguments.insert("then".to_owned(), then.into());
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
        turn.note(Some(Resolution { asked, cards }), said.answer.explanation());
        self.session.take(turn);
        let mut reply = self.reply(said);
        reply["state"] = json!(Shown::new(&self.session, &self.setting));
        Ok(reply)
    }

    /// Hurts whom the last answer hit.
    fn apply(&mut self, who: Option<String>) -> Result<Value, Problems> {
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

    fn undo(&mut self, steps: usize) -> Result<Value, Problems> {
        let there = self.session.log().len();
        if steps == 0 || steps > there {
            let message = format!("{steps} steps cannot be undone");
            let accepted =
                if there == 0 { "a step taken first".to_owned() } else { format!("1 to {there}") };
            return Err(Problem::new(message).accepts(accepted).into());
        }
        let lines: Vec<String> = self.session.log()[there - steps..]
            .iter()
            .map(|step: &Step| step.line.clone())
            .collect();
        self.session.undo(steps);
        let mut reply = self.state();
        reply["undone"] = json!(lines);
        Ok(reply)
    }

    fn import(&mut self, name: &str, text: &str) -> Result<Value, Problems> {
        if SESSION_FILE.is_passed_by(text.len()) {
            let message = format!("{name} is too large");
            return Err(Problem::new(message).accepts(SESSION_FILE.accepted()).into());
        }
        let resumed = Session::read(name, text.as_bytes(), &self.setting.deck)?;
        self.session = resumed.session;
        let mut reply = self.state();
        reply["torn"] = json!(resumed.torn);
        Ok(reply)
    }
}

/// What the log says of an answer.
fn words(answer: &dyn AnyAnswer) -> Vec<String> {
    answer.explanation()
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

/// The arguments that stand without a name, in their order.
const PLACES: [&str; 6] = ["card", "dice", "cell", "shots", "element", "ailment"];

/// A question as it is typed at a table.
fn line(asked: &Question) -> String {
    let name = asked.name.split_once(' ').map_or(&*asked.name, |(_, name)| name);
    let word = |value: &Value| match value {
        Value::String(text) => quoted(text),
        Value::Array(list) => {
            let texts = list
                .iter()
                .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            quoted(&texts.collect::<Vec<_>>().join(","))
        }
        value => value.to_string(),
    };
    let mut words = vec![name.to_owned()];
    words.extend(PLACES.iter().filter_map(|name| asked.arguments.get(*name)).map(word));
    for (name, value) in &asked.arguments {
        let usual =
            *value == Value::Bool(false) || (name == "location_bumps" && *value == json!(0));
        if PLACES.contains(&name.as_str()) || usual {
            continue;
        }
        words.push(name.replace('_', "-"));
        if *value != Value::Bool(true) {
            words.push(word(value));
        }
    }
    for (name, who) in [("as", &asked.who), ("at", &asked.target)] {
        if let Some(who) = who {
            words.extend([name.to_owned(), quoted(who)]);
        }
    }
    words.join(" ")
}

fn unread(error: &serde_json::Error) -> Problem {
    Problem::coded("companion.request", format!("the request cannot be read: {error}"))
        .accepts("a request of this companion")
}

/// What is answered where nothing happened.
fn refusal(problems: &Problems) -> String {
    let errors: Vec<String> =
        problems.iter().map(ToString::to_string).chain(problems.rest()).collect();
    let (faults, _) = problems.records();
    json!({ "errors": errors, "faults": faults }).to_string()
}
