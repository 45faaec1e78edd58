//! The names of questions: those in use, those of release 0.1, and what is refused.

use std::collections::BTreeSet;

use super::{Heard, SETTING, all_questions, answer, ask};
use crate::cli::Failure;
use crate::cli::lookup::games;
use crate::rules::Game;

fn words(line: &str) -> Vec<String> {
    shlex::split(line).expect("a line")
}

/// What a line of a game is answered; a question that a deck without a ladder die has no answer to
/// is told by its problems.
fn heard(line: &str, game: Game) -> Result<Heard, String> {
    match SETTING.with(|setting| crate::cli::lookup::ask(&words(line), game, setting)) {
        Ok(asked) => answer(asked).map_err(|problems| problems.to_string()),
        Err(Failure::Usage(error)) => panic!("{line}: {error}"),
        Err(Failure::Input(problems)) => panic!("{line}: {problems}"),
        Err(failure) => panic!("{line}: {failure:?}"),
    }
}

/// Which question a line asks.
fn asked(line: &str, game: Game) -> String {
    match SETTING.with(|setting| crate::cli::lookup::ask(&words(line), game, setting)) {
        Ok(asked) => asked.record(None).name,
        Err(failure) => panic!("{line}: {failure:?}"),
    }
}

fn refused(line: &str, game: Game) -> String {
    match SETTING.with(|setting| crate::cli::lookup::ask(&words(line), game, setting)) {
        Err(Failure::Input(problems)) => problems.to_string(),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn both_examples_of_every_question_are_answered_and_differ() {
    let mut wrong = Vec::new();
    for (game, row) in all_questions() {
        let [one, other] = row.examples();
        assert_ne!(one, other);
        for line in [one, other] {
            match heard(&line, game) {
                Ok(heard) => {
                    assert_eq!(format!("{game} {}", row.name()), heard.record.name, "{line}")
                }
                // The sample deck has no element of its own.
                Err(told) if row.is_for("element") && told.contains("has no element") => {}
                Err(told) => wrong.push(format!("{game} {line}: {told}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_two_questions_of_a_game_have_the_same_name() {
    for game in Game::ALL {
        let mut seen = BTreeSet::new();
        for row in games::rows(game) {
            assert!(seen.insert(row.name()), "{game} {row:?}");
        }
        let mut whats: BTreeSet<&str> = games::words(game).collect();
        for row in games::rows(game) {
            for name in row.what().into_iter().chain(row.old().iter().copied()) {
                assert!(whats.insert(name) || row.word() == name, "{game}: {name} is two things");
            }
        }
        for row in games::rows(game) {
            assert_eq!(Some((game, row.name())), {
                let full = format!("{game} {}", row.name());
                games::of_name(&full).map(|(game, row)| (game, row.name()))
            });
        }
    }
}

#[test]
fn the_documents_list_every_question_of_each_game_and_no_other() {
    let page = include_str!("../../../docs/questions.md");
    for game in Game::ALL {
        let (_, rest) = page.split_once(&format!("\n### {game}\n")).expect("a section");
        let section = rest.split("\n#").next().unwrap_or(rest);
        let listed: BTreeSet<&str> = section
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|name| games::words(game).any(|word| name.split(' ').next() == Some(word)))
            .collect();
        let rows: BTreeSet<&str> = games::rows(game).iter().map(|row| row.name()).collect();
        assert_eq!(rows, listed, "{game}");
    }
}

#[test]
fn each_game_has_about_ten_words_and_the_common_ones_are_in_all() {
    for game in Game::ALL {
        let words: Vec<&str> = games::words(game).collect();
        assert!((6..=10).contains(&words.len()), "{game}: {words:?}");
        for common in ["card", "read", "check", "attack", "initiative", "hurt", "reckon"] {
            assert!(words.contains(&common), "{game} has no {common}");
        }
    }
}

/// What questions were called in release 0.1, with arguments, and what they are called now.
const OLD: &[(&str, &str)] = &[
    ("card 34", "card 34"),
    ("check 34 3d10 --tn 7", "check 34 3d10 --tn 7"),
    ("effect 34 (2)6", "read 34 effect (2)6"),
    ("complex 4d8 (3)10 12 --tn 7", "check 4d8 (3)10 12 --tn 7 for complex"),
    ("extended 4d8 (3)10 12 --tn 7", "check for complex 4d8 (3)10 12 --tn 7"),
    ("contest 34 3d10 37 2d8", "contest 34 3d10 37 2d8"),
    ("toggle 34", "read 34 toggle"),
    ("surprise 34 2d8", "check 34 2d8 for surprise"),
    ("initiative 34 3d10", "initiative 34 3d10"),
    ("order xenes=34:3d10 sid=37:2d8", "initiative order xenes=34:3d10 sid=37:2d8"),
    ("aim 34 2d8 --shots 3", "check 34 2d8 --shots 3 for aim"),
    ("arc --range 10 --moved 6", "reckon arc --range 10 --moved 6"),
    ("fast-draw 37 2d10 --short", "check 37 2d10 for fast-draw --short"),
    ("dodge 34", "read 34 dodge"),
    ("range --distance 12 --increment 8", "reckon range --distance 12 --increment 8"),
    ("defense --skill 3 --armed", "reckon defense --skill 3 --armed"),
    (
        "attack 34 3d10 --distance 12 --weapon 'example revolver'",
        "attack 34 3d10 distance 12 weapon 'example revolver'",
    ),
    ("melee 34 3d10 --weapon fist --skill 2", "attack blow 34 3d10 --weapon fist --skill 2"),
    ("entangle 37 2d10 34 2d8", "contest 37 2d10 34 2d8 for entangle"),
    ("escape 34 1d10 --tn 7", "check 34 1d10 --tn 7 for escape"),
    (
        "fan-fire 2d10 34 37 --targets a,b --distance 3 --weapon 'example revolver'",
        "attack fan 2d10 34 37 --targets a,b --distance 3 --weapon 'example revolver'",
    ),
    (
        "throw 42 1d10 --strength d8 --distance 10",
        "attack throw 42 1d10 --strength d8 --distance 10",
    ),
    ("burst 34 10", "read 34 burst 10"),
    ("location 34 --bumps 1", "read 34 location bumps 1"),
    ("penetration 34 --pen 3 --armour 2", "read penetration 34 --pen 3 --armour 2"),
    ("damage 34 (3)6", "read 34 damage (3)6"),
    ("failure 34 --rel 1", "read 34 failure rel 1"),
    ("unintended 34 --missed 1", "read 34 unintended missed 1"),
    ("stun 34 2d8 --dealt 2", "check 34 2d8 for stun dealt 2"),
    ("recovery 34 2d8 --worst 2", "hurt recovery 34 2d8 --worst 2"),
    ("healing 34 4d8 light", "check 34 4d8 light for healing"),
    ("wounds 'left arm:2+3' --ct 12", "hurt tally 'left arm:2+3' --ct 12"),
    ("wounds check 12 3", "ladder check 12 3"),
    ("wounds initiative 12 3", "ladder initiative 12 3"),
    ("wounds order a:4 b:1!", "ladder initiative order a:4 b:1!"),
    ("wounds attack 12 3 --weapon melee", "ladder attack 12 3 --weapon melee"),
    ("wounds level 3 2", "ladder hurt tally 3 2"),
    ("wounds withdraw 12 3 --pace crawl", "ladder check 12 3 for withdraw pace crawl"),
    (
        "wounds endure 12 3 --difficulty 2 --hurt 5",
        "ladder hurt endure 12 3 --difficulty 2 --hurt 5",
    ),
    ("wounds ammunition burst --clip 15", "ladder reckon ammunition burst --clip 15"),
    ("d6 roll 34 4D+2", "d6 check 34 4D+2"),
    ("d6 initiative 34 3D+1", "d6 initiative 34 3D+1"),
    ("d6 order a:14 b:9", "d6 initiative order a:14 b:9"),
    ("d6 actions 4 5D+1", "d6 reckon actions 4 5D+1"),
    ("d6 defense 34 4D+1", "d6 check 34 4D+1 for defence"),
    ("d6 block unarmed bladed", "d6 reckon block unarmed bladed"),
    ("d6 difficulty --active 17", "d6 reckon difficulty --active 17"),
    ("d6 attack 34 5D+1 --range -5", "d6 attack 34 5D+1 --range -5"),
    ("d6 damage 34 +2D --strength 3D+2", "d6 hurt damage 34 +2D --strength 3D+2"),
    ("fi3 check 34 3d10 --tn 5", "fi3 check 34 3d10 --tn 5"),
    ("fi3 contest 34 3d10 37 2d8", "fi3 contest 34 3d10 37 2d8"),
    ("fi3 initiative 34 3d8", "fi3 initiative 34 3d8"),
    ("fi3 surprise 34 2d8", "fi3 check 34 2d8 for surprise"),
    ("fi3 prepare --speed 6 --laid 5", "fi3 reckon prepare --speed 6 --laid 5"),
    ("fi3 psych 34 2d10 35 1d6", "fi3 contest 34 2d10 35 1d6 for psych"),
    ("fi3 stakes 34 3d10 --opposing 2d8", "fi3 contest 34 3d10 --opposing 2d8 for stakes"),
    ("fi3 fear 34 2d8 --tn 7", "fi3 check 34 2d8 --tn 7 for fear"),
    ("fi3 move --rate 8", "fi3 reckon move --rate 8"),
    (
        "fi3 shoot 34 3d10 --damage 3d6 --distance 19 --increment 10",
        "fi3 attack 34 3d10 damage 3d6 distance 19 increment 10",
    ),
    ("fi3 fight 34 3d10 --skill 2 --damage 2d6", "fi3 attack 34 3d10 --skill 2 --damage 2d6"),
    ("fi3 break-free 34 2d8 --tn 7", "fi3 check 34 2d8 --tn 7 for break-free"),
    (
        "fi3 throw 34 2d8 --strength d6 --distance 12",
        "fi3 attack throw 34 2d8 --strength d6 --distance 12",
    ),
    ("fi3 stray 34", "fi3 read 34 stray"),
    ("fi3 location 34", "fi3 read 34 location"),
    ("fi3 armour 3d8 --armour 1", "fi3 reckon armor 3d8 --armour 1"),
    ("fi3 damage 34 3d6", "fi3 read damage 34 3d6"),
    ("fi3 sum 34 (2)6", "fi3 read 34 sum (2)6"),
    ("fi3 die 34 d6", "fi3 read 34 die d6"),
    ("fi3 stun 34 2d8 --dealt 2", "fi3 check 34 2d8 --dealt 2 for stun"),
    ("fi3 recovery 34 2d8 --worst 2", "fi3 hurt recovery 34 2d8 --worst 2"),
    ("fi3 wounds belly:1 --wind 12", "fi3 hurt tally belly:1 --wind 12"),
    ("fi3 heal 34 3d8 --wounds 2", "fi3 hurt healing 34 3d8 --wounds 2"),
    ("fi3 blast 3d12 --distance 5 --cards 34", "fi3 hazard blast 3d12 --distance 5 --cards 34"),
    ("fi3 fall 12 --cards 34", "fi3 hazard fall 12 --cards 34"),
    ("fi3 burn whole --cards 34", "fi3 hazard burn whole --cards 34"),
    ("fi3 breath 34 2d8 river", "fi3 hazard breath 34 2d8 river"),
    ("fi3 save white --wounds 2", "fi3 hurt save white --wounds 2"),
    ("fi3 bounty --aptitude 4", "fi3 reckon bounty --aptitude 4"),
];

#[test]
fn every_name_of_release_0_1_still_asks_the_same_question() {
    for (old, now) in OLD {
        let (old_answer, new_answer) = (heard(old, Game::West), heard(now, Game::West));
        let json = |answer: &Result<Heard, String>| match answer {
            Ok(heard) => (heard.json.to_string(), heard.record.name.clone()),
            Err(told) => (told.clone(), String::new()),
        };
        assert_eq!(json(&old_answer), json(&new_answer), "{old} and {now}");
        assert_eq!(asked(old, Game::West), asked(now, Game::West), "{old} and {now}");
        // Whoever plays the game need not name it.
        if let Some((game, rest)) = now.split_once(' ')
            && let Ok(game) = game.parse::<Game>()
        {
            assert_eq!(asked(now, Game::West), asked(rest, game), "{now}");
        }
    }
    let reached: BTreeSet<String> = OLD.iter().map(|(_, now)| asked(now, Game::West)).collect();
    let every = all_questions().into_iter().map(|(game, row)| format!("{game} {}", row.name()));
    let later: Vec<String> = every.filter(|name| !reached.contains(name)).collect();
    // What every game asks of a card, and what release 0.1 did not ask.
    let new = [" card", " toggle", " element", "fi3 contest for entangle", "fi3 attack burst"];
    let is_new = |name: &String| new.iter().any(|end| name.ends_with(end));
    assert!(later.iter().all(is_new), "{later:?}");
}

#[test]
fn the_options_and_the_weapon_choose_the_attack() {
    for (line, name) in [
        ("attack 34 3d10 skill 2 punch", "west attack blow"),
        ("attack 34 3d10 --skill=2", "west attack blow"),
        ("attack 34 3d10 weapon fist skill 1", "west attack blow"),
        ("attack 34 3d10 weapon 'example revolver' distance 8", "west attack"),
        ("attack 34 3d10 weapon 'example throwing knife' strength d8 distance 8", "west attack"),
        ("attack 2d10 34 37 targets a,b weapon 'example revolver' distance 3", "west attack fan"),
        ("attack 34 3d10 for throw strength d8 distance 8", "west attack throw"),
        ("attack shot 34 3d10 increment 8 distance 8", "west attack"),
    ] {
        assert_eq!(name, asked(line, Game::West), "{line}");
    }
    assert_eq!("fi3 attack blow", asked("attack 34 3d10 skill 2 damage 2d6", Game::Fi3));
}

#[test]
fn names_may_be_cut_short_while_they_are_clear_and_capitals_do_not_matter() {
    assert_eq!("west read location", asked("loc 34", Game::West));
    assert_eq!("west initiative", asked("Init 34 3d10", Game::West));
    assert_eq!("west hurt stun", asked("STUN 34 2d8 dealt 1", Game::West));
    assert_eq!("fi3 hazard fall", asked("FI3 fall 12 cards 34", Game::West));
}

#[test]
fn what_a_game_lacks_is_refused_with_what_it_has_and_with_the_game_that_has_it() {
    let told = refused("hazard fall 12", Game::West);
    assert!(told.starts_with("west has no question \"hazard\"; accepted: card, read,"), "{told}");
    assert!(told.contains("fi3 hazard"), "{told}");
    let told = refused("check 34 2d8 for psych", Game::West);
    assert!(told.contains("west has no check for \"psych\""), "{told}");
    let told = refused("contest 34 2d8 35 1d6 for psych", Game::West);
    assert!(told.contains("accepted: entangle; or fi3 contest for psych"), "{told}");
    let told = refused("read 34 banana", Game::West);
    assert!(
        told.contains("west has no read for \"banana\"; accepted: toggle, element, location"),
        "{told}"
    );
    let told = refused("hurt", Game::D6);
    assert_eq!("hurt does not say what for; accepted: damage", told);
    let told = refused("hurt healing 34 2d8", Game::D6);
    assert!(told.contains("or west hurt healing; or fi3 hurt healing"), "{told}");
    let told = refused("check 34 2d8 for", Game::Fi3);
    assert!(told.starts_with("check does not say what for; accepted: surprise, fear"), "{told}");
    assert!(refused("fi3", Game::West).starts_with("fi3 is asked nothing"));
    assert!(refused("dance", Game::Ladder).starts_with("ladder has no question \"dance\""));
    assert!(ask(&words("check 34 2d8 dance 3")).is_none(), "clap tells of words that are too many");
}
