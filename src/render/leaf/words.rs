//! What stands on each panel of the leaf.

use crate::deck::{CauseCell, Deck, Part};
use crate::face::{Faces, Fonts};
use crate::geometry::{Mm, Size};
use crate::lookup::Element;
use crate::odds::{Pile, element_odds};
use crate::render::explained::{Framed, Numbered, any_cell};
use crate::rules::{
    Aim, CalledShot, Hands, Movement, Options, RangedSituation, Size as TargetSize,
};

use super::PANELS;
use super::glance;
use super::panel::{Block, Panel};

/// Of own elements with more values than these only the number of values is said.
const MOST_VALUES: usize = 12;

/// The panels of the front, and those of the back, in reading order.
pub(super) fn panels(
    faces: &Faces<'_>,
    legend: &Numbered,
    options: &Options,
    room: Size,
) -> [Vec<Panel>; 2] {
    let deck = faces.deck();
    let front = vec![cover(deck), picture(), reading(legend), words(deck)];
    let mut back = vec![panel("Checks", glance::checks(deck, plays(deck)))];
    if deck.layout().has(Part::Effect) {
        back.push(panel("Effect", glance::effect(deck)));
    }
    back.push(panel("Also on a card", beside(deck, options)));
    if !deck.layout().extras.is_empty() {
        back.push(panel("Own elements", elements(deck)));
    }
    if plays(deck) {
        back.push(panel("Shots and wounds", game(options)));
    }
    back.retain(|panel| !panel.blocks.is_empty());
    [front, in_four(back, room, faces.theme().fonts())]
}

/// As many panels as a side has: neighbours that fit on one share it, and what is left is for notes.
/// Where five do not fit, the last is left out: it holds tables of the game, not of the deck.
fn in_four(mut panels: Vec<Panel>, room: Size, fonts: &Fonts) -> Vec<Panel> {
    while panels.len() > PANELS {
        let joined = |pair: &[Panel]| {
            let [one, other] = pair else { return None };
            let both = panel(
                &format!("{}, {}", one.title, other.title.to_lowercase()),
                one.blocks.iter().chain(&other.blocks).cloned().collect(),
            );
            both.set(room, fonts).map(|_| both)
        };
        let found = panels.windows(2).enumerate().find_map(|(at, pair)| Some((at, joined(pair)?)));
        let Some((at, both)) = found else { break };
        panels.splice(at..at + 2, [both]);
    }
    panels.resize(PANELS, panel("Notes", Vec::new()));
    panels
}

fn panel(title: &str, blocks: Vec<Block>) -> Panel {
    Panel { title: title.to_owned(), blocks }
}

fn item(title: &str, words: impl Into<String>) -> Block {
    Block::Item { mark: String::new(), title: title.to_owned(), words: words.into() }
}

/// A card whose numbers can be read.
const PICTURE: Block = Block::Picture { least: Mm(50.0) };

fn cover(deck: &Deck) -> Panel {
    let says =
        format!("{} cards in place of dice · edition {}", deck.cards().len(), deck.edition());
    panel(deck.name(), vec![Block::Words(says), PICTURE])
}

fn picture() -> Panel {
    panel("A card", vec![PICTURE])
}

fn reading(numbered: &Numbered) -> Panel {
    let legend = (1..).zip(&numbered.legend);
    let items = legend.map(|(number, [title, words]): (usize, _)| Block::Item {
        mark: number.to_string(),
        title: if title.ends_with('?') { title.clone() } else { format!("{title}.") },
        words: words.clone(),
    });
    panel("What stands on it", items.collect())
}

/// The words of the game, as far as the deck needs them.
fn words(deck: &Deck) -> Panel {
    let layout = deck.layout();
    let mut blocks = vec![
        item(
            "Draw pile, discard pile.",
            "Draw from one, put down on the other. Shuffle when the pile is empty, or whenever the table agrees to.",
        ),
        item("Level.", "How many dice, and so how many rows of a column, a check has."),
        item(
            "Target number (TN).",
            "What a check has to reach. Where nothing else is said it is 5.",
        ),
    ];
    if let Some(framed) = Framed::of(deck) {
        let exceptional = match framed {
            Framed::GoesOn => {
                "A framed figure. You may draw a follow-up card and add what the same cell shows on it."
            }
            Framed::Ends => "A framed figure: the highest number of its die.",
        };
        blocks.push(item("Exceptional.", exceptional));
    }
    if any_cell(deck, |_, cell| cell == CauseCell::CriticalFailure) {
        let failure =
            "CF in the last row of the check: it fails, and something goes wrong besides.";
        blocks.push(item("Critical failure (CF).", failure));
    }
    if layout.has(Part::Hit) {
        let bump = "Every full 4 by which a check beats its target number. A bump moves a hit one place up or down, or buys what the rules sell.";
        blocks.push(item("Bump.", bump));
    }
    if layout.has(Part::Effect) {
        let effect = "A sum of dice, such as damage: (2)6 is row 2 of effect column 6. It has no target number.";
        blocks.push(item("Effect.", effect));
    }
    if layout.has(Part::Hit) {
        let wound = "Effect divided by the target's Size, fractions cut off, is the wounds in the place that is hit. What is left over is concussion (CT).";
        blocks.push(item("Wound, CT.", wound));
    }
    panel("In these words", blocks)
}

/// Everything but checks and effect: how often each is drawn.
fn beside(deck: &Deck, options: &Options) -> Vec<Block> {
    let layout = deck.layout();
    let mut blocks = Vec::new();
    if layout.has(Part::Hit) {
        blocks.push(glance::hits(deck));
    }
    if layout.has(Part::Burst) {
        blocks.push(glance::bursts(deck));
    }
    if layout.has(Part::Penetration) {
        blocks.push(glance::penetration(deck));
    }
    if layout.has(Part::Failure) {
        blocks.push(glance::failure(deck, options));
    }
    let mut evenly = Vec::new();
    if layout.has(Part::Scatter) {
        evenly.push("each hour of the clock");
    }
    if layout.has(Part::Unintended) {
        evenly.push("one to six people hit astray");
    }
    if layout.has(Part::Toggle) {
        evenly.push("yes and no");
    }
    if layout.has(Part::Suit) {
        evenly.push("the four suits");
    }
    if !evenly.is_empty() {
        blocks.push(item("As often as each other:", format!("{}.", evenly.join(", "))));
    }
    blocks
}

/// Whether the deck shows what shots and wounds are read from.
fn plays(deck: &Deck) -> bool {
    [Part::Hit, Part::Burst, Part::Penetration].iter().all(|&part| deck.layout().has(part))
}

/// How often each value of the deck's own elements is drawn.
fn elements(deck: &Deck) -> Vec<Block> {
    let mut blocks = Vec::new();
    for id in &deck.layout().extras {
        let Ok(element) = Element::new(deck, id) else { continue };
        let Ok(tables) = element_odds(element, Pile::whole(), None, None) else { continue };
        let rows = glance::rows(&tables.tables[0]);
        if rows.len() > MOST_VALUES {
            let words = format!("{} different values.", rows.len());
            blocks.push(item(&format!("{id}:"), words));
            continue;
        }
        let head = vec![id.clone(), "in 100".to_owned()];
        blocks.push(Block::Table { head, rows });
    }
    blocks
}

/// What moves the target number of a shot, and what wounds do (seed 004, "Ranged Attacks", "Called
/// Shots", "Wound Modifiers").
fn game(options: &Options) -> Vec<Block> {
    let increment = std::num::NonZeroU16::new(10).expect("ten is not nothing");
    let plain = RangedSituation { aim: Aim::Snap, ..RangedSituation::plain(10, increment) };
    let more = |situation: &RangedSituation| {
        let over = situation.account(options).tn().get() - plain.account(options).tn().get();
        format!("{over:+}").replace('-', "−")
    };
    let row = |what: &str, situation: RangedSituation| vec![what.to_owned(), more(&situation)];
    let called = |part| RangedSituation { called: Some(part), ..plain.clone() };
    let small: TargetSize = "3".parse().expect("a size");
    let large: TargetSize = "12".parse().expect("a size");
    let rows = vec![
        row("each range increment more", RangedSituation { distance_m: 20, ..plain.clone() }),
        row("walking", RangedSituation { movement: Movement::Walking, ..plain.clone() }),
        row("mounted", RangedSituation { mounted: true, ..plain.clone() }),
        row("running", RangedSituation { movement: Movement::Running, ..plain.clone() }),
        row("target of Size 3, of 12", RangedSituation { size: small, ..plain.clone() })
            .into_iter()
            .chain([more(&RangedSituation { size: large, ..plain.clone() })])
            .collect::<Vec<_>>(),
        row(
            "target unseen behind cover",
            RangedSituation { unseen_behind_cover: true, ..plain.clone() },
        ),
        row("a weapon in each hand", RangedSituation { hands: Hands::MainOfTwo, ..plain.clone() }),
        row("called: torso", called(CalledShot::Torso)),
        row("called: arm or leg", called(CalledShot::Limb)),
        row("called: head, hand, foot", called(CalledShot::Extremity)),
        row("called: eye, heart", called(CalledShot::Pinpoint)),
    ];
    // Two figures of one line stand together.
    let rows = rows.into_iter().map(|row| vec![row[0].clone(), row[1..].join(", ")]).collect();
    let text = |words: &str| words.to_owned();
    let wounds = (1..=crate::rules::DISABLING)
        .filter_map(|wounds| options.wound_table.level(wounds))
        .map(|level| {
            vec![
                format!("{} {}", level.wounds, level.name),
                format!("+{}", level.penalty),
                level.stun.to_string(),
            ]
        });
    let mut levels: Vec<Vec<String>> = wounds.collect();
    levels.dedup_by(|a, b| a[1..] == b[1..]);
    vec![
        Block::Table { head: vec![text("a shot"), text("TN")], rows },
        Block::Table {
            head: vec![text("wounds"), text("TN of all"), text("stun TN")],
            rows: levels,
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Theme;
    use crate::render::explained::{numbered, telling_card};

    fn deck() -> Deck {
        Deck::read("Sample.csv", include_str!("../../../tests/data/deck.csv")).unwrap()
    }

    fn sides(deck: &Deck, room: [f64; 2]) -> [Vec<Panel>; 2] {
        let theme = Theme::built_in("future-imperfect").unwrap();
        let faces = Faces::new(&theme, deck).unwrap();
        let numbered = numbered(&faces, telling_card(&faces), 0.1).unwrap();
        let room = Size { width: Mm(room[0]), height: Mm(room[1]) };
        panels(&faces, &numbered, &Options::default(), room)
    }

    const POKER: [f64; 2] = [62.5, 87.9];

    #[test]
    fn what_a_deck_leaves_out_is_not_on_its_leaf() {
        let said = |deck: &Deck| format!("{:?}", sides(deck, POKER));
        let (whole, bare) = (said(&deck()), said(&deck().without(&Part::ALL)));
        for words in [
            "Effect",
            "burst of 3",
            "penetration",
            "fails in 100",
            "Shots and wounds",
            "Bump.",
            "hour",
            "poker",
        ] {
            assert!(whole.contains(words), "{words}: {whole}");
            assert!(!bare.contains(words), "{words}: {bare}");
        }
        assert!(bare.contains("Notes"), "{bare}");
    }

    #[test]
    fn four_panels_stand_on_each_side_whatever_the_deck_has() {
        let deck = deck();
        for without in [&[][..], &[Part::Effect], &[Part::Hit, Part::Burst], &Part::ALL] {
            let sides = sides(&deck.without(without), POKER);
            assert_eq!([PANELS; 2], [sides[0].len(), sides[1].len()], "{without:?}");
        }
    }

    #[test]
    fn panels_that_share_a_panel_keep_every_block() {
        let panels = |count: usize| -> Vec<Panel> {
            (0..count)
                .map(|at| panel(&format!("P{at}"), vec![Block::Words(at.to_string())]))
                .collect()
        };
        let room = Size { width: Mm(62.5), height: Mm(87.9) };
        let four = in_four(panels(6), room, &Fonts::bundled());
        let blocks: Vec<Block> = four.iter().flat_map(|panel| panel.blocks.clone()).collect();
        let before: Vec<Block> = panels(6).into_iter().flat_map(|panel| panel.blocks).collect();
        assert_eq!((PANELS, before), (four.len(), blocks));
        assert_eq!("P0, p1, p2", four[0].title);
    }
}
