//! Lines for tests: the examples of every question with an argument changed.

use serde_json::{Map, Value};

use super::SETTING;
use crate::cli::lookup::question::Row;
use crate::rules::Game;

/// Options that stand together only, and what may stand beside each.
pub(super) const TOGETHER: [(&str, &str, &str); 3] =
    [("cover", "covered", "head"), ("covered", "cover", "2"), ("length", "band", "short")];

/// The line that asks a question with these arguments.
pub(super) fn line(game: Game, row: &Row, arguments: &Map<String, Value>) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    let mut words: Vec<String> =
        format!("{game} {}", row.name()).split(' ').map(str::to_owned).collect();
    let mut places = vec!["--".to_owned()];
    for argument in row.command().get_arguments() {
        let values = match arguments.get(argument.get_id().as_str()) {
            None => continue,
            Some(Value::Array(values)) => values.clone(),
            Some(value) => vec![value.clone()],
        };
        // Typed, a usual value would contradict what excludes it.
        if values
            .iter()
            .map(&text)
            .eq(argument.get_default_values().iter().map(|usual| usual.to_string_lossy()))
        {
            continue;
        }
        for value in &values {
            match (argument.get_long(), value) {
                (Some(long), Value::Bool(_)) => words.push(format!("--{long}")),
                (Some(long), value) => words.push(format!("--{long}={}", text(value))),
                (None, value) => places.push(text(value)),
            }
        }
    }
    words.extend(places);
    words
}

/// The arguments of both examples of a question, and the fewest that it has to have.
pub(super) fn examples(game: Game, row: &Row) -> Vec<Map<String, Value>> {
    let required: Vec<String> = row
        .command()
        .get_arguments()
        .filter(|argument| argument.is_required_set())
        .map(|argument| argument.get_id().to_string())
        .collect();
    let mut found = Vec::new();
    for line in row.examples() {
        let full = arguments_of(game, row, &line).unwrap_or_else(|| panic!("{line}"));
        let mut least = full.clone();
        least.retain(|name, _| required.contains(name));
        found.extend([full, least]);
    }
    found
}

/// The arguments of a line, if it asks this question.
pub(super) fn arguments_of(game: Game, row: &Row, line: &str) -> Option<Map<String, Value>> {
    let words = shlex::split(line).expect("a line");
    let asked = SETTING.with(|setting| crate::cli::lookup::ask(&words, game, setting));
    let record = asked.unwrap_or_else(|failure| panic!("{line}: {failure:?}")).record(None);
    (record.name == format!("{game} {}", row.name())).then_some(record.arguments)
}
