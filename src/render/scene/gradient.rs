//! Gradients between inks.

use crate::face::Cmyk;
use crate::geometry::Affine;

use super::outline::ToMm;

/// A gradient: inks along a line or between two circles, in its own space.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// Where the inks change.
    pub along: Along,
    /// From the gradient's space to the picture's millimetres.
    pub to_mm: Affine,
    /// Where along it, 0 to 1 and rising, and which inks; at least two.
    pub stops: Vec<(f64, Cmyk)>,
}

/// Where the inks of a gradient change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Along {
    /// From one point to another.
    Line {
        /// Where the first stop lies.
        from: [f64; 2],
        /// Where the last one lies.
        to: [f64; 2],
    },
    /// From one circle to another, each as centre and radius.
    Circles {
        /// Where the first stop lies.
        from: [f64; 3],
        /// Where the last one lies.
        to: [f64; 3],
    },
}

/// What a gradient of the SVG is made of: where it lies, its stops, and whether it goes on beyond
/// its ends in the last colour, as press files do.
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
