//! Reads the value of each key of a deck file, or reports a fault at its place.

use std::collections::BTreeSet;

use jsonc_parser::ast::{ObjectProp, Value};

use crate::diagnostic::{Fault, Problem, cut, quoted};
use crate::dice::{DiceKind, Expression};
use crate::input::limits::{COLUMNS, EXTRA_CARDS, GRID_COLUMNS, Limit, TEXT_CHARS};

use super::super::{ACCEPTED_EXTRA_CARD, ACCEPTED_TEXT, check_text, is_extra_card};
use super::super::{CardNumber, CheckRule, Digest, Edition, Game, KeptCards};
use super::read::{LocatedText, Reader, span};

impl Reader<'_> {
    /// A list of dice, each with its place.
    pub(super) fn dice(&mut self, property: &ObjectProp) -> Vec<LocatedText> {
        let dice = self.texts(property, GRID_COLUMNS, |_| true, "columns", "such as [\"d20\"]");
        dice.unwrap_or_default()
    }

    /// Hit locations.
    pub(super) fn locations(&mut self, property: &ObjectProp) -> Option<BTreeSet<String>> {
        let accepted = "such as [\"head\", \"left arm\"]";
        let is_good = |text: &str| check_text(text).is_ok();
        let texts = self.texts(property, COLUMNS, is_good, "hit locations", accepted)?;
        Some(texts.into_iter().map(|(text, _)| text).collect())
    }

    /// The names of extra cards.
    pub(super) fn extra_cards(&mut self, property: &ObjectProp) -> Vec<String> {
        let texts =
            self.texts(property, EXTRA_CARDS, is_extra_card, "extra cards", ACCEPTED_EXTRA_CARD);
        texts.into_iter().flatten().map(|(text, _)| text).collect()
    }

    /// A list of texts up to a limit, each valid and with its place.
    fn texts(
        &mut self,
        property: &ObjectProp,
        most: Limit,
        is_good: impl Fn(&str) -> bool,
        what: &str,
        accepted: &str,
    ) -> Option<Vec<LocatedText>> {
        let text = |value: &Value| match value {
            Value::StringLit(text) if is_good(&text.value) => {
                Some((text.value.to_string(), span(value)))
            }
            _ => None,
        };
        let found = match &property.value {
            Value::Array(list) if !most.is_passed_by(list.elements.len()) => {
                list.elements.iter().map(text).collect()
            }
            _ => None,
        };
        if found.is_none() {
            let message = format!("{} is not a list of {what}", property.name.as_str());
            self.fault(property, message, accepted);
        }
        found
    }

    pub(super) fn effect_dice(&mut self, property: &ObjectProp) -> Option<DiceKind> {
        let text = self.string(property)?;
        let dice = text.parse().ok();
        if dice.is_none() {
            let [open, closed] = DiceKind::ALL;
            let message = format!("effect_dice {text:?} is not a kind of dice");
            self.fault(property, message, &format!("\"{open}\" or \"{closed}\""));
        }
        dice
    }

    pub(super) fn check_rule(&mut self, property: &ObjectProp) -> CheckRule {
        let Some(text) = self.string(property) else { return CheckRule::default() };
        CheckRule::named(&text).unwrap_or_else(|| {
            let message = format!("check {text:?} is not a way to read checks");
            self.fault(property, message, &CheckRule::accepted());
            CheckRule::default()
        })
    }

    pub(super) fn game(&mut self, property: &ObjectProp) -> Option<Game> {
        let text = self.string(property)?;
        let game = Game::named(&text);
        if game.is_none() {
            let message = format!("game {} is not the name of a game", quoted(&text));
            self.fault(property, message, &Game::accepted());
        }
        game
    }

    /// Elements by id, each with the dice it represents.
    pub(super) fn element_dice(&mut self, property: &ObjectProp) -> Vec<(String, String)> {
        let Value::Object(elements) = &property.value else {
            let message = "element_dice is not an object".to_owned();
            self.fault(property, message, "an object of elements, each with dice such as \"2d6\"");
            return Vec::new();
        };
        self.unique(elements);
        let mut dice = Vec::new();
        for element in &elements.properties {
            let Some(text) = self.string(element) else { continue };
            match text.parse::<Expression>() {
                Ok(read) => dice.push((element.name.as_str().to_owned(), read.to_string())),
                Err(error) => {
                    let problem = error.problem();
                    self.fault(element, problem.message().to_owned(), "such as 2d6, 4dF, 4d6k3");
                }
            }
        }
        dice
    }

    /// Elements by id, each with a text of this kind.
    pub(super) fn element_texts(
        &mut self,
        property: &ObjectProp,
        kind: &str,
    ) -> Vec<(String, String)> {
        let Value::Object(elements) = &property.value else {
            let message = format!("{} is not an object", property.name.as_str());
            self.fault(property, message, &format!("an object of elements, each with {kind}"));
            return Vec::new();
        };
        self.unique(elements);
        let mut texts = Vec::new();
        for element in &elements.properties {
            let Some(text) = self.name(element) else { continue };
            texts.push((element.name.as_str().to_owned(), text));
        }
        texts
    }

    /// Editions, each with the cards that are still valid.
    pub(super) fn kept(&mut self, property: &ObjectProp) -> Vec<KeptCards> {
        let accepted = "an object of edition codes, each with a list of card numbers";
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
                    let problem = Problem::from(error);
                    self.problems.push(problem.at(self.source, span(edition)));
                }
                (_, None) => {
                    let message =
                        format!("kept cards of {} are not a list", cut(edition.name.as_str()));
                    self.fault(edition, message, accepted);
                }
            }
        }
        kept
    }

    pub(super) fn string(&mut self, property: &ObjectProp) -> Option<String> {
        match &property.value {
            Value::StringLit(text) => match TEXT_CHARS.passed_by_text(&text.value) {
                None => Some(text.value.to_string()),
                Some(length) => {
                    let message = format!("{} has {length}", property.name.as_str());
                    self.fault(property, message, &TEXT_CHARS.accepted());
                    None
                }
            },
            _ => {
                let message = format!("{} is not a text", property.name.as_str());
                self.fault(property, message, "a text in double quotes");
                None
            }
        }
    }

    /// A printable name: of the deck or an element, which are on cards, or of a file.
    pub(super) fn name(&mut self, property: &ObjectProp) -> Option<String> {
        let name = self.string(property)?;
        if let Err(fault) = check_text(&name) {
            let what = property.name.as_str();
            self.fault(property, format!("{} {fault}", cut(what)), ACCEPTED_TEXT);
        }
        Some(name)
    }

    pub(super) fn seed(&mut self, property: &ObjectProp) -> Option<u64> {
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

    pub(super) fn digest(&mut self, property: &ObjectProp) -> Option<Digest> {
        let text = self.string(property)?;
        match text.parse() {
            Ok(digest) => Some(digest),
            Err(_) => {
                let message =
                    format!("{} {} is not a digest", property.name.as_str(), quoted(&text));
                self.fault(property, message, "sha256: and 64 hexadecimal digits in lower case");
                None
            }
        }
    }

    pub(super) fn array<'v>(&mut self, property: &'v ObjectProp) -> Option<&'v [Value<'v>]> {
        match &property.value {
            Value::Array(array) => Some(&array.elements),
            _ => {
                self.fault(property, "cards is not a list".to_owned(), "a list of card objects");
                None
            }
        }
    }
}

fn card_number(value: &Value) -> Option<CardNumber> {
    match value {
        Value::NumberLit(number) => number.value.parse().ok(),
        _ => None,
    }
}
