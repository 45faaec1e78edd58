//! Reduces the dependence of readings below its limits with as few changed cards as possible.
//!
//! Cards that have changed may change further at no cost in reprinting. If that is not enough, cards are
//! added one at a time, each time the one with which a short search of the [engine](super::super::search)
//! gets nearest to the limits.

use rayon::prelude::*;

use crate::random::Draws;
use crate::spec::Limits;

use super::super::Effort;
use super::super::dependence::Dependence;
use super::super::plan::as_float;
use super::super::weights::Weights;
use super::changes::Count;
use super::reprint::{Reprint, SearchScope};

/// The number of short searches where one may fail.
const ATTEMPTS: u64 = 8;

/// The weight of r² if both kinds of error keep their limits, or neither does.
const R_WEIGHT: f64 = 60_000.0;

/// Weights that aim at a spec's limits rather than the least dependence: correlations and joint errors
/// conflict, so the one within its limit gets the lower weight.
pub(super) fn weights(limits: &Limits, figures: Option<&Dependence>) -> Weights {
    let joint = figures.is_some_and(|f| f.rms_error > as_float(&limits.joint_rms));
    let correlated = figures.is_some_and(|f| f.rms_r > as_float(&limits.rms_r));
    let r = match (joint, correlated) {
        (true, false) => R_WEIGHT / 16.0,
        (false, true) => R_WEIGHT * 4.0,
        _ => R_WEIGHT,
    };
    Weights {
        // Slightly below the limit: at the limit itself the cost starts at 0, and a search would end just
        // beyond it.
        error_limit: (as_float(&limits.joint_worst) * 54.0 * 0.96) as i16,
        error_factor: 5000.0,
        r,
        r_limit: as_float(&limits.worst_r) * 0.98,
        r_factor: 40_000_000.0,
    }
}

/// The relative excess of the figures over their limits; 0 if all are kept.
pub(super) fn excess(figures: &Dependence, limits: &Limits) -> f64 {
    [
        (figures.worst_r, &limits.worst_r),
        (figures.rms_r, &limits.rms_r),
        (figures.worst_error, &limits.joint_worst),
        (figures.rms_error, &limits.joint_rms),
    ]
    .into_iter()
    .map(|(figure, limit)| {
        let limit = as_float(limit);
        if figure <= limit { 0.0 } else { (figure - limit) / limit.max(1e-6) }
    })
    .sum()
}

/// A search for a deck within the limits.
pub(super) struct LimitSearch<'a> {
    pub limits: &'a Limits,
    pub weights: Weights,
    pub effort: Effort,
    pub seed: u64,
    /// Called with the number of cards that may change.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

impl LimitSearch<'_> {
    /// Searches until the limits are kept, and returns whether they are.
    pub fn run(&self, reprint: &mut Reprint) -> bool {
        if self.excess(reprint) == 0.0 {
            return true;
        }
        let units: Vec<usize> = (0..reprint.state.units.len()).collect();
        let fresh: Vec<usize> =
            units.iter().copied().filter(|&unit| reprint.changes.is_new(unit)).collect();
        let moves = match self.effort {
            Effort::Quick => 40_000,
            Effort::Normal => 400_000,
            Effort::Thorough => 4_000_000,
        };
        let cards = reprint.changes.deck_size();
        let mut draws = Draws::new(self.seed, "reuse limits");
        let mut room = SearchScope { cards: reprint.changes.cards(), budget: cards };
        let of_fresh = |_| self.reaches(reprint, &fresh, &mut room, moves, &mut draws);
        if !fresh.is_empty() && (0..4).any(of_fresh) {
            return true;
        }
        room.budget = room.cards.len();
        let mut reached =
            room.budget > 1 && self.reaches(reprint, &units, &mut room, moves, &mut draws);
        while !reached && room.budget < cards {
            reached = self.grow(reprint, &units, &mut room, moves, &mut draws);
            (self.progress)(room.budget);
        }
        room.cards = (0..cards).collect();
        reached || (0..4).any(|_| self.reaches(reprint, &units, &mut room, moves, &mut draws))
    }

    /// The excess over the limits.
    fn excess(&self, reprint: &Reprint) -> f64 {
        excess(&reprint.state.dependence(), self.limits)
    }

    /// Searches and returns whether the limits are kept. If few cards may change, a search is short, and the
    /// best of several is used.
    fn reaches(
        &self,
        reprint: &mut Reprint,
        units: &[usize],
        room: &mut SearchScope,
        moves: u64,
        draws: &mut Draws,
    ) -> bool {
        let few = moves.min((room.budget * room.budget) as u64 * 400);
        let seeds: Vec<u64> = (0..(moves / few).min(ATTEMPTS)).map(|_| draws.bits()).collect();
        let attempt = |&seed: &u64| {
            self.attempt(reprint, units, room.clone(), few, Draws::new(seed, "reuse"))
        };
        let attempts: Vec<Attempt> = seeds.par_iter().map(attempt).collect();
        let Some(best) = attempts.into_iter().min_by(Attempt::cmp) else { return false };
        (*reprint, *room) = (best.reprint, best.room);
        best.excess == 0.0
    }

    /// One search; if it keeps the limits, unneeded changes are reverted.
    fn attempt(
        &self,
        reprint: &Reprint,
        units: &[usize],
        mut room: SearchScope,
        moves: u64,
        mut draws: Draws,
    ) -> Attempt {
        let mut reprint = reprint.clone();
        reprint.search(units, &mut room, moves, &self.weights, &mut draws);
        let excess = self.excess(&reprint);
        if excess == 0.0 {
            self.trim(&mut reprint);
        }
        Attempt { excess, reprint, room }
    }

    /// Adds the card with which a short search gets nearest to the limits, or two if none has changed yet. If
    /// that is not enough, the next best cards are added too, one after the other while they are few; if a
    /// single card has little effect, up to as many as may already change. Returns whether the limits are
    /// kept.
    fn grow(
        &self,
        reprint: &mut Reprint,
        units: &[usize],
        room: &mut SearchScope,
        moves: u64,
        draws: &mut Draws,
    ) -> bool {
        let before = self.excess(reprint);
        let known = room.budget;
        room.budget = (known + 1).max(2);
        let cards = reprint.changes.deck_size();
        let others: Vec<usize> = (0..cards).filter(|card| !room.cards.contains(card)).collect();
        let attempt = |&card: &usize| {
            let mut room = room.clone();
            room.cards.push(card);
            let draws = Draws::new(self.seed, &format!("reuse {card} of {}", room.budget));
            (self.attempt(reprint, units, room, moves / 200, draws), card)
        };
        let mut attempts: Vec<(Attempt, usize)> = others.par_iter().map(attempt).collect();
        attempts.sort_by(|(a, _), (b, _)| a.cmp(b));
        let ranked: Vec<usize> = attempts.iter().skip(1).map(|(_, card)| *card).collect();
        let Some((nearest, _)) = attempts.into_iter().next() else { return false };
        let more = if nearest.excess > 0.8 * before { known } else { known / 8 };
        let more = more.min(cards - room.budget);
        let mut added = 0;
        loop {
            (*reprint, *room) = (nearest.reprint.clone(), nearest.room.clone());
            room.budget += added;
            let next = ranked.iter().filter(|card| !nearest.room.cards.contains(card));
            room.cards.extend(next.take(added));
            if self.reaches(reprint, units, room, moves, draws) {
                return true;
            }
            if added == more {
                return false;
            }
            added = (added + 1 + added / 4).min(more);
        }
    }

    /// Reverts changes where the limits are kept without them.
    fn trim(&self, reprint: &mut Reprint) {
        let mut again = true;
        while again {
            again = false;
            let cards = reprint.changes.cards();
            for unit in 0..reprint.state.units.len() {
                let extents = reprint.state.units[unit].extents();
                for (place, &one) in cards.iter().enumerate() {
                    for &other in &cards[place + 1..] {
                        for &extent in &extents {
                            let fewer = |count: Count| count < Count::default();
                            let kept = |reprint: &Reprint| self.excess(reprint) == 0.0;
                            again |= reprint.exchange(unit, extent, [one, other], fewer, kept);
                        }
                    }
                }
            }
        }
    }
}

/// The result of a search.
struct Attempt {
    excess: f64,
    reprint: Reprint,
    room: SearchScope,
}

impl Attempt {
    /// Orders by the excess over the limits, then by the number of changes.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let changes = |attempt: &Self| attempt.reprint.changes.count();
        self.excess.total_cmp(&other.excess).then_with(|| changes(self).cmp(&changes(other)))
    }
}
