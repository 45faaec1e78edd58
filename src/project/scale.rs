//! The counts of a preset for another number of cards.

use std::fmt::Display;

use num_bigint::BigInt;
use num_traits::One;

use crate::deck::{Part, PlayingCards};
use crate::diagnostic::Problems;
use crate::dice::{Probability, share};
use crate::spec::{Counts, Preset, Spec};

/// What a spec says for another number of cards.
pub(super) struct ScaledCounts {
    /// TOML values by key, such as `penetration.-2`.
    pub changes: Vec<(String, String)>,
    /// The tables whose counts were rounded to whole cards.
    pub rounded: Vec<String>,
}

impl ScaledCounts {
    /// The counts of a preset for a deck of `cards`, by cumulative rounding: every table adds up to the deck, and
    /// no value's share changes by more than a card.
    ///
    /// # Errors
    /// The faults of the preset; tests show that there are none.
    pub fn new(preset: &Preset, cards: usize) -> Result<Self, Problems> {
        let spec = &preset.spec()?;
        let mut scaled = Self { changes: Vec::new(), rounded: Vec::new() };
        scaled.set("cards", cards);
        scaled.playing_cards(spec, cards);
        let deck = spec.size();
        if spec.has(Part::Penetration) {
            scaled.table("penetration", &spec.penetration, deck, cards);
        }
        if spec.has(Part::Unintended) {
            scaled.table("unintended", &spec.unintended, deck, cards);
        }
        scaled.table("failure", &spec.failure, deck, cards);
        for burst in &spec.bursts {
            scaled.inline_table(&format!("burst.{}", burst.shots), &burst.hits, deck, cards);
        }
        for element in &spec.elements {
            let table = element_table(preset, &element.id);
            if table.contains_key("counts") {
                let key = format!("element.{}.counts", element.id);
                scaled.inline_table(&key, &element.values, deck, cards);
            }
            let texts = table.get("texts").and_then(toml::Value::as_array);
            if let Some(texts) = texts.filter(|texts| texts.len() > cards) {
                // Evenly over the list, in which a text may be repeated as often as it should come up.
                let kept = (0..cards).map(|place| texts[place * texts.len() / cards].as_str());
                let key = format!("element.{}.texts", element.id);
                let kept: Vec<&str> = kept.flatten().collect();
                // A list of texts in JSON is one in TOML.
                scaled.set(&key, serde_json::json!(kept));
                scaled.rounded.push(key);
            }
        }
        for column in &spec.cause.columns {
            let sides = usize::from(column.die.sides());
            let one_in_sides = Probability::new(1.into(), sides.into());
            let ideal = share::ideal(cards, &one_in_sides);
            let nearest = share::nearest(cards, &ideal);
            if let Some(exceptional) = &column.exceptional {
                // A tie is rounded the same way as in the preset.
                let count = |&own: &u8| match usize::from(own) == deck / sides {
                    true => *nearest.start(),
                    false => *nearest.end(),
                };
                let counts: Vec<usize> = exceptional.iter().map(count).collect();
                scaled.set(&format!("cause.exceptional.{}", column.die), format!("{counts:?}"));
            }
            if column.exceptional_above.iter().any(|above| !above.is_empty()) {
                let most = *nearest.start();
                let above = column.exceptional_above.iter();
                let above: Vec<Vec<u16>> =
                    above.map(|above| scaled_values(above, deck, cards, most)).collect();
                let key = format!("cause.exceptional_above.{}", column.die);
                scaled.set(&key, format!("{above:?}"));
                let is_whole = |above: &Vec<u16>| (above.len() * cards).is_multiple_of(deck);
                if !column.exceptional_above.iter().all(is_whole) {
                    scaled.rounded.push(key);
                }
            }
            if column.critical.iter().any(|&count| count > 0) {
                let key = format!("cause.critical.{}", column.die);
                let count = |&own: &u8| {
                    let ideal = Probability::new((cards * usize::from(own)).into(), deck.into());
                    (*share::nearest(cards, &ideal).start(), ideal.is_integer())
                };
                let counts: Vec<(usize, bool)> = column.critical.iter().map(count).collect();
                if counts.iter().any(|(_, is_whole)| !is_whole) {
                    scaled.rounded.push(key.clone());
                }
                let counts: Vec<usize> = counts.into_iter().map(|(count, _)| count).collect();
                scaled.set(&key, format!("{counts:?}"));
            }
        }
        scaled.limits(spec, cards);
        Ok(scaled)
    }

    /// Wider limits: of correlations in a smaller deck, where fewer exchanges can lower them, and of follow-up
    /// cards, whose number of cells is rounded anew; in a larger deck the same share is more cards.
    fn limits(&mut self, spec: &Spec, cards: usize) {
        let limits = &spec.limits;
        let ratio = Probability::new(cards.into(), spec.size().into());
        if cards < spec.size() {
            for (key, own) in [
                ("increment_r", &limits.increment_r),
                ("worst_r", &limits.worst_r),
                ("rms_r", &limits.rms_r),
            ] {
                self.limit(key, own / &ratio / &ratio, 2);
            }
        }
        if cards != spec.size() {
            self.limit("chain", &limits.chain * ratio.max(Probability::one()), 1);
        }
    }

    /// A limit, rounded up to this number of decimal places.
    fn limit(&mut self, key: &str, limit: Probability, places: usize) {
        let one = 10_usize.pow(places as u32);
        let parts = (limit * BigInt::from(one)).ceil().to_integer();
        let [whole, part] = [&parts / one, &parts % one];
        self.set(&format!("limits.{key}"), format!("{whole}.{part:0places$}"));
    }

    fn set(&mut self, key: &str, value: impl Display) {
        self.changes.push((key.to_owned(), value.to_string()));
    }

    /// Four suits of as many ranks as fit; cards that are left are jokers.
    fn playing_cards(&mut self, spec: &Spec, cards: usize) {
        let shown = [Part::Rank, Part::Suit].iter().any(|&part| spec.has(part));
        let has_own = PlayingCards::usual(spec.size()) != spec.numbers.playing_cards();
        if shown && (has_own || PlayingCards::usual(cards).is_none()) {
            self.set("suits", PlayingCards::MOST_SUITS);
            let ranks = cards / usize::from(PlayingCards::MOST_SUITS);
            self.set("ranks", ranks.min(PlayingCards::MOST_RANKS.into()));
        }
    }

    /// A table with a line for each value.
    fn table<T: Display>(&mut self, key: &str, own: &Counts<T>, deck: usize, cards: usize) {
        for ((value, _), count) in own.iter().zip(self.counts(key, own, deck, cards)) {
            self.set(&format!("{key}.{value}"), count);
        }
    }

    /// A table in one line, without the values of no card.
    fn inline_table<T: Display>(&mut self, key: &str, own: &Counts<T>, deck: usize, cards: usize) {
        let counts = self.counts(key, own, deck, cards);
        let values = own.iter().zip(counts).filter(|(_, cards)| *cards > 0);
        let values: Vec<String> =
            values.map(|((value, _), cards)| format!("{value} = {cards}")).collect();
        self.set(key, format!("{{ {} }}", values.join(", ")));
    }

    /// The counts of the values of a table, whose other cards are blank.
    fn counts<T>(&mut self, key: &str, own: &Counts<T>, deck: usize, cards: usize) -> Vec<usize> {
        let given: usize = own.iter().map(|(_, count)| usize::from(*count)).sum();
        let all = own.iter().map(|(_, count)| usize::from(*count)).chain([deck - given.min(deck)]);
        let shares: Vec<Probability> =
            all.map(|count| Probability::new(count.into(), deck.into())).collect();
        let is_whole = |share: &Probability| share::ideal(cards, share).is_integer();
        if !shares.iter().all(is_whole) {
            self.rounded.push(key.to_owned());
        }
        let mut counts = share::cumulative(cards, &shares);
        counts.pop();
        counts
    }
}

/// The values of exceptional cells above the die's number for another number of cards, at most `most`: of each
/// value as many as its share, by cumulative rounding.
fn scaled_values(own: &[u16], deck: usize, cards: usize, most: usize) -> Vec<u16> {
    let mut scaled = Vec::new();
    for (place, &value) in own.iter().enumerate() {
        let until = Probability::new((place + 1).into(), deck.into());
        let until = *share::nearest(cards, &share::ideal(cards, &until)).end();
        scaled.resize(until.min(most), value);
    }
    scaled
}

/// The table of an element in the spec of a preset.
fn element_table(preset: &Preset, id: &str) -> toml::Table {
    let document: toml::Table = preset.spec.parse().unwrap_or_default();
    let elements = document.get("element").and_then(toml::Value::as_array);
    let tables = elements.into_iter().flatten().filter_map(toml::Value::as_table);
    let mut named =
        tables.filter(|table| table.get("id").and_then(toml::Value::as_str) == Some(id));
    named.next().cloned().unwrap_or_default()
}
