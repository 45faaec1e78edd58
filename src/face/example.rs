//! The examples of the instruction card: dice that the deck has, in place of `{level}`, `{sides}`, `{tn}`,
//! `{row}` and `{effect}` in a word.

use crate::deck::{Deck, GridShape};
use crate::dice::Die;

/// The dice of the games that most decks are for, taken where the deck has them.
const CAUSE_SIDES: u16 = 10;
const EFFECT_SIDES: u16 = 6;
/// How many dice an example reads, if there are as many rows.
const MOST_ROWS: u8 = 3;

/// A word with its examples; what is in no braces, or in others, stays as it is.
pub(super) fn filled(word: &str, deck: &Deck) -> String {
    if !word.contains('{') {
        return word.to_owned();
    }
    let (cause, effect) = (&deck.layout().cause, &deck.layout().effect);
    let mut word = word.to_owned();
    let mut put = |name: &str, number: u16| word = word.replace(name, &number.to_string());
    if let Some(die) = die_of(cause, CAUSE_SIDES) {
        put("{level}", cause.rows.min(MOST_ROWS).into());
        put("{sides}", die.sides());
        put("{tn}", target_number(die));
    }
    if let Some(die) = die_of(effect, EFFECT_SIDES) {
        put("{row}", effect.rows.min(MOST_ROWS).into());
        put("{effect}", die.sides());
    }
    word
}

/// The column of so many sides, or else the middle one; `None` of a grid that the deck does without.
fn die_of(grid: &GridShape, sides: u16) -> Option<Die> {
    let known = grid.columns.iter().find(|die| die.sides() == sides);
    known.or_else(|| grid.columns.get(grid.columns.len() / 2)).copied()
}

/// Seven tenths of the die's sides, rounded up, so TN 7 of a d10: neither certain nor hopeless.
fn target_number(die: Die) -> u16 {
    (die.sides() * 7).div_ceil(10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Effort, generate};
    use crate::spec::preset;

    const CAUSE: &str = "{level}d{sides}, TN {tn}: column {sides}, rows 1 to {level}, {of}";
    const EFFECT: &str = "({row}){effect}";

    #[test]
    fn examples_are_read_from_columns_and_rows_that_the_deck_has() {
        let deck = Deck::built_in();
        assert_eq!("3d10, TN 7: column 10, rows 1 to 3, {of}", filled(CAUSE, &deck));
        assert_eq!("(3)6", filled(EFFECT, &deck));
        let spec = preset("oracle").unwrap().spec().unwrap();
        let deck = generate(&spec, spec.seed, Effort::Quick, &|_| ()).unwrap();
        assert_eq!("1d6, TN 5: column 6, rows 1 to 1, {of}", filled(CAUSE, &deck));
        assert_eq!(EFFECT, filled(EFFECT, &deck), "there is no effect to read");
    }
}
