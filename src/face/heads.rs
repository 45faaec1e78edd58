//! Checks that the head over a column of a grid shows its die, by the drawn text and not by labels.

use crate::deck::{Deck, GridShape};
use crate::diagnostic::{Problem, Problems};
use crate::dice::Die;

use super::{Drawing, Theme, picture};

/// A text as it is drawn, in pixels.
struct PixelText<'d> {
    field: Option<&'d str>,
    words: String,
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
}

impl PixelText<'_> {
    fn middle(&self) -> f32 {
        f32::midpoint(self.left, self.right)
    }

    /// The die in the text of a head: `10` or `d10`.
    fn die(&self) -> Option<Die> {
        let words = self.words.trim();
        let sides = words.strip_prefix(['d', 'D']).unwrap_or(words);
        sides.parse().ok().and_then(Die::new)
    }
}

/// Every head that shows another die than its column's. A head is the nearest text above the first row, if it
/// is a number; a column may have none.
pub(super) fn wrong(drawing: &Drawing, theme: &Theme, deck: &Deck) -> Problems {
    let fields = drawing.fields();
    let texts = picture::texts(drawing.tree()).into_iter().map(|text| {
        let bounds = text.flattened().abs_bounding_box();
        PixelText {
            field: fields.get(text.id()).copied(),
            words: text.chunks().iter().map(usvg::TextChunk::text).collect(),
            left: bounds.left(),
            right: bounds.right(),
            top: bounds.top(),
            bottom: bounds.bottom(),
        }
    });
    let texts: Vec<PixelText<'_>> = texts.collect();
    let mut problems = Problems::new();
    let layout = deck.layout();
    for (name, shape) in [("cause", &layout.cause), ("effect", &layout.effect)] {
        for (die, shown) in wrong_in(name, shape, &texts) {
            let message = format!("the head over column {name} {die} shows {shown}");
            let problem = Problem::coded("face.wrong-head", message);
            problems.push(problem.at(theme.card(), drawing.root().span.clone()).accepts(format!(
                "{} over it, or {{{{die}}}} in a head that is repeated",
                die.sides()
            )));
        }
    }
    problems
}

fn wrong_in(name: &str, shape: &GridShape, texts: &[PixelText<'_>]) -> Vec<(Die, Die)> {
    let cell = |die: Die| {
        let field = format!("{name}.{die}.1");
        texts.iter().find(|text| text.field == Some(field.as_str()))
    };
    let middles: Vec<f32> =
        shape.columns.iter().filter_map(|&die| cell(die)).map(PixelText::middle).collect();
    let nearest = middles.windows(2).map(|pair| (pair[1] - pair[0]).abs()).reduce(f32::min);
    let mut wrong = Vec::new();
    for &die in &shape.columns {
        let Some(first) = cell(die) else { continue };
        let reach = nearest.unwrap_or((first.bottom - first.top) * 3.0) * 0.45;
        let over = texts.iter().filter(|text| {
            (text.middle() - first.middle()).abs() <= reach && text.bottom <= first.top
        });
        let head = over.max_by(|one, other| one.bottom.total_cmp(&other.bottom));
        if let Some(shown) = head.filter(|head| head.field.is_none()).and_then(PixelText::die)
            && shown != die
        {
            wrong.push((die, shown));
        }
    }
    wrong
}
