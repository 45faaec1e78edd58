//! Random valid questions, answered by the library and by a literal implementation of the rule texts.
//!
//! The literal implementation consists of tables of conditions with its own arithmetic. It reads the printed
//! cells of the deck and calls no rule of the library.

mod any_game;
mod blows;
mod cards;
mod hits;
mod older;
mod others;
mod page;
mod shots;

use page::{Page, Random};

use crate::rules_cards::deck;

/// Asks a number of random questions of a kind.
fn ask(questions: u64, question: impl Fn(&Page, &mut Random)) {
    let deck = deck();
    let page = Page::new(&deck);
    for number in 0..questions {
        question(&page, &mut Random::new(number));
    }
}

#[test]
fn checks_and_contests_are_read_word_for_word() {
    ask(10_000, cards::check);
    ask(10_000, cards::contest);
}

#[test]
fn locations_and_wounds_are_read_word_for_word() {
    ask(10_000, cards::location);
    ask(10_000, |_, random| cards::wounds(random));
}

#[test]
fn shots_are_read_word_for_word() {
    ask(40_000, shots::attack);
}

#[test]
fn fanned_revolvers_are_read_word_for_word() {
    ask(10_000, shots::fan);
}

#[test]
fn blows_are_read_word_for_word() {
    ask(20_000, blows::melee);
}

#[test]
fn shots_of_the_dice_edition_are_read_word_for_word() {
    ask(20_000, older::shoot);
}

#[test]
fn contests_of_the_dice_edition_are_read_word_for_word() {
    ask(10_000, older::contest);
}

#[test]
fn blows_of_the_dice_edition_are_read_word_for_word() {
    ask(20_000, older::fight);
}

#[test]
fn d6_combat_is_read_word_for_word() {
    ask(10_000, others::d6);
}

#[test]
fn combat_on_a_ladder_is_read_word_for_word() {
    let deck = crate::rules_ladder::deck();
    ask(10_000, |_, random| others::ladder(&deck, random));
    ask(10_000, |page, random| others::ladder(page.deck, random));
    ask(5_000, |_, random| others::withdraw(&deck, random));
    ask(5_000, |page, random| others::withdraw(page.deck, random));
}

#[test]
fn decks_of_other_games_are_read_word_for_word() {
    for (name, spec) in any_game::specs() {
        let deck = any_game::dealt(&spec);
        let (page, table) = (Page::new(&deck), any_game::Printed::new(&deck));
        for question in 0..2_000 {
            let random = &mut Random::new(question);
            cards::check(&page, random);
            cards::contest(&page, random);
            any_game::printed(&page, &table, random);
        }
        any_game::odds(&page, &table, &name);
    }
}

#[test]
fn fast_draws_are_read_word_for_word() {
    ask(10_000, cards::fast_draw);
}
