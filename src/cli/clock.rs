//! The clock, for what is told of time and for who keeps others waiting. Nothing that is made depends on it.

use std::time::Instant;

/// Now.
#[expect(clippy::disallowed_methods, reason = "no deck and no file is made by the clock")]
pub fn now() -> Instant {
    Instant::now()
}
