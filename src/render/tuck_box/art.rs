//! The content of a box without its lines: the title card in front, the back behind, copy, and the colours and the
//! font of the cards.

use resvg::tiny_skia::Pixmap;
use usvg::Transform;

use crate::diagnostic::Problems;
use crate::face::{Content, Drawing, Extra, Faces, Palette, Picture, Rgb};
use crate::geometry::{Mm, Rect, Size};
use crate::render::explained::part_titles;
use crate::render::sheet::{FAMILY, outline};

use super::net::Net;

/// The bleed of the box.
pub(super) const BLEED: Mm = Mm(3.0);
/// The resolution at which the ground of the back is found, in pixels a millimetre.
const PIXELS_PER_MM: f64 = 4.0;
/// The distance of the copy from the folds, and the least distance from the retail panel.
const COPY_EDGE: Mm = Mm(4.0);
/// The height of the copy.
const COPY_HEIGHT: Mm = Mm(25.0);

/// The font of the deck's name in a theme.
struct NameFont {
    family: String,
    weight: String,
}

/// The content of the template without the lines, and a colour that is visible on the ground.
///
/// # Errors
/// Faults of the theme.
pub(super) fn content(net: &Net, faces: &Faces<'_>) -> Result<(Content, Rgb), Problems> {
    let back = faces.back().drawing()?;
    let front = match faces.extra(Extra::Title) {
        Some(title) => title.drawing()?,
        None => back,
    };
    let palette = faces.theme().palette();
    let ground = ground(back, faces, palette);
    let line = palette.farthest_from(ground);
    let font = name_font(front)
        .or_else(|| name_font(back))
        .unwrap_or_else(|| NameFont { family: FAMILY.to_owned(), weight: "700".to_owned() });
    let printed = net.printed().into_iter().map(|panel| outline(panel.grown(BLEED)));
    let [left, right] = net.sides();
    let panels = [
        ("back", net.back()),
        ("front", net.front()),
        ("left", left),
        ("right", right),
        ("lid", net.lid()),
        ("floor", net.floor()),
    ];
    let format = faces.theme().format();
    let trim = Size { width: Mm(format.trim_width_mm()), height: Mm(format.trim_height_mm()) };
    let card = |drawing: &Drawing| Picture {
        svg: drawing.live(),
        // A face's coordinates begin at the corner of the trim.
        window: Rect::at_origin(trim),
        corner: Mm::ZERO,
    };
    // As on the title card: other contents of the box are not counted.
    let (cards, edition) = (faces.deck().cards().len().to_string(), faces.deck().edition());
    let filled = [("cards", &*cards), ("edition", &*edition.to_string())];
    let content = Content::default()
        .text("deck", faces.deck().name())
        .text("edition", edition.to_string())
        .text("about", faces.theme().words().in_box("floor", &filled))
        .text("ground", ground.to_string())
        .text("line", line.to_string())
        .text("name_font", font.family)
        .text("name_weight", font.weight)
        .text("printed", printed.collect::<String>())
        // The art of the front continues over both sides.
        .text("sides", format!("{} {}", BLEED.0, (net.depth + BLEED).0))
        .picture("front", card(front))
        .picture("back", card(back));
    Ok((panels.into_iter().fold(content, |all, (name, at)| all.place(name, at)), line))
}

/// The font of the text that shows the deck's name.
fn name_font(drawing: &Drawing) -> Option<NameFont> {
    let fields = drawing.fields();
    let texts = drawing.texts();
    let text = texts.iter().find(|text| fields.get(text.id()) == Some(&"deck"))?;
    let font = text.chunks().first()?.spans().first()?.font();
    let family = font.families().iter().find_map(|family| match family {
        usvg::FontFamily::Named(name) => Some(name.clone()),
        _ => None,
    })?;
    Some(NameFont { family, weight: font.weight().to_string() })
}

/// The swatch that covers most of the rim of the back, half-way between trim and bleed.
fn ground(back: &Drawing, faces: &Faces<'_>, palette: &Palette) -> Rgb {
    let (format, tree) = (faces.theme().format(), back.tree());
    let pixels = |mm: f64| (mm * PIXELS_PER_MM).round().max(1.0) as u32;
    let (width, height) = (pixels(format.full_width_mm()), pixels(format.full_height_mm()));
    let mut drawn = Pixmap::new(width, height).expect("a card has pixels");
    drawn.fill(resvg::tiny_skia::Color::WHITE);
    let fitted = Transform::from_scale(
        width as f32 / tree.size().width(),
        height as f32 / tree.size().height(),
    );
    resvg::render(tree, fitted, &mut drawn.as_mut());
    let inset = pixels(format.bleed_mm() / 2.0).min(width.min(height) / 2 - 1);
    let across = (0..width).flat_map(|x| [(x, inset), (x, height - 1 - inset)]);
    let down = (0..height).flat_map(|y| [(inset, y), (width - 1 - inset, y)]);
    let mut counts = vec![0_usize; palette.iter().count()];
    for (x, y) in across.chain(down) {
        let Some(pixel) = drawn.pixel(x, y) else { continue };
        let seen = Rgb(pixel.red(), pixel.green(), pixel.blue());
        let nearest = palette.iter().enumerate().min_by_key(|(_, known)| apart(known.rgb, seen));
        if let Some((place, _)) = nearest {
            counts[place] += 1;
        }
    }
    let most = palette.iter().zip(&counts).max_by_key(|(_, count)| **count);
    most.map_or(Rgb(255, 255, 255), |(swatch, _)| swatch.rgb)
}

/// The squared distance of two colours.
fn apart(Rgb(r, g, b): Rgb, Rgb(u, v, w): Rgb) -> u32 {
    [(r, u), (g, v), (b, w)].into_iter().map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// Adds the copy in the middle of the back, above the retail panel: what the deck is and what every card shows.
/// Without enough room, there is none.
pub(super) fn add_copy(content: Content, faces: &Faces<'_>, net: &Net) -> Content {
    let (deck, words) = (faces.deck(), faces.theme().words());
    let back = net.back();
    let foot = content.placed("retail").map_or(back.height, |retail| retail.y);
    if foot < COPY_HEIGHT + COPY_EDGE * 2.0 {
        return content.text("copy", "");
    }
    let width = back.width - COPY_EDGE * 2.0;
    let at = Rect { x: COPY_EDGE, y: (foot - COPY_HEIGHT) / 2.0, width, height: COPY_HEIGHT };
    let die = words.on_leaf("die", &[]);
    let dice = deck.layout().cause.columns.iter().map(|column| format!("{die}{}", column.sides()));
    let dice = dice.collect::<Vec<_>>().join(" · ");
    let cards = deck.cards().len().to_string();
    let said = |name| words.in_box(name, &[("cards", &cards), ("dice", &dice)]);
    content
        .text("copy", "yes")
        .text("copy_title", said("copy_title"))
        .text("copy_dice", said("copy_dice"))
        .text("copy_parts", part_titles(faces).join(" · "))
        .place("copy", at)
}
