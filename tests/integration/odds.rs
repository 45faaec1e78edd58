//! `actiondeck odds`: exact chances, against simulated draws and on the command line.

use actiondeck::deck::CardNumber;
use actiondeck::lookup::{Check, CheckAnswer, Draw, EffectCell, Pool, Target, TargetNumber};
use actiondeck::odds::{
    Ask, CheckOdds, Event, HitEvent, Pile, WoundsDealt, effect_odds, location_odds,
    penetration_odds,
};
use actiondeck::rules::{Forced, Harm, Options, Passage, PenetrationQuestion, Size};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::lookup::Said;
use crate::program::with_sample_deck;
use crate::seed_002::deck;

fn odds(arguments: &[&str]) -> assert_cmd::assert::Assert {
    with_sample_deck(&["odds"], arguments)
}

/// Five standard deviations of so many draws, in hundredths of a percent: at most this.
fn five_deviations(draws: u32) -> u64 {
    // The deviation of a share is at most half the root of 1/draws.
    25_000_u64.div_ceil(u64::from(draws.isqrt()))
}

/// Shuffles a pile as far as it is drawn.
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
        self.pile.extend(CardNumber::all());
    }
}

/// Asks so often what `wanted` says of the cards drawn, drawing on while a row is open.
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
        let exact = &CheckOdds::new(pool, &Pile::whole(), &[tn], None).lines[0];
        let check = Check { pool, target: Some(Target::new(tn)) };
        let found = simulated(draws, &mut drawing, check, |a| a.success() == Some(true));
        let exact = u64::from(exact.with_follow_ups.basis_points());
        assert!(found.abs_diff(exact) <= five_deviations(draws), "{dice}: {found}, exact {exact}");
    }
    // A hit in the chest for two wounds, bumps spent on getting it there.
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
    let exact = &CheckOdds::new(pool, &Pile::whole(), &[tn], Some(&event)).lines[0];
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
    let pile = Pile::whole();
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
        .complains("card \"99\"");
    odds(&["3d6", "--discarded", "3,3"]).code(2).complains("card 3 was drawn twice");
    odds(&["3d6", "--location", "tail"]).code(2).complains("left arm");
    odds(&["3d6", "--effect", "(3)6"]).code(2);
}

#[test]
fn every_kind_of_odds_answers_in_text_and_json_with_the_same_figures() {
    for question in [
        "3d10 --tn 7",
        "2d6 --weapon fist --wounds 1 --location head --spend-bumps --tn 5",
        "table --die d10",
        "table --level 2 --tn 3,5",
        "table --tn 7,9",
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

/// Every chance in an answer.
fn percents(value: &serde_json::Value, seen: &mut impl FnMut(&serde_json::Value)) {
    match value {
        serde_json::Value::Object(object) if object.contains_key("percent") => seen(value),
        serde_json::Value::Object(object) => object.values().for_each(|v| percents(v, seen)),
        serde_json::Value::Array(values) => values.iter().for_each(|v| percents(v, seen)),
        _ => {}
    }
}

#[test]
fn a_plot_is_an_svg_that_opens_and_is_written_only_over_our_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odds.svg");
    let name = path.display().to_string();
    for question in [&["3d10"][..], &["table", "--die", "d6"], &["location"]] {
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
fn dice_and_a_command_together_or_a_misspelt_command_are_refused() {
    odds(&["3d10", "table"]).code(2).complains("not both");
    odds(&["locaton"]).code(2).complains("location");
    odds(&["3d10", "--spend-bumps"]).code(2).complains("--location or --wounds");
    odds(&["3d10", "--wounds", "1"]).code(2).complains("--dmg or --weapon");
    odds(&["burst", "4"]).code(2).complains("3, 5, 10");
    odds(&["table", "--level", "6"]).code(2).complains("levels 1 to 5");
}
