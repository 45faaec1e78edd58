//! Helpers that the tests of this module share.

use crate::deck::{Deck, Field};

/// A deck of another layout: other columns, fewer rows and locations, no bursts, and an element whose text
/// must be escaped in markup and scripts.
pub(super) fn other_deck() -> Deck {
    let built_in = Deck::built_in();
    let csv = built_in.to_csv();
    let mut lines = csv.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let is_kept = |name: &&str| match name.parse::<Field>().unwrap() {
        Field::Cause { die, row } => die.sides() > 6 && row < 4,
        Field::Effect { die, row } => die.sides() < 8 && row < 3,
        Field::Hit(entry) => entry < 3,
        Field::Burst(_) => false,
        _ => true,
    };
    let kept: Vec<usize> = (0..head.len()).filter(|&place| is_kept(&head[place])).collect();
    let line = |cells: Vec<&str>, more: &str| {
        let cells: Vec<&str> = kept.iter().map(|&place| cells[place]).collect();
        format!("{},{more}\n", cells.join(","))
    };
    let mut other = line(head, "mood");
    for (number, card) in lines.enumerate() {
        other += &line(card.split(',').collect(), &format!("\"a <b> & \"\"{number}\"\"\""));
    }
    Deck::read("Ash & <Oak>.csv", &other).unwrap()
}
