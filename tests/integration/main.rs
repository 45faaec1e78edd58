//! Integration tests: the program and its files as users and foreign tools see them.

mod cli;
mod face;
mod lookup;
mod odds;
mod seed_002;
mod seed_004;
