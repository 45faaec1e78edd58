//! The backs of a job, and the back of each front.

use crate::diagnostic::{Problem, Problems};
use crate::face::{BackPlace, Backs};
use crate::wording::counted;

use super::Job;

/// The backs of a job; empty if it has none.
#[derive(Clone, Debug, Default)]
pub(super) struct JobBacks {
    /// The printed backs, in the theme's order.
    backs: Vec<BackPlace>,
    /// The index of each front's back.
    of_front: Vec<usize>,
}

impl JobBacks {
    /// Collects the backs of this job's cards. Extra cards have the first back.
    ///
    /// # Errors
    /// Those of [`Backs::new`].
    pub(super) fn new(job: &Job<'_>) -> Result<Self, Problems> {
        if !job.backs {
            return Ok(Self::default());
        }
        let behind = Backs::new(job.theme, job.deck)?;
        let cards = job.cards.iter().map(|&card| behind.behind(card));
        let of_front: Vec<BackPlace> =
            cards.chain(job.extras.iter().map(|_| BackPlace::FIRST)).collect();
        let mut backs = of_front.clone();
        backs.sort_unstable();
        backs.dedup();
        let place = |back: &BackPlace| backs.binary_search(back).unwrap_or_default();
        let of_front = of_front.iter().map(place).collect();
        Ok(Self { backs, of_front })
    }

    /// All backs of the theme, independent of the deck.
    pub(super) fn every(job: &Job<'_>) -> Self {
        let backs = job.theme.back_names().map(|(place, _)| place);
        Self { backs: if job.backs { backs.collect() } else { Vec::new() }, of_front: Vec::new() }
    }

    /// The printed backs.
    pub(super) fn backs(&self) -> &[BackPlace] {
        &self.backs
    }

    /// The index of a front's back among the printed ones.
    pub(super) fn front(&self, front: usize) -> usize {
        self.of_front[front]
    }

    /// Checks that there is only one back.
    ///
    /// # Errors
    /// There are several where `whose` allows one.
    pub(super) fn only_one(&self, job: &Job<'_>, whose: &str) -> Result<(), Problem> {
        if self.backs.len() <= 1 {
            return Ok(());
        }
        let names: Vec<&str> = self.backs.iter().map(|&place| job.theme.back_name(place)).collect();
        let count = counted(names.len(), "back");
        // The names of all cards would make the message unreadable.
        let shown = names.iter().take(4).copied().collect::<Vec<_>>().join(", ");
        let more = if names.len() > 4 { ", …" } else { "" };
        let message = format!("{whose}, these cards have {count}: {shown}{more}");
        Err(Problem::coded("theme.several-backs", message)
            .accepts("a theme with one back, or cards that have the same"))
    }
}
