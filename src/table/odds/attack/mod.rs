//! The odds of a whole attack: hit or miss, location, wounds, failures, and the round in which the
//! target is down.
//!
//! Everything except the check is read on the resolution card alone, so each card has one landing
//! and a chance of success: with one card, or with follow-up cards. True dice are shown where the
//! attack can be rolled with them: the best of open-ended dice to hit, a d20 for the location, a
//! sum of dice for the damage. Dice are not defined for bumps on the location, bursts and cover.

mod dice;
mod over;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::deck::CardNumber;
use crate::dice::Probability;
use crate::table::lookup::TargetNumber;
use crate::table::rules::{
    Attack, Hit, Landing, Options, RulesError, equipment_failure, unintended_target,
};

pub use self::over::over_distances;

use self::dice::{Dice, ratio};
use super::dice::assumed;
use super::follow_ups::FollowUps;
use super::rounds::{Attacks, Blow, Target};
use super::{Chance, OddsRow, OddsTable, OddsTables, Pile, PoolReading};

/// The tables of the odds of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackTable {
    /// Hit, miss and other results.
    Outcome,
    /// All locations that may be hit.
    Places,
    /// All numbers of wounds, summed over the hits of a burst.
    Wounds,
    /// Whether the target is down after each round.
    Down,
}

impl AttackTable {
    /// All tables.
    pub const ALL: [Self; 4] = [Self::Outcome, Self::Places, Self::Wounds, Self::Down];
}

/// A question about the odds of an attack.
#[derive(Clone, Debug)]
pub struct AttackQuestion<'a> {
    /// The attack. Its card is replaced by each card of the pile in turn; bumps on the location are
    /// spent as far as the check gives them.
    pub attack: &'a Attack<'a>,
    /// The cards that may be drawn.
    pub pile: Pile,
    /// The number of attacks, one a round, until the target is down.
    pub rounds: u8,
    /// The CT of the target; if `None`, only wounds bring it down.
    pub ct: Option<u16>,
    /// The hits that the target has taken before.
    pub hurt: &'a [Hit],
}

/// One result of an attack, with its chances for one card and with follow-up cards.
struct Case {
    card: CardNumber,
    chances: [Probability; 2],
    /// The number of shots that hit; 0 on a miss.
    hits: u16,
    /// The effect; none on a miss, or if no table needs it.
    landing: Option<Landing>,
}

/// The chances of an event: with one card, with follow-up cards, with true dice.
type Row = [Option<Probability>; 3];

const COLUMNS: [&str; 3] = ["one card", "with follow-ups", "true dice"];

impl AttackQuestion<'_> {
    /// Calculates the given tables.
    ///
    /// # Errors
    /// [`RulesError::BurstSize`] if the deck does not have this burst size.
    pub fn answer(
        &self,
        tables: &[AttackTable],
        options: &Options,
    ) -> Result<OddsTables, RulesError> {
        let tn = self.attack.account.tn();
        let cases =
            self.cases(tables, &mut FollowUps::new(self.attack.attempt.pool), tn, options)?;
        let dice = Dice::new(self.attack, options);
        let tables = tables
            .iter()
            .filter(|&&table| table != AttackTable::Down || self.rounds > 0)
            .map(|table| match table {
                AttackTable::Outcome => self.outcome(&cases, &dice, tn, options),
                AttackTable::Places => self.places(&cases, &dice, tn),
                AttackTable::Wounds => self.wounds(&cases, &dice, tn),
                AttackTable::Down => self.down(&cases, &dice, tn),
            })
            .collect();
        Ok(self.around(tables))
    }

    fn around(&self, tables: Vec<OddsTable>) -> OddsTables {
        let deck = self.attack.attempt.pool.deck();
        let mut notes = Vec::new();
        if self.rounds > 0 {
            let down = match self.ct {
                None => "a fifth wound in head or torso",
                Some(_) => "a fifth wound in head or torso, or the last CT",
            };
            if !self.hurt.is_empty() {
                let hits: Vec<String> = self.hurt.iter().map(Hit::to_string).collect();
                notes.push(format!("the target has taken {} before", hits.join(", ")));
            }
            notes.push(format!(
                "one attack a round, its card not put back; follow-up cards are; down is {down}, \
                 stun left out"
            ));
        }
        let assumed = assumed(deck);
        OddsTables { notes, assumed, ..OddsTables::several(self.pile.len(), tables) }
    }

    /// All cards, with all numbers of bumps that may be spent on the location.
    fn cases(
        &self,
        tables: &[AttackTable],
        follow_ups: &mut FollowUps,
        tn: TargetNumber,
        options: &Options,
    ) -> Result<Vec<Case>, RulesError> {
        let attack = self.attack;
        let reading = PoolReading::usual(attack.attempt.pool);
        let wanted = attack.location_bumps;
        let shows_landing = tables.iter().any(|&table| table != AttackTable::Outcome);
        let mut cases = Vec::new();
        let cards = self.pile.len();
        for card in self.pile.iter() {
            // The chances to succeed with at least `bumps` bumps, then the chance to fail.
            let mut reach = |bumps: u8| {
                let margin = u32::from(bumps) * options.bump_divisor.get();
                let needed = i64::from(tn.get()) + i64::from(margin);
                let only = |other| (other == card).then_some(needed);
                let (at_once, orders) = reading.reaching(self.pile, &only, follow_ups);
                let whole: &BigUint = follow_ups.orders(cards);
                [
                    Probability::new(at_once.into(), cards.into()),
                    Probability::new(orders.into(), whole.clone().into()),
                ]
            };
            let mut reached = reach(0);
            let all = Probability::new(1.into(), cards.into());
            let failing = [&all - &reached[0], &all - &reached[1]];
            cases.push(Case { card, chances: failing, hits: 0, landing: None });
            for bumps in 0..=wanted.unsigned_abs() {
                let more = match bumps == wanted.unsigned_abs() {
                    true => [Probability::zero(), Probability::zero()],
                    false => reach(bumps + 1),
                };
                let chances = [&reached[0] - &more[0], &reached[1] - &more[1]];
                reached = more;
                if chances.iter().any(|chance| !chance.is_zero()) {
                    let spent = bumps as i8 * wanted.signum();
                    let hits = attack.hits(card, spent, options)?;
                    let landing = shows_landing.then(|| attack.landing(card, spent, options));
                    cases.push(Case { card, chances, hits, landing: landing.transpose()? });
                }
            }
        }
        Ok(cases)
    }

    /// The sum of the chances of the successes that meet a condition.
    fn row(
        &self,
        cases: &[Case],
        dice: Option<Probability>,
        holds: impl Fn(&Landing) -> bool,
    ) -> Row {
        let [one, all] = sum(cases, |case| case.landing.as_ref().is_some_and(&holds));
        [Some(one), Some(all), dice]
    }

    fn outcome(
        &self,
        cases: &[Case],
        dice: &Dice<'_>,
        tn: TargetNumber,
        options: &Options,
    ) -> OddsTable {
        let attack = self.attack;
        let deck = attack.attempt.pool.deck();
        let hit = |case: &Case| case.hits > 0;
        let usual = PoolReading::usual(attack.attempt.pool);
        let of = |dice: Option<Probability>, holds: &dyn Fn(&Case) -> bool| {
            let [one, all] = sum(cases, holds);
            [Some(one), Some(all), dice]
        };
        let dice_hit = dice.hits(tn);
        let dice_miss = dice_hit.as_ref().map(|hit| Probability::one() - hit);
        let mut rows = vec![
            ("hit", of(dice_hit, &hit)),
            ("miss", of(dice_miss.clone(), &|case| !hit(case))),
            ("critical failure", of(None, &|case| usual.number(case.card).is_none())),
        ];
        if let Some(reliability) = attack.weapon.reliability {
            let fails = |case: &Case| {
                let discarded = &attack.discarded;
                equipment_failure(deck, case.card, reliability, discarded, options).fails
            };
            rows.push(("equipment fails", of(None, &fails)));
        }
        if attack.strays {
            let strays = |case: &Case| {
                let shots = attack.stray_shots(case.hits);
                shots.is_some_and(|shots| unintended_target(deck, case.card, shots).hit)
            };
            // A single stray shot hits another target on one face of a d6.
            let plain = attack.scatter_increments.is_none() && attack.shots == 1;
            let faces = if attack.in_contact { 2 } else { 1 };
            let one = dice_miss.filter(|_| plain).map(|miss| miss * ratio(faces, 6));
            rows.push(("other targets hit", of(one, &strays)));
        }
        let subject = format!("attack with {}, {}", attack.attempt.pool.dice(), self.account(tn));
        table(subject, "outcome", rows.into_iter().map(|(label, row)| (label.to_owned(), row)))
    }

    fn account(&self, tn: TargetNumber) -> String {
        match tn == self.attack.account.tn() {
            true => self.attack.account.to_string(),
            false => format!("TN {tn}"),
        }
    }

    fn places(&self, cases: &[Case], dice: &Dice<'_>, tn: TargetNumber) -> OddsTable {
        let deck = self.attack.attempt.pool.deck();
        let mut places: Vec<&str> = Vec::new();
        let shown = deck.cards().flat_map(|card| card.hit()).map(String::as_str);
        let hit = cases.iter().filter_map(|case| Some(&*case.landing.as_ref()?.location.location));
        for place in shown.chain(hit) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let rows = places.into_iter().map(|place| {
            let lands = |hit: &Landing| hit.hits > 0 && hit.location.location == place;
            (place.to_owned(), self.row(cases, dice.place(tn, place), lands))
        });
        table("place hit".to_owned(), "place", rows)
    }

    fn wounds(&self, cases: &[Case], dice: &Dice<'_>, tn: TargetNumber) -> OddsTable {
        let landings = cases.iter().filter_map(|case| case.landing.as_ref());
        let most = landings.map(all_wounds).max().unwrap_or(0);
        let rows = (0..=most.max(1)).map(|wounds| {
            let or_more = |least: u32| -> Row {
                match least {
                    0 => [(); 3].map(|()| Some(Probability::one())),
                    _ => self.row(cases, dice.wounds(tn, least), |hit| all_wounds(hit) >= least),
                }
            };
            let ([_, deck, dice], [_, more, dice_more]) = (or_more(wounds), or_more(wounds + 1));
            let less = |all: &Option<Probability>, more: Option<Probability>| {
                Some(Chance::new(all.as_ref()? - more?))
            };
            let chances = vec![
                less(&deck, more),
                less(&dice, dice_more),
                deck.map(Chance::new),
                dice.map(Chance::new),
            ];
            OddsRow { label: wounds.to_string(), chances }
        });
        OddsTable {
            subject: "wounds, with follow-ups".to_owned(),
            head: "wounds".to_owned(),
            rows: rows.collect(),
            columns: ["exactly", "dice", "at least", "dice"].map(str::to_owned).to_vec(),
        }
    }

    fn down(&self, cases: &[Case], dice: &Dice<'_>, tn: TargetNumber) -> OddsTable {
        let rows = self.down_rows(cases, dice, tn);
        let rows = (1..).zip(rows).map(|(round, row): (u8, Row)| (round.to_string(), row));
        table("target down".to_owned(), "after round", rows)
    }

    fn down_rows(&self, cases: &[Case], dice: &Dice<'_>, tn: TargetNumber) -> Vec<Row> {
        let target = Target::new(self.ct, self.hurt);
        let rounds = usize::from(self.rounds);
        let all = ratio(self.pile.len(), 1);
        let by_cards = |column: usize| {
            let mut cards: Vec<Attacks> = Vec::new();
            let mut last = None;
            for case in cases {
                let blow = case.landing.as_ref().map_or_else(Blow::default, blow);
                // The chance of it if this card is drawn.
                let way = (blow, &case.chances[column] * &all);
                match cards.last_mut().filter(|_| last == Some(case.card)) {
                    Some(ways) => ways.push(way),
                    None => cards.push(vec![way]),
                }
                last = Some(case.card);
            }
            target.down_by_cards(&cards, rounds)
        };
        let attack = dice.attack(tn, target.ct);
        let dice = attack.map(|attack| target.down_by_dice(&attack, rounds));
        let (one, follow_ups) = (by_cards(0), by_cards(1));
        let rows = one.into_iter().zip(follow_ups).enumerate();
        rows.map(|(place, (one, all))| {
            [Some(one), Some(all), dice.as_ref().map(|dice| dice[place].clone())]
        })
        .collect()
    }
}

fn sum(cases: &[Case], holds: impl Fn(&Case) -> bool) -> [Probability; 2] {
    let mut sums = [Probability::zero(), Probability::zero()];
    for case in cases.iter().filter(|case| holds(case)) {
        for (sum, chance) in sums.iter_mut().zip(&case.chances) {
            *sum += chance;
        }
    }
    sums
}

fn table(subject: String, head: &str, rows: impl Iterator<Item = (String, Row)>) -> OddsTable {
    let rows = rows.map(|(label, row)| {
        let chances = row.map(|chance| chance.map(Chance::new)).to_vec();
        OddsRow { label, chances }
    });
    let columns = COLUMNS.map(str::to_owned).to_vec();
    OddsTable { subject, head: head.to_owned(), columns, rows: rows.collect() }
}

/// The sum of the wounds of all hits.
fn all_wounds(landing: &Landing) -> u32 {
    let each = landing.damage.as_ref().map_or(0, |damage| damage.damage.wounds);
    each.saturating_mul(landing.hits.into())
}

/// The effect of all hits.
fn blow(landing: &Landing) -> Blow {
    let concussion = landing.damage.as_ref().map_or(0, |damage| damage.damage.concussion);
    let concussion = concussion.saturating_mul(landing.hits.into());
    Blow::new(landing.location.part, all_wounds(landing), concussion)
}

#[cfg(test)]
mod tests;
