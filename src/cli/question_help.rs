//! Help about questions: the words of a game, or one question with its fields and examples.

use clap::Command;

use super::fields;
use crate::deck::Deck;
use crate::table::questions::games;
use crate::table::questions::question::QuestionSpec;
use crate::table::rules::Game;

/// The words of a game that a deck can answer, each with its purpose in a line or two.
pub fn overview(game: Game, deck: &Deck) -> String {
    let mut text = String::new();
    for word in games::words_for(game, deck) {
        let plain = games::plain(game, word);
        let purposes = games::purposes(game, word, deck).join(", ");
        let about = match plain {
            Some(spec) if purposes.is_empty() => spec.help,
            _ => games::about(word),
        };
        text.push_str(&format!("  {word:<12} {about}\n"));
        let before = match plain {
            _ if purposes.is_empty() => continue,
            Some(_) if games::has_for(game, word) => "for ",
            Some(_) => "or ",
            None => "",
        };
        text.push_str(&format!("  {:<12} {before}{purposes}\n", ""));
    }
    text
}

/// Help about a question whose line begins with `before`; `shared` are the options of all questions.
pub fn question(
    game: Game,
    spec: &'static QuestionSpec,
    deck: &Deck,
    before: &str,
    shared: Command,
) -> String {
    let about = fields::command(spec.name, spec.help, &spec.fields());
    let mut text = String::from("Examples:\n");
    for example in games::examples(game, spec, deck) {
        text.push_str(&format!("  {before}{example}\n"));
    }
    let others: Vec<&QuestionSpec> = games::answerable(game, spec.word(), deck)
        .filter(|other| spec.purpose().is_none() && other.purpose().is_some())
        .collect();
    if !others.is_empty() {
        text.push_str(&format!("\n{}:\n{}", headline(game, spec.word()), lines(&others)));
    }
    let command = about.args(shared.get_arguments().cloned());
    let command = command.bin_name(format!("{before}{}", spec.name));
    command.after_help(text).render_help().to_string()
}

/// Help about a word that is followed by a question: its purpose and questions.
pub fn word(game: Game, word: &str, deck: &Deck, before: &str) -> String {
    let specs: Vec<&QuestionSpec> = games::answerable(game, word, deck).collect();
    let (about, headline) = (games::about(word), headline(game, word));
    let mut text = format!("{about}\n\n{headline}:\n{}\nExamples:\n", lines(&specs));
    // The first example of two questions, or both of a single one.
    let examples: Vec<String> = match specs[..] {
        [only] => games::examples(game, only, deck).into(),
        _ => {
            let first = |spec: &&QuestionSpec| games::examples(game, spec, deck)[0].clone();
            specs.iter().take(2).map(first).collect()
        }
    };
    for example in examples {
        text.push_str(&format!("  {before}{example}\n"));
    }
    text
}

fn headline(game: Game, word: &str) -> String {
    match games::has_for(game, word) {
        true => format!("{word} … for"),
        false => format!("{word} …"),
    }
}

fn lines(specs: &[&QuestionSpec]) -> String {
    let line = |spec: &&QuestionSpec| {
        format!("  {:<12} {}\n", spec.purpose().unwrap_or_default(), spec.help)
    };
    specs.iter().map(line).collect()
}

/// All questions of all games below a command, for completions and manual pages.
pub fn tree(lookup: Command) -> Command {
    let lookup = lookup.mut_arg("words", |words| words.hide(true));
    let [first, others @ ..] = &Game::ALL[..] else { return lookup };
    let first = branches(lookup, *first);
    others.iter().fold(first, |tree, &game| {
        tree.subcommand(branches(Command::new(game.name()).about(game.title()), game))
    })
}

/// The words of a game as commands, with their questions below them.
fn branches(parent: Command, game: Game) -> Command {
    let command = |name, spec: &QuestionSpec| fields::command(name, spec.help, &spec.fields());
    games::words(game).fold(parent, |parent, word| {
        let plain = games::plain(game, word).map(|spec| command(word, spec));
        let word_command = plain.unwrap_or_else(|| Command::new(word).about(games::about(word)));
        let purposes =
            games::with_word(game, word).filter_map(|spec| Some(command(spec.purpose()?, spec)));
        parent.subcommand(match games::has_for(game, word) {
            true => word_command.subcommand(Command::new("for").subcommands(purposes)),
            false => word_command.subcommands(purposes),
        })
    })
}
