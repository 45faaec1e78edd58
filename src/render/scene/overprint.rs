//! Finds the black shapes of a picture that overprint the inks below them.
//!
//! Black that knocks out what is below shows a pale rim where plates are misregistered, so black overprints
//! if black and the colours below stay within the ink limit. Over saturated colours only lines and letters
//! overprint: in a black area one would see what is below. The colours below are found by drawing: the
//! picture is divided into small squares, with the set of colours visible in each. A shape overprints if that
//! is right for every colour in every square it touches.
//!
//! Text in black alone always overprints: a ground on which it is unreadable is not used anyway.

use resvg::tiny_skia::Mask;

use crate::face::{Cmyk, Ink, black_over};

use super::squares::{Squares, TouchedSquares};
use super::{Group, Item, Paint, RasterInks, Scene};

/// The ink limit, all four together in percent, up to which black overprints: the limit of newsprint, the
/// lowest. So overprinting is safe on every press, whatever the house's limit for pictures.
pub const OVERPRINT_INK_PERCENT: f64 = 220.0;

/// The largest difference in ΔE*94 between black alone and black over other inks in an area: it is less over
/// paper and tints, and more over saturated colours.
const ONE_BLACK: f64 = 3.0;

/// The largest width of a black line or letter in millimetres; anything wider in both directions is an area.
const WIDEST_LINE_MM: f64 = 1.2;

/// The distance in squares, 0.25 mm, at which colours beside a shape count as below it: misregistered plates
/// move them there.
const NEAR: usize = 2;

/// Tolerance for rounded sums of inks, in percent.
const ROUNDING: f64 = 0.01;

impl Scene {
    /// Sets which black fills and strokes overprint, with at most `ink_limit_percent` of all inks together.
    pub(in crate::render) fn overprint_black(&mut self, ink_limit_percent: f64) {
        let squares = Squares::new(self.size);
        let mut ground = Ground {
            squares,
            seen: vec![Colours::PAPER; squares.width * squares.height],
            inks: vec![[0.0; 4], BLACK],
            ink_limit_percent,
        };
        ground.items(&mut self.items, &[], Below::Covers);
    }
}

/// Black alone, in percent of the four inks.
const BLACK: [f64; 4] = [0.0, 0.0, 0.0, 100.0];

/// The most distinct colours of a picture; a theme has about twenty.
const MOST_COLOURS: usize = 63;

/// A set of colours of a [`Ground`], one bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Colours(u64);

impl Colours {
    const PAPER: Self = Self(1);
    const BLACK: Self = Self(1 << 1);
    /// Colours with unknown inks, such as those of photographs.
    const UNKNOWN: Self = Self(1 << MOST_COLOURS);

    fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// Whether what is painted hides what is below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Below {
    Covers,
    ShowsThrough,
}

/// The squares of a picture and the colours visible in them so far.
struct Ground {
    squares: Squares,
    seen: Vec<Colours>,
    /// The inks of each colour in percent; the index is its bit.
    inks: Vec<[f64; 4]>,
    ink_limit_percent: f64,
}

impl Ground {
    fn items(&mut self, items: &mut [Item], clips: &[Mask], below: Below) {
        for item in items {
            match item {
                Item::Shape(shape) => {
                    if let Some(fill) = &mut shape.fill {
                        let touched = self.squares.filled(&shape.outline, fill.rule, clips);
                        fill.overprints = self.paint(&touched, &fill.paint, below);
                    }
                    if let Some(stroke) = &mut shape.stroke {
                        let touched = self.squares.stroked(&shape.outline, stroke, clips);
                        stroke.overprints = self.paint(&touched, &stroke.paint, below);
                    }
                }
                Item::Text(run) => {
                    let colour = self.colour(&run.ink);
                    for place in self.squares.letters(run) {
                        self.seen[place] = self.seen[place].with(colour);
                    }
                }
                Item::Raster(raster) => {
                    let colours = match &raster.inks {
                        RasterInks::Ramp(ramp) => {
                            self.colour(&ramp.black().ink).with(self.colour(&ramp.white().ink))
                        }
                        RasterInks::Own { .. } | RasterInks::Colour { .. } => Colours::UNKNOWN,
                    };
                    // Its transparency is ignored.
                    for (place, _) in self.squares.unit(raster.to_mm, clips) {
                        let seen = &mut self.seen[place as usize];
                        *seen = seen.with(colours);
                    }
                }
                Item::Group(group) => self.group(group, clips, below),
            }
        }
    }

    fn group(&mut self, group: &mut Group, clips: &[Mask], below: Below) {
        let mut inner = clips.to_vec();
        inner.extend(group.clips.iter().map(|clip| self.squares.window(clip)));
        // A translucent layer is mixed with what is below, so its ink never exceeds the greater of both.
        let below = if group.opacity == 1.0 { below } else { Below::ShowsThrough };
        self.items(&mut group.items, &inner, below);
    }

    /// Paints squares; returns whether the paint overprints there.
    fn paint(&mut self, touched: &TouchedSquares, paint: &Paint, below: Below) -> bool {
        let colours = match paint {
            Paint::Flat(ink) => self.colour(ink),
            Paint::Gradient(gradient) => {
                let mut colours = Colours(0);
                for (_, inks) in &gradient.stops {
                    colours = colours.with(self.colour(&Ink::Process(*inks)));
                }
                colours
            }
        };
        let is_black = colours == Colours::BLACK && below == Below::Covers;
        let under = if is_black { self.under(touched) } else { Colours(0) };
        let overprints = is_black && self.takes_black(under, self.is_area(touched));
        // Black over other inks is another colour of the picture.
        let over = if overprints { self.blackened(under) } else { colours };
        for &(place, is_whole) in touched {
            let hides = is_whole && below == Below::Covers;
            let seen = &mut self.seen[place as usize];
            *seen = if hides { over } else { seen.with(over) };
        }
        overprints
    }

    /// The colours visible in these squares and near them.
    fn under(&self, touched: &TouchedSquares) -> Colours {
        let Squares { width, height, .. } = self.squares;
        let near = |at: usize, most: usize| at.saturating_sub(NEAR)..(at + NEAR + 1).min(most);
        let mut under = Colours(0);
        for &(place, _) in touched {
            let place = place as usize;
            for row in near(place / width, height) {
                let columns = near(place % width, width);
                let row = &self.seen[row * width + columns.start..row * width + columns.end];
                under = row.iter().fold(under, |all, colours| all.with(*colours));
            }
        }
        under
    }

    /// Whether black over these colours is within the limit, and in an area looks like black alone.
    fn takes_black(&self, under: Colours, is_area: bool) -> bool {
        let fits = |inks: &[f64; 4]| {
            let [c, m, y, _] = *inks;
            let sum = c + m + y + 100.0;
            let is_one_black =
                || Cmyk::new(*inks).is_some_and(|under| black_over(under) <= ONE_BLACK);
            sum <= self.ink_limit_percent + ROUNDING && (!is_area || is_one_black())
        };
        !under.has(Colours::UNKNOWN) && self.colours(under).iter().all(fits)
    }

    /// These colours with full black added.
    fn blackened(&mut self, under: Colours) -> Colours {
        let inks = self.colours(under);
        let black = inks.into_iter().map(|[c, m, y, _]| self.place([c, m, y, 100.0]));
        black.collect::<Vec<_>>().into_iter().fold(Colours(0), Colours::with)
    }

    /// Whether these squares contain a square wider than any line.
    fn is_area(&self, touched: &TouchedSquares) -> bool {
        let width = self.squares.width;
        let widest = (WIDEST_LINE_MM * f64::from(self.squares.per_mm)).ceil() as u32;
        // The largest square whose lower right corner is at each position, in the row above and in this one.
        let (mut above, mut here) = (vec![0_u32; width + 1], vec![0_u32; width + 1]);
        let mut row = usize::MAX;
        for &(place, _) in touched {
            let (y, x) = (place as usize / width, place as usize % width);
            if y != row {
                std::mem::swap(&mut above, &mut here);
                here.fill(0);
                // A row without squares resets the previous one.
                if row.checked_add(1) != Some(y) {
                    above.fill(0);
                }
                row = y;
            }
            here[x + 1] = 1 + above[x].min(above[x + 1]).min(here[x]);
            if here[x + 1] > widest {
                return true;
            }
        }
        false
    }

    fn colours(&self, colours: Colours) -> Vec<[f64; 4]> {
        let is_seen = |place: usize| colours.has(Colours(1 << place));
        (0..self.inks.len().min(MOST_COLOURS))
            .filter(|&at| is_seen(at))
            .map(|at| self.inks[at])
            .collect()
    }

    fn colour(&mut self, ink: &Ink) -> Colours {
        match ink {
            Ink::Process(inks) => self.place(inks.percent()),
            // No profile of four inks gives the colour of black over it.
            Ink::Spot { .. } => Colours::UNKNOWN,
        }
    }

    fn place(&mut self, inks: [f64; 4]) -> Colours {
        let known = self.inks.iter().position(|known| *known == inks);
        let place = known.unwrap_or_else(|| {
            self.inks.push(inks);
            self.inks.len() - 1
        });
        if place < MOST_COLOURS { Colours(1 << place) } else { Colours::UNKNOWN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::{Palette, Rgb, Swatch};
    use crate::render::scene::import;
    use crate::render::testing;

    const COLOURS: [(&str, Rgb, [f64; 4]); 6] = [
        ("paper", Rgb(255, 255, 255), [0.0; 4]),
        ("black", Rgb(0, 0, 0), BLACK),
        ("tint", Rgb(227, 240, 246), [11.0, 2.0, 2.0, 0.0]),
        ("yellow", Rgb(255, 225, 77), [0.0, 9.0, 78.0, 0.0]),
        ("rust", Rgb(180, 72, 26), [0.0, 78.0, 100.0, 26.0]),
        ("space", Rgb(12, 35, 64), [82.0, 62.0, 0.0, 76.0]),
    ];

    /// Whether the fill and the stroke of each shape overprint.
    fn overprints(body: &str) -> Vec<[Option<bool>; 2]> {
        let swatch = |(id, rgb, inks): (&str, Rgb, [f64; 4])| {
            let ink = Ink::Process(Cmyk::new(inks).unwrap());
            Swatch { id: id.to_owned(), rgb, ink }
        };
        let palette = Palette::new(COLOURS.map(swatch).into()).unwrap();
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm"
                viewBox="0 0 63.5 88.9">{body}</svg>"#
        );
        let mut scene = import("card 34", &testing::parse(&svg), &palette).unwrap();
        scene.overprint_black(OVERPRINT_INK_PERCENT);
        let mut found = Vec::new();
        super::super::visit(&scene.items, &mut |item| {
            if let Item::Shape(shape) = item {
                let fill = shape.fill.as_ref().map(|fill| fill.overprints);
                found.push([fill, shape.stroke.as_ref().map(|stroke| stroke.overprints)]);
            }
        });
        found
    }

    /// Whether the last shape's line overprints.
    fn line(body: &str) -> bool {
        overprints(body).last().unwrap()[1].unwrap()
    }

    const RUST: &str = r##"<rect x="10" y="10" width="30" height="20" fill="#b4481a"/>"##;

    #[test]
    fn a_black_frame_overprints_yellow_and_paper() {
        let frame = r##"<rect x="5" y="5" width="9" height="6" fill="#ffe14d" stroke="#000000"
            stroke-width=".5"/>"##;
        assert_eq!(vec![[Some(false), Some(true)]], overprints(frame));
    }

    #[test]
    fn a_line_above_the_ink_limit_anywhere_knocks_out() {
        let out = |from: u32, to: u32| {
            let line =
                format!(r##"<path d="M{from} 15H{to}" stroke="#000000" stroke-width=".3"/>"##);
            !line_over(&line)
        };
        fn line_over(body: &str) -> bool {
            line(&format!("{RUST}{body}"))
        }
        // Beside the rust, across its edge, on it.
        assert_eq!([false, true, true], [out(42, 50), out(35, 50), out(12, 30)]);
        // Covered colours do not count as below.
        let paper = r##"<rect x="11" y="11" width="28" height="18" fill="#ffffff"/>"##;
        let over = r##"<path d="M13 15H30" stroke="#000000" stroke-width=".3"/>"##;
        assert!(line_over(&format!("{paper}{over}")));
        // Nor do they count if a clip is open elsewhere only.
        let clip = r##"<clipPath id="c"><rect x="10" y="40" width="5" height="5"/></clipPath>"##;
        let clipped = format!(r##"{clip}<g clip-path="url(#c)">{paper}</g>{over}"##);
        assert!(!line_over(&clipped));
    }

    #[test]
    fn black_areas_overprint_tints_but_not_saturated_colours() {
        let on = |ground: &str, width: f64| {
            let body = format!(
                r##"<rect x="4" y="4" width="20" height="20" fill="{ground}"/>
                <rect x="6" y="6" width="{width}" height="6" fill="#000000"/>"##
            );
            overprints(&body)[1][0].unwrap()
        };
        assert_eq!([true, true, false], ["#ffffff", "#e3f0f6", "#ffe14d"].map(|on_| on(on_, 6.0)));
        assert!(on("#ffe14d", 0.8), "a bar is a line");
    }

    #[test]
    fn translucent_black_and_black_over_unknown_inks_knock_out() {
        let black = r##"<rect x="6" y="6" width="2" height="2" fill="#000000"/>"##;
        assert_eq!([[Some(true), None]], *overprints(black));
        assert_eq!([[Some(false), None]], *overprints(&format!(r#"<g opacity=".5">{black}</g>"#)));
    }

    #[test]
    fn colours_overprint_nothing() {
        let yellow =
            r##"<rect x="5" y="5" width="9" height="6" fill="#ffe14d" stroke="#b4481a"/>"##;
        assert_eq!([[Some(false), Some(false)]], *overprints(yellow));
    }
}
