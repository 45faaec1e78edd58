//! The ladder die of a card, compared with four Fudge dice (wound-level combat): the reading of the lookup,
//! and the other possible readings of the cards.

use num_traits::Signed;

use crate::deck::{CardNumber, CardNumbers, CauseCell, Deck};
use crate::dice::{Die, Distribution, Expression, Probability};
use crate::table::lookup::{CardView, DeckView, PartsRead};
use crate::table::rules::ladder::{LADDER_DIE, LadderReading};

use super::compare::{Fit, FitLine, Results};

/// The reading of the lookup, then the best of each other kind; none for a deck without a reading.
pub(super) fn fit(deck: &Deck) -> Option<Fit> {
    let used = LadderReading::new(deck).ok()?;
    let dice = LADDER_DIE.parse::<Expression>().ok()?.distribution();
    let mut lines = vec![line(deck.into(), &used, &dice)?];
    if !matches!(used, LadderReading::Element(_)) {
        lines.extend(rivals(deck, &used, &dice));
    }
    Some(Fit { question: "the ladder die".to_owned(), dice: "four Fudge dice".to_owned(), lines })
}

fn line(deck: DeckView<'_>, reading: &LadderReading, dice: &Distribution) -> Option<FitLine> {
    let name = match reading {
        LadderReading::Element(_) => LADDER_DIE.to_owned(),
        LadderReading::Cells { column, rows } => {
            let rows: Vec<String> = rows.iter().map(u8::to_string).collect();
            format!("{column} rows {}", rows.join(" "))
        }
    };
    beside(deck.numbers(), name, dice, |card| Some(i64::from(reading.read(deck, card).ok()?.value)))
}

fn beside(
    numbers: CardNumbers,
    name: String,
    dice: &Distribution,
    mut read: impl FnMut(CardNumber) -> Option<i64>,
) -> Option<FitLine> {
    let results =
        Results::from_draws(numbers, 1, &mut |drawn: &[CardNumber]| read(*drawn.first()?))?;
    let moments = (dice.mean()?, dice.variance()?);
    Some(results.beside(numbers, name, 1, dice, moments))
}

/// The best choice of cells for each kind of reading, without parts that the cards do not show.
fn rivals(deck: &Deck, used: &LadderReading, dice: &Distribution) -> Vec<FitLine> {
    let cause = &deck.layout().cause;
    let mut kinds: Vec<Vec<FitLine>> = Vec::new();
    for die in [12, 6].into_iter().filter_map(Die::new).filter(|&die| cause.column(die).is_some()) {
        let cells =
            fours(cause.rows).into_iter().map(|rows| LadderReading::Cells { column: die, rows });
        let others = cells.filter(|reading| reading != used);
        kinds.push(others.filter_map(|reading| line(deck.into(), &reading, dice)).collect());
    }
    for kind in [differences, with_penetration, hit_steps, effects] {
        let reads = PartsRead::default();
        let lines = kind(DeckView::recording(deck, &reads), dice);
        kinds.extend(reads.check_shown_by(deck).is_ok().then_some(lines));
    }
    kinds.into_iter().filter_map(nearest).collect()
}

/// All choices of four rows.
fn fours(rows: u8) -> Vec<[u8; 4]> {
    let mut fours = Vec::new();
    for a in 1..=rows {
        for b in a + 1..=rows {
            for c in b + 1..=rows {
                fours.extend((c + 1..=rows).map(|d| [a, b, c, d]));
            }
        }
    }
    fours
}

/// The line with the smallest error, the first of equal ones.
fn nearest(lines: Vec<FitLine>) -> Option<FitLine> {
    let mut lines = lines.into_iter();
    let first = lines.next()?;
    Some(lines.fold(
        first,
        |best, line| if line.error.to_f64() < best.error.to_f64() { line } else { best },
    ))
}

/// One row of d4 minus another, CF as 2: its spread is close to that of four Fudge dice.
fn differences(deck: DeckView<'_>, dice: &Distribution) -> Vec<FitLine> {
    let Some(place) = Die::new(4).and_then(|die| deck.layout().cause.column(die)) else {
        return Vec::new();
    };
    let value = |card: CardView<'_>, row: usize| match card.cause().column(place)[row] {
        CauseCell::CriticalFailure => 2,
        cell => i64::from(cell.value()),
    };
    let rows = usize::from(deck.layout().cause.rows);
    let pairs = (0..rows).flat_map(|a| (0..rows).map(move |b| (a, b))).filter(|(a, b)| a != b);
    let line = |(a, b): (usize, usize)| {
        let name = format!("d4 row {} less row {}", a + 1, b + 1);
        beside(deck.numbers(), name, dice, |card| {
            let card = deck.card(card);
            Some((value(card, a) - value(card, b)).clamp(-4, 4))
        })
    };
    pairs.filter_map(line).collect()
}

/// The printed penetration, which is exactly two Fudge dice if -2 to 2 are on 6, 12, 18, 12 and 6
/// cards, plus two rows of d6.
fn with_penetration(deck: DeckView<'_>, dice: &Distribution) -> Vec<FitLine> {
    let cause = &deck.layout().cause;
    let column = Die::new(6).and_then(|die| Some((die, cause.column(die)?)));
    let Some((die, place)) = column else { return Vec::new() };
    let rows = usize::from(cause.rows);
    let pairs = (0..rows).flat_map(|a| (a + 1..rows).map(move |b| (a, b)));
    let line = |(a, b): (usize, usize)| {
        let name = format!("penetration, d6 rows {} {}", a + 1, b + 1);
        beside(deck.numbers(), name, dice, |card| {
            let card = deck.card(card);
            let cells = card.cause().column(place);
            let dice = cells[a].fudge(die) + cells[b].fudge(die);
            Some(i64::from(card.penetration() + dice))
        })
    };
    pairs.filter_map(line).collect()
}

/// The step of the hit location, cut into ranges.
fn hit_steps(deck: DeckView<'_>, dice: &Distribution) -> Vec<FitLine> {
    let steps = deck.cards().map(|card| card.hit_step().into()).collect();
    cut(deck.numbers(), "hit step cut".to_owned(), steps, dice).into_iter().collect()
}

/// All effect cells, cut into ranges.
fn effects(deck: DeckView<'_>, dice: &Distribution) -> Vec<FitLine> {
    let effect = &deck.layout().effect;
    let mut lines = Vec::new();
    for (column, die) in effect.columns.iter().enumerate() {
        for row in 1..=effect.rows {
            let shown: Option<Vec<i64>> =
                deck.cards().map(|card| card.effect().get(column, row).map(i64::from)).collect();
            let name = format!("({row}){} cut", die.sides());
            lines.extend(shown.and_then(|shown| cut(deck.numbers(), name, shown, dice)));
        }
    }
    lines
}

/// Numbers on the cards, cut into nine ranges whose shares are closest to Fudge dice; the lowest is
/// at least -4 and the highest +4.
fn cut(deck: CardNumbers, name: String, shown: Vec<i64>, dice: &Distribution) -> Option<FitLine> {
    let mut numbers = shown.clone();
    numbers.sort_unstable();
    numbers.dedup();
    let reach = |number: i64| shown.iter().filter(|&&other| other >= number).count();
    let off = |number: i64, value: i64| {
        let share = Probability::new(reach(number).into(), shown.len().into());
        (share - dice.at_least(value)).abs()
    };
    let inner = numbers.get(1..)?;
    let from: Option<Vec<i64>> = (-3..=4)
        .map(|value| inner.iter().copied().min_by_key(|&number| off(number, value)))
        .collect();
    let from = from?;
    beside(deck, name, dice, |card| {
        let number = shown[deck.index(card)];
        Some(from.iter().filter(|&&least| number >= least).count() as i64 - 4)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_rows_of_d12_come_nearer_to_fudge_dice_than_any_of_d6() {
        let fit = fit(&Deck::built_in()).unwrap();
        let names: Vec<&str> = fit.lines.iter().map(|line| line.reading.as_str()).collect();
        assert_eq!("d12 rows 1 2 4 5", names[0]);
        let rival = fit.lines.iter().find(|line| line.reading.starts_with("d6 rows")).unwrap();
        assert!(rival.error.to_f64() > fit.lines[0].error.to_f64(), "{names:?}");
    }

    #[test]
    fn a_number_of_its_own_on_every_card_is_cut_within_half_a_card() {
        let dice = LADDER_DIE.parse::<Expression>().unwrap().distribution();
        let line = cut(CardNumbers::POKER, "number".to_owned(), (0..54).collect(), &dice).unwrap();
        assert!(line.error.is_within(&Probability::new(1.into(), 2.into())), "{line:?}");
    }
}
