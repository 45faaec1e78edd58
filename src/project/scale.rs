//! The counts of a preset for another number of cards.

use std::fmt::Display;

use num_bigint::BigInt;

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
            if gives_counts(preset, &element.id) {
                let key = format!("element.{}.counts", element.id);
                scaled.inline_table(&key, &element.values, deck, cards);
            }
        }
        for column in &spec.cause.columns {
            let sides = usize::from(column.die.sides());
            if let Some(exceptional) = &column.exceptional {
                // Rounded the same way as in the preset: one in N cards, down or up.
                let count = |&own: &u8| match usize::from(own) == deck / sides {
                    true => cards / sides,
                    false => cards.div_ceil(sides),
                };
                let counts: Vec<usize> = exceptional.iter().map(count).collect();
                scaled.set(&format!("cause.exceptional.{}", column.die), format!("{counts:?}"));
            }
            let cells = cards / sides;
            if column.exceptional_above.iter().any(|above| above.len() > cells) {
                // A smaller deck has fewer exceptional cells: the lowest values stay.
                let above = column.exceptional_above.iter();
                let above: Vec<&[u16]> = above.map(|row| &row[..row.len().min(cells)]).collect();
                let key = format!("cause.exceptional_above.{}", column.die);
                scaled.set(&key, format!("{above:?}"));
                scaled.rounded.push(key);
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
        scaled.correlations(spec, cards);
        Ok(scaled)
    }

    /// Wider limits of correlations in a smaller deck: chance alone makes them larger there.
    fn correlations(&mut self, spec: &Spec, cards: usize) {
        let limits = &spec.limits;
        let own = [
            ("increment_r", &limits.increment_r),
            ("worst_r", &limits.worst_r),
            ("rms_r", &limits.rms_r),
        ];
        for (key, own) in own.into_iter().filter(|_| cards < spec.size()) {
            // The same at the size of the preset, and at half of it 2.5 times as wide; rounded up to hundredths.
            let times = Probability::new((3 * spec.size() - cards).into(), (2 * cards).into());
            let hundredths = (own * times * BigInt::from(100)).ceil().to_integer();
            let [whole, part] = [&hundredths / 100, &hundredths % 100];
            self.set(&format!("limits.{key}"), format!("{whole}.{part:02}"));
        }
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

/// Whether the spec of a preset gives the counts of the values of an element.
fn gives_counts(preset: &Preset, id: &str) -> bool {
    let document: toml::Table = preset.spec.parse().unwrap_or_default();
    let elements = document.get("element").and_then(toml::Value::as_array);
    let named =
        |element: &&toml::Value| element.get("id").and_then(toml::Value::as_str) == Some(id);
    let element = elements.and_then(|elements| elements.iter().find(named));
    element.is_some_and(|element| element.get("counts").is_some())
}
