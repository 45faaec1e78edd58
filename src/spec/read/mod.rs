//! Reads a spec from TOML.

mod card_text;
mod counts;
mod elements;
mod grids;
mod hit;
mod numbers;
mod part_table;
mod shuffle;
mod tables;

use std::collections::BTreeSet;
use std::sync::Arc;

use ::toml::de::DeValue;

use crate::deck::{ACCEPTED_EXTRA_CARD, CheckRule, Game, Imprint, Part, is_extra_card};
use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::dice::Probability;
use crate::input::limits::EXTRA_CARDS;
use crate::input::toml::{self, Reader, Table};

use super::bounds::Bounds;
use super::keys;
use super::model::{FileName, Limits, Spec};
use super::{check, digest, floors, pins, reach};

pub(crate) use card_text::{card_text, confirm};
use counts::{bursts, counted_part, failure, scatter};
use elements::elements;
use grids::{cause, effect};
use hit::hit;
use numbers::{numbers, yes_rule};
use shuffle::shuffle;
pub use tables::TableFiles;
use tables::Tables;

const FORMAT: &str = "actiondeck-spec/1";

impl Spec {
    /// Reads a spec. `name` is its file name in messages; `files` returns the texts of the tables it names.
    ///
    /// # Errors
    /// Every fault of the spec and of its tables, in the order of their places.
    pub fn read(name: &str, text: &str, files: &mut TableFiles) -> Result<Self, Problems> {
        let source = Source::new(name, text);
        let document = toml::parse(&source)?;
        let mut reader = Reader::new(&source);
        let root = reader.root(document.get_ref());
        known_keys(&mut reader, &root);
        let mut tables = Tables::new(files);
        let pin_source = pin_table(&mut reader, &root, &mut tables);
        let without = without(&mut reader, &root);
        let numbers = numbers(&mut reader, &root, &without);
        let cards = numbers.count();
        let name = card_text(&mut reader, &root, "name");
        let abbreviation = match reader.has(&root, "abbreviation") {
            true => card_text(&mut reader, &root, "abbreviation"),
            false => name.clone(),
        };
        let mut spec = Self {
            name,
            abbreviation,
            theme: theme(&mut reader, &root),
            words: words(&mut reader, &root),
            imprint: imprint(&mut reader, &root),
            sheets: sheets(&mut reader, &root),
            extra_cards: extra_cards(&mut reader, &root),
            seed: reader.integer(&root, "seed", Bounds::SEED.all(), None).value.unsigned_abs(),
            numbers,
            shuffle: shuffle(&mut reader, &root, numbers),
            yes: yes_rule(&mut reader, &root, numbers),
            cause: cause(&mut reader, &root, cards),
            effect: effect(&mut reader, &root, &without),
            hit: hit(&mut reader, &root, &without, cards),
            bursts: bursts(&mut reader, &root, cards),
            penetration: counted_part(
                &mut reader,
                &root,
                Part::Penetration,
                Bounds::PENETRATION,
                &without,
                cards,
            ),
            scatter: scatter(&mut reader, &root, &without, cards),
            failure: failure(&mut reader, &root, cards),
            unintended: counted_part(
                &mut reader,
                &root,
                Part::Unintended,
                Bounds::UNINTENDED,
                &without,
                cards,
            ),
            elements: elements(&mut reader, &root, cards, &mut tables),
            pins: Vec::new(),
            without,
            limits: limits(&mut reader, &root),
            digest: digest::compute(&tables.inlined(document.get_ref()), &[]),
        };
        let mut problems = reader.problems;
        check::burst_order(&source, &spec, &mut problems);
        if problems.is_empty() {
            reach::limits(&source, &spec, &mut problems);
            floors::limits(&source, &spec, &mut problems);
        }
        if let Some(pin_source) = &pin_source {
            // Pins are checked against the spec's columns and counts, so these must be valid.
            if problems.is_empty() {
                let layout = spec.layout();
                spec.pins = pins::read(pin_source, &layout, &mut problems);
                check::pins(&spec, &mut problems);
                spec.digest = digest::compute(&tables.inlined(document.get_ref()), &spec.pins);
            }
        }
        problems.sort_by_place();
        problems.into_result(spec)
    }
}

/// Reports unknown keys and another format.
fn known_keys(reader: &mut Reader, root: &Table) {
    reader.only(root, keys::TOP);
    if !reader.has(root, "format") {
        reader.missing(root, "format", &format!("format = {FORMAT:?}"));
    }
    let format = reader.text(root, "format", Some(FORMAT));
    if !format.value.is_empty() && format.value != FORMAT {
        let message = format!("format {} is not known", quoted(&format.value));
        reader.fault(format.span, message, &format!("{FORMAT:?}"));
    }
}

/// The pin table that the spec names, if it can be read.
fn pin_table(reader: &mut Reader, root: &Table, tables: &mut Tables) -> Option<Arc<Source>> {
    let name = reader.text(root, "pins", Some(""));
    if name.value.is_empty() { None } else { tables.named(reader, "pin table", &name) }
}

/// The omitted parts. Keys of such a part contradict the omission.
fn without(reader: &mut Reader, root: &Table) -> BTreeSet<Part> {
    let mut parts = BTreeSet::new();
    if !reader.has(root, "without") {
        return parts;
    }
    for name in reader.texts(root, "without").value {
        let Some(part) = Part::named(&name.value) else {
            let message =
                format!("{} is not a part that a card can do without", quoted(&name.value));
            reader.fault(name.span, message, &Part::NAMES.join(", "));
            continue;
        };
        let key = if part == Part::Toggle { "yes" } else { part.name() };
        if let Some(value) = reader.value(root, key) {
            let message = format!("without names {part}, but {key} is present");
            reader.fault(value.span, message, &format!("no {key}, or no \"{part}\" in without"));
        }
        if !parts.insert(part) {
            let message = format!("{part} is in without twice");
            reader.fault(name.span, message, "each part once");
        }
    }
    parts
}

fn theme(reader: &mut Reader, root: &Table) -> FileName {
    let text = reader.text(root, "theme", Some("future-imperfect"));
    if reader.has(root, "theme") {
        confirm(reader, "theme", &text);
    }
    let place = reader.has(root, "theme").then(|| (Arc::clone(&reader.source), text.span.clone()));
    FileName { name: text.value, place }
}

/// The words of the cards, if the spec names any.
fn words(reader: &mut Reader, root: &Table) -> Option<FileName> {
    reader.has(root, "words").then(|| {
        let text = reader.text(root, "words", None);
        confirm(reader, "words", &text);
        FileName { name: text.value, place: Some((Arc::clone(&reader.source), text.span)) }
    })
}

fn imprint(reader: &mut Reader, root: &Table) -> Imprint {
    let mut imprint = Imprint::default();
    for name in Imprint::NAMES {
        if reader.has(root, name) {
            let faults = reader.problems.len();
            let text = card_text(reader, root, name);
            if reader.problems.len() == faults
                && let Err(error) = imprint.set(name, text)
                && let Some(value) = reader.value(root, name)
            {
                let problem = Problem::from(error).at(&reader.source, value.span);
                reader.problems.push(problem);
            }
        }
    }
    let check = reader.text(root, "check", Some(CheckRule::default().name()));
    imprint.check = CheckRule::named(&check.value).unwrap_or_else(|| {
        let message = format!("check = {} is not a way to read checks", quoted(&check.value));
        reader.fault(check.span, message, &CheckRule::accepted());
        CheckRule::default()
    });
    if reader.has(root, "game") {
        let game = reader.text(root, "game", None);
        imprint.game = Game::named(&game.value);
        if imprint.game.is_none() {
            let message = format!("game = {} is not the name of a game", quoted(&game.value));
            reader.fault(game.span, message, &Game::accepted());
        }
    }
    imprint
}

fn sheets(reader: &mut Reader, root: &Table) -> Vec<FileName> {
    let usual = || {
        ["a4-3x3", "letter-3x3", "single", "single-x4"]
            .map(|name| FileName { name: name.to_owned(), place: None })
            .to_vec()
    };
    let Some(table) = reader.optional_table(root, "print") else { return usual() };
    reader.only(&table, keys::PRINT);
    if !reader.has(&table, "sheets") {
        return usual();
    }
    let names = reader.texts(&table, "sheets");
    if names.value.is_empty() {
        reader.fault(names.span, "no sheet is named".to_owned(), "at least one sheet");
    }
    let mut sheets: Vec<FileName> = Vec::new();
    for name in names.value {
        if sheets.iter().any(|known| known.name == name.value) {
            let message = format!("sheet {} is named twice", quoted(&name.value));
            reader.fault(name.span.clone(), message, "each sheet once");
        }
        confirm(reader, "a sheet's name", &name);
        let place = Some((Arc::clone(&reader.source), name.span));
        sheets.push(FileName { name: name.value, place });
    }
    sheets
}

/// The extra cards. Whether the theme has them is checked with the theme.
fn extra_cards(reader: &mut Reader, root: &Table) -> Vec<FileName> {
    let Some(table) = reader.optional_table(root, "print") else { return Vec::new() };
    if !reader.has(&table, "extra_cards") {
        return Vec::new();
    }
    let names = reader.texts(&table, "extra_cards");
    if EXTRA_CARDS.is_passed_by(names.value.len()) {
        let message = format!("the deck has {}", EXTRA_CARDS.amount(names.value.len()));
        reader.fault(names.span, message, &EXTRA_CARDS.accepted());
        return Vec::new();
    }
    let mut cards = Vec::new();
    for name in names.value {
        if !is_extra_card(&name.value) {
            let message = format!("{} is not the name of an extra card", quoted(&name.value));
            reader.fault(name.span.clone(), message, ACCEPTED_EXTRA_CARD);
        }
        let place = Some((Arc::clone(&reader.source), name.span));
        cards.push(FileName { name: name.value, place });
    }
    cards
}

fn limits(reader: &mut Reader, root: &Table) -> Limits {
    let table = reader.optional_table(root, "limits");
    if let Some(table) = &table {
        reader.only(table, keys::LIMITS);
    }
    let mut limit = |key: &str, numerator: i64, denominator: i64| match &table {
        Some(table) => decimal(reader, table, key, (numerator, denominator)),
        None => Probability::new(numerator.into(), denominator.into()),
    };
    Limits {
        threshold: limit("threshold", 1, 2),
        effect: limit("effect", 1, 2),
        chain: limit("chain", 3, 4),
        increment_r: limit("increment_r", 1, 10),
        worst_r: limit("worst_r", 1, 10),
        rms_r: limit("rms_r", 26, 1000),
        joint_rms: limit("joint_rms", 8, 10),
        joint_worst: limit("joint_worst", 5, 1),
    }
}

/// A decimal number of at least 0, exactly as written.
fn decimal(reader: &mut Reader, table: &Table, key: &str, default: (i64, i64)) -> Probability {
    let accepted = "a plain decimal number of at least 0, such as 0.5";
    let read = reader.read_as(table, key, accepted, |value| match value {
        DeValue::Integer(number) if number.radix() == 10 => exact_decimal(number.as_str()),
        DeValue::Float(number) => exact_decimal(number.as_str()),
        _ => None,
    });
    read.unwrap_or_else(|| Probability::new(default.0.into(), default.1.into()))
}

/// `0.5` as 1/2: decimal notation is exact where binary floating point is not.
fn exact_decimal(text: &str) -> Option<Probability> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{fraction}");
    let plain = digits.len() <= 30 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !plain {
        return None;
    }
    let scale = num_bigint::BigInt::from(10).pow(fraction.len() as u32);
    Some(Probability::new(digits.parse().ok()?, scale))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::preset;

    #[test]
    fn the_abbreviation_is_optional() {
        let text = preset("pbta").unwrap().spec.replace("abbreviation = \"PBTA\"\n", "");
        let spec = Spec::read("deck.toml", &text, &mut |_| Err(String::new())).unwrap();
        assert_eq!(("Moves", "Moves"), (&*spec.name, &*spec.abbreviation));
    }

    #[test]
    fn decimals_are_exact() {
        assert_eq!(Some(Probability::new(1.into(), 2.into())), exact_decimal("0.5"));
        assert_eq!(Some(Probability::new(13.into(), 500.into())), exact_decimal("0.026"));
        assert_eq!(Some(Probability::new(5.into(), 1.into())), exact_decimal("5"));
        for text in ["", ".5", "-0.5", "1e3", "nan", "inf", "0x1"] {
            assert_eq!(None, exact_decimal(text), "{text:?}");
        }
    }
}
