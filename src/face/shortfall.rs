//! What a theme may print but should not be sold with: sizes, lines, contrasts and inks beyond the limits in
//! `templates/README.md`, covered texts, and backs that show the orientation of a card.

use std::sync::Arc;

use resvg::tiny_skia::{Color, Pixmap};
use usvg::Transform;

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::wording::apart_from;

use super::{Extra, Face, Faces, Selection, Theme, floors};

/// Pixels a millimetre when the back is compared with itself upside down.
const PIXELS_PER_MM: f32 = 10.0;
/// A larger difference in a channel is between two colours, not a smoothed edge.
const APART: u8 = 96;
/// The tolerated difference of a back in square millimetres: edges fall between pixels, and a spot of this
/// size does not identify a card.
const SMALLEST_MARK_MM2: f64 = 0.15;

/// The shortfalls of a theme that passes [`check`](super::check).
///
/// # Errors
/// Faults of a face, which prevent measuring.
pub fn shortfalls(theme: &Theme, deck: &Deck) -> Result<Problems, Problems> {
    let faces = Faces::new(theme, deck)?;
    let mut found = Problems::new();
    for measure in faces.accessibility()?.measures.iter().filter(|measure| !measure.holds) {
        let (what, unit, place) = (&measure.what, measure.unit, &measure.place);
        let least = measure.least.unwrap_or_default();
        let message = format!("{what}: {} {unit} ({place})", apart_from(least, measure.floor, 2));
        let accepted = format!("at least {} {unit}", measure.floor);
        found.push(Problem::coded("face.under-floor", message).accepts(accepted));
    }
    let cards: Vec<CardNumber> = deck.numbers().iter().collect();
    let extras: Vec<Extra> = theme.extras().collect();
    let all = Selection { cards: &cards, extras: &extras, backs: true };
    faces.coarse_pictures(all)?.into_iter().for_each(|problem| found.push(problem));
    for swatch in theme.palette().iter() {
        let sum = swatch.ink.process().ink_sum();
        if sum > floors::INK_PERCENT {
            let message = format!("swatch {} has {sum} % of ink", quoted(&swatch.id));
            let accepted = format!("at most {} %, the four inks together", floors::INK_PERCENT);
            found.push(Problem::coded("theme.ink", message).accepts(accepted));
        }
    }
    for ((_, back), template) in faces.backs().zip(theme.back_templates()) {
        let fault = one_way_back(theme, back, &template.source)?;
        found.extend(fault.map(Problems::from).unwrap_or_default());
    }
    Ok(found)
}

/// The fault of a back that looks different upside down, which shows cards that were turned in the hand.
fn one_way_back(
    theme: &Theme,
    back: &Face,
    source: &Arc<Source>,
) -> Result<Option<Problem>, Problems> {
    let tree = back.drawing()?.tree();
    let (format, size) = (theme.format(), tree.size());
    let pixels = |mm: f64| (mm * f64::from(PIXELS_PER_MM)).round().max(1.0) as u32;
    let (width, height) = (pixels(format.full_width_mm()), pixels(format.full_height_mm()));
    let mut drawn = Pixmap::new(width, height).expect("a card has pixels");
    drawn.fill(Color::WHITE);
    // Scaled to whole pixels: with an offset of half a pixel, every fine line would differ from itself.
    let fitted = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(tree, fitted, &mut drawn.as_mut());
    let pixels = drawn.pixels();
    let differing =
        pixels.iter().zip(pixels.iter().rev()).enumerate().filter(|(_, (one, turned))| {
            [(one.red(), turned.red()), (one.green(), turned.green()), (one.blue(), turned.blue())]
                .into_iter()
                .any(|(one, turned)| one.abs_diff(turned) > APART)
        });
    let places: Vec<usize> = differing.map(|(place, _)| place).collect();
    let area_mm2 = places.len() as f64 / f64::from(PIXELS_PER_MM * PIXELS_PER_MM);
    let Some(first) = places.first().filter(|_| area_mm2 > SMALLEST_MARK_MM2) else {
        return Ok(None);
    };
    let in_mm = |pixel: usize| pixel as f64 / f64::from(PIXELS_PER_MM) - format.bleed_mm();
    let [x, y] = [first % width as usize, first / width as usize].map(in_mm);
    let message = format!(
        "the back differs from itself upside down on {area_mm2:.1} mm², first at {x:.1}, {y:.1} mm"
    );
    let whole = 0..source.text().find('\n').unwrap_or(source.text().len());
    let problem = Problem::coded("face.one-way-back", message)
        .at(source, whole)
        .accepts("a back that looks the same turned by 180 degrees");
    Ok(Some(problem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::testing::deck;

    /// The shortfalls of ink-saver with one text in its files replaced.
    fn shortfall(what: &str, with: &str) -> String {
        let mut known = false;
        let files: Vec<_> = Theme::built_in_files("ink-saver").unwrap().collect();
        let sources = [0, 1, 2].map(|file| {
            let (name, text) = files[file];
            known |= text.contains(what);
            Source::new(name, text.replacen(what, with, 1))
        });
        assert!(known, "{what}");
        let theme = Theme::from_sources(sources).unwrap_or_else(|problems| panic!("{problems}"));
        let found = shortfalls(&theme, &deck()).unwrap_or_else(|problems| panic!("{problems}"));
        found.to_string()
    }

    #[test]
    fn built_in_backs_are_the_same_upside_down() {
        let deck = deck();
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap();
            let faces = Faces::new(&theme, &deck).unwrap();
            let fault = one_way_back(&theme, faces.back(), theme.back()).unwrap();
            assert_eq!(None, fault, "{name}");
        }
    }

    #[test]
    fn a_swatch_above_the_ink_limit_is_reported_by_name() {
        let reported = shortfall("cmyk = [0, 0, 0, 100]", "cmyk = [80, 70, 70, 100]");
        assert!(
            reported.contains("swatch \"black\" has 320 % of ink; accepted: at most 240 %"),
            "{reported}"
        );
    }

    #[test]
    fn covered_text_fine_lines_and_marks_are_reported_by_place() {
        let plate = "<rect x=\"3\" y=\"3\" width=\"57\" height=\"14\" fill=\"#ffffff\"/>";
        let line = "<path id=\"hair\" d=\"M10 30h20\" stroke=\"#000000\" stroke-width=\".03\"/>";
        let reported = shortfall("</svg>", &format!("{plate}{line}</svg>"));
        assert!(reported.contains("seen of the letters of a text: 0.00 % ("), "{reported}");
        assert!(
            reported.contains("back.svg:1:1: the back differs from itself upside down"),
            "{reported}"
        );
        assert!(
            reported.contains("width of lines: 0.09 pt (the line \"hair\" on card"),
            "{reported}"
        );
        assert!(reported.contains("accepted: at least 0.25 pt"), "{reported}");
    }
}
