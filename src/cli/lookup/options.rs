//! An option that changes no answer is told, and one that does is not.

use super::SETTING;
use crate::cli::lookup::cards::{AsTyped, Context};
use crate::cli::lookup::unused::unused;
use crate::rules::Game;

/// The options of a line that are told to make no difference.
fn told(line: &str) -> Vec<String> {
    let words = shlex::split(line).expect("a line");
    SETTING.with(|setting| {
        let asked = crate::cli::lookup::ask(&words, Game::West, setting);
        let mut asked = asked.unwrap_or_else(|failure| panic!("{line}: {failure:?}"));
        let answer = asked.answer(&mut Context::new(setting, &mut AsTyped));
        let answer = answer.unwrap_or_else(|problems| panic!("{line}: {problems}"));
        unused(&asked, &*answer, setting)
    })
}

#[test]
fn an_option_that_changes_no_answer_is_told_and_one_that_does_is_not() {
    for (line, option) in [
        ("fi3 reckon move rate 8 gifted", "gifted"),
        ("fi3 reckon prepare speed 3 black-jokers 2", "black-jokers"),
        ("fi3 hurt tally \"left arm:2+3\" belly:1 wind 12 bleed 3", "bleed"),
        ("d6 reckon block unarmed bladed stopped covered", "covered"),
    ] {
        assert_eq!([option], *told(line), "{line}");
    }
    for line in ["check 34 3d10 tn 7", "fi3 reckon prepare speed 6 laid 5"] {
        assert!(told(line).is_empty(), "{line}");
    }
}
