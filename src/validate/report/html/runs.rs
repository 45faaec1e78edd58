//! Streaks and droughts of events, deck compared with dice.

use super::super::super::{NamedEvent, Run};
use super::svg::{Scale, Svg};
use crate::wording::counted;

const ROW: f64 = 22.0;
const NAMES: f64 = 190.0;
const WIDTH: f64 = 1080.0;

/// For each event, the ratio of streaks to the left and the chances of droughts to the right.
pub(super) fn draw(events: &[NamedEvent]) -> String {
    let height = 58.0 + ROW * events.len() as f64;
    let mut svg = Svg::new(WIDTH, height);
    let ratio = Scale { values: (0.0, 1.0), px: (NAMES + 20.0, NAMES + 350.0) };
    let chance = Scale { values: (0.0, 1.0), px: (NAMES + 420.0, NAMES + 760.0) };
    svg.text("title", "start", (ratio.px.0, 14.0), "Streaks: deck over dice");
    svg.text("title", "start", (chance.px.0, 14.0), "Droughts: none in 10 draws");
    svg.text("title", "end", (WIDTH - 8.0, 14.0), "Longest");
    let foot = height - 18.0;
    for tenth in [0, 2, 4, 6, 8, 10] {
        let value = f64::from(tenth) / 10.0;
        for scale in [ratio, chance] {
            svg.line("grid", (scale.at(value), 24.0), (scale.at(value), foot));
        }
        svg.text("soft", "middle", (ratio.at(value), foot + 13.0), &format!("×{value:.1}"));
        let percent = format!("{} %", tenth * 10);
        svg.text("soft", "middle", (chance.at(value), foot + 13.0), &percent);
    }
    for (place, event) in events.iter().enumerate() {
        let y = 38.0 + ROW * place as f64;
        let name = format!("{} ({})", event.name, event.cards);
        svg.text("", "end", (NAMES + 4.0, y + 4.0), &name);
        let streaks: Vec<(f64, f64)> =
            event.streaks.iter().map(|run| (ratio.at(run.ratio.to_f64()), y)).collect();
        svg.polyline("curve c5", &streaks);
        for (run, at) in event.streaks.iter().zip(&streaks) {
            svg.marker(run.draws - 2, *at);
        }
        if let Some(run) = event.droughts.iter().find(|run| run.draws == 10) {
            drought(&mut svg, chance, run, y);
        }
        let longest = counted(event.longest_drought, "draw");
        svg.text("", "end", (WIDTH - 8.0, y + 4.0), &longest);
    }
    svg.finish("Streaks and droughts of named events, deck beside dice")
}

/// A bar from the deck's chance to that of the dice.
fn drought(svg: &mut Svg, scale: Scale, run: &Run, y: f64) {
    let (deck, dice) = (scale.at(run.deck.to_f64()), scale.at(run.dice.to_f64()));
    svg.line("curve c5", (deck, y), (dice, y));
    svg.marker(0, (deck, y));
    svg.line("curve c2", (dice, y - 6.0), (dice, y + 6.0));
}
