//! What stands on a card, for people and for scripts.

use crate::deck::{CardNumber, Deck, ExtraValue, Part};
use crate::lookup::{Answer as _, CardSheet};
use crate::wording::escaped;

/// The values of a card.
pub(super) struct Values {
    /// The card.
    pub number: CardNumber,
    /// `card 34`
    pub name: String,
    /// All values in lines that can be read in any type, without columns that must line up.
    pub text: String,
    /// All values as HTML, the grids as tables.
    pub html: String,
    /// The card as it stands in `deck.json`.
    pub data: serde_json::Value,
}

impl Values {
    /// Those of every card, by number.
    pub(super) fn of(deck: &Deck) -> Vec<Self> {
        CardNumber::all().map(|number| Self::of_card(deck, number)).collect()
    }

    fn of_card(deck: &Deck, number: CardNumber) -> Self {
        let sheet = CardSheet::new(deck, number);
        Self {
            number,
            name: format!("card {number}"),
            text: sheet.spoken().trim_end().to_owned(),
            html: html(&sheet),
            data: deck.card_json(number),
        }
    }
}

fn html(sheet: &CardSheet) -> String {
    let line = |text: String| format!("<p>{}</p>", escaped(&text));
    let corners = [
        Some(sheet.explanation().concat()),
        sheet.rank.map(|rank| format!("rank {rank}")),
        sheet.suit.map(|suit| format!("suit {suit}")),
    ];
    let mut html = line(listed(corners));
    let columns = |name: &str, columns: Vec<(&str, Vec<String>)>| {
        let heads: String =
            columns.iter().map(|(die, _)| format!("<th scope=\"col\">{die}</th>")).collect();
        let rows = columns.first().map_or(0, |(_, cells)| cells.len());
        let row = |row: usize| {
            let cells: String =
                columns.iter().map(|(_, cells)| format!("<td>{}</td>", cells[row])).collect();
            format!("<tr><th scope=\"row\">{}</th>{cells}</tr>", row + 1)
        };
        let rows: String = (0..rows).map(row).collect();
        format!(
            "<table><caption>{name}</caption><thead><tr><th></th>{heads}</tr></thead>\
             <tbody>{rows}</tbody></table>"
        )
    };
    let cause = sheet.cause.iter().map(|column| {
        let cells = (1..).zip(&column.cells).map(|(row, cell)| {
            match column.exceptional_rows.contains(&row) {
                true => format!("<strong>{cell}*</strong>"),
                false => cell.to_string(),
            }
        });
        (column.die.as_str(), cells.collect())
    });
    html += &columns("cause", cause.collect());
    let effect = sheet.effect.iter().map(|column| {
        (column.die.as_str(), column.cells.iter().map(u32::to_string).collect::<Vec<_>>())
    });
    if !sheet.effect.is_empty() {
        html += &columns("effect", effect.collect());
    }
    let hits: Vec<String> = sheet
        .hit
        .iter()
        .map(|entry| match entry.standard {
            true => format!("<strong>{}</strong>", escaped(&entry.location)),
            false => escaped(&entry.location),
        })
        .collect();
    if let Some(step) = sheet.hit_step {
        html += &format!("<p>hit: {}; step {step}</p>", hits.join(", "));
    }
    let bursts: Vec<String> =
        sheet.burst.iter().map(|burst| format!("{}: {}", burst.shots, burst.hits)).collect();
    if !bursts.is_empty() {
        html += &format!("<p>burst {}</p>", bursts.join(", "));
    }
    let failure = sheet.failure.map_or_else(|| "–".to_owned(), |number| number.to_string());
    let row = listed([
        sheet.penetration.map(|number| format!("penetration {number:+}")),
        sheet.scatter.map(|hour| format!("scatter {hour} o'clock")),
        (!sheet.left_out.contains(&Part::Failure)).then(|| format!("failure {failure}")),
        sheet.unintended.map(|number| format!("unintended {number}")),
    ]);
    if !row.is_empty() {
        html += &line(row);
    }
    for extra in sheet.extras.iter().filter(|extra| extra.value != ExtraValue::Blank) {
        html += &line(format!("{}: {}", extra.id, extra.value));
    }
    html
}

/// Those that are there, parted by commas.
fn listed(items: impl IntoIterator<Item = Option<String>>) -> String {
    items.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::testing::other_deck;

    /// The texts of the cells of a row of an HTML table, column by column.
    fn cells(html: &str, grid: &str, row: u8) -> Vec<String> {
        let table = html.split_once(&format!("<caption>{grid}</caption>")).unwrap().1;
        let line = table.split_once(&format!("<th scope=\"row\">{row}</th>")).unwrap().1;
        let line = line.split_once("</tr>").unwrap().0;
        let cells = line.split("</td>").filter_map(|cell| cell.strip_prefix("<td>"));
        let plain = |cell: &str| cell.replace("<strong>", "").replace("*</strong>", "");
        cells.map(plain).collect()
    }

    #[test]
    fn every_value_of_a_card_of_any_layout_stands_in_table_and_data() {
        for deck in [Deck::built_in(), other_deck()] {
            let layout = deck.layout();
            for (values, card) in Values::of(&deck).iter().zip(deck.cards()) {
                let html = &values.html;
                for row in 1..=layout.cause.rows {
                    let printed = (0..layout.cause.columns.len())
                        .map(|column| card.cause.get(column, row).unwrap().to_string());
                    assert_eq!(printed.collect::<Vec<_>>(), cells(html, "cause", row));
                }
                for row in 1..=layout.effect.rows {
                    let printed = (0..layout.effect.columns.len())
                        .map(|column| card.effect.get(column, row).unwrap().to_string());
                    assert_eq!(printed.collect::<Vec<_>>(), cells(html, "effect", row));
                }
                let mut said = vec![
                    format!("card {}, ", card.number),
                    format!("toggle {}, rank {}, suit {}<", card.toggle, card.rank, card.suit),
                    format!("; step {}<", card.hit_step),
                    format!("penetration {:+}, scatter {} o'clock", card.penetration, card.scatter),
                    format!("unintended {}<", card.unintended),
                ];
                said.extend(card.failure.map(|failure| format!("failure {failure},")));
                said.extend(card.hit.iter().cloned());
                let bursts = layout.bursts.iter().zip(&card.bursts);
                said.extend(bursts.map(|(shots, hits)| format!("{shots}: {hits}")));
                let own = layout.extras.iter().zip(&card.extras);
                said.extend(
                    own.map(|(id, value)| format!("{id}: {}", escaped(&value.to_string()))),
                );
                for said in said {
                    assert!(html.contains(&said), "{said}: {html}");
                }
                assert_eq!(deck.card_json(card.number), values.data);
            }
        }
    }

    #[test]
    fn exceptional_cells_and_the_standard_location_stand_out() {
        let deck = other_deck();
        for (values, card) in Values::of(&deck).iter().zip(deck.cards()) {
            let columns = deck.layout().cause.columns.iter().enumerate();
            let exceptional = columns.flat_map(|(place, die)| {
                card.cause.column(place).iter().filter(|cell| cell.is_highest(die.sides()))
            });
            assert_eq!(exceptional.count(), values.html.matches("*</strong>").count());
            let standard = &card.hit[card.standard_hit().unwrap()];
            assert!(
                values.html.contains(&format!("<strong>{standard}</strong>")),
                "{}",
                values.html
            );
        }
    }
}
