//! Integration tests: the program and its files as users and foreign tools see them.

mod bad_input;
mod built_in;
mod cli;
mod deck_files;
mod designer;
mod dice_oracle;
mod docs;
mod face;
mod fi3;
mod foreign;
mod lookup;
mod odds;
mod other_games;
mod pictures;
mod pipeline;
mod preflight;
mod print;
mod readme;
mod seed_000;
mod seed_001;
mod seed_002;
mod seed_003;
mod seed_004;
mod validation;
