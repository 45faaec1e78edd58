//! Pictures with too low a resolution for print.

use usvg::{Group, Node};

use crate::diagnostic::{Problem, Problems};
use crate::geometry::MM_PER_INCH;

use super::raster::dots_per_inch;
use super::{Face, Faces, Format, Selection};

/// The least resolution that print houses ask for, in dots per inch.
const LEAST_DPI: f64 = 300.0;

/// Tolerance in dots per inch for sizes rounded to whole pixels.
const SLACK: f64 = 0.5;

impl Face {
    /// Reports every picture with too few dots per inch on a card of this format, with its place in the
    /// template. `asked` names the vendor and its limit; the default is what print houses usually ask for.
    ///
    /// # Errors
    /// Those of [`drawing`](Self::drawing).
    pub fn coarse_pictures(
        &self,
        format: Format,
        asked: Option<(&str, f64)>,
    ) -> Result<Problems, Problems> {
        let (who, least_dpi) = asked.unwrap_or(("print houses ask", LEAST_DPI));
        let tree = self.drawing()?.tree();
        let per_inch = f64::from(tree.size().width()) / format.full_width_mm() * MM_PER_INCH;
        let mut coarse = Vec::new();
        collect(tree.root(), "", per_inch, least_dpi, &mut coarse);
        let mut problems = Problems::new();
        if coarse.is_empty() {
            return Ok(problems);
        }
        let places = self.places();
        for (id, dpi) in coarse {
            let picture = places.described(&id).unwrap_or("a picture");
            let message = format!(
                "{picture} is printed at {dpi:.0} dots per inch, where {who} for {least_dpi}"
            );
            let problem = Problem::coded("face.coarse-picture", message);
            problems.push(places.at(&id, problem).accepts("a larger picture, or a smaller place"));
        }
        Ok(problems)
    }
}

impl Faces<'_> {
    /// Reports the pictures of these faces with fewer dots per inch than print houses ask for, each once.
    ///
    /// # Errors
    /// If a face cannot be drawn.
    pub fn coarse_pictures(&self, selection: Selection<'_>) -> Result<Vec<Problem>, Problems> {
        let mut coarse: Vec<Problem> = Vec::new();
        let mut see = |face: &Face| {
            for problem in &face.coarse_pictures(self.theme().format(), None)? {
                if !coarse.contains(problem) {
                    coarse.push(problem.clone());
                }
            }
            Ok::<(), Problems>(())
        };
        for &card in selection.cards {
            see(&self.lent_card(card))?;
        }
        for extra in selection.extras.iter().filter_map(|extra| self.extra(*extra)) {
            see(extra)?;
        }
        for (_, back) in self.backs().filter(|_| selection.backs) {
            see(back)?;
        }
        Ok(coarse)
    }
}

/// Collects each coarse picture by the id of its element, with its dots per inch.
fn collect(
    group: &Group,
    within: &str,
    per_inch: f64,
    least_dpi: f64,
    found: &mut Vec<(String, f64)>,
) {
    let id = if group.id().is_empty() { within } else { group.id() };
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, id, per_inch, least_dpi, found),
            Node::Image(image) => {
                let dpi = dots_per_inch(image, per_inch);
                if dpi < least_dpi - SLACK {
                    found.push((id.to_owned(), dpi));
                }
            }
            Node::Path(_) | Node::Text(_) => {}
        }
    }
}
