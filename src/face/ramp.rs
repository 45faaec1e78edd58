//! The inks of a grey picture: one swatch stands for its black, another for its white.
//!
//! On a screen the greys run from one swatch's colour to the other's, and in print from its inks to the
//! other's. A picture in 256 such colours is therefore as exact as a flat swatch, and no grey in between has
//! more ink than both ends.

use super::{Ink, Palette, Rgb, Swatch};

/// The number of greys.
const GREYS: usize = 256;

/// Two swatches and the greys between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Ramp {
    black: Swatch,
    white: Swatch,
}

impl Ramp {
    /// From the swatch for black to the one for white; `None` if the inks in between are undefined: a spot
    /// ink only runs to paper without ink.
    pub fn new(black: &Swatch, white: &Swatch) -> Option<Self> {
        let is_spot = |swatch: &Swatch| matches!(swatch.ink, Ink::Spot { .. });
        let bare = white.ink.process().ink_sum() == 0.0;
        let known = !is_spot(white) && (!is_spot(black) || bare);
        known.then(|| Self { black: black.clone(), white: white.clone() })
    }

    /// The swatch of the picture's black.
    pub fn black(&self) -> &Swatch {
        &self.black
    }

    /// The swatch of the picture's white.
    pub fn white(&self) -> &Swatch {
        &self.white
    }

    /// The screen colours of the greys from black to white, three bytes each, as in the palette of a PNG.
    pub fn screen_colours(&self) -> Vec<u8> {
        let parts = |Rgb(red, green, blue): Rgb| [red, green, blue];
        let (black, white) = (parts(self.black.rgb), parts(self.white.rgb));
        let between = |grey: usize, part: usize| {
            let (from, to) = (usize::from(black[part]), usize::from(white[part]));
            let sum = from * (GREYS - 1 - grey) + to * grey;
            u8::try_from((sum + GREYS / 2) / (GREYS - 1)).unwrap_or(u8::MAX)
        };
        (0..GREYS).flat_map(|grey| [0, 1, 2].map(|part| between(grey, part))).collect()
    }

    /// The ramp with these screen colours, if its ends are swatches of `palette`.
    pub fn from_screen_colours(colours: &[u8], palette: &Palette) -> Option<Self> {
        if colours.len() != GREYS * 3 {
            return None;
        }
        let end = |at: usize| palette.swatch_of(Rgb(colours[at], colours[at + 1], colours[at + 2]));
        let ramp = Self::new(end(0)?, end(colours.len() - 3)?)?;
        (ramp.screen_colours() == colours).then_some(ramp)
    }

    /// The process inks of the greys from black to white, in 255ths of full cover. The four inks of a grey
    /// are rounded together, so that their sum never exceeds the exact one.
    pub fn inks(&self) -> Vec<[u8; 4]> {
        let (black, white) =
            (self.black.ink.process().percent(), self.white.ink.process().percent());
        let levels = |grey: usize| {
            let white_share = grey as f64 / (GREYS - 1) as f64;
            let level = |part: usize| {
                let percent = black[part] * (1.0 - white_share) + white[part] * white_share;
                percent / 100.0 * 255.0
            };
            combined([0, 1, 2, 3].map(level))
        };
        (0..GREYS).map(levels).collect()
    }
}

/// Rounds to whole numbers, each less than one away, whose sum is not greater.
pub(super) fn combined(levels: [f64; 4]) -> [u8; 4] {
    /// Tolerance for the rounding error of the sum.
    const SLACK: f64 = 1e-6;
    let mut whole = levels.map(|level| (level + SLACK).floor());
    let mut spare = (levels.iter().sum::<f64>() + SLACK).floor() - whole.iter().sum::<f64>();
    let mut by_rest = [0, 1, 2, 3];
    by_rest.sort_by(|&one, &other| {
        let rest = |part: usize| levels[part] - whole[part];
        rest(other).total_cmp(&rest(one))
    });
    for part in by_rest {
        if spare >= 1.0 && levels[part] > whole[part] {
            whole[part] += 1.0;
            spare -= 1.0;
        }
    }
    whole.map(|level| level as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Cmyk;

    fn swatch(id: &str, rgb: Rgb, percent: [f64; 4]) -> Swatch {
        Swatch { id: id.into(), rgb, ink: Ink::Process(Cmyk::new(percent).unwrap()) }
    }

    fn rust() -> Swatch {
        swatch("rust", Rgb(0xb4, 0x48, 0x1a), [12.0, 78.0, 100.0, 20.0])
    }

    fn paper() -> Swatch {
        swatch("paper", Rgb(255, 255, 255), [0.0; 4])
    }

    fn spot() -> Swatch {
        let alternate = Cmyk::new([0.0, 100.0, 80.0, 5.0]).unwrap();
        let ink = Ink::Spot { name: "PANTONE 186 C".into(), alternate };
        Swatch { id: "red".into(), rgb: Rgb(200, 16, 46), ink }
    }

    #[test]
    fn the_ends_are_the_swatches_on_screen_and_in_print() {
        let ramp = Ramp::new(&rust(), &paper()).unwrap();
        let colours = ramp.screen_colours();
        assert_eq!([0xb4, 0x48, 0x1a], colours[..3]);
        assert_eq!([255, 255, 255], colours[765..]);
        let inks = ramp.inks();
        assert_eq!([0; 4], inks[255]);
        for (level, percent) in inks[0].iter().zip(rust().ink.process().percent()) {
            assert!((f64::from(*level) / 2.55 - percent).abs() < 0.4, "{level} for {percent} %");
        }
    }

    #[test]
    fn no_grey_has_more_ink_than_the_darker_end() {
        let dark = swatch("dark", Rgb(1, 2, 3), [60.3, 59.9, 59.9, 59.9]);
        for white in [paper(), rust()] {
            let most = f64::max(dark.ink.process().ink_sum(), white.ink.process().ink_sum());
            for inks in Ramp::new(&dark, &white).unwrap().inks() {
                let sum: f64 = inks.iter().map(|&level| f64::from(level) / 2.55).sum();
                assert!(sum <= most + 1e-6, "{inks:?}");
            }
        }
    }

    #[test]
    fn a_ramp_is_recognized_by_its_exact_colours_only() {
        let palette = Palette::new(vec![rust(), paper()]).unwrap();
        let ramp = Ramp::new(&rust(), &paper()).unwrap();
        let mut colours = ramp.screen_colours();
        assert_eq!(Some(ramp), Ramp::from_screen_colours(&colours, &palette));
        colours[300] ^= 1;
        assert_eq!(None, Ramp::from_screen_colours(&colours, &palette));
        assert_eq!(None, Ramp::from_screen_colours(&colours[..765], &palette));
    }

    #[test]
    fn a_spot_ink_runs_to_bare_paper_only() {
        assert!(Ramp::new(&spot(), &paper()).is_some());
        assert!(Ramp::new(&spot(), &rust()).is_none());
        assert!(Ramp::new(&rust(), &spot()).is_none());
    }
}
