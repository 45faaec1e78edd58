//! A fight at the table, line by line: values that need not be typed, and the number of keys.

use super::new_game;
use crate::table::play::commands::COMMANDS;
use crate::table::play::{Game, Outcome, PlayError, Reply};
use crate::table::session::{Mode, Session};

/// A table whose keystrokes are counted.
pub(super) struct Fight {
    /// The table.
    pub(super) game: Game,
    /// The number of keys of the lines since the last count, each with Enter.
    keys: usize,
    /// Cards that were not drawn yet.
    cards: std::ops::Range<u8>,
}

impl Fight {
    pub(super) fn new(mode: Mode) -> Self {
        Self { game: new_game(mode), keys: 0, cards: 0..53 }
    }

    pub(super) fn reply(&mut self, line: &str) -> Reply {
        self.keys += line.chars().count() + 1;
        match self.game.hear(line) {
            Ok(Outcome::Reply(reply)) => *reply,
            Ok(_) => panic!("{line:?} is not answered"),
            Err(failure) => panic!("{line:?}: {failure:?}"),
        }
    }

    pub(super) fn say(&mut self, line: &str) -> String {
        self.reply(line).written()
    }

    fn refused(&mut self, line: &str) -> String {
        match self.game.hear(line) {
            Err(PlayError::Refused(problems)) => problems.to_string(),
            Err(failure) => panic!("{line:?}: {failure:?}"),
            Ok(Outcome::Reply(reply)) => panic!("{line:?} is answered: {}", reply.text),
            Ok(_) => panic!("{line:?} is not answered"),
        }
    }

    /// The number of the next card; resets the count of keys if needed.
    fn card(&mut self) -> String {
        let card = self.cards.next().unwrap_or_else(|| {
            self.game.hear("shuffle").unwrap_or_else(|_| panic!("a shuffle"));
            self.cards = 1..53;
            0
        });
        card.to_string()
    }

    fn counted(&mut self) -> usize {
        std::mem::take(&mut self.keys)
    }

    fn worst(&self, who: &str) -> u8 {
        self.game.session.table().wounds(who).map_or(0, |track| track.worst())
    }
}

const GUNFIGHTER: &str = "example gunfighter";
const BRUTE: &str = "example brute";
const DOCTOR: &str = "example doctor";

/// Three characters, five rounds, with printed cards: each one shoots and makes a check.
#[test]
fn a_shot_takes_at_most_20_keys_a_check_9_and_a_wound_6() {
    let mut fight = Fight::new(Mode::Physical);
    for line in [
        "set gun weapon revolver ammo 6 distance 12",
        "set doc weapon revolver ammo 6 distance 10 cover 3 covered legs skill 2d8",
        "set bru weapon shotgun skill 3d6 distance 8",
    ] {
        fight.say(line);
    }
    fight.counted();
    let (mut shots, mut hits, mut checks) = (0, 0, 0);
    for round in 0..5 {
        for (who, target) in [("gun", "bru"), ("bru", "doc"), ("doc", "gun")] {
            let line = format!("{who} att at {target}");
            let before = fight.say(&line);
            assert!(before.starts_with("TN "), "{line}: {before}");
            let card = fight.card();
            let reply = fight.reply(&card);
            let keys = fight.counted();
            assert!(keys <= 20, "{line}, {card}: {keys} keys");
            let verdict = reply.verdict.clone().unwrap_or_default();
            assert!(reply.written().starts_with(&verdict));
            shots += 1;
            if !reply.deals.is_empty() {
                fight.say("apply");
                assert!(fight.counted() <= 6);
                hits += 1;
            }
            if who != "bru" && round % 3 == 2 {
                fight.say(&format!("reload {who}"));
                fight.counted();
            }
        }
        fight.say("as doc");
        fight.counted();
        let card = fight.card();
        let said = fight.say(&format!("{card} me 7"));
        assert!(said.contains("TN "), "{said}");
        assert!(fight.counted() <= 9);
        checks += 1;
        fight.say("as");
        fight.counted();
        // The same with dice of two and three characters.
        for dice in ["2d8", "310"] {
            let card = fight.card();
            let said = fight.say(&format!("{card} {dice} 7"));
            assert!(said.contains("against TN 7") || said.contains("critical"), "{said}");
            assert!(fight.counted() <= 9);
        }
        fight.say("round");
        fight.counted();
    }
    assert_eq!((15, 5), (shots, checks));
    assert!(hits >= 3, "{hits} hits");
    assert!([GUNFIGHTER, BRUTE, DOCTOR].iter().any(|who| fight.worst(who) > 0));
}

#[test]
fn wounds_count_in_every_question_and_the_account_names_them() {
    let mut fight = Fight::new(Mode::Physical);
    fight.say("wound gun left arm 3");
    assert!(fight.say("gun 34 shooting 8").contains("+ 3 for wounds"));
    assert!(fight.say("tn gun att weapon rev distance 12").contains("+ 3 for wounds"));
    assert!(fight.say("tn gun stun 2d8 dealt 1").contains("+ 3 for wounds"));
    fight.say("set gun penalty 1");
    assert!(fight.say("tn gun check 3d10 8").contains("+ 1 for other penalties"));
    // A typed value takes precedence over a recorded one.
    assert!(!fight.say("tn gun check 3d10 8 wounded 0").contains("wounds"));
    let log = fight.game.session.to_text();
    assert!(log.contains("\"wounded\":3"), "{log}");
}

#[test]
fn the_target_brings_its_size_its_distance_and_its_cover() {
    let mut fight = Fight::new(Mode::Physical);
    fight.say("set bru distance 12 cover 2 covered torso,head dodge 2 prone");
    let said = fight.say("gun att weapon rev at bru");
    assert!(said.contains("dodg") && said.contains("size 7") && said.contains("prone"), "{said}");
    fight.say("40");
    let asked = &fight.game.session.table().last().unwrap().asked;
    assert_eq!(Some(BRUTE), asked.target.as_deref());
    assert_eq!(
        ("12", "7"),
        (&*asked.arguments["distance"].to_string(), &*asked.arguments["size"].to_string())
    );
    fight.say("unset bru prone cover");
    assert!(!fight.say("gun att weapon rev at bru").contains("prone"));
    // A distance on the line takes precedence.
    assert!(fight.say("gun att weapon rev at bru distance 2").contains("dodge"));
}

#[test]
fn a_weapon_in_hand_is_fired_until_empty_or_used_for_blows() {
    let mut fight = Fight::new(Mode::Physical);
    fight.say("set gun weapon revolver ammo 2 at brute");
    fight.say("set brute distance 8");
    fight.say("gun att");
    assert!(fight.say("33").contains("1 shot left"));
    fight.say("gun att");
    assert!(fight.say("35").contains("0 shots left"));
    let said = fight.refused("gun att");
    assert!(said.contains("has 0 shots, not 1") && said.contains("reload"), "{said}");
    // The misread card is undone, and the question waits again.
    fight.say("undo");
    assert!(fight.say("36").contains("0 shots left"));
    fight.say("reload gun");
    fight.say("gun att");
    assert!(fight.say("37").contains("1 shot left"));
    // If the line names the weapon in hand, its shots are counted; those of another are not.
    fight.say("gun att weapon rev");
    assert!(fight.say("38").contains("0 shots left"));
    fight.say("gun att weapon rifle");
    assert!(!fight.say("39").contains("shots left"));
    fight.say("set gun weapon bowie");
    let said = fight.say("gun att 2d10");
    assert!(said.contains("TN ") && said.contains("skill 3"), "{said}");
}

#[test]
fn what_an_answer_deals_is_applied_once_and_can_be_taken_back() {
    let mut fight = Fight::new(Mode::Physical);
    fight.say("set bru distance 4");
    fight.say("gun att weapon rev at bru");
    let hit = (0..53).find_map(|card| {
        let reply = fight.reply(&card.to_string());
        if reply.deals.iter().any(|dealt| dealt.wounds > 0) {
            return Some(reply);
        }
        fight.say("undo");
        fight.say("gun att weapon rev at bru");
        None
    });
    let hit = hit.expect("some card hits");
    assert!(hit.written().contains("apply"));
    let said = fight.say("apply");
    assert!(said.contains(BRUTE) && said.contains("next: stun as brute"), "{said}");
    let worst = fight.worst(BRUTE);
    assert_eq!(hit.deals[0].wounds, u32::from(worst));
    assert!(fight.refused("apply").contains("applied already"));
    let said = fight.say("brute stun");
    assert!(said.contains(&format!("dealt {worst}")), "{said}");
    fight.say("undo 2");
    assert_eq!(0, fight.worst(BRUTE));
    fight.say("apply");
    assert_eq!(worst, fight.worst(BRUTE));
    // 50 is enough to avoid a hit: the shot misses.
    fight.say("50 3d10");
    assert!(fight.refused("apply").contains("deals no wounds"));
}

#[test]
fn bumps_move_the_hit_to_what_was_shown_before() {
    let mut fight = Fight::new(Mode::Physical);
    fight.say("set bru distance 4");
    for card in 0..53 {
        fight.say("gun att weapon rev at bru");
        let reply = fight.reply(&card.to_string());
        if reply.offers.is_empty() {
            fight.say("undo");
            continue;
        }
        let said = fight.say("spend");
        let first = said.lines().next().unwrap().to_owned();
        let (_, bought) = first.split_once(" # ").unwrap();
        let place = bought.split(',').next().unwrap();
        let spent = fight.say(&first);
        assert!(spent.starts_with(&format!("hit: {place}")), "{first}: {spent}");
        fight.say("apply");
        assert!(fight.refused("spend 0").contains("undo first"));
        return;
    }
    panic!("no card brings a bump");
}

#[test]
fn tn_shows_the_target_number_before_a_virtual_draw() {
    let mut fight = Fight::new(Mode::Virtual { seed: 7 });
    fight.say("set bru distance 12");
    let said = fight.say("tn gun att weapon rev at bru");
    assert!(said.starts_with("TN ") && said.contains("type draw to draw it"), "{said}");
    assert_eq!(54, fight.game.session.table().pile_size());
    let said = fight.say("draw");
    assert!(said.starts_with("hit") || said.starts_with("miss"), "{said}");
    assert_eq!(53, fight.game.session.table().pile_size());
}

#[test]
fn a_question_that_waits_is_given_up_with_the_next_step() {
    let mut fight = Fight::new(Mode::Physical);
    fight.say("gun check sho 7");
    fight.say("table");
    assert!(fight.say("34").contains("against TN 7"));
    fight.say("gun check sho 7");
    fight.say("round");
    assert!(fight.say("34").contains("34"), "a card is shown");
    assert_eq!(4, fight.game.session.log().len());
}

#[test]
fn unclear_names_are_refused_with_those_they_could_mean() {
    let mut fight = Fight::new(Mode::Physical);
    let said = fight.refused("34 check 3d10 tn 7 as example");
    assert!(said.contains(BRUTE) && said.contains(DOCTOR), "{said}");
    let said = fight.refused("34 attack 3d10 weapon example distance 3");
    assert!(said.contains("example rifle"), "{said}");
    assert!(fight.refused("34 3d10 tn 7 as zeno").contains("no participant is named"));
    // A new participant is created by name.
    fight.say("wound Zeno chest 1 ct 9");
    assert!(fight.say("34 3d10 tn 7 as zen").contains("TN 8 = 7 as given + 1 for wounds"));
}

/// A table that is reloaded from its file after every line, as if the program had been restarted.
#[test]
fn a_question_that_waits_is_kept_over_the_end_of_the_program() {
    let mut fight = Fight::new(Mode::Physical);
    fight.say("set bru distance 12");
    fight.say("set gun weapon rev ammo 6");
    let before = fight.say("gun att at bru");
    assert!(before.contains("TN "), "{before}");
    let text = fight.game.session.to_text();
    let mut whole = Fight::new(Mode::Physical);
    let resumed = Session::read("s.json", text.as_bytes(), &whole.game.setting.deck).unwrap();
    whole.game.session = resumed.session;
    assert!(whole.say("table").contains("waits for its card"));
    assert_eq!(fight.say("34"), whole.say("34"));
    assert_eq!(fight.game.session, whole.game.session);
    assert_eq!(
        Some(5),
        whole.game.session.table().facts(GUNFIGHTER).unwrap().ammo.map(|ammo| ammo.left)
    );
}

/// `hand` gives its cards in both modes and in all notations, in both games with a hand.
#[test]
fn a_hand_entered_in_one_line_or_in_two_is_held() {
    for game in ["west", "fi3"] {
        for lines in [
            &["hand sid 3d10 check 3 cards 41,32,15"][..],
            &["hand sid 3d10 check 3", "hand sid cards 41,32,15"],
            &["sid initiative 3d10 hand 41,32,15", "3"],
            &["3 initiative 3d10 hand 41,32,15 as sid"],
        ] {
            let mut fight = Fight::new(Mode::Physical);
            fight.say(&format!("game {game}"));
            fight.say("wound sid ct 12");
            let said = lines.iter().fold(String::new(), |_, line| fight.say(line));
            assert!(said.contains("41"), "{game} {lines:?}: {said}");
            let hands = fight.say("hands");
            assert!(hands.starts_with("sid holds 41"), "{game} {lines:?}: {hands}");
            assert!(fight.say("act sid").contains("sid"));
        }
    }
    let mut fight = Fight::new(Mode::Physical);
    fight.say("game fi3");
    fight.say("3 initiative 3d10 hand 41,32,15 keep 41,15 as brute");
    assert!(fight.say("hands").contains("41 (") && fight.say("hands").contains("15 ("));
}

/// The examples of `help hand` leave cards in a hand.
#[test]
fn every_example_of_help_hand_leaves_cards_in_a_hand() {
    for (line, mode) in [
        ("hand sid 3d10", Mode::Virtual { seed: 7 }),
        ("hand sid 4", Mode::Virtual { seed: 7 }),
        ("hand sid 2 all", Mode::Virtual { seed: 7 }),
        ("hand sid 3d10 check 34 cards 3,14,51", Mode::Physical),
    ] {
        let mut examples = COMMANDS.iter().flat_map(|command| command.examples);
        assert!(examples.any(|example| *example == line), "{line}");
        let mut fight = Fight::new(mode);
        fight.say(line);
        assert!(!fight.game.session.table().hand("sid").is_empty(), "{line}");
    }
}

#[test]
fn no_healing_brings_a_lost_limb_or_the_dead_back() {
    for game in ["west", "fi3"] {
        let mut fight = Fight::new(Mode::Physical);
        fight.say(&format!("game {game}"));
        fight.say("wound sid left arm 5 ct 12");
        let said = fight.refused("heal sid left arm");
        assert!(said.contains("the left arm of sid is lost"), "{said}");
        fight.say("rest sid");
        assert!(fight.say("wound sid").contains("left arm"), "still recorded");
        // A mistake is undone.
        fight.say("undo 2");
        assert!(fight.refused("heal sid left arm").contains("CT of sid"));
        fight.say("wound sid left arm 4 ct 12");
        assert!(!fight.say("heal sid left arm").contains("lost"));
        fight.say("wound sid head 5");
        assert!(fight.refused("heal sid head").contains("sid is dead"));
        assert!(fight.refused("rest sid").contains("sid is dead"));
    }
}

/// The first card of the deck, from this one on, with which a line has such an answer; its step is
/// kept.
fn until(fight: &mut Fight, line: &str, answer: &str) -> String {
    for card in 0..53 {
        let Ok(Outcome::Reply(reply)) = fight.game.hear(&format!("{card} {line}")) else {
            continue;
        };
        if reply.text.contains(answer) {
            return reply.written();
        }
        fight.say("undo");
    }
    panic!("no card answers {line:?} with {answer:?}");
}

#[test]
fn a_stunned_character_recovers_before_acting() {
    let mut fight = Fight::new(Mode::Physical);
    fight.say("set brute distance 4 at gun");
    fight.say("wound brute chest 3");
    let said = until(&mut fight, "brute stun", "stunned until");
    assert!(said.contains("next: recovery as brute"), "{said}");
    assert!(
        fight
            .say("table")
            .contains("example brute: distance 4, at example gunfighter, stunned until")
    );
    let state = fight.say("wound brute");
    assert!(state.contains("stunned until a recovery check") && !state.contains("in action"));
    let said = fight.refused("brute attack blow 2d8 skill 2 weapon fist");
    assert!(said.contains("example brute is stunned") && said.contains("recovery as brute"));
    assert!(fight.refused("brute stun").contains("is stunned"));
    assert!(fight.say("brute 3d10 7").contains("stunned until a recovery check"), "a reaction");
    fight.say("undo");
    // Wounds taken while stunned need no stun check.
    assert!(!fight.say("wound brute left leg 1").contains("next: stun"));
    // The condition is stored in the file, and undo removes it.
    let deck = &fight.game.setting.deck;
    let text = fight.game.session.to_text();
    let mut again = Fight::new(Mode::Physical);
    again.game.session = Session::read("s", text.as_bytes(), deck).unwrap().session;
    assert!(again.refused("brute attack blow 2d8 skill 2 weapon fist").contains("is stunned"));
    again.say("undo 2");
    assert!(!again.say("table").contains("stunned"));
    again.say("redo 2");
    assert!(again.say("table").contains("stunned"));
    let said = until(&mut fight, "brute recovery", "\nrecovered");
    assert!(!said.contains("is stunned"), "{said}");
    assert!(!fight.say("table").contains("stunned"));
    assert!(fight.refused("brute stun").contains("no wounds since the last stun check"));
    assert!(fight.say("brute attack blow 2d8 skill 2 weapon fist").contains("TN "));
}

#[test]
fn a_stun_check_is_made_once_for_the_wounds_taken() {
    let mut fight = Fight::new(Mode::Physical);
    fight.say("wound brute chest 1");
    until(&mut fight, "brute stun", "\nnot stunned");
    let said = fight.refused("brute stun");
    assert!(said.contains("no wounds since the last stun check"), "{said}");
    fight.say("undo");
    assert!(fight.say("brute stun").contains("TN "), "the check was taken back");
    fight.say("undo");
    until(&mut fight, "brute stun", "\nnot stunned");
    fight.say("wound brute chest 1");
    assert!(fight.say("brute stun").contains("TN "), "new wounds");
}

#[test]
fn unconsciousness_lasts_until_it_is_ended() {
    let mut fight = Fight::new(Mode::Physical);
    fight.say("wound brute chest 1");
    fight.say("set brute stunned");
    until(&mut fight, "recovery 4d10 as brute", "unconscious");
    for line in ["brute initiative 3d10", "hand brute 3", "brute recovery", "brute attack 3d10"] {
        let said = fight.refused(line);
        assert!(said.contains("is unconscious") && said.contains("unset brute"), "{line}: {said}");
    }
    fight.say("round");
    assert!(fight.say("table").contains("example brute: unconscious"));
    fight.say("unset brute unconscious");
    assert!(!fight.say("table").contains("unconscious"));
}

#[test]
fn a_surprised_character_has_no_hand_and_no_action() {
    for game in ["west", "fi3"] {
        let mut fight = Fight::new(Mode::Physical);
        fight.say(&format!("game {game}"));
        until(&mut fight, "surprise 1d6 as brute", "\nsurprised");
        for line in ["hand brute 3", "hand brute 3d10", "initiative 3d10 as brute"] {
            assert!(fight.refused(line).contains("is surprised"), "{game}: {line}");
        }
        assert!(fight.game.session.table().hand("example brute").is_empty());
        if game == "west" {
            assert!(fight.refused("brute attack weapon rev distance 4").contains("is surprised"));
            assert!(fight.refused("order brute=2d8 gun=3d10").contains("is surprised"));
        }
        assert!(fight.say("table").contains("surprised, without an action until the next round"));
        fight.say("round");
        let said = fight.say("12 initiative 3d10 as brute");
        assert!(said.contains("acts after a bravery or guts check at TN 3"), "{said}");
        if game == "west" {
            until(&mut fight, "brute bravery 3", "success");
            assert!(!fight.say("table").contains("surprise"), "the check was made");
            fight.say("undo");
        }
        fight.say("round");
        assert!(!fight.say("table").contains("surprise"));
        assert!(!fight.say("14 initiative 3d10 as brute").contains("bravery"));
    }
}

#[test]
fn steps_taken_back_can_be_taken_again_until_a_new_step() {
    let mut fight = Fight::new(Mode::Virtual { seed: 7 });
    assert!(fight.refused("redo").contains("nothing to redo"));
    for line in ["3d10 tn 7", "wound sid chest 1 ct 9", "draw 2"] {
        fight.say(line);
    }
    let whole = fight.game.session.clone();
    fight.say("undo");
    fight.say("undo 2");
    assert!(fight.refused("redo 4").contains("up to 3"));
    let said = fight.say("redo 2");
    assert!(said.starts_with("redone:\n1. 3d10 tn 7") && said.contains("wound sid"), "{said}");
    fight.say("redo");
    assert_eq!(whole, fight.game.session);
    fight.say("undo 2");
    fight.say("round");
    assert!(fight.refused("redo").contains("before another step is taken"));
}
