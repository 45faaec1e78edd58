//! How large cards are printed, measured over all their letters.

use super::numbers::Found;
use crate::deck::CardNumber;

/// By how much of its size a card may be larger or smaller. Nothing corrects fronts: only backs are moved for a printer.
/// The usual slip, a page saved or printed "fit to page", is 2 to 4 %; what programs round when they save a file is less
/// than a tenth of this.
const LARGEST_STRETCH: f64 = 0.002;
/// Of fewer letters only the card's number tells the size.
const LEAST_LETTERS: usize = 20;
/// The same where they lie nearer to each other, as the mean distance from their middle in millimetres.
const LEAST_SPREAD_MM: f64 = 5.0;
/// Scales across and down that differ by less are told as one.
const ALIKE: f64 = 0.0005;

/// A letter of a card: where its face has it, and where it stands if the card is as large as its number.
pub(super) type Letter = [[f64; 2]; 2];

/// How large a card is printed.
pub(super) struct Scaled {
    pub card: CardNumber,
    /// How many times as wide and as high as it should be.
    pub scale: [f64; 2],
}

impl Scaled {
    /// A card by its number and its letters. A number alone is too small to measure a card by, and its letters lie
    /// all over it.
    pub(super) fn of(found: &Found, letters: &[Letter]) -> Self {
        let number = [found.anchor.along_mm, found.anchor.down_mm]
            .map(|[x, y]| (x * x + y * y).sqrt() / found.size_mm);
        let scale = [0, 1].map(|axis| number[axis] * slope(letters, axis));
        Self { card: found.card, scale }
    }

    fn is_off(&self) -> bool {
        self.scale.iter().any(|scale| (scale - 1.0).abs() > LARGEST_STRETCH)
    }

    /// `98.5 % of its size`, or both ways where they differ.
    fn percent(&self) -> String {
        let [across, down] = self.scale.map(|scale| scale * 100.0);
        match (across - down).abs() < ALIKE * 100.0 {
            true => format!("{:.1} % of its size", f64::midpoint(across, down)),
            false => format!("{across:.1} % of its width and {down:.1} % of its height"),
        }
    }
}

/// How many times as far from each other letters stand as on their face: the line of least squares.
fn slope(letters: &[Letter], axis: usize) -> f64 {
    let count = letters.len() as f64;
    let mean = |of: usize| letters.iter().map(|letter| letter[of][axis]).sum::<f64>() / count;
    let (on_face, there) = (mean(0), mean(1));
    let (mut both, mut own) = (0.0, 0.0);
    for [face, found] in letters {
        let from_middle = face[axis] - on_face;
        both += from_middle * (found[axis] - there);
        own += from_middle * from_middle;
    }
    let tells = letters.len() >= LEAST_LETTERS && own > count * LEAST_SPREAD_MM * LEAST_SPREAD_MM;
    if tells { both / own } else { 1.0 }
}

/// What is said of the cards of a page that are not as large as they should be: once of the page where it is all of them.
pub(super) fn told(cards: &[Scaled]) -> Vec<String> {
    let off: Vec<&Scaled> = cards.iter().filter(|card| card.is_off()).collect();
    match off[..] {
        [first, _, ..] if off.len() == cards.len() => vec![format!(
            "the page is at {}: it must be saved and printed at 100 %, not fitted to the paper",
            first.percent()
        )],
        _ => off.iter().map(|own| format!("card {}: is at {}", own.card, own.percent())).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scaled(card: u8, scale: [f64; 2]) -> Scaled {
        Scaled { card: CardNumber::new(card).unwrap(), scale }
    }

    #[test]
    fn a_page_is_told_once_and_a_card_by_itself() {
        let page = [scaled(3, [0.985; 2]), scaled(4, [0.985; 2])];
        assert_eq!(
            [
                "the page is at 98.5 % of its size: it must be saved and printed at 100 %, not fitted \
              to the paper"
            ],
            *told(&page)
        );
        let one = [scaled(3, [1.0; 2]), scaled(4, [0.9975, 1.0])];
        assert_eq!(["card 4: is at 99.8 % of its width and 100.0 % of its height"], *told(&one));
    }

    #[test]
    fn what_rounding_costs_is_no_scale() {
        assert!(told(&[scaled(3, [0.9985, 1.0015]), scaled(4, [1.0; 2])]).is_empty());
    }

    #[test]
    fn letters_all_over_a_card_tell_its_size_and_few_do_not() {
        let letter = |at: u32| {
            let at = f64::from(at);
            // Each by a twentieth of a millimetre aside.
            let aside = if at % 2.0 < 1.0 { 0.05 } else { -0.05 };
            [[at, 30.0], [at * 1.003 + aside, 30.0]]
        };
        let all: Vec<Letter> = (0..60).map(letter).collect();
        assert!((slope(&all, 0) - 1.003).abs() < 0.0003, "{}", slope(&all, 0));
        // Nothing lies above or below the others.
        assert!((slope(&all, 1) - 1.0).abs() < 1e-12);
        assert!((slope(&all[..10], 0) - 1.0).abs() < 1e-12);
    }
}
