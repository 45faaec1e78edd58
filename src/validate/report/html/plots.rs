//! The plots of each section of the page, as SVG.

use super::super::super::{
    CheckReading, CheckTable, ElementTable, FollowUpTable, PoolCounts, PoolTable, Staircase,
    Validation,
};
use super::curves::{Panel, Series};
use super::{bars, heat, runs};

/// The largest threshold error after rounding to whole cards.
const HALF_A_CARD: f64 = 0.5;

/// A column of the cause grid with its tables at every level.
pub(super) struct Column<'v> {
    pub sides: u16,
    pub levels: Vec<&'v CheckTable>,
}

/// The plots of each section of the page.
pub(super) struct Plots {
    pub checks: Vec<String>,
    pub follow_ups: Vec<String>,
    /// Empty where every column has one row.
    pub pools: Vec<String>,
    pub effects: Vec<String>,
    pub parts: Vec<String>,
    pub elements: Vec<String>,
    pub dependence: String,
    pub events: String,
}

impl Plots {
    pub fn new(validation: &Validation) -> Self {
        Self {
            checks: checks(validation),
            follow_ups: follow_ups(validation),
            pools: pools(validation),
            effects: effects(validation),
            parts: elements(validation.deck.cards, &validation.parts),
            elements: elements(validation.deck.cards, &validation.elements),
            dependence: heat::draw(
                &validation.dependence,
                limit(validation, "worst_r"),
                limit(validation, "joint_worst"),
            ),
            events: runs::draw(&validation.events),
        }
    }
}

pub(super) fn columns(validation: &Validation) -> Vec<Column<'_>> {
    let mut columns: Vec<Column<'_>> = Vec::new();
    for table in validation.checks.iter().filter(|table| table.is_level()) {
        match columns.last_mut() {
            Some(column) if column.sides == table.sides => column.levels.push(table),
            _ => columns.push(Column { sides: table.sides, levels: vec![table] }),
        }
    }
    columns
}

fn limit(validation: &Validation, figure: &str) -> f64 {
    let figure = validation.figure(figure).and_then(|figure| figure.limit.as_ref());
    figure.map_or(1.0, super::super::super::Amount::to_f64)
}

fn counted(cards: &[usize]) -> Vec<f64> {
    cards.iter().map(|&cards| cards as f64).collect()
}

fn series(label: String, stairs: &Staircase) -> Series {
    let (cards, dice) = (counted(&stairs.cards), stairs.dice.clone());
    Series { label, from: stairs.from, cards, dice }
}

fn checks(validation: &Validation) -> Vec<String> {
    let deck = validation.deck.cards;
    let limit = limit(validation, "threshold_error");
    let panels = columns(validation).into_iter().map(|column| {
        let levels = column.levels.iter();
        let series = levels.map(|table| series(table.label(), &table.stairs)).collect();
        let title = format!("d{}", column.sides);
        Panel { title, across: "target number", limit, mark: None, series, deck }.draw()
    });
    panels.collect()
}

fn follow_ups(validation: &Validation) -> Vec<String> {
    let deck = validation.deck.cards;
    let limit = limit(validation, "chain");
    let panels = columns(validation).into_iter().map(|column| {
        let sides = column.sides;
        let table = |level: &CheckTable| {
            let same =
                |table: &&FollowUpTable| table.sides == sides && table.reading == level.reading;
            validation.follow_ups.iter().find(same)
        };
        let series = column
            .levels
            .iter()
            .map(|level| {
                let mut cards = counted(&level.stairs.cards);
                let mut dice = level.stairs.dice.clone();
                if let Some(table) = table(level) {
                    cards.extend(&table.cards);
                    dice.extend(&table.dice);
                }
                let CheckReading::Level(number) = level.reading else {
                    unreachable!("columns are gathered from tables of levels")
                };
                Series { label: number.to_string(), from: level.stairs.from, cards, dice }
            })
            .collect();
        let title = format!("d{sides} with follow-up cards");
        let mark = Some(i64::from(sides));
        Panel { title, across: "target number", limit, mark, series, deck }.draw()
    });
    panels.collect()
}

/// Other readings of the same cells.
fn pools(validation: &Validation) -> Vec<String> {
    let deck = validation.deck.cards;
    let mut columns: Vec<(&PoolTable, Vec<Series>)> = Vec::new();
    for table in &validation.pools {
        let series = series(table.level.to_string(), &table.stairs);
        match columns.last_mut() {
            Some((first, all)) if (first.sides, first.counts) == (table.sides, table.counts) => {
                all.push(series);
            }
            _ => columns.push((table, vec![series])),
        }
    }
    let panels = columns.into_iter().map(|(first, series)| {
        let sides = first.sides;
        let (title, across) = match first.counts {
            PoolCounts::Lowest => (format!("lowest of several d{sides}"), "target number"),
            PoolCounts::Successes => (format!("d{sides} that show {sides}"), "how many, or more"),
            PoolCounts::Sum => (format!("sum of several d{sides}"), "sum"),
        };
        Panel { title, across, limit: HALF_A_CARD, mark: None, series, deck }.draw()
    });
    panels.collect()
}

fn effects(validation: &Validation) -> Vec<String> {
    let deck = validation.deck.cards;
    let limit = limit(validation, "effect_error");
    let mut columns: Vec<(u16, Vec<Series>)> = Vec::new();
    for cell in &validation.effects {
        let series = series(cell.label(), &cell.stairs);
        match columns.last_mut() {
            Some((sides, cells)) if *sides == cell.sides => cells.push(series),
            _ => columns.push((cell.sides, vec![series])),
        }
    }
    let panels = columns.into_iter().map(|(sides, series)| {
        let title = format!("d{sides} effects");
        Panel { title, across: "magnitude", limit, mark: None, series, deck }.draw()
    });
    panels.collect()
}

/// Bars of all elements, then curves of those whose dice are known at each threshold.
fn elements(deck: usize, elements: &[ElementTable]) -> Vec<String> {
    let curves = elements.iter().filter_map(|element| {
        let series = vec![series(element.id.clone(), element.stairs.as_ref()?)];
        let (title, limit) = (element.title(), HALF_A_CARD);
        Some(Panel { title, across: "number", limit, mark: None, series, deck }.draw())
    });
    elements.iter().filter_map(bars::draw).chain(curves).collect()
}
