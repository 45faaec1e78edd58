//! `actiondeck lookup …`: reads drawn cards.

use std::ffi::OsString;

use clap::{Arg, Args, Command, FromArgMatches};

use super::session_file::SessionArgs;
use super::setting_args::{GameArgs, SettingArgs};
use super::{Exit, Failure, console, question_help};
use crate::diagnostic::Problem;
use crate::table::grammar::{Line, Topic, Vocabulary, parse, resolve_topic};
use crate::table::lookup::{AnswerRecord, Verdict};
use crate::table::play::reply::{unused_note, verdict_first};
use crate::table::questions::games;
use crate::table::questions::question::Reply;
use crate::table::questions::setting::Setting;
use crate::table::questions::source::GivenCards;
use crate::table::rules::Game;

/// The words of the line. Which fields it has depends on its question.
#[derive(Debug, Args)]
pub struct LookupArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// The options of every question, which have dashes and may be anywhere in the line.
#[derive(Debug, Args)]
#[command(next_help_heading = "For every question")]
struct SharedArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    setting: SettingArgs,
    #[command(flatten)]
    session: SessionArgs,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// Answer in words alone, for a screen reader: no picture, nothing in bold
    #[arg(long, conflicts_with = "json")]
    plain: bool,
}

/// The text before a question in a shell.
const BEFORE: &str = "actiondeck lookup ";

impl LookupArgs {
    /// Whether the answer is JSON.
    pub fn json(&self) -> bool {
        self.words.iter().take_while(|word| *word != "--").any(|word| word == "--json")
    }

    /// Separates the options that all questions share from the words of the question.
    fn split(self, shared: &Command) -> (Vec<OsString>, Vec<String>) {
        let (mut options, mut question) = (Vec::new(), Vec::<String>::new());
        let mut words = self.words.into_iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy().into_owned();
            let option = text.strip_prefix("--").and_then(|name| shared_option(name, shared));
            if let Some(option) = option {
                options.push(word);
                if option.get_action().takes_values() && !text.contains('=') {
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

fn shared_option<'c>(text: &str, shared: &'c Command) -> Option<&'c Arg> {
    let name = text.split('=').next().unwrap_or(text);
    shared.get_arguments().find(|option| option.get_long() == Some(name))
}

fn shared_command() -> Command {
    SharedArgs::augment_args(Command::new("lookup").bin_name(BEFORE.trim()))
}

/// Reads the deck and answers.
///
/// # Errors
/// [`Failure::Input`] if the line is not a question or the deck cannot answer it, [`Failure::Usage`] if an
/// option is invalid. Nothing is printed then.
pub fn run(args: LookupArgs) -> Result<Exit, Failure> {
    let command = shared_command().no_binary_name(true).disable_help_flag(true);
    let (options, words) = args.split(&command);
    let shared = SharedArgs::from_arg_matches(&command.try_get_matches_from(options)?)?;
    let mut setting = shared.setting.read(shared.session.file())?;
    shared.session.update(&mut setting)?;
    let usual_game = setting.game;
    setting.game = shared.game.named()?.unwrap_or(usual_game);
    shared.setting.set_actor(&mut setting)?;
    if let Some(subject) = help_subject(&words) {
        console::answer(&help(&setting, usual_game, &subject)?)?;
        return Ok(Exit::Holds);
    }
    let Reply { answer, unused } = ask(words, &mut setting)?;
    if shared.json {
        let mut record = AnswerRecord::new(&setting.deck, &*answer);
        record.verdict = Some(Verdict(answer.verdict()));
        record.unused = Some(unused);
        console::answer_json(&record.to_json())?;
        return Ok(Exit::Holds);
    }
    shared.setting.note_deck(&setting.deck, shared.session.file());
    let verdict = answer.verdict();
    let verdict = verdict.as_deref();
    if shared.plain {
        console::answer(&verdict_first(verdict, &answer.spoken()))?;
    } else {
        let text = match console::shows_picture(console::PICTURE_COLUMNS) {
            true => answer.text(),
            false => answer.spoken(),
        };
        console::answer_led_by(verdict, &verdict_first(verdict, &text))?;
    }
    unused_note(&unused).iter().for_each(|note| console::note(note));
    Ok(Exit::Holds)
}

/// Calls `read` with the vocabulary of the game.
fn with_vocabulary<T>(setting: &Setting, read: impl FnOnce(&Vocabulary<'_>) -> T) -> T {
    let people: Vec<String> = setting.characters().iter().map(|who| who.name.clone()).collect();
    let skills = setting.characters().iter().flat_map(|who| who.check_names());
    let skills: Vec<String> = skills.map(str::to_owned).collect();
    read(&Vocabulary {
        game: setting.game,
        setting,
        commands: &[],
        people: &people,
        skills: &skills,
        in_hand: &|_| None,
    })
}

/// Answers the question that words ask.
fn ask(words: Vec<String>, setting: &mut Setting) -> Result<Reply, Failure> {
    let line = with_vocabulary(setting, |vocabulary| parse(words, vocabulary))?;
    let Line::Question(mut parsed) = line else {
        return Err(Problem::new("the line is not a question").accepts("a question").into());
    };
    if let Some(name) = &parsed.who {
        let character = setting.character(name).map_err(|problem| problem.for_argument("as"))?;
        setting.character = Some(character);
    }
    if let Some(card) = parsed.cards.first() {
        return Err(Problem::new(format!("the question does not use card {card}"))
            .accepts("only the cards that the question reads")
            .into());
    }
    Ok(parsed.inquiry.answer(setting, &mut GivenCards)?)
}

/// The topic of a request for help: empty for all questions, `None` if the line is not a request.
fn help_subject(words: &[String]) -> Option<Vec<String>> {
    let is_help = |word: &String| word == "--help" || word == "-h";
    let own = words.split(|word| word == "--").next().unwrap_or_default();
    match words {
        [] => Some(Vec::new()),
        [first, subject @ ..] if first == "help" => Some(subject.to_vec()),
        _ if own.iter().any(is_help) => {
            Some(own.iter().filter(|word| !is_help(word)).cloned().collect())
        }
        _ => None,
    }
}

/// Help about the questions of a game, or about one. Examples name the game unless it is the default.
fn help(setting: &Setting, usual_game: Game, subject: &[String]) -> Result<String, Failure> {
    // The name of a game alone lists its words.
    let (game, subject) = match subject {
        [name] if name.parse::<Game>().is_ok() => (name.parse().unwrap_or_default(), &[][..]),
        subject => (setting.game, subject),
    };
    let deck = &setting.deck;
    if subject.is_empty() {
        let others = games::others(game, deck);
        let others = others.map(|other| format!("  {:<12} {}\n", other.name(), other.title()));
        let mut others: String = others.collect();
        if !others.is_empty() {
            others.insert_str(0, "Other games, with --game or before the word:\n");
            others.push('\n');
        }
        return Ok(format!(
            "Read drawn cards: {}\n\nUsage: {BEFORE}[OPTIONS] WORD …\n\nWords:\n{}\n{others}\
             {BEFORE}help WORD shows more, with examples; actiondeck odds computes odds.\n\n{}",
            game.title(),
            question_help::overview(game, deck),
            shared_command().help_template("{options}").render_help(),
        ));
    }
    let topic = with_vocabulary(setting, |vocabulary| resolve_topic(subject, vocabulary))?;
    let before = |game: Game| match game == usual_game {
        true => BEFORE.to_owned(),
        false => format!("{BEFORE}{game} "),
    };
    Ok(match topic {
        Topic::Question(game, spec) => {
            question_help::question(game, spec, deck, &before(game), shared_command())
        }
        Topic::Word(game, word) => question_help::word(game, word, deck, &before(game)),
        Topic::Command(name) => name.to_owned(),
    })
}
