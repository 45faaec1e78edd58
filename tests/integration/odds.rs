//! `actiondeck odds`: exact chances compared with simulated draws, and the command line.

use actiondeck::deck::{CardNumber, CardNumbers, Deck};
use actiondeck::json_formats::JsonFormat;
use actiondeck::table::lookup::{Check, CheckAnswer, Draw, EffectCell, Pool, Target, TargetNumber};
use actiondeck::table::odds::{
    Ask, CheckOdds, Event, HitEvent, Pile, WoundsDealt, effect_odds, location_odds,
    penetration_odds,
};
use actiondeck::table::rules::{Forced, Harm, Options, Passage, PenetrationQuestion, Size};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::json_formats::valid;
use crate::lookup::OutputAssert;
use crate::program::{actiondeck, with_sample_deck};
use crate::rules_cards::deck;

fn odds(arguments: &[&str]) -> assert_cmd::assert::Assert {
    with_sample_deck(&["odds"], arguments)
}

/// Upper bound of five standard deviations for a number of draws, in hundredths of a percent.
fn five_deviations(draws: u32) -> u64 {
    // The deviation of a share is at most half the square root of 1/draws.
    25_000_u64.div_ceil(u64::from(draws.isqrt()))
}

/// A pile that is shuffled as it is drawn.
struct Drawing {
    rng: ChaCha8Rng,
    pile: Vec<CardNumber>,
}

impl Drawing {
    fn draw(&mut self) -> CardNumber {
        let place = self.rng.random_range(0..self.pile.len());
        self.pile.swap_remove(place)
    }

    fn shuffle(&mut self) {
        self.pile.clear();
        self.pile.extend(CardNumbers::POKER.iter());
    }
}

/// Simulates checks with follow-up cards; returns how often `wanted` holds, in hundredths of a percent.
fn simulated(
    draws: u32,
    drawing: &mut Drawing,
    check: Check<'_>,
    wanted: impl Fn(&CheckAnswer) -> bool,
) -> u64 {
    let mut successes = 0_u64;
    for _ in 0..draws {
        drawing.shuffle();
        let first = drawing.draw();
        let mut then = Vec::new();
        loop {
            let answer = check.answer(&Draw::new(first, then.clone()).unwrap()).unwrap();
            if wanted(&answer) {
                successes += 1;
                break;
            }
            let drawn = then.len() + 1;
            if !answer.choices.iter().any(|c| c.open && c.cells.len() == drawn) {
                break;
            }
            then.push(drawing.draw());
        }
    }
    successes * 10_000 / u64::from(draws)
}

#[test]
fn a_million_simulated_draws_agree_with_the_exact_chance() {
    let deck = deck();
    let mut drawing = Drawing { rng: ChaCha8Rng::seed_from_u64(54), pile: Vec::new() };
    for (dice, tn, draws) in [("3d10", 7, 200_000), ("5d4", 9, 200_000), ("2d6", 11, 200_000)] {
        let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
        let tn = TargetNumber::clamped(tn);
        let exact = &CheckOdds::new(pool, &Pile::whole(CardNumbers::POKER), &[tn], None).lines[0];
        let check = Check { pool, target: Some(Target::new(tn)) };
        let found = simulated(draws, &mut drawing, check, |a| a.success() == Some(true));
        let exact = u64::from(exact.with_follow_ups.basis_points());
        assert!(found.abs_diff(exact) <= five_deviations(draws), "{dice}: {found}, exact {exact}");
    }
    // A hit in the chest for two wounds, with bumps spent on the location.
    let draws = 200_000;
    let options = Options::default();
    let pool = Pool::new(&deck, "4d8".parse().unwrap()).unwrap();
    let cell = EffectCell::new(&deck, "(3)6".parse().unwrap()).unwrap();
    let tn = TargetNumber::clamped(5);
    let (size, harm) = (Size::HUMAN, Harm::Deadly);
    let hit = HitEvent {
        location: Some("chest".parse().unwrap()),
        forced: Forced::default(),
        bumps: Some(options.bump_divisor),
        wounds: Some(WoundsDealt::new(2, cell, 0, (size, harm), &options)),
    };
    let event = Event { effect: None, hit: Some(hit) };
    let exact =
        &CheckOdds::new(pool, &Pile::whole(CardNumbers::POKER), &[tn], Some(&event)).lines[0];
    let check = Check { pool, target: Some(Target::new(tn)) };
    let found = simulated(draws, &mut drawing, check, |answer| {
        let face = deck.card(answer.draw.card());
        let standard = face.standard_hit().unwrap();
        let bumps = answer.bumps() as usize;
        let near =
            |(place, name): (usize, &String)| name == "chest" && place.abs_diff(standard) <= bumps;
        answer.success() == Some(true)
            && face.hit.iter().enumerate().any(near)
            && cell.magnitude(answer.draw.card()) >= 12
    });
    let exact = u64::from(exact.with_follow_ups.basis_points());
    assert!(exact > 0 && found.abs_diff(exact) <= five_deviations(draws), "{found}, exact {exact}");
    // Locations, penetration and effects of single cards.
    let mut counts = [0_u64; 3];
    let pen = PenetrationQuestion { pen: 3, armour: 3, bumps: 1 };
    for _ in 0..draws {
        drawing.shuffle();
        let card = drawing.draw();
        let face = deck.card(card);
        counts[0] += u64::from(face.hit[face.standard_hit().unwrap()] == "chest");
        counts[1] += u64::from(pen.answer(&deck, card).passage == Passage::Penetrates);
        counts[2] += u64::from(cell.magnitude(card) >= 12);
    }
    let pile = Pile::whole(CardNumbers::POKER);
    for (count, tables, row) in [
        (counts[0], location_odds(&deck, pile, Forced::default()), "chest"),
        (counts[1], penetration_odds(&deck, pile, pen), "P, penetrates"),
        (counts[2], effect_odds(cell, pile, &Ask::AtLeast(vec![12])), "12"),
    ] {
        let row = tables.tables[0].rows.iter().find(|line| line.label == row).unwrap();
        let exact = u64::from(row.chances[0].as_ref().unwrap().basis_points());
        let found = count * 10_000 / u64::from(draws);
        assert!(found.abs_diff(exact) <= five_deviations(draws), "{found}, exact {exact}");
    }
}

#[test]
fn the_command_prints_a_line_for_each_target() {
    odds(&["3d10", "--tn", "7,9"]).success().says("with follow-ups").says("   9 ");
    let output = odds(&["2d6", "--json"]).success().get_output().stdout.clone();
    let json: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(json["kind"], "odds");
    assert_eq!(json["answer"]["lines"].as_array().unwrap().len(), 11);
    assert_eq!(json["answer"]["cards"], 54);
}

#[test]
fn discarded_cards_and_combined_events_count() {
    odds(&["3d10", "--tn", "7", "--discarded", "3,17"]).success().says("52 cards");
    odds(&["3d10", "--tn", "7", "--effect", "(3)6", "--at-least", "12", "--location", "belly"])
        .success()
        .says("(3)6 at least 12 and location belly");
}

#[test]
fn bad_questions_are_refused_with_what_would_be_accepted() {
    odds(&["3d7", "--tn", "x", "--discarded", "3,3,99"])
        .code(2)
        .complains("3d7 needs a column d7")
        .complains("target number \"x\"")
        .complains("card \"99\" does not exist");
    odds(&["3d6", "--discarded", "3,3"]).code(2).complains("card 3 was drawn twice");
    odds(&["3d6", "--location", "tail"]).code(2).complains("left arm");
    odds(&["3d6", "--effect", "(3)6"]).code(2);
}

#[test]
fn every_kind_of_odds_is_the_same_in_text_and_json() {
    for question in [
        "3d10 --tn 7",
        "2d6 --weapon fist --wounds 1 --location head --spend-bumps --tn 5",
        "table --die d10",
        "table --level 2 --tn 3,5",
        "table --tn 7,9",
        "table --die d8 --under --disadvantage",
        "table --level 2 --lowest --tn 3,9",
        "3d10 --lowest --tn 7,11",
        "1d10 --disadvantage --under 4",
        "2d12 --under",
        "5d6 --count 5",
        "4d6 --count 4,5 --advantage",
        "5d6 --count-under 2",
        "3d6 --bands 4,6",
        "2d6 --lowest --bands 7,10 --modifier 0,1",
        "1d10 --against 1d8",
        "1d10 --against 3d8 --modifier -1,0,2 --two-decks",
        "2d6 --against 2d6",
        "effect (2)6 --bands 7,10 --modifier 0,1",
        "effect (2)6 --under 7",
        "attack 3d10 --dmg (3)6 --distance 12 --increment 8 --rel 3",
        "attack 3d10 --dmg (3)6 --distance 12 --increment 8 --only wounds --discarded 3,4,5",
        "attack 3d10 --dmg (3)6 --distance 12 --increment 8 --tn 5,9 --rounds 2 --ct 10",
        "attack 3d10 --dmg (3)6 --distance 1 --increment 8 --burst 10 --location-bumps 1",
        "melee 3d10 --weapon fist --skill 2 --ct 12",
        "table",
        "effect (3)6",
        "effect (3)6 --at-least 6,12",
        "location --punch",
        "penetration",
        "penetration --pen 3 --armour 3 --bumps 1",
        "burst 10",
        "failure --discarded 3,4",
        "unintended",
        "scatter",
        "toggle",
    ] {
        let words: Vec<&str> = question.split(' ').collect();
        let text = odds(&words).success().get_output().stdout.clone();
        let text = String::from_utf8(text).unwrap();
        let words = [&words[..], &["--json", "--fractions"]].concat();
        let json = odds(&words).success().get_output().stdout.clone();
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        for line in json["explanation"].as_array().unwrap() {
            assert!(text.contains(line.as_str().unwrap()), "{question}: {line}");
        }
        let mut figures = 0;
        percents(&json["answer"], &mut |chance| {
            figures += 1;
            let percent = chance["percent"].as_str().unwrap();
            let (numerator, certain) = (&chance["numerator"], &chance["denominator"]);
            let rare = percent == "0.00" && numerator != "0";
            let sure = percent == "100.00" && numerator != certain;
            let shown = if rare {
                "< 0.01"
            } else if sure {
                "> 99.99"
            } else {
                percent
            };
            assert!(text.contains(shown), "{question}: {shown} is not in {text}");
        });
        assert!(figures > 0, "{question}");
    }
}

/// Every probability in an answer.
fn percents(value: &serde_json::Value, seen: &mut impl FnMut(&serde_json::Value)) {
    match value {
        serde_json::Value::Object(object) if object.contains_key("percent") => seen(value),
        serde_json::Value::Object(object) => object.values().for_each(|v| percents(v, seen)),
        serde_json::Value::Array(values) => values.iter().for_each(|v| percents(v, seen)),
        _ => {}
    }
}

/// The sample deck with an element of numbers and one of words, with their dice in the file.
fn deck_with_elements(folder: &std::path::Path) -> String {
    let csv: String = deck()
        .to_csv()
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            0 => format!("{text},omen,spark\n"),
            line => format!("{text},{},{}\n", ["sun", "moon", ""][line % 3], line % 6 + 1),
        })
        .collect();
    let dice = [("spark".to_owned(), "1d6".to_owned())];
    let deck = Deck::read("own.csv", &csv).unwrap().with_element_dice(dice);
    let path = folder.join("own.json");
    std::fs::write(&path, deck.to_json()).unwrap();
    path.display().to_string()
}

#[test]
fn elements_of_a_deck_have_odds_beside_its_dice() {
    let folder = tempfile::tempdir().unwrap();
    let deck = deck_with_elements(folder.path());
    let ask = |command: &str, words: &str| {
        let mut program = actiondeck();
        program.arg(command).args(words.split(' ')).args(["--deck", &deck]);
        program.assert()
    };
    ask("lookup", "read 5 element spark").success().says("card 5, spark: 1");
    ask("lookup", "element 2 OMEN").success().says("card 2, omen: sun");
    ask("lookup", "read 5 element luck").code(2).complains("accepted: omen, spark");
    ask("odds", "element spark").success().says("    1  16.67      16.67");
    ask("odds", "element spark --tn 5 --fractions").success().says("deck 1/3, true dice 1/3");
    ask("odds", "element spark --under 2 --discarded 5").success().says("53 cards");
    ask("odds", "element spark --bands 3,5 --modifier 0,1").success().says("2 or less");
    ask("odds", "element spark --tn 5 --dice 1d10").success().says("60.00");
    ask("odds", "element omen").success().says("nothing").says("moon");
    ask("odds", "element omen --tn 2").code(2).complains("omen shows no numbers");
    let kinds = [("lookup", "read 5 element omen --json"), ("odds", "element spark --json")];
    for (command, question) in kinds {
        let said = ask(command, question).success().get_output().stdout.clone();
        valid(JsonFormat::Answer, &said);
    }
    let plot = folder.path().join("spark.svg").display().to_string();
    ask("odds", &format!("element spark --plot {plot}")).success();
    let mut play = actiondeck();
    play.args(["play", "--seed", "3", "--deck", &deck]).write_stdin("read element spark\n");
    play.assert().success().says(", spark: ");
}

#[test]
fn odds_match_their_schema() {
    for question in [
        "3d10 --under 5",
        "3d6 --bands 4,6",
        "2d6 --against 2d6",
        "attack 3d10 --dmg (3)6 --distance 12 --increment 8",
    ] {
        let words: Vec<&str> = question.split(' ').chain(["--json"]).collect();
        let said = odds(&words).success().get_output().stdout.clone();
        valid(JsonFormat::Answer, &said);
    }
}

#[test]
fn conflicting_options_are_refused_with_alternatives() {
    for (question, expected) in [
        ("3d10 --lowest --bands 3 --tn 4", "--bands, or --tn, or --under"),
        ("3d10 --under 5 --bands 3", "--bands, or --tn, or --under"),
        ("3d10 --lowest --location head", "odds attack for an attack as a whole"),
        ("3d10 --bands 7 --wounds 1 --dmg (3)6", "odds attack for an attack as a whole"),
        ("3d10 --against 2d8 --lowest", "--modifier or --two-decks"),
        ("3d10 --against 2d8 --tn 7", "--modifier or --two-decks"),
        ("3d10 --count 5 --lowest", "--count or --count-under alone"),
        ("3d10 --modifier 3", "--bands or --against too"),
        ("3d10 --count 5 --tn 4", "exclude each other"),
        ("3d10 --lowest --advantage", "exclude each other"),
        ("3d10 --two-decks", "--against"),
        ("5d10 --advantage", "levels 1 to 5"),
        ("3d10 --against 2d7", "needs a column d7"),
        ("effect (2)6 --bands 7 --tn 3", "exclude each other"),
        ("element omen", "this one does not have any"),
        ("attack 3d10 --distance 12 --increment 8", "--dmg or --weapon"),
        ("attack 3d10", "a range increment is missing"),
        ("attack 3d10", "a damage cell is missing"),
        ("attack 3d10 --dmg (3)6 --distance 12 --increment 8 --rounds 21", "0 to 20"),
        ("attack 3d10 --dmg (3)6 --distance 1 --increment 8 --burst 4", "3, 5, 10"),
        ("attack 3d10 --dmg (3)6 --distance 1 --increment 8 --rounds 0 --only down", "1 to 20"),
        ("melee 3d10 --weapon fist --skill 2 --tn 4 --only wounds", "exclude each other"),
    ] {
        let words: Vec<&str> = question.split(' ').collect();
        odds(&words).code(2).complains(expected);
    }
}

#[test]
fn a_pile_that_is_too_small_for_the_question_is_refused() {
    let gone: Vec<String> = (1..54).map(|card| card.to_string()).collect();
    let gone = gone.join(",");
    odds(&["3d10", "--against", "2d8", "--discarded", &gone]).code(2).complains("2 or more");
    odds(&["3d10", "--against", "2d8", "--two-decks", "--discarded", &gone]).success();
    let attack = ["attack", "3d10", "--dmg", "(3)6", "--distance", "8", "--increment", "8"];
    odds(&[&attack[..], &["--discarded", &gone]].concat()).success().says("1 card in the pile");
}

#[test]
fn an_empty_pile_is_shuffled_before_the_odds_of_any_kind() {
    let all: Vec<String> = (0..54).map(|card| card.to_string()).collect();
    let all = all.join(",");
    for question in [
        "3d10",
        "3d10 --tn 7",
        "3d10 --lowest --tn 5",
        "3d10 --against 2d8",
        "3d10 --against 2d8 --two-decks",
        "3d10 --bands 7,10",
        "table",
        "effect (2)6",
        "attack 3d10 --dmg (3)6 --distance 8 --increment 8",
        "melee 3d10 --weapon fist --skill 2",
        "location",
        "penetration",
        "burst 10",
        "failure",
        "unintended",
        "scatter",
        "toggle",
    ] {
        let words: Vec<&str> = question.split(' ').collect();
        let whole = odds(&words).success().get_output().stdout.clone();
        let empty = odds(&[&words[..], &["--discarded", &all]].concat()).success();
        assert_eq!(whole, empty.get_output().stdout, "{question}");
        empty.complains("every card is discarded");
    }
}

#[test]
fn a_plot_is_an_svg_that_opens_and_is_written_only_over_our_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odds.svg");
    let name = path.display().to_string();
    for question in [
        &["3d10"][..],
        &["table", "--die", "d6"],
        &["location"],
        &["2d10", "--under"],
        &["3d6", "--bands", "4,6", "--modifier", "0,1,2"],
        &["5d6", "--count", "5"],
        &["1d10", "--against", "1d8"],
        &["melee", "3d10", "--weapon", "fist", "--skill", "2", "--only", "down"],
    ] {
        odds(&[question, &["--plot", &name]].concat()).success();
        let svg = std::fs::read_to_string(&path).unwrap();
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
        assert!(tree.size().width() > 600.0 && svg.contains("true dice") | svg.contains("dice"));
    }
    odds(&["table", "--plot", &name]).code(2).complains("5 tables do not fit one plot");
    std::fs::write(&path, "my own words").unwrap();
    odds(&["3d10", "--plot", &name]).code(2).complains("--force");
    odds(&["3d10", "--plot", "-"]).success().says("<svg");
}

#[test]
fn dice_with_a_command_and_misspelt_commands_are_refused() {
    odds(&["3d10", "table"]).code(2).complains("not both");
    odds(&["locaton"]).code(2).complains("location");
    odds(&["3d10", "--spend-bumps"]).code(2).complains("--location or --wounds");
    odds(&["3d10", "--wounds", "1"]).code(2).complains("--dmg or --weapon");
    odds(&["burst", "4"]).code(2).complains("3, 5, 10");
    odds(&["table", "--level", "6"]).code(2).complains("levels 1 to 5");
}

#[test]
fn a_list_of_too_many_numbers_is_refused_with_the_limit() {
    let numbers = |count: i32| {
        let list: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
        list.join(",")
    };
    let (most, many) = (numbers(100), numbers(5_000));
    let expected = "a list has 5,000 values; accepted: at most 100 values";
    for list in ["--bands", "--tn", "--under"] {
        odds(&["5d12", list, &most]).success();
        odds(&["5d12", list, &many]).code(2).complains(expected);
    }
    odds(&["5d12", "--bands", "7", "--modifier", &most]).success();
    odds(&["5d12", "--bands", "7", "--modifier", &many]).code(2).complains(expected);
    odds(&["5d12", "--against", "5d12", "--modifier", &many]).code(2).complains(expected);
    odds(&["table", "--tn", &many]).code(2).complains("accepted: at most 100 values");
}
