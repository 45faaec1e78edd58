//! The look of process inks on paper, by the profile embedded in PDF/X-4 files, and the inks nearest to a
//! screen colour.
//!
//! References: ICC.1:2001-04 (version 2.2), `lut16Type` and the 16-bit coding of L*a*b*; CIE 116-1995 for the
//! colour difference ΔE*94, which needs no machine-dependent function; Bradford adaptation of sRGB to D50 as
//! in ICC.1, annex E.

use super::profile::{Lab, Profile};
use super::{Cmyk, Rgb};

/// The difference above which inks count as another colour than the screen's.
pub(super) const DRIFT: f64 = 10.0;

impl Lab {
    /// ΔE*94 for graphic arts to another colour, with this one as the reference.
    fn difference(self, other: Self) -> f64 {
        let chroma = |[_, a, b]: [f64; 3]| (a * a + b * b).sqrt();
        let (own, others) = (chroma(self.0), chroma(other.0));
        let [light, a, b] = [0, 1, 2].map(|axis| self.0[axis] - other.0[axis]);
        let hue = (a * a + b * b - (own - others) * (own - others)).max(0.0);
        let (chroma, scale) = ((own - others) / (1.0 + 0.045 * own), 1.0 + 0.015 * own);
        (light * light + chroma * chroma + hue / (scale * scale)).sqrt()
    }
}

/// The difference between the print of these inks and a screen colour, in ΔE*94. Screen black is compared
/// with the black ink alone, the darkest that small print may be.
pub(super) fn drift(screen: Rgb, inks: Cmyk) -> Option<f64> {
    let black = Lab::from_inks(Cmyk::new([0.0, 0.0, 0.0, 100.0])?).0[0];
    let Lab([light, a, b]) = Lab::from_screen(screen);
    let lifted = Lab([black + light * (100.0 - black) / 100.0, a, b]);
    let printed = Lab::from_inks(inks);
    // Dark colours may be lifted with the black, or be as dark as the press can.
    let as_dark = Lab([light, a, b]);
    Some(lifted.difference(printed).min(as_dark.difference(printed)))
}

/// The difference between black over these inks and black alone, in ΔE*94; black among the inks is covered.
pub(crate) fn black_over(inks: Cmyk) -> f64 {
    let [c, m, y, _] = inks.percent();
    let look = |percent: [f64; 4]| Cmyk::new(percent).map(Lab::from_inks);
    let (alone, over) = (look([0.0, 0.0, 0.0, 100.0]), look([c, m, y, 100.0]));
    alone.zip(over).map_or(0.0, |(alone, over)| alone.difference(over))
}

/// The inks nearest to a screen colour, in whole percent; at most 240 % together.
pub(super) fn nearest_inks(screen: Rgb) -> Option<Cmyk> {
    let inks = Profile::bundled().nearest(Lab::from_screen(screen));
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
    fn inks_found_for_a_printed_colour_print_it() {
        for screen in [Rgb(31, 111, 92), Rgb(223, 174, 82), Rgb(150, 40, 27), Rgb(246, 223, 203)] {
            let found = nearest_inks(screen).unwrap();
            assert!(found.ink_sum() <= 245.0, "{screen}: {found:?}");
            let drift = drift(screen, found).unwrap();
            assert!(drift < 6.0, "{screen}: {drift}");
        }
    }

    #[test]
    fn black_over_tints_is_black_but_not_over_full_inks() {
        for tint in [[0.0; 4], [12.0, 4.0, 9.0, 0.0], [1.0, 13.0, 20.0, 0.0]] {
            assert!(black_over(inks(tint)) < 3.0, "{tint:?}: {}", black_over(inks(tint)));
        }
        for full in [[0.0, 13.0, 84.0, 0.0], [28.0, 31.0, 0.0, 0.0], [90.0, 50.0, 6.0, 0.0]] {
            assert!(black_over(inks(full)) > 4.0, "{full:?}: {}", black_over(inks(full)));
        }
    }

    #[test]
    fn built_in_themes_do_not_drift_and_a_stale_cmyk_is_found() {
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap();
            for swatch in theme.palette().iter() {
                let drift = drift(swatch.rgb, swatch.ink.process()).unwrap();
                assert!(drift <= DRIFT, "{name}: {}: {drift}", swatch.id);
            }
        }
        // A navy whose screen colour alone was changed to purple.
        assert!(drift(Rgb(58, 16, 80), inks([80.0, 60.0, 10.0, 75.0])).unwrap() > DRIFT);
    }
}
