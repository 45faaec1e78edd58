//! Decks of any layout in the built-in themes.

mod words;

use std::fmt::Write;

use proptest::prelude::*;

use crate::deck::{Deck, Part};
use crate::diagnostic::Problems;
use crate::face::testing::{deck, named_places, number, theme_of};
use crate::face::{Binder, Drawing, Faces, Theme, check, picture};

/// The counts of everything that a deck may have any number of.
#[derive(Clone, Debug)]
struct Shape {
    cause: Vec<u16>,
    cause_rows: u8,
    effect: Vec<u16>,
    effect_rows: u8,
    bursts: Vec<u16>,
    hits: u8,
    elements: Vec<&'static str>,
}

impl Shape {
    fn new(dice: &[u16], rows: u8) -> Self {
        Self {
            cause: dice.to_vec(),
            cause_rows: rows,
            effect: dice.to_vec(),
            effect_rows: rows,
            bursts: vec![3, 5, 10],
            hits: 4,
            elements: Vec::new(),
        }
    }

    /// A deck of this shape with values as dice give them.
    fn deck(&self, seed: u64) -> Deck {
        let mut random = Draw(seed);
        let mut csv = String::from("number,rank,suit,toggle");
        for (name, dice, rows) in
            [("cause", &self.cause, self.cause_rows), ("effect", &self.effect, self.effect_rows)]
        {
            for die in dice {
                (1..=rows).for_each(|row| write!(csv, ",{name}_d{die}_{row}").unwrap());
            }
        }
        (1..=self.hits).for_each(|entry| write!(csv, ",hit_{entry}").unwrap());
        csv.push_str(",hit_step");
        self.bursts.iter().for_each(|shots| write!(csv, ",burst_{shots}").unwrap());
        csv.push_str(",penetration,scatter,failure,unintended");
        self.elements.iter().for_each(|id| write!(csv, ",{id}").unwrap());
        for card in 0..54_u16 {
            let (rank, suit) = match card {
                0 => (0, 0),
                53 => (14, 5),
                card => ((card - 1) / 4 + 1, (card - 1) % 4 + 1),
            };
            let toggle = if card % 2 == 0 { "yes" } else { "no" };
            write!(csv, "\n{card},{rank},{suit},{toggle}").unwrap();
            for die in &self.cause {
                for _ in 0..self.cause_rows {
                    match random.up_to(20) {
                        1 => csv.push_str(",CF"),
                        _ => write!(csv, ",{}", random.up_to(*die) + random.up_to(3) - 1).unwrap(),
                    }
                }
            }
            for die in &self.effect {
                let mut sum = 0;
                for _ in 0..self.effect_rows {
                    sum += u32::from(random.up_to(*die));
                    write!(csv, ",{sum}").unwrap();
                }
            }
            for _ in 0..self.hits {
                let place =
                    ["left leg", "right arm", "chest", "belly"][usize::from(random.up_to(4)) - 1];
                write!(csv, ",{place}").unwrap();
            }
            csv.push_str(",7");
            self.bursts.iter().for_each(|_| csv.push_str(",1"));
            let failure = if (1..=13).contains(&card) { card.to_string() } else { String::new() };
            let (hour, target) = (card % 12 + 1, card % 6 + 1);
            write!(csv, ",{},{hour},{failure},{target}", i32::from(card % 5) - 2).unwrap();
            for id in &self.elements {
                match id.starts_with('w') {
                    true => {
                        write!(csv, ",{}", ["storm", "clear", "certainly"][usize::from(card) % 3])
                    }
                    false => write!(csv, ",{}", random.up_to(20)),
                }
                .unwrap();
            }
        }
        csv.push('\n');
        Deck::read("Any.csv", &csv).unwrap_or_else(|problems| panic!("{problems}"))
    }
}

/// Pseudo-random numbers, the same on every machine.
struct Draw(u64);

impl Draw {
    fn up_to(&mut self, most: u16) -> u16 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u16::try_from((self.0 >> 33) % u64::from(most)).unwrap() + 1
    }
}

/// The faults of two cards of a deck in a built-in theme, texts that overlap and figures outside their grids.
fn faults(theme: &str, deck: &Deck) -> Result<Vec<String>, Problems> {
    let theme = Theme::built_in(theme).unwrap();
    let cards = [number(7), number(34)];
    let faces = Faces::fitting_on(&theme, deck, &cards)?;
    Ok(cards.iter().flat_map(|&card| collisions(faces.card(card).drawing().unwrap())).collect())
}

/// The overlapping figures of a card, and effects above causes.
fn collisions(drawing: &Drawing) -> Vec<String> {
    let fields = drawing.fields();
    let named = picture::texts(drawing.tree())
        .into_iter()
        .filter_map(|text| Some((*fields.get(text.id())?, text.flattened().abs_bounding_box())));
    let named: Vec<(&str, usvg::Rect)> = named.collect();
    let mut found = Vec::new();
    for (place, (name, one)) in named.iter().enumerate() {
        for (other_name, other) in &named[..place] {
            let across = one.right().min(other.right()) - one.left().max(other.left());
            let down = one.bottom().min(other.bottom()) - one.top().max(other.top());
            if across > 0.1 && down > 0.1 {
                found.push(format!("{name} runs into {other_name}"));
            }
            let is_over = |upper: &str, lower: &str| {
                upper.starts_with("effect.") && lower.starts_with("cause.")
            };
            if is_over(name, other_name) && one.top() < other.bottom() {
                found.push(format!("{name} stands above {other_name}"));
            }
        }
    }
    found
}

#[test]
fn decks_of_other_games_fit_every_theme() {
    let shapes = [
        Shape::new(&[6, 20], 4),
        Shape::new(&[6, 8, 10], 3),
        Shape::new(&[4, 6, 8, 10, 12, 14, 16, 20], 8),
        Shape::new(&[20], 1),
        Shape::new(&[2, 100], 5),
        Shape { effect: vec![1000], effect_rows: 2, ..Shape::new(&[30], 6) },
        Shape {
            bursts: Vec::new(),
            hits: 2,
            elements: vec!["luck", "omen", "weather"],
            ..Shape::new(&[6, 20], 4)
        },
        Shape { bursts: vec![1, 2, 3, 30], hits: 6, ..Shape::new(&[4, 6, 8, 10, 12], 5) },
    ];
    for (place, shape) in shapes.iter().enumerate() {
        let deck = shape.deck(place as u64);
        for theme in Theme::built_in_names() {
            match faults(theme, &deck) {
                Ok(found) => assert_eq!(Vec::<String>::new(), found, "{theme}: {shape:?}"),
                Err(problems) => panic!("{theme}: {shape:?}\n{problems}"),
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_reported_once_with_what_fits() {
    let wide = Shape::new(&[100, 200, 300, 400, 500, 600, 800, 1000], 8).deck(1);
    let reported = faults("future-imperfect", &wide).unwrap_err();
    assert_eq!(1, reported.len(), "{reported}");
    let words = reported.to_string();
    for expected in
        ["8 columns of the cause grid", "need", "there is room for", "accepted: the first"]
    {
        assert!(words.contains(expected), "{words}");
    }
    let crowded =
        Shape { elements: vec!["a", "b", "c", "d", "e", "f", "g", "h"], ..Shape::new(&[6], 8) };
    let reported = faults("future-imperfect", &crowded.deck(1)).unwrap_err();
    assert_eq!(1, reported.len(), "{reported}");
    assert!(reported.to_string().contains("the column beside the effect grid needs"), "{reported}");
}

#[test]
fn named_places_give_the_same_faces_as_prototypes() {
    let deck = deck();
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        let [toml, back] = [theme.file(), theme.back()].map(std::sync::Arc::clone);
        let card = crate::diagnostic::Source::new("card.svg", named_places(name, &deck).0);
        let named = Theme::from_sources([toml, card, back]).unwrap();
        let (one, other) =
            (Binder::new(&theme, &deck).unwrap(), Binder::new(&named, &deck).unwrap());
        for card in [0, 34, 53].map(|card| deck.card(number(card))) {
            assert_eq!(one.card(card), other.card(card), "{name}");
        }
    }
}

#[test]
fn a_template_without_prototypes_is_left_as_it_is() {
    let (card, back) = named_places("ink-saver", &deck());
    let theme = theme_of(&card, &back);
    assert_eq!(card, {
        let root = super::Element::read_template(theme.card()).unwrap();
        let deck = deck();
        super::lay_out(root, &theme, &theme.values(&deck, ""), 0.0).unwrap().root.to_svg()
    });
}

#[test]
fn a_head_without_a_drawing_for_a_die_is_refused_by_its_name() {
    let files: Vec<_> = Theme::built_in_files("west").unwrap().collect();
    let text = |file: usize| files[file].1.replace("\"die other\"", "\"die d3\"");
    let [toml, card, back] =
        [0, 1, 2].map(|file| crate::diagnostic::Source::new(files[file].0, text(file)));
    let theme = Theme::from_sources([toml, card, back]).unwrap();
    let reported = check(&theme, &Shape::new(&[7], 2).deck(1));
    assert_eq!(1, reported.len(), "{reported}");
    assert!(reported.to_string().contains("the heads of the cause grid have no d7"), "{reported}");
}

/// Six to eight columns begin farther left than the theme's own five.
#[test]
fn the_title_of_a_grid_ends_before_its_first_head() {
    const PIXEL_MM: f32 = 25.4 / 96.0;
    for dice in
        [&[2, 3, 4, 6, 8, 10, 12, 20][..], &[2, 4, 6, 8, 10, 12, 20], &[6, 8, 10, 12, 20, 100]]
    {
        let deck = Shape::new(dice, 5).deck(3);
        for theme in Theme::built_in_names() {
            let theme = Theme::built_in(theme).unwrap();
            let faces = Faces::fitting_on(&theme, &deck, &[number(7)]).unwrap();
            let face = faces.card(number(7));
            let texts = picture::texts(face.drawing().unwrap().tree());
            let of = |words: &str| {
                let says = |text: &&usvg::Text| {
                    text.chunks().iter().map(|chunk| chunk.text()).collect::<String>() == words
                };
                let found = texts.iter().copied().filter(says);
                found.map(|text| text.flattened().abs_bounding_box()).collect::<Vec<_>>()
            };
            let title = of("CAUSE")[0];
            let heads = of(&dice[0].to_string());
            let beside =
                |head: &&usvg::Rect| head.top() < title.bottom() && head.bottom() > title.top();
            let head = heads.iter().filter(beside).map(usvg::Rect::left).fold(f32::MAX, f32::min);
            let room = (head - title.right()) * PIXEL_MM;
            assert!(room > 1.4, "{}: {dice:?}: {room} mm", theme.name());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_deck_fits_the_card_or_is_refused_with_one_reason(
        dice in proptest::sample::subsequence(vec![2_u16, 3, 4, 6, 8, 10, 12, 14, 20, 30, 100, 1000], 1..=8),
        others in proptest::sample::subsequence(vec![2_u16, 4, 6, 7, 8, 10, 12, 20, 100, 1000], 1..=8),
        cause_rows in 1..=8_u8,
        effect_rows in 1..=8_u8,
        bursts in proptest::sample::subsequence(vec![1_u16, 3, 5, 10, 30], 0..=4),
        hits in 2..=6_u8,
        elements in proptest::sample::subsequence(vec!["luck", "omen", "star", "weather", "wound"], 0..=5),
        theme in 0..5_usize,
        seed in 0..1000_u64,
    ) {
        let shape = Shape { cause: dice, cause_rows, effect: others, effect_rows, bursts, hits, elements };
        let theme = Theme::built_in_names().nth(theme).unwrap();
        match faults(theme, &shape.deck(seed)) {
            Ok(found) => prop_assert_eq!(Vec::<String>::new(), found, "{}: {:?}", theme, shape),
            Err(problems) => {
                prop_assert_eq!(1, problems.len(), "{}: {:?}\n{}", theme, shape, problems);
                let reason = problems.iter().next().unwrap();
                prop_assert_eq!("face.no-room", reason.code(), "{}: {:?}\n{}", theme, shape, problems);
            }
        }
    }
}

#[test]
fn every_theme_uses_the_room_of_omitted_parts() {
    let left: [&[Part]; 6] = [
        &[Part::Hit],
        &[Part::Effect],
        &[Part::Hit, Part::Burst, Part::Penetration],
        &[Part::Rank, Part::Scatter, Part::Failure, Part::Unintended],
        &[Part::Effect, Part::Hit, Part::Burst, Part::Penetration],
        &Part::ALL,
    ];
    for elements in [vec![], vec!["omen", "weather", "mood"]] {
        let deck = Shape { elements, ..Shape::new(&[6, 20], 3) }.deck(7);
        for parts in left {
            let deck = deck.without(parts);
            for name in Theme::built_in_names() {
                let theme = Theme::built_in(name).unwrap();
                let faces = Faces::fitting_on(&theme, &deck, &[number(34)]);
                let reported = faces.err().map(|problems| problems.to_string());
                assert_eq!(None, reported, "{name} without {parts:?}");
            }
        }
    }
}

#[test]
fn texts_on_smaller_cards_stay_legible() {
    let crowded = Shape { elements: vec!["one", "two", "three"], ..Shape::new(&[6, 8, 10], 5) };
    let deck = crowded.deck(3);
    for name in ["west", "ink-saver"] {
        let theme = Theme::built_in(name).unwrap().sized("bridge".parse().unwrap()).unwrap();
        match Faces::fitting_on(&theme, &deck, &[number(7)]) {
            Err(problems) => assert_eq!("face.no-room", problems.iter().next().unwrap().code()),
            Ok(faces) => {
                let drawing = faces.card(number(7)).drawing().unwrap();
                let per_mm = drawing.tree().size().width() / theme.format().full_width_mm() as f32;
                for text in picture::texts(drawing.tree()) {
                    let (_, scale) = text.abs_transform().get_scale();
                    let sizes = text.chunks().iter().flat_map(usvg::TextChunk::spans);
                    let least = sizes.map(|span| span.font_size().get()).fold(f32::MAX, f32::min);
                    let points = least * scale / per_mm * 72.0 / 25.4;
                    assert!(points > 5.98, "{name}: {points} pt");
                }
            }
        }
    }
}

#[test]
fn a_single_die_is_large_but_smaller_than_the_number() {
    let shape = Shape { elements: vec!["wild"], ..Shape::new(&[4, 6, 8, 10], 5) };
    let plain = shape.deck(5).without(&[Part::Burst, Part::Hit, Part::Penetration]);
    let dice = [("wild".to_owned(), "1d6!".to_owned())];
    let labels = [("wild".to_owned(), "Wild Die".to_owned())];
    let deck = plain.clone().with_element_dice(dice).with_element_labels(labels);
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        let size_of = |deck: &Deck, field: &str| {
            let faces = Faces::fitting_on(&theme, deck, &[number(7)]).unwrap();
            let drawing = faces.card(number(7)).drawing().unwrap();
            assert_eq!(Vec::<String>::new(), collisions(drawing), "{name}");
            let heights = drawing.fields().into_iter().filter(|(_, own)| *own == field);
            let heights = heights.map(|(id, _)| {
                let node = drawing.tree().node_by_id(id).unwrap();
                node.abs_bounding_box().height() / drawing.tree().size().width()
            });
            heights.fold(0.0_f32, f32::max) * theme.format().full_width_mm() as f32
        };
        let (large, number) = (size_of(&deck, "wild"), size_of(&deck, "number"));
        // Elements of words alone are in the small places, as before.
        let small = size_of(&plain, "wild");
        assert!(large > 2.8 * small, "{name}: {large} mm beside {small} mm");
        assert!(large < number, "{name}: {large} mm beside the number, {number} mm");
    }
}

#[test]
fn grown_figures_keep_their_distance_to_the_next_column() {
    let shape =
        Shape { effect_rows: 2, hits: 3, bursts: Vec::new(), ..Shape::new(&[4, 6, 8, 10], 1) };
    let parts = [Part::Burst, Part::Penetration, Part::Scatter, Part::Unintended];
    let deck = shape.deck(3).without(&parts);
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        let faces = Faces::new(&theme, &deck).unwrap();
        for card in 0..54 {
            let face = faces.card(number(card));
            let drawing = face.drawing().unwrap();
            let fields = drawing.fields();
            let place = |die: u16| {
                let name = format!("effect.d{die}.2");
                let (id, _) = fields.iter().find(|(_, field)| **field == name).unwrap();
                let node = drawing.tree().node_by_id(id).unwrap();
                let usvg::Node::Text(text) = node else { panic!("{id} is not a text") };
                text.flattened().abs_bounding_box()
            };
            let figures: Vec<_> = [4, 6, 8, 10].into_iter().map(place).collect();
            for pair in figures.windows(2) {
                let apart = (pair[1].left() - pair[0].right()) / pair[0].height();
                assert!(apart > 0.35, "{name}, card {card}: {apart} of a figure's height");
            }
        }
    }
}

/// The bounds of every element with this label, in the drawing's units.
fn bounds_of(drawing: &Drawing, label: &str) -> Vec<usvg::tiny_skia_path::Path> {
    let mut found = Vec::new();
    drawing.root().visit(&mut |element| {
        if element.label().as_deref() == Some(label) {
            found.extend(super::place::path_of(element));
        }
    });
    found
}

/// A deck of one column without parts except the number.
fn one_column(die: u16, rows: u8) -> Deck {
    Shape::new(&[die], rows).deck(11).without(&Part::ALL)
}

#[test]
fn figures_and_marks_grow_with_the_cells_of_one_column() {
    const PIXEL_MM: f32 = 25.4 / 96.0;
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        for (rows, least_mm) in [(1, 14.0), (2, 11.0), (3, 8.0)] {
            let deck = one_column(6, rows);
            let faces = Faces::fitting(&theme, &deck).unwrap();
            let mut marks = 0;
            for card in deck.cards() {
                let face = faces.card(card.number);
                let drawing = face.drawing().unwrap();
                let fields = drawing.fields();
                let cells = picture::texts(drawing.tree()).into_iter().filter(|text| {
                    let field = fields.get(text.id()).copied().unwrap_or_default();
                    let words: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
                    field.starts_with("cause") && words != "CF"
                });
                for cell in cells {
                    let height = cell.flattened().abs_bounding_box().height() * PIXEL_MM;
                    assert!(height > least_mm, "{name}, {rows} rows: {height} mm");
                }
                for frame in bounds_of(drawing, "stretch frame") {
                    let bounds = frame.bounds();
                    assert!(bounds.width() > bounds.height(), "{name}, {rows} rows");
                    marks += 1;
                }
            }
            assert!(marks > 0, "{name}");
        }
    }
}

#[test]
fn a_row_alone_has_no_label_and_several_rows_have() {
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        for (rows, labels) in [(1, 0), (2, 2)] {
            let deck = Shape::new(&[6, 20], rows).deck(3);
            let faces = Faces::fitting_on(&theme, &deck, &[number(7)]).unwrap();
            let face = faces.card(number(7));
            let texts = picture::texts(face.drawing().unwrap().tree());
            let is_label = |text: &&usvg::Text| {
                let words: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
                words.starts_with('(') && words.ends_with(')')
            };
            assert_eq!(labels, texts.into_iter().filter(is_label).count(), "{name}");
        }
    }
}

#[test]
fn rows_begin_at_the_edge_of_a_panel_without_a_column() {
    let deck = Shape::new(&[4, 6, 8], 3).deck(3);
    let wide = deck.without(&[Part::Burst, Part::Hit, Part::Penetration]);
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        let faces = Faces::fitting_on(&theme, &wide, &[number(7)]).unwrap();
        let face = faces.card(number(7));
        let tabs = bounds_of(face.drawing().unwrap(), "stretch tab");
        assert_eq!(6, tabs.len(), "{name}");
        for tab in tabs {
            let inset = f64::from(tab.bounds().left()) - theme.format().safe_mm();
            assert!((-0.01..1.0).contains(&inset), "{name}: {inset} mm");
        }
    }
}

#[test]
fn the_point_of_a_tall_standard_location_stays_centred() {
    let shape = Shape { hits: 3, bursts: Vec::new(), ..Shape::new(&[4, 6], 2) };
    let deck = shape.deck(3).without(&[Part::Burst, Part::Penetration]);
    for name in Theme::built_in_names() {
        let theme = Theme::built_in(name).unwrap();
        let faces = Faces::fitting_on(&theme, &deck, &[number(7)]).unwrap();
        let face = faces.card(number(7));
        let frames = bounds_of(face.drawing().unwrap(), "stretch standard");
        let [frame] = &frames[..] else { panic!("{name}: {} frames", frames.len()) };
        let bounds = frame.bounds();
        let points = frame.points().iter();
        let point = points.min_by(|one, other| one.x.total_cmp(&other.x)).unwrap();
        let middle = f32::midpoint(bounds.top(), bounds.bottom());
        assert!(bounds.height() > 5.0, "{name}");
        assert!((point.y - middle).abs() < 0.15, "{name}: {} of {bounds:?}", point.y);
    }
}

#[test]
fn titles_keep_their_distance_to_the_first_die() {
    const PIXEL_MM: f32 = 25.4 / 96.0;
    let five = Shape::new(&[4, 6, 8, 10, 12], 5).deck(3);
    let wide = five.clone().without(&[Part::Burst, Part::Hit, Part::Penetration]);
    for deck in [five, wide] {
        for name in Theme::built_in_names() {
            for language in ["en", "de", "fr", "es"] {
                let theme = Theme::built_in(name).unwrap();
                let theme = theme.in_words(crate::face::Words::built_in(language).unwrap());
                let faces = Faces::fitting_on(&theme, &deck, &[number(7)]).unwrap();
                let face = faces.card(number(7));
                let drawing = face.drawing().unwrap();
                let bleed = theme.format().bleed_mm() as f32;
                let dice = bounds_of(drawing, "outline");
                for title in picture::texts(drawing.tree()) {
                    let spans = title.chunks().iter().flat_map(usvg::TextChunk::spans);
                    let mut families = spans.flat_map(|span| span.font().families());
                    let is_of_titles =
                        |family: &str| ["Chakra", "Rye"].iter().any(|name| family.contains(name));
                    if !families.any(|family| is_of_titles(&family.to_string())) {
                        continue;
                    }
                    let bounds = title.flattened().abs_bounding_box();
                    let [right, y] = [bounds.right(), f32::midpoint(bounds.top(), bounds.bottom())]
                        .map(|pixel| pixel * PIXEL_MM - bleed);
                    let beside = dice.iter().map(|path| path.bounds());
                    let beside = beside.filter(|die| die.top() < y && y < die.bottom());
                    let first = beside.map(|die| die.left()).fold(f32::MAX, f32::min);
                    let apart = first - right;
                    assert!(apart > 0.09, "{name} in {language}: {apart} mm");
                }
            }
        }
    }
}
