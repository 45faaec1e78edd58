//! Checks that every front has its own back behind it after the sheet is flipped or folded.
//!
//! Few files say how their paper is flipped, and pages may be in any order that keeps the order of fronts and the order
//! of backs: the n-th page of fronts has the n-th page of backs behind it. Of the two flip edges the one with fewer
//! faults is assumed, unless the file requests one. Backs that look the same are interchangeable. If all do, one page
//! of backs is enough; if there is one for each page of fronts, no front may lack a back.

use super::imposition::{Back, Edge, Imposition};
use super::report::SeenDifference;

/// A back farther than this from its place belongs to another card, in millimetres.
const TOLERANCE_MM: f64 = 5.0;

impl Edge {
    const BOTH: [Self; 2] = [Self::Long, Self::Short];
}

/// Whether any of these pages has backs, so that the file can be checked alone.
pub(in crate::preflight) fn has_backs(pages: &[Imposition]) -> bool {
    pages.iter().any(|page| !page.backs.is_empty())
}

/// The fronts with a wrong back, or no back, behind them.
pub(in crate::preflight) fn differences(pages: &[Imposition]) -> Vec<SeenDifference> {
    let (folded, sided): (Vec<&Imposition>, Vec<&Imposition>) =
        pages.iter().partition(|page| !page.fronts.is_empty() && !page.backs.is_empty());
    let (fronts, backs): (Vec<&Imposition>, Vec<&Imposition>) =
        sided.into_iter().partition(|page| page.backs.is_empty());
    // Folded paper is not flipped.
    let folded: Vec<[Imposition; 2]> = folded
        .into_iter()
        .map(|page| [(); 2].map(|()| Imposition { turned_on: None, ..page.clone() }))
        .collect();
    let folded: Vec<[&Imposition; 2]> = folded.iter().map(|[front, back]| [front, back]).collect();
    let mut found = likeliest(&folded);
    if !backs.is_empty() {
        found.extend(behind(&fronts, &backs));
    }
    found
}

/// Compares pages of fronts with as many pages of backs.
fn behind(fronts: &[&Imposition], backs: &[&Imposition]) -> Vec<SeenDifference> {
    let mut wanted = fronts.iter().flat_map(|page| &page.fronts).map(|front| front.look);
    let mut there = backs.iter().flat_map(|page| &page.backs).map(|back| back.look);
    let first = there.next();
    let is_one = there.all(|look| Some(look) == first) && wanted.all(|look| Some(look) == first);
    // A single back for all cards may be sent once.
    if is_one && backs.len() == 1 && fronts.len() > 1 {
        return Vec::new();
    }
    if fronts.len() != backs.len() {
        let reason = format!(
            "{} with fronts and {} with backs: which back is behind which card cannot be determined",
            fronts.len(),
            backs.len()
        );
        return vec![SeenDifference {
            page: None,
            face: "the pages:".to_owned(),
            place: None,
            reason,
            picture: None,
        }];
    }
    let pairs: Vec<[&Imposition; 2]> =
        fronts.iter().zip(backs).map(|(front, back)| [*front, *back]).collect();
    likeliest(&pairs)
}

/// The faults of these pairs of sides for the flip edge that leaves the fewest fronts without a back, and then has the
/// fewest faults.
fn likeliest(pairs: &[[&Imposition; 2]]) -> Vec<SeenDifference> {
    let asked = pairs.iter().find_map(|[_, back]| back.turned_on);
    let edges = Edge::BOTH.into_iter().filter(|edge| asked.is_none_or(|asked| asked == *edge));
    let turned = edges.map(|edge| {
        let mut found = FlipFaults::default();
        pairs.iter().for_each(|[front, back]| found.add(front, back, edge));
        found
    });
    let found = turned.min_by_key(|turned| (turned.missing, turned.differences.len()));
    found.unwrap_or_default().differences
}

/// The faults for one flip edge.
#[derive(Default)]
struct FlipFaults {
    /// Fronts without a back.
    missing: usize,
    differences: Vec<SeenDifference>,
}

impl FlipFaults {
    fn add(&mut self, front: &Imposition, back: &Imposition, edge: Edge) {
        let [left, top, right, bottom] = front.paper;
        let is_upright = bottom - top >= right - left;
        // Flipped on a vertical edge, left and right of the paper are exchanged.
        let through = |[x, y]: [f64; 2]| match (edge == Edge::Long) == is_upright {
            true => [back.paper[0] + right - x, back.paper[1] + y - top],
            false => [back.paper[0] + x - left, back.paper[1] + bottom - y],
        };
        for own in &front.fronts {
            let [x, y] = through(own.at_mm);
            let apart = |other: &Back| (other.at_mm[0] - x).abs().max((other.at_mm[1] - y).abs());
            let there = back.backs.iter().min_by(|one, other| apart(one).total_cmp(&apart(other)));
            let reason = match there.filter(|there| apart(there) < TOLERANCE_MM) {
                Some(there) if there.look == own.look => continue,
                Some(there) => format!("has {} behind it instead of {}", there.back, own.back),
                None => {
                    self.missing += 1;
                    format!("has no back behind it instead of {}", own.back)
                }
            };
            self.differences.push(SeenDifference {
                page: back.page,
                face: own.face.clone(),
                place: None,
                reason,
                picture: None,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::imposition::Front;
    use super::super::placed::FaceId;
    use super::*;
    use crate::deck::CardNumber;
    use crate::preflight::page::Sides;

    const PAPER: Sides = [0.0, 0.0, 200.0, 300.0];

    /// Scarlet and red look the same; the title of the face does not matter.
    fn look(back: &str) -> FaceId {
        FaceId::Card(CardNumber::new(if back == "blue" { 1 } else { 0 }).unwrap())
    }

    fn fronts(page: u32, cards: &[(&str, [f64; 2], &str)]) -> Imposition {
        let front = |(face, at_mm, back): &(&str, [f64; 2], &str)| Front {
            face: (*face).to_owned(),
            at_mm: *at_mm,
            back: (*back).to_owned(),
            look: look(back),
        };
        let fronts = cards.iter().map(front).collect();
        Imposition { page: Some(page), paper: PAPER, fronts, ..Imposition::default() }
    }

    fn backs(page: u32, backs: &[([f64; 2], &str)]) -> Imposition {
        let back = |(at_mm, back): &([f64; 2], &str)| Back {
            at_mm: *at_mm,
            back: (*back).to_owned(),
            look: look(back),
        };
        let backs = backs.iter().map(back).collect();
        Imposition { page: Some(page), paper: PAPER, backs, ..Imposition::default() }
    }

    /// Two cards above each other and one beside the upper one: red, blue and blue.
    fn three() -> Imposition {
        let cards = [
            ("card 1", [50.0, 60.0], "red"),
            ("card 2", [50.0, 160.0], "blue"),
            ("card 3", [120.0, 60.0], "blue"),
        ];
        fronts(1, &cards)
    }

    fn describe(pages: &[Imposition]) -> Vec<String> {
        differences(pages).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn mirrored_backs_are_behind_their_fronts() {
        let long = [([150.0, 60.0], "red"), ([150.0, 160.0], "blue"), ([80.0, 60.0], "blue")];
        let short = [([50.0, 240.0], "red"), ([50.0, 140.0], "blue"), ([120.0, 240.0], "blue")];
        for turned in [long, short] {
            assert_eq!(Vec::<String>::new(), describe(&[three(), backs(2, &turned)]));
            assert_eq!(Vec::<String>::new(), describe(&[backs(1, &turned), three()]));
        }
    }

    #[test]
    fn swapped_unmirrored_or_missing_backs_are_reported() {
        let swapped = [([150.0, 60.0], "blue"), ([150.0, 160.0], "red"), ([80.0, 60.0], "blue")];
        assert_eq!(
            [
                "page 2: card 1 has blue behind it instead of red",
                "page 2: card 2 has red behind it instead of blue"
            ],
            *describe(&[three(), backs(2, &swapped)])
        );
        let not_mirrored =
            [([50.0, 60.0], "red"), ([50.0, 160.0], "blue"), ([120.0, 60.0], "blue")];
        assert_eq!(3, describe(&[three(), backs(2, &not_mirrored)]).len());
        let lost = [([150.0, 60.0], "red"), ([150.0, 160.0], "blue")];
        assert_eq!(
            ["page 2: card 3 has no back behind it instead of blue"],
            *describe(&[three(), backs(2, &lost)])
        );
    }

    #[test]
    fn backs_that_look_the_same_are_interchangeable() {
        let alike = [([150.0, 60.0], "scarlet"), ([150.0, 160.0], "blue"), ([80.0, 60.0], "blue")];
        assert_eq!(Vec::<String>::new(), describe(&[three(), backs(2, &alike)]));
    }

    #[test]
    fn a_missing_back_is_reported_even_if_all_backs_look_alike() {
        let alike = [("card 1", [50.0, 60.0], "red"), ("card 2", [50.0, 160.0], "scarlet")];
        let pages = [fronts(1, &alike), backs(2, &[([150.0, 60.0], "red")])];
        assert_eq!(["page 2: card 2 has no back behind it instead of scarlet"], *describe(&pages));
    }

    #[test]
    fn backs_flipped_on_the_wrong_edge_are_reported() {
        // Both in a row across the middle: flipped on the other edge they would be right.
        let row = [("card 1", [50.0, 150.0], "red"), ("card 2", [150.0, 150.0], "blue")];
        let mut pages =
            [fronts(1, &row), backs(2, &[([50.0, 150.0], "red"), ([150.0, 150.0], "blue")])];
        assert!(describe(&pages).is_empty());
        pages[1].turned_on = Some(Edge::Long);
        assert_eq!(2, describe(&pages).len());
        pages[1].turned_on = Some(Edge::Short);
        assert!(describe(&pages).is_empty());
    }

    #[test]
    fn one_page_of_backs_suffices_only_for_one_back() {
        let alike = [("card 1", [50.0, 60.0], "red"), ("card 2", [50.0, 160.0], "red")];
        let last = backs(3, &[([150.0, 60.0], "red")]);
        let pages = [fronts(1, &alike), fronts(2, &alike), last];
        assert!(describe(&pages).is_empty());
        // Two for three sheets are neither one for all nor one for each.
        let [front, back] = [&pages[0], &pages[2]].map(Clone::clone);
        let pages = [&front, &front, &back, &front, &back].map(Clone::clone);
        assert_eq!(1, describe(&pages).len());
        let pages = [three(), three(), backs(3, &[([150.0, 60.0], "red")])];
        assert_eq!(1, describe(&pages).len());
    }

    #[test]
    fn a_folded_page_has_its_backs_across_the_fold() {
        let mut page = three();
        page.backs = backs(1, &[([50.0, 240.0], "red"), ([50.0, 140.0], "blue")]).backs;
        page.fronts.pop();
        assert!(describe(std::slice::from_ref(&page)).is_empty());
        page.backs[0].look = look("blue");
        assert_eq!(1, describe(&[page]).len());
    }
}
