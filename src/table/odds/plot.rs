//! Odds as an SVG plot: a curve over the rows for each column.
//!
//! Readable without colour: each curve has its own marker, and comparison curves are dashed with
//! hollow markers. The colours are three of Okabe and Ito's and two of similar darkness, which are
//! distinguishable with the common colour deficiencies.

use svg::Document;
use svg::node::element::{Description, Path, Rectangle, Text, Title};

use super::{Chance, CheckOdds, OddsTable};
use crate::plots::{COLOURS, Markers, px};
use crate::wording::counted;

/// A plot of odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    title: String,
    across: String,
    labels: Vec<String>,
    curves: Vec<Curve>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Curve {
    name: String,
    /// Index of colour and marker.
    style: usize,
    /// Whether it is a comparison curve.
    beside: bool,
    /// Hundredths of a percent, one for each label.
    heights: Vec<Option<u32>>,
}

/// The markers of the curves.
const MARKERS: Markers = Markers { circle: 3.5, square: 3.1, diamond: 4.3, triangle: 4.0 };

/// The width and height in user units, four to a millimetre.
const SIZE: (f64, f64) = (640.0, 420.0);
const LEFT: f64 = 56.0;
const RIGHT: f64 = 624.0;
const TOP: f64 = 76.0;
const BOTTOM: f64 = 370.0;
/// The approximate number of labels that fit side by side.
const LABELS: usize = 26;
/// The number of columns of the legend, each with two entries.
const LEGEND: usize = 5;

fn height(chance: &Chance) -> u32 {
    chance.basis_points()
}

impl Plot {
    /// The curves of a check over its target numbers.
    pub fn from_check(odds: &CheckOdds) -> Self {
        let event = odds.event.as_ref().map(|event| format!(" and {event}")).unwrap_or_default();
        let curve = |style, name: &str, beside, read: &dyn Fn(usize) -> Option<u32>| Curve {
            name: name.to_owned(),
            style,
            beside,
            heights: (0..odds.lines.len()).map(read).collect(),
        };
        let lines = &odds.lines;
        let mut curves = vec![
            curve(1, "with follow-ups", false, &|at| Some(height(&lines[at].with_follow_ups))),
            curve(2, "one card", false, &|at| Some(height(&lines[at].one_card))),
            curve(0, "true dice", true, &|at| lines[at].true_dice.as_ref().map(height)),
        ];
        curves.retain(|curve| curve.heights.iter().any(Option::is_some));
        Self {
            title: format!(
                "{}{event}, {} in the pile",
                odds.subject(),
                counted(odds.cards as usize, "card")
            ),
            across: odds.goal.across().to_owned(),
            labels: lines.iter().map(|line| line.tn.to_string()).collect(),
            curves,
        }
    }

    /// The columns of a table over its rows. A comparison column has the colour of its base column:
    /// dice of checks that of the previous column, all others that of the first.
    pub fn from_table(table: &OddsTable, cards: u32) -> Self {
        let mut curves: Vec<Curve> = Vec::new();
        let mut style = 0;
        for (place, column) in table.columns.iter().enumerate() {
            let beside = column == "dice" || column.starts_with("true ");
            if place > 0 && !beside {
                style += 1;
            }
            let heights: Vec<Option<u32>> =
                table.rows.iter().map(|row| row.chances[place].as_ref().map(height)).collect();
            if heights.iter().any(Option::is_some) {
                let name = column.clone();
                let own = if column.starts_with("true ") { 0 } else { style };
                curves.push(Curve { name, style: own % COLOURS.len(), beside, heights });
            }
        }
        Self {
            title: format!("{}, {} in the pile", table.subject, counted(cards as usize, "card")),
            across: table.head.clone(),
            labels: table.rows.iter().map(|row| row.label.clone()).collect(),
            curves,
        }
    }

    /// The plot as SVG, 160 mm wide.
    pub fn svg(&self) -> String {
        let (width, height) = SIZE;
        let mut document = Document::new()
            .set("viewBox", format!("0 0 {width} {height}"))
            .set("width", "160mm")
            .set("height", "105mm")
            .set("role", "img")
            .set("font-family", "'IBM Plex Sans Condensed', 'DejaVu Sans', Arial, sans-serif")
            .set("font-size", 13)
            .add(Title::new(self.title.clone()))
            .add(
                Description::new()
                    .add(svg::node::Text::new(format!("made with actiondeck. {}", self.spoken()))),
            )
            .add(Rectangle::new().set("width", width).set("height", height).set("fill", "#ffffff"))
            .add(text(LEFT, 22.0, "start", &self.title).set("font-weight", "bold"));
        for percent in [0, 25, 50, 75, 100] {
            let y = up(percent * 100);
            document = document
                .add(
                    Path::new()
                        .set("d", format!("M{} {}H{}", px(LEFT), px(y), px(RIGHT)))
                        .set("stroke", "#b0b0b0")
                        .set("stroke-width", 0.7),
                )
                .add(text(LEFT - 6.0, y + 4.5, "end", &format!("{percent} %")));
        }
        let step = self.labels.len().div_ceil(LABELS).max(1);
        for (place, label) in self.labels.iter().enumerate().step_by(step) {
            document = document.add(text(self.across(place), BOTTOM + 18.0, "middle", label));
        }
        document = document.add(text((LEFT + RIGHT) / 2.0, BOTTOM + 40.0, "middle", &self.across));
        for (place, curve) in self.curves.iter().enumerate() {
            document = self.draw(document, place, curve);
        }
        format!("{document}\n")
    }

    /// One curve and its entry in the legend.
    fn draw(&self, mut document: Document, place: usize, curve: &Curve) -> Document {
        let mut line = String::new();
        let mut marks = Vec::new();
        let mut pen_is_down = false;
        for (at, &height) in curve.heights.iter().enumerate() {
            if let Some(height) = height {
                let (x, y) = (self.across(at), up(height));
                let verb = if pen_is_down && self.joined() { 'L' } else { 'M' };
                line += &format!("{verb}{} {}", px(x), px(y));
                marks.push((x, y));
            }
            pen_is_down = height.is_some();
        }
        let (column, row) = self.legend_place(place);
        let x = LEFT + (RIGHT - LEFT) / LEGEND as f64 * column as f64;
        let y = 42.0 + 16.0 * row as f64;
        if self.joined() {
            line += &format!("M{} {}h28", px(x), px(y - 4.0));
        }
        marks.push((x + 14.0, y - 4.0));
        let (colour, marker) = (COLOURS[curve.style], MARKERS.path(curve.style));
        let mut path = Path::new()
            .set("d", line)
            .set("fill", "none")
            .set("stroke", colour)
            .set("stroke-width", 1.6);
        if curve.beside {
            path = path.set("stroke-dasharray", "5 3");
        }
        document = document.add(path);
        let fill = if curve.beside { "#ffffff" } else { colour };
        for (x, y) in marks {
            document = document.add(
                Path::new()
                    .set("d", marker.as_str())
                    .set("transform", format!("translate({} {})", px(x), px(y)))
                    .set("fill", fill)
                    .set("stroke", colour)
                    .set("stroke-width", 1.2),
            );
        }
        document.add(text(x + 34.0, y, "start", &curve.name))
    }

    /// Column and row of a legend entry; curves that are compared are placed one below the other.
    fn legend_place(&self, place: usize) -> (usize, usize) {
        if self.curves.len() > LEGEND { (place / 2, place % 2) } else { (place, 0) }
    }

    /// Whether the labels are numeric, so that a line may join the points.
    fn joined(&self) -> bool {
        self.labels.iter().all(|label| label.parse::<i64>().is_ok())
    }

    /// The x coordinate of a label.
    fn across(&self, place: usize) -> f64 {
        let spaces = self.labels.len().max(1) as f64;
        LEFT + (RIGHT - LEFT) * (place as f64 + 0.5) / spaces
    }

    /// A description of the plot in words, for accessibility.
    fn spoken(&self) -> String {
        let curves: Vec<String> = self
            .curves
            .iter()
            .map(|curve| {
                let points: Vec<String> = self
                    .labels
                    .iter()
                    .zip(&curve.heights)
                    .filter_map(|(label, height)| {
                        let height = (*height)?;
                        Some(format!("{label}: {}.{:02} %", height / 100, height % 100))
                    })
                    .collect();
                format!("{}: {}", curve.name, points.join(", "))
            })
            .collect();
        format!("Over {}. {}.", self.across, curves.join(". "))
    }
}

/// The y coordinate of a chance in hundredths of a percent.
fn up(height: u32) -> f64 {
    BOTTOM - (BOTTOM - TOP) * f64::from(height) / 10_000.0
}

fn text(x: f64, y: f64, anchor: &str, words: &str) -> Text {
    Text::new(words)
        .set("x", px(x))
        .set("y", px(y))
        .set("text-anchor", anchor)
        .set("fill", "#000000")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::table::lookup::samples::deck;
    use crate::table::lookup::{Pool, TargetNumber};
    use crate::table::odds::{Pile, location_odds};
    use crate::table::rules::Forced;

    fn check() -> CheckOdds {
        let deck = deck();
        let pool = Pool::new(&deck, "3d10".parse().unwrap()).unwrap();
        let targets: Vec<TargetNumber> = (2..=20).map(TargetNumber::clamped).collect();
        CheckOdds::new(pool, &Pile::whole(CardNumbers::POKER), &targets, None)
    }

    #[test]
    fn every_chance_is_said_in_words_and_drawn_at_its_height() {
        let odds = check();
        let svg = Plot::from_check(&odds).svg();
        for line in &odds.lines {
            let percent = height(&line.one_card);
            let said = format!("{}: {}.{:02} %", line.tn, percent / 100, percent % 100);
            assert!(svg.contains(&said), "{said}");
            assert!(svg.contains(&px(up(percent))), "height of {percent}");
        }
        assert_eq!([370.0, 76.0], [up(0), up(10_000)]);
    }

    #[test]
    fn curves_differ_without_their_colour() {
        let plot = Plot::from_check(&check());
        let mut looks: Vec<(usize, bool)> =
            plot.curves.iter().map(|curve| (curve.style, curve.beside)).collect();
        looks.sort_unstable();
        looks.dedup();
        assert_eq!(3, looks.len());
    }

    #[test]
    fn plots_are_deterministic_and_escape_names() {
        let deck = deck();
        let mut tables = location_odds(&deck, Pile::whole(CardNumbers::POKER), Forced::default());
        let table = &mut tables.tables[0];
        table.rows[0].label = "<b>&".to_owned();
        let svg = Plot::from_table(table, 54).svg();
        assert_eq!(svg, Plot::from_table(table, 54).svg());
        assert!(svg.contains("&lt;b&gt;&amp;") && !svg.contains("<b>"), "{svg}");
    }
}
