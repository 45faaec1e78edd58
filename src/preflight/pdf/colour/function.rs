//! PDF functions (PDF Reference 1.4, 3.9), such as the tint transforms of spot inks.
//!
//! Only exact operations of IEEE 754 are used, so a report is the same on every machine. A function that needs
//! others, such as a sine, has no value here.

use super::super::file::{Pdf, array, as_dictionary, get, number, resolve};
use super::calculator::Program;
use lopdf::{Dictionary, Object};

/// The nesting limit of stitched functions.
const DEEPEST: usize = 4;
/// The most parts of a stitched function; a gradient has as many as it has stops.
const MOST_PARTS: usize = 256;
/// The most inputs of a sampled function: one value takes 2 to this power of samples.
const MOST_INPUTS: usize = 8;

/// A parsed function.
pub(in crate::preflight::pdf) struct Function {
    domain: Vec<[f64; 2]>,
    range: Option<Vec<[f64; 2]>>,
    kind: Kind,
}

enum Kind {
    /// A table of samples for one or more inputs.
    Sampled(Samples),
    /// From `from` to `to` with this exponent.
    Power { from: Vec<f64>, to: Vec<f64>, exponent: f64 },
    /// Functions for consecutive parts of the domain.
    Stitched { parts: Vec<Function>, bounds: Vec<f64>, encode: Vec<[f64; 2]> },
    /// A calculator program.
    Calculated(Program),
}

struct Samples {
    sizes: Vec<usize>,
    encode: Vec<[f64; 2]>,
    outputs: usize,
    /// The outputs of all samples; the first input varies fastest.
    values: Vec<f64>,
}

impl Function {
    /// Parses a function; `None` if it is of an unknown type or invalid.
    pub(in crate::preflight::pdf) fn read(pdf: &Pdf, object: &Object) -> Option<Self> {
        Self::read_at(pdf, object, 0)
    }

    fn read_at(pdf: &Pdf, object: &Object, depth: usize) -> Option<Self> {
        let file = &pdf.file;
        let object = resolve(file, object)?;
        let own = as_dictionary(object)?;
        let domain = pairs(pdf, own, "Domain")?;
        let range = pairs(pdf, own, "Range");
        let kind = match get(file, own, "FunctionType").and_then(number)? as i64 {
            0 => Kind::Sampled(Samples::read(pdf, object, &domain, range.as_ref()?)?),
            2 => {
                let from = numbers(pdf, own, "C0").unwrap_or_else(|| vec![0.0]);
                let to = numbers(pdf, own, "C1").unwrap_or_else(|| vec![1.0]);
                let exponent = get(file, own, "N").and_then(number)?;
                (from.len() == to.len()).then_some(Kind::Power { from, to, exponent })?
            }
            3 if depth < DEEPEST => {
                let parts = get(file, own, "Functions")?.as_array().ok()?;
                let parts: Option<Vec<Self>> = parts
                    .iter()
                    .take(MOST_PARTS + 1)
                    .map(|part| Self::read_at(pdf, part, depth + 1))
                    .collect();
                let parts = parts.filter(|parts| (1..=MOST_PARTS).contains(&parts.len()))?;
                let (bounds, encode) = (numbers(pdf, own, "Bounds")?, pairs(pdf, own, "Encode")?);
                let fits = bounds.len() + 1 == parts.len() && encode.len() == parts.len();
                fits.then_some(Kind::Stitched { parts, bounds, encode })?
            }
            4 => {
                let program = pdf.unpacker.unpack(object.as_stream().ok()?).ok()?;
                range.as_ref()?;
                Kind::Calculated(Program::read(&program)?)
            }
            _ => return None,
        };
        Some(Self { domain, range, kind })
    }

    /// The values for these inputs; `None` if they cannot be calculated.
    pub(in crate::preflight::pdf) fn at(&self, inputs: &[f64]) -> Option<Vec<f64>> {
        if inputs.len() != self.domain.len() {
            return None;
        }
        let inputs: Vec<f64> = inputs
            .iter()
            .zip(&self.domain)
            .map(|(input, within)| clamped(*input, *within))
            .collect();
        let mut values = match &self.kind {
            Kind::Sampled(samples) => samples.at(&inputs, &self.domain),
            Kind::Power { from, to, exponent } => {
                let share = power(*inputs.first()?, *exponent)?;
                from.iter().zip(to).map(|(from, to)| from + share * (to - from)).collect()
            }
            Kind::Stitched { parts, bounds, encode } => {
                let (input, [low, high]) = (*inputs.first()?, *self.domain.first()?);
                let place = bounds.iter().take_while(|bound| **bound <= input).count();
                let place = place.min(parts.len() - 1);
                let ends = [
                    if place == 0 { low } else { bounds[place - 1] },
                    bounds.get(place).copied().unwrap_or(high),
                ];
                parts[place].at(&[between(input, ends, encode[place])])?
            }
            Kind::Calculated(program) => {
                let range = self.range.as_ref()?;
                program.run(&inputs, range.len())?
            }
        };
        if let Some(range) = &self.range {
            values = values.iter().zip(range).map(|(value, own)| clamped(*value, *own)).collect();
        }
        Some(values)
    }

    /// Inputs of a function of one input that include all its extreme values, or closely spaced ones where the extremes
    /// are not known.
    pub(in crate::preflight::pdf) fn knots(&self) -> Vec<f64> {
        const STEPS: usize = 256;
        let Some(&[low, high]) = self.domain.first() else { return Vec::new() };
        let even = |steps: usize| {
            (0..=steps).map(move |step| low + (high - low) * step as f64 / steps as f64)
        };
        match &self.kind {
            Kind::Power { .. } => vec![low, high],
            Kind::Sampled(samples) => even(samples.sizes[0].clamp(2, 1 << 12) - 1).collect(),
            Kind::Calculated(_) => even(STEPS).collect(),
            Kind::Stitched { bounds, parts, .. } => {
                let mut knots = vec![low];
                for (place, part) in parts.iter().enumerate() {
                    let from = *knots.last().unwrap_or(&low);
                    let to = bounds.get(place).copied().unwrap_or(high);
                    let inner = part.knots();
                    let count = inner.len().max(2) - 1;
                    let step = |at: usize| from + (to - from) * at as f64 / count as f64;
                    knots.extend((1..count).map(step));
                    // Slightly before the bound, where the next part begins.
                    knots.extend([to - (to - from) * 1e-9, to]);
                }
                knots
            }
        }
    }
}

impl Samples {
    fn read(pdf: &Pdf, object: &Object, domain: &[[f64; 2]], range: &[[f64; 2]]) -> Option<Self> {
        let own = as_dictionary(object)?;
        let sizes: Vec<usize> =
            numbers(pdf, own, "Size")?.into_iter().map(|size| size as usize).collect();
        if sizes.len() != domain.len()
            || sizes.len() > MOST_INPUTS
            || sizes.contains(&0)
            || range.is_empty()
        {
            return None;
        }
        let bits = get(&pdf.file, own, "BitsPerSample").and_then(number)? as usize;
        if ![1, 2, 4, 8, 12, 16, 24, 32].contains(&bits) {
            return None;
        }
        let usual = sizes.iter().map(|size| [0.0, (size - 1) as f64]).collect();
        let encode = pairs(pdf, own, "Encode").unwrap_or(usual);
        let decode = pairs(pdf, own, "Decode").unwrap_or_else(|| range.to_vec());
        if encode.len() != sizes.len() || decode.len() != range.len() {
            return None;
        }
        let count = sizes.iter().try_fold(range.len(), |all, size| all.checked_mul(*size))?;
        let bytes = pdf.unpacker.unpack(object.as_stream().ok()?).ok()?;
        if bytes.len() < count.checked_mul(bits)?.div_ceil(8) {
            return None;
        }
        let top = ((1_u64 << bits) - 1) as f64;
        let sample = |at: usize| {
            let bits_of = (at * bits..(at + 1) * bits)
                .fold(0_u64, |all, bit| all << 1 | u64::from(bytes[bit / 8] >> (7 - bit % 8) & 1));
            between(bits_of as f64, [0.0, top], decode[at % range.len()])
        };
        Some(Self { values: (0..count).map(sample).collect(), sizes, encode, outputs: range.len() })
    }

    /// Interpolates linearly between the neighbouring samples, along each input.
    fn at(&self, inputs: &[f64], domain: &[[f64; 2]]) -> Vec<f64> {
        let places: Vec<(usize, f64)> = inputs
            .iter()
            .enumerate()
            .map(|(axis, input)| {
                let last = (self.sizes[axis] - 1) as f64;
                let at = between(*input, domain[axis], self.encode[axis]).clamp(0.0, last);
                (at.floor() as usize, at - at.floor())
            })
            .collect();
        let mut values = vec![0.0; self.outputs];
        for corner in 0..1_usize << places.len() {
            let (mut weight, mut index, mut stride) = (1.0, 0, 1);
            for (axis, (low, share)) in places.iter().enumerate() {
                let is_upper = corner >> axis & 1 == 1;
                weight *= if is_upper { *share } else { 1.0 - share };
                index += stride * (low + usize::from(is_upper)).min(self.sizes[axis] - 1);
                stride *= self.sizes[axis];
            }
            if weight > 0.0 {
                let sample = &self.values[index * self.outputs..][..self.outputs];
                values.iter_mut().zip(sample).for_each(|(value, own)| *value += weight * own);
            }
        }
        values
    }
}

/// A number to a whole or half power; other powers only of 0 and 1, or of numbers very close to them.
fn power(base: f64, exponent: f64) -> Option<f64> {
    const MOST: f64 = 64.0;
    const NEAR: f64 = 1e-7;
    let base = if (base - base.round()).abs() < NEAR { base.round() } else { base };
    if base == 0.0 || base == 1.0 {
        return (exponent > 0.0).then_some(base);
    }
    let (mut whole, rest) = (exponent.floor(), exponent - exponent.floor());
    if !(0.0..=MOST).contains(&exponent) || (rest != 0.0 && rest != 0.5) || base < 0.0 {
        return None;
    }
    let mut value = if rest == 0.5 { base.sqrt() } else { 1.0 };
    while whole > 0.0 {
        (value, whole) = (value * base, whole - 1.0);
    }
    Some(value)
}

fn clamped(value: f64, [low, high]: [f64; 2]) -> f64 {
    value.min(high).max(low)
}

/// Interpolates: maps `value` linearly from the range `from` to the range `to`.
fn between(value: f64, from: [f64; 2], to: [f64; 2]) -> f64 {
    let length = from[1] - from[0];
    if length == 0.0 { to[0] } else { to[0] + (value - from[0]) * (to[1] - to[0]) / length }
}

fn numbers(pdf: &Pdf, own: &Dictionary, key: &str) -> Option<Vec<f64>> {
    array(&pdf.file, own, key)?.into_iter().map(number).collect()
}

fn pairs(pdf: &Pdf, own: &Dictionary, key: &str) -> Option<Vec<[f64; 2]>> {
    let numbers = numbers(pdf, own, key)?;
    let (pairs, rest) = numbers.as_chunks();
    (rest.is_empty() && !pairs.is_empty()).then(|| pairs.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tint(kind: Kind, range: Option<Vec<[f64; 2]>>) -> Function {
        Function { domain: vec![[0.0, 1.0]], range, kind }
    }

    fn ramp(from: f64, to: f64) -> Function {
        tint(Kind::Power { from: vec![from], to: vec![to], exponent: 1.0 }, None)
    }

    #[test]
    fn powers_are_whole_or_half_or_at_the_ends() {
        assert_eq!(Some(0.125), power(0.5, 3.0));
        assert_eq!(Some(0.125), power(0.25, 1.5));
        assert_eq!(Some(1.0), power(0.5, 0.0));
        assert_eq!(
            (None, Some(1.0), Some(0.0)),
            (power(0.5, 2.2), power(1.0, 2.2), power(0.0, 2.2))
        );
    }

    #[test]
    fn stitched_parts_meet_at_their_bounds() {
        let (parts, bounds) = (vec![ramp(0.0, 1.0), ramp(5.0, 7.0)], vec![0.25]);
        let encode = vec![[0.0, 1.0], [1.0, 0.0]];
        let whole = tint(Kind::Stitched { parts, bounds, encode }, None);
        let at = |input: f64| whole.at(&[input]).unwrap()[0];
        assert_eq!([0.0, 0.5, 7.0, 6.0, 5.0], [0.0, 0.125, 0.25, 0.625, 1.0].map(at));
        let most = whole.knots().into_iter().map(at).fold(0.0, f64::max);
        assert_eq!(7.0, most);
    }

    #[test]
    fn a_table_is_interpolated_along_every_input() {
        let samples = Samples {
            sizes: vec![2, 2],
            encode: vec![[0.0, 1.0]; 2],
            outputs: 1,
            values: vec![0.0, 1.0, 2.0, 3.0],
        };
        let domain = vec![[0.0, 1.0]; 2];
        let table =
            Function { domain, range: Some(vec![[0.0, 2.5]]), kind: Kind::Sampled(samples) };
        assert_eq!(Some(vec![1.5]), table.at(&[0.5, 0.5]));
        assert_eq!(Some(vec![1.0]), table.at(&[9.0, 0.0]));
        assert_eq!(Some(vec![2.5]), table.at(&[1.0, 1.0]), "within its range");
        assert_eq!(None, table.at(&[1.0]));
    }
}
