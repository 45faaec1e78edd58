//! The turn order in games with a numeric initiative (D6 combat, "Step 1: Initiative"; wound-level combat,
//! "Example of Combat").

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::Answer;

/// A name and an initiative total. Written `Adam:6`, and `Adam:4!` for a critical success.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Entrant {
    /// The name.
    pub name: String,
    /// The total.
    pub total: i64,
    /// Whether the roll was a critical success, which goes before all others.
    pub critical: bool,
}

/// A text that cannot be read as a name and a total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantError {
    original: String,
}

impl Fault for EntrantError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded(
            "rules.entrant",
            format!("{} cannot be read as a name and a total", quoted(original)),
        )
        .accepts("NAME:TOTAL such as Adam:6, or Adam:4! when critical")
    }
}

fault!(EntrantError);

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let parse = || {
            let (name, total) = text.rsplit_once(':')?;
            let (total, critical) = match total.strip_suffix('!') {
                Some(total) => (total, true),
                None => (total, false),
            };
            let total: i64 = total.trim().parse::<i16>().ok()?.into();
            let name = name.trim();
            (!name.is_empty()).then(|| Self { name: name.to_owned(), total, critical })
        };
        parse().ok_or_else(|| EntrantError { original: text.to_owned() })
    }
}

/// The characters who act at the same time.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Turn {
    /// Their total.
    pub total: i64,
    /// Whether they have a critical success.
    pub critical: bool,
    /// Their names, in the order given.
    pub names: Vec<String>,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct TurnOrderAnswer {
    /// The turns, first to last.
    pub turns: Vec<Turn>,
    /// Whether the characters who act last must declare their actions first.
    pub slowest_declares_first: bool,
}

/// Sorts by total, highest first; equal totals act at the same time. `slowest_declares_first` is
/// the ladder game's rule.
pub fn turn_order(entrants: &[Entrant], slowest_declares_first: bool) -> TurnOrderAnswer {
    let mut sorted: Vec<&Entrant> = entrants.iter().collect();
    sorted.sort_by_key(|entrant| std::cmp::Reverse((entrant.critical, entrant.total)));
    let mut turns: Vec<Turn> = Vec::new();
    for entrant in sorted {
        match turns.last_mut() {
            Some(turn) if (turn.critical, turn.total) == (entrant.critical, entrant.total) => {
                turn.names.push(entrant.name.clone());
            }
            _ => turns.push(Turn {
                total: entrant.total,
                critical: entrant.critical,
                names: vec![entrant.name.clone()],
            }),
        }
    }
    TurnOrderAnswer { turns, slowest_declares_first }
}

impl Answer for TurnOrderAnswer {
    const KIND: &'static str = "turn-order";

    fn explanation(&self) -> Vec<String> {
        let describe = |turn: &Turn| {
            let critical = if turn.critical { ", critical success" } else { "" };
            format!("{} ({}{critical})", turn.names.join(" and "), turn.total)
        };
        let acts: Vec<String> = self.turns.iter().map(describe).collect();
        let mut lines = vec![format!("acts: {}", acts.join(", "))];
        if self.slowest_declares_first {
            let names: Vec<String> =
                self.turns.iter().rev().map(|turn| turn.names.join(" and ")).collect();
            lines.insert(0, format!("declares: {}", names.join(", ")));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(entrants: &[&str]) -> Vec<String> {
        let entrants: Vec<Entrant> = entrants.iter().map(|text| text.parse().unwrap()).collect();
        turn_order(&entrants, true).turns.iter().map(|turn| turn.names.join("+")).collect()
    }

    #[test]
    fn the_highest_acts_first_and_ties_act_at_once() {
        assert_eq!(order(&["Bob:4", "Adam:6", "Eve:-1", "Cain:4"]), ["Adam", "Bob+Cain", "Eve"]);
    }

    #[test]
    fn a_critical_success_goes_before_every_total() {
        assert_eq!(order(&["Bob:9", "Adam:4!"]), ["Adam", "Bob"]);
    }

    #[test]
    fn near_misses_are_not_entrants() {
        for text in ["", "Adam", "Adam:", ":4", "Adam:x", "Adam:4!!", "Adam:99999"] {
            assert!(text.parse::<Entrant>().is_err(), "{text:?}");
        }
    }
}
