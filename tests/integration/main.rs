//! Integration tests: the program and its files as users and foreign tools see them.

mod bad_input;
mod built_in;
mod cli;
mod deck_files;
mod docs;
mod face;
mod lookup;
mod pipeline;
mod readme;
mod seed_002;
