//! Imports an SVG into a scene: a walk over the usvg tree.

use std::sync::Arc;

use kurbo::{BezPath, Rect};

use crate::diagnostic::{Problem, Problems};
use crate::face::{FaceInks, Ink, Lettering, Rgb};
use crate::geometry::{MM_PER_PIXEL, Mm, Size};

use super::outline::{self, ToMm};
use super::{Clip, FillRule, Gradient, Group, Item, Paint, Scene, Shape, gradient, raster, text};

/// The scene of a picture, with its colours converted by `inks`.
///
/// Clips, gradients between swatches, opacity and pixel pictures are kept; whether a file may hold them is
/// checked when it is written.
///
/// # Errors
/// Content that our press files cannot hold (patterns, masks, filters, blend modes, gradients that repeat or
/// run to a spot ink, clips of overlapping shapes), colours that are not swatches, and characters without a
/// glyph, each with its element; `name` is the picture's in messages.
pub fn import<'i>(
    name: &str,
    tree: &usvg::Tree,
    inks: impl Into<FaceInks<'i>>,
) -> Result<Scene, Problems> {
    import_lettered(name, tree, inks, Lettering::Live)
}

/// As [`import`], with letters as text or as outlines.
///
/// # Errors
/// As [`import`].
pub fn import_lettered<'i>(
    name: &str,
    tree: &usvg::Tree,
    inks: impl Into<FaceInks<'i>>,
    lettering: Lettering,
) -> Result<Scene, Problems> {
    let (scene, refusals) = import_with_refusals(name, tree, inks, lettering);
    let mut problems = Problems::new();
    refusals.iter().for_each(|refusal| problems.push(refusal.problem(name)));
    problems.into_result(scene)
}

/// As [`import_lettered`], with unsupported content omitted from the scene and listed beside it.
pub(in crate::render) fn import_with_refusals<'i>(
    name: &str,
    tree: &usvg::Tree,
    inks: impl Into<FaceInks<'i>>,
    lettering: Lettering,
) -> (Scene, Vec<Refusal>) {
    let (items, refusals) = (Vec::new(), Vec::new());
    let mut importer = Importer { inks: inks.into(), tree, lettering, items, refusals };
    importer.group(tree.root(), "");
    let length = |pixels: f32| Mm((f64::from(pixels) * MM_PER_PIXEL * 1e4).round() / 1e4);
    let scene = Scene {
        name: name.to_owned(),
        size: Size { width: length(tree.size().width()), height: length(tree.size().height()) },
        items: importer.items,
        fonts: Arc::clone(tree.fontdb()),
    };
    (scene, importer.refusals)
}

/// Content of a picture that a file cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::render) struct Refusal {
    /// The content, such as `a gradient that repeats`.
    pub(in crate::render) what: String,
    /// The id of its element, or of an ancestor; empty if none has one.
    pub(in crate::render) element: String,
    /// The accepted alternative.
    pub(in crate::render) accepted: String,
    /// The kind of file.
    pub(in crate::render) file: &'static str,
}

/// The code for unsupported letters, which no file can hold; the check of faces reports it, too.
pub(in crate::render) const LETTERS: &str = "face.letters";

impl Refusal {
    /// The problem in a picture of this name.
    pub(in crate::render) fn problem(&self, name: &str) -> Problem {
        let Self { what, element, accepted, file } = self;
        let place = super::place(element);
        let message = format!("{name}: {what} on {place} cannot be printed in {file}");
        let code = if *file == ANY_FILE { LETTERS } else { "face.not-printable" };
        Problem::coded(code, message).accepts(accepted)
    }
}

/// Files of every kind.
const ANY_FILE: &str = "any file";

struct Importer<'a> {
    inks: FaceInks<'a>,
    tree: &'a usvg::Tree,
    lettering: Lettering,
    items: Vec<Item>,
    refusals: Vec<Refusal>,
}

impl Importer<'_> {
    /// Walks a group. `within` is the id of the nearest ancestor that has one, so that a fault in an unnamed
    /// shape still has a findable place.
    fn group(&mut self, group: &usvg::Group, within: &str) {
        // A group without an id may represent its only element, with its opacity or clip.
        let id = match (group.id(), group.children()) {
            ("", [only]) if !only.id().is_empty() => only.id(),
            ("", _) => within,
            (id, _) => id,
        };
        if group.mask().is_some() {
            self.refuse("a mask", id, "shapes drawn as they appear");
        }
        if !group.filters().is_empty() {
            self.refuse("a filter", id, "shapes drawn as they appear");
        }
        if group.blend_mode() != usvg::BlendMode::Normal {
            self.refuse("a blend mode", id, "solid colours");
        }
        let mut clips = Vec::new();
        let mut clip = group.clip_path();
        while let Some(path) = clip {
            let transform = group.abs_transform().pre_concat(path.transform());
            clips.extend(self.clip(path, transform, id));
            clip = path.clip_path();
        }
        let opacity = f64::from(group.opacity().get());
        if clips.is_empty() && group.opacity() == usvg::Opacity::ONE {
            self.children(group, id);
        } else {
            self.apart(id, clips, opacity, |importer| importer.children(group, id));
        }
    }

    fn children(&mut self, group: &usvg::Group, id: &str) {
        for node in group.children() {
            let own = if node.id().is_empty() { id } else { node.id() };
            match node {
                usvg::Node::Group(group) => self.group(group, id),
                usvg::Node::Path(path) => self.path(path, path.abs_transform(), own),
                usvg::Node::Text(text) => self.text(text, own),
                usvg::Node::Image(image) => self.raster(image, own),
            }
        }
    }

    /// Puts what `inner` paints into a group of its own, if it paints anything.
    fn apart(
        &mut self,
        element: &str,
        clips: Vec<Clip>,
        opacity: f64,
        inner: impl FnOnce(&mut Self),
    ) {
        let outside = std::mem::take(&mut self.items);
        inner(self);
        let items = std::mem::replace(&mut self.items, outside);
        if !items.is_empty() {
            let element = element.to_owned();
            self.items.push(Item::Group(Group { element, clips, opacity, items }));
        }
    }

    /// The window of a clip path: one shape, or several disjoint ones joined to one outline.
    fn clip(
        &mut self,
        clip: &usvg::ClipPath,
        transform: usvg::Transform,
        id: &str,
    ) -> Option<Clip> {
        let mut parts: Vec<(BezPath, FillRule)> = Vec::new();
        if !collect_clip(clip.root(), transform, &mut parts) {
            self.refuse("a clip path that is clipped itself or holds an image", id, "plain shapes");
            return None;
        }
        if parts.is_empty() {
            self.refuse("an empty clip path, which hides everything,", id, "a shape");
            return None;
        }
        let boxes: Vec<Rect> = parts.iter().map(|(outline, _)| outline.control_box()).collect();
        let overlap = (0..boxes.len())
            .any(|one| (0..one).any(|other| boxes[one].intersect(boxes[other]).area() > 0.0));
        let rule = parts.first().map_or(FillRule::NonZero, |(_, rule)| *rule);
        if overlap || parts.iter().any(|(_, own)| *own != rule) {
            self.refuse("a clip path of overlapping shapes", id, "one shape, joined");
            return None;
        }
        let outline = parts.into_iter().flat_map(|(outline, _)| outline).collect();
        Some(Clip { outline, rule })
    }

    fn path(&mut self, path: &usvg::Path, transform: usvg::Transform, id: &str) {
        if !path.is_visible() {
            return;
        }
        let to_mm = ToMm::new(transform);
        let fill = path.fill().and_then(|fill| {
            let paint = self.paint(fill.paint(), to_mm, id)?;
            Some((outline::fill(fill, paint), f64::from(fill.opacity().get())))
        });
        let stroke = path.stroke().and_then(|stroke| {
            let paint = self.paint(stroke.paint(), to_mm, id)?;
            let Some(scale) = to_mm.even_scale() else {
                self.refuse("a stroke stretched unevenly", id, "an even scale");
                return None;
            };
            let opacity = f64::from(stroke.opacity().get());
            Some((outline::stroke(stroke, paint, scale), opacity))
        });
        let outline = outline::outline(path.data(), to_mm);
        let strokes_first = path.paint_order() == usvg::PaintOrder::StrokeAndFill;
        match (fill, stroke) {
            (None, None) => {}
            (Some((fill, opacity)), None) => self.shape(outline, Some(fill), None, opacity, id),
            (None, Some((stroke, opacity))) => self.shape(outline, None, Some(stroke), opacity, id),
            (Some((fill, 1.0)), Some((stroke, 1.0))) if !strokes_first => {
                self.shape(outline, Some(fill), Some(stroke), 1.0, id);
            }
            // A stroke below its fill becomes a separate shape, since PDF paints them in the other order;
            // likewise if their opacities differ.
            (Some((fill, over)), Some((stroke, through))) => {
                let again = outline.clone();
                if strokes_first {
                    self.shape(outline, None, Some(stroke), through, id);
                    self.shape(again, Some(fill), None, over, id);
                } else {
                    self.shape(outline, Some(fill), None, over, id);
                    self.shape(again, None, Some(stroke), through, id);
                }
            }
        }
    }

    fn shape(
        &mut self,
        outline: BezPath,
        fill: Option<super::Fill>,
        stroke: Option<super::Stroke>,
        opacity: f64,
        id: &str,
    ) {
        let shape = Item::Shape(Shape { outline, fill, stroke });
        if opacity == 1.0 {
            self.items.push(shape);
        } else {
            self.apart(id, Vec::new(), opacity, |importer| importer.items.push(shape));
        }
    }

    fn text(&mut self, text: &usvg::Text, id: &str) {
        let before = self.items.len();
        self.glyphs(text, id);
        // Refusals were reported for the text; its shapes would only repeat them.
        if self.lettering == Lettering::Outlined && self.refusals.is_empty() {
            self.items.truncate(before);
            self.children(text.flattened(), id);
        }
    }

    fn glyphs(&mut self, text: &usvg::Text, id: &str) {
        let transform = text.abs_transform();
        for span in text.layouted() {
            if !span.visible {
                continue;
            }
            for line in [&span.underline, &span.overline].into_iter().flatten() {
                self.path(line, transform, id);
            }
            if span.stroke.is_some() {
                self.refuse_letters("a stroke around letters", id);
            }
            if let Some(fill) = &span.fill
                && let Some(ink) = self.ink(fill.paint(), id)
            {
                let mut runs = Vec::new();
                let glyphs = &span.positioned_glyphs;
                for text in text::glyph_runs(glyphs, transform, self.tree.fontdb(), &ink, &mut runs)
                {
                    let what = format!("the character {text:?}, for which the font has no glyph,");
                    self.refuse(&what, id, "a character of the bundled fonts");
                }
                let runs = runs.into_iter().map(Item::Text);
                if fill.opacity() == usvg::Opacity::ONE {
                    self.items.extend(runs);
                } else {
                    let opacity = f64::from(fill.opacity().get());
                    self.apart(id, Vec::new(), opacity, |importer| importer.items.extend(runs));
                }
            }
            if let Some(line) = &span.line_through {
                self.path(line, transform, id);
            }
        }
    }

    fn raster(&mut self, image: &usvg::Image, id: &str) {
        if !image.is_visible() {
            return;
        }
        match raster::read(image, id, self.inks) {
            Some(raster) => self.items.push(Item::Raster(raster)),
            None => self.refuse("a picture that is not a PNG file", id, "PNG"),
        }
    }

    /// The paint of a shape.
    fn paint(&mut self, paint: &usvg::Paint, to_mm: ToMm, id: &str) -> Option<Paint> {
        let Some((along, to_mm, base)) = gradient::read(paint, to_mm) else {
            return self.ink(paint, id).map(Paint::Flat);
        };
        if base.spread_method() != usvg::SpreadMethod::Pad {
            self.refuse("a gradient that repeats", id, "one that ends in its last colour");
            return None;
        }
        let mut stops = Vec::new();
        for stop in base.stops() {
            if stop.opacity() != usvg::Opacity::ONE {
                self.refuse("a gradient to or from nothing", id, "solid colours at its ends");
                return None;
            }
            match self.swatch(stop.color(), id)? {
                Ink::Process(inks) => stops.push((f64::from(stop.offset().get()), inks)),
                Ink::Spot { .. } => {
                    self.refuse("a gradient to or from a spot ink", id, "process inks");
                    return None;
                }
            }
        }
        Some(Paint::Gradient(Arc::new(Gradient { along, to_mm, stops })))
    }

    /// The single ink of a text.
    fn ink(&mut self, paint: &usvg::Paint, id: &str) -> Option<Ink> {
        match paint {
            usvg::Paint::Color(colour) => self.swatch(*colour, id),
            usvg::Paint::LinearGradient(_) | usvg::Paint::RadialGradient(_) => {
                self.refuse_letters("a gradient in letters", id);
                None
            }
            usvg::Paint::Pattern(_) => {
                self.refuse("a pattern", id, "shapes drawn as they appear");
                None
            }
        }
    }

    fn swatch(&mut self, colour: usvg::Color, id: &str) -> Option<Ink> {
        let rgb = Rgb(colour.red, colour.green, colour.blue);
        let swatch = self.inks.palette.swatch_of(rgb);
        if swatch.is_none() {
            let swatches = self.inks.palette.iter();
            let known: Vec<String> =
                swatches.map(|swatch| format!("{} {}", swatch.id, swatch.rgb)).collect();
            self.refuse(
                &format!("the colour {rgb}, which no swatch names,"),
                id,
                &known.join(", "),
            );
        }
        swatch.map(|swatch| swatch.ink.clone())
    }

    fn refuse(&mut self, what: &str, id: &str, accepted: &str) {
        self.refusals.push(Refusal {
            what: what.to_owned(),
            element: id.to_owned(),
            accepted: accepted.to_owned(),
            file: "a PDF",
        });
    }

    fn refuse_letters(&mut self, what: &str, id: &str) {
        self.refuse(what, id, "letters filled with one colour, or the text as paths");
        self.refusals.last_mut().expect("one was added").file = ANY_FILE;
    }
}

/// The outlines of a clip path's shapes; false if it contains anything else.
fn collect_clip(
    group: &usvg::Group,
    transform: usvg::Transform,
    parts: &mut Vec<(BezPath, FillRule)>,
) -> bool {
    group.children().iter().all(|node| match node {
        usvg::Node::Group(inner) => {
            let plain = inner.clip_path().is_none();
            plain && collect_clip(inner, transform.pre_concat(inner.transform()), parts)
        }
        usvg::Node::Path(path) => {
            if let Some(fill) = path.fill().filter(|_| path.is_visible()) {
                let outline = outline::outline(path.data(), ToMm::new(transform));
                parts.push((outline, outline::rule(fill)));
            }
            true
        }
        usvg::Node::Text(text) => collect_clip(text.flattened(), transform, parts),
        usvg::Node::Image(_) => false,
    })
}
