//! Clearances and sizes, measured in the pixels of drawn faces.
//!
//! Figures keep a distance from ornament, ornament from the cut; figures share a baseline and a size.

use std::path::Path;

use actiondeck::deck::Part;
use actiondeck::deck::{CardNumber, Deck};
use actiondeck::face::{Binder, Extra, Theme, parse_svg};
use actiondeck::generate::{Effort, generate};
use actiondeck::spec::preset;
use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;
use usvg::roxmltree::{Document, Node};

/// Pixels per millimetre: 305 dots per inch.
const PER_MM: f64 = 12.0;
/// Minimum distance of other ink from a text in millimetres: the misregistration of plates.
const CLEAR_MM: f64 = 0.08;
/// Colours that differ by more than this in a channel are different.
const APART: u8 = 56;
/// Minimum distance of ornament inside the trim in millimetres, for cuts that are a millimetre off.
const INSIDE_MM: f64 = 3.0;
/// Minimum extent beyond the trim of ornament that runs through the cut.
const BEYOND_MM: f64 = 1.0;
/// Ornament up to this size in both directions, such as a star, needs no distance from the cut.
const SPECK_MM: f64 = 1.5;

/// The built-in themes, read from their folders.
fn themes() -> Vec<Theme> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/themes");
    Theme::built_in_names()
        .map(|name| Theme::read(&folder.join(name)).unwrap_or_else(|problems| panic!("{problems}")))
        .collect()
}

/// The sizes to test beside each theme's own: all named sizes in optimised builds.
const SIZES: &[&str] = match cfg!(debug_assertions) {
    true => &["bridge", "tarot"],
    false => &["poker", "euro-poker", "bridge", "tarot", "us-tarot", "jumbo", "a6"],
};

/// Every theme in its own size and in the others that its drawing fills.
pub fn sized_themes() -> Vec<(String, Theme)> {
    let mut all = Vec::new();
    for theme in themes() {
        for size in SIZES {
            if let Ok(sized) = theme.clone().sized(size.parse().unwrap()) {
                all.push((format!("{} {size}", theme.name()), sized));
            }
        }
        all.push((theme.name().to_owned(), theme));
    }
    all
}

fn number(number: u8) -> CardNumber {
    CardNumber::new(number).unwrap()
}

fn drawn(tree: &usvg::Tree, theme: &Theme) -> Pixmap {
    drawn_at(tree, theme, PER_MM)
}

/// The picture of a face with its bleed, on white, in this many pixels per millimetre.
pub fn drawn_at(tree: &usvg::Tree, theme: &Theme, per_mm: f64) -> Pixmap {
    let format = theme.format();
    let pixels = |mm: f64| (mm * per_mm).round() as u32;
    let (width, height) = (pixels(format.full_width_mm()), pixels(format.full_height_mm()));
    let mut drawn = Pixmap::new(width, height).unwrap();
    let size = tree.size();
    let fitted =
        usvg::Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(tree, fitted, &mut drawn.as_mut());
    drawn
}

/// An SVG without its texts.
fn without_texts(svg: &str) -> String {
    let mut bare = String::new();
    let mut rest = svg;
    while let Some((before, text)) = rest.split_once("<text") {
        bare.push_str(before);
        let (start, after) = text.split_once('>').unwrap();
        rest = match start.ends_with('/') {
            true => after,
            false => after.split_once("</text>").unwrap().1,
        };
    }
    bare + rest
}

fn texts<'t>(group: &'t usvg::Group, found: &mut Vec<&'t usvg::Text>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => texts(group, found),
            usvg::Node::Text(text) => found.push(text),
            _ => {}
        }
    }
}

type Rgb = [u8; 3];

fn colour(drawn: &Pixmap, x: u32, y: u32) -> Rgb {
    let pixel = drawn.pixel(x, y).unwrap();
    [pixel.red(), pixel.green(), pixel.blue()]
}

fn are_apart(one: Rgb, other: Rgb) -> bool {
    one.iter().zip(other).any(|(one, other)| one.abs_diff(other) > APART)
}

/// The colour that most of these pixels have.
fn commonest(colours: impl Iterator<Item = Rgb>) -> Option<Rgb> {
    let mut counts = std::collections::BTreeMap::<Rgb, usize>::new();
    colours.for_each(|colour| *counts.entry(colour).or_default() += 1);
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(colour, _)| colour)
}

/// The texts of a face whose surroundings are not one plain background.
///
/// Each has the place of its upper left corner on the cut card, in millimetres.
fn touched(svg: &str, theme: &Theme) -> Vec<String> {
    let whole = parse_svg(svg).unwrap();
    let bare = drawn(&parse_svg(&without_texts(svg)).unwrap(), theme);
    let inked = drawn(&whole, theme);
    let scale = f64::from(inked.width()) / f64::from(whole.size().width());
    let mut all = Vec::new();
    texts(whole.root(), &mut all);
    let near = (CLEAR_MM * PER_MM).round() as u32;
    let mut touched = Vec::new();
    for text in all {
        let bounds = text.flattened().abs_bounding_box();
        let pixels = |length: f32| (f64::from(length) * scale).max(0.0) as u32;
        let columns = pixels(bounds.left())..=(pixels(bounds.right()) + 1).min(inked.width() - 1);
        let rows = pixels(bounds.top())..=(pixels(bounds.bottom()) + 1).min(inked.height() - 1);
        let ink: Vec<[u32; 2]> = rows
            .flat_map(|y| columns.clone().map(move |x| [x, y]))
            .filter(|&[x, y]| are_apart(colour(&inked, x, y), colour(&bare, x, y)))
            .collect();
        let Some(ground) = commonest(ink.iter().map(|&[x, y]| colour(&bare, x, y))) else {
            continue;
        };
        let other = ink.iter().filter(|&&[x, y]| {
            let across = x.saturating_sub(near)..=(x + near).min(bare.width() - 1);
            let down = y.saturating_sub(near)..=(y + near).min(bare.height() - 1);
            down.into_iter().any(|y| across.clone().any(|x| are_apart(colour(&bare, x, y), ground)))
        });
        let count = other.count();
        if count > 0 {
            let written: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
            let mm = |length: f32| f64::from(length) * scale / PER_MM - theme.format().bleed_mm();
            touched.push(format!(
                "{written:?} at {:.1}, {:.1} mm, {count} pixels",
                mm(bounds.left()),
                mm(bounds.top())
            ));
        }
    }
    touched
}

/// The built-in deck, one with few cells, and one with words.
fn decks() -> Vec<(&'static str, Deck)> {
    let dealt = |name| {
        let spec = preset(name).unwrap().spec().unwrap();
        (name, generate(&spec, spec.seed, Effort::Quick, &|_| ()).unwrap())
    };
    vec![("the ready deck", Deck::built_in()), dealt("year-zero"), dealt("oracle")]
}

/// Two cards: one with a critical failure, and the one with the longest words.
fn telling_cards(deck: &Deck) -> Vec<CardNumber> {
    let length = |card: &&actiondeck::deck::Card| {
        let words = card.hit.iter().map(|hit| hit.chars().count());
        let elements = card.extras.iter().map(|extra| extra.to_string().chars().count());
        words.chain(elements).sum::<usize>()
    };
    let failing = deck.cards().iter().find(|card| card.failure.is_some());
    let worded = deck.cards().iter().max_by_key(length);
    let mut cards: Vec<CardNumber> =
        [failing, worded].into_iter().flatten().map(|card| card.number).collect();
    cards.dedup();
    cards
}

#[test]
fn no_text_touches_a_line_in_any_theme_and_size() {
    let decks = decks();
    let themes = sized_themes();
    // The built-in deck in every size; in debug builds the others only in the theme's own size.
    let tried = themes.iter().flat_map(|theme| decks.iter().map(move |deck| (theme, deck)));
    let tried: Vec<_> = tried
        .filter(|((name, _), (deck, _))| {
            !cfg!(debug_assertions) || *deck == "the ready deck" || !name.contains(' ')
        })
        .collect();
    let faults: Vec<String> = tried
        .par_iter()
        .flat_map(|((name, theme), (deck_name, deck))| {
            let binder = Binder::new(theme, deck)
                .unwrap_or_else(|problems| panic!("{name}, {deck_name}: {problems}"));
            let cards = telling_cards(deck);
            let faces = cards.iter().flat_map(|&card| {
                let faces = touched(&binder.card(deck.card(card)), theme);
                faces.into_iter().map(move |what| format!("{name}, {deck_name}, {card}: {what}"))
            });
            faces.collect::<Vec<String>>()
        })
        .collect();
    assert!(faults.is_empty(), "{} texts:\n{}", faults.len(), faults.join("\n"));
}

/// The pieces of ornament of a face that are near the cut and do not run through it.
///
/// Each has its place in millimetres from the upper left corner of the cut card.
fn uneven_when_cut(svg: &str, theme: &Theme) -> Vec<String> {
    let bare = drawn(&parse_svg(&without_texts(svg)).unwrap(), theme);
    let (width, height) = (bare.width(), bare.height());
    let bleed = theme.format().bleed_mm();
    // The distance of a pixel inside the trim, negative outside.
    let inside = |x: u32, y: u32| {
        let from = |at: u32, length: u32| f64::from(at.min(length - 1 - at)) + 0.5;
        from(x, width).min(from(y, height)) / PER_MM - bleed
    };
    let all = || (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)));
    let rim = all().filter(|&(x, y)| inside(x, y) < INSIDE_MM);
    let ground = commonest(rim.map(|(x, y)| colour(&bare, x, y))).unwrap();
    let at = |x: u32, y: u32| (y * width + x) as usize;
    let mut is_ornament: Vec<bool> =
        all().map(|(x, y)| are_apart_a_little(colour(&bare, x, y), ground)).collect();
    let mut pieces = Vec::new();
    for start in all() {
        if !is_ornament[at(start.0, start.1)] {
            continue;
        }
        is_ornament[at(start.0, start.1)] = false;
        let mut open = vec![start];
        let mut piece = Vec::new();
        while let Some((x, y)) = open.pop() {
            piece.push((x, y));
            for y in y.saturating_sub(1)..=(y + 1).min(height - 1) {
                for x in x.saturating_sub(1)..=(x + 1).min(width - 1) {
                    if std::mem::take(&mut is_ornament[at(x, y)]) {
                        open.push((x, y));
                    }
                }
            }
        }
        let depths = || piece.iter().map(|&(x, y)| inside(x, y));
        let side = |of: fn(&(u32, u32)) -> u32| {
            let (least, most) = (piece.iter().map(of).min(), piece.iter().map(of).max());
            f64::from(most.unwrap() - least.unwrap() + 1) / PER_MM
        };
        let size = side(|place| place.0).max(side(|place| place.1));
        // A pixel at the edge is partly covered.
        let is_near = depths().any(|mm| mm > 0.0 && mm < INSIDE_MM - 1.0 / PER_MM);
        let runs_through = depths().any(|mm| mm < -BEYOND_MM);
        if is_near && !runs_through && size > SPECK_MM {
            let (x, y) = piece[0];
            let mm = |at: u32| f64::from(at) / PER_MM - bleed;
            pieces.push(format!("{size:.1} mm of ornament at {:.1}, {:.1} mm", mm(x), mm(y)));
        }
    }
    pieces
}

/// Ornament is quieter than figures.
fn are_apart_a_little(one: Rgb, other: Rgb) -> bool {
    one.iter().zip(other).any(|(one, other)| one.abs_diff(other) > 10)
}

#[test]
fn ornament_is_3_mm_from_the_cut_or_extends_into_the_bleed() {
    let deck = Deck::built_in();
    let pieces: Vec<String> = sized_themes()
        .par_iter()
        .flat_map(|(name, theme)| {
            let binder = Binder::new(theme, &deck).unwrap();
            let front = binder.card(deck.card(number(6)));
            let extras = Extra::USUAL.into_iter().filter_map(|extra| binder.extra(extra));
            let faces: Vec<String> = [front, binder.back()].into_iter().chain(extras).collect();
            let named_faces = faces.iter().zip(["front", "back", "extra card", "extra card"]);
            named_faces
                .flat_map(|(face, which)| {
                    uneven_when_cut(face, theme)
                        .into_iter()
                        .map(move |what| format!("{name}, {which}: {what}"))
                })
                .collect::<Vec<String>>()
        })
        .collect();
    assert!(pieces.is_empty(), "{} pieces:\n{}", pieces.len(), pieces.join("\n"));
}

/// A card with a critical failure, whose number needs no underline.
fn failing(deck: &Deck) -> CardNumber {
    let is_plain = |card: &&actiondeck::deck::Card| {
        card.failure.is_some() && !["6", "9"].contains(&card.number.to_string().as_str())
    };
    deck.cards().iter().find(is_plain).unwrap().number
}

/// The lower edges of the items on the baseline of the top row, in millimetres from the trim.
///
/// An item contrasts with the background and ends in the last fifth of the row.
fn feet_of_the_top_row(drawn: &Pixmap, theme: &Theme, row_ends_mm: f64) -> Vec<f64> {
    let bleed = theme.format().bleed_mm();
    let [first, last] =
        [theme.format().safe_mm() - 0.5, row_ends_mm].map(|mm| (mm + bleed) * PER_MM);
    let rows = first as u32..last as u32;
    let width = drawn.width();
    let ground = colour(drawn, width / 2, 2);
    let far = |x: u32, y: u32| {
        colour(drawn, x, y).iter().zip(ground).any(|(one, other)| one.abs_diff(other) > 120)
    };
    // Items from left to right, separated by columns without ink.
    let lowest: Vec<Option<u32>> =
        (0..width).map(|x| rows.clone().rev().find(|&y| far(x, y))).collect();
    let mut feet = Vec::new();
    for piece in lowest.split(Option::is_none).filter(|piece| piece.len() > 4) {
        let foot = piece.iter().flatten().max().unwrap();
        feet.push(f64::from(foot + 1) / PER_MM - bleed);
    }
    feet
}

#[test]
fn figures_and_icons_of_the_top_row_share_a_baseline() {
    let deck = Deck::built_in();
    for theme in themes() {
        let binder = Binder::new(&theme, &deck).unwrap();
        let svg = binder.card(deck.card(failing(&deck)));
        let drawn = drawn(&parse_svg(&svg).unwrap(), &theme);
        let row_ends_mm = if theme.name() == "large-print" { 15.6 } else { 13.8 };
        let feet = feet_of_the_top_row(&drawn, &theme, row_ends_mm);
        // A digit, gear, person and clock, which may share a background, and the card of a poker deck.
        assert!(feet.len() >= 4, "{}: {feet:?}", theme.name());
        let (least, most) = feet
            .iter()
            .fold((f64::MAX, 0.0_f64), |(least, most), &foot| (least.min(foot), most.max(foot)));
        assert!(most - least < 0.3, "{}: {feet:?}", theme.name());
    }
}

/// The size of a text in millimetres: the nearest font size, times the scales of all ancestors.
fn size_mm(text: Node<'_, '_>) -> f64 {
    let said = text.ancestors().find_map(|node| node.attribute("font-size")).unwrap();
    let scales = text.ancestors().filter_map(|node| {
        let (_, scale) = node.attribute("transform")?.rsplit_once("scale(")?;
        scale.split([' ', ')']).next()?.parse::<f64>().ok()
    });
    said.parse::<f64>().unwrap() * scales.product::<f64>()
}

#[test]
fn figures_of_cause_and_effect_have_one_size() {
    let deck = Deck::built_in();
    for theme in themes() {
        let svg = Binder::new(&theme, &deck).unwrap().card(deck.card(number(34)));
        let svg = Document::parse(&svg).unwrap();
        let texts = || svg.descendants().filter(|node| node.has_tag_name("text"));
        let label = |node: Node<'_, '_>| {
            node.attributes()
                .find(|own| own.name() == "label")
                .map(|own| own.value().to_owned())
                .unwrap_or_default()
        };
        let figures = |grid: &str| {
            let of_grid = texts().filter(|text| {
                text.attribute("data-field").is_some_and(|field| field.starts_with(grid))
                    && text.attribute("font-size").is_none()
            });
            of_grid.map(size_mm).fold(f64::MAX, f64::min)
        };
        let (cause, effect) = (figures("cause."), figures("effect."));
        assert!((cause - effect).abs() < 0.03 * cause, "{}: {cause} and {effect}", theme.name());
        let title = |grid: &str| {
            texts()
                .find(|text| label(*text).ends_with(&format!("title {grid}")))
                .map(size_mm)
                .unwrap()
        };
        let titles = [title("cause"), title("effect")];
        // A title that would touch the first column head is set slightly smaller.
        assert!((titles[0] - titles[1]).abs() < 0.05 * titles[1], "{}: {titles:?}", theme.name());
    }
}

#[test]
fn the_instruction_card_shows_only_what_its_deck_prints() {
    const PICTURES: [(&str, &str); 6] = [
        ("burst", "icon burst"),
        ("hit", "marked line"),
        ("penetration", "icon bolt"),
        ("failure", "gear"),
        ("unintended", "person"),
        ("scatter", "clock"),
    ];
    let whole = Deck::built_in();
    let spec = preset("oracle").unwrap().spec().unwrap();
    let words = generate(&spec, spec.seed, Effort::Quick, &|_| ()).unwrap();
    for theme in themes() {
        for deck in [&whole, &words] {
            let card = Binder::new(&theme, deck).unwrap().extra(Extra::Instruction).unwrap();
            for (part, label) in PICTURES {
                let is_shown = card.contains(&format!("inkscape:label=\"{label}\""));
                let is_printed = deck.layout().has(Part::named(part).unwrap());
                assert_eq!(is_printed, is_shown, "{}: {part}", theme.name());
            }
        }
    }
}
