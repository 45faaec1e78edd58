//! Checks that the deck has the layout of the spec.

use std::collections::BTreeSet;

use crate::deck::{Deck, GridShape, ShufflePolicy};
use crate::dice::Die;
use crate::spec::Spec;
use crate::wording::counted;

use super::{Fault, Rule};

/// Reports one fault for each part of the layout that differs.
pub(super) fn check(deck: &Deck, spec: &Spec, faults: &mut Vec<Fault>) {
    let (found, asked) = (deck.layout(), spec.layout());
    let mut compare = |part: &str, found: String, asked: String| {
        if found != asked {
            let message = format!("the deck has {part} {found}, the spec asks for {asked}");
            faults.push(Fault::on_deck(Rule::Layout, message));
        }
    };
    compare("cards", found.numbers.to_string(), asked.numbers.to_string());
    let shuffle = |policy: Option<ShufflePolicy>| {
        policy.map_or_else(|| "none".to_owned(), |policy| policy.to_string())
    };
    compare("the shuffle policy", shuffle(found.shuffle), shuffle(asked.shuffle));
    compare("a cause grid of", grid(&found.cause), grid(&asked.cause));
    compare("an effect grid of", grid(&found.effect), grid(&asked.effect));
    let columns = |dice: &BTreeSet<Die>| list(&dice.iter().collect::<Vec<_>>());
    compare("closed cause columns:", columns(&found.closed), columns(&asked.closed));
    compare(
        "cause columns without exceptional cells:",
        columns(&found.plain),
        columns(&asked.plain),
    );
    compare("bursts of", list(&found.bursts), list(&asked.bursts));
    compare("a hit stack of", found.stack.to_string(), asked.stack.to_string());
    compare("designer elements", list(&found.extras), list(&asked.extras));
    for part in found.left_out.difference(&asked.left_out) {
        let message = format!("the cards do not show {}, the spec asks for it", part.in_words());
        faults.push(Fault::on_deck(Rule::Layout, message));
    }
    for part in asked.left_out.difference(&found.left_out) {
        let message = format!("the cards show {}, the spec leaves it out", part.in_words());
        faults.push(Fault::on_deck(Rule::Layout, message));
    }
}

fn grid(shape: &GridShape) -> String {
    match shape.columns.is_empty() {
        true => "nothing".to_owned(),
        false => format!("{} of {}", counted(shape.rows.into(), "row"), list(&shape.columns)),
    }
}

fn list<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}
