//! `generate --from`: the number of cards to reprint after a change of the spec.
//!
//! The limits leave room for another built-in deck; `docs/reprinting.md` has measured numbers.

use actiondeck::deck::{Card, Deck, Field};
use actiondeck::generate::{Effort, REUSE_STEPS, ReusedDeck, generate_from};
use actiondeck::spec::{PRESETS, Preset, Spec};
use actiondeck::validate::{FigureVerdict, validate};

const OLD: &str = include_str!("../../templates/decks/future-imperfect.json");

fn old() -> Deck {
    Deck::read("future-imperfect.json", OLD).unwrap()
}

fn preset() -> &'static Preset {
    PRESETS.iter().find(|preset| preset.name == "future-imperfect").unwrap()
}

/// The default preset with one piece of its text replaced and pins added.
fn changed(from: &str, to: &str, pins: &str) -> Spec {
    let preset = preset();
    assert!(preset.spec.contains(from), "{from}");
    let text = preset.spec.replacen(from, to, 1);
    let spec = Spec::read("deck.toml", &text, &mut |name| {
        let (_, known) = preset.pins.iter().find(|(known, _)| *known == name).unwrap();
        Ok(format!("{known}{pins}"))
    });
    spec.unwrap_or_else(|problems| panic!("{problems}"))
}

fn reused(spec: &Spec, old: &Deck) -> ReusedDeck {
    generate_from(spec, old, spec.seed, Effort::Normal, &|_| ()).unwrap()
}

/// Generates a deck that meets every limit of the spec, with at most `most` changed cards.
#[track_caller]
fn costs(spec: &Spec, most: usize) -> ReusedDeck {
    let reused = reused(spec, &old());
    let validation = validate(&reused.deck, Some(spec));
    let short: Vec<_> = validation
        .figures
        .iter()
        .filter(|figure| figure.verdict == FigureVerdict::FallsShort)
        .collect();
    assert!(short.is_empty() && reused.limits_kept, "{short:?}");
    let cards = reused.changed_cards.len();
    assert!(cards <= most, "{cards} cards, {} cells", reused.changed_cells);
    reused
}

#[test]
fn name_seed_and_looser_limits_change_no_card() {
    costs(&changed("name = \"Future Imperfect\"", "name = \"Another\"", ""), 0);
    costs(&changed("seed = 54", "seed = 7", ""), 0);
    costs(&changed("joint_worst = 5", "joint_worst = 6", ""), 0);
}

#[test]
fn a_pin_changes_a_few_cards() {
    costs(&changed("", "", "20,cause,2,d6,6,\n"), 6);
    costs(&changed("", "", "21,effect,1,d6,5,\n"), 6);
    costs(&changed("", "", "20,scatter,,,12,\n"), 9);
    costs(&changed("", "", "20,failure,,,1,\n"), 10);
}

#[test]
fn pins_in_several_rows_of_a_column_change_a_few_cards() {
    costs(&changed("", "", "5,cause,1,d12,3,\n5,cause,2,d12,7,\n5,cause,3,d12,12,\n"), 10);
    costs(&changed("", "", "30,effect,1,d10,4,\n30,effect,2,d10,19,\n"), 16);
}

#[test]
fn a_group_of_pins_moves_to_another_card_as_a_whole() {
    // The group's d8 column takes the card of the new pin.
    let old = old();
    let holds = |card: &Card| {
        let group = [("cause_d8_1", "1"), ("cause_d8_2", "7"), ("effect_d10_3", "17")];
        group.iter().all(|(field, value)| {
            field.parse::<Field>().unwrap().text(old.layout(), card) == *value
        })
    };
    let home = old.cards().iter().position(holds).unwrap();
    let reused = costs(&changed("", "", &format!("{home},cause,1,d8,8,\n")), 9);
    assert!(reused.changed_cards.iter().any(|card| usize::from(card.get()) == home));
}

#[test]
fn another_count_changes_the_cards_that_show_it() {
    costs(&changed("3 = { 1 = 30, 2 = 16, 3 = 8 }", "3 = { 1 = 28, 2 = 18, 3 = 8 }", ""), 6);
    costs(&changed("\n13 = 1\n", "\n13 = 2\n", ""), 6);
    costs(&changed("-2 = 6\n-1 = 12", "-2 = 5\n-1 = 13", ""), 6);
    costs(&changed("d8 = [2, 2, 1, 1, 1]", "d8 = [2, 2, 2, 1, 1]", ""), 8);
}

#[test]
fn a_new_element_or_text_changes_few_cards() {
    let end = "joint_worst = 5";
    let element =
        format!("{end}\n[[element]]\nid = \"omen\"\ntexts = [\"sun\", \"moon\", \"rain\"]");
    let spec = changed(end, &element, "");
    let first = costs(&spec, 54);
    assert!(first.changed_cells <= 54 + 60, "{}", first.changed_cells);
    // A reworded text changes the cards that show it.
    let reworded = changed(end, &element.replace("moon", "half moon"), "");
    let second = reused(&reworded, &first.deck);
    assert_eq!((18, 18), (second.changed_cards.len(), second.changed_cells));
}

#[test]
fn limits_out_of_reach_leave_the_deck_unchanged() {
    let spec = changed("joint_rms = 0.80", "joint_rms = 0.05", "");
    let reused = generate_from(&spec, &old(), 54, Effort::Quick, &|_| ()).unwrap();
    assert_eq!((false, 0), (reused.limits_kept, reused.changed_cells));
}

#[test]
fn the_result_does_not_depend_on_threads_and_progress_adds_up() {
    use std::sync::atomic::{AtomicU64, Ordering};
    let spec = changed("", "", "20,failure,,,1,\n20,cause,2,d6,6,\n");
    let deck = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let steps_done = AtomicU64::new(0);
        let progress = |steps| {
            steps_done.fetch_add(steps, Ordering::Relaxed);
        };
        let reused = pool.install(|| generate_from(&spec, &old(), 54, Effort::Quick, &progress));
        assert!((1..=REUSE_STEPS).contains(&steps_done.into_inner()));
        reused.unwrap()
    };
    assert_eq!(deck(1), deck(3));
}
