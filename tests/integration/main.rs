//! Integration tests: the program and its files as users and foreign tools see them.

mod face;
