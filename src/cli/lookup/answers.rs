//! What lines of `lookup` answer where options meet: each test is named for its rule.

use super::{Heard, ask};

fn words(line: &str) -> Vec<String> {
    shlex::split(line).expect("a line")
}

fn heard(line: &str) -> Heard {
    let found = ask(&words(line)).unwrap_or_else(|| panic!("{line} is no line"));
    found.unwrap_or_else(|problems| panic!("{line}: {problems}"))
}

fn said(line: &str) -> String {
    heard(line).text
}

fn json(line: &str) -> serde_json::Value {
    heard(line).json["answer"].clone()
}

/// What is wrong with a line; that of clap is not told here.
fn refused(line: &str) -> String {
    match ask(&words(line)) {
        None => "no such option".to_owned(),
        Some(Ok(heard)) => panic!("{line} is answered: {}", heard.text),
        Some(Err(problems)) => problems.to_string(),
    }
}

#[test]
fn what_is_covered_is_hit_whatever_word_names_it() {
    let shot =
        "attack 21 3d10 --distance 5 --increment 10 --dmg '(3)6' --cover 6 --pen 1 --covered ";
    let place = json(&format!("{shot}head"))["location"]["location"].as_str().unwrap().to_owned();
    let group = match place.split(' ').next_back().unwrap() {
        "leg" => "legs",
        "arm" => "Arms",
        "head" => "HEAD",
        _ => "torso",
    };
    for covered in [place.to_uppercase(), group.to_owned(), format!("vitals,{group}")] {
        let answer = json(&format!("{shot}'{covered}'"));
        assert_eq!(true, answer["location"]["hits_cover"], "{covered}");
        assert_eq!("deflects", answer["penetration"]["passage"], "{covered}");
    }
}

#[test]
fn a_word_that_is_no_place_is_refused_everywhere() {
    let shot = "--distance 5 --increment 10";
    for line in [
        "location 21 --covered banana".to_owned(),
        format!("attack 21 3d10 {shot} --dmg '(3)6' --cover 6 --covered banana"),
        format!("attack 21 3d10 {shot} --dmg '(3)6' --called banana"),
        "melee 21 3d10 --skill 1 --weapon boot --cover 2 --covered banana".to_owned(),
        "melee 21 3d10 --skill 1 --weapon boot --called banana".to_owned(),
        format!("fan-fire 2d10 34 --targets a {shot} --dmg '(3)6' --cover 2 --covered banana"),
        "fi3 location 21 --covered banana".to_owned(),
        format!("fi3 shoot 21 3d10 {shot} --damage 3d6 --covered banana"),
        "fi3 fight 21 3d10 --skill 0 --damage 2d6 --called banana".to_owned(),
        "wounds --ct 12 banana:2".to_owned(),
        "fi3 wounds --wind 12 banana:2".to_owned(),
    ] {
        let told = refused(&line);
        assert!(told.contains("\"banana\"") && told.contains("guts"), "{line}: {told}");
    }
    assert!(refused("location 21 --covered 'left hand'").contains("accepted: left arm"));
}

#[test]
fn every_word_of_the_tables_can_be_called() {
    for word in ["eyeball", "guts", "leg", "Hand", "foot", "upper torso", "heart", "feet"] {
        let shot = format!("range --distance 5 --increment 10 --called '{word}'");
        assert!(said(&shot).contains("called shot"), "{word}");
        let shot =
            format!("fi3 shoot 21 3d10 --distance 5 --increment 10 --damage 3d6 --called '{word}'");
        assert!(said(&shot).contains("called shot"), "{word}");
    }
}

#[test]
fn lying_does_not_help_within_2_metres_nor_against_a_blow() {
    for line in [
        "attack 34 1d10 --distance 2 --increment 10 --dmg '(3)6' --prone",
        "melee 34 1d10 --skill 0 --dmg '(3)6' --prone",
        "fi3 shoot 34 1d10 --distance 1 --increment 10 --damage 3d6 --prone",
        "fi3 fight 34 1d10 --skill 0 --damage 2d6 --strength 2d8 --prone",
    ] {
        let answer = heard(line);
        assert_eq!(true, answer.json["answer"]["prone_ignored"], "{line}");
        assert!(answer.text.contains("lying does not help within 2 metres"), "{line}");
        assert_eq!(1, answer.json["answer"]["hits"], "{line}");
    }
}

#[test]
fn options_of_a_blow_are_none_of_a_shot_and_the_other_way_round() {
    let shot = "34 1d10 --distance 5 --increment 10 --dmg '(3)6'";
    for option in ["--height", "--punch", "--kick"] {
        let name = option.trim_start_matches('-');
        let told = refused(&format!("attack {shot} {option}"));
        let expected = format!("\"{name}\" counts in a fight only, and \"distance\" in a shot");
        assert!(told.starts_with(&expected), "{told}");
        let told = refused(&format!("attack shot {shot} {option}"));
        assert!(told.starts_with(&format!("\"{name}\" counts in a fight only")), "{told}");
    }
    for option in ["--point-blank", "--contact"] {
        let blow = format!("melee 34 1d10 --skill 0 --dmg '(3)6' {option}");
        assert_eq!("no such option", refused(&blow));
    }
    assert_eq!("no such option", refused("location 34 --point-blank --height"));
    let told = refused("fi3 location 34 --height");
    assert!(told.starts_with("fighting is missing; accepted: --fighting; "), "{told}");
    assert!(refused("location 34 --turned").contains("nothing moves the hit"));
}

#[test]
fn height_does_not_make_a_blow_of_a_shot() {
    let gun = "attack 34 3d10 --weapon 'example rifle'";
    for line in [
        format!("{gun} height"),
        format!("{gun} distance 8 height"),
        format!("{gun} distance 8 punch"),
        "fi3 attack 34 3d10 --damage 3d6 --distance 5 --increment 10 --height".to_owned(),
    ] {
        let told = refused(&line);
        assert!(told.contains("counts in a fight only"), "{line}: {told}");
        assert!(told.contains("accepted: a shot without"), "{line}: {told}");
    }
    let blow = heard("attack 34 3d10 --skill 2 --weapon fist --height");
    assert_eq!("west attack blow", blow.record.name);
    let fan = "attack 2d10 34 --targets a --distance 3 --weapon 'example revolver' --burst 10";
    assert!(refused(fan).contains("counts in fan fire only, and \"burst\" in a shot"));
}

#[test]
fn a_gun_in_a_blow_is_a_club() {
    for gun in ["example rifle", "example revolver", "example shotgun", "example heavy gun"] {
        let blow = format!("attack 34 3d10 --skill 2 --weapon '{gun}'");
        let told = refused(&blow);
        assert!(told.contains("strikes as a club") && told.contains("dmg"), "{gun}: {told}");
        let struck = json(&format!("{blow} --dmg '(2)6'"));
        assert_eq!("(2)6", struck["damage"]["weapon_cell"], "{gun}");
        assert!(struck["failure"].is_null() && struck["unintended"].is_null(), "{gun}");
    }
}

#[test]
fn all_that_is_missing_is_said_at_once_with_an_example() {
    let all = |line: &str, missing: &[&str], example: &str| {
        let told = refused(line);
        let mut names: Vec<&str> =
            told.lines().filter_map(|line| line.split(" is missing").next()).collect();
        let mut missing = missing.to_vec();
        names.sort_unstable();
        missing.sort_unstable();
        assert_eq!(missing, names, "{told}");
        assert_eq!(1, told.matches("; for example: ").count(), "{told}");
        assert!(told.ends_with(&format!("; for example: {example}")), "{told}");
    };
    let shot = "attack 34 3d10 weapon \"example revolver\" distance 8";
    all("attack 34 3d10", &["distance", "a range increment", "a damage cell"], shot);
    all("attack", &["distance", "card", "dice", "a range increment", "a damage cell"], shot);
    let covered = "attack 34 3d10 --cover 2";
    let missing = ["distance", "covered", "a range increment", "a damage cell"];
    all(covered, &missing, shot);
    let blow = "attack blow 34 3d10 weapon fist skill 2";
    all("attack blow 34 3d10", &["skill", "a damage cell"], blow);
    all(
        "attack throw 34 2d8",
        &["distance", "a Strength"],
        "attack throw 42 1d10 strength 2d8 distance 10",
    );
    let own = "fi3 attack blow 34 3d10 skill 2 damage 2d6 strength 2d8";
    all("fi3 attack blow 34 3d10", &["skill", "what hits"], own);
    let own = "fi3 attack 34 3d10 damage 3d6 distance 19 increment 10";
    all("fi3 attack 34 3d10", &["damage", "distance", "increment"], own);
    let own = "fi3 attack throw 34 2d8 strength d6 distance 12";
    all("fi3 attack throw 34 2d8", &["distance", "a Strength"], own);
    all(
        "hurt tally",
        &["hit", "the CT at full health"],
        "hurt tally \"left arm:2+3\" belly:1 ct 12",
    );
    // A bad value is said beside what is missing.
    let told = refused("attack 34 3d10 size x");
    assert!(told.contains("\"x\"") && told.contains("distance is missing"), "{told}");
}

#[test]
fn point_blank_is_as_near_as_two_arms_reach() {
    let near = |metres| format!("--distance {metres} --increment 10 --point-blank");
    assert!(refused(&format!("attack 34 1d10 --dmg '(3)6' {}", near(8))).contains("point-blank"));
    assert!(
        refused(&format!("fi3 shoot 34 1d10 --damage 3d6 {}", near(5))).contains("point-blank")
    );
    said(&format!("attack 34 1d10 --dmg '(3)6' {}", near(2)));
}

#[test]
fn what_the_attacker_holds_decides_whether_the_armed_have_an_advantage() {
    let tn = |line: &str| json(line)["test"]["account"]["tn"].as_i64().unwrap();
    let blow = "melee 34 3d10 --skill 3 --armed";
    assert_eq!(4, tn(&format!("{blow} --dmg '(2)6'")));
    assert_eq!(5, tn(&format!("{blow} --dmg '(2)6' --bare-hands")));
    assert_eq!(5, tn(&format!("{blow} --dmg '(2)6' --harm brawling")));
    assert_eq!(4, tn(&format!("{blow} --dmg '(2)6' --harm brawling --attacker-armed")));
    assert_eq!(5, tn(&format!("{blow} --weapon fist")));
    let defense = |more: &str| json(&format!("defense --skill 3 --armed {more}"))["tn"].clone();
    assert_eq!([5, 4], ["", "--attacker-armed"].map(|more| defense(more).as_i64().unwrap()));
}

#[test]
fn bare_hands_do_not_kill_in_the_dice_edition() {
    for line in ["fi3 damage 34 --strength 1d12+6", "fi3 fight 34 1d10 --skill 0 --strength 1d12+6"]
    {
        let answer = heard(line);
        assert!(answer.text.contains("wind"), "{line}");
        assert!(answer.json.to_string().contains("\"harm\":\"brawling\""), "{line}");
        let deadly = json(&format!("{line} --deadly")).to_string();
        assert!(deadly.contains("\"harm\":\"deadly\""), "{line}");
    }
}

#[test]
fn concussion_kills_through_bleeding_only() {
    for line in ["wounds --ct 12 'left arm:1+30'", "fi3 wounds --wind 12 'left arm:1+30'"] {
        let answer = json(line);
        assert_eq!((&false.into(), &true.into()), (&answer["dead"], &answer["risks_death"]));
        assert!(said(line).contains("at risk of death"), "{line}");
    }
    assert_eq!(true, json("wounds --ct 12 'left leg:4' --bleed 12")["dead"]);
}

#[test]
fn a_thrown_weapon_that_misses_scatters() {
    let thrown = "attack 34 1d4 --distance 8 --weapon 'example throwing knife' --strength 2d10";
    assert!(json(thrown)["scatter"]["distance_m"].as_u64().unwrap() <= 4);
    assert!(said(thrown).contains("from the target"));
}

#[test]
fn a_two_handed_weapon_in_each_hand_is_fired_with_one() {
    let tn = |more: &str| {
        let shot = "range --distance 5 --weapon 'example rifle' ";
        json(&format!("{shot}{more}"))["tn"].as_i64().unwrap()
    };
    assert_eq!(3, tn("--hands main") - tn(""));
    assert_eq!(2, tn("--one-handed") - tn(""));
    let revolver = "range --distance 5 --weapon 'example revolver' --one-handed";
    assert!(refused(revolver).contains("needs one hand only"));
}

#[test]
fn only_revolvers_are_fanned_and_never_aimed() {
    let fan = "fan-fire 2d10 34 37 --targets a,b --distance 3";
    let rifle = refused(&format!("{fan} --weapon 'example rifle'"));
    assert!(rifle.contains("not a revolver") && rifle.contains("example revolver"), "{rifle}");
    let aimed = refused(&format!("{fan} --weapon 'example revolver' --aim once"));
    assert!(aimed.contains("never aimed"), "{aimed}");
    let pushed = refused(&format!("{fan} --increment 8 --dmg '(3)6' --pushing"));
    assert!(pushed.contains("reliability"), "{pushed}");
}

#[test]
fn a_weapon_fires_the_bursts_that_its_table_lists() {
    let burst = |weapon: &str| {
        format!("attack 34 3d10 --distance 8 --weapon '{weapon}' --burst 10 --aim once")
    };
    assert!(
        refused(&burst("example revolver")).contains("fires no burst of 10 shots; accepted: 1")
    );
    said(&burst("example heavy gun"));
}

#[test]
fn a_contest_of_the_dice_edition_is_fought_with_two_decks() {
    said("fi3 contest 34 3d10 34 2d8");
    said("fi3 psych 34 2d10 34 1d6");
    assert!(refused("contest 34 3d10 34 2d8").contains("drawn twice"));
}

#[test]
fn the_deck_of_a_side_does_not_hold_a_card_twice() {
    assert!(refused("fi3 contest 34 3d10 34 7d8 --opponent-more 34").contains("drawn twice"));
}

#[test]
fn whoever_breaks_the_bad_guy_draws_the_chip() {
    let told = said("fi3 psych 34+11+10 4d10 42 1d6");
    assert!(told.contains("the opponent is broken"), "{told}");
    assert!(told.contains("the active character draws a fate chip"), "{told}");
}

#[test]
fn the_penalty_of_wounds_stands_in_the_account() {
    for line in [
        "check 34 3d10 --tn 7 --wounded 3",
        "surprise 34 3d10 --wounded 3",
        "initiative 34 3d10 --wounded 3",
        "aim 34 3d10 --wounded 3",
        "fast-draw 34 3d10 --wounded 3",
        "throw 34 3d10 --strength d8 --distance 5 --wounded 3",
        "escape 34 3d10 --tn 5 --wounded 3",
        "healing 34 3d10 light --wounded 3",
        "complex 3d10 '(2)6' 34 --tn 5 --wounded 3",
        "attack 34 3d10 --distance 5 --increment 8 --dmg '(3)6' --wounded 3",
        "melee 34 3d10 --skill 1 --weapon boot --wounded 3",
    ] {
        assert!(said(line).contains("+ 3 for wounds"), "{line}");
    }
    assert!(said("contest 34 2d10 37 1d10 --wounded 3").contains("3 off for penalties"));
    assert!(said("fi3 check 34 3d10 --tn 5 --wounded 3").contains("- 3 for wounds"));
    assert!(refused("check 34 3d10 --wounded 3").contains("target number"));
}

#[test]
fn a_hit_whose_damage_wants_another_card_asks_for_it() {
    let shot = "fi3 shoot 34 1d10 --distance 5 --increment 10 --damage 6d6";
    let told = said(shot);
    assert!(told.contains("draw another card (--hit 34+NEXT)"), "{told}");
    assert!(said(&format!("{shot} --hit 34+11")).contains("against Size 6"));
    assert!(said(&format!("{shot} --hit 34+11+10")).contains("card 10 is not needed"));
    assert!(said(&format!("{shot} --defence 99 --hit 34+11")).contains("card 11 is not needed"));
}

#[test]
fn an_exceptional_strength_goes_on_with_a_follow_up_card() {
    let blow = |strength: &str| {
        said(&format!("fi3 fight 34 1d10 --skill 0 --damage 5d6 --strength {strength}"))
    };
    assert!(blow("2d10").contains("Strength: row 2 of card 34 may go on: draw another card"));
    assert!(blow("34+10:2d10").contains("19 points of Strength count"));
    assert!(blow("34+10+42:2d10").contains("card 42 is not needed"));
}

#[test]
fn cover_that_ablates_asks_for_a_reduced_damage_that_is_not_known() {
    let shot = "attack 34 1d10 --distance 5 --increment 10 --dmg '(3)6' --pen 2 --covered torso";
    let ablated = (-9..20)
        .map(|armour| format!("{shot} --cover {armour}"))
        .find(|line| json(line)["penetration"]["passage"] == "ablates");
    let answer = heard(&ablated.unwrap());
    assert_eq!(true, answer.json["answer"]["reduced_damage_unknown"]);
    assert!(!answer.text.contains("nothing reaches"));
}

#[test]
fn damage_and_traits_are_read_as_the_dice_edition_writes_them() {
    let damage = |dice: &str| json(&format!("fi3 damage 34 {dice}"));
    assert_eq!(damage("3d6"), damage("'(3)6'"));
    assert_eq!(70, json("fi3 throw 34 1d10 --strength d12+2 --distance 5")["maximum_m"]);
    assert_eq!(42, json("fi3 bounty --trait d12+2")["points"]);
    said("fi3 move --rate 8 --strength d12+2 --kg 50");
    said("fi3 damage 34 --strength 1d12+28");
}

#[test]
fn aim_that_nobody_disturbs_is_kept_and_a_blow_that_hit_takes_it() {
    assert_eq!(true, json("aim 34 3d10 --shots 0")["kept"]);
    assert_eq!(false, json("aim 34 3d10 --melee --hits 1")["kept"]);
}

#[test]
fn an_active_defense_that_comes_too_late_does_not_count() {
    assert_eq!(10, json("d6 difficulty --active 7 --too-late")["tn"]);
}

#[test]
fn a_wound_is_healed_by_any_name_of_its_table() {
    let tn = |name: &str| {
        json(&format!("healing 34 3d10 {name}"))["test"]["account"]["tn"].as_i64().unwrap()
    };
    assert_eq!([3, 5, 5], ["scratched", "light", "heavy"].map(tn));
}

#[test]
fn who_draws_no_cards_acts_on_no_count() {
    let bust =
        (0..54).map(|card| format!("initiative {card} 4d10")).find(|line| json(line)["cards"] == 0);
    let told = said(&bust.unwrap());
    assert!(told.contains("no cards this round") && !told.contains("count"), "{told}");
}
