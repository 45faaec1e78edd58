//! Which word of a line goes to which place of a question: the cards before or after its name, in the
//! middle or not at all; the number after the dice.

use clap::{Arg, Command};

use super::card_word::is_card_word;
use super::words::{Role, Worded, roles};
use crate::cli::lookup::written::is_card;

/// What stands in the place of dice or another word that was left out, by the name of the argument.
pub type Usual<'u> = &'u dyn Fn(&str) -> Option<String>;

impl Worded {
    /// Puts cards that were typed before the name of the question, and every other word, into the
    /// places they belong to. Places of cards that are left out get an empty word. Which places are
    /// for cards is told by the types of the arguments.
    pub fn put_into_places(&mut self, root: &Command, usual: Usual<'_>) {
        let cards = std::mem::take(&mut self.cards);
        let command = self.command.clone();
        let (mut options, mut typed) = self.take_arguments(root);
        let places: Vec<&Arg> = command.get_positionals().collect();
        self.name_target_number(&mut options, &mut typed);
        // Further cards are for what stands within other words, or for what the rules then want.
        let room = match places.iter().any(|place| is_card(place) && is_many(place)) {
            true => cards.len(),
            false => places.iter().filter(|place| is_card(place)).count().min(cards.len()),
        };
        let (cards, further) = cards.split_at(room);
        self.cards = further.to_vec();
        let placed = in_places(&places, cards, &typed, usual)
            .unwrap_or_else(|| [cards, &typed[..]].concat());
        self.words.extend(options);
        self.words.extend(placed);
    }

    /// `odds 3d10 7` asks for a target number of 7.
    pub fn read_target_number(&mut self, root: &Command) {
        if self.words.iter().any(|word| word == "--") {
            return;
        }
        let (mut options, mut typed) = self.take_arguments(root);
        self.name_target_number(&mut options, &mut typed);
        self.words.extend(typed);
        self.words.extend(options);
    }

    /// Takes the arguments out of the words: the options with their values, and the others.
    fn take_arguments(&mut self, root: &Command) -> (Vec<String>, Vec<String>) {
        let words = self.words.split_off(self.names);
        let roles = roles(&words, &self.command, root);
        let (typed, options): (Vec<_>, Vec<_>) =
            words.into_iter().zip(roles).partition(|(_, role)| matches!(role, Role::Positional));
        let words = |pairs: Vec<(String, Role<'_>)>| pairs.into_iter().map(|pair| pair.0).collect();
        (words(options), words(typed))
    }

    /// `34 3d10 7` means a target number of 7.
    fn name_target_number(&self, options: &mut Vec<String>, typed: &mut Vec<String>) {
        let takes = self.command.get_arguments().any(|argument| argument.get_long() == Some("tn"));
        let named = options.iter().any(|word| word == "--tn" || word.starts_with("--tn="));
        if let [.., dice, number] = &typed[..]
            && takes
            && !named
            && !is_card_word(dice)
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            options.insert(0, format!("--tn={number}"));
            typed.pop();
        }
    }
}

/// The words in the order of the places; none where they do not fit.
fn in_places(
    places: &[&Arg],
    cards: &[String],
    typed: &[String],
    usual: Usual<'_>,
) -> Option<Vec<String>> {
    let needed =
        |place: &&&Arg| place.is_required_set() && usual(place.get_id().as_str()).is_none();
    let complete = !places.iter().skip(typed.len()).any(|place| needed(&place));
    if cards.is_empty() && complete && in_order(places, typed) {
        return Some(with_usual(places, typed, usual));
    }
    let (card_places, other_places): (Vec<&Arg>, Vec<&Arg>) =
        places.iter().copied().partition(|place| is_card(place));
    let least = other_places.iter().filter(|place| needed(place)).count();
    let most = if other_places.iter().any(|place| is_many(place)) {
        usize::MAX
    } else {
        other_places.len()
    };
    let fits = |count: usize| (least..=most).contains(&count);
    let all: Vec<&String> = typed.iter().collect();
    let (more, others): (Vec<&String>, Vec<&String>) = match fits(all.len()) {
        true => (Vec::new(), all),
        false => typed.iter().partition(|word| is_card_word(word)),
    };
    let cards: Vec<&String> = cards.iter().chain(more).collect();
    let room = card_places.iter().any(|place| is_many(place)) || cards.len() <= card_places.len();
    if !fits(others.len()) || !room || card_places.is_empty() {
        return None;
    }
    let (mut cards, mut others) = (cards.into_iter(), others.into_iter());
    let mut placed = Vec::new();
    for place in places {
        let words = if is_card(place) { &mut cards } else { &mut others };
        let before = placed.len();
        let most = if is_many(place) { usize::MAX } else { 1 };
        placed.extend(words.take(most).cloned());
        if placed.len() == before && is_card(place) && place.is_required_set() {
            placed.push(String::new());
        } else if placed.len() == before {
            placed.extend(usual(place.get_id().as_str()));
        }
    }
    Some(placed)
}

/// Whether the words fit the places as they were typed.
fn in_order(places: &[&Arg], typed: &[String]) -> bool {
    let Some(last) = places.last() else { return true };
    let more = if is_many(last) { typed.len() } else { 0 };
    let mut places = places.iter().chain(std::iter::repeat_n(last, more));
    typed
        .iter()
        .all(|word| places.next().is_some_and(|place| !is_card(place) || is_card_word(word)))
}

/// The words with what the places after them usually take.
fn with_usual(places: &[&Arg], typed: &[String], usual: Usual<'_>) -> Vec<String> {
    let left_out = places.iter().skip(typed.len());
    let more = left_out.map_while(|place| usual(place.get_id().as_str()));
    typed.iter().cloned().chain(more).collect()
}

fn is_many(place: &Arg) -> bool {
    place.get_num_args().is_some_and(|number| number.max_values() > 1)
        || matches!(place.get_action(), clap::ArgAction::Append)
}

#[cfg(test)]
mod tests {
    use super::super::line::root;
    use super::super::words::{Known, in_full, split};
    use crate::cli::lookup::setting::AtHand;
    use crate::rules::Game;

    fn placed(line: &str) -> String {
        let root = root();
        let at_hand = AtHand { weapon: &|_| None, elements: &[] };
        let known = Known { root: &root, game: Game::West, at_hand, is_skill: &|_| false };
        let mut full = in_full(split(line).unwrap(), known).unwrap();
        full.put_into_places(&root, &|name| {
            (name == "dice" && line.starts_with("attack")).then(|| "shooting".to_owned())
        });
        full.words.join(" ")
    }

    #[test]
    fn words_without_a_place_are_left_to_be_refused() {
        assert_eq!("west read toggle 34 12 7", placed("read 34 toggle 12 7"));
    }

    #[test]
    fn cards_may_be_left_out() {
        assert_eq!("west check --tn 7  3d10", placed("3d10 tn 7"));
        assert_eq!("west contest  3d10  2d8", placed("contest 3d10 2d8"));
        assert_eq!("west check for complex --tn 7 4d8 (3)10 ", placed("complex 4d8 (3)10 tn 7"));
        assert_eq!("d6 check  4D+2", placed("d6 roll 4D+2"));
        assert_eq!("west initiative order a=34:3d10", placed("order a=34:3d10"));
        assert_eq!("west read burst  10", placed("burst 10"));
    }

    #[test]
    fn cards_may_come_first_for_every_question() {
        assert_eq!("west hurt stun --dealt 1 7 2d8", placed("7 stun 2d8 dealt 1"));
        assert_eq!("west read location 17", placed("17 location"));
        assert_eq!("west attack blow --skill 2 17+3 3d10", placed("17+3 melee 3d10 skill 2"));
        assert_eq!("west contest 34 3d10 12 2d8", placed("34 12 contest 3d10 2d8"));
        assert_eq!("west check for complex 4d8 (3)10 5 6", placed("5 6 complex 4d8 (3)10"));
        assert_eq!("west read burst 34 10", placed("34 burst 10"));
        assert_eq!("west check --tn 7 34 3d10", placed("3d10 34 tn 7"));
    }

    #[test]
    fn a_number_after_the_dice_is_the_target_number() {
        assert_eq!("west check --tn=7 34 3d10", placed("34 3d10 7"));
        assert_eq!("west check --tn=7  3d10", placed("3d10 7"));
        assert_eq!("west check --tn=7 34 3d10", placed("check 34 3d10 7"));
        assert_eq!("west check --tn 8 34 shooting", placed("34 shooting tn 8"));
    }

    #[test]
    fn what_is_known_stands_where_nothing_was_typed() {
        assert_eq!("west attack  shooting", placed("attack"));
        assert_eq!("west attack 34 shooting", placed("attack 34"));
        assert_eq!("west attack fan --targets a,b 3d10 ", placed("attack fan 3d10 targets a,b"));
        assert_eq!("west attack fan --targets a,b shooting ", placed("attack fan targets a,b"));
        assert_eq!("west attack --distance 5 34 2d8", placed("attack 34 2d8 distance 5"));
    }
}
