//! Integration tests: the program and its files as users and foreign tools see them.

mod bad_input;
mod built_in;
mod cli;
mod deck_files;
mod designer;
mod dice_oracle;
mod docs;
mod face;
mod foreign;
mod lookup;
mod odds;
mod pictures;
mod pipeline;
mod preflight;
mod print;
mod readme;
mod reuse;
mod seed_002;
mod seed_004;
mod validation;
