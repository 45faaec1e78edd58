//! Limits of a picture tree that need its transformations multiplied out.

use usvg::{Group, Node, Tree};

use crate::diagnostic::{Problem, Problems};

/// The farthest that anything may reach from the corner of a face, in pixels at 96 to the inch: 264 metres.
/// From about 1e9 on, drawing libraries panic.
const FARTHEST_PX: f32 = 1e6;
/// The most nested groups with opacity or a clip, in areas of the face. Each has a pixel buffer of its own,
/// 60 MB for a face at 1,200 dpi; without a limit they exhaust memory.
const MOST_LAYERS: f64 = 32.0;

/// Checks a tree against the limits.
///
/// # Errors
/// Each limit it exceeds, once.
pub(super) fn check(tree: &Tree) -> Result<(), Problems> {
    let face = f64::from(tree.size().width()) * f64::from(tree.size().height());
    let mut sum = Sum { face, ..Sum::default() };
    sum.group(tree.root(), 0.0);
    let mut problems = Problems::new();
    if let Some(id) = sum.far {
        let place = if id.is_empty() { "an element".to_owned() } else { format!("element {id:?}") };
        let message = format!("{place} reaches more than 200 metres beyond the face");
        problems.push(Problem::coded("face.out-of-reach", message).accepts("shapes near the card"));
    }
    if sum.layers > MOST_LAYERS {
        let message = format!(
            "groups with opacity or a clip within each other cover {:.0} faces",
            sum.layers
        );
        let accepted = format!("at most {MOST_LAYERS}");
        problems.push(Problem::coded("face.too-much", message).accepts(accepted));
    }
    problems.into_result(())
}

/// The sums so far.
#[derive(Default)]
struct Sum {
    /// The area of the face in square pixels.
    face: f64,
    /// The first element that reaches too far.
    far: Option<String>,
    /// The most layers open at one time, in areas of the face.
    layers: f64,
}

impl Sum {
    /// Adds a group inside open layers of this area.
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
            // A layer is never larger than five by five faces.
            open += area.min(25.0) * (1.0 + clips);
            self.layers = self.layers.max(open);
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, open),
                Node::Path(path) => {
                    self.reach(path.id(), path.abs_stroke_bounding_box());
                    self.reach(path.id(), path.abs_bounding_box());
                }
                Node::Text(text) => self.reach(text.id(), text.abs_stroke_bounding_box()),
                Node::Image(image) => self.reach(image.id(), image.abs_bounding_box()),
            }
        }
    }

    fn reach(&mut self, id: &str, bounds: usvg::Rect) {
        let edges = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        // NaN counts as too far.
        if !edges.into_iter().all(|edge| edge.abs() <= FARTHEST_PX) && self.far.is_none() {
            self.far = Some(id.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::face::parse_svg;
    use crate::face::testing::svg;

    fn describe(body: &str) -> String {
        parse_svg(&svg(body)).map_or_else(|problems| problems.to_string(), |_| String::new())
    }

    #[test]
    fn transformations_that_carry_a_shape_far_away_are_reported() {
        let far = "<g transform=\"scale(10000)\"><rect id=\"a\" x=\"9000\" width=\"1\" height=\"1\"/></g>";
        assert!(
            describe(far).starts_with("element \"a\" reaches more than 200 metres"),
            "{}",
            describe(far)
        );
        let wide = "<g transform=\"scale(1000)\"><path d=\"M0 0H9\" stroke=\"#000\" \
            stroke-width=\"100000\"/></g>";
        assert!(describe(wide).starts_with("an element reaches"), "{}", describe(wide));
        assert_eq!("", describe("<g transform=\"scale(10)\"><path d=\"M0 0H900V9\"/></g>"));
    }

    #[test]
    fn layers_within_each_other_are_counted() {
        let layers = |count: usize| {
            let rect = "<rect width=\"60\" height=\"80\"/><path d=\"M0 0H1\"/>";
            describe(&("<g opacity=\"0.5\">".repeat(count) + rect + &"</g>".repeat(count)))
        };
        assert_eq!("", layers(5));
        assert!(layers(60).contains("faces; accepted: at most 32"), "{}", layers(60));
    }
}
