//! The `actiondeck` command: a thin shell over the library's command line.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    actiondeck::cli::main()
}
