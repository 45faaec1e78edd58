//! Adds keys, entries and tables to a spec; comments, order and spaces of the rest are kept.

use serde_json::Value as Json;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use crate::diagnostic::{Problem, quoted};
use crate::dice::share;

use super::document::{self, cards, insert_entry, insert_key, item_at, nothing_at, parsed, shown};
use super::known_keys::{self, Shape, choices, element, shape};
use super::{columns, deck_size, elements, initial, lines, parts};
use crate::studio::step::Step;

/// The text with what [`Edit::Add`](crate::studio::Edit::Add) describes.
///
/// # Errors
/// A text that is not TOML, a path to which nothing can be added, or an entry of another kind.
pub(in crate::studio) fn add(
    text: &str,
    path: &[Step],
    entries: &[String],
) -> Result<String, Problem> {
    let mut document = parsed(text)?;
    let entry = |place: usize| entries.get(place).map_or("", |entry| entry.trim());
    let (Some(Step::Key(key)), Some(above)) = (path.last(), path.get(..path.len().wrapping_sub(1)))
    else {
        return Err(nothing_at(path));
    };
    match above {
        [Step::Key(grid)] if key == "columns" => columns::add(&mut document, grid, entry(0))?,
        [] if key == "without" => parts::leave_off(&mut document, entry(0))?,
        [] if parts::left_off(document.as_table()).contains(key) => {
            parts::restore(&mut document, key);
        }
        [] if key == "cards" => {
            let size = Place { path, known: known_keys::at(path), cards: 0 };
            let size = size.value(entry(0), size.known)?;
            deck_size::set(&mut document, size.as_integer().unwrap_or_default());
        }
        [] if key == "effect" => parts::restore(&mut document, key),
        [Step::Key(top)] if top == "element" => {
            elements::add(&mut document, key, entry(0), entry(1))?;
        }
        _ => {
            let size = cards(document.as_item());
            let takes = Place { path, known: known_keys::at(path), cards: size };
            let rows = document.get("cause").and_then(|cause| cause.get("rows")?.as_integer());
            let table = table_at(&mut document, above)?;
            match table.get_mut(key) {
                None if shape(takes.known) == Shape::ByDie => {
                    let mut lists = Item::Value(InlineTable::new().into());
                    takes.add_entry(&mut lists, entry(0), rows.unwrap_or(1))?;
                    insert_key(table, key, lists);
                }
                None => {
                    let item = takes.initial(entry(0))?;
                    let item = if above.is_empty() { initial::headed(item) } else { item.into() };
                    insert_key(table, key, item);
                }
                Some(item) => takes.add_entry(item, entry(0), rows.unwrap_or(1))?,
            }
        }
    }
    Ok(lines::uncommented(text, key, &document).unwrap_or_else(|| document.to_string()))
}

/// The text for a deck of another number of cards.
///
/// # Errors
/// A text that is not TOML.
pub(in crate::studio) fn resized(text: &str, size: i64) -> Result<String, Problem> {
    let mut document = parsed(text)?;
    deck_size::set(&mut document, size);
    Ok(document.to_string())
}

/// The table at a path; missing ones are made.
fn table_at<'d>(
    document: &'d mut DocumentMut,
    path: &[Step],
) -> Result<&'d mut dyn TableLike, Problem> {
    if let [Step::Key(top)] = path
        && document.get(top).is_none()
    {
        let mut table = Table::new();
        table.decor_mut().set_prefix("\n");
        document.insert(top, Item::Table(table));
    }
    let item = item_at(document.as_item_mut(), path);
    item.and_then(Item::as_table_like_mut).ok_or_else(|| nothing_at(path))
}

/// A place to which something is added.
struct Place<'p> {
    path: &'p [Step],
    known: &'static Json,
    cards: i64,
}

impl Place<'_> {
    fn refused(&self, entry: &str, accepted: &str) -> Problem {
        let message = format!("{} does not take {}", shown(self.path), quoted(entry));
        Problem::coded("studio.value", message).accepts(accepted)
    }

    /// A value of a type, as entered.
    fn value(&self, entry: &str, known: &Json) -> Result<Value, Problem> {
        let accepted = choices(known);
        let bounds = || match (known["minimum"].as_i64(), known["maximum"].as_i64()) {
            (Some(low), Some(high)) => format!("a whole number of {low} to {high}"),
            (Some(low), None) => format!("a number of {low} or more"),
            _ => "a number".to_owned(),
        };
        let is_inside = |number: f64| {
            known["minimum"].as_f64().is_none_or(|low| low <= number)
                && known["maximum"].as_f64().is_none_or(|high| number <= high)
        };
        match known["type"].as_str() {
            Some("boolean") => Ok(true.into()),
            Some("integer") => {
                let number = entry.parse::<i64>().ok().filter(|number| is_inside(*number as f64));
                number.map(Value::from).ok_or_else(|| self.refused(entry, &bounds()))
            }
            Some("number") => {
                let number = entry.replace(',', ".").parse::<f64>().ok();
                let number = number.filter(|number| number.is_finite() && is_inside(*number));
                number.map(Value::from).ok_or_else(|| self.refused(entry, &bounds()))
            }
            _ if !accepted.is_empty() => {
                let is_known = accepted.iter().any(|choice| choice == entry);
                let single = accepted.first().filter(|_| accepted.len() == 1 && entry.is_empty());
                match single {
                    Some(single) => Ok(single.into()),
                    None if is_known => Ok(entry.into()),
                    None => Err(self.refused(entry, &accepted.join(", "))),
                }
            }
            _ if entry.is_empty() => Err(self.refused(entry, "a text")),
            _ => Ok(entry.into()),
        }
    }

    /// The initial value of a missing key.
    fn initial(&self, entry: &str) -> Result<Value, Problem> {
        let nothing = || nothing_at(self.path);
        match shape(self.known) {
            Shape::Scalar if self.known.is_object() => self.value(entry, self.known),
            Shape::Scalar => Err(nothing()),
            Shape::Dice | Shape::List if !entry.is_empty() => {
                let first = self.value(entry, element(self.known))?;
                Ok(std::iter::once(first).collect::<Array>().into())
            }
            Shape::ByDie => Err(nothing()),
            _ => {
                let example = initial::suggested(self.known);
                let example = initial::scaled(example, self.cards as usize);
                initial::from_json(&example).ok_or_else(nothing)
            }
        }
    }

    /// Adds an entry to a list or table.
    fn add_entry(&self, item: &mut Item, entry: &str, rows: i64) -> Result<(), Problem> {
        let nothing = || nothing_at(self.path);
        match shape(self.known) {
            Shape::Scalar | Shape::Table => Err(nothing()),
            Shape::Dice => {
                let list = item.as_array_mut().ok_or_else(nothing)?;
                let sides = columns::sides(entry);
                let smaller =
                    |value: &&Value| value.as_str().is_some_and(|die| columns::sides(die) < sides);
                let place = list.iter().take_while(smaller).count();
                insert_entry(list, place, entry.into());
                Ok(())
            }
            Shape::List => {
                let list = item.as_array_mut().ok_or_else(nothing)?;
                let last = list.get(list.len().wrapping_sub(1)).cloned();
                let value = match last.filter(|_| entry.is_empty()) {
                    Some(last) if last.is_integer() => last,
                    _ => self.value(entry, element(self.known))?,
                };
                insert_entry(list, list.len(), value);
                Ok(())
            }
            Shape::Tables => self.add_location(item, entry),
            Shape::Counts => {
                let is_fixed = document::shots(self.path).is_some();
                self.add_count(item.as_table_like_mut().ok_or_else(nothing)?, entry, is_fixed)
            }
            Shape::Bursts => self.add_burst(item.as_table_like_mut().ok_or_else(nothing)?, entry),
            Shape::ByDie => {
                let table = item.as_table_like_mut().ok_or_else(nothing)?;
                self.add_die(table, entry, rows)
            }
        }
    }

    fn add_location(&self, item: &mut Item, entry: &str) -> Result<(), Problem> {
        if entry.is_empty() {
            return Err(self.refused(entry, "the name of a location"));
        }
        let values: [(&str, Value); 2] = [("location", entry.into()), ("steps", 1.into())];
        if let Some(list) = item.as_array_mut() {
            let table: InlineTable = values.into_iter().collect();
            insert_entry(list, list.len(), table.into());
        } else if let Some(list) = item.as_array_of_tables_mut() {
            list.push(values.into_iter().collect());
        }
        Ok(())
    }

    /// A further value gets a card of the most frequent one if the cards are all given out. With `is_fixed` it
    /// gets none.
    fn add_count(
        &self,
        table: &mut dyn TableLike,
        entry: &str,
        is_fixed: bool,
    ) -> Result<(), Problem> {
        if entry.is_empty() || table.get(entry).is_some() {
            return Err(self.refused(entry, "a value that it does not have"));
        }
        let counts: Vec<(String, i64)> = table
            .iter()
            .filter_map(|(key, item)| Some((key.to_owned(), item.as_integer()?)))
            .collect();
        let sum: i64 = counts.iter().map(|(_, count)| count).sum();
        let largest = counts.iter().rev().max_by_key(|(_, count)| *count);
        let mut count = 0;
        if sum < self.cards && !is_fixed {
            count = 1;
        } else if let Some((key, most @ 2..)) = largest.filter(|_| sum == self.cards && !is_fixed) {
            if let Some(value) = table.get_mut(key).and_then(Item::as_value_mut) {
                document::replace(value, (*most - 1).into());
            }
            count = 1;
        }
        insert_key(table, entry, count);
        Ok(())
    }

    /// A longer burst never hits less, so a new one has the hits of the next shorter one, or none.
    fn add_burst(&self, table: &mut dyn TableLike, entry: &str) -> Result<(), Problem> {
        let shots = entry.parse::<i64>().ok().filter(|shots| (1..=999).contains(shots));
        let shots = shots.filter(|shots| table.get(&shots.to_string()).is_none());
        let shots = shots.ok_or_else(|| self.refused(entry, "a number of shots, 1 to 999"))?;
        let known = table.iter().filter_map(|(key, item)| Some((key.parse::<i64>().ok()?, item)));
        let shorter = known.filter(|(own, _)| *own < shots).max_by_key(|(own, _)| *own);
        let hits: InlineTable = match shorter.and_then(|(_, item)| item.as_table_like()) {
            Some(hits) => {
                let hits = hits.iter();
                hits.filter_map(|(key, item)| Some((key, item.as_integer()?))).collect()
            }
            None => [("0", self.cards)].into_iter().collect(),
        };
        insert_key(table, &shots.to_string(), Value::InlineTable(hits));
        Ok(())
    }

    /// The numbers of a column: as many exceptional cells as it has, one critical failure a row if there is
    /// room, or one number above the maximum.
    fn add_die(&self, table: &mut dyn TableLike, die: &str, rows: i64) -> Result<(), Problem> {
        let sides = columns::sides(die);
        if sides == 0 || table.get(die).is_some() {
            return Err(self.refused(die, "a column without such numbers"));
        }
        let lowest = *share::one_in(usize::from(sides), self.cards as usize).start() as i64;
        let is_above = self.path.ends_with(&[Step::Key("exceptional_above".into())]);
        let is_exceptional = self.path.ends_with(&[Step::Key("exceptional".into())]);
        let list: Array = match (is_above, is_exceptional) {
            (true, _) => [i64::from(sides) + 1].into_iter().collect(),
            (_, true) => vec![lowest; rows.clamp(1, 100) as usize].into_iter().collect(),
            _ => vec![lowest.min(1); rows.clamp(1, 100) as usize].into_iter().collect(),
        };
        insert_key(table, die, Value::Array(list));
        Ok(())
    }
}

#[cfg(test)]
pub(in crate::studio) mod tests {
    use super::*;

    pub(crate) fn path(steps: &str) -> Vec<Step> {
        let step = |word: &str| match word.parse() {
            Ok(index) => Step::Index(index),
            Err(_) => Step::Key(word.trim_start_matches('\'').to_owned()),
        };
        steps.split('/').map(step).collect()
    }

    pub(crate) const TEXT: &str = "# head\nformat = \"actiondeck-spec/1\"\nseed = 54 # the seed\n\
        without = [\"hit\", \"effect\"]\n\n[cause]\ncolumns = [\"d6\"] # one\nrows = 2\n\n\
        [penetration] # cards\n-1 = 12\n0 = 30 # most\n1 = 12\n\n[burst]\n3 = { 1 = 54 }\n\n\
        # Omens.\n[[element]]\nid = \"omen\"\ntexts = [\n    \"sun\", \"moon\",\n]\n";

    #[test]
    fn only_what_is_added_changes() {
        for (steps, entry, old, new) in [
            ("version", "2.1", "\"effect\"]\n", "\"effect\"]\nversion = \"2.1\"\n"),
            ("penetration", "2", "0 = 30 # most\n1 = 12\n", "0 = 29 # most\n1 = 12\n2 = 1\n"),
            ("burst/'3", "2", "{ 1 = 54 }", "{ 1 = 54, 2 = 0 }"),
            ("burst", "5", "{ 1 = 54 }\n", "{ 1 = 54 }\n5 = { 1 = 54 }\n"),
            ("burst", "2", "{ 1 = 54 }\n", "{ 1 = 54 }\n2 = { 0 = 54 }\n"),
            ("element/0/texts", "star", "\"moon\",", "\"moon\", \"star\","),
            ("element/0/how", "look up", "\n]\n", "\n]\nhow = \"look up\"\n"),
            ("without", "toggle", "\"effect\"]", "\"effect\", \"toggle\"]"),
            ("cause/critical", "d6", "rows = 2\n", "rows = 2\ncritical = { d6 = [1, 1] }\n"),
            ("cause/sum", "d6", "rows = 2\n", "rows = 2\nsum = [\"d6\"]\n"),
        ] {
            let added = add(TEXT, &path(steps), &[entry.to_owned()]);
            let added = added.unwrap_or_else(|problem| panic!("{steps}: {problem}"));
            assert_eq!(TEXT.replace(old, new), added, "{steps}");
        }
        let added = add(TEXT, &path("shuffle/cards_left"), &["18".to_owned()]).unwrap();
        assert_eq!(format!("{TEXT}\n[shuffle]\ncards_left = 18\n"), added);
    }

    #[test]
    fn entries_of_another_kind_are_refused() {
        for (steps, entry) in [
            ("version", ""),
            ("check", "perhaps"),
            ("first_number", "7"),
            ("seed", "5"),
            ("unheard", "x"),
            ("cause", "x"),
            ("cause/columns", "six"),
            ("penetration", "1"),
            ("burst", "0"),
            ("without", "hit"),
            ("cause/critical", "x"),
            ("limits/rms_r", "-1"),
        ] {
            assert!(add(TEXT, &path(steps), &[entry.to_owned()]).is_err(), "{steps}");
        }
        assert!(add(TEXT, &[], &[]).is_err());
    }
}
