//! Bleed coverage: checks that the background of a card extends beyond the cut to the edge of the bleed, by sampling
//! the ink of the drawn card at points along each side.
//!
//! Where there is ink just inside the cut there must be ink beyond it, or a cut that is slightly off shows paper. A
//! card that is unprinted along its edge has nothing to extend.

use super::page::Sides;
use super::report::{Fault, RuleVerdict};
use crate::face::Format;

/// The requirement of the bleed rules.
pub(super) const REQUIREMENT: &str =
    "the background extends to the edge of the bleed, or an inexact cut shows paper";

/// Sample positions along each side.
const PLACES: usize = 24;
/// How many positions whose ink ends short, without one between them that reaches the edge, are a fault; fewer are
/// ornament that ends there or crosses the cut. Four are 1 cm of a poker card's short side.
const MANY: usize = 4;
/// The depths inside the cut at which the background must have ink, in millimetres.
const INSIDE_MM: [f64; 3] = [0.3, 0.8, 1.3];
/// Steps from the cut to the edge of the bleed.
const STEPS: usize = 6;
/// The distance from cut and edge to the nearest step, in millimetres: pixels are smoothed there.
const EDGE_MM: f64 = 0.15;
/// A narrower bleed is too small for the steps, in millimetres.
const LEAST_BLEED_MM: f64 = 0.6;
/// The points sampled at each position.
const DEPTHS: usize = INSIDE_MM.len() + STEPS;

/// The rim of a card: the points that are sampled for ink, in millimetres, y downward.
#[derive(Clone, Debug)]
pub(super) struct Rim {
    points: Vec<[f64; 2]>,
    /// The bleed of each side in millimetres.
    bleed_mm: [f64; 4],
}

impl Rim {
    /// The rim between these sides. `None` if the bleed is too narrow on every side.
    pub(super) fn new(trim: Sides, bleed: Sides) -> Option<Self> {
        let bleed_mm =
            [trim[0] - bleed[0], trim[1] - bleed[1], bleed[2] - trim[2], bleed[3] - trim[3]];
        if bleed_mm.iter().all(|bleed| *bleed < LEAST_BLEED_MM) {
            return None;
        }
        let mut points = Vec::with_capacity(4 * PLACES * DEPTHS);
        for side in 0..4 {
            let across = side % 2;
            let along = 1 - across;
            let outward = if side < 2 { -1.0 } else { 1.0 };
            for place in 0..PLACES {
                let share = (place as f64 + 0.5) / PLACES as f64;
                let mut point = [0.0; 2];
                point[along] = trim[along] + (trim[along + 2] - trim[along]) * share;
                let depths = INSIDE_MM.map(|depth| -depth).into_iter();
                for depth in depths.chain((0..STEPS).map(|step| step_mm(bleed_mm[side], step))) {
                    point[across] = trim[side] + outward * depth;
                    points.push(point);
                }
            }
        }
        Some(Self { points, bleed_mm })
    }

    /// The rim of a picture of this size in millimetres, if it shows exactly such a card with its bleed.
    pub(super) fn for_picture([width, height]: [f64; 2], card: Format) -> Option<Self> {
        let bleed = card.bleed_mm();
        let trim = [bleed, bleed, width - bleed, height - bleed];
        let is_whole = Extent::from_size([width, height], card) == Extent::WithBleed;
        Self::new(trim, [0.0, 0.0, width, height]).filter(|_| is_whole)
    }

    /// Describes where the ink ends short of the bleed. `inked` says whether there is ink at a point.
    pub(super) fn faults(&self, inked: impl Fn([f64; 2]) -> bool) -> Vec<String> {
        // Sides on which it ends at the same step are one fault.
        let mut ends: Vec<(usize, Vec<usize>)> = Vec::new();
        for side in 0..4 {
            if self.bleed_mm[side] < LEAST_BLEED_MM {
                continue;
            }
            let mut first = [0_usize; STEPS];
            let (mut run, mut longest) = (0, 0);
            for place in 0..PLACES {
                let point = |depth| inked(self.points[(side * PLACES + place) * DEPTHS + depth]);
                if !(0..INSIDE_MM.len()).all(point) {
                    continue;
                }
                match (0..STEPS).find(|step| !point(INSIDE_MM.len() + step)) {
                    Some(step) => {
                        first[step] += 1;
                        run += 1;
                        longest = longest.max(run);
                    }
                    None => run = 0,
                }
            }
            if longest < MANY {
                continue;
            }
            let usual = (0..STEPS).rev().max_by_key(|step| first[*step]).unwrap_or(0);
            match ends.iter_mut().find(|(step, _)| *step == usual) {
                Some((_, sides)) => sides.push(side),
                None => ends.push((usual, vec![side])),
            }
        }
        ends.into_iter().map(|(step, sides)| self.fault(step, &sides)).collect()
    }

    fn fault(&self, step: usize, sides: &[usize]) -> String {
        let names = ["left", "head", "right", "foot"];
        let named: Vec<&str> = sides.iter().map(|side| names[*side]).collect();
        let named = match &named[..] {
            [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
            all => all.concat(),
        };
        let bleed = self.bleed_mm[sides[0]];
        let end = match step {
            0 => "at the cut".to_owned(),
            _ => format!("less than {:.1} mm beyond the cut", step_mm(bleed, step)),
        };
        format!("at the {named} the background ends {end}; the bleed is {bleed:.2} mm")
    }
}

/// The distance of a step from the cut, in millimetres.
fn step_mm(bleed_mm: f64, step: usize) -> f64 {
    EDGE_MM + (bleed_mm - 2.0 * EDGE_MM).max(0.0) * step as f64 / (STEPS - 1) as f64
}

/// A pixel all of whose channels are at least this is paper.
const PAPER: u8 = 250;

/// Whether a pixel has ink, by its red, green and blue.
pub(super) fn has_ink(pixel: [u8; 3]) -> bool {
    pixel.iter().any(|part| *part < PAPER)
}

/// The tolerance for the size of a picture of a card, in millimetres.
const SLACK_MM: f64 = 0.4;

/// How much of a card a picture of a given size shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The card with its bleed.
    WithBleed,
    /// The card without its bleed.
    Trim,
    /// Something else: a sheet, another card.
    Other,
}

impl Extent {
    /// Classifies a picture of this width and height in millimetres.
    pub(super) fn from_size(size_mm: [f64; 2], card: Format) -> Self {
        let is = |width: f64, height: f64| {
            (size_mm[0] - width).abs() <= SLACK_MM && (size_mm[1] - height).abs() <= SLACK_MM
        };
        if is(card.full_width_mm(), card.full_height_mm()) {
            Self::WithBleed
        } else if is(card.trim_width_mm(), card.trim_height_mm()) {
            Self::Trim
        } else {
            Self::Other
        }
    }
}

/// The verdict on a picture of this size in millimetres. `faults` are those of the drawn picture, if it is one card.
pub(super) fn verdict(
    size_mm: [f64; 2],
    card: Option<Format>,
    faults: Option<Vec<Fault>>,
) -> RuleVerdict {
    let Some(card) = card else { return RuleVerdict::skip("no card was named") };
    match Extent::from_size(size_mm, card) {
        Extent::WithBleed if card.bleed_mm() < LEAST_BLEED_MM => {
            RuleVerdict::skip("the card has no bleed")
        }
        Extent::WithBleed => match faults {
            Some(faults) => RuleVerdict::from_faults(faults),
            None => RuleVerdict::unchecked("the picture cannot be drawn"),
        },
        Extent::Trim if card.bleed_mm() > SLACK_MM => RuleVerdict::whether(
            false,
            format!(
                "the picture ends at the cut: {:.2} × {:.2} mm, with the bleed it is {:.2} × {:.2} mm",
                size_mm[0],
                size_mm[1],
                card.full_width_mm(),
                card.full_height_mm()
            ),
        ),
        Extent::Trim | Extent::Other => RuleVerdict::skip("the picture is not one card"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of a card of 60 × 90 mm with 3 mm bleed whose ink fills this rectangle.
    fn faults(ground: Sides) -> Vec<String> {
        let rim = Rim::new([0.0, 0.0, 60.0, 90.0], [-3.0, -3.0, 63.0, 93.0]).unwrap();
        let inked = |[x, y]: [f64; 2]| {
            (ground[0]..=ground[2]).contains(&x) && (ground[1]..=ground[3]).contains(&y)
        };
        rim.faults(inked)
    }

    #[test]
    fn ink_to_the_bleed_edge_and_bare_margins_pass() {
        assert!(faults([-3.0, -3.0, 63.0, 93.0]).is_empty());
        assert!(faults([3.0, 3.0, 57.0, 87.0]).is_empty());
        assert!(faults([0.0; 4]).is_empty());
    }

    #[test]
    fn ink_that_ends_short_is_reported_by_side_and_depth() {
        let at_the_cut = "at the left, head, right and foot the background ends at the cut; \
            the bleed is 3.00 mm";
        assert_eq!([at_the_cut], *faults([0.0, 0.0, 60.0, 90.0]));
        let [one] = faults([-3.0, -3.0, 61.5, 93.0]).try_into().unwrap();
        assert!(
            one.starts_with("at the right the background ends less than 1.8 mm beyond"),
            "{one}"
        );
        assert_eq!(2, faults([-1.5, 0.0, 63.0, 93.0]).len());
    }

    #[test]
    fn ornament_that_ends_at_the_cut_passes() {
        let rim = Rim::new([0.0, 0.0, 60.0, 90.0], [-3.0, -3.0, 63.0, 93.0]).unwrap();
        let stripe = |[x, y]: [f64; 2]| x >= 0.0 && (40.0..50.0).contains(&y);
        assert!(rim.faults(stripe).is_empty());
    }

    #[test]
    fn rays_that_cross_the_cut_pass_stripes_that_end_there_fail() {
        let rim = Rim::new([0.0, 0.0, 60.0, 90.0], [-3.0, -3.0, 63.0, 93.0]).unwrap();
        // White between slanted rays is beyond the cut in many places, never in a row.
        let rays = |[x, y]: [f64; 2]| (y - (x - 30.0).abs() * 0.8).rem_euclid(10.0) > 3.0;
        assert!(rim.faults(rays).is_empty());
        let stripes = |[x, y]: [f64; 2]| {
            ((x + 3.0) * 0.2).rem_euclid(2.0) < 1.2 && (-0.5..=90.5).contains(&y)
        };
        let [fault] = rim.faults(stripes).try_into().unwrap();
        assert!(fault.starts_with("at the head and foot the background ends less than"), "{fault}");
    }

    #[test]
    fn a_card_without_bleed_has_no_rim() {
        assert!(Rim::new([0.0, 0.0, 60.0, 90.0], [0.0, 0.0, 60.0, 90.0]).is_none());
    }
}
