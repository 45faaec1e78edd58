//! The undone steps, which can be redone.

use super::Step;

/// The undone steps, which can be redone, next one last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UndoneSteps(Vec<Step>);

impl UndoneSteps {
    /// Moves the last steps of a log here, at most all of them.
    pub(super) fn take_back(&mut self, log: &mut Vec<Step>, steps: usize) {
        let kept = log.len().saturating_sub(steps);
        self.0.extend(log.drain(kept..).rev());
    }

    /// Updates the undone steps after a step: removes it if it is the last undone one, otherwise
    /// clears all.
    pub(super) fn forget(&mut self, step: &Step) {
        if self.0.last() == Some(step) {
            self.0.pop();
        } else {
            self.0.clear();
        }
    }

    /// The steps, next one first.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &Step> {
        self.0.iter().rev()
    }
}
