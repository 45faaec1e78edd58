//! Faces and pictures of the built-in themes.

use std::io::Cursor;

use actiondeck::deck::{CardNumber, CardNumbers, CauseCell, Deck};
use actiondeck::face::{Rgb, Theme, bind_back, bind_card, parse_svg};
use actiondeck::render::png;

use crate::kept;

fn deck() -> Deck {
    Deck::read("Sample.csv", include_str!("../data/deck.csv")).unwrap()
}

fn number(number: u8) -> CardNumber {
    CardNumber::new(number).unwrap()
}

fn theme() -> Theme {
    Theme::built_in("future-imperfect").unwrap()
}

/// Returns the texts of a bound SVG as (field, text), in the order of the file.
fn fields(svg: &str) -> Vec<(String, String)> {
    svg.split("<text ")
        .skip(1)
        .filter_map(|text| {
            let name = text.split_once("data-field=\"")?.1.split_once('"')?.0;
            let text = text.split_once('>')?.1.split_once("</text>")?.0;
            Some((name.to_owned(), text.to_owned()))
        })
        .collect()
}

#[test]
fn every_printed_value_of_every_card_and_theme_is_the_decks() {
    let deck = deck();
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        for card in deck.cards() {
            let fields = fields(&bind_card(&theme, &deck, card).unwrap());
            let one = |name: &str| {
                let mut found = fields.iter().filter(|(field, _)| field == name);
                let text = found.next().unwrap_or_else(|| panic!("{name}")).1.clone();
                assert_eq!(None, found.next(), "{name} is there twice");
                text
            };
            for (column, die) in deck.layout().cause.columns.iter().enumerate() {
                for row in 1..=5 {
                    let cell = card.cause.get(column, row).unwrap();
                    assert_eq!(cell.to_string(), one(&format!("cause.{die}.{row}")));
                    let cell = card.effect.get(column, row).unwrap();
                    assert_eq!(cell.to_string(), one(&format!("effect.{die}.{row}")));
                }
            }
            assert_eq!(card.number.to_string(), one("number"));
            assert_eq!(card.rank.to_string(), one("rank"));
            assert_eq!(card.suit.to_string(), one("suit"));
            assert_eq!(card.toggle.to_string(), one("toggle").to_lowercase());
            assert_eq!(card.scatter.to_string(), one("scatter"));
            assert_eq!(card.unintended.to_string(), one("unintended"));
            assert_eq!(card.failure.is_some(), fields.iter().any(|(field, _)| field == "failure"));
            for (entry, location) in card.hit.iter().enumerate() {
                assert_eq!(*location, one(&format!("hit.{}", entry + 1)));
            }
        }
    }
}

#[test]
fn exceptional_and_failed_cells_are_marked_by_more_than_colour() {
    let (deck, theme) = (deck(), theme());
    for card in deck.cards() {
        let svg = bind_card(&theme, &deck, card).unwrap();
        for (column, die) in deck.layout().cause.columns.iter().enumerate() {
            for row in 1..=5 {
                let cell = card.cause.get(column, row).unwrap();
                let look = match cell {
                    CauseCell::CriticalFailure => "cf",
                    cell if cell.is_highest(die.sides()) => "exceptional",
                    CauseCell::Number(_) => "plain",
                };
                for other in ["plain", "exceptional", "cf"] {
                    let label = format!("inkscape:label=\"{other} cause.{die}.{row}\"");
                    assert_eq!(look == other, svg.contains(&label), "{label}");
                }
            }
        }
    }
}

#[test]
fn a_bound_card_is_the_reviewed_one() {
    let (deck, theme) = (deck(), theme());
    kept::snapshot("card_34.svg", &bind_card(&theme, &deck, deck.card(number(34))).unwrap());
    kept::snapshot("back.svg", &bind_back(&theme, &deck).unwrap());
}

#[test]
fn every_back_is_the_same_upside_down() {
    let deck = deck();
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        let pixels = pixels(&png::back(&theme, &deck, png::Dpi::PRINT).unwrap()).1;
        let turned: Vec<[u8; 3]> = pixels.iter().rev().copied().collect();
        // Antialiased edges may differ; shapes may not.
        let far = pixels.iter().zip(&turned).filter(|(one, other)| {
            one.iter().zip(*other).any(|(one, other)| one.abs_diff(*other) > 96)
        });
        assert!(far.count() * 500 < pixels.len(), "{name}");
    }
}

#[test]
fn pictures_have_the_size_of_the_house_and_are_opaque() {
    let (deck, theme) = (deck(), theme());
    let cards = [number(0), number(53)];
    let fronts = png::fronts(&theme, &deck, &cards, png::Dpi::PRINT).unwrap();
    assert_eq!(cards.to_vec(), fronts.iter().map(|(card, _)| *card).collect::<Vec<_>>());
    for (card, front) in &fronts {
        let (info, pixels) = pixels(front);
        assert_eq!((825, 1125), (info.width, info.height));
        assert_eq!(Some(11811), info.pixel_dims.map(|dims| dims.xppu));
        let notes: Vec<String> =
            info.utf8_text.iter().map(|chunk| chunk.get_text().unwrap()).collect();
        let [title, edition, number, drawn] = &notes[..] else { panic!("{notes:?}") };
        assert_eq!(["Sample", &deck.edition().to_string()], [title, edition].map(String::as_str));
        assert_eq!(card.to_string(), *number);
        assert!(drawn.starts_with("actiondeck drawn 1\n"), "{drawn}");
        let [space, dusk] = [[0x0c, 0x23, 0x40], [0x14, 0x36, 0x62]];
        assert_eq!([space, dusk], [pixels[825 * 1125 - 1], pixels[824]], "bleed in the corners");
    }
}

#[test]
fn pictures_are_the_same_on_one_thread_and_on_many() {
    let (deck, theme) = (deck(), theme());
    let cards: Vec<CardNumber> = CardNumbers::POKER.iter().take(6).collect();
    let dpi = png::Dpi::new(72).unwrap();
    let made = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| png::fronts(&theme, &deck, &cards, dpi).unwrap())
    };
    assert_eq!(made(1), made(3));
}

/// Measures the drawn heights and sizes in every theme.
#[test]
fn figures_and_texts_have_the_minimum_sizes() {
    let deck = deck();
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        let (tree, scale) = drawn(&theme, &deck);
        let mut grid = 0;
        texts(tree.root(), &mut |text| {
            let written: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
            let mm = f64::from(text.flattened().abs_bounding_box().height()) / scale;
            let zoom = f64::from(text.abs_transform().get_scale().1) / scale;
            let size = f64::from(text.chunks()[0].spans()[0].font_size().get()) * zoom;
            let points = size * 72.0 / 25.4;
            assert!(points >= 6.0, "{name}: {written:?} is set in {points:.2} pt");
            if written.bytes().all(|byte| byte.is_ascii_digit()) && points >= 9.0 {
                assert!(mm >= 1.8, "{name}: {written:?} is {mm:.2} mm tall");
                grid += 1;
            }
        });
        assert!(grid >= 50, "{name}: {grid} large figures");
    }
}

#[test]
fn text_on_fronts_is_black_ink_alone_or_bare_paper() {
    let deck = deck();
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        texts(drawn(&theme, &deck).0.root(), &mut |text| {
            for span in text.chunks().iter().flat_map(usvg::TextChunk::spans) {
                let Some(usvg::Paint::Color(colour)) = span.fill().map(usvg::Fill::paint) else {
                    panic!("{name}: a text without flat fill");
                };
                let rgb = Rgb(colour.red, colour.green, colour.blue);
                let ink = theme.palette().swatch_of(rgb).unwrap().ink.process();
                assert!(ink.percent() == [0.0, 0.0, 0.0, 100.0] || ink.ink_sum() == 0.0, "{name}");
                assert!(ink.ink_sum() > 0.0 || span.font().weight() >= 700 || name == "west");
            }
        });
    }
}

/// A press holds lines of a quarter of a point and more.
#[test]
fn no_line_is_thinner_than_a_press_can_hold() {
    let deck = deck();
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        let back = parse_svg(&bind_back(&theme, &deck).unwrap()).unwrap();
        for tree in [drawn(&theme, &deck).0, back] {
            let scale = f64::from(tree.size().width()) / theme.format().full_width_mm();
            lines(tree.root(), &mut |path, width| {
                let zoom = path.abs_transform().get_scale();
                let points = width * f64::from(zoom.0.min(zoom.1)) / scale * 72.0 / 25.4;
                assert!(points >= 0.25, "{name}: a line of {points:.3} pt");
            });
        }
    }
}

/// A front with many marks, and its pixels per millimetre.
fn drawn(theme: &Theme, deck: &Deck) -> (usvg::Tree, f64) {
    let tree = parse_svg(&bind_card(theme, deck, deck.card(number(0))).unwrap()).unwrap();
    let scale = f64::from(tree.size().width()) / theme.format().full_width_mm();
    (tree, scale)
}

fn lines(group: &usvg::Group, visit: &mut impl FnMut(&usvg::Path, f64)) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => lines(group, visit),
            usvg::Node::Path(path) => {
                if let Some(stroke) = path.stroke() {
                    visit(path, f64::from(stroke.width().get()));
                }
            }
            _ => {}
        }
    }
}

fn texts(group: &usvg::Group, visit: &mut impl FnMut(&usvg::Text)) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => texts(group, visit),
            usvg::Node::Text(text) => visit(text),
            _ => {}
        }
    }
}

fn pixels(file: &[u8]) -> (::png::Info<'static>, Vec<[u8; 3]>) {
    let mut reader = ::png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes.chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]).collect();
    (reader.info().clone(), pixels)
}
