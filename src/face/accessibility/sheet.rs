//! The texts of a drawn face: their sizes, inks and the colours under them.

use std::collections::BTreeMap;

use kurbo::Rect;

use crate::deck::{CardNumber, Field};
use crate::diagnostic::Problems;
use crate::geometry::Mm;

use super::super::name::Name;
use super::super::{Drawing, Rgb, Theme, picture};
use super::layers::{DrawnText, Layers, VisibleText};
use super::rays::Rays;

/// The longest filled shape that counts as a dot, not a bar.
const SHORTEST_BAR_MM: f64 = 1.0;

/// The measured front of a card.
pub(super) struct Front {
    pub card: CardNumber,
    /// False for cards that are only compared with.
    pub is_printed: bool,
    pub sheet: Sheet,
}

/// A measured face.
pub(super) struct Sheet {
    pub texts: Vec<Text>,
    /// Widths of lines and of filled bars in points, each with a description.
    pub lines: Vec<(String, f64)>,
    /// The gaps between figures of neighbouring columns in heights of the taller one, each with the left
    /// cell.
    pub gaps: Vec<(Field, f64)>,
}

/// The position and lettering of a text.
struct PlacedText {
    mm: Rect,
    opacity: f32,
    is_overlapped: bool,
}

/// A measured text.
pub(super) struct Text {
    pub name: String,
    /// The cell of a grid it shows.
    pub cell: Option<Field>,
    pub is_digits: bool,
    pub height_mm: f64,
    pub size_pt: f64,
    /// Its contrast against what surrounds its letters, in every kind of vision; `None` if nothing does.
    pub contrasts: Option<[f64; 4]>,
    /// Whether the surroundings of its letters have all four inks.
    pub is_on_four_inks: bool,
    pub inks: Vec<Rgb>,
    /// The colours in a box half its height larger on all sides; in a roomy cell, most of the way to the next
    /// figure.
    pub around: BTreeMap<Rgb, f64>,
    /// The colours in the room that its row leaves beside it and its column above and below it.
    pub within: BTreeMap<Rgb, f64>,
    /// The colours around a figure of the cause grid.
    pub rays: Option<Rays>,
    /// The percentage of its letters that is visible on the finished face.
    pub seen_percent: f64,
}

impl Sheet {
    /// Measures a drawn face.
    ///
    /// # Errors
    /// Faults of the picture.
    pub(super) fn measure(drawing: &Drawing, theme: &Theme) -> Result<Self, Problems> {
        let (tree, fields) = (drawing.tree(), drawing.fields());
        let layers = Layers::draw(drawing, theme)?;
        let pixels_per_mm = f64::from(tree.size().width()) / theme.format().full_width_mm();
        let field = |text: &usvg::Text| fields.get(text.id()).copied();
        let texts = picture::texts(tree);
        let boxes: Vec<Rect> = texts.iter().map(|text| ink_mm(text, pixels_per_mm)).collect();
        let cells =
            texts.iter().zip(&boxes).filter_map(|(text, mm)| Some((cell(field(text)?)?, *mm)));
        let cells: Vec<(Field, Rect)> = cells.collect();
        let opacities = opacities(tree);
        let measure = |(place, text): (usize, &&usvg::Text)| {
            let others = boxes.iter().enumerate().filter(|(other, _)| *other != place);
            let placed = PlacedText {
                mm: boxes[place],
                opacity: opacities.get(place).copied().unwrap_or(1.0),
                is_overlapped: others
                    .map(|(_, other)| *other)
                    .any(|other| boxes[place].intersect(other).area() > 0.0),
            };
            Text::measure(text, field(text), &placed, pixels_per_mm, &layers, &cells)
        };
        let texts = texts.iter().enumerate().map(measure).collect::<Result<_, _>>()?;
        let mut lines = Vec::new();
        let bleed_mm = theme.format().bleed_mm();
        measure_lines(tree.root(), pixels_per_mm, bleed_mm, &mut lines);
        Ok(Self { texts, lines, gaps: gaps_of_columns(&cells) })
    }
}

impl Text {
    /// Measures a text that shows this field.
    ///
    /// # Errors
    /// Faults of the picture.
    fn measure(
        text: &usvg::Text,
        field: Option<&str>,
        placed: &PlacedText,
        pixels_per_mm: f64,
        layers: &Layers<'_>,
        cells: &[(Field, Rect)],
    ) -> Result<Self, Problems> {
        let written: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
        let name = field.map_or_else(|| format!("{written:?}"), str::to_owned);
        let cell = cell(&name);
        let &PlacedText { mm, opacity, is_overlapped } = placed;
        let height_mm = mm.height();
        let spare_mm = cell.as_ref().map_or(0.0, |cell| spare_mm(cell, mm, cells));
        let room_mm = cell.as_ref().map_or([0.0; 2], |cell| room_mm(cell, mm, cells));
        let half_mm = height_mm / 2.0;
        let zoom = f64::from(text.abs_transform().get_scale().1) / pixels_per_mm;
        let spans = || text.chunks().iter().flat_map(usvg::TextChunk::spans);
        let sizes = spans().map(|span| f64::from(span.font_size().get()) * zoom);
        let size_mm = sizes.fold(f64::INFINITY, f64::min);
        let inks = spans().filter_map(|span| match span.fill()?.paint() {
            usvg::Paint::Color(colour) => Some(Rgb(colour.red, colour.green, colour.blue)),
            _ => None,
        });
        let inks: Vec<Rgb> = inks.collect();
        let lettered =
            DrawnText { id: text.id(), mm, opacity, size_mm, inks: &inks, is_overlapped };
        let VisibleText { contrasts, is_on_four_inks, percent } = layers.seen(&lettered)?;
        let rays = cell.as_ref().filter(|cell| matches!(cell, Field::Cause { .. }));
        let rays = rays.map(|cell| Rays::new(mm, reach_mm(cell, mm, cells), layers));
        Ok(Self {
            cell,
            is_digits: written.bytes().all(|byte| byte.is_ascii_digit()),
            height_mm,
            size_pt: Mm(size_mm).points(),
            contrasts,
            is_on_four_inks,
            inks,
            around: layers.shares(mm, [spare_mm.max(half_mm); 2]),
            within: layers.shares(mm, room_mm.map(|room| room.max(half_mm))),
            rays,
            seen_percent: percent,
            name,
        })
    }
}

/// The opacity of the letters of each text of a tree, in painting order.
fn opacities(tree: &usvg::Tree) -> Vec<f32> {
    fn collect(group: &usvg::Group, above: f32, opacities: &mut Vec<f32>) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => {
                    collect(group, above * group.opacity().get(), opacities);
                }
                usvg::Node::Text(text) => {
                    let spans = text.chunks().iter().flat_map(usvg::TextChunk::spans);
                    let fills = spans.filter_map(|span| Some(span.fill()?.opacity().get()));
                    opacities.push(above * fills.fold(1.0, f32::min));
                }
                usvg::Node::Path(_) | usvg::Node::Image(_) => {}
            }
        }
    }
    let mut opacities = Vec::new();
    collect(tree.root(), tree.root().opacity().get(), &mut opacities);
    opacities
}

/// The gaps between figures of neighbouring columns in each row, in heights of the taller one.
fn gaps_of_columns(cells: &[(Field, Rect)]) -> Vec<(Field, f64)> {
    let row_of = |field: &Field| match field {
        Field::Cause { row, .. } => Some((0, *row)),
        Field::Effect { row, .. } => Some((1, *row)),
        _ => None,
    };
    let gap = |(field, mm): &(Field, Rect)| {
        let right = cells.iter().filter(|(other, place)| {
            row_of(other) == row_of(field) && other != field && place.x0 >= mm.x0
        });
        let next = right.reduce(|one, other| if other.1.x0 < one.1.x0 { other } else { one })?;
        Some((field.clone(), (next.1.x0 - mm.x1) / mm.height().max(next.1.height())))
    };
    cells.iter().filter_map(gap).collect()
}

/// The cell of a grid that a text of this name shows.
fn cell(name: &str) -> Option<Field> {
    match Name::parse(name) {
        Some(Name::Field(field @ (Field::Cause { .. } | Field::Effect { .. }))) => Some(field),
        _ => None,
    }
}

fn ink_mm(text: &usvg::Text, pixels_per_mm: f64) -> Rect {
    let ink = text.flattened().abs_bounding_box();
    let [x0, y0, x1, y1] = [ink.left(), ink.top(), ink.right(), ink.bottom()]
        .map(|pixel| f64::from(pixel) / pixels_per_mm);
    Rect::new(x0, y0, x1, y1)
}

/// The horizontal and vertical gaps to every other figure of the same grid.
fn gaps(cell: &Field, mm: Rect, cells: &[(Field, Rect)]) -> impl Iterator<Item = [f64; 2]> {
    let is_cause = |field: &Field| matches!(field, Field::Cause { .. });
    let others =
        cells.iter().filter(move |(field, _)| field != cell && is_cause(field) == is_cause(cell));
    others.map(move |(_, other)| {
        let across = (other.x0 - mm.x1).max(mm.x0 - other.x1);
        let down = (other.y0 - mm.y1).max(mm.y0 - other.y1);
        [across, down]
    })
}

fn own(nearest: f64) -> f64 {
    if nearest.is_finite() { OWN * nearest / 2.0 } else { 0.0 }
}

/// How far around a figure its own cell is sure to reach: [`OWN`] of the way to the middle between it and the
/// nearest figure of the same grid.
fn spare_mm(cell: &Field, mm: Rect, cells: &[(Field, Rect)]) -> f64 {
    let gaps = gaps(cell, mm, cells).map(|[across, down]| across.max(down));
    own(gaps.fold(f64::INFINITY, f64::min))
}

/// As [`spare_mm`], horizontally by the figures of its row and vertically by those of its column: between
/// wide figures a mark is near, while there is room above them.
fn room_mm(cell: &Field, mm: Rect, cells: &[(Field, Rect)]) -> [f64; 2] {
    nearest(cell, mm, cells).map(own)
}

/// The gaps to the nearest figure of its row and to the nearest of its column.
fn nearest(cell: &Field, mm: Rect, cells: &[(Field, Rect)]) -> [f64; 2] {
    let mut nearest = [f64::INFINITY; 2];
    for [across, down] in gaps(cell, mm, cells) {
        let (axis, gap) = if across > down { (0, across) } else { (1, down) };
        if across.min(down) <= 0.0 {
            nearest[axis] = nearest[axis].min(gap);
        }
    }
    nearest
}

/// The largest distance from the middle of a figure to the border of its cell, horizontally and vertically:
/// half the way to the nearest figure there, or to the edge of the card.
fn reach_mm(cell: &Field, mm: Rect, cells: &[(Field, Rect)]) -> [f64; 2] {
    let [across, down] = nearest(cell, mm, cells);
    [across / 2.0 + mm.width() / 2.0, down / 2.0 + mm.height() / 2.0]
}

/// Marks end before the lines between cells.
const OWN: f64 = 0.8;

/// Measures the widths of lines: strokes, and filled shapes as narrow as one.
fn measure_lines(
    group: &usvg::Group,
    pixels_per_mm: f64,
    bleed_mm: f64,
    lines: &mut Vec<(String, f64)>,
) {
    for node in group.children() {
        let path = match node {
            usvg::Node::Group(group) => {
                measure_lines(group, pixels_per_mm, bleed_mm, lines);
                continue;
            }
            usvg::Node::Path(path) if path.is_visible() => path,
            _ => continue,
        };
        let zoom = f64::from(path.abs_transform().get_scale().1) / pixels_per_mm;
        let box_mm = path.abs_bounding_box();
        let [x, y, width, height] = [box_mm.x(), box_mm.y(), box_mm.width(), box_mm.height()]
            .map(|pixels| f64::from(pixels) / pixels_per_mm);
        let (what, width_mm) = match path.stroke() {
            Some(stroke) => ("the line", f64::from(stroke.width().get()) * zoom),
            None if width.max(height) > SHORTEST_BAR_MM => ("the bar", width.min(height)),
            None => continue,
        };
        let place = match path.id() {
            "" => format!("{what} at {:.1}, {:.1} mm", x - bleed_mm, y - bleed_mm),
            id => format!("{what} {id:?}"),
        };
        // To hundredths: a quarter of a point is 0.0882 mm, and templates write 0.088.
        lines.push((place, (Mm(width_mm).points() * 100.0).round() / 100.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filled_bar_is_as_fine_as_a_line() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"69.85mm\" height=\"95.25mm\" \
            viewBox=\"-3.175 -3.175 69.85 95.25\"><rect x=\"10\" y=\"30\" width=\"20\" height=\".05\"/>\
            <rect x=\"10\" y=\"40\" width=\".5\" height=\".05\"/></svg>";
        let theme = Theme::built_in("ink-saver").unwrap();
        let measured = Sheet::measure(&Drawing::read(svg).unwrap(), &theme).unwrap();
        assert_eq!(vec![("the bar at 10.0, 30.0 mm".to_owned(), 0.14)], measured.lines);
    }
    #[test]
    fn room_above_a_figure_is_separate_from_room_beside_it() {
        let cause = |die: &str, row| Field::Cause { die: die.parse().unwrap(), row };
        let own = Rect::new(10.0, 10.0, 12.0, 13.0);
        let cells = [
            (cause("d8", 1), own),
            // A wide figure in the same row, one in the same column, and one on a diagonal.
            (cause("d10", 1), Rect::new(14.0, 10.0, 20.0, 13.0)),
            (cause("d8", 2), Rect::new(10.0, 23.0, 12.0, 26.0)),
            (cause("d10", 2), Rect::new(14.0, 15.0, 20.0, 18.0)),
        ];
        let [across, down] = room_mm(&cells[0].0, own, &cells);
        assert!((across - OWN).abs() < 1e-9 && (down - 5.0 * OWN).abs() < 1e-9, "{across} {down}");
    }
}
