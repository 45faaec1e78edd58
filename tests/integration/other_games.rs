//! `lookup d6` and `lookup ladder`: every subcommand, in text and JSON, and refused questions.

use std::collections::BTreeSet;
use std::path::PathBuf;

use actiondeck::deck::{CardNumber, Deck};
use actiondeck::dice::Die;
use actiondeck::face::{Extra, Faces, Line, Theme, lines};
use actiondeck::json_formats::JsonFormat;
use actiondeck::table::lookup::{Answer, AnswerRecord};
use actiondeck::table::rules::d6;
use actiondeck::table::rules::d6::{DieCode, cards_needed, roll};
use actiondeck::table::rules::ladder::{
    Attack, Check, LadderReading, Options, Purpose, Weapon, Wounds,
};
use assert_cmd::Command;
use proptest::prelude::*;
use serde_json::json;

use crate::json_formats::valid;
use crate::lookup::OutputAssert;
use crate::program::same_in_text_and_json;

/// The sample deck with a Wild Die and a ladder die.
fn deck() -> Deck {
    let csv: String = crate::rules_ladder::deck()
        .to_csv()
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            0 => format!("{text},wild\n"),
            line => format!("{text},{}\n", (line - 1) % 11 + 1),
        })
        .collect();
    Deck::read("games.csv", &csv).unwrap_or_else(|problems| panic!("{problems}"))
}

struct Table {
    _folder: tempfile::TempDir,
    deck: PathBuf,
}

impl Table {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        std::fs::write(&path, deck().to_csv()).unwrap();
        Self { _folder: folder, deck: path }
    }

    fn ask(&self, question: &str, more: &[&str]) -> assert_cmd::assert::Assert {
        Command::cargo_bin("actiondeck")
            .unwrap()
            .arg("lookup")
            .args(question.split(' '))
            .args(more)
            .arg("--deck")
            .arg(&self.deck)
            .assert()
    }
}

/// One valid question for each subcommand, and the kind of its answer.
const QUESTIONS: &[(&str, &str)] = &[
    ("d6 check 34,10 7D+1", "d6-roll"),
    ("d6 initiative 34 3D+1 --search 5D --agility 4D --points 11,12", "d6-initiative"),
    ("d6 order Ann:14 thugs:9 Ben:9", "turn-order"),
    ("d6 actions 4 5D+1 3D --used 1", "d6-actions"),
    ("d6 defense 34 4D+1 --actions 2", "d6-defense"),
    ("d6 defense 34 4D+1 --full", "d6-defense"),
    ("d6 block unarmed bladed --stopped", "d6-block"),
    ("d6 difficulty --active 17 --range 5 --cover 2D@12 --other -1", "target-number"),
    ("d6 attack 34 5D+1 --aim 1 --range -5 --band short --length 250", "d6-attack"),
    ("d6 damage 34 +2D --strength 3D+2 --bonus 1 --resist 3D+1@11", "d6-damage"),
    ("ladder check 12 3 --actions 2 --hurt 3", "ladder-check"),
    ("ladder initiative 8 3 --hurt 3", "ladder-check"),
    ("ladder order Bob:4 Adam:1!", "turn-order"),
    (
        "ladder attack 6 3 --weapon melee --physique 3 --armour 1 --dodge 16:3 --dodge-actions 2",
        "ladder-attack",
    ),
    ("ladder tally 3 2", "wound-level"),
    ("ladder withdraw 12 3 --pace crawl --hurt 5 --difficulty 1", "withdraw"),
    ("ladder endure 12 3 --difficulty 2 --hurt 5", "endure"),
    ("ladder ammunition full-auto --clip 15 --point-blank", "ammunition"),
];

#[test]
fn every_question_answers_the_same_in_text_and_json() {
    let table = Table::new();
    for (question, kind) in QUESTIONS {
        same_in_text_and_json(kind, |more| table.ask(question, more));
    }
}

/// The text of the instruction card in a built-in theme.
fn instruction(theme: &str, deck: &Deck) -> String {
    let theme = Theme::built_in(theme).unwrap();
    let faces = Faces::new(&theme, deck).unwrap();
    let drawing = faces.extra(Extra::Instruction).unwrap().drawing().unwrap();
    lines(drawing.tree()).iter().map(Line::text).collect()
}

/// The deck without the columns whose names begin or end like this.
fn without(deck: &Deck, is_gone: impl Fn(&str) -> bool) -> Deck {
    let csv = deck.to_csv();
    let heads: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let row = |row: &str| {
        let cells = row.split(',').enumerate().filter(|(at, _)| !is_gone(heads[*at]));
        cells.map(|(_, cell)| cell).collect::<Vec<_>>().join(",") + "\n"
    };
    let csv: String = csv.lines().map(row).collect();
    Deck::read("less.csv", &csv).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn the_instruction_card_explains_the_dice_its_deck_can_read() {
    let built_in = &Deck::built_in();
    for theme in Theme::built_in_names() {
        let card = instruction(theme, built_in);
        assert!(card.contains("Four Fudge dice: column 12, rows 1, 2, 4"), "{theme}: {card}");
        assert!(card.contains("Wild Die: effect (1)6"), "{theme}: {card}");
    }
    let decks = [
        built_in.clone(),
        deck(),
        without(built_in, |name| name.starts_with("cause_d12")),
        without(built_in, |name| name.starts_with("cause_") && name.ends_with("_5")),
        without(built_in, |name| name.starts_with("cause_d6")),
        without(built_in, |name| name.starts_with("effect_")),
    ];
    let mut seen = BTreeSet::new();
    for deck in &decks {
        let card = instruction("ink-saver", deck);
        let twelve = Die::new(12).unwrap();
        let cells = LadderReading::Cells { column: twelve, rows: [1, 2, 4, 5] };
        let is_fudge = LadderReading::new(deck).is_ok_and(|reading| reading == cells);
        let code: DieCode = "2D".parse().unwrap();
        let wild = roll(deck, code, &[CardNumber::new(34).unwrap()]).map(|roll| roll.wild_die);
        let is_wild = wild.is_ok_and(|wild| wild == d6::WildDie::Cell);
        assert_eq!(is_fudge, card.contains("Fudge"), "{card}");
        assert_eq!(is_wild, card.contains("Wild"), "{card}");
        seen.insert((is_fudge, is_wild));
    }
    assert_eq!(4, seen.len(), "{seen:?}");
}

/// The sections of docs/games.md on the two games.
fn page() -> &'static str {
    let page = include_str!("../../docs/games.md");
    page.split_once("## D6 combat").expect("the page has a part on D6 combat").1
}

#[test]
fn every_subcommand_and_function_that_the_page_names_exists() {
    let table = Table::new();
    let mut named = 0;
    let modules = [
        ("d6::", include_str!("../../src/table/rules/d6/mod.rs")),
        ("ladder::", include_str!("../../src/table/rules/ladder/mod.rs")),
        ("", include_str!("../../src/table/rules/mod.rs")),
    ];
    let quoted = page().split('`').skip(1).step_by(2);
    for piece in quoted {
        if let Some(question) = piece.strip_prefix("lookup ") {
            let words: Vec<&str> = question.split(' ').take(2).collect();
            table.ask(&words.join(" "), &["--help"]).success();
            named += 1;
        } else if let Some(item) = piece.strip_suffix("()") {
            let (prefix, exports) =
                modules.iter().find(|(prefix, _)| item.starts_with(prefix)).unwrap();
            let item = item.trim_start_matches(prefix).split("::").next().unwrap();
            let is_exported = exports
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .any(|word| word == item);
            assert!(is_exported, "{piece} is not exported");
            named += 1;
        }
    }
    assert!(named > 30, "{named}");
}

#[test]
fn every_heading_of_the_two_texts_is_on_the_page() {
    let headings = [
        "Rounds",
        "Step 1: Initiative",
        "Initiative Bonus",
        "Step 2: Attacking and Defending",
        "Performing Actions in Rounds",
        "Multiple Actions",
        "Base Combat Difficulty",
        "Active Defense",
        "Dodge",
        "Block/Parry",
        "Full Defense",
        "Partial Defense",
        "Combat Difficulty Modifiers",
        "Range",
        "Cover",
        "Aiming",
        "Determining Success",
        "Step 3: Determining Damage",
        "Determining Strength Damage",
        "Damage Bonus",
        "Step 4: Repeat",
        "Damage and Healing",
        "Combat Options",
        "Damage",
        "Wound Levels",
        "Example of Combat",
    ];
    for heading in headings {
        assert!(page().contains(&format!("\n| {heading}")), "{heading}");
    }
}

#[test]
fn the_tally_of_wounds_is_a_question_of_its_own_name() {
    let table = Table::new();
    table.ask("tally --ct 12 belly:2+3 head:1 --bleed 2", &[]).success().says("torso: light (2)");
    table.ask("tally belly:2 --ct 12", &[]).success().says("torso: light (2)");
    table.ask("tally", &[]).code(2);
    table.ask("tally belly:2 level 3", &[]).code(2);
}

#[test]
fn bad_input_is_refused_in_one_line_each_with_what_is_accepted() {
    let table = Table::new();
    table
        .ask("d6 check 34 3", &[])
        .code(2)
        .complains("\"3\" cannot be read as a die code; accepted: ");
    table.ask("d6 check 34,10,11 7D", &[]).code(2).complains("3 cards do not fit 7D; accepted: 2");
    table.ask("d6 check 34 0D", &[]).code(2).complains("0D has no dice left to roll");
    table.ask("d6 check 34,34 7D", &[]).code(2).complains("card 34 was drawn twice");
    table.ask("d6 attack 34 2D --actions 3", &[]).code(2).complains("0D has no dice left");
    table.ask("d6 attack 99 2D --aim x", &[]).code(2).complains("card \"99\" does not exist");
    table.ask("d6 defense 34 4D --full --actions 2", &[]).code(2).complains("all of a round");
    table
        .ask("d6 difficulty --range 2D", &[])
        .code(2)
        .complains("2D has no cards; accepted: dice and cards, such as 2D@12");
    table
        .ask("d6 difficulty --range x", &[])
        .code(2)
        .complains("\"x\" cannot be read as a modifier");
    table.ask("d6 order Ann:4!", &[]).code(2).complains("no critical success");
    table.ask("d6 damage 34 +2D", &[]).code(2).complains("with the attacker's Strength");
    table.ask("d6 damage 34 2D --resist 2D", &[]).code(2).complains("has no cards");
    table.ask("ladder check 12 10", &[]).code(2).complains("trait \"10\" is out of range");
    table.ask("ladder check 12 3 --hurt 6", &[]).code(2).complains("terminal wound cannot act");
    table.ask("ladder withdraw 12 3 --hurt 5", &[]).code(2).complains("cannot run");
    table
        .ask("ladder endure 12 3 --hurt 2 --difficulty 0", &[])
        .code(2)
        .complains("does not need a Physique check");
    table
        .ask("ladder ammunition burst --clip 2", &[])
        .code(2)
        .complains("3 shots from a clip of 2");
}

/// The built-in deck, which has neither a ladder die nor a Wild Die.
fn ask_built_in(question: &str) -> assert_cmd::assert::Assert {
    let mut program = Command::cargo_bin("actiondeck").unwrap();
    program.arg("lookup").args(question.split(' ')).assert()
}

#[test]
fn the_built_in_deck_plays_the_ladder_game() {
    let expected = "card 12, rows 1, 2, 4, 5 of d12: blank + + +: +3: 3 + 3 trait = 6";
    for question in
        ["ladder check 12 3", "ladder initiative 12 3", "ladder attack 12 3 --weapon melee"]
    {
        ask_built_in(question).success().says(expected);
    }
    ask_built_in("ladder withdraw 12 3").success().says(expected);
    ask_built_in("ladder endure 12 3 --hurt 5 --difficulty 2").success().says("blank + + +: +3");
    ask_built_in("ladder attack 12 3 --weapon melee --dodge 20:3").success().says("card 20, rows");
}

#[test]
fn the_built_in_deck_plays_d6_with_a_wild_die() {
    ask_built_in("d6 check 34 3D+1")
        .success()
        .says("Wild Die (1)6: 4; rows 1 and 2 of d6: 6 1; 1 pip: 12");
    let more = ask_built_in("d6 attack 34 8D --active 30").success();
    more.says("4 dice are left: draw another card");
    ask_built_in("d6 attack 34,10,11 8D --active 30").success().says("against 30: miss");
    ask_built_in("d6 damage 34 5D --resist 3D@11").success().says("1 die is left");
}

#[test]
fn the_fit_of_a_deck_is_counted_for_each_game_it_carries() {
    let table = Table::new();
    let fit = |more: &[&str]| {
        let mut command = Command::cargo_bin("actiondeck").unwrap();
        command.args(["odds", "fit"]).args(more).arg("--deck").arg(&table.deck).assert()
    };
    fit(&[]).success().says("beside open-ended dice").says("beside four Fudge dice").says("10D");
    let json = fit(&["--json"]).success().get_output().stdout.clone();
    let json = valid(JsonFormat::Answer, &json);
    assert_eq!("fit", json["kind"]);
    // Three lines of the D6 game, one of the ladder, two of the dice edition.
    assert_eq!(6, json["answer"]["fits"].as_array().unwrap().len());
    fit(&["--discarded", "3"]).code(2).complains("whole deck");
}

proptest! {
    #[test]
    fn no_question_panics_and_totals_are_what_was_read(
        dice in 0..=99_u8,
        pips in 0..=99_u8,
        cards in proptest::sample::subsequence((0..54_u8).collect::<Vec<_>>(), 0..22),
    ) {
        let deck = deck();
        let code = DieCode::new(dice, pips);
        let cards: Vec<CardNumber> = cards.into_iter().filter_map(CardNumber::new).collect();
        let taken = cards.len().min(cards_needed(&deck, code));
        match roll(&deck, code, &cards[..taken]) {
            Err(_) => prop_assert!(dice == 0 || taken == 0),
            Ok(rolled) => {
                let read: i64 = rolled.pieces.iter().map(|piece| piece.value).sum();
                prop_assert_eq!(read + i64::from(pips), rolled.total);
                let dice_read: u32 = rolled.pieces.iter()
                    .map(|piece| (piece.faces.len() as u32).max(1)).sum();
                prop_assert_eq!(u32::from(dice), dice_read + u32::from(rolled.dice_left));
                prop_assert_eq!(taken < cards_needed(&deck, code), rolled.dice_left > 0);
                let json: serde_json::Value =
                    json!(AnswerRecord::new(&deck, &rolled));
                let text = rolled.text();
                let so_far = if rolled.is_complete() { "" } else { " so far" };
                let said = format!(": {}{so_far}", json["answer"]["total"]);
                prop_assert!(text.lines().next().unwrap().ends_with(&said), "{text}");
            }
        }
    }

    #[test]
    fn no_ladder_attack_panics_and_its_text_agrees_with_its_json(
        numbers in (0..54_u8, 0..54_u8),
        traits in (-9..=9_i8, -9..=9_i8, -9..=9_i8),
        actions in (0..=255_u8, 0..=255_u8),
        hurt in (0..=9_u16, 0..=9_u16),
        modifiers in (any::<i16>(), any::<i16>(), any::<i16>(), any::<u8>()),
    ) {
        let deck = deck();
        let check = |number: u8, skill, actions, hurt, modifier| Check {
            deck: (&deck).into(),
            card: CardNumber::new(number).unwrap(),
            skill,
            purpose: Purpose::Action,
            actions,
            wounds: Wounds::new(hurt),
            modifier,
        };
        let attack = Attack {
            attack: check(numbers.0, traits.0, actions.0, hurt.0, modifiers.0),
            defense: Some(check(numbers.1, traits.1, actions.1, hurt.1, modifiers.1)),
            weapon: Weapon::Melee,
            physique: traits.2,
            armour: modifiers.3,
            damage_modifier: modifiers.2,
            target_wounds: Wounds::new(hurt.1),
        };
        let Ok(answer) = attack.answer(&Options::default()) else {
            prop_assert!(numbers.0 == numbers.1 || hurt.0 > 5 || hurt.1 > 5);
            return Ok(());
        };
        prop_assert_eq!(answer.hit, answer.damage.is_some());
        let json: serde_json::Value = json!(AnswerRecord::new(&deck, &answer));
        let text = answer.text();
        match json["answer"]["damage"]["dealt"].as_u64() {
            Some(dealt) => {
                let said = format!(": {dealt} levels of damage");
                prop_assert!(text.contains(&said), "{text}");
            }
            None => prop_assert!(text.ends_with(": miss\n"), "{text}"),
        }
    }

    #[test]
    fn damage_bonuses_are_the_rounded_up_fifths(total in -500..500_i64, difficulty in 0..60_i32) {
        let over = total - i64::from(difficulty);
        let bonus = d6::damage_bonus(total, difficulty);
        if over <= 0 {
            prop_assert_eq!(0, bonus);
        } else {
            let fives = bonus as i64 * 5;
            prop_assert!(fives >= over && fives - 5 < over, "{bonus} for {over}");
        }
    }
}
