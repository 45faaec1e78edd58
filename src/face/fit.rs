//! Scales a template to another card size than it was drawn for.
//!
//! The drawing is scaled evenly until its trim or its safe zone first meets that of the new size, and
//! centred. So everything keeps its distance to the cut, a frame between safe zone and trim is not cut, and
//! no line or letter is distorted. The remaining height goes to the grids of a front that is laid out
//! (`layout`). Areas that the drawing leaves bare at two edges are filled by its ground: every rectangle and
//! picture that covers the whole drawn face grows to the new one, bleed included.

use crate::diagnostic::Problem;

use super::Format;
use super::document::{Element, Node};
use super::outline::number;

/// The largest part of a side that may be bare ground.
const MOST_BARE: f64 = 0.25;

/// A length as a template writes it, to a tenth of a micrometre.
fn mm(length: f64) -> String {
    number(length as f32, 4)
}

/// The map from the drawn size to the printed one: even scaling, then a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fit {
    scale: f64,
    dx: f64,
    dy: f64,
    from: Format,
    to: Format,
}

impl Fit {
    /// The fit of one format into another; `None` if they are the same.
    pub(super) fn new(from: Format, to: Format) -> Option<Self> {
        (from != to).then(|| Self::between(from, to))
    }

    /// The factor from the drawn to the printed size.
    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    /// How much taller the drawing may become, in its units, before its trim or its safe zone meets that of
    /// the card at the head and at the foot.
    pub(super) fn taller_mm(&self) -> f64 {
        let Self { scale, from, to, .. } = self;
        let inner = |format: &Format| format.trim_height_mm() - 2.0 * format.safe_mm();
        let trim = to.trim_height_mm() / scale - from.trim_height_mm();
        (inner(to) / scale - inner(from)).min(trim).max(0.0)
    }

    /// The fit of a drawing that became taller: it is still centred.
    pub(super) fn for_taller(self, taller_mm: f64) -> Self {
        Self { dy: self.dy - self.scale * taller_mm / 2.0, ..self }
    }

    fn between(from: Format, to: Format) -> Self {
        let safe = |trim: f64, format: Format| trim - 2.0 * format.safe_mm();
        let scale = [
            (to.trim_width_mm(), from.trim_width_mm()),
            (to.trim_height_mm(), from.trim_height_mm()),
        ]
        .into_iter()
        .flat_map(|(to_trim, from_trim)| {
            [to_trim / from_trim, safe(to_trim, to) / safe(from_trim, from)]
        })
        .fold(f64::INFINITY, f64::min);
        // Rounded to the six decimals that are written, so that computed and drawn sizes agree.
        let scale = (scale * 1e6).floor() / 1e6;
        let middle = |to: f64, from: f64| (to - scale * from) / 2.0;
        let dx = middle(to.trim_width_mm(), from.trim_width_mm());
        let dy = middle(to.trim_height_mm(), from.trim_height_mm());
        Self { scale, dx, dy, from, to }
    }

    /// Checks that a drawing for `from` can be printed as a card of `to`.
    ///
    /// # Errors
    /// More than a quarter of a side would be bare ground.
    pub(super) fn check(from: Format, to: Format) -> Result<(), Problem> {
        let fit = Self::between(from, to);
        let bare = (2.0 * fit.dx / to.trim_width_mm()).max(2.0 * fit.dy / to.trim_height_mm());
        if bare <= MOST_BARE {
            return Ok(());
        }
        let message = format!(
            "drawn for {} × {} mm, the card would leave {:.0} % of {} × {} mm bare",
            from.trim_width_mm(),
            from.trim_height_mm(),
            bare * 100.0,
            to.trim_width_mm(),
            to.trim_height_mm(),
        );
        Err(Problem::coded("theme.size", message).accepts(format!(
            "a size of nearly the same shape, at most {:.0} % bare",
            MOST_BARE * 100.0
        )))
    }

    /// The root element of a template in the new size.
    pub(super) fn apply(&self, mut root: Element) -> Element {
        let (from_full, to) = (drawn_face(&root), self.to);
        let bleed = to.bleed_mm();
        let (width, height) = (to.full_width_mm(), to.full_height_mm());
        // The new face in the units of the drawing.
        let back = |length: f64, moved: f64| (length - moved) / self.scale;
        let grown =
            [back(-bleed, self.dx), back(-bleed, self.dy), width / self.scale, height / self.scale];
        let stays = ["title", "desc", "metadata", "sodipodi:namedview", "defs", "style"];
        let mut kept = Vec::new();
        let mut fitted = Vec::new();
        for child in std::mem::take(&mut root.children) {
            match child {
                Node::Element(child) if stays.contains(&child.name.as_str()) => {
                    kept.push(Node::Element(child));
                }
                Node::Element(mut child) => {
                    if let Some(face) = from_full {
                        grow(&mut child, face, grown);
                    }
                    fitted.push(Node::Element(child));
                }
                text => fitted.push(text),
            }
        }
        let transform =
            format!("translate({} {}) scale({:.6})", mm(self.dx), mm(self.dy), self.scale);
        let group = Element {
            name: "g".to_owned(),
            attributes: vec![("transform".to_owned(), transform.into())],
            children: fitted,
            span: root.span.clone(),
        };
        kept.push(Node::Element(group));
        root.children = kept;
        root.set("width", format!("{}mm", mm(width)));
        root.set("height", format!("{}mm", mm(height)));
        let corner = mm(-bleed);
        root.set("viewBox", format!("{corner} {corner} {} {}", mm(width), mm(height)));
        root
    }
}

/// The view box of a template: x, y, width, height.
pub(super) fn drawn_face(root: &Element) -> Option<[f64; 4]> {
    let parts: Vec<f64> = root
        .attribute("viewBox")?
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .map_while(|part| part.parse().ok())
        .collect();
    parts.try_into().ok()
}

/// Grows the rectangles and pictures that cover the whole face. Those in a moved or scaled group are ornament
/// and stay.
fn grow(element: &mut Element, face: [f64; 4], to: [f64; 4]) {
    if element.attribute("transform").is_some() {
        return;
    }
    let keys = ["x", "y", "width", "height"];
    if element.name == "rect" || element.name == "image" {
        let length =
            |key: &str| element.attribute(key).unwrap_or("0").trim().parse::<f64>().unwrap_or(0.0);
        let [x, y, width, height] = keys.map(length);
        let slack = 0.001;
        let covers = x <= face[0] + slack
            && y <= face[1] + slack
            && x + width >= face[0] + face[2] - slack
            && y + height >= face[1] + face[3] - slack;
        if covers {
            for (key, length) in keys.into_iter().zip(to) {
                element.set(key, mm(length));
            }
            // A picture keeps its aspect ratio and is cropped.
            if element.name == "image" && element.attribute("preserveAspectRatio") != Some("none") {
                element.set("preserveAspectRatio", "xMidYMid slice".to_owned());
            }
        }
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            grow(child, face, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Theme;
    use super::*;
    use crate::diagnostic::Source;
    use crate::face::accessibility::on_twelve_cards;
    use crate::face::testing::deck;
    use crate::face::{Binder, CardSize, accessibility, check, parse_svg};
    use crate::geometry::MM_PER_PIXEL;

    fn sized(theme: &str, size: &str) -> Result<Theme, String> {
        let size: CardSize = size.parse().unwrap();
        Theme::built_in(theme).unwrap().sized(size).map_err(|problems| problems.to_string())
    }

    #[test]
    fn full_face_pictures_grow_without_being_stretched() {
        let whole = "x=\"-3\" y=\"-3\" width=\"26\" height=\"36\"";
        let svg = format!(
            "<svg viewBox=\"-3 -3 26 36\"><image {whole}/><image x=\"0\" y=\"0\" width=\"9\" \
             height=\"9\"/></svg>"
        );
        let mut root = Element::read(&Source::new("card.svg", svg)).unwrap();
        let drawn = drawn_face(&root).unwrap();
        grow(&mut root, drawn, [-5.0, -3.0, 30.0, 36.0]);
        let text = root.to_svg();
        let grown = "<image x=\"-5\" y=\"-3\" width=\"30\" height=\"36\" \
            preserveAspectRatio=\"xMidYMid slice\"/>";
        assert!(text.contains(grown), "{text}");
        assert!(text.contains("width=\"9\" height=\"9\"/>"), "{text}");
    }

    #[test]
    fn a_theme_in_its_own_size_is_unchanged() {
        let own = Theme::built_in("future-imperfect").unwrap();
        assert_eq!(own, sized("future-imperfect", "poker").unwrap());
        assert_eq!(None, own.fit());
    }

    #[test]
    fn every_theme_binds_in_every_named_size_it_accepts() {
        let deck = deck();
        for own in Theme::built_in_names() {
            for (name, size) in CardSize::named() {
                let theme = sized(own, name).unwrap();
                // Its own size is tested with the built-in themes.
                if theme == Theme::built_in(own).unwrap() {
                    continue;
                }
                assert_eq!("", check(&theme, &deck).to_string(), "{} {name}", theme.name());
                let binder = Binder::new(&theme, &deck).unwrap();
                for face in [binder.card(&deck.cards()[34]), binder.back()] {
                    let tree = parse_svg(&face).unwrap();
                    let in_mm = |pixels: f32| f64::from(pixels) * MM_PER_PIXEL;
                    let bleed = 2.0 * theme.format().bleed_mm();
                    assert!((in_mm(tree.size().width()) - size.width_mm() - bleed).abs() < 1e-3);
                    assert!((in_mm(tree.size().height()) - size.height_mm() - bleed).abs() < 1e-3);
                }
            }
        }
    }

    #[test]
    fn the_ground_reaches_every_corner_of_the_bleed() {
        let deck = deck();
        for (name, _) in CardSize::named() {
            let theme = sized("west", name).unwrap();
            let binder = Binder::new(&theme, &deck).unwrap();
            for face in [binder.card(&deck.cards()[3]), binder.back()] {
                let tree = parse_svg(&face).unwrap();
                let size = tree.size().to_int_size();
                let mut pixmap =
                    resvg::tiny_skia::Pixmap::new(size.width(), size.height()).unwrap();
                resvg::render(&tree, usvg::Transform::identity(), &mut pixmap.as_mut());
                let (right, bottom) = (size.width() - 2, size.height() - 2);
                for (x, y) in [(1, 1), (right, 1), (1, bottom), (right, bottom)] {
                    assert_eq!(255, pixmap.pixel(x, y).unwrap().alpha(), "{name} {x} {y}");
                }
            }
        }
    }

    #[test]
    fn a_size_of_another_shape_is_refused_with_both_sizes() {
        let problems = sized("west", "80x80").unwrap_err();
        assert!(problems.contains("drawn for 63.5 × 88.9 mm"), "{problems}");
        assert!(problems.contains("of 80 × 80 mm bare"), "{problems}");
        let problems = sized("west", "88.9x63.5").unwrap_err();
        assert!(problems.contains("bare"), "{problems}");
    }

    #[test]
    fn themes_drawn_for_poker_cards_hold_every_floor_on_bridge_cards() {
        let deck = deck();
        for theme in Theme::built_in_names().filter(|name| *name != "large-print") {
            let report = accessibility(&sized(theme, "bridge").unwrap(), &deck).unwrap();
            let under: Vec<String> =
                report.measures.iter().filter(|m| !m.holds).map(ToString::to_string).collect();
            assert_eq!(Vec::<String>::new(), under, "{theme}");
        }
    }

    #[test]
    fn figures_grow_with_the_card_and_small_ones_fail_by_name() {
        let deck = deck();
        let digits = |theme: &str, size: &str| {
            let report = on_twelve_cards(&sized(theme, size).unwrap(), &deck);
            let measure = report.measures.into_iter().next().unwrap();
            (measure.least.unwrap(), measure.holds, measure.what)
        };
        let (poker, holds, _) = digits("west", "poker");
        assert!(holds);
        // The extra height goes to the grids: figures grow more than the card's width.
        assert!(digits("west", "tarot").0 > poker * 1.2);
        assert!(digits("future-imperfect", "jumbo").0 > poker * 1.5);
        let (_, holds, what) = digits("west", "45x63");
        assert!(!holds);
        assert_eq!("height of digits in the grids", what);
    }
}
