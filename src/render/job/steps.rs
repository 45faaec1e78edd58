//! The progress of a job.

/// The progress of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Finished steps.
    pub done: usize,
    /// All steps: one for each face and each sheet.
    pub of: usize,
}

/// Counts finished steps.
pub(super) struct Steps<'p> {
    pub(super) of: usize,
    pub(super) done: std::sync::atomic::AtomicUsize,
    pub(super) progress: &'p (dyn Fn(Progress) + Sync),
}

impl Steps<'_> {
    pub(super) fn finished(&self) {
        let before = self.done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        (self.progress)(Progress { done: before + 1, of: self.of });
    }
}
