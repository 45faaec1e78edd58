//! Moves of one stage by themselves, for who measures how fast the search is.

use crate::random::Draws;
use crate::spec::Spec;

use super::deal::{self, Schedule};
use super::plan::{CausePlan, EffectPlan, SettledPins};
use super::{AIMS, Effort, GenerateError, cause_column, columns_and_elements, effect_column};

/// A part of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Solving the last cause column of the spec alone.
    CauseColumn,
    /// Solving the last effect column alone.
    EffectColumn,
    /// Dealing: whole tuples of all columns, and elements.
    Tuples,
    /// Fine exchanges of single cells inside the columns, and elements.
    Cells,
}

/// Makes about `moves` moves of one stage at half the temperature of a normal search, on the threads at
/// hand, and says how many. Dealing starts with columns that are solved first, which takes a tenth
/// of a second.
///
/// # Errors
/// As [`generate`](super::generate).
pub fn make_moves(spec: &Spec, seed: u64, stage: Stage, moves: u64) -> Result<u64, GenerateError> {
    let mut draws = Draws::new(seed, "measure");
    let settle = |draws: &mut Draws| {
        SettledPins::settle(spec, draws).map_err(GenerateError::NoCardForGroups)
    };
    let tuples = match stage {
        Stage::CauseColumn => {
            let pins = settle(&mut draws)?;
            let Some(column) = spec.cause.columns.last() else { return Ok(0) };
            let plan = CausePlan::new(column, spec.cause.rows, &pins);
            return Ok(cause_column::make_moves(&plan, &mut draws, moves));
        }
        Stage::EffectColumn => {
            let pins = settle(&mut draws)?;
            let Some(&die) = spec.effect.columns.last() else { return Ok(0) };
            let plan = EffectPlan::new(spec, die, &pins);
            effect_column::solve(&plan, &mut draws, moves);
            return Ok(moves);
        }
        Stage::Tuples => 16,
        Stage::Cells => 0,
    };
    let mut units = columns_and_elements(spec, seed)?;
    let normal = Effort::Normal.schedule();
    let rounds = moves.div_ceil(normal.per_round(&units));
    let schedule = Schedule { rounds, tuples, temperature: normal.temperature / 2.0, ..normal };
    let fixed = super::number_readings(spec);
    deal::deal(&mut units, &fixed, schedule, &AIMS, seed, &|_| (), None);
    Ok(rounds * schedule.per_round(&units))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::preset;

    #[test]
    fn every_stage_makes_about_the_moves_it_is_asked_for() {
        let spec = preset("true-dice").unwrap().spec().unwrap();
        for (stage, moves) in [
            (Stage::CauseColumn, 1000),
            (Stage::EffectColumn, 1000),
            (Stage::Tuples, 400_000),
            (Stage::Cells, 400_000),
        ] {
            let made = make_moves(&spec, 1, stage, moves).unwrap();
            assert!((moves..2 * moves).contains(&made), "{stage:?}: {made}");
        }
    }
}
