//! Checks above the die: of all ways to keep a column's limits, those whose follow-up cards come near to
//! dice at every level.
//!
//! Which rows are exceptional on which cards decides these odds, and the limits on checks up to the die
//! leave much of that open. So a solved column walks on among other solutions, and when all is dealt,
//! cells that no check up to the die sees change places.

use crate::deck::DECK_SIZE;
use crate::random::Draws;

use super::cause_cells::CauseCells;
use super::cause_column::{CauseColumnDeal, Search, at_limit};
use super::follow_up::LevelFollowUps;
use super::patience::Cancel;
use super::plan::CausePlan;
use super::several_rows::SeveralRows;

/// Nearer than this in cards is not asked for.
const NEAR: f64 = 0.5;

/// Moves of a walk from one solution to others.
const WALK: u64 = 6_000;

/// After so many moves without a better solution, the walk goes on from the best.
const ASTRAY: u64 = 500;

/// Exchanges tried when all is dealt.
const SETTLE: u64 = 40_000;

/// Solves the column as [`at_limit`] does, then walks on for the sake of what is above the die.
pub(super) fn solve(plan: &CausePlan, draws: &mut Draws) -> CauseColumnDeal {
    solve_while(plan, draws, &Cancel::endless())
}

/// As [`solve`]. When nobody waits any more, the column is left as it is.
pub(super) fn solve_while(
    plan: &CausePlan,
    draws: &mut Draws,
    patience: &Cancel<'_>,
) -> CauseColumnDeal {
    let solved = at_limit(plan, draws, patience);
    if solved.cost > 0 { solved } else { nearer(plan, solved, draws, patience) }
}

/// Walks on from a column at its limit. Where half a card is not reached, a row below the first may have
/// an exceptional cell more or less than its own rounding asks for, if that brings the column nearer than
/// it takes the row away: of d10 a row holds five for 5.4, and five rows together 25 for 27. When nobody
/// waits any more, the column is left as it is.
fn nearer(
    plan: &CausePlan,
    solved: CauseColumnDeal,
    draws: &mut Draws,
    patience: &Cancel<'_>,
) -> CauseColumnDeal {
    let mut best = walk(plan, solved.cells, draws, patience);
    for row in (1..plan.rows).rev() {
        if best.error <= NEAR || patience.is_over() {
            break;
        }
        let Some(roomy) = plan.with_exceptional_room(row) else { break };
        let next = walk(&roomy, best.cells.clone(), draws, patience);
        if next.error < best.error {
            best = next;
        }
    }
    CauseColumnDeal { cells: best.cells, cost: 0 }
}

/// A solution, and how far it is from dice above the die.
struct Solution {
    cells: Vec<Vec<u16>>,
    error: f64,
}

fn walk(
    plan: &CausePlan,
    cells: Vec<Vec<u16>>,
    draws: &mut Draws,
    patience: &Cancel<'_>,
) -> Solution {
    let mut search = Search::from_cells(plan, cells);
    let mut best = search.clone();
    let mut least = plan.level_follow_ups.error(&best.cells);
    let mut since = 0;
    for _ in 0..WALK {
        if least <= NEAR || patience.is_over() {
            break;
        }
        let changed = search.step(draws);
        since += 1;
        if changed
            && search.cost == 0
            && let Some(error) = plan.level_follow_ups.error_within(&search.cells, least)
        {
            (best, least, since) = (search.clone(), error, 0);
        }
        if since >= ASTRAY {
            (search, since) = (best.clone(), 0);
        }
    }
    Solution { cells: best.cells, error: least }
}

/// Exchanges cells of a dealt column that no check up to its die sees: where that brings checks above it
/// nearer to dice, and as long as these stay as near, where it does so with the sum, the lowest and the
/// ladder die of several rows. Nothing else that is read from the cards changes.
pub(super) fn settle(column: &mut CauseCells, follow_ups: &LevelFollowUps, draws: &mut Draws) {
    let mut cells = column.by_row();
    let several = SeveralRows::new(follow_ups.die(), &cells);
    // Nothing is nearer than near.
    let least = follow_ups.rows(&cells).max(NEAR);
    let largest = |levels: &[f64]| levels.iter().copied().fold(least, f64::max);
    let mut levels: Vec<f64> =
        (1..=cells.len()).map(|level| follow_ups.level(&cells, level)).collect();
    let mut several_levels = several.levels(&cells);
    let (mut above, mut rows) = (largest(&levels), several.error(&cells, &several_levels));
    for _ in 0..SETTLE {
        let (one, other) = draws.two_below(DECK_SIZE);
        let set = column.set(draws.below(column.sets()));
        if column.exchange(set, one, other) != Some(0) {
            continue;
        }
        let swap = |cells: &mut [Vec<u16>]| {
            let exchanged = cells.iter_mut().enumerate().filter(|(row, _)| set.has(*row));
            exchanged.for_each(|(_, row)| row.swap(one, other));
        };
        swap(&mut cells);
        // Levels above the first row that is exchanged stay as they are.
        let first = set.first();
        let next_several = several_levels.iter().zip(2..);
        let next_several: Vec<f64> = next_several
            .map(|(&it, level)| if level > first { several.level(&cells, level) } else { it })
            .collect();
        let next_rows = several.error(&cells, &next_several);
        let farther = next_rows > rows;
        // With one level that is farther than all were, the exchange is not made, whatever the others.
        let next = levels.iter().zip(1..).map(|(&it, level)| {
            let it = if level > first { follow_ups.level(&cells, level) } else { it };
            (it <= above).then_some(it)
        });
        let next: Option<Vec<f64>> = if farther && above <= least { None } else { next.collect() };
        let next_above = next.as_deref().map_or(f64::INFINITY, largest);
        if let Some(next) = next
            && (next_above < above || next_above == above && !farther)
        {
            (levels, several_levels) = (next, next_several);
            (above, rows) = (next_above, next_rows);
            column.swap_rows(set, one, other);
        } else {
            swap(&mut cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::preset;

    use super::super::plan::PlacedPins;

    /// Five rows that hold five tens each stay 0.76 cards from dice at TN 20, for at most 25 cells find
    /// four others in their row: a row with six brings them nearer.
    #[test]
    fn columns_of_true_dice_come_within_three_quarters_of_a_card_above_the_die_at_any_level() {
        let spec = preset("true-dice").unwrap().spec().unwrap();
        let pins = PlacedPins::place(&spec, &mut Draws::new(1, "pin groups")).unwrap();
        for column in &spec.cause.columns {
            let plan = CausePlan::new(column, spec.cause.rows, &pins);
            let solved = solve(&plan, &mut Draws::new(1, "column"));
            let error = plan.level_follow_ups.error(&solved.cells);
            assert!(solved.cost == 0 && error <= 0.75, "{}: {error}", plan.die);
        }
    }

    #[test]
    fn settling_changes_no_check_up_to_the_die_and_comes_nearer_above_it() {
        let spec = preset("true-dice").unwrap().spec().unwrap();
        let pins = PlacedPins::place(&spec, &mut Draws::new(1, "pin groups")).unwrap();
        // Of d4, d6 and d10; seeds by which spoiling takes the column away from dice.
        for (column, seed) in [(0, 2), (1, 1), (3, 4)] {
            let plan = CausePlan::new(&spec.cause.columns[column], spec.cause.rows, &pins);
            let mut draws = Draws::new(seed, "column");
            let solved = solve(&plan, &mut draws);
            let mut column = CauseCells::new(solved, &plan);
            // Spoilt by exchanges of the same kind, made whatever they do above the die.
            for _ in 0..20_000 {
                let (one, other) = draws.two_below(DECK_SIZE);
                let rows = column.set(draws.below(column.sets()));
                if column.exchange(rows, one, other) == Some(0) {
                    column.swap_rows(rows, one, other);
                }
            }
            let spoilt = column.clone();
            settle(&mut column, &plan.level_follow_ups, &mut draws);
            let error = |column: &CauseCells| plan.level_follow_ups.error(&column.by_row());
            assert!(error(&column) < error(&spoilt), "{} {}", error(&column), error(&spoilt));
            let several = SeveralRows::new(plan.die, &spoilt.by_row());
            let rows = |column: &CauseCells| {
                let cells = column.by_row();
                several.error(&cells, &several.levels(&cells))
            };
            assert!(rows(&column) < rows(&spoilt), "{} {}", rows(&column), rows(&spoilt));
            for (level, card) in (1..=plan.rows).flat_map(|l| (0..DECK_SIZE).map(move |c| (l, c))) {
                assert_eq!(spoilt.outcome(level, card), column.outcome(level, card));
            }
        }
    }
}
