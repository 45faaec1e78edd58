//! The odds of a check: with one card, with follow-up cards, and with true dice.

use num_traits::One;
use schemars::JsonSchema;
use serde::Serialize;

use crate::dice::{CheckDice, Pick, Probability};
use crate::table::lookup::{Answer, Pool, TargetNumber};
use crate::wording::counted;

use super::dice::assumed;
use super::follow_ups::FollowUps;
use super::reading::pool_name;
use super::{Chance, Event, Goal, Pile, PoolReading};

/// The odds of a check against several target numbers.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CheckOdds {
    /// The check.
    pub dice: CheckDice,
    /// The row that counts.
    pub pick: Pick,
    /// Whether the result must reach the numbers or stay below.
    pub goal: Goal,
    /// The cards in the pile.
    pub cards: u32,
    /// The chance of a critical failure.
    pub critical_failure: Chance,
    /// The event that must also happen, in words.
    pub event: Option<String>,
    /// One line for each target number.
    pub lines: Vec<OddsLine>,
    /// A sentence that names the dice that were assumed, those to which the numbers of the deck are
    /// closer; none if the deck file states them (a CSV file does not) or they do not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    /// A sentence on how often the cards are drawn in the long run, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub long_run: Option<String>,
}

/// The odds for one target number.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct OddsLine {
    /// The target number, or the highest number that succeeds.
    pub tn: TargetNumber,
    /// Success with the resolution card alone.
    pub one_card: Chance,
    /// The same in the long run, under the shuffle policy of the deck; none if that was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub long_run: Option<Chance>,
    /// Success with follow-up cards drawn as long as they help.
    pub with_follow_ups: Chance,
    /// Success with the same number of dice, without critical failures: open-ended ones to reach a
    /// number, ordinary ones to stay below. None if dice are not defined for the event.
    pub true_dice: Option<Chance>,
}

impl CheckOdds {
    /// Calculates the odds of a check in which the highest row counts.
    pub fn new(
        pool: Pool<'_>,
        pile: &Pile,
        targets: &[TargetNumber],
        event: Option<&Event<'_>>,
    ) -> Self {
        let reading = PoolReading::usual(pool);
        let mut follow_ups = FollowUps::new(pool);
        let beside = match event {
            None => Some(Probability::one()),
            Some(event) => event.with_dice(pool.deck()),
        };
        let lines = targets.iter().map(|&tn| {
            let needed = |card| {
                let margin = event.map_or(Some(0), |event| event.margin_needed(pool.deck(), card));
                Some(i64::from(tn.get()) + i64::from(margin?))
            };
            let (at_once, orders) = reading.reaching(*pile, &needed, &mut follow_ups);
            let one_card = Chance::from_cards(at_once, pile.len());
            let with_follow_ups = match pile.is_empty() {
                true => one_card.clone(),
                false => {
                    let whole = follow_ups.orders(pile.len()).clone();
                    Chance::new(Probability::new(orders.into(), whole.into()))
                }
            };
            let dice = || reading.with_dice(tn.get().into());
            let true_dice = beside.as_ref().map(|beside| Chance::new(dice() * beside));
            OddsLine { tn, one_card, long_run: None, with_follow_ups, true_dice }
        });
        let lines = lines.collect();
        Self {
            event: event.and_then(Event::describe),
            assumed: event.filter(|event| event.sums_dice()).and_then(|_| assumed(pool.deck())),
            ..Self::around(reading, *pile, lines)
        }
    }

    /// Calculates the odds of a check with another reading.
    pub fn read(reading: PoolReading<'_>, pile: Pile, targets: &[TargetNumber]) -> Self {
        let mut follow_ups = FollowUps::new(reading.pool);
        let lines = targets.iter().map(|&tn| {
            let number = i64::from(tn.get());
            let [one_card, with_follow_ups] = match reading.goal {
                Goal::AtLeast => reading.at_least(number, pile, &mut follow_ups),
                Goal::AtMost => [(); 2].map(|()| reading.at_most(number, pile)),
            };
            OddsLine {
                tn,
                one_card: Chance::new(one_card),
                long_run: None,
                with_follow_ups: Chance::new(with_follow_ups),
                true_dice: Some(Chance::new(reading.with_dice(number))),
            }
        });
        let lines = lines.collect();
        Self::around(reading, pile, lines)
    }

    fn around(reading: PoolReading<'_>, pile: Pile, lines: Vec<OddsLine>) -> Self {
        Self {
            dice: reading.pool.dice(),
            pick: reading.pick,
            goal: reading.goal,
            cards: pile.len(),
            critical_failure: reading.critical_failure(pile),
            event: None,
            lines,
            assumed: None,
            long_run: None,
        }
    }

    /// `3d10`, or `lowest of 3d10`
    pub(super) fn subject(&self) -> String {
        pool_name(self.dice, self.pick, self.goal)
    }

    /// All chances as fractions, one line for each target number.
    pub fn fractions(&self) -> Vec<String> {
        self.lines
            .iter()
            .map(|line| {
                let dice = line.true_dice.as_ref().map_or_else(|| "–".to_owned(), Chance::fraction);
                let long_run = line.long_run.as_ref().map(Chance::fraction);
                let long_run = long_run.map_or_else(String::new, |it| format!(", long run {it}"));
                format!(
                    "{} {}: one card {}{long_run}, with follow-ups {}, true dice {dice}",
                    self.goal.head(),
                    line.tn,
                    line.one_card.fraction(),
                    line.with_follow_ups.fraction()
                )
            })
            .collect()
    }
}

impl Answer for CheckOdds {
    const KIND: &'static str = "odds";

    fn explanation(&self) -> Vec<String> {
        let with = self.event.as_ref().map(|event| format!(" and {event}")).unwrap_or_default();
        let mut lines = vec![format!(
            "{}{with}, {} in the pile: critical failure {}",
            self.subject(),
            counted(self.cards as usize, "card"),
            self.critical_failure
        )];
        let head = self.goal.head();
        let wide = head.len().max(4);
        let long_run = |text: &str| match self.long_run {
            Some(_) => format!("  {text:>10}"),
            None => String::new(),
        };
        lines.push(format!(
            "{head:>wide$}  {:>10}{}  {:>15}  {:>10}",
            "one card",
            long_run("long run"),
            "with follow-ups",
            "true dice"
        ));
        for line in &self.lines {
            let dice = line.true_dice.as_ref().map_or_else(|| "–".to_owned(), Chance::to_string);
            let of_long_run = line.long_run.as_ref().map(Chance::to_string).unwrap_or_default();
            lines.push(format!(
                "{:>wide$}  {:>10}{}  {:>15}  {dice:>10}",
                line.tn,
                line.one_card,
                long_run(&of_long_run),
                line.with_follow_ups
            ));
        }
        lines.extend(self.assumed.clone());
        lines.extend(self.long_run.clone());
        lines
    }
}

#[cfg(test)]
mod tests {
    use num_traits::Zero;

    use super::*;
    use crate::deck::CardNumbers;
    use crate::deck::{CardNumber, Deck};
    use crate::dice::DiceKind;
    use crate::table::lookup::samples::{card, deck};
    use crate::table::lookup::{Check, CheckAnswer, Draw, EffectCell, Outcome, Target};
    use crate::table::odds::HitEvent;
    use crate::table::odds::WoundsDealt;
    use crate::table::odds::dice::sum_at_least;
    use crate::table::rules::{DamageQuestion, Forced, Harm, LocationQuestion, Options, Size};

    fn pool<'d>(deck: &'d Deck, dice: &str) -> Pool<'d> {
        Pool::new(deck, dice.parse().unwrap()).unwrap()
    }

    fn odds(pool: Pool<'_>, pile: &Pile, tn: i64) -> OddsLine {
        CheckOdds::new(pool, pile, &[TargetNumber::clamped(tn)], None).lines.remove(0)
    }

    /// The reference: resolves the check for every ordered draw of the pile, as at the table, while
    /// it is open and has not succeeded.
    fn by_enumeration(
        check: Check<'_>,
        pile: &[CardNumber],
        drawn: &[CardNumber],
        wanted: &dyn Fn(&CheckAnswer) -> bool,
    ) -> Probability {
        if let Some((&first, then)) = drawn.split_first() {
            let draw = Draw::new(first, then.to_vec()).unwrap();
            let answer = check.answer(&draw).unwrap();
            if wanted(&answer) {
                return Probability::one();
            }
            // A row was open if it has as many cells as cards were drawn.
            let open = answer.choices.iter().any(|c| c.open && c.cells.len() == drawn.len());
            if !open {
                return Probability::zero();
            }
        }
        if pile.is_empty() {
            return Probability::zero();
        }
        let sum: Probability = pile
            .iter()
            .map(|&card| {
                let rest: Vec<CardNumber> = pile.iter().copied().filter(|c| *c != card).collect();
                by_enumeration(check, &rest, &[drawn, &[card]].concat(), wanted)
            })
            .fold(Probability::zero(), |sum, chance| sum + chance);
        sum / Probability::from_integer(pile.len().into())
    }

    /// Nine cards of the deck, and their pile.
    fn nine(start: usize) -> (Vec<CardNumber>, Pile) {
        let all: Vec<CardNumber> = CardNumbers::POKER.iter().collect();
        let kept = all[start..start + 9].to_vec();
        let gone: Vec<CardNumber> = all.into_iter().filter(|c| !kept.contains(c)).collect();
        (kept, Pile::without(CardNumbers::POKER, &gone).unwrap())
    }

    #[test]
    fn small_piles_agree_with_enumeration_of_ordered_draws() {
        let deck = deck();
        for (start, dice) in [(0, "3d4"), (9, "5d4"), (20, "2d6"), (30, "4d10"), (41, "5d6")] {
            let (kept, pile) = nine(start);
            for tn in [-1, 1, 3, 5, 7, 9, 12, 16, 25] {
                let target = Some(Target::new(TargetNumber::clamped(tn)));
                let check = Check { pool: pool(&deck, dice), target };
                let expected =
                    by_enumeration(check, &kept, &[], &|answer| answer.success() == Some(true));
                let found = odds(pool(&deck, dice), &pile, tn).with_follow_ups;
                assert_eq!(&expected, found.probability(), "{dice} against {tn} from {start}");
            }
        }
    }

    #[test]
    fn events_with_bumps_agree_with_enumeration_of_ordered_draws() {
        let deck = deck();
        let options = Options::default();
        let cell = EffectCell::new(&deck, "(2)6".parse().unwrap()).unwrap();
        let forced = Forced { punch: true, ..Forced::default() };
        let mut found_some = false;
        for (start, dice, spend) in
            [(0, "3d4", true), (9, "5d4", true), (20, "2d6", false), (30, "4d10", true)]
        {
            let (kept, pile) = nine(start);
            for tn in [-9, 1, 4, 7, 12] {
                for (location, least) in [(Some("head"), 1), (None, 2), (Some("chest"), 0)] {
                    let target = Some(Target::new(TargetNumber::clamped(tn)));
                    let check = Check { pool: pool(&deck, dice), target };
                    // As at the table: move the hit by every possible number of bumps, then read
                    // the location and the damage there.
                    let as_wanted = |answer: &CheckAnswer| {
                        let bumps = if spend { answer.bumps().min(9) as i8 } else { 0 };
                        answer.success() == Some(true)
                            && (-bumps..=bumps).any(|chosen| {
                                let card = answer.draw.card();
                                let (covered, prone) = (Vec::new(), false);
                                let question = LocationQuestion {
                                    deck: (&deck).into(),
                                    card,
                                    forced,
                                    chosen,
                                    called: None,
                                    prone,
                                    covered,
                                };
                                let place = question.answer();
                                let bumps = place.damage_bumps;
                                let (size, harm) = (Size::HUMAN, Harm::Deadly);
                                let damage = DamageQuestion { cell, bumps, size, harm };
                                location.is_none_or(|wanted| wanted == place.location)
                                    && damage.answer(card, &options).damage.wounds >= least
                            })
                    };
                    let expected = by_enumeration(check, &kept, &[], &as_wanted);
                    let wounds = (Size::HUMAN, Harm::Deadly);
                    let hit = HitEvent {
                        location: location.map(|place| place.parse().unwrap()),
                        forced,
                        bumps: spend.then_some(options.bump_divisor),
                        wounds: Some(WoundsDealt::new(least, cell, 0, wounds, &options)),
                    };
                    let event = Event { effect: None, hit: Some(hit) };
                    let targets = [TargetNumber::clamped(tn)];
                    let odds = CheckOdds::new(check.pool, &pile, &targets, Some(&event));
                    let found = odds.lines[0].with_follow_ups.probability();
                    found_some |= !found.is_zero();
                    assert_eq!(&expected, found, "{dice} against {tn} from {start}, {location:?}");
                }
            }
        }
        assert!(found_some);
    }

    #[test]
    fn one_card_counts_the_cards_that_reach_the_target() {
        let deck = deck();
        let pool = pool(&deck, "3d10");
        let reached = CardNumbers::POKER
            .iter()
            .filter(|&card| matches!(pool.outcome(card), Outcome::Number(best) if best >= 7))
            .count();
        let line = odds(pool, &Pile::whole(CardNumbers::POKER), 7);
        assert_eq!(Chance::from_cards(reached as u32, 54), line.one_card);
        assert_eq!(line.one_card, line.with_follow_ups.min(line.one_card.clone()));
    }

    #[test]
    fn an_event_must_hold_on_the_card_that_succeeds() {
        let deck = deck();
        let cell = EffectCell::new(&deck, "(3)6".parse().unwrap()).unwrap();
        let hit = HitEvent { location: Some("belly".parse().unwrap()), ..HitEvent::default() };
        let event = Event { effect: Some((cell, 12)), hit: Some(hit) };
        let tn = [TargetNumber::clamped(5)];
        let with = CheckOdds::new(
            pool(&deck, "1d10"),
            &Pile::whole(CardNumbers::POKER),
            &tn,
            Some(&event),
        );
        let expected = CardNumbers::POKER
            .iter()
            .filter(|&card| {
                let face = deck.card(card);
                pool(&deck, "1d10").cells(card)[0].value() >= 5
                    && cell.magnitude(card) >= 12
                    && face.hit[face.standard_hit().unwrap()] == "belly"
            })
            .count();
        assert!(expected > 0);
        assert_eq!(Chance::from_cards(expected as u32, 54), with.lines[0].one_card);
        // Row 1 of a d10 shows 5 or more on 6 of 10 faces, the d20 a belly on 5 of 20.
        let dice = with.lines[0].true_dice.as_ref().unwrap().probability().clone();
        let damage = sum_at_least(cell.dice(), DiceKind::OpenEnded, 12).unwrap();
        assert_eq!(damage * Probability::new(6.into(), 40.into()), dice);
        assert_eq!("(3)6 at least 12 and location belly", with.event.unwrap());
    }

    #[test]
    fn an_empty_pile_and_absurd_targets_are_counted_without_panic() {
        let deck = deck();
        let all: Vec<CardNumber> = CardNumbers::POKER.iter().collect();
        let empty = Pile::without(CardNumbers::POKER, &all).unwrap();
        assert_eq!("0.00 %", odds(pool(&deck, "5d4"), &empty, 5).with_follow_ups.to_string());
        let far = odds(pool(&deck, "5d4"), &Pile::whole(CardNumbers::POKER), 9999);
        assert!(far.with_follow_ups.probability().is_zero());
        let certain = odds(
            pool(&deck, "5d4"),
            &Pile::without(CardNumbers::POKER, &[card(0)]).unwrap(),
            -9999,
        );
        assert_eq!("100.00 %", certain.true_dice.unwrap().to_string());
    }
}
