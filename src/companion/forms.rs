//! The forms of the page: the questions of the game with their fields, as JSON.

use serde_json::{Map, Value, json};

use crate::deck::{GridShape, Part};
use crate::table::grammar::{Line, parse, split};
use crate::table::play::commands::command;
use crate::table::play::{Game, is_of_target};
use crate::table::questions::field::{CardUse, Field, FieldKind, Presence};
use crate::table::questions::games;
use crate::table::questions::question::{ELEMENT, QuestionSpec, READ};
use crate::table::rules::{BodyPart, Game as Rules};
use crate::table::{reads_elements_first, usual_check};

/// The command whose fields are the facts of a character.
const SET: &str = "set";

/// The data about deck, game and questions for the page.
pub(super) fn about(game: &Game) -> Value {
    let setting = &game.setting;
    let (deck, rules) = (&setting.deck, game.rules());
    let layout = deck.layout();
    let specs = offered(game);
    let names: Vec<String> = specs.iter().map(|spec| full_name(rules, spec)).collect();
    let others = games::others(rules, deck);
    let offered_games = std::iter::once(rules).chain(others);
    let characters = setting.characters().iter().map(|who| {
        let checks: Vec<Value> = who
            .check_names()
            .filter_map(|name| Some(json!([name, who.check(name)?.to_string()])))
            .collect();
        json!({ "name": who.name, "ct": who.ct, "checks": checks })
    });
    let has_wounds = rules != Rules::Cards;
    let facts = command(SET).filter(|_| has_wounds).map_or_else(Vec::new, |spec| spec.fields());
    let places = BodyPart::ALL.iter().filter(|_| has_wounds).map(|part| part.name());
    json!({
        "deck": { "name": deck.name(), "edition": deck.edition().to_string() },
        "numbers": [deck.numbers().first(), deck.numbers().last()],
        "game": rules,
        "games": offered_games.map(|game| json!([game, game.title()])).collect::<Vec<_>>(),
        "usual": usual_check(deck),
        "first": first(game, &specs).map(|spec| full_name(rules, spec)),
        "questions": names,
        "forms": specs.iter().map(|spec| form(game, spec)).collect::<Vec<_>>(),
        "facts": facts.into_iter().filter(|field| !field.positional).map(described).collect::<Vec<_>>(),
        "parts": Part::ALL.iter().filter(|part| layout.has(**part)).collect::<Vec<_>>(),
        "cause": grid(&layout.cause),
        "effect": grid(&layout.effect),
        "bursts": layout.bursts,
        "elements": layout.extras,
        "places": places.collect::<Vec<_>>(),
        "weapons": setting.weapons().iter().map(|weapon| &weapon.name).collect::<Vec<_>>(),
        "characters": characters.collect::<Vec<_>>(),
    })
}

fn grid(shape: &GridShape) -> Value {
    let columns: Vec<String> = shape.columns.iter().map(ToString::to_string).collect();
    json!({ "columns": columns, "rows": shape.rows })
}

fn full_name(rules: Rules, spec: &QuestionSpec) -> String {
    format!("{rules} {}", spec.name)
}

/// The questions that the cards can answer, the most useful word first.
fn offered(game: &Game) -> Vec<&'static QuestionSpec> {
    let (rules, deck) = (game.rules(), &game.setting.deck);
    let words = games::words_for(rules, deck).into_iter();
    let mut specs: Vec<&QuestionSpec> =
        words.flat_map(|word| games::answerable(rules, word, deck)).collect();
    if reads_elements_first(deck) {
        specs.sort_by_key(|spec| !is_element(spec));
    }
    specs
}

fn is_element(spec: &QuestionSpec) -> bool {
    spec.word() == READ && spec.is_for(ELEMENT)
}

/// The first question of the page: an element if those are read first, else the plain check.
fn first<'s>(game: &Game, specs: &[&'s QuestionSpec]) -> Option<&'s QuestionSpec> {
    let is_first = |spec: &&&QuestionSpec| match reads_elements_first(&game.setting.deck) {
        true => is_element(spec),
        false => spec.name == "check",
    };
    specs.iter().find(is_first).or(specs.first()).copied()
}

/// A question: its fields, and example values with an answer on this deck.
fn form(game: &Game, spec: &'static QuestionSpec) -> Value {
    let fields = spec.fields();
    let is_card = |field: &&&Field| field.kind.is_card() && field.card_use != CardUse::FollowUp;
    let cards: Vec<&&Field> =
        fields.iter().filter(is_card).filter(|it| it.card_use != CardUse::Named).collect();
    let examples = games::examples(game.rules(), spec, &game.setting.deck);
    json!({
        "name": full_name(game.rules(), spec),
        "word": spec.word(),
        "purpose": spec.purpose(),
        "help": spec.help,
        // How its first card is drawn; null if it needs none.
        "card": cards.first().map(|field| field.card_use.name()),
        // Whether it uses facts about a target.
        "target": fields.iter().any(|field| field.fact.is_some_and(is_of_target)),
        "fields": fields.iter().copied().map(described).collect::<Vec<_>>(),
        "example": values_of(&examples[0], game, spec),
        "examples": examples,
    })
}

/// The values of an example without its cards.
fn values_of(line: &str, game: &Game, spec: &'static QuestionSpec) -> Map<String, Value> {
    let parsed = game.with_vocabulary(|vocabulary| parse(split(line)?, vocabulary));
    let Ok(Line::Question(parsed)) = parsed else { return Map::new() };
    let fields: Vec<&'static Field> = spec
        .fields()
        .into_iter()
        .filter(|field| !field.kind.is_card() || field.card_use == CardUse::Named)
        .collect();
    parsed.inquiry.values.to_json(&fields)
}

/// A field for the page.
fn described(field: &Field) -> Value {
    let mut described = json!({
        "name": field.name,
        "help": field.help.trim(),
        "positional": field.positional,
        "trailing": field.trailing,
        "many": field.many,
        // The participant who has the fact, by the key in the log.
        "fact": field.fact.map(|fact| if is_of_target(fact) { "at" } else { "who" }),
        "excludes": field.excludes,
    });
    let kind = match field.kind {
        FieldKind::Group(_) => "group",
        FieldKind::Flag => "flag",
        FieldKind::Number { low, high } => {
            described["low"] = low.into();
            described["high"] = high.into();
            "number"
        }
        FieldKind::Choice(choices) => {
            let choices = choices.iter().map(|choice| json!([choice.name, choice.help]));
            described["choices"] = choices.collect();
            "choice"
        }
        FieldKind::Dice => "dice",
        FieldKind::Cell => "cell",
        FieldKind::Die => "die",
        FieldKind::Card => "card",
        FieldKind::Chain => "chain",
        FieldKind::Cards => "cards",
        FieldKind::Weapon => "weapon",
        FieldKind::Person => "person",
        FieldKind::Place => "place",
        FieldKind::Element => "element",
        FieldKind::Text => "text",
    };
    described["kind"] = kind.into();
    if field.kind.is_card() {
        described["card"] = field.card_use.name().into();
    }
    match field.presence {
        Presence::Required => described["required"] = true.into(),
        Presence::RequiredUnless(others) => described["required"] = json!(others),
        Presence::Optional => {}
        Presence::Default(text) => described["default"] = text.into(),
    }
    described
}
