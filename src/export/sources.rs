//! The data that every target is made from.

use serde_json::{Value, json};

use crate::deck::{ShufflePolicy, ShuffleTime, ShuffleTrigger};
use crate::diagnostic::{Problem, Problems};
use crate::face::Words;
use crate::render::NamedFile;

use super::pictures::Pictures;
use super::values::Values;
use super::wanted::Export;

/// The data that every target is made from.
pub(super) struct Sources<'a> {
    pub(super) export: &'a Export<'a>,
    /// The deck's name as used in file names.
    pub(super) slug: String,
    /// By card number.
    pub(super) values: Vec<Values>,
    pub(super) pictures: Pictures<'a>,
}

impl Sources<'_> {
    /// The words printed on the cards.
    pub(super) fn words(&self) -> &Words {
        self.export.theme.words()
    }

    /// A label of a virtual table, such as that of the draw pile.
    pub(super) fn label(&self, name: &str) -> String {
        self.words().in_export(name, &[])
    }

    /// Labels by name, for a script, which fills in their placeholders.
    pub(super) fn labels(&self, names: &[&str]) -> serde_json::Map<String, Value> {
        let text = |name: &str| json!(self.words().export_text(name));
        names.iter().map(|name| ((*name).to_owned(), text(name))).collect()
    }

    /// The shuffle policy for a script: `trigger`, the number of `cards` left at which it applies, and `time`.
    pub(super) fn policy(&self) -> Value {
        let policy = self.export.deck.layout().shuffle;
        let ShufflePolicy { trigger, time } = policy.unwrap_or(ShufflePolicy {
            trigger: ShuffleTrigger::EmptyPile,
            time: ShuffleTime::AtOnce,
        });
        let (trigger, cards) = match trigger {
            ShuffleTrigger::EmptyPile => ("empty-pile", 0),
            ShuffleTrigger::CardsLeft(cards) => ("cards-left", cards),
            ShuffleTrigger::Sign => ("sign", 0),
        };
        json!({ "trigger": trigger, "cards": cards, "time": time })
    }

    /// The deck's name and edition, for readers.
    pub(super) fn about(&self) -> String {
        let deck = self.export.deck;
        let (edition, cards) = (deck.edition().to_string(), deck.cards().len().to_string());
        let filled = [("deck", deck.name()), ("edition", &edition), ("cards", &cards)];
        let about = self.words().in_export("about", &filled);
        match deck.layout().shuffle {
            None => about,
            policy => format!("{about} {}", self.words().shuffling(policy)),
        }
    }

    /// Author and licence of the deck, as far as the spec states them.
    pub(super) fn attribution(&self) -> String {
        let imprint = self.export.deck.imprint();
        let reported = [&imprint.credit, &imprint.licence];
        reported.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" · ")
    }

    /// The deck's name and edition with author and licence, for readers.
    pub(super) fn description(&self) -> String {
        let attribution = self.attribution();
        let before = if attribution.is_empty() { "" } else { " · " };
        format!("{}{before}{attribution}", self.about())
    }

    /// The version in the spec, or the edition by default.
    pub(super) fn version(&self) -> String {
        let deck = self.export.deck;
        deck.imprint().version.clone().unwrap_or_else(|| deck.edition().to_string())
    }
}

/// A JSON file: indented, with a newline at the end.
pub(super) fn json_file(path: String, value: &serde_json::Value) -> Result<NamedFile, Problems> {
    let text = serde_json::to_string_pretty(value).map_err(|error| {
        Problem::coded("export.not-written", format!("{path} cannot be written: {error}"))
    })?;
    Ok(NamedFile { path, bytes: format!("{text}\n").into_bytes() })
}
