//! What is printed on a box: the theme's ground, its title card in front, its back behind, and the
//! deck's name on the sides and the lid.

use resvg::tiny_skia::Pixmap;
use svg::node::element::{ClipPath, Definitions, Group, Rectangle, Text};
use usvg::Transform;

use crate::diagnostic::{Problem, Problems};
use crate::face::{Drawing, Extra, Faces, Fonts, Palette, Rgb};
use crate::geometry::{Mm, Rect, Size, decimal};
use crate::render::sheet::{FAMILY, SMALL_TEXT, labelled, one_card};

use super::net::Net;

/// How far the print runs over the cut.
pub(super) const BLEED: Mm = Mm(3.0);
/// Between a text and the folds round it.
const ASIDE: Mm = Mm(4.0);
/// The name on a wall, of the wall's depth, and at most.
const NAME_SHARE: f64 = 0.42;
const LARGEST_NAME: Mm = Mm(8.0);
/// Pixels a millimetre of the back whose ground is looked for.
const PIXELS_PER_MM: f64 = 4.0;

/// What is printed, with its colours.
pub(super) struct Art {
    /// Places are those of the net.
    pub group: Group,
    /// What lines are drawn in, to be seen on the ground.
    pub line: Rgb,
}

/// The font a theme sets the deck's name in.
struct NameFont {
    family: String,
    weight: String,
}

/// Draws the art of a net.
///
/// # Errors
/// What is wrong with the theme, and a name too long for the box.
pub(super) fn draw(net: &Net, faces: &Faces<'_>) -> Result<Art, Problems> {
    let back = faces.back().drawing()?;
    let front = match faces.extra(Extra::Title) {
        Some(title) => title.drawing()?,
        None => back,
    };
    let palette = faces.theme().palette();
    let ground = ground(back, faces, palette);
    let line = farthest(palette, ground);
    let mut covered = labelled("ground");
    for panel in net.printed() {
        covered = covered.add(filled(&panel.grown(BLEED), ground));
    }
    let mut group = labelled("art").add(covered);
    let (is_front, is_back) =
        ((front, net.front(), BLEED, "front"), (back, net.back(), Mm::ZERO, "back"));
    for (drawing, panel, over, name) in [is_front, is_back] {
        group = group.add(covering(drawing, faces, panel, over, name)?);
    }
    let font = name_font(front)
        .or_else(|| name_font(back))
        .unwrap_or_else(|| NameFont { family: FAMILY.to_owned(), weight: "700".to_owned() });
    let (name, fonts) = (faces.deck().name(), faces.theme().fonts());
    let [left, right] = net.sides();
    // Spines read downward; lid and floor read for who looks at the front of the box.
    for (panel, turn) in [(left, 90), (right, 90), (net.lid(), 180)] {
        group = group.add(lettered(panel, turn, name, &font, line, fonts)?);
    }
    let small = NameFont { family: FAMILY.to_owned(), weight: "500".to_owned() };
    group = group.add(lettered(net.floor(), 180, &about(faces), &small, line, fonts)?);
    Ok(Art { group, line })
}

/// What the floor says: the cards of the deck, as its title card in front does. What else goes into the box is
/// none of them.
fn about(faces: &Faces<'_>) -> String {
    let (cards, edition) = (faces.deck().cards().len(), faces.deck().edition());
    let filled = [("cards", &*cards.to_string()), ("edition", &*edition.to_string())];
    faces.theme().words().in_box("floor", &filled)
}

/// A face as large as covers the panel, cut off at its folds; over top and foot it may run on.
fn covering(
    drawing: &Drawing,
    faces: &Faces<'_>,
    panel: Rect,
    over: Mm,
    name: &str,
) -> Result<Group, Problems> {
    let format = faces.theme().format();
    let trim = Size { width: Mm(format.trim_width_mm()), height: Mm(format.trim_height_mm()) };
    let scale = (panel.width.0 / trim.width.0).max(panel.height.0 / trim.height.0);
    let shown = Rect { y: panel.y - over, height: panel.height + over * 2.0, ..panel };
    // A face counts its millimetres from the corner of the trim.
    let window = Rect {
        x: (trim.width - shown.width * (1.0 / scale)) / 2.0,
        y: (trim.height - shown.height * (1.0 / scale)) / 2.0,
        width: shown.width * (1.0 / scale),
        height: shown.height * (1.0 / scale),
    };
    let clip = ClipPath::new().set("id", name).add(filled(&shown, Rgb(0, 0, 0)));
    let face = one_card(&drawing.live(), &format!("{name}-"), shown, window)?;
    Ok(labelled(name)
        .add(Definitions::new().add(clip))
        .add(face.set("clip-path", format!("url(#{name})"))))
}

/// Words in the middle of a panel, as large as it holds.
fn lettered(
    panel: Rect,
    turn: u16,
    words: &str,
    font: &NameFont,
    colour: Rgb,
    fonts: &Fonts,
) -> Result<Group, Problems> {
    let (length, depth) = match turn {
        90 => (panel.height, panel.width),
        _ => (panel.width, panel.height),
    };
    let length = length - ASIDE * 2.0;
    let size = LARGEST_NAME.min(depth * NAME_SHARE);
    let width = Mm(fonts.line_width(&font.family, &font.weight, size.0, words));
    let size = if width > length { size * (length.0 / width.0) } else { size };
    if size < SMALL_TEXT {
        let message = format!("{words:?} would be {:.1} pt on the box", size.points());
        return Err(Problem::coded("box.full", message).accepts("a shorter name, 6 pt").into());
    }
    let text = Text::new(words)
        .set("font-family", font.family.clone())
        .set("font-weight", font.weight.clone())
        .set("font-size", decimal(size.0))
        .set("text-anchor", "middle")
        // A capital stands 0.7 of the size above its base line.
        .set("y", decimal(size.0 * 0.35))
        .set("fill", colour.to_string());
    let (x, y) = (panel.x + panel.width / 2.0, panel.y + panel.height / 2.0);
    let (x, y) = (decimal(x.0), decimal(y.0));
    let group = labelled("name").set("transform", format!("translate({x} {y}) rotate({turn})"));
    Ok(group.add(text))
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

/// How far two colours are apart: the square of the distance.
fn apart(Rgb(r, g, b): Rgb, Rgb(u, v, w): Rgb) -> u32 {
    [(r, u), (g, v), (b, w)].into_iter().map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// The swatch that differs most in lightness from the ground.
fn farthest(palette: &Palette, ground: Rgb) -> Rgb {
    // The weights of sRGB's luminance in ten-thousandths.
    let light = |Rgb(r, g, b): Rgb| 2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b);
    let from_ground = |rgb: Rgb| light(rgb).abs_diff(light(ground));
    let colours = palette.iter().map(|swatch| swatch.rgb);
    colours.max_by_key(|&rgb| from_ground(rgb)).unwrap_or(Rgb(0, 0, 0))
}

fn filled(place: &Rect, colour: Rgb) -> Rectangle {
    Rectangle::new()
        .set("x", decimal(place.x.0))
        .set("y", decimal(place.y.0))
        .set("width", decimal(place.width.0))
        .set("height", decimal(place.height.0))
        .set("fill", colour.to_string())
}
