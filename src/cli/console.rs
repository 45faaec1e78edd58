//! Talking to the person: answers to stdout, complaints to stderr with the line they point at.
//!
//! Answers and messages repeat what strangers wrote: names in decks and sessions, pieces of files.
//! [`visible`] stands between these and the terminal, here, so that no command can forget it. Files
//! that go to stdout are files, and pass as they are.
//!
//! Colour is [`anstream`]'s decision: only on a terminal, and not when `NO_COLOR` is set.

use std::io::{self, Write};
use std::path::Path;

use crate::diagnostic::{Problem, Source, visible, visible_json};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::Failure;

/// Writes an answer for people to stdout; nothing in it steers the terminal.
///
/// # Errors
/// As [`write`].
pub fn answer(text: &str) -> Result<(), Failure> {
    write(visible(text).as_bytes())
}

/// Writes an answer for programs to stdout, as JSON in which nothing steers a terminal.
///
/// # Errors
/// As [`write`].
pub fn answer_json(json: &str) -> Result<(), Failure> {
    write(visible_json(json).as_bytes())
}

/// Writes the content of a file to stdout. A reader that has heard enough (a closed pipe) is no failure.
///
/// # Errors
/// [`Failure::File`] when stdout cannot be written for another reason, such as a full disk.
pub fn write(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::file("cannot write to stdout")(error))
        }
        _ => Ok(()),
    }
}

/// Says on stderr what was done.
pub fn note(message: &str) {
    let _ = writeln!(anstream::stderr(), "{}", visible(message));
}

/// Says on stderr how many files were written, and where.
pub fn written(count: usize, to: &Path) {
    let files = if count == 1 { "file" } else { "files" };
    note(&format!("{count} {files} written to {}", to.display()));
}

/// Says on stderr why the command did not run to its end.
pub fn complain(failure: &Failure) {
    let text = match failure {
        Failure::Input(problems) => problems.iter().map(render).collect::<Vec<_>>().join("\n"),
        Failure::File { attempt, cause } => Renderer::styled().render(&[Level::ERROR
            .primary_title(visible(&format!("{attempt}: {cause}")).into_owned())
            .elements(Vec::<annotate_snippets::Message>::new())]),
    };
    // Nothing is left to tell when stderr itself is closed.
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// One problem: a single line without a place, else with the line of the file underlined.
fn render(problem: &Problem) -> String {
    let Some((source, span)) = problem.place() else {
        let title = Level::ERROR.primary_title(visible(&problem.to_string()).into_owned());
        return Renderer::styled()
            .render(&[title.elements(Vec::<annotate_snippets::Message>::new())]);
    };
    let (first_line, text, span) = excerpt(source, span);
    // Shown piece by piece, for pictures of characters have another length than the characters.
    let [before, piece, after] = [&text[..span.start], &text[span.clone()], &text[span.end..]]
        .map(|part| visible(part).into_owned());
    let span = before.len()..before.len() + piece.len();
    let snippet = Snippet::source(before + &piece + &after)
        .path(visible(source.name()).into_owned())
        .line_start(first_line)
        .annotation(AnnotationKind::Primary.span(span));
    let title = Level::ERROR.primary_title(visible(problem.message()).into_owned());
    let mut group = title.element(snippet);
    if let Some(accepted) = problem.accepted() {
        let accepted = format!("accepted: {}", visible(accepted));
        group = group.element(Level::HELP.message(accepted));
    }
    Renderer::styled().render(&[group])
}

/// The lines that `span` touches: the number of the first, their text, and the span in it. The
/// renderer is given no more, so that a hundred faults in a large file stay cheap.
fn excerpt(source: &Source, span: std::ops::Range<usize>) -> (usize, &str, std::ops::Range<usize>) {
    let text = source.text();
    let start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    // A span over many lines is shown by its first.
    let line_end = text[span.start..].find('\n').map_or(text.len(), |at| span.start + at);
    let end = span.end.clamp(span.start, line_end);
    (source.line_column(span.start).line, &text[start..line_end], span.start - start..end - start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(problem: &Problem) -> String {
        anstream::adapter::strip_str(&render(problem)).to_string()
    }

    #[test]
    fn a_problem_without_a_place_is_one_line() {
        let problem = Problem::new("card \"99\" does not exist").accepts("0 to 53");
        assert_eq!("error: card \"99\" does not exist; accepted: 0 to 53", plain(&problem));
    }

    #[test]
    fn a_located_problem_shows_its_line_and_no_other() {
        let source = Source::new("deck.csv", "number,rank\n0,x\n1,1\n");
        let problem =
            Problem::new("rank \"x\" is not a number").at(&source, 14..15).accepts("0 to 14");
        let text = plain(&problem);
        assert!(text.contains("deck.csv:2:3"), "{text}");
        assert!(text.contains("0,x"), "{text}");
        assert!(text.contains("accepted: 0 to 14"), "{text}");
        assert!(!text.contains("1,1"), "{text}");
    }

    #[test]
    fn a_problem_at_the_end_of_a_file_is_shown() {
        let source = Source::new("deck.csv", "number\n0\n");
        let end = source.text().len();
        let text = plain(&Problem::new("cards are missing").at(&source, end..end));
        assert!(text.contains("deck.csv:3:1"), "{text}");
    }
}
