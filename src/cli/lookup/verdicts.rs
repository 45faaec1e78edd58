//! The verdict of every question beside the outcome that its answer holds: each example is asked with every
//! card in the place of each number that it names.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{SETTING, all_questions};
use crate::cli::lookup::cards::Context;
use crate::cli::lookup::games::ELEMENT;
use crate::cli::lookup::source::AsTyped;
use crate::deck::CardNumber;
use crate::rules::Game;

/// What the verdict of a kind of answer begins with by its own fields.
enum Outcome {
    /// A reading or a calculation, which decides nothing.
    None,
    /// Words that the verdict begins with.
    Begins(String),
    /// Words that it consists of.
    Is(String),
}

use Outcome::{Begins, Is};

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn is_true(value: &Value) -> bool {
    value.as_bool().expect("yes or no")
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

/// `yes` where the field is true.
fn either(value: &Value, yes: &str, no: &str) -> Outcome {
    Is(if is_true(value) { yes } else { no }.to_owned())
}

/// A check against a target number.
fn of_check(check: &Value) -> Outcome {
    if is_true(&check["critical_failure"]) {
        return Is("critical failure".to_owned());
    }
    if check["target"].is_null() {
        return Outcome::None;
    }
    let best = number(&check["best"]) as usize;
    let judgement = &check["choices"][best]["judgement"];
    of_success(judgement["success"] == true, number(&judgement["bumps"]), "bump")
}

fn of_success(success: bool, more: i64, thing: &str) -> Outcome {
    Is(match (success, more) {
        (false, _) => "failure".to_owned(),
        (true, 0) => "success".to_owned(),
        (true, 1) => format!("success, 1 {thing}"),
        (true, more) => format!("success, {more} {thing}s"),
    })
}

/// A roll of the dice edition against a task number.
fn of_trial(trial: &Value) -> Outcome {
    match is_true(&trial["roll"]["bust"]) {
        true => Is("bust".to_owned()),
        false => of_success(is_true(&trial["success"]), number(&trial["raises"]), "raise"),
    }
}

fn of_winner(winner: &Value) -> &'static str {
    match text(winner) {
        "active" => "the active character wins",
        "opponent" => "the opponent wins",
        _ => "nobody wins",
    }
}

fn of_tally(answer: &Value, knocked_out: &str) -> Outcome {
    let states = [("dead", "dead"), ("out_of_scene", "out of action"), ("concussed", knocked_out)];
    let state = states.iter().find(|(field, _)| is_true(&answer[field]));
    Begins(state.map_or("in action", |(_, words)| *words).to_owned())
}

fn of_hits(answer: &Value) -> Outcome {
    Begins(match number(&answer["hits"]) {
        0 => "miss".to_owned(),
        1 => "hit: ".to_owned(),
        hits => format!("{hits} hits: "),
    })
}

/// Whether dice of the roll still want a card.
fn is_short(roll: &Value) -> bool {
    number(&roll["dice_left"]) > 0
}

/// Of a hand: what is kept of it, or how many cards it has.
fn of_hand(answer: &Value) -> Outcome {
    let kept = answer["kept"].as_array().expect("a list");
    Begins(match (kept.first(), number(&answer["cards"])) {
        (Some(first), _) => format!("keeps {}", number(&first["number"])),
        (None, 0) => "no cards this round".to_owned(),
        (None, 1) => "draw 1 card".to_owned(),
        (None, cards) => format!("draw {cards} cards"),
    })
}

/// What a kind of answer comes to by its own fields.
///
/// # Panics
/// For a kind that is not here: a new question has to say what it comes to.
fn outcome(kind: &str, answer: &Value) -> Outcome {
    match kind {
        "card" | "element" | "effect" | "location" | "damage" | "burst" | "dodge" | "order" => {
            Outcome::None
        }
        "target-number" | "turn-order" | "d6-difficulty" | "d6-actions" | "d6-block" => {
            Outcome::None
        }
        "fi3-location" | "fi3-damage" | "fi3-sum" | "fi3-die" | "fi3-armour" | "fi3-move" => {
            Outcome::None
        }
        "fi3-prepare" | "fi3-bounty" | "ammunition" => Outcome::None,
        "toggle" => Is(text(&answer["toggle"]).to_owned()),
        "arc" => either(&answer["out"], "the aim is lost", "the aim holds"),
        "penetration" => Begins(text(&answer["passage"]).to_owned()),
        "unintended" => either(&answer["hit"], "another target is hit", "nobody else is hit"),
        "failure" => either(&answer["fails"], "fails", "works"),
        "check" => of_check(answer),
        "test" => of_check(&answer["check"]),
        "complex" => match &answer["done"] {
            Value::Bool(true) => Begins("done: ".to_owned()),
            _ => Begins(number(&answer["victories"]).to_string()),
        },
        "surprise" | "fi3-surprise" => either(&answer["surprised"], "surprised", "not surprised"),
        "aim" => either(&answer["kept"], "the aim is kept", "the aim is lost"),
        "fast-draw" | "fast-draw-both" => Begins(
            match text(&answer["speed"]) {
                "calamity" => "calamity",
                "hesitate" => "hesitates",
                "slow" => "draws as a Slow action",
                "free" => "draws as a Free action",
                other => panic!("{other}"),
            }
            .to_owned(),
        ),
        "contest" | "fi3-contest" => Begins(of_winner(&answer["winner"]).to_owned()),
        "entangle" => Begins(
            match (is_true(&answer["caught"]), text(&answer["snare"])) {
                (false, _) => "the target slips away",
                (true, "trip") => "the target is tripped",
                (true, _) => "the target is entangled",
            }
            .to_owned(),
        ),
        "fi3-entangle" => either(&answer["caught"], "entangled or tripped", "the attempt fails"),
        "escape" | "fi3-break-free" => {
            Begins(if is_true(&answer["free"]) { "free" } else { "still entangled" }.to_owned())
        }
        "attack" | "fi3-attack" => of_hits(answer),
        "fi3-burst" => match of_hits(answer) {
            Begins(miss) if miss == "miss" => Is(miss),
            _ if number(&answer["hits"]) == 1 => Begins("1 hit: ".to_owned()),
            hits => hits,
        },
        "fan-fire" => {
            let shots = answer["shots"].as_array().expect("a list").len();
            Begins(format!("{} of {shots} shot", number(&answer["hits"])))
        }
        "throw" => match answer["scatter"].is_null() {
            true => Is("on target".to_owned()),
            false => Begins("off target: lands ".to_owned()),
        },
        "fi3-throw" => match is_true(&answer["trial"]["success"]) {
            true => Is("on target".to_owned()),
            false => Begins("off target".to_owned()),
        },
        "initiative" | "fi3-initiative" => of_hand(answer),
        "wounds" => of_tally(answer, "concussed"),
        "fi3-wounds" => of_tally(answer, "winded"),
        "stun" => either(&answer["stunned"], "stunned", "not stunned"),
        "recovery" => Is(match text(&answer["recovery"]) {
            "stunned" => "still stunned",
            other => other,
        }
        .to_owned()),
        "healing" => either(&answer["healed"], "healed", "not healed"),
        "fi3-shock" => {
            let was = if is_true(&answer["recovering"]) {
                ["recovered", "still stunned"]
            } else {
                ["not stunned", "stunned"]
            };
            Is(match text(&answer["footing"]) {
                "steady" => was[0],
                "stunned" => was[1],
                other => other,
            }
            .to_owned())
        }
        "fi3-heal" => {
            let wind = number(&answer["wounds"]) == 0 && is_true(&answer["trial"]["success"]);
            let healed = wind || answer["wounds"] != answer["wounds_left"];
            Begins(if healed { "healed" } else { "not healed" }.to_owned())
        }
        "fi3-fear" => Is(match text(&answer["nerve"]) {
            "steady" => "no effect",
            other => other,
        }
        .to_owned()),
        "fi3-psych" => Is(match text(&answer["nerve"]) {
            "steady" => format!("no effect: {}", of_winner(&answer["contest"]["winner"])),
            nerve => format!("the opponent is {nerve}"),
        }),
        "fi3-check" => of_trial(answer),
        "fi3-roll" => match is_true(&answer["bust"]) {
            true => Is("bust".to_owned()),
            false => Outcome::None,
        },
        "fi3-stray" => {
            let passings = answer["passings"].as_array().expect("a list");
            let hit = passings.iter().filter(|passing| passing["target"]["hit"] == true).count();
            Begins(match hit {
                0 => "nobody is hit".to_owned(),
                1 => "1 bystander hit".to_owned(),
                hit => format!("{hit} bystanders hit"),
            })
        }
        "fi3-save" => Begins(format!("{} wound", number(&answer["wounds_left"]))),
        "fi3-hazard" => Begins(format!("{} wound", number(&answer["wounds"]))),
        "fi3-breath" => match number(&answer["wind"]) {
            0 => Is("no wind lost".to_owned()),
            wind => Is(format!("{wind} wind lost")),
        },
        "d6-roll" if is_short(answer) => Outcome::None,
        "d6-roll" => Is(number(&answer["total"]).to_string()),
        "d6-attack" => match &answer["hit"] {
            Value::Null => Outcome::None,
            hit => Begins(if is_true(hit) { "hit" } else { "miss" }.to_owned()),
        },
        "d6-defense" | "d6-initiative" | "d6-damage" if is_short(&answer["roll"]) => Outcome::None,
        "d6-defense" => Is(format!("to be hit: {}", number(&answer["value"]))),
        "d6-initiative" => Is(format!("initiative {}", number(&answer["total"]))),
        "d6-damage" => match answer["margin"].as_i64() {
            Some(over @ 1..) => Is(format!("{over} over the resistance")),
            Some(_) => Is("the resistance holds it".to_owned()),
            None => Is(format!("damage {}", number(&answer["total"]))),
        },
        "ladder-check" => Begins(number(&answer["total"]).to_string()),
        "ladder-attack" => {
            Begins(if is_true(&answer["hit"]) { "hit: " } else { "miss" }.to_owned())
        }
        "withdraw" => match &answer["withdrawn"] {
            Value::Null => Outcome::None,
            withdrawn => either(withdrawn, "gets away", "does not get away"),
        },
        "endure" => {
            Begins(if is_true(&answer["success"]) { "holds on" } else { "gets worse" }.to_owned())
        }
        "wound-level" => Is(text(&answer["level"]["name"]).to_owned()),
        other => panic!("no outcome is known of the answer {other:?}"),
    }
}

/// Numbers up to this are tried in the place of those that name no card.
const SMALL: usize = 14;

/// The line with another card in the place of each number, one at a time.
fn with_other_cards(line: &str) -> Vec<Vec<String>> {
    let words: Vec<String> = shlex::split(line).expect("a line");
    let mut lines = vec![words.clone()];
    for (place, word) in words.iter().enumerate() {
        // The first number of a word such as 34+10 or ann=34:3d10:6.
        let start = word.find('=').map_or(0, |equals| equals + 1);
        let digits = word[start..].bytes().take_while(u8::is_ascii_digit).count();
        let ends_there = !word[start + digits..].starts_with(['d', 'D']);
        if digits > 0 && ends_there {
            // Numbers after the first are wounds, distances and target numbers, of which the small ones matter.
            let most = if lines.len() == 1 { CardNumber::all().count() } else { SMALL };
            for card in CardNumber::all().take(most) {
                let mut changed = words.clone();
                changed[place] = format!("{}{card}{}", &word[..start], &word[start + digits..]);
                lines.push(changed);
            }
        }
    }
    lines
}

/// Lines beside the examples, for outcomes that those do not reach.
const FURTHER: &[(Game, &str)] = &[
    (Game::West, "check 34 4d10"),
    (Game::West, "hurt tally head:5 ct 12"),
    (Game::West, "hurt recovery 10 4d10 worst 1"),
    (Game::West, "check 34 4d10 for fast-draw"),
    (Game::West, "contest 37 2d10 34 2d8 for entangle snare trip"),
    (Game::West, "attack 34 4d10 weapon \"example heavy gun\" distance 20 burst 10"),
    (Game::Fi3, "check 34 4d10"),
    (Game::Fi3, "check 34 4d10 tn 5"),
    (Game::Fi3, "check 34 3d10 tn 5 for fear terror"),
    (Game::Fi3, "check 34 4d10 tn 5 for fear"),
    (Game::Fi3, "contest 34+11+10 4d10 42 1d6 for psych"),
    (Game::Fi3, "hurt healing 34 3d10 wounds 3"),
    (Game::Fi3, "hurt healing 34 3d10 wounds 5 care surgery penalty -8"),
    (Game::Fi3, "hurt healing 34 3d10 wounds 0"),
    (Game::Fi3, "hurt tally belly:5 wind 12"),
    (Game::Fi3, "hurt tally belly:3+20 wind 12"),
    (Game::Fi3, "hurt stun 34 4d10 dealt 2"),
    (Game::Fi3, "hurt recovery 34 4d10 worst 2"),
    (Game::Fi3, "attack 34 4d10 damage 3d6 distance 8 increment 10 automatic 5 penalty -6"),
];

#[test]
fn every_verdict_is_that_of_the_question_asked() {
    let mut verdicts = BTreeMap::<String, BTreeSet<String>>::new();
    let mut ask = |game: Game, line: &str| {
        let mut answered = 0;
        for words in with_other_cards(line) {
            SETTING.with(|setting| {
                let Ok(mut asked) = crate::cli::lookup::ask(&words, game, setting) else { return };
                let answer = asked.answer(&mut Context::new(setting, &mut AsTyped));
                let Ok(answer) = answer else { return };
                answered += 1;
                let (kind, value, verdict) = (answer.kind(), answer.value(), answer.verdict());
                let said = verdict.clone().unwrap_or_default();
                let is_right = match outcome(kind, &value) {
                    Outcome::None => verdict.is_none(),
                    Is(words) => words == said,
                    Begins(start) => said.starts_with(&start),
                };
                assert!(is_right, "{game} {}: {verdict:?} of {value:#}", words.join(" "));
                verdicts.entry(kind.to_owned()).or_default().insert(said);
            });
        }
        assert!(answered > 0, "{game} {line}");
    };
    // The deck has no elements of its own to read.
    for (game, row) in all_questions().into_iter().filter(|(_, row)| !row.is_for(ELEMENT)) {
        row.examples().iter().for_each(|line| ask(game, line));
    }
    FURTHER.iter().for_each(|(game, line)| ask(*game, line));
    // Every outcome of those that have more than the check behind them has come up.
    let all = |kind: &str, expected: &[&str]| {
        let found = &verdicts[kind];
        for words in expected {
            assert!(found.iter().any(|said| said.starts_with(words)), "{kind} {words}: {found:?}");
        }
    };
    all("fi3-fear", &["no effect", "unnerved", "distracted", "broken", "terrified", "catatonic"]);
    all("fi3-heal", &["healed", "not healed", "not healed: that needs", "not healed: the place"]);
    all("fi3-shock", &["not stunned", "stunned", "recovered", "still stunned", "unconscious"]);
    all("recovery", &["recovered", "still stunned", "unconscious"]);
    all("fast-draw", &["calamity", "hesitates", "draws as a Slow", "draws as a Free"]);
    all("wounds", &["dead", "in action"]);
    all("fi3-wounds", &["dead", "winded", "in action"]);
    let states = ["no effect", "the opponent is unnerved", "the opponent is distracted"];
    all("fi3-psych", &[&states[..], &["the opponent is broken"]].concat());
    all("entangle", &["the target slips away", "the target is entangled", "the target is tripped"]);
    all("check", &["success", "failure", "critical failure"]);
    all("fi3-check", &["success", "failure", "bust"]);
}
