//! Integration tests: the program and its files as users and foreign tools see them.

mod cli;
mod dice_oracle;
mod face;
mod lookup;
mod seed_002;
mod validation;
