//! `actiondeck lookup …`: what drawn cards mean. One file a question, one row a question.

mod aim;
mod arc;
pub(super) mod asked;
pub(super) mod attack;
mod attempt;
mod burst;
mod card;
pub(super) mod cards;
mod check;
mod complex;
mod contest;
mod d6;
mod damage;
mod defense;
pub(super) mod dice;
mod dodge;
mod effect;
mod element;
mod entangle;
mod escape;
mod every_game;
mod failure;
mod fan_fire;
mod fan_target;
mod fast_draw;
mod fi3;
pub(super) mod games;
mod healing;
pub(super) mod hit;
mod initiative;
pub(super) mod lacking;
mod ladder;
mod location;
pub(super) mod melee;
pub(super) mod name;
pub(super) mod named;
mod order;
mod penetration;
mod prelude;
pub(super) mod question;
mod range;
mod recovery;
pub(super) mod setting;
pub(super) mod source;
pub(super) mod spelling;
mod strength;
mod stun;
mod surprise;
mod tally;
mod target_number;
#[cfg(test)]
mod tests;
mod throw;
mod toggle;
mod turns;
mod unintended;
pub(super) mod unused;
mod west;
pub(super) mod written;

use std::ffi::OsString;

use crate::lookup::to_value;
use crate::rules::Game;
use clap::{Args, Command, FromArgMatches};

use self::cards::Context;

use self::asked::Asked;
use self::named::named_option;
use self::question::Row;
use self::source::AsTyped;
use super::argument::{Get, Parsed};
use super::session_file::SessionArgs;
use super::{Exit, Failure, console};

/// What was typed. Which arguments a question has is known only when its game is.
#[derive(Debug, Args)]
pub struct Typed {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// What all questions share.
#[derive(Debug, Args)]
#[command(next_help_heading = "For every question")]
struct Shared {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    setting: setting::SettingArgs,
    #[command(flatten)]
    session: SessionArgs,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// Answer in words alone, for a screen reader: no picture, nothing in bold
    #[arg(long, conflicts_with = "json")]
    plain: bool,
}

/// Which game is played.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// Game whose questions are asked: west, fi3, d6 or ladder; otherwise that of the session, then
    /// that of the house rules, then west
    #[arg(long, value_name = "GAME")]
    game: Option<Parsed<Game>>,
}

impl GameArgs {
    /// The game that was named.
    ///
    /// # Errors
    /// A problem when there is no such game.
    pub fn named(&self) -> Result<Option<Game>, crate::diagnostic::Problems> {
        self.game.get()
    }
}

/// What stands before a question in a shell.
const BEFORE: &str = "actiondeck lookup ";

impl Typed {
    /// Whether the answer is wanted in JSON.
    pub fn json(&self) -> bool {
        self.words.iter().take_while(|word| *word != "--").any(|word| word == "--json")
    }

    /// The options that all questions share, and the words of the question. Options need no dashes
    /// but before the first word. A word behind an option that takes a value is that value: of a ship that has
    /// decks, `called deck` is no option of the program's.
    fn split(self, shared: &Command) -> (Vec<OsString>, Vec<String>) {
        let (mut options, mut question) = (Vec::new(), Vec::<String>::new());
        let mut words = self.words.into_iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy().into_owned();
            let option = named_option(&text, shared.get_arguments());
            let option = option.filter(|_| match question.last() {
                Some(last) => text.starts_with("--") || !awaits_value(last),
                None => text.starts_with("--"),
            });
            if let Some(option) = option {
                let value_follows = option.get_action().takes_values() && !text.contains('=');
                match text.starts_with("--") {
                    true => options.push(word),
                    false => options.push(format!("--{text}").into()),
                }
                if value_follows {
                    options.extend(words.next());
                }
            } else if text == "--" {
                question.push(text);
                question.extend(words.by_ref().map(|word| word.to_string_lossy().into_owned()));
            } else {
                question.push(text);
            }
        }
        (options, question)
    }
}

/// Whether a word names an option that is followed by its value, in every question that has it. Cards, dice and
/// numbers do not, and are most of what is typed: for them no question is asked for its options.
fn awaits_value(word: &str) -> bool {
    if word.contains('=') || word.starts_with(|first: char| first.is_ascii_digit()) {
        return false;
    }
    let rows = Game::ALL.into_iter().flat_map(games::rows);
    let takes = rows.filter_map(|row| {
        let command = row.command();
        let option = named_option(word, command.get_arguments())?;
        Some(option.get_action().takes_values())
    });
    takes.reduce(|all, one| all && one).unwrap_or(false)
}

/// Reads the deck and answers.
///
/// # Errors
/// [`Failure::Input`] when the deck has no answer to the question, [`Failure::Usage`] when it lacks
/// an argument; nothing is printed then.
pub fn run(typed: Typed) -> Result<Exit, Failure> {
    let command = Shared::augment_args(Command::new("lookup").no_binary_name(true));
    let command = command.bin_name(BEFORE.trim()).disable_help_flag(true);
    let (options, words) = typed.split(&command);
    let shared = command.clone().try_get_matches_from(options)?;
    let shared = Shared::from_arg_matches(&shared)?;
    if let Some(subject) = help_wanted(&words) {
        console::answer(&help(&shared, subject)?)?;
        return Ok(Exit::Holds);
    }
    let mut setting = shared.setting.read(shared.session.file())?;
    shared.session.tell(&mut setting)?;
    let game = shared.game.named()?.unwrap_or(setting.game);
    let mut asked = ask(&words, game, &setting)?;
    let answer = asked.answer(&mut Context::new(&setting, &mut AsTyped));
    let (game, row) = asked.name();
    let answer = answer.map_err(|problems| lacking::with_example(problems, game, row))?;
    let unused = unused::unused(&asked, &*answer, &setting);
    match shared.json {
        true => {
            let mut value = to_value(&setting.deck, &*answer);
            value["verdict"] = answer.verdict().into();
            value["unused"] = unused.into();
            console::answer_json(&format!("{value:#}\n"))?;
        }
        false => {
            shared.setting.tell_deck(&setting.deck, shared.session.file());
            let verdict = answer.verdict();
            let verdict = verdict.as_deref();
            match shared.plain {
                true => console::answer(&console::led(verdict, &answer.spoken()))?,
                false => {
                    let text = match console::shows_picture(console::PICTURE_COLUMNS) {
                        true => answer.text(),
                        false => answer.spoken(),
                    };
                    console::answer_led_by(verdict, &console::led(verdict, &text))?;
                }
            }
            if let Some(note) = unused::told(&unused) {
                console::note(&note);
            }
        }
    }
    Ok(Exit::Holds)
}

/// The question that words ask.
fn ask(words: &[String], game: Game, setting: &setting::Setting) -> Result<Asked, Failure> {
    let Some((begun, _)) = named::begun(words, game)? else {
        return Err(named::unknown(&words[0], game).into());
    };
    let shared = Shared::augment_args(Command::new("lookup"));
    let named = setting.at_hand(|at_hand| begun.question(at_hand, &shared))?;
    let command = with_shared(named.row).no_binary_name(true);
    let command = command.bin_name(format!("{BEFORE}{}", named.row.name()));
    let matches = command.clone().try_get_matches_from(&named.arguments).map_err(|error| {
        match lacking::problems(&named, &command, setting, &error) {
            Some(problems) => Failure::from(problems),
            None => error.into(),
        }
    })?;
    Ok(Asked::read(named.game, named.row, &matches)?)
}

/// The arguments of a question, those that all share among them.
fn with_shared(row: &Row) -> Command {
    Shared::augment_args(row.command()).about(row.help()).long_about(None)
}

/// The words of the question that help is wanted for, if it is: none for all of them.
fn help_wanted(words: &[String]) -> Option<&[String]> {
    let own = words.split(|word| word == "--").next().unwrap_or_default();
    match words {
        [] => Some(words),
        [first, subject @ ..] if first == "help" => Some(subject),
        _ if own.iter().any(|word| word == "--help" || word == "-h") => Some(own),
        _ => None,
    }
}

/// What help says of the questions of a game, or of one.
fn help(shared: &Shared, subject: &[String]) -> Result<String, Failure> {
    let game = match shared.game.named()? {
        Some(game) => game,
        None => shared.usual_game()?,
    };
    let subject: Vec<String> =
        subject.iter().filter(|word| *word != "--help" && *word != "-h").cloned().collect();
    let options = Shared::augment_args(Command::new("lookup").bin_name(BEFORE.trim()));
    // A game by itself is asked for its words.
    let (game, subject) = match &subject[..] {
        [name] => match Game::ALL.into_iter().find(|game| game.name() == name.to_lowercase()) {
            Some(named) => (named, Vec::new()),
            None => (game, subject),
        },
        _ => (game, subject),
    };
    let Some(first) = subject.first() else {
        let others = Game::ALL.into_iter().filter(|other| *other != game);
        let others = others.map(|other| format!("  {:<12} {}\n", other.name(), other.title()));
        return Ok(format!(
            "Read drawn cards: {}\n\nUsage: {BEFORE}[OPTIONS] WORD …\n\nWords:\n{}\n\
             Other games, with --game or before the word:\n{}\n\
             {BEFORE}help and a word tells more, with examples; actiondeck odds computes odds.\n\n{}",
            game.title(),
            games::overview(game),
            others.collect::<String>(),
            options.help_template("{options}").render_help(),
        ));
    };
    let Some((begun, _)) = named::begun(&subject, game)? else {
        return Err(named::unknown(first, game).into());
    };
    let game = begun.game();
    let before = match game == Game::default() {
        true => BEFORE.to_owned(),
        false => format!("{BEFORE}{game} "),
    };
    Ok(match begun.subject() {
        Ok(row) => {
            let command = with_shared(row).bin_name(format!("{before}{}", row.name()));
            command.after_help(games::more(game, row, &before)).render_help().to_string()
        }
        Err(word) => games::about_word(game, word, &before),
    })
}

impl Shared {
    /// The game of the session or of the house rules.
    fn usual_game(&self) -> Result<Game, Failure> {
        match self.session.file().is_some() {
            true => {
                let mut setting = self.setting.read(self.session.file())?;
                self.session.tell(&mut setting)?;
                Ok(setting.game)
            }
            false => Ok(self.setting.house_rules()?.game),
        }
    }
}

/// All words of all games, for completions and manual pages.
pub fn tree(lookup: Command) -> Command {
    let lookup = lookup.mut_arg("words", |words| words.hide(true));
    let west = branches(Shared::augment_args(lookup), Game::West);
    let others = Game::ALL.into_iter().skip(1);
    others.fold(west, |tree, game| {
        tree.subcommand(branches(Command::new(game.name()).about(game.title()), game))
    })
}

/// The words of a game as commands, what each is for below it.
fn branches(parent: Command, game: Game) -> Command {
    games::words(game).fold(parent, |parent, word| {
        let mut whats = Vec::new();
        let mut command = Command::new(word).about(games::about(word));
        let mut after_for = false;
        for row in games::with_word(game, word) {
            match row.what() {
                None => command = row.command(),
                Some(what) => {
                    after_for |= row.name().contains(question::FOR);
                    whats.push(row.command().name(what));
                }
            }
        }
        parent.subcommand(match after_for {
            true => command.subcommand(Command::new("for").subcommands(whats)),
            false => command.subcommands(whats),
        })
    })
}
