//! Examples of the instruction card: replaces `{level}`, `{sides}`, `{tn}`, `{row}` and `{effect}` in a word
//! by dice that the deck has.

use crate::deck::{CheckRule, Deck, GridShape};
use crate::dice::Die;

use super::Words;

/// The usual die of a check, used if the deck has it.
const CAUSE_SIDES: u16 = 10;
const EFFECT_SIDES: u16 = 6;
/// The usual die of a pool.
const POOL_SIDES: u16 = 6;
/// The most dice that an example reads.
const MOST_ROWS: u8 = 3;

/// The name of the word that replaces one of the instruction card, depending on the check rule; `None` if it
/// is omitted.
pub(super) fn said_of(name: &str, check: CheckRule) -> Option<&str> {
    match (name, check) {
        (_, CheckRule::Bumps) => Some(name),
        ("how_column", _) if !check.has_target() => Some("how_dice"),
        ("how_column_alone", _) if !check.has_target() => Some("how_dice_alone"),
        ("how_take", _) if !check.has_target() => None,
        ("how_reach", CheckRule::Reach) => Some("how_reach_only"),
        ("how_reach", CheckRule::Under) => Some("how_under"),
        ("how_reach", CheckRule::Count) => Some("how_count"),
        ("how_reach", CheckRule::Figure) => None,
        ("how_hit", _) => Some("how_hit_only"),
        _ => Some(name),
    }
}

/// What the instruction card says about success, with examples filled in; `None` if nothing.
pub(crate) fn success(words: &Words, deck: &Deck) -> Option<String> {
    let name = said_of("how_reach", deck.imprint().check)?;
    Some(filled(words.word(name)?, deck))
}

/// The die of the instruction card's check; `None` for a deck without the cause grid.
pub(crate) fn check_die(deck: &Deck) -> Option<Die> {
    let usual = if deck.imprint().check == CheckRule::Count { POOL_SIDES } else { CAUSE_SIDES };
    die_of(&deck.layout().cause, usual)
}

/// A word with its examples filled in; unknown names in braces stay.
pub(super) fn filled(word: &str, deck: &Deck) -> String {
    if !word.contains('{') {
        return word.to_owned();
    }
    let (cause, effect) = (&deck.layout().cause, &deck.layout().effect);
    let mut word = word.to_owned();
    let mut put = |name: &str, number: u16| word = word.replace(name, &number.to_string());
    if let Some(die) = check_die(deck) {
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

/// The column with this number of sides, or else the middle one; `None` if the deck lacks the grid.
fn die_of(grid: &GridShape, sides: u16) -> Option<Die> {
    let known = grid.columns.iter().find(|die| die.sides() == sides);
    known.or_else(|| grid.columns.get(grid.columns.len() / 2)).copied()
}

/// A target number of seven tenths of the die's sides, rounded up, so 7 of a d10: neither certain nor
/// hopeless.
fn target_number(die: Die) -> u16 {
    (die.sides() * 7).div_ceil(10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Imprint;
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
        assert_eq!(EFFECT, filled(EFFECT, &deck), "a deck without the effect grid");
    }

    #[test]
    fn examples_follow_the_check_rule_of_the_game() {
        let said = |check: CheckRule| {
            let imprint = Imprint { check, ..Imprint::default() };
            let deck = Deck::built_in().with_imprint(imprint);
            let words = Words::usual();
            let names = ["how_column", "how_column_alone", "how_take", "how_reach", "how_hit"];
            let said = names.map(|name| said_of(name, check).map(|name| words.word(name).unwrap()));
            said.into_iter().flatten().map(|word| filled(word, &deck)).collect::<Vec<_>>().join(" ")
        };
        assert!(
            said(CheckRule::Bumps).contains("TN 7”") && said(CheckRule::Bumps).contains("bump")
        );
        assert!(
            said(CheckRule::Reach).contains("TN 7”") && !said(CheckRule::Reach).contains("ump")
        );
        for check in [CheckRule::Under, CheckRule::Count, CheckRule::Figure] {
            assert!(!said(check).contains("TN") && !said(check).contains("ump"), "{}", said(check));
        }
        assert!(said(CheckRule::Under).contains("or less"), "{}", said(CheckRule::Under));
        let pool = said(CheckRule::Count);
        assert!(
            pool.contains("“3d6”: column 6, rows 1 to 3.") && pool.contains("Each 6 is"),
            "{pool}"
        );
    }
}
