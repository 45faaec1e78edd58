//! `actiondeck play` as players, scripts and accidents meet it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use actiondeck::deck::Deck;
use actiondeck::random::Draws;
use actiondeck::session::Session;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

const DECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/deck.csv");

fn play(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("actiondeck"));
    command.args(["play", "--deck", DECK]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a program that reads these lines.
fn fed(mut command: Command, lines: &str) -> Output {
    let mut child = command.spawn().unwrap();
    // A program that stops early closes its end; what it did is seen in its output.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

/// Exit code, stdout and stderr.
fn said(arguments: &[&str], lines: &str) -> (Option<i32>, String, String) {
    let output = fed(play(arguments), lines);
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn session(path: &Path) -> Session {
    let deck = Deck::read("deck.csv", &fs::read_to_string(DECK).unwrap()).unwrap();
    Session::read("evening.json", &fs::read(path).unwrap(), &deck).unwrap().session
}

struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("evening.json")
    }

    fn name(&self) -> String {
        self.file().display().to_string()
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

mod rules {
    use super::*;

    #[test]
    fn a_drawn_card_resolves_the_question_and_then_lies_in_the_discard_pile() {
        let lines = "34 3d10 tn 7\nthen 11\nthen 10\nlocation\n34 3d10\ntable\n";
        let (code, out, err) = said(&["--physical"], lines);
        assert_eq!(Some(2), code);
        assert!(out.contains("card 10 adds 9: 30 against TN 7, success, 5 bumps"), "{out}");
        assert!(out.contains("card 34: standard location"), "{out}");
        assert!(out.contains("51 cards to draw; discarded: 34, 11, 10"), "{out}");
        let twice = "error: line 5: card 34 was drawn twice without a shuffle: it lies in the discard \
                     pile; accepted: a card of the draw pile, or shuffle first\n\
                     error: 1 line was not answered\n";
        assert_eq!(twice, err);
    }

    #[test]
    fn reliability_1_fails_only_while_the_2_lies_in_the_discard_pile() {
        let deck = Deck::read("deck.csv", &fs::read_to_string(DECK).unwrap()).unwrap();
        let with = |failure| {
            deck.cards().iter().find(|card| card.failure == Some(failure)).unwrap().number
        };
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
        assert!(out.contains("draw 3 cards; acts on count B"), "{out}");
        assert!(out.contains("sid holds 20 (6 of spades); discarded 53, 39"), "{out}");
        assert!(out.contains("card 53 came up: the deck is shuffled at the end of the round"));
        assert!(out.contains("xenes holds 0 (red joker), 12 (4 of spades), 4 (2 of spades)"));
        assert!(out.contains("called in this order: sid 20, xenes 12, xenes 4"), "{out}");
        assert!(out.contains("shuffled: card 53 came up this round\nround 2;"), "{out}");
        assert!(out.ends_with("54 cards to draw, none discarded\n"), "{out}");
        assert!(err.starts_with("error: line 3: the hand has 1 card; accepted: "), "{err}");
    }

    #[test]
    fn as_many_cards_as_were_earned_make_a_hand() {
        let lines = "hand sid 110\n50\nhand sid cards 20,39\nhand sid cards 20,39,38\n\
                     hand ann 1d10 check 51\nhand ann cards 1\nhand ann cards 1,2\n";
        let (_, out, err) = said(&["--physical"], lines);
        assert!(out.contains("next: hand sid cards CARD,CARD,CARD"), "{out}");
        assert!(err.contains("line 3: the number of cards told is 2; accepted: 3"), "{err}");
        assert!(out.contains("sid holds 39 (J of hearts), 38 (J of diamonds); discarded 20"));
        assert!(err.contains("line 6: the number of cards told is 1; accepted: 2"), "{err}");
        assert!(out.contains("ann holds 2 (2 of diamonds), 1 (2 of clubs)"), "{out}");
    }

    #[test]
    fn initiative_draws_its_hand_where_the_program_draws_in_both_games_that_have_one() {
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
    fn a_virtual_table_draws_what_is_left_out_and_refuses_numbers() {
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
        assert!(
            err.starts_with("error: line 1: the CT of sid at full health is not known"),
            "{err}"
        );
        assert!(out.contains("sid: torso: heavy (3)\nsid: left arm: light (2)\nsid: 7 CT left"));
        assert!(out.contains("sid: torso: light (2)"), "{out}");
        assert!(out.contains("example doctor: head: scratched (1)\nexample doctor: 10 CT left"));
        assert!(out.contains("sid: 10 CT left"), "{out}");
    }

    #[test]
    fn the_worst_wound_of_whoever_acts_counts_in_the_questions_it_asks() {
        let lines = "wound 'example gunfighter' left arm 3\n\
                     look attack 40 shooting weapon 'example revolver' distance 12 as 'example gunfighter'\n\
                     look stun 34 fortitude dealt 2 as 'example gunfighter'\n\
                     look recovery 34 fortitude as 'example gunfighter'\n\
                     look check 34 shooting tn 5 as 'example gunfighter'\n\
                     look check 34 shooting tn 5 wounded 0 as 'example gunfighter'\n\
                     look check 34 3d10 tn 5 as 'example doctor'\n";
        let (code, told, wrong) = said(&["--physical"], lines);
        assert_eq!(Some(0), code, "{wrong}");
        assert!(
            told.contains(
                "TN 11 = 5 standard + 1 range (12 m at increment 8) + 2 snap shot + 3 wounds"
            ),
            "{told}"
        );
        assert!(told.contains("TN 8 = 5 for 2 wounds + 3 earlier wounds"), "{told}");
        assert!(told.contains("TN 10 = 7 for 3 wounds + 3 wounds"), "{told}");
        assert_eq!(1, told.matches("TN 8 = 5 as given + 3 wounds").count(), "{told}");
    }

    #[test]
    fn then_brings_the_card_that_the_damage_of_a_hit_wants() {
        let lines = "fi3 shoot 34 1d10 distance 5 increment 10 damage 6d6\nthen 11\nthen 10\n";
        let (code, told, wrong) = said(&["--physical"], lines);
        assert!(told.contains("draw another card (--hit 34+NEXT)"), "{told}");
        assert!(told.contains("(5)6 on card 34"), "{told}");
        // Nothing wants a third card.
        assert_eq!(Some(2), code);
        assert!(wrong.contains("line 3"), "{wrong}");
    }

    #[test]
    fn odds_count_the_cards_that_are_left() {
        let desk = Desk::new();
        let lines = "draw 34 11\nhand sid cards 20,39\nodds 3d10 tn 7\n";
        let (code, out, _) = said(&["--physical", "--session", &desk.name()], lines);
        assert_eq!(Some(0), code);
        assert!(out.contains("50 cards in the pile"), "{out}");
        let beside = Command::new(cargo_bin("actiondeck"))
            .args(["odds", "3d10", "--tn", "7", "--deck", DECK, "--session", &desk.name()])
            .output()
            .unwrap();
        let beside = String::from_utf8(beside.stdout).unwrap();
        assert!(out.ends_with(&beside), "{beside}");
    }

    #[test]
    fn lookup_reads_the_discard_pile_of_a_session() {
        let desk = Desk::new();
        let deck = Deck::read("deck.csv", &fs::read_to_string(DECK).unwrap()).unwrap();
        let with = |failure| {
            let card = deck.cards().iter().find(|card| card.failure == Some(failure));
            card.unwrap().number.to_string()
        };
        said(&["--physical", "--session", &desk.name()], &format!("draw {}\n", with(2)));
        let output = Command::new(cargo_bin("actiondeck"))
            .args(["lookup", "failure", &with(1), "--rel", "1", "--deck", DECK])
            .args(["--session", &desk.name()])
            .output()
            .unwrap();
        assert!(String::from_utf8(output.stdout).unwrap().ends_with("is discarded: fails\n"));
    }
}

mod scripts {
    use super::*;

    #[test]
    fn every_line_has_its_line_of_json() {
        let (code, out, _) = said(&["--json", "--seed", "1"], "3d10 tn 7\ndance\nhelp\ntable\n");
        assert_eq!(Some(2), code);
        let lines: Vec<Value> =
            out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(4, lines.len(), "{out}");
        assert!(lines.iter().all(|line| line["format"] == "actiondeck-play/1"));
        assert_eq!("check", lines[0]["answer"]["kind"]);
        assert_eq!(lines[0]["drawn"][0], lines[0]["answer"]["answer"]["draw"]["card"]);
        assert_eq!(
            (1, 53),
            (lines[0]["step"].as_u64().unwrap(), lines[0]["pile"].as_u64().unwrap())
        );
        let refused = lines[1]["errors"][0].as_str().unwrap();
        assert!(refused.starts_with("west has no question \"dance\""), "{refused}");
        assert!(lines[2]["text"].as_str().unwrap().contains("Commands:"));
        assert_eq!(53, lines[3]["answer"]["answer"]["pile"]);
    }

    #[test]
    fn the_lines_after_a_bad_one_are_answered_and_quit_ends_them() {
        let (code, out, err) = said(&[], "dance\n# a comment\n\nlog\nquit\nlog\n");
        assert_eq!((Some(2), "nothing has happened yet\n"), (code, out.as_str()));
        assert!(err.starts_with("error: line 1: west has no question \"dance\""), "{err}");
        assert_eq!(Some(0), said(&[], "log\n").0);
    }

    #[test]
    fn bytes_that_are_no_text_and_endless_lines_are_refused() {
        let mut bytes = vec![0xff, 0xfe, b'\n'];
        bytes.extend(std::iter::repeat_n(b'9', 100_000));
        let mut child = play(&[]).spawn().unwrap();
        child.stdin.take().unwrap().write_all(&bytes).unwrap();
        assert_eq!(Some(2), child.wait_with_output().unwrap().status.code());
    }

    #[test]
    fn a_screen_reader_gets_words_without_pictures() {
        let (_, out, _) = said(&["--plain"], "card 34\n");
        assert!(out.contains("cause d10, rows 1 to 5: 7, 10 exceptional"), "{out}");
        assert!(out.is_ascii(), "{out}");
    }
}

mod sessions {
    use super::*;

    #[test]
    fn a_session_goes_on_where_it_was_left_and_undo_reaches_back() {
        let desk = Desk::new();
        let arguments = ["--session", &desk.name()];
        let (_, first, _) = said(&["--session", &desk.name(), "--seed", "7"], "3d10\n(3)8\ndraw\n");
        assert_eq!(["evening.json"], desk.files()[..]);
        let (code, ..) = said(&arguments, "undo 2\n");
        assert_eq!(Some(0), code);
        let (_, again, _) = said(&arguments, "undo\n3d10\n(3)8\ndraw\n");
        assert!(again.ends_with(&first), "{again}");
        let (code, _, err) = said(&arguments, "undo 4\n");
        assert_eq!(Some(2), code);
        assert!(err.contains("4 steps cannot be undone; accepted: up to 3"), "{err}");
    }

    #[test]
    fn a_session_keeps_its_deck_its_mode_and_its_seed() {
        let desk = Desk::new();
        said(&["--session", &desk.name(), "--seed", "7"], "draw\n");
        let before = fs::read(desk.file()).unwrap();
        for other in [&["--physical"][..], &["--seed", "8"]] {
            let (code, _, err) = said(&[&["--session", &desk.name()], other].concat(), "draw\n");
            assert_eq!(Some(2), code, "{err}");
            assert!(err.contains("the program draws with seed 7"), "{err}");
        }
        let output = fed(
            {
                let mut command = Command::new(cargo_bin("actiondeck"));
                command.current_dir(desk.folder.path());
                let other =
                    concat!(env!("CARGO_MANIFEST_DIR"), "/templates/decks/future-imperfect.json");
                command.args(["play", "--session", "evening.json", "--deck", other]);
                command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
                command
            },
            "draw\n",
        );
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(Some(2), output.status.code(), "{err}");
        assert!(err.contains("belongs to the deck"), "{err}");
        assert_eq!(before, fs::read(desk.file()).unwrap());
    }

    #[test]
    fn files_of_other_kinds_are_left_alone() {
        let desk = Desk::new();
        for content in ["my own words", "{\"format\": \"actiondeck/1\"}", ""] {
            fs::write(desk.file(), content).unwrap();
            let (code, out, err) = said(&["--session", &desk.name()], "draw\n");
            assert_eq!((Some(2), ""), (code, out.as_str()), "{err}");
            assert_eq!(content, fs::read_to_string(desk.file()).unwrap());
        }
    }

    #[test]
    fn a_second_player_of_the_same_file_is_told() {
        let desk = Desk::new();
        let mut first = play(&["--session", &desk.name()]).spawn().unwrap();
        let mut answers = BufReader::new(first.stdout.take().unwrap());
        let mut lines = first.stdin.take().unwrap();
        lines.write_all(b"draw\n").unwrap();
        answers.read_line(&mut String::new()).unwrap();
        let (code, _, err) = said(&["--session", &desk.name()], "draw\n");
        assert_eq!(Some(3), code);
        assert!(err.contains("it is being played in another window"), "{err}");
        drop(lines);
        assert!(first.wait().unwrap().success());
        assert_eq!(1, session(&desk.file()).log().len());
        assert_eq!(Some(0), said(&["--session", &desk.name()], "draw\n").0);
    }
}

mod accidents {
    use super::*;

    /// How often the program is killed.
    const KILLS: usize = 1000;
    /// A session that has grown so long is begun anew.
    const LONG: usize = 60;

    #[test]
    fn a_thousand_kills_at_any_moment_lose_nothing_that_was_answered() {
        let halves: Vec<_> =
            (0..2_u64).map(|half| std::thread::spawn(move || kills(half, KILLS / 2))).collect();
        let (answered, unfinished) = halves
            .into_iter()
            .map(|half| half.join().unwrap())
            .fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
        // The kills came in the midst of work: some before an answer, many after one.
        assert!(answered > KILLS, "{answered} answers");
        assert!(unfinished > 0, "every step was answered before the kill");
    }

    /// Kills a program that draws and draws, and compares its file with what it had answered. Gives
    /// the number of answers, and of steps that were saved without an answer.
    fn kills(seed: u64, times: usize) -> (usize, usize) {
        let mut chance = Draws::new(seed, "test/kills");
        let (mut answered, mut unfinished) = (0, 0);
        let mut desk = Desk::new();
        let mut known: Vec<u64> = Vec::new();
        for _ in 0..times {
            if known.len() > LONG {
                desk = Desk::new();
                known.clear();
            }
            let answers = until_killed(&desk, &mut chance);
            answered += answers.len();
            known.extend(answers);
            if !desk.file().exists() {
                assert!(known.is_empty(), "the file is gone");
                continue;
            }
            let kept = session(&desk.file());
            let drawn: Vec<u64> = kept
                .log()
                .iter()
                .flat_map(|step| step.drawn().map(|card| u64::from(card.get())))
                .collect();
            assert!(drawn.starts_with(&known), "answered {known:?}, kept {drawn:?}");
            assert!(drawn.len() <= known.len() + 1, "more was kept than was asked for");
            unfinished += drawn.len() - known.len();
            known = drawn;
        }
        // What the killed left beside the file is swept by the next who opens it.
        if desk.file().exists() {
            assert_eq!(Some(0), said(&["--session", &desk.name()], "table\n").0);
            assert_eq!(["evening.json"], desk.files()[..]);
        }
        (answered, unfinished)
    }

    /// Plays until a few answers have come, then kills at some moment after. Gives the cards that
    /// were answered.
    fn until_killed(desk: &Desk, chance: &mut Draws) -> Vec<u64> {
        let mut child = play(&["--json", "--session", &desk.name()]).spawn().unwrap();
        let mut lines = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        let mut cards = Vec::new();
        for _ in 0..chance.below(4) {
            lines.write_all(b"draw\n").unwrap();
            cards.extend(card(&mut answers));
        }
        // One more is asked for, and the kill comes while it is drawn, written, moved or answered.
        lines.write_all(b"draw\n").unwrap();
        std::thread::sleep(Duration::from_micros(chance.below(6000) as u64));
        kill(&mut child);
        cards.extend(card(&mut answers));
        cards
    }

    fn kill(child: &mut Child) {
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// The card of a complete answer.
    fn card(answers: &mut impl BufRead) -> Option<u64> {
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        let complete = line.strip_suffix('\n')?;
        let answer: Value = serde_json::from_str(complete).unwrap();
        Some(answer["drawn"][0].as_u64().unwrap())
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told() {
        let (code, out, err) = said(&["--session", "/proc/evening.json"], "draw\n");
        assert_eq!((Some(3), ""), (code, out.as_str()));
        assert!(err.starts_with("error: cannot write /proc/evening.json: "), "{err}");
        let desk = Desk::new();
        let nowhere = desk.folder.path().join("nowhere/evening.json").display().to_string();
        assert_eq!(Some(3), said(&["--session", &nowhere], "draw\n").0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_may_only_be_read_keeps_its_session() {
        use std::os::unix::fs::PermissionsExt;

        let desk = Desk::new();
        let arguments = ["--session", &desk.name()];
        said(&arguments, "draw\n");
        let before = fs::read(desk.file()).unwrap();
        let allow = |mode| {
            fs::set_permissions(desk.folder.path(), fs::Permissions::from_mode(mode)).unwrap();
        };
        allow(0o555);
        let may_all = fs::write(desk.folder.path().join("probe"), "").is_ok();
        let (code, _, err) = said(&arguments, "draw\n");
        allow(0o755);
        if may_all {
            // Nothing is forbidden to this user; /proc stands for the case elsewhere.
            assert_eq!(Some(0), code);
            return;
        }
        assert_eq!(Some(3), code);
        assert!(err.contains("cannot write"), "{err}");
        assert_eq!(before, fs::read(desk.file()).unwrap());
    }

    #[cfg(unix)]
    #[test]
    fn a_full_disk_is_told_and_the_last_step_before_it_stands() {
        let desk = Desk::new();
        // No file may grow beyond 8 blocks of 512 bytes; the signal is ignored, so that writing
        // fails as on a full disk.
        let mut command = Command::new("sh");
        command
            .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""])
            .arg(cargo_bin("actiondeck"))
            .args(["play", "--json", "--deck", DECK, "--session", &desk.name()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let output = fed(command, &"draw\n".repeat(200));
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(Some(3), output.status.code(), "{err}");
        assert!(err.starts_with(&format!("error: cannot write {}: ", desk.name())), "{err}");
        let answers = String::from_utf8(output.stdout).unwrap().lines().count();
        assert!((1..200).contains(&answers), "{answers} answers");
        assert_eq!(answers, session(&desk.file()).log().len());
        assert_eq!(["evening.json"], desk.files()[..]);
        assert_eq!(Some(0), said(&["--session", &desk.name()], "draw\n").0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn answers_that_cannot_be_printed_end_the_play() {
        let mut command = play(&[]);
        command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        let output = fed(command, "draw\n");
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(Some(3), output.status.code(), "{err}");
        assert!(err.starts_with("error: cannot write to stdout"), "{err}");
    }
}
