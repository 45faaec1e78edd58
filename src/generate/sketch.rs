//! Decks for who changes a spec and looks at what comes of it: sketched at once, searched while nobody
//! changes the spec again.

use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::deck::Deck;
use crate::dice::Die;
use crate::random::Draws;
use crate::spec::Spec;

use super::assemble::assemble;
use super::dealt::Dealt;
use super::plan::{CausePlan, EffectPlan};
use super::search::search;
use super::unit::Unit;
use super::{
    Effort, GenerateError, WEIGHTS, dealt, elements, placed_pins, solved_cause, solved_effect,
};

/// The columns that were solved for the last sketch. A column depends on its own plan and the seed
/// only, so those that an edit leaves alone are taken over as they are.
#[derive(Clone, Debug, Default)]
pub struct Sketches {
    causes: Vec<Solved<CausePlan>>,
    effects: Vec<Solved<EffectPlan>>,
}

#[derive(Clone, Debug)]
struct Solved<P> {
    die: Die,
    seed: u64,
    plan: P,
    unit: Unit,
}

/// A deck whose columns are solved and whose cells lie on the cards as chance will: its odds are those
/// of the searched deck, but what is read from one card may depend on each other.
#[derive(Clone, Debug)]
pub struct Sketch {
    spec: Spec,
    seed: u64,
    dealt: Dealt,
}

impl Sketches {
    /// A sketch of the deck of `spec` from `seed`.
    ///
    /// # Errors
    /// As [`generate`](super::generate).
    pub fn sketch(&mut self, spec: &Spec, seed: u64) -> Result<Sketch, GenerateError> {
        let pins = placed_pins(spec, seed)?;
        let causes = spec.cause.columns.par_iter();
        let causes =
            causes.map(|column| (column.die, CausePlan::new(column, spec.cause.rows, &pins)));
        let effects = spec.effect.columns.par_iter();
        let effects = effects.map(|&die| (die, EffectPlan::new(spec, die, &pins)));
        self.causes = solved(&self.causes, causes, seed, |plan, _| solved_cause(plan, seed));
        self.effects =
            solved(&self.effects, effects, seed, |plan, die| solved_effect(plan, die, seed));
        let units = self.causes.iter().map(|column| column.unit.clone());
        let mut units: Vec<Unit> =
            units.chain(self.effects.iter().map(|column| column.unit.clone())).collect();
        units.extend(elements::deal(spec, &pins, &mut Draws::new(seed, "elements")));
        Ok(Sketch { spec: spec.clone(), seed, dealt: dealt(spec, units)? })
    }
}

/// The columns of these plans: solved before where nothing about them changed, else anew and side by
/// side.
fn solved<P: Clone + PartialEq + Send + Sync>(
    before: &[Solved<P>],
    plans: impl IndexedParallelIterator<Item = (Die, P)>,
    seed: u64,
    solve: impl Fn(&P, Die) -> Unit + Sync,
) -> Vec<Solved<P>> {
    let column = |(die, plan): (Die, P)| {
        let same =
            |known: &&Solved<P>| (known.die, known.seed) == (die, seed) && known.plan == plan;
        let unit = match before.iter().find(same) {
            Some(known) => known.unit.clone(),
            None => solve(&plan, die),
        };
        Solved { die, seed, plan, unit }
    };
    plans.map(column).collect()
}

impl Sketch {
    /// The deck as far as it is known.
    pub fn deck(&self) -> Deck {
        assemble(&self.spec, self.seed, Effort::Quick, &self.dealt.units)
    }

    /// The deck that [`generate`](super::generate) makes of the same spec and seed, or `None` if
    /// `goes_on`, which is asked after every round of the search, said no.
    pub fn settled(mut self, effort: Effort, goes_on: &dyn Fn() -> bool) -> Option<Deck> {
        let mut is_whole = true;
        let mut after_round = |_: &Dealt| {
            is_whole = goes_on();
            if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let schedule = effort.schedule();
        search(&mut self.dealt, schedule, &WEIGHTS, self.seed, &|_| (), Some(&mut after_round));
        is_whole.then(|| assemble(&self.spec, self.seed, effort, &self.dealt.units))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::spec::PRESETS;
    use crate::validate::validate;

    fn spec(change: impl Fn(String) -> String) -> Spec {
        let text = PRESETS.iter().find(|preset| preset.name == "true-dice").unwrap().spec;
        Spec::read("spec", &change(text.to_owned()), &mut |_| Err("no file".to_owned())).unwrap()
    }

    #[test]
    fn a_column_that_was_taken_over_is_the_column_solved_anew() {
        let plain = spec(|text| text);
        let other = spec(|text| text.replacen("seed = ", "seed = 1", 1));
        let mut kept = Sketches::default();
        kept.sketch(&plain, 3).unwrap();
        kept.sketch(&other, 4).unwrap();
        let again = kept.sketch(&plain, 3).unwrap().deck();
        assert_eq!(Sketches::default().sketch(&plain, 3).unwrap().deck(), again);
        assert_ne!(Sketches::default().sketch(&plain, 4).unwrap().deck(), again);
    }

    #[test]
    fn a_sketch_has_the_odds_of_the_settled_deck_within_the_limits_of_the_spec() {
        let spec = spec(|text| text);
        let sketch = Sketches::default().sketch(&spec, 3).unwrap();
        let validation = validate(&sketch.deck(), Some(&spec));
        let figure = validation.figure("threshold_error").unwrap();
        assert!(figure.achieved.is_within(&spec.limits.threshold), "{:?}", figure.achieved);
        assert!(validation.faults.is_empty(), "{:?}", validation.faults);
    }

    #[test]
    fn a_search_that_is_given_up_makes_no_deck_and_stops_after_the_round() {
        let sketch = Sketches::default().sketch(&spec(|text| text), 3).unwrap();
        let rounds = Cell::new(0);
        let goes_on = || {
            rounds.set(rounds.get() + 1);
            rounds.get() < 2
        };
        assert!(sketch.settled(Effort::Quick, &goes_on).is_none());
        assert_eq!(2, rounds.get());
    }
}
