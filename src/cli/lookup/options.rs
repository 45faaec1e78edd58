//! An option that changes no answer is told, and one that does is not.

use clap::Arg;
use serde_json::{Map, Value, json};

use super::lines::{arguments_of, examples, line};
use super::{SETTING, all_questions};
use crate::cli::lookup::cards::Context;
use crate::cli::lookup::question::Row;
use crate::cli::lookup::source::AsTyped;
use crate::cli::lookup::unused::unused;
use crate::cli::lookup::written::is_card;
use crate::rules::Game;

/// The options of a line that are told to make no difference.
fn told(line: &str) -> Vec<String> {
    let words = shlex::split(line).expect("a line");
    SETTING.with(|setting| {
        let asked = crate::cli::lookup::ask(&words, Game::West, setting);
        let mut asked = asked.unwrap_or_else(|failure| panic!("{line}: {failure:?}"));
        let answer = asked.answer(&mut Context::new(setting, &mut AsTyped));
        let answer = answer.unwrap_or_else(|problems| panic!("{line}: {problems}"));
        unused(&asked, &*answer, setting)
    })
}

#[test]
fn an_option_that_changes_no_answer_is_told_and_one_that_does_is_not() {
    for (line, option) in [
        ("fi3 reckon move rate 8 gifted", "gifted"),
        ("fi3 reckon prepare speed 3 black-jokers 2", "black-jokers"),
        ("fi3 hurt tally \"left arm:2+3\" belly:1 wind 12 bleed 3", "bleed"),
        ("d6 reckon block unarmed bladed stopped covered", "covered"),
    ] {
        assert_eq!([option], *told(line), "{line}");
    }
    for line in ["check 34 3d10 tn 7", "fi3 reckon prepare speed 6 laid 5"] {
        assert!(told(line).is_empty(), "{line}");
    }
}

/// So many answers that do not change are enough to look at.
const ENOUGH: usize = 4;

/// Values for options of any kind; each option reads some of them.
const VALUES: &[&str] = &[
    "2",
    "1",
    "12",
    "-2",
    "5",
    "40",
    "2d8",
    "d12",
    "(2)6",
    "3D",
    "12:2d8",
    "3D@11",
    "2D@12",
    "20:3",
    "legs",
    "torso",
    "fist",
    "example bowie knife",
    "angus: distance 12",
    "18+8",
    "3,17",
];

/// Lines for options that do nothing in the examples of their question.
const LINES: &[(Game, &str)] = &[
    (Game::West, "reckon range distance 12 increment 8 snap 2"),
    (Game::Fi3, "attack 34 3d10 damage 3d6 distance 5 increment 10 situation -20 raises 1"),
    (Game::Fi3, "attack 34 3d10 damage 3d6 distance 5 increment 10 defence 14"),
    (Game::West, "read failure 34 rel 1 discarded 40"),
    (Game::West, "attack 34 3d10 distance 5 increment 8 dmg (3)6 snap 2"),
    (Game::West, "reckon range distance 12 increment 8 aim once accurate 2"),
    (Game::West, "reckon defense skill 3 armed weapon fist"),
    (Game::West, "attack blow 34 3d10 skill 3 weapon \"example bowie knife\" strength d12"),
    (Game::Fi3, "read damage 34 3d6 armour 2 pen 2"),
    (Game::Fi3, "reckon move rate 8 kg 40 strength d6 race 2"),
    (Game::Fi3, "attack 34 3d10 damage 3d6 distance 19 increment 10 darkness 2 relative-rate 40"),
    (Game::Ladder, "attack 12 3 weapon ranged dodge 20:3 dodge-actions 2 dodge-modifier 1"),
    (Game::Fi3, "check 34 7d10 tn 5 more 11"),
    (Game::Fi3, "check 34 7d8 more 11 for surprise"),
    (Game::Fi3, "check 34 7d8 tn 5 more 11 for fear"),
    (Game::Fi3, "check 34 7d8 tn 7 fragile more 11 for break-free"),
    (Game::Fi3, "contest 34 7d10 37 7d8 more 11 opponent-more 12"),
    (Game::Fi3, "contest 34 7d10 37 7d8 more 11 opponent-more 12 for psych"),
    (Game::Fi3, "contest 34 7d10 37 7d8 more 11 opponent-more 12 for entangle"),
    (Game::Fi3, "contest 34 7d10 opposing 2d8 more 11 for stakes"),
    (
        Game::Fi3,
        "attack 34 7d10 damage 3d6 distance 1 increment 10 more 11 from-below cover 1 covered legs,guts,arms,torso,head pen 1 armour 1",
    ),
    (Game::Fi3, "attack 34 3d10 damage 3d6 distance 19 increment 10 aim 2/-3 markers 4"),
    (
        Game::Fi3,
        "attack 34 3d10 damage 3d6 distance 1 increment 10 automatic 5 extra-targets 2 point-blank",
    ),
    (
        Game::Fi3,
        "attack blow 34 7d10 skill 2 damage 2d6 strength 2d8 more 11 reach 2 own-reach 1 cover 1 covered legs,guts,arms,torso,head pen 1 armour 1",
    ),
    (Game::Fi3, "attack burst ann=34:3d10:6 damage 3d6 distance 5 increment 10 defence 14"),
    (Game::Fi3, "attack burst ann=34:3d10:6 damage 3d6 distance 5 increment 10 ae 2"),
    (
        Game::Fi3,
        "attack burst angus=34:3d10:6 damage 3d6 distance 5 increment 10 target 'angus: distance 25'",
    ),
    (
        Game::Fi3,
        "attack burst ann=34:3d10:6 damage 3d6 distance 5 increment 10 hostage legs,guts,arms,torso,head",
    ),
    (
        Game::Fi3,
        "attack burst ann=34:3d10:6 damage 3d6 distance 19 increment 10 darkness 2 relative-rate 40 aim 2/-3",
    ),
    (
        Game::Fi3,
        "attack burst ann=34:3d10:6 damage 3d6 distance 1 increment 10 cover 1 covered legs,guts,arms,torso,head pen 1 armour 1 from-below",
    ),
    (
        Game::Fi3,
        "attack burst ann=34:3d10:6 damage 3d6 distance 1 increment 10 situation -9 point-blank",
    ),
    (Game::Fi3, "attack blow 34 3d10 skill 2 damage 2d6 strength 2d8 reach 2 close inside"),
    (Game::Fi3, "attack blow 34 3d10 skill 0 strength 1d12+6 deadly"),
    (Game::Fi3, "attack throw 34 7d8 strength d6 distance 25 more 11"),
    (Game::Fi3, "attack throw 34 2d8 strength d6 distance 25 scatter 25 scatter-then 12"),
    (Game::Fi3, "initiative 34 7d8 more 11"),
    (Game::Fi3, "initiative 34 3d8 hand 53,21,5 reserve 40"),
    (Game::Fi3, "hurt tally belly:3 wind 12 bleed 2"),
    (Game::Fi3, "hurt stun 34 7d8 dealt 2 more 11"),
    (Game::Fi3, "hurt recovery 34 7d8 worst 2 more 11"),
    (Game::Fi3, "hurt healing 34 7d8 wounds 2 more 11"),
    (Game::Fi3, "hazard blast 3d12 distance 5 cards 34 places 3,17,21,40"),
    (Game::Fi3, "hazard fall 12 cards 34 soft catch 11:2d8"),
    (Game::Fi3, "hazard fall 12 cards 34 places 3,17,21"),
    (Game::Fi3, "hazard burn small cards 5 places 3"),
    (Game::Fi3, "hazard breath 34 7d8 river more 11"),
    (Game::Fi3, "read damage 34 strength 1d12+6 deadly"),
    (Game::Fi3, "reckon prepare reload magazine laid 1"),
    (Game::Fi3, "reckon move ride rate 8 pickup 34 pickup-die d8"),
    (Game::West, "read location 34 point-blank turned"),
    (Game::West, "check 34 3d10 tn 7 bump-divisor 3"),
    (Game::West, "check 34 2d10 short then 11 for fast-draw"),
    (Game::West, "attack 34 3d10 weapon \"example rifle\" distance 20 aim once held 2"),
    (
        Game::West,
        "attack 34 3d10 distance 5 increment 8 accurate 3 aim once dmg (3)6 dodge 3 dodge-standing rel 1 discarded 40",
    ),
    (
        Game::West,
        "attack 34 3d10 distance 5 increment 8 penalty -20 dmg (3)6 rd (2)4 pen 2 penetration-bumps 1 cover 4 covered legs,torso,arms,head",
    ),
    (Game::West, "attack 34 2d10 weapon \"example throwing knife\" distance 5 strength 2d8"),
    (Game::West, "attack 34 3d10 distance 5 increment 8 dmg (3)6 penalty -20 location-bumps 1"),
    (Game::West, "attack 34 3d10 distance 1 increment 8 dmg (3)6 penalty -20 point-blank turned"),
    (Game::West, "attack blow 34 3d10 skill 3 armed dmg (2)6 harm brawling attacker-armed"),
    (Game::West, "attack blow 34 3d10 skill 3 armed dmg (2)6 bare-hands"),
    (Game::West, "attack blow 34 3d10 skill 2 weapon fist dodge 4 dodge-standing"),
    (
        Game::West,
        "attack blow 34 3d10 skill 0 penalty -20 dmg (3)6 rd (2)4 pen 2 penetration-bumps 1 cover 4 covered legs,torso,arms,head",
    ),
    (Game::West, "attack blow 34 3d10 skill 2 dmg (2)6 rel 1 discarded 40"),
    (
        Game::West,
        "attack fan 3d10 34 37 targets angus,crony distance 5 increment 8 penalty -20 dmg (3)6 rd (2)4 pen 2 penetration-bumps 1 cover 4 covered legs,torso,arms,head",
    ),
    (
        Game::West,
        "attack fan 3d10 34 37 targets angus,crony distance 1 increment 8 dmg (3)6 penalty -20 point-blank turned",
    ),
    (
        Game::West,
        "attack fan 3d10 34 37 targets angus,crony distance 3 increment 8 dmg (3)6 dodge 3 dodge-standing",
    ),
    (
        Game::West,
        "attack fan 3d10 34 37 targets angus,crony distance 3 increment 8 dmg (3)6 penalty -20 location-bumps 1",
    ),
    (
        Game::West,
        "attack fan 3d10 34 37 targets angus,crony distance 3 increment 8 dmg (3)6 rel 1 discarded 40",
    ),
    (Game::West, "hurt tally belly:3 ct 12 bleed 3"),
    (Game::West, "reckon range distance 5 increment 10 dodge 3 dodge-standing"),
    (Game::West, "reckon range distance 10 weapon \"example throwing knife\" strength d8"),
    (Game::West, "reckon arc range 10 moved 5 edge 34"),
    (Game::D6, "initiative 34 2D search 6D agility 8D"),
    (Game::D6, "reckon block bladed body stopped covered"),
    (Game::D6, "reckon difficulty band short length 300"),
    (Game::D6, "attack 34 3D band short length 300"),
];

/// Options that a question shares with others and that change none of its answers: they are told or
/// refused wherever they are typed.
const OF_NO_USE: &[(&str, &str)] = &[
    ("west attack fan", "aim"),            // a fan is never aimed
    ("west attack fan", "held"),           // nor held
    ("west attack fan", "accurate"),       // nor is its aim counted
    ("west attack fan", "strength"),       // and none of the table is stronger in a strong hand
    ("west attack", "muscle"),             // no weapon of the example table has the attribute
    ("west attack blow", "muscle"),        // the same
    ("west attack fan", "muscle"),         // the same
    ("west hurt tally", "risking"),        // counts with the rule of risk alone
    ("west reckon defense", "bare-hands"), // says what is taken to be so
    ("fi3 hurt stun", "wounded"),          // refused: the wounds are those before and now
    ("fi3 hurt recovery", "wounded"),      // the same
];

/// The values that an option may be given.
fn values(option: &Arg) -> Vec<Value> {
    let own: Vec<Value> =
        option.get_possible_values().iter().map(|value| value.get_name().into()).collect();
    match (option.get_action().takes_values(), own.is_empty()) {
        (false, _) => vec![true.into()],
        (true, false) => own.into_iter().filter(|value| !is_usual(option, value)).collect(),
        (true, true) => VALUES
            .iter()
            .map(|value| (*value).into())
            .filter(|value| !is_usual(option, value))
            .collect(),
    }
}

/// Whether a value is the one that is taken where none is typed.
fn is_usual(option: &Arg, value: &Value) -> bool {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    option.get_default_values().iter().any(|usual| *usual == *text)
}

/// What a line is answered with this card in the place of the first that is drawn for it; nothing
/// where it is refused.
fn answer(game: Game, row: &Row, arguments: &Map<String, Value>, card: u8) -> Option<Value> {
    let mut arguments = arguments.clone();
    let command = row.command();
    let drawn = |argument: &&Arg| is_card(argument) && !argument.get_id().as_str().contains("dis");
    let places = command.get_positionals().filter(drawn);
    let mut places = places.chain(command.get_arguments().filter(drawn));
    let place = places.find(|place| arguments.contains_key(place.get_id().as_str()));
    if let Some(value) = place.and_then(|place| arguments.get_mut(place.get_id().as_str())) {
        let first = match value {
            Value::Array(cards) => &mut cards[0],
            value => value,
        };
        // Those that follow it stay.
        *first = match first.as_str().and_then(|text| text.split_once('+')) {
            Some((_, then)) => format!("{card}+{then}").into(),
            None => card.into(),
        };
    }
    let words = line(game, row, &arguments);
    SETTING.with(|setting| {
        let mut asked = crate::cli::lookup::ask(&words, Game::West, setting).ok()?;
        let answer = asked.answer(&mut Context::new(setting, &mut AsTyped)).ok()?;
        Some(json!([answer.value(), answer.explanation()]))
    })
}

/// The options that are told to make no difference in a line; nothing where it is refused.
fn told_in(words: &[String]) -> Option<Vec<String>> {
    SETTING.with(|setting| {
        let mut asked = crate::cli::lookup::ask(words, Game::West, setting).ok()?;
        let answer = asked.answer(&mut Context::new(setting, &mut AsTyped)).ok()?;
        Some(unused(&asked, &*answer, setting))
    })
}

#[test]
fn every_option_of_every_question_changes_some_answer_and_is_told_or_refused_where_it_does_not() {
    let (mut wrong, mut looked_at) = (Vec::new(), 0);
    for (game, row) in all_questions() {
        let lines = LINES.iter().filter(|(of, _)| *of == game);
        let lines = lines.filter_map(|(_, line)| arguments_of(game, row, line));
        let bases: Vec<Map<String, Value>> = lines.chain(examples(game, row)).collect();
        let command = row.command();
        let options = command.get_arguments().filter(|option| {
            option.get_long().is_some() && !option.is_required_set() && option.get_id() != "help"
        });
        for option in options {
            let (id, long) = (option.get_id().as_str(), option.get_long().unwrap_or_default());
            looked_at += 1;
            let (mut changes, mut idle) = (false, 0);
            let own = |base: &Map<String, Value>| {
                base.get(id).cloned().filter(|value| !is_usual(option, value))
            };
            let (using, others): (Vec<_>, Vec<_>) =
                bases.iter().partition(|base| own(base).is_some());
            let tries = using.into_iter().chain(others).flat_map(|base| {
                own(base).into_iter().chain(values(option)).map(move |value| (base, value))
            });
            for (base, value) in tries {
                let mut without = base.clone();
                without.remove(id);
                let mut with = without.clone();
                with.insert(id.to_owned(), value);
                let words = line(game, row, &with);
                let Some(told) = told_in(&words) else { continue };
                let differs = |card: &u8| {
                    let answered = answer(game, row, &with, *card);
                    answered.is_some() && answered != answer(game, row, &without, *card)
                };
                let is_told = told.iter().any(|name| name == long);
                let cards = (0..54).step_by(if is_told { 9 } else { 1 });
                let differs = cards.into_iter().any(|card| differs(&card));
                if !differs && !is_told && id != "discarded" {
                    wrong.push(format!("ignored: --{long} in {words:?}"));
                }
                changes |= differs;
                idle += 1;
                if changes || idle == ENOUGH {
                    break;
                }
            }
            let of_use = !OF_NO_USE.contains(&(&*format!("{game} {}", row.name()), long));
            if changes != of_use {
                wrong.push(format!("{game} {} --{long} changes an answer: {changes}", row.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {looked_at}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(looked_at > 400, "{looked_at}");
}
