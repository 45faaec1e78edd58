//! `actiondeck lookup`: bad input, and properties of every card and question.

use actiondeck::deck::{CardNumber, CardNumbers, CauseCell, Deck};
use actiondeck::dice::{CheckDice, EffectDice};
use actiondeck::json_formats::JsonFormat;
use actiondeck::table::lookup::{
    Answer, AnswerRecord, CardSheet, Check, Draw, EffectCell, EffectQuestion, Pool, Target,
    TargetNumber, VictoryTarget,
};
use actiondeck::table::rules::{
    Decision, Forced, LocationQuestion, Options, PenetrationQuestion, Reliability, StrayShots,
    burst, dodge, equipment_failure, unintended_target,
};
use proptest::prelude::*;
use serde_json::json;

use crate::json_formats::valid;
use crate::program::with_sample_deck;
use crate::rules_cards::deck;

fn lookup(arguments: &[&str]) -> assert_cmd::assert::Assert {
    with_sample_deck(&["lookup"], arguments)
}

/// Checks exit code 2, empty stdout and one line on stderr for each fault.
fn refused(arguments: &[&str], complaint: &str) {
    let output = lookup(arguments).code(2).get_output().clone();
    assert_eq!("", String::from_utf8(output.stdout).unwrap(), "{arguments:?}");
    assert_eq!(complaint, String::from_utf8(output.stderr).unwrap(), "{arguments:?}");
}

#[test]
fn an_unknown_card_is_refused() {
    refused(&["card", "54"], "error: card \"54\" does not exist; accepted: 0 to 53\n");
    refused(&["card", "-1"], "error: card \"-1\" does not exist; accepted: 0 to 53\n");
    refused(&["card", "joker"], "error: card \"joker\" does not exist; accepted: 0 to 53\n");
}

#[test]
fn a_level_outside_1_to_5_is_refused() {
    refused(&["check", "34", "6d10"], "error: 6d10 has level 6; accepted: levels 1 to 5\n");
    refused(
        &["check", "34", "0d10"],
        "error: \"0d10\" is not a check; accepted: LEVELdSIDES such as 3d10\n",
    );
}

#[test]
fn a_column_that_the_deck_lacks_is_refused() {
    refused(
        &["check", "34", "3d7"],
        "error: 3d7 needs a column d7, which the deck lacks; accepted: d4, d6, d8, d10, d12\n",
    );
}

#[test]
fn malformed_effect_cells_are_refused() {
    refused(&["effect", "34", "(6)6"], "error: (6)6 has row 6; accepted: rows 1 to 5\n");
    refused(
        &["effect", "34", "3d6"],
        "error: \"3d6\" is not an effect cell; accepted: (ROW)SIDES such as (3)10\n",
    );
    refused(
        &["effect", "34", "(3)6", "--target", "0"],
        "error: victory target \"0\" is out of range; accepted: 1 to 9999, usually 6\n",
    );
}

#[test]
fn a_follow_up_where_nothing_is_exceptional_is_refused() {
    refused(
        &["check", "34", "1d10", "--then", "10"],
        "error: follow-up card 10 has nothing to add to: nothing in 1d10 on card 34 is \
         exceptional; accepted: no follow-up card\n",
    );
}

#[test]
fn a_card_drawn_twice_is_refused() {
    refused(
        &["check", "34", "2d10", "--then", "11,34"],
        "error: card 34 was drawn twice without a shuffle; accepted: each card once\n",
    );
}

#[test]
fn numbers_beyond_any_range_are_refused() {
    let huge = "99999999999999999999999";
    refused(
        &["check", "34", "2d10", "--tn", huge],
        &format!("error: target number \"{huge}\" is out of range; accepted: -9999 to 9999\n"),
    );
    refused(
        &["check", huge, "2d10"],
        &format!("error: card \"{huge}\" does not exist; accepted: 0 to 53\n"),
    );
    lookup(&["check", "34", &format!("{huge}d10")]).code(2);
    lookup(&["check", "34", &format!("3d{huge}")]).code(2);
}

#[test]
fn several_faults_are_reported_at_once() {
    refused(
        &["check", "54", "3d7", "--tn", "x", "--bump-divisor", "5"],
        "error: card \"54\" does not exist; accepted: 0 to 53\n\
         error: 3d7 needs a column d7, which the deck lacks; accepted: d4, d6, d8, d10, d12\n\
         error: target number \"x\" is out of range; accepted: -9999 to 9999\n\
         error: bump divisor \"5\" does not exist; accepted: 4, or 3 for the older rule\n",
    );
}

#[test]
fn a_deck_of_another_edition_is_refused() {
    let sample = Deck::read("deck.csv", include_str!("../data/deck.csv")).unwrap();
    let edition = sample.edition().to_string();
    lookup(&["card", "34", "--edition", &edition]).success();
    lookup(&["card", "34", "--edition", &edition.to_lowercase()]).success();
    let output = lookup(&["card", "34", "--edition", "0000-0"]).code(2).get_output().clone();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains(&edition) && complaint.contains("0000-0"), "{complaint}");
    let output = lookup(&["card", "34", "--edition", "0001-0"]).code(2).get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("mistyped"));
}

#[test]
fn the_older_rule_gives_a_bump_for_each_full_3() {
    let output = lookup(&["check", "34", "2d10", "--tn", "11", "--then", "10"]);
    output.success().says("19 against TN 11, success, 2 bumps");
    let output =
        lookup(&["check", "34", "2d10", "--tn", "10", "--then", "10", "--bump-divisor", "3"]);
    output.success().says("19 against TN 10, success, 3 bumps");
}

/// Expectations about the output of a command.
pub trait OutputAssert {
    /// stdout contains `piece`.
    fn says(self, piece: &str) -> Self;
    /// stderr contains `piece`.
    fn complains(self, piece: &str) -> Self;
}

impl OutputAssert for assert_cmd::assert::Assert {
    fn says(self, piece: &str) -> Self {
        let said = String::from_utf8_lossy(&self.get_output().stdout).into_owned();
        assert!(said.contains(piece), "{piece:?} is not in {said}");
        self
    }

    fn complains(self, piece: &str) -> Self {
        let said = String::from_utf8_lossy(&self.get_output().stderr).into_owned();
        assert!(said.contains(piece), "{piece:?} is not in {said}");
        self
    }
}

/// One valid question for each command, and the kind of its answer.
const QUESTIONS: &[(&str, &str)] = &[
    ("card 34", "card"),
    ("check 34 2d10 --tn 11 --then 10", "check"),
    ("effect 34 (2)6", "effect"),
    ("complex 2d10 (2)6 34+10 37 --tn 7 --need 3", "complex"),
    ("contest 34+10 2d10 37 1d10", "contest"),
    ("toggle 34", "toggle"),
    ("surprise 34 1d10 --expecting --penalty -1", "surprise"),
    ("initiative 50 1d10 --hand 20,53,39", "initiative"),
    ("order Miranda=34:3d10 Jonah=37:2d8:1 Hank=10:4d10", "order"),
    ("aim 34 1d10 --shots 3 --hits 1 --cover 2", "aim"),
    ("arc --range 10 --moved 5 --edge 34", "arc"),
    ("fast-draw 37 2d10 --short --snap 2", "fast-draw"),
    ("fast-draw 37 2d10 --short --off-hand 34", "fast-draw-both"),
    ("dodge 11", "dodge"),
    ("range --distance 17 --increment 8 --called head --dodge 2 --dodge-standing", "target-number"),
    ("defense --skill 3 --armed", "target-number"),
    ("attack 34 2d10 --distance 5 --weapon fist --increment 5 --rel 3", "attack"),
    ("blow 34 2d10 --skill 1 --weapon boot --called belly", "attack"),
    ("entangle 37 1d10 34 1d10 --snare both", "entangle"),
    ("escape 37 1d10 --against 34 --skill 1d10 --penalty 1", "escape"),
    ("fan 2d10 34 37 --targets a,b --distance 3 --increment 8 --dmg (3)6", "fan-fire"),
    ("throw 42 1d10 --strength 2d8 --distance 10", "throw"),
    ("burst 34 10", "burst"),
    ("location 34 --bumps 1 --prone", "location"),
    ("penetration 34 --pen 4 --armour 3", "penetration"),
    ("damage 34 (3)6 --bumps 2 --harm brawling", "damage"),
    ("failure 34 --rel 1 --discarded 3,4", "failure"),
    ("unintended 34 --missed 2 --contact", "unintended"),
    ("stun 34 1d10 --dealt 2 --earlier 3", "stun"),
    ("recovery 34 1d10 --worst 2", "stun"),
    ("healing 34 1d10 light", "healing"),
    ("tally --ct 12 belly:2+3 head:1 --bleed 2", "wounds"),
    ("fi3 check 34 2d10 --tn 5", "fi3-check"),
    ("d6 check 34 3D+1", "d6-roll"),
];

#[test]
fn every_question_answers_the_same_in_text_and_json() {
    for (question, kind) in QUESTIONS {
        let words: Vec<&str> = question.split(' ').collect();
        let text = lookup(&words).success().get_output().stdout.clone();
        let text = String::from_utf8(text).unwrap();
        assert!(text.ends_with('\n') && text.len() > 1, "{question}");
        let json =
            lookup(&[&words[..], &["--json"]].concat()).success().get_output().stdout.clone();
        let json = valid(JsonFormat::Answer, &json);
        assert_eq!(json["kind"], *kind, "{question}");
        assert!(json["answer"].is_object(), "{question}");
        for line in json["explanation"].as_array().unwrap() {
            assert!(text.contains(line.as_str().unwrap()), "{question}: {line}");
        }
    }
}

#[test]
fn house_rules_weapons_and_characters_are_read_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("rules.toml"), "bump-divisor = 3\n").unwrap();
    lookup(&["check", "34", "2d10", "--tn", "10", "--then", "10", "--rules", &path("rules.toml")])
        .success()
        .says("3 bumps");
    let weapons = "name,dmg,rd,pen,rel,range,aim,accurate,rof,burst,attributes\n\
                   popgun,(1)4,,0,,3,F/-3,,,,\n";
    std::fs::write(path("weapons.csv"), weapons).unwrap();
    let range = ["range", "--distance", "3", "--weapon", "popgun", "--weapons"];
    lookup(&[&range[..], &[&path("weapons.csv")]].concat()).success().says("TN 8");
    lookup(&["check", "34", "bravery", "--as", "example doctor"]).success().says("2d8");
    lookup(&["check", "34", "3d6", "--as", "stranger"]).code(2).complains("example doctor");
    std::fs::write(path("rules.toml"), "bump-divisor = 5\nfoo = 1\n").unwrap();
    lookup(&["card", "34", "--rules", &path("rules.toml")])
        .code(2)
        .complains("rules.toml:1:16")
        .complains("rules.toml:2:1");
}

#[test]
fn every_printed_cell_is_read_by_some_question() {
    let deck = deck();
    for number in CardNumbers::POKER.iter() {
        let card = deck.card(number);
        for (place, &die) in deck.layout().cause.columns.iter().enumerate() {
            let level = deck.layout().cause.rows;
            let pool = Pool::new(&deck, CheckDice { level, die }).unwrap();
            let answer = Check { pool, target: None }.answer(&Draw::single(number)).unwrap();
            let read: Vec<CauseCell> = answer.readings.iter().map(|r| r.value).collect();
            assert_eq!(card.cause.column(place), read);
        }
        for (place, &die) in deck.layout().effect.columns.iter().enumerate() {
            for row in 1..=deck.layout().effect.rows {
                let cell = EffectCell::new(&deck, EffectDice { row, die }).unwrap();
                assert_eq!(card.effect.get(place, row), Some(cell.magnitude(number)));
            }
        }
        // The other cells, each by the question that reads it.
        let covered = Vec::new();
        let forced = Forced::default();
        let place = |chosen| {
            let (called, covered) = (None, covered.clone());
            let (deck, card) = ((&deck).into(), number);
            LocationQuestion { deck, card, forced, chosen, called, prone: false, covered }.answer()
        };
        let last = card.hit.len() as i8;
        let mut stack: Vec<String> =
            (-last..=last).rev().map(|chosen| place(chosen).location).collect();
        stack.dedup();
        let mut printed = card.hit.clone();
        printed.dedup();
        assert_eq!(printed, stack, "card {number}");
        for (&shots, &hits) in deck.layout().bursts.iter().zip(&card.bursts) {
            assert_eq!(hits, burst(&deck, number, shots).unwrap().hits);
        }
        let pen = PenetrationQuestion { pen: 0, armour: 0, bumps: 0 }.answer(&deck, number);
        assert_eq!(i16::from(card.penetration), pen.card_penetration);
        assert_eq!(card.toggle, Decision::new(&deck, number).toggle);
        assert_eq!(card.scatter, dodge(&deck, number, false).direction);
        let rel = Reliability::new(13).unwrap();
        let options = Options::default();
        assert_eq!(card.failure, equipment_failure(&deck, number, rel, &[], &options).printed);
        let figure = unintended_target(&deck, number, StrayShots::default()).figure;
        assert_eq!(card.unintended, figure);
        let sheet = CardSheet::new(&deck, number);
        assert_eq!((Some(card.rank), Some(card.suit.get())), (sheet.rank, sheet.suit));
        assert_eq!(Some(card.hit_step), sheet.hit_step);
        assert_eq!(card.extras, sheet.extras.into_iter().map(|e| e.value).collect::<Vec<_>>());
    }
}

proptest! {
    #[test]
    fn no_command_line_panics_and_bad_ones_exit_with_2(
        card in "[0-9]{0,3}|\\PC{0,6}",
        dice in "[0-9]{0,4}[dD()]{0,2}[0-9]{0,6}|\\PC{0,8}",
    ) {
        let deck = deck();
        let number = card.parse::<CardNumber>();
        let check = dice.parse::<CheckDice>().ok().and_then(|dice| Pool::new(&deck, dice).ok());
        if let (Ok(number), Some(pool)) = (number, check) {
            let answer = Check { pool, target: None }.answer(&Draw::single(number));
            prop_assert!(answer.is_ok());
        }
        let effect = dice.parse::<EffectDice>().ok().and_then(|d| EffectCell::new(&deck, d).ok());
        if let (Ok(number), Some(cell)) = (card.parse::<CardNumber>(), effect) {
            let answer = EffectQuestion { cell, target: VictoryTarget::default() }.answer(number);
            prop_assert_eq!(answer.magnitude, answer.victories * 6 + answer.lost);
        }
    }

    #[test]
    fn text_and_json_of_a_check_agree(
        cards in proptest::sample::subsequence((0..54_u8).collect::<Vec<_>>(), 1..5),
        level in 1..=5_u8,
        column in 0..5_usize,
        tn in -20..40_i64,
    ) {
        let deck = deck();
        let die = deck.layout().cause.columns[column];
        let pool = Pool::new(&deck, CheckDice { level, die }).unwrap();
        let check = Check { pool, target: Some(Target::new(TargetNumber::clamped(tn))) };
        let mut cards = cards.into_iter().filter_map(CardNumber::new);
        let first = cards.next().unwrap();
        let Ok(answer) = check.answer(&Draw::new(first, cards.collect()).unwrap()) else {
            return Ok(());
        };
        let text = answer.text();
        let json: serde_json::Value = json!(AnswerRecord::new(&deck, &answer));
        let lines: Vec<&str> =
            json["explanation"].as_array().unwrap().iter().filter_map(|l| l.as_str()).collect();
        prop_assert_eq!(text, lines.join("\n") + "\n");
        let body = &json["answer"];
        match body["best"].as_u64() {
            None => {
                prop_assert_eq!(&body["critical_failure"], &serde_json::json!(true));
                prop_assert!(lines[1].ends_with("critical failure"));
            }
            Some(best) => {
                let best = &body["choices"][best as usize];
                let judgement = &best["judgement"];
                let verdict = if judgement["success"] == true { "success" } else { "failure" };
                let said = format!(": {} against TN {tn}, {verdict}", best["total"]);
                prop_assert!(lines[1].contains(&said), "{} lacks {said}", lines[1]);
                let sum: u64 = best["cells"].as_array().unwrap().iter()
                    .map(|cell| cell.as_u64().unwrap_or(0)).sum();
                prop_assert_eq!(Some(sum), best["total"].as_u64());
            }
        }
    }
}

#[test]
fn cards_print_as_text_on_narrow_or_ascii_terminals() {
    let describe = |name: &str, value: &str| {
        let mut program = crate::program::actiondeck();
        program.args(["lookup", "card", "34", "--deck", "tests/data/deck.csv"]);
        let said = program.env(name, value).assert().success();
        String::from_utf8(said.get_output().stdout.clone()).unwrap()
    };
    let words = describe("COLUMNS", "40");
    assert!(!words.contains('─') && words.contains("card 34"), "{words}");
    assert_eq!(words, describe("LC_ALL", "C"));
    assert!(describe("COLUMNS", "56").contains('─'));
}
