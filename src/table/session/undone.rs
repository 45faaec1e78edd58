//! The steps that were taken back and can be taken again.

use super::Step;

/// The steps that were taken back and can be taken again, the next one last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UndoneSteps(Vec<Step>);

impl UndoneSteps {
    /// Moves the last steps of a log, or as many as there are, to those that can be taken again.
    pub(super) fn take_back(&mut self, log: &mut Vec<Step>, steps: usize) {
        let kept = log.len().saturating_sub(steps);
        self.0.extend(log.drain(kept..).rev());
    }

    /// Notes that a step is taken: it is the one taken back last, or leaves nothing to take again.
    pub(super) fn forget(&mut self, step: &Step) {
        if self.0.last() == Some(step) {
            self.0.pop();
        } else {
            self.0.clear();
        }
    }

    /// The steps, the next one first.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &Step> {
        self.0.iter().rev()
    }
}
