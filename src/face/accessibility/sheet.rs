//! What is really drawn: the texts of a face, their sizes and inks, and the colours under them.

use std::collections::BTreeMap;

use resvg::tiny_skia::Pixmap;
use usvg::Transform;

use crate::deck::Field;
use crate::diagnostic::Problems;
use crate::geometry::Mm;

use super::super::document::{Element, Node};
use super::super::name::Name;
use super::super::{Drawing, Rgb, Theme, picture};

/// Pixels a millimetre of the drawing without texts.
const PIXELS_PER_MM: f64 = 10.0;

/// A measured face.
pub(super) struct Sheet {
    pub texts: Vec<Text>,
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
    /// The same in a box half its height larger on all sides.
    pub around: BTreeMap<Rgb, f64>,
}

impl Sheet {
    /// Measures a face as it is drawn in its theme.
    ///
    /// # Errors
    /// What is wrong with the picture.
    pub(super) fn measure(drawing: &Drawing, theme: &Theme) -> Result<Self, Problems> {
        let (tree, fields) = (drawing.tree(), drawing.fields());
        let ground = Ground::draw(drawing.root(), theme)?;
        let pixels_per_mm = f64::from(tree.size().width()) / theme.format().full_width_mm();
        let measure = |text: &usvg::Text| {
            Text::measure(text, fields.get(text.id()).copied(), pixels_per_mm, &ground)
        };
        Ok(Self { texts: picture::texts(tree).into_iter().map(measure).collect() })
    }
}

impl Text {
    /// Measures a text that shows this field.
    fn measure(
        text: &usvg::Text,
        field: Option<&str>,
        pixels_per_mm: f64,
        ground: &Ground,
    ) -> Self {
        let written: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
        let name = field.map_or_else(|| format!("{written:?}"), str::to_owned);
        let cell = match Name::parse(&name) {
            Some(Name::Field(field @ (Field::Cause { .. } | Field::Effect { .. }))) => Some(field),
            _ => None,
        };
        let ink = text.flattened().abs_bounding_box();
        let mm = [ink.left(), ink.top(), ink.right(), ink.bottom()]
            .map(|pixel| f64::from(pixel) / pixels_per_mm);
        let height_mm = mm[3] - mm[1];
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
            under: ground.shares(mm, 0.0),
            around: ground.shares(mm, height_mm / 2.0),
            name,
        }
    }
}

/// A face without its texts, as pixels.
struct Ground(Pixmap);

impl Ground {
    fn draw(element: &Element, theme: &Theme) -> Result<Self, Problems> {
        let tree = picture::page(&without_texts(element))?;
        let format = theme.format();
        let pixels = |mm: f64| (mm * PIXELS_PER_MM).ceil() as u32;
        let (width, height) = (pixels(format.full_width_mm()), pixels(format.full_height_mm()));
        let mut pixmap = Pixmap::new(width, height).expect("a card has pixels");
        pixmap.fill(resvg::tiny_skia::Color::WHITE);
        let scale = (PIXELS_PER_MM * format.full_width_mm()) as f32 / tree.size().width();
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        Ok(Self(pixmap))
    }

    /// The colours in a box (left, top, right, bottom in millimetres from the corner of the bleed)
    /// grown by `margin_mm`, each with its share.
    fn shares(&self, [left, top, right, bottom]: [f64; 4], margin_mm: f64) -> BTreeMap<Rgb, f64> {
        let pixel = |mm: f64, end: u32| ((mm.max(0.0) * PIXELS_PER_MM) as u32).min(end);
        let (width, height) = (self.0.width(), self.0.height());
        let columns = pixel(left - margin_mm, width)..pixel(right + margin_mm, width - 1) + 1;
        let rows = pixel(top - margin_mm, height)..pixel(bottom + margin_mm, height - 1) + 1;
        let mut counts: BTreeMap<Rgb, f64> = BTreeMap::new();
        let all = columns.len() as f64 * rows.len() as f64;
        for row in rows {
            for column in columns.clone() {
                if let Some(pixel) = self.0.pixel(column, row) {
                    let colour = Rgb(pixel.red(), pixel.green(), pixel.blue());
                    *counts.entry(colour).or_default() += 1.0 / all;
                }
            }
        }
        counts
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
