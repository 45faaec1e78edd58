//! Integration tests: the program and its files as users and foreign tools see them.

mod cli;
mod lookup;
mod seed_002;
mod seed_004;
