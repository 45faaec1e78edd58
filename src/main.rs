//! The `actiondeck` command: a thin shell over the library's command line.

#![forbid(unsafe_code)]

use std::process::ExitCode;

/// Limits the memory of a process where the system does not.
#[cfg(not(target_os = "linux"))]
#[global_allocator]
static ALLOCATOR: cap::Cap<std::alloc::System> = cap::Cap::new(std::alloc::System, usize::MAX);

/// Limits the memory of this process to `bytes` from now on.
#[cfg(not(target_os = "linux"))]
fn limit_memory(bytes: usize) {
    // Fails only if more is in use already.
    let _ = ALLOCATOR.set_limit(bytes);
}

/// The system limits memory itself.
#[cfg(target_os = "linux")]
fn limit_memory(_: usize) {}

fn main() -> ExitCode {
    actiondeck::cli::main(limit_memory)
}
