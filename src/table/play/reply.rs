//! The reply to a line: the answer in all its forms, and the step taken.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{FaultRecord, Problems};
use crate::dice::CheckDice;
use crate::table::lookup::{
    Aftermath, AnswerRecord, AnyAnswer, DealtDamage, Offer, TargetNumber, Verdict,
};
use crate::table::session::{Mode, Session, ShuffleDue, ShuffleReason, Step};

const FORMAT: &str = "actiondeck-play/1";

/// The reply to a line.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The text for players, ending in a newline.
    pub text: String,
    /// The text without pictures.
    pub spoken: String,
    /// The explanation, for the log.
    pub explanation: Vec<String>,
    /// The answer as in `lookup --json`; null if there is only text.
    pub answer: Value,
    /// The target number with its reasons.
    pub account: Option<String>,
    /// The dice of its check, and the target number.
    pub check: Option<(CheckDice, TargetNumber)>,
    /// The verdict.
    pub verdict: Option<String>,
    /// Whether another card may be drawn for it.
    pub is_open: bool,
    /// The number of further cards that the rules require.
    pub wanted: usize,
    /// The number of cards that may be drawn as a hand.
    pub hand: usize,
    /// What bumps or raises would buy.
    pub offers: Vec<Offer>,
    /// The damage of each hit.
    pub deals: Vec<DealtDamage>,
    /// The state of the character after the check.
    pub aftermath: Option<Aftermath>,
    /// Notes: values filled in by the table, and remaining work.
    pub notes: Vec<String>,
    /// Commands that may follow.
    pub next: Vec<String>,
    /// The number of cards that the players have yet to draw.
    pub awaited: usize,
    /// The step that was taken.
    step: Option<StepSummary>,
}

/// The reply to a line as JSON.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "Reply")]
pub struct ReplyRecord<'r> {
    /// The format.
    #[schemars(extend("const" = FORMAT))]
    format: &'static str,
    /// The line that was typed.
    line: &'r str,
    /// The number of the step in the log; null if the line changed nothing at the table.
    step: Option<usize>,
    /// The cards drawn.
    drawn: &'r [CardNumber],
    /// Why the deck was shuffled, for each shuffle.
    shuffled: &'r [ShuffleReason],
    /// How many cards can be drawn before the next shuffle.
    pile: usize,
    /// The target number with its reasons.
    tn: Option<&'r str>,
    /// The verdict, such as `success, 2 bumps` or `hit: left leg, 3 wounds, 2 CT`.
    verdict: Option<&'r str>,
    /// The answer; null if there is only `text`.
    #[schemars(with = "Option<AnswerRecord>")]
    answer: &'r Value,
    /// Values read from the table, and values left over.
    notes: &'r [String],
    /// Commands that may follow.
    next: &'r [String],
    /// The text of a line that has no `answer`, such as help; null if it has one.
    text: Option<&'r String>,
}

/// A refused line as JSON.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "Refusal")]
pub struct RefusalRecord<'r> {
    /// The format.
    #[schemars(extend("const" = FORMAT))]
    format: &'static str,
    /// The line that was typed.
    line: &'r str,
    /// Why it was not answered, in words.
    errors: Vec<String>,
    /// The same as data.
    faults: Vec<FaultRecord>,
}

/// A step that was taken.
#[derive(Clone, Debug)]
struct StepSummary {
    number: usize,
    drawn: Vec<CardNumber>,
    shuffled: Vec<ShuffleReason>,
    /// The shuffle that became due in it.
    due: Option<ShuffleDue>,
}

impl Reply {
    /// The reply for an answer without a step.
    pub fn new(deck: &Deck, answer: &dyn AnyAnswer) -> Self {
        let mut record = AnswerRecord::new(deck, answer);
        record.verdict = Some(Verdict(answer.verdict()));
        Self {
            text: answer.text(),
            spoken: answer.spoken(),
            explanation: answer.explanation(),
            answer: json!(record),
            account: answer.account(),
            check: answer.check(),
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

    /// The same with a note on options without effect.
    #[must_use]
    pub fn with_unused(mut self, unused: Vec<String>) -> Self {
        self.answer["unused"] = unused.clone().into();
        self.with_lines(unused_note(&unused).into_iter().collect())
    }

    /// The target number alone, before the cards are drawn.
    #[must_use]
    pub fn before_draw(self, cards: usize, mode: Mode) -> Self {
        let count = if cards == 1 { "the card".to_owned() } else { format!("{cards} cards") };
        let wanted = match mode {
            Mode::Physical => format!("draw {count} and type what came up"),
            Mode::Virtual { .. } => "type draw to draw it".to_owned(),
        };
        let mut lines: Vec<String> = self.account.iter().cloned().collect();
        lines.push(wanted);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let explanation = self.account.iter().cloned().collect();
        let before = Self { account: self.account, explanation, awaited: cards, ..Self::default() };
        before.with_text(text)
    }

    /// The same with one more note, if given.
    #[must_use]
    pub fn with_note(mut self, note: Option<String>) -> Self {
        self.notes.extend(note);
        self
    }

    /// The same with further lines of explanation.
    #[must_use]
    pub fn with_lines(mut self, lines: Vec<String>) -> Self {
        for text in [&mut self.text, &mut self.spoken] {
            text.extend(lines.iter().map(|line| format!("{line}\n")));
        }
        self.explanation.extend(lines);
        self
    }

    /// The same with commands that may follow.
    #[must_use]
    pub fn with_next(self, next: Vec<String>) -> Self {
        Self { next, ..self }
    }

    /// A reply of text only.
    pub fn from_text(text: impl Into<String>) -> Self {
        Self::default().with_text(text.into())
    }

    /// The same answer with another text.
    #[must_use]
    pub fn with_text(self, text: String) -> Self {
        Self { spoken: text.clone(), text, ..self }
    }

    /// The same with the last step of the session.
    #[must_use]
    pub fn with_step(self, session: &Session) -> Self {
        Self { step: StepSummary::last(session), ..self }
    }

    /// Whether a step was taken.
    pub fn has_step(&self) -> bool {
        self.step.is_some()
    }

    /// The text to display: the verdict first, then notes and commands.
    pub fn written(&self) -> String {
        self.with_notes(&self.text)
    }

    /// The text for a screen reader.
    pub fn read_aloud(&self) -> String {
        self.with_notes(&self.spoken)
    }

    fn with_notes(&self, answer: &str) -> String {
        let mut text = String::new();
        if let Some(step) = &self.step {
            for reason in &step.shuffled {
                text.push_str(&format!("shuffled: {}\n", reason.words()));
            }
        }
        text.push_str(&verdict_first(self.verdict.as_deref(), answer));
        text.extend(self.notes.iter().map(|note| format!("{note}\n")));
        if !self.next.is_empty() {
            text.push_str(&format!("next: {}\n", self.next.join(" | ")));
        }
        let due = self.step.as_ref().and_then(|step| step.due);
        text.extend(due.map(|due| format!("{}\n", due.words())));
        text
    }

    /// The reply to a line as one object.
    pub fn to_json(&self, line: &str, session: &Session) -> Value {
        let step = self.step.as_ref();
        json!(ReplyRecord {
            format: FORMAT,
            line,
            step: step.map(|step| step.number),
            drawn: step.map_or(&[], |step| step.drawn.as_slice()),
            shuffled: step.map_or(&[], |step| step.shuffled.as_slice()),
            pile: session.table().pile_size(),
            tn: self.account.as_deref(),
            verdict: self.verdict.as_deref(),
            answer: &self.answer,
            notes: &self.notes,
            next: &self.next,
            text: self.answer.is_null().then_some(&self.text),
        })
    }
}

impl StepSummary {
    /// The last step of a session.
    fn last(session: &Session) -> Option<Self> {
        let step: &Step = session.log().last()?;
        let drawn: Vec<CardNumber> = step.drawn().collect();
        let (table, rule) = (session.table(), session.table().shuffle_rule());
        let has_trigger = drawn.iter().any(|card| rule.triggers().contains(card));
        let has_few_left =
            (table.pile_size()..table.pile_size() + drawn.len()).contains(&rule.cards_left());
        Some(Self {
            number: session.log().len(),
            due: table.shuffle_due().filter(|_| has_trigger || has_few_left),
            drawn,
            shuffled: step.shuffles().collect(),
        })
    }
}

/// A text with the verdict as its first line.
pub fn verdict_first(verdict: Option<&str>, text: &str) -> String {
    let rest = text.lines().filter(|line| Some(*line) != verdict);
    verdict.into_iter().chain(rest).map(|line| format!("{line}\n")).collect()
}

/// The note about options without effect.
pub fn unused_note(unused: &[String]) -> Option<String> {
    let names: Vec<String> = unused.iter().map(|name| format!("--{name}")).collect();
    let verb = if names.len() == 1 { "makes" } else { "make" };
    (!names.is_empty()).then(|| format!("{} {verb} no difference here", names.join(", ")))
}

/// The JSON object of a refused line, so that every line has one.
pub fn refusal(line: &str, problems: &Problems) -> Value {
    let errors: Vec<String> =
        problems.iter().map(ToString::to_string).chain(problems.rest()).collect();
    let (faults, _) = problems.records();
    json!(RefusalRecord { format: FORMAT, line, errors, faults })
}
