//! Plots of the deck's curves over those of the dice, with their difference on a separate scale.

use crate::geometry::rounded;

use super::svg::{Scale, Svg, colour};

/// One curve: cards at ascending thresholds.
pub(super) struct Series {
    pub label: String,
    pub from: i64,
    pub cards: Vec<f64>,
    pub dice: Vec<f64>,
}

/// A panel of curves.
pub(super) struct Panel<'a> {
    pub title: String,
    /// The label of the thresholds: `target number`.
    pub across: &'a str,
    /// The allowed distance in cards, shown as a band.
    pub limit: f64,
    /// A threshold to mark, such as the die's own maximum.
    pub mark: Option<i64>,
    pub series: Vec<Series>,
    /// The number of cards of the deck.
    pub deck: usize,
}

const SIZE: (f64, f64) = (360.0, 330.0);
const LEFT: f64 = 30.0;
const RIGHT: f64 = 350.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 222.0;
const STRIP_TOP: f64 = 240.0;
const STRIP_BOTTOM: f64 = 296.0;
/// The height of a label.
const LABEL: f64 = 11.0;

impl Panel<'_> {
    pub fn draw(&self) -> String {
        let mut svg = Svg::new(SIZE.0, SIZE.1);
        let first = self.series.iter().map(|series| series.from).min().unwrap_or(0);
        let last = self.series.iter().map(Series::end).max().unwrap_or(first + 1);
        let across = Scale { values: (first as f64, last as f64), px: (LEFT + 6.0, RIGHT - 8.0) };
        let up = Scale { values: (0.0, self.deck as f64), px: (BOTTOM, TOP) };
        svg.text("title", "start", (LEFT, 15.0), &self.title);
        for cards in [0, self.deck / 3, self.deck / 2, self.deck * 2 / 3, self.deck] {
            let y = up.at(cards as f64);
            svg.line("grid", (LEFT, y), (RIGHT, y));
            svg.text("soft", "end", (LEFT - 4.0, y + 3.5), &cards.to_string());
        }
        if let Some(mark) = self.mark {
            let x = across.at(mark as f64);
            svg.line("mark", (x, TOP), (x, STRIP_BOTTOM));
        }
        let largest = self
            .series
            .iter()
            .flat_map(Series::errors)
            .fold(0.0, |most: f64, (_, e)| most.max(e.abs()));
        let reach = (self.limit * 1.5).max(largest * 1.1);
        let strip = Scale { values: (-reach, reach), px: (STRIP_BOTTOM, STRIP_TOP) };
        let band = (strip.at(self.limit), strip.at(-self.limit));
        svg.rect("band", (LEFT, band.0), (RIGHT - LEFT, band.1 - band.0));
        svg.line("axis", (LEFT, strip.at(0.0)), (RIGHT, strip.at(0.0)));
        let limit = rounded(self.limit, 2);
        // If errors are much larger than the limit, its two ends are too close for a label each.
        if band.1 - band.0 < LABEL {
            svg.text("soft", "end", (LEFT - 4.0, strip.at(0.0) + 3.5), &format!("±{limit}"));
        } else {
            svg.text("soft", "end", (LEFT - 4.0, band.0 + 3.5), &format!("+{limit}"));
            svg.text("soft", "end", (LEFT - 4.0, band.1 + 3.5), &format!("−{limit}"));
        }
        let every = ((last - first) / 10 + 1).max(1);
        for threshold in (first..=last).filter(|threshold| (threshold - first) % every == 0) {
            let x = across.at(threshold as f64);
            svg.text("soft", "middle", (x, STRIP_BOTTOM + 13.0), &threshold.to_string());
        }
        svg.text("soft", "middle", ((LEFT + RIGHT) / 2.0, STRIP_BOTTOM + 27.0), self.across);
        for (place, series) in self.series.iter().enumerate() {
            series.draw(place, &mut svg, across, up);
            let shift = place as f64 * 1.6 - self.series.len() as f64 * 0.8 + 0.8;
            for (threshold, error) in series.errors() {
                let x = across.at(threshold as f64) + shift;
                let class = format!("curve c{}", colour(place));
                svg.line(&class, (x, strip.at(0.0)), (x, strip.at(error)));
            }
        }
        for (place, series) in self.series.iter().enumerate() {
            series.name(place, &mut svg, across, up);
        }
        svg.finish(&format!("{}: cards of the deck beside dice, by {}", self.title, self.across))
    }
}

impl Series {
    /// The last threshold shown: deck or dice still have a quarter card there.
    fn end(&self) -> i64 {
        let worth = |&(cards, dice): &(&f64, &f64)| *cards > 0.25 || *dice > 0.25;
        let shown = self.cards.iter().zip(&self.dice).take_while(worth).count();
        self.from + shown.max(1) as i64 - 1
    }

    fn points(&self) -> impl Iterator<Item = (i64, f64, f64)> {
        let thresholds = self.from..=self.end();
        thresholds.zip(&self.cards).zip(&self.dice).map(|((x, &cards), &dice)| (x, cards, dice))
    }

    fn errors(&self) -> impl Iterator<Item = (i64, f64)> {
        self.points().map(|(threshold, cards, dice)| (threshold, cards - dice))
    }

    fn draw(&self, place: usize, svg: &mut Svg, across: Scale, up: Scale) {
        let line: Vec<(f64, f64)> =
            self.points().map(|(x, _, dice)| (across.at(x as f64), up.at(dice))).collect();
        svg.polyline(&format!("curve c{}", colour(place)), &line);
        for (threshold, cards, _) in self.points() {
            svg.marker(place, (across.at(threshold as f64), up.at(cards)));
        }
    }

    /// The label is where the curve is nearest to even odds, where curves are farthest apart.
    fn name(&self, place: usize, svg: &mut Svg, across: Scale, up: Scale) {
        let off = |dice: f64| (dice - 27.0).abs();
        let nearest = self.points().reduce(
            |best, point| {
                if off(point.2) < off(best.2) { point } else { best }
            },
        );
        if let Some((threshold, _, dice)) = nearest {
            let at = (across.at(threshold as f64) + 5.0, up.at(dice) - 5.0);
            let anchor = if at.0 > RIGHT - 24.0 { "end" } else { "start" };
            svg.text(&format!("label f{}", colour(place)), anchor, at, &self.label);
        }
    }
}
