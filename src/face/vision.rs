//! Colour perception: luminance, contrast and colour-vision deficiencies.
//!
//! References: W3C, Web Content Accessibility Guidelines 2.2 (2023), "relative luminance" and
//! "contrast ratio"; G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A physiologically-based model
//! for simulation of color vision deficiency, IEEE TVCG 15(6), 2009, table 1 at severity 1.0; CIE
//! 15:2004, L*a*b* and its colour difference of 1976.

use super::Rgb;

/// A kind of colour vision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vision {
    /// With all three kinds of cones.
    Full,
    /// Without long-wave cones.
    Protan,
    /// Without middle-wave cones.
    Deutan,
    /// Without short-wave cones.
    Tritan,
}

/// Light of the red, green and blue primaries of sRGB, each 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Light([f64; 3]);

impl Vision {
    pub(super) const ALL: [Self; 4] = [Self::Full, Self::Protan, Self::Deutan, Self::Tritan];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Full => "full colour vision",
            Self::Protan => "protan vision",
            Self::Deutan => "deutan vision",
            Self::Tritan => "tritan vision",
        }
    }

    /// The matrix that light is multiplied by, row by row.
    fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Self::Full => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Self::Protan => [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
            Self::Deutan => [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
            Self::Tritan => [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        }
    }

    /// A colour as it is seen.
    pub(super) fn simulate(self, colour: Rgb) -> Light {
        let linear = [colour.0, colour.1, colour.2].map(|part| LINEAR[usize::from(part)]);
        Light(self.matrix().map(|row| {
            let sum: f64 = row.iter().zip(linear).map(|(share, light)| share * light).sum();
            sum.clamp(0.0, 1.0)
        }))
    }
}

/// The contrast ratio of two colours as they are seen, 1 to 21.
pub(super) fn contrast(one: Light, other: Light) -> f64 {
    let (one, other) = (one.luminance(), other.luminance());
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The contrast ratio of two colours for full colour vision, 1 to 21.
pub(crate) fn contrast_of(one: Rgb, other: Rgb) -> f64 {
    contrast(Vision::Full.simulate(one), Vision::Full.simulate(other))
}

/// How different two colours look: the distance in L*a*b*, where about 2.3 is just noticeable (M.
/// Mahy, L. Van Eycken, A. Oosterlinck, Color Research & Application 19(2), 1994).
pub(super) fn difference(one: Light, other: Light) -> f64 {
    let (one, other) = (one.lab(), other.lab());
    one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

impl Light {
    /// Relative luminance, 0 to 1.
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0;
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// L*a*b* under the white of sRGB (D65).
    fn lab(self) -> [f64; 3] {
        let [red, green, blue] = self.0;
        let x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047;
        let y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue;
        let z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883;
        let bend = |part: f64| {
            if part > 216.0 / 24389.0 {
                cube_root(part)
            } else {
                (24389.0 / 27.0 * part + 16.0) / 116.0
            }
        };
        let (x, y, z) = (bend(x), bend(y), bend(z));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }
}

/// The cube root of a number from 0.008 to about 1 by Newton's method: the system's own may differ in the
/// last digit between machines.
pub(super) fn cube_root(number: f64) -> f64 {
    (0..12).fold(1.0, |root: f64, _| root - (root * root * root - number) / (3.0 * root * root))
}

/// The light of each sRGB value: v/12.92 up to 0.04045, above ((v + 0.055)/1.055)^2.4. A table, since powers
/// differ between machines.
#[rustfmt::skip]
pub(super) const LINEAR: [f64; 256] = [
    0.0000000, 0.0003035, 0.0006071, 0.0009106, 0.0012141, 0.0015176, 0.0018212, 0.0021247,
    0.0024282, 0.0027317, 0.0030353, 0.0033465, 0.0036765, 0.0040247, 0.0043914, 0.0047770,
    0.0051815, 0.0056054, 0.0060488, 0.0065121, 0.0069954, 0.0074990, 0.0080232, 0.0085681,
    0.0091341, 0.0097212, 0.0103298, 0.0109601, 0.0116122, 0.0122865, 0.0129830, 0.0137021,
    0.0144438, 0.0152085, 0.0159963, 0.0168074, 0.0176420, 0.0185002, 0.0193824, 0.0202886,
    0.0212190, 0.0221739, 0.0231534, 0.0241576, 0.0251869, 0.0262412, 0.0273209, 0.0284260,
    0.0295568, 0.0307134, 0.0318960, 0.0331048, 0.0343398, 0.0356013, 0.0368895, 0.0382044,
    0.0395462, 0.0409152, 0.0423114, 0.0437350, 0.0451862, 0.0466651, 0.0481718, 0.0497066,
    0.0512695, 0.0528606, 0.0544803, 0.0561285, 0.0578054, 0.0595112, 0.0612461, 0.0630100,
    0.0648033, 0.0666259, 0.0684782, 0.0703601, 0.0722719, 0.0742136, 0.0761854, 0.0781874,
    0.0802198, 0.0822827, 0.0843762, 0.0865005, 0.0886556, 0.0908417, 0.0930590, 0.0953075,
    0.0975873, 0.0998987, 0.1022417, 0.1046165, 0.1070231, 0.1094617, 0.1119324, 0.1144354,
    0.1169707, 0.1195384, 0.1221388, 0.1247718, 0.1274377, 0.1301365, 0.1328683, 0.1356333,
    0.1384316, 0.1412633, 0.1441285, 0.1470273, 0.1499598, 0.1529262, 0.1559265, 0.1589608,
    0.1620294, 0.1651322, 0.1682694, 0.1714411, 0.1746474, 0.1778884, 0.1811642, 0.1844750,
    0.1878208, 0.1912017, 0.1946178, 0.1980693, 0.2015563, 0.2050787, 0.2086369, 0.2122308,
    0.2158605, 0.2195262, 0.2232280, 0.2269659, 0.2307400, 0.2345506, 0.2383976, 0.2422811,
    0.2462013, 0.2501583, 0.2541521, 0.2581829, 0.2622507, 0.2663556, 0.2704978, 0.2746773,
    0.2788943, 0.2831487, 0.2874408, 0.2917706, 0.2961383, 0.3005438, 0.3049873, 0.3094689,
    0.3139887, 0.3185468, 0.3231432, 0.3277781, 0.3324515, 0.3371636, 0.3419144, 0.3467041,
    0.3515326, 0.3564001, 0.3613068, 0.3662526, 0.3712377, 0.3762621, 0.3813260, 0.3864294,
    0.3915725, 0.3967552, 0.4019778, 0.4072402, 0.4125426, 0.4178851, 0.4232677, 0.4286905,
    0.4341536, 0.4396572, 0.4452012, 0.4507858, 0.4564110, 0.4620770, 0.4677838, 0.4735315,
    0.4793202, 0.4851499, 0.4910208, 0.4969330, 0.5028865, 0.5088813, 0.5149177, 0.5209956,
    0.5271151, 0.5332764, 0.5394795, 0.5457245, 0.5520114, 0.5583404, 0.5647115, 0.5711248,
    0.5775804, 0.5840784, 0.5906188, 0.5972018, 0.6038273, 0.6104956, 0.6172066, 0.6239604,
    0.6307571, 0.6375969, 0.6444797, 0.6514056, 0.6583748, 0.6653873, 0.6724432, 0.6795425,
    0.6866853, 0.6938718, 0.7011019, 0.7083758, 0.7156935, 0.7230551, 0.7304607, 0.7379104,
    0.7454042, 0.7529422, 0.7605245, 0.7681511, 0.7758222, 0.7835378, 0.7912979, 0.7991027,
    0.8069523, 0.8148466, 0.8227858, 0.8307699, 0.8387990, 0.8468732, 0.8549926, 0.8631572,
    0.8713671, 0.8796224, 0.8879231, 0.8962694, 0.9046612, 0.9130987, 0.9215819, 0.9301109,
    0.9386857, 0.9473065, 0.9559734, 0.9646862, 0.9734453, 0.9822506, 0.9911021, 1.0000000,
];

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Rgb = Rgb(0, 0, 0);
    const WHITE: Rgb = Rgb(255, 255, 255);

    #[test]
    fn the_table_is_the_curve_of_srgb() {
        for (value, light) in LINEAR.iter().enumerate() {
            let part = value as f64 / 255.0;
            if part <= 0.04045 {
                assert!((light - part / 12.92).abs() < 1e-7);
            } else {
                // y = x^2.4 exactly where y^5 = x^12.
                let base = (part + 0.055) / 1.055;
                let twelfth: f64 = (0..12).map(|_| base).product();
                let fifth: f64 = (0..5).map(|_| *light).product();
                assert!((twelfth - fifth).abs() < 1e-6, "{value}");
            }
        }
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        let full = |colour| Vision::Full.simulate(colour);
        assert!((contrast(full(BLACK), full(WHITE)) - 21.0).abs() < 1e-9);
        // #767676 is known as the lightest grey that passes 4.5 : 1 on white.
        assert!(contrast(full(Rgb(0x76, 0x76, 0x76)), full(WHITE)) >= 4.5);
        assert!(contrast(full(Rgb(0x77, 0x77, 0x77)), full(WHITE)) < 4.5);
    }

    #[test]
    fn greys_look_the_same_to_everyone() {
        for vision in Vision::ALL {
            let grey = Rgb(130, 130, 130);
            assert!(
                difference(vision.simulate(grey), Vision::Full.simulate(grey)) < 0.1,
                "{vision:?}"
            );
        }
    }

    #[test]
    fn red_and_green_converge_without_a_cone() {
        let (red, green) = (Rgb(200, 80, 60), Rgb(110, 125, 40));
        let seen = |vision: Vision| difference(vision.simulate(red), vision.simulate(green));
        assert!(seen(Vision::Deutan) * 2.0 < seen(Vision::Full));
        assert!(seen(Vision::Tritan) * 1.5 > seen(Vision::Full));
    }

    #[test]
    fn white_and_black_are_a_hundred_apart() {
        let apart = difference(Vision::Full.simulate(WHITE), Vision::Full.simulate(BLACK));
        assert!((apart - 100.0).abs() < 0.1, "{apart}");
    }
}
