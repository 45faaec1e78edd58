//! The odds of an attack as a whole: whether it hits, where, with how many wounds, what goes wrong,
//! and when the target is down.
//!
//! Everything but the check is read on the resolution card alone, so each card has one landing and
//! a chance of success: with the card alone, or with follow-up cards. Beside it stand true dice
//! where the attack can be thrown with them: the best of open-ended dice to hit, a d20 for the
//! location, a sum of dice for the damage. Bumps on the location, bursts and cover have no dice.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::deck::{CardNumber, Deck};
use crate::dice::{DiceKind, Probability};
use crate::lookup::{EffectCell, TargetNumber};
use crate::rules::{
    Attack, BodyPart, Cover, DISABLING, Harm, Landing, Options, RulesError, equipment_failure,
    has_prone_attribute, hurt, location_damage_bumps, unintended_target,
};
use crate::validate::effect_dice;

use super::dice::{assumed, hit_ladder, sum_at_least, sums};
use super::event::first_effect;
use super::follow_ups::FollowUps;
use super::rounds::{Attacks, Blow, Target};
use super::{Chance, OddsRow, OddsTable, OddsTables, Pile, PoolReading};

/// The tables that the odds of an attack consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackTable {
    /// Hit, miss, and what else may happen.
    Outcome,
    /// Each place that may be hit.
    Places,
    /// Each number of wounds, all hits of a burst together.
    Wounds,
    /// Whether the target is down after each round.
    Down,
}

impl AttackTable {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Outcome, Self::Places, Self::Wounds, Self::Down];
}

/// What is asked of an attack.
#[derive(Clone, Debug)]
pub struct AttackQuestion<'a> {
    /// The attack. Whatever card it names, each card of the pile is tried in its place; bumps on the
    /// location are spent as far as the check gives them.
    pub attack: &'a Attack<'a>,
    /// The cards that may be drawn; the others count as discarded.
    pub pile: Pile,
    /// How many attacks are counted, one a round, until the target is down.
    pub rounds: u8,
    /// The CT of the target; when left out, only wounds bring it down.
    pub ct: Option<u16>,
}

/// One way an attack may come out: the chance of it with the card alone and with follow-up cards.
struct Case {
    card: CardNumber,
    chances: [Probability; 2],
    /// What it does; none on a miss.
    landing: Option<Landing>,
}

/// The chances of something: with one card, with follow-ups, with true dice.
type Row = [Option<Probability>; 3];

const COLUMNS: [&str; 3] = ["one card", "with follow-ups", "true dice"];

impl AttackQuestion<'_> {
    /// The tables asked for.
    ///
    /// # Errors
    /// [`RulesError::BurstSize`] if the deck has no such burst.
    pub fn answer(
        &self,
        tables: &[AttackTable],
        options: &Options,
    ) -> Result<OddsTables, RulesError> {
        let tn = self.attack.account.tn();
        let cases = self.cases(&mut FollowUps::new(self.attack.attempt.pool), tn, options)?;
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

    /// A row for each target number in the place of the attack's own: the chance to hit, of so many
    /// wounds and, where rounds are counted, that the target is down after them; with follow-up
    /// cards, beside dice.
    ///
    /// # Errors
    /// As [`AttackQuestion::answer`].
    pub fn over_targets(
        &self,
        targets: &[TargetNumber],
        options: &Options,
    ) -> Result<OddsTables, RulesError> {
        let dice = Dice::new(self.attack, options);
        let mut follow_ups = FollowUps::new(self.attack.attempt.pool);
        let mut columns = vec!["hit".to_owned(), "dice".to_owned()];
        for wounds in 1..=DISABLING {
            columns.extend([format!("{wounds}+ wounds"), "dice".to_owned()]);
        }
        if self.rounds > 0 {
            columns.extend([format!("down in {}", self.rounds), "dice".to_owned()]);
        }
        let mut rows = Vec::new();
        for &tn in targets {
            let cases = self.cases(&mut follow_ups, tn, options)?;
            let mut chances = vec![self.row(&cases, dice.hits(tn), |hit| hit.hits > 0)];
            for wounds in 1..=u32::from(DISABLING) {
                chances.push(
                    self.row(&cases, dice.wounds(tn, wounds), |hit| all_wounds(hit) >= wounds),
                );
            }
            if let Some(last) = self.down_rows(&cases, &dice, tn).pop() {
                chances.push(last);
            }
            let chances = chances.into_iter().flat_map(|[_, deck, dice]| [deck, dice]);
            let chances = chances.map(|chance| chance.map(Chance::new)).collect();
            rows.push(OddsRow { label: tn.to_string(), chances });
        }
        let subject = format!("attack with {}", self.attack.attempt.pool.dice());
        let table = OddsTable { subject, head: "TN".to_owned(), columns, rows };
        Ok(self.around(vec![table]))
    }

    fn around(&self, tables: Vec<OddsTable>) -> OddsTables {
        let deck = self.attack.attempt.pool.deck();
        let mut notes = Vec::new();
        if self.rounds > 0 {
            let down = match self.ct {
                None => "a fifth wound in head or torso",
                Some(_) => "a fifth wound in head or torso, or the last CT",
            };
            notes.push(format!(
                "one attack a round, its card not put back; follow-up cards are; down is {down}, \
                 stun left out"
            ));
        }
        let assumed = assumed(deck);
        OddsTables { notes, assumed, ..OddsTables::several(self.pile.len(), tables) }
    }

    /// Every card, and every number of bumps that may be spent on the location.
    fn cases(
        &self,
        follow_ups: &mut FollowUps,
        tn: TargetNumber,
        options: &Options,
    ) -> Result<Vec<Case>, RulesError> {
        let attack = self.attack;
        let reading = PoolReading::usual(attack.attempt.pool);
        let wanted = attack.location_bumps;
        let mut cases = Vec::new();
        let cards = self.pile.len();
        for card in self.pile.iter() {
            // The chances to succeed with at least so many bumps, then of failing.
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
            cases.push(Case { card, chances: failing, landing: None });
            for bumps in 0..=wanted.unsigned_abs() {
                let more = match bumps == wanted.unsigned_abs() {
                    true => [Probability::zero(), Probability::zero()],
                    false => reach(bumps + 1),
                };
                let chances = [&reached[0] - &more[0], &reached[1] - &more[1]];
                reached = more;
                if chances.iter().any(|chance| !chance.is_zero()) {
                    let spent = bumps as i8 * wanted.signum();
                    let landing = Some(attack.landing(card, spent, options)?);
                    cases.push(Case { card, chances, landing });
                }
            }
        }
        Ok(cases)
    }

    /// The chances of the successes for which something holds.
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
        let discarded: Vec<CardNumber> = self.pile.others().collect();
        let hit = |case: &Case| case.landing.as_ref().is_some_and(|hit| hit.hits > 0);
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
                equipment_failure(deck, case.card, reliability, &discarded, options).fails
            };
            rows.push(("equipment fails", of(None, &fails)));
        }
        if attack.strays {
            let strays = |case: &Case| {
                let hits = case.landing.as_ref().map_or(0, |hit| hit.hits);
                let shots = attack.stray_shots(hits);
                shots.is_some_and(|shots| unintended_target(deck, case.card, shots).hit)
            };
            // A single stray shot hits somebody on one face of a d6.
            let plain = attack.scatter_increments.is_none() && attack.shots == 1;
            let faces = if attack.in_contact { 2 } else { 1 };
            let one = dice_miss.filter(|_| plain).map(|miss| miss * ratio(faces, 6));
            rows.push(("somebody else hit", of(one, &strays)));
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
        let shown = deck.cards().iter().flat_map(|card| &card.hit).map(String::as_str);
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
        let target = Target { ct: self.ct.map(u32::from) };
        let rounds = usize::from(self.rounds);
        let all = ratio(self.pile.len(), 1);
        let by_cards = |column: usize| {
            let mut cards: Vec<Attacks> = Vec::new();
            let mut last = None;
            for case in cases {
                let blow = case.landing.as_ref().map_or_else(Blow::default, blow);
                // The chance of it once this card is drawn.
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

fn ratio(numerator: u32, denominator: u32) -> Probability {
    Probability::new(numerator.into(), denominator.into())
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

/// The wounds of all hits.
fn all_wounds(landing: &Landing) -> u32 {
    let each = landing.damage.as_ref().map_or(0, |damage| damage.damage.wounds);
    each.saturating_mul(landing.hits.into())
}

/// What all hits do.
fn blow(landing: &Landing) -> Blow {
    let concussion = landing.damage.as_ref().map_or(0, |damage| damage.damage.concussion);
    let concussion = concussion.saturating_mul(landing.hits.into());
    Blow::new(landing.location.part, all_wounds(landing), concussion)
}

/// The attack with true dice.
struct Dice<'a> {
    attack: &'a Attack<'a>,
    kind: DiceKind,
    options: &'a Options,
    /// Where each pip of the d20 lands; none where the deck has no d20 beside it.
    pips: Option<Vec<String>>,
}

impl<'a> Dice<'a> {
    fn new(attack: &'a Attack<'a>, options: &'a Options) -> Self {
        let deck: &Deck = attack.attempt.pool.deck();
        let moved = 2 * attack.forced.steps_up();
        let pips = hit_ladder(deck).filter(|_| attack.location_bumps == 0).map(|ladder| {
            let lands = |pip: i32| match &attack.called {
                Some(place) => place.location(pip as u8).to_owned(),
                None => ladder(pip + moved).to_owned(),
            };
            (1..=20).map(lands).collect()
        });
        Self { attack, kind: effect_dice(deck), options, pips }
    }

    /// The chance of the check.
    fn check(&self, tn: TargetNumber) -> Probability {
        PoolReading::usual(self.attack.attempt.pool).with_dice(tn.get().into())
    }

    /// The places that a hit may have, with their pips: all but those that a lying target hides.
    fn shown(&self) -> Option<Vec<(&str, u32)>> {
        let lies = self.attack.prone && !self.attack.near;
        let mut shown: Vec<(&str, u32)> = Vec::new();
        for place in self.pips.as_ref()?.iter().filter(|place| !lies || has_prone_attribute(place))
        {
            match shown.iter_mut().find(|(known, _)| known == place) {
                Some((_, pips)) => *pips += 1,
                None => shown.push((place, 1)),
            }
        }
        Some(shown)
    }

    fn hits(&self, tn: TargetNumber) -> Option<Probability> {
        if !self.attack.prone || self.attack.near {
            return Some(self.check(tn));
        }
        let pips = self.shown()?.iter().map(|(_, pips)| pips).sum();
        Some(self.check(tn) * ratio(pips, 20))
    }

    fn place(&self, tn: TargetNumber, place: &str) -> Option<Probability> {
        let shown = self.shown()?;
        let pips = shown.iter().find(|(known, _)| *known == place).map_or(0, |(_, pips)| *pips);
        Some(self.check(tn) * ratio(pips, 20))
    }

    /// The damage cell of a hit there; none behind cover, which dice have no answer to.
    fn cell(&self, place: &str) -> Option<EffectCell<'a>> {
        let attack = self.attack;
        let behind = |cover: &Cover| cover.locations.iter().any(|it| it.covers(place));
        if attack.shots > 1 || attack.cover.as_ref().is_some_and(behind) {
            return None;
        }
        let bumps = attack.damage_bumps(location_damage_bumps(place), false);
        Some(attack.weapon.dmg.moved(bumps.into()))
    }

    /// The chance of so many wounds or more.
    fn wounds(&self, tn: TargetNumber, least: u32) -> Option<Probability> {
        let (size, harm) = (self.attack.size, self.attack.weapon.harm);
        let effect = first_effect(|effect| hurt(effect, size, harm, self.options).wounds >= least);
        let mut sum = Probability::zero();
        for (place, pips) in self.shown()? {
            let cell = self.cell(place)?;
            if let Some(effect) = effect {
                sum += sum_at_least(cell.dice(), self.kind, effect)? * ratio(pips, 1);
            }
        }
        Some(self.check(tn) * sum / ratio(20, 1))
    }

    /// What one attack does; none where it cannot be listed.
    fn attack(&self, tn: TargetNumber, ct: Option<u32>) -> Option<Attacks> {
        let (size, harm) = (self.attack.size, self.attack.weapon.harm);
        let places = self.shown()?;
        let each = self.check(tn) / ratio(20, 1);
        let pips = places.iter().map(|(_, pips)| pips).sum();
        let mut attacks = vec![(Blow::default(), Probability::one() - &each * ratio(pips, 1))];
        let does = |effect| hurt(effect, size, harm, self.options);
        let fifth = first_effect(|effect| does(effect).wounds >= DISABLING.into()).unwrap_or(0);
        for (place, pips) in places {
            let part = BodyPart::of(place);
            let kills = part.is_some_and(BodyPart::is_vital);
            let cell = self.cell(place)?;
            // Beyond this effect nothing changes: the place is lost, and all CT, or it does not
            // count.
            let last = match (ct, harm) {
                (None, _) => fifth,
                (Some(_), Harm::Deadly) if kills => fifth,
                (Some(_), Harm::Deadly) => match self.kind {
                    // The rest in CT goes on changing for ever; ordinary dice have an end.
                    DiceKind::OpenEnded => return None,
                    DiceKind::Closed => {
                        u32::from(cell.dice().row) * u32::from(cell.dice().die.sides())
                    }
                },
                (Some(ct), _) => fifth.max(first_effect(|effect| does(effect).concussion >= ct)?),
            };
            sum_at_least(cell.dice(), self.kind, last)?;
            let dice = sums(cell.dice(), self.kind, last);
            for effect in 0..=last {
                let damage = does(effect);
                let chance = match effect == last {
                    true => dice.at_least(effect.into()),
                    false => dice.probability(effect.into()),
                };
                let blow = Blow::new(part, damage.wounds, damage.concussion);
                attacks.push((blow, &each * chance * ratio(pips, 1)));
            }
        }
        Some(attacks)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lookup::samples::deck;
    use crate::lookup::{Draw, Pool};
    use crate::odds::deals::each_order;
    use crate::rules::{AttackWeapon, Attempt, Forced, Reliability, TnAccount};

    /// The definition: an order of the pile is drawn as far as rows are open, and the attack read
    /// with as many of its bumps as the check gave.
    fn by_drawing(
        attack: &Attack<'_>,
        order: &[CardNumber],
        options: &Options,
    ) -> (u16, String, u32, bool) {
        let mut drawn = 1;
        loop {
            let draw = Draw::new(order[0], order[1..drawn].to_vec()).unwrap();
            let attempt = Attempt { pool: attack.attempt.pool, draw };
            let test = attempt.test(attack.account.clone(), options.bump_divisor).unwrap();
            let open = |choice: &crate::lookup::Choice| choice.open && choice.cells.len() == drawn;
            if test.check.choices.iter().any(open) && drawn < order.len() {
                drawn += 1;
                continue;
            }
            let earned = i8::try_from(test.check.bumps()).unwrap_or(i8::MAX);
            let wanted = attack.location_bumps;
            let spent = wanted.signum() * wanted.abs().min(earned);
            let location_bumps = if test.success() { spent } else { 0 };
            let answer =
                Attack { attempt, location_bumps, ..attack.clone() }.answer(options).unwrap();
            let place = answer.location.as_ref().filter(|_| answer.hits > 0);
            let place = place.map_or(String::new(), |place| place.location.clone());
            let each = answer.damage.as_ref().map_or(0, |damage| damage.damage.wounds);
            let stray = answer.unintended.is_some_and(|it| it.hit);
            return (answer.hits, place, each * u32::from(answer.hits), stray);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn whole_attacks_agree_with_every_order_of_a_small_pile(
            start in 0_usize..54,
            step in prop::sample::select(vec![1_usize, 5, 7, 11]),
            size in 1_usize..7,
            dice in prop::sample::select(vec!["3d4", "5d4", "2d6", "3d10"]),
            tn in -2_i64..14,
            shots in prop::sample::select(vec![1_u16, 1, 3, 10]),
            location_bumps in -2_i8..3,
            place in prop::sample::select(vec!["", "head", "legs", "torso"]),
            cover in prop::option::of(0_i16..5),
            flags in (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()),
            harm in prop::sample::select(vec![Harm::Deadly, Harm::Brawling, Harm::Impact]),
        ) {
            let deck = deck();
            let options = Options::default();
            let all: Vec<CardNumber> = CardNumber::all().collect();
            let mut kept: Vec<CardNumber> =
                (0..size).map(|at| all[(start + at * step) % 54]).collect();
            let pile = Pile::of(|card| kept.contains(&card));
            let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
            let cell = |text: &str| EffectCell::new(&deck, text.parse().unwrap()).unwrap();
            let (prone, near, punch, rd) = flags;
            let weapon = AttackWeapon {
                rd: rd.then(|| cell("(1)6")),
                harm,
                pen: 2,
                damage_bumps_unarmoured: 1,
                reliability: Reliability::new(5),
                ..AttackWeapon::plain(cell("(3)6"))
            };
            let attempt = Attempt { pool, draw: Draw::single(kept[0]) };
            let account = TnAccount::new(TargetNumber::clamped(tn), "given");
            let attack = Attack {
                shots,
                forced: Forced { punch, ..Forced::default() },
                location_bumps,
                called: (!place.is_empty()).then(|| place.parse().unwrap()),
                prone,
                near,
                cover: cover.map(|armour| Cover {
                    armour,
                    locations: vec!["torso".parse().unwrap(), "head".parse().unwrap()],
                }),
                ..Attack::plain(attempt, account, weapon)
            };
            let mut dealt = Vec::new();
            each_order(&mut kept, 0, &mut |order| dealt.push(by_drawing(&attack, order, &options)));
            let share = |holds: &dyn Fn(&(u16, String, u32, bool)) -> bool| {
                let held = dealt.iter().filter(|it| holds(it)).count();
                Some(Chance::new(Probability::new(held.into(), dealt.len().into())))
            };
            let question = AttackQuestion { attack: &attack, pile, rounds: 1, ct: None };
            let odds = question.answer(&AttackTable::ALL, &options).unwrap();
            let [outcome, places, wounds, down] = &odds.tables[..] else { panic!() };
            let named = |table: &OddsTable, label: &str, column: usize| {
                table.rows.iter().find(|row| row.label == label).unwrap().chances[column].clone()
            };
            prop_assert_eq!(share(&|it| it.0 > 0), named(outcome, "hit", 1));
            prop_assert_eq!(share(&|it| it.0 == 0), named(outcome, "miss", 1));
            prop_assert_eq!(share(&|it| it.3), named(outcome, "somebody else hit", 1));
            for row in &places.rows {
                prop_assert_eq!(share(&|it| it.1 == row.label), row.chances[1].clone());
            }
            for row in &wounds.rows {
                let number: u32 = row.label.parse().unwrap();
                prop_assert_eq!(share(&|it| it.2 == number), row.chances[0].clone());
                prop_assert_eq!(share(&|it| it.2 >= number), row.chances[2].clone());
            }
            let mortal = ["head", "chest", "belly", "vitals"];
            let killed = share(&|it| it.2 >= 5 && mortal.contains(&&*it.1));
            prop_assert_eq!(killed.clone(), named(down, "1", 1));
            let over = question.over_targets(&[TargetNumber::clamped(tn)], &options).unwrap();
            let row = &over.tables[0].rows[0].chances;
            prop_assert_eq!(&share(&|it| it.0 > 0), &row[0]);
            prop_assert_eq!(&share(&|it| it.2 >= 2), &row[4]);
            prop_assert_eq!(&killed, &row[12]);
        }
    }

    #[test]
    fn dice_beside_an_attack_agree_with_every_throw_of_closed_dice() {
        // Closed dice can be thrown one by one: a d20 for the location and three d6 for damage.
        let deck = deck().with_effect_dice(Some(DiceKind::Closed));
        let options = Options::default();
        let pool = Pool::new(&deck, "2d10".parse().unwrap()).unwrap();
        let cell = EffectCell::new(&deck, "(3)6".parse().unwrap()).unwrap();
        let tn = TargetNumber::clamped(6);
        let account = TnAccount::new(tn, "given");
        let attempt = Attempt { pool, draw: Draw::single("0".parse().unwrap()) };
        let attack =
            Attack { prone: true, ..Attack::plain(attempt, account, AttackWeapon::plain(cell)) };
        let dice = Dice::new(&attack, &options);
        let hit = ratio(75, 100);
        assert_eq!(Some(&hit * ratio(10, 20)), dice.hits(tn));
        assert_eq!(Some(&hit * ratio(1, 20)), dice.place(tn, "head"));
        assert_eq!(Some(Probability::zero()), dice.place(tn, "belly"));
        // The head adds two dice, arms and chest none: 9 pips of them, and 1 of the head.
        let sums = |count: u32, least: u32| {
            let faces = 6_u32.pow(count);
            let sum = |throw: u32| (0..count).map(|at| throw / 6_u32.pow(at) % 6 + 1).sum::<u32>();
            ratio((0..faces).filter(|&throw| sum(throw) >= least).count() as u32, faces)
        };
        for wounds in 1..=5 {
            let least = 6 * wounds;
            let expected = (sums(3, least) * ratio(9, 1) + sums(5, least)) / ratio(20, 1);
            assert_eq!(Some(&hit * expected), dice.wounds(tn, wounds));
        }
        let killed = &hit * sums(5, 30) / ratio(20, 1);
        for ct in [None, Some(30)] {
            let attacks = dice.attack(tn, ct).unwrap();
            let all: Probability = attacks.iter().map(|(_, chance)| chance.clone()).sum();
            assert!(all.is_one());
            let down = Target { ct }.down_by_dice(&attacks, 1);
            assert_eq!(vec![killed.clone()], down);
        }
    }
}
