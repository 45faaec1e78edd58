//! The stack of graphics states, saved and restored by streams.

use super::content::{Operation, Scope};
use crate::geometry::Affine;
use lopdf::Dictionary;

/// The part `S` of the graphics state that a visitor needs; its default is the state at the start of a page (PDF
/// Reference 1.4, 4.3).
#[derive(Default)]
pub(in crate::preflight::pdf) struct States<S> {
    now: S,
    saved: Vec<S>,
    /// The number of saved states at the start of each open stream, including its callers'.
    streams: Vec<usize>,
}

impl<S: Clone + Default> States<S> {
    /// The current state.
    pub(in crate::preflight::pdf) fn now(&self) -> &S {
        &self.now
    }

    /// The current state, mutable.
    pub(in crate::preflight::pdf) fn now_mut(&mut self) -> &mut S {
        &mut self.now
    }

    /// The operator `q`.
    pub(in crate::preflight::pdf) fn save(&mut self) {
        self.saved.push(self.now.clone());
    }

    /// The operator `Q`. A stream that restores more than it saved changes nothing: its caller's states are not
    /// restored.
    pub(in crate::preflight::pdf) fn restore(&mut self) {
        if self.saved.len() > self.streams.last().copied().unwrap_or(0)
            && let Some(state) = self.saved.pop()
        {
            self.now = state;
        }
    }

    /// Enters a stream: a page with the initial state, a form with its caller's. Returns the state, for changes made by
    /// the form itself.
    pub(in crate::preflight::pdf) fn enter(&mut self, form: Option<&Dictionary>) -> &mut S {
        self.save();
        self.streams.push(self.saved.len());
        if form.is_none() {
            self.now = S::default();
        }
        &mut self.now
    }

    /// Leaves the current stream and restores its caller's state, even if saves and restores do not match. Returns
    /// whether it was the page's own stream.
    pub(in crate::preflight::pdf) fn leave(&mut self) -> bool {
        if let Some(of_caller) = self.streams.pop() {
            self.saved.truncate(of_caller);
            self.now = self.saved.pop().unwrap_or_default();
        }
        self.streams.is_empty()
    }
}

/// A state that depends on the current transformation matrix.
pub(in crate::preflight::pdf) trait Mapped {
    /// Prepends `matrix` to the transformation.
    fn map(&mut self, matrix: &Affine);
}

impl Mapped for Affine {
    fn map(&mut self, matrix: &Affine) {
        *self *= *matrix;
    }
}

impl<S: Clone + Default + Mapped> States<S> {
    /// Handles an operator that saves, restores or transforms the state; returns false for all others.
    pub(in crate::preflight::pdf) fn follow(&mut self, operation: &Operation<'_>) -> bool {
        match operation.operator {
            "q" => self.save(),
            "Q" => self.restore(),
            "cm" => {
                if let Ok(matrix) = operation.numbers.try_into() {
                    self.now.map(&Affine::new(matrix));
                }
            }
            _ => return false,
        }
        true
    }

    /// As [`enter`](Self::enter), with the matrix of the form applied.
    pub(in crate::preflight::pdf) fn enter_mapped(
        &mut self,
        scope: &Scope<'_>,
        form: Option<&Dictionary>,
    ) {
        let state = self.enter(form);
        if let Some(matrix) = form.and_then(|form| scope.form_matrix(form)) {
            state.map(&matrix);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The state for these tests: a line width that starts at 1.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Width(u8);

    impl Default for Width {
        fn default() -> Self {
            Self(1)
        }
    }

    fn page() -> States<Width> {
        let mut states = States::default();
        states.enter(None);
        states
    }

    fn set(states: &mut States<Width>, width: u8) {
        *states.now_mut() = Width(width);
    }

    #[test]
    fn saved_states_are_restored_in_order() {
        let mut states = page();
        for width in [2, 3] {
            states.save();
            set(&mut states, width);
        }
        states.restore();
        assert_eq!(Width(2), *states.now());
        states.restore();
        assert_eq!(Width(1), *states.now());
    }

    #[test]
    fn a_page_that_restores_more_than_it_saved_keeps_its_state() {
        let mut states = page();
        set(&mut states, 5);
        states.restore();
        states.restore();
        assert_eq!(Width(5), *states.now());
        states.save();
        set(&mut states, 6);
        states.restore();
        assert_eq!(Width(5), *states.now(), "a pair after the surplus is still valid");
    }

    #[test]
    fn unrestored_states_of_a_page_do_not_affect_the_next() {
        let mut states = page();
        states.save();
        states.save();
        set(&mut states, 7);
        assert!(states.leave());
        assert_eq!(Width(1), *states.enter(None));
        set(&mut states, 8);
        states.restore();
        assert_eq!(Width(8), *states.now(), "nothing of the page before is left to restore");
    }

    #[test]
    fn a_form_inherits_its_callers_state_and_leaves_it_unchanged() {
        let form = Dictionary::new();
        let mut states = page();
        set(&mut states, 2);
        assert_eq!(Width(2), *states.enter(Some(&form)));
        set(&mut states, 3);
        assert_eq!(Width(3), *states.enter(Some(&form)), "a form in a form");
        set(&mut states, 4);
        assert!(!states.leave());
        assert_eq!(Width(3), *states.now());
        assert!(!states.leave());
        assert_eq!(Width(2), *states.now());
        assert!(states.leave(), "the page itself");
    }

    #[test]
    fn a_form_cannot_restore_its_callers_states() {
        let mut states = page();
        states.save();
        set(&mut states, 2);
        states.enter(Some(&Dictionary::new()));
        set(&mut states, 9);
        states.restore();
        states.restore();
        assert_eq!(Width(9), *states.now());
        states.leave();
        assert_eq!(Width(2), *states.now());
        states.restore();
        assert_eq!(Width(1), *states.now(), "what the page saved before the form is still there");
    }

    #[test]
    fn unrestored_states_of_a_form_are_discarded() {
        let mut states = page();
        states.enter(Some(&Dictionary::new()));
        states.save();
        states.save();
        set(&mut states, 9);
        states.leave();
        assert_eq!(Width(1), *states.now());
        set(&mut states, 2);
        states.restore();
        assert_eq!(Width(2), *states.now(), "the form's saved states ended with it");
    }
}
