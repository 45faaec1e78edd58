//! A face rasterized in layers: without its texts, its texts alone, the whole, and its inks.

use std::collections::BTreeMap;
use std::ops::Range;

use kurbo::{Point, Rect};
use resvg::tiny_skia::{Color, Pixmap, PremultipliedColorU8};
use usvg::{Transform, Tree};

use super::surroundings::{RING, Surroundings};
use crate::diagnostic::Problems;
use crate::face::document::{Element, Node};
use crate::face::value::Value;
use crate::face::{Drawing, Palette, Rgb, Theme, picture, raster};

/// Pixels a millimetre.
const PIXELS_PER_MM: f64 = 10.0;

/// The least opacity of a letter's own pixel, as opposed to its smoothed edge.
const INKED: u8 = 200;
/// Colours whose channels all differ by less count as one.
pub(super) const ALIKE: u8 = 8;

/// A face as pixels.
pub(super) struct Layers<'d> {
    drawing: &'d Drawing,
    theme: &'d Theme,
    /// The face without its texts.
    ground: Pixmap,
    /// Its texts alone.
    letters: Pixmap,
    whole: Pixmap,
    /// The inks of the ground, if any of it may have all four: cyan, magenta and yellow stored as red, green
    /// and blue; and black.
    inks: Option<[Pixmap; 2]>,
}

/// A drawn text.
pub(super) struct DrawnText<'t> {
    pub id: &'t str,
    /// The bounds of its letters, from the corner of the bleed.
    pub mm: Rect,
    /// The opacity of its letters, 0 to 1.
    pub opacity: f32,
    /// The size of its font.
    pub size_mm: f64,
    /// The colours they are drawn in.
    pub inks: &'t [Rgb],
    /// Whether another text is drawn in the same place.
    pub is_overlapped: bool,
}

/// What is visible of a text.
pub(super) struct VisibleText {
    /// The smallest contrast in every kind of vision; `None` if nothing surrounds its letters.
    pub contrasts: Option<[f64; 4]>,
    /// Whether the surroundings of a letter have all four inks.
    pub is_on_four_inks: bool,
    /// The percentage of its letters' pixels that change the face; 0 if the letters draw nothing.
    pub percent: f64,
}

impl<'d> Layers<'d> {
    pub(super) fn draw(drawing: &'d Drawing, theme: &'d Theme) -> Result<Self, Problems> {
        let ground = without_texts(drawing.root(), &|_| true);
        let palette = theme.palette();
        let inks = may_have_four_inks(&ground, palette).then(|| {
            let layer = |layer| -> Result<Pixmap, Problems> {
                let inked = in_inks(&ground, palette, layer);
                Ok(pixels(theme, Some(&picture::page(&inked, drawing.fonts())?), Color::BLACK))
            };
            Ok::<_, Problems>([layer(Layer::Coloured)?, layer(Layer::Black)?])
        });
        Ok(Self {
            ground: ground_of(drawing, theme, &ground)?,
            letters: letters_of(drawing, theme, &|_| true)?,
            whole: pixels(theme, Some(drawing.tree()), Color::WHITE),
            inks: inks.transpose()?,
            drawing,
            theme,
        })
    }

    /// Measures what is visible of a text.
    ///
    /// # Errors
    /// What is wrong with the picture.
    pub(super) fn seen(&self, text: &DrawnText<'_>) -> Result<VisibleText, Problems> {
        let own;
        let (letters, ground) = if text.is_overlapped {
            // Another text in the same place is part of the ground: it may be a shadow, or make the text
            // unreadable.
            let is_own = |element: &Element| element.attribute("id") == Some(text.id);
            let ground = without_texts(self.drawing.root(), &is_own);
            own = [
                letters_of(self.drawing, self.theme, &is_own)?,
                ground_of(self.drawing, self.theme, &ground)?,
            ];
            (&own[0], &own[1])
        } else {
            (&self.letters, &self.ground)
        };
        let [columns, rows] = self.pixels_of(text.mm, 0);
        let [outer_columns, outer_rows] = self.pixels_of(text.mm, RING);
        let outer = [&outer_columns, &outer_rows];
        let opacity = (text.opacity * 255.0).round() as u8;
        let surroundings = Surroundings {
            letters: cut(letters, outer),
            ground: cut(ground, outer),
            whole: cut(&self.whole, outer),
            own: [
                columns.start - outer_columns.start,
                rows.start - outer_rows.start,
                columns.end - outer_columns.start,
                rows.end - outer_rows.start,
            ],
            opacity,
            size: text.size_mm * PIXELS_PER_MM,
            inks: text.inks,
        };
        let inks = self.inks.as_ref();
        Ok(VisibleText {
            contrasts: surroundings.contrasts(),
            is_on_four_inks: inks.is_some_and(|[coloured, black]| {
                surroundings.is_on_four_inks([&cut(coloured, outer), &cut(black, outer)])
            }),
            percent: self.seen_percent([letters, ground], [columns, rows], opacity),
        })
    }

    /// The columns and rows of pixels in a box with a margin in pixels, clipped to the card.
    fn pixels_of(&self, mm: Rect, margin: usize) -> [Range<usize>; 2] {
        let range = |from: f64, to: f64, end: u32| {
            let end = end as usize;
            let from = ((from.max(0.0) * PIXELS_PER_MM) as usize).saturating_sub(margin).min(end);
            let to = ((to.max(0.0) * PIXELS_PER_MM).ceil() as usize + margin).min(end);
            from..to.max(from)
        };
        [range(mm.x0, mm.x1, self.ground.width()), range(mm.y0, mm.y1, self.ground.height())]
    }

    /// The colours under a box grown by these millimetres horizontally and vertically, each with its share.
    pub(super) fn shares(&self, mm: Rect, [across, down]: [f64; 2]) -> BTreeMap<Rgb, f64> {
        let [columns, rows] = self.pixels_of(mm.inflate(across, down), 0);
        let all = (columns.len() * rows.len()) as f64;
        let mut counts: BTreeMap<Rgb, f64> = BTreeMap::new();
        // Pixels of one colour come in runs; each run is looked up once.
        let mut run: Option<(Rgb, f64)> = None;
        for pixel in cut(&self.ground, [&columns, &rows]).into_iter().flatten() {
            let colour = colour(*pixel);
            let share = match run {
                Some((known, share)) if known == colour => share,
                _ => {
                    counts.extend(run);
                    counts.get(&colour).copied().unwrap_or_default()
                }
            };
            run = Some((colour, share + 1.0 / all));
        }
        counts.extend(run);
        counts
    }

    /// The colours of the ground from a point to the left, right, up and down, up to these distances.
    pub(super) fn rays(&self, from: Point, [across, down]: [f64; 2]) -> [Vec<Rgb>; 4] {
        let reach = Rect::from_points(from, from).inflate(across, down);
        let [columns, rows] = self.pixels_of(reach, 0);
        let pixel =
            |at: f64, end: u32| ((at.max(0.0) * PIXELS_PER_MM) as usize).min(end as usize - 1);
        let (x, y) = (pixel(from.x, self.ground.width()), pixel(from.y, self.ground.height()));
        let at =
            |x: usize, y: usize| colour(self.ground.pixels()[y * self.ground.width() as usize + x]);
        [
            (columns.start.min(x)..=x).rev().map(|x| at(x, y)).collect(),
            (x..columns.end.max(x + 1)).map(|x| at(x, y)).collect(),
            (rows.start.min(y)..=y).rev().map(|y| at(x, y)).collect(),
            (y..rows.end.max(y + 1)).map(|y| at(x, y)).collect(),
        ]
    }

    fn seen_percent(
        &self,
        [letters, ground]: [&Pixmap; 2],
        [columns, rows]: [Range<usize>; 2],
        opacity: u8,
    ) -> f64 {
        let (mut inked, mut seen) = (0_u32, 0_u32);
        let differs = |one: u8, other: u8| one.abs_diff(other) >= ALIKE;
        let [letters, ground, whole] =
            [letters, ground, &self.whole].map(|layer| cut(layer, [&columns, &rows]));
        for ((letters, ground), whole) in letters.into_iter().zip(ground).zip(whole) {
            for ((letter, ground), whole) in letters.iter().zip(ground).zip(whole) {
                if letter.alpha() < INKED.min(opacity) {
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

fn colour(pixel: PremultipliedColorU8) -> Rgb {
    Rgb(pixel.red(), pixel.green(), pixel.blue())
}

/// The rows of pixels of a box.
fn cut<'p>(
    layer: &'p Pixmap,
    [columns, rows]: [&Range<usize>; 2],
) -> Vec<&'p [PremultipliedColorU8]> {
    let width = layer.width() as usize;
    let row = |row: usize| &layer.pixels()[row * width + columns.start..row * width + columns.end];
    rows.clone().map(row).collect()
}

fn pixels(theme: &Theme, tree: Option<&Tree>, under: Color) -> Pixmap {
    let format = theme.format();
    let pixels = |mm: f64| (mm * PIXELS_PER_MM).ceil() as u32;
    let (width, height) = (pixels(format.full_width_mm()), pixels(format.full_height_mm()));
    let mut pixmap = Pixmap::new(width, height).expect("a card has pixels");
    pixmap.fill(under);
    if let Some(tree) = tree {
        let scale = (PIXELS_PER_MM * format.full_width_mm()) as f32 / tree.size().width();
        resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    }
    pixmap
}

fn ground_of(drawing: &Drawing, theme: &Theme, ground: &Element) -> Result<Pixmap, Problems> {
    Ok(pixels(theme, Some(&picture::page(ground, drawing.fonts())?), Color::WHITE))
}

fn letters_of(
    drawing: &Drawing,
    theme: &Theme,
    is_wanted: &dyn Fn(&Element) -> bool,
) -> Result<Pixmap, Problems> {
    let letters = texts_alone(drawing.root(), is_wanted);
    let tree = letters.map(|letters| picture::page(&letters, drawing.fonts())).transpose()?;
    Ok(pixels(theme, tree.as_ref(), Color::TRANSPARENT))
}

fn without_texts(element: &Element, is_left_out: &dyn Fn(&Element) -> bool) -> Element {
    changed(element, &|child| match child.name == "text" && is_left_out(child) {
        true => None,
        false => Some(without_texts(child, is_left_out)),
    })
}

/// The element with its child elements mapped.
fn changed(element: &Element, change: &dyn Fn(&Element) -> Option<Element>) -> Element {
    let children = element.children.iter().filter_map(|child| match child {
        Node::Element(child) => change(child).map(Node::Element),
        Node::Text(..) => Some(child.clone()),
    });
    Element { children: children.collect(), ..element.clone_without_children() }
}

/// The shapes of SVG.
const SHAPES: [&str; 8] =
    ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image"];

/// An element without everything but the wanted texts. Shapes that a text may refer to stay, unseen; so do
/// clips, and texts that `<use>` repeats.
fn texts_alone(element: &Element, is_wanted: &dyn Fn(&Element) -> bool) -> Option<Element> {
    match element.name.as_str() {
        "text" => is_wanted(element).then(|| element.clone()),
        "clipPath" | "use" => Some(element.clone()),
        name if SHAPES.contains(&name) => element.attribute("id").map(|_| {
            let mut shape = element.clone();
            shape.set("visibility", "hidden".to_owned());
            shape
        }),
        _ => Some(changed(element, &|child| texts_alone(child, is_wanted))),
    }
}

/// The inks that a picture of inks shows.
#[derive(Clone, Copy)]
enum Layer {
    /// Cyan, magenta and yellow as red, green and blue.
    Coloured,
    Black,
}

impl Layer {
    /// The colour that shows the inks of a swatch.
    fn colour(self, value: &str, palette: &Palette) -> Option<String> {
        let swatch = palette.swatch_of(value.trim().parse().ok()?)?;
        let [c, m, y, k] = swatch.ink.process().percent().map(|part| (part * 2.55).round() as u8);
        let colour = match self {
            Self::Coloured => Rgb(c, m, y),
            Self::Black => Rgb(k, k, k),
        };
        Some(colour.to_string())
    }
}

/// The paint properties.
const PAINTS: [&str; 4] = ["fill", "stroke", "color", "stop-color"];

/// Whether an element may have all four inks: a swatch, a picture, or a gradient between two swatches.
fn may_have_four_inks(element: &Element, palette: &Palette) -> bool {
    let has_four = |value: &str| {
        let swatch = value.trim().parse().ok().and_then(|rgb| palette.swatch_of(rgb));
        swatch.is_some_and(|swatch| swatch.ink.process().percent().iter().all(|part| *part > 0.0))
    };
    element.name == "image"
        || element.name.ends_with("Gradient")
        || PAINTS.iter().any(|paint| element.property(paint).is_some_and(has_four))
        || element.elements().any(|child| may_have_four_inks(child, palette))
}

/// An element whose colours and pictures show their inks.
fn in_inks(element: &Element, palette: &Palette, layer: Layer) -> Element {
    let mut inked = changed(element, &|child| Some(in_inks(child, palette, layer)));
    if inked.name == "svg" && inked.attribute("fill").is_none() {
        // A value that is not a colour is drawn as black.
        inked.set("fill", "#000000".to_owned());
    }
    for (key, value) in &mut inked.attributes {
        let shown = match key.as_str() {
            "style" => Some(styled(value, palette, layer)),
            key if PAINTS.contains(&key) => layer.colour(value, palette),
            _ => None,
        };
        if let Some(shown) = shown {
            *value = Value::Text(shown);
        }
    }
    if let Some([coloured, black]) = raster::ink_layers(element, palette) {
        let shown = match layer {
            Layer::Coloured => coloured,
            Layer::Black => black,
        };
        for (_, value) in &mut inked.attributes {
            if matches!(value, Value::Picture(_)) {
                *value = Value::Picture(shown.clone());
            }
        }
    }
    inked
}

fn styled(style: &str, palette: &Palette, layer: Layer) -> String {
    let parts = style.split(';').map(|part| match part.split_once(':') {
        Some((key, value)) if PAINTS.contains(&key.trim()) => {
            let shown = layer.colour(value, palette).unwrap_or_else(|| value.to_owned());
            format!("{key}:{shown}")
        }
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join(";")
}
