//! The formats of JSON outputs and session files: their JSON Schemas, and `docs/json.md`. Keys are described where
//! they are defined, at the fields of the types.

mod answers;
mod reference;

use std::fmt;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::diagnostic::FaultsRecord;
use crate::diff::Difference;
use crate::preflight::Findings;
use crate::table::lookup::AnswerRecord;
use crate::table::play::reply::{RefusalRecord, ReplyRecord};
use crate::table::session::{Head, StepLine, UndoLine};
use crate::validate::Validation;

use answers::groups;
pub use reference::reference;

/// A JSON format of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonFormat {
    /// An answer of `lookup` or `odds`.
    Answer,
    /// The reply to a line of `play`.
    Play,
    /// A line of a session log.
    Session,
    /// A validation.
    Validation,
    /// The findings of preflight.
    Preflight,
    /// The changes between two decks.
    Diff,
    /// Why a command could not answer.
    Faults,
}

impl JsonFormat {
    /// All formats, in the order of the documentation.
    pub const ALL: [Self; 7] = [
        Self::Answer,
        Self::Play,
        Self::Session,
        Self::Validation,
        Self::Preflight,
        Self::Diff,
        Self::Faults,
    ];

    /// The name, such as `validation`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Play => "play",
            Self::Session => "session",
            Self::Validation => "validation",
            Self::Preflight => "preflight",
            Self::Diff => "diff",
            Self::Faults => "faults",
        }
    }

    /// The schemas of its objects: one, or one for each form of a line.
    fn objects(self, generator: &mut SchemaGenerator) -> Vec<Schema> {
        match self {
            Self::Answer => vec![generator.subschema_for::<AnswerRecord>()],
            Self::Play => vec![
                generator.subschema_for::<ReplyRecord<'_>>(),
                generator.subschema_for::<RefusalRecord<'_>>(),
            ],
            Self::Session => vec![
                generator.subschema_for::<Head>(),
                generator.subschema_for::<StepLine>(),
                generator.subschema_for::<UndoLine>(),
            ],
            Self::Validation => vec![generator.subschema_for::<Validation>()],
            Self::Preflight => vec![generator.subschema_for::<Findings>()],
            Self::Diff => vec![generator.subschema_for::<Difference>()],
            Self::Faults => vec![generator.subschema_for::<FaultsRecord>()],
        }
    }
}

impl fmt::Display for JsonFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The JSON Schema (draft 2020-12) of a format; of one line for formats with one object on each line. Ends in a
/// newline.
///
/// ```
/// use actiondeck::json_formats::{JsonFormat, schema};
///
/// let schema: serde_json::Value = serde_json::from_str(&schema(JsonFormat::Diff)).unwrap();
/// assert_eq!(schema["title"], "actiondeck diff");
/// ```
pub fn schema(format: JsonFormat) -> String {
    let mut generator = generator();
    let mut objects = format.objects(&mut generator);
    if matches!(format, JsonFormat::Answer | JsonFormat::Play) {
        add_kinds(&mut generator);
    }
    let object = match objects.len() {
        1 => objects.swap_remove(0),
        _ => json_schema!({ "anyOf": objects }),
    };
    let mut whole = json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("actiondeck {format}"),
    });
    whole.ensure_object().extend(object.to_value().as_object().cloned().unwrap_or_default());
    whole.insert("$defs".into(), generator.take_definitions(true).into());
    format!("{:#}\n", whole.as_value())
}

fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with_transform(RecursiveTransform(clean_description));
    settings.with_transform(RecursiveTransform(forbid_null_if_optional)).into_generator()
}

/// A key that is left out if it has no value is never null.
fn forbid_null_if_optional(schema: &mut Schema) {
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    for (_, value) in properties.iter_mut().filter(|(name, _)| !required.contains(&json!(name))) {
        for (keyword, null) in [("type", json!("null")), ("anyOf", json!({ "type": "null" }))] {
            if let Some(Value::Array(forms)) = value.get_mut(keyword) {
                forms.retain(|form| *form != null);
            }
        }
    }
}

/// Removes what only rustdoc understands from a description: links to items, and `None` for null.
fn clean_description(schema: &mut Schema) {
    let Some(Value::String(description)) = schema.get_mut("description") else { return };
    let mut text = description.replace("`None`", "`null`");
    while let Some(start) = text.find("[`") {
        let Some(length) = text[start..].find("`]") else { break };
        let code = text[start + 1..=start + length].to_owned();
        let mut end = start + length + 2;
        if text[end..].starts_with('(') {
            end += text[end..].find(')').map_or(0, |length| length + 1);
        }
        text.replace_range(start..end, &code);
    }
    *description = text;
}

/// Adds to the schema of an answer that its kind decides the schema of its keys.
fn add_kinds(generator: &mut SchemaGenerator) {
    let kinds = groups(generator).into_iter().flat_map(|group| group.kinds);
    let forms: Vec<Value> = kinds
        .map(|(kind, answers)| {
            json!({ "properties": { "kind": { "const": kind }, "answer": { "anyOf": answers } } })
        })
        .collect();
    if let Some(answer) = generator.definitions_mut().get_mut(&*AnswerRecord::schema_name()) {
        answer["oneOf"] = forms.into();
    }
}
