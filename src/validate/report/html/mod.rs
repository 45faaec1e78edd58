//! A validation as one page: tables and hand-drawn SVG plots, no script, nothing loaded from
//! elsewhere. It prints, and no plot says anything by colour alone.

mod bars;
mod curves;
mod glossary;
mod heat;
mod runs;
mod svg;
mod tables;

use super::super::{
    CheckReading, CheckTable, ElementTable, FigureVerdict, FollowUpTable, GridName, PoolCounts,
    PoolTable, Staircase, Validation,
};
use crate::html_page;
use crate::wording::escaped;
use curves::{Panel, Series};

/// The best that 54 cards can do for any dice.
const HALF_A_CARD: f64 = 0.5;

const STYLE: &str = include_str!("style.css");

/// The page, in HTML.
pub fn html(validation: &Validation) -> String {
    let deck = &validation.deck;
    let sections = [
        summary(validation),
        checks(validation),
        odds(validation),
        follow_ups(validation),
        pools(validation),
        effects(validation),
        parts(validation),
        elements(validation),
        dependence(validation),
        runs_of_draws(validation),
        cells(validation),
        glossary::GLOSSARY.to_owned(),
    ];
    let title = format!("{} {}: deck against dice", deck.name, deck.edition);
    html_page::page(&title, STYLE, &sections.concat())
}

fn section(title: &str, note: &str, body: &str) -> String {
    format!("<h2>{title}</h2>\n<p class=\"note\">{note}</p>\n{body}")
}

fn summary(validation: &Validation) -> String {
    let deck = &validation.deck;
    let by = match &validation.spec {
        Some(spec) => format!("judged by the spec of {}", escaped(&spec.name)),
        None => "judged by itself, without a spec".to_owned(),
    };
    let class = match validation.verdict {
        FigureVerdict::FallsShort => "falls-short",
        _ => "holds",
    };
    let verdict = escaped(&validation.sentence);
    let words: Vec<String> = validation
        .in_words
        .iter()
        .map(|sentence| format!("<li>{}</li>", escaped(sentence)))
        .collect();
    let words = match words.is_empty() {
        true => String::new(),
        false => format!("<ul>{}</ul>\n", words.concat()),
    };
    let mut faults = String::new();
    if !validation.faults.is_empty() {
        let items: Vec<String> = validation
            .faults
            .iter()
            .map(|fault| format!("<li>{}</li>", escaped(&fault.to_string())))
            .collect();
        faults = format!("<h2>Broken rules</h2><ol class=\"faults\">{}</ol>\n", items.concat());
    }
    format!(
        "<h1>{}: deck against dice</h1>\n<p class=\"verdict {class}\">{verdict}</p>\n{words}<p class=\"note\">Edition {}, {by}.</p>\n{faults}<h2>Figures</h2>\n<p class=\"note\">Least possible is what no deck goes below: <i>whole cards</i>, for a card counts or does not; <i>grids kept</i>, if the grids stay as they are and only whole ones are dealt anew; <i>54 cards</i>, for cards are not put back. Where there is none, none is known. Nothing says that all figures can stand there together.</p>\n{}",
        escaped(&deck.name),
        deck.edition,
        tables::figures(&validation.figures),
    )
}

/// The columns of the cause grid, with their tables at every level.
fn by_column(validation: &Validation) -> Vec<(u16, Vec<&CheckTable>)> {
    let mut columns: Vec<(u16, Vec<&CheckTable>)> = Vec::new();
    for table in validation.checks.iter().filter(|table| table.is_level()) {
        match columns.last_mut() {
            Some((sides, tables)) if *sides == table.sides => tables.push(table),
            _ => columns.push((table.sides, vec![table])),
        }
    }
    columns
}

fn limit(validation: &Validation, figure: &str) -> f64 {
    let figure = validation.figure(figure).and_then(|figure| figure.limit.as_ref());
    figure.map_or(1.0, super::super::Amount::to_f64)
}

fn counted(cards: &[usize]) -> Vec<f64> {
    cards.iter().map(|&cards| cards as f64).collect()
}

fn series(label: String, stairs: &Staircase) -> Series {
    let (cards, dice) = (counted(&stairs.cards), stairs.dice.clone());
    Series { label, from: stairs.from, cards, dice }
}

fn plots(panels: impl Iterator<Item = String>) -> String {
    format!("<div class=\"plots\">\n{}</div>\n", panels.collect::<String>())
}

fn checks(validation: &Validation) -> String {
    let limit = limit(validation, "threshold_error");
    let panels = by_column(validation).into_iter().map(|(sides, levels)| {
        let series = levels.iter().map(|table| series(table.label(), &table.stairs)).collect();
        let title = format!("d{sides}");
        Panel { title, across: "target number", limit, mark: None, series }.draw()
    });
    section(
        "Checks",
        "Cards of 54 that reach a target number, by skill level: marks are the deck, lines the best of as many open-ended dice. The strip below shows the distance in cards; the grey band is the limit.",
        &plots(panels),
    )
}

fn odds(validation: &Validation) -> String {
    let tables: String = by_column(validation)
        .into_iter()
        .map(|(sides, levels)| tables::odds(sides, &levels))
        .collect();
    section(
        "The odds a player feels",
        "Chance of success in percent by target number; small print is dice.",
        &format!("<div class=\"tables\">{tables}</div>\n"),
    )
}

fn follow_ups(validation: &Validation) -> String {
    let limit = limit(validation, "chain");
    let panels = by_column(validation).into_iter().map(|(sides, levels)| {
        let table = |level: &CheckTable| {
            let same =
                |table: &&FollowUpTable| table.sides == sides && table.reading == level.reading;
            validation.follow_ups.iter().find(same)
        };
        let series = levels
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
        Panel { title, across: "target number", limit, mark, series }.draw()
    });
    section(
        "Beyond the die",
        "The same odds up to three times the die, for a player who draws every follow-up card; the dashed line is the die's own maximum. Numbers on the curves are skill levels.",
        &plots(panels),
    )
}

/// The same cells read otherwise; nothing where a column has one row.
fn pools(validation: &Validation) -> String {
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
    if columns.is_empty() {
        return String::new();
    }
    let panels = columns.into_iter().map(|(first, series)| {
        let sides = first.sides;
        let (title, across) = match first.counts {
            PoolCounts::Lowest => (format!("lowest of several d{sides}"), "target number"),
            PoolCounts::Successes => (format!("d{sides} that show {sides}"), "how many, or more"),
            PoolCounts::Sum => (format!("sum of several d{sides}"), "sum"),
        };
        Panel { title, across, limit: HALF_A_CARD, mark: None, series }.draw()
    });
    section(
        "Read otherwise",
        "The same cells in games that read them in other ways: the lowest of several rows, as with a disadvantage, and how many rows of a pool show the highest number of the die. Numbers on the curves are how many rows are read; the grey band is half a card, the limit only where the spec asks for it.",
        &plots(panels),
    )
}

fn effects(validation: &Validation) -> String {
    if validation.effects.is_empty() {
        return String::new();
    }
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
        Panel { title, across: "magnitude", limit, mark: None, series }.draw()
    });
    section(
        "Effects",
        "Cards of 54 at each magnitude or above, by row of the effect grid, beside sums of dice.",
        &plots(panels),
    )
}

/// The built-in parts of one value a card; nothing on a deck without.
fn parts(validation: &Validation) -> String {
    if validation.parts.is_empty() {
        return String::new();
    }
    let panels = validation.parts.iter().filter_map(bars::draw);
    let ladders = validation.parts.iter().filter_map(stairs);
    let strays = validation.parts.iter().filter(|part| part.off.is_some_and(|off| off > 0));
    let tables: String = strays.map(tables::element).collect();
    section(
        "The other parts of the card",
        "Bars are the cards of 54 that show each value, with their number at the right. An upright line is what the spec asks for, a diamond what dice stand for: the steps of the hit ladder are a die, and a location gets its steps. Values that are not as the spec asks are told in a table besides.",
        &format!("{}<div class=\"tables\">{tables}</div>\n", plots(panels.chain(ladders))),
    )
}

/// An element against its dice, threshold by threshold, where they are known.
fn stairs(element: &ElementTable) -> Option<String> {
    let stairs = element.stairs.as_ref()?;
    let series = vec![series(element.id.clone(), stairs)];
    let (title, limit) = (element.title(), HALF_A_CARD);
    Some(Panel { title, across: "number", limit, mark: None, series }.draw())
}

/// The designer's own elements; nothing on a deck without.
fn elements(validation: &Validation) -> String {
    if validation.elements.is_empty() {
        return String::new();
    }
    let elements = validation.elements.iter();
    let panels = elements.clone().filter_map(bars::draw).chain(elements.filter_map(stairs));
    let tables: String = validation.elements.iter().map(tables::element).collect();
    section(
        "Elements of your own",
        "Cards of 54 that show each value, beside what the spec asks for and what the dice stand for. Bars: the cards of each value, an upright line for the spec, a diamond for the dice. Curves: cards at each number or above, beside the dice; the grey band of the strip is half a card, for these have no limit of their own. Bands of numbers, such as 7 to 9, lie between two of these thresholds, and are off by no more than both together.",
        &format!("{}<div class=\"tables\">{tables}</div>\n", plots(panels)),
    )
}

fn dependence(validation: &Validation) -> String {
    let map = heat::draw(
        &validation.dependence,
        limit(validation, "worst_r"),
        limit(validation, "joint_worst"),
    );
    section(
        "Are the answers of one card independent?",
        "Below the diagonal r, blue for together and orange with a stroke for against each other; above it the worst joint threshold error, darker for worse. Full colour stands at the limit, a cross beyond it. Pairs that no rule reads together are left white.",
        &format!("<div class=\"wide\">{map}</div>\n{}", tables::largest_correlations(validation)),
    )
}

fn runs_of_draws(validation: &Validation) -> String {
    section(
        "Streaks, droughts and counting",
        "Draws without a shuffle, in brackets the cards that bring the event. Left: how much rarer two (circle), three (square) and four (diamond) in a row are than with dice. Right: the chance of ten draws without it, a circle for the deck and an upright line for dice; then the longest wait one pass through the deck can have. The table tells what a perfect counter knows of the next card, in bits, by the cards left.",
        &format!(
            "<div class=\"wide\">{}</div>\n{}",
            runs::draw(&validation.events),
            tables::leaks(validation)
        ),
    )
}

fn cells(validation: &Validation) -> String {
    section(
        "Cell by cell",
        "Mean beside the dice, shift in standard deviations of the dice, spread over theirs, and the draws after which a player who keeps records detects the bias with an even chance.",
        &format!(
            "<div class=\"tables\">{}{}</div>\n",
            tables::cells(validation, GridName::Cause),
            tables::cells(validation, GridName::Effect),
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::{tests::fixtures, validate};
    use super::*;

    #[test]
    fn the_page_is_well_formed_stands_alone_and_runs_nothing() {
        let page = html(&validate(&fixtures::deck(), Some(&fixtures::spec())));
        for foreign in ["<script", "http://", "https://", "url(", "@import", "NaN"] {
            let found = page.find(foreign).map(|at| &page[at.saturating_sub(40)..at + 20]);
            assert!(found.is_none(), "{foreign}: {found:?}");
        }
        assert_eq!(38, page.matches("<svg").count());
        for tag in ["svg", "table", "div", "p", "h2", "text", "tr", "td"] {
            let opened = page.matches(&format!("<{tag} ")).count()
                + page.matches(&format!("<{tag}>")).count();
            assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }

    #[test]
    fn names_are_escaped() {
        let mut validation = validate(&fixtures::deck(), None);
        validation.deck.name = "<Dice & Co>".to_owned();
        assert!(html(&validation).contains("<h1>&lt;Dice &amp; Co&gt;: deck against dice</h1>"));
    }
}
