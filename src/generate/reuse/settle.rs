//! Bringing the dependence of readings back under its limits with as few changed cards as can be.
//!
//! Cards that have changed already may change further; every exchange between two of them is free
//! of paper. Where that is not enough, one card after the other is added, each time the one with
//! which a short search gets nearest to the limits.

use rayon::prelude::*;

use crate::deck::DECK_SIZE;
use crate::random::Draws;
use crate::spec::Limits;

use super::super::deal::all_readings;
use super::super::joint::{Dependence, Joint, Prices, Weights};
use super::super::plan::as_float;
use super::super::readings::Reading;
use super::super::units::Unit;
use super::super::{Effort, WEIGHTS};
use super::changes::Count;
use super::state::{Extent, State};

/// What a changed cell costs, in squared cards of joint error: little, for a card that is printed
/// anew can as well hold another figure, but enough that none changes for nothing.
const CELL: f64 = 2.0;
/// The temperature at the start of a search: see [`deal`](super::super::deal).
const TEMPERATURE: f64 = 20.0;

/// Weights that aim at the limits of a spec rather than at the least dependence there is, for a deck
/// with these figures: correlations and joint errors pull apart, so the one that has room gives way.
pub(super) fn weights(limits: &Limits, figures: Option<&Dependence>) -> Weights {
    let joint = figures.is_some_and(|f| f.rms_error > as_float(&limits.joint_rms));
    let ties = figures.is_some_and(|f| f.rms_r > as_float(&limits.rms_r));
    let r = match (joint, ties) {
        (true, false) => WEIGHTS.r / 16.0,
        (false, true) => WEIGHTS.r * 4.0,
        _ => WEIGHTS.r,
    };
    Weights {
        tall: (as_float(&limits.joint_worst) * DECK_SIZE as f64) as i32,
        tall_factor: 300,
        r,
        loud: as_float(&limits.worst_r) * 0.98,
        loud_factor: 40_000_000.0,
    }
}

/// How far the figures exceed the limits, in parts of each; 0 where all are kept.
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

/// How a settling search is run.
pub(super) struct Settling<'a> {
    pub limits: &'a Limits,
    pub effort: Effort,
    pub seed: u64,
    /// Told how many of the 54 cards may change.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

impl Settling<'_> {
    /// Searches until the limits are kept and says whether they are.
    pub fn settle(&self, state: &mut State) -> bool {
        if self.kept(state) {
            return true;
        }
        let units: Vec<usize> = (0..state.units.len()).collect();
        let fresh: Vec<usize> =
            units.iter().copied().filter(|&unit| state.changes.is_new(unit)).collect();
        let moves = match self.effort {
            Effort::Quick => 40_000,
            Effort::Normal => 400_000,
            Effort::Thorough => 4_000_000,
        };
        let mut draws = Draws::new(self.seed, "reuse settle");
        let mut cards = state.changed();
        if !fresh.is_empty() {
            self.search(state, &fresh, &mut cards, DECK_SIZE, moves, &mut draws);
            if self.kept(state) {
                return true;
            }
        }
        let mut budget = cards.len();
        while budget < DECK_SIZE {
            let few = (budget * budget) as u64 * 400;
            if budget > 1 {
                self.search(state, &units, &mut cards, budget, few.min(moves), &mut draws);
                if self.kept(state) {
                    self.trim(state);
                    return true;
                }
            }
            budget = self.grow(state, &units, &mut cards, budget, moves / 200);
            (self.progress)(budget);
        }
        cards = (0..DECK_SIZE).collect();
        for _ in 0..4 {
            self.search(state, &units, &mut cards, DECK_SIZE, moves, &mut draws);
            if self.kept(state) {
                self.trim(state);
                return true;
            }
        }
        false
    }

    /// Whether units keep the limits.
    pub fn keeps(&self, units: &[Unit], fixed: &[Reading], prices: &Prices) -> bool {
        let joint = Joint::new(&all_readings(units, fixed), |_| true, prices);
        excess(&joint.figures(), self.limits) == 0.0
    }

    fn kept(&self, state: &State) -> bool {
        excess(&state.figures(), self.limits) == 0.0
    }

    /// Adds the card with which a short search gets nearest to the limits; two at once if none has
    /// changed yet, and twice as many where one card does little. Gives how many may be changed now.
    fn grow(
        &self,
        state: &mut State,
        units: &[usize],
        cards: &mut Vec<usize>,
        budget: usize,
        moves: u64,
    ) -> usize {
        let others: Vec<usize> = (0..DECK_SIZE).filter(|card| !cards.contains(card)).collect();
        let one_more = (budget + 1).max(2);
        let before = excess(&state.figures(), self.limits);
        let mut trials: Vec<_> = others
            .par_iter()
            .map(|&card| {
                let mut trial = state.clone();
                let mut among = cards.clone();
                among.push(card);
                let mut draws = Draws::new(self.seed, &format!("reuse {card} of {one_more}"));
                self.search(&mut trial, units, &mut among, one_more, moves, &mut draws);
                ((excess(&trial.figures(), self.limits), trial.cost), card, trial, among)
            })
            .collect();
        trials.sort_by(|(a, ..), (b, ..)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let found = trials.first().map_or(0.0, |((excess, _), ..)| *excess);
        let more = if found > 0.8 * before { budget } else { budget / 8 };
        let next: Vec<usize> =
            trials.iter().skip(1).take(more).map(|(_, card, ..)| *card).collect();
        if let Some((_, _, best, among)) = trials.into_iter().next() {
            *state = best;
            *cards = among;
        }
        cards.extend(next.iter().filter(|card| !cards.contains(card)).collect::<Vec<_>>());
        (one_more + more).min(DECK_SIZE)
    }

    /// Exchanges between `cards`, and with others where no more than `budget` cards are changed
    /// then: so a change may move to a card where it does less harm.
    fn search(
        &self,
        state: &mut State,
        units: &[usize],
        cards: &mut Vec<usize>,
        budget: usize,
        moves: u64,
        draws: &mut Draws,
    ) {
        for step in 0..moves {
            let left = 1.0 - 1.5 * step as f64 / moves as f64;
            let allowed = TEMPERATURE * left.max(0.0) * draws.unit();
            let unit = units[draws.below(units.len())];
            let one = cards[draws.below(cards.len())];
            let near = cards.len() > 1 && draws.below(8) > 0;
            let other = if near { cards[draws.below(cards.len())] } else { draws.below(DECK_SIZE) };
            if one == other {
                continue;
            }
            let extent = state.extent(unit, draws);
            let now = state.changes.count().cards;
            let fits = |count: Count| now + count.cards <= (budget as i32).max(now);
            let kept = state.attempt(unit, [one, other], extent, |change, count| {
                fits(count) && change + CELL * f64::from(count.cells) <= allowed
            });
            if kept.is_some() && !cards.contains(&other) {
                cards.retain(|&card| state.changes.changed(card));
                cards.push(other);
            }
        }
        cards.sort_unstable();
    }

    /// Takes changes back where the limits are kept without them.
    fn trim(&self, state: &mut State) {
        let mut again = true;
        while again {
            again = false;
            let cards = state.changed();
            for unit in 0..state.units.len() {
                let extents = state.extents(unit);
                for (place, &one) in cards.iter().enumerate() {
                    for &other in &cards[place + 1..] {
                        for extent in &extents {
                            again |= self.take_back(state, unit, [one, other], extent);
                        }
                    }
                }
            }
        }
    }

    fn take_back(
        &self,
        state: &mut State,
        unit: usize,
        cards: [usize; 2],
        extent: &Extent,
    ) -> bool {
        let fewer = |_, count: Count| count < Count::default();
        let Some(done) = state.attempt(unit, cards, extent.clone(), fewer) else { return false };
        let kept = self.kept(state);
        if !kept {
            state.undo(&done);
        }
        kept
    }
}
