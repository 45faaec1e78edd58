//! A card with each of its parts explained: the picture that shows a newcomer how a card is read.

mod lines;
mod words;

use ::png::Compression;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use svg::node::Text as TextNode;
use svg::node::element::{ClipPath, Definitions, Group, Path, Rectangle, Text};

use crate::deck::{Card, CardNumber, Field};
use crate::diagnostic::{Problem, Problems};
use crate::face::{Drawing, Faces, Format, parse_svg, usvg};
use crate::geometry::{Mm, Rect, Size, decimal};

use lines::{Way, lines, words_from};
use words::{Words, wrapped};

use super::png;
use super::sheet::{document, finished, one_card};

/// Millimetres of the picture for one of the card: it is read on a screen.
const ZOOM: f64 = 1.6;
/// The width of the words beside the card, in millimetres.
const WORDS_MM: f64 = 62.0;
/// Between the card and the words beside it.
const GUTTER_MM: f64 = 13.0;
const MARGIN_MM: f64 = 5.0;
const TITLE_MM: f64 = 4.4;
const TEXT_MM: f64 = 3.7;
const LINE_MM: f64 = 4.8;
/// Between one explanation and the next.
const GAP_MM: f64 = 3.6;
/// How far frames keep from what they frame, and lines from the card's edge and from each other.
const FRAME_MM: f64 = 0.7;
const EDGE_MM: f64 = 2.4;
/// A label stands no farther before its part.
const LABEL_GAP_MM: f64 = 6.0;
/// What frames of cells stick out by, beside their figures and above them.
const CELL_FRAME_MM: [f64; 2] = [1.6, 0.6];
/// Pixels of the PNG for one of 96 to the inch.
const PIXELS: f32 = 1.5;
/// The corners of a cut card.
const CORNER_MM: f64 = 3.0;
const FAMILY: &str = "IBM Plex Sans Condensed";
const INK: &str = "#1b1b1b";
const QUIET: &str = "#4a4a4a";
const ACCENT: &str = "#b3261e";

/// What a newcomer asks about, each a region of the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Number,
    Corner,
    Cause,
    Effect,
    Bursts,
    Hits,
    Penetration,
    Failure,
    Unintended,
    Scatter,
    Toggle,
    Element,
    Edition,
}

impl Part {
    /// The part that a text of a face belongs to, by the name of its value; the deck's name is none.
    fn of(name: &str) -> Option<Self> {
        match name {
            "edition" => return Some(Self::Edition),
            "rank.card" | "suit.name" => return Some(Self::Corner),
            _ if name.starts_with("element.") => return Some(Self::Element),
            _ => {}
        }
        Some(match name.replace('.', "_").parse().ok()? {
            Field::Number => Self::Number,
            Field::Rank | Field::Suit => Self::Corner,
            Field::Toggle => Self::Toggle,
            Field::Cause { .. } => Self::Cause,
            Field::Effect { .. } => Self::Effect,
            Field::Hit(_) | Field::HitStep => Self::Hits,
            Field::Burst(_) => Self::Bursts,
            Field::Penetration => Self::Penetration,
            Field::Scatter => Self::Scatter,
            Field::Failure => Self::Failure,
            Field::Unintended => Self::Unintended,
            Field::Extra(_) if name != "deck" => Self::Element,
            Field::Extra(_) => return None,
        })
    }
}

/// A part on the card and the words about it.
struct Callout {
    /// Where it stands on the trimmed card, in millimetres of the card.
    place: Rect,
    way: Way,
    title: String,
    lines: Vec<String>,
}

impl Callout {
    fn height_mm(&self) -> f64 {
        TITLE_MM + LINE_MM * self.lines.len() as f64
    }

    fn middle_mm(&self) -> [f64; 2] {
        let Rect { x, y, width, height } = self.place;
        [x.0 + width.0 / 2.0, y.0 + height.0 / 2.0]
    }
}

/// A card as it is cut, with a line from each of its parts to what it is for, as an SVG whose letters
/// are outlines. Parts that the theme does not show are left out, as is what this card leaves blank.
///
/// # Errors
/// What is wrong with the theme for this deck.
pub fn explained(faces: &Faces<'_>, number: CardNumber) -> Result<String, Problems> {
    let face = faces.card(number).drawing()?.outlined()?;
    page(&face, faces.theme().format(), sides(faces, number)?)
}

/// What is said to the left of a card and to its right, from the top down.
fn sides(faces: &Faces<'_>, number: CardNumber) -> Result<[Vec<Callout>; 2], Problems> {
    let (deck, format) = (faces.deck(), faces.theme().format());
    let drawing = faces.card(number).drawing()?;
    let words = Words { card: deck.card(number), faces };
    let mut parts: Vec<(Part, Rect)> = Vec::new();
    for (id, name) in drawing.fields() {
        let (Some(part), Some(place)) = (Part::of(name), place_of(drawing, id, format)) else {
            continue;
        };
        match parts.iter_mut().find(|(known, _)| *known == part) {
            // Corners stand in two places; one line is enough.
            Some(_) if matches!(part, Part::Corner | Part::Number | Part::Toggle) => {}
            Some((_, all)) => *all = around(all, &place),
            None => parts.push((part, place)),
        }
    }
    parts.sort_by_key(|(part, _)| *part);
    let trim = format.trim_width_mm();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let labels = labels(drawing, format);
    for (part, place) in parts {
        let (title, text) = words.about(part);
        let mut place = with_labels(place, &labels);
        if matches!(part, Part::Cause) {
            let [aside, above] = CELL_FRAME_MM;
            place = Rect {
                x: place.x - Mm(aside),
                y: place.y - Mm(above),
                width: place.width + Mm(2.0 * aside),
                height: place.height + Mm(2.0 * above),
            };
        }
        let mut callout = Callout { place, way: Way::Level, title, lines: wrapped(&text) };
        callout.way = Way::of(callout.middle_mm(), format);
        if callout.middle_mm()[0] < trim / 2.0 { left.push(callout) } else { right.push(callout) }
    }
    balance(&mut left, &mut right, trim);
    Ok([left, right])
}

/// A picture of [`explained`] in pixels, for pages that show no SVG.
///
/// # Errors
/// If it cannot be drawn.
pub fn explained_png(svg: &str) -> Result<Vec<u8>, Problems> {
    let tree = parse_svg(svg)?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|px| px * PIXELS);
    let no_room = || Problem::coded("face.undrawable", "the picture has no size");
    let mut pixels = Pixmap::new(width.ceil() as u32, height.ceil() as u32).ok_or_else(no_room)?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(PIXELS, PIXELS), &mut pixels.as_mut());
    png::write(&pixels, None, Compression::High, &[])
}

/// A card on which every part of the layout has something to show, if there is one.
pub fn telling_card(faces: &Faces<'_>) -> CardNumber {
    let deck = faces.deck();
    let fields = deck.layout().fields();
    let shown = |card: &&Card| {
        let texts: Vec<String> =
            fields.iter().map(|field| field.text(deck.layout(), card)).collect();
        let filled = texts.iter().filter(|text| !text.is_empty()).count();
        // A number of two figures is not mistaken for a rank.
        (filled, texts.iter().any(|text| text == "CF"), card.number.get() > 9)
    };
    // Of cards that show as much, the first.
    let best = deck.cards().iter().rev().max_by_key(shown);
    best.map_or_else(|| deck.cards()[0].number, |card| card.number)
}

/// Where a text stands on the trimmed card.
fn place_of(drawing: &Drawing, id: &str, format: Format) -> Option<Rect> {
    let usvg::Node::Text(text) = drawing.tree().node_by_id(id)? else { return None };
    placed(text, drawing, format)
}

/// Where the words of the template stand that are no values: labels.
fn labels(drawing: &Drawing, format: Format) -> Vec<Rect> {
    let fields = drawing.fields();
    let texts = drawing.texts().into_iter().filter(|text| !fields.contains_key(text.id()));
    texts.filter_map(|text| placed(text, drawing, format)).collect()
}

/// A part with the labels that stand before its lines.
fn with_labels(part: Rect, labels: &[Rect]) -> Rect {
    let before = |label: &&Rect| {
        let middle = label.y.0 + label.height.0 / 2.0;
        let gap = part.x.0 - label.right().0;
        (part.y.0..part.bottom().0).contains(&middle) && (0.0..LABEL_GAP_MM).contains(&gap)
    };
    labels.iter().filter(before).fold(part, |all, label| around(&all, label))
}

fn placed(text: &usvg::Text, drawing: &Drawing, format: Format) -> Option<Rect> {
    let ink = text.flattened().abs_bounding_box();
    let mm = format.full_width_mm() / f64::from(drawing.tree().size().width());
    let [left, top, width, height] =
        [ink.left(), ink.top(), ink.width(), ink.height()].map(|px| f64::from(px) * mm);
    let bleed = format.bleed_mm();
    (width > 0.0).then_some(Rect {
        x: Mm(left - bleed),
        y: Mm(top - bleed),
        width: Mm(width),
        height: Mm(height),
    })
}

fn around(one: &Rect, other: &Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect { x, y, width: Mm(right.0 - x.0), height: Mm(bottom.0 - y.0) }
}

/// Moves explanations whose part lies nearest the middle to the other side until the sides are about
/// as long as each other.
fn balance(left: &mut Vec<Callout>, right: &mut Vec<Callout>, trim: f64) {
    let height = |side: &[Callout]| side.iter().map(|c| c.height_mm() + GAP_MM).sum::<f64>();
    loop {
        let (long, short) = if height(left) > height(right) {
            (&mut *left, &mut *right)
        } else {
            (&mut *right, &mut *left)
        };
        let off = |callout: &Callout| (callout.middle_mm()[0] - trim / 2.0).abs();
        let Some(nearest) =
            (0..long.len()).min_by(|&a, &b| off(&long[a]).total_cmp(&off(&long[b])))
        else {
            break;
        };
        let moved = long[nearest].height_mm() + GAP_MM;
        // A part at the far edge of the card keeps its side: its line would cross all others.
        if off(&long[nearest]) > trim / 4.0 || height(long) - moved < height(short) + moved {
            break;
        }
        short.push(long.remove(nearest));
    }
    // From the top down in an order in which no line crosses another: of those that leave over an edge
    // the one nearest to the words runs nearest to the card.
    for (side, towards) in [(left, -1.0), (right, 1.0)] {
        let key = |callout: &Callout| {
            let [x, y] = callout.middle_mm();
            match callout.way {
                Way::OverTop => towards * x,
                Way::Level => y,
                Way::UnderFoot => -towards * x,
            }
        };
        side.sort_by(|a, b| a.way.cmp(&b.way).then(key(a).total_cmp(&key(b))));
    }
}

/// Where the card stands on the page, and the size of that.
fn stand(format: Format, sides: &[Vec<Callout>; 2]) -> (Rect, Size) {
    let trim = [format.trim_width_mm() * ZOOM, format.trim_height_mm() * ZOOM];
    let words = |side: &Vec<Callout>| {
        side.iter().map(|callout| callout.height_mm() + GAP_MM).sum::<f64>() - GAP_MM
    };
    let over = |way| sides.iter().map(|side| side.iter().filter(|c| c.way == way).count()).max();
    let beyond = |way| EDGE_MM * (1 + over(way).unwrap_or(0)) as f64;
    let (top, foot) = (beyond(Way::OverTop), beyond(Way::UnderFoot));
    let inner = sides.iter().map(words).fold(trim[1] + top + foot, f64::max);
    let left = MARGIN_MM + WORDS_MM + GUTTER_MM;
    let card = Rect {
        x: Mm(left),
        y: Mm(MARGIN_MM + top + (inner - trim[1] - top - foot) / 2.0),
        width: Mm(trim[0]),
        height: Mm(trim[1]),
    };
    (card, Size { width: Mm(2.0 * left + trim[0]), height: Mm(inner + 2.0 * MARGIN_MM) })
}

fn page(face: &str, format: Format, sides: [Vec<Callout>; 2]) -> Result<String, Problems> {
    let (card, size) = stand(format, &sides);
    let mut marks = Group::new();
    for (callouts, towards) in sides.iter().zip([-1.0, 1.0]) {
        let (x, anchor) = (words_from(towards, &card), if towards < 0.0 { "end" } else { "start" });
        let lines = lines(callouts, towards, &card, size.height);
        for (callout, (line, top)) in callouts.iter().zip(lines) {
            marks = marks.add(frame(&callout.place, &card)).add(drawn(&line));
            let heading = [x, top + TITLE_MM];
            marks = marks.add(text(&callout.title, heading, TITLE_MM, "700", INK, anchor));
            for (number, words) in (1..).zip(&callout.lines) {
                let place = [x, top + TITLE_MM + LINE_MM * f64::from(number)];
                marks = marks.add(text(words, place, TEXT_MM, "500", QUIET, anchor));
            }
        }
    }
    // A face counts its millimetres from the corner of the trim.
    let window = Rect::at_origin(Size {
        width: Mm(format.trim_width_mm()),
        height: Mm(format.trim_height_mm()),
    });
    let cut = || {
        Rectangle::new()
            .set("x", decimal(card.x.0))
            .set("y", decimal(card.y.0))
            .set("width", decimal(card.width.0))
            .set("height", decimal(card.height.0))
            .set("rx", decimal(CORNER_MM * ZOOM))
    };
    let edge = cut().set("fill", "none").set("stroke", "#9a9a9a").set("stroke-width", 0.25);
    let paper = Rectangle::new()
        .set("width", decimal(size.width.0))
        .set("height", decimal(size.height.0))
        .set("fill", "#ffffff");
    let page = document(size)
        .add(Definitions::new().add(ClipPath::new().set("id", "cut").add(cut())))
        .add(paper)
        .add(one_card(face, card, window)?.set("clip-path", "url(#cut)"))
        .add(edge)
        .add(marks);
    Drawing::of_page(&finished(&page))?.outlined()
}

/// The frame round a part.
fn frame(part: &Rect, card: &Rect) -> Rectangle {
    let place = part.grown(Mm(FRAME_MM));
    Rectangle::new()
        .set("x", decimal(card.x.0 + place.x.0 * ZOOM))
        .set("y", decimal(card.y.0 + place.y.0 * ZOOM))
        .set("width", decimal(place.width.0 * ZOOM))
        .set("height", decimal(place.height.0 * ZOOM))
        .set("rx", 1.2)
        .set("fill", "none")
        .set("stroke", ACCENT)
        .set("stroke-width", 0.5)
}

fn drawn(line: &[[f64; 2]]) -> Path {
    let points: Vec<String> =
        line.iter().map(|&[x, y]| format!("{} {}", decimal(x), decimal(y))).collect();
    Path::new()
        .set("d", format!("M{}", points.join(" L")))
        .set("fill", "none")
        .set("stroke", ACCENT)
        .set("stroke-width", 0.4)
        .set("stroke-linejoin", "round")
}

fn text(words: &str, [x, y]: [f64; 2], size: f64, weight: &str, ink: &str, anchor: &str) -> Text {
    Text::new("")
        .add(TextNode::new(words))
        .set("x", decimal(x))
        .set("y", decimal(y))
        .set("font-family", FAMILY)
        .set("font-size", decimal(size))
        .set("font-weight", weight)
        .set("fill", ink)
        .set("text-anchor", anchor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::face::Theme;

    fn deck() -> Deck {
        Deck::read("Sample.csv", include_str!("../../../tests/data/deck.csv")).unwrap()
    }

    /// Whether two pieces of lines meet.
    fn meet([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> bool {
        let side = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
            (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        };
        side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
    }

    #[test]
    fn in_every_theme_no_line_crosses_another_and_no_words_lie_on_others() {
        let deck = deck();
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap();
            let faces = Faces::new(&theme, &deck).unwrap();
            let sides = sides(&faces, CardNumber::new(34).unwrap()).unwrap();
            let (card, size) = stand(theme.format(), &sides);
            let titles: Vec<&str> =
                sides.iter().flatten().map(|callout| callout.title.as_str()).collect();
            assert!(titles.len() >= 10, "{name}: {titles:?}");
            for (callouts, towards) in sides.iter().zip([-1.0, 1.0]) {
                let lines = lines(callouts, towards, &card, size.height);
                for (at, (line, top)) in lines.iter().enumerate() {
                    let foot = top + callouts[at].height_mm();
                    assert!(*top >= 0.0 && foot <= size.height.0, "{name}: {}", callouts[at].title);
                    for (other, below) in &lines[at + 1..] {
                        assert!(foot <= *below, "{name}: {}", callouts[at].title);
                        let crossed = line.windows(2).any(|one| {
                            other.windows(2).any(|two| meet([one[0], one[1]], [two[0], two[1]]))
                        });
                        assert!(!crossed, "{name}: {}", callouts[at].title);
                    }
                }
            }
        }
    }

    #[test]
    fn the_words_give_the_figures_of_the_card() {
        let (deck, theme) = (deck(), Theme::built_in("west").unwrap());
        let faces = Faces::new(&theme, &deck).unwrap();
        let card = deck.card(CardNumber::new(34).unwrap());
        let words = Words { card, faces: &faces };
        let layout = deck.layout();
        let die = layout.cause.columns[3];
        let shown = |row| Field::Cause { die, row }.text(layout, card);
        let said = words.cause();
        let expected = format!(
            "3{die} are rows 1 to 3 of their column: {}, {}, {}.",
            shown(1),
            shown(2),
            shown(3)
        );
        assert!(said.starts_with(&expected), "{said}");
    }

    #[test]
    fn the_card_shown_by_default_leaves_nothing_blank() {
        let (deck, theme) = (deck(), Theme::built_in("west").unwrap());
        let faces = Faces::new(&theme, &deck).unwrap();
        let card = deck.card(telling_card(&faces));
        let blank = |card: &Card| {
            let fields = deck.layout().fields();
            fields.iter().filter(|field| field.text(deck.layout(), card).is_empty()).count()
        };
        assert_eq!(deck.cards().iter().map(blank).min().unwrap(), blank(card));
    }

    #[test]
    fn the_picture_is_one_that_every_viewer_draws_without_fonts() {
        let (deck, theme) = (deck(), Theme::built_in("future-imperfect").unwrap());
        let faces = Faces::new(&theme, &deck).unwrap();
        let svg = explained(&faces, CardNumber::new(34).unwrap()).unwrap();
        assert!(!svg.contains("<text"));
        assert!(svg.contains("aria-label=\"Cause: does it work?\""));
        let picture = explained_png(&svg).unwrap();
        assert!(picture.starts_with(b"\x89PNG"));
    }
}
