//! Escapes table cells that a spreadsheet would run as formulas.
//!
//! A spreadsheet takes a text that begins with `=`, `+`, `-` or `@` for a formula, and a formula may start
//! programs. A leading apostrophe makes it a text. Numbers are unchanged, and a sign alone does not make a
//! formula.

/// Returns a cell's text with an apostrophe before what a spreadsheet would run. A text that already looks
/// escaped gets another one, so that [`plain`] restores every text.
pub(crate) fn guarded(text: String) -> String {
    if is_run(text.trim_start_matches('\'')) { format!("'{text}") } else { text }
}

/// Reverses [`guarded`].
pub(crate) fn plain(cell: String) -> String {
    match cell.strip_prefix('\'') {
        Some(text) if is_run(text.trim_start_matches('\'')) => text.to_owned(),
        _ => cell,
    }
}

/// Whether a spreadsheet would run the cell. Full-width signs come from East Asian keyboards; some programs
/// ignore a tab or a line break before a formula.
fn is_run(cell: &str) -> bool {
    let begins = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    begins && cell.chars().nth(1).is_some() && !is_number(cell)
}

/// Whether the cell is a whole number in canonical form.
fn is_number(cell: &str) -> bool {
    cell.parse().is_ok_and(|number: i64| number.to_string() == cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_formulas_get_an_apostrophe() {
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
