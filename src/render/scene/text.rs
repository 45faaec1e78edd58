//! Converts usvg's laid-out text to glyph runs.

use kurbo::Vec2;
use usvg::layout::PositionedGlyph;

use crate::face::{Ink, is_direction, spoken};
use crate::geometry::{MM_PER_PIXEL, Point};

use super::{Glyph, GlyphRun};

/// Tolerance for glyphs off their run's baseline, in ems: a thousandth of an em is 0.01 pt at the sizes on a
/// card.
const BASELINE_SLACK_EM: f64 = 0.001;

/// The position and size of a glyph on the canvas.
struct GlyphPlace {
    origin: Point,
    size_mm: f64,
    axes: [f64; 4],
}

/// Adds the glyphs of a span to `runs`, joining glyphs that share font, size and baseline.
///
/// `transform` is the text element's absolute one. Returns the characters whose glyphs usvg found no outline
/// for.
pub(super) fn glyph_runs(
    glyphs: &[PositionedGlyph],
    transform: usvg::Transform,
    fonts: &usvg::fontdb::Database,
    ink: &Ink,
    runs: &mut Vec<GlyphRun>,
) -> Vec<String> {
    let first = runs.len();
    let mut missing = Vec::new();
    for glyph in glyphs.iter().filter(|glyph| !is_direction(&glyph.text)) {
        if glyph.id.0 == 0 {
            missing.push(glyph.text.clone());
            continue;
        }
        let Some(units_per_em) = units_per_em(fonts, glyph.font) else {
            missing.push(glyph.text.clone());
            continue;
        };
        let placed = place(glyph, transform, units_per_em);
        // Font formats have 16-bit glyph indices; usvg's type is wider.
        let Ok(id) = u16::try_from(glyph.id.0) else {
            missing.push(glyph.text.clone());
            continue;
        };
        let text = spoken(&glyph.text).into_owned();
        let open = runs[first..].last_mut().filter(|run| run.font == glyph.font);
        match open.and_then(|run| place_in(run, &placed).map(|at_em| (run, at_em))) {
            Some((run, at_em)) => {
                run.glyphs.push(Glyph { id, text, at_em });
            }
            None => runs.push(GlyphRun {
                font: glyph.font,
                size_mm: placed.size_mm,
                origin: placed.origin,
                axes: placed.axes,
                ink: ink.clone(),
                glyphs: vec![Glyph { id, text, at_em: 0.0 }],
            }),
        }
    }
    missing
}

/// The units per em of a font.
fn units_per_em(fonts: &usvg::fontdb::Database, font: usvg::fontdb::ID) -> Option<u16> {
    // `head.unitsPerEm` (OpenType 1.9, `head`): bytes 18 and 19 of the table.
    fonts.with_face_data(font, |data, index| {
        let at = table(data, index, b"head")?;
        let units = data.get(at + 18..at + 20)?;
        Some(u16::from_be_bytes([units[0], units[1]])).filter(|&units| units > 0)
    })?
}

/// The offset of a table of an OpenType font (OpenType 1.9, "Organization of an OpenType Font").
fn table(data: &[u8], index: u32, tag: &[u8; 4]) -> Option<usize> {
    let u32_at = |at: usize| {
        let bytes = data.get(at..at + 4)?;
        Some(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    };
    let start = match data.get(..4)? {
        b"ttcf" => usize::try_from(u32_at(12 + 4 * usize::try_from(index).ok()?)?).ok()?,
        _ => 0,
    };
    let count = data.get(start + 4..start + 6)?;
    let count = usize::from(u16::from_be_bytes([count[0], count[1]]));
    (0..count)
        .map(|entry| start + 12 + 16 * entry)
        .find(|&entry| data.get(entry..entry + 4) == Some(tag))
        .and_then(|entry| usize::try_from(u32_at(entry + 8)?).ok())
}

fn place(glyph: &PositionedGlyph, transform: usvg::Transform, units_per_em: u16) -> GlyphPlace {
    let to_canvas = transform.pre_concat(glyph.outline_transform());
    let em = f64::from(units_per_em) * MM_PER_PIXEL;
    let usvg::Transform { sx, ky, kx, sy, tx, ty } = to_canvas;
    let linear = [sx, ky, kx, sy].map(|part| f64::from(part) * em);
    // The height of an em is the font size; a different width means stretched text.
    let size_mm = (linear[2] * linear[2] + linear[3] * linear[3]).sqrt();
    let tidy = |ratio: f64| (ratio * 1e5).round() / 1e5;
    GlyphPlace {
        origin: Point::new(tidy(f64::from(tx) * MM_PER_PIXEL), tidy(f64::from(ty) * MM_PER_PIXEL)),
        size_mm: tidy(size_mm),
        axes: if size_mm > 0.0 { linear.map(|part| tidy(part / size_mm)) } else { [0.0; 4] },
    }
}

/// The glyph's position along the run's baseline in ems, or `None` if it does not belong to the run.
fn place_in(run: &GlyphRun, placed: &GlyphPlace) -> Option<f64> {
    let close = |a: f64, b: f64| (a - b).abs() <= BASELINE_SLACK_EM;
    let same_axes = run.axes.iter().zip(&placed.axes).all(|(&a, &b)| close(a, b));
    if !same_axes || (run.size_mm - placed.size_mm).abs() > BASELINE_SLACK_EM * run.size_mm {
        return None;
    }
    let Vec2 { x: dx, y: dy } = placed.origin - run.origin;
    let (dx, dy) = (dx / run.size_mm, dy / run.size_mm);
    let [right_x, right_y, up_x, up_y] = run.axes;
    // Solve d = at · right + off · up.
    let area = right_x * up_y - right_y * up_x;
    if area == 0.0 {
        return None;
    }
    let at = (dx * up_y - dy * up_x) / area;
    let off = (right_x * dy - right_y * dx) / area;
    close(off, 0.0).then_some((at * 1e5).round() / 1e5)
}
