//! Benchmarks of each step of the pipeline.
//!
//! `docs/dev/benchmarks.md` has the command and the figures.

use std::hint::black_box;
use std::time::Duration;

use actiondeck::deck::{CardNumber, Deck};
use actiondeck::face::Theme;
use actiondeck::generate::{Effort, generate};
use actiondeck::render::Job;
use actiondeck::render::sheet::Sheet;
use actiondeck::spec::{Spec, preset};
use actiondeck::table::lookup::{CardSheet, Check, Draw, Pool, Target, TargetNumber};
use actiondeck::validate::validate;
use criterion::{Criterion, criterion_group, criterion_main};

const DECK: &str = include_str!("../templates/decks/future-imperfect.json");

fn deck() -> Deck {
    Deck::read("deck.json", DECK).expect("the built-in deck is sound")
}

fn spec() -> Spec {
    preset("future-imperfect").expect("it is built in").spec().expect("and sound")
}

fn card(number: u8) -> CardNumber {
    CardNumber::new(number).expect("a card of 54")
}

fn statistics(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("deck");
    group.sample_size(10);
    let (spec, deck) = (spec(), deck());
    group.bench_function("generate, quick effort", |bencher| {
        bencher.iter(|| generate(&spec, black_box(54), Effort::Quick, &|_| {}));
    });
    group.bench_function("validate", |bencher| {
        bencher.iter(|| validate(black_box(&deck), Some(&spec)));
    });
    group.bench_function("read deck.json", |bencher| {
        bencher.iter(|| Deck::read("deck.json", black_box(DECK)));
    });
    group.finish();
}

fn render(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("render");
    group.sample_size(10);
    let deck = deck();
    let theme = Theme::built_in("future-imperfect").expect("it is built in");
    let sheet = |name: &str| Sheet::built_in(name).expect("it is built in");
    let one_card = || {
        let mut job = Job::new(&deck, &theme);
        job.cards = vec![card(34)];
        job.backs = false;
        (job.svg, job.png, job.pdf) = (false, None, false);
        job
    };
    let mut svg = one_card();
    svg.svg = true;
    group.bench_function("one card as SVG", |bencher| {
        bencher.iter(|| black_box(&svg).run(|_| {}));
    });
    let mut png = one_card();
    png.png = Some(actiondeck::render::png::Dpi::PRINT);
    group.bench_function("one card as PNG, 300 dpi", |bencher| {
        bencher.iter(|| black_box(&png).run(|_| {}));
    });
    let mut pdf = Job::new(&deck, &theme).with_sheets(vec![sheet("a4-3x3")]);
    (pdf.svg, pdf.png) = (false, None);
    group.bench_function("six sheets as PDF, fronts and backs", |bencher| {
        bencher.iter(|| black_box(&pdf).run(|_| {}));
    });
    group.finish();
}

fn lookup(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lookup");
    group.measurement_time(Duration::from_secs(2));
    let deck = deck();
    group.bench_function("card 34", |bencher| {
        bencher.iter(|| CardSheet::new(black_box(&deck), card(34)));
    });
    group.bench_function("4d10 with two follow-up cards", |bencher| {
        bencher.iter(|| {
            let dice = "4d10".parse().expect("a check");
            let pool = Pool::new(black_box(&deck), dice).expect("the deck has d10");
            let target = Some(Target::new(TargetNumber::clamped(13)));
            let draw = Draw::new(card(34), vec![card(11), card(10)]).expect("three cards");
            Check { pool, target }.answer(&draw)
        });
    });
    group.finish();
}

criterion_group!(benches, statistics, render, lookup);
criterion_main!(benches);
