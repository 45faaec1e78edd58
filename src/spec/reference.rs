//! `docs/spec.md`: the reference of every key of a spec.

use super::bounds::Bounds;
use super::keys::{Key, KeyType, Presence, TOP};

/// The reference of the spec's keys in Markdown: a section per table. Ends in a newline.
pub fn reference() -> String {
    let mut text = String::from(INTRODUCTION);
    text.push_str("\n## Top level\n\n");
    text.push_str(&rows(TOP));
    sections(TOP, "", &mut text);
    text
}

const INTRODUCTION: &str = include_str!("reference.md");

/// The tables under these keys, each with its name in a spec.
fn sections(keys: &[Key], prefix: &str, text: &mut String) {
    for key in keys {
        let name = format!("{prefix}{}", key.name);
        match key.takes {
            KeyType::Table(inner) => {
                text.push_str(&format!("\n## `[{name}]`\n\n{}\n\n{}", key.about, rows(inner)));
                sections(inner, &format!("{name}."), text);
            }
            KeyType::Tables(inner) => {
                text.push_str(&format!("\n## `[[{name}]]`\n\n{}\n\n{}", key.about, rows(inner)));
                sections(inner, &format!("{name}."), text);
            }
            _ => {}
        }
    }
}

fn rows(keys: &[Key]) -> String {
    let mut text =
        String::from("| key | takes | left out | example | what |\n|---|---|---|---|---|\n");
    for key in keys {
        let left_out = match key.presence {
            Presence::Required => "required".to_owned(),
            Presence::Default(default) => format!("`{}`", cell(default)),
            Presence::Optional(words) => words.to_owned(),
        };
        text.push_str(&format!(
            "| `{}` | {} | {left_out} | `{}` | {} |\n",
            key.name,
            takes(&key.takes),
            cell(key.example),
            cell(key.about),
        ));
    }
    text
}

/// Escapes bars, which would end the cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The type of a key in words.
pub(super) fn takes(takes: &KeyType) -> String {
    let many = |least: usize, most: usize| {
        if least == most { format!("{least}") } else { format!("{least} to {most}") }
    };
    match *takes {
        KeyType::Text => "a text".to_owned(),
        KeyType::Path => "a file, a folder or a name".to_owned(),
        KeyType::Paths => "a list of files or names".to_owned(),
        KeyType::OneOf(choices) => {
            choices.iter().map(|choice| format!("`\"{choice}\"`")).collect::<Vec<_>>().join(", ")
        }
        KeyType::SomeOf(choices) => {
            let choices: Vec<String> = choices.iter().map(|c| format!("`\"{c}\"`")).collect();
            format!("a list of {}", choices.join(", "))
        }
        KeyType::Flag => "`true` or `false`".to_owned(),
        KeyType::Whole(bounds) => format!("a whole number of {bounds}"),
        KeyType::Decimal => "a decimal number of 0 or more".to_owned(),
        KeyType::Texts(least, most) => format!("a list of {} texts", many(least, most)),
        KeyType::TextsOrColumn(least, most) => {
            format!("a list of {} texts, or `\"FILE.csv#COLUMN\"`", many(least, most))
        }
        KeyType::Wholes { each, count } => format!("a list of {count} whole numbers of {each}"),
        KeyType::Dice => "a list of dice".to_owned(),
        KeyType::ByDie(bounds) => format!("a table from die to list of whole numbers of {bounds}"),
        KeyType::ByDieOrRow(bounds) => {
            format!("a table from die to list of whole numbers of {bounds}, or to one for each row")
        }
        KeyType::Counts(bounds) => format!("a table from value, {bounds}, to number of cards"),
        KeyType::CountsOfValues => format!(
            "a table from value, a number of {} or a word, to number of cards",
            Bounds::ELEMENT,
        ),
        KeyType::Bursts => format!(
            "a table from number of shots, {}, to a table from hits to number of cards",
            Bounds::SHOTS,
        ),
        KeyType::Table(_) => "a table, see below".to_owned(),
        KeyType::Tables(_) => "a list of tables, see below".to_owned(),
    }
}
