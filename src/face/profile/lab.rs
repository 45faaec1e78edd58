//! Colours relative to the white of the paper.

use crate::face::vision::cube_root;

/// A colour in L*a*b* relative to the white of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::face) struct Lab(pub(in crate::face) [f64; 3]);

/// X, Y and Z of a colour, divided by those of the paper.
pub(super) fn light(Lab([light, a, b]): &Lab) -> [f64; 3] {
    let y = (light + 16.0) / 116.0;
    [y + a / 500.0, y, y - b / 200.0].map(|bent| {
        if bent > 6.0 / 29.0 { bent * bent * bent } else { (116.0 * bent - 16.0) * 27.0 / 24389.0 }
    })
}

impl Lab {
    /// Converts X, Y and Z divided by those of the paper.
    pub(super) fn from_light(light: [f64; 3]) -> Self {
        let [x, y, z] = light.map(|part| {
            if part > 216.0 / 24389.0 {
                cube_root(part)
            } else {
                (24389.0 / 27.0 * part + 16.0) / 116.0
            }
        });
        Self([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])
    }
}
