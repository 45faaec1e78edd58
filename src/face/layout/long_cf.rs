//! The word for critical failures, if it is longer than the figures of its grid. It has a message of its own,
//! since the word must change and not the columns.

use super::super::values::Values;
use super::grid::GridNeeds;
use super::parts::{Grid, Parts};
use super::room::Room;
use crate::diagnostic::{Problem, quoted};

/// The word's key in a file of words.
const NAME: &str = "cf";

/// What does not fit in `room`; for a word that is too long, with the longest one that fits.
pub(super) fn describe(
    problem: Problem,
    parts: &Parts<'_>,
    values: &Values<'_>,
    room: Room,
    theme: &str,
) -> Problem {
    let word = values.words.word(NAME).unwrap_or_default();
    let fits = |letters: &usize| {
        let shorter: String = word.chars().take(*letters).collect();
        let words = values.words.with_word(NAME, &shorter);
        let needs = GridNeeds::new(Grid::Cause, parts, &Values { words: &words, ..*values });
        needs.is_ok_and(|needs| needs.is_some_and(|needs| needs.laid(room, theme).is_ok()))
    };
    let Some(longest) = (1..word.chars().count()).rev().find(fits) else { return problem };
    let message = format!(
        "theme {theme}: {}, the word for critical failures, does not fit in the columns of the \
         cause grid",
        quoted(word)
    );
    let shorter: String = word.chars().take(longest).collect();
    Problem::coded("face.no-room", message)
        .accepts(format!("no longer than {}, the longest that fits", quoted(&shorter)))
}
