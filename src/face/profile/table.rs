//! The tables of a profile: lookups between inks and colours, interpolated on a grid.
//!
//! References: ICC.1:2001-04 (version 2.2), `lut8Type`, `lut16Type` and the 8-bit and 16-bit coding of
//! L*a*b*. [`read`](super::read) makes them from a profile.

use super::lab::Lab;

/// A multidimensional table of a profile.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) coding: Coding,
    /// For tables of version 4: the conversion of the colour before the lookup, or after it.
    pub(super) mixing: Option<Mixing>,
    /// Curves by input.
    pub(super) before: Vec<Vec<f64>>,
    /// Grid points along each input.
    pub(super) points: Vec<usize>,
    pub(super) grid: Vec<u16>,
    /// Curves by output.
    pub(super) after: Vec<Vec<f64>>,
}

/// Three curves and a matrix with an offset on the side of the colour.
#[derive(Clone, Debug)]
pub(super) struct Mixing {
    /// The curves next to the colour.
    pub(super) curves: Vec<Vec<f64>>,
    /// A row for each component: three factors and an offset.
    pub(super) matrix: [[f64; 4]; 3],
}

/// The encoding of L*a*b* in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    /// 8 bits, and tables of version 4.
    Eight,
    /// 16 bits.
    Sixteen,
}

/// Why a table is not read, in words that follow "the profile".
pub(super) const UNKNOWN: &str = "has no tables of 8 or 16 bits, or they are damaged";

/// The most values in the grid of a table: 33 steps of three inputs have 36,000 for each output, 17 of
/// four 84,000.
const MOST_VALUES: usize = 4_000_000;

/// The number of values in a grid; `None` if it exceeds the limit, or a side has too few points to
/// interpolate.
pub(super) fn values(points: &[usize], outputs: usize) -> Option<usize> {
    let known = points.iter().all(|&points| points >= 2);
    let values = points.iter().try_fold(outputs, |values, points| values.checked_mul(*points))?;
    (known && values <= MOST_VALUES).then_some(values)
}

impl Table {
    /// The inks, 0 to 1, for a colour.
    pub(super) fn inks_of(&self, colour: Lab) -> [f64; 4] {
        let mut place = self.coding.encoded(colour);
        if let Some(mixing) = &self.mixing {
            place = mixing.mixed(mixing.bent(place));
        }
        self.at(&place)
    }

    /// The colour of inks, 0 to 1.
    pub(super) fn look(&self, inks: [f64; 4]) -> Lab {
        let mut colour = self.at(&inks);
        if let Some(mixing) = &self.mixing {
            colour = mixing.bent(mixing.mixed(colour));
        }
        self.coding.decoded(colour)
    }

    /// Interpolates the values at a point, all 0 to 1.
    fn at<const IN: usize, const OUT: usize>(&self, place: &[f64; IN]) -> [f64; OUT] {
        let mut steps = [(0, 0.0); IN];
        let curves = self.before.iter().zip(&self.points);
        for (step_of, ((curve, &points), &part)) in steps.iter_mut().zip(curves.zip(place)) {
            *step_of = step(between(curve, part), points);
        }
        let mut sums = [0.0; OUT];
        for corner in 0..1_usize << IN {
            let mut weight = 1.0;
            let mut cell = 0;
            for (input, (&(low, share), points)) in steps.iter().zip(&self.points).enumerate() {
                let is_high = corner >> input & 1 == 1;
                weight *= if is_high { share } else { 1.0 - share };
                cell = cell * points + low + usize::from(is_high);
            }
            if weight > 0.0 {
                let values = &self.grid[cell * OUT..(cell + 1) * OUT];
                sums.iter_mut().zip(values).for_each(|(sum, &value)| *sum += weight * part(value));
            }
        }
        for (sum, curve) in sums.iter_mut().zip(&self.after) {
            *sum = between(curve, *sum);
        }
        sums
    }
}

impl Mixing {
    fn bent(&self, parts: [f64; 3]) -> [f64; 3] {
        let mut bent = parts;
        for (part, curve) in bent.iter_mut().zip(&self.curves) {
            *part = between(curve, *part);
        }
        bent
    }

    fn mixed(&self, [a, b, c]: [f64; 3]) -> [f64; 3] {
        self.matrix.map(|[of_a, of_b, of_c, added]| of_a * a + of_b * b + of_c * c + added)
    }
}

impl Coding {
    /// In 16 bits white is FF00 and zero chroma 8000; in 8 bits they are FF and 80.
    fn decoded(self, [light, a, b]: [f64; 3]) -> Lab {
        match self {
            Self::Eight => Lab([light * 100.0, a * 255.0 - 128.0, b * 255.0 - 128.0]),
            Self::Sixteen => {
                let chroma = |part: f64| part * 65535.0 / 256.0 - 128.0;
                Lab([light * 65535.0 / 652.8, chroma(a), chroma(b)])
            }
        }
    }

    fn encoded(self, Lab([light, a, b]): Lab) -> [f64; 3] {
        match self {
            Self::Eight => [light / 100.0, (a + 128.0) / 255.0, (b + 128.0) / 255.0],
            Self::Sixteen => {
                let chroma = |part: f64| (part + 128.0) * 256.0 / 65535.0;
                [light * 652.8 / 65535.0, chroma(a), chroma(b)]
            }
        }
    }
}

/// Numbers of one byte or two, widened to 16 bits.
pub(super) fn numbers(bytes: &[u8], are_wide: bool) -> Vec<u16> {
    match are_wide {
        true => bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect(),
        false => bytes.iter().map(|&byte| u16::from(byte) * 257).collect(),
    }
}

/// A value of 16 bits as a fraction.
pub(super) fn part(value: u16) -> f64 {
    f64::from(value) / 65535.0
}

/// The grid point below a fraction, and the share of the next.
fn step(part: f64, points: usize) -> (usize, f64) {
    let place = part.clamp(0.0, 1.0) * (points - 1) as f64;
    let low = (place as usize).min(points - 2);
    (low, place - low as f64)
}

fn between(curve: &[f64], part: f64) -> f64 {
    let (low, share) = step(part, curve.len());
    curve[low] + (curve[low + 1] - curve[low]) * share
}
