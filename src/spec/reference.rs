//! `docs/spec.md`: every key of a spec for people.

use super::bounds::Bounds;
use super::keys::{Key, Presence, TOP, Takes};

/// The reference of the spec's keys in Markdown: a section a table. Ends in a newline.
pub fn reference() -> String {
    let mut text = String::from(INTRODUCTION);
    text.push_str("\n## Top level\n\n");
    text.push_str(&rows(TOP));
    sections(TOP, "", &mut text);
    text
}

const INTRODUCTION: &str = include_str!("reference.md");

/// The tables under these keys, each with the name it has in a spec.
fn sections(keys: &[Key], prefix: &str, text: &mut String) {
    for key in keys {
        let name = format!("{prefix}{}", key.name);
        match key.takes {
            Takes::Table(inner) => {
                text.push_str(&format!("\n## `[{name}]`\n\n{}\n\n{}", key.about, rows(inner)));
                sections(inner, &format!("{name}."), text);
            }
            Takes::Tables(inner) => {
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
            Presence::Required => "must be there".to_owned(),
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

/// A bar would end the cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// What a key takes, in words.
pub(super) fn takes(takes: &Takes) -> String {
    let many = |least: usize, most: usize| {
        if least == most { format!("{least}") } else { format!("{least} to {most}") }
    };
    match *takes {
        Takes::Text => "a text".to_owned(),
        Takes::Path => "a file, a folder or a name".to_owned(),
        Takes::Paths => "a list of files or names".to_owned(),
        Takes::OneOf(choices) => {
            choices.iter().map(|choice| format!("`\"{choice}\"`")).collect::<Vec<_>>().join(", ")
        }
        Takes::SomeOf(choices) => {
            let choices: Vec<String> = choices.iter().map(|c| format!("`\"{c}\"`")).collect();
            format!("a list of {}", choices.join(", "))
        }
        Takes::Flag => "`true` or `false`".to_owned(),
        Takes::Whole(bounds) => format!("a whole number of {bounds}"),
        Takes::Decimal => "a decimal number of 0 or more".to_owned(),
        Takes::Texts(least, most) => format!("a list of {} texts", many(least, most)),
        Takes::Wholes { each, count } => format!("a list of {count} whole numbers of {each}"),
        Takes::Dice => "a list of dice".to_owned(),
        Takes::ByDie(bounds) => format!("a table from die to list of whole numbers of {bounds}"),
        Takes::ByDieOrRow(bounds) => {
            format!("a table from die to list of whole numbers of {bounds}, or to one for each row")
        }
        Takes::Counts(bounds) => format!("a table from value, {bounds}, to number of cards"),
        Takes::CountsOfValues => format!(
            "a table from value, a number of {} or a word, to number of cards",
            Bounds::ELEMENT,
        ),
        Takes::Bursts => format!(
            "a table from number of shots, {}, to a table from hits to number of cards",
            Bounds::SHOTS,
        ),
        Takes::Table(_) => "a table, see below".to_owned(),
        Takes::Tables(_) => "a list of tables, see below".to_owned(),
    }
}
