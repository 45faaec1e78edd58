//! Measures the pixel of a picture with the most ink.

use std::collections::BTreeSet;

use super::measured::Measured;
use super::samples::Samples;
use crate::preflight::pdf::colour::{Inks, Space};

/// The most different colours that are calculated, for slow colour spaces.
const MOST_COLOURS: usize = 100_000;

/// Converts the samples of a pixel to colour values: table indexes, otherwise 0 to 1. `ranges` are the ranges of the
/// components, if not the default ones.
pub(super) fn values(
    samples: &Samples,
    space: &Space,
    ranges: Option<&[[f64; 2]]>,
) -> impl Fn(usize, u16) -> f64 {
    let (parts, top) = (samples.layout.parts, samples.layout.top());
    let is_table = matches!(space, Space::Table(_));
    let usual = vec![if is_table { [0.0, top] } else { [0.0, 1.0] }; parts];
    let ranges = ranges.map_or(usual, <[_]>::to_vec);
    move |part, sample| {
        let [low, high] = ranges[part];
        let value = low + f64::from(sample) * (high - low) / top;
        if is_table { value.round() } else { value.clamp(0.0, 1.0) }
    }
}

/// The inks of the pixel with the most ink.
pub(super) fn most(samples: &Samples, space: &Space, ranges: Option<&[[f64; 2]]>) -> Measured {
    let value = values(samples, space, ranges);
    let sum = |inks: &[f64; 4]| inks.iter().sum::<f64>();
    let mut most: Option<[f64; 4]> = None;
    let mut see = |inks: [f64; 4]| {
        if most.as_ref().is_none_or(|most| sum(&inks) > sum(most)) {
            most = Some(inks);
        }
    };
    if matches!(space, Space::Converted { .. }) {
        return Measured::Converted;
    }
    if let (Space::Cmyk, Some(bytes)) = (space, samples.as_bytes()) {
        let table: Vec<[f64; 256]> =
            (0..4).map(|part| std::array::from_fn(|sample| value(part, sample as u16))).collect();
        for pixel in bytes.as_chunks::<4>().0 {
            see([0, 1, 2, 3].map(|part| table[part][usize::from(pixel[part])]));
        }
    } else if matches!(space, Space::Cmyk) {
        samples.each(|pixel| see([0, 1, 2, 3].map(|part| value(part, pixel[part]))));
    } else {
        let mut colours = BTreeSet::new();
        samples.each(|pixel| {
            if colours.len() <= MOST_COLOURS && !colours.contains(pixel) {
                colours.insert(pixel.to_vec());
            }
        });
        if colours.len() > MOST_COLOURS {
            return Measured::Unknown("of more colours than are calculated".to_owned());
        }
        for colour in colours {
            let values: Vec<f64> =
                colour.iter().enumerate().map(|(part, sample)| value(part, *sample)).collect();
            match space.inks(&values) {
                Inks::Known(inks) => see(inks),
                Inks::AllPlates => see([1.0; 4].map(|full: f64| full * values[0])),
                Inks::Converted => return Measured::Converted,
                Inks::Unknown(why) => return Measured::Unknown(why.to_owned()),
            }
        }
    }
    Measured::Most(most)
}
