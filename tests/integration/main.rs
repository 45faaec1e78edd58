//! Integration tests: the program and its files as users and foreign tools see them.

mod built_in;
mod cli;
mod face;
mod lookup;
mod seed_002;
