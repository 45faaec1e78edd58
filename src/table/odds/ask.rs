//! Questions about a number on the cards: at least, at most, or its band.

use num_traits::One;

use crate::deck::{CardNumber, CardNumbers};
use crate::dice::{DiceKind, Distribution, Probability, one_at_least, successes};

use super::follow_ups::FollowUps;
use super::{Chance, Goal, OddsRow, OddsTable, OddsTables, Pile, PoolReading};

/// A question about a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The chance of each of these numbers or more; if empty, of all numbers on the cards.
    AtLeast(Vec<i32>),
    /// The chance of each of these numbers or less.
    AtMost(Vec<i32>),
    /// The chance of each band after adding each of these modifiers; if empty, 0.
    Bands(Bands, Vec<i32>),
}

impl Ask {
    /// The same question with an empty list replaced by all numbers on the cards.
    pub(super) fn or_all(
        &self,
        numbers: CardNumbers,
        number: impl Fn(CardNumber) -> Option<i64>,
    ) -> Self {
        if *self != Self::AtLeast(Vec::new()) {
            return self.clone();
        }
        let shown = numbers.iter().filter_map(number);
        let mut numbers: Vec<i32> = shown.filter_map(|it| i32::try_from(it).ok()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Self::AtLeast(numbers)
    }

    /// The highest number whose chance is needed, at least 0.
    pub(super) fn highest(&self) -> u32 {
        let highest = |numbers: &[i32]| numbers.iter().copied().max().unwrap_or(0);
        let highest = match self {
            Self::AtLeast(numbers) => highest(numbers),
            Self::AtMost(numbers) => highest(numbers).saturating_add(1),
            Self::Bands(bands, modifiers) => {
                let least = modifiers.iter().copied().min().unwrap_or(0);
                highest(&bands.edges).saturating_sub(least)
            }
        };
        u32::try_from(highest).unwrap_or(0)
    }
}

/// Bands of results, such as 6 or less, 7 to 9, 10 or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bands {
    /// The first number of each band except the lowest, in ascending order.
    edges: Vec<i32>,
}

impl Bands {
    /// Bands that begin at these numbers, plus the one below the first; none without a number.
    ///
    /// ```
    /// use actiondeck::table::odds::Bands;
    ///
    /// let names = Bands::new(vec![10, 7]).unwrap().names();
    /// assert_eq!(names, ["6 or less", "7 to 9", "10 or more"]);
    /// ```
    pub fn new(mut edges: Vec<i32>) -> Option<Self> {
        edges.sort_unstable();
        edges.dedup();
        (!edges.is_empty()).then_some(Self { edges })
    }

    /// The names of the bands, from the lowest.
    pub fn names(&self) -> Vec<String> {
        let below = self.edges.first().map(|edge| format!("{} or less", edge - 1));
        let between = self.edges.windows(2).map(|pair| match pair[1] - 1 {
            last if last == pair[0] => last.to_string(),
            last => format!("{} to {last}", pair[0]),
        });
        let above = self.edges.last().map(|edge| format!("{edge} or more"));
        below.into_iter().chain(between).chain(above).collect()
    }
}

/// The chances of a number or more, one column each for the deck and for dice.
pub(super) struct TailTables<'a> {
    columns: Vec<&'static str>,
    at_least: Box<dyn FnMut(i64) -> Vec<Option<Probability>> + 'a>,
}

/// A number below all results.
const LEAST: i64 = -1_000_000;

impl<'a> TailTables<'a> {
    /// The numbers on the cards of the pile, compared with dice.
    pub fn from_numbers(numbers: Vec<i64>, pile: Pile, dice: Option<Distribution>) -> Self {
        let at_least = move |value: i64| {
            let cards = numbers.iter().filter(|&&number| number >= value).count() as u32;
            let deck = Chance::from_cards(cards, pile.len()).into_probability();
            let known = |dice: &&Distribution| dice.is_complete() || value <= dice.highest() + 1;
            vec![Some(deck), dice.as_ref().filter(known).map(|dice| dice.at_least(value))]
        };
        Self { columns: vec!["deck", "true dice"], at_least: Box::new(at_least) }
    }

    /// A check with the goal of a high result.
    pub fn from_check(reading: PoolReading<'a>, pile: Pile) -> Self {
        let mut follow_ups = FollowUps::new(reading.pool);
        let reading = PoolReading { goal: Goal::AtLeast, ..reading };
        let at_least = move |value: i64| {
            let [one, all] = reading.at_least(value, pile, &mut follow_ups);
            vec![Some(one), Some(all), Some(reading.with_dice(value))]
        };
        let columns = vec!["one card", "with follow-ups", "true dice"];
        Self { columns, at_least: Box::new(at_least) }
    }

    /// The chances of each column for the interval from `from` to below `before`.
    fn between(&mut self, from: i64, before: Option<i64>) -> Vec<Option<Chance>> {
        let reached = (self.at_least)(from);
        let Some(before) = before else {
            return reached.into_iter().map(|chance| chance.map(Chance::new)).collect();
        };
        let passed = (self.at_least)(before);
        let both = reached.into_iter().zip(passed);
        both.map(|(reached, passed)| Some(Chance::new(reached? - passed?))).collect()
    }

    /// The table for a question.
    pub fn table(mut self, subject: String, ask: &Ask) -> OddsTable {
        let owned = |columns: &[&str]| columns.iter().map(|&column| column.to_owned()).collect();
        let mut row = |label: String, from: i64, before| OddsRow {
            label,
            chances: self.between(from, before),
        };
        match ask {
            Ask::AtLeast(numbers) => {
                let rows = numbers.iter().map(|&it| row(it.to_string(), it.into(), None));
                let (rows, head) = (rows.collect(), "at least".to_owned());
                OddsTable { subject, head, columns: owned(&self.columns), rows }
            }
            Ask::AtMost(numbers) => {
                let beyond = |it: i32| Some(i64::from(it) + 1);
                let rows = numbers.iter().map(|&it| row(it.to_string(), LEAST, beyond(it)));
                let (rows, head) = (rows.collect(), "at most".to_owned());
                OddsTable { subject, head, columns: owned(&self.columns), rows }
            }
            Ask::Bands(bands, modifiers) => match modifiers[..] {
                [] => self.bands(subject, bands, 0),
                [modifier] => self.bands(subject, bands, modifier),
                _ => self.modified(subject, bands, modifiers),
            },
        }
    }

    /// One row for each band.
    fn bands(&mut self, subject: String, bands: &Bands, modifier: i32) -> OddsTable {
        let shift = match modifier {
            0 => String::new(),
            modifier => format!(" {modifier:+}"),
        };
        let rows = bands.names().into_iter().zip(bands.limits(modifier));
        let rows = rows
            .map(|(label, (from, before))| OddsRow { label, chances: self.between(from, before) });
        OddsTable {
            subject: format!("{subject}{shift}"),
            head: "result".to_owned(),
            rows: rows.collect(),
            columns: self.columns.iter().map(|&column| column.to_owned()).collect(),
        }
    }

    /// One row for each modifier: for each band the best column of the deck, and the dice.
    fn modified(&mut self, subject: String, bands: &Bands, modifiers: &[i32]) -> OddsTable {
        let rows = modifiers
            .iter()
            .map(|&modifier| {
                let chances = bands.limits(modifier).into_iter().flat_map(|(from, before)| {
                    let mut chances = self.between(from, before);
                    chances.split_off(chances.len().saturating_sub(2))
                });
                OddsRow { label: modifier.to_string(), chances: chances.collect() }
            })
            .collect();
        let columns = bands.names().into_iter().flat_map(|name| [name, "dice".to_owned()]);
        let head = "modifier".to_owned();
        OddsTable { subject, head, columns: columns.collect(), rows }
    }
}

impl Bands {
    /// The interval of each band, before a modifier is added.
    fn limits(&self, modifier: i32) -> Vec<(i64, Option<i64>)> {
        let edges: Vec<i64> =
            self.edges.iter().map(|&edge| i64::from(edge) - i64::from(modifier)).collect();
        let starts = std::iter::once(LEAST).chain(edges.iter().copied());
        let ends = edges.iter().copied().map(Some).chain([None]);
        starts.zip(ends).collect()
    }
}

/// The odds of each band of a check, for one card and with follow-up cards.
pub fn band_odds(
    reading: PoolReading<'_>,
    pile: Pile,
    bands: &Bands,
    modifiers: &[i32],
) -> OddsTables {
    let ask = Ask::Bands(bands.clone(), modifiers.to_vec());
    let reading = PoolReading { goal: Goal::AtLeast, ..reading };
    let table = TailTables::from_check(reading, pile).table(reading.name(), &ask);
    let critical_failure = Some(reading.critical_failure(pile));
    OddsTables { critical_failure, ..OddsTables::one(pile.len(), table) }
}

/// The odds of a number of successes: rows of a check that show the threshold or more, or less. For
/// one threshold, one row for each number of successes; for several, one row for each threshold. A
/// critical failure has no successes; follow-up cards are not drawn.
pub fn success_odds(reading: PoolReading<'_>, pile: Pile, thresholds: &[i32]) -> OddsTables {
    let pool = reading.pool;
    let count = |card, threshold: i32| {
        let counts = |number: u16| match reading.goal {
            Goal::AtLeast => i32::from(number) >= threshold,
            Goal::AtMost => i32::from(number) <= threshold,
        };
        let numbers = pool.cells(card).iter().filter_map(|cell| cell.number());
        match reading.number(card) {
            None => 0,
            Some(_) => numbers.filter(|&number| counts(number)).count(),
        }
    };
    let level = usize::from(pool.dice().level);
    // For each number of successes: exactly, and at least.
    let chances = |threshold: i32| {
        let mut cards = vec![0_u32; level + 1];
        pile.iter().for_each(|card| cards[count(card, threshold)] += 1);
        let one = reading.one_die(threshold.into());
        let dice = successes(pool.dice().level, &one);
        (0..=level).map(move |number| {
            let or_more: Probability = dice[number..].iter().cloned().sum();
            [
                Chance::from_cards(cards[number], pile.len()),
                Chance::new(dice[number].clone()),
                Chance::from_cards(cards[number..].iter().sum(), pile.len()),
                Chance::new(or_more),
            ]
        })
    };
    let threshold_in_words = |threshold: &i32| match reading.goal {
        Goal::AtLeast => format!("{threshold} or more"),
        Goal::AtMost => format!("{threshold} or less"),
    };
    let table = match thresholds {
        [threshold] => OddsTable {
            subject: format!("rows of {} with {}", pool.dice(), threshold_in_words(threshold)),
            head: "successes".to_owned(),
            columns: ["exactly", "dice", "at least", "dice"].map(str::to_owned).to_vec(),
            rows: chances(*threshold)
                .enumerate()
                .map(|(number, of_it)| OddsRow {
                    label: number.to_string(),
                    chances: of_it.map(Some).to_vec(),
                })
                .collect(),
        },
        _ => OddsTable {
            subject: format!("successes of {}", pool.dice()),
            head: match reading.goal {
                Goal::AtLeast => "at least".to_owned(),
                Goal::AtMost => "at most".to_owned(),
            },
            columns: (1..=level)
                .flat_map(|number| [format!("{number} or more"), "dice".to_owned()])
                .collect(),
            rows: thresholds
                .iter()
                .map(|threshold| OddsRow {
                    label: threshold.to_string(),
                    chances: chances(*threshold)
                        .skip(1)
                        .flat_map(|[_, _, deck, dice]| [Some(deck), Some(dice)])
                        .collect(),
                })
                .collect(),
        },
    };
    let critical_failure = Some(reading.critical_failure(pile));
    OddsTables { critical_failure, ..OddsTables::one(pile.len(), table) }
}

impl PoolReading<'_> {
    /// The chance that one die of the check is a success; counted dice are not rolled again.
    fn one_die(&self, threshold: i64) -> Probability {
        let reached = |value| one_at_least(self.pool.die(), DiceKind::Closed, value);
        match self.goal {
            Goal::AtLeast => reached(threshold),
            Goal::AtMost => Probability::one() - reached(threshold + 1),
        }
    }
}
