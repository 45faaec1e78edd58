//! Whether a face that is all of its page stands where the page is cut.

use super::looks::Looks;
use super::standing::{Shown, Standing};
use crate::preflight::page::Sides;

/// How far a face may stand from where its page is cut, in millimetres.
const ASIDE_MM: f64 = 0.3;

/// Whether a face stands aside from where its page is cut, or not upright.
pub(super) fn aside(face: &Standing, printed: Sides, looks: &Looks) -> Option<String> {
    let full = looks.size_mm();
    let at = |corner: [f64; 2]| face.on_page.apply(corner);
    let far = |[x, y]: [f64; 2], [p, q]: [f64; 2]| (x - p).abs().max((y - q).abs());
    let (start, end) = ([printed[0], printed[1]], [printed[2], printed[3]]);
    let upright = far(at([0.0, 0.0]), start).max(far(at(full), end));
    // A back may be held either way.
    let over = far(at([0.0, 0.0]), end).max(far(at(full), start));
    if upright <= ASIDE_MM || (matches!(face.shown, Shown::Back(_)) && over <= ASIDE_MM) {
        return None;
    }
    if over <= ASIDE_MM {
        return Some("stands on its head".to_owned());
    }
    let [a, b, ..] = face.on_page.0;
    if a < b.abs() {
        return Some("is turned on its page".to_owned());
    }
    Some(format!("stands {upright:.1} mm from where its page is cut"))
}

/// Whether the file has a face cut elsewhere than at its edge.
pub(super) fn miscut(face: &Standing, trim: Sides, looks: &Looks) -> Option<String> {
    let (full, bleed) = (looks.size_mm(), looks.format.bleed_mm());
    let [one, other] = [[bleed, bleed], [full[0] - bleed, full[1] - bleed]]
        .map(|corner| face.on_page.apply(corner));
    let edges =
        [one[0].min(other[0]), one[1].min(other[1]), one[0].max(other[0]), one[1].max(other[1])];
    let off = edges.iter().zip(trim).map(|(edge, cut)| (edge - cut).abs()).fold(0.0, f64::max);
    (off > ASIDE_MM).then(|| format!("is cut {off:.1} mm from its edge by the page's trim box"))
}
