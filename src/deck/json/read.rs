//! Reads a deck from JSON: reports every fault of the file, each with its place.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::de::IgnoredAny;

use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::dice::{DiceKind, Die};

use crate::input::limits::DECK_CARDS;

use super::super::record::{Record, assemble, numbers_fault, shuffle_fault, too_many_cards};
use super::super::{
    CardNumbers, Deck, Digest, Field, Imprint, KeptCards, Layout, LayoutError, Origin, Part,
    ShufflePolicy,
};
use super::FORMAT;

pub(in crate::deck) fn read(source: &Arc<Source>) -> Result<Deck, Problems> {
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
            Problem::coded("json.syntax", message).at(source, range.start..range.end)
        })?
        .value;
    check_strictly(source)?;
    let Some(Value::Object(top)) = value else {
        return Err(Problem::coded("json.no-object", "the file holds no JSON object")
            .at(source, 0..0)
            .accepts(format!("an object of format {FORMAT:?}"))
            .into());
    };
    Reader { source, problems: Problems::new() }.deck(&top)
}

/// Refuses what the parser with places accepts and the standard does not, such as blanks other than those of
/// RFC 8259 between the values.
fn check_strictly(source: &Arc<Source>) -> Result<(), Problem> {
    let Err(error) = serde_json::from_str::<IgnoredAny>(source.text()) else { return Ok(()) };
    let before = source.text().split_inclusive('\n').take(error.line().saturating_sub(1));
    let line = before.map(str::len).sum::<usize>();
    let mut place = (line + error.column().saturating_sub(1)).min(source.text().len());
    while !source.text().is_char_boundary(place) {
        place -= 1;
    }
    // The message also contains the place, in bytes.
    let text = error.to_string();
    let reason = text.rsplit_once(" at line ").map_or(&*text, |(reason, _)| reason);
    let problem = Problem::coded("json.syntax", format!("not JSON: {reason}"));
    Err(problem.at(source, place..place))
}

/// A text of the file and its place.
pub(super) type LocatedText = (String, Range<usize>);

/// The keys of the file besides the cards.
#[derive(Default)]
struct Header<'v> {
    format: Option<String>,
    name: Option<String>,
    edition: Option<String>,
    seed: Option<u64>,
    spec_digest: Option<Digest>,
    effort: Option<String>,
    spec: Option<String>,
    theme: Option<String>,
    words: Option<String>,
    extra_cards: Vec<String>,
    imprint: Imprint,
    digest: Option<Digest>,
    numbers: CardNumbers,
    shuffle: Option<ShufflePolicy>,
    closed: Vec<LocatedText>,
    plain: Vec<LocatedText>,
    effect_dice: Option<DiceKind>,
    element_dice: Vec<(String, String)>,
    element_labels: Vec<(String, String)>,
    prone: Option<BTreeSet<String>>,
    kept: Vec<KeptCards>,
    cards: Option<&'v [Value<'v>]>,
}

pub(super) struct Reader<'a> {
    pub(super) source: &'a Arc<Source>,
    pub(super) problems: Problems,
}

impl Reader<'_> {
    fn deck(mut self, top: &Object) -> Result<Deck, Problems> {
        self.unique(top);
        let header = self.header(top);
        self.check_format(top, header.format.as_deref());
        let Some(cards) = header.cards else {
            self.no_cards(top);
            return Err(self.problems);
        };
        if DECK_CARDS.is_passed_by(cards.len()) {
            let place = top.get("cards").map_or(0..0, |property| span(&property.name));
            return Err(too_many_cards(cards.len()).at(self.source, place).into());
        }
        let Some((layout, records)) = self.records(top, cards) else {
            return Err(self.problems);
        };
        self.check_complete(top, &layout);
        self.check_kept(top, &header);
        let layout = Layout {
            numbers: header.numbers,
            shuffle: header.shuffle,
            closed: self.columns(&layout, "closed", &header.closed),
            plain: self.columns(&layout, "plain", &header.plain),
            ..layout
        };
        let origin = header.seed.zip(header.spec_digest).zip(header.effort);
        let origin = origin.map(|((seed, spec_digest), effort)| Origin {
            spec_file: header.spec,
            ..Origin::new(seed, spec_digest, effort)
        });
        let name = header.name.unwrap_or_default();
        let mut deck = assemble(self.source, &name, origin, layout, &records, self.problems)?;
        confirm(self.source, top, &deck, header.digest, header.edition.as_deref())?;
        deck.kept = header.kept;
        deck.theme = header.theme;
        deck.words = header.words;
        deck.extra_cards = header.extra_cards;
        deck.imprint = header.imprint;
        deck.effect_dice = header.effect_dice;
        Ok(deck
            .with_element_dice(header.element_dice)
            .with_element_labels(header.element_labels)
            .with_prone_of_file(header.prone))
    }

    fn header<'v>(&mut self, top: &'v Object<'v>) -> Header<'v> {
        let mut header = Header::default();
        for property in &top.properties {
            match property.name.as_str() {
                "format" => header.format = self.string(property),
                "name" => header.name = self.name(property),
                "edition" => header.edition = self.string(property),
                "seed" => header.seed = self.seed(property),
                "spec_digest" => header.spec_digest = self.digest(property),
                "effort" => header.effort = self.name(property),
                "spec" => header.spec = self.name(property),
                "theme" => header.theme = self.name(property),
                "words" => header.words = self.name(property),
                "extra_cards" => header.extra_cards = self.extra_cards(property),
                name if Imprint::NAMES.contains(&name) => {
                    let text = self.name(property);
                    if let Some(Err(error)) = text.map(|text| header.imprint.set(name, text)) {
                        let place = span(&property.value);
                        self.problems.push(Problem::from(error).at(self.source, place));
                    }
                }
                "check" => header.imprint.check = self.check_rule(property),
                "game" => header.imprint.game = self.game(property),
                "digest" => header.digest = self.digest(property),
                "numbers" => header.numbers = self.numbers(property),
                "shuffle" => header.shuffle = self.shuffle(property),
                "closed" => header.closed = self.dice(property),
                "plain" => header.plain = self.dice(property),
                "effect_dice" => header.effect_dice = self.effect_dice(property),
                "element_dice" => header.element_dice = self.element_dice(property),
                "element_labels" => {
                    header.element_labels = self.element_texts(property, "its name");
                }
                "element_how" => {
                    let texts = self.element_texts(property, "how it is read");
                    header.imprint.elements = texts.into_iter().collect();
                }
                "prone" => header.prone = self.locations(property),
                "kept" => header.kept = self.kept(property),
                "cards" => header.cards = self.array(property),
                _ => self.fault(
                    property,
                    format!("unknown key {}", quoted(property.name.as_str())),
                    "format, name, edition, seed, effort, spec, spec_digest, theme, words, extra_cards, version, \
                     credit, licence, barcode, age, origin, check, game, element_how, digest, numbers, shuffle, closed, \
                     plain, effect_dice, element_dice, element_labels, prone, kept, cards",
                ),
            }
        }
        header
    }

    /// The numbers of the cards.
    fn numbers(&mut self, property: &ObjectProp) -> CardNumbers {
        let Some(code) = self.string(property) else { return CardNumbers::POKER };
        CardNumbers::from_code(&code).unwrap_or_else(|| {
            let place = span(&property.value);
            self.problems.push(numbers_fault(&code).at(self.source, place));
            CardNumbers::POKER
        })
    }

    /// The shuffle policy.
    fn shuffle(&mut self, property: &ObjectProp) -> Option<ShufflePolicy> {
        let code = self.string(property)?;
        let policy = code.parse().ok();
        if policy.is_none() {
            let place = span(&property.value);
            self.problems.push(shuffle_fault(&code).at(self.source, place));
        }
        policy
    }

    fn check_format(&mut self, top: &Object, format: Option<&str>) {
        if format == Some(FORMAT) {
            return;
        }
        let place = top.get("format").map_or(0..0, |property| span(&property.value));
        let found =
            format.map_or_else(|| "no format".to_owned(), |f| format!("format {}", quoted(f)));
        self.problems.push(
            Problem::coded("deck.format", format!("the file has {found}"))
                .at(self.source, place)
                .accepts(format!("{FORMAT:?}")),
        );
    }

    /// Refuses a head without a key that the program writes: the default would have another meaning, and the
    /// cards alone would not show it.
    fn check_complete(&mut self, top: &Object, layout: &Layout) {
        let has = |key: &str| top.get(key).is_some();
        let mut wanted = vec![("name", "the deck's name, such as \"name\": \"Night Shift\"")];
        if ["seed", "effort", "spec", "spec_digest"].into_iter().any(has) {
            let all = "all of seed, effort and spec_digest, as generate wrote them, or none";
            wanted.extend(["seed", "effort", "spec_digest"].map(|key| (key, all)));
        }
        if has("spec") {
            wanted.push(("theme", "the theme of the cards, such as \"theme\": \"ink-saver\""));
            if layout.has(Part::Effect) {
                wanted.push(("effect_dice", "\"open-ended\" or \"closed\""));
            }
            wanted.push(("check", "how a check is read, such as \"check\": \"bumps\""));
            if !layout.extras.is_empty() {
                let texts = "an object with a text for each element that has one, or {}";
                let keys = ["element_dice", "element_how", "element_labels"];
                wanted.extend(keys.map(|key| (key, texts)));
            }
        }
        if layout.shuffle.is_some() {
            wanted.push(("shuffle", ShufflePolicy::ACCEPTED));
        }
        for (key, accepted) in wanted {
            if !has(key) {
                self.problems.push(missing(self.source, top, key).accepts(accepted));
            }
        }
    }

    /// Refuses kept cards that the deck does not have.
    fn check_kept(&mut self, top: &Object, header: &Header<'_>) {
        for kept in &header.kept {
            if let Some(card) = kept.cards.iter().find(|card| !header.numbers.contains(**card)) {
                let place = top.get("kept").map_or(0..0, |property| span(&property.value));
                let message = format!("kept cards of {} include card {card}", kept.edition);
                let problem = Problem::coded("deck.key", message).at(self.source, place);
                self.problems.push(problem.accepts(header.numbers.to_string()));
            }
        }
    }

    fn no_cards(&mut self, top: &Object) {
        self.problems.push(
            Problem::coded("deck.no-cards", "the file has no cards")
                .at(self.source, span(top))
                .accepts("a list with all cards of the deck"),
        );
    }

    /// The values of all cards, and the layout of the first one; `None` if it does not form a layout.
    fn records<'v>(
        &mut self,
        top: &Object,
        cards: &'v [Value<'v>],
    ) -> Option<(Layout, Vec<Record<'v>>)> {
        let mut layout: Option<(Layout, Vec<Field>)> = None;
        let mut records = Vec::new();
        for card in cards {
            let Value::Object(object) = card else {
                self.problems.push(
                    Problem::coded("deck.card-no-object", "a card is not an object")
                        .at(self.source, span(card)),
                );
                continue;
            };
            let record = self.record(object);
            if layout.is_none() {
                let fields: Vec<Field> =
                    record.values.places().map(|(field, _)| field.clone()).collect();
                match Layout::from_fields(&fields) {
                    Ok(found) => layout = Some((found, fields)),
                    Err(faults) => {
                        for fault in faults {
                            let problem = match fault {
                                LayoutError::Missing(name) => Problem::coded(
                                    "deck.value-missing",
                                    format!("value {name} is missing"),
                                ),
                                fault => fault.into(),
                            };
                            self.problems.push(problem.at(self.source, record.place.clone()));
                        }
                        return None;
                    }
                }
            } else if let Some((_, known)) = &layout {
                for (field, place) in record.values.places() {
                    if known.binary_search(field).is_err() {
                        let message = format!("{field} is on this card but not on the first");
                        self.problems.push(
                            Problem::coded("deck.value-not-on-first", message)
                                .at(self.source, place.clone()),
                        );
                    }
                }
            }
            records.push(record);
        }
        match layout {
            Some((layout, _)) => Some((layout, records)),
            None => {
                self.no_cards(top);
                None
            }
        }
    }

    /// The given columns of the cause grid.
    fn columns(&mut self, layout: &Layout, key: &str, dice: &[LocatedText]) -> BTreeSet<Die> {
        let mut columns = BTreeSet::new();
        for (text, place) in dice {
            match text.parse().ok().filter(|die| layout.cause.column(*die).is_some()) {
                Some(die) => {
                    columns.insert(die);
                }
                None => {
                    let message =
                        format!("{} in {key} is not a column of the cause grid", quoted(text));
                    let known: Vec<String> =
                        layout.cause.columns.iter().map(Die::to_string).collect();
                    self.problems.push(
                        Problem::coded("deck.value", message)
                            .at(self.source, place.clone())
                            .accepts(known.join(", ")),
                    );
                }
            }
        }
        columns
    }

    pub(super) fn unique(&mut self, object: &Object) {
        let mut known = BTreeSet::new();
        for property in &object.properties {
            let name = property.name.as_str();
            if !known.insert(name) {
                let message = format!("key {} is here twice", quoted(name));
                self.fault(property, message, "each key once");
            }
        }
    }

    pub(super) fn fault(&mut self, property: &ObjectProp, message: String, accepted: &str) {
        let place = span(property);
        self.problems
            .push(Problem::coded("deck.key", message).at(self.source, place).accepts(accepted));
    }
}

/// Checks the stated digest and edition. If they do not match, the cards were changed by hand, and would
/// differ from printed cards of that edition.
fn confirm(
    source: &Arc<Source>,
    top: &Object,
    deck: &Deck,
    digest: Option<Digest>,
    edition: Option<&str>,
) -> Result<(), Problems> {
    let mut problems = Problems::new();
    let (digest, edition) = (digest.map(|digest| digest.to_string()), edition.map(str::to_owned));
    let right = [deck.digest().to_string(), deck.edition().to_string()];
    for ((key, stated), right) in [("digest", digest), ("edition", edition)].into_iter().zip(right)
    {
        if stated.as_ref() == Some(&right) {
            continue;
        }
        let problem = match top.get(key) {
            Some(property) => {
                let message = format!("{key} is not that of the cards in the file");
                let problem = Problem::coded("deck.digest-differs", message);
                problem.at(source, span(&property.value))
            }
            None => missing(source, top, key),
        };
        problems.push(problem.accepts(format!("{right:?}")));
    }
    problems.into_result(())
}

/// The fault of a head that lacks a key.
fn missing(source: &Arc<Source>, top: &Object, key: &str) -> Problem {
    let start = span(top).start;
    let message = format!("the file has no key {}", quoted(key));
    Problem::coded("deck.key-missing", message).at(source, start..start + 1)
}

pub(super) fn span(value: &impl Ranged) -> Range<usize> {
    let range = value.range();
    range.start..range.end
}
