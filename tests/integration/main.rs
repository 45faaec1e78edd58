//! Integration tests: the program and its files as users and foreign tools see them.

mod built_in;
mod cli;
mod dice_oracle;
mod face;
mod foreign;
mod lookup;
mod odds;
mod pictures;
mod preflight;
mod print;
mod seed_002;
mod seed_004;
mod validation;
