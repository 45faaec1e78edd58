//! Sheets as data: paper, rows and columns, marks. One TOML file each, all lengths in millimetres.

use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source};
use crate::geometry::{Mm, Size};
use crate::render::pdf::Conformance;

/// How cards are laid out on paper, and the marks around them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sheet {
    /// The short name: the file's without extension, such as `a4-3x3`.
    pub name: String,
    /// The display name.
    pub title: String,
    /// The paper, or `None` if the page is just the card and its bleed.
    pub paper: Option<Size>,
    /// The number of columns; by default as many as fit.
    pub columns: Option<usize>,
    /// The number of rows; by default as many as fit.
    pub rows: Option<usize>,
    /// The least distance from the cards' trims to the paper's edge, horizontally and vertically: the
    /// printer's white margin, with marks, ruler and caption in it. On a folded sheet the fold is an edge.
    pub margin: [Mm; 2],
    /// The gaps between columns and between rows.
    pub gap: [Mm; 2],
    /// The printed bleed of each card.
    pub bleed: Mm,
    /// The bleed of backs at the outer edges of the block: a sheet that was printed with a small offset then
    /// shows no paper along its outer cuts. At least `bleed`.
    pub outer_bleed: Mm,
    /// The placement of the backs.
    pub sides: Sides,
    /// The order of pages.
    pub order: PageOrder,
    /// The room for marks around the bleed of a card that is a page of its own; it is cut off.
    pub slug: Mm,
    /// The standard of a press file of this sheet; [`Conformance::Plain`] for a home printer.
    pub press: Conformance,
    /// Crop marks.
    pub crop_marks: Option<CropMarks>,
    /// A ruler to check that the printer did not scale the page.
    pub ruler: Option<Ruler>,
    /// A line that identifies the sheet.
    pub caption: Option<Caption>,
    /// Targets that show whether front and back are registered.
    pub registration_marks: Vec<RegistrationMark>,
    /// The registration marks of a cutting machine.
    pub cutter_marks: Option<CutterMarks>,
}

/// The placement of the backs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// On a page of their own that follows the page of their fronts.
    Duplex,
    /// Upside down below their fronts, beyond a fold half-way down the page: misregistration is impossible.
    Fold,
}

/// The order of a duplex sheet's pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageOrder {
    /// Front 1, back 1, front 2, back 2.
    #[default]
    FrontFirst,
    /// Back 1, front 1, back 2, front 2.
    BackFirst,
    /// All fronts, and the back once, as the last page.
    BackLast,
    /// Fronts in one file, their backs in another.
    TwoFiles,
}

impl PageOrder {
    /// Their names in files.
    pub(crate) const NAMED: [(&str, Self); 4] = [
        ("front-first", Self::FrontFirst),
        ("back-first", Self::BackFirst),
        ("back-last", Self::BackLast),
        ("two-files", Self::TwoFiles),
    ];
}

/// A side of the block of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Above the cards.
    Top,
    /// Right of the cards.
    Right,
    /// Below the cards.
    Bottom,
    /// Left of the cards.
    Left,
}

/// Lines that show where to cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CropMarks {
    /// The distance from the printed area of the card, for marks in the margin.
    pub offset: Mm,
    /// Their length; on the cards the length of each arm.
    pub length: Mm,
    /// Their position.
    pub style: GuideStyle,
    /// Whether they are dashes of alternating black and white, visible on any ground.
    pub two_colours: bool,
}

/// The position of crop marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GuideStyle {
    /// In the margin, with their own length.
    #[default]
    Margin,
    /// In the margin, up to the edge of the paper or the text along it.
    Full,
    /// On the fronts, from each corner along both edges of its card.
    Corner,
    /// On the fronts, from each corner along its cuts in all four directions.
    Cross,
}

impl GuideStyle {
    /// Their names in files and options.
    pub(crate) const NAMED: [(&str, Self); 4] = [
        ("margin", Self::Margin),
        ("full", Self::Full),
        ("corner", Self::Corner),
        ("cross", Self::Cross),
    ];

    /// Whether they are on the cards.
    pub fn is_on_cards(self) -> bool {
        matches!(self, Self::Corner | Self::Cross)
    }
}

/// A scale in millimetres and inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ruler {
    /// The edge of the paper that it is along.
    pub edge: Edge,
    /// The preferred position of its middle along the block of cards, 0 to 1; it moves to avoid marks.
    pub at: f64,
    /// From the paper's edge to the line.
    pub inset: Mm,
    /// The length of the metric scale in whole millimetres; shorter if the room is limited.
    pub millimetres: u16,
    /// The length of the other scale in whole inches; shorter if the room is limited.
    pub inches: u16,
}

impl Ruler {
    /// The longer of its scales.
    pub fn length(&self) -> Mm {
        Mm(f64::from(self.millimetres)).max(Mm::from_inches(f64::from(self.inches)))
    }
}

/// A line of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caption {
    /// The edge of the paper that it is along.
    pub edge: Edge,
    /// From the paper's edge to the baseline.
    pub inset: Mm,
}

/// A cross in a circle beside the middle of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegistrationMark {
    /// The edge of the block of cards that it is beside.
    pub edge: Edge,
    /// The position along the edge, 0 to 1: below a half beside the first card, above a half beside the last,
    /// otherwise beside the middle one, or on both sides of the middle cut.
    pub at: f64,
    /// From the edge of the block to the centre.
    pub distance: Mm,
}

/// The registration marks of a Silhouette cutting machine. Users enter the three lengths into its program.
///
/// Source: the specification of Alan-Cha/silhouette-card-maker, and the program's output: all lines of
/// `thickness` with their middles `inset` from the edges of the paper, arms that end `length` from there, a
/// square of 5 mm whose border is such a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutterMarks {
    /// The kind and number of marks.
    pub pattern: MarkPattern,
    /// From the edges of the paper.
    pub inset: Mm,
    /// The length of the arms of an angle.
    pub length: Mm,
    /// The thickness of the lines.
    pub thickness: Mm,
}

/// The marks of a machine model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkPattern {
    /// A filled square in the upper left corner, angles in the upper right and the lower left.
    Three,
    /// An angle in each corner.
    Four,
}

impl CutterMarks {
    /// A side of the square.
    pub const SQUARE: Mm = Mm(5.0);

    /// The clear space around a mark, so that the machine detects nothing else.
    pub const CLEARANCE: Mm = Mm(1.5);

    /// The clear space at a corner, from both edges of the paper.
    pub fn reach(self) -> Mm {
        self.inset + self.length.max(Self::SQUARE) + self.thickness / 2.0 + Self::CLEARANCE
    }
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../templates/sheets/", $name, ".toml")))),*]
    };
}

/// The built-in sheets by name.
const BUILT_IN: &[(&str, &str)] = built_in![
    "a4-3x3",
    "letter-3x3",
    "universal",
    "a4-bleed",
    "letter-bleed",
    "12x18",
    "gutterfold-a4",
    "gutterfold-letter",
    "single",
    "single-x4",
    "silhouette-a4",
    "silhouette-letter",
    "silhouette4-a4",
    "silhouette4-letter",
];

impl Sheet {
    /// The names [`Sheet::built_in`] knows.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The built-in sheets as (file name, text), for a designer's own copy.
    pub fn built_in_files() -> impl Iterator<Item = (String, &'static str)> {
        BUILT_IN.iter().map(|(name, text)| (format!("{name}.toml"), *text))
    }

    /// A built-in sheet.
    ///
    /// # Errors
    /// An unknown name, with the accepted ones.
    pub fn built_in(name: &str) -> Result<Self, Problems> {
        let Some((name, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = Self::built_in_names().collect();
            let problem = Problem::coded("sheet.unknown", format!("unknown sheet {name:?}"));
            return Err(problem.accepts(names.join(", ")).into());
        };
        Self::read(name, &Source::new(format!("templates/sheets/{name}.toml"), *text))
    }

    /// Reads a sheet from the text of its file under this short name.
    ///
    /// # Errors
    /// Unknown keys or values, and lengths that do not form a sheet, with their places.
    pub fn read(name: &str, source: &Arc<Source>) -> Result<Self, Problems> {
        super::file::read(name, source, None)
    }

    /// As [`read`](Self::read) for a file in `folder`, which may name a profile in or below it.
    ///
    /// # Errors
    /// As [`read`](Self::read), and a profile that is missing or not a press's.
    pub fn read_in(name: &str, source: &Arc<Source>, folder: &Path) -> Result<Self, Problems> {
        super::file::read(name, source, Some(folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_sheets_read() {
        for name in Sheet::built_in_names() {
            let sheet = Sheet::built_in(name).unwrap_or_else(|problems| panic!("{problems}"));
            assert_eq!(name, sheet.name);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let problems = Sheet::built_in("a5").unwrap_err().to_string();
        assert!(problems.contains("a4-3x3, letter-3x3"), "{problems}");
    }

    #[test]
    fn every_bad_length_is_reported_with_its_place() {
        let text = "title = \"x\"\npaper_mm = [210, 2970]\ncolumns = 0\nrows = 3\ngap_mm = [1, 1]\n\
            bleed_mm = 3\nsides = \"duplex\"\n";
        let problems = Sheet::read("x", &Source::new("x.toml", text)).unwrap_err();
        let places: Vec<String> =
            problems.iter().map(|p| p.to_string().split(": ").next().unwrap().to_owned()).collect();
        assert_eq!(["x.toml:2:18", "x.toml:3:11", "x.toml:6:12"], *places);
    }

    #[test]
    fn an_unknown_key_is_an_error_with_its_place() {
        let text = Sheet::built_in_files().next().unwrap().1.replace("gap_mm", "gab_mm");
        let problems = Sheet::read("x", &Source::new("x.toml", text)).unwrap_err();
        assert!(problems.to_string().contains("gab_mm"), "{problems}");
        assert!(problems.iter().all(|problem| problem.line_column().is_some()));
    }
}
