//! Gradients as patterns of axial and radial shadings (PDF Reference 1.4, 4.6.3).

use lopdf_writer::{Dictionary, Object, dictionary};

use crate::face::Cmyk;
use crate::render::scene::Along;

use super::content::{single, tint};
use super::resources::PlacedGradient;

/// The pattern of a gradient.
pub(super) fn pattern(placed: &PlacedGradient) -> Dictionary {
    let (kind, coordinates): (i64, Vec<f64>) = match placed.gradient.along {
        Along::Line { from, to } => (2, [from, to].concat()),
        Along::Circles { from, to } => (3, [from, to].concat()),
    };
    let shading = dictionary! {
        "ShadingType" => kind,
        "ColorSpace" => "DeviceCMYK",
        "Coords" => reals(coordinates),
        "Function" => function(&placed.gradient.stops),
        // Beyond its ends the gradient continues with its last inks, as in SVG.
        "Extend" => vec![true.into(), true.into()],
    };
    dictionary! {
        "Type" => "Pattern",
        "PatternType" => 2,
        "Matrix" => placed.to_points.map(Object::Real).to_vec(),
        "Shading" => shading,
    }
}

/// The function from 0 to 1 along the gradient to inks, linear between neighbouring stops.
fn function(stops: &[(f64, Cmyk)]) -> Dictionary {
    let mut stops = stops.to_vec();
    // Before the first stop and after the last the inks are constant.
    if let Some(first) = stops.first().copied().filter(|(at, _)| *at > 0.0) {
        stops.insert(0, (0.0, first.1));
    }
    if let Some(last) = stops.last().copied().filter(|(at, _)| *at < 1.0) {
        stops.push((1.0, last.1));
    }
    let domain = || vec![0.into(), 1.into()];
    let piece = |from: &Cmyk, to: &Cmyk| {
        dictionary! {
            "FunctionType" => 2,
            "Domain" => domain(),
            "C0" => from.percent().map(|ink| Object::Real(tint(ink))).to_vec(),
            "C1" => to.percent().map(|ink| Object::Real(tint(ink))).to_vec(),
            "N" => 1,
        }
    };
    let pieces: Vec<Object> =
        stops.windows(2).map(|pair| piece(&pair[0].1, &pair[1].1).into()).collect();
    let inner = &stops[1..stops.len() - 1];
    let encode = pieces.iter().flat_map(|_| domain()).collect::<Vec<Object>>();
    dictionary! {
        "FunctionType" => 3,
        "Domain" => domain(),
        "Functions" => pieces,
        "Bounds" => reals(inner.iter().map(|(at, _)| *at)),
        "Encode" => encode,
    }
}

fn reals(numbers: impl IntoIterator<Item = f64>) -> Vec<Object> {
    numbers.into_iter().map(|number| Object::Real(single(number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_inside_the_ends_are_extended_to_them() {
        let inks = |black| Cmyk::new([0.0, 0.0, 0.0, black]).unwrap();
        let function = function(&[(0.25, inks(10.0)), (0.75, inks(90.0))]);
        assert_eq!(3, function.get(b"Functions").unwrap().as_array().unwrap().len());
        let bounds = function.get(b"Bounds").unwrap().as_array().unwrap();
        assert_eq!(vec![Object::Real(0.25), Object::Real(0.75)], *bounds);
        assert_eq!(6, function.get(b"Encode").unwrap().as_array().unwrap().len());
    }
}
