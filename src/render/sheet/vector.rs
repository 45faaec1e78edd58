//! A page of a sheet as SVG: nested cards with the furniture over them.

use svg::Document;
use svg::node::Blob;
use svg::node::element::{Group, Rectangle};

use crate::diagnostic::Problems;
use crate::geometry::{Affine, Mm, Rect, Size, decimal, rounded};
use crate::render::Turn;

use super::pictures::Pictures;
use super::unique::nested;
use super::{Furniture, Sheet, SheetPage, Side, Slot};

/// The bound pictures of a page.
#[derive(Clone, Copy, Debug)]
pub struct Artwork<'a> {
    /// The front of each card, in the order of [`Slot::card`].
    pub fronts: &'a [&'a str],
    /// The back of each, in the same order; empty if no page shows backs.
    pub backs: &'a [&'a str],
}

/// The page as a complete SVG. Fonts are referenced by name.
///
/// # Errors
/// A picture is not well-formed XML.
pub fn page_svg(
    sheet: &Sheet,
    page: &SheetPage,
    artwork: Artwork<'_>,
    furniture: &Furniture,
) -> Result<String, Problems> {
    let mut pictures = Pictures::default();
    let mut cards = Group::new().set("id", "cards").set("inkscape:label", "cards");
    for (place, slot) in page.slots.iter().enumerate() {
        let beyond = page.printed_beyond(slot, sheet);
        cards = cards.add(card(slot, beyond, place, artwork, &mut pictures)?);
    }
    // White paper, for viewers with a black background.
    let paper = Rectangle::new()
        .set("inkscape:label", "paper")
        .set("width", decimal(page.size.width.0))
        .set("height", decimal(page.size.height.0))
        .set("fill", "#ffffff");
    let mut document = document(page.size);
    if let Some(definitions) = pictures.definitions() {
        document = document.add(definitions);
    }
    let document = document.add(paper);
    let document = document
        .add(corrected(page.correction, cards))
        .add(corrected(page.correction, furniture.group()));
    Ok(finished(&document))
}

/// The furniture of a page alone, as a complete SVG of the page's size, before any correction.
pub fn furniture_svg(page: &SheetPage, furniture: &Furniture) -> String {
    alone(page.size, furniture.group())
}

/// A group on an empty page.
pub(in crate::render) fn alone(size: Size, group: Group) -> String {
    finished(&document(size).add(group))
}

/// A group with the printer's correction applied.
fn corrected(correction: Option<Affine>, group: Group) -> Group {
    match correction {
        Some(map) => group.set("transform", matrix(map)),
        None => group,
    }
}

/// A transform as SVG's `matrix()`. The linear part has nine decimals: less than a micrometre across a sheet.
pub(in crate::render) fn matrix(transform: Affine) -> String {
    let [a, b, c, d, e, f] = transform.as_coeffs();
    let linear = [a, b, c, d].map(|part| rounded(part, 9));
    format!("matrix({} {} {})", linear.join(" "), decimal(e), decimal(f))
}

fn document(size: Size) -> Document {
    let (width, height) = (decimal(size.width.0), decimal(size.height.0));
    Document::new()
        .set("xmlns:inkscape", "http://www.inkscape.org/namespaces/inkscape")
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"))
        .set("viewBox", format!("0 0 {width} {height}"))
}

fn finished(document: &Document) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n")
}

/// The picture as an element clipped to a window, at a place on the page.
fn window_on(
    picture: &str,
    prefix: &str,
    [shown, window]: [Rect; 2],
    pictures: &mut Pictures,
) -> Result<String, Problems> {
    let attributes = [
        ("x", decimal(shown.x.0)),
        ("y", decimal(shown.y.0)),
        ("width", decimal(shown.width.0)),
        ("height", decimal(shown.height.0)),
        (
            "viewBox",
            [window.x, window.y, window.width, window.height].map(|l| decimal(l.0)).join(" "),
        ),
    ];
    nested(picture, prefix, &attributes, pictures)
}

/// A card on the page. The nested element is clipped to the trim and its bleed on the left, top, right and
/// bottom of the page, as in the PDF.
fn card(
    slot: &Slot,
    beyond: [Mm; 4],
    place: usize,
    artwork: Artwork<'_>,
    pictures: &mut Pictures,
) -> Result<Group, Problems> {
    let picture = match slot.face {
        Side::Front => artwork.fronts[slot.card],
        Side::Back => artwork.backs[slot.card],
    };
    let upright = slot.upright();
    let beyond = slot.turn.sides_of_card(beyond);
    let shown = upright.grown_by(beyond);
    let window = Rect::at_origin(upright.size()).grown_by(beyond);
    let picture = window_on(picture, &format!("c{place}-"), [shown, window], pictures)?;
    let mut group = Group::new().add(Blob::new(picture));
    if slot.turn != Turn::Upright {
        let half = |start: Mm, length: Mm| decimal((start + length / 2.0).0);
        let (x, y) = (half(slot.trim.x, slot.trim.width), half(slot.trim.y, slot.trim.height));
        group = group.set("transform", format!("rotate({} {x} {y})", slot.turn.degrees()));
    }
    Ok(group)
}
