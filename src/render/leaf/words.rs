//! The texts of each panel of the leaf.

use crate::deck::{CauseCell, CheckRule, Deck, Part};
use crate::face::{Faces, Words};
use crate::render::explained::{FramedMeaning, NumberedCard, any_cell};
use crate::table::lookup::Element;
use crate::table::odds::{Pile, element_odds};
use crate::table::rules::{
    Aim, CalledShot, Hands, Movement, Options, RangedSituation, Size as TargetSize,
};

use super::glance;
use super::panel::{Block, Kind, PANELS, Panel};

/// Custom elements with more values are described by their number of values.
const MOST_VALUES: usize = 12;

/// The panels of the front and of the back, in reading order.
pub(super) fn panels(
    faces: &Faces<'_>,
    legend: &NumberedCard,
    options: &Options,
    fits: &dyn Fn(&Panel) -> bool,
) -> [Vec<Panel>; 2] {
    let (deck, words) = (faces.deck(), faces.theme().words());
    let front =
        vec![cover(deck, words), picture(words), reading(legend, words), terms(deck, words)];
    let titled = |name: &str, blocks| panel(&words.on_leaf(name, &[]), blocks);
    let mut back = vec![titled("checks", glance::checks(deck, plays(deck), words))];
    if deck.layout().has(Part::Effect) {
        back.push(titled("effects", glance::effect(deck, words)));
    }
    back.push(titled("beside", beside(deck, options, words)));
    if !deck.layout().extras.is_empty() {
        back.push(titled("own", elements(deck, words)));
    }
    if plays(deck) {
        back.push(titled("game", game(options, words)));
    }
    back.retain(|panel| !panel.blocks.is_empty());
    [front, in_four(back, words, fits)]
}

/// Combines the panels of a side into four: neighbours that fit together share one, and unused panels are for
/// notes. If five do not fit, the last is omitted: it has tables of the game, not of the deck.
fn in_four(mut panels: Vec<Panel>, words: &Words, fits: &dyn Fn(&Panel) -> bool) -> Vec<Panel> {
    while panels.len() > PANELS {
        let joined = |pair: &[Panel]| {
            let [one, other] = pair else { return None };
            let titles = [("one", &*one.title), ("other", &*other.title)];
            let both = panel(
                &words.on_leaf("two_titles", &titles),
                one.blocks.iter().chain(&other.blocks).cloned().collect(),
            );
            Some(both).filter(fits)
        };
        let found = panels.windows(2).enumerate().find_map(|(at, pair)| Some((at, joined(pair)?)));
        let Some((at, both)) = found else { break };
        panels.splice(at..at + 2, [both]);
    }
    panels.resize(PANELS, panel(&words.on_leaf("notes", &[]), Vec::new()));
    panels
}

fn panel(title: &str, blocks: Vec<Block>) -> Panel {
    Panel { title: title.to_owned(), kind: Kind::Columns, blocks }
}

fn item(title: String, words: impl Into<String>) -> Block {
    Block::Item { mark: String::new(), title, words: words.into() }
}

fn cover(deck: &Deck, words: &Words) -> Panel {
    let (cards, edition) = (deck.cards().len().to_string(), deck.edition().to_string());
    let says = words.on_leaf("cover", &[("cards", &cards), ("edition", &edition)]);
    Panel { kind: Kind::Cover, ..panel(deck.name(), vec![Block::Words(says)]) }
}

fn picture(words: &Words) -> Panel {
    Panel { kind: Kind::Pictured, ..panel(&words.on_leaf("a_card", &[]), Vec::new()) }
}

fn reading(numbered: &NumberedCard, words: &Words) -> Panel {
    let legend = (1..).zip(&numbered.legend);
    let items = legend.map(|(number, [title, words]): (usize, _)| Block::Item {
        mark: number.to_string(),
        title: if title.ends_with('?') { title.clone() } else { format!("{title}.") },
        words: words.clone(),
    });
    panel(&words.on_leaf("parts", &[]), items.collect())
}

/// The terms of the game that the deck needs.
fn terms(deck: &Deck, words: &Words) -> Panel {
    let layout = deck.layout();
    let cf = [("cf", words.word("cf").unwrap_or("CF"))];
    let describe =
        |title: &str, means: &str| item(words.on_leaf(title, &cf), words.on_leaf(means, &cf));
    let mut blocks = vec![item(words.on_leaf("piles", &[]), words.shuffling(layout.shuffle))];
    blocks.push(describe("level", "level_then"));
    let check = deck.imprint().check;
    if check.has_target() {
        blocks.push(describe("target", "target_then"));
    }
    blocks.extend(FramedMeaning::find(deck).map(|framed| match framed {
        FramedMeaning::GoesOn => describe("exceptional", "exceptional_goes_on"),
        FramedMeaning::Ends => describe("exceptional", "exceptional_ends"),
    }));
    if any_cell(deck, |_, cell| cell == CauseCell::CriticalFailure) {
        blocks.push(describe("failure", "failure_then"));
    }
    if layout.has(Part::Hit) && check == CheckRule::Bumps {
        blocks.push(describe("bump", "bump_then"));
    }
    if layout.has(Part::Effect) {
        let means = if check.has_target() { "effect_then" } else { "effect_only" };
        blocks.push(describe("effect", means));
    }
    if layout.has(Part::Hit) {
        blocks.push(describe("wound", "wound_then"));
    }
    panel(&words.on_leaf("terms", &[]), blocks)
}

/// The frequencies of everything except checks and effect.
fn beside(deck: &Deck, options: &Options, words: &Words) -> Vec<Block> {
    let layout = deck.layout();
    let mut blocks = Vec::new();
    if layout.has(Part::Hit) {
        blocks.push(glance::hits(deck, words));
    }
    if layout.has(Part::Burst) {
        blocks.push(glance::bursts(deck, words));
    }
    if layout.has(Part::Penetration) {
        blocks.push(glance::penetration(deck, words));
    }
    if layout.has(Part::Failure) {
        blocks.push(glance::failure(deck, options, words));
    }
    let evenly: Vec<String> = [
        (Part::Scatter, "evenly_scatter"),
        (Part::Unintended, "evenly_unintended"),
        (Part::Toggle, "evenly_toggle"),
        (Part::Suit, "evenly_suit"),
    ]
    .into_iter()
    .filter(|(part, _)| layout.has(*part))
    .map(|(_, name)| words.on_leaf(name, &[]))
    .collect();
    if !evenly.is_empty() {
        blocks.push(item(words.on_leaf("evenly", &[]), format!("{}.", evenly.join(", "))));
    }
    blocks
}

/// Whether the deck has what shots and wounds are read from, in a game with target numbers.
fn plays(deck: &Deck) -> bool {
    deck.imprint().check.has_target()
        && [Part::Hit, Part::Burst, Part::Penetration].iter().all(|&part| deck.layout().has(part))
}

/// The frequencies of the values of custom elements.
fn elements(deck: &Deck, words: &Words) -> Vec<Block> {
    let mut blocks = Vec::new();
    for id in &deck.layout().extras {
        let Ok(element) = Element::new(deck, id) else { continue };
        let Ok(tables) = element_odds(element, Pile::whole(deck.numbers()), None, None) else {
            continue;
        };
        let name = words.value(deck.element_label(id));
        let how = deck.imprint().elements.get(id).map(|how| words.value(how));
        let mut rows = glance::rows(&tables.tables[0]);
        let are_many = rows.len() > MOST_VALUES;
        let count = rows.len().to_string();
        let many = are_many.then(|| words.on_leaf("element_values", &[("count", &count)]));
        let reported: Vec<String> = how.into_iter().chain(many).collect();
        if !reported.is_empty() {
            let titled = words.on_leaf("element", &[("element", &name)]);
            blocks.push(item(titled, reported.join(" ")));
        }
        if are_many {
            continue;
        }
        rows.iter_mut().for_each(|row| row[0] = words.value(&row[0]));
        blocks.push(Block::Table { head: vec![name, words.on_leaf("in_100", &[])], rows });
    }
    blocks
}

/// The modifiers of a shot's target number, and the effects of wounds (Conflict, "Ranged Attacks", "Called
/// Shots", "Wound Modifiers").
fn game(options: &Options, words: &Words) -> Vec<Block> {
    let said = |name: &str| words.on_leaf(name, &[]);
    let increment = std::num::NonZeroU16::new(10).expect("ten is not nothing");
    let plain = RangedSituation { aim: Aim::Snap, ..RangedSituation::plain(10, increment) };
    let more = |situation: &RangedSituation| {
        let over = situation.account(options).tn().get() - plain.account(options).tn().get();
        format!("{over:+}").replace('-', "−")
    };
    let row = |name: &str, situation: RangedSituation| vec![said(name), more(&situation)];
    let called = |part| RangedSituation { called: Some(part), ..plain.clone() };
    let of_size = |size: &str| {
        let size: TargetSize = size.parse().expect("a size");
        more(&RangedSituation { size, ..plain.clone() })
    };
    let [small, large] = ["3", "12"];
    let sizes = words.on_leaf("sizes", &[("small", small), ("large", large)]);
    let unseen = RangedSituation { unseen_behind_cover: true, ..plain.clone() };
    let rows = vec![
        row("increment", RangedSituation { distance_m: 20, ..plain.clone() }),
        row("walking", RangedSituation { movement: Movement::Walking, ..plain.clone() }),
        row("mounted", RangedSituation { mounted: true, ..plain.clone() }),
        row("running", RangedSituation { movement: Movement::Running, ..plain.clone() }),
        vec![sizes, format!("{}, {}", of_size(small), of_size(large))],
        row("unseen", unseen),
        row("two_weapons", RangedSituation { hands: Hands::MainOfTwo, ..plain.clone() }),
        row("called_torso", called(CalledShot::Torso)),
        row("called_limb", called(CalledShot::Limb)),
        row("called_extremity", called(CalledShot::Extremity)),
        row("called_pinpoint", called(CalledShot::Pinpoint)),
    ];
    let wounds = (1..=crate::table::rules::DISABLING)
        .filter_map(|wounds| options.wound_table.level(wounds))
        .map(|level| {
            vec![
                format!("{} {}", level.wounds, said(level.name)),
                format!("+{}", level.penalty),
                level.stun.to_string(),
            ]
        });
    let mut levels: Vec<Vec<String>> = wounds.collect();
    levels.dedup_by(|a, b| a[1..] == b[1..]);
    let heads = |names: &[&str]| names.iter().map(|name| said(name)).collect();
    vec![
        Block::Table { head: heads(&["shot", "tn"]), rows },
        Block::Table { head: heads(&["wounds", "wounds_tn", "wounds_stun"]), rows: levels },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Imprint;
    use crate::face::Theme;
    use crate::render::explained::{numbered, telling_card};

    fn deck() -> Deck {
        Deck::read("Sample.csv", include_str!("../../../tests/data/deck.csv")).unwrap()
    }

    fn sides(deck: &Deck) -> [Vec<Panel>; 2] {
        sides_in("en", deck)
    }

    fn sides_in(language: &str, deck: &Deck) -> [Vec<Panel>; 2] {
        let theme = Theme::built_in("future-imperfect").unwrap();
        let theme = theme.in_words(Words::built_in(language).unwrap());
        let faces = Faces::new(&theme, deck).unwrap();
        let numbered = numbered(&faces, telling_card(&faces)).unwrap();
        panels(&faces, &numbered, &Options::default(), &|_| false)
    }

    #[test]
    fn omitted_parts_are_not_on_the_leaf() {
        let said = |deck: &Deck| format!("{:?}", sides(deck));
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
    fn games_without_target_numbers_show_none() {
        for check in [CheckRule::Under, CheckRule::Count, CheckRule::Figure] {
            let imprint = Imprint { check, ..Imprint::default() };
            let deck = deck().with_imprint(imprint);
            for (language, words) in [
                ("en", ["TN", "target number", "ump", "best"]),
                ("de", ["MW", "Mindestwurf", "Steigerung", "beste"]),
                ("es", ["ND", "dificultad", "aumento", "mejor"]),
                ("fr", ["SR", "seuil", "relance", "meilleure"]),
            ] {
                let all = said(&sides_in(language, &deck)).join("\n");
                for word in words {
                    assert!(!all.contains(word), "{check:?} in {language}: {word}: {all}");
                }
                let success =
                    Words::built_in(language).unwrap().word("how_under").unwrap().to_owned();
                assert_eq!(check == CheckRule::Under, all.contains(&success), "{language}: {all}");
            }
            let all = said(&sides(&deck)).join("\n");
            assert_eq!(check == CheckRule::Count, all.contains("Each 6 is a success."), "{all}");
        }
    }

    #[test]
    fn each_side_has_four_panels_for_any_deck() {
        let deck = deck();
        for without in [&[][..], &[Part::Effect], &[Part::Hit, Part::Burst], &Part::ALL] {
            let sides = sides(&deck.without(without));
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
        let four = in_four(panels(6), &Words::usual(), &|_| true);
        let blocks: Vec<Block> = four.iter().flat_map(|panel| panel.blocks.clone()).collect();
        let before: Vec<Block> = panels(6).into_iter().flat_map(|panel| panel.blocks).collect();
        assert_eq!((PANELS, before), (four.len(), blocks));
        assert_eq!("P0 · P1 · P2", four[0].title);
    }

    /// All texts of panels: titles, headings, sentences, words of tables.
    fn said(sides: &[Vec<Panel>; 2]) -> Vec<String> {
        let mut said = Vec::new();
        for panel in sides.iter().flatten() {
            said.push(panel.title.clone());
            for block in &panel.blocks {
                match block {
                    Block::Heading(words) | Block::Words(words) => said.push(words.clone()),
                    Block::Item { title, words, .. } => said.extend([title.clone(), words.clone()]),
                    Block::Table { head, rows } => {
                        said.extend(rows.iter().flatten().chain(head).cloned());
                    }
                }
            }
        }
        said
    }

    #[test]
    fn a_translated_leaf_has_no_english_and_fits() {
        let deck = deck();
        let is_word = |text: &String| {
            text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 3)
        };
        let english: std::collections::BTreeSet<String> =
            said(&sides(&deck)).into_iter().filter(is_word).collect();
        assert!(english.len() > 60, "{english:?}");
        let own = [deck.name(), "Notes"];
        for language in ["de", "es", "fr"] {
            let sides = sides_in(language, &deck);
            let both = |text: &&String| english.contains(*text) && !own.contains(&text.as_str());
            let all = said(&sides);
            let same: Vec<&String> = all.iter().filter(both).collect();
            assert!(same.is_empty(), "{language}: {same:?}");
            assert!(!all.iter().any(|text| text.contains(['{', '}'])), "{language}: {all:?}");
        }
    }
}
