use super::*;
use crate::deck::CardNumber;
use crate::deck::CardNumbers;
use crate::table::lookup::samples::{card, deck};
use crate::table::rules::{BodyPart, Damage, KeptHand, WoundTable};
use serde_json::json;

fn virtual_session() -> Session {
    Session::start(&deck(), Mode::Virtual { seed: 7 })
}

fn physical_session() -> Session {
    Session::start(&deck(), Mode::Physical)
}

fn read(text: &str) -> Result<Session, crate::diagnostic::Problems> {
    Session::read("s.json", text.as_bytes(), &deck()).map(|resumed| resumed.session)
}

/// Draws the next card, or the given one.
fn draw(session: &mut Session, reported: Option<u8>) -> Result<CardNumber, SessionError> {
    let mut turn = session.turn("draw");
    let drawn = turn.draw(reported.map(card))?;
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
    assert!(CardNumbers::POKER.iter().eq(seen));
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
        "card 34 was drawn twice without a shuffle: it is in the discard pile; accepted: a card \
         of the draw pile or of the hand of the acting character, or shuffle first",
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
    assert!(session.table().shuffle_due().is_some());
    assert_eq!(52, session.table().pile_size());
    end_round(&mut session);
    assert_eq!((54, 2), (session.table().pile_size(), session.table().round()));
    assert_eq!(None, session.table().shuffle_due());
    draw(&mut session, Some(34)).unwrap();
    end_round(&mut session);
    assert_eq!(53, session.table().pile_size());
}

#[test]
fn hands_are_not_shuffled_and_end_with_the_round() {
    let deck = deck();
    let mut session = physical_session();
    for (who, cards) in [("sid", [39, 4, 20]), ("xenes", [10, 11, 12])] {
        let mut turn = session.turn("hand");
        let drawn: Vec<CardNumber> =
            cards.iter().map(|number| turn.draw(Some(card(*number))).unwrap()).collect();
        turn.hold(who, &KeptHand::new(&deck, &[], &drawn)).unwrap();
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
fn after_undo_the_same_cards_are_drawn_again() {
    let mut session = virtual_session();
    let mut states = vec![session.clone()];
    for _ in 0..60 {
        draw(&mut session, None).unwrap();
        states.push(session.clone());
    }
    for before in states.iter().rev().skip(1) {
        session = read(&session.to_text()).unwrap();
        session.undo(1);
        assert_eq!((before.log(), before.table()), (session.log(), session.table()));
    }
    session.undo(1);
    assert_eq!(virtual_session().table(), session.table());
    for expected in &states[1..] {
        draw(&mut session, None).unwrap();
        assert_eq!(expected.table(), session.table());
    }
}

#[test]
fn undone_steps_can_be_redone_in_order_until_a_new_step() {
    let mut session = virtual_session();
    for _ in 0..4 {
        draw(&mut session, None).unwrap();
    }
    let whole = session.clone();
    session.undo(1);
    session.undo(2);
    // The file contains the steps that can be redone, whether it was written as a whole or line by
    // line.
    let mut resumed = read(&session.to_text()).unwrap();
    assert_eq!(session, resumed);
    for _ in 0..3 {
        let turn = resumed.turn_again().unwrap().unwrap();
        resumed.take(turn);
    }
    assert_eq!(whole, resumed);
    assert!(resumed.turn_again().unwrap().is_none());
    let mut turn = session.turn("shuffle");
    turn.shuffle().unwrap();
    session.take(turn);
    assert_eq!(0, session.undone().len());
    assert_eq!(session, read(&session.to_text()).unwrap());
}

#[test]
fn a_lost_limb_is_not_healed() {
    let mut session = physical_session();
    let mut turn = session.turn("wound");
    turn.introduce("sid", 12).unwrap();
    turn.hurt("sid", BodyPart::LeftArm, Damage { wounds: 5, concussion: 0 }).unwrap();
    assert!(matches!(turn.heal("sid", BodyPart::LeftArm), Err(SessionError::Lost { .. })));
    turn.hurt("sid", BodyPart::RightLeg, Damage { wounds: 4, concussion: 0 }).unwrap();
    turn.heal("sid", BodyPart::RightLeg).unwrap();
    turn.rest("sid").unwrap();
    session.take(turn);
    let track = session.table().wounds("sid").unwrap();
    assert_eq!((5, 3), (track.wounds(BodyPart::LeftArm), track.wounds(BodyPart::RightLeg)));
}

#[test]
fn wounds_are_recorded_for_introduced_characters() {
    let mut session = physical_session();
    let mut turn = session.turn("wound sid");
    let wounds = Damage { wounds: 3, concussion: 2 };
    let error = turn.hurt("sid", BodyPart::Torso, wounds).unwrap_err();
    assert_eq!(SessionError::Unknown("sid".to_owned()), error);
    turn.introduce("sid", 10).unwrap();
    turn.hurt("sid", BodyPart::Torso, wounds).unwrap();
    turn.bleed("sid", 2, WoundTable::A).unwrap();
    turn.heal("sid", BodyPart::Torso).unwrap();
    session.take(turn);
    let resumed = read(&session.to_text()).unwrap();
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
        let hand = KeptHand { kept: KeptHand::new(&deck, &[drawn], &[]).kept, ..nothing() };
        turn.hold(&format!("player {drawn}"), &hand).unwrap();
    }
    assert_eq!(Err(SessionError::NothingLeft), turn.draw(None));
    session.take(turn);
    assert_eq!(54, session.table().out_of_reach().len());
}

fn nothing() -> KeptHand {
    KeptHand { kept: vec![], discarded: vec![], red_joker: false, black_joker: false }
}

#[test]
fn undoing_any_number_of_steps_leads_to_the_table_as_it_was() {
    let mut session = virtual_session();
    let mut tables = vec![session.table().clone()];
    for _ in 0..3 * STRIDE {
        draw(&mut session, None).unwrap();
        tables.push(session.table().clone());
    }
    for left in [3 * STRIDE - 1, 2 * STRIDE + 1, 2 * STRIDE, STRIDE - 1, 1, 0] {
        session.undo(session.log().len() - left);
        assert_eq!((left, &tables[left]), (session.log().len(), session.table()));
    }
}

mod files {
    use super::*;

    fn complaint(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    fn one_draw() -> String {
        let mut session = physical_session();
        draw(&mut session, Some(34)).unwrap();
        session.to_text()
    }

    #[test]
    fn json_page_shows_a_step_and_an_undo_as_they_are_written() {
        let mut session = physical_session();
        let mut turn = session.turn("draw 34");
        turn.draw(Some(card(34))).unwrap();
        turn.note(None, vec!["card 34".to_owned()]);
        session.take(turn);
        session.undo(1);
        let text = session.to_text();
        let (_, lines) = text.split_once('\n').unwrap();
        assert!(include_str!("../../../docs/json.md").contains(lines), "{lines}");
    }

    /// A file whose objects are changed before the checksums are calculated.
    fn changed(text: &str, from: &str, to: &str) -> String {
        let lines = text.lines().map(|line| line.rsplit_once(",\"check\"").unwrap().0);
        let text: String = lines.map(|line| format!("{line}}}\n")).collect();
        assert!(text.contains(from), "{text}");
        with_checks(&text.replace(from, to))
    }

    const STEP: &str = "{\"line\":\"draw\",\"changes\":[{\"drawn\":{\"card\":34}}]}";

    #[test]
    fn what_is_written_is_read_back() {
        let mut session = virtual_session();
        for _ in 0..70 {
            draw(&mut session, None).unwrap();
        }
        assert_eq!(Ok(session.clone()), read(&session.to_text()));
    }

    #[test]
    fn a_byte_order_mark_and_windows_line_ends_change_nothing() {
        let text = one_draw();
        let changed = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        let resumed = Session::read("evening.json", changed.as_bytes(), &deck()).unwrap();
        assert_eq!(text, resumed.session.to_text());
        assert_eq!(changed.len(), resumed.end.bytes);
    }

    #[test]
    fn a_file_of_another_kind_is_called_so() {
        let expected =
            "s.json is not a session; accepted: a file of format \"actiondeck-session/6\"";
        for text in ["{\"format\": \"actiondeck/1\"}", "", "{\n  \"format\": 3é", "\n\n", "[]"] {
            assert_eq!(expected, complaint(text), "{text:?}");
        }
    }

    #[test]
    fn a_session_of_an_earlier_format_is_refused_in_a_sentence() {
        let expected = "s.json is a session of another version of this program, format \
             \"actiondeck-session/2\"; accepted: a file of format \"actiondeck-session/6\"";
        for text in [
            one_draw().replace("session/6", "session/2"),
            "{\n  \"format\": \"actiondeck-session/2\",\n  \"log\": []\n}\n".to_owned(),
        ] {
            assert_eq!(expected, complaint(&text));
        }
    }

    #[test]
    fn a_question_is_kept_with_its_arguments_by_name() {
        let mut session = physical_session();
        let mut turn = session.turn("34 3d10 tn 7");
        let card = turn.draw(Some(card(34))).unwrap();
        let asked = json!({"question": "check", "card": 34, "dice": "3d10", "tn": 7});
        let asked: Question = serde_json::from_value(asked).unwrap();
        assert_eq!(("check", 3), (asked.name.as_str(), asked.arguments.len()));
        turn.note(Some(Resolution { asked, cards: vec![card] }), Vec::new());
        session.take(turn);
        let text = session.to_text();
        let kept = r#"{"asked":{"question":"check","card":34,"dice":"3d10","tn":7},"cards":[34]}"#;
        assert!(text.contains(kept), "{text}");
        assert_eq!(Ok(session), read(&text));
    }

    #[test]
    fn a_session_of_another_deck_is_refused() {
        let digest = deck().digest().to_string();
        let other = Digest::from_bytes(b"another deck").to_string();
        let message = complaint(&changed(&one_draw(), &digest, &other));
        assert!(message.contains("belongs to the deck"), "{message}");
    }

    #[test]
    fn a_log_that_cannot_have_happened_is_refused_with_its_line() {
        let describe = |from: &str, to: &str| complaint(&changed(&one_draw(), from, to));
        let message = describe(STEP, &format!("{STEP}\n{STEP}"));
        assert!(message.contains("line 3 (\"draw\"): card 34 was drawn twice"), "{message}");
        let message = describe(STEP, &format!("{STEP}\n{{\"undo\":2}}"));
        assert!(message.contains("line 3: 2 steps are undone, of 1 taken"), "{message}");
        let message = describe("\"card\":34", "\"card\":54");
        assert!(message.contains("card \"54\" does not exist"), "{message}");
        let message = describe("\"line\"", "\"lime\"");
        assert!(message.contains("line 2") && message.contains("lime"), "{message}");
    }

    #[test]
    fn what_was_taken_back_is_in_the_file_and_not_at_the_table() {
        let text = changed(&one_draw(), STEP, &format!("{STEP}\n{{\"undo\":1}}\n{STEP}"));
        assert_eq!(4, text.lines().count());
        let mut once = physical_session();
        draw(&mut once, Some(34)).unwrap();
        assert_eq!(Ok(once), read(&text));
    }

    #[test]
    fn a_changed_moved_or_removed_line_is_reported_by_number() {
        let mut session = physical_session();
        for number in [34, 11, 10] {
            draw(&mut session, Some(number)).unwrap();
        }
        let text = session.to_text();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let damaged = |number| format!("s.json, line {number}: it was changed, or a line before");
        let reported = complaint(&text.replace("\"card\":11", "\"card\":12"));
        assert!(reported.starts_with(&damaged(3)), "{reported}");
        let reported = complaint(&[lines[0], lines[2], lines[3]].concat());
        assert!(reported.starts_with(&damaged(2)), "{reported}");
        let reported = complaint(&[lines[0], lines[1], lines[3], lines[2]].concat());
        assert!(reported.starts_with(&damaged(3)), "{reported}");
    }

    #[test]
    fn a_truncated_file_has_the_steps_of_its_complete_lines() {
        let mut session = virtual_session();
        let mut states = vec![session.clone()];
        for _ in 0..4 {
            draw(&mut session, None).unwrap();
            states.push(session.clone());
        }
        let text = session.to_text();
        let head = text.find('\n').unwrap();
        for length in head + 1..=text.len() {
            let cut = &text.as_bytes()[..length];
            let resumed = Session::read("s.json", cut, &deck()).unwrap();
            let whole = cut.iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(states[whole - 1], resumed.session);
            assert_eq!(!cut.ends_with(b"\n"), resumed.torn);
            let bytes = cut.iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
            assert_eq!(FileEnd { bytes, lines: whole }, resumed.end);
        }
        // Zeros from a crashed machine, and half a character.
        for tail in [&b"\0\0\0"[..], b"{\"li\0\0\n", b"{\"line\":\"\xc3"] {
            let resumed =
                Session::read("s.json", &[text.as_bytes(), tail].concat(), &deck()).unwrap();
            assert_eq!((&session, true), (&resumed.session, resumed.torn));
            assert_eq!(FileEnd::read(&text), resumed.end);
        }
    }

    #[test]
    fn a_virtual_log_holds_the_cards_that_the_seed_brings() {
        let mut session = virtual_session();
        draw(&mut session, None).unwrap();
        let reported = complaint(&changed(&session.to_text(), "\"seed\":7", "\"seed\":8"));
        assert!(reported.contains("where the shuffle brings card"), "{reported}");
    }

    mod properties {
        use super::*;
        use proptest::prelude::*;

        proptest! {
            #[test]
            fn no_text_makes_the_reader_panic(text in "\\PC*") {
                let _ = read(&text);
                let _ = read(&with_checks(&text));
            }

            #[test]
            fn a_byte_that_was_changed_in_a_whole_line_is_found(
                place in any::<prop::sample::Index>(), byte in any::<u8>(), draws in 0_u8..60,
            ) {
                let mut session = virtual_session();
                for _ in 0..draws {
                    draw(&mut session, None).unwrap();
                }
                let text = session.to_text();
                let mut bytes = text.clone().into_bytes();
                let place = place.index(bytes.len() - 1);
                let before = std::mem::replace(&mut bytes[place], byte);
                let last = text[..text.len() - 1].rfind('\n').unwrap_or(0);
                if let Ok(resumed) = Session::read("s.json", &bytes, &deck()) {
                    // A last line from a crashed machine is ignored.
                    prop_assert!(before == byte || (place > last && resumed.torn));
                }
            }
        }
    }
}
