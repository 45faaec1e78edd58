//! White space, measured from the boxes of drawn texts in every theme, preset, language and size: texts keep a distance
//! from each other and from the cut, and no part of a card is empty.

use actiondeck::deck::{Card, Deck};
use actiondeck::face::{Binder, Extra, Theme, Words, parse_svg};
use actiondeck::generate::{Effort, generate};
use actiondeck::spec::PRESETS;
use rayon::prelude::*;

use crate::ink::sized_themes;

/// The minimum distance of two texts in millimetres.
const BETWEEN_MM: f64 = 0.1;
/// The largest share of a card's height without a text across its whole width.
const EMPTY_BAND: f64 = 0.25;

/// The box of a text in millimetres from the upper left corner of the cut card: left, top, right, bottom.
struct TextBox {
    written: String,
    edges: [f64; 4],
}

impl TextBox {
    /// The distance to another box; zero if they overlap.
    fn distance(&self, other: &Self) -> f64 {
        let [one, two] = [self.edges, other.edges];
        let gap =
            |near: usize, far: usize| (two[near] - one[far]).max(one[near] - two[far]).max(0.0);
        let [across, down] = [gap(0, 2), gap(1, 3)];
        (across * across + down * down).sqrt()
    }
}

fn collect(group: &usvg::Group, to_mm: &dyn Fn(f32) -> f64, found: &mut Vec<TextBox>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect(group, to_mm, found),
            usvg::Node::Text(text) => {
                let written: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
                let ink = text.flattened().abs_bounding_box();
                let edges = [ink.left(), ink.top(), ink.right(), ink.bottom()].map(to_mm);
                if !written.trim().is_empty() {
                    found.push(TextBox { written, edges });
                }
            }
            _ => {}
        }
    }
}

/// The texts of a face, from the top down.
fn text_boxes(svg: &str, theme: &Theme) -> Vec<TextBox> {
    let tree = parse_svg(svg).unwrap();
    let format = theme.format();
    let scale = format.full_width_mm() / f64::from(tree.size().width());
    let mut found = Vec::new();
    let to_mm = |length: f32| f64::from(length) * scale - format.bleed_mm();
    collect(tree.root(), &to_mm, &mut found);
    found.sort_by(|one, other| one.edges[1].total_cmp(&other.edges[1]));
    found
}

/// What is too near, too far out, or missing on a face.
fn faults(svg: &str, theme: &Theme) -> Vec<String> {
    let (texts, format) = (text_boxes(svg, theme), theme.format());
    let mut faults = Vec::new();
    let safe = format.safe_mm() - 0.01;
    let [width, height] = [format.trim_width_mm(), format.trim_height_mm()];
    for (place, one) in texts.iter().enumerate() {
        let [left, top, right, bottom] = one.edges;
        let from_cut = left.min(top).min(width - right).min(height - bottom);
        if from_cut < safe {
            faults.push(format!("{:?} is {from_cut:.2} mm from the cut", one.written));
        }
        for other in &texts[place + 1..] {
            let distance = one.distance(other);
            if distance < BETWEEN_MM {
                let [one, other] = [&one.written, &other.written];
                faults.push(format!("{one:?} and {other:?} are {distance:.2} mm apart"));
            }
        }
    }
    let mut filled_to = 0.0;
    for text in &texts {
        let [_, top, _, bottom] = text.edges;
        let share = (top - filled_to) / height;
        if share > EMPTY_BAND {
            faults.push(format!(
                "{:.0} % of the height is empty above {:?}",
                share * 100.0,
                text.written
            ));
        }
        filled_to = bottom.max(filled_to);
    }
    faults
}

/// A deck of each preset.
pub fn preset_decks() -> Vec<(&'static str, Deck)> {
    let decks = PRESETS.iter().map(|preset| {
        let spec = preset.spec().unwrap();
        (preset.name, generate(&spec, spec.seed, Effort::Quick, &|_| ()).unwrap())
    });
    decks.collect()
}

/// The card with the longest words, and one with a critical failure or a gear.
fn telling_cards(deck: &Deck) -> Vec<&Card> {
    let length = |card: &&Card| {
        let words = card.hit.iter().map(|hit| hit.chars().count());
        let elements = card.extras.iter().map(|extra| extra.to_string().chars().count());
        words.chain(elements).sum::<usize>()
    };
    let failing = deck.cards().iter().find(|card| card.failure.is_some());
    let worded = deck.cards().iter().max_by_key(length);
    [failing, worded].into_iter().flatten().collect()
}

#[test]
fn texts_keep_their_distances_and_no_part_of_a_card_is_empty() {
    let decks = preset_decks();
    let mut themes = Vec::new();
    for (name, theme) in sized_themes() {
        for language in Words::built_in_names() {
            let words = Words::built_in(language).unwrap();
            themes.push((format!("{name}, {language}"), theme.clone().in_words(words)));
        }
    }
    let tried: Vec<_> =
        themes.iter().flat_map(|theme| decks.iter().map(move |deck| (theme, deck))).collect();
    let found: Vec<String> = tried
        .par_iter()
        .flat_map(|((name, theme), (deck_name, deck))| {
            let binder = match Binder::new(theme, deck) {
                Ok(binder) => binder,
                Err(problems) => return vec![format!("{name}, {deck_name}: {problems}")],
            };
            let mut faces: Vec<(String, String)> = telling_cards(deck)
                .into_iter()
                .map(|card| (format!("card {}", card.number), binder.card(card)))
                .collect();
            let instruction = binder.extra(Extra::Instruction);
            faces.extend(instruction.map(|svg| ("instruction card".to_owned(), svg)));
            let faults_of = |(face, svg): &(String, String)| -> Vec<String> {
                let found = faults(svg, theme).into_iter();
                found.map(|what| format!("{name}, {deck_name}, {face}: {what}")).collect()
            };
            faces.iter().flat_map(faults_of).collect()
        })
        .collect();
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}
