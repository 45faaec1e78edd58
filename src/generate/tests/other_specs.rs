//! Tests of specs that are not the presets: other dice, other heights, other elements.

use super::super::{Effort, generate};
use crate::spec::{Spec, preset};
use crate::validate::{FigureVerdict, Validation, validate};

fn quick(change: impl Fn(&str) -> String) -> Validation {
    let text = change(preset("true-dice").unwrap().spec);
    let spec = Spec::read("deck.toml", &text, &mut |_| Ok(String::new()));
    let spec = spec.unwrap_or_else(|problems| panic!("{problems}"));
    let deck = generate(&spec, 1, Effort::Quick, &|_| ()).unwrap();
    let validation = validate(&deck, Some(&spec));
    assert!(validation.faults.is_empty(), "{:?}", validation.faults);
    validation
}

fn columns(text: &str, dice: &str, rows: u8) -> String {
    text.replace(r#"["d4", "d6", "d8", "d10", "d12"]"#, dice)
        .replace("rows = 5", &format!("rows = {rows}"))
}

fn short(validation: &Validation) -> Vec<&'static str> {
    let figures = validation.figures.iter();
    figures.filter(|f| f.verdict == FigureVerdict::FallsShort).map(|f| f.id).collect()
}

#[test]
fn one_row_of_unusual_dice_keeps_every_limit() {
    let validation = quick(|text| {
        columns(text, r#"["d3", "d5", "d20", "d100"]"#, 1)
            .replace("closed = false", "closed = true")
    });
    assert_eq!(Vec::<&str>::new(), short(&validation));
}

/// Eight d3 hardly ever show less than 3, and a reading that differs on the same few cards at every level
/// cannot be independent of all others.
#[test]
fn eight_rows_keep_all_limits_but_the_largest_r() {
    let validation = quick(|text| {
        let element = "\n[[element]]\nid = \"omen\"\ndice = \"1d20\"\n";
        columns(text, r#"["d3", "d20"]"#, 8) + element
    });
    let short = short(&validation);
    assert!(short.iter().all(|id| *id == "worst_r"), "{short:?}");
}
