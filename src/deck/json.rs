//! `deck.json`, format `actiondeck/1`: a head of name, edition, seed and digests, then one card a
//! line. Written by hand rather than derived, so that a change to one card changes one line.

use std::ops::Range;
use std::sync::Arc;

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, json};

use crate::diagnostic::{Problem, Problems, Source};

use super::record::{Record, assemble};
use super::{
    Card, CardNumber, CauseCell, Deck, Digest, Edition, ExtraValue, Field, Grid, GridShape,
    KeptCards, Layout, Origin,
};

const FORMAT: &str = "actiondeck/1";

pub(super) fn write(deck: &Deck) -> String {
    let digest = deck.digest();
    let mut head = Map::new();
    head.insert("format".into(), json!(FORMAT));
    head.insert("name".into(), json!(deck.name()));
    head.insert("edition".into(), json!(digest.edition().to_string()));
    if let Some(origin) = deck.origin() {
        head.insert("seed".into(), json!(origin.seed));
        head.insert("spec_digest".into(), json!(origin.spec_digest.to_string()));
    }
    head.insert("digest".into(), json!(digest.to_string()));
    if !deck.kept().is_empty() {
        let cards = |kept: &KeptCards| kept.cards.iter().map(|card| card.get()).collect::<Vec<_>>();
        let kept = deck.kept().iter().map(|kept| (kept.edition.to_string(), json!(cards(kept))));
        head.insert("kept".into(), kept.collect::<Map<_, _>>().into());
    }
    let mut text = String::from("{\n");
    for (key, value) in head {
        text.push_str(&format!("  {}: {value},\n", json!(key)));
    }
    text.push_str("  \"cards\": [\n");
    let cards: Vec<String> = deck
        .cards()
        .iter()
        .map(|card| format!("    {}", card_value(deck.layout(), card)))
        .collect();
    text.push_str(&cards.join(",\n"));
    text.push_str("\n  ]\n}\n");
    text
}

/// The card as a JSON object with the keys of the format.
fn card_value(layout: &Layout, card: &Card) -> serde_json::Value {
    let bursts: Map<_, _> = layout
        .bursts
        .iter()
        .zip(&card.bursts)
        .map(|(shots, hits)| (shots.to_string(), json!(hits)))
        .collect();
    let cause_cell = |cell: CauseCell| match cell {
        CauseCell::CriticalFailure => json!("CF"),
        CauseCell::Number(number) => json!(number),
    };
    let mut object = Map::new();
    object.insert("number".into(), json!(card.number.get()));
    object.insert("rank".into(), json!(card.rank.get()));
    object.insert("suit".into(), json!(card.suit.get()));
    object.insert("toggle".into(), json!(card.toggle.to_string()));
    object.insert("cause".into(), grid_value(&layout.cause, &card.cause, cause_cell));
    object.insert("effect".into(), grid_value(&layout.effect, &card.effect, |sum| json!(sum)));
    object.insert("hit".into(), json!(card.hit));
    object.insert("hit_step".into(), json!(card.hit_step));
    object.insert("burst".into(), bursts.into());
    object.insert("penetration".into(), json!(card.penetration));
    object.insert("scatter".into(), json!(card.scatter.get()));
    object.insert("failure".into(), json!(card.failure));
    object.insert("unintended".into(), json!(card.unintended));
    for (id, value) in layout.extras.iter().zip(&card.extras) {
        let value = match value {
            ExtraValue::Blank => serde_json::Value::Null,
            ExtraValue::Number(number) => json!(number),
            ExtraValue::Text(text) => json!(text),
        };
        object.insert(id.clone(), value);
    }
    object.into()
}

fn card_number(value: &Value) -> Option<CardNumber> {
    match value {
        Value::NumberLit(number) => number.value.parse().ok(),
        _ => None,
    }
}

fn grid_value<T: Copy>(
    shape: &GridShape,
    grid: &Grid<T>,
    cell: impl Fn(T) -> serde_json::Value,
) -> serde_json::Value {
    shape
        .columns
        .iter()
        .enumerate()
        .map(|(column, die)| {
            let cells = grid.column(column).iter().map(|&value| cell(value)).collect();
            (die.to_string(), serde_json::Value::Array(cells))
        })
        .collect::<Map<_, _>>()
        .into()
}

pub(super) fn read(source: &Arc<Source>) -> Result<Deck, Problems> {
    let strict = ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(source.text(), &CollectOptions::default(), &strict);
    let value = parsed
        .map_err(|error| {
            let range = error.range();
            let message = format!("not JSON: {}", error.kind().to_string().to_lowercase());
            Problem::new(message).at(source, range.start..range.end)
        })?
        .value;
    let Some(Value::Object(top)) = value else {
        return Err(Problem::new("the file holds no JSON object")
            .at(source, 0..0)
            .accepts(format!("an object of format {FORMAT:?}"))
            .into());
    };
    Reader { source, problems: Problems::new() }.deck(&top)
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    problems: Problems,
}

impl Reader<'_> {
    fn deck(mut self, top: &Object) -> Result<Deck, Problems> {
        let (mut name, mut seed, mut spec_digest, mut edition, mut digest) = Default::default();
        let mut format = None;
        let mut cards = None;
        let mut kept = Vec::new();
        self.unique(top);
        for property in &top.properties {
            match property.name.as_str() {
                "format" => format = self.string(property),
                "name" => name = self.string(property),
                "edition" => edition = self.string(property),
                "seed" => seed = self.seed(property),
                "spec_digest" => spec_digest = self.digest(property),
                "digest" => digest = self.digest(property),
                "kept" => kept = self.kept(property),
                "cards" => cards = self.array(property),
                _ => self.fault(
                    property,
                    format!("unknown key {:?}", property.name.as_str()),
                    "format, name, edition, seed, spec_digest, digest, kept, cards",
                ),
            }
        }
        if format.as_deref() != Some(FORMAT) {
            let place = top.get("format").map_or(0..0, |property| span(&property.value));
            let found = format.map_or_else(|| "no format".to_owned(), |f| format!("format {f:?}"));
            self.problems.push(
                Problem::new(format!("the file has {found}"))
                    .at(self.source, place)
                    .accepts(format!("{FORMAT:?}")),
            );
        }
        let Some(cards) = cards else {
            self.problems.push(
                Problem::new("the file has no cards")
                    .at(self.source, span(top))
                    .accepts("54 cards"),
            );
            return Err(self.problems);
        };
        let mut layout = None;
        let mut records = Vec::new();
        for card in cards {
            let Value::Object(object) = card else {
                self.problems
                    .push(Problem::new("a card is not an object").at(self.source, span(card)));
                continue;
            };
            let record = self.record(object);
            if layout.is_none() {
                let fields: Vec<Field> =
                    record.values.iter().map(|(field, _, _)| field.clone()).collect();
                match Layout::from_fields(&fields) {
                    Ok(found) => layout = Some((found, fields)),
                    Err(faults) => {
                        for fault in faults {
                            let fault = fault.replacen("column", "value", 1);
                            self.problems
                                .push(Problem::new(fault).at(self.source, record.place.clone()));
                        }
                        return Err(self.problems);
                    }
                }
            } else if let Some((_, known)) = &layout {
                for (field, _, place) in &record.values {
                    if !known.contains(field) {
                        let message = format!("{field} stands on this card but not on the first");
                        self.problems.push(Problem::new(message).at(self.source, place.clone()));
                    }
                }
            }
            records.push(record);
        }
        let layout = match layout {
            Some((layout, _)) => layout,
            None => {
                let message = "the file has no cards";
                let place = span(top);
                self.problems
                    .push(Problem::new(message).at(self.source, place).accepts("54 cards"));
                return Err(self.problems);
            }
        };
        let origin = seed.zip(spec_digest).map(|(seed, spec_digest)| Origin { seed, spec_digest });
        let name = name.unwrap_or_else(|| "deck".to_owned());
        let mut deck = assemble(self.source, &name, origin, layout, &records, self.problems)?;
        confirm(self.source, top, &deck, digest, edition.as_deref())?;
        deck.kept = kept;
        Ok(deck)
    }

    /// Editions and the cards of them that are still good.
    fn kept(&mut self, property: &ObjectProp) -> Vec<KeptCards> {
        let accepted = "an object of edition codes, each with a list of card numbers 0 to 53";
        let Value::Object(editions) = &property.value else {
            self.fault(property, "kept is not an object".to_owned(), accepted);
            return Vec::new();
        };
        self.unique(editions);
        let mut kept = Vec::new();
        for edition in &editions.properties {
            let code = edition.name.as_str().parse::<Edition>();
            let cards = match &edition.value {
                Value::Array(cards) => cards.elements.iter().map(card_number).collect(),
                _ => None,
            };
            match (code, cards) {
                (Ok(edition), Some(cards)) => kept.push(KeptCards { edition, cards }),
                (Err(error), _) => {
                    let problem = Problem::new(error.to_string());
                    self.problems.push(problem.at(self.source, span(edition)));
                }
                (_, None) => {
                    let message = format!("kept cards of {} are no list", edition.name.as_str());
                    self.fault(edition, message, accepted);
                }
            }
        }
        kept
    }

    fn record(&mut self, card: &Object) -> Record {
        self.unique(card);
        let mut values = Vec::new();
        for property in &card.properties {
            let key = property.name.as_str();
            match (key, &property.value) {
                ("cause" | "effect", Value::Object(columns)) => {
                    self.unique(columns);
                    for column in &columns.properties {
                        self.column(key, column, &mut values);
                    }
                }
                ("hit", Value::Array(entries)) => {
                    for (entry, value) in (1..=u8::MAX).zip(&entries.elements) {
                        self.leaf(&format!("hit_{entry}"), value, &mut values);
                    }
                }
                ("burst", Value::Object(sizes)) => {
                    self.unique(sizes);
                    for size in &sizes.properties {
                        let name = format!("burst_{}", size.name.as_str());
                        self.leaf(&name, &size.value, &mut values);
                    }
                }
                ("cause" | "effect" | "burst", _) => {
                    self.fault(property, format!("{key} is not an object"), "an object");
                }
                ("hit", _) => self.fault(property, "hit is not a list".to_owned(), "a list"),
                _ => self.leaf(key, &property.value, &mut values),
            }
        }
        Record { place: span(card), values }
    }

    fn column(
        &mut self,
        grid: &str,
        column: &ObjectProp,
        values: &mut Vec<(Field, String, Range<usize>)>,
    ) {
        let die = column.name.as_str();
        let Value::Array(cells) = &column.value else {
            self.fault(column, format!("column {die:?} is not a list"), "a list of cells");
            return;
        };
        for (row, value) in (1..=u8::MAX).zip(&cells.elements) {
            self.leaf(&format!("{grid}_{die}_{row}"), value, values);
        }
    }

    /// Adds one value under the name it has in `deck.csv`.
    fn leaf(&mut self, name: &str, value: &Value, values: &mut Vec<(Field, String, Range<usize>)>) {
        let text = match value {
            Value::StringLit(text) => text.value.to_string(),
            Value::NumberLit(number) => number.value.to_string(),
            Value::NullKeyword(_) => String::new(),
            _ => {
                let message = format!("{name} is neither a number, a text nor null");
                self.problems.push(Problem::new(message).at(self.source, span(value)));
                return;
            }
        };
        match name.parse() {
            Ok(field) => values.push((field, text, span(value))),
            Err(_) => self.problems.push(
                Problem::new(format!("unknown value {name:?}"))
                    .at(self.source, span(value))
                    .accepts("the keys of format actiondeck/1, or an element id in lower case"),
            ),
        }
    }

    fn unique(&mut self, object: &Object) {
        for (place, property) in object.properties.iter().enumerate() {
            let name = property.name.as_str();
            if object.properties[..place].iter().any(|before| before.name.as_str() == name) {
                self.fault(property, format!("key {name:?} stands here twice"), "each key once");
            }
        }
    }

    fn string(&mut self, property: &ObjectProp) -> Option<String> {
        match &property.value {
            Value::StringLit(text) => Some(text.value.to_string()),
            _ => {
                let message = format!("{} is not a text", property.name.as_str());
                self.fault(property, message, "a text in double quotes");
                None
            }
        }
    }

    fn seed(&mut self, property: &ObjectProp) -> Option<u64> {
        let seed = match &property.value {
            Value::NumberLit(number) => number.value.parse().ok(),
            _ => None,
        };
        if seed.is_none() {
            self.fault(
                property,
                "seed is not a whole number".to_owned(),
                "0 to 18446744073709551615",
            );
        }
        seed
    }

    fn digest(&mut self, property: &ObjectProp) -> Option<Digest> {
        let text = self.string(property)?;
        match text.parse() {
            Ok(digest) => Some(digest),
            Err(_) => {
                let message = format!("{} {text:?} is not a digest", property.name.as_str());
                self.fault(property, message, "sha256: and 64 hexadecimal digits in lower case");
                None
            }
        }
    }

    fn array<'v>(&mut self, property: &'v ObjectProp) -> Option<&'v [Value<'v>]> {
        match &property.value {
            Value::Array(array) => Some(&array.elements),
            _ => {
                self.fault(property, "cards is not a list".to_owned(), "a list of 54 cards");
                None
            }
        }
    }

    fn fault(&mut self, property: &ObjectProp, message: String, accepted: &str) {
        let place = span(property);
        self.problems.push(Problem::new(message).at(self.source, place).accepts(accepted));
    }
}

/// A file whose stated digest or edition is not that of its cards was changed by hand, and printed
/// cards of that edition would not match it.
fn confirm(
    source: &Arc<Source>,
    top: &Object,
    deck: &Deck,
    digest: Option<Digest>,
    edition: Option<&str>,
) -> Result<(), Problems> {
    let mut problems = Problems::new();
    let mut differs = |key: &str, right: String| {
        let place = top.get(key).map_or(0..0, |property| span(&property.value));
        let message = format!("{key} is not that of the cards in the file");
        let accepted = format!("{right:?}, or no {key}");
        problems.push(Problem::new(message).at(source, place).accepts(accepted));
    };
    if digest.is_some_and(|digest| digest != deck.digest()) {
        differs("digest", deck.digest().to_string());
    }
    if edition.is_some_and(|edition| edition != deck.edition().to_string()) {
        differs("edition", deck.edition().to_string());
    }
    problems.into_result(())
}

fn span(value: &impl Ranged) -> Range<usize> {
    let range = value.range();
    range.start..range.end
}
