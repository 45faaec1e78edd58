//! What plots share: lengths, and the colours and markers of series.

use crate::geometry::rounded;

/// Colours of series: black, three of Okabe and Ito's and one of similar lightness. They differ under the
/// common colour vision deficiencies.
pub(crate) const COLOURS: [&str; 5] = ["#000000", "#0072b2", "#d55e00", "#00805c", "#a6407a"];

/// Formats a length to a tenth, without trailing zeros.
pub(crate) fn px(length: f64) -> String {
    rounded(length, 1)
}

/// The markers of series, which differ without colour too. All look equally large.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Markers {
    /// The radius of the circle.
    pub circle: f64,
    /// Half a side of the square.
    pub square: f64,
    /// Half a diagonal of the diamond.
    pub diamond: f64,
    /// From the centre of a triangle to its tip, and half its base.
    pub triangle: f64,
}

impl Markers {
    /// The number of markers.
    pub const COUNT: usize = 5;

    /// The outline of a series' marker around the origin, as path data.
    pub fn path(&self, series: usize) -> String {
        let Self { circle, square, diamond, triangle } = *self;
        let foot = px(0.8 * triangle);
        match series % Self::COUNT {
            0 => {
                let (r, d) = (px(circle), px(2.0 * circle));
                format!("M-{r} 0a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z")
            }
            1 => {
                let (half, side) = (px(square), px(2.0 * square));
                format!("M-{half}-{half}h{side}v{side}h-{side}z")
            }
            2 => {
                let d = px(diamond);
                format!("M0-{d}L{d} 0L0 {d}L-{d} 0z")
            }
            3 => {
                let t = px(triangle);
                format!("M0-{t}L{t} {foot}H-{t}z")
            }
            _ => {
                let t = px(triangle);
                format!("M0 {t}L{t}-{foot}H-{t}z")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_five_shapes_about_the_origin() {
        let markers = Markers { circle: 3.5, square: 3.1, diamond: 4.3, triangle: 4.0 };
        let paths = [0, 1, 2, 3, 4].map(|series| markers.path(series));
        let expected = [
            "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
            "M-3.1-3.1h6.2v6.2h-6.2z",
            "M0-4.3L4.3 0L0 4.3L-4.3 0z",
            "M0-4L4 3.2H-4z",
            "M0 4L4-3.2H-4z",
        ];
        assert_eq!(expected, paths.each_ref().map(String::as_str));
    }
}
