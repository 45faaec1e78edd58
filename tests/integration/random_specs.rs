//! Decks that nobody thought of: columns, rows, parts left out, elements, words and themes at random. Each
//! is dealt, drawn and passes preflight, or is refused with a reason.
//!
//! `PROPTEST_CASES` says how many; `scripts/random_decks.py` does the same through the program itself,
//! searched and looked up as well.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use actiondeck::deck::{CardNumber, Part};
use actiondeck::diagnostic::Problems;
use actiondeck::face::{Faces, Theme, Words};
use actiondeck::generate::{Effort, Sketches};
use actiondeck::preflight::{Expectation, Findings, PrintedDeck, WantedCards};
use actiondeck::render::Job;
use actiondeck::render::sheet::Sheet;
use actiondeck::spec::Spec;
use actiondeck::validate::validate;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// As many as are tried in every run; each is drawn and read back, which takes longest.
const CASES: u32 = 24;

/// Of so many decks one is searched too.
const SEARCHED: u64 = 8;

/// More faults at once help nobody.
const MOST_REASONS: usize = 12;

const COMMON: [u16; 6] = [4, 6, 8, 10, 12, 20];
const DICE: [u16; 17] = [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 30, 54, 100, 1000];

/// A spec, and what it is drawn in.
#[derive(Clone, Debug)]
struct Trial {
    spec: String,
    theme: &'static str,
    words: &'static str,
    cards: [u8; 2],
}

/// Columns and rows of a grid: mostly one that somebody may want.
fn grid(name: &'static str) -> impl Strategy<Value = String> {
    let wanted = (subsequence(COMMON.to_vec(), 1..=5), 1..=5_u8);
    let any = (subsequence(DICE.to_vec(), 1..=8), 1..=8_u8);
    prop_oneof![3 => wanted, 1 => any].prop_map(move |(columns, rows)| {
        let columns: Vec<String> = columns.iter().map(|sides| format!("\"d{sides}\"")).collect();
        format!("[{name}]\ncolumns = [{}]\nrows = {rows}\n", columns.join(", "))
    })
}

/// 54 cards handed out to values.
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

/// What somebody may print: words of every length, accents, letters that our fonts do not have.
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
            // A longer burst never hits less.
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
    let grids = (grid("cause"), grid("effect"), any::<bool>());
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

/// Deals, judges, prints two cards and reads them back.
///
/// # Errors
/// Why it is refused.
fn printed(trial: &Trial) -> Result<Findings, Problems> {
    let spec = Spec::read("deck.toml", &trial.spec, &mut |_| Err("no such file".to_owned()))?;
    let no_deck =
        |message: String| Problems::from(actiondeck::Problem::coded("spec.no-deck", message));
    let mut sketches = Sketches::default();
    let sketch = sketches.sketch(&spec, spec.seed);
    let sketch = sketch.map_err(|error| no_deck(error.to_string()))?;
    let deck = match spec.seed % SEARCHED {
        0 => {
            let settled = sketches.settled(sketch, Effort::Quick, &|| true);
            settled.map_err(|error| no_deck(error.to_string()))?.expect("nobody gives it up")
        }
        _ => sketch.deck(),
    };
    let validation = validate(&deck, Some(&spec));
    assert!(validation.faults.is_empty(), "{:?}", validation.faults);
    let text = deck.to_files()?.json;
    let theme = Theme::built_in(trial.theme)?.in_words(Words::built_in(trial.words)?);
    let mut cards: Vec<CardNumber> = trial.cards.map(|card| CardNumber::new(card).unwrap()).into();
    cards.dedup();
    let faces = Faces::fitting_on(&theme, &deck, &cards)?;
    let expected = PrintedDeck::of_cards(&faces, &cards)?;
    let sheet = Sheet::built_in("single")?;
    let job = Job::new(&deck, &theme).with_sheets(vec![sheet]);
    let mut job = job.with_svg(true).with_pdf(true).with_png(None);
    job.cards.clone_from(&cards);
    let files = job.run_with(faces, |_| ())?;
    assert_eq!(text, actiondeck::deck::Deck::read("deck.json", &text)?.to_files()?.json);
    let expectation = Expectation::default().with_card(theme.format()).with_drawing();
    let wanted = WantedCards { cards: &cards, copies: 1 };
    Ok(Findings::of_printed(&files, &expectation, &expected, wanted, &|_, _| ()))
}

#[test]
fn a_deck_of_any_shape_prints_as_it_should_or_is_refused_with_a_reason() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = cases.unwrap_or(CASES);
    let config =
        Config { cases, failure_persistence: None, max_shrink_iters: 0, ..Config::default() };
    // The same specs on every machine; more cases begin with those of fewer.
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let (good, reasons) = (Cell::new(0_u32), RefCell::new(BTreeMap::<String, u32>::new()));
    let tried = TestRunner::new_with_rng(config, random).run(&trial(), |trial| {
        match printed(&trial) {
            Ok(findings) => {
                prop_assert!(findings.hold(), "{}\n{}", findings.faults(), trial.spec);
                good.set(good.get() + 1);
            }
            Err(problems) => {
                let told = problems.len();
                prop_assert!((1..=MOST_REASONS).contains(&told), "{problems}\n{}", trial.spec);
                for problem in problems.iter() {
                    prop_assert!(!problem.message().is_empty(), "{}", problem.code());
                    *reasons.borrow_mut().entry(problem.code().to_owned()).or_default() += 1;
                }
            }
        }
        Ok(())
    });
    let (good, reasons) = (good.get(), reasons.into_inner());
    #[expect(clippy::print_stdout, reason = "shown with --nocapture, for the record of a long run")]
    {
        println!("{cases} specs: {good} printed; reasons of the others: {reasons:?}");
    }
    if let Err(failed) = tried {
        panic!("{failed}");
    }
    assert!(good * 3 > cases, "most of what is tried is somebody's game");
    assert!(!reasons.is_empty(), "and some is beyond a card");
}
