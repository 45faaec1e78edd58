#![no_main]

#[path = "../../src/cli/mod.rs"]
#[allow(dead_code)]
mod cli;

libfuzzer_sys::fuzz_target!(|text: &str| cli::play_lines(text));
