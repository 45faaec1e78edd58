//! The page order that a print house requires: which pages are fronts and which are backs.

use std::collections::{BTreeMap, BTreeSet};

use super::super::examined::Examined;
use super::super::painted::{OutlinedWord, PageDigest};
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;
use crate::render::sheet::PageOrder;

/// The fault of an odd number of pages.
fn odd(pages: usize) -> String {
    format!("an odd number of pages: {pages}")
}

/// Checks the page order. The deck, if given, says which pages are backs; otherwise their looks do, since backs look
/// alike and fronts do not. Several different backs are accepted if they are on back positions only, most of them more
/// than once; a page that occurs once is a back if the length of its text is closer to a repeated back than to a front.
pub(super) fn order(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let press = match criteria.required_press() {
        Ok(press) => press,
        Err(verdict) => return verdict,
    };
    let looks = examined.painted.looks();
    let sides = match &examined.backs {
        Some(reported) => reported.clone(),
        None => {
            let mut times: BTreeMap<&PageDigest, usize> = BTreeMap::new();
            looks.iter().for_each(|look| *times.entry(look).or_default() += 1);
            let back = looks.iter().max_by_key(|look| times[look]).filter(|look| times[look] > 1);
            match (back, press.order) {
                (Some(back), _) => looks.iter().map(|look| Some(look == back)).collect(),
                // There is at most one back then.
                (None, PageOrder::BackLast | PageOrder::TwoFiles) => return RuleVerdict::Pass,
                (None, _) if looks.len() == 2 => {
                    return RuleVerdict::skip(
                        "the back of two pages is known only with the deck (--deck)",
                    );
                }
                (None, PageOrder::FrontFirst | PageOrder::BackFirst) => {
                    return RuleVerdict::whether(looks.len().is_multiple_of(2), odd(looks.len()))
                        .or_unchecked(&Faults::from_iter([Fault::whole(
                            "no two pages look alike, so fronts and backs cannot be distinguished; \
                             give the deck (--deck)",
                        )]));
                }
            }
        }
    };
    let backs = sides.iter().filter(|side| **side == Some(true)).count();
    let first = match press.order {
        PageOrder::FrontFirst => 1,
        PageOrder::BackFirst => 0,
        PageOrder::BackLast => {
            return RuleVerdict::whether(
                backs * 2 < sides.len(),
                "a back for every front; the order is FRONT 1, FRONT 2 … BACK",
            );
        }
        PageOrder::TwoFiles => {
            return RuleVerdict::whether(
                backs == sides.len() || backs * 2 < sides.len(),
                "fronts and backs in one file; each has its own",
            );
        }
    };
    let mut faults = Vec::new();
    if !sides.len().is_multiple_of(2) {
        faults.push(Fault::whole(odd(sides.len())));
    }
    let wrong = sides.iter().enumerate().find_map(|(place, side)| {
        let (is_back, asked) = ((*side)?, place % 2 == first);
        (is_back != asked).then_some((place, is_back))
    });
    let wrong = wrong.filter(|_| {
        examined.backs.is_some() || !has_several_backs(&looks, &letters(examined, &looks), first)
    });
    if let Some((place, is_back)) = wrong {
        let page = u32::try_from(place + 1).unwrap_or(u32::MAX);
        let sides = ["a front", "a back"];
        let (has, asked) = (sides[usize::from(is_back)], sides[usize::from(!is_back)]);
        let order = match first {
            0 => "BACK 1, FRONT 1, BACK 2 …",
            _ => "FRONT 1, BACK 1, FRONT 2 …",
        };
        let reason = format!("{has} where {asked} belongs; the order is {order}");
        faults.push(Fault::on(page, reason));
    }
    RuleVerdict::from_faults(faults)
}

/// The number of letters on each page, in fonts or as shapes.
fn letters(examined: &Examined<'_>, looks: &[PageDigest]) -> Vec<usize> {
    let in_fonts =
        |(_, text): &PageDigest| text.chars().filter(|letter| !letter.is_whitespace()).count();
    let mut letters: Vec<usize> = looks.iter().map(in_fonts).collect();
    for OutlinedWord { page, letters: own, .. } in &examined.painted.letters.found {
        if let Some(letters) = letters.get_mut((*page as usize).wrapping_sub(1)) {
            *letters += own;
        }
    }
    letters
}

/// Whether every other page from `first` is a back and the others are fronts. `letters` is the number of letters on
/// each page.
fn has_several_backs(looks: &[PageDigest], letters: &[usize], first: usize) -> bool {
    let of = |rest: usize| looks.iter().zip(letters).skip(rest).step_by(2);
    let fronts: BTreeSet<&PageDigest> = of(1 - first).map(|(look, _)| look).collect();
    let mut backs: BTreeMap<&PageDigest, usize> = BTreeMap::new();
    of(first).for_each(|(look, _)| *backs.entry(look).or_default() += 1);
    let (known, once): (Vec<_>, Vec<_>) = of(first).partition(|(look, _)| backs[look] > 1);
    let nearest = |own: usize, others: &mut dyn Iterator<Item = usize>| {
        others.map(|other| own.abs_diff(other)).min().unwrap_or(usize::MAX)
    };
    let says_as_much = |own: usize| {
        let to_backs = nearest(own, &mut known.iter().map(|(_, letters)| **letters));
        to_backs < nearest(own, &mut of(1 - first).map(|(_, letters)| *letters))
    };
    looks.len().is_multiple_of(2)
        && backs.len() < fronts.len()
        && !backs.keys().any(|look| fronts.contains(look))
        && once.len() < known.len()
        && once.iter().all(|(_, letters)| says_as_much(**letters))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether these pages have several backs; each has a digit for its content and a number of letters.
    fn describe(pages: &[(u8, usize)]) -> bool {
        let look = |(paint, letters): &(u8, usize)| ([*paint; 32], "x".repeat(*letters));
        let looks: Vec<PageDigest> = pages.iter().map(look).collect();
        let letters: Vec<usize> = pages.iter().map(|(_, letters)| *letters).collect();
        has_several_backs(&looks, &letters, 1)
    }

    const BACK: (u8, usize) = (1, 8);
    const OTHER_BACK: (u8, usize) = (2, 8);

    fn front(number: u8) -> (u8, usize) {
        (100 + number, 90)
    }

    #[test]
    fn a_single_back_is_accepted_if_its_text_is_short() {
        let [a, b, c, d] = [1, 2, 3, 4].map(front);
        for once in [OTHER_BACK, (3, 0), (3, 14)] {
            assert!(describe(&[a, BACK, b, once, c, BACK]), "{once:?}");
        }
        assert!(describe(&[a, BACK, b, OTHER_BACK, c, BACK, d, OTHER_BACK]));
    }

    #[test]
    fn a_front_in_the_place_of_a_back_is_not_a_back() {
        let [a, b, c, d] = [1, 2, 3, 4].map(front);
        // The back is missing, exchanged with its front, or one page too early.
        assert!(!describe(&[a, BACK, b, d, c, BACK]));
        assert!(!describe(&[a, BACK, BACK, b, c, BACK]));
        assert!(!describe(&[a, BACK, b, c, OTHER_BACK, BACK, d, BACK]));
        // A front with little text.
        assert!(!describe(&[a, BACK, b, (9, 60), c, BACK]));
    }

    #[test]
    fn backs_that_occur_once_each_are_not_recognised() {
        let [a, b, c] = [1, 2, 3].map(front);
        assert!(!describe(&[a, BACK, b, OTHER_BACK, c, (3, 8)]));
        // As many as the repeated backs: which of them are backs is undecidable.
        assert!(!describe(&[a, BACK, b, BACK, c, OTHER_BACK, front(4), (3, 8)]));
        // Pages without letters give no evidence.
        assert!(!describe(&[(4, 0), (1, 0), (5, 0), (2, 0), (6, 0), (1, 0)]));
    }
}
