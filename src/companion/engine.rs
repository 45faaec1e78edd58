//! The engine behind a companion page: requests and replies in JSON, for a page that has no other
//! way to call into the library.
//!
//! A request is an object with the key `do`; [`Engine::call`] lists them. Questions have the form that
//! the log of a session gives them (`docs/session-json.md`), so that a session which is played in a
//! companion can be gone on with in `play`, and the other way round. What cannot be done is answered
//! with `faults` and changes nothing.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::input::encoding::without_bom;
use crate::input::limits::SESSION_FILE;
use crate::table::lookup::{AnyAnswer, PartsRead};
use crate::table::rules::{Character, HouseRules, Weapon};
use crate::table::session::{
    ActsAnswer, CharacterAnswer, Drawn, FactsAnswer, HandsAnswer, LogAnswer, Mode, PlayerHand,
    Question, Session, Step, Table, TableAnswer, Turn,
};
use crate::wording::counted;

use super::question;
use super::request::{Request, needed, unread};
use super::setting::Setting;
use super::table::{Deed, Shown};

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
    pub(super) setting: Setting,
    pub(super) session: Session,
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
        Ok(Self {
            setting: Setting { deck, reads: PartsRead::default(), rules, weapons, characters },
            session,
        })
    }

    /// As [`new`](Self::new), from the texts as a JSON object.
    ///
    /// # Errors
    /// The reply that tells what is wrong with them.
    pub fn load(texts: &str) -> Result<Self, String> {
        let read = serde_json::from_str(without_bom(texts))
            .map_err(|error| Problems::from(unread(&error)));
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
    /// | `then` | `card`, `of` | a follow-up card is drawn for the last question, of several chains for that of the argument `of` |
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
        let read = serde_json::from_str(without_bom(request))
            .map_err(|error| Problems::from(unread(&error)));
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
            "then" => self.go_on(request.card, request.of.as_deref()),
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
    pub(super) fn fares(&self, table: &Table, who: &str) -> Vec<String> {
        let answer = CharacterAnswer::new(table, who, &self.setting.rules.west);
        answer.map_or_else(Vec::new, |answer| words(&answer))
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

    pub(super) fn state(&self) -> Value {
        json!({ "state": Shown::new(&self.session, &self.setting) })
    }

    fn undo(&mut self, steps: usize) -> Result<Value, Problems> {
        let there = self.session.log().len();
        if steps == 0 || steps > there {
            let message = format!("{} cannot be undone", counted(steps, "step"));
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

/// What is answered where nothing happened.
fn refusal(problems: &Problems) -> String {
    let errors: Vec<String> =
        problems.iter().map(ToString::to_string).chain(problems.rest()).collect();
    let (faults, _) = problems.records();
    json!({ "errors": errors, "faults": faults }).to_string()
}
