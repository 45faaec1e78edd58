//! ICC profiles of presses: inks to colours and colours to inks. Only sums and products are used, so that
//! every machine finds the same inks.

mod lab;
mod read;
mod table;
mod version4;

use std::sync::{Arc, LazyLock};

use super::vision::LINEAR;
use super::{Cmyk, Rgb};
pub(super) use lab::Lab;
use lab::light;
use table::{Table, UNKNOWN};

/// GRACoL 2006 (CGATS TR 006). `press/README.md` names its source.
pub(crate) const PROFILE: &[u8] = include_bytes!("../../../press/cgats-tr-006.icc");

/// Its name in themes and messages.
pub(super) const PROFILE_NAME: &str = "CGATS TR 006";

static PRESS: LazyLock<Arc<Profile>> = LazyLock::new(|| {
    Arc::new(
        Profile::read(PROFILE)
            .expect("the profile of the program is built as this reader knows it"),
    )
});

/// The mapping of colours that a press cannot print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Intent {
    /// Each colour relative to the white of the paper, with black point compensation: greys keep their
    /// distances down to the darkest black of the press.
    #[default]
    Relative,
    /// As the maker of the profile chose.
    Perceptual,
}

/// The profile of a press.
#[derive(Debug)]
pub(super) struct Profile {
    /// From inks to colours.
    look: Table,
    relative: Table,
    perceptual: Table,
    /// The light of the darkest colour, relative to the white of the paper.
    black: f64,
}

impl Profile {
    /// The bundled profile.
    pub(super) fn bundled() -> Arc<Self> {
        Arc::clone(&PRESS)
    }

    /// Reads the profile of a press.
    ///
    /// # Errors
    /// Why the profile is not supported, in words that follow "the profile".
    pub(super) fn read(icc: &[u8]) -> Result<Self, &'static str> {
        let field = |at: usize| icc.get(at..at + 4).unwrap_or_default();
        if field(36) != b"acsp" {
            return Err("is not an ICC profile");
        }
        if field(16) != b"CMYK" {
            return Err("is not for CMYK");
        }
        if field(20) != b"Lab " {
            return Err("does not use L*a*b*");
        }
        if u32::try_from(icc.len()).map(u32::to_be_bytes).ok().as_ref().map(|l| &l[..])
            != Some(field(0))
        {
            return Err(UNKNOWN);
        }
        let table = |tags: [&[u8; 4]; 2], inputs: usize, outputs: usize| {
            let place = tags.into_iter().find_map(|tag| place(icc, tag)).ok_or(UNKNOWN)?;
            Table::read(icc, place, inputs, outputs)
        };
        let look = table([b"A2B1", b"A2B0"], 4, 3)?;
        let relative = table([b"B2A1", b"B2A0"], 3, 4)?;
        let perceptual = table([b"B2A0", b"B2A1"], 3, 4)?;
        let mut profile = Self { look, relative, perceptual, black: 0.0 };
        let darkest = profile.look(profile.relative.inks_of(Lab([0.0; 3])));
        profile.black = light(&darkest)[1].clamp(0.0, 0.5);
        Ok(profile)
    }

    /// The colour of inks, 0 to 1, relative to the white of the paper.
    pub(super) fn look(&self, inks: [f64; 4]) -> Lab {
        self.look.look(inks)
    }

    /// The inks, 0 to 1, for a colour; the nearest printable one if it is out of gamut.
    pub(super) fn nearest(&self, colour: Lab) -> [f64; 4] {
        self.relative.inks_of(colour)
    }

    /// The inks, 0 to 1, for a screen colour.
    pub(super) fn inks(&self, colour: Rgb, intent: Intent) -> [f64; 4] {
        match intent {
            Intent::Perceptual => self.perceptual.inks_of(Lab::from_screen(colour)),
            Intent::Relative => {
                let lifted =
                    screen_light(colour).map(|part| self.black + (1.0 - self.black) * part);
                self.relative.inks_of(Lab::from_light(lifted))
            }
        }
    }

    /// The screen colour of inks, 0 to 1: the reverse of [`Intent::Relative`].
    pub(super) fn screen(&self, inks: [f64; 4]) -> Rgb {
        let lifted = light(&self.look(inks));
        let [x, y, z] = lifted.map(|part| (part - self.black) / (1.0 - self.black));
        // The inverse of the rows in `screen_light`.
        let rows = [
            [3.021_861, -1.616_939, -0.404_879],
            [-0.943_792, 1.916_164, 0.027_613],
            [0.069_375, -0.228_992, 1.159_620],
        ];
        let [red, green, blue] =
            rows.map(|[by_x, by_y, by_z]| value(by_x * x + by_y * y + by_z * z));
        Rgb(red, green, blue)
    }
}

/// The offset of a tag's data.
fn place(icc: &[u8], tag: &[u8; 4]) -> Option<usize> {
    let long = |at: usize| {
        let bytes = icc.get(at..at + 4)?;
        Some(u32::from_be_bytes(bytes.try_into().ok()?) as usize)
    };
    let entry = (0..long(128)?.min(100))
        .map(|entry| 132 + 12 * entry)
        .find(|&at| icc.get(at..at + 4) == Some(&tag[..]))?;
    long(entry + 4)
}

/// X, Y and Z of a screen colour, adapted to D50 by Bradford's method (ICC.1, annex E) and divided by its
/// white, which stands for the paper.
fn screen_light(colour: Rgb) -> [f64; 3] {
    let light = [colour.0, colour.1, colour.2].map(|part| LINEAR[usize::from(part)]);
    let rows = [
        [0.452_242, 0.399_354, 0.148_390],
        [0.222_505, 0.716_879, 0.060_617],
        [0.016_883, 0.117_672, 0.865_444],
    ];
    rows.map(|row| row.iter().zip(light).map(|(share, light)| share * light).sum())
}

/// The screen value nearest to a light.
fn value(light: f64) -> u8 {
    let above = LINEAR.partition_point(|known| *known < light).min(255);
    let below = above.saturating_sub(1);
    let nearest = if light - LINEAR[below] < LINEAR[above] - light { below } else { above };
    u8::try_from(nearest).unwrap_or(u8::MAX)
}

impl Lab {
    /// Converts a screen colour, with its white as the paper.
    pub(super) fn from_screen(colour: Rgb) -> Self {
        Self::from_light(screen_light(colour))
    }

    /// The colour of inks by the bundled profile.
    pub(super) fn from_inks(inks: Cmyk) -> Self {
        PRESS.look(inks.percent().map(|ink| ink / 100.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_has_the_measured_solids_and_paper() {
        // CGATS TR 006, solids beside their paper (L* 95, 0, -2).
        for (percent, expected) in [
            ([0.0; 4], [100.0, 0.0, 0.0]),
            ([100.0, 0.0, 0.0, 0.0], [57.5, -38.0, -49.0]),
            ([0.0, 100.0, 0.0, 0.0], [50.0, 78.0, -2.5]),
            ([0.0, 0.0, 100.0, 0.0], [94.0, -6.0, 97.0]),
            ([0.0, 0.0, 0.0, 100.0], [16.5, 0.0, 0.0]),
        ] {
            let Lab(found) = Lab::from_inks(Cmyk::new(percent).unwrap());
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 4.0, "{percent:?}: {found} for {expected}");
            }
        }
    }

    #[test]
    fn white_and_black_separate_and_convert_back() {
        let press = Profile::bundled();
        for intent in [Intent::Relative, Intent::Perceptual] {
            let white = press.inks(Rgb(255, 255, 255), intent);
            assert!(white.iter().all(|&ink| ink < 0.01), "{white:?}");
            let black = press.inks(Rgb(0, 0, 0), intent);
            assert!(black[3] > 0.8 && black.iter().sum::<f64>() > 1.8, "{black:?}");
        }
        for colour in [Rgb(255, 255, 255), Rgb(0, 0, 0), Rgb(120, 80, 60), Rgb(90, 120, 150)] {
            let back = press.screen(press.inks(colour, Intent::Relative));
            for (one, other) in [(colour.0, back.0), (colour.1, back.1), (colour.2, back.2)] {
                assert!(one.abs_diff(other) <= 8, "{colour} became {back}");
            }
        }
    }

    #[test]
    fn separations_agree_with_little_cms() {
        // Computed by Little CMS 2.17 from srgb.icc, in percent; with black point compensation for the
        // second.
        for (colour, perceptual, relative) in [
            (Rgb(255, 255, 255), [0, 0, 0, 0], [0, 0, 0, 0]),
            (Rgb(128, 128, 128), [16, 15, 15, 52], [16, 15, 14, 51]),
            (Rgb(200, 30, 40), [0, 94, 77, 13], [0, 91, 73, 15]),
            (Rgb(30, 60, 160), [93, 78, 0, 9], [89, 73, 0, 10]),
            (Rgb(20, 120, 40), [72, 0, 98, 39], [71, 0, 94, 39]),
            (Rgb(250, 220, 30), [1, 7, 88, 5], [1, 7, 85, 5]),
            (Rgb(60, 40, 30), [20, 44, 47, 89], [15, 36, 37, 87]),
            (Rgb(240, 200, 180), [1, 17, 22, 10], [1, 16, 22, 10]),
            (Rgb(0, 0, 0), [51, 45, 45, 100], [51, 43, 43, 99]),
        ] {
            let press = Profile::bundled();
            for (intent, expected, most) in
                [(Intent::Perceptual, perceptual, 2.0), (Intent::Relative, relative, 3.5)]
            {
                let found = press.inks(colour, intent).map(|ink| ink * 100.0);
                for (found, expected) in found.iter().zip(expected) {
                    let off = (found - f64::from(expected)).abs();
                    assert!(off <= most, "{colour} {intent:?}: {found:.1} for {expected}");
                }
            }
        }
    }

    #[test]
    fn greys_stay_apart_down_to_black_where_black_is_compensated() {
        let press = Profile::bundled();
        let dark = |grey: u8| press.look(press.inks(Rgb(grey, grey, grey), Intent::Relative)).0[0];
        let steps: Vec<f64> = [0, 8, 16, 24, 32].map(dark).into();
        assert!(steps.is_sorted_by(|one, other| other - one > 0.3), "{steps:?}");
    }

    #[test]
    fn every_screen_value_is_the_nearest_to_its_own_light() {
        for (place, &light) in LINEAR.iter().enumerate() {
            assert_eq!(place, usize::from(value(light)));
        }
        assert_eq!((0, 255), (value(-0.1), value(1.2)));
    }

    #[test]
    fn unsupported_and_damaged_profiles_are_reported() {
        let with = |at: usize, bytes: &[u8]| {
            let mut changed = PROFILE.to_vec();
            changed[at..at + bytes.len()].copy_from_slice(bytes);
            Profile::read(&changed).unwrap_err()
        };
        assert_eq!("is not for CMYK", with(16, b"RGB "));
        assert_eq!("does not use L*a*b*", with(20, b"XYZ "));
        let look = place(PROFILE, b"A2B1").unwrap();
        for (at, bytes) in [(look, &b"mAB "[..]), (look + 10, &[200]), (look + 10, &[1])] {
            assert!(with(at, bytes).starts_with("has no tables"), "{at}");
        }
        for length in (0..PROFILE.len()).step_by(997) {
            assert!(Profile::read(&PROFILE[..length]).is_err(), "{length}");
        }
    }
}
