//! Cancellation of a search.

use std::sync::atomic::{AtomicBool, Ordering};

/// The number of moves between two checks for cancellation: a millisecond.
const LOOK_EVERY: u64 = 4096;

/// Cancellation of a search. Once cancelled it stays so: partial results cannot be taken for complete ones.
pub(super) struct Cancel<'a> {
    goes_on: Option<&'a (dyn Fn() -> bool + Sync)>,
    is_over: AtomicBool,
}

impl<'a> Cancel<'a> {
    /// Cancels when `goes_on` returns false.
    pub fn while_it(goes_on: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { goes_on: Some(goes_on), is_over: AtomicBool::new(false) }
    }

    /// Never cancels.
    pub fn endless() -> Self {
        Self { goes_on: None, is_over: AtomicBool::new(false) }
    }

    /// Whether the search is cancelled.
    pub fn is_over(&self) -> bool {
        let Some(goes_on) = self.goes_on else { return false };
        if !self.is_over.load(Ordering::Acquire) && !goes_on() {
            self.is_over.store(true, Ordering::Release);
        }
        self.is_over.load(Ordering::Acquire)
    }

    /// As [`is_over`](Self::is_over), for a call at every move; checks only every [`LOOK_EVERY`] moves.
    pub fn is_over_at(&self, step: u64) -> bool {
        self.goes_on.is_some() && step.is_multiple_of(LOOK_EVERY) && self.is_over()
    }
}
