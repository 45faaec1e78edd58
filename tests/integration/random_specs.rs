//! Random decks: columns, rows, omitted parts, elements, words and themes.
//!
//! Each deck is dealt, drawn and passes preflight, or is refused with a reason. `PROPTEST_CASES` sets their
//! number, `PROPTEST_RNG_SEED` the seed. `scripts/random_decks.py` does the same with the program, including
//! search and lookup.

use std::collections::BTreeMap;
use std::panic::catch_unwind;

use actiondeck::deck::{CardNumber, Part};
use actiondeck::diagnostic::Problems;
use actiondeck::face::{Faces, Theme, Words};
use actiondeck::generate::{Effort, PreviewCache};
use actiondeck::preflight::{Expectation, Findings, PrintedDeck, WantedCards};
use actiondeck::render::Job;
use actiondeck::render::sheet::Sheet;
use actiondeck::spec::Spec;
use actiondeck::validate::validate;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The default number of decks; drawing and read-back take most of the time.
const CASES: u32 = 24;

/// One deck in this number is searched too.
const SEARCHED: u64 = 8;

/// The maximum number of reasons for a refusal.
const MOST_REASONS: usize = 12;

const COMMON: [u16; 6] = [4, 6, 8, 10, 12, 20];
const DICE: [u16; 17] = [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 30, 54, 100, 1000];

/// A spec with its theme, words and cards.
#[derive(Clone, Debug)]
struct Trial {
    spec: String,
    theme: &'static str,
    words: &'static str,
    cards: [u8; 2],
}

/// Columns and rows of a grid, mostly of a plausible one.
fn grid(name: &'static str) -> impl Strategy<Value = String> {
    let wanted = (subsequence(COMMON.to_vec(), 1..=5), 1..=5_u8);
    let any = (subsequence(DICE.to_vec(), 1..=8), 1..=8_u8);
    prop_oneof![3 => wanted, 1 => any].prop_map(move |(columns, rows)| {
        let columns: Vec<String> = columns.iter().map(|sides| format!("\"d{sides}\"")).collect();
        format!("[{name}]\ncolumns = [{}]\nrows = {rows}\n", columns.join(", "))
    })
}

/// The cause grid with columns that are closed, lack exceptional cells, or are limited in the lowest or sum.
fn cause() -> impl Strategy<Value = String> {
    let keys = ["closed", "plain", "lowest", "sum"].map(|key| {
        let dice = prop_oneof![3 => Just(Vec::new()), 1 => subsequence(COMMON.to_vec(), 1..=2)];
        dice.prop_map(move |dice| (key, dice))
    });
    (grid("cause"), keys).prop_map(|(grid, keys)| {
        let line = |(key, dice): (&str, Vec<u16>)| {
            let mine = |sides: &u16| grid.contains(&format!("\"d{sides}\""));
            let names = dice.into_iter().filter(mine).map(|sides| format!("\"d{sides}\""));
            let names: Vec<String> = names.collect();
            (!names.is_empty()).then(|| format!("{key} = [{}]\n", names.join(", ")))
        };
        let lines: String = keys.into_iter().filter_map(line).collect();
        grid + &lines
    })
}

/// Counts of values that add up to 54 cards.
fn shares(values: Vec<String>) -> impl Strategy<Value = String> {
    subsequence((1..54).collect::<Vec<u8>>(), values.len() - 1).prop_map(move |cuts| {
        let ends = cuts.iter().copied().chain([54]);
        let starts = [0].into_iter().chain(cuts.iter().copied());
        let sizes = ends.zip(starts).map(|(end, start)| end - start);
        values.iter().zip(sizes).map(|(value, size)| format!("\"{value}\" = {size}\n")).collect()
    })
}

fn numbers(values: std::ops::RangeInclusive<i8>) -> Vec<String> {
    values.map(|value| value.to_string()).collect()
}

/// Words of every length, with accents and with letters that our fonts lack.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => select(vec!["sun", "rain", "no, but", "yes", "ambush", "a friend", "stormy weather"])
            .prop_map(str::to_owned),
        3 => "[a-z]{1,14}( [a-z]{1,9})?",
        2 => "[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ]{0,9}",
        1 => "[а-я]{1,8}",
    ]
}

fn element() -> impl Strategy<Value = String> {
    let dice = select(vec!["1d20", "2d6", "4dF", "3d6", "4d6k3", "1d100", "2d6+1"]);
    let dice = dice.prop_map(|dice| format!("dice = \"{dice}\""));
    let texts = prop::collection::vec(word(), 1..=6);
    let texts = texts.prop_map(|texts| format!("texts = {texts:?}"));
    let counts = (1..54_u8, word()).prop_filter_map("two of a name", |(low, word)| {
        (word != "clear").then(|| format!("counts = {{ clear = {low}, {word:?} = {} }}", 54 - low))
    });
    prop_oneof![dice, texts, counts]
}

fn hit() -> impl Strategy<Value = String> {
    let places = subsequence(vec!["wheel", "hull", "mast", "deck", "rudder", "crow's nest"], 1..=6);
    let places = places.prop_flat_map(|places| {
        places
            .into_iter()
            .map(|place| {
                (1..=5_u8, any::<bool>()).prop_map(move |(steps, sided)| {
                    format!(
                        "[[hit.ladder]]\nlocation = \"{place}\"\nsteps = {steps}\nsided = {sided}\n"
                    )
                })
            })
            .collect::<Vec<_>>()
    });
    let reads = prop::collection::btree_set(-4..=4_i8, 1..=6);
    (reads, places).prop_map(|(reads, places)| {
        let reads: Vec<i8> = reads.into_iter().rev().collect();
        format!("[hit]\nreads = {reads:?}\n{}", places.concat())
    })
}

fn bursts() -> impl Strategy<Value = String> {
    let sizes = subsequence(vec![2, 3, 5, 10, 20], 1..=4);
    sizes.prop_flat_map(|sizes| {
        let ones = subsequence((1..54).collect::<Vec<u8>>(), sizes.len());
        ones.prop_map(move |ones| {
            // A longer burst must not hit less often.
            let ones = ones.into_iter().rev();
            let burst = |(shots, low): (&u8, u8)| {
                format!("[burst.{shots}]\n\"1\" = {low}\n\"2\" = {}\n", 54 - low)
            };
            sizes.iter().zip(ones).map(burst).collect::<String>()
        })
    })
}

fn trial() -> impl Strategy<Value = Trial> {
    let without = prop_oneof![
        3 => subsequence(Part::NAMES.to_vec(), 0..=2),
        1 => subsequence(Part::NAMES.to_vec(), 0..=10),
    ];
    let grids = (cause(), grid("effect"), any::<bool>());
    let tables = (
        hit(),
        bursts(),
        shares(numbers(-1..=1)),
        shares(numbers(1..=6)),
        prop::collection::vec(element(), 0..=3),
    );
    let looks = (
        select(Theme::built_in_names().collect::<Vec<_>>()),
        select(Words::built_in_names().collect::<Vec<_>>()),
        [0..54_u8, 0..54_u8],
    );
    (0..1000_u16, without, grids, tables, looks).prop_map(|(seed, without, grids, tables, looks)| {
        let (cause, effect, closed) = grids;
        let (hit, bursts, penetration, unintended, elements) = tables;
        let mut spec = format!(
            "format = \"actiondeck-spec/1\"\nname = \"Trial\"\nabbreviation = \"T\"\nseed = {seed}\n\
             without = {without:?}\n{cause}"
        );
        let mut part = |name: &str, text: &str| {
            if !without.contains(&name) {
                spec.push_str(text);
            }
        };
        part("effect", &format!("{effect}closed = {closed}\n"));
        part("hit", &hit);
        part("burst", &bursts);
        part("penetration", &format!("[penetration]\n{penetration}"));
        part("unintended", &format!("[unintended]\n{unintended}"));
        for (place, element) in elements.iter().enumerate() {
            spec.push_str(&format!("[[element]]\nid = \"own{place}\"\n{element}\n"));
        }
        let (theme, words, cards) = looks;
        Trial { spec, theme, words, cards }
    })
}

/// Deals and validates a deck, prints two cards and reads them back.
///
/// # Errors
/// The reasons for a refusal.
fn printed(trial: &Trial) -> Result<Findings, Problems> {
    let spec = Spec::read("deck.toml", &trial.spec, &mut |_| Err("no such file".to_owned()))?;
    let no_deck = |error| Problems::from(actiondeck::Problem::from(error));
    let mut previews = PreviewCache::default();
    let preview = previews.preview(&spec, spec.seed);
    let preview = preview.map_err(no_deck)?;
    let deck = match spec.seed % SEARCHED {
        0 => {
            let settled = previews.settled(preview, Effort::Quick, &|| true);
            settled.map_err(no_deck)?.expect("the search is not cancelled")
        }
        _ => preview.deck(),
    };
    let validation = validate(&deck, Some(&spec));
    assert!(validation.faults.is_empty(), "{:?}", validation.faults);
    let text = deck.to_files()?.json;
    let theme = Theme::built_in(trial.theme)?.in_words(Words::built_in(trial.words)?);
    let mut cards: Vec<CardNumber> = trial.cards.map(|card| CardNumber::new(card).unwrap()).into();
    cards.dedup();
    let faces = Faces::fitting_on(&theme, &deck, &cards)?;
    let expected = PrintedDeck::from_cards(&faces, &cards)?;
    let sheet = Sheet::built_in("single")?;
    let job = Job::new(&deck, &theme).with_sheets(vec![sheet]);
    let mut job = job.with_svg(true).with_pdf(true).with_png(None);
    job.cards.clone_from(&cards);
    let files = job.run_with(faces, |_| ())?;
    assert_eq!(text, actiondeck::deck::Deck::read("deck.json", &text)?.to_files()?.json);
    let expectation = Expectation::default().with_card(theme.format()).with_drawing();
    let wanted = WantedCards { cards: &cards, extras: &[], copies: 1 };
    Ok(Findings::check_printed(&files, &expectation, &expected, wanted, &|_, _| ()))
}

/// The result of a trial.
enum Outcome {
    Printed,
    /// The codes of the reasons.
    Refused(Vec<String>),
    Failed(String),
}

fn outcome(trial: &Trial) -> Outcome {
    let failed = |what: String| Outcome::Failed(format!("{what}\n{trial:?}\n{}", trial.spec));
    let printed = catch_unwind(|| printed(trial)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
    });
    match printed {
        Err(panic) => failed(panic.unwrap_or_else(|| "it panicked".to_owned())),
        Ok(Ok(findings)) if findings.hold() => Outcome::Printed,
        Ok(Ok(findings)) => failed(findings.faults().to_string()),
        Ok(Err(problems)) if !(1..=MOST_REASONS).contains(&problems.len()) => {
            failed(format!("{} reasons: {problems}", problems.len()))
        }
        Ok(Err(problems)) if problems.iter().any(|problem| problem.message().is_empty()) => {
            failed("a reason without words".to_owned())
        }
        Ok(Err(problems)) => {
            Outcome::Refused(problems.iter().map(|problem| problem.code().to_owned()).collect())
        }
    }
}

/// Runs all trials in parallel.
///
/// The trials have their own threads, because threads of the rayon pool that wait for a trial would start
/// another one, until their stacks overflow.
fn outcomes(trials: &[Trial]) -> Vec<Outcome> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let share = trials.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let work = |share: &[Trial]| share.iter().map(outcome).collect::<Vec<Outcome>>();
        let shares = trials.chunks(share);
        let threads: Vec<_> = shares.map(|share| scope.spawn(move || work(share))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

/// The trials of a seed, the same on every machine; a larger number extends a smaller one.
fn trials(seed: u8, cases: u32) -> Vec<Trial> {
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let trial = trial();
    (0..cases).map(|_| trial.new_tree(&mut runner).unwrap().current()).collect()
}

#[test]
fn a_deck_of_any_shape_prints_or_is_refused_with_a_reason() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u32>().ok());
    let cases = asked("PROPTEST_CASES").unwrap_or(CASES);
    let seed = asked("PROPTEST_RNG_SEED").unwrap_or(54) as u8;
    let outcomes = outcomes(&trials(seed, cases));
    let good = outcomes.iter().filter(|it| matches!(it, Outcome::Printed)).count();
    let mut reasons = BTreeMap::<&str, u32>::new();
    for outcome in &outcomes {
        if let Outcome::Refused(codes) = outcome {
            codes.iter().for_each(|code| *reasons.entry(code).or_default() += 1);
        }
    }
    let failed = outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Failed(why) => Some(why.as_str()),
        _ => None,
    });
    let failed: Vec<&str> = failed.collect();
    #[expect(clippy::print_stdout, reason = "shown with --nocapture, for the record of a long run")]
    {
        println!(
            "{cases} specs of seed {seed}: {good} printed, {} failed; reasons of the others: {reasons:?}",
            failed.len()
        );
    }
    assert!(failed.is_empty(), "{} of {cases}:\n{}", failed.len(), failed.join("\n\n"));
    assert!(good * 3 > cases as usize, "most random specs must be valid");
    assert!(!reasons.is_empty(), "some random specs must be refused");
}

/// A spec whose cards have frame edges on pixel boundaries.
const FRAMES_BETWEEN_PIXELS: &str = r#"
format = "actiondeck-spec/1"
name = "Trial"
abbreviation = "T"
seed = 171
without = ["hit", "penetration"]
[cause]
columns = ["d3", "d4", "d5", "d20", "d100"]
rows = 7
[effect]
columns = ["d4", "d6", "d8", "d12", "d20"]
rows = 5
closed = true
[burst.5]
"1" = 50
"2" = 4
[burst.20]
"1" = 7
"2" = 47
[unintended]
"1" = 24
"2" = 16
"3" = 3
"4" = 5
"5" = 1
"6" = 5
[[element]]
id = "own0"
dice = "4d6k3"
[[element]]
id = "own1"
counts = { clear = 42, "a friend" = 12 }
"#;

#[test]
fn edges_rounded_to_neighbouring_pixels_are_not_differences() {
    let spec = FRAMES_BETWEEN_PIXELS.to_owned();
    let trial = Trial { spec, theme: "ink-saver", words: "fr", cards: [21, 44] };
    let findings = printed(&trial).unwrap();
    assert!(findings.hold(), "{}", findings.faults());
}
