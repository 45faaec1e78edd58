//! `lookup fi3`: every subcommand, in text and JSON, and refused questions.

use actiondeck::deck::{CardNumber, Deck};
use actiondeck::table::lookup::{Answer, AnswerRecord, TargetNumber};
use actiondeck::table::rules::fi3::{
    Barrier, Blow, BonusChip, BonusDie, Bystanders, DamageQuestion, Element, Fear, Hazard,
    HazardQuestion, Landing, LocationModifiers, Move, Options, PsychologicalContest, Roll, Shelter,
    Sum, Throw, breath, closed_die, location,
};
use actiondeck::table::rules::{Contest, Harm, Size};
use proptest::prelude::*;
use serde_json::json;

use crate::lookup::OutputAssert;
use crate::program::{same_in_text_and_json, with_sample_deck};

fn ask(words: &[&str]) -> assert_cmd::assert::Assert {
    with_sample_deck(&["lookup", "fi3"], words)
}

fn words(question: &str) -> Vec<&str> {
    question.split(' ').collect()
}

/// One valid question for each subcommand, and the kind of its answer.
const QUESTIONS: &[(&str, &str)] = &[
    ("check 34 7d10 --more 11 --white 1", "fi3-roll"),
    ("check 34 1d10+2 --tn 5 --red 42 --wounded 2 --related", "fi3-check"),
    ("contest 34 2d10 42 1d10 --opponent-penalty 1", "contest"),
    ("entangle 34 2d10 42 1d10", "entangle"),
    ("initiative 50 1d10 --hand 20,53,39 --reserve 30", "initiative"),
    ("surprise 34 1d10", "surprise"),
    ("prepare --speed 6 --laid 5", "fi3-prepare"),
    ("psych 34 1d10 42 1d10", "fi3-psych"),
    ("stakes 34 2d6 --opposing 3d10", "fi3-check"),
    ("fear 34 1d10 --tn 5 --terror", "fi3-fear"),
    ("move --rate 8 --kg 40 --strength d6 --pickup 34", "fi3-move"),
    (
        "attack 34 2d10 --distance 19 --increment 10 --damage (2)6 --ae 4 --aim 2/-3 --armour 1 --pen 3",
        "fi3-attack",
    ),
    (
        "attack burst ann=34:3d10:6:34,7 ben=11:2d10:4 --damage (3)6 --distance 8 --increment 10",
        "fi3-burst",
    ),
    ("attack blow 34 2d10 --skill 2 --reach 1 --damage (2)6 --strength 2d8", "fi3-attack"),
    ("break-free 34 1d10 --holder 42:1d10", "escape"),
    ("throw 42 1d10 --strength 3d6 --distance 30 --scatter 34", "fi3-throw"),
    ("stray 34 11 --missed 1 --bystanders 2", "fi3-stray"),
    ("location 34 --fighting --raises -1 --prone", "fi3-location"),
    ("armour (3)8 --armour 1 --pen 2", "fi3-armour"),
    ("damage 34 (2)6 --strength 11:2d8 --extra 1 --armour 1", "fi3-damage"),
    ("sum 34+11 (7)6", "fi3-sum"),
    ("die 34 d6", "fi3-die"),
    ("stun 34 1d10 --dealt 2 --earlier 1", "stun"),
    ("recovery 34 1d10 --worst 2", "stun"),
    ("tally --wind 12 belly:2+3 head:1 --bleed 2", "fi3-wounds"),
    ("healing 34 1d10 --wounds 2", "fi3-heal"),
    ("blast (3)6 --distance 5 --cards 34 --places 11,37", "fi3-hazard"),
    ("fall 12 --cards 34 --soft --catch 42:2d10", "fi3-hazard"),
    ("burn whole --cards 34", "fi3-hazard"),
    ("breath 42 1d10 river", "fi3-breath"),
    ("save white red --wounds 4 --wind 3", "fi3-save"),
    ("bounty --aptitude 4", "fi3-bounty"),
];

#[test]
fn every_question_answers_the_same_in_text_and_json() {
    for (question, kind) in QUESTIONS {
        same_in_text_and_json(kind, |more| ask(&[&words(question)[..], more].concat()));
    }
}

#[test]
fn bad_questions_exit_with_2_and_say_what_would_be_accepted() {
    for (question, complaint) in [
        ("check 54 3d10", "accepted: 0 to 53"),
        ("check 34 3dx", "accepted: LEVELdSIDES such as 3d10 or 2d12+4"),
        ("check 34 3d7", "accepted: d4, d6, d8, d10, d12"),
        ("check 34 7d10", "7d10 reads 2 cards, and 1 was named; accepted: 2 cards, each once"),
        ("check 34 7d10 --more 34", "card 34 was drawn twice"),
        ("check 34 1d10 --then 11", "accepted: no follow-up card"),
        ("check 10 4d10 --red 11", "accepted: a blue chip, or none"),
        ("fear 34 1d10 --tn 5 --terror --white 1", "accepted: the roll without chips"),
        ("initiative 50 1d10 --hand 1,2", "accepted: 3, as many as the Reflex check gives"),
        ("initiative 50 1d10 --hand 20,39,4 --keep 5", "accepted: two of 39, 20, 4"),
        ("armour (3)7 --armour 1", "accepted: d4, d6, d8, d10, d12, d20"),
        ("damage 34 (7)6", "accepted: 2 cards"),
        ("throw 34 1d10 --strength d6 --distance 31", "accepted: up to 30 m"),
        ("attack 34 1d10 --distance 5 --increment 0 --damage (1)6", "accepted: 1 to 65535"),
        (
            "attack 34 1d10 --distance 5 --increment 5 --damage (1)6 --aim 0/-3",
            "accepted: STEPS/-PENALTY such as 2/-3",
        ),
        ("fall 10 --cards 34 --catch 11:2d8", "accepted: --water, or --soft"),
        ("blast (3)6 --distance 99 --cards 34", "accepted: 0 cards"),
        ("save black", "accepted: white, red, blue"),
        ("break-free 34 1d10", "accepted: --tn NUMBER, or --holder"),
        ("stray 34 11 --missed 1 --bystanders 1", "accepted: 1 card"),
        ("location 99999999999999999999", "accepted: 0 to 53"),
    ] {
        let output = ask(&words(question)).code(2).complains(complaint).get_output().clone();
        assert!(output.stdout.is_empty(), "{question}");
    }
    // Several faults are reported at once.
    ask(&words("check 54 3d10 --more x --penalty 100"))
        .code(2)
        .complains("card \"54\"")
        .complains("card \"x\"")
        .complains("penalty \"100\"");
}

#[test]
fn house_rules_change_the_readings_of_the_dice_edition() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.toml");
    std::fs::write(&path, "fi3-armour-penetration = \"reduced\"\n").unwrap();
    let question = ["armour", "(3)6", "--armour", "1", "--pen", "2"];
    ask(&question).success().says("reads (3)4");
    let rules = path.display().to_string();
    ask(&[&question[..], &["--rules", &rules]].concat()).success().says("reads (3)6");
    // Options that the file does not set keep the defaults of the dice edition.
    let wounds = ["tally", "--wind", "9", "head:2", "--rules", &rules];
    ask(&wounds).success().says("head: heavy (2)");
    std::fs::write(&path, "fi3-armour-penetration = \"thin\"\n").unwrap();
    ask(&[&question[..], &["--rules", &rules]].concat())
        .code(2)
        .complains("\"plain\" or \"reduced\"");
}

#[test]
fn a_skill_of_the_character_who_acts_can_be_named() {
    ask(&["check", "34", "bravery", "--as", "example doctor"]).success().says("2d8");
    ask(&["check", "34", "juggling", "--as", "example doctor"]).code(2).complains("or dice");
}

/// Checks that text and JSON have the same explanation, and that the JSON parses.
fn agrees<A: Answer>(deck: &Deck, answer: &A) -> Result<(), TestCaseError> {
    let json: serde_json::Value = json!(AnswerRecord::new(deck, answer));
    let lines: Vec<&str> =
        json["explanation"].as_array().unwrap().iter().filter_map(|l| l.as_str()).collect();
    prop_assert_eq!(answer.text(), lines.join("\n") + "\n");
    prop_assert_eq!(&json["kind"], A::KIND);
    Ok(())
}

fn some_cards(most: usize) -> impl Strategy<Value = Vec<CardNumber>> {
    prop::collection::vec((0..54_u8).prop_filter_map("a card", CardNumber::new), 1..=most)
}

proptest! {
    #[test]
    fn no_roll_panics_and_text_and_json_agree(
        cards in some_cards(4),
        then in some_cards(2),
        follow in any::<bool>(),
        level in 1..=20_u8,
        column in 0..5_usize,
        bonus in 0..=255_u8,
        white in 0..=9_u8,
        chip in prop::option::of((any::<bool>(), 0..54_u8)),
        wounds in any::<u8>(),
        penalty in any::<i32>(),
        tn in any::<i64>(),
    ) {
        let deck = crate::rules_cards::deck();
        let die = deck.layout().cause.columns[column];
        let dice = format!("{level}{die}+{bonus}").parse().unwrap();
        let bonus = chip.and_then(|(red, card)| {
            let chip = if red { BonusChip::Red } else { BonusChip::Blue };
            Some(BonusDie { chip, draw: actiondeck::table::lookup::Draw::single(CardNumber::new(card)?) })
        });
        let options = Options::default();
        let mut roll = Roll::new(&deck, dice, cards[0]);
        roll.cards = cards.clone();
        roll.then = if follow { then.clone() } else { Vec::new() };
        (roll.white, roll.bonus, roll.wounds, roll.penalty) = (white, bonus, wounds, penalty);
        let tn = TargetNumber::clamped(tn);
        if let Ok(trial) = roll.against_tn(tn, "test", &options) {
            agrees(&deck, &trial)?;
            agrees(&deck, &trial.roll)?;
            prop_assert_eq!(usize::from(level) + usize::from(white), trial.roll.readings.len());
            prop_assert_eq!(trial.roll.bust, trial.roll.total.is_none());
            prop_assert!(!trial.success || !trial.roll.bust);
        }
        let opponent = Roll::new(&deck, dice, then[0]);
        let contest = Contest { active: roll.clone(), opponent };
        if let Ok(answer) = contest.answer(&options) {
            agrees(&deck, &answer)?;
        }
        if let Ok(answer) = (PsychologicalContest { contest }).answer(&options) {
            agrees(&deck, &answer)?;
        }
        if let Ok(answer) = (Fear { roll: roll.clone(), tn, terror: follow }).answer(&options) {
            agrees(&deck, &answer)?;
        }
        if let Ok(answer) = breath(&roll, Element::Smoke, &options) {
            agrees(&deck, &answer)?;
        }
        let throw = Throw {
            roll,
            strength: die,
            distance_m: wounds.into(),
            penalty: 0,
            scatter: then,
            scatter_then: Vec::new(),
        };
        if let Ok(answer) = throw.answer(&options) {
            agrees(&deck, &answer)?;
        }
    }

    #[test]
    fn no_damage_panics_and_text_and_json_agree(
        cards in some_cards(4),
        row in 1..=255_u8,
        sides in prop::sample::select(vec![2_u16, 4, 6, 8, 10, 12, 20, 100]),
        extra_dice in any::<u8>(),
        armour in prop::option::of((any::<u8>(), prop::option::of(any::<u8>()))),
        brawling in any::<bool>(),
        metres in any::<u16>(),
        size in prop::sample::select(vec!["0.001", "6", "9999"]),
    ) {
        let deck = crate::rules_cards::deck();
        let options = Options::default();
        let size: Size = size.parse().unwrap();
        let dice = format!("({row}){sides}").parse().unwrap();
        if let Ok(answer) = Sum::new(&deck, dice).and_then(|sum| sum.read(&cards)) {
            agrees(&deck, &answer)?;
            let sum: u32 = answer.cells.iter().map(|cell| cell.value).sum();
            prop_assert_eq!(sum, answer.total);
        }
        let strength = Roll::new(&deck, "3d12+6".parse().unwrap(), cards[0]);
        for blow in [
            Blow::Dice(dice),
            Blow::Weapon { dice, strength: strength.clone() },
            Blow::Unarmed { strength },
        ] {
            let question = DamageQuestion {
                deck: (&deck).into(),
                blow,
                extra_dice: extra_dice % 3,
                barrier: armour.map(|(armour, penetration)| Barrier { armour, behind: 0, penetration }),
                size,
                harm: if brawling { Harm::Brawling } else { Harm::Deadly },
            };
            if let Ok(answer) = question.read(&cards, &options) {
                agrees(&deck, &answer)?;
            }
        }
        for hazard in [
            Hazard::Blast { dice, distance_m: metres },
            Hazard::Fall { metres, landing: Landing::Hard },
            Hazard::Fire { dice: row },
        ] {
            let question = HazardQuestion { deck: (&deck).into(), hazard, size, locations: Vec::new() };
            if let Ok(answer) = question.answer(&cards, &options) {
                agrees(&deck, &answer)?;
            }
        }
    }

    #[test]
    fn no_card_and_no_number_panics_elsewhere(
        cards in some_cards(6),
        raises in any::<i8>(),
        flags in any::<[bool; 5]>(),
        missed in any::<u16>(),
        bystanders in any::<u8>(),
        sides in 2..=1000_u16,
        base in any::<u16>(),
    ) {
        let deck = crate::rules_cards::deck();
        let options = Options::default();
        let [fighting, height, point_blank, point_blank_below, prone] = flags;
        let modifiers =
            LocationModifiers { fighting, height, point_blank, point_blank_below, raises };
        let shelter = Shelter { prone, covered: vec!["belly".parse().unwrap()], ..Shelter::default() };
        let place = location(&deck, cards[0], modifiers, &shelter, &options);
        prop_assert!((1..=20).contains(&place.step));
        agrees(&deck, &place)?;
        let bystanders =
            Bystanders { bystanders, missed, spray: prone, cards: cards.clone() };
        if let Ok(answer) = bystanders.answer(&deck) {
            agrees(&deck, &answer)?;
        }
        let die = actiondeck::dice::Die::new(sides).unwrap();
        if let Ok(answer) = closed_die(&deck, cards[0], die) {
            prop_assert!((1..=sides).contains(&answer.value));
            agrees(&deck, &answer)?;
        }
        let pickup = Some(actiondeck::table::rules::fi3::Pickup {
            card: cards[0],
            die: Some(die),
            gifted: prone,
            tireless: height,
        });
        for gait in [
            actiondeck::table::rules::fi3::Gait::Foot,
            actiondeck::table::rules::fi3::Gait::Climbing,
            actiondeck::table::rules::fi3::Gait::Swimming,
            actiondeck::table::rules::fi3::Gait::Riding,
        ] {
            let load = actiondeck::table::rules::fi3::Load::new(u32::from(base) * 40, missed, raises);
            if let Ok(answer) = (Move { gait, base, load, pickup }).answer(&deck) {
                agrees(&deck, &answer)?;
            }
        }
    }
}
