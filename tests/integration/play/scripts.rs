//! `play` driven by programs: JSON lines, bad lines, screen readers.

use std::io::Write;

use actiondeck::json_formats::JsonFormat;
use serde_json::Value;

use super::{play, said};
use crate::json_formats::valid;

#[test]
fn every_line_has_its_line_of_json() {
    let (code, out, _) = said(&["--json", "--seed", "1"], "3d10 tn 7\ndance\nhelp\ntable\n");
    assert_eq!(Some(2), code);
    let lines: Vec<Value> =
        out.lines().map(|line| valid(JsonFormat::Play, line.as_bytes())).collect();
    assert_eq!(4, lines.len(), "{out}");
    assert_eq!("check", lines[0]["answer"]["kind"]);
    assert_eq!(lines[0]["drawn"][0], lines[0]["answer"]["answer"]["draw"]["card"]);
    assert_eq!((1, 53), (lines[0]["step"].as_u64().unwrap(), lines[0]["pile"].as_u64().unwrap()));
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
fn invalid_utf_8_and_endless_lines_are_refused() {
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
