//! Decks of other games: omitted parts, custom words, closed and plain columns, columns read as lowest or sum.
//!
//! The printed values are read from the CSV of the deck.

use actiondeck::deck::{CardNumber, CardNumbers, Deck, ExtraValue, Part};
use actiondeck::dice::EffectDice;
use actiondeck::generate::{Effort, generate};
use actiondeck::spec::{Spec, preset};
use actiondeck::table::lookup::{EffectCell, Element};
use serde_json::Value;

use super::page::{Page, Random, number};
use crate::program::actiondeck;

/// An invented game: grids with other columns, words with blanks and accents, negative numbers, and a
/// column of each kind.
const OWN: &str = "format = \"actiondeck-spec/1\"\nname = \"Żółw\"\nabbreviation = \"Ż\"\nseed = 3\n\
    without = [\"penetration\", \"scatter\", \"rank\"]\n\
    [cause]\ncolumns = [\"d3\", \"d6\", \"d9\", \"d20\"]\nrows = 2\nclosed = [\"d3\", \"d20\"]\n\
    plain = [\"d9\", \"d20\"]\nlowest = [\"d20\"]\nsum = [\"d6\"]\ncritical = { d9 = [2, 3] }\n\
    exceptional_above = { d6 = [7, 9] }\n\
    [effect]\ncolumns = [\"d6\", \"d8\"]\nrows = 3\n\
    [hit]\nreads = [1, 0, -1]\nsides = [\"bak\", \"ster\"]\n\
    ladder = [{ location = \"kadłub\", steps = 5, sided = true }, { location = \"żagiel\", steps = 4 }]\n\
    [burst]\n2 = { 0 = 20, 1 = 24, 2 = 10 }\n7 = { 1 = 30, 4 = 24 }\n\
    [unintended]\n1 = 27\n6 = 27\n\
    [[element]]\nid = \"pogoda\"\nlabel = \"Pogoda\"\ncounts = { \"burza i grad\" = 4, \"słońce\" = 50 }\n\
    [[element]]\nid = \"drift\"\ncounts = { -2 = 10, 0 = 34, 3 = 10 }\n\
    [[element]]\nid = \"omen\"\ntexts = [\"wolf\", \"\", \"raven\"]\n\
    [[element]]\nid = \"4dF\"\ndice = \"4dF\"\n\
    [limits]\nworst_r = 0.3\njoint_worst = 9\n";

/// The decks under test, by name.
pub fn specs() -> Vec<(String, Spec)> {
    let presets = ["d20", "pbta", "percentile", "year-zero", "oracle"];
    let mut specs: Vec<(String, Spec)> = presets
        .into_iter()
        .map(|name| (name.to_owned(), preset(name).unwrap().spec().unwrap()))
        .collect();
    let own = Spec::read("own.toml", OWN, &mut |_| Err(String::new()))
        .unwrap_or_else(|problems| panic!("{problems}"));
    specs.push(("own".to_owned(), own));
    specs
}

pub fn dealt(spec: &Spec) -> Deck {
    generate(spec, spec.seed, Effort::Quick, &|_| ()).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The CSV of a deck: column heads, then a card per line.
pub struct Printed(Vec<Vec<String>>);

impl Printed {
    pub fn new(deck: &Deck) -> Self {
        Self(deck.to_csv().lines().map(cells).collect())
    }

    /// The cell of a card in a column, or `None` without such a column.
    fn said(&self, card: u8, column: &str) -> Option<&str> {
        let place = self.0[0].iter().position(|head| head == column)?;
        self.0.iter().find(|row| row[0] == card.to_string()).map(|row| row[place].as_str())
    }
}

/// The cells of a line, without quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            _ => cells.last_mut().unwrap().push(letter),
        }
    }
    cells
}

/// Cells of effects with bumps, and elements.
pub fn printed(page: &Page, table: &Printed, random: &mut Random) {
    let deck = page.deck;
    let layout = deck.layout();
    let card = random.between(0, 53) as u8;
    if layout.has(Part::Effect) {
        let die = random.one(&layout.effect.columns);
        let row = random.between(1, layout.effect.rows.into());
        let cell = EffectCell::new(deck, EffectDice { row: row as u8, die }).unwrap();
        let bumps = random.between(-9, 9);
        let moved = cell.moved(bumps as i32).magnitude(number(card));
        assert_eq!(page.effect(card, die.sides(), row + bumps), i64::from(moved), "({row}){die}");
        let beyond = EffectDice { row: layout.effect.rows + 1, die };
        assert!(EffectCell::new(deck, beyond).is_err());
    }
    for id in &layout.extras {
        let value = Element::new(deck, id).unwrap().value(number(card));
        let shown = match value {
            ExtraValue::Number(number) => number.to_string(),
            value => value.to_string(),
        };
        assert_eq!(Some(&*shown), table.said(card, id), "{id} of {card}");
    }
}

/// Rows 1 to `level` of a card; `None` for a CF.
fn rows(page: &Page, card: CardNumber, (level, sides): (u8, u16)) -> Vec<Option<i64>> {
    (1..=level).map(|row| page.cause(card.get(), sides, row)).collect()
}

/// Percentage of the cards for which a condition holds, as `odds` writes it.
fn percent(holds: impl Fn(CardNumber) -> bool) -> String {
    let cards = CardNumbers::POKER.iter().filter(|&card| holds(card)).count();
    // In hundredths of a percent; with 54 cards no value is exactly between two.
    let hundredths = (cards * 10_000 * 2 + 54) / (54 * 2);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Compares every reading of a pool with a count of the cards; values that are not on the cards are refused.
pub fn odds(page: &Page, table: &Printed, name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deck.json");
    std::fs::write(&file, page.deck.to_files().unwrap().json).unwrap();
    let asked = |line: &str| -> Value {
        let mut command = actiondeck();
        command.args(["odds", "--json", "--deck"]).arg(&file).args(line.split(' '));
        let output = command.output().unwrap();
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|fault| panic!("{name} {line}: {fault}"))
    };
    let cause = &page.deck.layout().cause;
    let die = cause.columns[cause.columns.len() - 1];
    let dice = (cause.rows, die.sides());
    let tn = i64::from(die.sides()) / 2 + 1;
    let typed = format!("{}{die}", cause.rows);
    let one = |line: &str| asked(line)["answer"]["lines"][0]["one_card"]["percent"].clone();
    let best = percent(|card| {
        let rows = rows(page, card, dice);
        rows.last().unwrap().is_some() && rows.iter().flatten().any(|&number| number >= tn)
    });
    assert_eq!(best, one(&format!("{typed} --tn {tn}")), "{name}: best of {typed} at {tn}");
    let lowest =
        percent(|card| rows(page, card, dice).iter().all(|row| row.is_some_and(|n| n >= tn)));
    assert_eq!(lowest, one(&format!("{typed} --lowest --tn {tn}")), "{name}: lowest of {typed}");
    let single = (1, die.sides());
    let under = percent(|card| rows(page, card, single)[0].is_some_and(|number| number <= tn));
    assert_eq!(under, one(&format!("1{die} --under {tn}")), "{name}: 1{die} under {tn}");
    let tables = asked(&format!("{typed} --count {}", die.sides()));
    let counted = &tables["answer"]["tables"][0]["rows"];
    for (successes, row) in counted.as_array().unwrap().iter().enumerate() {
        let shown = percent(|card| {
            let rows = rows(page, card, dice);
            let shows = |number: &&i64| **number >= i64::from(die.sides());
            rows.iter().flatten().filter(shows).count() == successes
        });
        assert_eq!(shown, row["chances"][0]["percent"], "{name}: {successes} on {typed}");
    }
    for id in &page.deck.layout().extras {
        let tables = asked(&format!("element {id}"));
        for row in tables["answer"]["tables"][0]["rows"].as_array().unwrap() {
            let value = row["label"].as_str().unwrap();
            let shown = percent(|card| {
                table.said(card.get(), id).is_some_and(|said| {
                    let is_blank =
                        said.is_empty() && ["nothing", "blank", "–", "none"].contains(&value);
                    said == value || is_blank
                })
            });
            assert_eq!(shown, row["chances"][0]["percent"], "{name}: {id} {value:?}");
        }
    }
    let questions = [
        (Part::Hit, "location"),
        (Part::Burst, "burst 3"),
        (Part::Scatter, "scatter"),
        (Part::Unintended, "unintended"),
        (Part::Toggle, "toggle"),
        (Part::Failure, "failure"),
        (Part::Penetration, "penetration"),
        (Part::Effect, "effect (1)6"),
    ];
    for (_, question) in questions.into_iter().filter(|(part, _)| !page.deck.layout().has(*part)) {
        let text = asked(question).to_string();
        assert!(text.contains("do not show"), "{name}: {question}: {text}");
    }
}
