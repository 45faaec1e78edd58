//! Labels of the form: the words for a table or key of a spec.

use toml_edit::Item;

use super::document;
use crate::studio::step::Step;

/// Keys whose label is not the key itself.
const LABELS: &[(&str, &str)] = &[
    ("at", "Time of the shuffle"),
    ("burst", "Bursts"),
    ("cards", "Number of cards"),
    ("cards_left", "When few cards are left"),
    ("cause", "Columns"),
    ("chain", "Checks above the die's maximum"),
    ("check", "How a check is read"),
    ("columns", "Column"),
    ("counts", "Cards of each value"),
    ("critical", "Critical failures"),
    ("effect", "Effects: sums of dice"),
    ("exceptional", "Exceptional results"),
    ("exceptional_above", "Numbers above the maximum"),
    ("failure", "Equipment failure"),
    ("first_number", "Number of the first card"),
    ("hit", "Hit locations"),
    ("how", "How it is read"),
    ("id", "Key"),
    ("increment_r", "Correlation of effect increments"),
    ("joint_rms", "Joint error, root mean square"),
    ("joint_worst", "Joint error, largest"),
    ("ladder", "Hit location"),
    ("lowest", "Lowest of the rows has a limit"),
    ("pins", "Table of pins"),
    ("plain", "Without exceptional cells"),
    ("print", "Print"),
    ("reads", "Stack entry"),
    ("rms_r", "Correlation, root mean square"),
    ("seed", "Seed of the search"),
    ("shuffle", "Shuffle"),
    ("sides", "Side"),
    ("signs", "When a shuffle sign is drawn"),
    ("sum", "Sum of the rows has a limit"),
    ("texts", "Text"),
    ("threshold", "Check against a number"),
    ("unintended", "Unintended target"),
    ("when", "Only when the pile is empty"),
    ("without", "Left off the cards"),
    ("words", "Language of the cards"),
    ("worst_r", "Correlation, largest"),
    ("yes", "Cards that say yes"),
];

/// The label of a key.
pub(in crate::studio) fn key_label(path: &[Step]) -> String {
    let keys: Vec<&str> = path.iter().filter_map(key).collect();
    match keys[..] {
        ["cause", "closed"] => "Ordinary die".to_owned(),
        ["effect", "closed"] => "Ordinary dice".to_owned(),
        ["shuffle", "cards"] => "When a card is drawn".to_owned(),
        ["limits", "effect"] => "Effect cell".to_owned(),
        ["element", "dice"] => "Dice".to_owned(),
        [.., last] => match LABELS.iter().find(|(known, _)| *known == last) {
            Some((_, label)) => (*label).to_owned(),
            None => capitalised(&last.replace('_', " ")),
        },
        [] => "The deck".to_owned(),
    }
}

/// The label of the section of a table or list, which may use the words in it.
pub(in crate::studio) fn section_label(path: &[Step], root: &Item) -> String {
    let text = |path: &[Step], names: &[&str]| -> String {
        let table = document::item(root, path).and_then(Item::as_table_like);
        let values = names.iter().filter_map(|name| table?.get(name)?.as_str());
        let mut values = values.filter(|text| !text.is_empty());
        values.next().unwrap_or_default().to_owned()
    };
    match path {
        [Step::Key(top), Step::Index(_), rest @ ..] if top == "element" => {
            let label = text(&path[..2], &["label", "id"]);
            match rest {
                [] => label,
                _ if key(&rest[0]) == Some("texts") => format!("{label}: texts"),
                _ => format!("{label}: {}", key_label(rest).to_lowercase()),
            }
        }
        [Step::Key(top), Step::Key(_), Step::Index(_)] if top == "hit" => {
            format!("Hit location: {}", text(path, &["location"]))
        }
        [Step::Key(top), Step::Key(shots)] if top == "burst" => format!("Burst of {shots}"),
        [Step::Key(top), Step::Key(_), Step::Key(die)] if top == "cause" => {
            format!("{} of {die}", key_label(&path[..2]))
        }
        _ => key_label(path),
    }
}

fn key(step: &Step) -> Option<&str> {
    match step {
        Step::Key(key) => Some(key),
        Step::Index(_) => None,
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
