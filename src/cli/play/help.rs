//! The output of `help` at a table: all questions and commands in one line each, or one with its fields and
//! examples.

use crate::cli::{fields, question_help};
use crate::deck::Deck;
use crate::dice::EffectDice;
use crate::table::grammar::{AS, AT, Topic};
use crate::table::play::commands::{COMMANDS, command};
use crate::table::questions::field::Field;
use crate::table::questions::games;
use crate::table::questions::question::READ;
use crate::table::questions::setting::Setting;
use crate::table::rules::Game;
use crate::table::{UsualCheck, usual_check};

/// How to write lines; printed below the first examples.
const LINES: &str = "\
A card is written as its number, draw or last. Options need no dashes, and the first word may be shortened
if it stays unambiguous. Words in quotes are one value, and # begins a comment. look before a question asks
about any card without drawing one, and compare about each of several cards or of a hand.
";

/// The text above the list of commands: a few lines that this deck can answer.
fn opening(game: Game, deck: &Deck) -> String {
    let mut lines = Vec::new();
    if let Some(element) = deck.layout().extras.first() {
        lines.push((element.clone(), "an element of the deck".to_owned()));
    }
    match (game, usual_check(deck)) {
        (Game::West | Game::Fi3 | Game::Cards, Some(UsualCheck { dice, tn })) => {
            lines.push((
                format!("{dice} tn {tn}"),
                format!("a check with {dice} against target number {tn}"),
            ));
            let card = "the same where the players draw: card 34 came up";
            lines.push((format!("34 {dice} tn {tn}"), card.to_owned()));
            lines.push(("then".to_owned(), "one more card for an exceptional result".to_owned()));
        }
        _ => {
            let check = games::plain(game, "check").map(|spec| games::examples(game, spec, deck));
            lines.extend(check.map(|[example, _]| (example, "a check with card 34".to_owned())));
        }
    }
    let is_read = |what: &str| games::answerable(game, READ, deck).any(|spec| spec.is_for(what));
    if is_read("effect") {
        let effect = &deck.layout().effect;
        let column = effect.columns.iter().find(|die| die.sides() == 8).or(effect.columns.last());
        let row = effect.rows.min(3);
        lines.extend(
            column.map(|&die| (EffectDice { row, die }.to_string(), "an effect cell".to_owned())),
        );
    }
    if is_read("location") {
        lines.push(("location".to_owned(), "where the last card hits".to_owned()));
    }
    lines.push(("undo".to_owned(), "undo the last step".to_owned()));
    let lines: String =
        lines.iter().map(|(line, about)| format!("  {line:<18} {about}\n")).collect();
    format!(
        "Type a question, and the cards are drawn for it. A few that are asked often:\n{lines}{LINES}"
    )
}

/// Help about a topic, or about everything.
pub fn text(topic: Option<Topic>, setting: &Setting) -> String {
    let deck = &setting.deck;
    let before = |game: Game| match game == setting.game {
        true => String::new(),
        false => format!("{game} "),
    };
    let shared: [&'static Field; 2] = [&AS, &AT];
    let shared = fields::command("line", "", &shared);
    match topic {
        None => overview(setting),
        Some(Topic::Question(game, spec)) => {
            question_help::question(game, spec, deck, &before(game), shared)
        }
        Some(Topic::Word(game, word)) => question_help::word(game, word, deck, &before(game)),
        Some(Topic::Command(name)) => command(name).map_or_else(String::new, |command| {
            let about = fields::command(command.name, command.help, &command.fields());
            let mut text = about.args(shared.get_arguments().cloned()).render_help().to_string();
            let has_weapons = !setting.weapons().is_empty();
            let examples = command.examples.iter();
            let examples = examples.filter(|line| has_weapons || !line.contains("weapon"));
            let examples: String = examples.map(|line| format!("  {line}\n")).collect();
            if !examples.is_empty() {
                text.push_str(&format!("\nExamples:\n{examples}"));
            }
            text
        }),
    }
}

fn overview(setting: &Setting) -> String {
    let Setting { game, deck, .. } = setting;
    let mut text = opening(*game, deck);
    text.push_str(&format!("\nQuestions of {game} ({}):\n", game.title()));
    text.push_str(&question_help::overview(*game, deck));
    text.push_str("\nCommands:\n");
    for command in COMMANDS.iter().filter(|command| !command.examples.is_empty()) {
        text.push_str(&format!("  {:<12} {}\n", command.name, command.help));
    }
    text.push_str("help WORD shows more, with examples.\n");
    text
}
