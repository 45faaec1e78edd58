//! `data-lines="3 12.5"`: the number of lines that a value may take and their length in millimetres. The
//! layout sets it where a place is tall enough; on each card the value takes the fewest lines it fits on.

use super::super::document::{Element, Node};
use super::super::placeholder;
use super::lettering::Lettering;
use super::lines::on_lines;

/// The attribute of a text whose font is set on the text itself.
pub(in crate::face) const LINES: &str = "data-lines";
/// The attribute of the second line and those below it, which continue the first.
pub(in crate::face) const GOES_ON: &str = "data-goes-on";
/// The line pitch, in font sizes.
pub(in crate::face) const PITCH: f64 = 1.125;

/// The value of [`LINES`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::face) struct Lines {
    pub(in crate::face) most: usize,
    pub(in crate::face) room_mm: f64,
}

impl Lines {
    /// Reads the attribute, if the text has it.
    pub(in crate::face) fn from_text(text: &Element) -> Option<Self> {
        let (most, room) = text.attribute(LINES)?.split_once(' ')?;
        Some(Self { most: most.parse().ok()?, room_mm: room.parse().ok()? })
    }

    /// The lines of a filled text, each as a text of its own, centred in the height of the maximum number of
    /// lines.
    pub(in crate::face) fn broken(self, text: &Element, lettering: &Lettering) -> Vec<Element> {
        let words = placeholder::joined(text);
        let lines = (1..=self.most.max(1)).map(|most| on_lines(words.trim(), most, lettering));
        let fits = |lines: &Vec<String>| widest(lines, lettering) <= self.room_mm + SLACK_MM;
        let mut lines = lines.skip_while(|lines| !fits(lines));
        let lines =
            lines.next().unwrap_or_else(|| on_lines(words.trim(), self.most.max(1), lettering));
        let pitch = PITCH * lettering.size_mm;
        let first: f64 = text.attribute("y").and_then(|y| y.parse().ok()).unwrap_or(0.0);
        let top = first + pitch * (self.most.saturating_sub(lines.len())) as f64 / 2.0;
        let line = |(place, words): (usize, String)| {
            let mut line = text.clone_without_children();
            line.attributes.retain(|(key, _)| key != LINES);
            line.set("y", crate::geometry::rounded(top + pitch * place as f64, 4));
            if place > 0 {
                line.set(GOES_ON, (place + 1).to_string());
                line.attributes.retain(|(key, _)| key != "id");
            }
            line.children.push(Node::Text(words, 0..0));
            line
        };
        lines.into_iter().enumerate().map(line).collect()
    }
}

/// Tolerance of line lengths, far below print resolution.
const SLACK_MM: f64 = 1e-3;

/// The length of the longest line.
pub(in crate::face) fn widest(lines: &[String], lettering: &Lettering) -> f64 {
    lines.iter().map(|line| lettering.width_mm(line)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;
    use crate::face::Fonts;

    const TEXT: &str = "<svg font-family=\"IBM Plex Sans Condensed\" font-weight=\"700\" \
        font-size=\"2\"><text x=\"9\" y=\"5\" data-field=\"omen\" data-lines=\"3 ROOM\">WORDS</text></svg>";

    fn lettering() -> Lettering {
        let source = Source::new("card.svg", TEXT);
        Lettering::in_fonts(&Fonts::bundled()).within(&Element::read(&source).unwrap())
    }

    #[test]
    fn lines_are_balanced_and_words_not_broken() {
        let on = |text: &str, most: usize| on_lines(text, most, &lettering());
        assert_eq!(["stormy weather"], *on("stormy weather", 1));
        assert_eq!(["stormy", "weather"], *on("stormy weather", 2));
        assert_eq!(["a friend in", "need comes"], *on("a friend in need comes", 2));
        assert_eq!(["one", "unprecedented", "two"], *on("one unprecedented two", 3));
        assert_eq!(["indivisible"], *on("indivisible", 3));
    }

    #[test]
    fn a_value_takes_the_fewest_lines_centred_in_their_height() {
        let broken = |words: &str, room: &str| {
            let source =
                Source::new("card.svg", TEXT.replace("WORDS", words).replace("ROOM", room));
            let root = Element::read(&source).unwrap();
            let text = root.elements().next().unwrap();
            let lettering = lettering().within(text);
            let lines = Lines::from_text(text).unwrap().broken(text, &lettering);
            lines.into_iter().map(|line| line.to_svg()).collect::<Vec<_>>()
        };
        let one = broken("rain", "12");
        assert_eq!(1, one.len());
        // Two of the lines are unused, one above and one below.
        assert!(one[0].contains("y=\"7.25\"") && !one[0].contains(LINES), "{one:?}");
        let two = broken("stormy weather", "8");
        assert!(two[0].contains("y=\"6.125\" ") || two[0].contains("y=\"6.125\""), "{two:?}");
        assert!(two[1].contains("y=\"8.375\"") && two[1].contains(">weather<"), "{two:?}");
        assert!(two[1].contains("data-field=\"omen\"") && two[1].contains(GOES_ON), "{two:?}");
    }

    proptest::proptest! {
        #[test]
        fn no_letter_is_lost_and_more_lines_are_never_longer(
            words in proptest::collection::vec("[a-z]{1,12}", 1..9), most in 1..5_usize,
        ) {
            let text = words.join(" ");
            let (some, more) =
                (on_lines(&text, most, &lettering()), on_lines(&text, most + 1, &lettering()));
            proptest::prop_assert_eq!(&text, &some.join(" "));
            proptest::prop_assert!(some.len() <= most);
            proptest::prop_assert!(
                widest(&more, &lettering()) <= widest(&some, &lettering()) + 2.0 * SLACK_MM
            );
        }
    }
}
