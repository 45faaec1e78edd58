//! Decks for who changes a spec and looks at what comes of it: sketched at once, searched while nobody
//! changes the spec again.

use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::prelude::*;

use crate::deck::Deck;
use crate::dice::Die;
use crate::random::Draws;
use crate::spec::{CauseColumn, Spec};

use super::assemble::assemble;
use super::cause_column::quick;
use super::dealt::DeckState;
use super::patience::Cancel;
use super::plan::{CausePlan, EffectPlan};
use super::unit::Unit;
use super::{
    EFFECT_MOVES, Effort, GenerateError, cause_draws, cause_unit, dealt, elements, placed_pins,
    searched, solved_cause, solved_effect,
};

/// The columns of the last sketch. A column depends on its own plan and the seed only, so those that an
/// edit leaves alone are taken over as they are.
#[derive(Clone, Debug, Default)]
pub struct PreviewCache {
    causes: Vec<Column<CausePlan>>,
    effects: Vec<Column<EffectPlan>>,
}

#[derive(Clone, Debug)]
struct Column<P> {
    die: Die,
    seed: u64,
    plan: Arc<P>,
    unit: Unit,
    /// As a few moves left it, not as the search will have it.
    is_quick: bool,
}

/// A deck whose columns have their counts and whose cells lie on the cards as chance will. What is read
/// from one card may depend on each other, and of a column that is [rough](Self::rough) the odds are quick
/// ones.
#[derive(Clone, Debug)]
pub struct Preview {
    spec: Spec,
    seed: u64,
    columns: PreviewCache,
    elements: Vec<Unit>,
}

/// Moves of an effect column that is shown at once. Its odds are those of its values, which no move
/// changes.
const QUICK_EFFECT_MOVES: u64 = EFFECT_MOVES / 20;

impl PreviewCache {
    /// A sketch of the deck of `spec` from `seed`. Columns that an edit changed are made with few moves:
    /// it is there within a fraction of the time that it takes to solve them.
    ///
    /// # Errors
    /// As [`generate`](super::generate).
    pub fn sketch(&mut self, spec: &Spec, seed: u64) -> Result<Preview, GenerateError> {
        let pins = placed_pins(spec, seed)?;
        let cause =
            |column: &CauseColumn| (column.die, CausePlan::new(column, spec.cause.rows, &pins));
        let effect = |&die: &Die| (die, EffectPlan::new(spec, die, &pins));
        self.causes = taken_over(&self.causes, &spec.cause.columns, cause, seed, |plan, _| {
            cause_unit(quick(plan, &mut cause_draws(plan, seed)), plan)
        });
        self.effects =
            taken_over(&self.effects, &spec.effect.columns, effect, seed, |plan, die| {
                solved_effect(plan, die, seed, QUICK_EFFECT_MOVES)
            });
        let elements = elements::deal(spec, &pins, &mut Draws::new(seed, "elements"));
        let sketch = Preview { spec: spec.clone(), seed, columns: self.clone(), elements };
        dealt(spec, sketch.units())?;
        Ok(sketch)
    }

    /// The deck that [`generate`](super::generate) makes of a sketch's spec and seed, or `None` if
    /// `goes_on`, which is asked every millisecond or two, said no. What was solved till then is taken over
    /// by the next sketch.
    ///
    /// # Errors
    /// As [`generate`](super::generate).
    pub fn settled(
        &mut self,
        mut sketch: Preview,
        effort: Effort,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Deck>, GenerateError> {
        let patience = Cancel::while_it(goes_on);
        let seed = sketch.seed;
        solve(&mut sketch.columns.causes, &patience, |plan, _| solved_cause(plan, seed, &patience));
        solve(&mut sketch.columns.effects, &patience, |plan, die| {
            solved_effect(plan, die, seed, EFFECT_MOVES)
        });
        self.clone_from(&sketch.columns);
        if patience.is_over() {
            return Ok(None);
        }
        let mut after_round = |_: &DeckState| match patience.is_over() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let (spec, units) = (&sketch.spec, sketch.units());
        let dealt = dealt(spec, units)?;
        let deck = searched(spec, seed, effort, dealt, &|_| (), Some(&mut after_round));
        Ok((!patience.is_over()).then_some(deck))
    }
}

/// The columns as they are `planned`: as they were where nothing about them changed, else made anew and side by
/// side.
fn taken_over<C: Sync, P: PartialEq + Send + Sync>(
    before: &[Column<P>],
    columns: &[C],
    planned: impl Fn(&C) -> (Die, P) + Sync,
    seed: u64,
    quick: impl Fn(&P, Die) -> Unit + Sync,
) -> Vec<Column<P>> {
    let column = |column: &C| {
        let (die, plan) = planned(column);
        let same =
            |known: &&Column<P>| (known.die, known.seed) == (die, seed) && *known.plan == plan;
        match before.iter().find(same) {
            Some(known) => {
                Column { plan: Arc::clone(&known.plan), unit: known.unit.clone(), ..*known }
            }
            None => {
                Column { die, seed, unit: quick(&plan, die), plan: plan.into(), is_quick: true }
            }
        }
    };
    columns.par_iter().map(column).collect()
}

/// Solves the columns that are not yet, unless nobody waits any more.
fn solve<P: Send + Sync>(
    columns: &mut [Column<P>],
    patience: &Cancel<'_>,
    solved: impl Fn(&P, Die) -> Unit + Sync,
) {
    columns.par_iter_mut().filter(|column| column.is_quick).for_each(|column| {
        let unit = solved(&column.plan, column.die);
        if !patience.is_over() {
            (column.unit, column.is_quick) = (unit, false);
        }
    });
}

impl Preview {
    /// The deck as far as it is known.
    pub fn deck(&self) -> Deck {
        assemble(&self.spec, self.seed, Effort::Quick, &self.units())
    }

    /// The cause columns whose odds are not yet those of the deck that will be searched: a check may
    /// miss its share by a card.
    pub fn rough(&self) -> impl Iterator<Item = Die> {
        self.columns.causes.iter().filter(|column| column.is_quick).map(|column| column.die)
    }

    fn units(&self) -> Vec<Unit> {
        let causes = self.columns.causes.iter().map(|column| &column.unit);
        let effects = self.columns.effects.iter().map(|column| &column.unit);
        causes.chain(effects).chain(&self.elements).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::dice::Probability;
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
        let mut kept = PreviewCache::default();
        kept.sketch(&plain, 3).unwrap();
        kept.sketch(&other, 4).unwrap();
        let again = kept.sketch(&plain, 3).unwrap().deck();
        assert_eq!(PreviewCache::default().sketch(&plain, 3).unwrap().deck(), again);
        assert_ne!(PreviewCache::default().sketch(&plain, 4).unwrap().deck(), again);
    }

    /// A deck of one column that is quickly searched, and another whose column alone differs.
    fn small(critical: &str) -> Spec {
        let text = format!(
            "format = \"actiondeck-spec/1\"\nname = \"Salt\"\nabbreviation = \"S\"\ntheme = \"ink-saver\"\nseed = 3\n\
             without = [\"effect\", \"hit\", \"burst\", \"scatter\", \"unintended\", \"failure\"]\n\
             [cause]\ncolumns = [\"d4\", \"d6\"]\nrows = 2\n[cause.critical]\nd6 = {critical}\n\
             [penetration]\n0 = 30\n1 = 24\n"
        );
        Spec::read("spec", &text, &mut |_| Err("no file".to_owned())).unwrap()
    }

    #[test]
    fn a_sketch_has_the_counts_of_the_spec_and_says_whose_odds_are_quick_ones() {
        let spec = spec(|text| text);
        let sketch = PreviewCache::default().sketch(&spec, 3).unwrap();
        let validation = validate(&sketch.deck(), Some(&spec));
        assert!(validation.faults.is_empty(), "{:?}", validation.faults);
        let dice = spec.cause.columns.iter().map(|column| column.die);
        assert!(sketch.rough().eq(dice), "nothing is solved yet");
        // A level of a rough column may miss its share, but nobody is shown another game.
        let figure = validation.figure("threshold_error").unwrap();
        assert!(
            figure.achieved.is_within(&Probability::from_integer(2.into())),
            "{:?}",
            figure.achieved
        );
    }

    #[test]
    fn the_settled_deck_is_the_one_that_generate_makes_and_only_what_is_edited_is_made_anew() {
        let mut sketches = PreviewCache::default();
        for (spec, rough) in
            [(small("[2, 1]"), "d4 d6"), (small("[1, 1]"), "d6"), (small("[1, 1]"), "")]
        {
            let sketch = sketches.sketch(&spec, 3).unwrap();
            let reported: Vec<String> = sketch.rough().map(|die| die.to_string()).collect();
            assert_eq!(rough, reported.join(" "));
            let settled = sketches.settled(sketch, Effort::Quick, &|| true).unwrap().unwrap();
            let generated = crate::generate::generate(&spec, 3, Effort::Quick, &|_| ()).unwrap();
            assert_eq!(generated, settled);
        }
    }

    #[test]
    fn a_search_that_is_given_up_makes_no_deck_and_stops_after_the_round() {
        let (spec, mut sketches) = (small("[2, 1]"), PreviewCache::default());
        let sketch = sketches.sketch(&spec, 3).unwrap();
        assert_eq!(Ok(None), sketches.settled(sketch, Effort::Quick, &|| false));
        let sketch = sketches.sketch(&spec, 3).unwrap();
        assert_eq!(2, sketch.rough().count(), "what was left half done is not taken for done");
        let asked = AtomicUsize::new(0);
        let goes_on = || asked.fetch_add(1, Ordering::Relaxed) < 20;
        assert_eq!(Ok(None), sketches.settled(sketch, Effort::Thorough, &goes_on));
        assert_eq!(21, asked.into_inner(), "nobody is asked again after a no");
        let again = sketches.sketch(&spec, 3).unwrap();
        assert_eq!(0, again.rough().count(), "what was solved is not solved again");
    }
}
