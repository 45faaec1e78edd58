//! What process inks look like on paper, by the profile that PDF/X-4 files embed, and which inks come
//! nearest to a screen colour.
//!
//! References: ICC.1:2001-04 (version 2.2), `lut16Type` and the 16-bit coding of L*a*b*; CIE 116-1995
//! for the colour difference ΔE*94, which needs no function that differs between machines; Bradford
//! adaptation of sRGB to D50 as in ICC.1, annex E.

use std::sync::LazyLock;

use super::vision::{LINEAR, cube_root};
use super::{Cmyk, Rgb};

/// GRACoL 2006 (CGATS TR 006). `press/README.md` names its source.
pub(crate) const PROFILE: &[u8] = include_bytes!("../../press/cgats-tr-006.icc");

/// The tables of [`PROFILE`], from inks to L*a*b* and back, both for the look beside white paper.
static PRESS: LazyLock<Option<(Table, Table)>> =
    LazyLock::new(|| Some((Table::of(b"A2B1")?, Table::of(b"B2A1")?)));

/// A difference above which inks print another colour than the screen shows.
pub(super) const DRIFT: f64 = 10.0;

/// A colour in L*a*b* under the white of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lab([f64; 3]);

/// A multidimensional table of a profile (`mft2`).
struct Table {
    before: Vec<Vec<f64>>,
    /// Along each input.
    points: usize,
    grid: Vec<f64>,
    after: Vec<Vec<f64>>,
}

impl Table {
    /// The table with this tag; `None` if the profile is not built as this reader knows it, which a
    /// test rules out.
    fn of(tag: &[u8; 4]) -> Option<Self> {
        let long = |at: usize| {
            let bytes = PROFILE.get(at..at + 4)?;
            Some(u32::from_be_bytes(bytes.try_into().ok()?) as usize)
        };
        let short = |at: usize| {
            let bytes = PROFILE.get(at..at + 2)?;
            Some(f64::from(u16::from_be_bytes(bytes.try_into().ok()?)))
        };
        let entry = (0..long(128)?)
            .map(|entry| 132 + 12 * entry)
            .find(|&at| PROFILE.get(at..at + 4) == Some(&tag[..]))?;
        let at = long(entry + 4)?;
        let [inputs, outputs, points] = [8, 9, 10].map(|place| PROFILE.get(at + place).copied());
        let [inputs, outputs, points] = [inputs?, outputs?, points?].map(usize::from);
        let (entries, exits) = (short(at + 48)? as usize, short(at + 50)? as usize);
        let mut next = at + 52;
        let mut numbers = |count: usize| {
            let found: Option<Vec<f64>> =
                (0..count).map(|place| Some(short(next + 2 * place)? / 65535.0)).collect();
            next += 2 * count;
            found
        };
        let before = (0..inputs).map(|_| numbers(entries)).collect::<Option<_>>()?;
        let cells = (0..inputs).map(|_| points).product::<usize>();
        let grid = numbers(cells * outputs)?;
        let after = (0..outputs).map(|_| numbers(exits)).collect::<Option<_>>()?;
        Some(Self { before, points, grid, after })
    }

    /// The values at a place, all 0 to 1, between the points of the grid in proportion.
    fn at<const OUT: usize>(&self, place: &[f64]) -> [f64; OUT] {
        let steps: Vec<(usize, f64)> = self
            .before
            .iter()
            .zip(place)
            .map(|(curve, &part)| step(between(curve, part), self.points))
            .collect();
        let mut sums = [0.0; OUT];
        for corner in 0..1_usize << steps.len() {
            let mut weight = 1.0;
            let mut cell = 0;
            for (input, &(low, share)) in steps.iter().enumerate() {
                let is_high = corner >> input & 1 == 1;
                weight *= if is_high { share } else { 1.0 - share };
                cell = cell * self.points + low + usize::from(is_high);
            }
            if weight > 0.0 {
                let values = &self.grid[cell * OUT..(cell + 1) * OUT];
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
            }
        }
        for (sum, curve) in sums.iter_mut().zip(&self.after) {
            *sum = between(curve, *sum);
        }
        sums
    }
}

/// The point of `points` below a part of the whole, and the share of the next.
fn step(part: f64, points: usize) -> (usize, f64) {
    let place = part.clamp(0.0, 1.0) * (points - 1) as f64;
    let low = (place as usize).min(points - 2);
    (low, place - low as f64)
}

fn between(curve: &[f64], part: f64) -> f64 {
    let (low, share) = step(part, curve.len());
    curve[low] + (curve[low + 1] - curve[low]) * share
}

impl Lab {
    /// A screen colour, its white taken for the paper.
    fn of_screen(colour: Rgb) -> Self {
        let light = [colour.0, colour.1, colour.2].map(|part| LINEAR[usize::from(part)]);
        // Rows: X, Y and Z of the primaries adapted to D50, divided by its white.
        let bent = [
            [0.452_242, 0.399_354, 0.148_390],
            [0.222_505, 0.716_879, 0.060_617],
            [0.016_883, 0.117_672, 0.865_444],
        ]
        .map(|row| {
            let part: f64 = row.iter().zip(light).map(|(share, light)| share * light).sum();
            if part > 216.0 / 24389.0 {
                cube_root(part)
            } else {
                (24389.0 / 27.0 * part + 16.0) / 116.0
            }
        });
        let [x, y, z] = bent;
        Self([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])
    }

    fn of_inks(inks: Cmyk) -> Option<Self> {
        let (to_look, _) = PRESS.as_ref()?;
        let [light, a, b]: [f64; 3] = to_look.at(&inks.percent().map(|ink| ink / 100.0));
        // White is FF00 and no chroma is 8000.
        let chroma = |part: f64| part * 65535.0 / 256.0 - 128.0;
        Some(Self([light * 65535.0 / 652.8, chroma(a), chroma(b)]))
    }

    /// ΔE*94 to another colour, for graphic arts, this one the reference.
    fn difference(self, other: Self) -> f64 {
        let chroma = |[_, a, b]: [f64; 3]| (a * a + b * b).sqrt();
        let (own, others) = (chroma(self.0), chroma(other.0));
        let [light, a, b] = [0, 1, 2].map(|axis| self.0[axis] - other.0[axis]);
        let hue = (a * a + b * b - (own - others) * (own - others)).max(0.0);
        let (chroma, scale) = ((own - others) / (1.0 + 0.045 * own), 1.0 + 0.015 * own);
        (light * light + chroma * chroma + hue / (scale * scale)).sqrt()
    }
}

/// How far the print of these inks is from a screen colour, in ΔE*94. The black of a screen counts as
/// the black ink alone, which is the blackest that small print may be.
pub(super) fn drift(screen: Rgb, inks: Cmyk) -> Option<f64> {
    let black = Lab::of_inks(Cmyk::new([0.0, 0.0, 0.0, 100.0])?)?.0[0];
    let Lab([light, a, b]) = Lab::of_screen(screen);
    let lifted = Lab([black + light * (100.0 - black) / 100.0, a, b]);
    let printed = Lab::of_inks(inks)?;
    // Dark colours may be lifted with the black, or be as dark as the press can.
    let as_dark = Lab([light, a, b]);
    Some(lifted.difference(printed).min(as_dark.difference(printed)))
}

/// The inks that come nearest to a screen colour, in whole percent; at most 240 % together.
pub(super) fn nearest_inks(screen: Rgb) -> Option<Cmyk> {
    let (_, to_inks) = PRESS.as_ref()?;
    let [light, a, b] = Lab::of_screen(screen).0;
    let chroma = |part: f64| (part + 128.0) * 256.0 / 65535.0;
    let inks: [f64; 4] = to_inks.at(&[light * 652.8 / 65535.0, chroma(a), chroma(b)]);
    Cmyk::new(inks.map(|ink| (ink * 100.0).round()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Theme;

    fn inks(percent: [f64; 4]) -> Cmyk {
        Cmyk::new(percent).unwrap()
    }

    #[test]
    fn the_profile_says_what_was_measured_of_paper_and_full_inks() {
        // CGATS TR 006, solids beside their paper (L* 95, 0, -2).
        for (percent, expected) in [
            ([0.0; 4], [100.0, 0.0, 0.0]),
            ([100.0, 0.0, 0.0, 0.0], [57.5, -38.0, -49.0]),
            ([0.0, 100.0, 0.0, 0.0], [50.0, 78.0, -2.5]),
            ([0.0, 0.0, 100.0, 0.0], [94.0, -6.0, 97.0]),
            ([0.0, 0.0, 0.0, 100.0], [16.5, 0.0, 0.0]),
        ] {
            let Lab(found) = Lab::of_inks(inks(percent)).unwrap();
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 4.0, "{percent:?}: {found} for {expected}");
            }
        }
    }

    #[test]
    fn the_inks_found_for_what_inks_print_print_the_same() {
        for screen in [Rgb(31, 111, 92), Rgb(223, 174, 82), Rgb(150, 40, 27), Rgb(246, 223, 203)] {
            let found = nearest_inks(screen).unwrap();
            assert!(found.ink_sum() <= 245.0, "{screen}: {found:?}");
            let drift = drift(screen, found).unwrap();
            assert!(drift < 6.0, "{screen}: {drift}");
        }
    }

    #[test]
    fn no_theme_of_the_program_prints_other_colours_than_it_shows_and_a_forgotten_cmyk_is_found() {
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap();
            for swatch in theme.palette().iter() {
                let drift = drift(swatch.rgb, swatch.ink.process()).unwrap();
                assert!(drift <= DRIFT, "{name}: {}: {drift}", swatch.id);
            }
        }
        // A navy made purple on the screen alone.
        assert!(drift(Rgb(58, 16, 80), inks([80.0, 60.0, 10.0, 75.0])).unwrap() > DRIFT);
    }
}
