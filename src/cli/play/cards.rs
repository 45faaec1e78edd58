//! The cards of a question: drawn from the session where none are named, checked where they are.
//!
//! In the place of a card stands its number, `draw` for the next card, or `last` for the card of the
//! last question. Left out it means `draw`, but `last` for the questions that read on from a card
//! that was drawn for something else: where a hit lands, what it does, whether the weapon fails.

use std::ops::Range;

use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::lookup::LookupError;
use crate::session::{Resolution, Turn};
use clap::{Arg, Command};

use super::words::{Role, Worded};

/// Questions that a card drawn for an action answers besides (seed 004: location, penetration,
/// damage, failure and the rest are read on the card of the attack).
const READ_ON: [&str; 8] =
    ["card", "location", "penetration", "damage", "burst", "failure", "unintended", "dodge"];

/// Puts numbers in the places of the cards. Who `looks` draws nothing: any card can be named.
///
/// # Errors
/// A problem when a card cannot have been drawn, or is no card.
pub fn deal(
    full: Worded,
    root: &Command,
    turn: &mut Turn,
    looks: bool,
) -> Result<Resolution, Problem> {
    let name = full.words.first().cloned().unwrap_or_default();
    let reads_on = looks || READ_ON.contains(&name.as_str());
    let full = with_places(full, root, if reads_on { "last" } else { "draw" });
    // To see what is printed on a card, nobody has to draw it.
    let shows = looks || name == "card";
    let mut dealer = Dealer { turn, looks, shows, reads_on, cards: Vec::new() };
    let mut words = full.words[..full.names].to_vec();
    let mut follow_ups = Vec::new();
    let accepts_then = full.command.get_arguments().any(|arg| arg.get_long() == Some("then"));
    let positionals: Vec<&Arg> = full.command.get_positionals().collect();
    for (word, role) in full.words[full.names..].iter().zip(full.roles(root)) {
        words.push(match role {
            Role::Positional(place) => match card_form(positional(&positionals, place)) {
                None => word.clone(),
                // A question with an option for follow-up cards takes one card in its place.
                Some("CARD") if accepts_then => {
                    let mut numbers = dealer.chain(word)?;
                    follow_ups.extend(numbers.drain(1..));
                    numbers.join("+")
                }
                Some(form) => dealer.cards_in(word, form)?,
            },
            Role::Value(option) => match (option.get_long(), card_form(Some(option))) {
                (Some("discarded"), _) | (_, None) => word.clone(),
                (Some("then"), _) => dealer.each(word, Dealer::follow_up)?,
                (_, Some(form)) => dealer.cards_in(word, form)?,
            },
            Role::Name(_) | Role::End => word.clone(),
        });
    }
    if !follow_ups.is_empty() {
        words.extend(["--then".to_owned(), follow_ups.join(",")]);
    }
    Ok(Resolution { words, cards: dealer.cards })
}

/// The last question with one more follow-up card.
///
/// # Errors
/// A problem when there is no such question, or the card cannot have been drawn.
pub fn go_on(
    card: Option<&str>,
    of: Option<&str>,
    root: &Command,
    turn: &mut Turn,
) -> Result<Resolution, Problem> {
    let last = turn.table().last().cloned().ok_or_else(nothing_before)?;
    let of = match (of, &last.cards[..]) {
        (Some(text), _) => number(text)?,
        (None, [card]) => *card,
        (None, cards) => return Err(which(cards, "of and its number")),
    };
    let told = card.filter(|card| *card != "draw").map(number).transpose()?;
    let drawn = turn.draw_follow_up(told)?.to_string();
    let full = super::words::in_full(last.words.clone(), root)?;
    let mut words = full.words.clone();
    let roles = full.roles(root);
    let at = |wanted: &dyn Fn(&Role, &str) -> bool| {
        roles
            .iter()
            .zip(&full.words[full.names..])
            .position(|(role, word)| wanted(role, word))
            .map(|place| place + full.names)
    };
    let accepts_then = full.command.get_arguments().any(|arg| arg.get_long() == Some("then"));
    let positionals: Vec<&Arg> = full.command.get_positionals().collect();
    let given =
        at(&|role, _| matches!(role, Role::Value(option) if option.get_long() == Some("then")));
    let place = at(&|role, word| match role {
        Role::Positional(place) => {
            let first = word.split('+').next().unwrap_or(word);
            is_card(positional(&positionals, *place)) && first == of.to_string()
        }
        _ => false,
    });
    match (accepts_then, given, place) {
        (true, Some(place), _) => words[place] = format!("{},{drawn}", words[place]),
        (true, None, _) => words.extend(["--then".to_owned(), drawn]),
        (false, _, Some(place)) if positionals_take_chains(&positionals) => {
            words[place] = format!("{}+{drawn}", words[place]);
        }
        _ => {
            let message =
                format!("the last question, {}, takes no follow-up card", words.join(" "));
            return Err(Problem::new(message).accepts("then after a check"));
        }
    }
    Ok(Resolution { words, cards: last.cards })
}

struct Dealer<'t> {
    turn: &'t mut Turn,
    /// Nothing may be drawn.
    looks: bool,
    /// Cards that are named need not be drawn.
    shows: bool,
    /// The cards of the last question can be named again.
    reads_on: bool,
    /// The cards read, without follow-ups.
    cards: Vec<CardNumber>,
}

impl Dealer<'_> {
    /// `34+11`: a card and its follow-ups.
    fn chain(&mut self, text: &str) -> Result<Vec<String>, Problem> {
        let mut parts = text.split('+').map(str::trim);
        let first = self.main(parts.next().unwrap_or_default())?;
        let mut numbers = vec![first];
        for part in parts {
            numbers.push(self.follow_up(part)?);
        }
        Ok(numbers)
    }

    /// The cards in a word of the form that help shows, such as `NAME=CARDS:DICE`.
    fn cards_in(&mut self, word: &str, form: &str) -> Result<String, Problem> {
        let Some(place) = card_place(form, word) else { return Ok(word.to_owned()) };
        let cards = self.list(&word[place.clone()])?;
        Ok(format!("{}{cards}{}", &word[..place.start], &word[place.end..]))
    }

    /// `34+11,12`: cards with their follow-ups.
    fn list(&mut self, text: &str) -> Result<String, Problem> {
        self.each(text, |dealer, part| Ok(dealer.chain(part)?.join("+")))
    }

    fn each(
        &mut self,
        text: &str,
        take: fn(&mut Self, &str) -> Result<String, Problem>,
    ) -> Result<String, Problem> {
        let numbers: Result<Vec<String>, Problem> =
            text.split(',').map(|part| take(self, part.trim())).collect();
        Ok(numbers?.join(","))
    }

    fn main(&mut self, text: &str) -> Result<String, Problem> {
        let card = match text {
            "draw" if self.looks => return Err(nothing_is_drawn()),
            "draw" => self.turn.draw(None)?,
            "last" => self.last()?,
            text => {
                let card = number(text)?;
                let read = self.turn.table().last().is_some_and(|last| last.cards.contains(&card));
                let known = self.shows || (self.reads_on && read);
                if known { card } else { self.turn.draw(Some(card))? }
            }
        };
        if self.cards.contains(&card) {
            return Err(LookupError::DrawnTwice(card).into());
        }
        self.cards.push(card);
        Ok(card.to_string())
    }

    fn follow_up(&mut self, text: &str) -> Result<String, Problem> {
        let told = if text == "draw" { None } else { Some(number(text)?) };
        if self.looks {
            return Ok(told.ok_or_else(nothing_is_drawn)?.to_string());
        }
        Ok(self.turn.draw_follow_up(told)?.to_string())
    }

    fn last(&self) -> Result<CardNumber, Problem> {
        match self.turn.table().last().map(|last| &last.cards[..]) {
            None | Some([]) => Err(nothing_before()),
            Some([card]) => Ok(*card),
            Some(cards) => Err(which(cards, "its number")),
        }
    }
}

fn number(text: &str) -> Result<CardNumber, Problem> {
    text.parse().map_err(|error: crate::deck::ValueError| Problem::from(error))
}

fn nothing_is_drawn() -> Problem {
    Problem::new("look draws no card").accepts("the card's number")
}

fn nothing_before() -> Problem {
    Problem::new("no question was answered with a card of this table yet")
        .accepts("the card's number, or draw for a new card")
}

fn which(cards: &[CardNumber], accepted: &str) -> Problem {
    let cards: Vec<String> = cards.iter().map(CardNumber::to_string).collect();
    let message = format!("the last question read several cards: {}", cards.join(", "));
    Problem::new(message).accepts(accepted)
}

/// The argument at a place; the last one may take many words.
fn positional<'c>(positionals: &[&'c Arg], place: usize) -> Option<&'c Arg> {
    positionals.get(place).or(positionals.last()).copied()
}

/// The form in which help shows an argument, if it holds cards: `CARD`, `CARDS` with follow-ups as in
/// 34+11, `CARD,…`, `CODE@CARDS`, `NAME=CARDS:DICE`.
fn card_form(arg: Option<&Arg>) -> Option<&str> {
    value_name(arg).filter(|name| name.contains("CARD"))
}

/// What stands around the cards of a form.
const DELIMITERS: [char; 3] = ['@', '=', ':'];

/// Where the cards of a word are, by its form; `None` when the word has another form.
fn card_place(form: &str, word: &str) -> Option<Range<usize>> {
    let (before, after) = form.split_once("CARD")?;
    let start = match before.chars().last().filter(|last| DELIMITERS.contains(last)) {
        None => 0,
        Some(delimiter) => word.find(delimiter)? + delimiter.len_utf8(),
    };
    let end = match after.chars().find(|letter| DELIMITERS.contains(letter)) {
        None => word.len(),
        Some(delimiter) => start + word[start..].find(delimiter)?,
    };
    Some(start..end)
}

/// Whether an argument is nothing but cards.
fn is_card(arg: Option<&Arg>) -> bool {
    card_form(arg).is_some_and(|form| !form.contains(DELIMITERS))
}

/// Whether the cards of a command are written with their follow-ups, as in 34+11.
fn positionals_take_chains(positionals: &[&Arg]) -> bool {
    positionals.iter().any(|arg| value_name(Some(arg)).is_some_and(|name| name.ends_with("CARDS")))
}

fn value_name(arg: Option<&Arg>) -> Option<&str> {
    arg?.get_value_names()?.first().map(|name| name.as_str())
}

/// Puts `word` into the places of cards that were left out: all of them, or none.
fn with_places<'c>(mut full: Worded<'c>, root: &'c Command, word: &str) -> Worded<'c> {
    let positionals: Vec<&Arg> = full.command.get_positionals().collect();
    let required = positionals.iter().filter(|arg| arg.is_required_set()).count();
    let cards = positionals.iter().filter(|arg| is_card(Some(arg))).count();
    let roles = full.roles(root);
    let typed = roles.iter().filter(|role| matches!(role, Role::Positional(_))).count();
    if cards == 0 || typed + cards != required {
        return full;
    }
    let repeated = full.target_count(&roles);
    let mut typed = full.words.split_off(full.names).into_iter().zip(roles).peekable();
    let mut words = std::mem::take(&mut full.words);
    for arg in &positionals {
        // Options stay where they are: before, between or after.
        while let Some((word, _)) = typed.next_if(|(_, role)| !matches!(role, Role::Positional(_)))
        {
            words.push(word);
        }
        if is_card(Some(arg)) {
            let many = arg.get_num_args().is_some_and(|range| range.max_values() > 1);
            words.extend(std::iter::repeat_n(word.to_owned(), if many { repeated } else { 1 }));
        } else if let Some((word, _)) = typed.next() {
            words.push(word);
        }
    }
    words.extend(typed.map(|(word, _)| word));
    full.words = words;
    full
}

impl Worded<'_> {
    /// One card for each target named, for questions that have targets.
    fn target_count(&self, roles: &[Role]) -> usize {
        let values = self.words[self.names..].iter().zip(roles);
        let targets = values.filter(
            |(_, role)| matches!(role, Role::Value(option) if option.get_long() == Some("targets")),
        );
        targets.map(|(word, _)| word.split(',').count()).sum::<usize>().max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_found_by_the_form_that_help_shows() {
        let cards = |form, word: &'static str| card_place(form, word).map(|place| &word[place]);
        assert_eq!(Some("34"), cards("CARD", "34"));
        assert_eq!(Some("34,11"), cards("CARD,…", "34,11"));
        assert_eq!(Some("34+11"), cards("OPPONENT_CARDS", "34+11"));
        assert_eq!(Some("34,11"), cards("CODE@CARDS", "4D+2@34,11"));
        assert_eq!(Some("34"), cards("CARD:TRAIT", "34:2"));
        assert_eq!(Some("34+11"), cards("NAME=CARDS:DICE", "sid=34+11:3d10"));
        assert_eq!(None, cards("NAME=CARDS:DICE", "sid"));
    }
}
