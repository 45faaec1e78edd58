//! A validation as one HTML page with SVG plots, without scripts or external resources.
//!
//! The page is the template `templates/report/validation.html`. Plots are readable without colour.

mod bars;
mod curves;
mod heat;
mod plots;
mod runs;
mod svg;

use askama::Template;

use super::super::{
    CellDetectability, CellMoments, CheckTable, FigureVerdict, GridName, Validation,
};
use crate::html_page::{Style, render};
use plots::{Column, Plots, columns};

/// Renders the page.
pub fn html(validation: &Validation) -> String {
    render(&ValidationPage {
        style: Style::new(include_str!("../../../../templates/report/validation.css")),
        validation,
        columns: columns(validation),
        plots: Plots::new(validation),
        cell_tables: [
            CellTable::new("Cause cells", GridName::Cause, validation),
            CellTable::new("Effect cells", GridName::Effect, validation),
        ],
    })
}

#[derive(Template)]
#[template(path = "report/validation.html", whitespace = "minimize")]
struct ValidationPage<'v> {
    style: Style,
    validation: &'v Validation,
    columns: Vec<Column<'v>>,
    plots: Plots,
    cell_tables: [CellTable<'v>; 2],
}

/// The tables of a grid's cells.
struct CellTable<'v> {
    title: &'static str,
    rows: Vec<(&'v CellMoments, &'v CellDetectability)>,
}

impl ValidationPage<'_> {
    /// Chances of success in percent by target number, of the deck and of dice.
    fn percentages(&self, table: &CheckTable) -> Vec<(String, String)> {
        let percent =
            |cards: f64| format!("{:.0}", cards / self.validation.deck.cards as f64 * 100.0);
        let pair = |(&cards, &dice): (&usize, &f64)| (percent(cards as f64), percent(dice));
        table.stairs.cards.iter().zip(&table.stairs.dice).map(pair).collect()
    }
}

impl<'v> CellTable<'v> {
    fn new(title: &'static str, grid: GridName, validation: &'v Validation) -> Self {
        let rows = validation.moments.iter().zip(&validation.detectability);
        Self { title, rows: rows.filter(|(moments, _)| moments.cell.grid == grid).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{tests::fixtures, validate};
    use super::*;

    #[test]
    fn the_page_is_well_formed_and_self_contained() {
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
        assert!(html(&validation).contains("<h1>&#60;Dice &#38; Co&#62;: deck against dice</h1>"));
    }
}
