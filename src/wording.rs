//! Formats numbers and texts for people and for markup.

/// A whole number with commas as thousands separators.
pub(crate) fn grouped<N: std::fmt::Display>(number: N) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun, whose plural ends in s: `1 card`, `2 cards`.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", plural_form(count, "", "s"))
}

/// The form of a word that goes with a count: `is` with one, `are` with none or several.
pub(crate) fn plural_form<'t>(count: usize, one: &'t str, several: &'t str) -> &'t str {
    if count == 1 { one } else { several }
}

/// A part of a count with its noun, whose plural ends in s: `1 of 10 shots`, `0 of 1 shot`.
pub(crate) fn part_of(part: usize, count: usize, thing: &str) -> String {
    format!("{part} of {}", counted(count, thing))
}

/// A number compared with a bound, with `places` decimals or as many more as show a difference: 5.99 points
/// is not shown as 6.0 against a limit of 6.
#[cfg(feature = "print")]
pub(crate) fn apart_from(value: f64, bound: f64, places: u32) -> String {
    let written = |places: u32| format!("{value:.*}", places as usize);
    let is_apart = |places: u32| {
        written(places).parse().is_ok_and(|shown: f64| shown.total_cmp(&bound).is_ne())
    };
    written(places_apart(places, is_apart))
}

/// The number of decimals, at least `places`, at which two numbers differ when printed.
pub(crate) fn places_apart(places: u32, are_apart: impl Fn(u32) -> bool) -> u32 {
    /// Decimals past which two numbers count as equal.
    const MOST_PLACES: u32 = 9;
    (places..MOST_PLACES).find(|places| are_apart(*places)).unwrap_or(places)
}

/// Escapes text for HTML and XML, attributes included.
#[cfg(feature = "print")]
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_by_commas() {
        assert_eq!(
            ["0", "999", "1,000", "1,234,567"],
            [0, 999, 1000, 1_234_567].map(grouped::<i32>)
        );
    }

    #[test]
    fn a_count_of_one_is_singular() {
        assert_eq!(["0 cards", "1 card", "2 cards"], [0, 1, 2].map(|n| counted(n, "card")));
        assert_eq!(["1 of 1 shot", "1 of 3 shots"], [1, 3].map(|n| part_of(1, n, "shot")));
    }

    #[cfg(feature = "print")]
    #[test]
    fn a_number_never_prints_as_its_bound() {
        let reported = [(5.985, 6.0, 1), (0.2489, 0.25, 2), (0.23, 0.25, 2), (6.0, 6.0, 1)];
        let reported = reported.map(|(value, bound, places)| apart_from(value, bound, places));
        assert_eq!(["5.99", "0.249", "0.23", "6.0"], reported);
    }

    #[cfg(feature = "print")]
    #[test]
    fn markup_in_names_is_escaped() {
        assert_eq!("&lt;b&gt; &amp; &quot;c&quot;", escaped("<b> & \"c\""));
    }
}
