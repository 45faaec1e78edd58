#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| actiondeck::table::play::play_lines(text));
