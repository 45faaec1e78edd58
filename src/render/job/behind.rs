//! Which backs a job prints, and which of them stands behind which front.

use crate::diagnostic::{Problem, Problems};
use crate::face::{BackPlace, Backs};
use crate::wording::counted;

use super::Job;

/// The backs of a job; none where it has no backs.
#[derive(Clone, Debug, Default)]
pub(super) struct JobBacks {
    /// Those that are printed, in the theme's order.
    backs: Vec<BackPlace>,
    /// By front: which of them.
    of_front: Vec<usize>,
}

impl JobBacks {
    /// What the theme says of the cards of this job. Extra cards have the first back.
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

    /// All backs of the theme, whatever cards the deck has.
    pub(super) fn every(job: &Job<'_>) -> Self {
        let backs = job.theme.back_names().map(|(place, _)| place);
        Self { backs: if job.backs { backs.collect() } else { Vec::new() }, of_front: Vec::new() }
    }

    /// Those that are printed.
    pub(super) fn backs(&self) -> &[BackPlace] {
        &self.backs
    }

    /// Which of them stands behind a front, counted from the first of them.
    pub(super) fn front(&self, front: usize) -> usize {
        self.of_front[front]
    }

    /// Holds where there is but one.
    ///
    /// # Errors
    /// That there are several where `whose` has place for one.
    pub(super) fn only_one(&self, job: &Job<'_>, whose: &str) -> Result<(), Problem> {
        if self.backs.len() <= 1 {
            return Ok(());
        }
        let names: Vec<&str> = self.backs.iter().map(|&place| job.theme.back_name(place)).collect();
        let count = counted(names.len(), "back");
        // Fifty-four names would hide what is said.
        let shown = names.iter().take(4).copied().collect::<Vec<_>>().join(", ");
        let more = if names.len() > 4 { ", …" } else { "" };
        let message = format!("{whose}, these cards have {count}: {shown}{more}");
        Err(Problem::coded("theme.several-backs", message)
            .accepts("a theme with one back, or cards that have the same"))
    }
}
