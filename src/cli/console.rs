//! Writes answers to stdout and messages to stderr, with the line of the file they concern.
//!
//! Both quote foreign text: names in decks and sessions, parts of files. Here, in one place, [`visible`]
//! removes what would steer the terminal. Files that are written to stdout are unchanged.
//!
//! [`anstream`] decides on colour: only on a terminal, and not if `NO_COLOR` is set.

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use crate::diagnostic::{Problem, Source, visible, visible_json};
use crate::input::limits::SHOWN_CHARS;
use crate::wording::counted;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use super::Failure;

/// Writes an answer for people to stdout, without terminal control characters.
///
/// # Errors
/// As [`write`].
pub fn answer(text: &str) -> Result<(), Failure> {
    write(visible(text).as_bytes())
}

/// As [`answer`]; on a terminal the line with the verdict is highlighted.
///
/// # Errors
/// As [`write`].
pub fn answer_led_by(verdict: Option<&str>, text: &str) -> Result<(), Failure> {
    let text = visible(text);
    let Some(verdict) = verdict.filter(|verdict| !verdict.contains('\n')) else {
        return write(text.as_bytes());
    };
    let verdict = visible(verdict);
    let place = text.lines().position(|line| line == verdict);
    let lines = text.split_inclusive('\n').enumerate().map(|(number, line)| {
        match line.strip_suffix('\n').filter(|_| Some(number) == place) {
            Some(line) => format!("\u{1b}[1m{line}\u{1b}[0m\n"),
            None => line.to_owned(),
        }
    });
    let bold = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    let styled: String = lines.collect();
    write(if bold { styled.as_bytes() } else { text.as_bytes() })
}

/// The width for an answer on stdout: `COLUMNS`, or the width of the terminal. `None` if stdout is not a
/// terminal, and for text that is written to a file.
pub fn columns() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    said.or_else(|| terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into()))
}

/// The width of a card's picture.
pub const PICTURE_COLUMNS: usize = 56;

/// Whether a picture of box characters with this width can be shown: it fits, and the locale has the
/// characters.
pub fn shows_picture(width: usize) -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = locale.into_iter().find(|locale| !locale.is_empty());
    let has_letters = !matches!(locale.as_deref(), Some("C" | "POSIX"));
    has_letters && columns().is_none_or(|columns| columns >= width)
}

/// Writes an answer for programs to stdout, as JSON without terminal control characters.
///
/// # Errors
/// As [`write`].
pub fn answer_json(json: &str) -> Result<(), Failure> {
    write(visible_json(json).as_bytes())
}

/// Writes the content of a file to stdout. A closed pipe is not an error.
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

/// Prints the help or the version.
pub fn shown(help: &clap::Error) -> ExitCode {
    match help.print().and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let failure = Failure::file("cannot write to stdout")(error);
            complain(&failure);
            failure.exit_code()
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Reports on stderr what was done.
pub fn note(message: &str) {
    let _ = writeln!(anstream::stderr(), "{}", visible(message));
}

/// Reports on stderr how many files were written, and where.
pub fn written(count: usize, to: &Path) {
    note(&format!("{} written to {}", counted(count, "file"), to.display()));
}

/// Reports on stderr why the command failed.
pub fn complain(failure: &Failure) {
    let text = match failure {
        Failure::Input(problems) => {
            let reported = problems.iter().map(render).chain(problems.rest());
            reported.collect::<Vec<_>>().join("\n")
        }
        Failure::Usage(error) => error.render().ansi().to_string().trim_end().to_owned(),
        Failure::File { attempt, cause } => Renderer::styled().render(&[Level::ERROR
            .primary_title(visible(&format!("{attempt}: {cause}")).into_owned())
            .elements(Vec::<annotate_snippets::Message>::new())]),
    };
    // If stderr is closed, the message cannot be shown anywhere.
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// One problem: a single line without a place, else with the line of the file underlined.
fn render(problem: &Problem) -> String {
    let Some((source, span)) = problem.place() else {
        let title = Level::ERROR.primary_title(visible(&problem.to_string()).into_owned());
        return Renderer::styled()
            .render(&[title.elements(Vec::<annotate_snippets::Message>::new())]);
    };
    let at = source.line_column(span.start);
    let (text, span, whole) = excerpt(source, span);
    // Each part separately: `visible` changes the length of the text, and with it the span.
    let [before, piece, after] = [&text[..span.start], &text[span.clone()], &text[span.end..]]
        .map(|part| visible(part).into_owned());
    let span = before.len()..before.len() + piece.len();
    let snippet = Snippet::source(before + &piece + &after)
        .line_start(at.line)
        .annotation(AnnotationKind::Primary.span(span));
    let name = visible(source.name()).into_owned();
    let title = Level::ERROR.primary_title(visible(problem.message()).into_owned());
    let mut group = match whole {
        true => title.element(snippet.path(name)),
        // In a piece of a line the renderer would count columns from its start.
        false => {
            title.element(Origin::path(name).line(at.line).char_column(at.column)).element(snippet)
        }
    };
    if let Some(accepted) = problem.accepted() {
        let accepted = format!("accepted: {}", visible(accepted));
        group = group.element(Level::HELP.message(accepted));
    }
    Renderer::styled().render(&[group])
}

/// The first line that `span` touches, the span in it, and whether it is the whole line; of a very long line
/// only the part around the span. So a hundred faults in a large file stay cheap to render.
fn excerpt(source: &Source, span: Range<usize>) -> (&str, Range<usize>, bool) {
    let text = source.text();
    let start = text[..span.start].rfind(['\n', '\r']).map_or(0, |newline| newline + 1);
    // A span over several lines is shown by its first line.
    let line_end = text[span.start..].find(['\n', '\r']).map_or(text.len(), |at| span.start + at);
    let end = span.end.clamp(span.start, line_end);
    let whole = line_end - start <= SHOWN_CHARS.most;
    let (start, line_end) = match whole {
        true => (start, line_end),
        false => piece(text, start..line_end, span.start),
    };
    (&text[start..line_end], span.start - start..end.min(line_end) - start, whole)
}

/// The part of a long line that is shown: most of it after `at`.
fn piece(text: &str, line: Range<usize>, at: usize) -> (usize, usize) {
    let before = at.saturating_sub(SHOWN_CHARS.most / 10).max(line.start);
    let after = (at + SHOWN_CHARS.most / 2).min(line.end);
    let start = (before..=at).find(|&byte| text.is_char_boundary(byte)).unwrap_or(at);
    let end = (after..=line.end).find(|&byte| text.is_char_boundary(byte)).unwrap_or(line.end);
    (start, end)
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
    fn a_long_line_is_cut_and_keeps_its_column_number() {
        let text = format!("number\n{}{}", "ř,".repeat(50_000), "x".repeat(1_000_000));
        let source = Source::new("deck.csv", text);
        let start = "number\n".len() + "ř,".len() * 50_000;
        let problem = Problem::new("a cell").at(&source, start..source.text().len());
        let shown = plain(&problem);
        assert!(shown.contains("deck.csv:2:100001"), "{shown}");
        assert!(shown.contains("ř,xxx") && shown.len() < 3000, "{} bytes: {shown}", shown.len());
    }

    #[test]
    fn a_problem_at_the_end_of_a_file_is_shown() {
        let source = Source::new("deck.csv", "number\n0\n");
        let end = source.text().len();
        let text = plain(&Problem::new("cards are missing").at(&source, end..end));
        assert!(text.contains("deck.csv:3:1"), "{text}");
    }
}
