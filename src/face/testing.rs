//! Sample decks and themes for the tests of this folder.

use std::sync::Arc;

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::Source;

use super::document::Element;
use super::{Theme, layout, placeholder};

const SAMPLE: &str = include_str!("../../tests/data/deck.csv");

/// The file of a bundled font.
pub(super) fn bundled_font() -> Vec<u8> {
    super::fonts::files().next().unwrap().1.to_vec()
}

/// A complete deck with poor statistics.
pub(super) fn deck() -> Deck {
    deck_where(|csv| csv)
}

/// As [`deck`], with its CSV text changed.
pub(super) fn deck_where(change: impl Fn(String) -> String) -> Deck {
    Deck::read("Sample.csv", &change(SAMPLE.to_owned())).unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn number(number: u8) -> CardNumber {
    CardNumber::new(number).unwrap()
}

/// An SVG of a poker card with this content.
pub(super) fn svg(body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" width=\"69.85mm\" \
         height=\"95.25mm\" viewBox=\"-3.175 -3.175 69.85 95.25\" \
         font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\" font-size=\"3\">{body}</svg>"
    )
}

/// A theme in black on white with this front and a back that shows only the deck's name.
pub(super) fn theme(front: &str) -> Theme {
    theme_of(&svg(front), &svg("<text x=\"9\" y=\"9\">{{deck}} {{edition}}</text>"))
}

/// A theme in black on white with these two files.
pub(super) fn theme_of(card: &str, back: &str) -> Theme {
    let toml = "name = \"test\"\ntitle = \"Test\"\n\
        [swatches.paper]\nrgb = \"#ffffff\"\ncmyk = [0, 0, 0, 0]\n\
        [swatches.black]\nrgb = \"#000000\"\ncmyk = [0, 0, 0, 100]\n";
    let sources: [Arc<Source>; 3] = [
        Source::new("theme.toml", toml),
        Source::new("card.svg", card),
        Source::new("back.svg", back),
    ];
    Theme::from_sources(sources).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The card and back of a built-in theme with a separate place for every value of a deck, as in a template
/// without prototypes.
pub(super) fn named_places(theme: &str, deck: &Deck) -> (String, String) {
    let theme = Theme::built_in(theme).unwrap();
    let mut root = Element::read_template(theme.card()).unwrap();
    placeholder::put_words(&mut root, theme.words(), deck);
    let values = theme.values(deck, "");
    let laid = layout::lay_out(root, &theme, &values, 0.0);
    let laid = laid.unwrap_or_else(|problems| panic!("{problems}"));
    (laid.root.to_svg(), theme.back().text().to_owned())
}
