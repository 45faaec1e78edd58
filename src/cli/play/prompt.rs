//! Reads lines: with a line editor on a terminal, plainly elsewhere.
//!
//! The editor changes only the line being typed, so that a screen reader can follow. `--plain` switches the
//! editor off.

use std::io::{self, BufRead, Read, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};

use crate::cli::Failure;
use crate::diagnostic::Problem;
use crate::input::limits::PROMPT_LINE;
use crate::table::grammar::{Vocabulary, complete};
use crate::table::play::{Game, commands};
use crate::table::questions::setting::Setting;

const PROMPT: &str = "> ";

/// A source of lines.
pub enum Prompt {
    /// Another program, or a file.
    Pipe,
    /// A terminal without an editor.
    Plain,
    /// A terminal.
    Editor(Box<Editor<LineHelper, DefaultHistory>>),
}

/// Completion at the start of a line, from the state of the table.
#[derive(Clone, Debug)]
pub struct Completion {
    setting: Setting,
    people: Vec<String>,
    skills: Vec<String>,
}

impl Completion {
    /// Completion for the present state of a table.
    pub fn new(game: &Game) -> Self {
        game.with_vocabulary(|vocabulary| Self {
            setting: game.setting.clone(),
            people: vocabulary.people.to_vec(),
            skills: vocabulary.skills.to_vec(),
        })
    }

    /// The start of the word before the cursor, and its completions.
    pub fn complete(&self, before: &str) -> (usize, Vec<String>) {
        let commands: Vec<&'static str> = commands::names().collect();
        let vocabulary = Vocabulary {
            game: self.setting.game,
            setting: &self.setting,
            commands: &commands,
            people: &self.people,
            skills: &self.skills,
            in_hand: &|_| None,
        };
        complete(before, &vocabulary, &|name| {
            commands::command(name).map(commands::CommandSpec::fields).unwrap_or_default()
        })
    }
}

/// One line, or another event.
pub enum PromptInput {
    /// A line without its end.
    Line(String),
    /// The line was given up.
    Interrupted,
    /// There are no more.
    End,
}

impl Prompt {
    /// Returns an editor with these lines as its history.
    ///
    /// # Errors
    /// [`Failure::File`] if the terminal cannot be used.
    pub fn editor<'l>(history: impl Iterator<Item = &'l str>) -> Result<Self, Failure> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .color_mode(ColorMode::Disabled)
            .auto_add_history(false)
            .build();
        let mut editor = Editor::with_config(config).map_err(broken)?;
        for line in history {
            editor.add_history_entry(line).map_err(broken)?;
        }
        Ok(Self::Editor(Box::new(editor)))
    }

    /// Whether input comes from a terminal.
    pub fn is_terminal(&self) -> bool {
        !matches!(self, Self::Pipe)
    }

    /// Reads the next line.
    ///
    /// # Errors
    /// [`Failure::File`] if it cannot be read.
    pub fn next(
        &mut self,
        vocabulary: impl FnOnce() -> Completion,
    ) -> Result<PromptInput, Failure> {
        match self {
            Self::Pipe => read_line(),
            Self::Plain => {
                let mut stdout = io::stdout().lock();
                let _ = write!(stdout, "{PROMPT}").and_then(|()| stdout.flush());
                read_line()
            }
            Self::Editor(editor) => {
                editor.set_helper(Some(LineHelper(vocabulary())));
                match editor.readline(PROMPT) {
                    Ok(line) => {
                        if !line.trim().is_empty() {
                            editor.add_history_entry(line.as_str()).map_err(broken)?;
                        }
                        Ok(PromptInput::Line(line))
                    }
                    Err(ReadlineError::Interrupted) => Ok(PromptInput::Interrupted),
                    Err(ReadlineError::Eof) => Ok(PromptInput::End),
                    Err(error) => Err(broken(error)),
                }
            }
        }
    }
}

fn broken(error: ReadlineError) -> Failure {
    Failure::file("cannot read from the terminal")(io::Error::other(error))
}

/// Reads a line of stdin. Bytes that are not UTF-8 are replaced; commands do not contain any.
///
/// # Errors
/// [`Failure::File`] if it cannot be read, [`Failure::Input`] if it is longer than [`PROMPT_LINE`]: such a
/// line is not a command, and may have no end.
fn read_line() -> Result<PromptInput, Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(PROMPT_LINE.most as u64 + 1).read_until(b'\n', &mut bytes);
    match read.map_err(Failure::file("cannot read from stdin"))? {
        0 => Ok(PromptInput::End),
        length if PROMPT_LINE.is_passed_by(length) => {
            let message = format!("a line of stdin has more than {PROMPT_LINE}");
            Err(Problem::new(message).accepts("lines that end in a newline").into())
        }
        _ => {
            let text = String::from_utf8_lossy(&bytes);
            Ok(PromptInput::Line(text.trim_end_matches(['\n', '\r']).to_owned()))
        }
    }
}

/// Completion in the line editor.
pub struct LineHelper(Completion);

impl Completer for LineHelper {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let (start, mut found) = self.0.complete(&line[..cursor]);
        // A single completion is complete, so a space follows it.
        if let [only] = &mut found[..] {
            only.push(' ');
        }
        Ok((start, found))
    }
}

impl Hinter for LineHelper {
    type Hint = String;
}

impl Highlighter for LineHelper {}

impl Validator for LineHelper {}

impl Helper for LineHelper {}
