//! The questions of the West as lines: combinations of values, refusals, and drawn cards.

use serde_json::{Value as Json, json};

use crate::table::questions::samples::{self, check_asked_again};
use crate::table::rules::Game;

fn answer(line: &str) -> Json {
    let setting = samples::setting(Game::West);
    match samples::reply(line, &setting) {
        Ok(reply) => samples::json(&reply, &setting),
        Err(problems) => panic!("{line}: {problems}"),
    }
}

#[test]
fn answers_follow_from_the_values_that_meet() {
    let shot = "attack 34 1d10 distance 5 increment 10 dmg (3)6";
    let rifle = "compute range distance 5 weapon 'example rifle'";
    let blow = "attack blow 34 3d10 skill 3 armed";
    let tn = "/test/account/tn";
    for (line, pointer, expected) in [
        // Being prone does not help within 2 metres, nor against a blow.
        ("attack 34 1d10 distance 2 increment 10 dmg (3)6 prone", "/prone_ignored", json!(true)),
        ("attack blow 34 1d10 skill 0 dmg (3)6 prone", "/prone_ignored", json!(true)),
        (&*format!("{shot} prone"), "/prone_ignored", json!(false)),
        // The attacker's weapon decides whether an armed defender has an advantage.
        (&format!("{blow} dmg (2)6"), tn, json!(4)),
        (&format!("{blow} dmg (2)6 bare-hands"), tn, json!(5)),
        (&format!("{blow} dmg (2)6 harm brawling"), tn, json!(5)),
        (&format!("{blow} dmg (2)6 harm brawling attacker-armed"), tn, json!(4)),
        (&format!("{blow} weapon fist"), tn, json!(5)),
        ("compute defense skill 3 armed", "/tn", json!(5)),
        ("compute defense skill 3 armed attacker-armed", "/tn", json!(4)),
        // A gun used for a blow is a club, which neither fails nor has stray shots.
        ("attack blow 34 3d10 skill 2 weapon 'example rifle' dmg (2)6", "/failure", Json::Null),
        ("attack blow 34 3d10 skill 2 weapon 'example rifle' dmg (2)6", "/unintended", Json::Null),
        // A two-handed weapon in each hand is fired with one hand.
        (rifle, "/tn", json!(8)),
        (&format!("{rifle} one-handed"), "/tn", json!(10)),
        (&format!("{rifle} hands main"), "/tn", json!(11)),
        (&format!("{rifle} aim once held 2"), "/tn", json!(-1)),
        // Speeds along one line.
        ("compute range distance 5 increment 8 relative-speed 18+8", "/tn", json!(10)),
        ("compute range distance 5 increment 8 relative-speed 18-8", "/tn", json!(7)),
        // Concussion kills through bleeding only.
        ("hurt tally 'left arm:1+30' ct 12", "/risks_death", json!(true)),
        ("hurt tally 'left arm:1+30' ct 12", "/dead", json!(false)),
        ("hurt tally 'left leg:4' ct 12 bleed 12", "/dead", json!(true)),
        // Aim is kept without an attack, and lost after a blow that hit.
        ("check 34 3d10 shots 0 for aim", "/kept", json!(true)),
        ("check 34 3d10 melee hits 1 for aim", "/kept", json!(false)),
        // One target of a fan is at another distance.
        (
            "attack fan 3d10 34 37 targets ann,ben distance 3 increment 8 target 'ben: distance 12'",
            "/shots/1/test/account/tn",
            json!(9),
        ),
        ("read 21 location covered legs bumps -9", "/hits_cover", json!(true)),
        ("compute arc range 10 moved 5 edge 34", "/on_the_edge", json!(true)),
    ] {
        let answer = answer(line);
        assert_eq!(Some(&expected), answer["answer"].pointer(pointer), "{line}: {answer:#}");
    }
}

#[test]
fn wounds_are_part_of_every_account() {
    for line in [
        "check 34 3d10 tn 7",
        "check 34 3d10 for surprise",
        "check 34 3d10 for aim",
        "check 34 3d10 for fast-draw",
        "check 34 3d10 tn 5 for escape",
        "check 3d10 (2)6 34 tn 5 for complex",
        "initiative 34 3d10",
        "hurt healing 34 3d10 light",
        "attack throw 34 3d10 strength d8 distance 5",
        "attack 34 3d10 distance 5 increment 8 dmg (3)6",
        "attack blow 34 3d10 skill 1 weapon boot",
    ] {
        let answer = answer(&format!("{line} wounded 3")).to_string();
        assert!(answer.contains("+ 3 for wounds"), "{line}: {answer}");
    }
    let contest = answer("contest 34 2d10 37 1d10 wounded 3").to_string();
    assert!(contest.contains("- 3 for wounds"), "{contest}");
}

#[test]
fn refusals_list_what_is_accepted() {
    let fan = "attack fan 2d10 34 37 targets ann,ben distance 3";
    let revolver = "weapon 'example revolver'";
    for (line, expected) in [
        ("read 21 location covered banana", "\"banana\""),
        ("read 21 location covered 'left hand'", "accepted: left arm"),
        ("read 34 location turned", "no move to reverse"),
        ("read 34 location point-blank height", "exclude each other"),
        ("attack 34 1d10 distance 8 increment 9 dmg (3)6 point-blank", "too far for point-blank"),
        ("attack 34 3d10 distance 5 increment 9 dmg (3)6 cover 2", "covered is missing"),
        ("attack 34 3d10 distance 5", "a range increment is missing"),
        ("attack 34 3d10 distance 5 increment 9", "a damage cell is missing"),
        ("attack 34 3d10 distance 8 weapon 'example revolver' burst 10", "fires no burst of 10"),
        ("attack 34 3d10 distance 90 weapon 'throwing knife' strength d6", "too far"),
        ("attack 34 3d10 distance 5 weapon 'throwing knife'", "the Strength behind"),
        ("attack blow 34 3d10 skill 2 weapon 'example rifle'", "strikes as a club"),
        ("attack throw 34 2d8 distance 5", "accepted: --strength, or --as a character"),
        (&*format!("{fan} weapon 'example rifle'"), "not a revolver"),
        (&format!("{fan} {revolver} aim once"), "a fan is never aimed"),
        (&format!("{fan} {revolver} target 'zoe: prone'"), "the fan has no target \"zoe\""),
        (&format!("{fan} {revolver} target 'ann: asleep'"), "cannot be read; accepted: NAME: with"),
        (&format!("{fan} increment 8 dmg (3)6 pushing"), "the reliability that pushing worsens"),
        ("compute range distance 5 increment 8 held 1", "a snap shot is not aimed"),
        ("compute range distance 5 increment 8 relative-speed fast", "\"fast\" cannot be read"),
        ("compute range distance 5 weapon 'example revolver' one-handed", "needs one hand only"),
        ("compute range distance 5 increment 8 dodge-standing", "dodge is missing"),
        ("check 34 3d10 wounded 3", "the target number that penalties make harder is missing"),
        ("check 34 1d10 hits 2 for aim", "accepted: 0 to 1"),
        ("check 34 1d10 for escape", "accepted: --tn NUMBER, or --against"),
        ("check 34 1d10 tn 7 against 37 skill 3d10 for escape", "exclude each other"),
        ("contest 34 3d10 34 2d8", "drawn twice"),
        ("initiative order ann", "\"ann\" is not a participant of a round"),
        ("hurt tally belly:1", "the CT at full health is missing"),
        ("hurt tally belly:1 ct 12 risking", "without the rule of risk"),
        ("hurt healing 34 3d10 dead", "accepted: wind, scratched, light"),
    ] {
        match samples::reply(line, &samples::setting(Game::West)) {
            Ok(_) => panic!("{line} is answered: {:#}", answer(line)),
            Err(problems) => {
                assert!(problems.to_string().contains(expected), "{line}: {problems}");
            }
        }
    }
}

#[test]
fn a_value_that_was_not_read_is_reported() {
    for (line, unused) in [
        ("check 34 3d10 bump-divisor 3", "bump-divisor"),
        ("compute range distance 5 increment 8 accurate 2", "accurate"),
        ("compute range distance 5 increment 8 aim once snap 2", "snap"),
        ("compute range distance 5 weapon 'example revolver' strength d8", "strength"),
        ("attack blow 34 3d10 skill 3 dmg (2)6 harm brawling bare-hands", "bare-hands"),
        ("attack blow 34 3d10 skill 3 weapon fist strength d8 muscle penetration", "muscle"),
        ("attack fan 3d10 34 targets ann distance 3 increment 8 pen 2", "pen"),
        ("check 34 2d10 tn 7", ""),
        ("attack 34 3d10 distance 5 increment 8 dmg (3)6 aim once accurate 2", ""),
    ] {
        let reply = samples::reply(line, &samples::setting(Game::West));
        let reply = reply.unwrap_or_else(|problems| panic!("{line}: {problems}"));
        assert_eq!(unused, reply.unused.join(","), "{line}");
    }
}

#[test]
fn a_question_of_the_log_has_the_cards_that_were_drawn() {
    let lines = [
        "check 4d10 tn 9",
        "check draw+draw 3d10",
        "check 2d10 (2)6 draw draw+draw tn 5 for complex",
        "check 2d8 for surprise",
        "check 2d8 shots 2 hits 1 for aim",
        "check 2d10 off-hand draw for fast-draw",
        "check 1d10 tn 7 fragile for escape",
        "check 2d8 against draw skill 3d10 for escape",
        "contest 4d10 4d8",
        "contest 2d10 2d8 snare both for entangle",
        "attack 4d10 weapon 'example heavy gun' distance 20 burst 10",
        "attack blow 4d10 weapon fist skill 2",
        "attack throw 1d10 strength 2d8 distance 10",
        "attack fan 3d10 targets ann,ben,ann distance 3 weapon 'example revolver'",
        "initiative 3d10",
        "initiative order ann=3d10 ben=draw:2d8 cid=:4d10:1",
        "hurt stun 2d8 dealt 1",
        "hurt recovery 4d8 worst 2",
        "hurt healing 4d8 light",
        "read location bumps 1",
        "read burst 10",
        "read effect (2)6",
        "read damage (3)6",
        "read penetration pen 3 armour 2",
        "read failure rel 1 discarded 3,7",
        "read unintended missed 2",
        "read dodge",
        "compute arc range 10 moved 5 edge draw",
    ];
    let extended = check_asked_again(&lines, &samples::setting(Game::West));
    assert!(extended > 100, "{extended}");
}
