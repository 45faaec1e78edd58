//! Benchmarks of lookups and odds: checks, exact odds, and questions from card to wounds.
//!
//! `docs/dev/benchmarks.md` has the command and the figures.

use std::hint::black_box;
use std::time::{Duration, Instant};

use actiondeck::deck::{CardNumber, CardNumbers, Deck};
use actiondeck::dice::CheckDice;
use actiondeck::table::lookup::{Draw, EffectCell, Outcome, Pool, Target, TargetNumber};
use actiondeck::table::odds::{
    AttackQuestion, AttackTable, CheckOdds, CheckTable, Event, HitEvent, Manner, Pile, WoundsDealt,
    check_tables,
};
use actiondeck::table::rules::{Attack, AttackWeapon, Attempt, Harm, Options, Size, TnAccount};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const DECK: &str = include_str!("../templates/decks/future-imperfect.json");

fn deck() -> Deck {
    Deck::read("deck.json", DECK).expect("the built-in deck is sound")
}

/// Every check of the deck.
fn pools(deck: &Deck) -> Vec<Pool<'_>> {
    let grid = &deck.layout().cause;
    grid.cells()
        .map(|(die, level)| Pool::new(deck, CheckDice { level, die }).expect("a cell of the grid"))
        .collect()
}

/// Outcome, success and bumps of every check on every card, without allocation.
fn checks(criterion: &mut Criterion) {
    let deck = deck();
    let pools = pools(&deck);
    let target = Target::new(TargetNumber::clamped(7));
    let mut group = criterion.benchmark_group("check");
    group.throughput(Throughput::Elements(54 * pools.len() as u64));
    group.bench_function("every card of every check against TN 7", |bencher| {
        bencher.iter(|| {
            let (mut successes, mut bumps) = (0_u32, 0_u32);
            for &pool in black_box(&pools) {
                for card in CardNumbers::POKER.iter() {
                    if let Outcome::Number(best) = pool.outcome(card) {
                        let judgement = target.judge(best.into());
                        successes += u32::from(judgement.success);
                        bumps += judgement.bumps;
                    }
                }
            }
            (successes, bumps)
        });
    });
    group.finish();
}

/// A check, a target number and a pile.
type Asked<'d> = (Pool<'d>, TargetNumber, Pile);

fn count((pool, tn, pile): Asked<'_>) -> CheckOdds {
    CheckOdds::new(pool, &pile, &[tn], None)
}

/// Prints the slowest check of all levels, dice, target numbers and piles, each run once.
#[expect(clippy::disallowed_methods, reason = "a bench reads the clock")]
fn slowest(deck: &Deck) -> Asked<'_> {
    let mut worst = None;
    for kept in [54, 53, 45, 36, 27, 18, 9] {
        let gone: Vec<CardNumber> = CardNumbers::POKER.iter().skip(kept).collect();
        let pile = Pile::without(CardNumbers::POKER, &gone).expect("each card once");
        for pool in pools(deck) {
            for tn in 1..=64 {
                let asked = (pool, TargetNumber::clamped(tn), pile);
                let start = Instant::now();
                black_box(count(asked));
                let taken = start.elapsed();
                if worst.is_none_or(|(longest, _)| taken > longest) {
                    // Repeated, in case another process delayed the first run.
                    let start = Instant::now();
                    black_box(count(asked));
                    let taken = taken.min(start.elapsed());
                    if worst.is_none_or(|(longest, _)| taken > longest) {
                        worst = Some((taken, asked));
                    }
                }
            }
        }
    }
    worst.expect("there are checks").1
}

fn odds(criterion: &mut Criterion) {
    let deck = deck();
    let mut group = criterion.benchmark_group("odds");
    group.measurement_time(Duration::from_secs(2));
    let usual = Pool::new(&deck, "3d10".parse().expect("a check")).expect("the deck has d10");
    let tn = TargetNumber::clamped(7);
    group.bench_function("3d10 against TN 7, whole deck", |bencher| {
        bencher.iter(|| count(black_box((usual, tn, Pile::whole(CardNumbers::POKER)))));
    });
    let asked @ (pool, tn, pile) = slowest(&deck);
    let name = format!("the slowest check: {} against TN {tn}, {} cards", pool.dice(), pile.len());
    group.bench_function(name, |bencher| bencher.iter(|| count(black_box(asked))));
    let options = Options::default();
    let cell = EffectCell::new(&deck, "(3)6".parse().expect("a cell")).expect("the deck has it");
    let wounds = WoundsDealt::new(2, cell, 0, (Size::HUMAN, Harm::Deadly), &options);
    let hit = HitEvent {
        location: Some("head".parse().expect("a place")),
        bumps: Some(options.bump_divisor),
        wounds: Some(wounds),
        ..HitEvent::default()
    };
    let event = Event { effect: None, hit: Some(hit) };
    group.bench_function("3d10, two wounds in the head, bumps spent", |bencher| {
        let tn = [TargetNumber::clamped(7)];
        bencher.iter(|| {
            CheckOdds::new(usual, &Pile::whole(CardNumbers::POKER), &tn, Some(black_box(&event)))
        });
    });
    let plain = AttackWeapon::plain(cell);
    let account = TnAccount::new(TargetNumber::clamped(8), "given");
    let draw = Draw::single(CardNumbers::POKER.iter().next().expect("card 0"));
    let attack = Attack::plain(Attempt::new(usual, draw), account, plain);
    let whole = |tn: i64, rounds, ct| {
        let account = TnAccount::new(TargetNumber::clamped(tn), "given");
        let attack = Attack { account, ..attack.clone() };
        let question = AttackQuestion {
            attack: &attack,
            pile: Pile::whole(CardNumbers::POKER),
            rounds,
            ct,
            hurt: &[],
        };
        question.answer(&AttackTable::ALL, &options).expect("a single shot")
    };
    group.bench_function("a whole attack with 3d10 against TN 8, five rounds", |bencher| {
        bencher.iter(|| whole(black_box(8), 5, None));
    });
    group.bench_function("a whole attack with 3d10 against TN 14, ten rounds, CT 12", |bencher| {
        bencher.iter(|| whole(black_box(14), 10, Some(12)));
    });
    let tables: Vec<CheckTable> =
        deck.layout().cause.columns.iter().copied().map(CheckTable::Die).collect();
    group.sample_size(10);
    group.bench_function("all tables over TN, level and die", |bencher| {
        bencher.iter(|| {
            check_tables(
                black_box(&deck),
                Pile::whole(CardNumbers::POKER),
                &tables,
                &[],
                Manner::default(),
            )
        });
    });
    group.finish();
}

criterion_group!(benches, checks, odds);
criterion_main!(benches);
