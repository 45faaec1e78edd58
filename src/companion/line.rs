//! A question as it is typed at a table, for the log of a session: what `play` would be told for it.

use serde_json::{Value, json};

use crate::table::session::Question;

use super::table::quoted;

/// The arguments that stand without a name, in their order.
const PLACES: [&str; 10] = [
    "card",
    "dice",
    "cell",
    "shots",
    "element",
    "ailment",
    "active_cards",
    "active_dice",
    "opponent_cards",
    "opponent_dice",
];

/// A question as it is typed at a table.
pub(super) fn line(asked: &Question) -> String {
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
