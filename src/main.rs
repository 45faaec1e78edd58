//! The `actiondeck` command: prints what the library answers and turns it into an exit code.

#![forbid(unsafe_code)]
// The library never prints; this program is where printing belongs.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let typed = cli::Typed::parse();
    match cli::run(typed) {
        Ok(verdict) => verdict.exit_code(),
        Err(failure) => {
            cli::console::complain(&failure);
            failure.exit_code()
        }
    }
}
