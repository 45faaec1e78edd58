#![no_main]

#[path = "../targets.rs"]
#[allow(dead_code)]
mod targets;

use std::sync::LazyLock;

use actiondeck::deck::Deck;

static DECK: LazyLock<Deck> = LazyLock::new(targets::deck);

libfuzzer_sys::fuzz_target!(|text: &str| targets::dice(&DECK, text));
