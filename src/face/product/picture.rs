//! Places a picture in a template's rectangle.

use crate::diagnostic::Problems;
use crate::geometry::rounded;

use super::super::document::{Element, Node};
use super::super::layout::Room;
use super::super::nested;
use super::content::Picture;

/// How a picture fills its rectangle: `cover`, or shown whole by default.
const FIT: &str = "data-fit";
/// How far a covering picture extends beyond its rectangle: above and below, left and right; or the text of the content
/// that says it.
pub(super) const BEYOND: &str = "data-beyond";

/// The picture in a room, with the stroke of the rectangle around it. Its ids get `prefix`.
///
/// # Errors
/// A picture that is not well-formed.
pub(super) fn placed(
    picture: &Picture,
    rect: &Element,
    room: Room,
    prefix: &str,
) -> Result<Element, Problems> {
    let window = picture.window;
    let shares = [room.width() / window.width.0, room.height() / window.height.0];
    let is_cover = rect.attribute(FIT) == Some("cover");
    let scale = if is_cover { shares[0].max(shares[1]) } else { shares[0].min(shares[1]) };
    let about = |[x, y]: [f64; 2], width: f64, height: f64| {
        [x - width / 2.0, y - height / 2.0, width, height]
    };
    let shown = match is_cover {
        true => {
            let [above, beside] = beyond(rect).map(|length| 2.0 * length);
            about(room.middle(), room.width() + beside, room.height() + above)
        }
        false => about(room.middle(), window.width.0 * scale, window.height.0 * scale),
    };
    let middle = [window.x.0 + window.width.0 / 2.0, window.y.0 + window.height.0 / 2.0];
    let view = about(middle, shown[2] / scale, shown[3] / scale);
    let mut svg = nested::read(&picture.svg, &format!("{prefix}-"))?;
    put_place(&mut svg, shown);
    svg.set("viewBox", view.map(|length| rounded(length, 4)).join(" "));
    let radius = if is_cover { 0.0 } else { picture.corner.0 * scale };
    let outline = |fill: &str| {
        let mut outline = rect.clone_without_children();
        let own = ["id", "inkscape:label", "rx", "ry", FIT, BEYOND];
        outline.attributes.retain(|(key, _)| !own.contains(&key.as_str()));
        put_place(&mut outline, shown);
        if radius > 0.0 {
            outline.set("rx", rounded(radius, 4));
        }
        outline.set_property("fill", fill.to_owned());
        outline
    };
    let with = |name: &str, children: Vec<Element>| Element {
        name: name.to_owned(),
        attributes: Vec::new(),
        children: children.into_iter().map(Node::Element).collect(),
        span: rect.span.clone(),
    };
    let mut parts = Vec::new();
    if radius > 0.0 {
        let mut cut = outline("#000000");
        cut.attributes.retain(|(key, _)| !key.starts_with("stroke") && key != "style");
        let mut clip = with("clipPath", vec![cut]);
        clip.set("id", prefix.to_owned());
        parts.push(with("defs", vec![clip]));
        svg = with("g", vec![svg]);
        svg.set("clip-path", format!("url(#{prefix})"));
    }
    parts.push(svg);
    if rect.property("stroke").is_some_and(|stroke| stroke != "none") {
        parts.push(outline("none"));
    }
    Ok(with("g", parts))
}

fn put_place(element: &mut Element, place: [f64; 4]) {
    for (key, length) in ["x", "y", "width", "height"].into_iter().zip(place) {
        element.set(key, rounded(length, 4));
    }
}

/// The two lengths of [`BEYOND`].
fn beyond(rect: &Element) -> [f64; 2] {
    let lengths = rect.attribute(BEYOND).and_then(|beyond| beyond.split_once(' '));
    lengths.map_or([0.0; 2], |(above, beside)| {
        [above, beside].map(|length| length.trim().parse().unwrap_or(0.0))
    })
}
