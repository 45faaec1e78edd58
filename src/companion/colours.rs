//! The colours of the page, derived from those of the cards' theme: light and dark, with sufficient contrast
//! (WCAG 2.2, 1.4.3 and 1.4.11).

use crate::face::{Palette, Rgb, contrast};

/// The contrast of text, slightly above the required 4.5.
const TEXT: f64 = 4.7;

/// The colours of one mode of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colours {
    /// The background of the page.
    ground: Rgb,
    /// The background of a group.
    sheet: Rgb,
    /// Text.
    text: Rgb,
    /// Secondary text.
    quiet: Rgb,
    /// The border of controls.
    line: Rgb,
    /// The bar at the top, and its text.
    bar: Rgb,
    on_bar: Rgb,
    /// The background of primary controls, and their text.
    accent: Rgb,
    on_accent: Rgb,
    /// The second colour, for effects and failures.
    other: Rgb,
    /// The background of exceptional values, and their text.
    mark: Rgb,
    on_mark: Rgb,
}

const WHITE: Rgb = Rgb(255, 255, 255);
const BLACK: Rgb = Rgb(0, 0, 0);

impl Colours {
    /// The light and the dark colours of a theme.
    pub(super) fn from_palette(palette: &Palette) -> [Self; 2] {
        let all: Vec<Rgb> = palette.iter().map(|swatch| swatch.rgb).collect();
        let tinted: Vec<Rgb> = all.iter().copied().filter(|rgb| chroma(*rgb) > 8).collect();
        let darkest =
            best(&tinted, |rgb| contrast(rgb, WHITE)).filter(|rgb| contrast(*rgb, WHITE) > 9.0);
        let ink = darkest.unwrap_or(BLACK);
        let pale =
            best(&tinted, |rgb| contrast(rgb, BLACK)).filter(|rgb| contrast(*rgb, BLACK) > 15.0);
        let tint = mixed(pale.unwrap_or(Rgb(244, 244, 244)), WHITE, 45);
        // The accents: the two strongest colours with enough contrast on white.
        let mut strong: Vec<Rgb> = tinted
            .iter()
            .copied()
            .filter(|rgb| contrast(*rgb, tint) >= TEXT && chroma(*rgb) > 60)
            .collect();
        strong.sort_by_key(|rgb| std::cmp::Reverse((chroma(*rgb), *rgb)));
        let is_warm = |rgb: &&Rgb| rgb.0 > rgb.2;
        let cool = strong.iter().find(|rgb| !is_warm(rgb)).copied();
        let warm = strong.iter().find(is_warm).copied();
        let accent = cool.or(warm).unwrap_or(ink);
        let other = warm.filter(|rgb| *rgb != accent).unwrap_or(accent);
        let bright: Vec<Rgb> = all
            .iter()
            .copied()
            .filter(|rgb| contrast(*rgb, BLACK) > 12.0 && chroma(*rgb) > 100)
            .collect();
        let mark = best(&bright, |rgb| f64::from(chroma(rgb))).unwrap_or(Rgb(224, 224, 224));
        let light = Self {
            ground: tint,
            sheet: WHITE,
            text: mixed(ink, BLACK, 25),
            quiet: readable(mixed(ink, WHITE, 35), BLACK, tint),
            line: readable_at(3.1, mixed(ink, WHITE, 55), BLACK, tint),
            bar: ink,
            on_bar: WHITE,
            accent,
            on_accent: WHITE,
            other,
            mark,
            on_mark: BLACK,
        };
        let night = mixed(mixed(ink, BLACK, 60), Rgb(14, 14, 14), 30);
        let sheet = mixed(night, WHITE, 8);
        let dark = Self {
            ground: night,
            sheet,
            text: mixed(tint, WHITE, 40),
            quiet: readable(mixed(tint, night, 35), WHITE, sheet),
            line: readable_at(3.1, mixed(sheet, WHITE, 30), WHITE, sheet),
            bar: mixed(ink, BLACK, 35),
            on_bar: WHITE,
            accent: readable_at(6.0, accent, WHITE, sheet),
            on_accent: night,
            other: readable_at(6.0, other, WHITE, sheet),
            mark,
            on_mark: BLACK,
        };
        [light, dark]
    }

    /// The colours as CSS custom properties.
    pub(super) fn properties(&self) -> String {
        let named = [
            ("ground", self.ground),
            ("sheet", self.sheet),
            ("text", self.text),
            ("quiet", self.quiet),
            ("line", self.line),
            ("bar", self.bar),
            ("on-bar", self.on_bar),
            ("accent", self.accent),
            ("on-accent", self.on_accent),
            ("other", self.other),
            ("mark", self.mark),
            ("on-mark", self.on_mark),
        ];
        named.iter().map(|(name, rgb)| format!("--{name}:{rgb};")).collect()
    }
}

/// The distance of a colour from grey, 0 to 255.
fn chroma(Rgb(red, green, blue): Rgb) -> u8 {
    red.max(green).max(blue) - red.min(green).min(blue)
}

/// A mix of two colours, with `percent` of the second.
fn mixed(from: Rgb, to: Rgb, percent: u16) -> Rgb {
    let mix = |a: u8, b: u8| {
        let sum = u16::from(a) * (100 - percent) + u16::from(b) * percent;
        u8::try_from(sum / 100).unwrap_or(u8::MAX)
    };
    Rgb(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// The colour with the largest measure, or the first of several.
fn best(colours: &[Rgb], measure: impl Fn(Rgb) -> f64) -> Option<Rgb> {
    colours.iter().copied().reduce(
        |best, next| {
            if measure(next) > measure(best) { next } else { best }
        },
    )
}

/// A colour, moved towards another until it has enough contrast on the ground.
fn readable(colour: Rgb, towards: Rgb, ground: Rgb) -> Rgb {
    readable_at(TEXT, colour, towards, ground)
}

fn readable_at(ratio: f64, colour: Rgb, towards: Rgb, ground: Rgb) -> Rgb {
    let steps = (0..=100).step_by(4).map(|percent| mixed(colour, towards, percent));
    steps.into_iter().find(|rgb| contrast(*rgb, ground) >= ratio).unwrap_or(towards)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Theme;

    #[test]
    fn the_colours_of_every_theme_can_be_read_in_light_and_dark() {
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap();
            for look in Colours::from_palette(theme.palette()) {
                let Colours { ground, sheet, text, quiet, line, bar, on_bar, .. } = look;
                let Colours { accent, on_accent, other, mark, on_mark, .. } = look;
                for (one, on, least) in [
                    (text, ground, 7.0),
                    (text, sheet, 7.0),
                    (quiet, ground, 4.5),
                    (quiet, sheet, 4.5),
                    (line, ground, 3.0),
                    (line, sheet, 3.0),
                    (on_bar, bar, 4.5),
                    (on_accent, accent, 4.5),
                    (accent, ground, 4.5),
                    (accent, sheet, 4.5),
                    (other, sheet, 4.5),
                    (other, ground, 4.5),
                    (on_mark, mark, 4.5),
                ] {
                    let found = contrast(one, on);
                    assert!(found >= least, "{name}: {one} on {on} has {found:.2}: {look:?}");
                }
            }
        }
    }
}
