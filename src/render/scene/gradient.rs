//! Gradients between inks.

use crate::face::Cmyk;
use crate::geometry::Affine;

use super::outline::ToMm;

/// A gradient: inks along a line or between two circles, in its own space.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// The line or circles along which the inks change.
    pub along: Along,
    /// The map from the gradient's space to the picture's millimetres.
    pub to_mm: Affine,
    /// Positions along it, 0 to 1 and ascending, with their inks; at least two.
    pub stops: Vec<(f64, Cmyk)>,
}

/// The geometry of a gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Along {
    /// From one point to another.
    Line {
        /// The position of the first stop.
        from: [f64; 2],
        /// The position of the last stop.
        to: [f64; 2],
    },
    /// From one circle to another, each as centre and radius.
    Circles {
        /// The position of the first stop.
        from: [f64; 3],
        /// The position of the last stop.
        to: [f64; 3],
    },
}

/// The geometry of an SVG gradient, its stops, and whether it extends beyond its ends with the last colour,
/// as in press files.
pub(super) fn read(
    paint: &usvg::Paint,
    to_mm: ToMm,
) -> Option<(Along, Affine, &usvg::BaseGradient)> {
    let real = f64::from;
    let (along, base): (Along, &usvg::BaseGradient) = match paint {
        usvg::Paint::LinearGradient(line) => {
            let [from, to] = [[line.x1(), line.y1()], [line.x2(), line.y2()]];
            (Along::Line { from: from.map(real), to: to.map(real) }, line)
        }
        usvg::Paint::RadialGradient(circle) => {
            let from = [circle.fx(), circle.fy(), circle.fr().get()].map(real);
            let to = [circle.cx(), circle.cy(), circle.r().get()].map(real);
            (Along::Circles { from, to }, circle)
        }
        usvg::Paint::Color(_) | usvg::Paint::Pattern(_) => return None,
    };
    Some((along, to_mm.after(base.transform()), base))
}
