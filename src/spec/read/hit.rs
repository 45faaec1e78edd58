//! Reads the hit-location ladder.

use std::collections::BTreeSet;

use crate::deck::{ACCEPTED_TEXT, Part, TextFault, check_text};
use crate::wording::counted;

use super::super::bounds::Bounds;
use super::super::keys;
use super::super::model::{HitSpec, Rung};
use super::card_text::{card_text, confirm};
use super::part_table::part_table;
use crate::input::toml::{Placed, Reader, Table};

pub(super) fn hit(
    reader: &mut Reader,
    root: &Table,
    without: &BTreeSet<Part>,
    cards: usize,
) -> HitSpec {
    let nothing = HitSpec {
        ladder: vec![Rung { location: String::new(), steps: 1, sided: false, prone: false }],
        reads: vec![0, 0],
        sides: ["left".to_owned(), "right".to_owned()],
    };
    let Some(table) = part_table(reader, root, Part::Hit, without) else { return nothing };
    reader.only(&table, keys::HIT);
    let mut ladder = Vec::new();
    for rung in reader.tables(&table, "ladder") {
        reader.only(&rung, keys::RUNG);
        ladder.push(Rung {
            location: card_text(reader, &rung, "location"),
            steps: reader.integer(&rung, "steps", Bounds::STEPS.all(), None).value as u8,
            sided: reader.flag(&rung, "sided", false),
            prone: reader.flag(&rung, "prone", false),
        });
    }
    let steps: u32 = ladder.iter().map(|rung: &Rung| u32::from(rung.steps)).sum();
    if !(1..=cards).contains(&(steps as usize)) {
        let message = format!("the hit ladder has {}", counted(steps as usize, "step"));
        let accepted = format!("1 to {cards} steps, so that every step has a card");
        reader.fault(table.span.clone(), message, &accepted);
        ladder = nothing.ladder.clone();
    }
    let reads = match reader.optional_integers(&table, "reads", Bounds::READ.all()) {
        Some(list) => {
            let reads: Vec<i8> = list.value.iter().map(|read| read.value as i8).collect();
            if !Bounds::READS.contains(reads.len() as i64)
                || !reads.is_sorted_by(|above, below| above >= below)
            {
                let message = "reads does not describe a stack from top to bottom".to_owned();
                let accepted = format!("{} distances from the card's step, falling", Bounds::READS);
                reader.fault(list.span, message, &accepted);
                nothing.reads
            } else {
                reads
            }
        }
        None => vec![4, 2, 0, -2],
    };
    let sides = if reader.has(&table, "sides") {
        let list = reader.texts(&table, "sides");
        match <[Placed<String>; 2]>::try_from(list.value) {
            Ok(sides) => sides.map(|side| {
                // A game without left and right has empty words.
                if !side.value.is_empty() {
                    confirm(reader, "a side", &side);
                }
                side.value
            }),
            Err(_) => {
                let message = "sides does not name two sides".to_owned();
                reader.fault(list.span, message, "the words for odd and for even steps");
                nothing.sides
            }
        }
    } else {
        nothing.sides
    };
    let hit = HitSpec { ladder, reads, sides };
    let sided = hit.ladder.iter().filter(|rung| rung.sided);
    let words = hit.sides.iter().flat_map(|side| sided.clone().map(move |rung| (side, rung)));
    for (side, rung) in words {
        // Both words are valid; together they may be too long.
        if let Err(fault @ TextFault::Long(_)) = check_text(&rung.on_side(side)) {
            let message = format!("a location with its side {fault}");
            reader.fault(table.span.clone(), message, ACCEPTED_TEXT);
            break;
        }
    }
    hit
}
