//! The rules of the table in `play`: discard pile, hands, initiative, wounds.

use std::fs;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use super::{DECK, Workspace, said};
use actiondeck::deck::Deck;

#[test]
fn a_drawn_card_answers_and_goes_to_the_discard_pile() {
    let lines = "34 3d10 tn 7\nthen 11\nthen 10\nlocation\n34 3d10\ntable\n";
    let (code, out, err) = said(&["--physical"], lines);
    assert_eq!(Some(2), code);
    assert!(out.contains("card 10 adds 9: 30 against TN 7, success, 5 bumps"), "{out}");
    assert!(out.contains("card 34: standard location"), "{out}");
    assert!(out.contains("51 cards to draw; discarded: 34, 11, 10"), "{out}");
    let twice = "error: line 5: card 34 was drawn twice without a shuffle: it is in the discard \
                 pile; accepted: a card of the draw pile or of the hand of the acting character, or \
                 shuffle first\n\
                 error: 1 line was not answered\n";
    assert_eq!(twice, err);
}

#[test]
fn reliability_1_fails_only_with_the_2_in_the_discard_pile() {
    let deck = Deck::read("deck.csv", &fs::read_to_string(DECK).unwrap()).unwrap();
    let with =
        |failure| deck.cards().iter().find(|card| card.failure == Some(failure)).unwrap().number;
    let (one, two) = (with(1), with(2));
    let ask = |lines: String| said(&["--physical"], &lines).1;
    let alone = ask(format!("{one} 1d4\nfailure rel 1\n"));
    assert!(alone.contains("no card with 2 is discarded: works"), "{alone}");
    let both = ask(format!("draw {two}\n{one} 1d4\nfailure rel 1\n"));
    assert!(both.contains(&format!("card {two} with 2 is discarded: fails")), "{both}");
    let shuffled = ask(format!("draw {two}\nshuffle\n{one} 1d4\nfailure rel 1\n"));
    assert!(shuffled.contains("no card with 2 is discarded: works"), "{shuffled}");
}

#[test]
fn hands_follow_the_reflex_check_and_the_jokers() {
    // Card 50 shows 8 in row 1 of d10: three cards.
    let lines = "hand sid 1d10 check 50\nhand sid cards 20,53,39\nhand xenes 1d10 check 51 cards 1\n\
                 hand xenes cards 0,4,12\nhands\nact xenes\nround\ntable\n";
    let (_, out, err) = said(&["--physical"], lines);
    assert!(out.contains("draw 3 cards and keep two; acts on count B"), "{out}");
    assert!(out.contains("sid holds 20 (6 of spades); discarded 53, 39"), "{out}");
    assert!(out.contains("the black joker came up: the deck is shuffled at the end of the round"));
    assert!(out.contains("xenes holds 0 (red joker), 12 (4 of spades), 4 (2 of spades)"));
    assert!(out.contains("called in this order: sid 20, xenes 12, xenes 4"), "{out}");
    assert!(out.contains("shuffled: the black joker came up this round\nround 2;"), "{out}");
    assert!(out.ends_with("54 cards to draw, none discarded\n"), "{out}");
    assert!(err.starts_with("error: line 3: the hand has 1 card; accepted: "), "{err}");
}

#[test]
fn a_question_uses_a_card_of_the_hand() {
    let lines = "hand sid 3 all cards 34,12,50\ncompare 3d10 tn 9 as sid\nsid 34 3d10 tn 9\n\
                 then 11\nhand sid\ntable\nundo 2\nhand sid\nhand ann 1 all cards 3\nann 12 3d10\nas sid\ntn 3d10 tn 9\n12\n\
                 compare contest 3d10 2d8\ncompare 3d10\ndrop sid\ncompare 3d10\ncompare 34 12 (3)8\n";
    let (_, out, err) = said(&["--physical"], lines);
    let shows = |text: &str| assert!(out.contains(text), "{text}\n{out}");
    shows("card 50: failure\ncard 34: success\ncard 12: failure\nsuccess\ncard 34, 3d10");
    shows("sid holds 50 (A of diamonds), 12 (4 of spades)\nround 1; the players draw; 3 steps");
    shows("50 cards to draw; discarded: 34, 11\n");
    shows("50 (A of diamonds), 34 (10 of diamonds), 12 (4 of spades)\nann holds 3");
    shows("card 50, 3d10: 8, 1, 3\ncard 34, 3d10: 7, 10*, 3\nsid holds no card");
    shows("card 34, (3)8: magnitude");
    let refused: Vec<&str> = err.lines().collect();
    let held =
        "error: line 10: card 12 was drawn twice without a shuffle: it is in the hand of sid";
    assert!(refused[0].starts_with(held), "{err}");
    assert!(refused[1].starts_with("error: line 14: contest does not read one card"), "{err}");
    assert!(refused[2].starts_with("error: line 17: no cards are given to compare"), "{err}");
    assert_eq!("error: 3 lines were not answered", refused[3]);
}

#[test]
fn all_needs_a_number_of_cards() {
    let lines = "hand sid 3d10 all\nhand sid all\nhand sid 3d10 check 3 all\nhands\n";
    let (code, out, err) = said(&["--physical"], lines);
    assert_eq!((Some(2), "no cards are held\n"), (code, &*out));
    for line in [1, 2] {
        let refused = format!("error: line {line}: all keeps a hand of a number of cards");
        assert!(err.contains(&refused), "{err}");
    }
    assert!(err.contains("error: line 3: all and check exclude each other"), "{err}");
}

/// The program draws the hand, and only its holder may name a card of it.
#[test]
fn a_dealt_hand_is_used_by_its_holder() {
    let dealt = said(&["--seed", "5"], "hand sid 2 all\n").1;
    let card: u8 = dealt["sid holds ".len()..].split(' ').next().unwrap().parse().unwrap();
    let lines =
        format!("hand sid 2 all\n{card} 3d10\nsid {card} 3d10\nhand sid\nsid {card} 3d10\n");
    let (_, out, err) = said(&["--seed", "5"], &lines);
    assert!(out.contains(&format!("card {card}, 3d10: ")), "{out}");
    assert_eq!(1, out.lines().last().unwrap().matches('(').count(), "one card is left: {out}");
    for line in [2, 5] {
        let named = format!("error: line {line}: the program draws at this table, so card {card}");
        assert!(err.contains(&named), "{err}");
    }
}

#[test]
fn a_hand_has_as_many_cards_as_earned() {
    let lines = "hand sid 110\n50\nhand sid cards 20,39\nhand sid cards 20,39,38\n\
                 hand ann 1d10 check 51\nhand ann cards 1\nhand ann cards 1,2\n";
    let (_, out, err) = said(&["--physical"], lines);
    assert!(out.contains("next: hand sid cards CARD,CARD,CARD"), "{out}");
    assert!(err.contains("line 3: the number of cards given is 2; accepted: 3"), "{err}");
    assert!(out.contains("sid holds 39 (J of hearts), 38 (J of diamonds); discarded 20"));
    assert!(err.contains("line 6: the number of cards given is 1; accepted: 2"), "{err}");
    assert!(out.contains("ann holds 2 (2 of diamonds), 1 (2 of clubs)"), "{out}");
}

#[test]
fn initiative_draws_its_hand_at_a_virtual_table() {
    for game in ["west", "fi3"] {
        let lines = format!(
            "game {game}\ninitiative 3d10 as sid\nhand ann 3d10\ninitiative 310\nhands\n\
             round hold sid\n4d12 tn 5\nsid initiative 4d12\nhands\n"
        );
        let (code, out, err) = said(&["--seed", "11"], &lines);
        assert_eq!((Some(0), ""), (code, &*err), "{out}");
        let holds = |who: &str| out.matches(&format!("{who} holds ")).count();
        assert!(holds("sid") >= 3 && holds("ann") >= 2, "{out}");
        assert!(out.matches("keeps ").count() >= 3, "{out}");
        assert!(!out.contains("next: hand"), "{out}");
        assert!(out.contains("called in this order: "), "{out}");
    }
}

#[test]
fn a_virtual_table_draws_cards_and_refuses_card_numbers() {
    let lines = "3d10 tn 7\n34 3d10\nlook 34 2d10 then 10\ntable\n";
    let (code, out, err) = said(&["--seed", "7"], lines);
    assert_eq!(Some(2), code);
    assert!(err.contains("line 2: the program draws at this table, so card 34"), "{err}");
    assert!(out.contains("card 10 adds 9: 19"), "{out}");
    assert!(out.contains("53 cards to draw"), "{out}");
    assert_eq!(out, said(&["--seed", "7"], lines).1);
    assert_ne!(out, said(&["--seed", "8"], lines).1);
}

#[test]
fn wounds_are_kept_for_each_character() {
    let lines = "wound sid chest 3\nwound sid chest 3 ct 10\nwound sid left arm 2+3\n\
                 heal sid chest\nbleed sid\nwound \"example doctor\" head 1\nrest sid\n";
    let (code, out, err) = said(&[], lines);
    assert_eq!(Some(2), code);
    assert!(err.starts_with("error: line 1: the CT of sid at full health is not known"), "{err}");
    assert!(out.contains("sid: torso: heavy (3)\nsid: left arm: light (2)\nsid: 7 CT left"));
    assert!(out.contains("sid: torso: light (2)"), "{out}");
    assert!(out.contains("example doctor: head: scratched (1)\nexample doctor: 10 CT left"));
    assert!(out.contains("sid: 10 CT left"), "{out}");
}

#[test]
fn the_worst_wound_of_the_acting_character_counts() {
    let lines = "wound 'example gunfighter' left arm 3\n\
                 look attack 40 shooting weapon 'example revolver' distance 12 as 'example gunfighter'\n\
                 look stun 34 fortitude dealt 2 as 'example gunfighter'\n\
                 look recovery 34 fortitude as 'example gunfighter'\n\
                 look check 34 shooting tn 5 as 'example gunfighter'\n\
                 look check 34 shooting tn 5 wounded 0 as 'example gunfighter'\n\
                 look check 34 3d10 tn 5 as 'example doctor'\n";
    let (code, stdout, wrong) = said(&["--physical"], lines);
    assert_eq!(Some(0), code, "{wrong}");
    assert!(
        stdout.contains(
            "TN 11 = 5 standard + 1 range (12 m at increment 8) + 2 snap shot + 3 for wounds"
        ),
        "{stdout}"
    );
    assert!(stdout.contains("TN 8 = 5 light + 3 for wounds"), "{stdout}");
    assert!(stdout.contains("TN 10 = 7 heavy + 3 for wounds"), "{stdout}");
    assert_eq!(1, stdout.matches("TN 8 = 5 as given + 3 for wounds").count(), "{stdout}");
}

#[test]
fn then_draws_the_card_that_the_damage_of_a_hit_needs() {
    let lines = "fi3 attack 34 1d10 distance 5 increment 10 damage 6d6\nthen 11\nthen 10\n";
    let (code, stdout, wrong) = said(&["--physical"], lines);
    assert!(stdout.contains("draw another card (--hit 34+NEXT)"), "{stdout}");
    assert!(stdout.contains("(5)6 on card 34"), "{stdout}");
    // A third card is not needed.
    assert_eq!(Some(2), code);
    assert!(wrong.contains("line 3"), "{wrong}");
}

#[test]
fn odds_of_a_skill_are_those_of_the_named_or_acting_character() {
    let lines = "gun odds shooting tn 7\nodds shooting tn 7 as gun\nas gunfighter\nodds shooting tn 7\ngun odds 3d10 tn 7\n";
    let (code, out, wrong) = said(&["--seed", "1"], lines);
    assert_eq!((Some(0), ""), (code, &*wrong), "{out}");
    assert_eq!(4, out.matches("TN    one card").count(), "{out}");
}

#[test]
fn odds_count_the_cards_that_are_left() {
    let workspace = Workspace::new();
    let lines = "draw 34 11\nhand sid cards 20,39\nodds 3d10 tn 7\n";
    let (code, out, _) = said(&["--physical", "--session", &workspace.name()], lines);
    assert_eq!(Some(0), code);
    assert!(out.contains("50 cards in the pile"), "{out}");
    let beside = Command::new(cargo_bin("actiondeck"))
        .args(["odds", "3d10", "--tn", "7", "--deck", DECK, "--session", &workspace.name()])
        .output()
        .unwrap();
    let beside = String::from_utf8(beside.stdout).unwrap();
    assert!(out.ends_with(&beside), "{beside}");
}

#[test]
fn lookup_reads_the_discard_pile_of_a_session() {
    let workspace = Workspace::new();
    let deck = Deck::read("deck.csv", &fs::read_to_string(DECK).unwrap()).unwrap();
    let with = |failure| {
        let card = deck.cards().iter().find(|card| card.failure == Some(failure));
        card.unwrap().number.to_string()
    };
    said(&["--physical", "--session", &workspace.name()], &format!("draw {}\n", with(2)));
    let output = Command::new(cargo_bin("actiondeck"))
        .args(["lookup", "failure", &with(1), "--rel", "1", "--deck", DECK])
        .args(["--session", &workspace.name()])
        .output()
        .unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("is discarded: fails\n"));
}
