//! Themes with several backs, for suits, groups or cards.

mod behind;
mod sent;

use std::fmt::Write as _;
use std::path::Path;

use actiondeck::deck::{CardNumbers, Deck};
use actiondeck::face::Theme;
use actiondeck::render::vendor::Vendor;
use actiondeck::render::{Job, NamedFile, only};

use super::deck;

/// The colours of five backs and of the fronts they belong to.
const COLOURS: [&str; 5] = ["#c02020", "#2040c0", "#109040", "#b09010", "#8020a0"];

fn svg(body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" width=\"69.85mm\" \
         height=\"95.25mm\" viewBox=\"-3.175 -3.175 69.85 95.25\" \
         font-family=\"IBM Plex Sans Condensed\" font-weight=\"700\" font-size=\"6\">\
         <rect x=\"-3.175\" y=\"-3.175\" width=\"69.85\" height=\"95.25\" fill=\"#ffffff\"/>{body}</svg>\n"
    )
}

/// A patch in the middle of the card, which covers itself when the card is turned over.
fn patch(colour: &str) -> String {
    format!("<rect x=\"12\" y=\"24\" width=\"39.5\" height=\"40.9\" fill=\"{colour}\"/>")
}

/// The tables that assign backs to cards; the list is indexed by card number.
fn lists(backs: &[usize]) -> String {
    let mut tables = String::new();
    for place in 0..COLOURS.len() {
        let own = numbers(backs, place);
        if !own.is_empty() {
            let cards = own.join(",");
            write!(tables, "[[back]]\nfile = \"back-{place}.svg\"\ncards = \"{cards}\"\n").unwrap();
        }
    }
    tables
}

fn numbers(backs: &[usize], place: usize) -> Vec<String> {
    let own = (0..backs.len()).filter(|&card| backs[card] == place);
    own.map(|card| card.to_string()).collect()
}

/// The text on the backs of a theme.
#[derive(Clone, Copy, Debug, PartialEq)]
enum BackText {
    DeckName,
    Blank,
}

/// A theme with five backs, with or without text, and these tables.
///
/// Each front has the colour of its back; `fronts` is indexed by card number.
fn theme(folder: &Path, fronts: &[usize], tables: &str, back_text: BackText) -> Theme {
    let mut toml = "name = \"backs\"\ntitle = \"Backs\"\n\
        [swatches.paper]\nrgb = \"#ffffff\"\ncmyk = [0, 0, 0, 0]\n\
        [swatches.black]\nrgb = \"#000000\"\ncmyk = [0, 0, 0, 100]\n"
        .to_owned();
    let inks =
        [[15, 100, 90, 10], [95, 80, 0, 0], [85, 10, 95, 5], [25, 35, 100, 5], [60, 95, 0, 0]];
    let mut card = "<text x=\"5\" y=\"12\" fill=\"#000000\">{{number}}</text>".to_owned();
    for (place, colour) in COLOURS.iter().enumerate() {
        let cmyk = inks[place];
        write!(toml, "[swatches.c{place}]\nrgb = \"{colour}\"\ncmyk = {cmyk:?}\n").unwrap();
        let (own, patch) = (numbers(fronts, place).join("|"), patch(colour));
        if !own.is_empty() {
            write!(card, "<g inkscape:label=\"is number {own}\">{patch}</g>").unwrap();
        }
        let name =
            "<text x=\"31.75\" y=\"14\" text-anchor=\"middle\" fill=\"#000000\">{{DECK}}</text>";
        let names = match back_text {
            BackText::DeckName => {
                format!("{name}<g transform=\"rotate(180 31.75 44.45)\">{name}</g>")
            }
            BackText::Blank => String::new(),
        };
        let back = names + &patch;
        std::fs::write(folder.join(format!("back-{place}.svg")), svg(&back)).unwrap();
    }
    std::fs::write(folder.join("theme.toml"), toml + tables).unwrap();
    std::fs::write(folder.join("card.svg"), svg(&card)).unwrap();
    Theme::read(folder).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A theme with a back for the red suits, one for the black and one for the jokers.
pub(super) fn suits(folder: &Path) -> Theme {
    let deck = deck();
    let place = |suit: &str| match suit {
        "hearts" | "diamonds" => 0,
        "clubs" | "spades" => 1,
        _ => 2,
    };
    let fronts: Vec<usize> = deck.cards().iter().map(|card| place(card.suit.name())).collect();
    let tables = "[[back]]\nfile = \"back-0.svg\"\nis = \"suit.name hearts|diamonds\"\n\
        [[back]]\nfile = \"back-1.svg\"\nis = \"suit.name clubs|spades\"\n\
        [[back]]\nfile = \"back-2.svg\"\nis = \"suit.name red joker|black joker\"\n";
    theme(folder, &fronts, tables, BackText::DeckName)
}

/// The cards of an upload: two with each of three backs.
pub(super) const SENT: &str = "0,1,2,20,30,53";

pub(super) fn sent_cards(
    cards: &str,
    vendor: &str,
    theme: &Theme,
    deck: &Deck,
) -> Result<Vec<NamedFile>, String> {
    let vendor = Vendor::built_in(vendor).unwrap();
    let mut job = Job::new(deck, theme);
    job.cards = only(cards, CardNumbers::POKER).unwrap();
    vendor.set_up(&mut job).and_then(|()| job.run(|_| ())).map_err(|problems| problems.to_string())
}
