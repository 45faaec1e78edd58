//! How often each card is drawn in the long run, when the deck is shuffled by its own rule.
//!
//! Questions draw one card each. Cards that make a shuffle due are drawn more often than the others: every
//! stretch between two shuffles ends soon after the first of them. Cards of the same kind are alike, so the
//! frequencies follow from the expected draws between two shuffles L and the expected number of triggers among
//! them T (renewal reward: Ross, *Introduction to Probability Models*, chapter 7): a trigger has T / (t·L) of the
//! draws, another card (1 − T / L) / (n − t), for t triggers among n cards.
//!
//! With q(m) = C(n − m, t) / C(n, t), the chance that m draws from a full pile contain no trigger:
//!
//! - at once: the stretch ends with its first trigger, so T = 1 and L = (n + 1) / (t + 1).
//! - at the end of a round of d draws: L = Σ d · q(j·d) over all rounds j that begin before the pile is empty.
//!   The round that begins after m draws without a trigger has t · d / (n − m) of them on average, or, if the
//!   pile runs out in it, all t and those of the draws from the pile shuffled again.

use num_traits::{One, Zero};

use crate::deck::{CardNumber, CardNumbers, ShuffleRule, ShuffleTime};
use crate::dice::Probability;

use super::check::{CheckOdds, OddsLine};
use super::{Chance, OddsRow, OddsTable, OddsTables, Pile};

/// The long-run frequency of each card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongRun {
    triggers: Vec<CardNumber>,
    /// The share of all draws that are triggers.
    share: Probability,
}

impl LongRun {
    /// The frequencies of the cards of a deck of `cards` under its rule; `round` is the number of draws in a
    /// round, which matters if shuffles wait for its end.
    pub fn new(rule: &ShuffleRule, cards: usize, round: usize) -> Self {
        let triggers = rule.triggers().to_vec();
        let share = match (triggers.len(), rule.time()) {
            (0, _) => Probability::zero(),
            (signs, ShuffleTime::AtOnce) => ratio(signs + 1, cards + 1),
            (signs, ShuffleTime::EndOfRound) => in_rounds(cards, signs, round.max(1)),
        };
        Self { triggers, share }
    }

    /// The triggers and the other cards of a deck with these numbers.
    pub fn piles(&self, numbers: CardNumbers) -> [Pile; 2] {
        let triggers = Pile::from_fn(numbers, |card| self.triggers.contains(&card));
        [triggers, Pile::whole(numbers).but(triggers)]
    }

    /// The odds with the long-run chances, from those of one card of all, of the triggers and of the others.
    pub fn check(&self, all: CheckOdds, [triggers, others]: [&CheckOdds; 2]) -> CheckOdds {
        let parts = triggers.lines.iter().zip(&others.lines);
        let lines = all.lines.into_iter().zip(parts).map(|(line, (trigger, other))| OddsLine {
            long_run: Some(self.mix(&trigger.one_card, &other.one_card)),
            ..line
        });
        CheckOdds { lines: lines.collect(), long_run: Some(self.note(all.cards)), ..all }
    }

    /// The same for tables: each is followed by that of the long run.
    pub fn tables(&self, all: OddsTables, [triggers, others]: [&OddsTables; 2]) -> OddsTables {
        let parts = triggers.tables.iter().zip(&others.tables);
        let tables = all.tables.into_iter().zip(parts).flat_map(|(table, (trigger, other))| {
            let rows = trigger.rows.iter().zip(&other.rows).map(|(trigger, other)| OddsRow {
                label: trigger.label.clone(),
                chances: (trigger.chances.iter().zip(&other.chances))
                    .map(|(trigger, other)| Some(self.mix(trigger.as_ref()?, other.as_ref()?)))
                    .collect(),
            });
            let subject = format!("{} in the long run", table.subject);
            let long_run = OddsTable { subject, rows: rows.collect(), ..table.clone() };
            [table, long_run]
        });
        let note = self.note(all.cards);
        let notes = all.notes.into_iter().chain([note]).collect();
        OddsTables { tables: tables.collect(), notes, ..all }
    }

    fn mix(&self, trigger: &Chance, other: &Chance) -> Chance {
        let rest = Probability::one() - &self.share;
        Chance::new(&self.share * trigger.probability() + rest * other.probability())
    }

    /// How often the cards of a deck of `cards` are drawn.
    fn note(&self, cards: u32) -> String {
        let count = self.triggers.len();
        if count == 0 {
            return "in the long run every card is drawn equally often".to_owned();
        }
        let each = |share: Probability, cards: usize| Chance::new(share / ratio(cards, 1));
        let numbers: Vec<String> = self.triggers.iter().map(CardNumber::to_string).collect();
        format!(
            "in the long run {} {} is drawn in {} of the draws, every other card in {}",
            if count == 1 { "card" } else { "each of the cards" },
            numbers.join(", "),
            each(self.share.clone(), count),
            each(Probability::one() - &self.share, cards as usize - count),
        )
    }
}

fn ratio(part: usize, whole: usize) -> Probability {
    Probability::new(part.into(), whole.into())
}

/// The share of triggers if a shuffle waits for the end of a round.
fn in_rounds(cards: usize, signs: usize, round: usize) -> Probability {
    let (mut length, mut drawn) = (Probability::zero(), Probability::zero());
    let mut no_trigger = Probability::one();
    for start in (0..cards).step_by(round) {
        let left = cards - start;
        length += &no_trigger * ratio(round, 1);
        let triggers = match round <= left {
            true => ratio(signs * round, left),
            false => ratio(signs, 1) + ratio(signs * (round - left), cards),
        };
        drawn += &no_trigger * triggers;
        for m in start..(start + round).min(cards) {
            no_trigger *= ratio((cards - m).saturating_sub(signs), cards - m);
        }
    }
    drawn / length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::random::Draws;

    /// The share of triggers among `draws` draws, dealt and shuffled as the policy says.
    fn dealt(cards: usize, signs: usize, round: Option<usize>, draws: u64) -> f64 {
        let mut random = Draws::new(54, "long run");
        let mut pile: Vec<usize> = Vec::new();
        let (mut discard, mut due, mut triggers): (Vec<usize>, bool, u64) =
            ((0..cards).collect(), false, 0);
        for draw in 0..draws {
            if pile.is_empty() || due && round.is_none() {
                pile.append(&mut discard);
                random.shuffle(&mut pile);
                due &= round.is_some();
            }
            let card = pile.pop().unwrap();
            discard.push(card);
            triggers += u64::from(card < signs);
            due |= card < signs;
            if due && round.is_some_and(|round| (draw + 1).is_multiple_of(round as u64)) {
                pile.append(&mut discard);
                random.shuffle(&mut pile);
                due = false;
            }
        }
        triggers as f64 / draws as f64
    }

    #[test]
    fn ten_million_draws_agree() {
        let rounds = [None, Some(1), Some(4), Some(20), Some(54), Some(70)];
        for (signs, round) in
            [1, 3].into_iter().flat_map(|signs| rounds.map(|round| (signs, round)))
        {
            let exact = match round {
                None => ratio(signs + 1, 55),
                Some(round) => in_rounds(54, signs, round),
            };
            let draws = if cfg!(debug_assertions) { 200_000 } else { 10_000_000 };
            let found = dealt(54, signs, round, draws);
            let exact: f64 = num_traits::ToPrimitive::to_f64(&exact).unwrap();
            // Six standard deviations of independent draws.
            let most = 6.0 * (exact * (1.0 - exact) / draws as f64).sqrt();
            assert!((found - exact).abs() < most, "{signs} {round:?}: {found} against {exact}");
        }
    }

    #[test]
    fn every_card_is_alike_without_triggers() {
        let rule = ShuffleRule::usual(CardNumbers::new(0, 60).unwrap());
        assert_eq!(Probability::zero(), LongRun::new(&rule, 60, 4).share);
        let deck = Deck::read("deck.csv", include_str!("../../../tests/data/deck.csv")).unwrap();
        let rule = ShuffleRule::from_deck(&deck);
        // In rounds of one draw the black joker ends its stretch at once.
        assert_eq!(ratio(2, 55), LongRun::new(&rule, 54, 1).share);
        // A round of 54 draws contains every card once.
        assert_eq!(ratio(1, 54), LongRun::new(&rule, 54, 54).share);
    }
}
