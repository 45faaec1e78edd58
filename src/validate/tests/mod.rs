//! Validation of valid decks, of biased ones, and of decks with a seeded defect.

mod biased_decks;
pub(super) mod fixtures;
mod seeded_defects;

use super::validate;

#[test]
fn the_sample_deck_breaks_no_rule() {
    let validation = validate(&fixtures::deck(), Some(&fixtures::spec()));
    let faults: Vec<String> = validation.faults.iter().map(ToString::to_string).collect();
    assert_eq!(Vec::<String>::new(), faults);
}

#[test]
fn a_deck_without_spec_is_judged_by_itself() {
    let validation = validate(&fixtures::deck(), None);
    assert!(validation.faults.is_empty());
    assert_eq!(None, validation.spec);
    let with_spec = validate(&fixtures::deck(), Some(&fixtures::spec()));
    // Only a spec gives the number of steps of the hit-location ladder.
    let reported = with_spec.figures.iter().filter(|figure| figure.id != "hit_error");
    assert_eq!(reported.cloned().collect::<Vec<_>>(), validation.figures);
}
