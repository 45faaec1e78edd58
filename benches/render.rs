//! Benchmarks of the render stage of a build, step by step.
//!
//! `docs/dev/benchmarks.md` has the command and the figures.

use std::hint::black_box;

use actiondeck::deck::Deck;
use actiondeck::face::{Binder, Drawing, Theme, parse_svg};
use actiondeck::preflight::{PrintedDeck, read_back};
use actiondeck::render::png::{self, Dpi};
use actiondeck::render::sheet::Sheet;
use actiondeck::render::{Job, scene};
use criterion::{Criterion, criterion_group, criterion_main};

const DECK: &str = include_str!("../templates/decks/future-imperfect.json");

/// The whole stage as `build` runs it, and parts of it.
///
/// The number of threads is rayon's: `RAYON_NUM_THREADS=1` measures the work, two threads the time of a user.
fn stage(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("render stage");
    group.sample_size(10);
    let deck = Deck::read("deck.json", DECK).expect("the built-in deck is sound");
    let theme = Theme::built_in("future-imperfect").expect("it is built in");
    let sheets = |names: &[&str]| {
        names.iter().map(|name| Sheet::built_in(name).expect("it is built in")).collect()
    };
    let whole = Job::new(&deck, &theme).with_sheets(sheets(&["a4-3x3", "letter-3x3", "single"]));
    group.bench_function("everything a default build prints", |bencher| {
        bencher.iter(|| black_box(&whole).run(|_| {}));
    });
    let only = |names: &[&str], svg, png, pdf| {
        let mut job = Job::new(&deck, &theme).with_sheets(sheets(names));
        (job.svg, job.png, job.pdf) = (svg, png, pdf);
        job
    };
    for (name, job) in [
        ("cards as SVG", only(&[], true, None, false)),
        ("cards and A4 sheets as SVG", only(&["a4-3x3"], true, None, false)),
        ("cards as PNG, 300 dpi", only(&[], false, Some(Dpi::PRINT), false)),
        ("six A4 sheets as PDF", only(&["a4-3x3"], false, None, true)),
        ("single cards as PDF/X-1a", only(&["single"], false, None, true)),
    ] {
        group.bench_function(name, |bencher| bencher.iter(|| black_box(&job).run(|_| {})));
    }
    let pdf = &only(&["a4-3x3"], false, None, true).run(|_| {}).expect("the job is sound")[0];
    group.bench_function("what a deck should read, prepared", |bencher| {
        bencher.iter(|| PrintedDeck::new(black_box(&deck), &theme));
    });
    let printed = PrintedDeck::new(&deck, &theme).expect("the theme binds");
    group.bench_function("six A4 sheets read back", |bencher| {
        bencher.iter(|| read_back(black_box(&pdf.bytes), &printed));
    });
    group.finish();
}

/// The steps of one card.
fn card(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("one card");
    let deck = Deck::read("deck.json", DECK).expect("the built-in deck is sound");
    let theme = Theme::built_in("future-imperfect").expect("it is built in");
    group.bench_function("read the templates", |bencher| {
        bencher.iter(|| Binder::new(black_box(&theme), &deck));
    });
    let binder = Binder::new(&theme, &deck).expect("the theme binds");
    let card = &deck.cards()[34];
    group.bench_function("bind", |bencher| bencher.iter(|| binder.card(black_box(card))));
    let svg = binder.card(card);
    group.bench_function("parse", |bencher| bencher.iter(|| parse_svg(black_box(&svg))));
    group.bench_function("parse to be outlined", |bencher| {
        bencher.iter(|| Drawing::read(black_box(&svg)));
    });
    let drawing = Drawing::read(&svg).expect("the card is sound");
    group.bench_function("outline", |bencher| bencher.iter(|| black_box(&drawing).outlined()));
    group.bench_function("import into inks", |bencher| {
        bencher.iter(|| scene::import("card", black_box(drawing.tree()), theme.palette()));
    });
    group.bench_function("bind, parse, raster and encode at 300 dpi", |bencher| {
        bencher.iter(|| png::fronts(&theme, &deck, &[card.number], Dpi::PRINT));
    });
    group.finish();
}

criterion_group!(benches, stage, card);
criterion_main!(benches);
