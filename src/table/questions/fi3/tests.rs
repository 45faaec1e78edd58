//! The questions of the dice edition as lines: combinations of values, drawn cards, and the
//! documents.

use serde_json::{Value as Json, json};

use super::QUESTIONS;
use crate::diagnostic::Problems;
use crate::table::questions::question::QuestionSpec;
use crate::table::questions::samples::{self, check_asked_again, parsed};
use crate::table::rules::Game;

fn answer(line: &str) -> Result<Json, Problems> {
    let setting = samples::setting(Game::Fi3);
    samples::reply(line, &setting).map(|reply| samples::json(&reply, &setting))
}

#[test]
fn answers_follow_from_the_values_that_meet() {
    for (line, pointer, expected) in [
        // Being prone does not help within 2 metres, nor against a blow.
        ("attack 34 1d10 distance 1 increment 10 damage 3d6 prone", "/prone_ignored", json!(true)),
        ("attack 34 1d10 distance 1 increment 10 damage 3d6 prone", "/hits", json!(1)),
        (
            "attack blow 34 1d10 skill 0 damage 2d6 strength 2d10 prone",
            "/prone_ignored",
            json!(true),
        ),
        ("read 21 location fighting prone", "/missed_prone", json!(false)),
        // Bare hands do not kill unless `deadly` is given.
        ("read 34 damage strength 1d10+6", "/harm", json!("brawling")),
        ("read 34 damage strength 1d10+6 deadly", "/harm", json!("deadly")),
        ("attack blow 34 1d10 skill 0 strength 1d10+6", "/read/0/damage/harm", json!("brawling")),
        (
            "attack blow 34 1d10 skill 0 strength 1d10 deadly",
            "/read/0/damage/harm",
            json!("deadly"),
        ),
        (
            "attack blow 34 1d10 skill 0 damage 2d6 close beset",
            "/read/0/damage/strength",
            Json::Null,
        ),
        // Traits above the human norm.
        ("attack throw 34 1d10 strength d12+2 distance 5", "/maximum_m", json!(70)),
        ("compute bounty trait d12+2", "/points", json!(42)),
        // Without `kg` the load is 0.
        ("compute move rate 8 strength d6 race -3", "/load", json!("none")),
        ("compute prepare reload magazine laid 1", "/next_resolves", json!(true)),
        // A target with other properties.
        (
            "attack burst ann=34:1d10:6 target 'ann: prone' damage 3d6 distance 1 increment 10",
            "/parts/0/attack/prone_ignored",
            json!(true),
        ),
    ] {
        let answer = answer(line).unwrap_or_else(|problems| panic!("{line}: {problems}"));
        assert_eq!(Some(&expected), answer["answer"].pointer(pointer), "{line}: {answer:#}");
    }
    assert_eq!(answer("read 34 damage 3d6"), answer("read 34 damage (3)6"));
}

#[test]
fn lines_that_make_no_sense_are_refused() {
    let shot = "attack 34 1d10 damage 3d6 increment 10";
    for (line, expected) in [
        (&*format!("{shot} distance 5 point-blank"), "too far for point-blank fire"),
        (&format!("{shot} distance 5 called banana"), "\"banana\" is not a place of the body"),
        (&format!("{shot} distance 5 automatic 3 called head"), "exclude each other"),
        (&format!("{shot} distance 5 extra-targets 1"), "automatic is missing"),
        (&format!("{shot} distance 5 height"), "counts in a fight only"),
        ("attack blow 34 1d10 skill 0 damage 2d6 strength 2d10 close beset", "adds no Strength"),
        ("attack blow 34 1d10 skill 0", "a weapon or a Strength is missing"),
        ("attack throw 34 1d10 distance 5", "a Strength is missing"),
        ("hazard fall 10 cards 34 catch 11:2d10", "accepted: --water, or --soft"),
        ("read 34 location height", "fighting is missing"),
        ("read 34 damage", "accepted: DICE, or --strength"),
        ("check 34 1d10 for break-free", "accepted: --tn NUMBER, or --holder"),
        ("compute prepare", "accepted: --speed CARDS, or --reload"),
        ("hurt save black", "accepted: white, red, blue"),
        ("contest 34 3d10 37 7d10 opponent-more 37", "card 37 was drawn twice"),
        (
            "attack burst ann=34:1d10:6 target 'ben: prone' damage 3d6 distance 5 increment 9",
            "the burst has no target \"ben\"; accepted: ann",
        ),
        (
            "attack burst ann damage 3d6 distance 5 increment 9",
            "\"ann\" is not a target of a burst",
        ),
    ] {
        match answer(line) {
            Ok(answer) => panic!("{line}: {answer:#}"),
            Err(problems) => {
                assert!(problems.to_string().contains(expected), "{line}: {problems}");
            }
        }
    }
}

#[test]
fn a_question_asked_again_has_the_cards_that_were_drawn() {
    let lines = [
        "check 3d10 tn 5",
        "check 7d10 white 1 blue draw",
        "check 1d10 red draw",
        "check 2d10 for break-free holder 3d10",
        "contest 7d10 6d10",
        "contest for stakes 3d10 opposing 2d10",
        "read damage (7)6",
        "read damage (2)6 strength :2d10",
        "read damage strength 3d20",
        "read sum (3)20",
        "read stray missed 2 bystanders 2",
        "attack 4d10 damage 9d6 distance 4 increment 10",
        "attack 4d10 damage 2d20 distance 4 increment 10",
        "attack 5d10 damage 3d6 distance 4 increment 10 automatic 5 ae 2",
        "attack 5d10 damage 3d6 distance 4 increment 10 automatic 5 hit draw hit draw",
        "attack burst ann=3d10:6 ben=2d10:4 cid=3d10:2:draw damage 7d6 distance 3 increment 10",
        "attack blow 4d10 skill 0 damage 2d6 strength 4d10",
        "attack blow 4d10 skill 0 damage 2d6 strength :4d10",
        "attack blow 4d10 skill 0 strength 3d20 deadly",
        "attack throw 1d10 strength d6 distance 20",
        "initiative 3d10",
        "hurt stun 2d10 dealt 2",
        "hazard blast 3d20 distance 5",
        "hazard blast 7d6 distance 5",
        "hazard fall 30 water catch 2d10",
        "hazard burn large",
        "hazard breath 1d10 river",
        "compute move rate 8 pickup draw",
    ];
    let extended = check_asked_again(&lines, &samples::setting(Game::Fi3));
    assert!(extended > 100, "{extended}");
}

/// The section on the dice edition.
fn section() -> &'static str {
    let page = include_str!("../../../../docs/games.md");
    let (_, rest) = page.split_once("## Future Imperfect, chapter 3").expect("the section");
    rest.split("\n## ").next().unwrap_or(rest)
}

/// The texts between backticks.
fn quoted() -> impl Iterator<Item = &'static str> {
    section().split('`').skip(1).step_by(2)
}

#[test]
fn every_question_the_documents_name_exists_and_each_is_named() {
    let setting = samples::setting(Game::Fi3);
    let named: Vec<&str> = quoted().filter_map(|text| text.strip_prefix("lookup fi3 ")).collect();
    assert!(named.len() > 60);
    let question = |name: &&str| {
        let parsed = parsed(name, &setting);
        parsed.unwrap_or_else(|problem| panic!("{name}: {problem}")).inquiry.spec.name
    };
    let named: Vec<&str> = named.iter().map(question).collect();
    // The contents of a card can be asked in every game.
    let general = ["card", "read toggle", "read element"];
    let names = QUESTIONS.iter().map(|spec: &QuestionSpec| spec.name);
    for name in names.filter(|name| !general.contains(name)) {
        assert!(named.contains(&name), "{name} is not in the documents");
    }
}

#[test]
fn every_function_the_documents_name_is_public() {
    let module = include_str!("../../rules/fi3/mod.rs");
    let public: Vec<&str> = module
        .split("pub use ")
        .skip(1)
        .flat_map(|import| import.split(';').next().unwrap_or_default().split(['{', ',', '}']))
        .map(str::trim)
        .collect();
    let named: Vec<&str> = quoted().filter_map(|text| text.strip_prefix("fi3::")).collect();
    assert!(named.len() > 60);
    for name in named {
        assert!(public.contains(&name), "{name}");
    }
}

#[test]
fn every_heading_of_the_text_has_its_line() {
    const HEADINGS: &str = "Conflict/Surprise/Actions/Action Speed/Simple & Complex Actions/\
        Waiting/Extended Actions/Jokers/Movement/Movement Rates/Encumbrance/\
        Psychological Contests/Unnerved/Distracted/Broken/Simple Psychological Contests/Stakes/\
        Fear and Terror/Terrified/Shooting/Weapons/Rate of fire/The Attack/Range/\
        Target is moving/Target Size/Target Speed/Area Effect Weapons/Automatic Weapons/\
        Special Maneuvers/Called Shots/Aiming/Procedure/Two Weapons/Two handed weapons/\
        Reloading/Throwing Things/Unintended Targets/Melee Weapons/Weapon Speed/\
        Defensive Bonus/Entanglement/Defense/Hit Locations/Modifiers/Raises/Fighting/Height/\
        Point Blank/Prone Targets/Cover/Cover penetration/Damage/Tech Level/Armor/Darkness/\
        Rolling damage/Hand to hand damage/Wounds/Wound Markers/Wound Modifiers/Recovery/Death/\
        Bleeding/Boom!/Brawling/Martial Arts/Drowning/Falling/Fire/Healing/Fate/Fate Chips/\
        Saving your skin/Bounty";
    let lines: Vec<&str> = section()
        .lines()
        .skip_while(|line| !line.starts_with("| heading "))
        .skip(2)
        .map_while(|line| line.strip_prefix("| ")?.split(" | ").next())
        .collect();
    assert_eq!(lines, HEADINGS.split('/').collect::<Vec<_>>());
}
