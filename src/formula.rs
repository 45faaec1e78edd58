//! Which cells of a table a spreadsheet would run, and how they are written so that it shows them.
//!
//! A text that begins with `=`, `+`, `-` or `@` is a formula to a spreadsheet, and a formula may
//! start programs. An apostrophe before it makes it a text; people and spreadsheets know the sign.
//! Numbers stay numbers, and a sign alone is no formula.

/// A cell's text as a table holds it: with one apostrophe before what would be run. A text that
/// looks as if it had been given one gets another, so [`plain`] finds every text again.
pub(crate) fn guarded(text: String) -> String {
    if is_run(text.trim_start_matches('\'')) { format!("'{text}") } else { text }
}

/// The text that [`guarded`] was given.
pub(crate) fn plain(cell: String) -> String {
    match cell.strip_prefix('\'') {
        Some(text) if is_run(text.trim_start_matches('\'')) => text.to_owned(),
        _ => cell,
    }
}

/// Whether a spreadsheet would run the cell. The wide signs are what keyboards of East Asia give;
/// a tab or a line break before a formula is dropped by some programs.
fn is_run(cell: &str) -> bool {
    let begins = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    begins && cell.chars().nth(1).is_some() && !is_number(cell)
}

/// Whether the cell is a whole number in its plain form.
fn is_number(cell: &str) -> bool {
    cell.parse().is_ok_and(|number: i64| number.to_string() == cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_get_an_apostrophe_and_nothing_else_does() {
        for formula in ["=1+1", "+1", "-a", "@SUM(A1)", "=cmd|' /C calc'!A0", "－1", "-0", "\t=1"]
        {
            assert_eq!(format!("'{formula}"), guarded(formula.to_owned()), "{formula:?}");
        }
        for text in ["", "-1", "-9999", "5", "+", "-", "=", "leg", "'leg", "a=b", "'", "'-1"] {
            assert_eq!(text, guarded(text.to_owned()));
        }
    }

    proptest! {
        #[test]
        fn every_text_is_found_again_and_none_is_run(text in "['=+@0-9a-]{0,5}|.{0,6}") {
            let cell = guarded(text.clone());
            prop_assert!(!is_run(&cell), "{cell:?}");
            prop_assert_eq!(text, plain(cell));
        }
    }
}
