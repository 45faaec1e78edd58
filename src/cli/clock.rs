//! The clock, for durations in messages and for timeouts. No output file depends on it.

use std::time::Instant;

/// Now.
#[expect(clippy::disallowed_methods, reason = "no deck and no file is made by the clock")]
pub fn now() -> Instant {
    Instant::now()
}
