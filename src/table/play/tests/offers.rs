//! The commands offered after answers, in fights of all games.

use std::collections::BTreeMap;

use super::fight::Fight;
use crate::table::play::PlayError;
use crate::table::session::{Mode, Session};

/// The commands that an answer offers, with numbers for CARD and other placeholders.
fn ready(next: &str, cards: &mut impl Iterator<Item = u8>) -> String {
    let words =
        next.split_inclusive([' ', ',']).map(|word| match word.trim_end_matches([' ', ',']) {
            "CARD" => word.replace("CARD", &cards.next().unwrap().to_string()),
            "NAME" => word.replace("NAME", "brute"),
            "DICE" => word.replace("DICE", "2d8"),
            _ => word.to_owned(),
        });
    words.collect()
}

/// Lines of fights in all games; CARD is a printed card, or omitted if the program draws.
const FIGHTS: [(&str, &[&str]); 4] = [
    (
        "west",
        &[
            "set gun weapon revolver ammo 60 distance 3",
            "set brute distance 3",
            "gun att at brute",
            "gun att at brute called head",
            "gun attack fan targets brute,doc distance 3",
            "brute attack blow skill 2 weapon fist at gun",
            "gun 3d10 5",
            "gun contest shooting 2d8",
            "contest d10 310",
            "gun initiative",
            "order gun=3d10 brute=2d8",
            "fast-draw 3d10 snap 2",
            "gun attack throw 2d8 strength 2d8 distance 10",
            "gun stun dealt 5",
        ],
    ),
    (
        "fi3",
        &[
            "gun attack 4d10 damage 3d6 distance 4 increment 10",
            "gun attack 4d10 damage 9d6 distance 4 increment 10",
            "gun attack 5d12 damage 3d6 distance 4 increment 10 automatic 5",
            "brute attack blow 3d10 skill 0 damage 2d6 strength 2d8 at gun",
            "attack throw 1d4 strength d6 distance 20",
            "check 6d10 tn 5",
            "contest 3d10 2d8",
            "initiative 3d8",
            "fall 30",
            "fall 12 water catch 2d8",
            "blast 3d20 distance 5",
            "burn large",
            "fear 2d8 tn 5",
            "breath 2d8 river",
            "stray missed 2 bystanders 2",
            "psych 3d10 2d8",
        ],
    ),
    (
        "d6",
        &[
            "5D+1",
            "check 8D",
            "defense 4D+1 actions 2",
            "attack 5D+1 range 2D",
            "hurt damage 7D resist 3D",
            "initiative 3D+1",
        ],
    ),
    (
        "ladder",
        &[
            "check 3 actions 2",
            "attack 3 weapon melee physique 3 dodge 2",
            "initiative 3",
            "withdraw 3 difficulty 3",
            "endure 3 difficulty 2 hurt 5",
        ],
    ),
];

/// Every line of a fight is answered in both modes; every offered command is accepted at that
/// moment; the file is read back as the same table.
#[test]
fn every_command_that_an_answer_offers_is_taken_at_that_moment() {
    let mut offered = BTreeMap::<String, usize>::new();
    for mode in [Mode::Physical, Mode::Virtual { seed: 11 }] {
        for (rules, lines) in FIGHTS {
            for first in (0..53).step_by(if mode == Mode::Physical { 7 } else { 18 }) {
                let mut fight = Fight::new(mode);
                fight.say(&format!("game {rules}"));
                for line in lines {
                    let drawn = fight.game.session.table().discard().to_vec();
                    let mut cards = (0..54).map(|card| (first + card * 5) % 54).filter(|card| {
                        !drawn.iter().any(|drawn| drawn.to_string() == card.to_string())
                    });
                    let mut reply = fight.reply(line);
                    if fight.game.session.table().waiting().is_some() {
                        let count: usize = reply
                            .text
                            .split("draw ")
                            .nth(1)
                            .and_then(|text| text.split(' ').next()?.parse().ok())
                            .unwrap_or(1);
                        let mut said: Vec<String> =
                            cards.by_ref().take(count).map(|card| card.to_string()).collect();
                        // A 20 before the last d20 reads one card more than was asked for.
                        if let Err(PlayError::Refused(problems)) = fight.game.hear(&said.join(" "))
                        {
                            assert!(problems.to_string().contains("reads"), "{line}: {problems}");
                            said.extend(cards.next().map(|card| card.to_string()));
                        } else {
                            fight.say("undo");
                        }
                        reply = fight.reply(&said.join(" "));
                    }
                    for next in &reply.next {
                        let after = fight.reply(&ready(next, &mut cards));
                        let kind = |line: &str| line.split(' ').next().unwrap().to_owned();
                        *offered.entry(kind(next)).or_default() += 1;
                        for next in after.next.iter().filter(|next| kind(next) == "stun") {
                            fight.say(&ready(next, &mut cards));
                            *offered.entry(kind(next)).or_default() += 1;
                            fight.say("undo");
                        }
                        fight.say("undo");
                    }
                    if fight.game.session.table().pile_size() < 30 {
                        fight.say("shuffle");
                    }
                }
                let text = fight.game.session.to_text();
                let again = Session::read("s", text.as_bytes(), &fight.game.setting.deck).unwrap();
                assert_eq!(fight.game.session, again.session);
            }
        }
    }
    let kinds: Vec<&str> = offered.keys().map(String::as_str).collect();
    assert_eq!(["apply", "hand", "recovery", "spend", "stun", "then"], kinds[..], "{offered:?}");
}
