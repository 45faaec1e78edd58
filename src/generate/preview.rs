//! Preview decks while a spec is edited: a quick one at once, the searched one when edits pause.

use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::prelude::*;

use crate::deck::Deck;
use crate::dice::Die;
use crate::random::Draws;
use crate::spec::{CauseColumn, Spec};

use super::assemble::assemble;
use super::cancel::Cancel;
use super::cause_column::quick;
use super::deck_state::DeckState;
use super::plan::{CausePlan, EffectPlan};
use super::unit::Unit;
use super::{
    EFFECT_MOVES, Effort, GenerateError, cause_draws, cause_unit, elements, placed_pins, searched,
    solved_cause, solved_effect, state,
};

/// The columns of the last preview. A column depends on its own plan and the seed only, so those that an edit
/// does not affect are reused.
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
    /// Solved with few moves, not as the search will solve it.
    is_quick: bool,
}

/// A deck with the right counts in its columns, and its cells dealt at random. Readings of one card may
/// depend on each other, and the odds of a [rough](Self::rough) column are approximate.
#[derive(Clone, Debug)]
pub struct Preview {
    spec: Spec,
    seed: u64,
    columns: PreviewCache,
    elements: Vec<Unit>,
}

/// Moves of an effect column in a preview. Its odds depend on its values only, which moves do not change.
const QUICK_EFFECT_MOVES: u64 = EFFECT_MOVES / 20;

impl PreviewCache {
    /// A preview of the deck of `spec` from `seed`. Columns affected by an edit are solved with few moves, in
    /// a fraction of the full time.
    ///
    /// # Errors
    /// As [`generate`](super::generate).
    pub fn preview(&mut self, spec: &Spec, seed: u64) -> Result<Preview, GenerateError> {
        let pins = placed_pins(spec, seed)?;
        let cause = |column: &CauseColumn| (column.die, CausePlan::new(spec, column, &pins));
        let effect = |&die: &Die| (die, EffectPlan::new(spec, die, &pins));
        self.causes = taken_over(&self.causes, &spec.cause.columns, cause, seed, |plan, _| {
            cause_unit(quick(plan, &mut cause_draws(plan, seed)), plan)
        });
        self.effects =
            taken_over(&self.effects, &spec.effect.columns, effect, seed, |plan, die| {
                solved_effect(plan, die, seed, QUICK_EFFECT_MOVES)
            });
        let elements = elements::deal(spec, &pins, &mut Draws::new(seed, "elements"));
        Ok(Preview { spec: spec.clone(), seed, columns: self.clone(), elements })
    }

    /// The deck that [`generate`](super::generate) makes of a preview's spec and seed, or `None` if
    /// `goes_on`, called every millisecond or two, returned false. Columns solved until then are reused by
    /// the next preview.
    ///
    /// # Errors
    /// As [`generate`](super::generate).
    pub fn settled(
        &mut self,
        mut preview: Preview,
        effort: Effort,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Deck>, GenerateError> {
        let cancel = Cancel::while_it(goes_on);
        let seed = preview.seed;
        solve(&mut preview.columns.causes, &cancel, |plan, _| solved_cause(plan, seed, &cancel));
        solve(&mut preview.columns.effects, &cancel, |plan, die| {
            solved_effect(plan, die, seed, EFFECT_MOVES)
        });
        self.clone_from(&preview.columns);
        if cancel.is_over() {
            return Ok(None);
        }
        let mut after_round = |_: &DeckState| match cancel.is_over() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let (spec, units) = (&preview.spec, preview.units());
        let state = state(spec, units);
        let deck = searched(spec, seed, effort, state, &|_| (), Some(&mut after_round));
        Ok((!cancel.is_over()).then_some(deck))
    }
}

/// The `planned` columns: reused if their plans are unchanged, else solved again in parallel.
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

/// Solves the remaining columns unless cancelled.
fn solve<P: Send + Sync>(
    columns: &mut [Column<P>],
    cancel: &Cancel<'_>,
    solved: impl Fn(&P, Die) -> Unit + Sync,
) {
    columns.par_iter_mut().filter(|column| column.is_quick).for_each(|column| {
        let unit = solved(&column.plan, column.die);
        if !cancel.is_over() {
            (column.unit, column.is_quick) = (unit, false);
        }
    });
}

impl Preview {
    /// The deck in its present state.
    pub fn deck(&self) -> Deck {
        assemble(&self.spec, self.seed, Effort::Quick, &self.units())
    }

    /// The cause columns whose odds are not yet those of the searched deck: a check may be off by a card.
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
    fn a_reused_column_equals_a_newly_solved_one() {
        let plain = spec(|text| text);
        let other = spec(|text| text.replacen("seed = ", "seed = 1", 1));
        let mut kept = PreviewCache::default();
        kept.preview(&plain, 3).unwrap();
        kept.preview(&other, 4).unwrap();
        let again = kept.preview(&plain, 3).unwrap().deck();
        assert_eq!(PreviewCache::default().preview(&plain, 3).unwrap().deck(), again);
        assert_ne!(PreviewCache::default().preview(&plain, 4).unwrap().deck(), again);
    }

    /// A quickly searched deck of two columns, of which one depends on `critical`.
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
    fn a_sketch_has_the_counts_and_names_rough_columns() {
        let spec = spec(|text| text);
        let preview = PreviewCache::default().preview(&spec, 3).unwrap();
        let validation = validate(&preview.deck(), Some(&spec));
        assert!(validation.faults.is_empty(), "{:?}", validation.faults);
        let dice = spec.cause.columns.iter().map(|column| column.die);
        assert!(preview.rough().eq(dice), "nothing is solved yet");
        // A level of a rough column may be off, but the deck is of the same game.
        let figure = validation.figure("threshold_error").unwrap();
        assert!(
            figure.achieved.is_within(&Probability::from_integer(2.into())),
            "{:?}",
            figure.achieved
        );
    }

    #[test]
    fn settled_decks_equal_generate_and_reuse_columns() {
        let mut previews = PreviewCache::default();
        for (spec, rough) in
            [(small("[2, 1]"), "d4 d6"), (small("[1, 1]"), "d6"), (small("[1, 1]"), "")]
        {
            let preview = previews.preview(&spec, 3).unwrap();
            let reported: Vec<String> = preview.rough().map(|die| die.to_string()).collect();
            assert_eq!(rough, reported.join(" "));
            let settled = previews.settled(preview, Effort::Quick, &|| true).unwrap().unwrap();
            let generated = crate::generate::generate(&spec, 3, Effort::Quick, &|_| ()).unwrap();
            assert_eq!(generated, settled);
        }
    }

    #[test]
    fn a_cancelled_search_stops_after_its_round() {
        let (spec, mut previews) = (small("[2, 1]"), PreviewCache::default());
        let preview = previews.preview(&spec, 3).unwrap();
        assert_eq!(Ok(None), previews.settled(preview, Effort::Quick, &|| false));
        let preview = previews.preview(&spec, 3).unwrap();
        assert_eq!(2, preview.rough().count(), "a partly solved column is not complete");
        let asked = AtomicUsize::new(0);
        let goes_on = || asked.fetch_add(1, Ordering::Relaxed) < 20;
        assert_eq!(Ok(None), previews.settled(preview, Effort::Thorough, &goes_on));
        assert_eq!(21, asked.into_inner(), "cancellation is checked only once after it is set");
        let again = previews.preview(&spec, 3).unwrap();
        assert_eq!(0, again.rough().count(), "solved columns are reused");
    }
}
