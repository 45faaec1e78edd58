//! How far backs lie beside where their fronts lie through the paper.
//!
//! A file that says that its backs are moved for no printer has them just there. In others they may lie aside by what
//! undoes a printer's error, which is the same on every page.

use super::laid::Laid;
use super::report::SeenDifference;

/// How far a back may lie from where it belongs, in millimetres: half of what is seen on a cut card, and several times as
/// much as places found by one letter or by a look are off.
const ASIDE_MM: f64 = 0.4;
/// Places on two pages nearer than this are one, in millimetres.
const SAME_PLACE_MM: f64 = 1.0;
/// On a page of fewer cards each is held against its cut instead.
const LEAST_CARDS: usize = 2;

/// The backs of all pages with how far they lie aside.
#[derive(Default)]
pub(super) struct AsideBehind(Vec<PageAside>);

/// The same of a page.
struct PageAside {
    page: Option<u32>,
    is_corrected: Option<bool>,
    /// Where each belongs, and how far to the right and down of it it lies, in millimetres.
    backs: Vec<[[f64; 2]; 2]>,
}

impl AsideBehind {
    /// What is noted from now on is on this page.
    pub(super) fn turn_to(&mut self, back: &Laid) {
        let Laid { page, is_corrected, .. } = *back;
        self.0.push(PageAside { page, is_corrected, backs: Vec::new() });
    }

    /// Notes a back: where it belongs, and how far it lies from there.
    pub(super) fn note(&mut self, belongs_mm: [f64; 2], aside_mm: [f64; 2]) {
        self.0.last_mut().expect("a page was turned to").backs.push([belongs_mm, aside_mm]);
    }

    /// The pages on which backs lie aside.
    pub(super) fn told(&self) -> Vec<SeenDifference> {
        let pages = self.0.iter().filter(|page| page.backs.len() >= LEAST_CARDS);
        pages.filter_map(|page| self.told_of(page)).collect()
    }

    fn told_of(&self, page: &PageAside) -> Option<SeenDifference> {
        let is_exact = page.is_corrected == Some(false);
        let usual = |belongs: [f64; 2]| if is_exact { [0.0; 2] } else { self.first(belongs) };
        let off = page.backs.iter().map(|&[belongs, [x, y]]| {
            let [p, q] = usual(belongs);
            [x - p, y - q]
        });
        let far = |off: &[f64; 2]| off[0].abs().max(off[1].abs());
        let off = off.max_by(|one, other| far(one).total_cmp(&far(other)))?;
        let than =
            if is_exact { "where their fronts lie" } else { "where those of other pages lie" };
        (far(&off) > ASIDE_MM).then(|| SeenDifference {
            page: page.page,
            face: "the backs".to_owned(),
            place: None,
            reason: format!("lie up to {} {than} through the paper", way(off)),
            picture: None,
        })
    }

    /// How far the first back that lies at this place on any page lies aside.
    fn first(&self, belongs: [f64; 2]) -> [f64; 2] {
        let is_there = |[other, _]: &&[[f64; 2]; 2]| {
            (other[0] - belongs[0]).abs().max((other[1] - belongs[1]).abs()) < SAME_PLACE_MM
        };
        let first = self.0.iter().flat_map(|page| &page.backs).find(is_there);
        first.map_or([0.0; 2], |[_, aside]| *aside)
    }
}

/// `1.4 mm to the right and 0.7 mm above`, as the back is read.
fn way([right, down]: [f64; 2]) -> String {
    let part = |mm: f64, ways: [&str; 2]| {
        let way = ways[usize::from(mm < 0.0)];
        (mm.abs() >= 0.05).then(|| format!("{:.1} mm {way}", mm.abs()))
    };
    let parts =
        [part(right, ["to the right of", "to the left of"]), part(down, ["below", "above"])];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of two backs each, so far aside.
    fn told(is_corrected: Option<bool>, pages: &[[f64; 2]]) -> Vec<String> {
        let mut all = AsideBehind::default();
        for (page, &aside) in (2..).step_by(2).zip(pages) {
            all.turn_to(&Laid { page: Some(page), is_corrected, ..Laid::default() });
            for belongs in [[50.0, 60.0], [50.0, 150.0]] {
                all.note(belongs, aside);
            }
        }
        all.told().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn backs_that_are_moved_for_no_printer_lie_behind_their_fronts() {
        assert!(told(Some(false), &[[0.1, -0.2], [0.0, 0.3]]).is_empty());
        assert_eq!(
            [
                "page 2: the backs lie up to 0.7 mm to the right of where their fronts lie through the paper",
                "page 4: the backs lie up to 0.7 mm to the left of and 1.2 mm above where their fronts lie \
                 through the paper"
            ],
            *told(Some(false), &[[0.7, 0.0], [-0.7, -1.2]])
        );
    }

    #[test]
    fn backs_that_may_be_moved_for_a_printer_are_so_on_all_pages_alike() {
        for is_corrected in [None, Some(true)] {
            assert!(told(is_corrected, &[[0.7, -1.2], [0.7, -1.0]]).is_empty());
            assert_eq!(
                [
                    "page 6: the backs lie up to 0.7 mm to the left of where those of other pages lie \
                     through the paper"
                ],
                *told(is_corrected, &[[0.7, 0.0], [0.7, 0.0], [0.0, 0.0]])
            );
        }
    }
}
