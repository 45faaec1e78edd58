//! Benchmarks of the search: moves per second of each stage, and the time to reach each figure.
//!
//! `docs/dev/benchmarks.md` has the command and the figures.

use std::hint::black_box;
use std::time::Instant;

use actiondeck::generate::Effort;
use actiondeck::generate::measure::{
    Dependence, Stage, dependence_at, generate_watched, make_moves,
};
use actiondeck::spec::{Spec, preset};
use criterion::{Criterion, Throughput, criterion_group};

fn spec() -> Spec {
    preset("future-imperfect").expect("it is built in").spec().expect("and sound")
}

fn stages(criterion: &mut Criterion) {
    let spec = spec();
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for (name, stage, moves) in [
        ("cause column", Stage::CauseColumn, 50_000),
        ("effect column", Stage::EffectColumn, 50_000),
        ("tuples dealt", Stage::Tuples, 4_000_000),
        ("cells exchanged", Stage::Cells, 4_000_000),
    ] {
        let made = make_moves(&spec, 1, stage, moves).expect("every pin finds a card");
        group.throughput(Throughput::Elements(made));
        group.bench_function(name, |bencher| {
            bencher.iter(|| make_moves(&spec, black_box(1), stage, moves));
        });
    }
    group.finish();
}

/// One search at normal effort: the time at which each figure first reaches its limit or aim.
#[expect(clippy::print_stdout, reason = "a table that criterion has no form for")]
fn time_to_each_figure() {
    type Figure = fn(&Dependence) -> f64;
    let goals: [(&str, Figure, &[f64]); 4] = [
        ("joint rms, cards", |f| f.rms_error, &[0.80, 0.72, 0.65]),
        ("joint worst, cards", |f| f.worst_error, &[5.0, 4.0, 3.5]),
        ("rms r", |f| f.rms_r, &[0.026, 0.015, 0.012]),
        ("worst r", |f| f.worst_r, &[0.10, 0.06, 0.05]),
    ];
    let spec = spec();
    // A benchmark may read the clock.
    #[allow(clippy::disallowed_methods)]
    let start = Instant::now();
    let mut seen = Vec::new();
    let watch = &mut |round| seen.push((start.elapsed(), round));
    generate_watched(&spec, 54, Effort::Normal, watch).expect("every pin finds a card");
    println!("\n| figure | goal | moves | seconds |\n|---|---|---|---|");
    for (name, figure, bounds) in goals {
        for &bound in bounds {
            match seen.iter().find(|(_, round)| figure(&round.figures) <= bound) {
                Some((time, round)) => {
                    let (moves, seconds) = (round.moves, time.as_secs_f64());
                    println!("| {name} | {bound} | {moves} | {seconds:.2} |");
                }
                None => println!("| {name} | {bound} | not reached | |"),
            }
        }
    }
}

/// The trade-off between the two figures of dependence: the table of docs/statistics.md.
#[expect(clippy::print_stdout, reason = "a table that criterion has no form for")]
fn trade_off() {
    let text = include_str!("../tests/data/every_part.toml");
    let spec =
        Spec::read("every_part.toml", text, &mut |_| Ok(String::new())).expect("it is sound");
    println!("\n| weight on r² | rms r | worst \\|r\\| | joint rms, cards | joint worst, cards |");
    println!("|---|---|---|---|---|");
    for weight in [0, 10_000, 20_000, 50_000, 100_000, 300_000] {
        let figures = dependence_at(&spec, 54, Effort::Normal, f64::from(weight));
        let Dependence { worst_r, rms_r, worst_error, rms_error } = figures.expect("no pins");
        println!("| {weight} | {rms_r:.4} | {worst_r:.3} | {rms_error:.3} | {worst_error:.2} |");
    }
}

criterion_group!(benches, stages);

fn main() {
    benches();
    time_to_each_figure();
    trade_off();
    Criterion::default().configure_from_args().final_summary();
}
