//! The size of a card's number, which identifies the card when finished files are read back.

use super::super::document::Element;
use super::super::name::Name;
use super::super::placeholder;
use super::super::text::lettering::Lettering;
use crate::deck::Field;

/// The least difference in size between another figure and the number, as a part of the number's size.
const APART: f64 = 0.07;

/// The font size of a card's number in a template; 0 if it has none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NumberSize(f64);

impl NumberSize {
    /// Finds the largest in a template.
    pub(super) fn find(root: &Element, top: &Lettering) -> Self {
        let lettering = top.within(root);
        let is_number = |text: &Element| {
            let pieces = placeholder::pieces(text);
            pieces.iter().any(|piece| piece.name == Ok(Name::Field(Field::Number)))
        };
        if root.name == "text" {
            return Self(if is_number(root) { lettering.size_mm } else { 0.0 });
        }
        let sizes = root.elements().map(|child| Self::find(child, &lettering).0);
        Self(sizes.fold(0.0, f64::max))
    }

    /// The largest scale up to `scale` at which grown texts of these sizes differ in size from the number.
    pub(super) fn apart(self, sizes: impl Iterator<Item = f64>, scale: f64) -> f64 {
        let sizes: Vec<f64> = sizes.collect();
        let nearly = (self.0 * (1.0 - APART))..(self.0 * (1.0 + APART));
        let largest = sizes.iter().copied().fold(0.0, f64::max);
        match scale > 1.0 && sizes.iter().any(|size| nearly.contains(&(size * scale))) {
            true => (nearly.start / largest).max(1.0).min(scale),
            false => scale,
        }
    }
}
