//! Colours as named swatches, each with its screen colour and its ink.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

/// A screen colour (sRGB), as written in templates: `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// A text that is not `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RgbError {
    original: String,
}

impl Fault for RgbError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("face.rgb", format!("{} is not a colour", quoted(original)))
            .accepts("#rrggbb, such as #12304a")
    }
}

fault!(RgbError);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl FromStr for Rgb {
    type Err = RgbError;

    /// Reads `#rrggbb` and the short form `#rgb`, in either case.
    fn from_str(text: &str) -> Result<Self, RgbError> {
        let parse = || {
            let hex = text.strip_prefix('#')?;
            if !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return None;
            }
            let channel = |at: usize| match hex.len() {
                3 => u8::from_str_radix(&hex[at..=at], 16).ok().map(|digit| digit * 17),
                6 => u8::from_str_radix(&hex[at * 2..at * 2 + 2], 16).ok(),
                _ => None,
            };
            Some(Self(channel(0)?, channel(1)?, channel(2)?))
        };
        parse().ok_or_else(|| RgbError { original: text.to_owned() })
    }
}

/// Process inks in percent of full cover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cmyk([f64; 4]);

impl Cmyk {
    /// Cyan, magenta, yellow and black in percent, or `None` outside 0 to 100.
    pub fn new(percent: [f64; 4]) -> Option<Self> {
        percent.iter().all(|ink| (0.0..=100.0).contains(ink)).then_some(Self(percent))
    }

    /// Cyan, magenta, yellow and black in percent.
    pub fn percent(&self) -> [f64; 4] {
        self.0
    }

    /// The sum of the four inks in percent. Print houses limit it, because too much wet ink does
    /// not dry and comes off on the next card.
    pub fn ink_sum(&self) -> f64 {
        self.0.iter().sum()
    }
}

/// The ink of a swatch.
#[derive(Clone, Debug, PartialEq)]
pub enum Ink {
    /// The four process inks.
    Process(Cmyk),
    /// A spot ink with a plate of its own.
    Spot {
        /// The ink's name at the print house.
        name: String,
        /// The process inks that replace it if spot inks are unavailable.
        alternate: Cmyk,
    },
}

impl Ink {
    /// The process inks; the alternate of a spot ink.
    pub fn process(&self) -> Cmyk {
        match self {
            Self::Process(cmyk) | Self::Spot { alternate: cmyk, .. } => *cmyk,
        }
    }
}

/// A named colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Swatch {
    /// The name in the theme file.
    pub id: String,
    /// Its colour on screens, which represents it in templates.
    pub rgb: Rgb,
    /// Its ink.
    pub ink: Ink,
}

/// The swatches of a theme. Their screen colours are unique, since a template's colours are looked up by
/// them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Palette {
    swatches: Vec<Swatch>,
}

/// Why swatches do not form a palette.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PaletteError {
    /// Two swatches share an id.
    Id(String),
    /// Two swatches share a screen colour.
    Rgb(String, String, Rgb),
}

impl Fault for PaletteError {
    fn problem(&self) -> Problem {
        match self {
            Self::Id(id) => Problem::coded("theme.swatch-twice", format!("duplicate swatch {id}")),
            Self::Rgb(one, other, rgb) => Problem::coded(
                "theme.swatches-alike",
                format!(
                    "swatches {one} and {other} have the same rgb {rgb}, so a template cannot tell them apart"
                ),
            ),
        }
    }
}

fault!(PaletteError);

impl Palette {
    /// The palette with those swatches of `others` that have a new colour, their ids prefixed.
    pub(crate) fn with_others(
        &self,
        others: impl IntoIterator<Item = Swatch>,
        prefix: &str,
    ) -> Self {
        let mut swatches = self.swatches.clone();
        for other in others {
            if swatches.iter().all(|known| known.rgb != other.rgb) {
                swatches.push(Swatch { id: format!("{prefix}{}", other.id), ..other });
            }
        }
        Self { swatches }
    }

    /// A palette of these swatches, kept in this order.
    ///
    /// # Errors
    /// [`PaletteError`] if two have the same id or screen colour.
    pub fn new(swatches: Vec<Swatch>) -> Result<Self, PaletteError> {
        for (place, swatch) in swatches.iter().enumerate() {
            for earlier in &swatches[..place] {
                if earlier.id == swatch.id {
                    return Err(PaletteError::Id(swatch.id.clone()));
                }
                if earlier.rgb == swatch.rgb {
                    let ids = (earlier.id.clone(), swatch.id.clone());
                    return Err(PaletteError::Rgb(ids.0, ids.1, swatch.rgb));
                }
            }
        }
        Ok(Self { swatches })
    }

    /// The swatch with this screen colour, if any.
    pub fn swatch_of(&self, rgb: Rgb) -> Option<&Swatch> {
        self.swatches.iter().find(|swatch| swatch.rgb == rgb)
    }

    /// The swatch with this id, if any.
    pub fn by_id(&self, id: &str) -> Option<&Swatch> {
        self.swatches.iter().find(|swatch| swatch.id == id)
    }

    /// The swatches in the order of the theme file.
    pub fn iter(&self) -> std::slice::Iter<'_, Swatch> {
        self.swatches.iter()
    }

    /// The screen colour that differs most from another one in luma, or black in a palette without swatches.
    pub(crate) fn farthest_from(&self, other: Rgb) -> Rgb {
        // The weights of ITU-R BT.709 in ten-thousandths.
        let luma =
            |Rgb(r, g, b): Rgb| 2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b);
        let colours = self.iter().map(|swatch| swatch.rgb);
        colours.max_by_key(|&rgb| luma(rgb).abs_diff(luma(other))).unwrap_or(Rgb(0, 0, 0))
    }

    /// The largest ink sum of any swatch in percent; a spot ink counts as its alternate. Flat
    /// colours never mix, so nothing printed from this palette carries more.
    pub fn max_ink_sum(&self) -> f64 {
        self.iter().map(|swatch| swatch.ink.process().ink_sum()).fold(0.0, f64::max)
    }
}

impl<'a> IntoIterator for &'a Palette {
    type Item = &'a Swatch;
    type IntoIter = std::slice::Iter<'a, Swatch>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swatch(id: &str, rgb: Rgb, percent: [f64; 4]) -> Swatch {
        Swatch { id: id.to_owned(), rgb, ink: Ink::Process(Cmyk::new(percent).unwrap()) }
    }

    #[test]
    fn colours_read_back_and_short_forms_are_widened() {
        let rgb = Rgb(0, 10, 255);
        assert_eq!("#000aff", rgb.to_string());
        assert_eq!(Ok(rgb), rgb.to_string().parse());
        assert_eq!(Ok(Rgb(0xff, 0xee, 0x00)), "#Fe0".parse());
    }

    #[test]
    fn the_farthest_colour_differs_most_in_luma() {
        let colours = [Rgb(0, 0, 160), Rgb(0, 90, 0), Rgb(250, 240, 230)];
        let swatches = colours.iter().zip(["blue", "green", "paper"]);
        let swatches = swatches.map(|(&rgb, id)| swatch(id, rgb, [0.0; 4])).collect();
        let palette = Palette::new(swatches).unwrap();
        assert_eq!(colours[0], palette.farthest_from(Rgb(255, 255, 255)));
        assert_eq!(colours[2], palette.farthest_from(Rgb(0, 0, 0)));
        assert_eq!(Rgb(0, 0, 0), Palette::default().farthest_from(colours[0]));
    }

    #[test]
    fn other_texts_are_not_colours() {
        for text in ["", "#", "#12", "#1234", "12304a", "#12304g", "#+12304", "white", "#éa"] {
            assert!(text.parse::<Rgb>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn inks_outside_0_to_100_percent_are_refused() {
        assert!(Cmyk::new([0.0, 0.0, 0.0, 100.0]).is_some());
        for wrong in [-0.1, 100.1, f64::NAN, f64::INFINITY] {
            assert!(Cmyk::new([0.0, wrong, 0.0, 0.0]).is_none(), "{wrong}");
        }
    }

    #[test]
    fn swatches_with_equal_colour_or_id_are_refused() {
        let black = swatch("black", Rgb(0, 0, 0), [0.0, 0.0, 0.0, 100.0]);
        let rich = swatch("rich", Rgb(0, 0, 0), [40.0, 30.0, 30.0, 100.0]);
        let error = Palette::new(vec![black.clone(), rich]).unwrap_err();
        assert_eq!(PaletteError::Rgb("black".into(), "rich".into(), Rgb(0, 0, 0)), error);
        let again = swatch("black", Rgb(1, 1, 1), [0.0; 4]);
        assert!(matches!(Palette::new(vec![black, again]), Err(PaletteError::Id(_))));
    }

    #[test]
    fn the_largest_ink_sum_counts_a_spot_ink_as_its_alternate() {
        let alternate = Cmyk::new([0.0, 100.0, 80.0, 12.5]).unwrap();
        let spot = Ink::Spot { name: "PANTONE 186 C".into(), alternate };
        let red = Swatch { id: "red".into(), rgb: Rgb(200, 0, 30), ink: spot };
        let black = swatch("black", Rgb(0, 0, 0), [0.0, 0.0, 0.0, 100.0]);
        assert_eq!(192.5, Palette::new(vec![black, red]).unwrap().max_ink_sum());
    }
}
