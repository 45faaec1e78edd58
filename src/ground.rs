//! Whether the ground of a card runs on beyond the cut as far as the bleed does: told by the ink in
//! points along each side, in whatever the card is drawn or kept.
//!
//! Where there is ink just inside the cut there must be ink beyond it, or a knife that strays shows
//! paper. A card that is paper along its edge has nothing to run on, and is let be.

/// Left, low, right, high in units of the picture.
pub(crate) type Sides = [f64; 4];

/// Places looked at along each side.
const PLACES: usize = 24;
/// How many of them, with none between that has its ground to the edge, are more than ornament that
/// ends there or crosses the cut: 1 cm of a poker card's short side.
const MANY: usize = 4;
/// How deep inside the cut ground has ink, in millimetres.
const INSIDE_MM: [f64; 3] = [0.3, 0.8, 1.3];
/// Steps from the cut to the edge of the bleed.
const STEPS: usize = 6;
/// From cut and edge to the nearest step: smoothed pixels lie there.
const EDGE_MM: f64 = 0.15;
/// A narrower bleed has no room for the steps.
const LEAST_BLEED_MM: f64 = 0.6;
/// The points looked at in each place.
const DEPTHS: usize = INSIDE_MM.len() + STEPS;

/// The rim of a card: the points at which it is looked for ink.
#[derive(Clone, Debug)]
pub(crate) struct Rim {
    points: Vec<[f64; 2]>,
    /// The bleed of each side in millimetres.
    bleed_mm: [f64; 4],
    is_upward: bool,
}

impl Rim {
    /// The rim between these sides in units of `unit_mm` millimetres. `is_upward` tells whether y
    /// grows to the card's top. `None` without a bleed to look at on any side.
    pub(crate) fn new(trim: Sides, bleed: Sides, unit_mm: f64, is_upward: bool) -> Option<Self> {
        let bleed_mm = [
            (trim[0] - bleed[0]) * unit_mm,
            (trim[1] - bleed[1]) * unit_mm,
            (bleed[2] - trim[2]) * unit_mm,
            (bleed[3] - trim[3]) * unit_mm,
        ];
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
                    point[across] = trim[side] + outward * depth / unit_mm;
                    points.push(point);
                }
            }
        }
        Some(Self { points, bleed_mm, is_upward })
    }

    /// The points to look at.
    pub(crate) fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// Where the ground ends short of the bleed, in words; `inked` tells of each point whether there
    /// is ink.
    pub(crate) fn faults(&self, inked: impl Fn(usize) -> bool) -> Vec<String> {
        // Sides on which it ends at the same step are told together.
        let mut ends: Vec<(usize, Vec<usize>)> = Vec::new();
        for side in 0..4 {
            if self.bleed_mm[side] < LEAST_BLEED_MM {
                continue;
            }
            let mut first = [0_usize; STEPS];
            let (mut run, mut longest) = (0, 0);
            for place in 0..PLACES {
                let point = |depth: usize| inked((side * PLACES + place) * DEPTHS + depth);
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
        ends.into_iter().map(|(step, sides)| self.told(step, &sides)).collect()
    }

    fn told(&self, step: usize, sides: &[usize]) -> String {
        let names = match self.is_upward {
            true => ["left", "foot", "right", "head"],
            false => ["left", "head", "right", "foot"],
        };
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
        format!("at the {named} the ground ends {end}, the bleed is {bleed:.2} mm")
    }
}

/// How far beyond the cut a step is.
fn step_mm(bleed_mm: f64, step: usize) -> f64 {
    EDGE_MM + (bleed_mm - 2.0 * EDGE_MM).max(0.0) * step as f64 / (STEPS - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of a card of 60 × 90 mm with 3 mm bleed whose ground fills this rectangle.
    fn told(ground: Sides) -> Vec<String> {
        let rim = Rim::new([0.0, 0.0, 60.0, 90.0], [-3.0, -3.0, 63.0, 93.0], 1.0, false).unwrap();
        let inked = |point: usize| {
            let [x, y] = rim.points()[point];
            (ground[0]..=ground[2]).contains(&x) && (ground[1]..=ground[3]).contains(&y)
        };
        rim.faults(inked)
    }

    #[test]
    fn ground_to_the_edge_of_the_bleed_and_paper_to_the_cut_are_both_let_be() {
        assert!(told([-3.0, -3.0, 63.0, 93.0]).is_empty());
        assert!(told([3.0, 3.0, 57.0, 87.0]).is_empty());
        assert!(told([0.0; 4]).is_empty());
    }

    #[test]
    fn ground_that_ends_short_is_told_with_its_sides_and_how_far_it_runs() {
        let at_the_cut = "at the left, head, right and foot the ground ends at the cut, \
            the bleed is 3.00 mm";
        assert_eq!([at_the_cut], *told([0.0, 0.0, 60.0, 90.0]));
        let [one] = told([-3.0, -3.0, 61.5, 93.0]).try_into().unwrap();
        assert!(one.starts_with("at the right the ground ends less than 1.8 mm beyond"), "{one}");
        assert_eq!(2, told([-1.5, 0.0, 63.0, 93.0]).len());
    }

    #[test]
    fn ornament_that_ends_at_the_cut_is_no_ground() {
        let rim = Rim::new([0.0, 0.0, 60.0, 90.0], [-3.0, -3.0, 63.0, 93.0], 1.0, false).unwrap();
        let stripe = |point: usize| {
            let [x, y] = rim.points()[point];
            x >= 0.0 && (40.0..50.0).contains(&y)
        };
        assert!(rim.faults(stripe).is_empty());
    }

    #[test]
    fn rays_that_cross_the_cut_are_no_end_of_the_ground_but_stripes_that_end_there_are() {
        let rim = Rim::new([0.0, 0.0, 60.0, 90.0], [-3.0, -3.0, 63.0, 93.0], 1.0, false).unwrap();
        // White between slanted rays: it lies beyond the cut in many places, never in a row.
        let rays = |point: usize| {
            let [x, y] = rim.points()[point];
            (y - (x - 30.0).abs() * 0.8).rem_euclid(10.0) > 3.0
        };
        assert!(rim.faults(rays).is_empty());
        let stripes = |point: usize| {
            let [x, y] = rim.points()[point];
            ((x + 3.0) * 0.2).rem_euclid(2.0) < 1.2 && (-0.5..=90.5).contains(&y)
        };
        let [told] = rim.faults(stripes).try_into().unwrap();
        assert!(told.starts_with("at the head and foot the ground ends less than"), "{told}");
    }

    #[test]
    fn a_card_without_bleed_has_no_rim() {
        assert!(Rim::new([0.0, 0.0, 60.0, 90.0], [0.0, 0.0, 60.0, 90.0], 1.0, true).is_none());
    }
}
