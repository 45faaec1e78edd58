//! Writes a deck as JSON, one card per line.

use serde_json::{Map, json};

use super::super::{
    Card, CardNumbers, CauseCell, Deck, ExtraValue, Grid, GridShape, KeptCards, Layout, Part,
    ShufflePolicy,
};
use super::FORMAT;

pub(in crate::deck) fn write(deck: &Deck) -> String {
    let digest = deck.digest();
    let mut head = Map::new();
    head.insert("format".into(), json!(FORMAT));
    head.insert("name".into(), json!(deck.name()));
    head.insert("edition".into(), json!(digest.edition().to_string()));
    if let Some(origin) = deck.origin() {
        head.insert("seed".into(), json!(origin.seed));
        head.insert("effort".into(), json!(origin.effort));
        if let Some(file) = &origin.spec_file {
            head.insert("spec".into(), json!(file));
        }
        head.insert("spec_digest".into(), json!(origin.spec_digest.to_string()));
    }
    if let Some(theme) = deck.theme() {
        head.insert("theme".into(), json!(theme));
    }
    deck.write_print(&mut head);
    head.insert("digest".into(), json!(digest.to_string()));
    let layout = deck.layout();
    if layout.numbers != CardNumbers::POKER {
        head.insert("numbers".into(), json!(layout.numbers.to_code()));
    }
    if let Some(policy) = layout.shuffle {
        head.insert("shuffle".into(), json!(policy.to_string()));
    }
    for (key, columns) in [("closed", &layout.closed), ("plain", &layout.plain)] {
        if !columns.is_empty() {
            head.insert(key.into(), json!(columns));
        }
    }
    if let Some(dice) = deck.effect_dice() {
        head.insert("effect_dice".into(), json!(dice.to_string()));
    }
    if !deck.all_element_dice().is_empty() || deck.has_own_elements() {
        head.insert("element_dice".into(), json!(deck.all_element_dice()));
    }
    if !deck.all_element_labels().is_empty() || deck.has_own_elements() {
        head.insert("element_labels".into(), json!(deck.all_element_labels()));
    }
    if let Some(shown) = deck.prone() {
        head.insert("prone".into(), json!(shown));
    }
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
pub(in crate::deck) fn card_value(layout: &Layout, card: &Card) -> serde_json::Value {
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
    let values = [
        (Some(Part::Rank), "rank", json!(card.rank.get())),
        (Some(Part::Suit), "suit", json!(card.suit.get())),
        (Some(Part::Toggle), "toggle", json!(card.toggle.to_string())),
        (None, "cause", grid_value(&layout.cause, &card.cause, cause_cell)),
        (Some(Part::Effect), "effect", grid_value(&layout.effect, &card.effect, |sum| json!(sum))),
        (Some(Part::Hit), "hit", json!(card.hit)),
        (Some(Part::Hit), "hit_step", json!(card.hit_step)),
        // A deck without bursts has always had an empty table here.
        (None, "burst", bursts.into()),
        (Some(Part::Penetration), "penetration", json!(card.penetration)),
        (Some(Part::Scatter), "scatter", json!(card.scatter.get())),
        (Some(Part::Failure), "failure", json!(card.failure)),
        (Some(Part::Unintended), "unintended", json!(card.unintended)),
    ];
    for (part, key, value) in values {
        if part.is_none_or(|part| layout.has(part)) {
            object.insert(key.into(), value);
        }
    }
    if layout.shuffle.is_some() {
        let sign = card.has_shuffle_sign.then_some(ShufflePolicy::SIGN);
        object.insert("shuffle".into(), json!(sign));
    }
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
