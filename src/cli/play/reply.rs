//! What a line is answered with, as text or as one line of JSON.

use crate::cli::console;
use crate::cli::lookup::unused::told;
use crate::deck::{CardNumber, Deck};
use crate::diagnostic::Problems;
use crate::lookup::{Aftermath, AnyAnswer, Dealt, Offer, to_value};
use crate::session::{Mode, Session, ShuffleReason, Step};
use serde_json::{Value, json};

const FORMAT: &str = "actiondeck-play/1";

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For the eye.
    Text,
    /// For a screen reader.
    Spoken,
    /// For a program.
    Json,
}

/// An answer in all its forms.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// What a person reads, ending in a newline.
    pub text: String,
    /// The same without pictures.
    spoken: String,
    /// The reasoning alone, for the log.
    pub explanation: Vec<String>,
    /// The answer as `lookup --json` gives it; null when there is only text.
    pub answer: Value,
    /// The target number with its reasons.
    account: Option<String>,
    /// What comes of it.
    pub verdict: Option<String>,
    /// Whether another card may be drawn for it.
    pub is_open: bool,
    /// How many cards the rules want besides those read.
    pub wanted: usize,
    /// How many cards may be drawn as a hand.
    pub hand: usize,
    /// What bumps or raises would buy.
    pub offers: Vec<Offer>,
    /// What it does to whom it hits.
    pub deals: Vec<Dealt>,
    /// The state in which it leaves the character who made the check.
    pub aftermath: Option<Aftermath>,
    /// What counted, and what is left.
    pub notes: Vec<String>,
    /// What may follow, as commands.
    next: Vec<String>,
    /// The step that was taken for it, if one was.
    step: Option<Taken>,
}

/// A step that was taken.
#[derive(Clone, Debug)]
struct Taken {
    number: usize,
    drawn: Vec<CardNumber>,
    shuffled: Vec<ShuffleReason>,
    /// Card 53 came up in it.
    joker: bool,
}

impl Reply {
    /// The answer with nothing done for it.
    pub fn of(deck: &Deck, answer: &dyn AnyAnswer) -> Self {
        Self {
            text: answer.text(),
            spoken: answer.spoken(),
            explanation: answer.explanation(),
            answer: to_value(deck, answer),
            account: answer.account(),
            verdict: answer.verdict(),
            is_open: answer.is_open(),
            wanted: answer.wanted(),
            hand: answer.hand(),
            offers: answer.offers(),
            deals: answer.deals(),
            aftermath: answer.aftermath(),
            ..Self::default()
        }
    }

    /// The same answer, which says which options make no difference to it.
    pub fn telling_unused(mut self, unused: Vec<String>) -> Self {
        self.answer["unused"] = unused.clone().into();
        self.adding(told(&unused).into_iter().collect())
    }

    /// The target number alone, before the cards are drawn.
    pub fn waiting(self, cards: usize, mode: Mode) -> Self {
        let cards = if cards == 1 { "the card".to_owned() } else { format!("{cards} cards") };
        let wanted = match mode {
            Mode::Physical => format!("draw {cards} and type what came up"),
            Mode::Virtual { .. } => "draw draws for it".to_owned(),
        };
        let mut lines: Vec<String> = self.account.iter().cloned().collect();
        lines.push(wanted);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let explanation = self.account.iter().cloned().collect();
        Self { account: self.account, explanation, ..Self::default() }.said(text)
    }

    /// The same with one more note, if there is one.
    pub fn noting(mut self, note: Option<String>) -> Self {
        self.notes.extend(note);
        self
    }

    /// The same with further lines of reasoning.
    pub fn adding(mut self, lines: Vec<String>) -> Self {
        for text in [&mut self.text, &mut self.spoken] {
            text.extend(lines.iter().map(|line| format!("{line}\n")));
        }
        self.explanation.extend(lines);
        self
    }

    /// The same with what may follow.
    pub fn followed_by(self, next: Vec<String>) -> Self {
        Self { next, ..self }
    }

    /// Words alone.
    pub fn words(text: impl Into<String>) -> Self {
        Self::default().said(text.into())
    }

    /// The same answer in other words.
    pub fn said(self, text: String) -> Self {
        Self { spoken: text.clone(), text, ..self }
    }

    /// The same answer after the last step of the session was taken for it.
    pub fn after_step(self, session: &Session) -> Self {
        Self { step: Taken::last(session), ..self }
    }

    /// What may follow, as commands.
    #[cfg(test)]
    pub fn next(&self) -> &[String] {
        &self.next
    }

    /// Whether a step was taken for it.
    pub fn took_a_step(&self) -> bool {
        self.step.is_some()
    }

    /// What is printed for the line.
    pub fn print(&self, line: &str, session: &Session, form: Form) -> String {
        match form {
            Form::Json => self.json(line, session),
            Form::Text => self.with_notes(&self.text),
            Form::Spoken => self.with_notes(&self.spoken),
        }
    }

    /// The text between what the players have to be told besides.
    fn with_notes(&self, answer: &str) -> String {
        let mut text = String::new();
        if let Some(step) = &self.step {
            for because in &step.shuffled {
                text.push_str(&format!("shuffled: {}\n", because.words()));
            }
        }
        text.push_str(&console::led(self.verdict.as_deref(), answer));
        text.extend(self.notes.iter().map(|note| format!("{note}\n")));
        if !self.next.is_empty() {
            text.push_str(&format!("next: {}\n", self.next.join(" | ")));
        }
        if self.step.as_ref().is_some_and(|step| step.joker) {
            text.push_str("card 53 came up: the deck is shuffled at the end of the round\n");
        }
        text
    }

    fn json(&self, line: &str, session: &Session) -> String {
        let none = (Vec::new(), Vec::new());
        let step = self.step.as_ref();
        let (drawn, shuffled) =
            step.map_or(none, |step| (step.drawn.clone(), step.shuffled.clone()));
        let text = if self.answer.is_null() { json!(self.text) } else { Value::Null };
        let object = json!({
            "format": FORMAT,
            "line": line,
            "step": step.map(|step| step.number),
            "drawn": drawn,
            "shuffled": shuffled,
            "pile": session.table().pile_size(),
            "tn": self.account,
            "verdict": self.verdict,
            "answer": self.answer,
            "notes": self.notes,
            "next": self.next,
            "text": text,
        });
        format!("{object}\n")
    }
}

impl Taken {
    /// The last step of a session.
    fn last(session: &Session) -> Option<Self> {
        let step: &Step = session.log().last()?;
        let drawn: Vec<CardNumber> = step.drawn().collect();
        Some(Self {
            number: session.log().len(),
            joker: drawn.iter().any(|card| card.rank().is_black_joker()),
            drawn,
            shuffled: step.shuffles().collect(),
        })
    }
}

/// What is printed in JSON for a line that could not be answered, so that every line has its object.
pub fn refusal(line: &str, problems: &Problems) -> String {
    let errors: Vec<String> =
        problems.iter().map(ToString::to_string).chain(problems.rest()).collect();
    let (faults, _) = problems.records();
    format!("{}\n", json!({ "format": FORMAT, "line": line, "errors": errors, "faults": faults }))
}
