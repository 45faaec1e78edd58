//! Pictures of several cards on a template.

use ::png::Compression;
use resvg::tiny_skia::{Pixmap, Transform};

use crate::diagnostic::{Problem, Problems};
use crate::face::{Content, Picture, SLOT, built_in_page, data_uri, parse_page};
use crate::geometry::{Affine, Mm, Rect, Size};

use super::png::{self, Pixels};
use super::sheet;

/// A card on the picture.
pub(super) struct LaidCard<'a> {
    pub pixels: &'a Pixmap,
    /// Its rectangle before turning, in units of the template.
    pub place: Rect,
    /// The turn and shift of the card and its shadow.
    pub turn: Affine,
    pub shadow: Affine,
}

/// Draws a picture of this size in pixels, at a resolution in pixels per unit of the template.
///
/// # Errors
/// A size that pictures cannot have.
pub(super) fn draw(
    template: (&str, &str),
    cards: &[LaidCard<'_>],
    corner: Mm,
    [width, height]: Pixels,
    pixels_per_unit: f64,
) -> Result<Pixmap, Problems> {
    let entry = |card: &LaidCard<'_>| {
        let [columns, rows] = [card.pixels.width(), card.pixels.height()];
        let png = png::write(card.pixels, None, Compression::Fast, &[])?;
        // An unturned card that is as wide as its pixels is copied exactly.
        let [a, b, c, d, ..] = card.turn.as_coeffs();
        let width = card.place.width.0 * pixels_per_unit;
        let is_exact =
            [a, b, c, d] == [1.0, 0.0, 0.0, 1.0] && (width - f64::from(columns)).abs() < 0.01;
        let rendering = if is_exact { "optimizeSpeed" } else { "optimizeQuality" };
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{columns}\" height=\"{rows}\">\
             <image width=\"{columns}\" height=\"{rows}\" image-rendering=\"{rendering}\" href=\"{}\"/></svg>",
            data_uri(&png)
        );
        let size = Size { width: Mm(columns.into()), height: Mm(rows.into()) };
        let corner = corner * (f64::from(columns) / card.place.width.0);
        let picture = Picture { svg, window: Rect::at_origin(size), corner };
        Ok(Content::default()
            .place(SLOT, card.place)
            .text("turn", sheet::matrix(card.turn))
            .text("shadow", sheet::matrix(card.shadow))
            .picture("card", picture))
    };
    let cards = cards.iter().map(entry).collect::<Result<Vec<Content>, Problems>>()?;
    let content = Content::default().list("cards", cards);
    let units = [width, height].map(|side| Mm(f64::from(side) / pixels_per_unit));
    let size = Size { width: units[0], height: units[1] };
    let tree = parse_page(&built_in_page(template, &content, size)?)?;
    let mut drawn = Pixmap::new(width, height).ok_or_else(|| {
        Problem::coded("png.not-written", format!("no picture of {width} × {height} pixels"))
    })?;
    let fitted = Transform::from_scale(
        width as f32 / tree.size().width(),
        height as f32 / tree.size().height(),
    );
    resvg::render(&tree, fitted, &mut drawn.as_mut());
    Ok(drawn)
}
