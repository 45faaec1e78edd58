//! The distribution of the built-in parts' values over the cards: bursts, hits, penetration, scatter, failure
//! numbers, unintended targets and the toggle, compared with the spec.
//!
//! The ladder of hit locations is compared with a die of as many sides, and the locations at the standard
//! entry with the steps that show them.

use crate::deck::{Deck, ExtraValue, Part, Toggle};
use crate::dice::Probability;
use crate::spec::{Counts, Spec, YesRule};

use super::Amount;
use super::elements::{self, ElementTable};

/// Every part with one value per card that the cards show, the toggle by the rule `yes`, in the order of a card's fields.
pub(super) fn tables(deck: &Deck, spec: Option<&Spec>, yes: YesRule) -> Vec<ElementTable> {
    let layout = deck.layout();
    let cards = deck.cards();
    let mut tables = Vec::new();
    let mut push = |name: &str, shown: Vec<ExtraValue>, asked: Option<Counts<ExtraValue>>| {
        tables.push(elements::table(name, name, &shown, asked.as_deref(), None));
    };
    if layout.has(Part::Toggle) {
        let word = |toggle: Toggle| ExtraValue::Text(toggle.to_string());
        let yes =
            cards.iter().filter(|card| yes.toggle(deck.numbers(), card.number) == Toggle::Yes);
        let yes = yes.count() as u8;
        let asked = vec![(word(Toggle::Yes), yes), (word(Toggle::No), deck.size() as u8 - yes)];
        push("toggle", cards.iter().map(|card| word(card.toggle)).collect(), Some(asked));
    }
    for (place, shots) in layout.bursts.iter().enumerate() {
        let asked = spec.and_then(|spec| spec.bursts.iter().find(|burst| burst.shots == *shots));
        let shown = cards.iter().map(|card| number(card.bursts[place])).collect();
        push(&format!("burst {shots}"), shown, asked.map(|burst| numbers(&burst.hits)));
    }
    let by = |part: Part| spec.filter(|spec| spec.has(part));
    if layout.has(Part::Penetration) {
        let asked = by(Part::Penetration).map(|spec| numbers(&spec.penetration));
        push("penetration", cards.iter().map(|card| number(card.penetration)).collect(), asked);
    }
    if layout.has(Part::Scatter) {
        let asked = by(Part::Scatter).map(|spec| numbers(&spec.scatter));
        push("scatter", cards.iter().map(|card| number(card.scatter.get())).collect(), asked);
    }
    if layout.has(Part::Failure) {
        let asked = by(Part::Failure).map(|spec| {
            let mut asked = numbers(&spec.failure);
            let given: u8 = asked.iter().map(|(_, cards)| cards).sum();
            asked.push((ExtraValue::Blank, (deck.size() as u8).saturating_sub(given)));
            asked
        });
        let shown = |failure: Option<u8>| failure.map_or(ExtraValue::Blank, number);
        push("failure", cards.iter().map(|card| shown(card.failure)).collect(), asked);
    }
    if layout.has(Part::Unintended) {
        let asked = by(Part::Unintended).map(|spec| numbers(&spec.unintended));
        push("unintended", cards.iter().map(|card| number(card.unintended)).collect(), asked);
    }
    if layout.has(Part::Hit) {
        let spec = by(Part::Hit);
        tables.push(steps(deck, spec));
        tables.extend(locations(deck, spec));
    }
    tables
}

fn number(value: impl Into<i32>) -> ExtraValue {
    ExtraValue::Number(value.into())
}

fn numbers<T: Copy + Into<i32>>(counts: &Counts<T>) -> Counts<ExtraValue> {
    counts.iter().map(|&(value, cards)| (number(value), cards)).collect()
}

/// The steps of the ladder, compared with a die of as many sides, if the spec gives their number.
fn steps(deck: &Deck, spec: Option<&Spec>) -> ElementTable {
    let shown: Vec<ExtraValue> = deck.cards().iter().map(|card| number(card.hit_step)).collect();
    let steps = spec.map(|spec| spec.hit.steps()).filter(|&steps| steps > 1);
    elements::table("hit step", "hit step", &shown, None, steps.map(|steps| format!("1d{steps}")))
}

/// The locations at the standard entry, compared with the steps of the ladder that show each there.
fn locations(deck: &Deck, spec: Option<&Spec>) -> Option<ElementTable> {
    let standard = deck.cards().first()?.standard_hit()?;
    let text = |location: &str| ExtraValue::Text(location.to_owned());
    let shown: Vec<ExtraValue> =
        deck.cards().iter().map(|card| text(&card.hit[standard])).collect();
    let mut table = elements::table("hit location", "hit location", &shown, None, None);
    if let Some(spec) = spec {
        let steps = spec.hit.steps();
        let stacks: Vec<Vec<String>> = (1..=steps).map(|own| spec.hit.stack(own)).collect();
        for value in &mut table.values {
            let shows = |stack: &&Vec<String>| {
                stack.get(standard).is_some_and(|it| value.value == text(it))
            };
            let share = stacks.iter().filter(shows).count() * deck.size();
            let cards = Probability::new(share.into(), steps.max(1).into());
            value.dice = Some(Amount::exact(cards).to_f64());
        }
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::super::tests::fixtures;
    use super::super::{Amount, FigureVerdict, validate};

    #[test]
    fn parts_of_the_default_deck_are_compared_with_its_spec() {
        let judged = validate(&fixtures::deck(), Some(&fixtures::spec()));
        let names: Vec<&str> = judged.parts.iter().map(|part| part.id.as_str()).collect();
        assert_eq!(
            names,
            [
                "toggle",
                "burst 3",
                "burst 5",
                "burst 10",
                "penetration",
                "scatter",
                "failure",
                "unintended",
                "hit step",
                "hit location",
            ],
        );
        for part in &judged.parts {
            assert_eq!(
                54,
                part.values.iter().map(|value| value.cards).sum::<usize>(),
                "{}",
                part.id
            );
            assert!(part.off.is_none_or(|off| off == 0), "{}", part.id);
        }
        let steps = judged.parts.iter().find(|part| part.id == "hit step").unwrap();
        // Twenty steps of 2.7 cards each, so a threshold error is at most half a card.
        assert_eq!((Some("1d20"), Some(2.7)), (steps.dice.as_deref(), steps.values[0].dice));
        assert_eq!(FigureVerdict::Holds, judged.figure("hit_error").unwrap().verdict);
        let places = judged.parts.last().unwrap();
        let due: f64 = places.values.iter().filter_map(|value| value.dice).sum();
        assert!((due - 54.0).abs() < 1e-4, "{due}");
        assert_eq!(Amount::whole(0), judged.figure("part_counts").unwrap().achieved);
    }

    #[test]
    fn cards_with_another_value_fall_short() {
        let mut deck = fixtures::EditableDeck::new();
        for card in &mut deck.cards {
            card.unintended = if card.unintended == 6 { 1 } else { card.unintended };
        }
        let judged = validate(&deck.deck(), Some(&fixtures::spec()));
        let figure = judged.figure("part_counts").unwrap();
        assert_eq!((Amount::whole(9), "unintended"), (figure.achieved.clone(), figure.at.as_str()));
        assert_eq!(FigureVerdict::FallsShort, figure.verdict);
    }

    #[test]
    fn omitted_parts_are_not_reported() {
        let spec = crate::spec::preset("oracle").unwrap().spec().unwrap();
        let deck = crate::generate::generate(&spec, 1, crate::generate::Effort::Quick, &|_| ());
        let judged = validate(&deck.unwrap(), Some(&spec));
        assert!(judged.parts.is_empty(), "{:?}", judged.parts);
        assert!(judged.figure("part_counts").is_none() && judged.figure("hit_error").is_none());
    }
}
