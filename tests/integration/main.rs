//! Integration tests: the program and its files as users and foreign tools see them.

mod built_in;
mod cli;
mod docs;
mod face;
mod lookup;
mod readme;
mod seed_002;
