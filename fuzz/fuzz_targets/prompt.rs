#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| actiondeck::cli::play_lines(text));
