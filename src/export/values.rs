//! The values of a card, as text, HTML and JSON.

use crate::deck::{CardNumber, CauseCell, Deck, ExtraValue, Part};
use crate::face::Words;
use crate::table::lookup::{CardSheet, SheetColumn};
use crate::wording::escaped;

/// The values of a card.
pub(super) struct Values {
    /// The card.
    pub number: CardNumber,
    /// `card 34`
    pub name: String,
    /// All values as lines of text that need no fixed-width font.
    pub text: String,
    /// All values as HTML, the grids as tables.
    pub html: String,
    /// The card as in `deck.json`.
    pub data: serde_json::Value,
}

impl Values {
    /// The values of every card, by number, in the words of the cards.
    pub(super) fn all(deck: &Deck, words: &Words) -> Vec<Self> {
        deck.numbers().iter().map(|number| Self::new(deck, words, number)).collect()
    }

    fn new(deck: &Deck, words: &Words, number: CardNumber) -> Self {
        let card = TranslatedCard { sheet: CardSheet::new(deck, number), deck, words };
        Self {
            number,
            name: card.name(),
            text: card.text(),
            html: card.html(),
            data: deck.card_json(number),
        }
    }
}

/// A card in the words of a language.
struct TranslatedCard<'a> {
    sheet: CardSheet,
    deck: &'a Deck,
    words: &'a Words,
}

impl TranslatedCard<'_> {
    fn says(&self, name: &str, filled: &[(&str, &str)]) -> String {
        self.words.in_export(name, filled)
    }

    /// A word that is printed on cards.
    fn word<'w>(&'w self, name: &'w str) -> &'w str {
        self.words.word(name).unwrap_or(name)
    }

    fn name(&self) -> String {
        self.says("card", &[("number", &self.sheet.number.to_string())])
    }

    /// Rank, suit and toggle as parts: `card 34`, `rank 9`, `suit 2 (10 of diamonds)`, `toggle yes`.
    fn corners(&self) -> [Option<String>; 4] {
        let Self { sheet, .. } = self;
        let suit = sheet.suit.map(|suit| {
            let card = self.playing_card().map_or_else(String::new, |card| format!(" ({card})"));
            format!("{} {suit}{card}", self.word("suit"))
        });
        let toggle = sheet.toggle.map(|toggle| toggle.to_string());
        [
            Some(self.name()),
            sheet.rank.map(|rank| format!("{} {rank}", self.word("rank"))),
            suit,
            toggle.map(|toggle| format!("{} {}", self.word("toggle"), self.word(&toggle))),
        ]
    }

    /// `10 of diamonds`, `red joker`
    fn playing_card(&self) -> Option<String> {
        self.sheet.playing_card.as_ref()?;
        let card = self.deck.card(self.sheet.number);
        let suit = card.suit.name();
        let index = self.deck.numbers().card_index(card.rank);
        let rank = match &*index {
            "Joker" => return Some(self.word(&suit.replace(' ', "_")).to_owned()),
            "J" => self.word("jack"),
            "Q" => self.word("queen"),
            "K" => self.word("king"),
            "A" => self.word("ace"),
            number => number,
        };
        let suit = self.word(suit);
        Some(self.words.on_page("suited", &[("rank", rank), ("suit", suit)]))
    }

    /// `d10`
    fn die<T>(&self, column: &SheetColumn<T>) -> String {
        column.die.strip_prefix('d').map_or_else(
            || column.die.clone(),
            |sides| format!("{}{sides}", self.words.on_leaf("die", &[])),
        )
    }

    fn cause(&self, cell: CauseCell) -> String {
        let text = cell.to_string();
        if text == "CF" { self.word("cf").to_owned() } else { text }
    }

    /// `cause d10, rows 1 to 5: 7, 10 exceptional, 3, 7, 4`
    fn column<T: Copy>(
        &self,
        grid: &str,
        column: &SheetColumn<T>,
        text: impl Fn(T) -> String,
    ) -> String {
        let cells = (1..).zip(&column.cells).map(|(row, cell)| {
            let cell = text(*cell);
            match column.exceptional_rows.contains(&row) {
                true => self.says("exceptional", &[("cell", &cell)]),
                false => cell,
            }
        });
        let cells = cells.collect::<Vec<_>>().join(", ");
        let rows = column.cells.len().to_string();
        let filled = [
            ("grid", self.word(grid)),
            ("die", &*self.die(column)),
            ("rows", &*rows),
            ("cells", &*cells),
        ];
        self.says("column", &filled)
    }

    /// Name and value of a custom element; `None` if the card has none.
    fn element(&self, place: usize) -> Option<(String, String)> {
        let extra = self.sheet.extras.get(place)?;
        let value = match &extra.value {
            ExtraValue::Blank => return None,
            ExtraValue::Number(number) => number.to_string(),
            ExtraValue::Text(text) => self.words.value(text),
        };
        Some((self.words.value(self.deck.element_label(&extra.id)), value))
    }

    fn elements(&self) -> impl Iterator<Item = (String, String)> {
        (0..self.sheet.extras.len()).filter_map(|place| self.element(place))
    }

    fn scatter(&self) -> Option<String> {
        let hour = self.sheet.scatter?.to_string();
        let hour = self.words.on_page("hour", &[("hour", &hour)]);
        Some(format!("{} {hour}", self.words.in_box("scatter", &[])))
    }

    fn text(&self) -> String {
        let Self { sheet, words, .. } = self;
        let mut lines = vec![listed(self.corners())];
        lines.extend(
            sheet.cause.iter().map(|column| self.column("cause", column, |cell| self.cause(cell))),
        );
        lines.extend(
            sheet
                .effect
                .iter()
                .map(|column| self.column("effect", column, |cell| cell.to_string())),
        );
        let hits = sheet.hit.iter().map(|entry| {
            let location = words.value(&entry.location);
            match entry.standard {
                true => self.says("standard", &[("location", &location)]),
                false => location,
            }
        });
        if !sheet.hit.is_empty() {
            let locations = hits.collect::<Vec<_>>().join(", ");
            lines.push(self.says("hits", &[("locations", &locations)]));
        }
        lines.extend(sheet.burst.iter().map(|burst| {
            let (shots, hits) = (burst.shots.to_string(), burst.hits.to_string());
            let words = if burst.hits == 1 { "burst_one" } else { "burst" };
            self.says(words, &[("shots", &shots), ("hits", &hits)])
        }));
        let row = listed([
            sheet.penetration.map(|number| format!("{} {number}", self.word("penetration"))),
            self.scatter(),
            sheet.unintended.map(|number| format!("{} {number}", words.in_box("unintended", &[]))),
        ]);
        lines.extend((!row.is_empty()).then_some(row));
        let failure = words.in_box("failure", &[]);
        lines.extend(sheet.failure.map(|number| format!("{failure} {number}")));
        lines.extend(self.elements().map(|(name, value)| format!("{name}: {value}")));
        lines.join("\n")
    }

    fn html(&self) -> String {
        let Self { sheet, words, .. } = self;
        let line = |text: String| format!("<p>{}</p>", escaped(&text));
        let mut html = line(listed(self.corners()));
        let table = |grid: &str, columns: Vec<(String, Vec<String>)>| {
            let heads: String = columns
                .iter()
                .map(|(die, _)| format!("<th scope=\"col\">{}</th>", escaped(die)))
                .collect();
            let rows = columns.first().map_or(0, |(_, cells)| cells.len());
            let row = |row: usize| {
                let cells: String =
                    columns.iter().map(|(_, cells)| format!("<td>{}</td>", cells[row])).collect();
                format!("<tr><th scope=\"row\">{}</th>{cells}</tr>", row + 1)
            };
            let rows: String = (0..rows).map(row).collect();
            format!(
                "<table><caption>{}</caption><thead><tr><th></th>{heads}</tr></thead>\
                 <tbody>{rows}</tbody></table>",
                escaped(self.word(grid))
            )
        };
        let cause = sheet.cause.iter().map(|column| {
            let cells = (1..).zip(&column.cells).map(|(row, cell)| {
                let cell = escaped(&self.cause(*cell));
                match column.exceptional_rows.contains(&row) {
                    true => format!("<strong>{cell}*</strong>"),
                    false => cell,
                }
            });
            (self.die(column), cells.collect())
        });
        html += &table("cause", cause.collect());
        let effect = sheet.effect.iter().map(|column| {
            (self.die(column), column.cells.iter().map(u32::to_string).collect::<Vec<_>>())
        });
        if !sheet.effect.is_empty() {
            html += &table("effect", effect.collect());
        }
        let hits: Vec<String> = sheet
            .hit
            .iter()
            .map(|entry| {
                let location = words.value(&entry.location);
                match entry.standard {
                    true => format!("<strong>{}</strong>", escaped(&location)),
                    false => escaped(&location),
                }
            })
            .collect();
        if let Some(step) = sheet.hit_step {
            let filled = [("locations", &*hits.join(", ")), ("step", &*step.to_string())];
            html += &format!("<p>{}</p>", self.says("hit", &filled));
        }
        let bursts: Vec<String> =
            sheet.burst.iter().map(|burst| format!("{}: {}", burst.shots, burst.hits)).collect();
        if !bursts.is_empty() {
            html += &line(words.in_box("burst", &[("shots", &bursts.join(", "))]));
        }
        let failure = sheet.failure.map_or_else(|| "–".to_owned(), |number| number.to_string());
        let named = |name: &str, value: &str| format!("{} {value}", words.in_box(name, &[]));
        let row = listed([
            sheet.penetration.map(|number| format!("{} {number:+}", self.word("penetration"))),
            self.scatter(),
            (!sheet.left_out.contains(&Part::Failure)).then(|| named("failure", &failure)),
            sheet.unintended.map(|number| named("unintended", &number.to_string())),
        ]);
        if !row.is_empty() {
            html += &line(row);
        }
        for (name, value) in self.elements() {
            html += &line(format!("{name}: {value}"));
        }
        html
    }
}

/// Joins the parts that are present, separated by commas.
fn listed(items: impl IntoIterator<Item = Option<String>>) -> String {
    items.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::testing::other_deck;
    use crate::table::lookup::Answer as _;

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
    fn every_value_of_a_card_is_in_table_and_data() {
        for deck in [Deck::built_in(), other_deck()] {
            let layout = deck.layout();
            for (values, card) in Values::all(&deck, &Words::usual()).iter().zip(deck.cards()) {
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
                    format!("card {}, rank {}, suit {} (", card.number, card.rank, card.suit),
                    format!("toggle {}<", card.toggle),
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
    fn exceptional_cells_and_the_standard_location_are_bold() {
        let deck = other_deck();
        for (values, card) in Values::all(&deck, &Words::usual()).iter().zip(deck.cards()) {
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

    #[test]
    fn the_english_text_of_a_card_is_its_alt_text() {
        for deck in [Deck::built_in(), other_deck()] {
            for values in Values::all(&deck, &Words::usual()) {
                let spoken = CardSheet::new(&deck, values.number).spoken();
                assert_eq!(spoken.trim_end(), values.text);
            }
        }
    }

    #[test]
    fn a_german_card_is_reported_in_german() {
        let deck = Deck::built_in();
        let values = Values::all(&deck, &Words::built_in("de").unwrap());
        assert_eq!("Karte 34", values[34].name);
        assert!(values[34].text.starts_with("Karte 34, Rang 9, Farbe 2 (Karo 10), "));
        for values in &values {
            let english = "card rank suit toggle cause effect rows exceptional hit left chest burst \
                penetration scatter failure o'clock";
            for english in english.split_whitespace() {
                assert!(!values.text.contains(english), "{english}: {}", values.text);
                assert!(!values.html.contains(english), "{english}: {}", values.html);
            }
            assert!(values.text.contains("Probe W10, Zeilen 1 bis 5: "), "{}", values.text);
            assert!(values.html.contains("<th scope=\"col\">W10</th>"), "{}", values.html);
        }
    }
}
