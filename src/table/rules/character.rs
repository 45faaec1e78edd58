//! Characters, read from a CSV table. The built-in table is an original example.

use serde::Serialize;

use crate::diagnostic::{Problem, Problems};
use crate::dice::{CheckDice, written_out};
use crate::input::csv::Row;
use crate::table::lookup::clear;

use super::Size;
use super::named_table::{self, Cells};

/// The traits that have their own column.
const TRAITS: [&str; 6] = ["strength", "dexterity", "reflex", "acuity", "fortitude", "essence"];

const COLUMNS: [&str; 10] = [
    "name",
    "size",
    "ct",
    "strength",
    "dexterity",
    "reflex",
    "acuity",
    "fortitude",
    "essence",
    "skills",
];

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Character {
    /// The name.
    pub name: String,
    /// Its Size.
    pub size: Size,
    /// CT at full health.
    pub ct: u16,
    /// Traits and skills by name, each with the dice of its check.
    checks: Vec<(String, CheckDice)>,
}

impl Character {
    /// The built-in example characters of the West and its dice edition.
    ///
    /// # Panics
    /// Never: a test reads the built-in table.
    pub fn examples() -> Vec<Self> {
        let text = include_str!("../../../templates/tables/characters.csv");
        Self::read_table("characters.csv", text).expect("the program's own table is sound")
    }

    /// Reads a table of characters. Traits are dice such as `2d8`, skills a list such as `shooting
    /// 3d10;bravery 2d8`.
    ///
    /// # Errors
    /// All faults of the table, with line and column.
    pub fn read_table(name: &str, text: &str) -> Result<Vec<Self>, Problems> {
        named_table::read(name, text, "character", &COLUMNS, read, |character: &Self| {
            &character.name
        })
    }

    /// The dice of a trait or skill.
    pub fn check(&self, name: &str) -> Option<CheckDice> {
        self.checks.iter().find(|(known, _)| known == name).map(|(_, dice)| *dice)
    }

    /// The names of all traits and skills, traits first.
    pub fn check_names(&self) -> impl Iterator<Item = &str> {
        self.checks.iter().map(|(name, _)| name.as_str())
    }
}

fn read(cells: &mut Cells, row: &Row) -> Option<Character> {
    let name = cells.name(row);
    let size = cells.needed(row, "size", "0.001 to 9999, such as 6", |text| text.parse().ok());
    let ct = cells.needed(row, "ct", "0 to 65535", |text| text.parse().ok());
    let mut checks = Vec::new();
    let mut complete = true;
    for column in TRAITS {
        match cells.optional(row, column, "dice such as 2d8", |text| text.parse().ok()) {
            Some(Some(dice)) => checks.push((column.to_owned(), dice)),
            Some(None) => {}
            None => complete = false,
        }
    }
    let skills = cells.list(row, "skills", "a list such as shooting 3d10;bravery 2d8", |text| {
        let (name, dice) = text.rsplit_once(' ')?;
        Some((name.trim().to_owned(), dice.parse().ok()?))
    });
    checks.extend(skills?);
    complete.then_some(())?;
    Some(Character { name: name?, size: size?, ct: ct?, checks })
}

/// The dice of a text: those of this character's trait or skill with that name or a unique part of
/// it, otherwise the text parsed by `read`.
///
/// # Errors
/// The error of `read`; if the text does not look like dice, the names of the character's traits
/// and skills.
pub(crate) fn named_dice<D: From<CheckDice>, E: Into<Problem>>(
    who: Option<&Character>,
    text: &str,
    read: impl FnOnce(&str) -> Result<D, E>,
) -> Result<D, Problem> {
    let dice = read(&written_out(text)).map_err(E::into);
    let Some(who) = who else { return dice };
    if let Some(named) = who.check(text) {
        return Ok(named.into());
    }
    if dice.is_ok() || text.starts_with(|first: char| first.is_ascii_digit()) {
        return dice;
    }
    if let Some(named) = clear(text, who.check_names())?.and_then(|name| who.check(name)) {
        return Ok(named.into());
    }
    let names: Vec<&str> = who.check_names().collect();
    let accepted = format!("{}, or dice such as 3d10", names.join(", "));
    let message = format!("{} has no {text:?}", who.name);
    Err(Problem::coded("lookup.name", message).accepts(accepted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_characters_can_be_read() {
        let characters = Character::examples();
        let gunfighter = &characters[0];
        assert_eq!("3d10", gunfighter.check("shooting").unwrap().to_string());
        assert_eq!("2d6", gunfighter.check("strength").unwrap().to_string());
        assert_eq!("2d10", gunfighter.check("fast draw").unwrap().to_string());
        assert!(gunfighter.check("flying").is_none());
    }

    #[test]
    fn every_fault_of_a_table_is_reported_at_once_with_its_place() {
        let text = "name,size,ct,strength,dexterity,reflex,acuity,fortitude,essence,skills\n\
                    a,0,-1,d6,2d8,,,,,shooting\n";
        let problems = Character::read_table("c.csv", text).unwrap_err();
        let places: Vec<String> = problems
            .iter()
            .map(|problem| problem.line_column().unwrap())
            .map(|at| format!("{}:{}", at.line, at.column))
            .collect();
        assert_eq!(places, ["2:3", "2:5", "2:8", "2:19"], "{problems}");
    }
}
