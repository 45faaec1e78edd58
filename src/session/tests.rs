use super::*;
use crate::deck::CardNumber;
use crate::lookup::samples::{card, deck};
use crate::rules::{BodyPart, Damage, KeptHand};
use serde_json::json;

fn virtual_session() -> Session {
    Session::start(&deck(), Mode::Virtual { seed: 7 })
}

fn physical_session() -> Session {
    Session::start(&deck(), Mode::Physical)
}

/// Draws the next card, or the one told.
fn draw(session: &mut Session, told: Option<u8>) -> Result<CardNumber, SessionError> {
    let mut turn = session.turn("draw");
    let drawn = turn.draw(told.map(card))?;
    session.take(turn);
    Ok(drawn)
}

fn end_round(session: &mut Session) {
    let mut turn = session.turn("round");
    turn.end_round(&[]).unwrap();
    session.take(turn);
}

#[test]
fn a_virtual_session_draws_each_card_once_before_it_shuffles() {
    let mut session = virtual_session();
    let mut seen: Vec<CardNumber> = (0..54).map(|_| draw(&mut session, None).unwrap()).collect();
    assert_eq!(0, session.table().pile_size());
    let first_time = seen.clone();
    seen.sort_unstable();
    assert!(CardNumber::all().eq(seen));
    let again: Vec<CardNumber> = (0..54).map(|_| draw(&mut session, None).unwrap()).collect();
    assert_eq!(1, session.log()[54].shuffles().count());
    assert_ne!(first_time, again);
}

#[test]
fn the_same_seed_brings_the_same_cards() {
    let cards = |seed| -> Vec<CardNumber> {
        let mut session = Session::start(&deck(), Mode::Virtual { seed });
        (0..120).map(|_| draw(&mut session, None).unwrap()).collect()
    };
    assert_eq!(cards(7), cards(7));
    assert_ne!(cards(7), cards(8));
}

#[test]
fn a_physical_card_is_not_drawn_twice_without_a_shuffle() {
    let mut session = physical_session();
    draw(&mut session, Some(34)).unwrap();
    let error = draw(&mut session, Some(34)).unwrap_err();
    assert_eq!(
        "card 34 was drawn twice without a shuffle: it lies in the discard pile; accepted: a card \
         of the draw pile, or shuffle first",
        error.to_string(),
    );
    assert_eq!(1, session.log().len());
    let mut turn = session.turn("shuffle");
    turn.shuffle().unwrap();
    session.take(turn);
    draw(&mut session, Some(34)).unwrap();
}

#[test]
fn a_number_goes_with_a_physical_session_only() {
    assert_eq!(Err(SessionError::NumberMissing), draw(&mut physical_session(), None));
    let given = SessionError::NumberGiven(card(34));
    assert_eq!(Err(given), draw(&mut virtual_session(), Some(34)));
}

#[test]
fn the_black_joker_shuffles_when_the_round_ends_and_not_before() {
    let mut session = physical_session();
    draw(&mut session, Some(53)).unwrap();
    draw(&mut session, Some(34)).unwrap();
    assert!(session.table().shuffle_at_end_of_round());
    assert_eq!(52, session.table().pile_size());
    end_round(&mut session);
    assert_eq!((54, 2), (session.table().pile_size(), session.table().round()));
    assert!(!session.table().shuffle_at_end_of_round());
    draw(&mut session, Some(34)).unwrap();
    end_round(&mut session);
    assert_eq!(53, session.table().pile_size());
}

#[test]
fn hands_stay_out_of_the_shuffle_and_are_laid_down_at_the_end_of_the_round() {
    let deck = deck();
    let mut session = physical_session();
    for (who, cards) in [("sid", [39, 4, 20]), ("xenes", [10, 11, 12])] {
        let mut turn = session.turn("hand");
        let drawn: Vec<CardNumber> =
            cards.iter().map(|number| turn.draw(Some(card(*number))).unwrap()).collect();
        turn.hold(who, &KeptHand::of(&deck, &[], &drawn)).unwrap();
        session.take(turn);
    }
    assert_eq!(session.table().hand("sid"), [card(39), card(20)]);
    let mut turn = session.turn("shuffle");
    turn.shuffle().unwrap();
    session.take(turn);
    assert_eq!(50, session.table().pile_size());
    let error = draw(&mut session, Some(39)).unwrap_err();
    assert!(error.to_string().contains("in the hand of sid"), "{error}");
    let mut turn = session.turn("round");
    turn.end_round(&["xenes".to_owned()]).unwrap();
    session.take(turn);
    assert!(session.table().hand("sid").is_empty());
    assert_eq!(session.table().hand("xenes"), [card(12), card(11)]);
}

#[test]
fn undoing_leads_back_step_by_step_and_the_same_cards_come_again() {
    let mut session = virtual_session();
    let mut states = vec![session.clone()];
    for _ in 0..60 {
        draw(&mut session, None).unwrap();
        states.push(session.clone());
    }
    for before in states.iter().rev().skip(1) {
        session = Session::read("s.json", &session.to_json(), &deck()).unwrap();
        assert!(session.undo().is_some());
        assert_eq!(*before, session);
    }
    assert_eq!(None, session.undo());
    for expected in &states[1..] {
        draw(&mut session, None).unwrap();
        assert_eq!(expected.table(), session.table());
    }
}

#[test]
fn wounds_are_kept_for_whoever_was_introduced() {
    let mut session = physical_session();
    let mut turn = session.turn("wound sid");
    let wounds = Damage { wounds: 3, concussion: 2 };
    let error = turn.hurt("sid", BodyPart::Torso, wounds).unwrap_err();
    assert_eq!(SessionError::Unknown("sid".to_owned()), error);
    turn.introduce("sid", 10).unwrap();
    turn.hurt("sid", BodyPart::Torso, wounds).unwrap();
    turn.bleed("sid", 2).unwrap();
    turn.heal("sid", BodyPart::Torso).unwrap();
    session.take(turn);
    let resumed = Session::read("s.json", &session.to_json(), &deck()).unwrap();
    let track = resumed.table().wounds("sid").unwrap();
    assert_eq!((2, 6), (track.wounds(BodyPart::Torso), track.ct()));
}

#[test]
fn a_chain_does_not_shuffle() {
    let mut session = virtual_session();
    for _ in 0..53 {
        draw(&mut session, None).unwrap();
    }
    let mut turn = session.turn("then");
    turn.draw(None).unwrap();
    assert_eq!(Err(SessionError::ChainAtTheEnd), turn.draw_follow_up(None));
}

#[test]
fn when_everything_is_held_nothing_can_be_drawn() {
    let deck = deck();
    let mut session = virtual_session();
    let mut turn = session.turn("hands");
    for _ in 0..54 {
        let drawn = turn.draw(None).unwrap();
        let hand = KeptHand { kept: KeptHand::of(&deck, &[drawn], &[]).kept, ..nothing() };
        turn.hold(&format!("player {drawn}"), &hand).unwrap();
    }
    assert_eq!(Err(SessionError::NothingLeft), turn.draw(None));
    session.take(turn);
    assert_eq!(54, session.table().out_of_reach().len());
}

fn nothing() -> KeptHand {
    KeptHand { kept: vec![], discarded: vec![], red_joker: false, shuffle_at_end_of_round: false }
}

mod files {
    use super::*;

    fn complaint(text: &str) -> String {
        Session::read("s.json", text, &deck()).unwrap_err().to_string()
    }

    fn one_draw() -> String {
        let mut session = physical_session();
        draw(&mut session, Some(34)).unwrap();
        session.to_json()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut session = virtual_session();
        for _ in 0..70 {
            draw(&mut session, None).unwrap();
        }
        assert_eq!(Ok(session.clone()), Session::read("s.json", &session.to_json(), &deck()));
    }

    #[test]
    fn a_file_of_another_kind_is_called_so() {
        let message = complaint("{\"format\": \"actiondeck/1\"}");
        assert_eq!(
            "s.json is not a session; accepted: a file of format \"actiondeck-session/2\"",
            message
        );
        assert!(complaint("").starts_with("s.json:1:1: no session can be read here: EOF"));
        assert!(complaint("{\n  \"format\": 3é").starts_with("s.json:2:"), "{}", complaint("{é"));
    }

    #[test]
    fn a_session_of_an_earlier_format_is_refused_in_a_sentence() {
        let message = complaint(&one_draw().replace("session/2", "session/1"));
        assert_eq!(
            "s.json is a session of another version of this program, format \
             \"actiondeck-session/1\"; accepted: a file of format \"actiondeck-session/2\"",
            message
        );
    }

    #[test]
    fn a_question_is_kept_with_its_arguments_by_name() {
        let mut session = physical_session();
        let mut turn = session.turn("34 3d10 tn 7");
        let read = turn.draw(Some(card(34))).unwrap();
        let asked = json!({"question": "check", "card": 34, "dice": "3d10", "tn": 7});
        let asked: Question = serde_json::from_value(asked).unwrap();
        assert_eq!(("check", 3), (asked.name.as_str(), asked.arguments.len()));
        turn.note(Some(Resolution { asked, cards: vec![read] }), Vec::new());
        session.take(turn);
        let text = session.to_json();
        let kept = r#"{"asked":{"question":"check","card":34,"dice":"3d10","tn":7},"cards":[34]}"#;
        assert!(text.contains(kept), "{text}");
        assert_eq!(Ok(session), Session::read("s.json", &text, &deck()));
    }

    #[test]
    fn a_session_of_another_deck_is_refused() {
        let text = one_draw();
        let digest = deck().digest().to_string();
        let other = Digest::of(b"another deck").to_string();
        let message = complaint(&text.replace(&digest, &other));
        assert!(message.contains("belongs to the deck"), "{message}");
    }

    #[test]
    fn a_log_that_cannot_have_happened_is_refused_with_its_step() {
        let text = one_draw();
        let step = "{\"line\":\"draw\",\"changes\":[{\"change\":\"drawn\",\"card\":34}]}";
        assert!(text.contains(step), "{text}");
        let message = complaint(&text.replace(step, &format!("{step},\n    {step}")));
        assert!(message.contains("step 2 (\"draw\"): card 34 was drawn twice"), "{message}");
        let message = complaint(&text.replace("\"round\":1", "\"round\":2"));
        assert!(message.contains("not what its log leads to"), "{message}");
        let message = complaint(&text.replace("\"card\":34", "\"card\":54"));
        assert!(message.contains("card \"54\" does not exist"), "{message}");
        let message = complaint(&text.replace("\"line\"", "\"lime\""));
        assert!(message.contains("lime"), "{message}");
    }

    #[test]
    fn a_virtual_log_holds_the_cards_that_the_seed_brings() {
        let mut session = virtual_session();
        draw(&mut session, None).unwrap();
        let text = session.to_json().replace("\"seed\":7", "\"seed\":8");
        assert!(complaint(&text).contains("where the shuffle brings card"), "{}", complaint(&text));
    }

    mod properties {
        use super::*;
        use proptest::prelude::*;

        proptest! {
            #[test]
            fn no_text_makes_the_reader_panic(text in "\\PC*") {
                let _ = Session::read("s.json", &text, &deck());
            }

            #[test]
            fn no_damage_makes_the_reader_panic(
                place in any::<prop::sample::Index>(), byte in any::<u8>(), draws in 0_u8..60,
            ) {
                let mut session = virtual_session();
                for _ in 0..draws {
                    draw(&mut session, None).unwrap();
                }
                let mut bytes = session.to_json().into_bytes();
                let place = place.index(bytes.len());
                bytes[place] = byte;
                if let Ok(text) = String::from_utf8(bytes) {
                    let _ = Session::read("s.json", &text, &deck());
                }
            }
        }
    }
}
