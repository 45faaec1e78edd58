//! From an SVG to a scene: a walk over the usvg tree.

use std::sync::Arc;

use crate::diagnostic::{Problem, Problems};
use crate::face::{Ink, Palette, Rgb};
use crate::render::length::{Mm, Size};

use super::outline::{self, MM_PER_PIXEL, ToMm};
use super::{Item, Scene, Shape, text};

/// The scene of a picture, its colours turned into the inks of `palette`.
///
/// # Errors
/// Everything a press file cannot carry (gradients, patterns, images, clips, masks, filters,
/// transparency), every colour that no swatch names and every character without a glyph, each with
/// the element it stands on; `name` says in which picture.
pub fn import(name: &str, tree: &usvg::Tree, palette: &Palette) -> Result<Scene, Problems> {
    let mut importer =
        Importer { name, palette, tree, items: Vec::new(), problems: Problems::new() };
    importer.group(tree.root(), "");
    let length = |pixels: f32| Mm((f64::from(pixels) * MM_PER_PIXEL * 1e4).round() / 1e4);
    let scene = Scene {
        size: Size { width: length(tree.size().width()), height: length(tree.size().height()) },
        items: importer.items,
        fonts: Arc::clone(tree.fontdb()),
    };
    importer.problems.into_result(scene)
}

struct Importer<'a> {
    name: &'a str,
    palette: &'a Palette,
    tree: &'a usvg::Tree,
    items: Vec<Item>,
    problems: Problems,
}

impl Importer<'_> {
    /// Walks a group. `within` is the id of the nearest enclosing element that has one, so that a
    /// fault inside an unnamed shape still points somewhere a designer can find.
    fn group(&mut self, group: &usvg::Group, within: &str) {
        let id = if group.id().is_empty() { within } else { group.id() };
        if group.opacity() != usvg::Opacity::ONE {
            self.refuse("an opacity below 1", id, "solid colours");
        }
        if group.clip_path().is_some() {
            self.refuse("a clip path", id, "shapes drawn as they appear");
        }
        if group.mask().is_some() {
            self.refuse("a mask", id, "shapes drawn as they appear");
        }
        if !group.filters().is_empty() {
            self.refuse("a filter", id, "shapes drawn as they appear");
        }
        if group.blend_mode() != usvg::BlendMode::Normal {
            self.refuse("a blend mode", id, "solid colours");
        }
        for node in group.children() {
            let own = if node.id().is_empty() { id } else { node.id() };
            match node {
                usvg::Node::Group(group) => self.group(group, id),
                usvg::Node::Path(path) => self.path(path, path.abs_transform(), own),
                usvg::Node::Text(text) => self.text(text, own),
                usvg::Node::Image(_) => self.refuse("an image", own, "vector shapes"),
            }
        }
    }

    fn path(&mut self, path: &usvg::Path, transform: usvg::Transform, id: &str) {
        if !path.is_visible() {
            return;
        }
        let to_mm = ToMm::new(transform);
        let fill = path.fill().and_then(|fill| {
            let ink = self.ink(fill.paint(), fill.opacity(), id)?;
            Some(outline::fill(fill, ink))
        });
        let stroke = path.stroke().and_then(|stroke| {
            let ink = self.ink(stroke.paint(), stroke.opacity(), id)?;
            let Some(scale) = to_mm.even_scale() else {
                self.refuse("a stroke stretched unevenly", id, "an even scale");
                return None;
            };
            Some(outline::stroke(stroke, ink, scale))
        });
        let outline = outline::outline(path.data(), to_mm);
        let strokes_first = path.paint_order() == usvg::PaintOrder::StrokeAndFill;
        match (fill, stroke) {
            (None, None) => {}
            // A stroke below its fill becomes a shape of its own, for PDF paints them the other way.
            (Some(fill), Some(stroke)) if strokes_first => {
                self.shape(outline.clone(), None, Some(stroke));
                self.shape(outline, Some(fill), None);
            }
            (fill, stroke) => self.shape(outline, fill, stroke),
        }
    }

    fn shape(
        &mut self,
        outline: Vec<super::Segment>,
        fill: Option<super::Fill>,
        stroke: Option<super::Stroke>,
    ) {
        self.items.push(Item::Shape(Shape { outline, fill, stroke }));
    }

    fn text(&mut self, text: &usvg::Text, id: &str) {
        let transform = text.abs_transform();
        for span in text.layouted() {
            if !span.visible {
                continue;
            }
            for line in [&span.underline, &span.overline].into_iter().flatten() {
                self.path(line, transform, id);
            }
            if span.stroke.is_some() {
                self.refuse("a stroke round text", id, "filled text, or the text turned to paths");
            }
            if let Some(fill) = &span.fill
                && let Some(ink) = self.ink(fill.paint(), fill.opacity(), id)
            {
                let mut runs = Vec::new();
                let glyphs = &span.positioned_glyphs;
                for text in text::glyph_runs(glyphs, transform, self.tree.fontdb(), &ink, &mut runs)
                {
                    let what = format!("the character {text:?}, for which the font has no glyph,");
                    self.refuse(&what, id, "a character of the bundled fonts");
                }
                self.items.extend(runs.into_iter().map(Item::Text));
            }
            if let Some(line) = &span.line_through {
                self.path(line, transform, id);
            }
        }
    }

    fn ink(&mut self, paint: &usvg::Paint, opacity: usvg::Opacity, id: &str) -> Option<Ink> {
        if opacity != usvg::Opacity::ONE {
            self.refuse("an opacity below 1", id, "solid colours");
            return None;
        }
        let colour = match paint {
            usvg::Paint::Color(colour) => *colour,
            usvg::Paint::LinearGradient(_) | usvg::Paint::RadialGradient(_) => {
                self.refuse("a gradient", id, "flat swatch colours");
                return None;
            }
            usvg::Paint::Pattern(_) => {
                self.refuse("a pattern", id, "shapes drawn as they appear");
                return None;
            }
        };
        let rgb = Rgb(colour.red, colour.green, colour.blue);
        let swatch = self.palette.swatch_of(rgb);
        if swatch.is_none() {
            let known: Vec<String> =
                self.palette.iter().map(|swatch| format!("{} {}", swatch.id, swatch.rgb)).collect();
            self.refuse(
                &format!("the colour {rgb}, which no swatch names,"),
                id,
                &known.join(", "),
            );
        }
        swatch.map(|swatch| swatch.ink.clone())
    }

    fn refuse(&mut self, what: &str, id: &str, accepted: &str) {
        let place =
            if id.is_empty() { "an unnamed element".to_owned() } else { format!("element {id:?}") };
        let message = format!("{}: {what} on {place} cannot be printed", self.name);
        self.problems.push(Problem::new(message).accepts(accepted));
    }
}
