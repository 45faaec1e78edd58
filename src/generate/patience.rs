//! How long a search is waited for.

use std::sync::atomic::{AtomicBool, Ordering};

/// How many moves are made between one look at whether anybody still waits and the next: a millisecond.
const LOOK_EVERY: u64 = 4096;

/// Whether anybody still waits for what a search makes. Once nobody does, nobody does again: what was
/// left half done cannot be taken for done.
pub(super) struct Cancel<'a> {
    goes_on: Option<&'a (dyn Fn() -> bool + Sync)>,
    is_over: AtomicBool,
}

impl<'a> Cancel<'a> {
    /// Waits as long as `goes_on` says yes.
    pub fn while_it(goes_on: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { goes_on: Some(goes_on), is_over: AtomicBool::new(false) }
    }

    /// Waits until the search is done.
    pub fn endless() -> Self {
        Self { goes_on: None, is_over: AtomicBool::new(false) }
    }

    /// Whether nobody waits any more.
    pub fn is_over(&self) -> bool {
        let Some(goes_on) = self.goes_on else { return false };
        if !self.is_over.load(Ordering::Acquire) && !goes_on() {
            self.is_over.store(true, Ordering::Release);
        }
        self.is_over.load(Ordering::Acquire)
    }

    /// As [`is_over`](Self::is_over), asked before every move and seldom looked at.
    pub fn is_over_at(&self, step: u64) -> bool {
        self.goes_on.is_some() && step.is_multiple_of(LOOK_EVERY) && self.is_over()
    }
}
