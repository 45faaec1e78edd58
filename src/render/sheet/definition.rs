//! Sheets as data: paper, rows and columns, marks. One TOML file each, all lengths in millimetres.

use std::path::Path;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source};
use crate::geometry::{Mm, Size};
use crate::render::pdf::Conformance;

/// How cards lie on paper and what is printed round them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sheet {
    /// The short name: the file's without ending, such as `a4-3x3`.
    pub name: String,
    /// What it is, for people.
    pub title: String,
    /// The paper, or `None` where the page is just the card and its bleed.
    pub paper: Option<Size>,
    /// Cards side by side; as many as fit if nothing is said.
    pub columns: Option<usize>,
    /// Cards one below another; as many as fit if nothing is said.
    pub rows: Option<usize>,
    /// The least room between the cards' trims and the paper's edge, left and right, above and
    /// below: what printers leave white, and marks, ruler and caption. On a folded sheet the fold
    /// is an edge.
    pub margin: [Mm; 2],
    /// Between the trims of neighbours: across and down.
    pub gap: [Mm; 2],
    /// How far each card is printed beyond its trim.
    pub bleed: Mm,
    /// How far backs are printed beyond their trims where no neighbour is: a sheet that went through the
    /// printer a little aside then shows no paper along its outer cuts. No less than `bleed`.
    pub outer_bleed: Mm,
    /// Where the backs go.
    pub sides: Sides,
    /// Which side of a card comes first.
    pub order: PageOrder,
    /// Round the bleed of a card that is a page of its own: room for marks, cut off with them.
    pub slug: Mm,
    /// The standard a press file of this sheet keeps; [`Conformance::Plain`] for a home printer.
    pub press: Conformance,
    /// Crop marks.
    pub crop_marks: Option<CropMarks>,
    /// A scale to check that the printer did not shrink the page.
    pub ruler: Option<Ruler>,
    /// A line that says what the sheet is.
    pub caption: Option<Caption>,
    /// Targets that show whether front and back meet.
    pub registration_marks: Vec<RegistrationMark>,
    /// What a cutting machine finds the page by.
    pub cutter_marks: Option<CutterMarks>,
}

/// Where the backs go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// On a page of their own that follows the page of their fronts.
    Duplex,
    /// Upside down below their fronts, beyond a fold half-way down the page: no printer can
    /// misplace them.
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
    /// What files call them.
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
    /// From the edge of what is printed of the card, where they stand in the margin.
    pub offset: Mm,
    /// Their length; on the cards that of each arm.
    pub length: Mm,
    /// Where they stand.
    pub style: GuideStyle,
    /// Whether dashes of black and white take turns, which is seen on dark and on light ground.
    pub two_colours: bool,
}

/// Where crop marks stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GuideStyle {
    /// In the margin, as long as they are said to be.
    #[default]
    Margin,
    /// In the margin, up to the edge of the paper, or to what is written along it.
    Full,
    /// On the fronts, from each corner along both edges of its card.
    Corner,
    /// On the fronts, from each corner along its cuts in all four directions.
    Cross,
}

impl GuideStyle {
    /// What files and options call them.
    pub(crate) const NAMED: [(&str, Self); 4] = [
        ("margin", Self::Margin),
        ("full", Self::Full),
        ("corner", Self::Corner),
        ("cross", Self::Cross),
    ];

    /// Whether they stand on the cards.
    pub fn is_on_cards(self) -> bool {
        matches!(self, Self::Corner | Self::Cross)
    }
}

/// A scale in millimetres and inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ruler {
    /// Along which edge of the paper.
    pub edge: Edge,
    /// Where its middle should be along the block of cards, 0 to 1; it moves aside for marks.
    pub at: f64,
    /// From the paper's edge to the line.
    pub inset: Mm,
    /// The length of the metric scale in whole millimetres; shorter where there is no room.
    pub millimetres: u16,
    /// The length of the other scale in whole inches; shorter where there is no room.
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
    /// Along which edge of the paper.
    pub edge: Edge,
    /// From the paper's edge to the baseline.
    pub inset: Mm,
}

/// A cross in a circle beside the middle of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegistrationMark {
    /// Beside which edge of the block of cards.
    pub edge: Edge,
    /// How far along the edge, 0 to 1: below a half beside the first card, above it beside the last,
    /// else beside the middle one, or on both sides of the middle cut.
    pub at: f64,
    /// From the edge of the block to the centre.
    pub distance: Mm,
}

/// The marks by which a Silhouette machine finds a printed page. Their user types the three lengths
/// into its program.
///
/// Source: the specification of Alan-Cha/silhouette-card-maker, and what its program draws: all lines
/// of `thickness` with their middles `inset` from the edges of the paper, arms that end `length` from
/// there, a square of 5 mm whose border is such a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutterMarks {
    /// Which marks there are.
    pub pattern: MarkPattern,
    /// From the edges of the paper.
    pub inset: Mm,
    /// How far the arms of an angle reach.
    pub length: Mm,
    /// How thick the lines are.
    pub thickness: Mm,
}

/// The marks of a machine.
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

    /// What stays free round a mark, so that the machine takes nothing else for it.
    pub const CLEARANCE: Mm = Mm(1.5);

    /// How far from both edges of the paper a corner is kept free.
    pub fn reach(self) -> Mm {
        self.inset + self.length.max(Self::SQUARE) + self.thickness / 2.0 + Self::CLEARANCE
    }
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../templates/sheets/", $name, ".toml")))),*]
    };
}

/// The sheets in the program itself.
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

    /// The sheets of the program as (file name, text), for a designer's own copy.
    pub fn built_in_files() -> impl Iterator<Item = (String, &'static str)> {
        BUILT_IN.iter().map(|(name, text)| (format!("{name}.toml"), *text))
    }

    /// A sheet that is part of the program.
    ///
    /// # Errors
    /// A problem that lists the names there are.
    pub fn built_in(name: &str) -> Result<Self, Problems> {
        let Some((name, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = Self::built_in_names().collect();
            let problem = Problem::coded("sheet.unknown", format!("there is no sheet {name:?}"));
            return Err(problem.accepts(names.join(", ")).into());
        };
        Self::read(name, &Source::new(format!("templates/sheets/{name}.toml"), *text))
    }

    /// Reads a sheet from the text of its file; `name` is the short name it gets.
    ///
    /// # Errors
    /// A key or value that does not belong there, or every length that makes no sheet, with place.
    pub fn read(name: &str, source: &Arc<Source>) -> Result<Self, Problems> {
        super::file::read(name, source, None)
    }

    /// As [`read`](Self::read) for a file of this folder, in which and below which lies the profile
    /// that it may name.
    ///
    /// # Errors
    /// As [`read`](Self::read), and a profile that is not there or none of a press.
    pub fn read_in(name: &str, source: &Arc<Source>, folder: &Path) -> Result<Self, Problems> {
        super::file::read(name, source, Some(folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sheet_of_the_program_reads() {
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
