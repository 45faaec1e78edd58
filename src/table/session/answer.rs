//! Answers about the state of the table.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, Deck};
use crate::table::lookup::Answer;
use crate::table::rules::{Game, HandCard, KeptHand, Options, TallyAnswer};
use crate::wording::counted;

use super::{Condition, Facts, Mode, Question, Session, ShuffleDue, ShuffleReason, Table};

/// Cards drawn without a question.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DrawnCards {
    /// The cards in the order drawn.
    pub cards: Vec<CardNumber>,
}

impl Answer for DrawnCards {
    const KIND: &'static str = "drawn";

    fn explanation(&self) -> Vec<String> {
        vec![match &self.cards[..] {
            [card] => format!("card {card}"),
            cards => format!("cards {}", listed(cards)),
        }]
    }
}

/// The state of the table: piles, round, hands and wounds.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct TableAnswer {
    /// The game of the questions, if one was chosen.
    pub game: Option<Game>,
    /// The number of the round, from 1.
    pub round: u32,
    /// Who draws the cards.
    pub draws: Mode,
    /// The number of cards that can be drawn before the next shuffle.
    pub pile: usize,
    /// The discard pile, the top card last.
    pub discard: Vec<CardNumber>,
    /// The shuffle that is due before the draw pile is empty.
    pub shuffle_due: Option<ShuffleDue>,
    /// The hands of all players.
    pub hands: Vec<PlayerHand>,
    /// The characters whose wounds are recorded.
    pub characters: Vec<String>,
    /// The default acting character.
    pub acting: Option<String>,
    /// The recorded facts by character.
    pub known: Vec<FactsAnswer>,
    /// The question that waits for its cards.
    pub waiting: Option<Question>,
    /// The number of steps that can be undone.
    pub steps: usize,
}

impl TableAnswer {
    /// The table after this number of steps.
    pub fn new(table: &Table, steps: usize, deck: &Deck) -> Self {
        Self {
            game: table.game(),
            round: table.round(),
            draws: table.mode(),
            pile: table.pile_size(),
            discard: table.discard().to_vec(),
            shuffle_due: table.shuffle_due(),
            hands: HandsAnswer::new(table, deck).hands,
            characters: table.wounded().map(|(who, _)| who.to_owned()).collect(),
            acting: table.acting().map(str::to_owned),
            known: FactsAnswer::all(table),
            waiting: table.waiting().map(|waiting| waiting.asked.clone()),
            steps,
        }
    }
}

impl Answer for TableAnswer {
    const KIND: &'static str = "table";

    fn explanation(&self) -> Vec<String> {
        let who = match self.draws {
            Mode::Virtual { seed } => format!("the program draws, seed {seed}"),
            Mode::Physical => "the players draw".to_owned(),
        };
        let game = self.game.map_or_else(String::new, |game| format!("; game {game}"));
        let mut lines = vec![format!(
            "round {}; {who}{game}; {} so far",
            self.round,
            counted(self.steps, "step")
        )];
        lines.push(match (self.pile, &self.discard[..]) {
            (0, _) => "draw pile empty: shuffled before the next draw".to_owned(),
            (pile, []) => format!("{} to draw, none discarded", counted(pile, "card")),
            (pile, discard) => {
                format!("{} to draw; discarded: {}", counted(pile, "card"), listed(discard))
            }
        });
        lines.extend(self.shuffle_due.map(ShuffleDue::words));
        lines.extend(self.hands.iter().map(PlayerHand::line));
        if !self.characters.is_empty() {
            lines.push(format!("wounds are kept for {}", self.characters.join(", ")));
        }
        lines.extend(self.known.iter().flat_map(Answer::explanation));
        lines.extend(self.acting.iter().map(|who| format!("{who} acts")));
        lines.extend(self.waiting.iter().map(|asked| format!("{asked} waits for its card")));
        lines
    }
}

/// The recorded facts about a character.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct FactsAnswer {
    /// The name.
    pub who: String,
    /// The facts.
    pub facts: Facts,
    /// The conditions that prevent the character from acting.
    pub conditions: Vec<Condition>,
}

impl FactsAnswer {
    /// All facts and conditions in words.
    fn words(&self) -> Vec<String> {
        let conditions = self.conditions.iter().map(|condition| condition.words().to_owned());
        self.facts.words().into_iter().chain(conditions).collect()
    }

    /// The facts about a character; empty for an unknown one.
    pub fn new(table: &Table, who: &str) -> Self {
        let facts = table.facts(who).cloned().unwrap_or_default();
        Self { who: who.to_owned(), facts, conditions: table.conditions(who) }
    }

    fn all(table: &Table) -> Vec<Self> {
        let all = table.people().map(|who| Self::new(table, who));
        all.filter(|known| !known.words().is_empty()).collect()
    }
}

impl Answer for FactsAnswer {
    const KIND: &'static str = "facts";

    fn explanation(&self) -> Vec<String> {
        let words = self.words();
        let known = if words.is_empty() { "nothing is set".to_owned() } else { words.join(", ") };
        vec![format!("{}: {known}", self.who)]
    }
}

/// The default acting character.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ActsAnswer {
    /// The character; null if none is chosen.
    pub acting: Option<String>,
}

impl Answer for ActsAnswer {
    const KIND: &'static str = "acts";

    fn explanation(&self) -> Vec<String> {
        vec![match &self.acting {
            Some(who) => format!("{who} acts"),
            None => "no acting character is set".to_owned(),
        }]
    }
}

/// All hands, or a hand that was just drawn.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct HandsAnswer {
    /// By name.
    pub hands: Vec<PlayerHand>,
}

/// The hand of a player.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct PlayerHand {
    /// The name.
    pub who: String,
    /// The cards in the order they are called.
    pub cards: Vec<HandCard>,
    /// The cards that were just discarded.
    pub discarded: Vec<CardNumber>,
    /// Whether the hand has a red joker, which allows acting at any time.
    pub red_joker: bool,
}

impl PlayerHand {
    /// The hand of `who` at the table.
    pub fn new(table: &Table, deck: &Deck, who: &str) -> Self {
        Self::kept(who, KeptHand::new(deck, table.hand(who), &[]))
    }

    /// The cards that `who` keeps of a hand just drawn.
    pub fn kept(who: &str, hand: KeptHand) -> Self {
        let red_joker = hand.kept.iter().any(|card| card.step.get() == 0);
        let (cards, discarded) = (hand.kept, hand.discarded);
        Self { who: who.to_owned(), cards, discarded, red_joker }
    }

    fn line(&self) -> String {
        let cards: Vec<String> = self.cards.iter().map(HandCard::to_string).collect();
        let mut line = match cards.is_empty() {
            true => format!("{} holds no card", self.who),
            false => format!("{} holds {}", self.who, cards.join(", ")),
        };
        if !self.discarded.is_empty() {
            line.push_str(&format!("; discarded {}", listed(&self.discarded)));
        }
        line
    }
}

impl HandsAnswer {
    /// The hands of all players.
    pub fn new(table: &Table, deck: &Deck) -> Self {
        Self { hands: table.hands().map(|(who, _)| PlayerHand::new(table, deck, who)).collect() }
    }
}

impl Answer for HandsAnswer {
    const KIND: &'static str = "hands";

    fn explanation(&self) -> Vec<String> {
        if self.hands.is_empty() {
            return vec!["no cards are held".to_owned()];
        }
        let mut lines: Vec<String> = self.hands.iter().map(PlayerHand::line).collect();
        let jokers = self.hands.iter().filter(|hand| hand.red_joker);
        lines
            .extend(jokers.map(|hand| format!("red joker: {} may act once at any time", hand.who)));
        lines.extend(self.order());
        lines
    }
}

impl HandsAnswer {
    /// The order in which the held cards are called, if several players hold cards: by rank, then
    /// suit.
    fn order(&self) -> Option<String> {
        if self.hands.len() < 2 {
            return None;
        }
        let mut calls: Vec<(&HandCard, &str)> = self
            .hands
            .iter()
            .flat_map(|hand| hand.cards.iter().map(|card| (card, hand.who.as_str())))
            .filter(|(card, _)| card.step.get() > 0)
            .collect();
        calls.sort_by_key(|(card, _)| std::cmp::Reverse((card.step, card.suit)));
        let calls: Vec<String> =
            calls.into_iter().map(|(card, who)| format!("{who} {}", card.number)).collect();
        Some(format!("called in this order: {}", calls.join(", ")))
    }
}

/// The last steps of the log.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LogAnswer {
    /// The steps, oldest first.
    pub steps: Vec<LogLine>,
}

/// One step of the log.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LogLine {
    /// The number of the step, from 1.
    pub step: usize,
    /// The line that was typed.
    pub line: String,
    /// The cards drawn.
    pub drawn: Vec<CardNumber>,
    /// The reasons of all shuffles.
    pub shuffled: Vec<ShuffleReason>,
    /// The answer in words.
    pub explanation: Vec<String>,
}

impl LogAnswer {
    /// The last `count` steps.
    pub fn new(session: &Session, count: usize) -> Self {
        let first = session.log().len().saturating_sub(count);
        let steps = session.log().iter().enumerate().skip(first).map(|(place, step)| LogLine {
            step: place + 1,
            line: step.line.clone(),
            drawn: step.drawn().collect(),
            shuffled: step.shuffles().collect(),
            explanation: step.explanation.clone(),
        });
        Self { steps: steps.collect() }
    }
}

impl Answer for LogAnswer {
    const KIND: &'static str = "log";

    fn explanation(&self) -> Vec<String> {
        if self.steps.is_empty() {
            return vec!["nothing has happened yet".to_owned()];
        }
        let mut lines = Vec::new();
        for step in &self.steps {
            lines.push(format!("{}. {}", step.step, step.line));
            for because in &step.shuffled {
                lines.push(format!("   shuffled: {}", because.words()));
            }
            lines.extend(step.explanation.iter().map(|line| format!("   {line}")));
        }
        lines
    }
}

fn in_words(conditions: &[Condition]) -> String {
    let words: Vec<&str> = conditions.iter().map(|condition| condition.words()).collect();
    words.join("; ")
}

/// `34, 11, 10`
fn listed(cards: &[CardNumber]) -> String {
    let numbers: Vec<String> = cards.iter().map(CardNumber::to_string).collect();
    numbers.join(", ")
}

/// A hand just drawn for initiative.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct HandDrawn {
    /// The cards held and discarded.
    pub hand: PlayerHand,
}

impl Answer for HandDrawn {
    const KIND: &'static str = "hand";

    fn explanation(&self) -> Vec<String> {
        let mut lines = vec![self.hand.line()];
        if self.hand.red_joker {
            lines.push(format!("red joker: {} may act once at any time", self.hand.who));
        }
        lines
    }
}

/// The answers to a question with each of several cards, of which one may then be used.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Comparison {
    /// In the order given or held.
    pub cards: Vec<ComparedCard>,
}

/// The answer to a question with a card.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ComparedCard {
    /// The card, with the follow-up cards given: `34`, `34+11`.
    pub card: String,
    /// The verdict; null if nothing is decided.
    pub verdict: Option<String>,
    /// The explanation.
    pub explanation: Vec<String>,
}

impl Answer for Comparison {
    const KIND: &'static str = "comparison";

    /// The verdict of each card, or the first line of its explanation.
    fn explanation(&self) -> Vec<String> {
        let result = |compared: &ComparedCard| {
            let name = format!("card {}", compared.card);
            match (&compared.verdict, compared.explanation.first()) {
                (None, Some(line)) if line.starts_with(&name) => line.clone(),
                (verdict, line) => {
                    let result = verdict.as_ref().or(line).map_or("", String::as_str);
                    format!("{name}: {result}")
                }
            }
        };
        self.cards.iter().map(result).collect()
    }
}

/// The state of a character.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CharacterAnswer {
    /// The name.
    pub who: String,
    /// Wounds and CT.
    pub state: TallyAnswer,
    /// The conditions that prevent the character from acting.
    pub conditions: Vec<Condition>,
}

impl CharacterAnswer {
    /// The state of a character of the table; none if its wounds are not recorded.
    pub fn new(table: &Table, who: &str, options: &Options) -> Option<Self> {
        let state = TallyAnswer::new(table.wounds(who)?, options);
        Some(Self { who: who.to_owned(), state, conditions: table.conditions(who) })
    }

    /// The wounds and the state in lines, without the name.
    pub fn lines(&self) -> Vec<String> {
        match &self.conditions[..] {
            [] => self.state.explanation(),
            conditions => self.state.lines(&in_words(conditions)),
        }
    }
}

impl Answer for CharacterAnswer {
    const KIND: &'static str = "character";

    fn explanation(&self) -> Vec<String> {
        self.lines().iter().map(|line| format!("{}: {line}", self.who)).collect()
    }
}

/// The states of several characters.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CharactersAnswer {
    /// The characters in the order they were hurt.
    pub characters: Vec<CharacterAnswer>,
}

impl Answer for CharactersAnswer {
    const KIND: &'static str = "characters";

    fn explanation(&self) -> Vec<String> {
        self.characters.iter().flat_map(Answer::explanation).collect()
    }
}
