//! What is really drawn: the texts of a face, their sizes and inks, and the colours under them.

use std::collections::BTreeMap;
use std::ops::Range;

use resvg::tiny_skia::Pixmap;
use usvg::Transform;

use crate::deck::{CardNumber, Field};
use crate::diagnostic::Problems;
use crate::geometry::Mm;

use super::super::document::{Element, Node};
use super::super::name::Name;
use super::super::{Drawing, Rgb, Theme, drawing, picture};

/// Pixels a millimetre of the drawing without texts.
const PIXELS_PER_MM: f64 = 10.0;

/// Opaque enough to be a letter's own pixel and not its smoothed edge.
const INKED: u8 = 200;
/// Two colours that differ by less in every channel are one.
const ALIKE: u8 = 8;
/// A filled shape that is no longer is a dot.
const SHORTEST_BAR_MM: f64 = 1.0;

/// The measured front of a card.
pub(super) struct Front {
    pub card: CardNumber,
    /// Others are only there to be compared with.
    pub is_printed: bool,
    pub sheet: Sheet,
}

/// A measured face.
pub(super) struct Sheet {
    pub texts: Vec<Text>,
    /// Widths of lines in points, and of filled bars, each with what is drawn.
    pub lines: Vec<(String, f64)>,
}

/// A measured text.
pub(super) struct Text {
    pub name: String,
    /// The cell of a grid it shows.
    pub cell: Option<Field>,
    pub is_digits: bool,
    pub height_mm: f64,
    pub size_pt: f64,
    pub inks: Vec<Rgb>,
    /// What is drawn under it: colours with their share of its box.
    pub under: BTreeMap<Rgb, f64>,
    /// The same in a box half its height larger on all sides, in a roomy cell most of the way to the next.
    pub around: BTreeMap<Rgb, f64>,
    /// The same as far beside it as its row has room, and as far above and below it as its column has.
    pub within: BTreeMap<Rgb, f64>,
    /// How much of its letters is seen on the finished face, in percent.
    pub seen_percent: f64,
}

impl Sheet {
    /// Measures a face as it is drawn in its theme.
    ///
    /// # Errors
    /// What is wrong with the picture.
    pub(super) fn measure(drawing: &Drawing, theme: &Theme) -> Result<Self, Problems> {
        let (tree, fields) = (drawing.tree(), drawing.fields());
        let layers = Layers::draw(drawing, theme)?;
        let pixels_per_mm = f64::from(tree.size().width()) / theme.format().full_width_mm();
        let field = |text: &usvg::Text| fields.get(text.id()).copied();
        let texts = picture::texts(tree);
        let cells = texts
            .iter()
            .filter_map(|text| Some((cell(field(text)?)?, ink_mm(text, pixels_per_mm))));
        let cells: Vec<(Field, Sides)> = cells.collect();
        let measure =
            |text: &usvg::Text| Text::measure(text, field(text), pixels_per_mm, &layers, &cells);
        let texts = texts.into_iter().map(measure).collect();
        let mut lines = Vec::new();
        let bleed_mm = theme.format().bleed_mm();
        measure_lines(tree.root(), pixels_per_mm, bleed_mm, &mut lines);
        Ok(Self { texts, lines })
    }
}

impl Text {
    /// Measures a text that shows this field.
    fn measure(
        text: &usvg::Text,
        field: Option<&str>,
        pixels_per_mm: f64,
        layers: &Layers,
        cells: &[(Field, Sides)],
    ) -> Self {
        let written: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
        let name = field.map_or_else(|| format!("{written:?}"), str::to_owned);
        let cell = cell(&name);
        let mm = ink_mm(text, pixels_per_mm);
        let height_mm = mm[3] - mm[1];
        let spare_mm = cell.as_ref().map_or(0.0, |cell| spare_mm(cell, mm, cells));
        let room_mm = cell.as_ref().map_or([0.0; 2], |cell| room_mm(cell, mm, cells));
        let half_mm = height_mm / 2.0;
        let zoom = f64::from(text.abs_transform().get_scale().1) / pixels_per_mm;
        let spans = || text.chunks().iter().flat_map(usvg::TextChunk::spans);
        let sizes = spans().map(|span| Mm(f64::from(span.font_size().get()) * zoom).points());
        let inks = spans().filter_map(|span| match span.fill()?.paint() {
            usvg::Paint::Color(colour) => Some(Rgb(colour.red, colour.green, colour.blue)),
            _ => None,
        });
        Self {
            cell,
            is_digits: written.bytes().all(|byte| byte.is_ascii_digit()),
            height_mm,
            size_pt: sizes.fold(f64::INFINITY, f64::min),
            inks: inks.collect(),
            under: layers.shares(mm, [0.0; 2]),
            around: layers.shares(mm, [spare_mm.max(half_mm); 2]),
            within: layers.shares(mm, room_mm.map(|room| room.max(half_mm))),
            seen_percent: layers.seen_percent(mm),
            name,
        }
    }
}

/// Left, top, right, bottom in millimetres.
type Sides = [f64; 4];

/// The cell of a grid that a text of this name shows.
fn cell(name: &str) -> Option<Field> {
    match Name::parse(name) {
        Some(Name::Field(field @ (Field::Cause { .. } | Field::Effect { .. }))) => Some(field),
        _ => None,
    }
}

fn ink_mm(text: &usvg::Text, pixels_per_mm: f64) -> Sides {
    let ink = text.flattened().abs_bounding_box();
    [ink.left(), ink.top(), ink.right(), ink.bottom()].map(|pixel| f64::from(pixel) / pixels_per_mm)
}

/// Every other figure of the grid of a cell: how far it is beside it, and above or below it.
fn gaps(cell: &Field, mm: Sides, cells: &[(Field, Sides)]) -> impl Iterator<Item = [f64; 2]> {
    let is_cause = |field: &Field| matches!(field, Field::Cause { .. });
    let others =
        cells.iter().filter(move |(field, _)| field != cell && is_cause(field) == is_cause(cell));
    others.map(move |(_, other)| {
        let across = (other[0] - mm[2]).max(mm[0] - other[2]);
        let down = (other[1] - mm[3]).max(mm[1] - other[3]);
        [across, down]
    })
}

fn own(nearest: f64) -> f64 {
    if nearest.is_finite() { OWN * nearest / 2.0 } else { 0.0 }
}

/// How far round a figure its own cell surely reaches: [`OWN`] of the way to the middle between it and
/// the nearest figure of the same grid.
fn spare_mm(cell: &Field, mm: Sides, cells: &[(Field, Sides)]) -> f64 {
    let gaps = gaps(cell, mm, cells).map(|[across, down]| across.max(down));
    own(gaps.fold(f64::INFINITY, f64::min))
}

/// The same beside a figure by those of its row, and above and below it by those of its column: between wide
/// figures a mark stands near, while there is room above them.
fn room_mm(cell: &Field, mm: Sides, cells: &[(Field, Sides)]) -> [f64; 2] {
    let mut nearest = [f64::INFINITY; 2];
    for [across, down] in gaps(cell, mm, cells) {
        let (axis, gap) = if across > down { (0, across) } else { (1, down) };
        if across.min(down) <= 0.0 {
            nearest[axis] = nearest[axis].min(gap);
        }
    }
    nearest.map(own)
}

/// Marks end before the lines between cells.
const OWN: f64 = 0.8;

/// The widths of what is drawn as a line: strokes, and filled shapes as narrow as one.
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

/// A face without its texts, its texts alone, and all of it, as pixels.
struct Layers {
    ground: Pixmap,
    letters: Pixmap,
    whole: Pixmap,
}

impl Layers {
    fn draw(drawing: &Drawing, theme: &Theme) -> Result<Self, Problems> {
        let paper = resvg::tiny_skia::Color::WHITE;
        let clear = resvg::tiny_skia::Color::TRANSPARENT;
        let ground = picture::page(&without_texts(drawing.root()), drawing.fonts())?;
        let letters = drawing::with_texts(drawing.root());
        let letters =
            letters.map(|letters| picture::page(&letters, drawing.fonts())).transpose()?;
        let format = theme.format();
        let pixels = |mm: f64| (mm * PIXELS_PER_MM).ceil() as u32;
        let (width, height) = (pixels(format.full_width_mm()), pixels(format.full_height_mm()));
        let drawn = |tree: Option<&usvg::Tree>, under| {
            let mut pixmap = Pixmap::new(width, height).expect("a card has pixels");
            pixmap.fill(under);
            if let Some(tree) = tree {
                let scale = (PIXELS_PER_MM * format.full_width_mm()) as f32 / tree.size().width();
                resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
            }
            pixmap
        };
        Ok(Self {
            ground: drawn(Some(&ground), paper),
            letters: drawn(letters.as_ref(), clear),
            whole: drawn(Some(drawing.tree()), paper),
        })
    }

    /// The pixels of a box (left, top, right, bottom in millimetres from the corner of the bleed)
    /// grown by so many millimetres on its left and right, and above and below it, row by row.
    fn rows(
        &self,
        [left, top, right, bottom]: [f64; 4],
        [across, down]: [f64; 2],
    ) -> impl ExactSizeIterator<Item = Range<usize>> + use<> {
        let pixel = |mm: f64, end: u32| ((mm.max(0.0) * PIXELS_PER_MM) as u32).min(end) as usize;
        let (width, height) = (self.ground.width(), self.ground.height());
        let (from, to) = (pixel(left - across, width), pixel(right + across, width - 1) + 1);
        let rows = pixel(top - down, height)..pixel(bottom + down, height - 1) + 1;
        rows.map(move |row| {
            let row = row * width as usize;
            row + from.min(to)..row + to
        })
    }

    /// The colours under a box that has grown so, each with its share.
    fn shares(&self, area: [f64; 4], margin_mm: [f64; 2]) -> BTreeMap<Rgb, f64> {
        let mut counts: BTreeMap<Rgb, f64> = BTreeMap::new();
        let all = self.rows(area, margin_mm).map(|row| row.len()).sum::<usize>() as f64;
        // Pixels of one colour come in runs, which are looked up once.
        let mut run: Option<(Rgb, f64)> = None;
        for row in self.rows(area, margin_mm) {
            for pixel in &self.ground.pixels()[row] {
                let colour = Rgb(pixel.red(), pixel.green(), pixel.blue());
                let share = match run {
                    Some((known, share)) if known == colour => share,
                    _ => {
                        counts.extend(run);
                        counts.get(&colour).copied().unwrap_or_default()
                    }
                };
                run = Some((colour, share + 1.0 / all));
            }
        }
        counts.extend(run);
        counts
    }

    /// How many in a hundred pixels of the letters in a box change the face; 0 where letters draw
    /// nothing at all.
    fn seen_percent(&self, area: [f64; 4]) -> f64 {
        let (mut inked, mut seen) = (0_u32, 0_u32);
        let differs = |one: u8, other: u8| one.abs_diff(other) >= ALIKE;
        for row in self.rows(area, [0.0; 2]) {
            let [letters, ground, whole] = [&self.letters, &self.ground, &self.whole]
                .map(|layer| &layer.pixels()[row.clone()]);
            for ((letter, ground), whole) in letters.iter().zip(ground).zip(whole) {
                if letter.alpha() < INKED {
                    continue;
                }
                inked += 1;
                seen += u32::from(
                    differs(ground.red(), whole.red())
                        || differs(ground.green(), whole.green())
                        || differs(ground.blue(), whole.blue()),
                );
            }
        }
        if inked == 0 { 0.0 } else { f64::from(seen) * 100.0 / f64::from(inked) }
    }
}

fn without_texts(element: &Element) -> Element {
    let is_drawn = |child: &&Node| match child {
        Node::Element(child) => child.name != "text",
        Node::Text(..) => true,
    };
    let children = element.children.iter().filter(is_drawn).map(|child| match child {
        Node::Element(child) => Node::Element(without_texts(child)),
        Node::Text(..) => child.clone(),
    });
    Element {
        name: element.name.clone(),
        attributes: element.attributes.clone(),
        children: children.collect(),
        span: element.span.clone(),
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
    fn room_above_a_figure_is_told_from_room_beside_it() {
        let cause = |die: &str, row| Field::Cause { die: die.parse().unwrap(), row };
        let own = [10.0, 10.0, 12.0, 13.0];
        let cells = [
            (cause("d8", 1), own),
            // A wide figure in the same row, one in the same column, and one askew.
            (cause("d10", 1), [14.0, 10.0, 20.0, 13.0]),
            (cause("d8", 2), [10.0, 23.0, 12.0, 26.0]),
            (cause("d10", 2), [14.0, 15.0, 20.0, 18.0]),
        ];
        let [across, down] = room_mm(&cells[0].0, own, &cells);
        assert!((across - OWN).abs() < 1e-9 && (down - 5.0 * OWN).abs() < 1e-9, "{across} {down}");
    }
}
