//! Changes single values in the text of a spec; comments, order and spaces are kept.

use toml_edit::{Array, DocumentMut, Item, TableLike, Value};

use crate::deck::CardNumbers;
use crate::diagnostic::{Problem, quoted};
use crate::wording::plural_form;

use crate::studio::step::{Scalar, Step};

/// The text with the value at `path` changed.
///
/// # Errors
/// A text that is not TOML, an unknown path, or a value of another kind.
pub(in crate::studio) fn set(text: &str, path: &[Step], to: &Scalar) -> Result<String, Problem> {
    let mut document = parsed(text)?;
    let value = value_at(&mut document, path)?;
    let new: Value = match (&*value, to) {
        (Value::Integer(_) | Value::Float(_), Scalar::Whole(number)) => (*number).into(),
        (Value::Float(_) | Value::Integer(_), Scalar::Decimal(number)) if number.is_finite() => {
            (*number).into()
        }
        (Value::String(_), Scalar::Text(text)) => text.into(),
        (Value::Boolean(_), Scalar::Flag(flag)) => (*flag).into(),
        (old, _) => {
            let message = format!("{} does not take such a value", shown(path));
            return Err(Problem::coded("studio.value", message).accepts(old.type_name()));
        }
    };
    replace(value, new);
    Ok(document.to_string())
}

/// The text with the count at `path` changed and the other counts of its table changed in proportion, so that
/// the sum is constant. Cards left over by rounding go to the largest remainders, the first of equal ones.
///
/// # Errors
/// As [`set`], and a count above the sum of the table.
pub(in crate::studio) fn set_count(text: &str, path: &[Step], to: u8) -> Result<String, Problem> {
    let mut document = parsed(text)?;
    let (Some(Step::Key(own)), Some(above)) =
        (path.last(), path.get(..path.len().saturating_sub(1)))
    else {
        return Err(nothing_at(path));
    };
    let table = item_at(document.as_item_mut(), above).and_then(Item::as_table_like_mut);
    let table = table.ok_or_else(|| nothing_at(path))?;
    let counts: Option<Vec<(String, i64)>> = table
        .iter()
        .map(|(key, item)| Some((key.to_owned(), item.as_integer().filter(|&count| count >= 0)?)))
        .collect();
    let counts = counts.ok_or_else(|| nothing_at(path))?;
    let place = counts.iter().position(|(key, _)| key == own).ok_or_else(|| nothing_at(path))?;
    let numbers: Vec<i64> = counts.iter().map(|(_, count)| *count).collect();
    let Some(moved) = moved(&numbers, place, i64::from(to)) else {
        let total: i64 = numbers.iter().sum();
        let message = format!(
            "{to} {} more than {} has",
            plural_form(to as usize, "card is", "cards are"),
            shown(above)
        );
        let most = if counts.len() == 1 { "its own number".to_owned() } else { total.to_string() };
        return Err(Problem::coded("studio.count", message).accepts(format!("0 to {most}")));
    };
    for ((key, old), new) in counts.iter().zip(moved) {
        let value = table.get_mut(key).and_then(Item::as_value_mut);
        if let Some(value) = value.filter(|_| *old != new) {
            replace(value, new.into());
        }
    }
    Ok(document.to_string())
}

/// The counts with one of them changed and their sum kept; `None` if the sum does not allow it.
fn moved(counts: &[i64], place: usize, to: i64) -> Option<Vec<i64>> {
    let total: i64 = counts.iter().try_fold(0_i64, |sum, &count| sum.checked_add(count))?;
    let others = total.checked_sub(*counts.get(place)?)?;
    let left = total.checked_sub(to).filter(|&left| left >= 0 && total <= 1 << 20)?;
    if counts.len() == 1 {
        return (left == 0).then(|| counts.to_vec());
    }
    let seats = counts.len() as i64 - 1;
    // If the other counts are all zero, each gets the same share.
    let share = |count: i64| if others == 0 { (left, seats) } else { (count * left, others) };
    let mut moved: Vec<i64> = counts.iter().map(|&count| share(count).0 / share(count).1).collect();
    moved[place] = to;
    let mut rest = total - moved.iter().sum::<i64>();
    let mut by_remainder: Vec<usize> = (0..counts.len()).filter(|&at| at != place).collect();
    by_remainder.sort_by_key(|&at| std::cmp::Reverse(share(counts[at]).0 % share(counts[at]).1));
    for at in by_remainder {
        if rest > 0 {
            moved[at] += 1;
            rest -= 1;
        }
    }
    Some(moved)
}

/// The text with a new key of the top table, after the existing ones.
///
/// # Errors
/// A text that is not TOML.
pub(in crate::studio) fn with_key(text: &str, key: &str, value: &str) -> Result<String, Problem> {
    let mut document = parsed(text)?;
    document.insert(key, toml_edit::value(value));
    Ok(document.to_string())
}

/// The document of a text.
///
/// # Errors
/// That it is not TOML.
pub(in crate::studio) fn parsed(text: &str) -> Result<DocumentMut, Problem> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let message = format!("the spec is not TOML: {}", error.message());
        Problem::coded("studio.faulty", message).accepts("the text mended by hand first")
    })
}

/// The value at a path.
pub(in crate::studio) fn item<'d>(root: &'d Item, path: &[Step]) -> Option<&'d Item> {
    path.iter().try_fold(root, |item, step| match step {
        Step::Key(key) => item.get(key.as_str()),
        Step::Index(index) => item.get(*index),
    })
}

/// The number of cards of the deck.
pub(in crate::studio) fn cards(root: &Item) -> i64 {
    let cards = root.get("cards").and_then(Item::as_integer);
    cards.unwrap_or(CardNumbers::default().count() as i64)
}

/// The number of entries of a list or table.
pub(in crate::studio) fn length(item: &Item) -> usize {
    let list = item.as_array().map(Array::len);
    let tables = || item.as_array_of_tables().map(toml_edit::ArrayOfTables::len);
    let table = || item.as_table_like().map(TableLike::len);
    list.or_else(tables).or_else(table).unwrap_or(0)
}

/// The texts of a list.
pub(in crate::studio) fn texts(item: &Item) -> Vec<String> {
    let list = item.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The tables of a list.
pub(in crate::studio) fn tables(item: &Item) -> Vec<&dyn TableLike> {
    if let Some(list) = item.as_array_of_tables() {
        return list.iter().map(|table| table as &dyn TableLike).collect();
    }
    let list = item.as_array().into_iter().flatten();
    list.filter_map(|value| Some(value.as_inline_table()? as &dyn TableLike)).collect()
}

/// The number of shots of a path to the hits of a burst.
pub(in crate::studio) fn shots(path: &[Step]) -> Option<i64> {
    match path {
        [Step::Key(top), Step::Key(shots)] if top == "burst" => shots.parse().ok(),
        _ => None,
    }
}

/// Inserts an entry of a list, spaced as the others are.
pub(in crate::studio) fn insert_entry(list: &mut Array, place: usize, mut value: Value) {
    let decor = |list: &Array, place: usize| list.get(place).map(|value| value.decor().clone());
    let usual = decor(list, 1);
    let prefix = match (place, usual) {
        (0, _) => decor(list, 0).and_then(|decor| decor.prefix().cloned()).unwrap_or_default(),
        (_, Some(usual)) => usual.prefix().cloned().unwrap_or_default(),
        (_, None) => " ".into(),
    };
    value.decor_mut().set_prefix(prefix);
    let after = list.len().wrapping_sub(1);
    match list.get_mut(after).filter(|_| place == after.wrapping_add(1)) {
        // What is between the last entry and the bracket.
        Some(last) => {
            let suffix = last.decor().suffix().cloned().unwrap_or_default();
            last.decor_mut().set_suffix("");
            value.decor_mut().set_suffix(suffix);
        }
        None => value.decor_mut().set_suffix(""),
    }
    if place == 0
        && let Some(first) = list.get_mut(0)
        && first.decor().prefix().and_then(|prefix| prefix.as_str()).is_none_or(str::is_empty)
    {
        first.decor_mut().set_prefix(" ");
    }
    list.insert_formatted(place, value);
}

/// Removes an entry of a list. The next one takes the spaces before the first.
pub(in crate::studio) fn remove_entry(list: &mut Array, place: usize) {
    let removed = list.remove(place);
    let last = list.len().wrapping_sub(1);
    let prefix = removed.decor().prefix().cloned().unwrap_or_default();
    let suffix = removed.decor().suffix().cloned().unwrap_or_default();
    if place == 0
        && let Some(first) = list.get_mut(0)
    {
        first.decor_mut().set_prefix(prefix);
    }
    if place == last.wrapping_add(1)
        && let Some(last) = list.get_mut(last)
    {
        last.decor_mut().set_suffix(suffix);
    }
}

/// Inserts a key of a table, after the others.
pub(in crate::studio) fn insert_key(table: &mut dyn TableLike, key: &str, value: impl Into<Item>) {
    let mut item: Item = value.into();
    let last = table.iter().last().map(|(key, _)| key.to_owned());
    let last = last.and_then(|last| table.get_mut(&last)).and_then(Item::as_value_mut);
    // What is between the last value of an inline table and the brace, or a comment after a value.
    if let (Some(last), Some(value)) = (last, item.as_value_mut()) {
        let suffix = last.decor().suffix().and_then(|suffix| suffix.as_str()).map(str::to_owned);
        let spaces = suffix.filter(|suffix| suffix.chars().all(|letter| letter == ' '));
        if let Some(spaces) = spaces {
            value.decor_mut().set_suffix(spaces);
            last.decor_mut().set_suffix("");
        }
    }
    table.insert(key, item);
}

pub(in crate::studio) fn item_at<'d>(root: &'d mut Item, path: &[Step]) -> Option<&'d mut Item> {
    path.iter().try_fold(root, |item, step| match step {
        Step::Key(key) => item.get_mut(key.as_str()),
        Step::Index(index) => item.get_mut(*index),
    })
}

fn value_at<'d>(document: &'d mut DocumentMut, path: &[Step]) -> Result<&'d mut Value, Problem> {
    let value = item_at(document.as_item_mut(), path).and_then(Item::as_value_mut);
    value.ok_or_else(|| nothing_at(path))
}

/// Replaces a value and keeps comments and spaces around it.
pub(in crate::studio) fn replace(value: &mut Value, mut new: Value) {
    *new.decor_mut() = value.decor().clone();
    *value = new;
}

pub(in crate::studio) fn nothing_at(path: &[Step]) -> Problem {
    let message = format!("the spec has no value {}", shown(path));
    Problem::coded("studio.place", message).accepts("a value in the text")
}

/// Such as `cause.critical.d6[2]`.
pub(in crate::studio) fn shown(path: &[Step]) -> String {
    quoted(&plain(path)).to_string()
}

/// A path without quotes, for messages.
pub(in crate::studio) fn plain(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Key(key) if text.is_empty() => text.push_str(key),
            Step::Key(key) => text.push_str(&format!(".{key}")),
            Step::Index(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(steps: &str) -> Vec<Step> {
        let step = |word: &str| match word.parse() {
            Ok(index) => Step::Index(index),
            Err(_) => Step::Key(word.trim_start_matches('\'').to_owned()),
        };
        steps.split('/').map(step).collect()
    }

    const TEXT: &str = "# head\nseed = 54 # the seed\n[cause.critical]\nd6 = [3, 2, # two\n  1]\n\
        [penetration] # cards\n-1 = 12\n0 = 30 # most\n1 = 12\n[[element]]\nid = \"omen\"\n\
        counts = { sun = 20, moon = 34 }\n[limits]\nrms_r = 0.026\n";

    #[test]
    fn only_the_value_at_the_path_changes() {
        for (steps, to, old, new) in [
            ("seed", Scalar::Whole(7), "seed = 54 #", "seed = 7 #"),
            ("cause/critical/d6/1", Scalar::Whole(5), "3, 2, # two", "3, 5, # two"),
            ("element/0/counts/sun", Scalar::Whole(9), "sun = 20,", "sun = 9,"),
            ("element/0/id", Scalar::Text("a \"b\"".into()), "\"omen\"", "'a \"b\"'"),
            ("limits/rms_r", Scalar::Decimal(0.03), "0.026", "0.03"),
        ] {
            assert_eq!(TEXT.replace(old, new), set(TEXT, &path(steps), &to).unwrap(), "{steps}");
        }
    }

    #[test]
    fn unknown_paths_and_other_kinds_are_refused() {
        for (steps, to) in [
            ("seed", Scalar::Text("x".into())),
            ("seed/0", Scalar::Whole(1)),
            ("cause", Scalar::Whole(1)),
            ("cause/critical/d6/9", Scalar::Whole(1)),
            ("limits/rms_r", Scalar::Decimal(f64::INFINITY)),
            ("", Scalar::Whole(1)),
        ] {
            assert!(set(TEXT, &path(steps), &to).is_err(), "{steps}");
        }
        assert!(set(TEXT, &[], &Scalar::Whole(1)).is_err());
        assert!(set_count(TEXT, &[], 1).is_err());
        assert!(set_count(TEXT, &path("cause/critical"), 1).is_err());
    }

    #[test]
    fn other_counts_change_in_proportion_and_keep_the_sum() {
        let moved = set_count(TEXT, &path("penetration/'0"), 20).unwrap();
        assert_eq!(
            TEXT.replace("-1 = 12\n0 = 30", "-1 = 17\n0 = 20").replace("1 = 12", "1 = 17"),
            moved
        );
        let moved = set_count(TEXT, &path("element/0/counts/sun"), 54).unwrap();
        assert!(moved.contains("{ sun = 54, moon = 0 }"), "{moved}");
        assert!(set_count(TEXT, &path("element/0/counts/sun"), 55).is_err());
    }

    #[test]
    fn every_change_of_a_count_keeps_the_sum() {
        for counts in [vec![6, 12, 18, 12, 6], vec![54, 0, 0], vec![0, 54], vec![1; 54]] {
            for place in 0..counts.len() {
                for to in 0..=54 {
                    let moved = moved(&counts, place, to).unwrap();
                    assert_eq!((54, to), (moved.iter().sum(), moved[place]), "{counts:?}");
                    assert!(moved.iter().all(|&count| count >= 0), "{counts:?} {place} {to}");
                }
                assert_eq!(None, super::moved(&counts, place, 55));
            }
        }
    }

    #[test]
    fn a_new_key_is_before_the_tables() {
        let text = with_key(TEXT, "pins", "pins.csv").unwrap();
        assert!(
            text.contains("seed = 54 # the seed\npins = \"pins.csv\"\n[cause.critical]"),
            "{text}"
        );
    }
}
