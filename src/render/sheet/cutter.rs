//! Registration marks of cutting machines, and the lengths that users enter into their programs.

use svg::node::element::{Group, Path, Rectangle};

use crate::geometry::{Mm, decimal, point};

use super::definition::{Caption, CutterMarks, Edge, MarkPattern};
use super::pen::{BLACK, SMALL_TEXT, labelled, line, text};
use super::{Sheet, SheetPage};

/// From the paper's edge to the line of lengths.
const NUMBERS_INSET: Mm = Mm(7.0);

/// The marks in the corners of a page.
pub(super) fn cutter_marks(page: &SheetPage, marks: CutterMarks) -> Group {
    let CutterMarks { pattern, inset, length, thickness } = marks;
    let (right, bottom) = (page.size.width - inset, page.size.height - inset);
    let mut group = labelled("cutter marks");
    // Line ends extend by half the thickness, so that the arms end at their length.
    let arm = length - thickness / 2.0;
    let mut angles = String::new();
    let mut angle = |x: Mm, y: Mm, across: f64, down: f64| {
        angles += &line(x, y, x + arm * across, y);
        angles += &line(x, y, x, y + arm * down);
    };
    angle(right, inset, -1.0, 1.0);
    angle(inset, bottom, 1.0, -1.0);
    match pattern {
        MarkPattern::Four => {
            angle(inset, inset, 1.0, 1.0);
            angle(right, bottom, -1.0, -1.0);
        }
        MarkPattern::Three => {
            let square = Rectangle::new()
                .set("x", decimal((inset - thickness / 2.0).0))
                .set("y", decimal((inset - thickness / 2.0).0))
                .set("width", decimal((CutterMarks::SQUARE + thickness).0))
                .set("height", decimal((CutterMarks::SQUARE + thickness).0))
                .set("fill", BLACK.to_string());
            group = group.add(square);
        }
    }
    let angles = Path::new()
        .set("d", angles)
        .set("fill", "none")
        .set("stroke", BLACK.to_string())
        .set("stroke-width", decimal(thickness.0))
        .set("stroke-linecap", "square");
    group.add(angles)
}

/// A line with the lengths of the marks, on the edge opposite the caption.
pub(super) fn cutter_numbers(sheet: &Sheet, page: &SheetPage, marks: CutterMarks) -> Group {
    let is_below = !matches!(sheet.caption, Some(Caption { edge: Edge::Bottom, .. }));
    let y = if is_below { page.size.height - NUMBERS_INSET } else { NUMBERS_INSET };
    let count = match marks.pattern {
        MarkPattern::Three => 3,
        MarkPattern::Four => 4,
    };
    let [inset, length, thickness] =
        [marks.inset, marks.length, marks.thickness].map(|length| decimal(length.0));
    let numbers = format!(
        "Silhouette: {count} registration marks · inset {inset} mm · length {length} mm · \
         thickness {thickness} mm"
    );
    let middle = point(page.size.width / 2.0, y);
    labelled("cutter numbers").add(text(middle, SMALL_TEXT, "middle", &numbers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;
    use crate::face::{CardSize, Format};
    use crate::render::sheet::Packing;

    const NAMES: [&str; 4] =
        ["silhouette-a4", "silhouette-letter", "silhouette4-a4", "silhouette4-letter"];

    #[test]
    fn cards_of_every_size_keep_away_from_the_marks() {
        for name in NAMES {
            let sheet = Sheet::built_in(name).unwrap();
            for size in ["poker", "euro-poker", "bridge", "tarot", "us-tarot", "jumbo", "a6"] {
                let size: CardSize = size.parse().unwrap();
                let [width, height] = [size.width_mm(), size.height_mm()];
                let format = Format::new(width, height, 3.0, 3.0).unwrap();
                let packing = Packing::new(&sheet, format).unwrap();
                let printed = packing.block().grown(sheet.bleed);
                let reach = sheet.cutter_marks.unwrap().reach();
                assert!(printed.x >= reach || printed.y >= reach, "{name} {size}: {printed:?}");
            }
        }
    }

    #[test]
    fn cards_that_reach_into_the_corners_are_refused() {
        let mut sheet = Sheet::built_in("silhouette-a4").unwrap();
        let marks = sheet.cutter_marks.unwrap();
        sheet.cutter_marks = Some(CutterMarks { length: Mm(20.0), ..marks });
        let problems = Packing::new(&sheet, Format::POKER).unwrap_err().to_string();
        assert!(problems.contains("where the cutter's marks are"), "{problems}");
        assert!(problems.contains("margin_mm of 32.6 across or down"), "{problems}");
    }

    #[test]
    fn all_faults_of_a_table_of_marks_are_reported() {
        let text = "title = \"Mine\"\npaper_mm = [297, 210]\nbleed_mm = 0\nsides = \"duplex\"\n\
            [crop_marks]\noffset_mm = 1\nlength_mm = 3\n\
            [cutter_marks]\nmarks = 5\ninset_mm = 9\nlength_mm = 21\nthickness_mm = 2\ncolour = 1\n";
        let problems = Sheet::read("mine", &Source::new("mine.toml", text)).unwrap_err();
        let reported = problems.to_string();
        for expected in [
            "crop_marks beside cutter_marks",
            "3 to 4",
            "10 to 86.36",
            "5 to 20",
            "0.5 to 1",
            "colour",
        ] {
            assert!(reported.contains(expected), "{expected}: {reported}");
        }
        assert_eq!(6, problems.len(), "{reported}");
    }
}
