//! Checks a theme's own templates of products.

use crate::diagnostic::Problems;
use crate::diff::{changelog_card, diff};
use crate::face::{Faces, Product};
use crate::geometry::{Mm, Size};
use crate::table::rules::Options;

use super::pdf::Timestamp;
use super::sheet::Flip;
use super::{Leaf, TuckBox, explained, telling_card};

/// The faults of the theme's own templates, each drawn once for the deck with the defaults of its command.
pub fn own_product_faults(faces: &Faces<'_>) -> Problems {
    let mut problems = Problems::new();
    // Large enough for every box.
    let paper = Size { width: Mm(600.0), height: Mm(600.0) };
    let date = Timestamp::FIXED;
    for product in Product::ALL {
        if faces.theme().own_product(product).is_none() {
            continue;
        }
        let made = match product {
            Product::TuckBox => {
                let cards = faces.deck().size() as u8;
                TuckBox { cards, stock_um: 310, paper, date }.files(faces).map(drop)
            }
            Product::Leaf => {
                let paper = Size { width: Mm(297.0), height: Mm(210.0) };
                let leaf = Leaf { paper, flip: Flip::LongEdge, printer: None, date };
                leaf.files(faces, &Options::default()).map(drop)
            }
            Product::Explained => explained(faces, telling_card(faces)).map(drop),
            Product::Changelog => {
                let deck = faces.deck();
                changelog_card(&diff((deck, None), (deck, None)), faces).map(drop)
            }
        };
        problems.extend(made.err().unwrap_or_default());
    }
    problems
}
