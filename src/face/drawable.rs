//! Whether a picture tree can be drawn in bounded time and memory: what only shows once an SVG is
//! resolved. Transformations multiply, so numbers that are small in the file can be large on the
//! card.

use usvg::tiny_skia_path::{PathSegment, Point};
use usvg::{Group, Node, Paint, Path, Transform, Tree};

use crate::diagnostic::{Problem, Problems};
use crate::wording::grouped;

/// How far from the corner of a face anything may reach, in pixels at 96 to the inch: 264 metres.
const FARTHEST_PX: f32 = 1e6;
/// Dashes of all lines of a face.
const MOST_DASHES: f64 = 100_000.0;
/// The length of all outlines in heights of the face: the work of filling them grows with the rows of
/// pixels they cross. A hatch of lines a sixth of a millimetre apart, all over the face, has this.
const MOST_OUTLINE: f64 = 1200.0;
/// A line is filled between its two sides, which have to be found first.
const STROKE_OUTLINES: f64 = 3.0;
/// What is drawn apart, for its opacity or its clip, takes a picture of its own: so many pictures of
/// the whole face.
const MOST_LAYERS: f64 = 64.0;
/// The same of those that are open at one time.
const MOST_OPEN_LAYERS: f64 = 32.0;
/// The tile of a pattern in faces.
const LARGEST_TILE: f64 = 4.0;

/// A tree against the limits.
///
/// # Errors
/// Each limit it is past, once.
pub(super) fn check(tree: &Tree) -> Result<(), Problems> {
    let face = f64::from(tree.size().width()) * f64::from(tree.size().height());
    let height = f64::from(tree.size().height());
    let mut sum = Sum { face, height, ..Sum::default() };
    sum.group(tree.root(), 0.0);
    let mut problems = Problems::new();
    if let Some(id) = sum.far {
        let place = if id.is_empty() { "an element".to_owned() } else { format!("element {id:?}") };
        let message = format!("{place} reaches more than 200 metres beyond the face");
        problems.push(Problem::coded("face.out-of-reach", message).accepts("shapes near the card"));
    }
    if sum.dashes > MOST_DASHES {
        let message = format!("the lines have {:.0} dashes", sum.dashes);
        problems
            .push(Problem::coded("face.too-much", message).accepts("at most 100,000 on a face"));
    }
    if sum.outline > MOST_OUTLINE {
        let message = format!(
            "the outlines are {} times as long as the face is high",
            grouped(sum.outline as usize)
        );
        let accepted = "at most 1,200 times; a stroke counts thrice";
        problems.push(Problem::coded("face.too-much", message).accepts(accepted));
    }
    if sum.layers > MOST_LAYERS || sum.most_open > MOST_OPEN_LAYERS {
        let message = format!(
            "groups with opacity or a clip cover {:.0} faces, {:.0} within each other",
            sum.layers, sum.most_open
        );
        let accepted = format!("at most {MOST_LAYERS}, {MOST_OPEN_LAYERS} within each other");
        problems.push(Problem::coded("face.too-much", message).accepts(accepted));
    }
    if sum.tile > LARGEST_TILE {
        let message = format!("a pattern's tile has the size of {:.0} faces", sum.tile);
        problems.push(
            Problem::coded("face.too-much", message).accepts(format!("at most {LARGEST_TILE}")),
        );
    }
    problems.into_result(())
}

/// What was added up.
#[derive(Default)]
struct Sum {
    /// The area of the face in square pixels.
    face: f64,
    /// The height of the face in pixels.
    height: f64,
    /// The first element that reaches too far.
    far: Option<String>,
    dashes: f64,
    /// In heights of the face.
    outline: f64,
    /// In faces.
    layers: f64,
    most_open: f64,
    tile: f64,
}

impl Sum {
    /// Adds a group that stands in layers of so many faces.
    fn group(&mut self, group: &Group, open: f64) {
        let mut open = open;
        if group.should_isolate() {
            let bounds = group.abs_layer_bounding_box();
            let area = f64::from(bounds.width()) * f64::from(bounds.height()) / self.face;
            let mut clips = 0.0;
            let mut clip = group.clip_path();
            while let Some(path) = clip {
                clips += 1.0;
                clip = path.clip_path();
            }
            // A layer is never larger than five faces by five.
            let layers = area.min(25.0) * (1.0 + clips);
            self.layers += layers;
            open += layers;
            self.most_open = self.most_open.max(open);
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, open),
                Node::Path(path) => self.path(path),
                Node::Text(text) => self.reach(text.id(), text.abs_stroke_bounding_box()),
                Node::Image(image) => self.reach(image.id(), image.abs_bounding_box()),
            }
        }
    }

    fn reach(&mut self, id: &str, bounds: usvg::Rect) {
        let edges = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        // What is no number is too far as well.
        if !edges.into_iter().all(|edge| edge.abs() <= FARTHEST_PX) && self.far.is_none() {
            self.far = Some(id.to_owned());
        }
    }

    fn path(&mut self, path: &Path) {
        self.reach(path.id(), path.abs_stroke_bounding_box());
        self.reach(path.id(), path.abs_bounding_box());
        let fill = path.fill().map(usvg::Fill::paint);
        let stroke = path.stroke();
        let filled = fill.map_or(0.0, |_| length(path, true));
        let stroked = stroke.map_or(0.0, |_| length(path, false));
        let (x, y) = path.abs_transform().get_scale();
        let scale = f64::from(x.abs().max(y.abs())) / self.height;
        self.outline += (filled + STROKE_OUTLINES * stroked) * scale;
        for paint in fill.into_iter().chain(stroke.map(usvg::Stroke::paint)) {
            self.paint(paint, path.abs_transform());
        }
        if let Some(dashes) = stroke.and_then(usvg::Stroke::dasharray) {
            let period: f64 = dashes.iter().copied().map(f64::from).sum();
            self.dashes += stroked * dashes.len() as f64 / period.max(f64::MIN_POSITIVE);
        }
    }

    fn paint(&mut self, paint: &Paint, transform: Transform) {
        let Paint::Pattern(pattern) = paint else { return };
        let (x, y) = transform.pre_concat(pattern.transform()).get_scale();
        let area = f64::from(pattern.rect().width() * x) * f64::from(pattern.rect().height() * y);
        self.tile = self.tile.max(area.abs() / self.face);
        self.group(pattern.root(), 0.0);
    }
}

/// The length of an outline by way of its handles, which is no shorter. To be filled, every part of it
/// is closed.
fn length(path: &Path, is_filled: bool) -> f64 {
    let (mut sum, mut at, mut start) = (0.0, Point::zero(), Point::zero());
    let mut line = |from: Point, way: &[Point]| {
        way.iter().fold(from, |from, &to| {
            let (x, y) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
            sum += (x * x + y * y).sqrt();
            to
        })
    };
    for segment in path.data().segments() {
        at = match segment {
            PathSegment::MoveTo(next) => {
                if is_filled {
                    line(at, &[start]);
                }
                start = next;
                next
            }
            PathSegment::LineTo(next) => line(at, &[next]),
            PathSegment::QuadTo(handle, next) => line(at, &[handle, next]),
            PathSegment::CubicTo(one, two, next) => line(at, &[one, two, next]),
            PathSegment::Close => line(at, &[start]),
        };
    }
    if is_filled {
        line(at, &[start]);
    }
    sum
}

#[cfg(test)]
mod tests {
    use crate::face::parse_svg;
    use crate::face::testing::svg;

    fn told(body: &str) -> String {
        parse_svg(&svg(body)).map_or_else(|problems| problems.to_string(), |_| String::new())
    }

    #[test]
    fn transformations_that_carry_a_shape_far_away_are_told() {
        let far = "<g transform=\"scale(10000)\"><rect id=\"a\" x=\"9000\" width=\"1\" height=\"1\"/></g>";
        assert!(
            told(far).starts_with("element \"a\" reaches more than 200 metres"),
            "{}",
            told(far)
        );
        let wide = "<g transform=\"scale(1000)\"><path d=\"M0 0H9\" stroke=\"#000\" \
            stroke-width=\"100000\"/></g>";
        assert!(told(wide).starts_with("an element reaches"), "{}", told(wide));
        assert_eq!("", told("<g transform=\"scale(10)\"><path d=\"M0 0H900V9\"/></g>"));
    }

    #[test]
    fn dashes_outlines_and_layers_are_counted() {
        let dashed = |width: &str| {
            let line = "<path d=\"M0 0H900\" stroke=\"#000\" stroke-dasharray=";
            told(&format!("{line}\"{width}\"/>"))
        };
        assert_eq!("", dashed("0.5 0.5"));
        assert!(
            dashed("0.001").contains("dashes; accepted: at most 100,000"),
            "{}",
            dashed("0.001")
        );
        let layers = |count: usize, nested: bool| {
            let (open, close) = ("<g opacity=\"0.5\">", "</g>");
            let rect = "<rect width=\"60\" height=\"80\"/><path d=\"M0 0H1\"/>";
            told(&match nested {
                true => open.repeat(count) + rect + &close.repeat(count),
                false => [open, rect, close].concat().repeat(count),
            })
        };
        let hatched = |lines: usize, paint: &str| {
            let lines = "M1 1V80".repeat(lines);
            told(&format!("<path d=\"{lines}\" {paint}/>"))
        };
        let stroked = "fill=\"none\" stroke=\"#000\"";
        assert_eq!("", hatched(400, stroked));
        let thrice = hatched(600, stroked);
        assert!(
            thrice.contains("times as long as the face is high; accepted: at most"),
            "{thrice}"
        );
        let filled = hatched(600, "fill=\"#000\"");
        assert_eq!("", filled);
        let scaled =
            format!("<g transform=\"scale(9)\"><path d=\"{}\"/></g>", "M1 1V80".repeat(300));
        assert!(told(&scaled).contains("times as long"), "{}", told(&scaled));
        assert_eq!("", layers(20, false));
        assert_eq!("", layers(5, true));
        assert!(layers(200, false).contains("accepted: at most 64"), "{}", layers(200, false));
        assert!(layers(60, true).contains("32 within each other"), "{}", layers(60, true));
    }
}
